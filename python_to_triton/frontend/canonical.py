"""canonical."""

import collections
import math
import torch
from python_to_triton.frontend.builder import VIEWS, is_number
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.values import Value, flat
from python_to_triton.frontend.vocabulary import OPS, _last


REDUCING = {"sum", "mean", "amax", "amin"}


TIDY = {}


def tidies(*ops):
    """Registers a rule for values of these operations: (g, uses, value) -> the simpler Value, or None."""

    def register(function):
        for op in ops:
            TIDY.setdefault(op, []).append(function)
        return function

    return register


def is_op(item, *ops):
    return isinstance(item, Value) and item.op in ops


def near(item, n):
    """Whether a constant is `n` as far as float32 can tell."""
    return is_number(item) and math.isclose(item, n, rel_tol=6e-8)


def factors_of(item):
    """The factors of a product, numbers among them: of x * 2 / sqrt(2), say."""
    if is_op(item, "mul"):
        return [f for operand in item.operands for f in factors_of(operand)]
    if is_op(item, "div") and len(item.attributes) == 0 and is_number(item.operands[1]) and item.operands[1]:
        return [*factors_of(item.operands[0]), 1 / item.operands[1]]
    if is_op(item, "neg"):
        return [-1, *factors_of(item.operands[0])]
    return [item]


def times(item):
    """(number, tensors by id) of a product; powers are opened: x ** 3 is x three times."""
    parts, constant, tensors = factors_of(item), 1.0, []
    for part in parts:
        if is_number(part):
            constant *= part
        elif is_op(part, "square"):
            tensors += 2 * times(part.operands[0])[1]
        elif is_op(part, "pow") and part.operands[1] == 3:
            tensors += 3 * times(part.operands[0])[1]
        else:
            tensors.append(id(part))
    return constant, sorted(tensors)


def is_product(item, constant, tensors):
    """Whether a value is `constant` times these tensors (ids)."""
    found = times(item)
    return near(found[0], constant) and found[1] == sorted(tensors)


def terms(item, n):
    """The other term of `item` = term + n; None where it is no such sum."""
    return (
        item.operands[0]
        if is_op(item, "add") and len(item.operands) == 2 and near(item.operands[1], n)
        else None
    )


def pairs(value):
    """Both orders of two operands that are tensors."""
    if all(isinstance(o, Value) for o in value.operands):
        yield from (value.operands, value.operands[::-1])


def at_end(x, dim):
    """Whether `dim` names the trailing dimensions of x."""
    dims = (dim,) if isinstance(dim, int) else tuple(dim or range(-x.rank, 0))
    return dims == tuple(range(-len(dims), 0))


@tidies(*VIEWS)
def tidy_filled(g, uses, value):
    """A view of a filled tensor is a filled tensor."""
    x = value.operands[0]
    return g("full", shape=value.shape, value=x.at["value"], dtype=x.dtype) if is_op(x, "full") else None


@tidies("mul")
def tidy_gates(g, uses, value):
    """A value times a gate of itself, or of the other half of its tensor."""
    for x, y in pairs(value):
        if is_op(y, "sigmoid") and y.operands[0] is x:
            return g("silu", x)
        if is_op(y, "hardsigmoid") and y.operands[0] is x:
            return g("hardswish", x)
        if (
            is_op(y, "tanh")
            and is_op(y.operands[0], "softplus")
            and y.operands[0].operands[0] is x
            and not y.operands[0].attributes
        ):
            return g("mish", x)
        if is_op(y, "sigmoid") and is_op(x, "chunk") and is_op(y.operands[0], "chunk"):
            one, two = x.at, y.operands[0].at
            if (
                x.operands[0] is y.operands[0].operands[0]
                and one["chunks"] == 2
                and one | {"index": 1} == two
                and one["index"] == 0
            ):
                return g("glu", x.operands[0], dim=one["dim"])


def gelu_arguments(u):
    """What may be x in the argument of gelu's erf or tanh."""
    sums = [p for p in factors_of(u) if is_op(p, "add")]
    inner = [p for total in sums for p in total.operands]
    return [p for p in [*u.operands, *factors_of(u), *inner] if isinstance(p, Value)]


def is_gelu_argument(u, x):
    """Whether u is sqrt(2 / pi) * (x + 0.044715 * x ** 3), or that with x taken out of the sum."""
    parts, (own, bare) = factors_of(u), times(x)
    total = next((p for p in parts if is_op(p, "add") and p is not x), None)
    if total is None:
        return False
    others = [times(p) if isinstance(p, Value) else (p, []) for p in parts if p is not total]
    constant, tensors = math.prod(n for n, _ in others), sorted(t for _, more in others for t in more)
    cube = terms(total, 1)
    if cube is not None:
        return (
            near(constant, math.sqrt(2 / math.pi) * own)
            and tensors == bare
            and is_product(cube, 0.044715 * own**2, 2 * bare)
        )
    return (
        near(constant, math.sqrt(2 / math.pi))
        and not tensors
        and any(
            p is x and isinstance(q, Value) and is_product(q, 0.044715 * own**3, 3 * bare)
            for p, q in pairs(total)
        )
    )


@tidies("mul", "div")
def tidy_gelu(g, uses, value):
    """0.5 * x * (1 + erf(x / sqrt(2))) in any order, and the approximation by tanh."""
    parts = factors_of(value)
    for part in parts:
        inner = terms(part, 1)
        if not is_op(inner, "erf", "tanh"):
            continue
        u, rest = (
            inner.operands[0],
            [times(p) if isinstance(p, Value) else (p, []) for p in parts if p is not part],
        )
        half = math.prod(n for n, _ in rest), sorted(t for _, tensors in rest for t in tensors)
        for x in gelu_arguments(u):
            constant, tensors = times(x)
            if not (near(half[0], 0.5 * constant) and half[1] == tensors):
                continue
            if inner.op == "erf" and near(times(u)[0], math.sqrt(0.5) * constant) and times(u)[1] == tensors:
                return g("gelu", x)
            if inner.op == "tanh" and is_gelu_argument(u, x):
                return g("gelu", x, approximate="tanh")


@tidies("div", "mul")
def tidy_hard(g, uses, value):
    """clamp(x + 3, 0, 6) / 6, alone and times x."""
    constant = math.prod(p for p in factors_of(value) if is_number(p))
    rest = [p for p in factors_of(value) if isinstance(p, Value)]
    gate = next((p for p in rest if is_op(p, "clamp") and (p.at["min"], p.at["max"]) == (0, 6)), None)
    x = terms(gate.operands[0], 3) if gate is not None else None
    if x is None or not near(constant, 1 / 6):
        return None
    others = [p for p in rest if p is not gate]
    return g("hardsigmoid", x) if not others else g("hardswish", x) if others == [x] else None


@tidies("reciprocal", "div")
def tidy_sigmoid(g, uses, value):
    """1 / (1 + exp(-x)), or y / (1 + exp(-x))."""
    inner = (
        terms(value.operands[-1], 1)
        if isinstance(value.operands[-1], Value) and not value.attributes
        else None
    )
    power = inner.operands[0] if is_op(inner, "exp") else None
    if (
        is_op(power, "neg")
        or is_op(power, "mul", "div")
        and is_number(power.operands[1])
        and power.operands[1] < 0
    ):
        gate = g("sigmoid", g("neg", power))
        return gate if value.op == "reciprocal" else g("mul", value.operands[0], gate)


@tidies("where")
def tidy_leaky(g, uses, value):
    condition, x, y = value.operands
    if (
        is_op(condition, "gt", "ge")
        and condition.operands[0] is x
        and condition.operands[1] == 0
        and is_op(y, "mul")
        and y.operands[0] is x
        and is_number(y.operands[1])
        and x.dtype.is_floating_point
    ):
        return g("leaky_relu", x, negative_slope=y.operands[1])


@tidies("sqrt")
def tidy_norm(g, uses, value):
    total = value.operands[0]
    if is_op(total, "sum") and is_op(total.operands[0], "square") and total.dtype.is_floating_point:
        return g("norm", total.operands[0].operands[0], dim=total.at["dim"], keepdim=total.at["keepdim"])


@tidies("mean", "sum")
def tidy_loss(g, uses, value):
    """(x - y) ** 2 and |x - y|, over everything."""
    inner = value.operands[0]
    if value.attributes or not is_op(inner, "square", "abs") or not is_op(inner.operands[0], "sub"):
        return None
    x, y = inner.operands[0].operands
    if isinstance(x, Value) and isinstance(y, Value) and x.shape == y.shape and x.dtype == y.dtype and x.rank:
        return g("mse_loss" if inner.op == "square" else "l1_loss", x, y, reduction=value.op)


@tidies("mean")
def tidy_variance(g, uses, value):
    inner = value.operands[0]
    if is_op(inner, "square") and is_op(inner.operands[0], "sub"):
        x, center = inner.operands[0].operands
        if (
            is_op(center, "mean")
            and center.operands[0] is x
            and center.at["dim"] == value.at["dim"]
            and center.at["keepdim"]
        ):
            return g("var", x, dim=value.at["dim"], correction=0, keepdim=value.at["keepdim"])


def shifted_exponent(item):
    """(x, dim) of exp(x - max of x over dim), None for anything else."""
    if is_op(item, "exp") and is_op(item.operands[0], "sub"):
        x, top = item.operands[0].operands
        if (
            is_op(top, "amax")
            and top.operands[0] is x
            and top.at["keepdim"]
            and isinstance(top.at["dim"], int)
        ):
            return x, top.at["dim"]


@tidies("div")
def tidy_softmax(g, uses, value):
    e, total = value.operands
    if is_op(total, "sum") and total.operands[0] is e and total.at["keepdim"] and shifted_exponent(e):
        x, dim = shifted_exponent(e)
        return g("softmax", x, dim=dim) if total.at["dim"] == dim else None


@tidies("add")
def tidy_logsumexp(g, uses, value):
    """The maximum plus the logarithm of the sum of what is left of it."""
    for top, log in pairs(value):
        total = log.operands[0] if is_op(log, "log") else None
        found = shifted_exponent(total.operands[0]) if is_op(total, "sum") else None
        if found is None or total.at["dim"] != found[1]:
            continue
        wanted = g("amax", found[0], dim=found[1], keepdim=total.at["keepdim"])
        if (
            top is wanted
            or is_op(top, "squeeze")
            and is_op(top.operands[0], "amax")
            and top.operands[0].operands[0] is found[0]
            and top.at["dim"] == found[1]
            and not total.at["keepdim"]
        ):
            return g("logsumexp", found[0], dim=found[1], keepdim=total.at["keepdim"])


@tidies("sub")
def tidy_log_softmax(g, uses, value):
    x, total = value.operands
    if (
        is_op(total, "logsumexp")
        and total.operands[0] is x
        and total.at["keepdim"]
        and isinstance(total.at["dim"], int)
    ):
        return g("log_softmax", x, dim=total.at["dim"])


@tidies("nll_loss")
def tidy_cross_entropy(g, uses, value):
    x = value.operands[0]
    if is_op(x, "log_softmax") and x.at["dim"] % x.rank == (x.rank > 1):
        return g("cross_entropy", x.operands[0], *value.operands[1:], **dict(value.attributes))


def root_of(item, op):
    """(the value of operation `op`, eps) where `item` is sqrt(value + eps)."""
    inner = item.operands[0] if is_op(item, "sqrt") else None
    if (
        is_op(inner, "add")
        and is_op(inner.operands[0], op)
        and is_number(inner.operands[1])
        and 0 < inner.operands[1] < 1
    ):
        return inner.operands[0], inner.operands[1]
    return None, None


@tidies("div")
def tidy_norms(g, uses, value):
    """A row by its root mean square, or its deviation by its standard deviation, with eps inside the root."""
    x, root = value.operands
    spread, eps = root_of(root, "var")
    if spread is not None and is_op(x, "sub") and at_end(spread.operands[0], spread.at["dim"]):
        one, center = x.operands
        same_dims = (
            is_op(center, "mean")
            and center.operands[0] is one is spread.operands[0]
            and center.at["dim"] == spread.at["dim"]
        )
        if same_dims and center.at["keepdim"] and spread.at["keepdim"] and spread.at["correction"] == 0:
            return g("layer_norm", one, dim=spread.at["dim"], eps=eps)
    power, eps = root_of(root, "mean")
    if (
        power is not None
        and is_op(power.operands[0], "square")
        and power.operands[0].operands[0] is x
        and power.at["keepdim"]
        and at_end(x, power.at["dim"])
    ):
        return g("rms_norm", x, dim=power.at["dim"], eps=eps)


@tidies("mul", "add")
def tidy_affine(g, uses, value):
    """A norm times its weight, plus its bias, where nothing else reads the bare norm."""
    for x, w in pairs(value):
        place = 1 if value.op == "mul" else 2
        if (
            is_op(x, "layer_norm", "rms_norm")
            and uses[id(x)] == 1
            and len(x.operands) == place < (3 if x.op == "layer_norm" else 2)
        ):
            if w.dtype == x.dtype and w.shape == tuple(_last(x, x.at["dim"])):
                return g(x.op, *x.operands, w, **dict(x.attributes))


@tidies("matmul")
def tidy_linear(g, uses, value):
    x, y = value.operands
    if is_op(y, "transpose") and y.rank == 2 and x.rank >= 2 and x is not y.operands[0]:
        return g("linear", x, y.operands[0])


@tidies("add")
def tidy_bias(g, uses, value):
    for x, b in pairs(value):
        if (
            is_op(x, "linear")
            and len(x.operands) == 2
            and uses[id(x)] == 1
            and b.shape == x.shape[-1:]
            and b.dtype == x.dtype
        ):
            return g("linear", *x.operands, b)


def is_ones(item, shape):
    return is_op(item, "full") and item.at["value"] == 1 and item.shape == shape


def causal(item, shape):
    """Whether a boolean condition lets a query see keys up to its own place: tril of ones, or what amounts to it."""
    if is_op(item, "logical_not"):
        inner = item.operands[0]
        return is_op(inner, "triu") and inner.at["diagonal"] == 1 and is_ones(inner.operands[0], shape)
    if is_op(item, "ne") and item.operands[1] == 0:
        item = item.operands[0]
    return is_op(item, "tril") and item.at["diagonal"] == 0 and is_ones(item.operands[0], shape)


def product_of(item):
    """(q, k, factor) of q @ k.mT times a number, the number anywhere; (None, None, 1) for anything else."""
    constant = math.prod(p for p in factors_of(item) if is_number(p))
    rest = [p for p in factors_of(item) if isinstance(p, Value)]
    if len(rest) != 1 or not is_op(rest[0], "matmul"):
        return None, None, 1
    q, k = rest[0].operands
    if (
        not is_op(k, "transpose")
        or (k.at["dim0"], k.at["dim1"]) != (-2, -1)
        or q.rank != k.rank
        or not 3 <= q.rank <= 4
    ):
        return None, None, 1
    k, bare = k.operands[0], []
    for side in (q, k):
        scale = [p for p in factors_of(side) if is_number(p)]
        tensor = [p for p in factors_of(side) if isinstance(p, Value)]
        bare.append(tensor[0] if scale and len(tensor) == 1 else side)
        constant *= math.prod(scale) if scale and len(tensor) == 1 else 1
    return *bare, constant


def unmasked(g, scores):
    """(scores, mask or None, is_causal) of what a softmax takes; None where the mask is none that attention knows."""
    shape = scores.shape[-2:]
    if is_op(scores, "where") and shape[0] == shape[1]:
        condition, one, other = scores.operands
        hides = [o.at["value"] if is_op(o, "full") else o for o in (one, other)]
        if hides[1] == -math.inf and isinstance(one, Value) and causal(condition, shape):
            return one, None, True
        if hides[0] == -math.inf and isinstance(other, Value):
            flipped = (
                condition.operands[0] if is_op(condition, "logical_not") else g("logical_not", condition)
            )
            if is_op(condition, "eq") and condition.operands[1] == 0:
                flipped = g("ne", condition.operands[0], 0)
            return (other, None, True) if causal(flipped, shape) else None
        return None
    if is_op(scores, "add") and all(isinstance(o, Value) for o in scores.operands):
        product = [o for o in scores.operands if product_of(o)[0] is not None]
        mask = next((o for o in scores.operands if product and o is not product[0]), None)
        if mask is None:
            return None
        if (
            is_op(mask, "triu")
            and mask.at["diagonal"] == 1
            and is_op(mask.operands[0], "full")
            and mask.operands[0].at["value"] == -math.inf
            and mask.shape == shape
            and shape[0] == shape[1]
        ):
            return product[0], None, True
        if mask.rank >= 2 and mask.dtype == scores.dtype and mask.shape[-2:] == shape:
            return product[0], mask, False
        return None
    return scores, None, False


@tidies("matmul")
def tidy_attention(g, uses, value):
    p, v = value.operands
    if not is_op(p, "softmax") or p.at["dim"] != -1 or uses[id(p)] != 1 or p.rank != v.rank:
        return None
    found = unmasked(g, p.operands[0])
    q, k, factor = product_of(found[0]) if found else (None, None, 1)
    if (
        q is None
        or not q.dtype == k.dtype == v.dtype
        or q.shape[:-2] != k.shape[:-2]
        or k.shape[:-2] != v.shape[:-2]
    ):
        return None
    return g("scaled_dot_product_attention", q, k, v, found[1], is_causal=found[2], scale=factor)


@tidies(*REDUCING)
def tidy_nested(g, uses, value):
    """A reduction of a reduction of the same kind, over both their dimensions."""
    inner = value.operands[0]
    if (
        not is_op(inner, value.op)
        or uses[id(inner)] != 1
        or value.at["dim"] is None
        or inner.at["keepdim"] != value.at["keepdim"]
    ):
        return None
    x, gone, then = (
        inner.operands[0],
        *[(d,) if isinstance(d, int) else d for d in (inner.at["dim"], value.at["dim"])],
    )
    left = list(range(-x.rank, 0)) if value.at["keepdim"] else [d for d in range(-x.rank, 0) if d not in gone]
    dims = {*gone, *(left[d] for d in then)}
    return g(value.op, x, dim=tuple(dims), keepdim=value.at["keepdim"])


def is_single(item, dim):
    """Whether a value has one element in `dim` at whatever sizes: a reduction kept the dimension, and nothing widens it again."""
    if item.op == "argument" or item.rank < -dim or item.shape[dim] != 1:
        return False
    if item.op == "unsqueeze":
        added = item.at["dim"]
        return dim == added or is_single(item.operands[0], dim + (dim < added))
    if OPS[item.op].kind == "reduction":
        return item.at.get("keepdim", False) and (
            dim in flat((item.at["dim"],)) or is_single(item.operands[0], dim)
        )
    computed = [
        operand for operand in item.inputs() if operand.op != "argument" and operand.rank >= -dim
    ]  # a bias of one element stays one
    return (
        OPS[item.op].kind == "pointwise"
        and len(computed) > 0
        and all(is_single(operand, dim) for operand in computed)
    )


@tidies("sum", "mean", "amax", "amin", "prod", "logsumexp")
def tidy_single(g, uses, value):
    """A reduction over what another has reduced already: nothing is left to do."""
    x, dims = value.operands[0], value.at["dim"]
    dims = tuple(range(-x.rank, 0)) if dims is None else dims if isinstance(dims, tuple) else (dims,)
    if not dims or x.dtype != value.dtype or not all(is_single(x, dim) for dim in dims):
        return None
    return x if value.at["keepdim"] else g("reshape", x, shape=value.shape)


@tidies("squeeze", "unsqueeze", "reshape")
def tidy_kept(g, uses, value):
    """Dimensions that a reduction need not have kept, or should have."""
    inner, keepdim = value.operands[0], value.op == "unsqueeze"
    reduces = (
        isinstance(inner, Value)
        and inner.op in OPS
        and OPS[inner.op].kind == "reduction"
        and "keepdim" in inner.at
    )
    if not reduces or uses[id(inner)] != 1 or inner.at["keepdim"] == keepdim or inner.at.get("dim") is None:
        return None
    if value.op != "reshape" and inner.at["dim"] != value.at["dim"]:
        return None
    made = g(inner.op, *inner.operands, **dict(inner.attributes) | {"keepdim": keepdim})
    return made if made.shape == value.shape else None


@tidies("unsqueeze", "reshape")
def tidy_merged(g, uses, value):
    """A statistic of x.view(n, c, -1), brought back to as many dimensions as x has: of x itself, which is then read in one shape."""
    inner = value.operands[0]
    if (
        inner.op not in OPS
        or OPS[inner.op].kind != "reduction"
        or not inner.at.get("keepdim")
        or uses[id(inner)] != 1
        or value.rank <= inner.rank
    ):
        return None
    flat_x, dims = (
        inner.operands[0],
        inner.at["dim"] if isinstance(inner.at["dim"], tuple) else (inner.at["dim"],),
    )
    x, kept = flat_x.operands[0] if flat_x.op == "reshape" else flat_x, flat_x.rank - len(dims)
    merges = x.rank > flat_x.rank and x.shape[: flat_x.rank - 1] == flat_x.shape[:-1] and at_end(flat_x, dims)
    if not merges or x.rank < value.rank or value.shape != (*x.shape[:kept], *[1] * (value.rank - kept)):
        return None
    parted = (
        x if x.rank == value.rank else g("reshape", x, shape=(*x.shape[: value.rank - 1], -1))
    )  # the next unsqueeze parts the rest
    return g(
        inner.op, parted, *inner.operands[1:], **dict(inner.attributes) | {"dim": range(kept - value.rank, 0)}
    )


@tidies("sum", "mean", "amax", "amin", "prod", "logsumexp", "softmax", "log_softmax")
def tidy_pooled(g, uses, value):
    """One dimension of what was pooled, (N, C, 1, 1): of (N, C)."""
    x, dim = value.operands[0], value.at["dim"]
    kept = next(
        (n for n in range(x.rank) if not is_single(x, -n - 1)), x.rank
    )  # how many dimensions at the end are single
    if not kept or not isinstance(dim, int) or dim >= -kept:
        return None
    flat_x = g("squeeze", x, dim=range(-kept, 0))
    flat_x = tidy_kept(g, uses, flat_x) or flat_x
    made = g(value.op, flat_x, **dict(value.attributes) | {"dim": dim + kept})
    for _ in range(kept):
        made = g("unsqueeze", made, dim=-1)
    return made


@tidies("reshape")
def tidy_early(g, uses, value):
    """A reshaped function of an argument as that function of the reshaped argument, whose view costs nothing and is the host's."""
    x, chain = value.operands[0], []
    while (
        x.op != "argument"
        and OPS[x.op].kind == "pointwise"
        and x.op != "glu"
        and len(list(x.inputs())) == uses[id(x)] == 1
    ):
        chain.append(x)
        x = next(x.inputs())
    if x.op != "argument" or not chain:
        return None
    made = g("reshape", x, shape=value.at["shape"])
    for link in reversed(chain):
        made = g(
            link.op,
            *[made if isinstance(operand, Value) else operand for operand in link.operands],
            **dict(link.attributes),
        )
    return made


@tidies(*(op for op, row in OPS.items() if row.kind == "pointwise" and op != "glu"))
def tidy_late(g, uses, value):
    """A function, of numbers besides, of what was computed and then reshaped: as the reshaped function, whose view is the host's."""
    tensors = list(value.inputs())
    shaped, made = tensors[0], tensors[0].operands[0] if is_op(tensors[0], "reshape") else None
    if made is None or len(tensors) > 1 or uses[id(shaped)] != 1 or made.op == "argument" or made.op in VIEWS:
        return None
    made = g(
        value.op,
        *[made if operand is shaped else operand for operand in value.operands],
        **dict(value.attributes),
    )
    uses[id(made)] = 1
    return g("reshape", made, shape=shaped.at["shape"])


@tidies("where")
def tidy_choice(g, uses, value):
    """A choice by the contrary of a condition as one by the condition."""
    condition, one, other = value.operands
    contrary = (
        is_op(condition, "logical_not") and condition.operands[0].dtype == torch.bool
    )  # that of a number is no condition
    return g("where", condition.operands[0], other, one) if contrary else None


@tidies("conv1d", "conv2d", "conv3d")
def tidy_padding(g, uses, value):
    """Zeros around the input of a convolution as its own padding."""
    x, n = value.operands[0], int(value.op[4])
    if (
        not is_op(x, "pad")
        or uses[id(x)] != 1
        or x.at["mode"] != "constant"
        or x.at["value"] != 0
        or isinstance(value.at["padding"], str)
    ):
        return None
    pad = [*x.at["pad"], *[0] * (2 * n)][: 2 * n] if len(x.at["pad"]) <= 2 * n else None
    if pad is None or pad[::2] != pad[1::2] or min(pad) < 0:
        return None
    own = value.at["padding"] if isinstance(value.at["padding"], tuple) else (value.at["padding"],) * n
    total = tuple(a + b for a, b in zip(own, pad[::2][::-1]))
    return g(value.op, x.operands[0], *value.operands[1:], **dict(value.attributes) | {"padding": total})


def tidied(g, outputs):
    """The outputs with what was written by hand united with the operations of the vocabulary."""
    graph = Graph((), [], outputs, True)
    uses = collections.Counter(
        id(v) for v in [*(v for value in graph.values for v in value.inputs()), *outputs]
    )
    new = {}

    def renewed(operand):
        if isinstance(operand, tuple):
            return tuple(map(renewed, operand))
        return new.get(id(operand), operand) if isinstance(operand, Value) else operand

    for value in graph.values:
        if value.op == "argument":
            continue
        operands = [renewed(o) for o in value.operands]
        made = (
            value
            if all(a is b for a, b in zip(flat(operands), flat(value.operands)))
            else g(value.op, *operands, **dict(value.attributes))
        )
        while made.op in TIDY:
            better = next(
                (
                    b
                    for b in (rule(g, uses, made) for rule in TIDY[made.op])
                    if b is not None and b is not made
                ),
                None,
            )
            if better is None:
                break
            made = better
        new[id(value)] = made
        uses[id(made)] = max(uses[id(made)], uses[id(value)])
    return [renewed(o) for o in outputs]
