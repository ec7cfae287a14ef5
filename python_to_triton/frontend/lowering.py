"""lowering."""

import functools
import itertools
import math
import re
import torch
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import GraphError, OPS


# arguments that change no value
IGNORED = {
    "pin_memory",
    "layout",
    "device",
    "memory_format",
    "non_blocking",
    "copy",
    "cudnn_enabled",
    "cudnn_enable",
    "scale_grad_by_freq",
    "sparse",
    "stable",
    "sorted",
    "out_int32",
    "side",
    "sorter",
    "unsafe",
    "requires_grad",
    "momentum",
    "out",
}


RENAMED = {"dims": "dim", "dimension": "dim", "upscale_factor": "factor", "downscale_factor": "factor"}


RANDOM = {
    "rand",
    "randn",
    "randint",
    "rand_like",
    "randn_like",
    "randint_like",
    "randperm",
    "bernoulli",
    "normal",
    "uniform",
    "multinomial",
    "native_dropout",
    "exponential",
    "poisson",
    "random",
    "log_normal",
    "geometric",
}


def scaled(g, x, factor):
    """x * factor, x a Value or a number."""
    return x if factor == 1 else g("mul", x, factor) if isinstance(x, Value) else x * factor


def outer(g, x, y):
    """Every element of a vector times every one of another, as broadcasting does it."""
    return g("mul", g("unsqueeze", x, dim=-1), g("unsqueeze", y, dim=0))


def as_tensor(g, x, dtype):
    """x, a Value or a number, as a Value."""
    return x if isinstance(x, Value) else g("full", shape=(), value=x, dtype=dtype)


def rotated(g, x, turns, first, second):
    """torch.rot90 by 0-3 quarter turns, as flips and a transpose."""
    flipped = {0: (), 1: (second,), 2: (first, second), 3: (first,)}[turns]
    x = g("flip", x, dim=flipped) if flipped else x
    return g("transpose", x, dim0=first, dim1=second) if turns % 2 else x


# operators -> rule, for the rules of one line
SHORT_RULES = {
    "clone contiguous detach alias resolve_conj resolve_neg positive conj lift lift_fresh data real": lambda g, self, **_: (
        self
    ),
    "to _to_copy type_as": lambda g, self, **_: g("to", self, dtype=g.out.dtype),
    "copy": lambda g, self, src, **_: g("expand", g("to", src, dtype=self.dtype), shape=self.shape),
    # shapes
    "reshape _unsafe_view flatten unflatten ravel view_as reshape_as _reshape_alias": lambda g, self, **_: g(
        "reshape", self, shape=g.out.shape
    ),
    "expand expand_as broadcast_to": lambda g, self, **_: g("expand", self, shape=g.out.shape),
    "transpose": lambda g, self, dim0, dim1: g("transpose", self, dim0=dim0, dim1=dim1),
    "swapaxes": lambda g, self, axis0, axis1: g("transpose", self, dim0=axis0, dim1=axis1),
    "t mT mH adjoint matrix_H": lambda g, self: g("transpose", self, dim0=-2, dim1=-1),
    "numpy_T": lambda g, self: g("permute", self, dims=range(self.rank)[::-1]),
    "chunk unsafe_chunk": lambda g, self, chunks, dim: [
        g("chunk", self, chunks=chunks, dim=dim, index=i) for i in range(len(g.out))
    ],
    "unbind": lambda g, self, dim: [g("select", self, dim=dim, index=i) for i in range(len(g.out))],
    "meshgrid": lambda g, tensors, indexing="ij": [
        g("meshgrid", tensors, index=i, indexing=indexing) for i in range(len(tensors))
    ],
    "pad constant_pad_nd": lambda g, self, pad, mode="constant", value=None: (
        g("pad", self, pad=pad, mode=mode, value=value or 0) if any(pad) else self
    ),
    "repeat": lambda g, self, repeats: (
        g("repeat", self, repeats=repeats)
        if len(repeats) > self.rank or any(n != 1 for n in repeats)
        else self
    ),
    # indices
    "embedding": lambda g, weight, indices, **_: g("embedding", indices, weight),
    "index_select gather": lambda g, self, dim, index, **_: g(g.packet, self, index, dim=dim),
    "scatter_reduce": lambda g, self, dim, index, src, reduce, include_self: g(
        "scatter_reduce", self, index, src, dim=dim, reduce=reduce, include_self=include_self
    ),
    "index_fill": lambda g, self, dim, index, value: g(
        "index_put", self, (*[None] * (dim % self.rank), index), as_tensor(g, value, self.dtype)
    ),
    "masked_fill": lambda g, self, mask, value: g("where", mask, value, self),
    # factories
    "arange": lambda g, end, start=0, step=1, **_: g(
        "arange", end=end, start=start, step=step, dtype=g.out.dtype
    ),
    "linspace": lambda g, start, end, steps, **_: g(
        "linspace", start=start, end=end, steps=steps, dtype=g.out.dtype
    ),
    "eye": lambda g, n, m=None, **_: g("eye", n=n, m=None if m == n else m, dtype=g.out.dtype),
    # arithmetic
    "add sub": lambda g, self, other, alpha=1: g(g.packet, self, scaled(g, other, alpha)),
    "rsub": lambda g, self, other, alpha=1: g("sub", other, scaled(g, self, alpha)),
    "addcmul": lambda g, self, tensor1, tensor2, value: g(
        "add", self, scaled(g, g("mul", tensor1, tensor2), value)
    ),
    "addcdiv": lambda g, self, tensor1, tensor2, value: g(
        "add", self, scaled(g, g("div", tensor1, tensor2), value)
    ),
    "pow": lambda g, self, exponent: g("pow", self, exponent),
    "float_power": lambda g, self, exponent: g(
        "pow", *[g("to", x, dtype=g.out.dtype) if isinstance(x, Value) else x for x in (self, exponent)]
    ),
    "div": lambda g, self, other, rounding_mode=None: (
        g("floor_divide", self, other)
        if rounding_mode == "floor"
        else g("div", self, other, rounding_mode=rounding_mode)
    ),
    "logical_not bitwise_not": lambda g, self: g(
        "logical_not" if self.dtype == torch.bool else g.packet, self
    ),
    "__lshift__": lambda g, self, other: g("bitwise_left_shift", self, other),
    "__rshift__": lambda g, self, other: g("bitwise_right_shift", self, other),
    "rot90": lambda g, self, k, dims: rotated(g, self, k % 4, *dims),
    "relu6": lambda g, self: g("clamp", self, min=0, max=6),
    "deg2rad": lambda g, self: g("mul", self, math.pi / 180),
    "rad2deg": lambda g, self: g("mul", self, 180 / math.pi),
    "isposinf": lambda g, self: g("eq", self, math.inf),
    "isneginf": lambda g, self: g("eq", self, -math.inf),
    "sgn": lambda g, self: g("sign", self),
    "ldexp": lambda g, self, other: g("mul", self, g("exp2", other)),
    "hardtanh": lambda g, self, min_val, max_val: g("clamp", self, min=min_val, max=max_val),
    "elu": lambda g, self, alpha, **_: g("elu", self, alpha=alpha),
    # products
    "mm bmm mv dot vdot matmul": lambda g, **factors: g("matmul", *factors.values()),
    "outer ger": lambda g, self, vec2: outer(g, self, vec2),
    "linear": lambda g, input, weight, bias=None: g("linear", input, weight, bias),
    "linalg_cross": lambda g, self, other, dim: g(
        "sub",
        *[
            g("mul", g("roll", self, shifts=turn, dim=dim), g("roll", other, shifts=-turn, dim=dim))
            for turn in (-1, 1)
        ],
    ),
    "cdist": lambda g, x1, x2, p, **_: g("cdist", x1, x2, p=p),
    "nansum": lambda g, self, dim=None, keepdim=False, dtype=None: g(
        "sum", g("where", g("isnan", self), 0, self), dim=dim, keepdim=keepdim
    ),
    "dist": lambda g, self, other, p: g("norm", g("sub", self, other), p=p),
    # several results
    "aminmax": lambda g, self, dim=None, keepdim=False: [
        g(op, self, dim=dim, keepdim=keepdim) for op in ("amin", "amax")
    ],
    "cummax cummin": lambda g, self, dim: [g(g.packet + end, self, dim=dim) for end in ("", "_indices")],
    "sort": lambda g, self, dim=-1, descending=False: [
        g(op, self, dim=dim, descending=descending) for op in ("sort", "argsort")
    ],
    "argsort": lambda g, self, dim=-1, descending=False: g("argsort", self, dim=dim, descending=descending),
    "topk": lambda g, self, k, dim, largest: [
        g(op, self, k=k, dim=dim, largest=largest) for op in ("topk", "topk_indices")
    ],
    # normalizations and losses
    "layer_norm": lambda g, input, normalized_shape, weight, bias, eps: g(
        "layer_norm", input, weight, bias, dim=range(-len(normalized_shape), 0), eps=eps
    ),
    "rms_norm": lambda g, input, normalized_shape, weight, eps: g(
        "rms_norm", input, weight, dim=range(-len(normalized_shape), 0), eps=eps
    ),
    "cross_entropy_loss": lambda g, self, target, weight, **rest: g(
        "cross_entropy", self, target, weight, **rest
    ),
    "nll_loss nll_loss_nd nll_loss2d": lambda g, self, target, weight, **rest: g(
        "nll_loss", self, target, weight, **rest
    ),
}


RULES = {name: rule for names, rule in SHORT_RULES.items() for name in names.split()}


def lowers(*names):
    """Registers a longer rule for these operators of PyTorch."""

    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


@lowers("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")
def lower_dropout(g, input, p, train):
    if train and p > 0:
        raise GraphError(
            "dropout in training mode draws random numbers; trace it in eval mode or pass the mask as an argument"
        )
    return input


@lowers("rrelu", "rrelu_with_noise")
def lower_rrelu(g, self, lower, upper, training=False, **_):
    if training:
        raise GraphError("rrelu in training mode draws random numbers; trace it in eval mode")
    return g("leaky_relu", self, negative_slope=(lower + upper) / 2)


@lowers("squeeze")
def lower_squeeze(g, self, dim=None):
    dims = range(self.rank) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [d for d in dims if self.shape[d] == 1]
    return g("squeeze", self, dim=dims) if dims else self


@lowers("view")
def lower_view(g, self, size=None, dtype=None):
    if dtype is not None:
        raise GraphError("to view the bits of a tensor as another dtype is not in the vocabulary")
    return g("reshape", self, shape=g.out.shape)


@lowers("slice")
def lower_slice(g, self, dim, start, end, step):
    size = self.shape[dim]
    start = 0 if start is None or start <= -size else start
    return g("slice", self, dim=dim, start=start, end=None if end is None or end >= size else end, step=step)


@lowers("split", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes")
def lower_split(g, self, dim, **_):
    sizes = [out.shape[dim] for out in g.out]
    if len(set(sizes)) == 1:
        return [g("chunk", self, chunks=len(sizes), dim=dim, index=i) for i in range(len(sizes))]
    return [
        lower_slice(g, self, dim, end - size, end, 1) for size, end in zip(sizes, itertools.accumulate(sizes))
    ]


@lowers("diag_embed")
def lower_diag_embed(g, self, offset, dim1, dim2):
    if (dim1 % (self.rank + 1), dim2 % (self.rank + 1)) != (self.rank - 1, self.rank):
        raise GraphError("diag_embed into other dimensions than the last two is not in the vocabulary")
    return g("diag_embed", self, offset=offset)


@lowers("where")
def lower_where(g, condition, self=None, other=None):
    if self is None:
        raise GraphError("torch.where(condition) alone has a result whose size depends on the data")
    return g("where", condition, self, other)


@lowers("index")
def lower_index(g, self, indices):
    """One index tensor of one dimension selects rows; index_select does not count from the end, as x[:, [-1]] does."""
    where = [i for i, x in enumerate(indices) if x is not None]
    if any(indices[i].dtype == torch.bool for i in where):
        raise GraphError(
            "indexing with a mask gives a result whose size depends on the data; use torch.where"
        )
    if len(where) != 1 or indices[where[0]].rank != 1:
        return g("index", self, tuple(indices))
    dim, index = where[0], indices[where[0]]
    literals = (
        [index.at["value"]] if index.op == "full" else index.at["values"] if index.op == "tensor" else [0]
    )
    if min(literals) >= 0:
        return g("index_select", self, index, dim=dim)
    if index.shape == (1,):
        return lower_slice(g, self, dim, literals[0], literals[0] + 1 or None, 1)
    return g("index", self, tuple(indices))


@lowers("fill_diagonal")
def lower_fill_diagonal(g, self, fill_value, wrap=False):
    if self.rank != 2 or wrap:
        raise GraphError("fill_diagonal_ of other than matrices, or with wrap, is not in the vocabulary")
    return g("diagonal_scatter", self, fill_value)


@lowers("index_put", "_index_put_impl")
def lower_index_put(g, self, indices, values, accumulate):
    if len(indices) > 1 or indices[0].dtype != torch.bool:
        return g("index_put", self, tuple(indices), values, accumulate=accumulate)
    if values.rank:
        raise GraphError("writing a tensor through a mask depends on the data; use torch.where")
    mask = indices[0]
    while mask.rank < self.rank:
        mask = g("unsqueeze", mask, dim=-1)
    return g("where", mask, values, self)


@lowers("embedding_bag")
def lower_embedding_bag(
    g, weight, indices, offsets, mode, per_sample_weights=None, include_last_offset=False, padding_idx=None
):
    bags, width = (
        g.out[0].shape[0],
        0 if offsets.op != "arange" else indices.shape[0] if offsets.shape[0] == 1 else offsets.at["step"],
    )
    if (
        bags * width != indices.shape[0]
        or offsets.at["start"]
        or include_last_offset
        or padding_idx is not None
        and padding_idx >= 0
    ):
        raise GraphError(
            "embedding_bag of bags that differ in length, or with a padding_idx, is not in the vocabulary"
        )
    x = g("embedding", g("reshape", indices, shape=(bags, width)), weight)
    if per_sample_weights is not None:
        x = g("mul", x, g("reshape", per_sample_weights, shape=(bags, width, 1)))
    return [g(("sum", "mean", "amax")[mode], x, dim=-2), None, None, None]


@lowers("max_unpool2d", "max_unpool3d")
def lower_unpool(g, self, indices, output_size, **_):
    lead = self.shape[: -len(output_size)]
    places, x = (
        g("reshape", item, shape=(*lead, math.prod(self.shape[len(lead) :]))) for item in (indices, self)
    )
    empty = g("full", shape=(*lead, math.prod(output_size)), value=0, dtype=self.dtype)
    return g("reshape", g("scatter", empty, places, x, dim=-1), shape=g.out.shape)


@lowers("index_add", "index_copy", "scatter_add", "scatter")
def lower_scatter(g, self, dim, index, source=None, src=None, value=None, alpha=1, reduce=None):
    if reduce:
        raise GraphError(f"{g.packet} with reduce= is not in the vocabulary; use scatter_reduce")
    y = next(item for item in (source, src, value) if item is not None)
    return g(g.packet, self, index, scaled(g, y, alpha), dim=dim)


@lowers(
    "zeros",
    "ones",
    "full",
    "zeros_like",
    "ones_like",
    "full_like",
    "new_zeros",
    "new_ones",
    "new_full",
    "scalar_tensor",
    "fill",
    "zero",
    "empty",
    "empty_like",
    "new_empty",
    "empty_strided",
    "new_empty_strided",
)
def lower_full(g, fill_value=None, value=None, s=None, **_):
    given = next((v for v in (fill_value, value, s) if v is not None), 1 if "ones" in g.packet else 0)
    if isinstance(given, Value) and given.op != "full":
        return g("expand", given, shape=g.out.shape)
    return g(
        "full",
        shape=g.out.shape,
        value=given.at["value"] if isinstance(given, Value) else given,
        dtype=g.out.dtype,
    )


@lowers("addmm", "addmv", "addbmm", "baddbmm", "addr")
def lower_addmm(g, self, beta, alpha, **factors):
    product = outer(g, *factors.values()) if g.packet == "addr" else g("matmul", *factors.values())
    product = g("sum", product, dim=0) if g.packet == "addbmm" else product
    return g("add", scaled(g, product, alpha), scaled(g, self, beta))


def arranged(g, x, letters, order):
    """x, whose dimensions are `letters`, with them in the order `order`."""
    return g("permute", x, dims=[letters.index(c) for c in order])


def as_product(g, tensors, left, right):
    """The product, sum or permutation that an einsum of one or two tensors amounts to, None where it is none of them.

    The letters of both factors are batch and k where the result has them or not; m stands in the first factor alone,
    n in the second alone.
    """
    parts = left.split(",")
    if (
        "." in left
        or any(len(set(part)) < len(part) for part in parts)
        or any(c in right and left.count(c) > 2 for c in left)
    ):
        return None
    if len(parts) == 1:
        x, summed = tensors[0], [i for i, c in enumerate(left) if c not in right]
        x = g("sum", x, dim=summed) if summed else x
        return arranged(g, x, "".join(c for c in left if c in right), right)
    if len(parts) != 2 or any(c not in right and left.count(c) < 2 for c in left.replace(",", "")):
        return None
    x, y = parts
    batch, k = ("".join(c for c in x if c in y and (c in right) == kept) for kept in (True, False))
    m, n = "".join(c for c in x if c not in y), "".join(c for c in y if c not in x)
    if not k and not (
        batch and m and n
    ):  # an outer product: factors of size 1 where the other has the letter
        wide = [
            functools.reduce(
                lambda v, c: v if c[1] in part else g("unsqueeze", v, dim=c[0]),
                enumerate(right),
                arranged(g, v, part, [c for c in right if c in part]),
            )
            for v, part in zip(tensors, parts)
        ]
        return g("mul", *wide)
    if k and not m and not n:
        total = g("mul", arranged(g, tensors[0], x, batch + k), arranged(g, tensors[1], y, batch + k))
        return arranged(g, g("sum", total, dim=range(-len(k), 0)), batch, right)
    if len(k) != 1 or not m or len(n) > 1:
        return None
    if batch and len(m) > 1:  # y is shared by all but the last dimension of m
        ones, at, second = "123456789"[: len(m) - 1], len(batch) * y.startswith(batch), tensors[1]
        for _ in ones:
            second = g("unsqueeze", second, dim=at)
        second = arranged(g, second, y[:at] + ones + y[at:], batch + ones + k + n)
        product = g(
            "matmul",
            arranged(g, tensors[0], x, batch + m + k),
            second if n else g("unsqueeze", second, dim=-1),
        )
        return arranged(g, product if n else g("squeeze", product, dim=-1), batch + m + n, right)
    if n and right == batch + m[:-1] + n + m[-1]:  # the other way round nothing has to be turned afterwards
        return g(
            "matmul",
            arranged(g, tensors[1], y, batch + n + k),
            arranged(g, tensors[0], x, batch + m[:-1] + k + m[-1]),
        )
    first, second = arranged(g, tensors[0], x, batch + m + k), arranged(g, tensors[1], y, batch + k + n)
    if n:
        return arranged(g, g("matmul", first, second), batch + m + n, right)
    product = g("matmul", first, g("unsqueeze", second, dim=-1) if batch else second)
    return arranged(g, g("squeeze", product, dim=-1) if batch else product, batch + m, right)


def merged_product(g, tensors, left, right):
    """`as_product`, where several letters are summed, or stand in the second factor alone, with these as one dimension."""
    product, parts = as_product(g, tensors, left, right), left.split(",")
    sized = {(c, n) for x, part in zip(tensors, parts) for c, n in zip(part, x.shape)}
    size = dict(sized)
    if product is not None or len(parts) != 2 or len(sized) > len(size) or "." in left:
        return product
    summed, own = (
        [c for c in parts[0] if c in parts[1] and c not in right],
        [c for c in parts[1] if c not in parts[0]],
    )
    group = "".join(summed if len(summed) > 1 else own)
    if (
        len(group) < 2
        or any(len(set(part)) < len(part) for part in parts)
        or any(c not in right and left.count(c) < 2 for c in size)
    ):
        return None
    one = group[0]

    def short(letters):
        return "".join(c for c in letters if c == one or c not in group)

    merged = [
        g(
            "reshape",
            arranged(g, x, part, short(part).replace(one, group)),
            shape=[math.prod(size[c] for c in group) if c == one else size[c] for c in short(part)],
        )
        if one in part
        else x
        for x, part in zip(tensors, parts)
    ]
    product = merged_product(g, merged, ",".join(map(short, parts)), short(right))
    if product is None or one not in right:
        return product
    spread = short(right).replace(one, group)
    return arranged(g, g("reshape", product, shape=[size[c] for c in spread]), spread, right)


def as_products(g, tensors, left, right):
    """`merged_product` of any number of tensors, taken from the left as PyTorch does; None where a step is none of them."""
    parts = left.split(",")
    if len(parts) < 3 or "." in left:
        return merged_product(g, tensors, left, right)
    kept = "".join(
        c for c in dict.fromkeys(parts[0] + parts[1]) if c in right or any(c in part for part in parts[2:])
    )
    first = merged_product(g, tensors[:2], ",".join(parts[:2]), kept)
    return (
        None if first is None else as_products(g, [first, *tensors[2:]], ",".join([kept, *parts[2:]]), right)
    )


@lowers("einsum")
def lower_einsum(g, equation, tensors, **_):
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow:
        right = "..." * ("..." in left) + "".join(
            sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1)
        )
    names = dict(zip(dict.fromkeys(c for c in left if c.isalpha()), "abcdefghijklmnopqrstuvwxyz"))
    left, right = ("".join(names.get(c, c) for c in part) for part in (left, right))
    product = as_products(g, tensors, left, right)
    return g("einsum", tuple(tensors), equation=f"{left}->{right}") if product is None else product


@lowers("bitwise_and", "bitwise_or", "bitwise_xor")
def lower_bitwise(g, self, other):
    boolean = all(
        x.dtype == torch.bool if isinstance(x, Value) else isinstance(x, bool) for x in (self, other)
    )
    return g(g.packet.replace("bitwise", "logical") if boolean else g.packet, self, other)


@lowers("clamp", "clamp_min", "clamp_max")
def lower_clamp(g, self, min=None, max=None):
    if isinstance(min, Value) or isinstance(max, Value):
        x = self if min is None else g("maximum", self, min)
        return x if max is None else g("minimum", x, max)
    return g("clamp", self, min=min, max=max)


@lowers("sum", "mean", "prod", "cumsum", "cumprod", "softmax", "log_softmax", "_softmax", "_log_softmax")
def lower_with_dtype(g, self, dtype=None, half_to_float=None, **attributes):
    return g(g.packet.lstrip("_"), self if dtype is None else g("to", self, dtype=dtype), **attributes)


@lowers("max", "min")
def lower_extremum(g, self, dim=None, keepdim=False, other=None):
    if other is not None:
        return g("maximum" if g.packet == "max" else "minimum", self, other)
    ops = ("amax", "argmax") if g.packet == "max" else ("amin", "argmin")
    return g(ops[0], self) if dim is None else [g(op, self, dim=dim, keepdim=keepdim) for op in ops]


@lowers("var", "std", "var_mean", "std_mean")
def lower_spread(g, self, dim=None, unbiased=True, correction=None, keepdim=False):
    correction = int(unbiased) if correction is None else correction
    value = g(g.packet[:3], self, dim=dim, correction=correction, keepdim=keepdim)
    return [value, g("mean", self, dim=dim, keepdim=keepdim)] if "mean" in g.packet else value


@lowers("norm", "linalg_vector_norm", "frobenius_norm")
def lower_norm(g, self, p=None, ord=None, dim=None, keepdim=False, dtype=None):
    p = next((item for item in (p, ord) if item is not None), 2)
    x = self if dtype is None else g("to", self, dtype=dtype)
    plainer = {1: "sum", math.inf: "amax", -math.inf: "amin"}.get(p)
    return (
        g(plainer, g("abs", x), dim=dim, keepdim=keepdim)
        if plainer
        else g("norm", x, p=p, dim=dim, keepdim=keepdim)
    )


@lowers(*(f"adaptive_avg_pool{n}d" for n in (1, 2, 3)))
def lower_adaptive_average(g, self, output_size):
    if all(n == 1 for n in output_size):
        return g("mean", self, dim=range(-len(output_size), 0), keepdim=True)
    return g(g.packet, self, output_size=output_size)


@lowers(*(f"adaptive_max_pool{n}d" for n in (1, 2, 3)))
def lower_adaptive_maximum(g, self, output_size):
    if all(n == 1 for n in output_size):
        return [g("amax", self, dim=range(-len(output_size), 0), keepdim=True), None]
    return [g(g.packet, self, output_size=output_size), None]


@lowers("_weight_norm_interface")
def lower_weight_norm(g, v, magnitude, dim):  # PyTorch calls the magnitude g, as we call the builder
    others = [d for d in range(v.rank) if d != dim]
    return [g("mul", v, g("div", magnitude, g("norm", v, dim=others, keepdim=True))), None]


@lowers("linalg_norm", "linalg_matrix_norm")
def lower_matrix_norm(g, self, ord=None, dim=None, keepdim=False, dtype=None):
    """Frobenius's norm, or the largest (smallest, of a negative order) sum of a column or a row; those of singular values are refused."""
    of_matrix = (
        g.packet == "linalg_matrix_norm"
        or isinstance(dim, (list, tuple))
        and len(dim) == 2
        or dim is None
        and self.rank == 2
    )
    if not of_matrix or ord in (None, "fro"):
        return lower_norm(g, self, ord=None if ord == "fro" else ord, dim=dim, keepdim=keepdim, dtype=dtype)
    if ord not in (1, -1, math.inf, -math.inf):
        raise GraphError(f"the matrix norm of order {ord!r} is not in the vocabulary")
    rows, columns = (d % self.rank for d in dim or (-2, -1))
    added, left = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = g(
        "sum", g("abs", self if dtype is None else g("to", self, dtype=dtype)), dim=added, keepdim=keepdim
    )
    return g("amax" if ord > 0 else "amin", sums, dim=left - (left > added and not keepdim), keepdim=keepdim)


@lowers("median", "kthvalue")
def lower_order_statistic(g, self, dim=None, keepdim=False, **k):
    if dim is None:
        return g("median", self)
    return [g(g.packet + end, self, dim=dim, keepdim=keepdim, **k) for end in ("", "_indices")]


@lowers("batch_norm")
def lower_batch_norm(g, input, weight, bias, running_mean, running_var, training, eps):
    mean, var = (None, None) if training else (running_mean, running_var)
    return g("batch_norm", input, mean, var, weight, bias, training=training, eps=eps)


@lowers("instance_norm")
def lower_instance_norm(g, input, weight, bias, running_mean, running_var, use_input_stats, eps):
    if not use_input_stats:
        return g("batch_norm", input, running_mean, running_var, weight, bias, eps=eps)
    return g("instance_norm", input, weight, bias, eps=eps)


@lowers("convolution", "_convolution")
def lower_convolution(
    g, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, **_
):
    more = {"output_padding": output_padding} if transposed else {}
    return g(
        f"conv{'_transpose' * transposed}{input.rank - 2}d",
        input,
        weight,
        bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
        **more,
    )


@lowers("conv1d", "conv2d", "conv3d")
def lower_conv(g, input, weight, bias, stride, padding, dilation, groups):
    if padding == "same":
        dilation = list(dilation) * (weight.rank - 2) if len(dilation) == 1 else dilation
        total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:])]
        padding, more = [t // 2 for t in total], [t % 2 for t in total]
        if any(more):  # an even kernel: one place more behind than before
            input = g("pad", input, pad=[n for last in reversed(more) for n in (0, last)])
    padding = 0 if padding == "valid" else padding
    return g(g.packet, input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)


@lowers(
    *(
        f"{kind}_pool{n}d{end}"
        for kind, end in (("max", ""), ("max", "_with_indices"), ("avg", ""))
        for n in (1, 2, 3)
    )
)
def lower_pool(g, self, kernel_size, stride, **more):
    op = g.packet.removesuffix("_with_indices")
    stride = None if not stride or list(stride) == list(kernel_size) else stride
    values = [
        g(name, self, kernel_size=kernel_size, stride=stride, **more)
        for name in (op, op + "_indices")[: 1 + (op != g.packet)]
    ]
    return values if len(values) > 1 else values[0]


@lowers(
    *(
        f"upsample_{mode}"
        for mode in (
            "nearest1d",
            "nearest2d",
            "nearest3d",
            "linear1d",
            "bilinear2d",
            "trilinear3d",
            "bicubic2d",
        )
    ),
    *(f"_upsample_nearest_exact{n}d" for n in (1, 2, 3)),
)
def lower_upsample(g, input=None, self=None, output_size=None, scale_factors=None, align_corners=False, **_):
    mode = "nearest-exact" if "exact" in g.packet else re.match(r"upsample_([a-z]+)", g.packet).group(1)
    size = {"scale_factor": scale_factors} if scale_factors else {"size": output_size}
    return g(
        "interpolate", self if input is None else input, mode=mode, align_corners=bool(align_corners), **size
    )


@lowers("grid_sampler", "grid_sampler_2d")
def lower_grid_sampler(g, input, grid, interpolation_mode, padding_mode, align_corners):
    return g(
        "grid_sample",
        input,
        grid,
        mode=("bilinear", "nearest", "bicubic")[interpolation_mode],
        padding_mode=("zeros", "border", "reflection")[padding_mode],
        align_corners=align_corners,
    )


@lowers("scaled_dot_product_attention")
def lower_attention(g, query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    if dropout_p:
        raise GraphError("attention with dropout draws random numbers; trace it in eval mode")
    return g(
        "scaled_dot_product_attention",
        query,
        key,
        value,
        attn_mask,
        is_causal=is_causal,
        scale=scale,
        enable_gqa=enable_gqa,
    )


@functools.cache
def schema_of(func):
    """((name, default), ...) of an operator's arguments, those left out that change no value."""
    return tuple((a.name, a.default_value if a.has_default_value() else None) for a in func._schema.arguments)


@functools.cache
def packet_of(func):
    """The operator's name without namespace, overload and the underscore of the in-place variant."""
    name = func._schema.name.split("::")[1]
    return name[:-1] if name.endswith("_") and not name.endswith("__") else name


def in_vocabulary(func):
    """Whether an operator can be written as it is."""
    return packet_of(func) in RULES or packet_of(func) in OPS


def apply_rule(g, func, args, kwargs, out):
    """The Value, or list of Values, of one recorded call whose tensors are Values already."""
    names = schema_of(func)
    given = dict(zip((name for name, _ in names), args)) | kwargs
    bound = {name: given.get(name, default) for name, default in names if name not in IGNORED}
    g.packet, g.out = packet_of(func), out
    if g.packet in RULES:
        return RULES[g.packet](
            g, **{"magnitude" if name == "g" else name: item for name, item in bound.items()}
        )
    if g.packet not in OPS:
        raise GraphError(
            f"{g.packet} {'draws random numbers' if g.packet in RANDOM else 'is not in the vocabulary'}"
        )
    row, operands, attributes = OPS[g.packet], [], {}
    for name, item in bound.items():
        name = name if name in row.attributes else RENAMED.get(name)
        if name in row.attributes:
            attributes[name] = item
        else:
            operands.append(item)
    if any(operand is not None for operand in operands[len(row.operands) :]):
        raise GraphError(f"{g.packet}({', '.join(bound)}) is not in the vocabulary in this form")
    return g(row.name, *operands[: len(row.operands)], **attributes)
