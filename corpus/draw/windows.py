"""Programs over tensors that broadcast, before a window operation: convolution or pooling."""

import ast
import functools
import random
import re
from dataclasses import dataclass

from corpus.draw.broadcast import Operand, program_over
from corpus.draw.programs import SHORT, programs
from corpus.rewriting import renamed


@dataclass(frozen=True)
class Walk:
    """How a kernel walks over the input of a convolution or of a pool, and what follows; said by a file as
    ("WALK", *these).

    The input would have these `sizes`; the kernel is `at` these places of it. Those that nothing else needs
    are found in `lines`, each (a statement before them, {dimension: statement}). What lies along some of the
    `still` dimensions alone is read before the loop, under `mask`; along some of `channels`, under their
    mask; the rest where `inside` holds, and what is whole at `places`. `epilogues` are {the shape of what
    joins the result: how z is loaded}. Some dimensions may be walked in one `stretch`: (its name, *those).
    """

    sizes: tuple
    at: tuple
    lines: tuple
    still: tuple
    mask: str
    channels: tuple
    channel_mask: str
    epilogues: dict
    stretch: tuple = ()

    def place(self, kept: tuple[int, ...]) -> tuple[str, set[int]]:
        """(where an operand has its number, the dimensions whose places that needs)."""
        if len(kept) == len(self.sizes):
            return "places", set()
        stretch, *dims = self.stretch or ("",)
        merged = bool(dims) and kept[-len(dims) :] == tuple(dims)
        alone = kept[: -len(dims)] if merged else kept
        steps = [(self.sizes[here], self.at[here]) for here in alone] + [
            (f"({' * '.join(self.sizes[here] for here in dims)})", stretch)
        ] * merged
        place = steps[0][1]
        for size, at in steps[1:]:
            place = f"({place}) * {size} + {at}" if "+" in place else f"{place} * {size} + {at}"
        return place, set(alone)

    def loaded(self, operand: Operand) -> tuple[bool, str]:
        """(whether before the loop, the statement)."""
        kept, to = operand.kept, "" if operand.mask else ".to(tl.float32)"
        if not kept:
            return True, f"{operand.name} = tl.load({operand.name}_ptr){to}"
        early = set(kept) <= set(self.still)
        mask = self.mask if early else self.channel_mask if set(kept) <= set(self.channels) else "inside"
        masked = f", mask={mask}, other={'0' if operand.mask else '0.0'}" if mask else ""
        return early, f"{operand.name} = tl.load({operand.name}_ptr + {self.place(kept)[0]}{masked}){to}"

    def texts(
        self,
        operands: list[Operand],
        programs: tuple[str, str],
        epilogue: tuple[str, str, str] = ("", "", ""),
    ) -> list[str]:
        """What a file says of such operands, of the program that joins them, and of its epilogue, (the shape
        of z, PyTorch, Triton).
        """
        names = [operand.name for operand in operands]
        made = [operand.made(self.sizes) for operand in operands] + [f"torch.randn({epilogue[0]})"] * bool(
            epilogue[0]
        )
        passed = names + ["z"] * bool(epilogue[0])
        whole = next(operand for operand in operands if len(operand.kept) == len(self.sizes))
        loads = [self.loaded(operand) for operand in operands]
        early, late = (["\n".join(line for before, line in loads if before == now)] for now in (True, False))
        needed = set().union(*(self.place(operand.kept)[1] for operand in operands if operand.kept))
        like = next(operand.name for operand in operands if not operand.mask)
        found = [
            "\n".join([line] * bool(line) + [lines[here] for here in lines if here in needed])
            for line, lines in self.lines
        ]
        return [
            *found,
            f"{', '.join(passed)} = {', '.join(made)}",
            f"{', '.join(passed)} = {', '.join(f'{name}.contiguous()' for name in passed)}",
            ", ".join(passed),
            ", ".join(f"{name}_ptr" for name in passed),
            f"{', '.join(self.sizes)} = {whole.name}.shape",
            f"dtype={like}.dtype, device={like}.device",
            *early,
            *late,
            *programs,
            epilogue[1],
            (f"z = {self.epilogues[epilogue[0]]}.to(tl.float32)\n" if epilogue[0] else "") + epilogue[2],
        ]


def prologue_operands(rng: random.Random, names: tuple[str, ...], rank: int) -> list[Operand]:
    """Operands of drawn shapes, one of them whole, mostly the first; at times one is a mask."""

    def drawn():
        first, after = sorted(rng.sample(range(rank + 1), 2))
        every = tuple(range(rank))
        return rng.choice(
            (
                every,
                (1,),
                every[first:after],
                every[first:after],
                tuple(sorted(rng.sample(every, rng.randrange(rank)))),
            )
        )

    kept = [drawn() for _ in names]
    kept[0 if rng.random() < 0.85 else rng.randrange(1, len(names))] = tuple(range(rank))
    mask = rng.choice(names) if rng.random() < 0.1 else None
    return [
        Operand(name, of, rng.choice(("ones", "leading", "leading", "short")), name == mask)
        for name, of in zip(names, kept)
    ]


def window_epilogue(rng: random.Random, epilogues: dict[str, str]) -> tuple[str, str, str]:
    """(the shape of z, PyTorch, Triton) of what follows the operation: often nothing, or a program of its
    result y, or of y and z.
    """
    kind, shape = rng.random(), rng.choice(list(epilogues))
    if kind < 0.4:
        return "", "", ""
    inputs, shape = (("x",), "") if kind < 0.7 else (("x", "z"), shape)
    every = programs(inputs, 1, SHORT, 1500, False, rng.choice(("usual", "usual", "")))
    return shape, *(renamed(text, x="y") for text in every[rng.randrange(len(every))])


BEFORE, PROLOGUE_ROWS = (
    4,
    1200,
)  # how many operations may stand before a window operation that is asked for in one piece


@functools.cache
def prologue_row(walk: tuple[str, ...], number: int) -> dict[str, str]:
    """Exchanges: a program over tensors that broadcast before the operation of a file that has v = max(x, s)
    there, and one after it.
    """
    walk = Walk(*map(ast.literal_eval, walk))
    rank = len(walk.sizes)
    own = walk.texts(
        [Operand("x", tuple(range(rank))), Operand("s", walk.still, "ones")],
        ("v = torch.maximum(x, s)", "v = tl.maximum(x, s)"),
        ("", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
    )
    rng, found = random.Random(f"prologue {number}"), None
    while not found:
        operands = prologue_operands(rng, ("x", "s", "p") if rng.random() < 0.35 else ("x", "s"), rank)
        found = program_over(
            rng, operands, walk.sizes, 1, ("", "usual", "usual", "choices"), (6, 5, 3, 1), "v"
        )
        found = found and len(re.findall(r" [-+*/<>&]+ |-\b|\w\(", found[3][0])) <= BEFORE and found
    return {
        old.replace("\n", "\n    "): new
        for old, new in zip(own, walk.texts(operands, found[3], window_epilogue(rng, walk.epilogues)))
    }
