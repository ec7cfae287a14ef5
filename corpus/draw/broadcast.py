"""Programs over tensors that broadcast with each other: shapes, where each has its element, texts."""

import functools
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.draw.sketch import Sketch
from corpus.draw.steps import depth_first

SIZES = {
    2: "MN",
    3: "BTC",
    4: "NCHW",
    5: "NCDHW",
}  # names of the sizes, as in the files that join two such tensors


SIZE_CASES = {
    2: "(1, 5), (3, 33), (7, 300)",
    3: "(1, 1, 5), (2, 3, 33), (3, 7, 20)",
    4: "(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)",
    5: "(1, 2, 1, 1, 1), (2, 3, 4, 5, 7), (3, 2, 4, 3, 5)",
}


def place_of(kept: Sequence[int], sizes: Sequence[str], offsets: str = "offsets") -> str:
    """Where in a tensor of the dimensions `kept` alone the element is that has these `offsets` in a tensor of
    all.
    """

    def product(names):
        return f"({' * '.join(names)})" if names[1:] else names[0]

    places, terms = range(len(sizes)), []
    for here, together in itertools.groupby(places, kept.__contains__):
        together = list(together)
        faster, below = (
            sizes[together[-1] + 1 :],
            [sizes[place] for place in places[together[-1] + 1 :] if place in kept],
        )
        whole = product(sizes[together[0] : together[-1] + 1])
        term = offsets + (f" // {product(faster)}" if faster else "") + (f" % {whole}" if together[0] else "")
        terms += [term + (f" * {product(below)}" if below else "")] * here
    return " + ".join(terms)


@dataclass(frozen=True)
class Operand:
    """A tensor that has the dimensions `kept` of a result of `sizes`; `form` says how its shape is written:
    with all its "ones", without the "leading" ones, or "short" without any, which a view in PyTorch then puts
    back.
    """

    name: str
    kept: tuple
    form: str = "leading"
    mask: bool = False

    def made(self, sizes: Sequence[str]) -> str:
        first = self.kept[0] if self.kept else len(sizes) - 1
        shape = [size if place in self.kept else "1" for place, size in enumerate(sizes)]
        shape = (
            shape
            if self.form == "ones"
            else [sizes[place] for place in self.kept]
            if self.form == "short"
            else shape[first:]
        )
        return f"torch.randn({', '.join(shape) or '()'})" + " > 0" * self.mask

    def viewed(self, sizes: Sequence[str]) -> str:
        """Its index that puts the ones back, [:, None], or nothing where broadcasting does."""
        index = (
            [":" if place in self.kept else "None" for place in range(self.kept[0], len(sizes))]
            if self.form == "short" and self.kept
            else []
        )
        return f"[{', '.join(index)}]" if "None" in index else ""

    def loaded(self, sizes: Sequence[str]) -> str:
        place = place_of(self.kept, sizes)
        at = (
            f"{self.name}_ptr + {place}, mask=mask, other={'0' if self.mask else '0.0'}"
            if place
            else f"{self.name}_ptr"
        )
        return f"{self.name} = tl.load({at})" + ".to(tl.float32)" * (not self.mask)


def broadcast_texts(
    operands: list[Operand], sizes: Sequence[str], results: list[str], programs: tuple[str, str]
) -> list[str]:
    """What a file of tensors that broadcast says of its operands, of the sizes of its results, and of what it
    computes.
    """
    whole = [operand.name for operand in operands if len(operand.kept) == len(sizes)]
    known = (
        f"{whole[0]}.shape"
        if whole
        else f"torch.broadcast_shapes({', '.join(f'{operand.name}.shape' for operand in operands)})"
    )
    like = next(operand.name for operand in operands if not operand.mask)
    empty = f"torch.empty({', '.join(sizes)}, dtype={like}.dtype, device={like}.device)"
    stores = [f"tl.store({result}_ptr + offsets, {result}, mask=mask)" for result in results]
    inner, ends, lines = f"n_elements, {', '.join(sizes[1:])}", ", ".join(results), "\n".join
    return [
        f"[{SIZE_CASES[len(sizes)]}]",
        f"make({', '.join(sizes)})",
        ", ".join(operand.made(sizes) for operand in operands),
        lines([programs[0], f"return {ends}"]),
        f"{', '.join(f'{result}_ptr' for result in results)}, {inner}",
        lines([*(operand.loaded(sizes) for operand in operands), programs[1], *stores]),
        lines([f"{', '.join(sizes)} = {known}", *(f"{result} = {empty}" for result in results)]),
        f"{ends}, {inner}, BLOCK=1024)\nreturn {ends}",
    ]


def drawn_operands(rng: random.Random, names: tuple[str, ...], rank: int) -> list[Operand]:
    """Operands of drawn shapes, mostly one of them whole and the others of dimensions that lie together; at
    times one is a mask.
    """

    def drawn():
        first, after = sorted(rng.sample(range(rank + 1), 2))
        return (
            tuple(range(first, after))
            if rng.random() < 0.75
            else tuple(sorted(rng.sample(range(rank), rng.randrange(rank))))
        )

    while True:
        kept = [drawn() for _ in names]
        if rng.random() < 0.8:
            kept[rng.choice((0, rng.randrange(len(names))))] = tuple(range(rank))
        whole, mask = tuple(range(rank)) in kept, rng.choice(names) if rng.random() < 0.25 else None
        if len(set().union(*kept)) == rank and len(set(kept)) > 1:
            forms = [rng.choice(("ones", "leading", "leading", "short")[: 4 if whole else 3]) for _ in names]
            return [Operand(name, *of, name == mask) for name, *of in zip(names, kept, forms)]


def drawn_parameters(rng: random.Random, names: tuple[str, ...], rank: int) -> list[Operand]:
    """A tensor and what a module has learned for it: a number, or a vector along one dimension, mostly the
    channels or the last, each.
    """
    place = rng.choice((1, 1, rank - 1, rng.randrange(rank)))
    every = rng.choice(((), (place,), None, None))
    kept = [
        tuple(range(rank)),
        *(every if every is not None else rng.choice(((), (place,))) for _ in names[1:]),
    ]
    form = rng.choice(("ones", "leading", "leading", "short", None))
    return [Operand(name, of, form or rng.choice(("leading", "short"))) for name, of in zip(names, kept)]


def program_over(
    rng: random.Random,
    operands: list[Operand],
    sizes: Sequence[str],
    number: int,
    kinds: tuple[str, ...],
    lengths: tuple[int, ...] = (4, 5, 4, 3, 2, 1),
    called: str = "y",
) -> tuple | None:
    """(operands, sizes, results, (PyTorch, Triton)) of a drawn program over such operands, whose last result
    is `called` so, or None where the draw leads nowhere.
    """
    names = tuple(operand.name for operand in operands)
    kept, masks = (
        {operand.name: frozenset(operand.kept) for operand in operands},
        [operand.name for operand in operands if operand.mask],
    )
    sketch = Sketch(rng, names, False, rng.choice(kinds), kept, masks)
    views = {operand.name: operand.viewed(sizes) for operand in operands if operand.viewed(sizes)}
    for name in [
        name for name in views if name not in masks and rng.random() < 0.5
    ]:  # a step that comes before the view
        if sketch.followed(name, 1) != name:
            (in_torch, *rest), taken = sketch.steps[-1]
            sketch.steps[-1] = (f"x = ({in_torch[4:]}){views.pop(name)}", *rest), taken
            del sketch.values[name]
    steps = len(sketch.steps) + rng.choices(range(1, 1 + len(lengths)), lengths)[0]
    sketch.grow(steps // 2)
    sketch.ask_masks()
    sketch.grow(steps)
    ends = None if set(masks) & set(sketch.unread) else sketch.close(number)
    if not ends:
        return None
    ends = [(value, name.replace("x", called)) for value, name in ends.items()]
    ends = dict(ends if rng.random() < 0.6 else rng.sample(ends, number))
    in_torch, in_triton = depth_first(sketch.steps, names, ends)
    in_torch = "\n".join([*(f"{name} = {name}{view}" for name, view in views.items()), in_torch])
    return operands, sizes, list(ends.values()), (in_torch, in_triton)


def broadcast_program(rng: random.Random, names: tuple[str, ...], parameters: bool) -> tuple | None:
    """`program_over` operands of drawn shapes."""
    sizes, number = SIZES[rng.choice((2, 3, 3, 3, 4, 4, 4, 5))], rng.choices((1, 2, 3), (6, 3, 1))[0]
    number = number if len(names) < 5 else 1  # of several, one would not read what the other does
    operands = (drawn_parameters if parameters else drawn_operands)(rng, names, len(sizes))
    return program_over(
        rng,
        operands,
        sizes,
        number,
        ("", "usual", "learned", "learned") if parameters else ("", "usual", "usual", "choices"),
    )


@functools.cache
def broadcast_row(names: tuple[str, ...], number: int, parameters: bool = False) -> dict[str, str]:
    """Exchanges: a program over tensors that broadcast, of a file that multiplies x by z, adds w,
    multiplies by p and adds q.
    """
    others = (
        [Operand("z", (2,)), Operand("w", ()), Operand("p", (1,))]
        if parameters
        else [Operand("z", (0, 2), "short"), Operand("w", (1, 2)), Operand("p", (1,)), Operand("q", (2,))]
    )
    operands = [Operand("x", (0, 1, 2)), *others][: len(names)]
    steps = ["y = x * z", "y = y + w", "y = y * p", "y = y + q"][: len(names) - 1]
    own = broadcast_texts(
        operands,
        SIZES[3],
        ["y"],
        ("\n".join(["z = z[:, None, :]"] * (not parameters) + steps), "\n".join(steps)),
    )
    rng, found = random.Random(f"{'parameters' if parameters else 'broadcast'} {names} {number}"), None
    while not found:
        found = broadcast_program(rng, names, parameters)
    return {old.replace("\n", "\n    "): new for old, new in zip(own, broadcast_texts(*found)) if old != new}


BROADCASTS, BROADCAST_ROWS = (
    {f"BROADCAST_{names.upper()}": tuple(names) for names in ("xz", "xzw", "xzwp", "xzwpq")},
    1200,
)


PARAMETERS = {name.replace("BROADCAST", "PARAMETERS"): names for name, names in BROADCASTS.items()}
