"""Programs before and after an operation whose result has another shape: a product, a reduction.

Tensors of their own join on either side: g, a program of x and of tensors that broadcast to it; s, what the
operation makes of g; and a program of s and of tensors that broadcast to that, with one result or several.
"""

import functools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.draw.broadcast import Operand, place_of
from corpus.draw.sketch import Sketch
from corpus.draw.steps import COUNTED, depth_first, depths_of
from corpus.draw.surroundings import k_load, tile_load
from corpus.draw.vocabulary import DEEPEST, SHORTEST

BOTH_SIDES_ROWS = 1500

BEFORE, AFTER = "pqo", "zwlj"  # names of what joins there

HALVES = (
    "{}, {} = x.chunk(2, dim=-1)",
    "{}, {} = torch.chunk(x, 2, -1)",
    "{}, {} = x.split(x.shape[-1] // 2, dim=-1)",
)  # as a gated layer takes its input apart; slices would be of one size alone

KINDS = ("", "", "usual", "usual", "usual", "learned", "choices")


@dataclass(frozen=True)
class Sides:
    """What joins x before the operation and s after it, and the two programs (PyTorch, Triton)."""

    before: list[Operand]
    after: list[Operand]
    first: tuple[str, str]  # g, of x
    second: tuple[str, str]  # the results, of s
    results: list[str]
    halves: tuple[str, ...] = ()  # names of the first and of the second half of x, where g is of those
    apart: str = ""  # how PyTorch takes them

    @property
    def names(self) -> list[str]:
        """Of all that joins, in the order of the arguments."""
        return list(dict.fromkeys(operand.name for operand in [*self.before, *self.after]))

    @property
    def operands(self) -> dict[str, Operand]:
        """{name: what joins}."""
        return {operand.name: operand for operand in [*self.before, *self.after]}


def joining(rng: random.Random, names: str, rank: int) -> list[Operand]:
    """A tensor for each name: mostly whole, vectors along the last dimension, rows or numbers; at times all
    have one shape, and are told apart by their names alone.
    """
    whole = tuple(range(rank))
    shapes = (
        [whole] * 5 + [whole[-1:]] * 4 + [whole[:-1]] * 2 + [()] * 3 + [(0,), whole[1:], (1,) * (rank > 1)]
    )
    alike = rng.choice(shapes) if rng.random() < 0.3 else None
    return [
        Operand(name, rng.choice(shapes) if alike is None else alike, rng.choice(("ones", "leading")))
        for name in names
    ]


def drawn_before(
    rng: random.Random, before: list[Operand], rank: int, most: int, halves: tuple[str, ...]
) -> tuple[str, str] | None:
    """g as (PyTorch, Triton), of x or its halves and all of `before`, in at most so many operations; None
    where the draw leads nowhere.
    """
    if not before and not halves and rng.random() < 0.5:
        return "g = x", ""
    kept = dict.fromkeys(halves or ("x",), frozenset(range(rank)))
    kept |= {operand.name: frozenset(operand.kept) for operand in before}
    sketch = Sketch(rng, list(kept), False, "gates" if halves else rng.choice(KINDS), kept)
    sketch.grow(rng.choices(range(1, 5), (4, 4, 2, 1))[0])
    ends = sketch.close(1)
    if not ends or sum(len(COUNTED.findall(row[0])) for row, _ in sketch.steps) > most:
        return None
    return depth_first(sketch.steps, sketch.inputs, {value: "g" for value in ends})


def drawn_after(
    rng: random.Random, after: list[Operand], rank: int
) -> tuple[list[str], tuple[str, str]] | None:
    """(names of the results, (PyTorch, Triton)) of a program of s and all of `after`, or None where the draw
    leads nowhere.
    """
    kept = {"s": frozenset(range(rank))} | {operand.name: frozenset(operand.kept) for operand in after}
    sketch = Sketch(rng, list(kept), False, rng.choice(KINDS), kept)
    sketch.grow(rng.choices(range(1, 8), (3, 5, 5, 4, 3, 2, 1))[0])
    ends = sketch.close(rng.choices((1, 2, 3), (12, 6, 1))[0])
    deepest = max(depths_of(sketch.steps, sketch.inputs).values())
    if not ends or deepest > DEEPEST or not all(sketch.reads(end, "s") for end in ends):
        return None
    ends = {value: name.replace("x", "y") for value, name in ends.items()}
    texts = depth_first(sketch.steps, sketch.inputs, ends)
    return list(ends.values()), tuple(re.sub(r"\bh(\d+)\b", r"e\1", text) for text in texts)


def drawn_sides(
    rng: random.Random, ranks: tuple[int, int], most: int, shared: bool = False, halved: bool = False
) -> Sides:
    """Sides of an operation that takes something of the first rank and makes something of the second; where
    rows are `shared`, what x has for each may join s too; where x may be `halved`, at times g is of halves.
    """
    while True:
        halves = tuple(rng.sample("ab", 2)) if halved and rng.random() < 0.3 else ()
        few, many = (
            rng.choices((0, 1, 2, 3), (4, 5, 3, 1))[0],
            rng.choices((0, 1, 2, 3, 4), (2, 5, 5, 3, 1))[0],
        )
        before, after = joining(rng, BEFORE[:few], ranks[0]), joining(rng, AFTER[:many], ranks[1])
        if shared:
            again = [operand for operand in before if ranks[0] - 1 not in operand.kept]
            after = after + [operand for operand in again if rng.random() < 0.5]
        first = drawn_before(rng, before, ranks[0], most, halves)
        second = drawn_after(rng, rng.sample(after, len(after)), ranks[1])
        if first and second and before + after:
            apart = rng.choice(HALVES).format(*halves) if halves else ""
            return Sides(before, after, first, second[1], second[0], halves, apart)


def texts_of_sides(sides: Sides, sizes: Sequence[str], made: str, passed: str) -> list[str]:
    """What a file says of its arguments, its results and the sizes that its kernel takes, `passed`."""
    names, results = sides.names, sides.results
    return [
        made,
        f"(x, {', '.join(names)}",
        f"(x_ptr, {', '.join(f'{name}_ptr' for name in names)}",
        f"{', '.join(f'{result}_ptr' for result in results)}, {passed}",
        f"{', '.join(results)}, {passed}",
        ", ".join(["x", *names]) + " = " + ", ".join(f"{name}.contiguous()" for name in ["x", *names]),
        "\n".join([sides.apart] * bool(sides.apart) + [sides.first[0]]),
        f"{sides.second[0]}\nreturn {', '.join(results)}",
        f"return {', '.join(results)}",
    ]


def mentioned(sizes: Sequence[str], loads: list[str]) -> list[str]:
    """The sizes that some load reads."""
    return [size for size in sizes if any(re.search(rf"\b{size}\b", load) for load in loads)]


def loads_of_g(loads: list[str], sides: Sides) -> str:
    """The statements that make g in a kernel; x is g where nothing comes before."""
    if sides.first[0] == "g = x":
        return loads[0].replace("x", "g", 1)
    return "\n".join([*loads, sides.first[1]])


def halves_loaded(sides: Sides, places: list[str]) -> list[str]:
    """The statements that load the halves of x, each from its place."""
    return [
        f"{name} = tl.load({place}).to(tl.float32)" for name, place in zip(sides.halves, places, strict=True)
    ]


def stored(sides: Sides, place: str) -> list[str]:
    """The statements that write the results."""
    return [f"tl.store({result}_ptr + {place}, {result}, mask=mask)" for result in sides.results]


# ---- a product --------------------------------------------------------------------------------------------


PRODUCT_CASES = {
    ("B", "T"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]",
    ("M",): "[(1, 3, 2), (11, 6, 37), (70, 66, 9)]",
    ("B", "H", "T"): "[(1, 2, 1, 3, 2), (2, 3, 11, 6, 37), (2, 2, 7, 66, 9)]",
}  # {sizes before the last: CASES}


def product_texts(above: tuple[str, ...], sides: Sides) -> list[str]:
    """What a file of a product x @ w says, x of the sizes `above` and K, its result of those and N."""
    before = [k_load(operand, [*above, "K"]) for operand in sides.before]
    rows = "x_ptr + rows[:, None] * (2 * K) + k[None, :]"
    halves = [f"{rows}{end}, mask=inside, other=0.0" for end in ("", " + K")]
    of_x = [k_load(Operand("x", tuple(range(len(above) + 1))), [*above, "K"])]
    before = [*halves_loaded(sides, halves), *before] if sides.halves else of_x + before
    after = [tile_load(operand, [*above, "N"]) for operand in sides.after]
    middle = mentioned(above[1:], before + after)
    made = [f"torch.randn({', '.join(above)}, {'2 * ' * bool(sides.halves)}K)"]
    for operand in sides.operands.values():
        made.append(operand.made([*above, "K" if operand in sides.before else "N"]))
    unpacked = [f"{', '.join(above)} = x.shape[:-1]"] * bool(middle)
    length = "(2 * K)" if sides.halves else "K"
    empty = "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)"
    return [
        *texts_of_sides(sides, above, ", ".join(made), ", ".join([*middle, "M"])),
        PRODUCT_CASES[above],
        f"make({', '.join(above)}, N, K)",
        "\n".join(
            [f"M = x.numel() // {length}", *unpacked, *(f"{result} = {empty}" for result in sides.results)]
        ),
        loads_of_g(before, sides),
        "\n".join([*after, sides.second[1], *stored(sides, "offsets")]),
    ]


@functools.cache
def product_row(number: int) -> dict[str, str]:
    """Exchanges: programs on both sides of a product, of a file that has g = x * p and y = s * z + w."""
    own = Sides(
        [Operand("p", (2,))],
        [Operand("z", (0, 1, 2)), Operand("w", (2,))],
        ("g = x * p",) * 2,
        ("y = s * z\ny = y + w",) * 2,
        ["y"],
    )
    rng = random.Random(f"both sides of a product {number}")
    above = rng.choice((("B", "T"), ("B", "T"), ("M",), ("M",), ("B", "H", "T")))
    drawn = drawn_sides(rng, (len(above) + 1, len(above) + 1), SHORTEST, shared=True, halved=True)
    return exchanges(product_texts(("B", "T"), own), product_texts(above, drawn), (12,))


# ---- a reduction ------------------------------------------------------------------------------------------


REDUCED_CASES = {
    ("M", "N"): "[(2, 5), (3, 33), (30, 140)]",
    ("B", "T", "C"): "[(2, 2, 5), (2, 3, 33), (3, 20, 7)]",
    ("N", "C", "H", "W"): "[(2, 2, 2, 3), (2, 3, 4, 7), (3, 2, 5, 11)]",
}  # {sizes of x: CASES}


@dataclass(frozen=True)
class Reduced:
    """The dimensions `first` up to `last` of a tensor of `sizes`, which a reduction takes away or, `keepdim`,
    leaves as ones.
    """

    sizes: tuple[str, ...]
    first: int
    last: int
    keepdim: bool = False
    dim: str = "-1"

    @property
    def left(self) -> list[str]:
        """The sizes of the result, without ones."""
        return [*self.sizes[: self.first], *self.sizes[self.last :]]

    def made(self, operand: Operand) -> str:
        """How a tensor is made that joins the result."""
        if not self.keepdim:
            return operand.made(self.left)
        width = self.last - self.first
        kept = tuple(place if place < self.first else place + width for place in operand.kept)
        return Operand(operand.name, kept, operand.form).made(self.sizes)

    @property
    def host(self) -> list[str]:
        """The lines that say how long what is reduced is, and what lies between two of its elements."""
        whole = self.last - self.first > 1
        if self.last == len(self.sizes):
            return ["n_cols = x.shape[-2:].numel()" if whole else "n_cols = x.shape[-1]"]
        length = f"x.shape[{self.first}:{self.last}].numel()" if whole else f"x.shape[{self.first}]"
        return [f"n_cols = {length}", f"n_inner = x.shape[{self.last}:].numel()"]

    @property
    def empty(self) -> str:
        """Makes a result."""
        ones = f"({'1, ' * (self.last - self.first)})".replace(
            ", )", ",)" if self.last - self.first == 1 else ")"
        )
        parts = [f"x.shape[:{self.first}]"] * bool(self.first) + [ones] * self.keepdim
        parts += [f"x.shape[{self.last}:]"] * (self.last < len(self.sizes))
        return f"x.new_empty({' + '.join(parts)})"


def reduced_load(operand: Operand, left: list[str]) -> str:
    """What `operand` has at `rows` of a result of the sizes `left`."""
    place = place_of(operand.kept, left, "rows")
    at = f"{operand.name}_ptr + {place}, mask=mask, other=0.0" if place else f"{operand.name}_ptr"
    return f"{operand.name} = tl.load({at}).to(tl.float32)"


def reduced_texts(reduced: Reduced, sides: Sides) -> list[str]:
    """What a file of a reduction of x says."""
    sizes = reduced.sizes
    before = [operand.loaded(sizes) for operand in sides.before]
    of_x = [Operand("x", tuple(range(len(sizes)))).loaded(sizes)]
    rows = "x_ptr + rows[:, None] * (2 * n_cols) + cols[None, :]"
    halves = [f"{rows}{end}, mask=mask, other=0.0" for end in ("", " + n_cols")]
    before = [*halves_loaded(sides, halves), *before] if sides.halves else of_x + before
    after = [reduced_load(operand, reduced.left) for operand in sides.after]
    needed = mentioned(sizes[1:], before + after)
    made = [f"torch.randn({', '.join([*sizes[:-1], '2 * ' * bool(sides.halves) + sizes[-1]])})"]
    made += [operand.made(sizes) for operand in sides.before] + [
        reduced.made(operand) for operand in sides.after
    ]
    unpacked = [f"{', '.join(sizes)} = x.shape"] * bool(needed)
    unpacked += [f"{sizes[-1]} = {sizes[-1]} // 2"] * (bool(sides.halves) and sizes[-1] in needed)
    host = [f"{line} // 2" if sides.halves else line for line in reduced.host]
    return [
        *texts_of_sides(sides, sizes, ", ".join(made), ", ".join([*needed, "n_rows"])),
        REDUCED_CASES[sizes],
        f"make({', '.join(sizes)})",
        "\n".join([*unpacked, *host, *(f"{result} = {reduced.empty}" for result in sides.results)]),
        loads_of_g(before, sides),
        "\n".join([*after, sides.second[1], *stored(sides, "rows")]),
        f"dim={reduced.dim}" + ", keepdim=True" * reduced.keepdim,
    ]


def drawn_reduced(rng: random.Random, along_rows: bool) -> Reduced:
    """Which dimensions a reduction takes: along rows the last or the last two, else one or two before the
    last.
    """
    sizes = rng.choice([*REDUCED_CASES, ("B", "T", "C"), ("N", "C", "H", "W")])
    rank = len(sizes)
    width = 2 if rank > 2 and rng.random() < 0.3 else 1
    if rank - width == 1 and not along_rows:
        first = 0
    else:
        first = rank - width if along_rows else rng.randrange(rank - width)
    dims = [place - rank if rng.random() < 0.5 else place for place in range(first, first + width)]
    dims = [first, first + 1] if width == 2 and dims[0] * dims[1] < 0 else dims
    dim = str(dims[0]) if width == 1 else f"({dims[0]}, {dims[1]})"
    return Reduced(sizes, first, first + width, rng.random() < 0.4, dim)


@functools.cache
def reduced_row(along_rows: bool, number: int) -> dict[str, str]:
    """Exchanges: programs on both sides of a reduction, of a file that has g = x * p and y = s * z + w."""
    own = Sides(
        [Operand("p", (2,))],
        [Operand("z", (0, 1)), Operand("w", (1,))],
        ("g = x * p",) * 2,
        ("y = s * z\ny = y + w",) * 2,
        ["y"],
    )
    rng = random.Random(f"both sides of a reduction {along_rows} {number}")
    reduced = drawn_reduced(rng, along_rows)
    halved = along_rows and reduced.last - reduced.first == 1
    drawn = drawn_sides(rng, (len(reduced.sizes), len(reduced.left)), 2 * SHORTEST, halved=halved)
    of_file = Reduced(("B", "T", "C"), *((2, 3, False, "-1") if along_rows else (1, 2, False, "-2")))
    return exchanges(reduced_texts(of_file, own), reduced_texts(reduced, drawn), (12,))


# ---- rows of a table --------------------------------------------------------------------------------------


def exchanges(own: list[str], texts: list[str], in_loop: tuple[int, ...]) -> dict[str, str]:
    """{text of a file: what takes its place}; lines of a text are indented as in a function, in a loop where
    its place is among `in_loop`.
    """
    found = {}
    for place, (old, new) in enumerate(zip(own, texts, strict=True)):
        if old != new:
            found[old.replace("\n", "\n" + " " * (8 if place in in_loop else 4))] = new
    return found


BOTH_SIDES = {
    "SIDES_OF_PRODUCT": product_row,
    "SIDES_OF_ROWS": functools.partial(reduced_row, True),
    "SIDES_OF_COLUMNS": functools.partial(reduced_row, False),
}  # what draws the rows of an axis of that name
