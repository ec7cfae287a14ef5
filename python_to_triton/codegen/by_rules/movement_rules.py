"""Rules of what only moves elements: views, and copies at other places. registry.py says what a rule is."""

from python_to_triton.codegen.by_rules.registry import (
    NotWritten,
    fixed_number,
    from_end,
    listed,
    moves,
    part_of_dimension,
    with_item,
    writes,
)
from python_to_triton.codegen.by_rules.size_arithmetic import (
    as_size,
    least,
    minus,
    modulo,
    over,
    plus,
    product_of,
    quotient,
    times,
)
from python_to_triton.frontend import Value

# ---- views ----


def _permuted(n, dims):
    return [n[d] for d in dims], lambda at: [at[dims.index(d)] for d in range(len(n))]


@moves("permute")
def _permute(w, v, n):
    return _permuted(n, [d % len(n) for d in v.at["dims"]])


@moves("transpose")
def _transpose(w, v, n):
    dims = list(range(len(n)))
    one, other = v.at["dim0"], v.at["dim1"]
    dims[one], dims[other] = dims[other], dims[one]
    return _permuted(n, dims)


@writes("reshape")
def _reshape(w, v, n):
    shape = [as_size(size) for size in v.at["shape"]]
    known = [size for size in shape if size != -1]
    shape = [quotient(n, known) if size == -1 else size for size in shape]
    return shape, lambda at, mask: w.read_flat(v.operands[0], w.flat_place(at, shape), mask)


@moves("unsqueeze")
def _unsqueeze(w, v, n):
    dim = v.at["dim"] % (len(n) + 1)
    return [*n[:dim], 1, *n[dim:]], lambda at: [*at[:dim], *at[dim + 1 :]]


@moves("squeeze")
def _squeeze(w, v, n):
    dropped = {d % len(n) for d in listed(v.at["dim"])}

    def back(at):
        left = iter(at)
        return [0 if d in dropped else next(left) for d in range(len(n))]

    return [size for d, size in enumerate(n) if d not in dropped], back


@moves("expand")
def _expand(w, v, n):
    shape = [as_size(size) for size in v.at["shape"]]
    own = [1] * (len(shape) - len(n)) + n
    shape = [mine if size == -1 else size for size, mine in zip(shape, own, strict=True)]
    return shape, lambda at: [0 if mine == 1 else i for i, mine in zip(at[-len(n) :], n)] if n else []


@moves("slice")
def _slice(w, v, n):
    dim, step = v.at["dim"], fixed_number(v, "step")
    begin, count = part_of_dimension(n[dim], v)
    return with_item(n, dim, count), lambda at: with_item(at, dim, plus(times(at[dim], step), w.size(begin)))


@moves("select")
def _select(w, v, n):
    dim = v.at["dim"] % len(n)
    place = from_end(n[dim], v.at["index"])
    return [*n[:dim], *n[dim + 1 :]], lambda at: [*at[:dim], w.size(place), *at[dim:]]


@moves("chunk")
def _chunk(w, v, n):
    dim, chunks = v.at["dim"], fixed_number(v, "chunks")
    usual = over(plus(n[dim], chunks - 1), chunks)
    begin = times(usual, v.at["index"])
    return with_item(n, dim, least(usual, minus(n[dim], begin))), lambda at: with_item(
        at, dim, plus(at[dim], w.size(begin))
    )


@moves("diagonal")
def _diagonal(w, v, n):
    one, other, offset = v.at["dim1"] % len(n), v.at["dim2"] % len(n), as_size(v.at["offset"])
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


@moves("unfold")
def _unfold(w, v, n):
    dim, step = v.at["dim"] % len(n), v.at["step"]
    size = as_size(v.at["size"])
    count = plus(over(minus(n[dim], size), step), 1)
    return [*with_item(n, dim, count), size], lambda at: with_item(
        at[:-1], dim, plus(times(at[dim], step), at[-1])
    )


# ---- copies at other places ----


@moves("repeat")
def _repeat(w, v, n):
    repeats = [as_size(count) for count in v.at["repeats"]]
    own = [1] * (len(repeats) - len(n)) + n
    shape = [times(mine, count) for mine, count in zip(own, repeats)]

    def back(at):
        places = zip(at[len(at) - len(n) :], n, repeats[len(at) - len(n) :])
        return [0 if mine == 1 else i if count == 1 else modulo(i, w.size(mine)) for i, mine, count in places]

    return shape, back


@writes("repeat_interleave")
def _repeat_interleave(w, v, n):
    count, dim = v.at["repeats"], v.at["dim"]
    if isinstance(count, Value):
        raise NotWritten("repeats by a tensor")
    count = as_size(count)
    if dim is None:
        read = w.read_flat
        return [times(product_of(n), count)], lambda at, mask: read(
            v.operands[0], over(at[0], w.size(count)), mask
        )
    return with_item(n, dim, times(n[dim], count)), lambda at, mask: w.read(
        v.operands[0], with_item(at, dim, over(at[dim], w.size(count))), mask
    )


@writes("roll")
def _roll(w, v, n):
    def rolled(i, size, shift):
        return modulo(plus(i, w.size(as_size(f"({size}) - ({shift}) % ({size})"))), w.size(size))

    x = v.operands[0]
    if v.at["dim"] in (None, ()):
        [shift] = listed(v.at["shifts"])
        total = product_of(n)
        return n, lambda at, mask: w.read_flat(x, rolled(w.flat_place(at, n), total, shift), mask)

    def read(at, mask):
        at = list(at)
        for dim, shift in zip(listed(v.at["dim"]), listed(v.at["shifts"]), strict=True):
            at[dim] = rolled(at[dim], n[dim], shift)
        return w.read(x, at, mask)

    return n, read


@moves("flip")
def _flip(w, v, n):
    def back(at):
        for dim in listed(v.at["dim"]):
            at[dim] = minus(w.size(minus(n[dim], 1)), at[dim])
        return at

    return n, back


@moves("pixel_shuffle")
def _pixel_shuffle(w, v, n):
    r = v.at["factor"]
    *outer, channels, height, width = n

    def back(at):
        *before, c, i, j = at
        place = plus(times(plus(times(c, r), modulo(i, r)), r), modulo(j, r))
        return [*before, place, over(i, r), over(j, r)]

    return [*outer, over(channels, r * r), times(height, r), times(width, r)], back


@moves("pixel_unshuffle")
def _pixel_unshuffle(w, v, n):
    r = v.at["factor"]
    *outer, channels, height, width = n

    def back(at):
        *before, c, i, j = at
        row = plus(times(i, r), modulo(over(c, r), r))
        return [*before, over(c, r * r), row, plus(times(j, r), modulo(c, r))]

    return [*outer, times(channels, r * r), over(height, r), over(width, r)], back


@moves("channel_shuffle")
def _channel_shuffle(w, v, n):
    groups = as_size(v.at["groups"])

    def back(at):
        own = w.size(over(n[1], groups))
        place = plus(times(modulo(at[1], w.size(groups)), own), over(at[1], w.size(groups)))
        return with_item(at, 1, place)

    return n, back
