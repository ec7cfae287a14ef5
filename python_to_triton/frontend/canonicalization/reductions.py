"""Reductions that are written out become one operation, and nested ones a single one.

sqrt(sum(x * x)) is norm, exp(x - max) / sum(exp(x - max)) is softmax, and a mean of a mean is one over both
dimensions.
"""

from python_to_triton.frontend.canonicalization.matching import (
    canonicalizes,
    is_op,
    is_trailing,
    operand_pairs,
)
from python_to_triton.frontend.values import Value, flatten_operands
from python_to_triton.frontend.vocabulary import OPS

# ---- statistics and losses ----


@canonicalizes("sqrt")
def _norm(g, uses, value):
    total = value.operands[0]
    if is_op(total, "sum") and is_op(total.operands[0], "square") and total.dtype.is_floating_point:
        return g("norm", total.operands[0].operands[0], dim=total.at["dim"], keepdim=total.at["keepdim"])
    return None


@canonicalizes("mean", "sum")
def _difference_loss(g, uses, value):
    """The mean or sum of (x - y) ** 2 or |x - y| over everything."""
    inner = value.operands[0]
    if value.attributes or not is_op(inner, "square", "abs") or not is_op(inner.operands[0], "sub"):
        return None
    x, y = inner.operands[0].operands
    if not isinstance(x, Value) or not isinstance(y, Value):
        return None
    if x.shape == y.shape and x.dtype == y.dtype and x.rank:
        return g("mse_loss" if inner.op == "square" else "l1_loss", x, y, reduction=value.op)
    return None


@canonicalizes("mean")
def _variance(g, uses, value):
    """mean((x - mean(x)) ** 2)."""
    inner = value.operands[0]
    if not is_op(inner, "square") or not is_op(inner.operands[0], "sub"):
        return None
    x, center = inner.operands[0].operands
    is_mean_of_x = is_op(center, "mean") and center.operands[0] is x
    if is_mean_of_x and center.at["dim"] == value.at["dim"] and center.at["keepdim"]:
        return g("var", x, dim=value.at["dim"], correction=0, keepdim=value.at["keepdim"])
    return None


# ---- softmax and its kin ----


def _shifted_exponential(item):
    """(x, dim) of exp(x - max of x over dim); None for anything else."""
    if not is_op(item, "exp") or not is_op(item.operands[0], "sub"):
        return None
    x, top = item.operands[0].operands
    is_maximum = is_op(top, "amax") and top.operands[0] is x and top.at["keepdim"]
    return (x, top.at["dim"]) if is_maximum and isinstance(top.at["dim"], int) else None


@canonicalizes("div")
def _softmax(g, uses, value):
    exponential, total = value.operands
    if not is_op(total, "sum") or total.operands[0] is not exponential or not total.at["keepdim"]:
        return None
    shifted = _shifted_exponential(exponential)
    if shifted is None or total.at["dim"] != shifted[1]:
        return None
    return g("softmax", shifted[0], dim=shifted[1])


@canonicalizes("add")
def _logsumexp(g, uses, value):
    """max + log(sum(exp(x - max)))."""
    for top, log in operand_pairs(value):
        total = log.operands[0] if is_op(log, "log") else None
        shifted = _shifted_exponential(total.operands[0]) if is_op(total, "sum") else None
        if shifted is None or total.at["dim"] != shifted[1]:
            continue
        x, dim = shifted
        keepdim = total.at["keepdim"]
        squeezed = top.operands[0] if is_op(top, "squeeze") and top.at["dim"] == dim and not keepdim else None
        is_squeezed_maximum = is_op(squeezed, "amax") and squeezed.operands[0] is x
        if top is g("amax", x, dim=dim, keepdim=keepdim) or is_squeezed_maximum:
            return g("logsumexp", x, dim=dim, keepdim=keepdim)
    return None


@canonicalizes("sub")
def _log_softmax(g, uses, value):
    """x - logsumexp(x)."""
    x, total = value.operands
    if not is_op(total, "logsumexp") or total.operands[0] is not x or not total.at["keepdim"]:
        return None
    return g("log_softmax", x, dim=total.at["dim"]) if isinstance(total.at["dim"], int) else None


@canonicalizes("nll_loss")
def _cross_entropy(g, uses, value):
    """nll_loss(log_softmax(x), y)."""
    x = value.operands[0]
    if is_op(x, "log_softmax") and x.at["dim"] % x.rank == (x.rank > 1):
        return g("cross_entropy", x.operands[0], *value.operands[1:], **dict(value.attributes))
    return None


# ---- reductions of reductions ----


def _as_tuple(dim):
    return dim if isinstance(dim, tuple) else (dim,)


@canonicalizes("sum", "mean", "amax", "amin")
def _nested(g, uses, value):
    """A reduction of a reduction of the same kind, over both their dimensions."""
    inner = value.operands[0]
    if not is_op(inner, value.op) or uses[id(inner)] != 1 or value.at["dim"] is None:
        return None
    keepdim = value.at["keepdim"]
    if inner.at["keepdim"] != keepdim:
        return None
    x = inner.operands[0]
    first = inner.at["dim"]
    first = (first,) if isinstance(first, int) else first
    then = _as_tuple(value.at["dim"])
    left = [d for d in range(-x.rank, 0) if keepdim or d not in first]
    dims = {*first, *(left[d] for d in then)}
    return g(value.op, x, dim=tuple(dims), keepdim=keepdim)


def _is_single(item, dim):
    """Whether a value has one element in `dim` at whatever sizes: a reduction kept it, nothing widened it."""
    if item.op == "argument" or item.rank < -dim or item.shape[dim] != 1:
        return False
    if item.op == "unsqueeze":
        added = item.at["dim"]
        return dim == added or _is_single(item.operands[0], dim + (dim < added))
    if OPS[item.op].kind == "reduction":
        if not item.at.get("keepdim"):
            return False
        return dim in flatten_operands((item.at["dim"],)) or _is_single(item.operands[0], dim)
    if OPS[item.op].kind != "pointwise":
        return False
    # A bias of one element stays one, so arguments do not count.
    computed = [v for v in item.inputs() if v.op != "argument" and v.rank >= -dim]
    return len(computed) > 0 and all(_is_single(operand, dim) for operand in computed)


@canonicalizes("sum", "mean", "amax", "amin", "prod", "logsumexp")
def _of_single(g, uses, value):
    """A reduction over what another has reduced already: nothing is left to do."""
    x = value.operands[0]
    dim = value.at["dim"]
    dims = tuple(range(-x.rank, 0)) if dim is None else _as_tuple(dim)
    if not dims or x.dtype != value.dtype or not all(_is_single(x, dim) for dim in dims):
        return None
    return x if value.at["keepdim"] else g("reshape", x, shape=value.shape)


def _is_reduction(item):
    """Whether a value is a reduction that may keep its dimensions."""
    return (
        isinstance(item, Value)
        and item.op in OPS
        and OPS[item.op].kind == "reduction"
        and "keepdim" in item.at
    )


@canonicalizes("squeeze", "unsqueeze", "reshape")
def kept_dimension(g, uses: dict[int, int], value: Value) -> Value | None:
    """The rule for dimensions that a reduction should have kept, or not: sum(keepdim) squeezed is sum."""
    inner = value.operands[0]
    keepdim = value.op == "unsqueeze"
    if not _is_reduction(inner) or uses[id(inner)] != 1:
        return None
    if inner.at["keepdim"] == keepdim or inner.at.get("dim") is None:
        return None
    if value.op != "reshape" and inner.at["dim"] != value.at["dim"]:
        return None
    with g.on_line(inner.line):
        made = g(inner.op, *inner.operands, **dict(inner.attributes) | {"keepdim": keepdim})
    return made if made.shape == value.shape else None


@canonicalizes("unsqueeze", "reshape")
def _of_merged(g, uses, value):
    """A statistic of x.view(n, c, -1) that is given all of x's dimensions again: the statistic of x itself.

    x is then read in one shape.
    """
    inner = value.operands[0]
    if (
        not _is_reduction(inner)
        or not inner.at["keepdim"]
        or uses[id(inner)] != 1
        or value.rank <= inner.rank
    ):
        return None
    merged = inner.operands[0]
    dims = _as_tuple(inner.at["dim"])
    x = merged.operands[0] if merged.op == "reshape" else merged
    kept = merged.rank - len(dims)
    merges = x.rank > merged.rank and x.shape[: merged.rank - 1] == merged.shape[:-1]
    if not merges or not is_trailing(merged, dims) or x.rank < value.rank:
        return None
    if value.shape != (*x.shape[:kept], *[1] * (value.rank - kept)):
        return None
    if x.rank != value.rank:  # the next unsqueeze parts the rest
        with g.on_line(merged.line):
            x = g("reshape", x, shape=(*x.shape[: value.rank - 1], -1))
    attributes = dict(inner.attributes) | {"dim": range(kept - value.rank, 0)}
    with g.on_line(inner.line):
        return g(inner.op, x, *inner.operands[1:], **attributes)


@canonicalizes("sum", "mean", "amax", "amin", "prod", "logsumexp", "softmax", "log_softmax")
def _of_pooled(g, uses, value):
    """One dimension of what was pooled to (N, C, 1, 1), as that of (N, C)."""
    x = value.operands[0]
    dim = value.at["dim"]
    single = next((n for n in range(x.rank) if not _is_single(x, -n - 1)), x.rank)  # trailing dimensions
    if not single or not isinstance(dim, int) or dim >= -single:
        return None
    squeezed = g("squeeze", x, dim=range(-single, 0))
    squeezed = kept_dimension(g, uses, squeezed) or squeezed
    made = g(value.op, squeezed, **dict(value.attributes) | {"dim": dim + single})
    for _ in range(single):
        made = g("unsqueeze", made, dim=-1)
    return made
