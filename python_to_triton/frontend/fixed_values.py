"""What a trace fixes of the values that a call passes, or a program holds, besides tensors: Fixed conditions.

    fixed_constants("config", item, names)      [Fixed("type(config).__name__", "Config"),
                                                 Fixed("config.hidden", 64)]

A guard evaluates the expression of each where the translation is called, and refuses another value.
"""

import collections
import contextlib
import enum
import functools
import inspect
import itertools
import numbers
import re
import types

import numpy
import torch
import torch.nn as nn

from python_to_triton.frontend.conditions import Fixed
from python_to_triton.frontend.programs import Program, parts_of_dataclass

# Values that a guard compares as they are.
_PLAIN = (bool, int, float, complex, str, torch.dtype, torch.device, type(None))

MOST_OF_AN_ARRAY = 64  # elements of an array of NumPy that is compared


def is_plain(item: object) -> bool:
    """Whether a guard can compare something: a number, a text, None, or a list of these."""
    if isinstance(item, (list, tuple)):
        return all(map(is_plain, item))
    return isinstance(item, _PLAIN)


def _fixed_device(path, item):
    """What is fixed of "cuda:1", "cpu" or such a device: that it is one. Guards ask where the tensors are,
    which are on a GPU where the answer runs, and were on the CPU in the trace.
    """
    if not isinstance(item, (str, torch.device)) or str(item).partition(":")[0] not in ("cpu", "cuda"):
        return []
    return [Fixed(f"str({path}).partition(':')[0] in ('cpu', 'cuda')", True)]


def attributes_named(source: str) -> frozenset[str]:
    """The names that follow a dot in a program's text, or are a text in it: of what it may read."""
    return frozenset(re.findall(r"(?:\.\s*|[\"'](?=\w+[\"']))([A-Za-z_]\w*)", source))


def _fixed_closure(path, item, inner):
    """What is fixed of a function of Python by its name: what a lambda calls, what a closure holds."""
    if not isinstance(item, types.FunctionType):
        return []
    code = item.__code__
    fixed = [Fixed(f"{path}.__code__.co_names", code.co_names)] if item.__name__ == "<lambda>" else []
    own = not item.__module__.startswith("torch.")
    if own and is_plain(code.co_consts):
        fixed.append(Fixed(f"{path}.__code__.co_consts", code.co_consts))
    if own and item.__defaults__:
        fixed += inner(f"{path}.__defaults__", item.__defaults__)
    if not code.co_freevars:
        return fixed
    fixed.append(Fixed(f"{path}.__code__.co_freevars", code.co_freevars))
    for i, cell in enumerate(item.__closure__):
        with contextlib.suppress(ValueError):  # nothing was put into it yet
            held = cell.cell_contents
            if is_plain(held) or isinstance(held, types.FunctionType):
                fixed += inner(f"{path}.__closure__[{i}].cell_contents", held)
    return fixed


def _fixed_value(path, item):
    """What is fixed of a value that compares by what it is, a set or a fraction; None of anything else."""
    kind = Fixed(f"type({path}).__name__", type(item).__name__)
    if isinstance(item, enum.Enum):
        return [kind, Fixed(f"{path}.name", item.name)]
    if isinstance(item, (set, frozenset)):
        return [kind, Fixed(f"repr(sorted(map(repr, {path})))", repr(sorted(map(repr, item))))]
    if isinstance(item, (range, slice, bytes, numbers.Number)) and not is_plain(item):
        return [Fixed(f"repr({path})", repr(item))]
    if isinstance(item, (numpy.ndarray, numpy.generic)) and item.size <= MOST_OF_AN_ARRAY:
        return [kind, Fixed(f"repr({path}.tolist())", repr(item.tolist()))]
    return None


def _fixed_container(path, item, inner):
    """What is fixed of a list, tuple, dict or deque: its kind, its length or keys, and what `inner` says of
    its items.
    """
    is_dict = isinstance(item, dict)
    items = item.items() if is_dict else enumerate(item)
    parts = [inner(f"{path}[{key!r}]", part) for key, part in items]
    extent = Fixed(f"tuple({path})", tuple(item)) if is_dict else Fixed(f"len({path})", len(item))
    if isinstance(item, collections.deque):
        kind = Fixed(f"type({path}).__name__", "deque")
    else:
        kind = Fixed(f"isinstance({path}, {'dict' if is_dict else '(list, tuple)'})", True)
    return [kind, extent, *itertools.chain(*parts)]


def _names(slots):
    """The names in `__slots__`, which may be a single one."""
    return [slots] if isinstance(slots, str) else slots


def _fields_of(item):
    """{name: value} of an object's attributes, those in slots among them."""
    slots = [name for kind in type(item).__mro__ for name in _names(getattr(kind, "__slots__", ()))]
    return {name: getattr(item, name) for name in slots if hasattr(item, name)} | getattr(
        item, "__dict__", {}
    )


def fixed_constants(path: str, item: object, names: frozenset[str], depth: int = 3) -> list[Fixed]:
    """What the trace fixes by taking `item`, reached as `path`, as it is; a tensor is no part of that.

    Args:
        names: of attributes that the program may read of an object, such as a configuration.
        depth: of objects in objects to follow.
    """

    def inner(path, item):
        return fixed_constants(path, item, names, depth - 1)

    if isinstance(item, (torch.Tensor, nn.Module)):
        return []
    value = _fixed_value(path, item)
    if value is not None:
        return value
    if is_plain(item):
        return _fixed_device(path, item) or [Fixed(path, item)]
    if isinstance(item, (list, tuple, dict, collections.deque)):
        return _fixed_container(path, item, inner)
    if isinstance(item, functools.partial):
        return [
            *inner(f"{path}.func", item.func),
            *inner(f"{path}.args", item.args),
            *inner(f"{path}.keywords", item.keywords),
        ]
    if isinstance(getattr(item, "__name__", None), str):  # a function or a class
        name = Fixed(f"getattr({path}, '__name__', None)", item.__name__)
        owner = getattr(item, "__self__", None)
        of_owner = isinstance(item, types.MethodType) and not isinstance(owner, type) and depth
        own = inner(f"{path}.__self__", owner) if of_owner else []
        return [name, *own, *(_fixed_closure(path, item, inner) if depth else [])]
    kind = Fixed(f"type({path}).__name__", type(item).__name__)
    if parts := parts_of_dataclass(item):
        return [kind, *(one for name, part in parts.items() for one in inner(f"{path}.{name}", part))]
    fields = _fields_of(item) if depth else {}
    parts = [inner(f"{path}.{name}", part) for name, part in fields.items() if name in names]
    return [kind, *itertools.chain(*parts)]


def fixed_arguments(program: Program) -> tuple[Fixed, ...]:
    """What a call has to be like for the trace to hold, its tensors aside.

    Constants among the inputs, lengths and keys of their lists and dicts, and the defaults of what was not
    given.
    """
    called = getattr(program.function, "forward", program.function)
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except ValueError:  # a builtin such as torch.relu has no signature
        return ()
    given = dict(zip(program.parameters, program.inputs or ()))
    names = attributes_named(program.source)
    fixed = []
    for parameter in parameters:
        name = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            taken = [path for path in program.parameters if path.partition("[")[0] == name]
            fixed.append(Fixed(f"len({name})", len(taken)))
            fixed += itertools.chain(
                *(fixed_constants(path, given[path], names) for path in taken if path in given)
            )
        elif parameter.kind is parameter.VAR_KEYWORD:
            fixed.append(Fixed(f"len({name})", 0))
        elif name in given:
            fixed += fixed_constants(name, given[name], names)
        elif name not in program.parameters:  # a tensor is guessed for what is
            fixed += fixed_constants(name, parameter.default, names)
    return tuple(fixed)
