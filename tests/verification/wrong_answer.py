"""What the suite of wrong answers is made of: the row of one, and why a judge may refuse it."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch


class Refusal(NamedTuple):
    """Where a judge may refuse a wrong answer, and the words of which one must be in its reason."""

    stages: tuple[str, ...]
    words: str  # a regular expression

    def fits(self, stage: str, reason: str) -> bool:
        """Whether a verdict refuses for this, and not for a slip in the text of the answer."""
        is_slip = re.search(SLIP, reason) and not re.search(NOT_COMPILED, reason)
        return stage in self.stages and bool(re.search(self.words, reason)) and not is_slip


# What an answer that cannot run at all is refused for
SLIP = r"NameError|AttributeError|SyntaxError|does not parse|unexpected keyword|positional|worker|runs longer"

NOT_COMPILED = "does not compile"  # Triton's compiler names errors of Python's

BY_TEXT = Refusal(("source", "run"), r".")
BY_ORDER = Refusal(
    ("source", "run", "value"), r"order|barrier|atomic|another program|two programs|race|instead of|tolerance"
)
BY_COMPILATION = Refusal(("source", "run", "value"), r".")
BY_VALUE = Refusal(
    ("value", "run"),
    r"instead of|tolerance|outside|launches no kernel|alias|argument|different values|out of bounds",
)
BY_TASK = Refusal(("task",), r"random|degenerate|reference|differ")

BY_SECOND = Refusal(("value", "task"), r"output 1|degenerate")
BY_MEMORY = Refusal(("value", "run"), r"alias|share|argument|memory|storage")


class WrongAnswer(NamedTuple):
    """An answer that must be refused, although it computes what its reference does on the caller's inputs."""

    why: str  # one line
    candidate: str
    reference: Callable
    cases: Callable[[], list[tuple]]
    refusal: Refusal
    runs: bool = True  # right on the caller's inputs in Triton's own interpreter


def drawn(*shapes: Sequence[int], scale: float = 1.0) -> Callable[[], list[tuple]]:
    """One case for every list of shapes: signed tensors of them."""

    def make() -> list[tuple]:
        generator = torch.Generator().manual_seed(0)
        return [tuple(torch.randn(shape, generator=generator) * scale for shape in case) for case in shapes]

    return make


def indented(text: str) -> str:
    """A text by one level further right."""
    return "\n".join("    " + line if line else line for line in text.split("\n"))


def filled(template: str, **parts: Any) -> str:
    """A template with its words in capitals exchanged for texts; one alone on its line keeps its level."""
    for name, part in parts.items():
        template = re.sub(
            rf"(?m)^( *){name}$",
            lambda found: "\n".join(found[1] + line if line else line for line in str(part).split("\n")),
            template,
        )
        template = template.replace(name, str(part))
    return template
