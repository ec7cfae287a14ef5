"""drafts."""

import contextlib
import functools
import inspect
import itertools
import math
from dataclasses import dataclass
import torch
import torch.nn as nn
from python_to_triton.frontend.builder import is_number
from python_to_triton.frontend.canonical import tidied
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.lowering import packet_of
from python_to_triton.frontend.programs import tensors_in
from python_to_triton.frontend.recorder import Tape, record
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError


def template_of(item, count):
    """The source of an expression that rebuilds `item` from `results`."""
    if isinstance(item, torch.Tensor):
        return f"results[{next(count)}]"
    if isinstance(item, dict):
        return "{" + ", ".join(f"{key!r}: {template_of(part, count)}" for key, part in item.items()) + "}"
    if isinstance(item, (list, tuple)):
        parts = ", ".join(template_of(part, count) for part in item)
        if type(item).__module__ == "torch.return_types":
            return f"torch.return_types.{type(item).__name__}(({parts}))"
        if hasattr(item, "_fields"):
            return f"{type(item).__name__}({parts})"
        return f"[{parts}]" if isinstance(item, list) else f"({parts}{',' * (len(item) == 1)})"
    if item is None or isinstance(item, (bool, int, float, str)):
        return repr(item)
    raise GraphError(f"the program returns {type(item).__name__} among its tensors")


def outputs_of(result):
    """(tensors, whether there are several, template) of what a program returned.

    The template is the source of an expression over `results`, the tuple of the tensors, that gives the same structure;
    empty where the tuple, or the one tensor, is all there is. Raises GraphError where there is none.
    """
    tensors = tensors_in(result)
    if isinstance(result, torch.Tensor):
        return [result], False, ""
    if not tensors:
        raise GraphError(
            "the program returns no tensor"
            if result is None or is_number(result) or not result
            else f"the program returns {type(result).__name__}, not tensors"
        )
    plain_tuple = type(result) is tuple and len(tensors) == len(result)
    return tensors, True, "" if plain_tuple else template_of(result, itertools.count())


def shortest(value, dtype):
    """The shortest decimal that is `value` in this dtype: 0.1 for torch.tensor(0.1).item()."""
    if not dtype.is_floating_point or not math.isfinite(value):
        return value
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next((v for v in short if torch.tensor(v, dtype=dtype).item() == value), value)


def constants_of(program):
    """How a Tape treats a tensor that no call produced: small known ones become literals."""

    def constant(g, tensor):
        if isinstance(tensor, torch.Tensor) and not hasattr(tensor, "fake_mode") and tensor.numel() <= 64:
            if tensor.numel() == 1:
                return g(
                    "full",
                    shape=tensor.shape,
                    value=shortest(tensor.item(), tensor.dtype),
                    dtype=tensor.dtype,
                )
            return g("tensor", values=tensor.tolist(), dtype=tensor.dtype)
        raise GraphError(
            f"the program uses a tensor of shape {tuple(tensor.shape)} from outside; pass it as an argument"
        )

    return constant


@dataclass
class Draft:
    """A graph whose sizes are still the numbers of one trace."""

    inputs: list  # (Value, path in the module or ''), in calling order
    outputs: list
    multiple: bool

    @functools.cached_property
    def values(self):
        return Graph((), [v for v, _ in self.inputs], self.outputs, self.multiple).values


def notes_on(tape, tensors, calls, program):
    """What the program does beside computing its result, in sentences; (tensor, path) are its inputs and parameters."""
    notes = []
    if any(packet_of(call.func) == "batch_norm" and call.args[5] for call in calls):
        notes.append(
            "Batch normalisation uses the statistics of the batch, as in training; running statistics are not updated."
        )
    written_to = [
        path or "an input"
        for x, path in tensors
        if tape.of[id(x)].op != "argument" and "num_batches_tracked" not in path
    ]
    if written_to:
        notes.append(
            f"The original also writes to {', '.join(dict.fromkeys(written_to))}; this translation leaves that as it is."
        )
    if isinstance(program.function, nn.Module) and any(
        isinstance(m, nn.modules.dropout._DropoutNd) and m.p for m in program.function.modules()
    ):
        notes.append("Dropout is left out, as in eval mode.")
    if (
        isinstance(program.function, nn.Module)
        and program.source
        and inspect.signature(type(program.function)).parameters
    ):
        notes.append(
            "What the constructor sets is as get_init_inputs() has it: with other arguments, sizes may differ, and nothing else."
        )
    return tuple(notes)


@contextlib.contextmanager
def unchanged_state(function):
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


def make_draft(program, inputs, mode):
    """The Draft of a program on these inputs, fake tensors and constants."""
    with unchanged_state(program.function):
        result, calls = record(program.function, inputs, mode, program.filename)
    tensors = [(x, "") for x in tensors_in(inputs)] + [(x, path) for path, x in program.lifted]
    tape, arguments = Tape(constants_of(program)), []
    for x, path in tensors:
        if x.dtype not in DTYPE_NAMES or x.layout != torch.strided:
            sparse = "sparse " if x.layout != torch.strided else ""
            raise GraphError(f"{sparse}tensors of {str(x.dtype).removeprefix('torch.')} are not supported")
        if id(x) not in tape.of:
            tape.hold(x, Value("argument", name=f"a{len(arguments)}", meta=x))
            arguments.append((tape.of[id(x)], path))
    views_matter = any(call.func._schema.is_mutable for call in calls)
    for call in calls:
        try:
            tape.play(call, views_matter)
        except GraphError as error:
            raise GraphError(f"{error}{program.at(call.line)}") from error
    outs, multiple, program.template = outputs_of(result)
    program.notes = notes_on(tape, tensors, calls, program)
    made = Draft(arguments, tidied(tape.g, [tape.value(out) for out in outs]), multiple)
    used = {id(v) for value in made.values for v in value.inputs()} | set(map(id, made.outputs))
    made.inputs = [(v, path) for v, path in arguments if not path or id(v) in used]
    return made
