"""A program traced at one choice of sizes: a graph whose sizes are still numbers."""

import contextlib
import functools
import inspect
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.canonicalization import canonicalize
from python_to_triton.frontend.functionalization import Functionalizer
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.module_reads import Reads, recorded_reads
from python_to_triton.frontend.programs import Program, collect_tensors
from python_to_triton.frontend.recorder import Call, record
from python_to_triton.frontend.values import Value, is_number
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError

# The largest constant tensor that is written into the prompt.
_MAX_CONSTANT_ELEMENTS = 64


def _result_template(item, count):
    """The source of an expression that rebuilds `item` from `results`."""
    if isinstance(item, torch.Tensor):
        return f"results[{next(count)}]"
    if isinstance(item, dict):
        parts = (f"{key!r}: {_result_template(part, count)}" for key, part in item.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(item, (list, tuple)):
        parts = ", ".join(_result_template(part, count) for part in item)
        if type(item).__module__ == "torch.return_types":
            return f"torch.return_types.{type(item).__name__}(({parts}))"
        if hasattr(item, "_fields"):
            return f"{type(item).__name__}({parts})"
        return f"[{parts}]" if isinstance(item, list) else f"({parts}{',' * (len(item) == 1)})"
    if item is None or isinstance(item, (bool, int, float, str)):
        return repr(item)
    raise GraphError(f"the program returns {type(item).__name__} among its tensors; return tensors alone")


def _outputs_of(result):
    """(tensors, whether there are several, template) of what a program returned.

    The template is the source of an expression over `results`, the tuple of the tensors, that gives the same
    structure; it is empty where the tuple, or the one tensor, is all there is. GraphError where there is no
    tensor.
    """
    tensors = collect_tensors(result)
    if isinstance(result, torch.Tensor):
        return [result], False, ""
    if not tensors:
        nothing = result is None or is_number(result) or not result
        raise GraphError(
            "the program returns no tensor"
            if nothing
            else f"the program returns {type(result).__name__}, not tensors"
        )
    plain_tuple = type(result) is tuple and len(tensors) == len(result)
    return tensors, True, "" if plain_tuple else _result_template(result, itertools.count())


def _shortest_decimal(value, dtype):
    """The shortest decimal that is `value` in this dtype: 0.1 for torch.tensor(0.1).item()."""
    if not dtype.is_floating_point or not math.isfinite(value):
        return value
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next((v for v in short if torch.tensor(v, dtype=dtype).item() == value), value)


def _constant(g, tensor):
    """The Value of a tensor that no call produced: small ones whose data is known become literals."""
    is_known = isinstance(tensor, torch.Tensor) and not hasattr(tensor, "fake_mode")
    if not is_known or tensor.numel() > _MAX_CONSTANT_ELEMENTS:
        shape = tuple(tensor.shape)
        raise GraphError(f"the program uses a tensor of shape {shape} from outside; pass it as an argument")
    if tensor.numel() == 1:
        number = _shortest_decimal(tensor.item(), tensor.dtype)
        return g("full", shape=tensor.shape, value=number, dtype=tensor.dtype)
    return g("tensor", values=tensor.tolist(), dtype=tensor.dtype)


@dataclass
class ConcreteTrace:
    """A graph whose sizes are the numbers of one trace."""

    inputs: list[tuple[Value, str]]  # (argument, path in the module or ''), in calling order
    outputs: list[Value]
    multiple: bool  # whether the program returns several tensors
    reads: Reads = field(default_factory=dict)  # of modules, where they were noted

    @functools.cached_property
    def values(self) -> list[Value]:
        """Every operation, in the order of the graph."""
        return Graph((), [v for v, _ in self.inputs], self.outputs, self.multiple).values


def _drops_out(module):
    return isinstance(module, nn.modules.dropout._DropoutNd) and module.p


def _notes_on(functional, tensors, calls, program):
    """What the translation leaves out (side effects, training mode), in sentences.

    `tensors` is [(tensor, path)].
    """
    notes = []
    if any(operator_name(call.func) == "batch_norm" and call.args[5] for call in calls):
        notes.append(
            "Batch normalisation uses the statistics of the batch, as in training; "
            "running statistics are not updated."
        )
    written_to = [
        path or "an input"
        for x, path in tensors
        if functional.value(x).op != "argument" and "num_batches_tracked" not in path
    ]
    if written_to:
        targets = ", ".join(dict.fromkeys(written_to))
        notes.append(f"The original also writes to {targets}; this translation leaves that as it is.")

    module = program.function
    if isinstance(module, nn.Module) and any(map(_drops_out, module.modules())):
        notes.append("Dropout is left out, as in eval mode.")
    if isinstance(module, nn.Module) and program.source and inspect.signature(type(module)).parameters:
        notes.append(
            "What the constructor sets is as get_init_inputs() has it: "
            "with other arguments, sizes may differ, and nothing else."
        )
    return tuple(notes)


@contextlib.contextmanager
def _unchanged_state(function) -> Iterator[None]:
    """Puts a module's tensors back that its forward replaces (`self.mean = ...`)."""
    modules = list(function.modules()) if isinstance(function, nn.Module) else []
    before = [(m, dict(vars(m)), dict(m._buffers), dict(m._parameters)) for m in modules]
    try:
        yield
    finally:
        for module, fields, buffers, parameters in before:
            vars(module).clear()
            vars(module).update(fields)
            module._buffers.clear()
            module._buffers.update(buffers)
            module._parameters.clear()
            module._parameters.update(parameters)


def _hold_arguments(functional, tensors):
    """[(argument, path), ...] of distinct tensors, each of which then holds its argument."""
    arguments = []
    for x, path in tensors:
        if x.dtype not in DTYPE_NAMES or x.layout != torch.strided:
            sparse = "sparse " if x.layout != torch.strided else ""
            raise GraphError(f"{sparse}tensors of {str(x.dtype).removeprefix('torch.')} are not supported")
        if not functional.holds_value(x):
            argument = Value("argument", name=f"a{len(arguments)}", meta=x)
            functional.hold(x, argument)
            arguments.append((argument, path))
    return arguments


def _apply_calls(functional, calls: list[Call], program: Program):
    follow_views = any(call.func._schema.is_mutable for call in calls)
    for call in calls:
        try:
            functional.apply(call, follow_views)
        except GraphError as error:
            raise GraphError(f"{error}{program.at(call.line)}") from error


def trace_concretely(
    program: Program, inputs: tuple, mode: FakeTensorMode, note_reads: bool = False
) -> ConcreteTrace:
    """The canonical trace of a program at the sizes of these inputs.

    Args:
        program: gets its `template` and `notes` here.
        inputs: fake tensors of `mode`, and constants.
        note_reads: whether to note what the program reads of its module.

    Raises:
        GraphError: the program cannot be traced. Whatever the program raises at these sizes.
    """
    noted = program.function if note_reads else None
    with _unchanged_state(program.function), recorded_reads(noted) as reads:
        result, calls = record(program.call, inputs, mode, program.filename)

    functional = Functionalizer(_constant)
    tensors = [(x, "") for x in collect_tensors(inputs)] + [(x, path) for path, x in program.lifted]
    arguments = _hold_arguments(functional, tensors)
    _apply_calls(functional, calls, program)

    returned, multiple, program.template = _outputs_of(result)
    program.notes = _notes_on(functional, tensors, calls, program)
    outputs = canonicalize(functional.g, [functional.value(out) for out in returned])
    made = ConcreteTrace(arguments, outputs, multiple, reads)
    used = {id(v) for value in made.values for v in value.inputs()} | set(map(id, made.outputs))
    made.inputs = [(v, path) for v, path in arguments if not path or id(v) in used]
    return made
