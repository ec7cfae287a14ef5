"""The rule of `grid_sample`: elements at places that a tensor names, between those that there are.

The grid of an image of H x W places has coordinates (x, y) for each element of the result, from -1 to 1 over
W and over H: the middles of the outermost places with align_corners, else their edges. An element is that of
the nearest place ('nearest'), or of its neighbours, weighed ('bilinear'). Beyond the border there are zeros
('zeros'), or its own element ('border'), or the image as in a mirror ('reflection').
"""

import itertools

import torch

from python_to_triton.codegen.by_rules.registry import NotWritten, writes
from python_to_triton.codegen.by_rules.size_arithmetic import Size, minus


def _place(w, v, coordinate: str, n: Size) -> str:
    """A coordinate as a place among n, a float. Where padding is by zeros it may lie outside."""
    is_aligned = v.at["align_corners"]
    last = w.size(minus(n, 1))
    size = w.size(n)
    scaled = f"({coordinate} + 1) / 2 * {last}" if is_aligned else f"(({coordinate} + 1) * {size} - 1) / 2"
    place = w.let(scaled, "between")
    if v.at["padding_mode"] == "zeros":
        return place
    if v.at["padding_mode"] == "reflection":  # between the middles of the outermost places, or their edges
        least, span = ("0.0", f"{last}") if is_aligned else ("-0.5", f"{size}")
        way = w.let(f"tl.abs({place} - ({least}))", "way")
        turns = w.let(f"tl.floor({way} / {span})", "turns")
        rest = w.let(f"{way} - {turns} * {span}", "rest")
        back = f"tl.where({turns} % 2 == 0, {rest}, {span} - {rest}) + ({least})"
        place = w.let(f"tl.where({span} == 0, 0.0, {back})", "between")
    return w.let(f"tl.minimum(tl.maximum({place}, 0.0), {last})", "between")


def _neighbours(w, v, place: str) -> list[tuple[str, str]]:
    """[(place, share)] of the places about one that is between them, as floats; "" where there is one."""
    low = w.let(f"tl.floor({place})", "low")
    share = w.let(f"{place} - {low}", "share")
    if v.at["mode"] == "bilinear":
        return [(low, f"(1 - {share})"), (w.let(f"{low} + 1", "high"), share)]
    # the even one of two that are as near
    is_low = f"({share} < 0.5) | (({share} == 0.5) & ({low} % 2 == 0))"
    return [(w.let(f"tl.where({is_low}, {low}, {low} + 1)", "near"), "")]


@writes("grid_sample")
def _grid_sample(w, v, n):
    x, grid = v.operands
    dtype = w.dtypes[id(v)]
    if v.at["mode"] not in ("bilinear", "nearest") or dtype not in (torch.float32, torch.float64):
        raise NotWritten(f"a {v.at['mode']} sample in {dtype}")
    dims = range(2, len(n))

    def read(at, mask):
        corners = [[]]
        for d in dims:  # coordinates are (x, y, z): the last goes along the first of these dimensions
            coordinate = w.let(w.read(grid, [at[0], *at[2:], len(n) - 1 - d], mask), "x")
            near = _neighbours(w, v, _place(w, v, coordinate, n[d]))
            corners = [[*corner, one] for corner, one in itertools.product(corners, near)]
        total = ""
        for corner in corners:
            conditions = [
                f"({place} >= 0) & ({place} < {w.size(n[d])})"
                for d, (place, _) in zip(dims, corner, strict=True)
            ]
            inside = w.let(" & ".join(conditions), "inside")
            own = [w.let(f"tl.where({inside}, {place}, 0).to(tl.int64)", "place") for place, _ in corner]
            element = w.let(w.read(x, [*at[:2], *own], w.narrowed(mask, inside)), "x")
            term = " * ".join([element, *(share for _, share in corner if share)])
            term = f"tl.where({inside}, {term}, 0.0)"
            total = w.let(f"{total} + {term}" if total else term, "x")
        return total

    return [*n[:2], *w.shape(grid)[1:-1]], read
