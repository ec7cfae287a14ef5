"""Conditions: what a trace fixed. An answer is proved under them; where they do not hold, it refuses.

A graph says what the tensors of a call have to be: ranks, dtypes, sizes as letters. This says the rest: the
numbers, flags and texts that the program read, the sizes that its constructor fixed, the tensors that it
writes. codegen/ turns both into the guards of the module that is written.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fixed:
    """Something that is no tensor, and that the trace read: the answer holds for this value alone."""

    path: str  # an expression over the names that the wrapper has: eps, self.heads, len(self.layers)
    value: object  # a number, a text, None, a dtype or a tuple of these; a Word where letters give it


@dataclass(frozen=True)
class Effect:
    """A tensor that the program writes: one of the graph's last outputs belongs into it."""

    path: str  # an expression over the names that the wrapper has: x, cache['k'], self.norm.running_mean
    output: int  # which of the graph's outputs, from 0


@dataclass(frozen=True)
class Conditions:
    """What an answer to a traced program depends on, besides the pattern of its tensors."""

    fixed: tuple[Fixed, ...] = ()
    effects: tuple[Effect, ...] = ()
    # {letter: size} of sizes that hold as numbers alone: a constructor set them, and nothing shows that the
    # program computes the same at others.
    sizes: dict[str, int] = field(default_factory=dict)
    training: bool | None = None  # the mode that was traced; None where both modes are one graph
    checks: tuple[str, ...] = ()  # statements of the program that raise for some data, kept as they stand
    refused_in_training: str = ""  # why the training mode is not translated: "dropout draws random numbers"
