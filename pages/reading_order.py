"""A path for learners, from the first pointwise kernel to attention: a step adds one or two techniques.

The stops are the four files that docs/corpus.md says to start with. What lies between them is found: where a
stop needs more than two techniques that no step had, exemplars that add at most two of these come before it,
those of the plainest name first and then the shortest. After the last stop, each technique that is left is
shown by the file that adds least besides it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.exemplars import ExemplarFile
from pages.techniques import BY_KEY

STOPS = ("sigmoid", "softmax", "matmul", "attention")
AT_ONCE = 2  # techniques that a step may add


@dataclass(frozen=True)
class ReadingStep:
    """A file to read, and the techniques that it has and no step before it."""

    file: ExemplarFile
    new: tuple[str, ...]

    @property
    def teaches(self) -> str:
        """One sentence for each new technique."""
        return " ".join(BY_KEY[key].teaches for key in self.new)


def plainness(file: ExemplarFile) -> tuple[int, int, str]:
    """Words of the name, then the size of the kernels: the less, the earlier."""
    return len(file.stem.split("_")), file.effort, file.stem


def step_towards(files: Sequence[ExemplarFile], known: set[str], wanted: set[str]) -> ExemplarFile | None:
    """The plainest file that adds one or two wanted techniques and none else; None where there is none."""
    fitting = [
        file
        for file in files
        if file.techniques.keys() <= known | wanted and 0 < len(file.techniques.keys() - known) <= AT_ONCE
    ]
    return min(fitting, key=plainness, default=None)


def path_to_attention(files: Sequence[ExemplarFile]) -> list[ReadingStep]:
    """The steps up to the last stop. A stop that the files do not have is left out."""
    steps = []
    known = set()
    by_stem = {file.stem: file for file in files}
    for stop in [by_stem[stem] for stem in STOPS if stem in by_stem]:
        wanted = set(stop.techniques)
        while True:
            is_near = len(wanted - known) <= AT_ONCE
            file = stop if is_near else step_towards(files, known, wanted) or stop
            steps.append(ReadingStep(file, tuple(key for key in file.techniques if key not in known)))
            known |= file.techniques.keys()
            if file is stop:
                break
    return steps


def beyond(files: Sequence[ExemplarFile], path: Sequence[ReadingStep]) -> list[ReadingStep]:
    """A step for each technique that the path does not have, in the order of TECHNIQUES."""
    known = {key for step in path for key in step.new}
    steps = []
    for key in BY_KEY:
        users = [file for file in files if key in file.techniques]
        if key in known or not users:
            continue
        file = min(users, key=lambda file: (len(file.techniques.keys() - known), *plainness(file)))
        steps.append(ReadingStep(file, tuple(key for key in file.techniques if key not in known)))
        known |= file.techniques.keys()
    return steps
