"""values."""

import contextlib
import math
import re
import zlib
import torch
from python_to_triton.frontend.vocabulary import DTYPES, OPS, Word


def flat(operands):
    """Operands with the lists among them opened."""
    for operand in operands:
        if isinstance(operand, tuple):
            yield from flat(operand)
        else:
            yield operand


def resolve(item, sizes, widen=False):
    """An attribute as PyTorch wants it: letters become numbers, dtype names dtypes; f64 for each float if `widen`."""
    if isinstance(item, tuple):
        return tuple(resolve(part, sizes, widen) for part in item)
    if not isinstance(item, Word):
        return item
    if item in DTYPES:
        return torch.float64 if widen and DTYPES[item].is_floating_point else DTYPES[item]
    return eval(item, {"__builtins__": {}, "sqrt": math.sqrt}, sizes)


def described(operand):
    """An operand as text, a tensor by its layout alone."""
    if isinstance(operand, list):
        return f"[{', '.join(map(described, operand))}]"
    return (
        f"{operand.dtype}{tuple(operand.shape)}{operand.stride()}"
        if isinstance(operand, torch.Tensor)
        else repr(operand)
    )


SHAPED, MANY = (
    {},
    50_000,
)  # {text of an operation: what it makes of tensors without data}: a trace asks for the same ones again and again


def broadcast(shapes):
    """The shape that these have together; raises RuntimeError where they do not fit. torch.broadcast_shapes takes ten times as long."""
    rank = max(map(len, shapes))
    columns = zip(*((1,) * (rank - len(shape)) + tuple(shape) for shape in shapes))
    sizes = [{n for n in column if n != 1} or {1} for column in columns]
    if any(len(one) > 1 for one in sizes):
        raise RuntimeError(f"{', '.join(str(tuple(shape)) for shape in shapes)} do not broadcast")
    return [n for one in sizes for n in one]


def shaped(row, operands, attributes):
    """What an operation makes of tensors without data.

    PyTorch shapes most elementwise operations in Python, 0.1 to 0.9 ms each: here they run on one element and are broadcast.
    """
    if row.kind == "pointwise" and row.name not in ("glu", "prelu"):  # these two look beside an element
        with contextlib.suppress(
            RuntimeError
        ):  # what a CPU cannot compute, or does not broadcast: PyTorch finds the words for it
            one = row.run(
                *(
                    torch.ones((1,) * x.dim(), dtype=x.dtype) if isinstance(x, torch.Tensor) else x
                    for x in operands
                ),
                **attributes,
            )
            return torch.empty(
                broadcast([x.shape for x in operands if isinstance(x, torch.Tensor)]),
                dtype=one.dtype,
                device="meta",
            )
    return row.run(*operands, **attributes)


def execute(value, known, sizes, device, widen=False):
    """The tensor of one operation; `known` maps the id of each operand to its tensor."""

    def fetch(operand):
        if isinstance(operand, tuple):
            return [fetch(part) for part in operand]
        return known[id(operand)] if id(operand) in known else resolve(operand, sizes)

    row = OPS[value.op]
    operands, attributes = (
        [fetch(operand) for operand in value.operands],
        {name: resolve(item, sizes, widen) for name, item in value.attributes},
    )
    if row.kind == "factory":
        attributes["device"] = device
        attributes.setdefault("dtype", resolve(row.attributes["dtype"], sizes, widen))
    if device != "meta":
        return row.run(*operands, **attributes)
    text = f"{value.op} {described(operands)} {attributes}"
    if text not in SHAPED:
        if len(SHAPED) >= MANY:
            SHAPED.clear()
        SHAPED[text] = shaped(row, operands, attributes)
    return SHAPED[text]


SIZES = {
    "shape",
    "end",
    "n",
    "m",
    "steps",
}  # attributes that change with the example, so that no order may hang on them


class Value:
    """One tensor of a graph: an argument, or an operation on other values, numbers, None and tuples of these.

    `attributes` holds what differs from the row's defaults. `key` orders the operands of a commutative operation:
    what took more operations first, arguments last.
    """

    __slots__ = ("op", "operands", "attributes", "key", "name", "_meta")

    def __init__(self, op, operands=(), attributes=(), name="", meta=None):
        self.op, self.operands, self.attributes, self.name, self._meta = op, operands, attributes, name, meta
        if op == "argument":
            self.key = (1, 0, len(name), name)
            return
        depth = min((v.key[1] for v in self.inputs()), default=0) - 1
        parts = (
            [v.key if isinstance(v, Value) else v for v in flat(operands)],
            [item for item in attributes if item[0] not in SIZES],
        )
        self.key = (0, depth, op, zlib.crc32(repr(parts).encode()))

    def inputs(self):
        """The values that this one is computed from, in order."""
        return (v for v in flat(self.operands) if isinstance(v, Value))

    @property
    def at(self):
        """{name: attribute}, the row's defaults among them."""
        return {**OPS[self.op].attributes, **dict(self.attributes)}

    @property
    def meta(self):
        """A tensor without data, of this value's shape and dtype (at the sizes of the trace)."""
        if self._meta is None:
            known = {
                id(v): torch.empty(v.shape, dtype=v.dtype, device="meta") for v in self.inputs()
            }  # some are fake, some are not
            self._meta = execute(self, known, {}, "meta")
        return self._meta

    @property
    def shape(self):
        return tuple(self.meta.shape)

    @property
    def dtype(self):
        return self.meta.dtype

    @property
    def rank(self):
        return self.meta.dim()


def number(value):
    """A number in its shortest form: 2 for 2.0 is the caller's business, 1e-5 for 1e-05 is done here."""
    return re.sub(r"e([+-])0*(\d)", lambda m: "e" + m.group(1).replace("+", "") + m.group(2), repr(value))


def show(item):
    """An attribute or an operand as it stands in the text."""
    if isinstance(item, Value):
        return item.name
    if isinstance(item, tuple):
        return "[" + ", ".join(map(show, item)) + "]"
    if isinstance(item, float) and not math.isfinite(item):
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    return (
        str(item)
        if isinstance(item, Word)
        else number(item)
        if isinstance(item, (int, float))
        else repr(item)
    )
