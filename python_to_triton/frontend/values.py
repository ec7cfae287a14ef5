"""Values: the nodes of a graph, how one is computed, and how one reads in a prompt.

A Value is an argument or an operation on other values. It knows its shape and dtype through a tensor on the
meta device, which has no data: a graph over 40 GB of tensors costs nothing.
"""

import contextlib
import math
import re
import zlib
from collections.abc import Iterable, Iterator

import torch

from python_to_triton.frontend.arithmetic import evaluate_arithmetic
from python_to_triton.frontend.vocabulary import DTYPES, NEEDS_DEVICE, OPS, Operation, Word, trailing_shape


def flatten_operands(operands: Iterable) -> Iterator:
    """The operands in order, with the tuples among them opened."""
    for operand in operands:
        if isinstance(operand, tuple):
            yield from flatten_operands(operand)
        else:
            yield operand


def resolve(item: object, sizes: dict[str, int], widen: bool = False) -> object:
    """An attribute as PyTorch wants it.

    Args:
        item: as the prompt has it; letters and expressions of letters are Words, and so are dtypes.
        sizes: {letter: size}.
        widen: whether every floating-point dtype becomes float64.
    """
    if isinstance(item, tuple):
        return tuple(resolve(part, sizes, widen) for part in item)
    if not isinstance(item, Word):
        return item
    if item in DTYPES:
        return torch.float64 if widen and DTYPES[item].is_floating_point else DTYPES[item]
    return evaluate_arithmetic(item, sizes)


def _layout_text(operand):
    """An operand as text, a tensor by its dtype, shape and strides alone."""
    if isinstance(operand, list):
        return f"[{', '.join(map(_layout_text, operand))}]"
    if isinstance(operand, torch.Tensor):
        return f"{operand.dtype}{tuple(operand.shape)}{operand.stride()}"
    return repr(operand)


def broadcast(shapes: Iterable[Iterable[int]]) -> list[int]:
    """The shape that these broadcast to. Ten times as fast as torch.broadcast_shapes.

    Raises:
        RuntimeError: they do not broadcast.
    """
    shapes = [tuple(shape) for shape in shapes]
    rank = max(map(len, shapes), default=0)
    columns = zip(*((1,) * (rank - len(shape)) + shape for shape in shapes))
    sizes = [{n for n in column if n != 1} or {1} for column in columns]
    if any(len(column) > 1 for column in sizes):
        raise RuntimeError(f"{', '.join(map(str, shapes))} do not broadcast")
    return [n for column in sizes for n in column]


def _is_plain_norm(operation, operands, attributes):
    """Whether operands on the meta device are a contiguous input of a norm and parameters of its dtype.

    Raises:
        RuntimeError: the parameters do not fit the input.
    """
    if operation.name not in ("batch_norm", "layer_norm", "rms_norm") or attributes.get("training"):
        return False
    x, *parameters = operands
    given = [one for one in parameters if isinstance(one, torch.Tensor)]
    if x.dim() < 2 or not x.is_contiguous() or any(one.dtype != x.dtype for one in given):
        return False
    shape = x.shape[1:2] if operation.name == "batch_norm" else trailing_shape(x, attributes.get("dim", -1))
    for one in given:
        if tuple(one.shape) != tuple(shape):
            raise RuntimeError(f"a parameter {tuple(one.shape)} of {operation.name} on {tuple(x.shape)}")
    return True


def _run_without_data(operation: Operation, operands, attributes):
    """The result of an operation on meta tensors.

    PyTorch infers the shapes of most elementwise operations in Python, 0.1 to 0.9 ms each. Here they run on
    one element, and the result is broadcast. glu and prelu read more than the element itself and are left to
    PyTorch. So are norms, 3 ms each, but for those whose parameters plainly fit.
    """
    if _is_plain_norm(operation, operands, attributes):
        return torch.empty_like(operands[0])
    if operation.kind != "pointwise" or operation.name in ("glu", "prelu"):
        return operation.run(*operands, **attributes)

    # What a CPU cannot compute, or what does not broadcast, is left to PyTorch, which has the better message.
    with contextlib.suppress(RuntimeError):
        tensors = [x for x in operands if isinstance(x, torch.Tensor)]
        single = [
            torch.ones((1,) * x.dim(), dtype=x.dtype) if isinstance(x, torch.Tensor) else x for x in operands
        ]
        dtype = operation.run(*single, **attributes).dtype
        return torch.empty(broadcast([x.shape for x in tensors]), dtype=dtype, device="meta")
    return operation.run(*operands, **attributes)


# {text of an operation on meta tensors: its result}. A trace needs the same ones again and again.
_META_RESULTS = {}
_MAX_META_RESULTS = 50_000


def execute(
    value: "Value",
    known: dict[int, torch.Tensor],
    sizes: dict[str, int],
    device: torch.device | str,
    widen: bool = False,
) -> torch.Tensor:
    """Computes one operation.

    Args:
        value: an operation, no argument.
        known: {id of a Value: its tensor} of all its operands.
        sizes: {letter: size}.
        device: where a factory makes its tensor; "meta" computes the shape and dtype alone.
        widen: whether floating-point casts and factories give float64.

    Raises:
        one of SHAPE_ERRORS: the operands do not suit the operation.
    """

    def fetch(operand):
        if isinstance(operand, tuple):
            return [fetch(part) for part in operand]
        return known[id(operand)] if id(operand) in known else resolve(operand, sizes)

    operation = OPS[value.op]
    operands = [fetch(operand) for operand in value.operands]
    attributes = {name: resolve(item, sizes, widen) for name, item in value.attributes}
    if operation.kind in NEEDS_DEVICE:
        attributes["device"] = device
    if operation.kind == "factory":
        attributes.setdefault("dtype", resolve(operation.attributes["dtype"], sizes, widen))

    if torch.device(device).type != "meta":
        return operation.run(*operands, **attributes)

    text = f"{value.op} {_layout_text(operands)} {attributes}"
    if text not in _META_RESULTS:
        if len(_META_RESULTS) >= _MAX_META_RESULTS:
            _META_RESULTS.clear()
        _META_RESULTS[text] = _run_without_data(operation, operands, attributes)
    return _META_RESULTS[text]


# Attributes that change with the sizes of the example: no order of operands may depend on them.
_SIZE_ATTRIBUTES = {"shape", "end", "n", "m", "steps", "first"}


class Value:
    """One tensor of a graph: an argument, or an operation on other values, numbers, None and tuples of these.

    Attributes:
        op: the name of the operation in OPS, or "argument".
        operands: Values, numbers, None and tuples of these.
        attributes: ((name, item), ...) of what differs from the operation's defaults.
        key: sorts the operands of a commutative operation: deeper expressions first, arguments last.
        name: how it is called in the graph's text: a0, v0.
        line: of the user's text, from 1, that computed it; None where that is not known. It is in no text.
        merged_lines: of what was written by hand and is this one operation now.
        off_lines: whether it cannot be positions, see positions.py; None where that is not known.
    """

    __slots__ = ("op", "operands", "attributes", "key", "name", "line", "merged_lines", "off_lines", "_meta")

    def __init__(self, op, operands=(), attributes=(), name="", meta=None, line=None):
        self.op = op
        self.operands = operands
        self.attributes = attributes
        self.name = name
        self.line = line
        self.merged_lines = ()
        self.off_lines = None
        self._meta = meta
        if op == "argument":
            self.key = (1, 0, len(name), name)
            return

        depth = min((v.key[1] for v in self.inputs()), default=0) - 1
        parts = (
            [v.key if isinstance(v, Value) else v for v in flatten_operands(operands)],
            [item for item in attributes if item[0] not in _SIZE_ATTRIBUTES],
        )
        self.key = (0, depth, op, zlib.crc32(repr(parts).encode()))

    def inputs(self) -> Iterator["Value"]:
        """The values that this one is computed from, in order."""
        return (v for v in flatten_operands(self.operands) if isinstance(v, Value))

    @property
    def at(self) -> dict[str, object]:
        """{name: attribute}, the operation's defaults among them."""
        return {**OPS[self.op].attributes, **dict(self.attributes)}

    @property
    def meta(self) -> torch.Tensor:
        """A tensor without data, of this value's shape and dtype at the sizes of the trace."""
        if self._meta is None:
            # Some of the operands' tensors are fake, some are on the meta device: execute wants one kind.
            known = {id(v): torch.empty(v.shape, dtype=v.dtype, device="meta") for v in self.inputs()}
            self._meta = execute(self, known, {}, "meta")
        return self._meta

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes, as numbers, in the trace."""
        return tuple(self.meta.shape)

    @property
    def dtype(self) -> torch.dtype:
        """The dtype of the elements."""
        return self.meta.dtype

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.meta.dim()


def is_number(item: object) -> bool:
    """Whether an operand or attribute is a Python number."""
    return isinstance(item, (int, float)) and not isinstance(item, Value)


def format_number(number: int | float) -> str:
    """A number in its shortest form: 1e-5 rather than 1e-05."""
    return re.sub(r"e([+-])0*(\d)", lambda m: "e" + m.group(1).replace("+", "") + m.group(2), repr(number))


def format_item(item: object) -> str:
    """An attribute or an operand as a prompt writes it."""
    if isinstance(item, Value):
        return item.name
    if isinstance(item, tuple):
        return "[" + ", ".join(map(format_item, item)) + "]"
    if isinstance(item, float) and not math.isfinite(item):
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    if isinstance(item, Word):
        return str(item)
    return format_number(item) if isinstance(item, (int, float)) else repr(item)
