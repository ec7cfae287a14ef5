"""contract."""

import functools
import inspect
from dataclasses import dataclass, field
from typing import Callable, NamedTuple
import torch
from triton_ops.machine import DTYPES, OLDEST_GPU


IMPLEMENTATIONS = ("torch", "triton")


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

    @property
    def d_head(self):
        return self.d_model // self.n_heads


class Bar(NamedTuple):
    """What an op has to reach in device time: so many times the speed `against` a peer, the "best" of all, or eager; or so
    large a share of the "copy" bandwidth; or so many "TFLOP/s"; or at most so large a share of the "memory of" a peer."""

    work: str  # of WORKS
    against: str
    target: float
    shapes: tuple = ()  # of the benchmark; all for none


class Tile(NamedTuple):
    """A module constant that sets how a kernel is launched, or the entry `key` of one that is a table, and what else it could be."""

    constant: str
    candidates: tuple
    key: object = None
    work: str = "forward + backward"  # what `--tune` times

    @property
    def label(self):
        return self.constant if self.key is None else f"{self.constant}[{self.key!r}]"


WORKS = ("forward", "forward + backward")


@dataclass(frozen=True)
class Op:
    """One op. `run(*arguments, implementation=)` is the op itself; its "torch" form is the best eager PyTorch, which
    in float64 is also the exact answer. Floating arguments that require a gradient are differentiated; an op may have
    none. An argument may be a list of tensors; what an op `mutates` is judged like an output."""

    name: str
    run: Callable
    inputs: Callable  # inputs(shape, dtype, draw, autocast) -> arguments; draw(*shape) ~ N(0, 1)
    data: tuple[str, ...]  # names of the arguments that the judge scales, zeroes and makes strided
    cases: list[tuple]  # shapes for the judge, the degenerate first; cheap enough for the interpreter
    bench: list[tuple]  # shapes for the benchmark and the compiler
    shape: Callable[[Workload], tuple]  # the shape that a training run will use
    traffic: Callable  # traffic(shape, bytes per element) -> least bytes moved (forward, backward)
    mutates: tuple[str, ...] = ()  # names of the arguments, each a list of tensors, that it updates in place
    slack: Callable = (
        lambda named, cotangents: {}
    )  # {result: error allowed beyond verify.tolerance}; its reason stands at the op
    flops: Callable = lambda shape: (
        0,
        0,
    )  # flops(shape) -> operations of the products (forward, backward), where those bound the op
    oldest: tuple[int, int] = OLDEST_GPU  # compute capability that its kernels need
    peers: dict[str, Callable] = field(
        default_factory=dict
    )  # {name: function of the arguments}: what else computes the same
    bars: tuple[Bar, ...] = ()  # besides that of being no slower than eager
    sweep: tuple = ()  # shapes that only the benchmark's chart shows
    tiles: Callable = (
        lambda shape, size: ()
    )  # tiles(shape, bytes per element) -> the Tiles of its kernels there
    timed_in: torch.dtype | None = None  # dtype of the benchmark; None: the GPU's half precision

    def call(self, implementation) -> Callable:
        return functools.partial(self.run, implementation=implementation)

    @property
    def summary(self):
        return inspect.getdoc(self.run).splitlines()[0]


OPS: dict[str, Op] = {}


def op(**declaration):
    """Declares the decorated function as an op; its keywords are the fields of `Op`."""

    def register(run):
        OPS[run.__name__] = Op(name=run.__name__, run=run, **declaration)
        return run

    return register


def requests(work: Workload, names=None) -> dict[str, tuple]:
    """{op name: shape} for a training run; `names` restricts it to the ops that the model uses."""
    return {name: OPS[name].shape(work) for name in (OPS if names is None else names)}


def check_implementation(implementation, *tensors):
    """Raises ValueError unless `implementation` is known and Triton, where asked for, takes these dtypes."""
    if implementation not in IMPLEMENTATIONS:
        raise ValueError(f"implementation is {implementation!r}, not one of {', '.join(IMPLEMENTATIONS)}")
    if implementation == "triton":
        for tensor in tensors:
            if tensor.dtype not in DTYPES:
                raise ValueError(f"the Triton kernels take {', '.join(DTYPES.values())}, not {tensor.dtype}")
