"""A program as it is drawn, a step at a time, on sample values that keep it computable."""

import re
from collections.abc import Callable, Collection, Sequence

import torch

from corpus.draw.vocabulary import VOCABULARIES, usual_atoms, with_numbers, with_whole_numbers
from corpus.rewriting import renamed
from corpus.tables import tables

# What the last operand of a row of ATOMS has to be, by what it is on a sample of inputs.
FITS = {
    "positive": lambda x: x.min() > 0,
    "nonnegative": lambda x: x.min() >= 0,
    "nonzero": lambda x: x.abs().min() > 0,
    "moderate": lambda x: x.max() <= 20,
}


USUAL, MOST = 1e4, 1e12  # how large a value may be at half of the sample, and anywhere


class Sketch:
    """A program as it is drawn, a step at a time. Each value is known by what it is on one sample of inputs,
    zeros and outliers among them: a logarithm is taken of what is positive there, and a step that changes
    nothing, or makes a constant, is none.

    `kind` is one of VOCABULARIES; `kept` {input: places of the dimensions that it has} where inputs
    broadcast; of `masks`, which are of bool, only a `where` reads.
    """

    numbered = staticmethod(with_numbers)

    def __init__(self, rng, inputs, positive=False, kind="", kept=None, masks=()):
        self.rng, self.inputs, self.steps, self.unread, self.groups = (
            rng,
            inputs,
            [],
            list(inputs),
            VOCABULARIES[kind](),
        )
        self.kind, self.masks, self.kept = kind, masks, kept or {}
        generator = torch.Generator().manual_seed(len(inputs))
        sample = torch.cat(
            [
                torch.randn(len(inputs), 40, generator=generator),
                3 * torch.randn(len(inputs), 8, generator=generator),
                torch.zeros(len(inputs), 1),
            ],
            1,
        ).double()
        values = dict(zip(inputs, sample.abs() + 0.05 if positive else sample))
        if kind == "updates":
            values[inputs[-1]] = values[inputs[-1]].abs() + 0.05  # an average of squares
        self.values = (
            dict(reversed(values.items())) if kind == "usual" else values
        )  # what is usual begins with x, and z joins it
        self.values |= {name: self.values[name] > 0 for name in masks}

    def operand(self, fits: Callable[[torch.Tensor], bool], taken: Collection[str]) -> str | None:
        """A value that fits: mostly the newest or one that nothing has read, at times any."""
        fitting = [
            name
            for name, value in self.values.items()
            if name not in taken and name not in self.masks and fits(value)
        ]
        newest = (
            fitting[-1:] if not taken else [name for name in fitting if name in self.unread] or fitting[:1]
        )
        return self.rng.choice(newest if self.rng.random() < 0.6 else fitting) if fitting else None

    def chosen(self, row: tuple) -> list[str] | None:
        """Names of what `row` is to read, or None; of its last operand, which has to fit, first."""
        read = [name for name in "xzw" if re.search(rf"\b{name}\b", row[0][4:])]
        taken = {}
        for name in reversed(read) if row[2:] else read:
            value = self.operand(
                FITS[row[2]] if row[2:] and name == read[-1] else lambda value: True, taken.values()
            )
            if value is None:
                return None
            taken[name] = value
        return [taken[name] for name in read]

    def put(self, row: tuple, taken: Sequence[str]) -> str | None:
        """Adds a step that computes `row` of `taken`, if that makes something new of a reasonable size; its
        name, or None.
        """
        row = self.numbered(row, self.rng)
        made = eval(
            renamed(row[0][4:], **dict(zip("xzw", taken))),
            {"torch": torch, "F": torch.nn.functional},
            self.values,
        )
        made = made if self.kind == "integers" else made.double()
        size, spread = made.double().abs(), made.double().max() - made.double().min()
        if (
            size.max() < MOST
            and size.median() < USUAL
            and spread > 1e-3 * size.max()
            and not any(
                made.dtype == value.dtype and torch.equal(made, value) for value in self.values.values()
            )
        ):
            self.steps.append((row, taken))
            self.unread = [name for name in self.unread if name not in taken] + [f"h{len(self.steps)}"]
            self.values[f"h{len(self.steps)}"] = made
            self.kept[f"h{len(self.steps)}"] = frozenset().union(*(self.kept.get(name, ()) for name in taken))
            return f"h{len(self.steps)}"
        return None

    def followed(self, value: str, number: int) -> str:
        """What at most `number` steps of one operand make of a value."""
        rows = [row for _, group in usual_atoms()[:2] for row in group] + [
            row for row in tables()["ATOMS"].values() if not row[2:]
        ]
        for _ in range(number):
            value = self.put(self.rng.choice(rows), [value]) or value
        return value

    def choose(self) -> None:
        """Adds one of two short programs of a value, by what it is, or another: an activation as people write
        it down.
        """
        value, row = (
            self.operand(lambda value: True, ()),
            self.rng.choice(list(tables()["ATOMS_CHOICE"].values())),
        )
        sides = [
            self.followed(value, self.rng.choice((0, 1, 1, 2, 3)))
            for letter in "zw"
            if re.search(rf"\b{letter}\b", row[0])
        ]
        asked = value if self.rng.random() < 0.8 else self.operand(lambda value: True, sides)
        if asked:
            self.put(row, [asked, *sides])

    def cell(self) -> None:
        """Adds the cell of an LSTM or of a GRU, whichever input is which gate, with functions like those that
        it is known by.
        """
        unary, number, two = (tables()[name] for name in ("UNARY", "ATOMS_NUMBER", "ATOMS_TWO"))
        *gates, state = self.rng.sample(self.inputs[:-1], 4) + [self.inputs[-1]]
        squash, bend = (
            unary[self.rng.choice(names.split())]
            for names in ("sigmoid sigmoid sigmoid hardsigmoid", "tanh tanh tanh relu softsign silu")
        )

        def made(row, *taken):
            return self.put(row, list(taken))

        if self.rng.random() < 0.5:
            kept, new, candidate, out = [
                *(made(squash, gate) for gate in gates[:2]),
                made(bend, gates[2]),
                made(squash, gates[3]),
            ]
            made(
                two["mul"],
                made(bend, made(two["add"], made(two["mul"], kept, state), made(two["mul"], new, candidate))),
                out,
            )
            return
        reset, update = (made(squash, gate) for gate in gates[:2])
        candidate = made(bend, made(two["add"], gates[2], made(two["mul"], reset, gates[3])))
        one, other = self.rng.sample((candidate, state), 2)
        if self.rng.random() < 0.7:
            made(
                two["add"],
                made(two["mul"], made(number["from_1"], update), one),
                made(two["mul"], update, other),
            )
        else:
            made(two["add"], one, made(two["mul"], update, made(two["sub"], other, one)))

    def ask_masks(self) -> None:
        """Lets every mask choose between two values, or a value and a number."""
        for name in self.masks:
            row, taken = self.rng.choice(list(tables()["ATOMS_MASK"].values())), [name]
            for letter in "zw":
                taken += [self.operand(lambda value: True, taken)] * bool(re.search(rf"\b{letter}\b", row[0]))
            if None not in taken:
                self.put(row, taken)

    def grow(self, number: int) -> None:
        weights, groups = zip(*self.groups)
        while len(self.steps) < number:
            if self.kind == "choices" and self.rng.random() < 0.4:
                self.choose()
                continue
            row = self.rng.choice(self.rng.choices(groups, weights)[0])
            if taken := self.chosen(row):
                self.put(row, taken)

    def joining_rows(self, *pair: str) -> list[tuple]:
        """Rows that join two values, which here are any."""
        return [row for row in tables()["ATOMS_TWO"].values() if re.fullmatch(r"x = x [-+*/] z", row[0])]

    def close(self, results: int) -> dict[str, str] | None:
        """Joins what nothing has read until there are no more results than that, of all dimensions; {value:
        name}, r before v before x.

        None where too few values could be results.
        """
        every = frozenset().union(*self.kept.values())

        def partial(name):
            return name in self.inputs or self.kept[name] != every

        while len(self.unread) > results or any(map(partial, self.unread)):
            loose = next(filter(partial, self.unread), self.unread[0])
            other = self.rng.choice(
                [name for name in self.unread if name != loose]
                or [name for name in self.values if name != loose and name not in self.masks]
            )
            pair = self.rng.sample((loose, other), 2)
            self.put(self.rng.choice(self.joining_rows(*pair)), pair)
        *others, last = [name for name in self.kept if not partial(name)]
        unread = [name for name in self.unread if name != last]
        if len(others) < results - 1:
            return None
        if results == 2:
            return {self.rng.choice(unread or others): "v", last: "x"}
        others = unread + self.rng.sample(
            [name for name in others if name not in unread], results - 1 - len(unread)
        )
        return dict(zip([*others, last], "rvx"[-results:]))

    def reads(self, value: str, source: str) -> bool:
        """Whether `value` is computed from the input `source`."""
        return (
            value == source
            or value not in self.inputs
            and any(self.reads(name, source) for name in self.steps[int(value[1:]) - 1][1])
        )


class WholeSketch(Sketch):
    """A program of whole numbers and bools, known by their types; its result is of whole numbers."""

    numbered = staticmethod(with_whole_numbers)

    def __init__(self, rng, inputs, **options):
        super().__init__(rng, inputs, **options)
        self.values = {name: (20 * value).long() for name, value in self.values.items()}

    def types(self, *names):
        return "".join("b" if self.values[name].dtype == torch.bool else "i" for name in names)

    def chosen(self, row: tuple) -> list[str] | None:
        taken = []
        for letter in row[2]:
            taken.append(self.operand(lambda value: (value.dtype == torch.bool) == (letter == "b"), taken))
        return None if None in taken else taken

    def joining_rows(self, *pair: str) -> list[tuple]:
        types = self.types(*pair)
        return [
            row
            for row in tables()["ATOMS_INTEGER"].values()
            if re.fullmatch(r"x = x [-+*&|^] z", row[0]) and sorted(row[2]) == sorted(types)
        ]

    def close(self, results: int) -> dict[str, str] | None:
        ends = super().close(results)
        return ends if ends and self.types(*ends) == "i" * results else None
