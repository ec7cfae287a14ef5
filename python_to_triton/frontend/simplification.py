"""Folding rules: what an operation amounts to, seen from its operands alone. The graph builder applies them.

A rule gets the graph builder `g`, the operands and the attributes of an operation that is about to be built;
it returns the simpler Value, or None. Examples:

    x + x, 0 - x, -x * 3, x / -1                2 * x, -x, -3 * x, -x
    a + -b, a - -b, -(a - b)                    a - b, a + b, b - a
    a * (1 / b), a * rsqrt(b), x * x * x        a / b, a / sqrt(b), x ** 3
    clamp(relu(x), max=6), relu(abs(x))         one clamp, abs(x)
    floor(floor(x)), max(x, x), (-x) ** 2       done once
    x < y, x <= y of tensors, 1 < x             y > x, y >= x, x > 1
    where(arange(n) >= 0, x, y)                 x
    c & True, c & False, c ^ True               c, False, not c

Each keeps the result, in float32 within rounding, for all inputs. x / 3 and x * (1 / 3) differ and stay
different.
"""

import functools
import math

import torch

from python_to_triton.frontend.values import Value, is_number
from python_to_triton.frontend.vocabulary import DTYPES

# op -> its rule
SIMPLIFICATIONS = {}


def simplifies(*ops):
    """Registers the rule of these operations: (g, *operands, **attributes) -> the simpler Value, or None."""

    def register(rule):
        SIMPLIFICATIONS.update(dict.fromkeys(ops, rule))
        return rule

    return register


# ---- arithmetic ----


def _is_neutral(x, op, y):
    """Whether `x op y` is x: neither shape nor dtype nor value would change."""
    neutral = {"add": 0, "sub": 0, "mul": 1, "div": 1, "pow": 1}[op]
    if not isinstance(x, Value) or not is_number(y) or y != neutral:
        return False
    return x.dtype.is_floating_point or isinstance(y, int) and op != "div"


@simplifies("add")
def _fold_add(g, x, y):
    if is_number(x):
        return g("add", y, x)
    for a, b in ((x, y), (y, x)):
        if isinstance(b, Value) and b.op == "neg" and isinstance(a, Value):
            return g("sub", a, b.operands[0])
    if x is y and x.dtype.is_floating_point:
        return g("mul", x, 2)
    return x if _is_neutral(x, "add", y) else None


@simplifies("sub")
def _fold_sub(g, x, y):
    if is_number(y) and not isinstance(y, bool):
        return g("add", x, -y)
    if isinstance(x, Value) and y.op == "neg":
        return g("add", x, y.operands[0])
    if is_number(x) and x == 0 and y.dtype.is_floating_point:
        return g("neg", y)
    return None


@simplifies("neg")
def _fold_neg(g, x):
    if x.op == "sub" and all(isinstance(o, Value) for o in x.operands):
        return g("sub", *x.operands[::-1])
    if x.op in ("mul", "div") and not x.attributes and x.dtype.is_floating_point:
        number = x.operands[1]
        if is_number(number) and number:
            return g(x.op, x.operands[0], -number)
    return x.operands[0] if x.op == "neg" else None


@simplifies("mul")
def _fold_mul(g, x, y):
    """Numbers on the right; signs folded into the number; repeated factors as pow, reciprocals as div."""
    if is_number(x):
        return g("mul", y, x)
    if _is_neutral(x, "mul", y):
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
            with g.on_line(a.line):
                root = g("sqrt", a.operands[0])
            return g("div", b, root)
    return None


@simplifies("div")
def _fold_div(g, x, y, rounding_mode=None):
    """1 / x as reciprocal; signs folded into the number."""
    if rounding_mode is not None:
        return None
    if is_number(x) and x == 1 and y.dtype.is_floating_point:
        return g("reciprocal", y)
    if is_number(y) and y == -1 and x.dtype.is_floating_point:
        return g("neg", x)
    if is_number(y) and y and x.op == "neg" and x.dtype.is_floating_point:
        return g("div", x.operands[0], -y)
    if isinstance(x, Value) and isinstance(y, Value) and x.op == y.op == "neg":
        return g("div", x.operands[0], y.operands[0])
    return x if _is_neutral(x, "div", y) else None


@simplifies("reciprocal")
def _fold_reciprocal(g, x):
    return g("rsqrt", x.operands[0]) if x.op == "sqrt" else None


@simplifies("pow")
def _fold_pow(g, x, y):
    if not isinstance(x, Value) or not is_number(y):
        return None
    name = {2: "square", 0.5: "sqrt", -1: "reciprocal", -0.5: "rsqrt"}.get(y)
    if name and (x.dtype.is_floating_point or name == "square"):
        return g(name, x)
    return x if _is_neutral(x, "pow", y) else None


# ---- clamps, signs and comparisons ----


def _clamped(x):
    """((lowest, highest), what it was before) of a value that numbers clamp."""
    if x.op == "relu":
        return (0, math.inf), x.operands[0]
    if x.op != "clamp":
        return (-math.inf, math.inf), x
    low = x.at["min"]
    high = x.at["max"]
    return (-math.inf if low is None else low, math.inf if high is None else high), x.operands[0]


@simplifies("clamp")
def _fold_clamp(g, x, min=None, max=None):
    """One clamp for several."""
    if min is None and max is None:
        return x
    (low, high), inner = _clamped(x)
    lowest = -math.inf if min is None else min
    highest = math.inf if max is None else max
    both_proper = low <= high and lowest <= highest
    overlap = lowest < high and low < highest
    if inner is not x and x.dtype.is_floating_point and both_proper and overlap:
        low = low if low > lowest else lowest
        high = high if high < highest else highest
        return g(
            "clamp", inner, min=None if low == -math.inf else low, max=None if high == math.inf else high
        )
    return g("relu", x) if max is None and min == 0 else None


# Operations without a negative result.
_NOT_NEGATIVE = {"abs", "square", "exp", "exp2", "sigmoid", "sqrt", "rsqrt", "softmax"}


@simplifies("relu")
def _fold_relu(g, x):
    (low, high), inner = _clamped(x)
    if 0 <= low <= high or x.op in _NOT_NEGATIVE and x.dtype.is_floating_point:
        return x
    return g("clamp", x, min=0) if inner is not x and x.dtype.is_floating_point and 0 < high else None


@simplifies("leaky_relu", "elu", "celu")
def _fold_leaky(g, x, negative_slope=None, alpha=None):
    """The operand itself where it is never negative: only negative numbers would change."""
    return x if x.op in _NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point else None


@simplifies("abs")
def _fold_abs(g, x):
    if x.op in _NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point:
        return x
    return g("abs", x.operands[0]) if x.op == "neg" else None


@simplifies("threshold")
def _fold_threshold(g, x, threshold=0, value=0):
    return g("relu", x) if threshold == value == 0 else None


def _ignores(op, inner_ops):
    """The rule of an operation to which one of `inner_ops` on its operand makes no difference."""
    return lambda g, x: g(op, x.operands[0]) if x.op in inner_ops and x.dtype.is_floating_point else None


SIMPLIFICATIONS |= {op: _ignores(op, ("neg", "abs")) for op in ("square", "cos", "cosh")}
SIMPLIFICATIONS |= {op: _ignores(op, (op,)) for op in ("sign", "floor", "ceil", "trunc")}


# Views, which have no element that their operand has not.
_SAME_ELEMENTS = {"unsqueeze", "squeeze", "expand", "reshape", "transpose", "permute", "slice", "select"}


def _counts_from_0(x):
    """Whether a tensor holds positions that count up from 0, however they are seen."""
    if x.op in _SAME_ELEMENTS:
        return _counts_from_0(x.operands[0])
    return x.op == "arange" and x.at["start"] == 0 and is_number(x.at["step"]) and x.at["step"] > 0


# (comparison, number) -> what it says of every position
_OF_POSITIONS = {("ge", 0): True, ("gt", -1): True, ("lt", 0): False, ("le", -1): False}


def _truth_of_positions(x):
    """What a comparison says of all positions that count up from 0; None where it depends on the position.

    Another number than 0 and -1 may come from a size, and then be on the other side at other sizes. So may
    the truth of a filled tensor.
    """
    if x.op in _SAME_ELEMENTS:
        return _truth_of_positions(x.operands[0])
    if x.op not in ("ge", "gt", "lt", "le") or not isinstance(x.operands[0], Value):
        return None
    positions, number = x.operands
    return _OF_POSITIONS.get((x.op, number)) if is_number(number) and _counts_from_0(positions) else None


@simplifies("lt")
def _fold_less(g, x, y):
    return g("gt", y, x) if isinstance(y, Value) else None


@simplifies("le")
def _fold_less_or_equal(g, x, y):
    return g("ge", y, x) if isinstance(y, Value) else None


@simplifies("gt")
def _fold_greater(g, x, y):
    """A number goes to the right: torch.gt takes none on the left."""
    return g("lt", y, x) if is_number(x) else None


@simplifies("ge")
def _fold_greater_or_equal(g, x, y):
    return g("le", y, x) if is_number(x) else None


@simplifies("where")
def _fold_where(g, condition, x, y):
    """What a condition that is true of all positions chooses, where that has the result's dtype and shape."""
    truth = _truth_of_positions(condition) if isinstance(condition, Value) else None
    if truth is None:
        return None
    chosen, other = (x, y) if truth else (y, x)
    if is_number(chosen):
        if not is_number(other) or torch.result_type(x, y) != torch.float32 or str(chosen) == "-0.0":
            return None
        is_held = math.isinf(chosen) or abs(chosen) <= torch.finfo(torch.float32).max
        return g("full", shape=condition.shape, value=chosen, dtype=torch.float32) if is_held else None
    shapes = [each.shape for each in (condition, x, y) if isinstance(each, Value)]
    is_of_dtype = chosen.dtype.is_floating_point if is_number(other) else chosen.dtype == other.dtype
    return chosen if is_of_dtype and chosen.shape == torch.broadcast_shapes(*shapes) else None


def _condition_and_constant(x, y):
    """(condition, number) of a logical operation on both; the number is None where both are tensors."""
    if is_number(x):
        return y, x
    return x, y if is_number(y) else None


def _truth(g, x):
    """x as a condition: where it is not 0."""
    return x if x.dtype == torch.bool else g("ne", x, 0)


def _constant_truth(g, x, value):
    return g("full", shape=x.shape, value=value, dtype=torch.bool)


def _everywhere(x, y):
    """Both operands, one that is the same truth value everywhere, and broadcasts to the other, as that."""
    for one, other in ((x, y), (y, x)):
        if not all(isinstance(each, Value) for each in (one, other)):
            continue
        is_filled = one.op == "full" and one.dtype == torch.bool
        value = one.at["value"] if is_filled else _truth_of_positions(one)
        if value is not None and torch.broadcast_shapes(one.shape, other.shape) == other.shape:
            return other, value
    return x, y


@simplifies("logical_and")
def _fold_and(g, x, y):
    x, y = _everywhere(x, y)
    x, constant = _condition_and_constant(x, y)
    if constant is None:
        return None
    return _truth(g, x) if constant else _constant_truth(g, x, False)


@simplifies("logical_or")
def _fold_or(g, x, y):
    x, y = _everywhere(x, y)
    x, constant = _condition_and_constant(x, y)
    if constant is None:
        return None
    return _constant_truth(g, x, True) if constant else _truth(g, x)


@simplifies("logical_xor")
def _fold_xor(g, x, y):
    x, constant = _condition_and_constant(x, y)
    if constant is None:
        return None
    return g("logical_not", x) if constant else _truth(g, x)


@simplifies("maximum")
def _fold_maximum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    if is_number(y):
        return g("clamp", x, min=y)
    return x if x is y else None


@simplifies("minimum")
def _fold_minimum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    if is_number(y):
        return g("clamp", x, max=y)
    return x if x is y else None


@simplifies("to")
def _fold_cast(g, x, dtype):
    if DTYPES[dtype] == x.dtype:
        return x
    if x.op == "full" and DTYPES[dtype] != torch.bool:
        value = x.at["value"]
        if DTYPES[dtype].is_floating_point or not isinstance(value, float):
            return g("full", shape=x.at["shape"], value=value, dtype=DTYPES[dtype])
    return None


@simplifies("norm")
def _fold_norm(g, x, p=2, dim=None, keepdim=False):
    """The norm of the ones on a square's diagonal, which their number says."""
    is_square = x.op == "eye" and x.at["m"] is None
    if not is_square or p != 2 or dim not in (None, (-2, -1)) or not x.dtype.is_floating_point:
        return None
    return g("full", shape=(1, 1) if keepdim else (), value=math.sqrt(x.shape[0]), dtype=x.dtype)


# ---- views and rows ----


@simplifies("transpose")
def _fold_transpose(g, x, dim0, dim1):
    if x.rank < 2 or dim0 == dim1:
        return x
    if dim0 > dim1:
        return g("transpose", x, dim0=dim1, dim1=dim0)
    if x.op == "transpose" and dict(x.attributes) == {"dim0": dim0, "dim1": dim1}:
        return x.operands[0]
    return None


@simplifies("permute")
def _fold_permute(g, x, dims):
    moved = [i for i, d in enumerate(dims) if i != d]
    if not moved:
        return x
    return g("transpose", x, dim0=moved[0], dim1=moved[1]) if len(moved) == 2 else None


@simplifies("slice")
def _fold_slice(g, x, dim, start=0, end=None, step=1):
    return x if start == 0 and step == 1 and end in (None, x.shape[dim]) else None


@simplifies("select")
def _fold_select(g, x, dim, index):
    """The only place of a dimension that was added is what it was added to."""
    return x.operands[0] if x.op == "unsqueeze" and x.at["dim"] == dim and index in (0, -1) else None


def _counted_rows(g, x, index, dim):
    """x at counted indices, as a slice; None where the indices are no range."""
    if index.op != "arange" or index.at["step"] != 1 or index.at["start"] < 0:
        return None
    end = index.at["end"]
    return g("slice", x, dim=dim, start=index.at["start"], end=None if end == x.shape[dim] else end)


@simplifies("index_select")
def _fold_index_select(g, x, index, dim):
    return _counted_rows(g, x, index, dim)


@simplifies("embedding")
def _fold_embedding(g, index, weight, padding_idx=None):
    """An embedding of counted indices as a slice of the table, whatever dimensions the indices were given."""
    if index.op not in ("unsqueeze", "expand"):
        return _counted_rows(g, weight, index, 0)
    rows = _fold_embedding(g, index.operands[0], weight)
    if rows is None:
        return None
    if index.op == "unsqueeze":
        return g("unsqueeze", rows, dim=index.at["dim"] - 1)
    return g("expand", rows, shape=(*index.shape, weight.shape[1]))


@simplifies("cat")
def _fold_cat(g, tensors, dim=0):
    """One tensor, joined to none, is itself."""
    return tensors[0] if len(tensors) == 1 else None


@simplifies("stack")
def _fold_stack(g, tensors, dim=0):
    """One tensor, stacked on none, has a dimension more."""
    return g("unsqueeze", tensors[0], dim=dim) if len(tensors) == 1 else None


@simplifies("reshape")
def _fold_reshape(g, x, shape):
    """One reshape for several; one that only adds ones, or removes a single one, as unsqueeze or squeeze."""
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
    return None


@simplifies("expand")
def _fold_expand(g, x, shape):
    if shape == x.shape:
        return x
    return g("full", shape=shape, value=x.at["value"], dtype=x.dtype) if x.op == "full" else None
