"""Programs of single operations, each drawn from its number alone, on demand."""

import functools
import random

from corpus.draw.sketch import Sketch, WholeSketch
from corpus.draw.steps import depth_first, depths_of
from corpus.draw.vocabulary import DEEPEST, ONE_REGION


class Programs:
    """`count` programs of single operations, or of one of VOCABULARIES, a step a line, as rows; the shorter,
    the more frequent.

    Each is drawn when it is asked for, from its number alone: most of them never are.
    """

    def __init__(self, inputs, results, lengths, count, positive=False, kind=""):
        self.inputs, self.results, self.lengths, self.count, self.positive, self.kind = (
            inputs,
            results,
            lengths,
            count,
            positive,
            kind,
        )

    def __len__(self) -> int:
        return self.count

    def begun(self, number: int) -> tuple[random.Random, int]:
        """(what a program is drawn with, how many steps it has at least)."""
        rng = random.Random(f"{self.inputs} {self.results} {self.positive} {self.kind} {number}")
        return rng, max(self.results, rng.choices(range(1, len(self.lengths) + 1), self.lengths)[0])

    def is_single(self, number: int) -> bool:
        """Whether a program is meant to be a single operation."""
        return self.begun(number)[1] == 1

    @functools.cache  # noqa: B019, of few objects, which live as long as the process
    def __getitem__(self, number: int) -> tuple[str, str]:
        if not 0 <= number < self.count:
            raise IndexError(number)
        rng, steps = self.begun(number)
        while True:
            sketch = (WholeSketch if self.kind == "integers" else Sketch)(
                rng, self.inputs, positive=self.positive, kind=self.kind
            )
            if self.kind == "gates" and rng.random() < 0.6:
                sketch.cell()
            sketch.grow(steps)
            ends = sketch.close(self.results)
            if not ends:
                continue
            follows = self.kind != "usual" or all(
                sketch.reads(end, "x") for end in ends
            )  # what is usual follows a heavy operation, whose result is x
            if follows and (
                self.kind not in ONE_REGION or max(depths_of(sketch.steps, self.inputs).values()) <= DEEPEST
            ):
                return depth_first(sketch.steps, self.inputs, ends)


@functools.cache
def programs(*of: object) -> Programs:
    """The Programs of these arguments, once."""
    return Programs(*of)


LENGTHS = (6, 14, 16, 15, 12, 10, 8, 6, 4, 4, 3, 2)  # weights of 1, 2, ... steps


SHORT = (20, 30, 25, 15, 10)  # and where a file has a heavier operation beside them


UPDATES = (0, 0, 4, 6, 6, 4, 2)  # and of optimizers, whose operations are larger


GATES = (0, 0, 0, 0, 2, 4, 6, 6, 2)  # and of cells of recurrent networks, which read four gates and a state q


# Slots of drawn programs alone: of which inputs, how many results (v before x where there are two), lengths,
# how many programs, of positive inputs, of which vocabulary.
PROGRAMS = {
    "PROGRAM_X": (("x",), 1, LENGTHS, 1200),
    "PROGRAM_XZ": (("x", "z"), 1, LENGTHS, 900),
    "PROGRAM_XZW": (("x", "z", "w"), 1, LENGTHS, 900),
    "PROLOGUE_XZ": (("x", "z"), 1, SHORT, 900),
    "PROLOGUE_XZW": (("x", "z", "w"), 1, SHORT, 900),
    "PROGRAM_TO_VX": (("x",), 2, LENGTHS, 900),
    "PROGRAM_XZ_TO_VX": (("x", "z"), 2, LENGTHS, 900),
    "LEARNED_XZWP": (("x", "z", "w", "p"), 1, LENGTHS, 900, False, "learned"),
    "PROGRAM_XZW_TO_VX": (("x", "z", "w"), 2, LENGTHS, 1200),
    "PROGRAM_XZWP_TO_RVX": (("x", "z", "w", "p"), 3, UPDATES, 1200, False, "updates"),
    "PROGRAM_UPDATE": (("x", "z", "w"), 2, UPDATES, 1200, False, "updates"),
    "PROGRAM_CHOICES": (("x",), 1, SHORT, 1200, False, "choices"),
    "PROGRAM_GATES": (("x", "z", "w", "p", "q"), 1, GATES, 900, False, "gates"),
    "PROGRAM_GATES_TO_VX": (("x", "z", "w", "p", "q"), 2, GATES, 900, False, "gates"),
    "PROGRAM_INTEGERS_X": (("x",), 1, SHORT, 900, False, "integers"),
    "PROGRAM_INTEGERS_XZ": (("x", "z"), 1, SHORT, 1200, False, "integers"),
    "PROGRAM_INTEGERS_XZW": (("x", "z", "w"), 1, SHORT, 900, False, "integers"),
    "PROGRAM_POSITIVE": (("x",), 1, LENGTHS, 600, True),
    "PROGRAM_POSITIVE_XZ": (("x", "z"), 1, LENGTHS, 600, True),
    "TAIL_X": (("x",), 1, SHORT, 600, False, "usual"),
    "TAIL_XZ": (("x", "z"), 1, SHORT, 900, False, "usual"),
    "TAIL_XZ_TO_VX": (("x", "z"), 2, SHORT, 900, False, "usual"),
}


# How many graphs of rows, as many programs, and as many of usual operations the first slot with these inputs
# also takes.
DRAWN = {
    "UNARY": (60, ("x",)),
    "REUSE": (60, ("x",)),
    "BINARY": (60, ("x", "z")),
    "TERNARY": (250, ("x", "z", "w")),
}
