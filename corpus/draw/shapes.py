"""Operations along one dimension, or several, of drawn programs: reductions, scans, selections."""

import functools
import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import replace

from corpus.draw.along import Along, common_texts, drawn_epilogue, drawn_prologue
from corpus.draw.broadcast import Operand, place_of


def shapes_texts(
    along: Along,
    operands: list[Operand],
    prologue: tuple[str, str],
    p: Operand | None,
    epilogue: tuple[str, str],
    reduced: bool | str,
    keepdim: bool,
    helped: bool,
    indents: tuple[int, int],
) -> list[tuple[str, int]]:
    """[(fragment, its indentation)]: all that a file of an operation along a dimension says of its operands,
    of sizes, and of what it computes.

    What comes before the operation stands in its loop, or where it is `helped`, in a function of its own,
    which then gets the sizes it needs.
    """
    sizes, dim, lines = along.sizes, along.dim, "\n".join
    left = [
        place for place in range(len(sizes)) if place != dim or keepdim or not reduced
    ]  # the dimensions of the result
    shape = ["1" if place == dim and reduced else sizes[place] for place in left]
    shape[-1:] = ["K"] if reduced == "K" else shape[-1:]
    loads = [along.loaded(operand, operand.kept) for operand in operands]
    after = [along.loaded(p, [left[place] for place in p.kept])] if p else []
    every, unpacked, common = common_texts(
        along, operands, prologue, p, epilogue, [sizes[place] for place in left]
    )
    fixed = ["n_mid", "n_inner"] if "n_mid" in sizes else ["n_cols"]
    more = [f"n_inner = {' * '.join(sizes[dim + 1 :])}"] * ("n_inner" in fixed and "n_inner" not in sizes)
    pointers = [f"{name}_ptr" for name in every]

    def read(loads):
        return ", ".join(
            [size for size in sizes if size not in fixed and re.search(rf"\b{size}\b", lines(loads))] + fixed
        )

    return [
        *common,
        (f"dim={dim - len(sizes)}" + ", keepdim=True" * (keepdim and reduced != "K"), 0),
        (", ".join(pointers), 0),
        (lines([*loads, prologue[1]]), indents[0]),
        (lines(filter(None, [*after, epilogue[1]])), indents[1]),
        (f"y_ptr, {read(loads + after)}", 0),
        (f"y, {read(loads + after)}", 0),
        (lines([unpacked, *more]), 4),
        (f"empty(({', '.join(shape)}{',' * (len(shape) == 1)})", 0),
        (f"{'n_outer' if 'n_mid' in sizes else 'n_rows'} = {' * '.join(sizes[:dim]) or '1'}", 0),
        *[
            (
                ", ".join([*pointers[: len(operands)], *(name for name, _ in along.indices), read(loads)]),
                0,
            )
        ]
        * helped,
    ]


@functools.cache
def shapes_row(
    number: int,
    columns: bool = False,
    reduced: bool | str = True,
    helped: bool = False,
    gentle: bool = False,
    short: bool = False,
    followed: bool = True,
    indents: tuple[int, int] | None = None,
    lengths: tuple[int, ...] | None = None,
) -> dict[str, str]:
    """Exchanges: an operation along a dimension of a drawn program, of a file that multiplies x by z, adds w,
    and adds p to what comes out.

    `reduced` is "K" where K elements of that dimension are left; `indents` are those of the program and of
    the epilogue in the kernel.
    """
    tiled = reduced and not gentle  # products are taken line by line
    indents = indents or (4 if helped else 8, 4 if reduced else 8)
    along = Along.columns(3, 1, tiled) if columns else Along.rows(3)
    along = replace(along, lengths=lengths or along.lengths)
    places, p = (
        [Operand("x", (0, 1, 2)), Operand("z", (1,)), Operand("w", (2,))],
        Operand("p", (1,) if reduced else (2,)),
    )
    p, epilogue = (p, "y = y + p") if followed else (None, "")
    own = shapes_texts(
        along,
        places,
        ("x = x * z\nx = x + w",) * 2,
        p,
        (epilogue, epilogue),
        reduced,
        reduced == "K",
        helped,
        indents,
    )
    rng, found = (
        random.Random(f"shapes {columns} {reduced} {helped} {gentle} {short} {followed} {number}"),
        None,
    )
    rank = rng.choice((2, 2, 3, 3, 3, 4, 4, 4, 5) if columns else (1, 2, 2, 3, 3, 3, 4, 4, 5))
    along = (
        Along.columns(rank, rng.choice((0, *range(rank - 1), rank - 2)), tiled)
        if columns
        else Along.rows(rank)
    )
    along = replace(along, lengths=lengths or along.lengths)
    keepdim = reduced == "K" or reduced and rng.random() < 0.4
    names = rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (1, 6, 4))[0]
    while not found:
        found = drawn_prologue(rng, names, rank, gentle, short)
    p, epilogue = (
        drawn_epilogue(rng, rank - (reduced and not keepdim), along.dim if keepdim else None)
        if followed
        else (None, ("", ""))
    )
    drawn = shapes_texts(along, *found, p, epilogue, reduced, keepdim, helped, indents)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


def number_texts(
    along: Along,
    operands: list[Operand],
    prologue: tuple[str, str],
    p: Operand | None,
    epilogue: tuple[str, str],
) -> list[tuple[str, int]]:
    """[(fragment, its indentation)] as `shapes_texts`, of a file that makes one number of everything."""
    sizes, lines = along.sizes, "\n".join
    every, unpacked, common = common_texts(along, operands, prologue, p, epilogue, "N")
    loads, names = [along.loaded(operand, operand.kept) for operand in operands], every[: len(operands)]
    read = ", ".join(["n_elements", *(size for size in sizes if re.search(rf"\b{size}\b", lines(loads)))])
    joined = ["p"] * bool(p)
    return [
        *common,
        (lines([*loads, prologue[1]]), 4),
        (lines([*["p = tl.load(p_ptr).to(tl.float32)"] * bool(p), epilogue[1]]).strip(), 4),
        (f"{', '.join(names)}, partial, {read}", 0),
        (", ".join(f"{name}_ptr" for name in [*names, "partial"]) + f", {read}", 0),
        (", ".join(["partial", *joined, "y"]), 0),
        (", ".join(f"{name}_ptr" for name in ["partial", *joined, "y"]), 0),
        ("empty((1,)" if p and p.form != "short" else "empty(()", 0),
        (lines([unpacked, f"n_elements = {' * '.join(sizes)}"]), 4),
    ]


@functools.cache
def number_row(number: int) -> dict[str, str]:
    """Exchanges: everything of a drawn program as one number, of a file that multiplies x by z, adds w, and
    adds p to what comes out.
    """
    places = [Operand("x", (0, 1, 2)), Operand("z", (1,)), Operand("w", (2,))]
    own = number_texts(
        Along.everything(3),
        places,
        ("x = x * z\nx = x + w",) * 2,
        Operand("p", (), "short"),
        ("y = y + p",) * 2,
    )
    rng, found = random.Random(f"number {number}"), None
    rank, names = (
        rng.choice((1, 2, 2, 3, 3, 4, 4, 5)),
        rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (2, 6, 4))[0],
    )
    while not found:
        found = drawn_prologue(rng, names, rank, False, False)
    p, epilogue = drawn_epilogue(rng, 0, None)
    p = p and Operand("p", (), rng.choice(("short", "leading")))
    drawn = number_texts(Along.everything(rank), *found, p, epilogue)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


def places_along(name: str, dims: Sequence[int], sizes: Sequence[str]) -> str:
    """Where in a tensor of `sizes` the element is that `name` counts along `dims`, at the beginning of all
    other dimensions.
    """

    def product(dims):
        text = " * ".join(sizes[dim] for dim in dims)
        return f"({text})" if dims[1:] else text

    terms = []
    for _, neighbours in itertools.groupby(enumerate(dims), lambda pair: pair[1] - pair[0]):
        here = [dim for _, dim in neighbours]
        faster, below = [dim for dim in dims if dim > here[-1]], range(here[-1] + 1, len(sizes))
        term = name + (f" // {product(faster)}" if faster else "") + (f" % {product(here)}" if terms else "")
        terms.append(term + (f" * {product(below)}" if below else ""))
    return " + ".join(terms)


def dims_texts(
    dims: Sequence[int],
    along: Along,
    operands: list[Operand],
    prologue: tuple[str, str],
    p: Operand | None,
    epilogue: tuple[str, str],
    keepdim: bool,
) -> list[tuple[str, int]]:
    """[(fragment, its indentation)] as `shapes_texts`, of a file that reduces the dimensions `dims`."""
    sizes, lines = along.sizes, "\n".join
    rows = [place for place in range(len(sizes)) if place not in dims]
    left = range(len(sizes)) if keepdim else rows
    shape = ["1" if place in dims else sizes[place] for place in left]
    every, unpacked, common = common_texts(
        along, operands, prologue, p, epilogue, [sizes[place] for place in left]
    )
    starts, cols = places_along("rows", rows, sizes), places_along("cols", dims, sizes)
    loads = [f"places = starts + {cols}", *(along.loaded(operand, operand.kept) for operand in operands)]
    after, among = [], [sizes[place] for place in rows]
    if p:
        place = place_of([rows.index(left[place]) for place in p.kept], among).replace("offsets", "rows")
        after = [
            f"p = tl.load(p_ptr{f' + {place}, mask=rows < n_rows, other=0.0' * bool(place)}).to(tl.float32)"
        ]

    def read(first, texts):
        return ", ".join([first, *(size for size in sizes if re.search(rf"\b{size}\b", lines(texts)))])

    names, joined = every[: len(operands)], ["p"] * bool(p)
    return [
        *common,
        (f"dim=({', '.join(map(str, dims))})" + ", keepdim=True" * keepdim, 0),
        (f"starts = ({starts})" if starts != "rows" else "starts = rows", 0),
        (lines([*loads, prologue[1]]), 8),
        (lines(filter(None, [*after, epilogue[1]])), 4),
        (read("share", [starts, *loads]), 0),
        (read("n_cols, n_shares", after), 0),
        (", ".join([*names, "partial"]), 0),
        (", ".join(f"{name}_ptr" for name in [*names, "partial"]), 0),
        (", ".join(["partial", *joined, "y"]), 0),
        (", ".join(f"{name}_ptr" for name in ["partial", *joined, "y"]), 0),
        (
            lines(
                [unpacked, f"n_rows, n_cols = {' * '.join(among)}, {' * '.join(sizes[dim] for dim in dims)}"]
            ),
            4,
        ),
        (f"empty(({', '.join(shape)}{',' * (len(shape) == 1)})", 0),
    ]


@functools.cache
def drawn_dims_row(number: int) -> dict[str, str]:
    """Exchanges: some dimensions of a drawn program reduced, of a file that multiplies x by z, adds w, and
    adds p to what comes out.
    """
    places = [Operand("x", (0, 1, 2, 3)), Operand("z", (1,)), Operand("w", (3,))]
    own = dims_texts(
        (0, 2),
        Along.places(4),
        places,
        ("x = x * z\nx = x + w",) * 2,
        Operand("p", (1,)),
        ("y = y + p",) * 2,
        False,
    )
    rng, found = random.Random(f"dims {number}"), None
    rank, names, keepdim = (
        rng.choice((3, 3, 4, 4, 4, 5)),
        rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (1, 6, 4))[0],
        rng.random() < 0.4,
    )
    dims = (
        rng.choice((tuple(range(2, rank)), tuple(range(1, rank)), (0, *range(2, rank)), None, None))
        if rank > 3
        else None
    )
    dims = dims or tuple(sorted(rng.sample(range(rank), rng.randrange(2, rank))))
    while not found:
        found = drawn_prologue(rng, names, rank, False, False)
    p, epilogue = drawn_epilogue(rng, rank if keepdim else rank - len(dims), None)
    p = p and Operand("p", tuple(place for place in p.kept if not (keepdim and place in dims)), p.form)
    drawn = dims_texts(dims, Along.places(rank), *found, p, epilogue, keepdim)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


# Axes of such files: along rows or columns, to numbers or to as many as before.
SHAPES, SHAPE_ROWS = (
    {
        "ROWS_REDUCED": {},
        "ROWS_MULTIPLIED": {"gentle": True},
        "ROWS_TO_PLACES": {"followed": False},
        "ROWS_SCANNED": {"reduced": False, "short": True},
        "ROWS_MULTIPLIED_ON": {"reduced": False, "short": True, "gentle": True},
        "ROWS_READ_TWICE": {"reduced": False, "helped": True},
    },
    1200,
)


SHAPES |= {name.replace("ROWS", "COLUMNS"): options | {"columns": True} for name, options in SHAPES.items()}


SHAPES |= {
    "ROWS_SORTED": {"reduced": False, "short": True, "indents": (4, 4), "lengths": (3, 14, 7)},
    "ROWS_SELECTED": {"reduced": "K", "short": True, "indents": (12, 8), "lengths": (12, 33, 15)},
    "ALL_REDUCED": number_row,
    "DIMS_REDUCED": drawn_dims_row,
}
