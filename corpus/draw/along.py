"""Programs over tensors that broadcast, before an operation along one dimension."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.draw.broadcast import SIZES, Operand, drawn_operands, drawn_parameters, place_of
from corpus.draw.programs import PROGRAMS, programs
from corpus.draw.sketch import Sketch
from corpus.draw.steps import COUNTED, depth_first, depths_of
from corpus.draw.vocabulary import DEEPEST, SHORTEST
from corpus.rewriting import renamed

BEFORE_COLUMNS = {1: "", 2: "M", 3: "BT", 4: "NCH", 5: "NCDH"}  # and n_cols


@dataclass(frozen=True)
class Along:
    """How a kernel goes along the dimension `dim` of tensors of `sizes`: `indices` are names of what it
    counts with and the dimensions of each, `masks` {those of them that may pass the end and are in a place:
    the mask of a load from there}.
    """

    sizes: tuple
    dim: int
    indices: tuple
    masks: dict
    lengths: tuple  # of that dimension in the cases

    @classmethod
    def rows(cls, rank: int) -> "Along":
        """One row of the last dimension for each program, some columns at a time."""
        every = tuple(range(rank))
        return cls(
            (*BEFORE_COLUMNS[rank], "n_cols"),
            rank - 1,
            (("row", every[:-1]), ("cols", every[-1:]))[rank == 1 :],
            {"cols": "mask"},
            (5, 33, 20),
        )

    @classmethod
    def columns(cls, rank: int, dim: int, tiled: bool) -> "Along":
        """Neighbouring columns for each program, which walks down `dim` in tiles or one by one."""
        every, sizes = tuple(range(rank)), list(SIZES[rank])
        sizes[dim], sizes[-1] = "n_mid", sizes[-1] if rank - dim > 2 else "n_inner"
        masks = (
            {"mid inner": "mask", "mid": "mid < n_mid", "inner": "inner < n_inner"}
            if tiled
            else {"mid inner": "mask", "inner": "mask"}
        )
        indices = ("outer", every[:dim]), ("mid", (dim,)), ("inner", every[dim + 1 :])
        return cls(tuple(sizes), dim, indices, masks, (3, 9, 34) if tiled else (3, 4, 9))

    @classmethod
    def everything(cls, rank: int) -> "Along":
        """Neighbouring elements of the whole tensor for each program."""
        every, sizes = tuple(range(rank)), SIZES.get(rank, "N")
        return cls(tuple(sizes), rank - 1, (("offsets", every),), {"offsets": "mask"}, (5, 33, 200))

    @classmethod
    def places(cls, rank: int) -> "Along":
        """Some results for each program, of any dimensions, and some of their elements at a time."""
        return cls(
            tuple(SIZES[rank]), rank - 1, (("places", tuple(range(rank))),), {"places": "mask"}, (3, 7, 33)
        )

    @property
    def cases(self) -> str:
        others = (1, 2, 1, 3), (2, 3, 5, 7), (3, 4, 2, 11)
        every = [
            (*row[: self.dim], length, *row[self.dim :])[: len(self.sizes)]
            for row, length in zip(others, self.lengths)
        ]
        return ", ".join(f"({', '.join(map(str, row))}{',' * (not row[1:])})" for row in every)

    def place(self, kept: Sequence[int]) -> str:
        """Where in a tensor of the dimensions `kept` the element is that the indices count."""
        place = ""
        for name, dims in self.indices:
            if here := [dim for dim in dims if dim in kept]:
                own = place_of([dim - dims[0] for dim in here], [self.sizes[dim] for dim in dims]).replace(
                    "offsets", name
                )
                size = " * ".join(self.sizes[dim] for dim in here)
                size = (
                    "n_inner" if name == "inner" and here == list(dims) else f"({size})" if here[1:] else size
                )
                place = (f"({place})" if " + " in place else place) + f" * {size} + {own}" if place else own
        all_along_the_first = self.dim == 0 and len(kept) == len(self.sizes)
        return (
            place.replace("mid", "(outer * n_mid + mid)", 1) if all_along_the_first else place
        )  # outer is 0 then, and of 64 bits

    def loaded(self, operand: Operand, kept: Sequence[int]) -> str:
        place = self.place(kept)
        mask = self.masks.get(
            " ".join(
                name
                for name in ("mid", "cols", "inner", "offsets", "places")
                if re.search(rf"\b{name}\b", place)
            )
        )
        at = f"{operand.name}_ptr + {place}" if place else f"{operand.name}_ptr"
        other = f", mask={mask}, other={'0' if operand.mask else '0.0'}" if mask else ""
        return f"{operand.name} = tl.load({at}{other})" + ".to(tl.float32)" * (not operand.mask)


def drawn_shapes(rng: random.Random, names: tuple[str, ...], rank: int) -> list[Operand]:
    """Operands of drawn shapes: all whole, what a module has learned beside x, or any that broadcast; x,
    whose type the result has, is no mask.
    """
    if rank == 1:
        return [
            Operand("x", (0,)),
            *(Operand(name, *rng.choice((((0,),), ((),), ((), "short")))) for name in names[1:]),
        ]
    draw = rng.random()
    if draw < 0.2 or not names[1:]:
        return [Operand(name, tuple(range(rank))) for name in names]
    if draw < 0.4:
        return drawn_parameters(rng, names, rank)
    while (operands := drawn_operands(rng, names, rank))[0].mask:
        pass
    return operands


def drawn_prologue(
    rng: random.Random, names: tuple[str, ...], rank: int, gentle: bool, short: bool
) -> tuple[list[Operand], tuple[str, str]] | None:
    """(operands, (PyTorch, Triton)) of a short program over tensors that broadcast, whose result is x, or
    None where the draw leads nowhere.

    What is `gentle` can be multiplied often without leaving the range of float32; what is `short` is asked in
    one piece with a scan behind it.
    """
    operands = drawn_shapes(rng, names, rank)
    kept, masks = (
        {operand.name: frozenset(operand.kept) for operand in operands},
        [operand.name for operand in operands if operand.mask],
    )
    sketch = Sketch(rng, names, False, rng.choice(("", "usual", "usual", "choices")), kept, masks)
    steps = rng.choices(range(1, 7), (5, 6, 5, 3, 2, 1) if not short else (6, 5, 2, 1, 0, 0))[0]
    sketch.grow(steps // 2)
    sketch.ask_masks()
    sketch.grow(steps)
    ends = None if set(masks) & set(sketch.unread) else sketch.close(1)
    if short and sum(len(COUNTED.findall(row[0])) for row, _ in sketch.steps) > SHORTEST:
        return None
    if (
        not ends
        or max(depths_of(sketch.steps, names).values()) > DEEPEST
        or gentle
        and sketch.values[next(iter(ends))].abs().max() > 3
    ):
        return None
    in_torch, in_triton = depth_first(sketch.steps, names, ends)
    views = [
        f"{operand.name} = {operand.name}{view}"
        for operand in operands
        if (view := operand.viewed("x" * rank))
    ]
    return operands, ("\n".join([*views, in_torch]), in_triton)


def drawn_epilogue(
    rng: random.Random, rank: int, single: int | None
) -> tuple[Operand | None, tuple[str, str]]:
    """(an operand p of dimensions of a result of `rank`, but for its `single` one, or None, (PyTorch,
    Triton)) of what follows: nothing, often.
    """
    kind = rng.choices(("", "TAIL_X", "TAIL_XZ"), (9, 5, 6))[0]
    rows = programs(*PROGRAMS[kind]) if kind else [("", "")]
    epilogue = tuple(renamed(text, x="y", z="p") for text in rows[rng.randrange(len(rows))])
    if kind != "TAIL_XZ":
        return None, epilogue
    first, after = sorted(rng.choices(range(rank + 1), k=2))
    kept = tuple(place for place in rng.choice((range(rank), range(first, after), ())) if place != single)
    return Operand(
        "p", kept, rng.choice(("leading", "leading", "ones") if kept else ("leading", "short")[rank == 0 :])
    ), epilogue


def common_texts(
    along: Along,
    operands: list[Operand],
    prologue: tuple[str, str],
    p: Operand | None,
    epilogue: tuple[str, str],
    left: Sequence[str],
) -> tuple[list[str], str, list[tuple[str, int]]]:
    """What every such file says: (names of its arguments, how the sizes come from them, [(fragment, its
    indentation)]); p is of the sizes `left`.
    """
    sizes, names = along.sizes, [operand.name for operand in operands]
    whole = [operand.name for operand in operands if len(operand.kept) == len(sizes)]
    known = (
        f"{whole[0]}.shape"
        if whole
        else f"torch.broadcast_shapes({', '.join(f'{name}.shape' for name in names)})"
    )
    made = [operand.made(sizes) for operand in operands] + ([p.made(left)] if p else [])
    every = names + ["p"] * bool(p)
    texts = [
        f"[{along.cases}]",
        f"make({', '.join(sizes)})",
        ", ".join(made) if made[1:] else f"({made[0]},)",
        ", ".join(every),
        ", ".join(f"{name}.contiguous()" for name in every),
    ]
    unpacked = f"{', '.join(sizes)} = {known}" if sizes[1:] else f"{sizes[0]} = {known}[0]"
    return every, unpacked, [(text, 0) for text in texts] + [(prologue[0], 4), (epilogue[0], 4)]
