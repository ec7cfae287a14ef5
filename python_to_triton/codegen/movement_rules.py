"""Rules of movement: of each operation, the sizes of its result, and where an element of that comes from.

A rule is given the writer of a kernel (movement_kernels.py), a value and the sizes of its first operand. It
returns the sizes of the value, and a function that makes an element of it from coordinates. Sizes are host
code (`A`, `min(A, B - 2)`), coordinates are kernel code (`i0`, `i1 // 2`); both may be integers.
"""

import ast
import collections
import functools
import re
from collections.abc import Callable, Sequence

import torch

from python_to_triton.frontend import Value

# How the docstring of every kernel begins that is written by rules.
MARK = "Written by rules, not by the model"

Size = int | str  # a size in host code, or a coordinate in a kernel
MOVEMENT_RULES = {}  # op -> its rule: (writer, value, sizes of its first operand) -> (sizes, element)


class NotWritten(Exception):
    """No rule says how an operation moves its data."""


# ---- sizes and coordinates ----


def size_of(item: object) -> Size:
    """A size of a prompt (`A*B`, -1) without brackets that it does not need."""
    text = ast.unparse(ast.parse(str(item), mode="eval"))
    return int(text) if text.lstrip("-").isdigit() else text


def number_of(value: Value, name: str) -> int:
    """An attribute that is a number. Raises NotWritten where it is computed from sizes."""
    number = value.at[name]
    if not isinstance(number, int):
        raise NotWritten(f"{value.op} with {name}={number}")
    return number


def plus(a: Size, b: Size) -> Size:
    """a + b."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(b, int) and b < 0:
        return size_of(f"({a}) - {-b}")
    return a if b == 0 else b if a == 0 else size_of(f"({a}) + ({b})")


def minus(a: Size, b: Size) -> Size:
    """a - b."""
    if isinstance(b, int):
        return plus(a, -b)
    return 0 if a == b else size_of(f"({a}) - ({b})")


def times(a: Size, b: Size) -> Size:
    """a * b."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if a == 0 or b == 0:
        return 0
    return a if b == 1 else b if a == 1 else size_of(f"({a}) * ({b})")


def over(a: Size, b: Size) -> Size:
    """a // b; neither is negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return 1 if a == b else a if b == 1 else size_of(f"({a}) // ({b})")


def remainder(a: Size, b: Size) -> Size:
    """a % b; neither is negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b
    return 0 if b == 1 else size_of(f"({a}) % ({b})")


def least(a: Size, b: Size) -> Size:
    """min(a, b)."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return a if a == b else f"min({a}, {b})"


def greatest(a: Size, b: Size) -> Size:
    """max(a, b) of sizes that are not 0."""
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return b if a in (1, b) else f"max({a}, {b})"


def product(sizes: Sequence[Size]) -> Size:
    """The number of elements of a shape."""
    total = 1
    for size in sizes:
        total = times(total, size)
    return total


def broadcast_sizes(w, tensors: Sequence[Value]) -> list[Size]:
    """The sizes of what values broadcast to, by the writer of a kernel: B - 3 and 3 to the larger of both."""
    shape = []
    for place in range(max(len(w.shape(x)) for x in tensors)):
        sizes = [w.shape(x)[-1 - place] for x in tensors if place < len(w.shape(x))]
        wide = dict.fromkeys(size for size in sizes if size != 1)
        shape.insert(0, functools.reduce(greatest, wide, 1))
    return shape


def _factors(size):
    """`A * B` as [A, B]; what is no product of names and numbers is one factor."""
    text = str(size)
    return text.split(" * ") if re.fullmatch(r"\w+( \* \w+)*", text) else [text]


def quotient(whole: Sequence[Size], part: Sequence[Size]) -> Size:
    """The product of some sizes divided by that of others, which divides it."""
    rest, left = (
        collections.Counter(factor for n in sizes for factor in _factors(n)) for sizes in (whole, part)
    )
    common = rest & left
    return over(*(product([size_of(f) for f in (one - common).elements()]) for one in (rest, left)))


def _listed(item: object, count: int = 1) -> list:
    return list(item) if isinstance(item, tuple) else [item] * count


def writes(rules: dict[str, Callable], *ops: str) -> Callable:
    """Adds the decorated function to some rules, as that of these operations."""

    def add(function):
        rules.update(dict.fromkeys(ops, function))
        return function

    return add


_rule = functools.partial(writes, MOVEMENT_RULES)


def _moved(*ops: str) -> Callable:
    """Adds a rule that returns (sizes, function from coordinates of the value to those of its operand)."""

    def add(function):
        def rule(w, v, n):
            shape, back = function(w, v, n)
            return shape, lambda at, mask: w.read(v.operands[0], back(list(at)), mask)

        return _rule(*ops)(rule)

    return add


def _put(items: Sequence, dim: int, item: object) -> list:
    """The items with one of them exchanged."""
    items = list(items)
    items[dim] = item
    return items


# ---- views ----


def _permuted(n, dims):
    return [n[d] for d in dims], lambda at: [at[dims.index(d)] for d in range(len(n))]


@_moved("permute")
def _permute(w, v, n):
    return _permuted(n, [d % len(n) for d in v.at["dims"]])


@_moved("transpose")
def _transpose(w, v, n):
    dims = list(range(len(n)))
    one, other = v.at["dim0"], v.at["dim1"]
    dims[one], dims[other] = dims[other], dims[one]
    return _permuted(n, dims)


@_rule("reshape")
def _reshape(w, v, n):
    shape = [size_of(size) for size in v.at["shape"]]
    known = [size for size in shape if size != -1]
    shape = [quotient(n, known) if size == -1 else size for size in shape]
    return shape, lambda at, mask: w.read_flat(v.operands[0], w.flat(at, shape), mask)


@_moved("unsqueeze")
def _unsqueeze(w, v, n):
    dim = v.at["dim"] % (len(n) + 1)
    return [*n[:dim], 1, *n[dim:]], lambda at: [*at[:dim], *at[dim + 1 :]]


@_moved("squeeze")
def _squeeze(w, v, n):
    dropped = {d % len(n) for d in _listed(v.at["dim"])}

    def back(at):
        left = iter(at)
        return [0 if d in dropped else next(left) for d in range(len(n))]

    return [size for d, size in enumerate(n) if d not in dropped], back


@_moved("expand")
def _expand(w, v, n):
    shape = [size_of(size) for size in v.at["shape"]]
    own = [1] * (len(shape) - len(n)) + n
    shape = [mine if size == -1 else size for size, mine in zip(shape, own, strict=True)]
    return shape, lambda at: [0 if mine == 1 else i for i, mine in zip(at[-len(n) :], n)] if n else []


def _from_end(n, place):
    """A place in a dimension of n elements, counted from its begin."""
    place = size_of(place)
    return plus(n, place) if str(place).startswith("-") else place


def _part(n, v):
    """(begin, number of elements) of a part of a dimension, every `step`-th of it."""
    begin = _from_end(n, v.at["start"])
    end = n if v.at["end"] is None else _from_end(n, v.at["end"])
    step = number_of(v, "step")
    if v.at["end"] is None and isinstance(v.at["start"], int) and v.at["start"] < 0:
        return begin, over(step - 1 - v.at["start"], step)  # the last places, as many as they say
    end = end if str(v.at["end"]).startswith("-") else least(end, n)
    count = over(plus(minus(end, begin), step - 1), step)
    may_be_beyond = isinstance(begin, int) and begin > 1 and isinstance(count, str)
    return begin, f"max({count}, 0)" if may_be_beyond else count


@_moved("slice")
def _slice(w, v, n):
    dim, step = v.at["dim"], number_of(v, "step")
    begin, count = _part(n[dim], v)
    return _put(n, dim, count), lambda at: _put(at, dim, plus(times(at[dim], step), w.size(begin)))


@_moved("select")
def _select(w, v, n):
    dim = v.at["dim"] % len(n)
    place = _from_end(n[dim], v.at["index"])
    return [*n[:dim], *n[dim + 1 :]], lambda at: [*at[:dim], w.size(place), *at[dim:]]


@_moved("chunk")
def _chunk(w, v, n):
    dim, chunks = v.at["dim"], number_of(v, "chunks")
    usual = over(plus(n[dim], chunks - 1), chunks)
    begin = times(usual, v.at["index"])
    return _put(n, dim, least(usual, minus(n[dim], begin))), lambda at: _put(
        at, dim, plus(at[dim], w.size(begin))
    )


@_moved("diagonal")
def _diagonal(w, v, n):
    one, other, offset = v.at["dim1"] % len(n), v.at["dim2"] % len(n), size_of(v.at["offset"])
    is_number = isinstance(offset, int)
    down = max(-offset, 0) if is_number else f"max(-({offset}), 0)"
    right = max(offset, 0) if is_number else f"max({offset}, 0)"
    rest = [d for d in range(len(n)) if d not in (one, other)]

    def back(at):
        own = {one: plus(at[-1], w.size(down)), other: plus(at[-1], w.size(right))}
        places = dict(zip(rest, at)) | own
        return [places[d] for d in range(len(n))]

    count = least(minus(n[one], down), minus(n[other], right))
    return [*(n[d] for d in rest), count if is_number else f"max({count}, 0)"], back


@_moved("unfold")
def _unfold(w, v, n):
    dim, step = v.at["dim"] % len(n), v.at["step"]
    size = size_of(v.at["size"])
    count = plus(over(minus(n[dim], size), step), 1)
    return [*_put(n, dim, count), size], lambda at: _put(at[:-1], dim, plus(times(at[dim], step), at[-1]))


# ---- copies at other places ----


@_moved("repeat")
def _repeat(w, v, n):
    repeats = [size_of(count) for count in v.at["repeats"]]
    own = [1] * (len(repeats) - len(n)) + n
    shape = [times(mine, count) for mine, count in zip(own, repeats)]

    def back(at):
        places = zip(at[len(at) - len(n) :], n, repeats[len(at) - len(n) :])
        return [
            0 if mine == 1 else i if count == 1 else remainder(i, w.size(mine)) for i, mine, count in places
        ]

    return shape, back


@_rule("repeat_interleave")
def _repeat_interleave(w, v, n):
    count, dim = v.at["repeats"], v.at["dim"]
    if isinstance(count, Value):
        raise NotWritten("repeats by a tensor")
    count = size_of(count)
    if dim is None:
        read = w.read_flat
        return [times(product(n), count)], lambda at, mask: read(
            v.operands[0], over(at[0], w.size(count)), mask
        )
    return _put(n, dim, times(n[dim], count)), lambda at, mask: w.read(
        v.operands[0], _put(at, dim, over(at[dim], w.size(count))), mask
    )


@_rule("roll")
def _roll(w, v, n):
    def rolled(i, size, shift):
        return remainder(plus(i, w.size(size_of(f"({size}) - ({shift}) % ({size})"))), w.size(size))

    x = v.operands[0]
    if v.at["dim"] in (None, ()):
        [shift] = _listed(v.at["shifts"])
        total = product(n)
        return n, lambda at, mask: w.read_flat(x, rolled(w.flat(at, n), total, shift), mask)

    def read(at, mask):
        at = list(at)
        for dim, shift in zip(_listed(v.at["dim"]), _listed(v.at["shifts"]), strict=True):
            at[dim] = rolled(at[dim], n[dim], shift)
        return w.read(x, at, mask)

    return n, read


@_moved("flip")
def _flip(w, v, n):
    def back(at):
        for dim in _listed(v.at["dim"]):
            at[dim] = minus(w.size(minus(n[dim], 1)), at[dim])
        return at

    return n, back


@_moved("pixel_shuffle")
def _pixel_shuffle(w, v, n):
    r = v.at["factor"]
    *outer, channels, height, width = n

    def back(at):
        *before, c, i, j = at
        place = plus(times(plus(times(c, r), remainder(i, r)), r), remainder(j, r))
        return [*before, place, over(i, r), over(j, r)]

    return [*outer, over(channels, r * r), times(height, r), times(width, r)], back


@_moved("pixel_unshuffle")
def _pixel_unshuffle(w, v, n):
    r = v.at["factor"]
    *outer, channels, height, width = n

    def back(at):
        *before, c, i, j = at
        row = plus(times(i, r), remainder(over(c, r), r))
        return [*before, over(c, r * r), row, plus(times(j, r), remainder(c, r))]

    return [*outer, times(channels, r * r), over(height, r), over(width, r)], back


@_moved("channel_shuffle")
def _channel_shuffle(w, v, n):
    groups = size_of(v.at["groups"])

    def back(at):
        own = w.size(over(n[1], groups))
        place = plus(times(remainder(at[1], w.size(groups)), own), over(at[1], w.size(groups)))
        return _put(at, 1, place)

    return n, back


def _as_float(w, i):
    """A coordinate in float32, as PyTorch scales it: an exact quotient would be another place at times."""
    return f"{w.let(i or '0 * offsets', 'place')}.to(tl.float32)"


def _nearest(w, v, n, scales):
    """What makes an element of the nearest one."""
    shift = " + 0.5" if v.at["mode"] == "nearest-exact" else ""

    def read(at, mask):
        at = list(at)
        for d, scale in scales.items():
            place = f"(({_as_float(w, at[d])}{shift}) * {w.size(scale, 'S')}).to(tl.int64)"
            at[d] = 0 if n[d] == 1 else w.let(f"tl.minimum({place}, {w.size(n[d])} - 1)", "near")
        return w.read(v.operands[0], at, mask)

    return read


def _linear_neighbours(w, v, i, scale, last):
    """[(place, share)] of the two neighbours of a coordinate."""
    i = _as_float(w, i)
    is_aligned = v.at["align_corners"]
    scaled = f"{i} * {scale}" if is_aligned else f"tl.maximum(({i} + 0.5) * {scale} - 0.5, 0.0)"
    place = w.let(scaled, "between")
    low = w.let(f"tl.minimum({place}.to(tl.int64), {last})", "low")
    high = w.let(f"tl.minimum({low} + 1, {last})", "high")
    share = w.let(f"{place} - {low}.to(tl.float32)", "share")
    return [(low, f"(1 - {share})"), (high, share)]


# PyTorch's cubic convolution with A = -0.75: the share of a neighbour that is nearer than 1, and of one that
# is between 1 and 2 away.
_NEAR = "((1.25 * {0} - 2.25) * {0} * {0} + 1)"
_FAR = "(((-0.75 * {0} + 3.75) * {0} - 6) * {0} + 3)"


def _cubic_neighbours(w, v, i, scale, last):
    """[(place, share)] of the four neighbours of a coordinate; beyond the border its last element counts."""
    i = _as_float(w, i)
    scaled = f"{i} * {scale}" if v.at["align_corners"] else f"({i} + 0.5) * {scale} - 0.5"
    place = w.let(scaled, "between")
    first = w.let(f"tl.floor({place})", "first")
    share = w.let(f"{place} - {first}", "share")
    first = w.let(f"{first}.to(tl.int64)", "first")
    away = {-1: f"({share} + 1)", 0: share, 1: f"(1 - {share})", 2: f"(2 - {share})"}
    shares = {step: (_FAR if step in (-1, 2) else _NEAR).format(text) for step, text in away.items()}
    return [
        (w.let(f"tl.minimum(tl.maximum({first} + {step}, 0), {last})", "near"), w.let(text, "share"))
        for step, text in shares.items()
    ]


def _between(w, v, n, scales, neighbours):
    """What makes an element of its neighbours, of each in so far as it is near."""

    def read(at, mask):
        corners = [(at[:2], ())]
        for d, scale in scales.items():
            near = neighbours(w, v, at[d], w.size(scale, "S"), w.size(minus(n[d], 1)))
            corners = [([*own, place], (*shares, share)) for own, shares in corners for place, share in near]
        total = ""
        for own, shares in corners:
            x = w.let(w.read(v.operands[0], own, mask), "x")
            term = " * ".join([f"{x}.to(tl.float32)", *shares])
            total = w.let(f"{total} + {term}" if total else term, "x")
        return total

    return read


# End of the name of a mode of interpolate -> its neighbours
_NEIGHBOURS = {"linear": _linear_neighbours, "cubic": _cubic_neighbours}


@_rule("interpolate")
def _interpolate(w, v, n):
    mode, dims = v.at["mode"], range(2, len(n))
    neighbours = next((one for end, one in _NEIGHBOURS.items() if mode.endswith(end)), None)
    if not mode.startswith("nearest") and not neighbours:
        raise NotWritten(f"an interpolation whose mode is {mode}")
    factors = v.at["scale_factor"]
    if factors is None:
        wanted = [size_of(size) for size in _listed(v.at["size"], len(dims))]
        scales = [f"({a}) / ({b})" for a, b in zip(n[2:], wanted)]
    else:
        factors = _listed(factors, len(dims))
        wanted = [times(a, int(f)) if f == int(f) else f"int(({a}) * {f})" for a, f in zip(n[2:], factors)]
        scales = [f"1 / {factor}" for factor in factors]
    if neighbours and v.at["align_corners"]:
        scales = [f"({a} - 1) / max({b} - 1, 1)" for a, b in zip(n[2:], wanted)]
    scales = dict(zip(dims, scales))
    read = _between(w, v, n, scales, neighbours) if neighbours else _nearest(w, v, n, scales)
    return [*n[:2], *wanted], read


# ---- what is put together ----


def _inside(place, n):
    return f"({place} >= 0) & ({place} < {n})"


@_rule("pad")
def _pad(w, v, n):
    pads = list(map(size_of, v.at["pad"]))
    sides = dict(zip(range(len(n) - 1, -1, -1), zip(pads[::2], pads[1::2])))
    shape = list(n)
    for d, (before, after) in sides.items():
        shape[d] = plus(plus(n[d], before), after)
    mode = v.at["mode"]

    def read(at, mask):
        at = list(at)
        conditions = []
        for d, (before, after) in sides.items():
            if (before, after) == (0, 0):
                continue
            size, last = w.size(n[d]), w.size(minus(n[d], 1))
            place = w.let(minus(at[d], w.size(before)), "place")
            at[d] = {
                "constant": place,
                "replicate": f"tl.minimum(tl.maximum({place}, 0), {last})",
                "reflect": f"{last} - tl.abs({last} - tl.abs({place}))",
                "circular": f"({place} + {size}) % {size}",
            }[mode]
            conditions += [_inside(place, size)] if mode == "constant" else []
        if not conditions:
            return w.read(v.operands[0], at, mask)
        inside = w.let(" & ".join(conditions), "inside")
        x = w.read(v.operands[0], at, w.both(mask, inside))
        return f"tl.where({inside}, {x}, {w.number(v.at['value'], w.dtypes[id(v)])})"

    return shape, read


def _joined(w, parts, mask):
    """The element of the first of [(condition, element)] whose condition holds; the last has none."""
    elements = [element(w.both(mask, condition)) for condition, element in parts]
    result = elements[-1]
    for (condition, _), x in reversed(list(zip(parts[:-1], elements))):
        result = w.let(f"tl.where({condition}, {x}, {result})", "x")
    return result


@_rule("cat")
def _cat(w, v, n):
    dim, tensors = v.at["dim"], v.operands[0]
    begins = [0]
    for tensor in tensors:
        begins.append(plus(begins[-1], w.shape(tensor)[dim]))

    def read(at, mask):
        place = w.let(at[dim], "place") if len(tensors) > 1 else at[dim]
        parts = []
        for tensor, begin, end in zip(tensors, begins, begins[1:]):
            own = _put(at, dim, minus(place, w.size(begin)))
            after = [f"({place} >= {w.size(begin)})"] if begin else []
            before = [f"({place} < {w.size(end)})"] if len(parts) < len(tensors) - 1 else []
            inside = " & ".join([*after, *before])
            parts.append((inside, lambda mask, tensor=tensor, own=own: w.read(tensor, own, mask)))
        return _joined(w, parts, mask)

    return _put(n, dim, begins[-1]), read


@_rule("stack")
def _stack(w, v, n):
    dim = v.at["dim"] % (len(n) + 1)
    tensors = v.operands[0]

    def read(at, mask):
        rest = [*at[:dim], *at[dim + 1 :]]
        parts = [
            (f"{at[dim]} == {number}", lambda inside, tensor=tensor: w.read(tensor, rest, inside))
            for number, tensor in enumerate(tensors)
        ]
        return _joined(w, parts, mask)

    return [*n[:dim], len(tensors), *n[dim:]], read


@_rule("meshgrid")
def _meshgrid(w, v, n):
    tensors, index = v.operands[0], v.at["index"]
    shapes = [w.shape(tensor) for tensor in tensors]
    if not all(len(shape) == 1 for shape in shapes):
        raise NotWritten("a grid of single numbers")
    dims = list(range(len(tensors)))
    if v.at["indexing"] == "xy":  # PyTorch exchanges the first two
        dims[:2] = dims[1::-1]
    return [shapes[d][0] for d in dims], lambda at, mask: w.read(
        tensors[index], [at[dims.index(index)]], mask
    )


def _overwritten(w, v, at, own, condition, mask):
    """The element at `own` of what is written where a condition holds, else that of what is overwritten."""
    x, y = v.operands
    condition = w.let(condition, "inside")
    old = w.read(x, at, mask)
    return f"tl.where({condition}, {w.at(y, own, w.both(mask, condition))}, {old})"


@_rule("slice_scatter")
def _slice_scatter(w, v, n):
    dim, step = v.at["dim"], number_of(v, "step")
    begin, count = _part(n[dim], v)

    def read(at, mask):
        place = w.let(minus(at[dim], w.size(begin)), "place")
        condition = _inside(place, w.size(times(count, step)))
        condition += f" & ({place} % {step} == 0)" if step != 1 else ""
        return _overwritten(w, v, at, _put(at, dim, over(place, step)), condition, mask)

    return n, read


@_rule("select_scatter")
def _select_scatter(w, v, n):
    dim = v.at["dim"] % len(n)
    place = _from_end(n[dim], v.at["index"])

    def read(at, mask):
        condition = f"{at[dim]} == {w.size(place)}"
        return _overwritten(w, v, at, [*at[:dim], *at[dim + 1 :]], condition, mask)

    return n, read


@_rule("tril", "triu")
def _triangle(w, v, n):
    sign = "<=" if v.op == "tril" else ">="
    diagonal = number_of(v, "diagonal")

    def read(at, mask):
        inside = f"{at[-1]} {sign} {plus(at[-2], diagonal)}"
        return f"tl.where({inside}, {w.read(v.operands[0], at, mask)}, 0)"

    return n, read


# ---- places that tensors say ----


@_rule("embedding")
def _embedding(w, v, n):
    index, weight = v.operands
    return [*n, w.shape(weight)[1]], lambda at, mask: w.read(
        weight, [w.index(index, at[:-1], mask), at[-1]], mask
    )


@_rule("index_select")
def _index_select(w, v, n):
    dim = v.at["dim"]
    x, index = v.operands
    return _put(n, dim, w.shape(index)[0]), lambda at, mask: w.read(
        x, _put(at, dim, w.index(index, [at[dim]], mask)), mask
    )


@_rule("gather")
def _gather(w, v, n):
    dim = v.at["dim"]
    x, index = v.operands
    return w.shape(index), lambda at, mask: w.read(x, _put(at, dim, w.index(index, at, mask)), mask)


@_rule("index")
def _index(w, v, n):
    """x[rows, :, columns]: tensors of indices broadcast, and stand where they are if they are neighbours."""
    x, tensors = v.operands
    dims = [dim for dim, tensor in enumerate(tensors) if tensor is not None]
    chosen = [tensors[dim] for dim in dims]
    if any(w.dtypes[id(tensor)] == torch.bool for tensor in chosen):
        raise NotWritten("an index by a mask")
    shape = broadcast_sizes(w, chosen)
    first = dims[0] if dims == list(range(dims[0], dims[-1] + 1)) else 0
    kept = [dim for dim in range(len(n)) if dim not in dims]
    before = [dim for dim in kept if dim < first]
    sizes = [*(n[dim] for dim in before), *shape, *(n[dim] for dim in kept[len(before) :])]

    def read(at, mask):
        own = dict(zip(kept, [*at[: len(before)], *at[len(before) + len(shape) :]]))
        for dim in dims:
            place = w.at(tensors[dim], at[len(before) : len(before) + len(shape)], mask)
            place = w.let(f"({place}).to(tl.int64)", "x")
            own[dim] = w.let(f"tl.where({place} < 0, {place} + {w.size(n[dim])}, {place})", "place")
        return w.read(x, [own[dim] for dim in range(len(n))], mask)

    return sizes, read
