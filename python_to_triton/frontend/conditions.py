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
    # A number, a text, None, a dtype, a device, or a list or tuple of these; a Word where letters give it.
    value: object


@dataclass(frozen=True)
class Effect:
    """A tensor that the program writes: one of the graph's last outputs belongs into it."""

    path: str  # an expression over the names that the wrapper has: x, cache['k'], self.norm.running_mean
    output: int  # which of the graph's outputs, from 0
    # Whether the program puts another tensor there (`self.mean = results[1]`) rather than writing into the
    # one that is there (`x.copy_(results[1])`).
    replaces: bool = False
    # The share of the output in a running average: `self.running_mean.lerp_(results[1], 0.1)`; None where the
    # output is all that the tensor holds then.
    weight: float | None = None

    @property
    def statement(self) -> str:
        """The wrapper's statement that does it, with `results` the tuple of the outputs."""
        result = f"results[{self.output}]"
        if self.replaces:
            return f"{self.path} = {result}"
        if self.weight is not None:
            return f"{self.path}.lerp_({result}, {self.weight!r})"
        return f"{self.path}.copy_({result})"


@dataclass(frozen=True)
class Range:
    """Values that a number of the program may have: between `low` and `high`, which are left out."""

    low: float
    high: float
    with_zero: bool = False  # whether zero belongs to it where it is a limit
    # Values of it that an answer has to be right for, besides those with which the program was traced again.
    witnesses: tuple[float, ...] = ()


@dataclass(frozen=True)
class RunTimeNumber:
    """A float of the program that is not fixed: the answers receive it at run time."""

    path: str  # an expression over the names that the wrapper has: eps, self.negative_slope
    value: float  # in the trace
    range: Range  # for which the answers were judged


@dataclass(frozen=True)
class NumberParameter:
    """A parameter of the answer that is no tensor."""

    name: str
    value: float  # in the trace: its default
    expression: str  # what the wrapper passes, over its own names: eps, 1 - beta


@dataclass(frozen=True)
class PassedNumbers:
    """The numbers that the answer receives at run time, behind its tensors."""

    free: tuple[RunTimeNumber, ...] = ()
    parameters: tuple[NumberParameter, ...] = ()
    # {which region: the names of the parameters that its answer receives}
    regions: dict[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Conditions:
    """What an answer depends on, besides the pattern of the program's tensors, and what it changes.

    With `results` the tuple of what the answer returns, of one tensor where graph.multiple is False, a
    wrapper does the following in this order, where there are effects or statements:
        checks; the call; results[i] = results[i].clone() for i in `copied`; effects; statements;
        return the program's template, an expression over `results` and the names of the wrapper.
    """

    fixed: tuple[Fixed, ...] = ()
    # What the program writes, in this order. Their outputs come after the program's own, unless the program
    # returns the very value that it writes. A program with effects has a template: "x" where it returns the
    # tensor it writes, "None" where it returns nothing.
    effects: tuple[Effect, ...] = ()
    copied: tuple[int, ...] = ()  # outputs that are views of what an effect writes into
    # Counters that no kernel is worth: self.bn.num_batches_tracked.add_(1)
    statements: tuple[str, ...] = ()
    # {letter: size} of sizes that hold as numbers alone: a constructor set them, and nothing shows that the
    # program computes the same at others.
    sizes: dict[str, int] = field(default_factory=dict)
    training: bool | None = None  # the mode that was traced; None where both modes are one graph
    # Floats that are not fixed after all; known once answers that receive them have passed.
    passed: PassedNumbers = PassedNumbers()
    # Lines of statements of the program that look at its data, and raise or do nothing (host_checks.py).
    checks: tuple[str, ...] = ()
    refused_in_training: str = ""  # why the training mode is not translated: "dropout draws random numbers"


@dataclass(frozen=True)
class Layer:
    """A submodule, as a guard compares it."""

    home: str  # the Python module that defines its class: torch.nn.modules.linear
    hooks: int  # how many it has; a forward of its own counts as one


@dataclass(frozen=True)
class ModuleFacts:
    """A module's structure, so far as what is written for it depends on it."""

    signature: str = "(self)"  # of the forward of its class, without annotations
    runs_forward_alone: bool = True  # whether a call runs the forward of its class, and nothing else
    kinds: tuple[str, ...] = ()  # the names of the classes of its submodules, and of their bases
    parameters: tuple[str, ...] = ()  # the paths of its parameters
    expressions: dict[str, str] = field(default_factory=dict)  # {path of a tensor: self.net[0].weight}
    layers: dict[str, Layer] = field(default_factory=dict)  # {self.net[0]: Layer}
