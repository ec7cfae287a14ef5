"""Effects: what a program leaves changed, as outputs of its graph after its own.

An argument or buffer that holds another value at the end was written in place; an attribute or an entry of a
dict that holds another tensor was replaced. A counter is a statement of the host.
"""

import ast
import textwrap
from dataclasses import dataclass

import torch

from python_to_triton.frontend.conditions import Effect
from python_to_triton.frontend.functionalization import Functionalizer
from python_to_triton.frontend.module_state import Replaced
from python_to_triton.frontend.programs import Program, leaves_of
from python_to_triton.frontend.values import Value, is_number
from python_to_triton.frontend.vocabulary import VIEWS, GraphError


@dataclass(frozen=True)
class Write:
    """A tensor that a program writes, and the Value that it holds in the end."""

    path: str  # how the wrapper reaches it
    value: Value
    tensor: torch.Tensor  # that was there before
    argument: Value | None  # that it was before; None where the program puts another tensor there
    weight: float | None = None  # of the value in a running average


def _increment(write):
    """By how much a write counts one number up; None where it does something else."""
    value = write.value
    counts = write.argument is not None and value.op == "add" and value.operands[0] is write.argument
    if not counts or write.tensor.dim() or write.tensor.dtype.is_floating_point:
        return None
    return value.operands[1] if is_number(value.operands[1]) else None


def counter_statements(writes: list[Write]) -> tuple[list[Write], tuple[str, ...]]:
    """(the other writes, the statements of those that are counters: self.bn.num_batches_tracked.add_(1))."""
    steps = [(write, _increment(write)) for write in writes]
    statements = tuple(f"{write.path}.add_({step})" for write, step in steps if step is not None)
    return [write for write, step in steps if step is None], statements


def _only_counts(name, source):
    """Whether a program's text names an attribute only to count it up: self.calls += 1."""
    if not source:
        return False
    nodes = [node for node in ast.walk(ast.parse(textwrap.dedent(source))) if hasattr(node, "ctx")]
    loaded = [node for node in nodes if isinstance(node.ctx, ast.Load)]
    return not any(getattr(node, "attr", "") == name for node in loaded)


def number_statements(program: Program, replaced: list[Replaced]) -> tuple[str, ...]:
    """The statements for numbers that a forward counts up and nothing else reads: self.calls += 1.

    Raises:
        GraphError: one is set otherwise, or is no number.
    """
    statements = []
    for change in replaced:
        name = change.path.rpartition(".")[2]
        numbers = all(is_number(n) and not isinstance(n, bool) for n in (change.before, change.item))
        if not numbers or not _only_counts(name, program.source):
            raise GraphError(f"the program sets {change.path}, which a translation cannot: return it instead")
        statements.append(f"{change.path} += {change.item - change.before!r}")
    return tuple(statements)


def replaced_inputs(program: Program, before: tuple, after: tuple) -> list[Replaced]:
    """What a program put into lists and dicts among its inputs in another's place.

    Raises:
        GraphError: it took something out of one.
    """
    was = dict(leaves_of(program.parameters, before))
    now = dict(leaves_of(program.parameters, after))
    missing = [path for path in was if path not in now]
    if missing:
        raise GraphError(f"the program takes {missing[0]} out, which a translation cannot")
    return [
        Replaced(path, was.get(path), item)
        for path, item in now.items()
        if path not in was or item is not was[path]
    ]


def find_writes(
    functional: Functionalizer,
    arguments: list[tuple[Value, torch.Tensor, str]],
    replaced: list[Replaced],
) -> list[Write]:
    """The writes of a program that has run.

    Args:
        arguments: (argument, tensor, how the wrapper reaches it) of each.
        replaced: tensors that the program put in another's place.
    """
    writes = []
    for argument, tensor, path in arguments:
        value = functional.value(tensor)
        if value is argument:
            continue
        if tuple(value.shape) != tuple(argument.shape):
            raise GraphError(f"the program changes the shape of {path} in place")
        steps = functional.averages(tensor) or [(value, None)]
        writes += [Write(path, item, tensor, argument, weight) for item, weight in steps]
    return writes + [Write(r.path, functional.value(r.item), r.item, None) for r in replaced]


def as_outputs(results: list[Value], writes: list[Write], written: list[Value]) -> tuple[list, list]:
    """(the outputs of the graph, [Effect, ...]): the results, then what no result is already.

    Args:
        results: canonical, what the program returns.
        written: canonical, the value of each write.
    """
    outputs = list(results)
    effects = []
    for write, value in zip(writes, written, strict=True):
        if value is write.argument:  # it was written as it is: x.mul_(1)
            continue
        place = next((i for i, out in enumerate(outputs) if out is value), len(outputs))
        if place == len(outputs):
            outputs.append(value)
        effects.append(Effect(write.path, place, write.argument is None, write.weight))
    return outputs, effects


def _viewed(value):
    """What a value is a view of."""
    while value.op in VIEWS:
        value = value.operands[0]
    return value


def views_of_written(outputs: list[Value], effects: list[Effect], writes: list[Write]) -> tuple[int, ...]:
    """The outputs that are views of what an effect writes into, and so have to be copied before it does."""
    in_place = {effect.path for effect in effects if not effect.replaces}
    written = [write.argument for write in writes if write.path in in_place]
    return tuple(i for i, out in enumerate(outputs) if any(_viewed(out) is v for v in written))


def copies_returned(
    outputs: list[Value], returned: list[torch.Tensor], arguments: list[tuple[Value, torch.Tensor, str]]
) -> tuple[int, ...]:
    """The outputs that a graph has as an argument, or as an output before, and the program as a copy of it.

    Who writes into x.clone() does not write into x.

    Args:
        returned: the tensors that the program returned, for the first of `outputs`.
        arguments: as for `find_writes`.
    """

    def memory(tensor):
        return tensor.untyped_storage()._cdata

    homes = {id(value): memory(tensor) for value, tensor, _ in arguments}
    copied = []
    for i, (out, tensor) in enumerate(zip(outputs, returned)):
        if homes.setdefault(id(_viewed(out)), memory(tensor)) != memory(tensor):
            copied.append(i)
    return tuple(copied)
