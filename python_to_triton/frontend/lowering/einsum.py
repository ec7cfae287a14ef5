"""Lowering of einsum: to a permutation, a sum, a product or a matmul wherever it amounts to one.

The letters of two factors fall into four groups. `batch` and `k` are in both, and the result has the first
and lacks the second; `m` is in the first factor alone, `n` in the second alone. "bqd,bkd->bqk" has batch
= b, k = d, m = q and n = k, and is matmul(x, y.mT).
"""

import math

from python_to_triton.frontend.lowering.registry import lowers
from python_to_triton.frontend.values import Value


def _arranged(g, x, letters, order):
    """x, whose dimensions are `letters`, with them in the order `order`."""
    return g("permute", x, dims=[letters.index(c) for c in order])


def _sum_or_permutation(g, x, left, right):
    """An einsum of one factor."""
    summed = [i for i, c in enumerate(left) if c not in right]
    x = g("sum", x, dim=summed) if summed else x
    return _arranged(g, x, "".join(c for c in left if c in right), right)


def _outer_product(g, tensors, parts, right):
    """A product without a sum: each factor gets a dimension of size 1 where only the other has the letter."""
    wide = []
    for x, part in zip(tensors, parts):
        x = _arranged(g, x, part, [c for c in right if c in part])
        for place, c in enumerate(right):
            if c not in part:
                x = g("unsqueeze", x, dim=place)
        wide.append(x)
    return g("mul", *wide)


def _shared_factor_product(g, tensors, parts, groups, right):
    """A batched product whose second factor is shared by all but the last letter of m."""
    (x, y) = parts
    (batch, k, m, n) = groups
    second = tensors[1]
    ones = "123456789"[: len(m) - 1]
    place = len(batch) * y.startswith(batch)
    for _ in ones:
        second = g("unsqueeze", second, dim=place)
    second = _arranged(g, second, y[:place] + ones + y[place:], batch + ones + k + n)
    second = second if n else g("unsqueeze", second, dim=-1)
    product = g("matmul", _arranged(g, tensors[0], x, batch + m + k), second)
    return _arranged(g, product if n else g("squeeze", product, dim=-1), batch + m + n, right)


def _matrix_product(g, tensors, parts, groups, right):
    """A product of matrices, batches of them, or a matrix and a vector."""
    (x, y) = parts
    (batch, k, m, n) = groups
    if (
        n and right == batch + m[:-1] + n + m[-1]
    ):  # the other way round nothing has to be transposed afterwards
        first = _arranged(g, tensors[1], y, batch + n + k)
        return g("matmul", first, _arranged(g, tensors[0], x, batch + m[:-1] + k + m[-1]))

    first = _arranged(g, tensors[0], x, batch + m + k)
    second = _arranged(g, tensors[1], y, batch + k + n)
    if n:
        return _arranged(g, g("matmul", first, second), batch + m + n, right)
    product = g("matmul", first, g("unsqueeze", second, dim=-1) if batch else second)
    return _arranged(g, g("squeeze", product, dim=-1) if batch else product, batch + m, right)


def _is_simple(left, right):
    """Whether no factor repeats a letter, three share none of the result, and there is no ellipsis."""
    repeats = any(len(set(part)) < len(part) for part in left.split(","))
    return "." not in left and not repeats and not any(c in right and left.count(c) > 2 for c in left)


def _as_product(g, tensors, left, right):
    """The product, sum or permutation that an einsum of one or two factors is; None where it is none."""
    if not _is_simple(left, right):
        return None
    parts = left.split(",")
    if len(parts) == 1:
        return _sum_or_permutation(g, tensors[0], left, right)
    if len(parts) != 2 or any(c not in right and left.count(c) < 2 for c in left.replace(",", "")):
        return None

    x, y = parts
    batch, k = ("".join(c for c in x if c in y and (c in right) == kept) for kept in (True, False))
    m = "".join(c for c in x if c not in y)
    n = "".join(c for c in y if c not in x)
    groups = batch, k, m, n
    if not k and not (batch and m and n):
        return _outer_product(g, tensors, parts, right)
    if k and not m and not n:
        total = g("mul", _arranged(g, tensors[0], x, batch + k), _arranged(g, tensors[1], y, batch + k))
        return _arranged(g, g("sum", total, dim=range(-len(k), 0)), batch, right)
    if len(k) != 1 or not m or len(n) > 1:
        return None
    if batch and len(m) > 1:
        return _shared_factor_product(g, tensors, parts, groups, right)
    return _matrix_product(g, tensors, parts, groups, right)


def _letters_to_merge(parts, right):
    """Several letters that are summed, or are in the second factor alone: they can be one dimension."""
    summed = [c for c in parts[0] if c in parts[1] and c not in right]
    own = [c for c in parts[1] if c not in parts[0]]
    return "".join(summed if len(summed) > 1 else own)


def _merged_product(g, tensors, left, right):
    """`_as_product`, if need be with several letters as one dimension."""
    product = _as_product(g, tensors, left, right)
    parts = left.split(",")
    sized = {(c, n) for x, part in zip(tensors, parts) for c, n in zip(part, x.shape)}
    size = dict(sized)
    if product is not None or len(parts) != 2 or len(sized) > len(size) or "." in left:
        return product
    group = _letters_to_merge(parts, right)
    repeats = any(len(set(part)) < len(part) for part in parts)
    if len(group) < 2 or repeats or any(c not in right and left.count(c) < 2 for c in size):
        return None

    merged = group[0]  # the letter that replaces them all

    def short(letters):
        return "".join(c for c in letters if c == merged or c not in group)

    def with_merged(x, part):
        if merged not in part:
            return x
        x = _arranged(g, x, part, short(part).replace(merged, group))
        merged_size = math.prod(size[c] for c in group)
        return g("reshape", x, shape=[merged_size if c == merged else size[c] for c in short(part)])

    factors = [with_merged(x, part) for x, part in zip(tensors, parts)]
    product = _merged_product(g, factors, ",".join(map(short, parts)), short(right))
    if product is None or merged not in right:
        return product
    spread = short(right).replace(merged, group)
    return _arranged(g, g("reshape", product, shape=[size[c] for c in spread]), spread, right)


def _as_products(g, tensors, left, right):
    """`_merged_product` of any number of factors, from the left; None where a step is none."""
    parts = left.split(",")
    if len(parts) < 3 or "." in left:
        return _merged_product(g, tensors, left, right)
    letters = dict.fromkeys(parts[0] + parts[1])
    kept = "".join(c for c in letters if c in right or any(c in part for part in parts[2:]))
    first = _merged_product(g, tensors[:2], ",".join(parts[:2]), kept)
    if first is None:
        return None
    return _as_products(g, [first, *tensors[2:]], ",".join([kept, *parts[2:]]), right)


@lowers("einsum")
def _lower_einsum(g, call, equation, tensors: list[Value], **_):
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow:  # the result has the letters that occur once, in alphabetic order
        once = sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1)
        right = "..." * ("..." in left) + "".join(once)
    used = dict.fromkeys(c for c in left if c.isalpha())
    names = dict(zip(used, "abcdefghijklmnopqrstuvwxyz"))
    left, right = ("".join(names.get(c, c) for c in part) for part in (left, right))
    product = _as_products(g, tensors, left, right)
    return g("einsum", tuple(tensors), equation=f"{left}->{right}") if product is None else product
