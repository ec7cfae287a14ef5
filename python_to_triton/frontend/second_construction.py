"""A second construction: which sizes of a module's parameters may be others.

A parameter's size cannot be changed in a module that is there, so a number that the forward computes from one
(`C // self.heads`) looks like a constant. Here the class is built again with other constructor sizes, and
traced. Where the graph also gives that trace, its letters hold for both; attributes that differ are written
in letters. Sizes that did not change, or that change the program, hold as numbers alone.
"""

import inspect
import itertools
import logging
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace, trace_concretely
from python_to_triton.frontend.conditions import Conditions, Fixed
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.module_reads import fixed_reads
from python_to_triton.frontend.programs import Program, apply_to_tensors, module_program
from python_to_triton.frontend.size_expressions import express
from python_to_triton.frontend.symbolic_values import has_default_scale, with_each_number
from python_to_triton.frontend.values import Value, is_number, resolve
from python_to_triton.frontend.vocabulary import SHAPE_ERRORS
from python_to_triton.named_gpus import on_the_cpu

LOG = logging.getLogger(__name__)

# Names of a constructor's integers that count something or are the size of a window: they change a program.
_COUNTS = re.compile("kernel|^ks?$|head|stride|pad|dilat|group|layer|depth|window|factor|order")

# And integers up to this one may be such whatever their name is.
_MOST_OF_A_COUNT = 8

# Factors by which sizes grow; no two by the same where they are apart.
_FACTORS = (2, 3, 5, 7, 11, 13)

Path = tuple[str | int, ...]  # of an integer among a constructor's arguments


# ---- the constructor's integers ----


def _is_integer(item):
    return isinstance(item, int) and not isinstance(item, bool)


def _integers(arguments: dict) -> dict[Path, int]:
    """{path: integer} of a constructor's arguments, those in lists and tuples among them."""
    found = {}

    def visit(path, item):
        if _is_integer(item):
            found[path] = item
        elif isinstance(item, (list, tuple)):
            for i, part in enumerate(item):
                visit((*path, i), part)

    for name, item in arguments.items():
        visit((name,), item)
    return found


def _with_integers(arguments: dict, chosen: dict[Path, int]) -> dict:
    """A constructor's arguments with other integers at these paths."""

    def changed(path, item):
        if isinstance(item, (list, tuple)):
            return type(item)([changed((*path, i), part) for i, part in enumerate(item)])
        return chosen.get(path, item)

    return {name: changed((name,), item) for name, item in arguments.items()}


def _choices(integers: dict[Path, int]) -> Iterator[dict[Path, int]]:
    """Other integers to build with, those that tell most first; each comes once."""
    integers = {path: n for path, n in integers.items() if not _COUNTS.search(path[0])}
    factors = list(itertools.islice(itertools.cycle(_FACTORS), len(integers)))
    of_value = dict(zip(dict.fromkeys(integers.values()), factors))
    choices = (
        {path: n * factor for (path, n), factor in zip(integers.items(), factors)},
        {path: n * of_value[n] for path, n in integers.items()},
        {path: n * 2 for path, n in integers.items()},
        {path: n * 2 for path, n in integers.items() if n > _MOST_OF_A_COUNT},
    )
    tried = [{}]
    for choice in choices:
        if choice not in tried:
            tried.append(choice)
            yield choice


# ---- the same program at other sizes ----


def _other_sizes(graph: Graph, lifted: dict[str, torch.Tensor]) -> dict[str, int] | None:
    """{letter: size} of a graph with these parameters; None where they do not fit its pattern.

    Letters that no parameter has keep their size.
    """
    other = {}
    for argument in graph.arguments:
        if not argument.origin:
            continue
        tensor = lifted.get(argument.origin)
        if tensor is None or tensor.dim() != len(argument.dims) or tensor.dtype != argument.dtype:
            return None
        for d, n in zip(argument.dims, tensor.shape):
            if (other.setdefault(d, n) if isinstance(d, str) else d) != n:
                return None
    return graph.sizes | other


def _resized(graph: Graph, trace: ConcreteTrace, inputs: tuple, sizes: dict[str, int], mode) -> tuple:
    """The inputs with the tensors that the graph's arguments have at these sizes."""
    shapes = {
        id(value.meta): [sizes.get(d, d) for d in argument.dims]
        for (value, _), argument in zip(trace.inputs, graph.arguments)
    }
    with mode:
        return apply_to_tensors(lambda x: torch.empty(shapes[id(x)], dtype=x.dtype), inputs)


def _is_equal(item, other):
    if isinstance(item, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(item) == len(other) and all(map(_is_equal, item, other))
    if is_number(item) and is_number(other):
        return math.isclose(item, other, rel_tol=1e-9) or item != item and other != other
    return type(item) is type(other) and item == other


def _same_step(value: Value, other: Value, sizes: dict[str, int], place: Callable) -> bool:
    """Whether a value in letters is, at these sizes, what it is in the other trace, shapes aside.

    `place` gives where an operand comes from, the same for both graphs.
    """

    def number(item):
        if isinstance(item, Value):
            return place(item)
        if isinstance(item, tuple):
            return tuple(number(part) for part in item)
        return resolve(item, sizes)

    if value.op != other.op or not _is_equal(number(value.operands), number(other.operands)):
        return False
    names = dict(value.attributes).keys() | dict(other.attributes).keys()
    for name in names - {"shape"}:
        if name == "scale" and value.at[name] is None and has_default_scale(other):
            continue
        if not _is_equal(*with_each_number((number(value.at[name]), number(other.at[name])))):
            return False
    return True


def is_at_sizes(graph: Graph, again: ConcreteTrace, sizes: dict[str, int]) -> bool:
    """Whether a graph is, at these sizes, the other trace."""
    if len(graph.values) != len(again.values) or graph.arity != len(again.inputs):
        return False
    places = {}
    for i, (value, (other, _)) in enumerate(zip(graph.inputs, again.inputs)):
        places |= {id(value): f"a{i}", id(other): f"a{i}"}
    for i, (value, other) in enumerate(zip(graph.values, again.values)):
        places |= {id(value): f"v{i}", id(other): f"v{i}"}
    try:
        shapes = graph.shapes(sizes)
    except SHAPE_ERRORS:
        return False
    pairs = list(zip(graph.values, again.values))
    outputs = [[places.get(id(v)) for v in made.outputs] for made in (graph, again)]
    return (
        outputs[0] == outputs[1]
        and all(tuple(shapes[id(value)].shape) == other.shape for value, other in pairs)
        and all(_same_step(value, other, sizes, lambda v: places[id(v)]) for value, other in pairs)
    )


# ---- attributes in letters ----


def _in_letters(first, second, sizes, other):
    """What an attribute is in letters, from what it is in both builds; None where no letters give it."""
    if _is_equal(first, second):
        return first
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)) and len(first) == len(second):
        parts = [_in_letters(a, b, sizes, other) for a, b in zip(first, second)]
        missing = any(part is None and a is not None for part, a in zip(parts, first))
        return None if missing else type(first)(parts)
    if is_number(first) and is_number(second) and not isinstance(first, bool):
        return express((first, second), (sizes, other))
    return None


def _attributes_in_letters(
    fixed: tuple[Fixed, ...], again: tuple[Fixed, ...], sizes: dict[str, int], other: dict[str, int]
) -> tuple[Fixed, ...] | None:
    """What the trace fixed with sizes in letters; None where the two builds differ otherwise."""
    now = {item.path: item.value for item in again}
    result = []
    for item in fixed:
        if item.path not in now:
            result.append(item)  # an argument of the call: both traces have it
            continue
        value = _in_letters(item.value, now.pop(item.path), sizes, other)
        if value is None and item.value is not None:
            return None
        result.append(Fixed(item.path, value))
    return None if now else tuple(result)


# ---- the construction ----


def _builder(program: Program) -> tuple[Callable[[dict], nn.Module] | None, dict]:
    """(what builds the module from its constructor's arguments by name, these); (None, {}) where none can."""
    if program.constructor is None:
        return None, {}
    made, positional, named = program.constructor
    bound = inspect.signature(made).bind(*positional, **named)
    bound.apply_defaults()
    if any(isinstance(item, nn.Module) for item in bound.arguments.values()):
        return None, {}  # both builds would share it

    def build(arguments):
        bound.arguments.update(arguments)
        return made(*bound.args, **bound.kwargs)

    return build, dict(bound.arguments)


def _traced_again(graph, trace, inputs, model, mode):
    """({letter: size}, what was fixed) of a second build that is the same program; None where it is not."""
    program = graph.source
    lifted = module_program(model, program.name, program.inputs, program.filename, program.source).lifted
    again = replace(program, function=model, lifted=lifted)
    sizes = _other_sizes(graph, dict(again.lifted))
    if sizes is None or sizes == graph.sizes:
        return None
    made = trace_concretely(again, _resized(graph, trace, inputs, sizes, mode), mode, note_reads=True)
    results = [(t.template, t.effects, t.copied, t.statements) for t in (trace, made)]
    if results[0] != results[1] or not is_at_sizes(graph, made, sizes):
        return None
    return sizes, fixed_reads(model, made.reads, program.source)


def with_sizes(
    conditions: Conditions, graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode
) -> Conditions:
    """The conditions of a traced module with the sizes that its constructor fixed.

    Args:
        conditions: without sizes.
        graph: in letters.
        trace: of which the graph was made, at the sizes of `inputs`.
        inputs: fake tensors of `mode`, and constants.
    """
    program = graph.source
    dims = [d for argument in graph.arguments if argument.origin for d in argument.dims]
    letters = [d for d in dict.fromkeys(dims) if isinstance(d, str)]
    sizes = {graph.sizes[d] for d in letters}
    build, arguments = _builder(program) if letters else (None, {})
    integers = {path: n for path, n in _integers(arguments).items() if n in sizes}

    for choice in _choices(integers):
        try:
            with mode, on_the_cpu():
                model = build(_with_integers(arguments, choice))
            model.train(program.function.training)
            found = _traced_again(graph, trace, inputs, model, mode)
            fixed = found and _attributes_in_letters(conditions.fixed, found[1], graph.sizes, found[0])
        except TimeoutError:  # a limit of the caller, no reason of the program
            raise
        except Exception as error:  # the class's own reasons not to be built, or not to run, at these sizes
            LOG.debug("not with %s: %s", choice, error)
            continue
        if fixed is not None:
            other = found[0]
            unchanged = {d: graph.sizes[d] for d in letters if graph.sizes[d] == other[d]}
            return replace(conditions, fixed=fixed, sizes=unchanged)
    return replace(conditions, sizes={d: graph.sizes[d] for d in letters})
