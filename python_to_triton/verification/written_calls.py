"""The calls that a written file is judged by: what its users may do to it, each once.

    own_calls         the program's own call at two sets of sizes
    variations        the other mode, memory layouts, other arguments and attributes, arguments by name, a
                      wanted gradient
    guard_calls       another dtype, rank or size, and None, for each tensor
    call_as_built_otherwise   its class with other constructor arguments

All but the first may be refused by a guard.
"""

import inspect
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from python_to_triton import frontend
from python_to_triton.frontend import Graph
from python_to_triton.frontend.arithmetic import evaluate_arithmetic
from python_to_triton.frontend.known_data import fixed_tensors
from python_to_triton.frontend.sample_inputs import draw_tensor, find_domains
from python_to_triton.verification.original_program import (
    Original,
    ProgramEnded,
    WrittenCall,
    tensors_of_call,
)
from python_to_triton.verification.sandbox import Refused

logger = logging.getLogger(__name__)

# Sizes that a letter takes in the first and in the second call, preferred ones first.
SIZES = ((3, 5, 7, 4, 6, 8, 12, 16), (6, 4, 9, 2, 10, 3, 16, 24))
GUARDED_TENSORS = 3  # among the arguments, of which every guard is triggered
TOO_LARGE = 1 << 20  # for any index of a call
CHANGED_VALUES = 6  # arguments and attributes, at the most, that get another value
SMALL = 16  # a constructor's integer up to this is kept: heads, groups, a kernel's width

# Texts that PyTorch's functions take in each other's place.
TEXTS = (
    ("mean", "sum", "none", "batchmean"),
    ("none", "tanh"),
    ("zeros", "border", "reflection"),
    ("constant", "reflect", "replicate", "circular"),
    ("nearest", "bilinear", "bicubic"),
)


# ---- sizes ----


def fixed_sizes(graph: Graph, original: Original, model: int = 0) -> dict[str, int]:
    """{letter: size} of the sizes that the parameters of a model have.

    Raises:
        Refused: the parameters do not have the pattern of the graph.
    """
    sizes = {}
    if original.is_module and not original.models:  # it is too large to be built
        dims = [d for argument in graph.arguments if argument.origin for d in argument.dims]
        return {letter: size for letter, size in graph.sizes.items() if letter in dims}
    state = original.models[model].state if original.is_module else {}
    for argument in graph.arguments:
        if argument.origin not in state:
            continue
        shape = tuple(state[argument.origin].shape)
        fits = len(shape) == len(argument.dims) and all(
            sizes.setdefault(d, n) == n if isinstance(d, str) else d == n
            for d, n in zip(argument.dims, shape)
        )
        if not fits:
            raise Refused(f"{argument} does not fit {argument.origin} of shape {shape}", "task")
    return sizes


def admitted(graph: Graph, sizes: dict[str, int], limits: Sequence[str]) -> bool:
    """Whether a graph computes at these sizes, and they keep codegen's limits: `B % 4 == 0`."""
    return all(evaluate_arithmetic(limit, sizes) for limit in limits) and frontend.fits(graph, sizes)


def call_sizes(
    graph: Graph, fixed: dict[str, int], number: int, limits: Sequence[str] = ()
) -> dict[str, int]:
    """{letter: size} of a call: small sizes of the free letters, at which the graph computes."""
    # A size of its own for each letter: equal ones hide mistakes.
    pool = [size for size in SIZES[number] if size not in fixed.values()]
    sizes = graph.sizes | fixed
    free = [letter for letter in graph.letters if letter not in fixed]
    if not free:
        return sizes
    every = sizes | {letter: pool[place % len(pool)] for place, letter in enumerate(free)}
    if admitted(graph, every, limits):
        return every
    for place, letter in enumerate(free):
        choices = [*pool[place % len(pool) :], *pool[: place % len(pool)]]
        smaller = [size for size in choices if size < sizes[letter]]
        fitting = (size for size in smaller if admitted(graph, sizes | {letter: size}, limits))
        sizes = sizes | {letter: next(fitting, sizes[letter])}
    return sizes


def sizes_text(graph: Graph, sizes: dict[str, int]) -> str:
    """`at A = 3, B = 5`."""
    letters = [letter for letter in graph.letters if letter in sizes]
    return "at " + ", ".join(f"{letter} = {sizes[letter]}" for letter in letters) if letters else "as traced"


# ---- arguments ----


def random_inputs(graph: Graph, sizes: dict[str, int], seed: int) -> list[Tensor]:
    """Random tensors for the program's inputs at these sizes, each within its domain."""
    try:
        shapes = graph.shapes(sizes)
        domains = find_domains(graph, shapes)
    except frontend.SHAPE_ERRORS:  # the graph as it stands may not compute there; the program may
        shapes = {id(value): meta for value, meta in zip(graph.inputs, graph.metas(sizes))}
        domains = {}
    generator = torch.Generator().manual_seed(seed)
    return [
        draw_tensor(shapes[id(value)], domains.get(id(value)), generator)
        for value, argument in zip(graph.inputs, graph.arguments)
        if not argument.origin
    ]


def call_with(original: Original, tensors: Sequence[Tensor], label: str, **more) -> WrittenCall:
    """The program's own call with these tensors in place of its own."""
    program = original.program
    drawn = iter(tensors)
    inputs = tuple(tensors)
    if program.inputs is not None:
        inputs = frontend.apply_to_tensors(lambda _: next(drawn), tuple(program.inputs))
    given = list(zip(program.parameters, inputs))
    named = {name: item for name, item in given if name in program.keyword_only}
    return WrittenCall(label, inputs[: len(inputs) - len(named)], named, **more)


def with_tensor(call: WrittenCall, place: int, tensor: Tensor | None, label: str) -> WrittenCall:
    """A call with another tensor, or None, in the place of one of its tensors."""
    count = iter(range(1 << 30))
    changed = lambda each: tensor if next(count) == place else each
    arguments, named = frontend.apply_to_tensors(changed, (tuple(call.arguments), call.named))
    return replace(call, label=label, arguments=arguments, named=named, required=False, guarded=True)


# ---- other values ----


def other_values(value: Any) -> list:
    """Values that may stand in the place of a number, a flag or a text."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [value * 2.0 + 0.25, value * 0.5]
    if isinstance(value, str):
        return [text for group in TEXTS if value in group for text in group if text != value][:2]
    if isinstance(value, tuple) and value and all(type(item) is int for item in value):
        return [tuple(item + 1 for item in value)]
    return []


def calls_with_other_arguments(original: Original, call: WrittenCall) -> Iterator[WrittenCall]:
    """The call with another value for each argument that is no tensor and may be passed by name."""
    parameters = original.signature
    given = dict(zip(original.program.parameters, call.arguments)) | call.named
    for name, parameter in parameters.items():
        by_name = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        value = given.get(name, parameter.default)
        if not by_name:
            continue
        places = [place for place, other in enumerate(original.program.parameters) if other == name]
        for other in other_values(value):
            changed = replace(call, label=f"with {name} = {other!r}", required=False)
            if places and places[0] < len(call.arguments):
                arguments = list(call.arguments)
                arguments[places[0]] = other
                yield replace(changed, arguments=tuple(arguments))
            else:
                yield replace(changed, named=call.named | {name: other})


def calls_with_other_attributes(graph: Graph, original: Original, call: WrittenCall) -> Iterator[WrittenCall]:
    """The call of a module with another value for each plain attribute that the trace read."""
    for fixed in graph.source.conditions.fixed:
        path = re.fullmatch(r"self((?:\.[A-Za-z_]\w*)+)", fixed.path)
        if not path or not original.is_module or fixed.path.endswith(".training"):
            continue
        value = original.models[call.model].attributes.get(path[1][1:])
        for other in other_values(value)[:1]:
            attributes = {path[1][1:]: other}
            label = f"with {fixed.path} = {other!r}"
            yield replace(call, label=label, attributes=attributes, required=False)


def call_by_name(original: Original, call: WrittenCall) -> WrittenCall | None:
    """The call with every argument by its name; None where that cannot be."""
    parameters = original.signature
    names = original.program.parameters[: len(call.arguments)]
    kinds = [parameters[name].kind for name in names if name in parameters]
    by_name = [inspect.Parameter.POSITIONAL_OR_KEYWORD] * len(names)
    if not names or kinds != by_name or original.program.kind == "statements":
        return None
    named = dict(zip(names, call.arguments)) | call.named
    return replace(call, label="with arguments by name", arguments=(), named=named, required=False)


# ---- constructors ----


def smaller_integers(values: Sequence[int]) -> dict[int, int]:
    """{integer above SMALL: a small one} in the same order, divided by the small ones that divide it."""
    divisors = [n for n in values if 1 < n <= SMALL]
    found = {}
    last = SMALL
    for value in sorted({n for n in values if n > SMALL}):
        step = 1
        for n in divisors:
            step = step * n if value % n == 0 and step % n else step
        last = (last // step + 1) * step
        found[value] = last
    return found


def other_constructor(original: Original) -> tuple | None:
    """(positional, named) arguments that build the program's module in another size; None where none do."""
    if not original.is_module:
        return None
    positional, named = original.init_arguments
    integers = [n for n in (*positional, *named.values()) if type(n) is int]
    smaller = smaller_integers(integers)
    if not smaller:
        return None
    change = lambda value: smaller.get(value, value) if type(value) is int else value
    return tuple(map(change, positional)), {name: change(value) for name, value in named.items()}


def call_as_built_otherwise(
    graph: Graph, original: Original, limits: Sequence[str] = ()
) -> WrittenCall | None:
    """A call of the program's module as other arguments build it; None where it takes no others."""
    init = other_constructor(original)
    if init is None:
        return None
    try:
        number = original.build(init)
        sizes = call_sizes(graph, fixed_sizes(graph, original, number), 0, limits)
    except ProgramEnded:
        raise
    except Exception as error:  # the constructor is the user's: it may refuse these arguments in any way
        logger.info("the class is not built with %s: %s", init, error)
        return None
    shown = ", ".join([*map(repr, init[0]), *(f"{name}={value!r}" for name, value in init[1].items())])
    call = call_with(original, random_inputs(graph, sizes, 4), f"built as {original.program.name}({shown})")
    return replace(call, model=number)


# ---- all calls ----


def fits_pattern(graph: Graph, fixed: dict[str, int], tensors: Sequence[Tensor]) -> bool:
    """Whether tensors have the sizes of a graph's inputs, given the letters of its parameters."""
    sizes = dict(fixed)
    arguments = [argument for argument in graph.arguments if not argument.origin]
    return all(
        len(argument.dims) == tensor.dim()
        and all(
            sizes.setdefault(d, n) == n if isinstance(d, str) else d == n
            for d, n in zip(argument.dims, tensor.shape)
        )
        for argument, tensor in zip(arguments, tensors)
    )


def guard_calls(graph: Graph, fixed: dict[str, int], call: WrittenCall) -> Iterator[WrittenCall]:
    """Calls that a guard may have to refuse: another dtype, rank and size of each tensor, and None.

    `fixed` are the sizes that the parameters of the call's model have.
    """
    tensors = tensors_of_call(call)[2]
    for place, tensor in enumerate(tensors[:GUARDED_TENSORS]):
        name = f"tensor {place}" if len(tensors) > 1 else "the tensor"
        if tensor.is_floating_point():
            other = torch.float64 if tensor.dtype != torch.float64 else torch.float32
            yield with_tensor(call, place, tensor.to(other), f"with {name} in {other}"[:60])
        yield with_tensor(call, place, tensor.unsqueeze(0), f"with {name} of rank {tensor.dim() + 1}")
        for dim in range(tensor.dim()):
            wider = torch.cat([tensor, tensor.narrow(dim, 0, 1)], dim)
            changed = with_tensor(call, place, wider, f"with {name} of shape {tuple(wider.shape)}")
            yield replace(changed, guarded=not fits_pattern(graph, fixed, tensors_of_call(changed)[2]))
        yield with_tensor(call, place, None, f"with None for {name}")


def index_calls(call: WrittenCall) -> Iterator[WrittenCall]:
    """Calls with an integer beyond any index, and with -1: what raises for the program raises for the file.

    Not on a GPU, where an index out of range ends every later call of the process.
    """
    tensors = tensors_of_call(call)[2]
    for place, tensor in enumerate(tensors):
        if tensor.dtype not in (torch.int64, torch.int32) or not tensor.numel():
            continue
        for value in (TOO_LARGE, -1):
            changed = tensor.clone()
            changed.view(-1)[0] = value
            yield with_tensor(call, place, changed, f"with {value} in tensor {place}")


def calls_in_other_modes(original: Original, call: WrittenCall) -> Iterator[WrittenCall]:
    """The call of a module after `.eval()` and after `.train()`, so far as these change it."""
    modes = original.models[call.model].modes
    if call.training is not None:
        modes = {call.training}
    for training, label in ((False, "in eval mode"), (True, "in training mode")):
        if modes != {training}:
            yield replace(call, label=label, training=training)


def variations(graph: Graph, original: Original, call: WrittenCall) -> Iterator[WrittenCall]:
    """Other calls than the program's own that a user may make."""
    call = replace(call, required=False)
    if original.is_module:
        yield from calls_in_other_modes(original, call)
    yield replace(call, label="with tensors transposed in memory", layout="transposed")
    yield replace(call, label="with tensors in steps of two", layout="step")
    yield replace(call, label="with tensors at an offset", layout="offset")
    if original.is_module and original.models[call.model].state:
        yield replace(call, label="with parameters transposed in memory", state_layout="transposed")
        yield replace(call, label="with parameters in steps of two", state_layout="step")
        yield replace(call, label="with parameters in float64", state_dtype=torch.float64)
    for path in fixed_tensors(graph.source)[:CHANGED_VALUES]:
        yield replace(call, label=f"with other numbers in {path}", others=(path,))
    named = call_by_name(original, call)
    if named:
        yield named
    yield from [*calls_with_other_arguments(original, call)][:CHANGED_VALUES]
    yield from [*calls_with_other_attributes(graph, original, call)][:CHANGED_VALUES]
    yield replace(call, label="with a gradient wanted", gradient=True)


def own_calls(
    graph: Graph, original: Original, fixed: dict[str, int], limits: Sequence[str] = ()
) -> list[WrittenCall]:
    """The program's own call at two sets of sizes, or at one where none of its sizes is free.

    `fixed` are the sizes that its parameters have.
    """
    calls = []
    for number in range(len(SIZES)):
        sizes = call_sizes(graph, fixed, number, limits)
        tensors = random_inputs(graph, sizes, number)
        call = call_with(original, tensors, sizes_text(graph, sizes), required=True)
        if not calls or [t.shape for t in tensors] != [t.shape for t in tensors_of_call(calls[0])[2]]:
            calls.append(call)
    return calls
