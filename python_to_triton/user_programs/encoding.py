"""Graphs and programs as plain JSON: what comes back from the process that ran a user's program.

That process may be hostile, so its data is read as such: nothing of it is executed, every name has to be one
of the dataclasses below, every field has to have its type, and texts that code generation writes out have to
be the expressions, statements and names that they stand for. A tensor travels as its dtype and its sizes.
"""

import ast
import dataclasses
import keyword
import types
import typing
from collections.abc import Mapping

import torch

from python_to_triton.frontend import (
    DTYPES,
    SHAPE_ERRORS,
    Conditions,
    Effect,
    Fixed,
    FreeNumber,
    FreeNumbers,
    Graph,
    GraphError,
    NumberParameter,
    PassedNumbers,
    Range,
    RunTimeNumber,
    parse,
    regions,
)
from python_to_triton.frontend.conditions import Layer, ModuleFacts
from python_to_triton.frontend.number_expressions import FACTORS, Expression, Factor
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, Word

TRAVELLING = {
    kind.__name__: kind
    for kind in (
        Conditions,
        Effect,
        Expression,
        Fixed,
        FreeNumber,
        FreeNumbers,
        Layer,
        ModuleFacts,
        NumberParameter,
        PassedNumbers,
        Program,
        Range,
        RunTimeNumber,
    )
}
# Of a Program: what only its process has.
LEFT_BEHIND = {"function", "lifted", "filename", "constructor", "own_lines"}
LONGEST_TEXT = 1 << 22  # characters of a prompt or of a program


# ---- out of the program's process ----


def _encoded_tensor(tensor):
    return {"tensor": [DTYPE_NAMES.get(tensor.dtype, str(tensor.dtype)), list(map(int, tensor.shape))]}


def encode_item(item: object) -> object:
    """`item` as JSON: a value of Python or PyTorch, one of TRAVELLING, or a list, tuple or dict of these.

    Of any other object its type's name is left: a program may be called with one, and it stays where it is.
    """
    if isinstance(item, Word):
        return {"word": str.__str__(item)}
    if item is None or isinstance(item, bool):
        return item
    for plain in (int, float, str):
        if isinstance(item, plain):
            return {plain.__name__: plain.__str__(item) if plain is str else plain.__repr__(item)}
    if isinstance(item, complex):
        return {"complex": [repr(item.real), repr(item.imag)]}
    if isinstance(item, torch.dtype):
        return {"dtype": str(item).removeprefix("torch.")}
    if isinstance(item, torch.device):
        return {"device": str(item)}
    if isinstance(item, torch.Tensor):
        return _encoded_tensor(item)
    if isinstance(item, Factor):
        return {"factor": FACTORS.index(item)}
    if isinstance(item, (list, tuple)):
        return {"list" if isinstance(item, list) else "tuple": [encode_item(part) for part in item]}
    if isinstance(item, Mapping):
        return {"dict": [[encode_item(key), encode_item(part)] for key, part in item.items()]}
    if type(item) in TRAVELLING.values():
        names = [one.name for one in dataclasses.fields(item) if one.name not in LEFT_BEHIND]
        fields = {name: encode_item(getattr(item, name)) for name in names}
        return {"fields": fields, "of": type(item).__name__}
    name = type(item).__name__
    return {"object": name if name.isidentifier() else "object"}


def encode_graph(graph: Graph) -> dict:
    """A traced graph as JSON: its text, and what it has besides."""
    return {
        "text": graph.text,
        "sizes": {str(letter): int(size) for letter, size in graph.sizes.items()},
        "origins": [argument.origin for argument in graph.arguments],
        "program": encode_item(graph.source),
        "lines": [[value.line, *value.merged_lines] for value in graph.values],
    }


# ---- into ours ----


class Elsewhere:
    """In the place of an object that stayed in the program's process; its class bears the object's name."""


def _elsewhere(name):
    if not name.isidentifier():
        raise ValueError(f"{name[:40]!r} is no name of a class")
    return type(name, (Elsewhere,), {})()


def _decoded_tensor(form):
    name, shape = form
    dtype = DTYPES[name] if name in DTYPES else getattr(torch, name.removeprefix("torch."), None)
    if not isinstance(dtype, torch.dtype) or not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError(f"no tensor has dtype {name!r} and shape {shape!r}")
    return torch.empty(shape, dtype=dtype, device="meta")


def _decoded_dtype(name):
    found = getattr(torch, name, None)
    if not isinstance(found, torch.dtype):
        raise ValueError(f"{name[:40]!r} is no dtype")
    return found


def has_type(item: object, hint: object) -> bool:
    """Whether a value has the type that a dataclass declares for a field."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in (object, typing.Any):
        return True
    if hint in (float, int):
        return isinstance(item, (int, float) if hint is float else int) and not isinstance(item, bool)
    if origin in (types.UnionType, typing.Union):
        return any(has_type(item, one) for one in inner)
    if origin is tuple:
        if not isinstance(item, tuple):
            return False
        if inner[-1] is Ellipsis:
            return all(has_type(part, inner[0]) for part in item)
        return len(item) == len(inner) and all(map(has_type, item, inner))
    if origin is dict:
        key, value = inner
        return isinstance(item, dict) and all(
            has_type(k, key) and has_type(v, value) for k, v in item.items()
        )
    return isinstance(item, type(None) if hint is None else hint)


def _decoded_fields(kind, form):
    """One of TRAVELLING, each of whose fields has its type."""
    hints = typing.get_type_hints(kind)
    given = {name: decode_item(part) for name, part in form.items()}
    unknown = given.keys() - hints.keys() | given.keys() & LEFT_BEHIND
    if unknown:
        raise ValueError(f"{kind.__name__} has no field {sorted(unknown)[0][:40]!r}")
    for name, item in given.items():
        if not has_type(item, hints[name]):
            raise ValueError(f"{kind.__name__}.{name} is a {type(item).__name__}")
    if kind is Program:
        given["function"] = None
    return kind(**given)


_READERS = {
    "word": Word,
    "int": int,
    "float": float,
    "str": str,
    "complex": lambda parts: complex(*map(float, parts)),
    "dtype": _decoded_dtype,
    "device": torch.device,
    "tensor": _decoded_tensor,
    "factor": lambda place: FACTORS[place],
    "object": _elsewhere,
    "list": lambda parts: [decode_item(part) for part in parts],
    "tuple": lambda parts: tuple(decode_item(part) for part in parts),
    "dict": lambda pairs: {decode_item(key): decode_item(part) for key, part in pairs},
}


def decode_item(form: object) -> object:
    """What `encode_item` wrote. Raises ValueError, TypeError or LookupError for anything else."""
    if form is None or isinstance(form, bool):
        return form
    if "of" in form:
        return _decoded_fields(TRAVELLING[form["of"]], form["fields"])
    [(kind, content)] = form.items()
    return _READERS[kind](content)


# ---- texts that code generation writes out ----


def _check_text(text, mode="eval"):
    """ValueError where a text is not one expression of Python, or one statement."""
    if len(text) > LONGEST_TEXT or "\n" in text.strip() and mode == "eval":
        raise ValueError(f"{text[:60]!r} is no expression")
    try:
        ast.parse(text, mode=mode)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text[:60]!r} is no Python") from error


def _check_name(name):
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name[:40]!r} is no name")


def _check_program(program):
    """ValueError where a program's texts are not what they stand for."""
    conditions = program.conditions
    _check_name(program.name if program.name != "<lambda>" else "program")
    expressions = [program.template or "None", *program.parameters]
    expressions += [fixed.path for fixed in conditions.fixed]
    expressions += [effect.path for effect in conditions.effects]
    statements = [*conditions.statements, "\n".join(conditions.checks)]  # an if has several lines
    if program.facts is not None:
        expressions += program.facts.expressions.values()
        statements.append(f"def forward{program.facts.signature}: pass")
    for text in expressions:
        _check_text(text)
    for text in statements:
        _check_text(text, "exec")
    if program.kind not in ("statements", "function", "module") or conditions.passed != PassedNumbers():
        raise ValueError(f"no program is a {program.kind[:40]!r}")
    if program.kind == "module" and program.facts is None:
        raise ValueError("a module without its structure")
    _check_text(program.source, "exec")


def _check_graph(graph, form):
    """ValueError where a graph is not what its text, sizes and program say together."""
    if graph.text != form["text"] or len(form["origins"]) != graph.arity:
        raise ValueError("the text of a graph is not canonical")
    if not set(graph.letters) <= set(graph.sizes) or not all(type(n) is int for n in graph.sizes.values()):
        raise ValueError("a graph without its sizes")
    program = graph.source
    paths = program.facts.expressions if program.facts else {}
    unknown = [
        argument.origin for argument in graph.arguments if argument.origin and argument.origin not in paths
    ]
    inputs = sum(not argument.origin for argument in graph.arguments)
    if unknown or inputs != len(program.tensors):
        raise ValueError("the arguments of a graph are not those of its program")
    places = [effect.output for effect in program.conditions.effects] + list(program.conditions.copied)
    if not all(0 <= place < len(graph.outputs) for place in places):
        raise ValueError("an effect of an output that is not there")


def _set_lines(graph, lines):
    """Gives every value of a graph its line; ValueError where these are no lines."""
    for value, (line, *merged) in zip(graph.values, lines, strict=True):
        known = merged if line is None else [line, *merged]
        if not all(type(each) is int and each > 0 for each in known):
            raise ValueError("a value on no line")
        value.line = line
        value.merged_lines = tuple(merged)


def decode_graph(form: dict) -> Graph:
    """What `encode_graph` wrote, with a Program that is data alone.

    Raises:
        GraphError: it is anything else; one line.
    """
    try:
        if len(form["text"]) > LONGEST_TEXT:
            raise ValueError("a graph without end")
        parsed = parse(form["text"])
        program = decode_item(form["program"])
        _check_program(program)
        arguments = [
            dataclasses.replace(argument, origin=origin)
            for argument, origin in zip(parsed.arguments, form["origins"], strict=True)
        ]
        graph = Graph(arguments, parsed.inputs, parsed.outputs, parsed.multiple, form["sizes"], program)
        _check_graph(graph, form)
        shapes = graph.shapes(graph.sizes)
        for value in (*graph.inputs, *graph.values):
            value._meta = shapes[id(value)]
        _set_lines(graph, form["lines"])
        regions(graph)
        return graph
    except (*SHAPE_ERRORS, LookupError, AttributeError, RecursionError) as error:
        raise GraphError(f"the program's process sent no graph: {str(error).splitlines()[:1]}") from error
