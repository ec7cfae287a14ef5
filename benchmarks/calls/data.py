"""A call of a program, as data: the same on every machine, and small enough for a line of JSON."""

import dataclasses
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TensorArgument:
    """An argument that is a tensor; its values are drawn from those of the program's own input."""

    shape: tuple[int, ...]
    dtype: str  # as torch names it: float32
    own: int  # which of the program's own inputs gives the values
    bound: int = 0  # of integers that are positions: the size that they point into; 0 for other values
    layout: str = "contiguous"  # a name of running.LAYOUTS
    invalid: str = ""  # of positions: "negative" or "beyond" has one element out of range
    host: bool = False  # stays on the CPU, whatever the device


@dataclass(frozen=True)
class Call:
    """One variation: how the module is made, and one call or several in a row."""

    program: str  # its file, below the folder of the benchmarks
    kind: str  # a name of kinds.SHARES
    detail: str  # what is varied, in words
    seed: int  # draws the values
    steps: tuple[tuple, ...]  # the positional arguments of every call: a TensorArgument or a plain value each
    named: tuple[str, ...] = ()  # parameters whose arguments are given by keyword
    more: dict = field(default_factory=dict)  # {parameter: value} of arguments that have a default
    constructor: tuple | None = None  # positional arguments of the class; None: the program's own
    training: bool | None = None  # the mode that is set before the call; None: as built
    parameter_layout: str = ""  # of the parameters that are matrices or more
    parameter_dtype: str = ""  # of all parameters and buffers
    gradient: str = ""  # a name of running.GRADIENTS
    write_result: bool = False  # the caller then writes into the result
    aliased: bool = False  # one tensor is given for each argument that is described alike

    @property
    def name(self) -> str:
        """What identifies a call in the journal."""
        return f"{self.program}: {self.kind}: {self.detail}"


def encoded(value: object) -> object:
    """A call, or a part of it, as JSON has it."""
    if isinstance(value, TensorArgument):
        return {"tensor": dataclasses.asdict(value)}
    if isinstance(value, Call):
        return {each.name: encoded(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, (tuple, list)):
        return [encoded(item) for item in value]
    return value


def decoded(value: object) -> object:
    """A part of a call from what `encoded` made of it; lists are tuples again."""
    if isinstance(value, dict) and "tensor" in value:
        fields = value["tensor"]
        return TensorArgument(**fields | {"shape": tuple(fields["shape"])})
    if isinstance(value, list):
        return tuple(decoded(item) for item in value)
    return value


def decoded_call(value: dict) -> Call:
    """A call from what `encoded` made of it."""
    return Call(**{name: decoded(item) for name, item in value.items()})
