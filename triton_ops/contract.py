"""The contract: what an op declares; and OPS, which tests, choice, benchmark and compiler iterate."""

import functools
import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import NamedTuple

import torch

from triton_ops.machine import DTYPES, MIN_CAPABILITY

IMPLEMENTATIONS = ("torch", "triton")
PASSES = ("forward", "forward + backward")


@dataclass(frozen=True)
class Workload:
    """The numbers of a training run from which each op derives the shape that it will see."""

    batch_size: int = 24
    seq_len: int = 512
    d_model: int = 384
    n_heads: int = 8
    d_ff: int = 1536
    vocab_size: int = 49152
    n_layers: int = 6
    packed: bool = False  # several documents a row

    @property
    def d_head(self) -> int:
        return self.d_model // self.n_heads


class Target(NamedTuple):
    """What an op has to reach in device time.

    Against "eager", a baseline's name or the "best" of all baselines: so many times its speed. Against
    "copy": so large a share of the copy bandwidth. Against "TFLOP/s": so many. Against "memory of NAME": at
    most so large a share of that baseline's peak memory.
    """

    passes: str  # of PASSES
    against: str
    value: float
    shapes: tuple = ()  # of the benchmark; all where empty


class Tile(NamedTuple):
    """A tunable launch setting: a module constant, or the entry `key` of one that is a table, and its
    candidates.

    The constant is read from its module at call time, so setting it there is enough.
    """

    constant: str
    candidates: tuple
    key: object = None
    passes: str = "forward + backward"  # what `--tune` times
    module: str = ""  # dotted name of the module that holds the constant; empty: the op's own

    @property
    def label(self) -> str:
        return self.constant if self.key is None else f"{self.constant}[{self.key!r}]"


@dataclass(frozen=True)
class Op:
    """One op.

    `run(*arguments, implementation=)` is the op itself; its "torch" form is the best eager PyTorch.

    In float64 the "torch" form is also the exact answer. Floating arguments that require a gradient are
    differentiated; an op may have none. An argument may be a list of tensors; what an op `mutates` is judged
    like an output.
    """

    name: str
    run: Callable
    inputs: Callable  # inputs(shape, dtype, draw, autocast) -> arguments; draw(*shape) ~ N(0, 1)
    data: tuple[str, ...]  # names of the arguments that the judge scales, zeroes and makes strided
    cases: list[tuple]  # shapes for the judge, the degenerate first; cheap enough for the interpreter
    bench_shapes: list[tuple]  # shapes for the benchmark and the compiler
    shape: Callable[[Workload], tuple]  # the shape that a training run will use
    bytes_moved: Callable  # bytes_moved(shape, bytes an element) -> least (forward, backward)
    mutates: tuple[str, ...] = ()  # names of the arguments, each a list of tensors, that it updates in place
    # extra_tolerance(arguments, cotangents) -> {result: error allowed beyond the tolerance}; the op's
    # docstring or comment says why
    extra_tolerance: Callable = lambda named, cotangents: {}
    # flops(shape) -> operations of the products (forward, backward), where those bound the op
    flops: Callable = lambda shape: (0, 0)
    min_capability: tuple[int, int] = MIN_CAPABILITY  # compute capability that its kernels need
    baselines: dict[str, Callable] = field(default_factory=dict)  # {name: what else computes the same}
    targets: tuple[Target, ...] = ()  # besides that of being no slower than eager
    chart_shapes: tuple = ()  # shapes that only the benchmark's chart shows
    # tiles(shape, bytes an element) -> the Tiles of its kernels there
    tiles: Callable = lambda shape, size: ()
    bench_dtype: torch.dtype | None = None  # dtype of the benchmark; None: the GPU's half precision

    def call(self, implementation: str) -> Callable:
        """`run` with this implementation."""
        return functools.partial(self.run, implementation=implementation)

    @property
    def module(self) -> ModuleType:
        """The module that defines the op."""
        return sys.modules[self.run.__module__]

    @property
    def summary(self) -> str:
        """The first line of the op's docstring."""
        return inspect.getdoc(self.run).splitlines()[0]


OPS: dict[str, Op] = {}


def op(**declaration) -> Callable:
    """Declares the decorated function as an op; its keywords are the fields of `Op`."""

    def register(run):
        OPS[run.__name__] = Op(name=run.__name__, run=run, **declaration)
        return run

    return register


def op_shapes(work: Workload, names=None) -> dict[str, tuple]:
    """{op name: shape} for a training run; `names` restricts it to the ops that the model uses."""
    return {name: OPS[name].shape(work) for name in (OPS if names is None else names)}


def module_of(op: Op, tile: Tile) -> ModuleType:
    """The module that holds the tile's constant."""
    return importlib.import_module(tile.module) if tile.module else op.module


def current_value(op: Op, tile: Tile):
    """The value of a tile as it is now."""
    value = getattr(module_of(op, tile), tile.constant)
    return value if tile.key is None else value[tile.key]


def check_implementation(implementation: str, *tensors: torch.Tensor) -> None:
    """Raises ValueError unless `implementation` is known and, where it is Triton, takes these dtypes."""
    if implementation not in IMPLEMENTATIONS:
        raise ValueError(f"implementation is {implementation!r}, not one of {', '.join(IMPLEMENTATIONS)}")
    if implementation == "triton":
        for tensor in tensors:
            if tensor.dtype not in DTYPES:
                raise ValueError(f"the Triton kernels take {', '.join(DTYPES.values())}, not {tensor.dtype}")


def shapes_in_words(*tensors: torch.Tensor | None) -> str:
    """The shapes of an op's arguments for a message; None of one that is absent."""
    return ", ".join("None" if tensor is None else str(tuple(tensor.shape)) for tensor in tensors)
