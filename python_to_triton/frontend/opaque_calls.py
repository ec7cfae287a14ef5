"""Operators that the vocabulary does not have, kept as they are: PyTorch computes them, on the host.

`trace(program, partial=True)` makes an `opaque` Value of each: the result of one call of an operator.

    v1 = opaque([v0], call='aten._fft_r2c.default(x0, [n0], n1, True)', numbers=[-1, 0])

`call` names the operands x0, x1, ... and the numbers n0, n1, ..., so that numbers which come from sizes
become letters as those of other operations do. `device` is the device of the graph's arguments.

An operator with several results is an opaque Value for each result that is used, `result=[which, of how
many]`. One that draws random numbers has an `occurrence`, so that two calls stay two, and reads the one
before it, so that their order stays. Most of these are not PyTorch's to compute, but draws of our own
(random_draws.py). No prompt holds one: the partition puts regions before and after it (partition.py).

The text of a call may have been read from a file. It is read here as the one call that it is, of an operator
that computes tensors from tensors, and never executed as Python.
"""

import ast
import functools
from collections.abc import Callable, Mapping, Sequence

import torch

from python_to_triton.frontend.random_draws import NAMESPACE, draw_of_name

# Libraries of operators that come with PyTorch.
NAMESPACES = {"aten", "prims"}

# Operators of these libraries that reach for files and for the terminal.
_OUTSIDE = {"from_file", "_print"}

Names = Mapping[str, object]


def _operator(node):
    """The OpOverload that `aten.linalg_svd.default` names, or the draw that `draws.mask` names.

    ValueError where it is no operator on tensors.
    """
    parts = ast.unparse(node).split(".")
    drawn = draw_of_name(parts[1]) if len(parts) == 2 and parts[0] == NAMESPACE else None
    if drawn is not None:
        return drawn
    if len(parts) != 3 or parts[0] not in NAMESPACES or parts[1] in _OUTSIDE:
        raise ValueError(f"{'.'.join(parts)[:60]} is not an operator of PyTorch on tensors")
    packet = getattr(getattr(torch.ops, parts[0]), parts[1], None)
    found = getattr(packet, parts[2], None)
    if not isinstance(found, torch._ops.OpOverload):
        raise ValueError(f"PyTorch has no operator {'.'.join(parts)[:60]}")
    return found


def _constant(node):
    """A constant of a call: None, True, a text, or torch.strided and the like."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (type(None), bool, str)):
        return node.value
    is_attribute = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    if is_attribute and node.value.id == "torch":
        found = getattr(torch, node.attr, None)
        if isinstance(found, (torch.dtype, torch.layout, torch.memory_format)):
            return found
    raise ValueError(f"{ast.unparse(node)[:60]!r} in a call of an operator")


def _argument(node: ast.expr) -> Callable[[Names], object]:
    """An argument of a call as a function of its names; ValueError where it is none."""
    if isinstance(node, ast.Name):
        name = node.id
        return lambda names: names[name]
    if isinstance(node, (ast.List, ast.Tuple)):
        parts = [_argument(part) for part in node.elts]
        return lambda names: [part(names) for part in parts]
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    if is_method and node.func.attr == "clone" and not node.args and not node.keywords:
        copied = _argument(node.func.value)
        return lambda names: torch.clone(copied(names))
    value = _constant(node)
    return lambda names: value


@functools.lru_cache(maxsize=4096)
def _read(call: str) -> Callable[[Names], object]:
    """A call as a function of its names; ValueError where the text is anything else."""
    try:
        node = ast.parse(call, mode="eval").body
        if not isinstance(node, ast.Call):
            raise ValueError("it calls nothing")
        operator = _operator(node.func)
        positional = [_argument(argument) for argument in node.args]
        named = {keyword.arg: _argument(keyword.value) for keyword in node.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"not a call of an operator: {call[:80]!r}: {error}") from error

    def run(names):
        given = {name: argument(names) for name, argument in named.items()}
        return operator(*(argument(names) for argument in positional), **given)

    return run


def _shapes_by_ones(run: Callable[[Names], object], names: Names) -> object:
    """What a call gives for tensors without data where its operator needs some: as it does for ones."""
    ones = {
        name: torch.ones(item.shape, dtype=item.dtype) if isinstance(item, torch.Tensor) else item
        for name, item in names.items()
    }
    made = run(ones | {"device": "cpu"})
    return [each.to("meta") for each in made] if isinstance(made, (list, tuple)) else made.to("meta")


def run_opaque_call(
    tensors: Sequence, call: str, numbers: Sequence, result: tuple[int, int] | None, device: object
) -> torch.Tensor:
    """One result of an opaque call.

    Args:
        tensors: x0, x1, ... of the call, and of one that draws random numbers the result of the one before.
        numbers: n0, n1, ...; dtypes are among them.
        result: (which, of how many) where the call has several.

    Raises:
        ValueError: the text is no call of an operator on tensors.
    """
    names = {"device": device}
    names |= {f"x{i}": tensor for i, tensor in enumerate(tensors)}
    names |= {f"n{i}": number for i, number in enumerate(numbers)}
    run = _read(call)
    try:
        made = run(names)
    except NotImplementedError:  # it looks at data: torch.istft at its window
        if not any(tensor.is_meta for tensor in tensors):
            raise
        made = _shapes_by_ones(run, names)
    return made if result is None else made[result[0]]
