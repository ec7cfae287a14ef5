"""Calls of a compiled graph in few steps: what its host code allocates, views and launches is noted, and
repeated.

At the same sizes the host code of answers comes to the same sizes, grids and numbers at every call, and
Triton specializes the same arguments: in a small network this takes longer than its kernels. The second call
notes each operator of PyTorch's and each launch, with what they are given; these steps become a function
without a branch. Before it takes the place of the host code it runs once beside it, with NaN wherever memory
is only allocated, and has to return the same.
"""

import functools
import inspect
import logging
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes
from torch.utils._pytree import tree_leaves

from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

ALIGNED = 16  # bytes: Triton compiles other kernels for memory that begins elsewhere
MOST_SITUATIONS = 8  # of a graph, in which its calls are repeated
MOST_OPERATORS = 4  # of PyTorch's for each launch: as steps they take longer than in host code
PIECE = 1 << 24  # elements of two results that are compared at a time
SAME = 1e-2  # of the largest element: atomics add in any order, and what a missing step leaves is NaN
WRITTEN_OUT = (bool, int, type(None))  # numbers in the text of a step; what else stays has a name there
CONSTANTS = (float, str, torch.dtype, torch.device, torch.layout, torch.memory_format)
DECIDES = (torch.Tag.data_dependent_output, torch.Tag.dynamic_output_shape)  # of operators: data does


class NotRepeatable(Exception):
    """Why a call cannot be repeated, in a line."""


class NotedStep(NamedTuple):
    """A line of the function that repeats a call."""

    text: str
    names: tuple[str, ...]  # of the tensors in it
    allocated: tuple[str, ...] = ()  # those of them that nothing has written to


class Stays(NamedTuple):
    """An argument that is the same object at each call, whatever it is."""

    value: object


STREAM = Stays("the stream of a call")  # as an argument: each call has its own


class TensorNames:
    """The names of tensors, of which none is held for that: the host code frees what it needs no more."""

    def __init__(self):
        # {where PyTorch keeps it: (a weak reference, so that nothing else ever lies there, its name)}
        self.known = {}
        self.count = 0

    def new(self, tensor: torch.Tensor) -> str:
        """A name for a tensor; it is the latest of a tensor that is given twice."""
        name = f"t{self.count}"
        self.count += 1
        self.known[tensor._cdata] = torch._C._WeakTensorRef(tensor), name
        return name

    def __contains__(self, tensor: torch.Tensor) -> bool:
        return tensor._cdata in self.known

    def __getitem__(self, tensor: torch.Tensor) -> str:
        return self.known[tensor._cdata][1]


class CallNotes:
    """The steps of one call, each written down when it is done."""

    def __init__(self, tensors: Sequence[torch.Tensor]):
        """tensors: that the function is called with."""
        self.names = TensorNames()
        self.constants: dict[str, object] = {}  # {name: what it stands for}
        self.steps: list[NotedStep] = []
        self.launches = 0
        self.given = [self.names.new(tensor) for tensor in tensors]

    def constant(self, value: object) -> str:
        """A name for what stays."""
        name = f"k{len(self.constants)}"
        self.constants[name] = value
        return name

    def text(self, value: object) -> str:
        """The text of an argument, or of a result. Raises NotRepeatable for what may be another at the next
        call.
        """
        if value is STREAM:
            return "stream"
        if isinstance(value, Stays):
            return self.constant(value.value)
        if isinstance(value, torch.Tensor):
            if value not in self.names:
                raise NotRepeatable("a tensor comes from elsewhere")
            return self.names[value]
        if isinstance(value, list):
            return f"[{', '.join(map(self.text, value))}]"
        if isinstance(value, tuple):
            return f"({''.join(f'{self.text(one)}, ' for one in value)})"
        if isinstance(value, WRITTEN_OUT):
            return repr(value)
        if not isinstance(value, CONSTANTS) and not type(value).__module__.startswith("triton.language"):
            raise NotRepeatable(f"an argument is of the type {type(value).__name__}")
        return self.constant(value)

    def _targets(self, result: object) -> tuple[str, list[str]]:
        """(what a result is assigned to, the names that are new): tensors, in at most one list."""
        is_one = not isinstance(result, (list, tuple))
        texts, new = [], []
        for part in [result] if is_one else result:
            if isinstance(part, (list, tuple)):
                raise NotRepeatable("an operator returns lists in a list")
            is_new = isinstance(part, torch.Tensor) and part not in self.names
            texts.append(self.names.new(part) if is_new else "_")
            new += texts[-1:] if is_new else []
        if not new:
            return "", []
        return f"{texts[0]} = " if is_one else f"[{', '.join(texts)}] = ", new

    def add(self, function: Callable, given: Sequence, named: dict[str, Any], result: object = None) -> None:
        """Notes a call of a function, and what it returned."""
        allocates = _allocates(function) and isinstance(result, torch.Tensor)
        if allocates:  # the same in one way, which takes the least time
            function, given = torch.empty_strided, (tuple(result.shape), result.stride())
            named = {"dtype": result.dtype, "device": result.device}
        texts = [self.text(one) for one in given] + [
            f"{name}={self.text(one)}" for name, one in named.items()
        ]
        tensors = [one for one in tree_leaves((given, named)) if isinstance(one, torch.Tensor)]
        used = [self.names[tensor] for tensor in tensors]
        target, new = self._targets(result)
        line = f"{target}{self.constant(function)}({', '.join(texts)})"
        self.steps.append(NotedStep(line, (*used, *new), tuple(new) if allocates else ()))


def _allocates(function: Callable) -> bool:
    """Whether what an operator returns is memory that nothing has written to."""
    name = getattr(function, "_schema", None) and function._schema.name.partition("::")[2]
    return bool(name) and name.startswith(("empty", "new_empty"))


# ---- noting ----------------------------------------------------------------------------------------------


class _NotedOperators(TorchDispatchMode):
    """Notes what PyTorch's operators do in this thread."""

    def __init__(self, notes: CallNotes):
        super().__init__()
        self.notes = notes

    def __torch_dispatch__(self, operator, types, given=(), named=None):
        named = named or {}
        if any(tag in DECIDES for tag in operator.tags):
            raise NotRepeatable(f"what follows {operator} depends on data")
        result = operator(*given, **named)
        self.notes.add(operator, given, named, result)
        return result


def _kernels_in(namespace: dict[str, object]) -> list:
    """The kernels of a module, as Triton launches them: behind what tunes or fills in their arguments."""
    from triton.runtime.jit import KernelInterface

    found = []
    for value in namespace.values():
        if isinstance(value, KernelInterface):
            while isinstance(getattr(value, "fn", None), KernelInterface):
                value = value.fn
            found.append(value)
    return found


def _note_launch(notes: CallNotes, kernel, loaded, grid, given: tuple, named: dict[str, Any]) -> None:
    """Notes a launch that was made; loaded: what it ran on a GPU, or None in Triton's interpreter."""
    parameters = inspect.signature(kernel.fn).parameters
    usual = {name: one.default for name, one in parameters.items() if one.default is not one.empty}
    values = usual | dict(zip(parameters, given)) | named
    sizes = tuple(grid(values)) if callable(grid) else tuple(grid)
    notes.launches += 1
    if loaded is None:
        run = functools.partial(type(kernel).run, kernel, grid=sizes, warmup=False)
        notes.add(run, (), values)
        return
    if loaded.metadata.global_scratch_size:
        raise NotRepeatable("a kernel asks for memory when it is launched")
    # as CompiledKernel.__getitem__ calls it, without data and hooks of a profiler
    before = [STREAM, Stays(loaded.function), Stays(loaded.packed_metadata), None, None, None]
    notes.add(loaded.run, [*(*sizes, 1, 1)[:3], *before, *(values[name] for name in parameters)], {})


@contextmanager
def _noted_launches(notes: CallNotes, kernels: Sequence) -> Iterator[None]:
    """Notes the launches of kernels in this thread."""
    thread = threading.get_ident()

    def noted(kernel, /, *given, grid, warmup, **named):
        with _disable_current_modes():
            loaded = type(kernel).run(kernel, *given, grid=grid, warmup=warmup, **named)
        if threading.get_ident() == thread:
            _note_launch(notes, kernel, loaded, grid, given, named)
        return loaded

    try:
        for kernel in kernels:
            kernel.run = functools.partial(noted, kernel)  # which shadows the method
        yield
    finally:
        for kernel in kernels:
            vars(kernel).pop("run", None)


def noted_call(
    function: Callable, kernels: Sequence, tensors: Sequence[torch.Tensor]
) -> tuple[tuple[torch.Tensor, ...], CallNotes]:
    """(what a function of tensors returns, the notes of this call). Raises what the function raises, and
    NotRepeatable.
    """
    notes = CallNotes(tensors)
    with _noted_launches(notes, kernels), _NotedOperators(notes):
        results = function(*tensors)
    if sum(not step.allocated for step in notes.steps) > (1 + MOST_OPERATORS) * notes.launches:
        raise NotRepeatable("most of it is PyTorch's")
    return results, notes


# ---- a function of the steps -----------------------------------------------------------------------------


def repeating(notes: CallNotes, results: Sequence[torch.Tensor], poison: Callable | None = None) -> Callable:
    """A function (*tensors, stream) -> tuple of tensors that does the steps of a call which returned
    `results`, with other tensors, and holds each no longer than its last step. poison: is called with what a
    step only allocates.

    Raises NotRepeatable.
    """
    returned = [notes.text(tensor) for tensor in results]
    kept = {*notes.given, *returned}
    last = {name: place for place, step in enumerate(notes.steps) for name in step.names}
    body = [f"def repeated({''.join(f'{one}, ' for one in notes.given)}*, stream):"]
    for place, step in enumerate(notes.steps):
        body.append(step.text)
        if poison and step.allocated:
            body.append(f"poison({', '.join(step.allocated)})")
        over = [name for name in dict.fromkeys(step.names) if last[name] == place and name not in kept]
        body += [f"del {', '.join(over)}"] if over else []
    body.append(f"return ({''.join(f'{one}, ' for one in returned)})")
    namespace = notes.constants | {"poison": poison}
    exec(compile("\n    ".join(body), "<repeated call>", "exec"), namespace)
    return namespace["repeated"]


# ---- calls -----------------------------------------------------------------------------------------------


def _fill_with_garbage(*tensors: torch.Tensor) -> None:
    """NaN, or a number that no program has by chance."""
    for tensor in tensors:
        tensor.fill_(float("nan") if tensor.is_floating_point() else 101)


def _form(tensor: torch.Tensor) -> tuple:
    """All of a tensor that is no data. Of what is contiguous strides still tell: where a size is 1."""
    return tensor.dtype, tensor.shape, tensor.stride()


def _agree(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether two pieces of results are the same, up to the order of atomics."""
    if not one.is_floating_point():
        return torch.equal(one, other)
    finite = one.isfinite()
    if not torch.equal(finite, other.isfinite()):
        return False
    one, other = one.double().where(finite, 0.0), other.double().where(finite, 0.0)
    return bool((one - other).abs().max() <= SAME * one.abs().max())


def _is_same(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether two calls returned the same: they agree, piece by piece, and not because all is NaN."""
    if _form(one) != _form(other) or one.device != other.device:
        return False
    tells = not one.is_floating_point() or not one.numel() or bool(one.isfinite().any())
    pieces = zip(one.reshape(-1).split(PIECE), other.reshape(-1).split(PIECE), strict=True)
    return tells and all(_agree(*pair) for pair in pieces if pair[0].numel())


def _random_states(gpu: torch.device | None) -> list[torch.Tensor]:
    return [torch.get_rng_state(), *([torch.cuda.get_rng_state(gpu)] if gpu else [])]


def _set_random_states(states: Sequence[torch.Tensor], gpu: torch.device | None) -> None:
    torch.set_rng_state(states[0])
    if gpu:
        torch.cuda.set_rng_state(states[1], gpu)


SEEN, NEVER = "seen", "never"


def _is_watched() -> bool:
    """Whether a profiler hears of Triton's launches."""
    from triton import knobs

    hooks = knobs.runtime.launch_enter_hook, knobs.runtime.launch_exit_hook
    return any(getattr(hook, "calls", hook) for hook in hooks)


class RepeatedCalls:
    """Calls a function of tensors; from the third call in a situation on in few steps.

    Attributes:
        situations: {situation: SEEN once, NEVER repeated, or the function that repeats}.
    """

    def __init__(self, function: Callable, namespace: dict[str, object], device: str = "cpu"):
        """namespace: of the module in which it launches kernels. device: on which."""
        self.function = function
        self.namespace = namespace
        self.gpu = torch.device(device) if device.startswith("cuda") else None
        self.situations: dict[Hashable, Callable | str] = {}
        self.noting = threading.Lock()

    def _stream(self) -> int:
        """The current stream, as Triton launches on it; 0 without a GPU."""
        return torch.cuda.current_stream(self.gpu).cuda_stream if self.gpu else 0

    def _proven(self, notes: CallNotes, tensors: Sequence, results: Sequence, states: Sequence):
        """The function that repeats a noted call, once it has returned the same, or NEVER. states: of the
        random numbers, before that call.
        """
        after = _random_states(self.gpu)
        try:
            _set_random_states(states, self.gpu)
            again = list(repeating(notes, results, _fill_with_garbage)(*tensors, stream=self._stream()))
            if all(_is_same(one, again.pop(0)) for one in results):
                return repeating(notes, results)
            LOG.warning("a graph's calls are not repeated: their steps return something else")
        except Exception as error:  # what cannot be repeated, for whatever reason, the host code computes
            LOG.info("a graph's calls are not repeated: %s", error_summary(error))
        finally:
            _set_random_states(after, self.gpu)
        return NEVER

    def _noted(self, tensors: Sequence[torch.Tensor]) -> tuple[tuple, Callable | str]:
        """(what a call returns, how the next ones are to be repeated)."""
        states = _random_states(self.gpu)
        try:
            results, notes = noted_call(self.function, _kernels_in(self.namespace), tensors)
        except Exception as error:  # one of the function's own is raised again, below
            why = error_summary(error)
        else:
            return results, self._proven(notes, tensors, results, states)
        LOG.info("a graph's calls are not repeated: %s", why)
        _set_random_states(states, self.gpu)
        return self.function(*tensors), NEVER

    def _note(self, tensors: Sequence[torch.Tensor], situation: Hashable) -> tuple[torch.Tensor, ...]:
        """What a call returns, which is noted unless another thread notes one."""
        if not self.noting.acquire(blocking=False):
            return self.function(*tensors)
        try:
            results, self.situations[situation] = self._noted(tensors)
        finally:
            self.noting.release()
        if self.gpu:
            torch.cuda.empty_cache()  # of the proof
        return results

    def _see(self, situation: Hashable) -> None:
        """Notes that there was a call in a situation, in the place of the oldest one that did not return."""
        seen = [one for one, known in self.situations.items() if known == SEEN]
        if len(self.situations) >= MOST_SITUATIONS and seen:
            del self.situations[seen[0]]
        if len(self.situations) < MOST_SITUATIONS:
            self.situations[situation] = SEEN

    def __call__(self, tensors: Sequence[torch.Tensor], settings: Hashable) -> tuple[torch.Tensor, ...]:
        """settings: of PyTorch's, on which the host code may depend."""
        if _is_watched() or any(tensor.data_ptr() % ALIGNED for tensor in tensors):
            return self.function(*tensors)
        situation = (settings, *map(_form, tensors))
        if len({*map(id, tensors)}) < len(tensors):  # at another call these may be several
            situation += tuple(map(list(map(id, tensors)).index, map(id, tensors)))
        known = self.situations.get(situation)
        if callable(known):
            return known(*tensors, stream=self._stream())
        if known is None:
            self._see(situation)
        may_wait = not self.gpu or not torch.cuda.is_current_stream_capturing()
        return self._note(tensors, situation) if known == SEEN and may_wait else self.function(*tensors)
