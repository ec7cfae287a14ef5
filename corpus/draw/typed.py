"""Programs over tensors of several dtypes that broadcast, with several results: what a backward is made of.

Some tensors are in half precision; the program converts them or not, and so it does its results. A kernel
computes in float32 whatever it reads, and what it stores takes the dtype of the result.
"""

import random
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import torch

from corpus.draw.broadcast import Operand
from corpus.draw.sketch import Sketch
from corpus.draw.steps import depths_of, operands, step

NAMES = "xzwpqabcd"  # of tensors; t and u are names that rows of the tables give to parts of a function

HALVES = {"bfloat16": ".bfloat16()", "float16": ".half()"}

KINDS = ("gradients", "gradients", "gradients", "", "usual", "usual", "learned", "choices")

CONDITIONS = ("{} > 0", "{} <= 0", "{} >= 0", "{} < 0", "{} > 0.5", "{} <= 1e-6", "{} != 0", "{} == 0")

SAMPLE_SIZES = (3, 4, 5, 6, 7)  # at which the dtypes of the results are looked up


@dataclass(frozen=True)
class TypedProgram:
    """A drawn program: the tensors that it reads, its steps, and what it returns."""

    sizes: tuple[str, ...]  # names of the sizes of the result
    tensors: list[Operand]
    halves: dict[str, str]  # {name of a tensor: its dtype in half precision}
    upcast: list[str]  # names of those that PyTorch converts first
    sketch: Sketch
    results: dict[str, str]  # {value: name of the result}
    downcast: dict[str, str]  # {name of a result: the dtype that it is converted to}
    sums: dict[str, str] = field(default_factory=dict)  # {name of a sum: the value that is summed}
    masks: dict[str, tuple[str, str]] = field(default_factory=dict)  # {name of a result: (condition, value)}

    @property
    def names(self) -> list[str]:
        """Of the tensors, in the order of the arguments."""
        return [operand.name for operand in self.tensors]

    @property
    def ends(self) -> list[str]:
        """Names of all that is returned, in order."""
        return [*self.results.values(), *self.masks]

    def called(self, value: str) -> str:
        """The name of a value in both texts."""
        return self.results.get(value, value)

    def needed(self, values: Collection[str], through_sums: bool = True) -> set[str]:
        """All that `values` are computed from, they among them."""
        found = set()
        left = list(values)
        while left:
            value = left.pop()
            if value in found:
                continue
            found.add(value)
            if value in self.sums:
                left += [self.sums[value]] * through_sums
            elif value not in self.names:
                left += self.sketch.steps[int(value[1:]) - 1][1]
        return found

    def is_connected(self) -> bool:
        """Whether all results and sums read tensors of one shape: else a prompt has sizes of their own for
        some.
        """
        rank = len(self.sizes)
        whole = {operand.name for operand in self.tensors if len(operand.kept) == rank}
        ends = [*self.results, *(value for _, value in self.masks.values())]
        ends = [value for value in ends if len(self.sketch.kept[value]) == rank] + list(self.sums.values())
        groups = [self.needed([value], through_sums=False) & whole for value in ends]
        joined = groups.pop(0)
        while near := [group for group in groups if group & joined]:
            joined = joined.union(*near)
            groups = [group for group in groups if group not in near]
        return bool(joined) and not groups

    def order(self) -> list[str]:
        """The sums and steps in the order of a prompt, which is read back from its results."""
        depths = depths_of(self.sketch.steps, self.sketch.inputs)
        found = []

        def visit(value):
            if value in self.names or value in found:
                return
            if value in self.sums:
                visit(self.sums[value])
            else:
                row, taken = self.sketch.steps[int(value[1:]) - 1]
                for operand in operands(row, taken, depths):
                    visit(operand)
            found.append(value)

        for value in [*self.results, *(value for _, value in self.masks.values())]:
            visit(value)
        return found

    def texts(self, value: str) -> tuple[str, str]:
        """(PyTorch, Triton) of one step."""
        row, taken = self.sketch.steps[int(value[1:]) - 1]
        return step(row, self.called(value), **dict(zip("xzw", map(self.called, taken))))

    def conditions(self) -> list[str]:
        """The statements that make the masks, alike in PyTorch and in Triton."""
        return [f"{name} = {text.format(self.called(value))}" for name, (text, value) in self.masks.items()]

    def made(self) -> str:
        """How `make` draws the tensors."""
        return ", ".join(
            operand.made(self.sizes) + HALVES.get(self.halves.get(operand.name, ""), "")
            for operand in self.tensors
        )

    def body(self, reduction: str = "") -> list[str]:
        """The lines of the reference; `reduction` makes a sum of the value in its braces."""
        lines = []
        if self.upcast:
            lines.append(f"{', '.join(self.upcast)} = {', '.join(f'{name}.float()' for name in self.upcast)}")
        for value in self.order():
            if value in self.sums:
                lines.append(f"{self.called(value)} = {reduction.format(self.called(self.sums[value]))}")
            else:
                lines += self.texts(value)[0].split("\n")
        ends = [name + HALVES.get(self.downcast.get(name, ""), "") for name in self.ends]
        return [*lines, *self.conditions(), f"return {', '.join(ends)}"]

    def reference(self, stem: str, reduction: str = "") -> str:
        """The whole reference."""
        return "\n    ".join([f"def {stem}_torch({', '.join(self.names)}):", *self.body(reduction)])

    def dtypes(self, reference: str, stem: str) -> dict[str, str]:
        """{name of a result: how the host writes its dtype}: that of a tensor where one has it."""
        scope = {"torch": torch, "F": torch.nn.functional}
        exec(reference, scope)
        torch_state = torch.random.get_rng_state()
        torch.manual_seed(0)
        made = eval(f"({self.made()},)", scope | dict(zip(self.sizes, SAMPLE_SIZES)))
        torch.random.set_rng_state(torch_state)
        found = scope[f"{stem}_torch"](*made)
        found = found if isinstance(found, tuple) else (found,)
        of = {x.dtype: f"{name}.dtype" for name, x in reversed(list(zip(self.names, made)))}
        return {name: of.get(x.dtype, str(x.dtype)) for name, x in zip(self.ends, found, strict=True)}


def drawn_tensors(rng: random.Random, number: int, rank: int) -> list[Operand]:
    """Tensors of which the first is whole, the others mostly: vectors along the last dimension or the
    channels, rows and numbers; at times one is a mask.
    """
    whole = tuple(range(rank))
    shapes = [whole] * 9 + [whole[-1:]] * 3 + [whole[:-1]] * 3 + [(), (0,), (1,), whole[1:]]
    alike = rng.random() < 0.35
    kept = [whole] + [whole if alike else rng.choice(shapes) for _ in range(number - 1)]
    masked = rng.randrange(1, number) if number > 1 and rng.random() < 0.2 else 0
    return [
        Operand(name, of, rng.choice(("ones", "leading")), bool(masked) and place == masked)
        for place, (name, of) in enumerate(zip(NAMES, kept))
    ]


def drawn_dtypes(rng: random.Random, tensors: list[Operand]) -> tuple[dict[str, str], list[str], str]:
    """({tensor: its dtype in half precision}, names of those that are converted first, the half dtype)."""
    way = rng.choices(("single", "converted", "mixed"), (4, 4, 3))[0]
    half = rng.choice(("bfloat16", "bfloat16", "float16"))
    able = [operand.name for operand in tensors if not operand.mask]
    if way == "single":
        return {}, [], half
    chosen = [name for name in able if rng.random() < (0.65 if able[1:] else 1)] or able[:1]
    upcast = [name for name in chosen if way == "converted" or rng.random() < 0.3]
    return dict.fromkeys(chosen, half), upcast, half


def drawn_downcast(rng: random.Random, names: Sequence[str], halves: dict, half: str) -> dict[str, str]:
    """{result: the half dtype that it is converted to}, mostly of programs that read half precision."""
    share = 0.6 if halves else 0.06
    alike = rng.random() < 0.7
    return {name: half for name in names if (share > 0.5 if alike and halves else rng.random() < share)}


def join_loose(sketch: Sketch, most: int, allowed: Collection[frozenset]) -> None:
    """Joins what nothing has read, until that is at most `most` values, each of `allowed` dimensions."""

    def partial(name):
        return name in sketch.inputs or sketch.kept[name] not in allowed

    for _ in range(60):
        if len(sketch.unread) <= most and not any(map(partial, sketch.unread)):
            return
        loose = next(filter(partial, sketch.unread), sketch.unread[0])
        others = [name for name in sketch.unread if name != loose]
        others = others or [name for name in sketch.values if name != loose and name not in sketch.masks]
        pair = sketch.rng.sample((loose, sketch.rng.choice(others)), 2)
        sketch.put(sketch.rng.choice(sketch.joining_rows(*pair)), pair)


def drawn_masks(rng: random.Random, sketch: Sketch, whole: frozenset) -> dict[str, tuple[str, str]]:
    """{name: (condition, value)} of results that are masks, as a backward keeps of an activation."""
    able = [name for name in sketch.values if name not in sketch.inputs and sketch.kept[name] == whole]
    if not able or rng.random() < 0.75:
        return {}
    return {"m": (rng.choice(CONDITIONS), rng.choice(able))}


def mentions(sizes: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The sizes that some line reads."""
    return [size for size in sizes if any(re.search(rf"\b{size}\b", line) for line in lines)]
