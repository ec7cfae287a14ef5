"""Rules of what is computed along rows: sums, extremes, variances, softmaxes.

A row goes along one dimension or more, the last or not. Their kernels have a lane for each element of a few
rows, or of a block of a long one (row_loops.py). `ElementWriter.row` has the coordinates of the lane's
element, which may lie beyond the row's end: hence the masks here. A reduction is one number for all lanes of
a row. Whatever reads it has to be at the lane's own row, and to read all of it: else there is no answer.

Sums of a reduction are made in float64, so that a mean near 0 keeps its digits, and squares of 1e30 are no
infinities; the sum below a softmax is of positive numbers, which need none. Halves are left to the model's
own forms, which say where they round.
"""

from collections.abc import Mapping

import torch

from python_to_triton.codegen.by_rules.element_writer import DROPPED, KEPT, MASKS
from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, listed, writes
from python_to_triton.codegen.by_rules.row_loops import NEUTRAL
from python_to_triton.codegen.by_rules.size_arithmetic import Size, as_size
from python_to_triton.frontend import Value

ROW_CONDITIONS = ("any", "all")
ROW_REDUCTIONS = ("sum", "prod", "mean", "amax", "amin", "var", "std", "logsumexp", "norm", *ROW_CONDITIONS)
ROW_SOFTMAXES = ("softmax", "log_softmax")
ROW_NORMS = ("layer_norm", "rms_norm", "batch_norm", "instance_norm", "group_norm")
ROW_OPS = frozenset((*ROW_REDUCTIONS, *ROW_SOFTMAXES, *ROW_NORMS))


def dims_of_rows(value: Value, rank: int) -> tuple[int, ...]:
    """The dimensions that an operation goes along, in their order; () of none.

    Of a group norm those of its operand with dimension 1 as two: the groups, and the channels of each.

    Args:
        rank: of its first operand.
    """
    if value.op not in ROW_OPS:
        return ()
    if value.op == "batch_norm":  # of given statistics each element for itself
        return (0, *range(2, rank)) if value.at["training"] else ()
    if value.op == "instance_norm":
        return tuple(range(2, rank))
    if value.op == "group_norm":
        return tuple(range(2, rank + 1))
    dims = value.at["dim"]
    dims = range(rank) if dims is None else listed(dims)
    return tuple(sorted(dim % rank for dim in dims)) if rank else ()


def groups_of(value: Value) -> Size:
    """How many groups of channels an operation normalises each for itself; 0 where it knows no groups."""
    return as_size(value.at["num_groups"]) if value.op == "group_norm" else 0


def first_along_rows(value: Value, metas: Mapping[int, torch.Tensor]) -> Value | None:
    """What is computed along rows where a value is computed, or it itself; None where nothing is.

    Of several it is any of them: whether the others have its rows is asked when they are read.

    Args:
        metas: {id of a Value: a tensor of its rank}.
    """
    waiting = [value]
    seen = set()
    while waiting:
        one = waiting.pop()
        if one.op in ROW_OPS and dims_of_rows(one, metas[id(one.operands[0])].dim()):
            return one
        if id(one) not in seen:
            seen.add(id(one))
            waiting += one.inputs()
    return None


# ---- reductions: one number of each row ----


def _sum(w, x: str) -> str:
    return w.reduced("sum", f"tl.where(mask, {x}, 0)", torch.float64, "total")


def _extreme(w, x: str, op: str, dtype: torch.dtype) -> str:
    """The largest or least of a row; NaN where it has one."""
    inside = w.let(f"tl.where(mask, {x}, {NEUTRAL[op]})", "x")
    extreme = w.reduced(op, inside, dtype, "extreme")
    nans = w.reduced("sum", f"({inside} != {inside}).to(tl.int32)", torch.int32, "nans")
    return f"tl.where({nans} > 0, float('nan'), {extreme})"


def _near_the_mean(w, v: Value, x: str) -> str:
    """A number of a row that its elements are near to: the first of them, or their mean; see `_moments`."""
    begin = w.in_value([0 if d in w.row_dims else place for d, place in enumerate(w.row)])
    if w.dtypes[id(v.operands[0])] != torch.float64:
        try:
            return w.let(w.read(v.operands[0], begin, "begin_mask"), "first")
        except NotWritten:  # what is written so far of that element, nothing reads: it is left out
            pass
    return w.let(f"{_sum(w, x)} / {w.size(w.row_length)}", "mean")


def _moments(w, v: Value, x: str, correction: str = "0") -> tuple[str, str]:
    """(mean, variance) of a row of n elements, in one pass, by their distances d from the row's first:

        mean = first + sum(d) / n        variance = (sum(d^2) - sum(d)^2 / n) / (n - correction)

    Where a mean is large beside the deviations, d is as small as these are. In a pass more, d is the distance
    from the mean: for elements of float64, whose squares have no digits to spare, and where the first element
    is itself computed along the row, as in a norm of a norm.
    """
    length = w.size(w.row_length)
    first = _near_the_mean(w, v, x)
    distance = w.let(f"({x}).to(tl.float64) - {first}", "x")
    total, squares = _sum(w, distance), _sum(w, f"{distance} * {distance}")
    deviations = w.let(f"{squares} - {total} * {total} / {length}", "squares")
    deviations = w.let(f"tl.where({deviations} < 0, 0, {deviations})", "squares")  # not maximum: NaN stays
    count = length if correction == "0" else f"tl.maximum({length} - {correction}, 0)"
    return w.let(f"{first} + {total} / {length}", "mean"), w.let(f"{deviations} / {count}", "variance")


def _log_of_sum(w, v: Value, x: str) -> str:
    """The logarithm of the sum of exponentials; of infinities as PyTorch's."""
    dtype = w.dtypes[id(v)]
    inside = w.let(f"tl.where(mask, {x}, {NEUTRAL['max']})", "x")
    largest = w.reduced("max", inside, dtype, "largest")
    finite = w.let(f"tl.where(tl.abs({largest}) == float('inf'), 0, {largest})", "largest")
    return f"{finite} + tl.log({w.reduced('sum', f'tl.exp({inside} - {finite})', dtype, 'total')})"


def _norm(w, v: Value, x: str) -> str:
    """The square root of the sum of squares, or the sum of absolute values."""
    if v.at["p"] == 2:
        wide = w.let(f"({x}).to(tl.float64)", "x")
        return f"tl.sqrt({_sum(w, f'{wide} * {wide}')})"
    if v.at["p"] == 1:
        return _sum(w, f"tl.abs({x})")
    raise NotWritten(f"a norm of p={v.at['p']}")


def _condition(w, v: Value, x: str) -> str:
    """Whether any element of a row is not 0, or all are: by the number of those that are, or are not."""
    sought = "!=" if v.op == "any" else "=="
    found = w.reduced("sum", f"(mask & ({x} {sought} 0)).to(tl.int32)", torch.int32, "found")
    return f"{found} {sought} 0"


def _result_of_row(w, v: Value, x: str) -> str:
    """What a reduction makes of a row whose elements are x."""
    if v.op in ("amax", "amin"):
        return _extreme(w, x, v.op.removeprefix("a"), w.dtypes[id(v)])
    if v.op == "logsumexp":
        return _log_of_sum(w, v, x)
    if v.op == "norm":
        return _norm(w, v, x)
    if v.op in ("var", "std"):
        _, variance = _moments(w, v, x, str(w.number(v.at["correction"])))
        return variance if v.op == "var" else f"tl.sqrt({variance})"
    if v.op == "prod":
        return w.reduced("prod", f"tl.where(mask, {x}, 1)", torch.float64, "total")
    if v.op in ROW_CONDITIONS:
        return _condition(w, v, x)
    if v.op == "sum":
        return _sum(w, x)
    assert v.op == "mean", v.op
    return f"{_sum(w, x)} / {w.size(w.row_length)}"


# ---- what has an element for each of a row ----


def _softmax(w, v: Value, x: str) -> str:
    """The softmax of a row, or its logarithm, at each of its elements."""
    dtype = w.dtypes[id(v)]
    inside = w.let(f"tl.where(mask, {x}, {NEUTRAL['max']})", "x")
    from_largest = w.let(f"{inside} - {w.reduced('max', inside, dtype, 'largest')}", "x")
    power = w.let(f"tl.exp({from_largest})", "x")
    total = w.reduced("sum", power, dtype, "total")
    return f"{power} / {total}" if v.op == "softmax" else f"{from_largest} - tl.log({total})"


def _normalized(w, v: Value, x: str) -> str:
    """A normalisation's element: by the mean and variance of its row, or the mean of its squares."""
    if v.op == "rms_norm":
        wide = w.let(f"({x}).to(tl.float64)", "x")
        return _scaled(w, v, x, f"{_sum(w, f'{wide} * {wide}')} / {w.size(w.row_length)}", w.in_value(w.row))
    mean, variance = _moments(w, v, x)
    return _scaled(w, v, f"({x} - {mean})", variance, w.in_value(w.row))


def _scaled(w, v: Value, x: str, variance: str, at: list, mask: str = "mask") -> str:
    """What a normalisation makes of an element's distance from the mean: the weight and bias are its last
    operands, of each channel or of each place along a row."""
    dtype = w.dtypes[id(v)]
    eps = v.at["eps"]
    if eps is None:  # of rms_norm, where it is not given
        eps = torch.finfo(dtype).eps
    scale = w.let(f"1 / tl.sqrt({variance} + {w.number(eps)})", "scale")
    y = f"({x} * {scale}).to({triton_name(dtype)})"
    first = 3 if v.op == "batch_norm" else 1  # operands before are the tensor, and given statistics
    weight, bias = [*v.operands[first:], None, None][:2]  # those at the end may be left out
    for sign, tensor in (("*", weight), ("+", bias)):
        if tensor is not None:
            rank = len(w.shape(tensor))
            own = at[len(at) - rank :] if v.op in ("layer_norm", "rms_norm") else at[1:2]
            y = f"({y} {sign} {w.let(w.read(tensor, own, mask), 'x')})"
    return y


def _batch_norm_by_statistics(w, v: Value, n: list):
    """A batch norm whose mean and variance are given: each element for itself."""

    def read(at, mask):
        x, mean, variance = (
            w.let(w.read(operand, own, mask), "x")
            for operand, own in zip(v.operands[:3], (at, at[1:2], at[1:2]), strict=True)
        )
        return _scaled(w, v, f"({x} - {mean})", variance, at, mask)

    return n, read


@writes(*ROW_OPS)
def _along_rows(w, v, n):
    dtype = w.dtypes[id(v)]
    dims = dims_of_rows(v, len(n))
    if v.op == "batch_norm" and not v.at["training"] and dtype == torch.float32:
        return _batch_norm_by_statistics(w, v, n)
    is_written = dtype in (torch.float32, torch.float64) or v.op in ROW_CONDITIONS
    if w.row is None or not dims or dims != w.row_dims or not is_written:
        raise NotWritten(f"{v.op} along {dims}, in {dtype}")
    is_one = v.op in ROW_REDUCTIONS
    size, place = KEPT if is_one and v.at["keepdim"] else DROPPED
    shape = w.of_row(n, size) if is_one else n

    def read(at, mask):
        own = w.of_row(w.row, place) if is_one else w.in_value(w.row)
        are_rows = n == w.value_shape and groups_of(v) == w.groups
        if mask not in MASKS or list(at) != own or not are_rows:
            raise NotWritten(f"{v.op} of other rows than the program's own, or of a part of it")
        x = w.let(w.read(v.operands[0], w.in_value(w.row), "mask"), "x")
        if is_one:
            result = _result_of_row(w, v, x)
            return w.let(result if dtype == torch.bool else f"({result}).to({triton_name(dtype)})", "of_row")
        return f"({_softmax(w, v, x) if v.op in ROW_SOFTMAXES else _normalized(w, v, x)})"

    return shape, read
