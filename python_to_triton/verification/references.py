"""The reference on one set of inputs: its results at the working dtype and in float64, and its index ties."""

from collections.abc import Callable
from typing import Any, NamedTuple

from torch import Tensor
from torch.overrides import TorchFunctionMode

from triton_ops.tolerance import IndexTie, is_float, tensors_in

# Functions whose index among equal elements is unspecified, and their parameters.
SELECTIONS = {
    "topk": ("input", "k", "dim"),
    "sort": ("input", "dim"),
    "argsort": ("input", "dim"),
    "kthvalue": ("input", "k", "dim"),
    "median": ("input", "dim"),
}
WITHOUT_REPETITION = frozenset(("topk", "sort", "argsort"))  # these return no index twice


class SelectedIndices(NamedTuple):
    """One call of a function of SELECTIONS: the indices that it returned, and what they point into."""

    indices: Tensor
    source: Tensor
    dim: int
    once: bool


class SelectionRecorder(TorchFunctionMode):
    """Records in `selections` every call whose index among equal elements is unspecified."""

    def __init__(self):
        super().__init__()
        self.selections = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = function(*args, **kwargs)
        name = getattr(function, "__name__", "")
        if name not in SELECTIONS or kwargs.get("stable"):
            return result
        given = dict(zip(SELECTIONS[name], args)) | kwargs
        source = given["input"]
        indices = None
        if isinstance(result, tuple):
            indices = result[1]
        elif name == "argsort":
            indices = result
        if indices is not None and source.dim():
            dim = given.get("dim", -1) % source.dim()
            self.selections.append(
                SelectedIndices(indices, source.detach().clone(), dim, name in WITHOUT_REPETITION)
            )
        return result


class ReferenceResults(NamedTuple):
    """What a reference returns; `ties` has the form of the outputs, None where an output has no ties."""

    eager: Any  # at the working dtype
    exact: Any  # in float64
    ties: Any


def selection_of(output: Any, selections: list[SelectedIndices]) -> SelectedIndices | None:
    """The first selection whose indices are this very output."""
    return next((selection for selection in selections if selection.indices is output), None)


def index_ties(
    eager: Any, exact: Any, of_eager: list[SelectedIndices], of_exact: list[SelectedIndices]
) -> Any:
    """The IndexTie of every output, in their form; None where an output is not the result of a selection."""
    if isinstance(eager, (tuple, list)):
        return tuple(index_ties(*both, of_eager, of_exact) for both in zip(eager, exact))
    at_dtype, in_float64 = selection_of(eager, of_eager), selection_of(exact, of_exact)
    if at_dtype is None or in_float64 is None:
        return None
    if (at_dtype.dim, at_dtype.once) != (in_float64.dim, in_float64.once):
        return None
    return IndexTie(at_dtype.source, in_float64.source, at_dtype.dim, at_dtype.once)


def run_reference(reference: Callable, make_arguments: Callable[[bool], list | tuple]) -> ReferenceResults:
    """Runs a reference at its working dtype and in float64. make_arguments(in_float64) makes the arguments of
    a call.

    A reference that returns something else than floating-point numbers runs twice: recording its calls is too
    slow for all others. One that runs in another process tells its `selections` itself.
    """
    runs = []
    for in_float64 in (False, True):
        recorder = SelectionRecorder()
        outputs = reference(*make_arguments(in_float64))
        if not all(is_float(tensor) for tensor in tensors_in(outputs)):
            with recorder:
                outputs = reference(*make_arguments(in_float64))
        runs.append((outputs, [*recorder.selections, *getattr(reference, "selections", ())]))
    (eager, of_eager), (exact, of_exact) = runs
    return ReferenceResults(eager, exact, index_ties(eager, exact, of_eager, of_exact))
