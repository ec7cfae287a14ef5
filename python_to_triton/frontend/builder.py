"""builder."""

import functools
import math
import torch
from python_to_triton.frontend.values import Value, flat
from python_to_triton.frontend.vocabulary import COMMUTATIVE, DTYPES, DTYPE_NAMES, GraphError, OPS, Word


REDUCTIONS = ("none", "mean", "sum")


DIMS = {"dim", "dim0", "dim1", "dim2"}


TENSORS_ONLY = {
    ("where", 0),
    ("lerp", 0),
    ("lerp", 1),
    ("prelu", 0),
    ("prelu", 1),
}  # operands that no number can stand for


WINDOW = {
    "kernel_size",
    "stride",
    "padding",
    "dilation",
    "output_padding",
    "output_size",
    "size",
    "scale_factor",
}


def is_number(item):
    return isinstance(item, (int, float)) and not isinstance(item, Value)


def decimal(n):
    """What a person meant whose arithmetic left a tail in double precision: 0.1 for 1 - 0.9. A float32 cannot tell them apart."""
    short = float(f"{n:.12g}")
    return short if len(repr(n)) - len(repr(short)) >= 8 else n


def plain(item):
    """Lists as tuples, 2.0 as 2, 1 - 0.9 as 0.1, dtypes as words."""
    if isinstance(item, (list, tuple, range)):
        return tuple(plain(part) for part in item)
    if isinstance(item, torch.dtype):
        if item not in DTYPE_NAMES:
            raise GraphError(f"tensors of {str(item).removeprefix('torch.')} are not supported")
        return Word(DTYPE_NAMES[item])
    if isinstance(item, float) and math.isfinite(item):
        item = decimal(item)
        return int(item) if item.is_integer() and abs(item) < 1e15 else item
    return item


def from_the_end(dim, rank):
    """A dimension, or several in order, counted from the end."""
    if isinstance(dim, tuple):
        dims = tuple(sorted(from_the_end(d, rank) for d in dim))
        return dims[0] if len(dims) == 1 else dims
    return dim - rank if dim >= 0 else dim


def normalised(row, name, item, x):
    """The canonical form of one attribute; `x` is the first tensor operand."""
    item = plain(item)
    if name in DIMS and item is not None:
        added = row.name in ("unsqueeze", "stack")
        item = from_the_end(item, x.rank + 1 if added else max(x.rank, 1))
        if row.kind == "reduction" and isinstance(item, tuple) and len(item) in (0, x.rank):
            item = None if x.rank != 1 else -1
    if name == "dims":
        item = tuple(d % x.rank for d in item)
    if name in WINDOW and isinstance(item, tuple) and len(set(item)) == 1:
        return item[0]
    if name == "reduction" and isinstance(item, int):
        return REDUCTIONS[item]
    return item


def same(item, default):
    """Whether an attribute is its default: equal, and a flag only where the default is one."""
    return item == default and isinstance(item, bool) == isinstance(default, bool)


VIEWS = {
    "reshape",
    "expand",
    "transpose",
    "permute",
    "unsqueeze",
    "squeeze",
    "slice",
    "select",
    "chunk",
    "diagonal",
    "unfold",
}


SIMPLER = {}


def simpler(*ops):
    """Registers what these operations may amount to: (g, *operands, **attributes) -> the simpler Value, or None."""

    def register(function):
        SIMPLER.update(dict.fromkeys(ops, function))
        return function

    return register


class Builder:
    """Makes Values. Two calls that mean the same give the same object."""

    def __init__(self):
        self.made = {}

    def __call__(self, op, *operands, **attributes):
        row = OPS[op]
        operands = [tuple(o) if isinstance(o, list) else o for o in operands]
        x = next((o for o in flat(operands) if isinstance(o, Value)), None)
        attributes = {name: normalised(row, name, item, x) for name, item in attributes.items()}
        attributes = {
            k: attributes[k]
            for k in row.attributes
            if k in attributes and not same(attributes[k], row.attributes[k])
        }
        if row.kind == "reduction" and row.attributes.get("dim", 0) is None:
            attributes = self.over_everything(x, attributes)
        if row.kind == "pointwise" and op != "prelu":  # whose weight lies along dimension 1: no broadcast
            operands = self.with_numbers(op, operands)
        while operands and operands[-1] is None:
            operands.pop()
        if op in SIMPLER:
            simpler = SIMPLER[op](self, *operands, **attributes)
            if simpler is not None:
                return simpler
        if op in COMMUTATIVE:
            operands.sort(key=lambda o: o.key if isinstance(o, Value) else (2,))
        return self.share(Value(op, tuple(operands), tuple(attributes.items())))

    def over_everything(self, x, attributes):
        """A reduction over every dimension names none, unless it keeps them."""
        if not attributes.get("keepdim"):
            return {k: v for k, v in attributes.items() if k != "dim" or x.rank > 1}
        every = tuple(range(-x.rank, 0))
        return (
            attributes
            if attributes.get("dim") is not None
            else {"dim": every[0] if x.rank == 1 else every} | attributes
        )

    def share(self, value):
        identity = (
            value.op,
            repr(value.attributes),
            tuple(
                id(o) if isinstance(o, Value) else tuple(map(id, o)) if isinstance(o, tuple) else repr(o)
                for o in value.operands
            ),
        )
        return self.made.setdefault(identity, value)

    def as_number(self, operand, others, floating):
        """The number that a constant tensor is beside these other operands; the tensor where it is more than a number."""
        shape = torch.broadcast_shapes(*[t.shape for t in others])
        promotes = operand.dtype not in {t.dtype for t in others} and (
            operand.rank or not floating or not operand.dtype.is_floating_point
        )
        if promotes or torch.broadcast_shapes(shape, operand.shape) != shape:
            return operand
        value = operand.at["value"]
        return float(value) if operand.dtype.is_floating_point else value

    def narrower(self, value):
        """A value before an expansion, or without the dimensions that it was given in front."""
        if value.op == "expand" or value.op == "unsqueeze" and value.at["dim"] == -value.rank:
            return value.operands[0]
        inner = self.narrower(value.operands[0]) if value.op == "unsqueeze" else None
        return (
            value
            if inner is None or inner is value.operands[0]
            else self("unsqueeze", inner, dim=value.at["dim"])
        )

    def with_numbers(self, op, operands):
        """Constants that only fill a shape become numbers, what broadcasting does by itself goes, whole floats become integers."""
        shape = torch.broadcast_shapes(*[o.shape for o in operands if isinstance(o, Value)])
        for i in range(len(operands)):
            while (
                isinstance(operands[i], Value) and (narrow := self.narrower(operands[i])) is not operands[i]
            ):
                bare = operands[:i] + [narrow] + operands[i + 1 :]
                if torch.broadcast_shapes(*[o.shape for o in bare if isinstance(o, Value)]) != shape:
                    break
                operands = bare
        tensors = [o for o in operands if isinstance(o, Value)]
        floating = any(t.dtype.is_floating_point for t in tensors)
        for i, operand in enumerate(operands):
            others = [t for t in tensors if t is not operand]
            if isinstance(operand, Value) and operand.op == "full" and others and (op, i) not in TENSORS_ONLY:
                operands[i] = self.as_number(operand, others, floating)
                tensors = others if is_number(operands[i]) else tensors
        return [plain(o) if is_number(o) and floating else o for o in operands]


def unchanged(x, op, y):
    """`x op y` is x: neither shape nor dtype nor value would change."""
    return (
        isinstance(x, Value)
        and is_number(y)
        and y == {"add": 0, "sub": 0, "mul": 1, "div": 1, "pow": 1}[op]
        and (x.dtype.is_floating_point or isinstance(y, int) and op != "div")
    )


@simpler("add")
def fold_add(g, x, y):
    if is_number(x):
        return g("add", y, x)
    for a, b in ((x, y), (y, x)):
        if isinstance(b, Value) and b.op == "neg" and isinstance(a, Value):
            return g("sub", a, b.operands[0])
    if x is y and x.dtype.is_floating_point:
        return g("mul", x, 2)
    return x if unchanged(x, "add", y) else None


@simpler("sub")
def fold_subtract(g, x, y):
    if is_number(y) and not isinstance(y, bool):
        return g("add", x, -y)
    if isinstance(x, Value) and y.op == "neg":
        return g("add", x, y.operands[0])
    if is_number(x) and x == 0 and y.dtype.is_floating_point:
        return g("neg", y)


@simpler("reciprocal")
def fold_reciprocal(g, x):
    return g("rsqrt", x.operands[0]) if x.op == "sqrt" else None


@simpler("mul")
def fold_mul(g, x, y):
    """One spelling of a product: numbers right, powers and quotients by their names."""
    if is_number(x):
        return g("mul", y, x)
    if unchanged(x, "mul", y):
        return x
    if is_number(y) and y == -1 and x.dtype.is_floating_point:
        return g("neg", x)
    if is_number(y) and x.op == "neg" and x.dtype.is_floating_point:
        return g("mul", x.operands[0], -y)
    if isinstance(y, Value) and x.op == y.op == "neg":
        return g("mul", x.operands[0], y.operands[0])
    if x is y and x.dtype != torch.bool:
        return g("square", x)
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Value) and a.op == "square" and a.operands[0] is b and b.dtype.is_floating_point:
            return g("pow", b, 3)
        if isinstance(a, Value) and isinstance(b, Value) and a.op == "reciprocal":
            return g("div", b, a.operands[0])
        if isinstance(a, Value) and isinstance(b, Value) and a.op == "rsqrt":
            return g("div", b, g("sqrt", a.operands[0]))


@simpler("div")
def fold_divide(g, x, y, rounding_mode=None):
    """Reciprocals by their name, signs in the number or gone."""
    if is_number(x) and x == 1 and rounding_mode is None and y.dtype.is_floating_point:
        return g("reciprocal", y)
    if is_number(y) and y == -1 and rounding_mode is None and x.dtype.is_floating_point:
        return g("neg", x)
    if is_number(y) and y and x.op == "neg" and rounding_mode is None and x.dtype.is_floating_point:
        return g("div", x.operands[0], -y)
    if isinstance(x, Value) and isinstance(y, Value) and x.op == y.op == "neg" and rounding_mode is None:
        return g("div", x.operands[0], y.operands[0])
    return x if rounding_mode is None and unchanged(x, "div", y) else None


@simpler("pow")
def fold_power(g, x, y):
    if isinstance(x, Value) and is_number(y):
        name = {2: "square", 0.5: "sqrt", -1: "reciprocal", -0.5: "rsqrt"}.get(y)
        if name and (x.dtype.is_floating_point or name == "square"):
            return g(name, x)
        return x if unchanged(x, "pow", y) else None


def bounds_of(x):
    """(lowest, highest) that a value was clamped to by numbers, and what it was before."""
    if x.op == "relu":
        return (0, math.inf), x.operands[0]
    if x.op != "clamp":
        return (-math.inf, math.inf), x
    low, high = x.at["min"], x.at["max"]
    return (-math.inf if low is None else low, math.inf if high is None else high), x.operands[0]


@simpler("clamp")
def fold_clamp(g, x, min=None, max=None):
    """One clamp for several."""
    if min is None and max is None:
        return x
    (low, high), inner = bounds_of(x)
    lowest, highest = (-math.inf if min is None else min), (math.inf if max is None else max)
    if (
        inner is not x
        and x.dtype.is_floating_point
        and low <= high
        and lowest <= highest
        and lowest < high
        and low < highest
    ):
        low, high = (low if low > lowest else lowest), (high if high < highest else highest)
        return g(
            "clamp", inner, min=None if low == -math.inf else low, max=None if high == math.inf else high
        )
    if max is None and min == 0:
        return g("relu", x)


NOT_NEGATIVE = {"abs", "square", "exp", "exp2", "sigmoid", "sqrt", "rsqrt", "softmax"}


@simpler("relu")
def fold_relu(g, x):
    (low, high), inner = bounds_of(x)
    if low >= 0 and low <= high or x.op in NOT_NEGATIVE and x.dtype.is_floating_point:
        return x
    return g("clamp", x, min=0) if inner is not x and x.dtype.is_floating_point and 0 < high else None


@simpler("leaky_relu", "elu", "celu")
def fold_bent(g, x, negative_slope=None, alpha=None):
    """What bends below zero alone leaves the rest as it is."""
    return x if x.op in NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point else None


@simpler("abs")
def fold_abs(g, x):
    if x.op in NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point:
        return x
    return g("abs", x.operands[0]) if x.op == "neg" else None


def within(op, signs):
    """(g, x) -> `op` of what stands within one of `signs`, which makes no difference to it; None where there is none."""
    return lambda g, x: g(op, x.operands[0]) if x.op in signs and x.dtype.is_floating_point else None


SIMPLER |= {op: within(op, ("neg", "abs")) for op in ("square", "cos", "cosh")} | {
    op: within(op, (op,)) for op in ("sign", "floor", "ceil", "trunc")
}


@simpler("lt")
def fold_less(g, x, y):
    return g("gt", y, x) if isinstance(x, Value) and isinstance(y, Value) else None


@simpler("le")
def fold_at_most(g, x, y):
    return g("ge", y, x) if isinstance(x, Value) and isinstance(y, Value) else None


@simpler("maximum")
def fold_maximum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, min=y) if is_number(y) else x if x is y else None


@simpler("minimum")
def fold_minimum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, max=y) if is_number(y) else x if x is y else None


@simpler("neg")
def fold_negate(g, x):
    if x.op == "sub" and all(isinstance(o, Value) for o in x.operands):
        return g("sub", *x.operands[::-1])
    if (
        x.op in ("mul", "div")
        and not x.attributes
        and is_number(x.operands[1])
        and x.operands[1]
        and x.dtype.is_floating_point
    ):
        return g(x.op, x.operands[0], -x.operands[1])
    return x.operands[0] if x.op == "neg" else None


@simpler("threshold")
def fold_threshold(g, x, threshold=0, value=0):
    return g("relu", x) if threshold == value == 0 else None


@simpler("to")
def fold_cast(g, x, dtype):
    if DTYPES[dtype] == x.dtype:
        return x
    if x.op == "full" and DTYPES[dtype] != torch.bool:
        value = x.at["value"]
        if DTYPES[dtype].is_floating_point or not isinstance(value, float):
            return g("full", shape=x.at["shape"], value=value, dtype=DTYPES[dtype])


@simpler("transpose")
def fold_transpose(g, x, dim0, dim1):
    if x.rank < 2 or dim0 == dim1:
        return x
    if dim0 > dim1:
        return g("transpose", x, dim0=dim1, dim1=dim0)
    if x.op == "transpose" and dict(x.attributes) == {"dim0": dim0, "dim1": dim1}:
        return x.operands[0]


@simpler("permute")
def fold_permute(g, x, dims):
    moved = [i for i, d in enumerate(dims) if i != d]
    if not moved:
        return x
    if len(moved) == 2:
        return g("transpose", x, dim0=moved[0], dim1=moved[1])


@simpler("slice")
def fold_slice(g, x, dim, start=0, end=None, step=1):
    return x if start == 0 and step == 1 and end in (None, x.shape[dim]) else None


def rows_at(g, x, index, dim):
    """Rows of x at counted places, which are a slice; None where the places are others."""
    if index.op == "arange" and index.at["step"] == 1 and index.at["start"] >= 0:
        end = index.at["end"]
        return g("slice", x, dim=dim, start=index.at["start"], end=None if end == x.shape[dim] else end)


@simpler("index_select")
def fold_selection(g, x, index, dim):
    return rows_at(g, x, index, dim)


@simpler("embedding")
def fold_embedding(g, index, weight, padding_idx=None):
    """An embedding of counted places, given dimensions or not, as a slice of the table."""
    if index.op not in ("unsqueeze", "expand"):
        return rows_at(g, weight, index, 0)
    rows = fold_embedding(g, index.operands[0], weight)
    if rows is not None:
        return (
            g("unsqueeze", rows, dim=index.at["dim"] - 1)
            if index.op == "unsqueeze"
            else g("expand", rows, shape=(*index.shape, weight.shape[1]))
        )


@simpler("reshape")
def fold_reshape(g, x, shape):
    """One reshape for several; one that adds or removes a single 1 is unsqueeze or squeeze, one that only adds several is as many."""
    if shape == x.shape:
        return x
    if x.op in ("reshape", "squeeze", "unsqueeze"):
        return g("reshape", x.operands[0], shape=shape)
    for i, n in enumerate(shape):
        if n == 1 and shape[:i] + shape[i + 1 :] == x.shape:
            return g("unsqueeze", x, dim=i)
    for i, n in enumerate(x.shape):
        if n == 1 and x.shape[:i] + x.shape[i + 1 :] == shape:
            return g("squeeze", x, dim=i)
    added = [i for i, n in enumerate(shape) if n == 1]
    if 1 not in x.shape and tuple(n for n in shape if n != 1) == x.shape:
        return functools.reduce(lambda y, i: g("unsqueeze", y, dim=i), added, x)
    if x.op == "full":
        return g("full", shape=shape, value=x.at["value"], dtype=x.dtype)


@simpler("expand")
def fold_expand(g, x, shape):
    if shape == x.shape:
        return x
    if x.op == "full":
        return g("full", shape=shape, value=x.at["value"], dtype=x.dtype)
