"""Opaque Values of operators that no rule lowers; see opaque_calls.py."""

import torch

from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError

# Arguments that change no value.
_IGNORED = {"pin_memory", "layout"}


# What these give depends on how a tensor lies in memory.
_READS_STRIDES = {"as_strided", "as_strided_copy", "as_strided_scatter", "resize", "resize_as", "set"}

# Libraries of operators that come with PyTorch.
_NAMESPACES = {"aten", "prims"}


class _CallText:
    """The text of a call, with its tensors and numbers as they are met."""

    def __init__(self):
        self.tensors = []
        self.numbers = []

    def _number(self, number):
        self.numbers.append(number)
        return f"n{len(self.numbers) - 1}"

    def item(self, item: object) -> str:
        """One argument as the text of the call."""
        if isinstance(item, Value):
            self.tensors.append(item)
            return f"x{len(self.tensors) - 1}"
        if isinstance(item, (list, tuple)):
            return f"[{', '.join(map(self.item, item))}]"
        if item is None or isinstance(item, (bool, str)):
            return repr(item)
        if isinstance(item, (int, float)) or isinstance(item, torch.dtype) and item in DTYPE_NAMES:
            return self._number(item)
        if isinstance(item, torch.device):
            return "device"
        if isinstance(item, (torch.dtype, torch.layout, torch.memory_format)):
            return str(item)
        raise GraphError(f"an argument that is a {type(item).__name__} cannot be written out")


def _name(func):
    """aten.linalg_svd.default"""
    namespace, name = func._schema.name.split("::")
    return f"{namespace}.{name}.{func._overloadname}"


def operator_name_of(func: object) -> str:
    """The name of an OpOverload without namespace, overload and underscores: as_strided."""
    return func._schema.name.split("::")[1].strip("_")


def draws_random_numbers(func: object) -> bool:
    """Whether an OpOverload gives other results each time."""
    return torch.Tag.nondeterministic_seeded in func.tags


def _check_call(func):
    """Raises GraphError where the call of an operator would not mean the same in another module.

    It may not read strides, which are others there, belong to a library that the module does not import, or
    write into more than its first argument.
    """
    if operator_name_of(func) in _READS_STRIDES:
        raise GraphError(f"{_name(func)} depends on the strides of its tensor")
    if func.namespace not in _NAMESPACES:
        raise GraphError(f"{_name(func)} is not an operator of PyTorch")
    writes = [
        argument.name
        for argument in func._schema.arguments[1:]
        if argument.alias_info is not None and argument.alias_info.is_write
    ]
    if writes:
        raise GraphError(f"{_name(func)} writes into its argument {writes[0]}")


def opaque_values(
    g: GraphBuilder, func: object, args: list, kwargs: dict, out: object, drawn: list[Value]
) -> Value | list[Value | None]:
    """The opaque Value of a call, or of each of its results; None in the place of what is no tensor.

    Args:
        func, args, kwargs, out: as for lower_call.
        drawn: a Value of each call so far that draws random numbers; this one is added. Each reads the one
            before, so that they are drawn in the program's order.

    Raises:
        GraphError: an argument cannot be written out.
    """
    _check_call(func)
    if not isinstance(out, (torch.Tensor, list, tuple)):
        raise GraphError(f"{_name(func)} returns no tensor")
    text = _CallText()
    words = [text.item(item) for item in args]
    if func._schema.is_mutable:  # of a copy: a graph knows no memory
        words[0] += ".clone()"
    given = {name: item for name, item in kwargs.items() if name not in _IGNORED and item is not None}
    words += [f"{name}={text.item(item)}" for name, item in given.items()]
    attributes = {"call": f"{_name(func)}({', '.join(words)})", "numbers": text.numbers}
    is_random = draws_random_numbers(func)
    if is_random:
        attributes["occurrence"] = len(drawn) + 1
    tensors = [*text.tensors, *(drawn[-1:] if is_random else [])]

    if isinstance(out, torch.Tensor):
        results = [g("opaque", tensors, **attributes)]
    else:
        which = [(i, len(out)) if isinstance(part, torch.Tensor) else None for i, part in enumerate(out)]
        results = [g("opaque", tensors, **attributes, result=place) if place else None for place in which]
    drawn += [value for value in results if value is not None][:1] if is_random else []
    return results[0] if isinstance(out, torch.Tensor) else results
