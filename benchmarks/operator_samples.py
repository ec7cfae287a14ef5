"""What becomes of the samples of PyTorch's database of operators: OpInfo, and ModuleInfo for torch.nn.

A sample is one call, `op(input, *args, **kwargs)`, with tiny tensors. It is traced as a program that calls
the operator and nothing else; PyTorch may compute what the vocabulary does not have. Its status:

    triton   everything is in the vocabulary, and the graph gives what PyTorch gives: values, shapes, dtypes
    part     PyTorch computes some of it
    pytorch  PyTorch computes all of it
    refused  it cannot be traced
    wrong    everything is in the vocabulary, and the graph gives something else
    empty    one of its tensors has no elements, which a written module refuses by a guard
    invalid  PyTorch itself does not run it on this machine: it counts nowhere
"""

import contextlib
import functools
import random
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import torch
import torch.nn as nn
from torch.utils._pytree import tree_flatten, tree_unflatten

from python_to_triton import frontend
from python_to_triton.frontend import GraphError

COUNTED = ("triton", "part", "pytorch", "refused", "wrong")
MODULES = "nn."  # before the name of a class of torch.nn


@dataclass(frozen=True)
class SampleClass:
    """What becomes of one sample.

    `backward` is the status of its gradients, "" where it has none or they were not asked for.
    """

    status: str
    reason: str = ""
    prompts: tuple[str, ...] = ()
    backward: str = ""
    backward_reason: str = ""


@dataclass(frozen=True)
class OperatorClass:
    """What becomes of an operator's samples, and of its calls that PyTorch refuses.

    `errors` are "same" where the trace raises PyTorch's own text, "other" for another text, "none".
    """

    operator: str
    dtype: str
    drawn: int  # how many samples PyTorch has
    samples: tuple[SampleClass, ...] = ()
    errors: tuple[str, ...] = ()
    failure: str = ""  # why there is none: its samples cannot be made, or a worker died

    @property
    def counted(self) -> list[SampleClass]:
        """The samples that a figure counts."""
        return [sample for sample in self.samples if sample.status in COUNTED]

    @property
    def translated(self) -> int:
        """How many of them are in Triton as a whole."""
        return sum(sample.status == "triton" for sample in self.counted)


# ---- the database --------------------------------------------------------------------------------


@functools.cache
def _operators() -> dict[str, object]:
    """{name: OpInfo}, the variant after a colon. The import takes ten seconds."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {op.name + f":{op.variant_test_name}" * bool(op.variant_test_name): op for op in op_db}


@functools.cache
def _modules() -> dict[str, object]:
    """{name: ModuleInfo} of torch.nn."""
    from torch.testing._internal.common_modules import module_db

    return {info.name: info for info in module_db if info.name.startswith(MODULES)}


def is_public(name: str) -> bool:
    """Whether people can write an operator: torch.softmax, but not torch._softmax_backward_data."""
    parts = name.split(":")[0].split(".")
    return not any(part.startswith("_") and not part.endswith("__") or part == "ops" for part in parts)


def operator_names(dtype: torch.dtype, modules: bool = True) -> list[str]:
    """The public operators, and modules of torch.nn, that take tensors of a dtype on the CPU."""
    names = [name for name, op in _operators().items() if dtype in op.supported_dtypes("cpu")]
    if modules:
        names += [name for name, info in _modules().items() if dtype in info.supported_dtypes("cpu")]
    return sorted(filter(is_public, names))


@dataclass(frozen=True)
class ProgramCall:
    """A program, and a call of it."""

    program: object  # a function of the tensors, or a module
    inputs: tuple
    differentiable: bool
    defined: bool = True  # whether PyTorch says what the result holds: torch.empty's is whatever was there


def _of_tensors(function: Callable, arguments: tuple, named: dict) -> tuple[Callable, tuple]:
    """(a function of the tensors alone, the tensors) of a call."""
    leaves, structure = tree_flatten((arguments, named))
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

    def call(*tensors):
        given = list(leaves)
        for place, tensor in zip(places, tensors, strict=True):
            given[place] = tensor
        positional, keywords = tree_unflatten(given, structure)
        return function(*positional, **keywords)

    return call, tuple(leaves[place] for place in places)


class CalledModule(nn.Module):
    """A module that is called with constants, or by names."""

    def __init__(self, module: nn.Module, arguments: tuple, named: dict):
        super().__init__()
        self.module = module
        self.call = _of_tensors(module, arguments, named)[0]

    def forward(self, *tensors):
        return self.call(*tensors)


def _module_calls(info, dtype) -> Iterator[ProgramCall]:
    """The calls of a class of torch.nn, in evaluation."""
    inputs = info.module_inputs_func(info, "cpu", dtype, requires_grad=False, training=False)
    for one in inputs:
        built = info.module_cls(*one.constructor_input.args, **one.constructor_input.kwargs).to(dtype).eval()
        if one.forward_input is None:
            continue
        arguments = one.forward_input.args
        named = one.forward_input.kwargs
        if named or not all(isinstance(item, torch.Tensor) for item in arguments):
            tensors = _of_tensors(built, arguments, named)[1]
            yield ProgramCall(CalledModule(built, arguments, named), tensors, True)
        else:
            yield ProgramCall(built, tuple(arguments), True)


def _operator_calls(info, dtype) -> Iterator[ProgramCall]:
    """The calls of an operator."""
    differentiable = info.supports_autograd and dtype.is_floating_point
    for one in info.sample_inputs("cpu", dtype, requires_grad=False):
        call, tensors = _of_tensors(info.op, (one.input, *one.args), dict(one.kwargs))
        yield ProgramCall(call, tensors, differentiable, "empty" not in info.name)


# ---- one sample ----------------------------------------------------------------------------------


def short_reason(error: BaseException | str) -> str:
    """A reason without the line of the program, which is this file's."""
    return re.sub(r" \((?:on )?line \d+.*", "", str(error).strip().split("\n")[0])[:160]


def _copies(tensors: Iterable[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    return tuple(tensor.detach().clone() for tensor in tensors)


def _run(call: ProgramCall) -> list[torch.Tensor]:
    torch.manual_seed(0)
    with torch.no_grad():
        return frontend.collect_tensors(call.program(*_copies(call.inputs)))


def _arguments(call: ProgramCall, graph) -> list[torch.Tensor]:
    """The tensors that a graph takes: the call's, then parameters and buffers of its module."""
    state = dict(call.program.state_dict()) if isinstance(call.program, nn.Module) else {}
    own = iter(_copies(call.inputs))
    return [state[argument.origin] if argument.origin else next(own) for argument in graph.arguments]


def _unlike(found: list, expected: list, defined: bool) -> str:
    """How tensors differ from PyTorch's; "" where they do not."""
    if len(found) < len(expected):
        return f"{len(found)} results, not {len(expected)}"
    for one, other in zip(found, expected):  # further outputs are effects
        if not defined and (one.shape, one.dtype) == (other.shape, other.dtype):
            continue
        try:
            torch.testing.assert_close(one, other, equal_nan=True)
        except AssertionError as error:
            return short_reason(error)
    return ""


def _doubled(tensors):
    return tuple(tensor.double() if tensor.dtype == torch.float32 else tensor for tensor in tensors)


def _difference(graph, call: ProgramCall, expected: list) -> str:
    """How the results of a graph differ from PyTorch's; "" where they do not.

    Sums in another order may differ more than usual in float32, and then agree in float64.
    """
    arguments = _arguments(call, graph)
    try:
        found = _unlike(frontend.collect_tensors(graph.run(*arguments)), expected, call.defined)
    except (*frontend.SHAPE_ERRORS, GraphError) as error:
        return f"the graph does not run: {short_reason(error)}"
    if not found or isinstance(call.program, nn.Module):
        return found
    with contextlib.suppress(*frontend.SHAPE_ERRORS, GraphError):  # not all of them run in float64
        exact = _run(replace(call, inputs=_doubled(call.inputs)))
        if not _unlike(frontend.collect_tensors(graph.run(*_doubled(arguments))), exact, True):
            return ""
    return found


def _left(graph) -> str:
    """The operators that PyTorch computes, and why, in words."""
    opaque = [value for value in graph.values if frontend.is_opaque(value)]
    names = dict.fromkeys(frontend.operator_of(value) for value in opaque)
    if any(value.at["occurrence"] for value in opaque):
        return "draws random numbers"
    dtypes = [v.dtype for value in opaque for v in (value, *value.inputs())]
    if any(dtype not in frontend.DTYPES.values() for dtype in dtypes):
        return "complex numbers"
    return f"no Triton form of {', '.join(sorted(names))}"


def _status(graph) -> tuple[str, str, tuple[str, ...]]:
    """(status, reason, prompts) of a graph that is not wrong."""
    prompts = tuple(region.graph.text for region in frontend.regions(graph))
    if any(map(frontend.is_opaque, graph.values)):
        return "part" if prompts else "pytorch", _left(graph), prompts
    return "triton", "", prompts


def _backward(graph) -> tuple[str, str]:
    """(status, reason) of the gradients of a graph; ("", "") where it has none."""
    try:
        if not graph.arguments or not frontend.collect_tensors(graph.metas(graph.sizes)):
            return "", ""
        status, reason, _ = _status(frontend.backward_graph(graph).graph)
    except GraphError as error:
        none = str(error) in ("no argument can have a gradient", "no result has a gradient")
        return ("", "") if none else ("refused", short_reason(error))
    except Exception as error:  # a fault of the front end: a figure of its own, not the end of the run
        return "refused", f"{type(error).__name__}: {short_reason(error)}"
    return status, reason


def class_of(call: ProgramCall, backward: bool) -> SampleClass:
    """What becomes of a sample."""
    try:
        expected = _run(call)
    except Exception as error:  # whatever PyTorch raises where it has no kernel
        return SampleClass("invalid", short_reason(error))
    if any(0 in tensor.shape for tensor in (*call.inputs, *expected)):
        return SampleClass("empty")
    try:
        graph = frontend.trace(call.program, _copies(call.inputs), partial=True)
        status, reason, prompts = _status(graph)
    except GraphError as error:
        return SampleClass("refused", short_reason(error))
    except Exception as error:  # a fault of the front end: it is counted, and named
        return SampleClass("refused", f"{type(error).__name__}: {short_reason(error)}")
    if status == "triton":
        difference = _difference(graph, call, expected)
        if difference:
            return SampleClass("wrong", difference, prompts)
    gradients = _backward(graph) if backward and call.differentiable and status != "pytorch" else ("", "")
    return SampleClass(status, reason, prompts, *gradients)


def _error_of(call: ProgramCall) -> str:
    """Whether a trace refuses what PyTorch refuses, "same" with its text; "" where PyTorch does not."""
    try:
        _run(call)
        return ""
    except Exception as error:
        theirs = str(error).strip().split("\n")[0]
    try:
        frontend.trace(call.program, _copies(call.inputs))
        return "none"
    except GraphError as error:
        return "same" if theirs in str(error) else "other"
    except Exception:  # a fault of the front end
        return "other"


# ---- an operator ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class OperatorTask:
    """An operator whose samples are to be classed.

    `most` is how many samples are drawn, `backwards` of how many the gradients are traced.
    """

    operator: str
    dtype: str
    most: int = 12
    backwards: int = 2
    seed: int = 0

    def calls(self) -> list[ProgramCall]:
        """Every sample of the operator; raises whatever PyTorch does where a build lacks something."""
        torch.manual_seed(self.seed)
        dtype = getattr(torch, self.dtype)
        if self.operator in _modules():
            return list(_module_calls(_modules()[self.operator], dtype))
        return list(_operator_calls(_operators()[self.operator], dtype))

    def drawn(self, calls: list[ProgramCall]) -> list[ProgramCall]:
        """Those of them that are classed, in their order, the first among them."""
        rng = random.Random(f"{self.seed} {self.operator}")
        places = range(1, len(calls))
        chosen = [0, *rng.sample(places, min(self.most - 1, len(places)))] if calls else []
        return [calls[place] for place in sorted(chosen)]

    def refusals(self) -> tuple[str, ...]:
        """What becomes of the calls that PyTorch refuses: they are float32."""
        info = _operators().get(self.operator)
        if info is None or not info.error_inputs_func or self.dtype != "float32":
            return ()
        found = []
        for one in info.error_inputs("cpu"):
            sample = one.sample_input
            call, tensors = _of_tensors(info.op, (sample.input, *sample.args), dict(sample.kwargs))
            found.append(_error_of(ProgramCall(call, tensors, False)))
        return tuple(filter(None, found))


def sample_classes(
    task: OperatorTask, calls: list[ProgramCall], known: Sequence[SampleClass] = ()
) -> Iterator[SampleClass]:
    """The class of each drawn sample after those that are known."""
    warnings.simplefilter("ignore")
    wanted = task.backwards - sum(bool(one.backward) for one in known)
    for call in calls[len(known) :]:
        one = class_of(call, backward=wanted > 0)
        wanted -= bool(one.backward)
        yield one


def class_operator(task: OperatorTask) -> OperatorClass:
    """What becomes of an operator's samples, in this process."""
    every = task.calls()
    found = tuple(sample_classes(task, task.drawn(every)))
    return OperatorClass(task.operator, task.dtype, len(every), found, task.refusals())
