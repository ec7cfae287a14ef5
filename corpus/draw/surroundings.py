"""Programs before and after an operation that is not pointwise: softmax, a norm, a product, a sum."""

import functools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from corpus.draw.broadcast import Operand, place_of
from corpus.draw.sketch import Sketch
from corpus.draw.steps import COUNTED, depth_first, depths_of, operands, step
from corpus.draw.vocabulary import DEEPEST, SHORTEST, VOCABULARIES


def row_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has at `cols` of a row of the tensor of `sizes`; one number where it has one for the
    row.
    """
    *above, columns = sizes
    row = place_of([place for place in operand.kept if place < len(above)], above, "row")
    if len(above) not in operand.kept:
        at = " + ".join(filter(None, (f"{operand.name}_ptr", row)))
        return f"{operand.name} = tl.load({at}).to(tl.float32)"
    start = f"({row}) * {columns} + " if " + " in row else f"{row} * {columns} + " if row else ""
    return f"{operand.name} = tl.load({operand.name}_ptr + {start}cols, mask=mask, other=0.0).to(tl.float32)"


def tile_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has in a tile of `rows` and `columns`."""
    last = len(sizes) - 1
    along = {(last,): ("columns", sizes[-1], "[None, :]"), tuple(range(last)): ("rows", "M", "[:, None]")}
    if operand.kept not in along:
        return operand.loaded(sizes)
    places, size, view = along[operand.kept]
    at = f"{operand.name}_ptr + {places}, mask={places} < {size}, other=0.0"
    return f"{operand.name} = tl.load({at}).to(tl.float32){view}"


def product_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has in a tile of `rows` and `columns` of one of many products."""
    if operand.kept == (len(sizes) - 1,):
        return tile_load(operand, sizes)
    return operand.loaded(sizes)


def group_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has at `inner` of a group of channels, which lie one after the other."""
    if operand.kept == (1,):
        place = f"{operand.name}_ptr + group % n_groups * group_channels + inner // plane_size"
        return f"{operand.name} = tl.load({place}, mask=mask, other=0.0).to(tl.float32)"
    return operand.loaded(sizes)


def image_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has in a tile of `channels` and of pixels, each of a sample `n`."""
    if operand.kept == (1,):
        at = f"{operand.name}_ptr + channels, mask=channels < O, other=0.0"
        return f"{operand.name} = tl.load({at}).to(tl.float32)[:, None]"
    if operand.kept == (0, 1):
        at = f"{operand.name}_ptr + n[None, :] * O + channels[:, None], mask=mask, other=0.0"
        return f"{operand.name} = tl.load({at}).to(tl.float32)"
    return operand.loaded(sizes)


@dataclass(frozen=True)
class Around:
    """What the files of one kind call what a program around their operation s = operation(g) reads and
    writes.
    """

    sizes: dict  # {names of the sizes of the result: its CASES}; those that the file itself has come first
    load: object  # load(operand, sizes) of its tile
    x: str  # how the input x is made
    place: str  # of the result, in a tile
    empty: str  # makes a result
    size: str  # the first size that the kernel takes
    sized: str = ""  # the host's line that names it, below which others are named
    more: str = ""  # further arguments of make
    before: bool = (
        False  # whether x has the result's shape, so that a program g of x and others can come before s
    )
    gone: int = 0  # the dimension, counted from the end, that s has no more, as a sum
    known: tuple = ()  # sizes that the kernel takes anyway
    square: dict = field(
        default_factory=dict
    )  # {sizes: CASES} in which x has the result's shape, though nothing comes before s
    again: bool = True  # whether s of an element reads its g once more

    def parts(self, sizes, operands, results, program):
        """The texts that `surrounded_row` exchanges: of a file, or of what takes their places; `program` as
        Surrounded.written gives it.
        """
        (g, g_triton), (after, after_triton), repeated, first, read = program
        names, lines = [operand.name for operand in operands], "\n".join
        known = [Operand("x", tuple(range(len(sizes))))] * (self.before or "x" in read) + operands
        inner = [*sizes[:-1], "n_cols"] if self.size == "n_cols" else sizes
        loads = {operand.name: self.load(operand, inner) for operand in known}
        if g == "g = x":
            loads["x"] = loads["x"].replace("x", "g", 1)
        middle = [size for size in inner[1:] if size not in self.known] if self.sized else []
        middle = (
            middle
            if any(re.search(rf"\b{size}\b", load) for load in loads.values() for size in middle)
            else []
        )
        below = (
            f"{', '.join(middle)} = x.shape[1:{'' if middle[-1] == sizes[-1] else '-1'}]"
            if middle[1:]
            else f"{''.join(middle)} = x.shape[1]"
        )
        stores = [f"tl.store({result}_ptr + {self.place}, {result}, mask=mask)" for result in results]
        made = ", ".join(
            [
                self.x.format(", ".join(sizes), ", ".join(sizes[:-1])),
                *(operand.made(sizes) for operand in operands),
            ]
        )
        common = [
            (self.sizes if self.before or "x" not in read else self.square)[sizes],
            f"make({', '.join(sizes)}{self.more})",
            made,
            f"(x, {', '.join(names)}",
            f"(x_ptr, {', '.join(f'{name}_ptr' for name in names)}",
            f"{', '.join(f'{end}_ptr' for end in results)}, {', '.join([*middle, self.size])}",
            f"{', '.join(results)}, {', '.join([*middle, self.size])}",
            f"x, {', '.join(names)} = " + ", ".join(f"{name}.contiguous()" for name in ["x", *names]),
            lines([self.sized, *[below] * bool(middle)]),
            lines(f"{end} = {self.empty}" for end in results),
            lines([after, f"return {', '.join(results)}"]),
            f"return {', '.join(results)}",
        ]
        if not self.before:
            return [*common, lines([*loads.values(), after_triton, *stores])]
        there = [lines(load for name, load in loads.items() if name in names) for names in (first, read)]
        return [
            *common,
            g,
            lines(filter(None, [there[0], g_triton])),
            lines(filter(None, [there[1], repeated])),
            lines([after_triton, *stores]),
        ]


ROW_SIZES = {
    ("B", "T", "C"): "[(1, 1, 5), (2, 3, 33), (3, 5, 20)]",
    ("M", "N"): "[(1, 5), (3, 33), (2, 1100)]",
    ("N", "C", "H", "W"): "[(1, 2, 1, 3), (2, 3, 2, 7), (3, 2, 3, 11)]",
}


ROWS = Around(
    ROW_SIZES,
    row_load,
    "torch.randn({0})",
    "row * n_cols + cols",
    "torch.empty_like(x)",
    "n_cols",
    "n_cols = x.shape[-1]",
    known=("n_cols",),
    before=True,
)


TILES = Around(
    {
        ("B", "T", "N"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]",
        ("M", "N"): "[(1, 3, 2), (11, 6, 37), (70, 66, 9)]",
        ("B", "H", "T", "N"): "[(1, 2, 1, 3, 2), (2, 3, 11, 6, 37), (3, 2, 7, 66, 9)]",
    },
    tile_load,
    "torch.randn({1}, K)",
    "offsets",
    "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)",
    "M",
    "M = x.numel() // K",
    ", K",
    known=("N",),
    square={
        ("B", "T", "N"): "[(1, 1, 3, 3), (3, 11, 6, 6), (2, 35, 66, 66)]",
        ("M", "N"): "[(1, 3, 3), (11, 6, 6), (70, 66, 66)]",
        ("B", "H", "T", "N"): "[(1, 2, 1, 3, 3), (2, 3, 11, 6, 6), (3, 2, 7, 66, 66)]",
    },
)


COLUMNS = Around(
    {
        ("B", "T", "C"): "[(1, 2, 5), (2, 3, 33), (3, 20, 7)]",
        ("M", "N"): "[(2, 5), (3, 33), (30, 140)]",
        ("N", "C", "H", "W"): "[(1, 2, 2, 3), (2, 3, 4, 7), (3, 2, 5, 11)]",
    },
    Operand.loaded,
    "torch.randn({0})",
    "offsets",
    "torch.empty_like(x)",
    "n_mid",
    "n_mid, n_inner = x.shape[-2:]",
    before=True,
)


CHANNELS = replace(
    COLUMNS,
    sizes={names: cases for names, cases in reversed(COLUMNS.sizes.items()) if names[2:]},
    sized="n_mid, n_inner = x.shape[-3], x.shape[-2:].numel()",
)


AROUND = {
    "AROUND_ROWS": ROWS,
    "AROUND_ROW_SUMS": replace(ROWS, gone=-1, again=False),
    "AROUND_COLUMNS": COLUMNS,
    "AROUND_COLUMN_SUMS": replace(COLUMNS, gone=-2, again=False),
    "AROUND_CHANNELS": CHANNELS,
    "AROUND_CHANNEL_SUMS": replace(CHANNELS, gone=-3, again=False),
    "AFTER_TILES": TILES,
    "AFTER_PRODUCTS": Around(
        {
            ("B", "M", "N"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 70, 66, 9)]",
            ("B", "H", "M", "N"): "[(1, 2, 1, 3, 2), (2, 3, 11, 6, 37), (2, 2, 70, 5, 9)]",
        },
        product_load,
        "x = torch.randn({1}, K)\nreturn x",
        "offsets",
        "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)",
        "M",
        "M, K = x.shape[-2:]",
        ", K",
        known=("M", "N"),
    ),
    "AROUND_GROUPS": Around(
        {
            ("N", "C", "H", "W"): "[(1, 8, 1, 2), (2, 8, 5, 7), (2, 16, 36, 40)]",
            ("N", "C", "L"): "[(1, 8, 2), (2, 8, 35), (2, 16, 9)]",
        },
        group_load,
        "torch.randn({0})",
        "offsets",
        "torch.empty_like(x)",
        "n_groups",
        "n_batch, n_channels = x.shape[:2]",
        before=True,
    ),
}


for kind, names in ("SIGNALS", "N, O, OL"), ("IMAGES", "N, O, OH, OW"), ("VOLUMES", "N, O, OD, OH, OW"):
    AROUND[f"AFTER_{kind}"] = Around(
        {tuple(names.split(", ")): ""},
        image_load,
        "x",
        "offsets",
        f"torch.empty(({names}), device=x.device, dtype=x.dtype)",
        "N",
    )


def surrounding_operands(rng: random.Random, rank: int) -> list[Operand]:
    """One to four tensors of shapes that broadcast, mostly whole ones, numbers, and vectors along the last
    dimension or the channels.
    """
    whole = tuple(range(rank))
    shapes = (
        [whole] * 5
        + [()] * 3
        + [whole[-1:]] * 3
        + [whole[:-1]] * 2
        + [(1,)] * (3 if rank > 2 else 1)
        + [(0,), whole[1:], whole[:2]]
    )
    return [
        Operand(name, rng.choice(shapes), rng.choice(("ones", "leading")))
        for name in "zwpq"[: rng.choices((1, 2, 3, 4), (4, 5, 3, 1))[0]]
    ]


class Surrounded(Sketch):
    """A program of x and of some operands, g; `s`, which an operation makes of g; and a program of s, the
    other operands and anything before.
    """

    def __init__(self, rng, operands, rank, around):
        whole, kinds = frozenset(range(rank)), ("", "", "usual", "usual", "learned", "choices")
        kept = {operand.name: frozenset(operand.kept) for operand in operands} | {
            "s": whole - {rank + around.gone}
        }
        first = ["x", *(operand.name for operand in operands if rng.random() < 0.5)] if around.before else []
        kept |= {"x": whole} if around.before or around.square and rng.random() < 0.3 else {}
        later = [name for name in kept if name not in first]
        super().__init__(rng, first or later, False, rng.choice(kinds), kept)
        if not around.before:
            self.g = "s"
            return
        self.grow(rng.choices(range(5), (5, 5, 4, 2, 1))[0])
        self.g = next(
            (name for name in reversed(self.values) if self.kept[name] == whole and self.reads(name, "x")),
            "x",
        )
        self.unread = [name for name in self.unread if name != self.g] + later
        self.inputs = first + later
        self.values |= Sketch(rng, later).values
        self.groups = VOCABULARIES[rng.choice(kinds)]()

    def needed(self, value):
        """The values that `value` is computed from, itself among them; s is read as it is."""
        taken = () if value in self.inputs else self.steps[int(value[1:]) - 1][1]
        return {value}.union(*map(self.needed, taken))

    def written(self, ends, again):
        """(g, what follows s) as (torch, triton) texts in the order of a prompt, what of g the second
        reading repeats, what the first reads, and the second; `ends` {value: its name}.
        """
        depths, order = depths_of(self.steps, self.inputs), []
        depths["s"] = depths[self.g] + 3

        def visit(value):
            if value not in self.inputs and value not in order:
                row, taken = self.steps[int(value[1:]) - 1]
                for operand in operands(row, taken, depths):
                    visit(operand)
                order.append(value)

        visit(self.g)
        before = list(order)
        for end in ends:
            visit(end)
        inner = [value for value in order if value not in ends and value != self.g]
        names = (
            dict(zip(self.inputs, self.inputs))
            | {value: f"h{place + 1}" for place, value in enumerate(inner)}
            | ends
        )
        names |= {self.g: "g"} if self.g != "s" else {}

        def texts(values):
            rows = [(*self.steps[int(value[1:]) - 1], names[value]) for value in values]
            return tuple(
                map(
                    "\n".join,
                    zip(
                        *(
                            step(row, name, **dict(zip("xzw", map(names.get, taken))))
                            for row, taken, name in rows
                        )
                    ),
                )
            ) or ("", "")

        first, read = self.needed(self.g), set().union(*map(self.needed, [*ends, *[self.g] * again]))
        g = ("g = x", "") if self.g == "x" else texts(before)
        return (
            g,
            texts(order[len(before) :]),
            texts([value for value in before if value in read])[1],
            first,
            read,
        )


def surrounded_program(rng: random.Random, around: Around) -> tuple | None:
    """(sizes, operands, names of the results, texts) of a drawn program around an operation, or None where
    the draw leads nowhere.
    """
    sizes = rng.choice([next(iter(around.sizes)), *around.sizes])
    drawn = surrounding_operands(rng, len(sizes))
    sketch = Surrounded(rng, drawn, len(sizes), around)
    sketch.grow(len(sketch.steps) + rng.choices(range(1, 8), (3, 5, 5, 4, 3, 2, 1))[0])
    ends = sketch.close(rng.choices((1, 2, 3), (14, 5, 1))[0])
    deepest = max(depths_of(sketch.steps, sketch.inputs).values())
    if not ends or sketch.g in ends or deepest > DEEPEST or not all(sketch.reads(end, "s") for end in ends):
        return None
    ends = {value: name.replace("x", "y") for value, name in ends.items()}
    return sizes, drawn, list(ends.values()), sketch.written(ends, around.again)


@functools.cache
def surrounded_row(kind: str, number: int) -> dict[str, str]:
    """Exchanges: a program around the operation of a file, which has y = operation(x + z) * x + w there, or y
    = operation(x) * z + w.
    """
    around = AROUND[kind]
    sizes, whole = next(iter(around.sizes)), tuple(range(len(next(iter(around.sizes)))))
    if around.before:
        operands, of_s, g = (
            [Operand("z", (1,) if kind == "AROUND_GROUPS" else whole[-1:]), Operand("w", whole)],
            "y = s * x",
            ("g = x + z",) * 2,
        )
    else:
        operands, of_s, g = (
            [Operand("z", whole), Operand("w", (1,) if around.x == "x" else whole[-1:])],
            "y = s * z",
            ("", ""),
        )
    after, read = (
        (f"{of_s}\ny = y + w",) * 2,
        {"z", "w"} - ({"z"} if around.before and not around.again else set())
        | ({"x"} if around.before else set()),
    )
    own = around.parts(sizes, operands, ["y"], (g, after, g[1] if around.again else "", {"x", "z"}, read))
    rng, found = random.Random(f"{kind} {number}"), None
    while not found:
        found = surrounded_program(rng, around)
    indents = (
        [4] * 13 + [8] * 3 if around.before else [4] * len(own)
    )  # of the texts of a file: three stand in a loop
    own = [old.replace("\n", "\n" + " " * indent) for old, indent in zip(own, indents)]
    return {old: new for old, new in zip(own, around.parts(*found)) if old != new}


def k_load(operand: Operand, sizes: Sequence[str]) -> str:
    """What `operand` has at `rows` and `k` of the first factor of a product."""
    along = {(len(sizes) - 1,): "k[None, :]", tuple(range(len(sizes) - 1)): "rows[:, None]", (): ""}
    place = along.get(operand.kept, place_of(operand.kept, sizes, "offsets"))
    mask = {"k[None, :]": "k[None, :] < K", "rows[:, None]": "rows[:, None] < M"}.get(place, "inside")
    at = f"{operand.name}_ptr + {place}, mask={mask}, other=0.0" if place else f"{operand.name}_ptr"
    return f"{operand.name} = tl.load({at}).to(tl.float32)"


def before_texts(sizes: tuple[str, ...], operands: list[Operand], program: tuple[str, str]) -> list[str]:
    """What a file of a product says of its first factor, a program g of x and operands; x has `sizes`, K the
    last.
    """
    names, lines = [operand.name for operand in operands], "\n".join
    loads = [k_load(operand, sizes) for operand in [Operand("x", tuple(range(len(sizes)))), *operands]]
    middle = (
        sizes[1:-1] if any(re.search(rf"\b{size}\b", load) for load in loads for size in sizes[1:-1]) else ()
    )
    below = f"{', '.join(middle)} = x.shape[1:-1]" if middle[1:] else f"{''.join(middle)} = x.shape[1]"
    cases = {
        ("B", "T", "K"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]",
        ("M", "K"): "[(1, 3, 2), (11, 6, 37), (70, 66, 9)]",
    }
    return [
        cases[sizes],
        f"make({', '.join(sizes[:-1])}, N, K)",
        ", ".join([f"torch.randn({', '.join(sizes)})", *(operand.made(sizes) for operand in operands)]),
        f"(x, {', '.join(names)}",
        f"(x_ptr, {', '.join(f'{name}_ptr' for name in names)}",
        f"y_ptr, {', '.join([*middle, 'M'])}",
        f"y, {', '.join([*middle, 'M'])}",
        f"x, {', '.join(names)} = " + ", ".join(f"{name}.contiguous()" for name in ["x", *names]),
        lines(["M = x.numel() // K", *[below] * bool(middle)]),
        program[0],
        lines([*loads, program[1]]),
    ]


@functools.cache
def before_row(number: int) -> dict[str, str]:
    """Exchanges: a program of x and of tensors that broadcast to it before a product, of a file that has g =
    x * z + w there.
    """
    sizes = ("B", "T", "K")
    own = before_texts(sizes, [Operand("z", (2,)), Operand("w", (0, 1, 2))], ("g = x * z\ng = g + w",) * 2)
    rng = random.Random(f"before {number}")
    drawn, operands = rng.choice((sizes, sizes, ("M", "K"))), []
    while not operands:
        operands = surrounding_operands(rng, len(drawn))
        kept = {operand.name: frozenset(operand.kept) for operand in operands} | {
            "x": frozenset(range(len(drawn)))
        }
        sketch = Sketch(
            rng, list(kept), False, rng.choice(("", "usual", "usual", "learned", "choices")), kept
        )
        sketch.grow(rng.choices(range(1, 6), (3, 4, 3, 2, 1))[0])
        ends = sketch.close(1)
        if not ends or sum(len(COUNTED.findall(row[0])) for row, _ in sketch.steps) > SHORTEST:
            operands = []
    texts = before_texts(
        drawn, operands, depth_first(sketch.steps, sketch.inputs, {value: "g" for value in ends})
    )
    own = [old.replace("\n", "\n" + " " * (4 if place < 10 else 8)) for place, old in enumerate(own)]
    return {old: new for old, new in zip(own, texts) if old != new}


SURROUNDED_ROWS = 1500
