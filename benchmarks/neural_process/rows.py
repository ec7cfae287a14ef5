"""The rows of the matrix: which attention, which of our ops, compiled, checkpointed, captured or not.

A row is written as words joined by "+": an attention of attention.py first, then any of OPTIONS. `all`
stands for the four ops.
"""

import itertools
from dataclasses import dataclass, fields

from neural_process.attention import BACKENDS, OURS

ATTENTIONS = (*BACKENDS, *OURS, "e4m3", "idle")


@dataclass(frozen=True)
class Row:
    """One way to make the same step."""

    attention: str
    norm: bool = False  # RMSNorm, and the residual sum before it, by our kernels
    mlp: bool = False  # the blocks' two layers
    heads: bool = False  # the mixture's ten heads
    mixture: bool = False  # the mixture's log-probability
    compile: bool = False  # blocks and loss by torch.compile
    checkpoint: bool = False  # blocks are computed again in backward
    graph: bool = False  # the whole step is one CUDA graph

    @property
    def name(self) -> str:
        """The words of the row."""
        chosen = [option for option in OPTIONS if getattr(self, option)]
        ops = [option for option in chosen if option in OPS]
        words = ["all"] if len(ops) == len(OPS) else ops
        return "+".join([self.attention, *words, *(option for option in chosen if option not in OPS)])

    def implementation(self, op: str) -> str:
        """Of one of OPS."""
        return "triton" if getattr(self, op) else "torch"

    @classmethod
    def parse(cls, text: str) -> "Row":
        """The row of these words. Raises ValueError for a word that is none."""
        attention, *words = text.split("+")
        if attention not in ATTENTIONS:
            raise ValueError(f"a row begins with one of {', '.join(ATTENTIONS)}, not {attention!r}")
        options = {}
        for word in words:
            if word != "all" and word not in OPTIONS:
                raise ValueError(f"{word!r} in row {text!r} is none of {', '.join([*OPTIONS, 'all'])}")
            options |= dict.fromkeys(OPS, True) if word == "all" else {word: True}
        return cls(attention, **options)


OPTIONS = tuple(field.name for field in fields(Row))[1:]
OPS = OPTIONS[:4]
BASELINE = "flash"
# What a run takes unless rows are named; in this order, since a budget may end before the last.
SMALL_ROWS = (
    "flash", "cudnn", "flash+compile", "cudnn+compile", "triton", "triton-fused", "triton-cudnn", "fp8",
    "fp8-cudnn", "triton+norm", "triton+mlp", "triton+heads", "triton+mixture", "triton+all", "fp8+all",
    "flash+graph", "cudnn+graph", "cudnn+compile+graph", "triton+all+graph", "fp8+all+graph",
    "triton+all+compile+graph", "triton+all+checkpoint", "triton+all+checkpoint+graph",
    "fp8-cudnn+all+compile+graph",
)  # fmt: skip
MID_ROWS = (
    "flash", "cudnn", "flash+compile", "cudnn+compile", "triton", "triton-fused", "triton-cudnn", "fp8",
    "fp8-cudnn", "triton+mlp", "triton+heads", "triton+mixture", "triton+all", "fp8+all",
    "triton+all+compile", "fp8-cudnn+all+compile", "flash+checkpoint", "triton+all+checkpoint",
    "flash+graph", "cudnn+graph", "cudnn+compile+graph", "triton+all+compile+graph",
    "triton-cudnn+all+compile+graph", "fp8+all+compile+graph", "fp8-cudnn+all+compile+graph",
)  # fmt: skip
LARGE_ROWS = (
    "flash", "cudnn+compile", "fp8-cudnn+all+compile", "triton+all", "triton-cudnn+all", "fp8+all", "cudnn",
    "triton", "fp8", "fp8-cudnn+all", "triton+all+compile", "flash+compile", "triton+all+checkpoint",
)  # fmt: skip
CHECKED_ROWS = (
    "flash", "cudnn", "flash+compile", "cudnn+compile", "triton", "triton-fused", "fp8", "triton+all",
    "triton-fused+all", "fp8+all", "triton+all+compile", "fp8+all+compile", "triton+all+checkpoint",
    "fp8+all+checkpoint", "flash+graph", "cudnn+compile+graph", "triton+all+graph", "fp8+all+graph",
    "triton+all+checkpoint+graph", "triton+all+compile+graph", "triton-cudnn+all", "fp8-cudnn+all",
    "triton-cudnn+all+compile+graph", "fp8-cudnn+all+compile+graph",
)  # fmt: skip


def every_row(attentions: tuple[str, ...] = ("flash", "cudnn", *OURS)) -> list[str]:
    """The whole matrix; our norm goes with our MLP, and only PyTorch's attention alone is compiled."""
    names = []
    for attention, mlp, heads, mixture, checkpoint, graph in itertools.product(
        attentions, *5 * [(False, True)]
    ):
        options = {"checkpoint": checkpoint, "graph": graph}
        ops = {"norm": mlp, "mlp": mlp, "heads": heads, "mixture": mixture}
        names.append(Row(attention, **ops, **options).name)
        if attention in BACKENDS and not any(ops.values()):
            names.append(Row(attention, compile=True, **options).name)
    return names
