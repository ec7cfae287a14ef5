"""The rule of `interpolate`: an element of the nearest place, or of its neighbours, weighed."""

from python_to_triton.codegen.by_rules.registry import NotWritten, listed, writes
from python_to_triton.codegen.by_rules.size_arithmetic import as_size, minus, times


def _as_float(w, i):
    """A coordinate in float32, as PyTorch scales it: an exact quotient would be another place at times."""
    return f"{w.let(i or w.in_each_lane(0), 'place')}.to(tl.float32)"


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


@writes("interpolate")
def _interpolate(w, v, n):
    mode, dims = v.at["mode"], range(2, len(n))
    neighbours = next((one for end, one in _NEIGHBOURS.items() if mode.endswith(end)), None)
    if not mode.startswith("nearest") and not neighbours:
        raise NotWritten(f"an interpolation whose mode is {mode}")
    factors = v.at["scale_factor"]
    if factors is None:
        wanted = [as_size(size) for size in listed(v.at["size"], len(dims))]
        scales = [f"({a}) / ({b})" for a, b in zip(n[2:], wanted)]
    else:
        factors = listed(factors, len(dims))
        wanted = [times(a, int(f)) if f == int(f) else f"int(({a}) * {f})" for a, f in zip(n[2:], factors)]
        scales = [f"1 / {factor}" for factor in factors]
    if neighbours and v.at["align_corners"]:
        scales = [f"({a} - 1) / max({b} - 1, 1)" for a, b in zip(n[2:], wanted)]
    scales = dict(zip(dims, scales))
    read = _between(w, v, n, scales, neighbours) if neighbours else _nearest(w, v, n, scales)
    return [*n[:2], *wanted], read
