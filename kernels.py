"""Every Triton op of the model: declared once, judged against float64, timed against PyTorch, chosen per run.

How to read it: from top to bottom; no name is used above its definition.

    1  the machine       what is here, and why Triton cannot run where it cannot
    2  the contract      Op, @op, OPS
    3  the judge         outputs and every gradient against float64
    4  the choice        clock, cache, decision, table
    5  shared Triton     launching, differentiable operators, tile sizes, compiling without a GPU
    6  RMSNorm                             \
    7  rotary                              |
    8  residual add + RMSNorm              |
    9  LayerNorm                           |
    10 bias + GELU                         |
    11 linear + cross-entropy              |
    12 Gaussian-mixture log-probability    |  one room per op
    13 AdamW                               |
    14 Newton-Schulz                       |
    15 MLP heads                           |
    16 MLP                                 |
    17 attention                           |
    18 decode attention                    |
    19 FP8 attention                       |
    20 decode linear                       |
    21 cached attention                    |
    22 sampling                            /
    23 the benchmarks    what `python kernels.py --bench` and llm.py's documented names measure
    24 the command line  python kernels.py [--list] [--check] [--compile sm_90] [--tune] [--bench] [--settings file] [op ...]

A room has five paragraphs: reference; inputs and cases; Triton forward and backward; autograd; registration. To add
an op, write a room between two `# ---- ` banners, ending in

    @op(inputs=..., data=("x",), cases=[...], bench=[...], shape=lambda work: ..., traffic=...)
    def my_op(x, implementation="torch"):

and touch nothing else: tests, choice, table, benchmark and compiler iterate OPS.

Conventions: arithmetic is float32, bf16 and fp16 are storage; row offsets are int64; a masked load always gives
`other`; no op writes into an incoming gradient, or into its inputs but for those that it declares with `mutates=`; no
atomics, so a run repeats bit for bit. Block sizes and warps stand at the top of a room.

Dimension key: B batch, T time, H heads, D head width, M rows, N columns of a row.
"""
import argparse
import ast
import contextlib
import functools
import hashlib
import inspect
import itertools
import json
import math
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Callable, Iterator, NamedTuple

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils import deterministic
from tqdm import tqdm

if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # Triton reads it once, when it is first imported

try:
    import triton
    import triton.language as tl
    from triton import TritonError
    from triton.tools.tensor_descriptor import TensorDescriptor
    TRITON_ABSENT = ""
except ImportError as missing:  # the kernels below must still parse; nothing will launch them
    TRITON_ABSENT = f"Triton cannot be imported: {missing}"
    triton = tl = SimpleNamespace(jit=lambda function: function, constexpr=lambda value: value)
    TritonError, TensorDescriptor = RuntimeError, type(None)

from run_all_tests import replacing
from verify import compare

TRITON_AVAILABLE = not TRITON_ABSENT
INTERPRETED = TRITON_AVAILABLE and triton.knobs.runtime.interpret


# ---- 1. the machine ---------------------------------------------------------------------------------------------

OLDEST_GPU = (8, 0)   # compute capability from which Triton supports NVIDIA GPUs
FAILURES = (ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, OSError, RuntimeError, TypeError, ValueError,
            subprocess.SubprocessError, TritonError)   # of kernels, compilers, assemblers, caches and drivers
DTYPES = {torch.float32: "fp32", torch.float16: "fp16", torch.bfloat16: "bf16"}


def default_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def default_dtype(device) -> torch.dtype:
    """What the model computes in on `device`: half precision on a GPU, bf16 where the hardware has it."""
    if torch.device(device).type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16


def why_not_run(device, oldest=OLDEST_GPU) -> str:
    """Why Triton kernels that need compute capability `oldest` cannot run on tensors of `device`; empty where they can."""
    device = torch.device(device)
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if device.type == "cpu":
        return "" if INTERPRETED else "no GPU, and Triton was imported without TRITON_INTERPRET=1"
    if device.type != "cuda":
        return f"Triton does not run on {device.type}"
    capability = torch.cuda.get_device_capability(device)
    if torch.version.hip is None and capability < oldest:
        return f"compute capability {capability} is below the {oldest} that {'Triton' if oldest == OLDEST_GPU else 'the kernel'} needs"
    return ""


def why_not_race(device, oldest=OLDEST_GPU) -> str:
    """Why timing Triton against PyTorch on `device` would mean nothing; empty where it means something."""
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if torch.device(device).type == "cpu":
        return "no GPU"
    return "TRITON_INTERPRET=1 is set: kernels are interpreted" if INTERPRETED else why_not_run(device, oldest)


@functools.cache
def driver_version() -> str:
    """Version of NVIDIA's kernel driver, or "unknown"."""
    try:
        found = re.search(r"Kernel Module\s+(?:for \S+\s+)?([\d.]+)", Path("/proc/driver/nvidia/version").read_text())
    except OSError as error:
        return f"unknown ({error.strerror})"
    return found.group(1) if found else "unknown"


def machine(device) -> dict:
    """What a measurement on `device` depends on besides the op: GPU, driver, torch, triton."""
    device = torch.device(device)
    gpu = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    return {"gpu": gpu, "driver": driver_version() if device.type == "cuda" else "none", "torch": torch.__version__,
            "triton": getattr(triton, "__version__", "none")}


@functools.cache
def processors(device: torch.device) -> int:
    """Multiprocessors of `device`; 1 where there is no GPU."""
    return torch.cuda.get_device_properties(device).multi_processor_count if device.type == "cuda" else 1


# ---- 2. the contract --------------------------------------------------------------------------------------------

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
    work: str             # of WORKS
    against: str
    target: float
    shapes: tuple = ()    # of the benchmark; all for none


class Tile(NamedTuple):
    """A module constant that sets how a kernel is launched, or the entry `key` of one that is a table, and what else it could be."""
    constant: str
    candidates: tuple
    key: object = None
    work: str = "forward + backward"   # what `--tune` times

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
    inputs: Callable                    # inputs(shape, dtype, draw, autocast) -> arguments; draw(*shape) ~ N(0, 1)
    data: tuple[str, ...]               # names of the arguments that the judge scales, zeroes and makes strided
    cases: list[tuple]                  # shapes for the judge, the degenerate first; cheap enough for the interpreter
    bench: list[tuple]                  # shapes for the benchmark and the compiler
    shape: Callable[[Workload], tuple]  # the shape that a training run will use
    traffic: Callable                   # traffic(shape, bytes per element) -> least bytes moved (forward, backward)
    mutates: tuple[str, ...] = ()       # names of the arguments, each a list of tensors, that it updates in place
    slack: Callable = lambda named, cotangents: {}  # {result: error allowed beyond verify.allowance}; its reason stands at the op
    flops: Callable = lambda shape: (0, 0)  # flops(shape) -> operations of the products (forward, backward), where those bound the op
    oldest: tuple[int, int] = OLDEST_GPU   # compute capability that its kernels need
    peers: dict[str, Callable] = field(default_factory=dict)   # {name: function of the arguments}: what else computes the same
    bars: tuple[Bar, ...] = ()          # besides that of being no slower than eager
    sweep: tuple = ()                   # shapes that only the benchmark's chart shows
    tiles: Callable = lambda shape, size: ()    # tiles(shape, bytes per element) -> the Tiles of its kernels there
    timed_in: torch.dtype | None = None         # dtype of the benchmark; None: the GPU's half precision

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


# ---- 3. the judge -----------------------------------------------------------------------------------------------

VARIANTS = ("plain", "strided", "x 0.001", "x 10000", "a row of zeros", "a row at 10000")   # of the op's data


class Verdict(NamedTuple):
    """What the judge found. `reason` names the tensor and is empty where all is well."""
    ok: bool
    reason: str
    error: float      # of the tensor that came nearest to, or went farthest beyond, its allowance
    allowance: float


def drawing(device, dtype, seed):
    """draw(*shape, dtype=...) of standard normal numbers, from a generator that leaves torch's own alone."""
    generator = torch.Generator(device).manual_seed(seed)

    def draw(*shape, dtype=dtype):
        return torch.randn(shape, device=device, generator=generator).to(dtype)

    return draw


def among_nans(x: Tensor) -> Tensor:
    """`x` as a strided view whose neighbours in memory are NaN, so that a read out of bounds shows."""
    wide = torch.full((*x.shape[:-1], x.shape[-1] + 3), float("nan"), dtype=x.dtype, device=x.device)
    view = wide[..., 1:-2]
    view.copy_(x)
    return view


def vary(x: Tensor, variant: str) -> Tensor:
    """`x` as one of VARIANTS. The row is the first, x[0, ..., 0, :]."""
    x = x.detach().clone()
    row = x.flatten(0, -2)[:1] if x.dim() > 1 else x
    if variant.startswith("x "):
        x *= float(variant[2:])
    elif variant == "a row of zeros":
        row.zero_()
    elif variant == "a row at 10000":
        row.copy_(1e4 * row.sign())
    return among_nans(x) if variant == "strided" else x


def on_tensors(function: Callable, value):
    """`function` of a tensor, or of every tensor of a list; any other value as it is."""
    if isinstance(value, list):
        return [on_tensors(function, each) for each in value]
    return function(value) if isinstance(value, Tensor) else value


def arguments_for(op: Op, shape, dtype, device, autocast=False, variant="plain", seed=0) -> dict:
    """{argument name: value} of `op.inputs`, with the op's data made into `variant`."""
    values = op.inputs(shape, dtype, drawing(device, dtype, seed), autocast)
    named = dict(zip(inspect.signature(op.run).parameters, values))
    for name in op.data:
        named[name] = on_tensors(lambda tensor: vary(tensor, variant).requires_grad_(tensor.requires_grad), named[name])
    return named


def as_tuple(outputs) -> tuple[Tensor, ...]:
    return outputs if isinstance(outputs, tuple) else (outputs,)


def differentiated(named: dict) -> dict[str, Tensor]:
    return {name: value for name, value in named.items() if isinstance(value, Tensor) and value.requires_grad}


def with_own(mutates, named: dict) -> dict:
    """`named` with copies of what the op writes into."""
    return named | {name: on_tensors(torch.clone, named[name]) for name in mutates}


def evaluate(function, named: dict, cotangents, mutates=()) -> dict[str, Tensor]:
    """{"output 0": ..., "gradient of x": ..., "states 0 afterwards": ...} of `function`, which updates copies of `mutates`."""
    named = with_own(mutates, named)
    outputs, leaves = as_tuple(function(**named)), differentiated(named)
    results = {f"output {i}": output for i, output in enumerate(outputs)}
    if leaves:
        gradients = torch.autograd.grad(outputs, list(leaves.values()), cotangents)
        results |= {f"gradient of {name}": gradient for name, gradient in zip(leaves, gradients)}
    return results | {f"{name} {i} afterwards": tensor for name in mutates for i, tensor in enumerate(named[name])}


def doubled(value):
    """A floating tensor, or a list of them, in float64 with the need for a gradient kept; anything else as it is."""
    def double(tensor):
        return tensor.detach().double().requires_grad_(tensor.requires_grad) if tensor.is_floating_point() else tensor

    return on_tensors(double, value)


@contextlib.contextmanager
def poisoned_memory():
    """Inside, torch.empty gives NaN, so that an element which no kernel wrote shows."""
    before = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    fill = deterministic.fill_uninitialized_memory
    torch.use_deterministic_algorithms(True, warn_only=True)
    deterministic.fill_uninitialized_memory = True
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before[0], warn_only=before[1])
        deterministic.fill_uninitialized_memory = fill


def snapshot(named: dict, cotangents) -> list[Tensor]:
    """Copies of every tensor that the op may read but not write."""
    values = itertools.chain(*(value if isinstance(value, list) else [value] for value in named.values()), cotangents)
    return [value.detach().clone() for value in values if isinstance(value, Tensor)]


def identical(ours: Tensor, again: Tensor) -> bool:
    return ours.shape == again.shape and torch.equal(torch.nan_to_num(ours, nan=0.5), torch.nan_to_num(again, nan=0.5))


def candidate(op: Op, route: str, device) -> Callable:
    """The Triton form as `route` runs it: as it stands, or compiled whole."""
    if route != "compile":
        return op.call("triton")
    backend = "inductor" if torch.device(device).type == "cuda" else "aot_eager"
    compiled_run = torch.compile(op.run, fullgraph=True, dynamic=False, backend=backend)   # a partial would share dynamo's cache with all
    return functools.partial(compiled_run, implementation="triton")


def with_slack(result, slack: float):
    """A comparison with `slack` added to what is allowed."""
    allowance = result.allowance + slack
    fine = result.ok or result.error <= allowance
    return replace(result, ok=fine, reason="" if fine else result.reason, allowance=allowance)


def judge(op: Op, shape, dtype, device, *, route="eager", variant="plain", seed=0) -> Verdict:
    """Compares `op`'s Triton form with float64: every output and every gradient, at what PyTorch itself loses (verify.py).

    `route` is eager, autocast (to `dtype`) or compile; `variant` is one of VARIANTS. Unwritten memory is NaN, inputs
    must stay as they are, and a second run must give the same bits.
    """
    named = arguments_for(op, shape, dtype, device, route == "autocast", variant, seed)
    draw = drawing(device, dtype, seed + 1)
    with torch.autocast(torch.device(device).type, dtype, enabled=route == "autocast"):
        with torch.no_grad():
            outputs = as_tuple(op.call("torch")(**with_own(op.mutates, named)))
        cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]
        eager = evaluate(op.call("torch"), named, cotangents, op.mutates)
    twins = {name: doubled(value) for name, value in named.items()}
    exact = evaluate(op.call("torch"), twins, [c.double() for c in cotangents], op.mutates)
    before, run = snapshot(named, cotangents), candidate(op, route, device)
    with torch.autocast(torch.device(device).type, dtype, enabled=route == "autocast"), poisoned_memory():
        ours, again = (evaluate(run, named, cotangents, op.mutates) for _ in range(2))
    wrong = []
    if not all(map(identical, before, snapshot(named, cotangents))):
        wrong.append("an input or an incoming gradient was written to")
    slack = op.slack(named, cotangents)
    results = {name: with_slack(compare(ours[name], eager[name], exact[name]), slack.get(name, 0.0)) for name in eager}
    wrong += [f"{name} {result.reason}" for name, result in results.items() if not result.ok]
    wrong += [f"{name} differs from run to run" for name in ours if not identical(ours[name], again[name])]
    nearest = max(results.values(), key=lambda result: result.error / (result.allowance or 1.0))
    return Verdict(not wrong, wrong[0] if wrong else "", nearest.error, nearest.allowance)


def examination(op: Op):
    """Everything that `op` is judged at: (shape, dtype, route, variant). Variants and routes take the second case; a
    size of real use is for real hardware."""
    for shape, dtype in itertools.product(op.cases + op.bench[:1] * (not INTERPRETED), DTYPES):
        yield shape, dtype, "eager", "plain"
    for variant, dtype in itertools.product(VARIANTS[1:], DTYPES):
        yield op.cases[1], dtype, "eager", variant
    yield op.cases[1], torch.bfloat16, "autocast", "plain"
    yield op.cases[1], torch.float32, "compile", "plain"


def first_line(error) -> str:
    """What an error says, in one line: its first, and the next one where that only announces it."""
    lines = [line.strip() for line in f"{type(error).__name__}: {str(error).strip()}".splitlines() if line.strip()]
    return " ".join(lines[:2] if lines[0].endswith(":") else lines[:1])[:200]


def verdict_on(op: Op, exam, device) -> Verdict:
    """`judge` of one of `examination`; an error of any kind is the verdict on this exam, and the next can be held."""
    shape, dtype, route, variant = exam
    try:
        return judge(op, shape, dtype, device, route=route, variant=variant)
    except FAILURES as error:
        return Verdict(False, first_line(error), math.inf, 0.0)
    finally:
        torch._dynamo.reset() if route == "compile" else None


# ---- 4. the choice ----------------------------------------------------------------------------------------------

GAIN = 1.03                                # Triton has to be this many times faster before it replaces PyTorch
CLOSE = 0.05                               # a gain that is no farther from GAIN is measured more often
EXECUTIONS = ("eager", "graph", "compile")   # how the product runs: op by op, inside a CUDA graph, under torch.compile
WISHES = ("auto", *IMPLEMENTATIONS)
SHOWN = ("rms_norm", "rotary", "attention", "adamw", "gmm_log_prob")   # what the start-up table has even where a model has no use for it


class Timing(NamedTuple):
    ms: float       # median of the samples
    spread: float   # distance between their quartiles, in ms


@dataclass(frozen=True)
class Choice:
    """Which implementation of an op a run uses, and why. `times` is empty where nothing was timed."""
    op: str
    shape: tuple
    dtype: str
    implementation: str
    reason: str
    times: dict[str, float] = field(default_factory=dict)    # ms of forward + backward, by implementation
    spread: dict[str, float] = field(default_factory=dict)


def captured(function) -> Callable:
    """`function` as the replay of a CUDA graph: its device time without the host's."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        function()
    return graph.replay


def interleaved(functions: dict[str, Callable], device, *, burst=1, samples=30, seconds=2.0) -> dict[str, Timing]:
    """{name: Timing} of a call of each of `functions` in turn; each sample starts with a cold L2 cache. What is slow gets
    fewer samples, down to seven, so that all take about so many `seconds`.

    A burst of several calls starts from an idle device, so that the host's time counts where it is the limit.
    """
    flush = torch.empty(2 * torch.cuda.get_device_properties(device).L2_cache_size, dtype=torch.uint8, device=device)
    for function in list(functions.values()) * 4:
        function()
    torch.cuda.synchronize(device)
    start = time.perf_counter()
    for function in functions.values():
        function()
    torch.cuda.synchronize(device)
    samples = min(samples, max(7, int(seconds / (burst * (time.perf_counter() - start)))))
    events = {name: [] for name in functions}
    for sample in range(samples):
        for name in sorted(functions, reverse=sample % 2 == 1):
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            flush.zero_()
            if burst > 1:
                torch.cuda.synchronize(device)
            start.record()
            for _ in range(burst):
                functions[name]()
            stop.record()
            events[name].append((start, stop))
    torch.cuda.synchronize(device)
    times = {name: [start.elapsed_time(stop) / burst for start, stop in pairs] for name, pairs in events.items()}
    quartiles = {name: statistics.quantiles(values, n=4) for name, values in times.items()}
    return {name: Timing(middle, high - low) for name, (low, middle, high) in quartiles.items()}


def clock(functions: dict[str, Callable], device, *, graph=False) -> dict[str, Timing]:
    """{name: Timing}: in a graph device time alone; eager, bursts of ten calls, as a training step makes them."""
    if graph:
        return interleaved({name: captured(function) for name, function in functions.items()}, device)
    return interleaved(functions, device, burst=10)


def both(op: Op, execution: str) -> dict[str, Callable]:
    """{implementation: function of the op's arguments} as `execution` runs it."""
    if execution == "compile":
        return {name: functools.partial(torch.compile(op.run, dynamic=False), implementation=name) for name in IMPLEMENTATIONS}
    return {name: op.call(name) for name in IMPLEMENTATIONS}


def training_steps(op: Op, runs: dict[str, Callable], shape, dtype, device, *, autocast=False, backward=True) -> dict[str, Callable]:
    """{name: function} that call `runs` on the op's random inputs, forward and, where asked, backward."""
    named = arguments_for(op, shape, dtype, device, autocast)
    leaves = list(differentiated(named).values())
    with torch.no_grad():
        outputs = as_tuple(op.call("torch")(**with_own(op.mutates, named)))
    draw = drawing(device, dtype, 1)
    cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]

    def step(run):
        with torch.set_grad_enabled(backward):
            results = as_tuple(run(**named))
            if backward and leaves:
                torch.autograd.grad(results, leaves, cotangents)

    return {name: functools.partial(step, run) for name, run in runs.items()}


def faster(times: dict[str, float]) -> tuple[str, str]:
    """(implementation, reason) from the measured times: PyTorch, unless Triton wins by GAIN."""
    gain = times["torch"] / times["triton"]
    if gain >= GAIN:
        return "triton", f"{gain:.2f}x the speed of PyTorch"
    margin = f", and a change has to win {GAIN - 1:.0%}" if gain > 1 else ": slower than PyTorch"
    return "torch", f"{gain:.2f}x{margin}"


def settled(steps: dict[str, Callable], device, graph=False) -> dict[str, Timing]:
    """`clock` of both implementations; a gain close to GAIN is measured again, up to four times in all, and the medians are taken."""
    rounds = [clock(steps, device, graph=graph)]
    while len(rounds) < 4 and abs(rounds[0]["torch"].ms / rounds[0]["triton"].ms - GAIN) < CLOSE:
        rounds.append(clock(steps, device, graph=graph))
    return {name: Timing(*(statistics.median(values) for values in zip(*(timings[name] for timings in rounds)))) for name in steps}


def race(op: Op, shape, dtype, device, execution, autocast) -> Choice:
    """Judges and times both implementations of `op` on a GPU. A failure of any kind is PyTorch and its reason."""
    decided = functools.partial(Choice, op.name, tuple(shape), DTYPES[dtype])
    try:
        verdict = judge(op, shape, dtype, device, route="autocast" if autocast else "eager")
        if not verdict.ok:
            return decided("torch", f"the judge refuses Triton: {verdict.reason}")
        with torch.autocast(torch.device(device).type, dtype, enabled=autocast):
            steps = training_steps(op, both(op, execution), shape, dtype, device, autocast=autocast)
            timings = settled(steps, device, graph=execution == "graph")
    except torch.OutOfMemoryError as error:
        return decided("torch", f"out of memory while benchmarking ({first_line(error)})")
    except FAILURES as error:   # of compilers, assemblers, caches, drivers: whatever it is, it is the reason
        return decided("torch", first_line(error))
    times = {name: timing.ms for name, timing in timings.items()}
    return decided(*faster(times), times, {name: timing.spread for name, timing in timings.items()})


@functools.cache
def rooms(module) -> dict[str, str]:
    """{banner: text} of the parts of a module that its `# ---- ` banners separate."""
    parts = re.split(r"^# ---- ", inspect.getsource(module), flags=re.MULTILINE)
    return {part.split("\n", 1)[0]: part for part in parts}


def source_hash(op: Op) -> str:
    """Changes with the op's room, and with what times and launches it."""
    shared = [text for banner, text in rooms(sys.modules[__name__]).items() if re.match(r"4. the choice|5. shared", banner)]
    registration = inspect.getsource(op.run)
    room = [text for text in rooms(inspect.getmodule(op.run)).values() if registration in text]
    return hashlib.sha256("".join(shared + room).encode()).hexdigest()[:16]


def cache_key(op: Op, shape, dtype, device, execution, autocast) -> dict:
    """Everything that a remembered choice depends on."""
    return machine(device) | {"op": op.name, "source": source_hash(op), "shape": list(shape), "dtype": DTYPES[dtype],
                              "execution": execution, "autocast": autocast}


def cache_file(key: dict) -> Path:
    """One file a choice, so that two processes never write the same one differently. KERNELS_CACHE names another folder."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "python-to-triton"
    folder = Path(os.environ.get("KERNELS_CACHE") or base / "kernels")
    return folder / f"{key['op'].replace(' ', '_')}-{hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:20]}.json"


def recall(key: dict) -> tuple[Choice | None, str]:
    """(the remembered choice or None, why a file that is there could not be used)."""
    path = cache_file(key)
    try:
        record = json.loads(path.read_text())
        choice = Choice(**record["choice"] | {"shape": tuple(key["shape"])})
        if record["key"] != key or choice.implementation not in IMPLEMENTATIONS or choice.times.keys() != set(IMPLEMENTATIONS):
            raise ValueError("it does not hold what its name says")
    except FileNotFoundError:
        return None, ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return None, f"cache file {path} is unusable ({first_line(error)}) and measured anew"
    return choice, ""


def remember(key: dict, choice: Choice) -> str:
    """Writes the choice for the next run, whole or not at all; says why where it cannot."""
    path = cache_file(key)
    try:
        with replacing(path) as partial:
            partial.write_text(json.dumps({"key": key, "choice": asdict(choice)}, indent=1))
    except OSError as error:
        return f"not remembered ({first_line(error)})"
    return ""


def parse_mode(text: str) -> dict[str, str]:
    """{op: wish} from "auto", "torch", "triton" or "rms_norm:torch,rotary:triton"; what stands alone is for all ops."""
    wishes = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, wish = part.rpartition(":")
        if wish not in WISHES or (name and name not in OPS):
            raise ValueError(f"{part!r} in {text!r}: expected one of {', '.join(WISHES)}, or OP:ONE with OP of {', '.join(OPS)}")
        wishes = wishes | {name: wish} if name else dict.fromkeys(OPS, wish) | wishes
    return wishes


def choose_one(op: Op, shape, wish, device, dtype, execution, autocast, cached) -> Choice:
    """The choice for one op; see `choose`."""
    decided = functools.partial(Choice, op.name, tuple(shape), DTYPES[dtype])
    if wish == "torch":
        return decided("torch", "asked for")
    if wish == "triton":
        obstacle = why_not_run(device, op.oldest)
        if obstacle:
            return decided("torch", f"Triton was asked for, but {obstacle}")
        return decided("triton", "asked for" + ", interpreted" * INTERPRETED)
    obstacle = why_not_race(device, op.oldest)
    if obstacle:
        return decided("torch", obstacle)
    key = cache_key(op, shape, dtype, device, execution, autocast)
    choice, trouble = recall(key) if cached else (None, "")
    if choice:
        return replace(choice, reason=f"{choice.reason}; remembered")
    choice = race(op, shape, dtype, device, execution, autocast)
    torch.cuda.empty_cache()  # training gets the memory back
    kept = remember(key, choice) if cached and choice.times else ""  # what failed may succeed the next time
    return replace(choice, reason="; ".join(filter(None, [choice.reason, trouble, kept])))


def agreed(decide: Callable):
    """The result of `decide()`; under torchrun rank 0 decides for all, so that every rank computes the same."""
    if not (dist.is_available() and dist.is_initialized()) or dist.get_world_size() == 1:
        return decide()
    box = [decide() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(box, src=0)
    return box[0]


def choose(shapes: dict[str, tuple], mode="auto", device=None, dtype=None, *, forced=None, execution="eager", autocast=True,
           cached=True) -> dict[str, Choice]:
    """{op: Choice} for the shapes that this run will use (`requests` gives them).

    mode       auto: judge, then time, then take the faster; torch or triton: that one; rms_norm:torch,...: op by op
    forced     {op: wish} that wins over `mode`; the environment variable KERNELS, of the form of `mode`, wins over both
    execution  how the product runs its ops: eager, graph (CUDA graph) or compile (torch.compile)
    autocast   whether a half-precision `dtype` is autocast's, with float32 weights and residual stream
    cached     whether choices are recalled from and remembered on disk

    Raises ValueError for an op, a mode, an execution or a dtype that does not exist.
    """
    device = torch.device(device or default_device())
    dtype = dtype or default_dtype(device)
    unknown = (shapes.keys() | (forced or {}).keys()) - OPS.keys()
    if unknown:
        raise ValueError(f"no op {', '.join(sorted(unknown))}; there are {', '.join(OPS)}")
    if dtype not in DTYPES or execution not in EXECUTIONS:
        raise ValueError(f"{dtype}, {execution}: expected a dtype of {', '.join(DTYPES.values())}, an execution of {', '.join(EXECUTIONS)}")
    wishes = parse_mode(mode) | (forced or {}) | parse_mode(os.environ.get("KERNELS", ""))
    autocast = autocast and dtype != torch.float32

    def decide():
        return {name: choose_one(OPS[name], shape, wishes.get(name, "auto"), device, dtype, execution, autocast, cached)
                for name, shape in shapes.items()}

    return agreed(decide)


def last_word(choices: dict[str, Choice], build: Callable, device, about: dict, cached=True) -> dict[str, Choice]:
    """`choices` and, as "training step", a whole step of the run with them against one by PyTorch alone: where they lose, PyTorch for all.

    build({op: implementation}) gives a function that makes a step. `about`, of what JSON can hold, is what a step depends on
    besides the choices. Where nothing was chosen by the clock there is nothing to say; what was asked for stands.
    """
    won = [name for name, choice in choices.items() if choice.implementation == "triton" and choice.times]
    if not won:
        return choices
    key = machine(device) | {"op": "training step", "shape": [], "source": [source_hash(OPS[name]) for name in won],
                             "set": {name: choice.implementation for name, choice in choices.items()}, "about": about}

    def decide():
        kept, trouble = recall(key) if cached else (None, "")
        if kept:
            return replace(kept, reason=f"{kept.reason}; remembered")
        try:
            steps = {"torch": build(dict.fromkeys(choices, "torch")), "triton": build(key["set"])}
            timings = interleaved(steps, device, burst=3, samples=10, seconds=1.0)
        except FAILURES as error:   # the set could not make a step: whatever hindered it, PyTorch has to
            return Choice("training step", (), "", "torch", "; ".join(filter(None, [first_line(error), trouble])))
        finally:
            torch.cuda.empty_cache()
        times = {name: timing.ms for name, timing in timings.items()}
        gain = times["torch"] / times["triton"]
        choice = Choice("training step", (), "", "triton" if gain > 1 else "torch", f"{gain:.2f}x with the chosen set", times,
                        {name: timing.spread for name, timing in timings.items()})
        return replace(choice, reason="; ".join(filter(None, [choice.reason, trouble, remember(key, choice) if cached else ""])))

    word = agreed(decide)
    if word.implementation == "torch":
        choices = choices | {name: replace(choices[name], implementation="torch", reason=f"{choices[name].reason}, but the whole step loses")
                             for name in won}
    return choices | {word.op: word}


def aligned(rows: list[list[str]]) -> str:
    """Rows of text as columns; the first row is the heading."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def table(choices: dict[str, Choice]) -> str:
    """The choices as a table, one line an op, with the times of forward + backward and the reason."""
    def ms(choice, name):
        if name not in choice.times:
            return "-"
        return f"{choice.times[name]:.3f} ms" + (f" +-{choice.spread[name] / 2:.3f}" if name in choice.spread else "")

    rows = [["op", "chosen", "torch", "triton", "shape", "dtype", "why"]]
    for choice in choices.values():
        rows.append([choice.op, choice.implementation, *(ms(choice, name) for name in IMPLEMENTATIONS), str(choice.shape), choice.dtype,
                     choice.reason])
    return aligned(rows)


# ---- 5. shared Triton -------------------------------------------------------------------------------------------

TYPE_NAMES = DTYPES | {torch.int64: "i64", torch.int32: "i32", torch.float8_e4m3fn: "fp8e4nv"}
SHARED_MEMORY = {80: 163 << 10, 90: 227 << 10}   # bytes that one program may have, by compute capability
SPILLED = 32             # bytes a thread may spill: attention's widest backward, which does, is 4 to 11 % faster than the widest that does not
TILE = 2048                                      # elements of a tile: 16 a thread with 4 warps


class Launch(NamedTuple):
    """A launch that was recorded instead of made."""
    kernel: object
    arguments: tuple
    num_warps: int
    num_stages: int
    constants: dict


# While `recorded_launches` runs, a list and what it is for; while `tried` runs, a list of what was launched; what `apply_settings` set, and
# the options that make another process do so too.
recorder = SimpleNamespace(launches=None, generation=0, binaries=None, settings="", options=[])


@functools.cache
def compute_capability(device: torch.device) -> int:
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor


def generation(device: torch.device) -> int:
    """90 for compute capability 9.0: of `device`, of the GPU that launches are recorded for, 0 of a CPU."""
    return compute_capability(device) if device.type == "cuda" else recorder.generation if device.type == "meta" else 0


def launch(kernel, grid, *arguments, num_warps, num_stages=3, **constants):
    """Runs a kernel on the device of its first argument; an empty grid is nothing to do. Loops over tl.dot are `num_stages` deep.

    Of `constants`, what the kernel does not name are Triton's options. A kernel that names DEPENDENT begins, on Hopper and later, while the
    one before it ends, and waits by itself (programmatic dependent launch): that hides some of the 2 us between two. It gives the norms'
    forward + backward 1.05x at 12288 x 384 and nothing to longer ones; of other kernels it takes as much as it gives (LOG.md).
    """
    if "DEPENDENT" in kernel.arg_names:
        dependent = torch.version.hip is None and generation(arguments[0].device) >= 90
        constants |= {"DEPENDENT": True, "launch_pdl": True} if dependent else {"DEPENDENT": False}
    if recorder.launches is not None:
        recorder.launches.append(Launch(kernel, arguments, num_warps, num_stages, constants))
        return
    if 0 in grid:
        return
    device = arguments[0].device
    elsewhere = device.type == "cuda" and device.index != torch.cuda.current_device()
    with torch.cuda.device(device) if elsewhere else contextlib.nullcontext():
        binary = kernel[grid](*arguments, num_warps=num_warps, num_stages=num_stages, **constants)
    if recorder.binaries is not None:
        recorder.binaries.append(binary)


def differentiable(forward, backward, *, fake, backward_fake, keep, visible, constants=lambda inputs: (),
                   spread=lambda *gradients: gradients) -> Callable:
    """A function of the inputs of `forward` that autograd and torch.compile understand.

    forward(*inputs) -> outputs, of which the first `visible` are the caller's; keep(inputs, outputs) -> what
    backward(*gradients of the visible outputs, *kept, *constants) needs to give the gradients of the first inputs, and
    constants(inputs) -> what of it is no tensor; `fake` and `backward_fake` give their outputs' shapes. All are
    annotated, since the operators' schemas derive from that. An operator may not return one tensor twice: `spread`
    makes backward's outputs into gradients where two are the same.

    There are two routes over the same two functions. torch.compile sees custom operators, so no graph breaks. Eager
    goes through an autograd.Function, since a custom operator costs the host three times as much per call (on a CPU,
    forward + backward of an op that does nothing: 75 us against 230 us), and at training's sizes the host is the limit.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=())
    gradient = torch.library.custom_op(f"kernels::{name}_backward", backward, mutates_args=())
    operator.register_fake(fake)
    gradient.register_fake(backward_fake)

    def save(ctx, inputs, output):
        ctx.save_for_backward(*keep(inputs, output))
        ctx.n_inputs, ctx.constants = len(inputs), constants(inputs)

    def chain(run, ctx, *cotangents):
        gradients = spread(*run(*cotangents[:visible], *ctx.saved_tensors, *ctx.constants))
        return (*gradients, *[None] * (ctx.n_inputs - len(gradients)))

    operator.register_autograd(functools.partial(chain, gradient), setup_context=save)

    class Eager(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            outputs = forward(*inputs)
            save(ctx, inputs, outputs)
            return as_tuple(outputs)[:visible]

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *cotangents):
            return chain(backward, ctx, *cotangents)

    def apply(*inputs) -> tuple[Tensor, ...]:
        return as_tuple(operator(*inputs))[:visible] if torch.compiler.is_compiling() else Eager.apply(*inputs)

    return apply


def forward_only(forward, *, fake, mutates=()) -> Callable:
    """A function of the inputs of `forward` that torch.compile understands; it updates the arguments `mutates` in place.

    It has no gradient, and says so when asked for one.
    """
    name = forward.__name__.removesuffix("_forward")
    operator = torch.library.custom_op(f"kernels::{name}", forward, mutates_args=mutates)
    operator.register_fake(fake)

    def apply(*inputs):
        if torch.is_grad_enabled() and any(isinstance(value, Tensor) and value.requires_grad for value in inputs):
            raise ValueError(f"{name} has no gradient in Triton: call it under torch.no_grad(), or on detached tensors")
        return operator(*inputs) if torch.compiler.is_compiling() else forward(*inputs)

    return apply


def without_autocast(run) -> Callable:
    """`run` with its own dtypes: what it multiplies has been cast, and autocast would also cast its float32 sums."""
    @functools.wraps(run)
    def apply(first, *others):
        with torch.autocast("cuda" if first.is_cuda else "cpu", enabled=False):
            return run(first, *others)

    return apply


def liger(name: str) -> Callable:
    """A function of Liger-Kernel; raises ImportError, when called, where that is not installed."""
    def run(*arguments, **options):
        import liger_kernel.transformers.functional as functions
        return getattr(functions, name)(*arguments, **options)
    return run


def padded(size: int) -> int:
    """The next multiple of 16."""
    return size + -size % 16


def own(gradient: Tensor, like: Tensor) -> Tensor:
    """`gradient` in the dtype of `like`, contiguous, in memory that it shares with nothing: no view of a larger sum."""
    return like.new_empty(gradient.shape).copy_(gradient)


def product_in(dtype: torch.dtype, a: Tensor, b: Tensor) -> Tensor:
    """The matrix product a b in `dtype`; float32 is never rounded to half on the way, though on a GPU the factors stay half."""
    if a.dtype == dtype or dtype != torch.float32:
        return (a @ b).to(dtype)
    return torch.mm(a, b, out_dtype=dtype) if a.is_cuda else a.to(dtype) @ b.to(dtype)


def multiplied_in(x: Tensor, width: int) -> str:
    """How a kernel can multiply x (M, width): "wide" by tensor cores fed with 16-byte loads, "narrow" otherwise."""
    aligned_rows = width % 16 == 0 and x.stride(0) % 16 == 0 and x.data_ptr() % 16 == 0
    return "wide" if x.element_size() == 2 and aligned_rows else "narrow"


def consumed_dtype(x: Tensor) -> torch.dtype:
    """Under autocast a norm's output is about to be cast for a matrix product: the op writes that dtype at once."""
    kind = "cpu" if x.is_meta else x.device.type  # meta tensors, of `recorded_launches`, know no autocast of their own
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) and x.dtype in DTYPES else x.dtype


def unit_stride(x: Tensor) -> Tensor:
    """`x`, copied only where its last dimension is not contiguous."""
    return x if x.stride(-1) == 1 or x.shape[-1] <= 1 else x.contiguous()


def as_rows(x: Tensor) -> Tensor:
    """x (..., N) as (M, N) with contiguous rows at any distance from each other."""
    return unit_stride(x.reshape(x.shape[:-1].numel(), x.shape[-1]))


def warps_for(elements: int, per_thread: int = 16) -> int:
    """Warps that give each thread so many elements of a tile, from 1 to 16."""
    return min(max(elements // (32 * per_thread), 1), 16)


def why_not_compile(capability: int, oldest=OLDEST_GPU) -> str:
    """Why kernels that need `oldest` are not compiled for a `capability` such as 90; empty where they are."""
    needed = 10 * oldest[0] + oldest[1]
    return f"sm_{capability} has not what sm_{needed} has" if capability < needed else ""


def recorded_launches(op: Op, shape, dtype, autocast, capability: int) -> list[Launch]:
    """What forward and backward of `op` would launch on a GPU, found on meta tensors: shapes without data."""
    def draw(*size, dtype=dtype):
        return torch.empty(size, dtype=dtype, device="meta")

    arguments = op.inputs(shape, dtype, draw, autocast)
    leaves = [a for a in arguments if isinstance(a, Tensor) and a.requires_grad]
    recorder.launches, recorder.generation = [], capability
    try:
        with torch.autocast("cpu", dtype, enabled=autocast):
            outputs = as_tuple(op.run(*arguments, implementation="triton"))
            if leaves:
                torch.autograd.grad(outputs, leaves, [torch.empty_like(output) for output in outputs])
        return recorder.launches
    finally:
        recorder.launches = None


def compiled(record: Launch, capability: int):
    """The record's kernel compiled for a GPU that need not be here, as a launch does: an integer that is 1 is a constant, and
    multiples of 16 are known as such."""
    arguments = dict(zip(record.kernel.arg_names, record.arguments))
    options = {name: value for name, value in record.constants.items() if name not in record.kernel.arg_names}
    given = {name: value for name, value in record.constants.items() if name not in options}
    constants = given | {name: 1 for name, value in arguments.items() if type(value) is int and value == 1}
    signature, attributes, values = {}, {}, arguments | given
    for place, (name, value) in enumerate(values.items()):
        if name in constants:
            signature[name] = "constexpr"
        elif isinstance(value, Tensor):
            signature[name] = "*" + TYPE_NAMES[value.dtype]
        elif isinstance(value, TensorDescriptor):
            signature[name] = f"tensordesc<{TYPE_NAMES[value.base.dtype]}{list(value.block_shape)}>"
        else:
            signature[name] = "fp32" if isinstance(value, float) else "i32" if abs(value) < 2**31 else "i64"
        if isinstance(value, Tensor) or (isinstance(value, int) and name not in constants and value % 16 == 0):
            attributes[(place,)] = [["tt.divisibility", 16]]
    source = triton.compiler.ASTSource(record.kernel, signature, constants, attributes)
    target = triton.backends.compiler.GPUTarget("cuda", capability, 32)
    return triton.compile(source, target=target, options=options | {"num_warps": record.num_warps, "num_stages": record.num_stages})


def resources(binary) -> dict[str, int]:
    """{"REG": registers a thread, "STACK": bytes a thread, ...}; a stack means that registers spill to memory."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(binary.asm["cubin"])
        file.flush()
        command = [triton.knobs.nvidia.cuobjdump.path, "--dump-resource-usage", file.name]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: int(value) for name, value in re.findall(r"\b([A-Z]+):(\d+)", report)}


def mend_interpreter():
    """Lets a size that a kernel was given stand in `range`: Triton 3.6's interpreter fails there with numpy 2.4, 3.7's does not."""
    from triton.runtime import interpreter
    patch = interpreter._patch_lang

    def mended(function):
        scope = patch(function)
        tl.tensor.__index__ = lambda self: int(self.handle.data.squeeze())
        return scope

    interpreter._patch_lang = mended


if INTERPRETED:
    mend_interpreter()
WIDEN = tl.constexpr(INTERPRETED)


@triton.jit
def after_those_before(DEPENDENT: tl.constexpr):
    """Lets the next kernel begin, which waits here for this one's end; and waits for the end, and for the memory, of the one before."""
    if DEPENDENT:
        tl.extra.cuda.gdc_launch_dependents()
        tl.extra.cuda.gdc_wait()


@triton.jit
def product(a, b, total, PRECISION: tl.constexpr):
    """total + a b, summed in float32; PRECISION is of float32 factors. The interpreter has no bf16 arithmetic: there the factors
    are widened, which is exact."""
    if WIDEN:
        a, b = a.to(tl.float32), b.to(tl.float32)
    return tl.dot(a, b, total, input_precision=PRECISION)


@triton.jit
def rounded(x, dtype: tl.constexpr):
    """float32 x in `dtype`, to the nearest, ties to even. The interpreter cuts bf16 off instead: there it is made by hand."""
    if WIDEN:
        if dtype == tl.bfloat16:
            bits = x.to(tl.int32, bitcast=True)
            x = ((bits + 0x7FFF + ((bits >> 16) & 1)) & -0x10000).to(tl.float32, bitcast=True)
    return x.to(dtype)


@triton.jit
def sigmoid(z, dtype: tl.constexpr):
    """1 / (1 + exp(-z)) of float32 z; where it will be rounded to half precision by an inverse square root, which has no range to be scaled into as a
    quotient has: off by 2^-21 of itself."""
    if dtype == tl.float32:
        share = tl.sigmoid(z)
    else:
        root = tl.rsqrt(1.0 + tl.exp2(-1.4426950408889634 * z))
        share = root * root
    return share


@triton.jit
def linear_tile(x_ptr, weight_ptr, rows, features, x_stride, n_rows, n_features, C, ROWS: tl.constexpr, BLOCK: tl.constexpr,
                STEP: tl.constexpr):
    """A tile (rows, features) of x W^T in float32: x (n_rows, C) with rows x_stride apart, W (n_features, C) contiguous."""
    inner = tl.arange(0, STEP)
    x_ptr += rows[:, None] * x_stride + inner[None, :]
    weight_ptr += features[None, :].to(tl.int64) * C + inner[:, None]
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        x = tl.load(x_ptr + start, mask=(rows < n_rows)[:, None] & (start + inner < C)[None, :], other=0.0)
        weight = tl.load(weight_ptr + start, mask=(features < n_features)[None, :] & (start + inner < C)[:, None], other=0.0)
        total = product(x, weight, total, "ieee")
    return total


@triton.jit
def load_rows(pointer, rows, stride, columns, n_rows, N: tl.constexpr, ONCE: tl.constexpr = False):
    """A tile (rows, columns) of a matrix whose rows are `stride` apart, in float32, 0 outside of (n_rows, N). What is read ONCE, and then by
    nobody, leaves the L2 cache to others."""
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    places = pointer + rows[:, None] * stride + columns[None, :]
    if ONCE:
        tile = tl.load(places, mask=mask, other=0.0, eviction_policy="evict_first")
    else:
        tile = tl.load(places, mask=mask, other=0.0)
    return tile.to(tl.float32)


@triton.jit
def store_rows(pointer, tile, rows, columns, n_rows, N: tl.constexpr):
    """Writes a tile of a contiguous matrix (n_rows, N)."""
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    tl.store(pointer + rows[:, None] * N + columns[None, :], rounded(tile, pointer.dtype.element_ty), mask=mask)


@triton.jit
def column_sums_kernel(x_ptr, y_ptr, y2_ptr, x_stride, n_rows, N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr):
    """y (N,): the sums of BLOCK columns of x (n_rows, N), whose rows are x_stride apart, a program; those of the grid's second row take the
    N columns after these, for y2."""
    after_those_before(DEPENDENT)
    columns, part = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.program_id(1)
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, n_rows, ROWS):
        total += load_rows(x_ptr + part * N, start + tl.arange(0, ROWS).to(tl.int64), x_stride, columns, n_rows, N)
    sums = tl.sum(total, axis=0)
    if part == 0:
        tl.store(y_ptr + columns, rounded(sums, y_ptr.dtype.element_ty), mask=columns < N)
    else:
        tl.store(y2_ptr + columns, rounded(sums, y2_ptr.dtype.element_ty), mask=columns < N)


SUM_COLUMNS = 8     # of float32: the 32 bytes that memory moves at least
SUM_ROWS = 1024


def summed(partial: Tensor, *like: Tensor):
    """What the programs of a kernel left in partial (programs, N), added up in float32 in the same order always, in the dtype of `like` (N,);
    of partial (programs, 2, N) both sums, for two of those.

    One short launch: PyTorch's sum over so many rows and so few columns, and its cast, cost most of a norm's backward.
    """
    programs, N = partial.shape[0], partial.shape[-1]
    totals = tuple(t.new_empty(N) for t in like)
    launch(column_sums_kernel, (triton.cdiv(N, SUM_COLUMNS), len(like)), partial, totals[0], totals[-1], partial.stride(0), programs, N=N,
           ROWS=min(triton.next_power_of_2(max(programs, 1)), SUM_ROWS), BLOCK=SUM_COLUMNS, num_warps=8)
    return totals if len(like) > 1 else totals[0]


NORM_BACKWARDS = {"several": tuple(itertools.product((4, 8, 16), (1, 2, 4), (1, 2, 3))), "one": tuple(itertools.product((4, 8, 16), (1, 2, 4), (1,)))}


def rows_of_tile(N: int) -> str:
    """How many rows of N a norm's tile has."""
    return "several" if N <= TILE // 2 else "one"


# ---- 6. RMSNorm -------------------------------------------------------------------------------------------------
#
#     y = x r w,   r = 1 / sqrt(mean(x^2) + eps)                             over each row of x (..., N); w (N,)
#     dx = r (dy w - x r mean(dy w x r)),   dw = sum over rows of dy x r
#
# Zhang & Sennrich 2019. Forward saves r, one number a row, so that backward reads x once and reduces once.

RMS_WIDEST = 8192           # elements of a row that one program holds in registers; a longer row is a loop
RMS_PER_THREAD = 32   # elements of a tile a thread holds in forward
# of backward, by the rows of a tile: elements of it a thread holds (x, dy, w and dw), programs a
# multiprocessor, each of which sums dw over its share of the rows, and groups of rows on their way at a time
RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 2, 1)}


def rms_norm_torch(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    """The fused eager kernel; it wants a weight of x's dtype."""
    return F.rms_norm(x, weight.shape, weight.to(x.dtype), eps).to(dtype)


def rms_norm_inputs(shape, dtype, draw, autocast):
    """x (M, N), weight (N,), eps. Under autocast the residual stream is float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return draw(M, N, dtype=kept).requires_grad_(), draw(N, dtype=kept).requires_grad_(), 1e-6


@triton.jit
def rms_norm_forward_kernel(x_ptr, weight_ptr, y_ptr, rstd_ptr, x_stride, n_rows, eps,
                            N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr):
    """Each program takes ROWS rows; their first BLOCK elements stay in registers between the sum and the product."""
    after_those_before(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    x = load_rows(x_ptr, rows, x_stride, columns, n_rows, N)
    squares = tl.sum(x * x, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N)
        squares += tl.sum(tail * tail, axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    store_rows(y_ptr, x * rstd[:, None] * weight[None, :], rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N)
        weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)
        store_rows(y_ptr, tail * rstd[:, None] * weight[None, :], rows, start + columns, n_rows, N)


@triton.jit
def rms_norm_backward_kernel(dy_ptr, x_ptr, weight_ptr, rstd_ptr, dx_ptr, partial_ptr, dy_stride, x_stride, n_rows,
                             N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr, DEPENDENT: tl.constexpr):
    """Each program takes every num_programs-th group of ROWS rows and leaves its sum of dy x r in partial (programs, N)."""
    after_those_before(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        normal = load_rows(x_ptr, rows, x_stride, columns, n_rows, N, BLOCK >= N) * rstd
        dot = tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
            dot += tl.sum(tail_dy * tail_weight * tail, axis=1)
        mean = (dot / N)[:, None]
        store_rows(dx_ptr, rstd * (dy * weight - normal * mean), rows, columns, n_rows, N)
        dw += dy * normal
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
            store_rows(dx_ptr, rstd * (tail_dy * tail_weight - tail * mean), rows, start + columns, n_rows, N)
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    for start in range(BLOCK, N, BLOCK):  # a long row's other tiles, one sum at a time, so that each stays in registers
        dw = tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += tail_dy * load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)


def rms_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = min(triton.next_power_of_2(N), RMS_WIDEST)
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def rms_norm_forward(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """(y like x in `dtype`, r (M,))."""
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y, rstd = x.new_empty(x.shape, dtype=dtype), x.new_empty(M, dtype=torch.float32)
    tile = rms_norm_tile(N, RMS_PER_THREAD)
    grid = (triton.cdiv(M, tile["ROWS"]),)
    launch(rms_norm_forward_kernel, grid, x_MN, unit_stride(weight), y, rstd, x_MN.stride(0), M, eps, N=N, **tile)
    return y, rstd


def rms_norm_backward(dy: Tensor, x: Tensor, weight: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, dw like weight): dw as one partial sum a program, then their sum, always in the same order."""
    dy_MN, x_MN = as_rows(dy), as_rows(x)
    M, N = x_MN.shape
    per_thread, per_sm, stages = RMS_BACKWARD[rows_of_tile(N)]
    tile = rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * processors(x.device))
    dx, partial = x.new_empty(x.shape), x.new_empty(programs, N, dtype=torch.float32)
    launch(rms_norm_backward_kernel, (programs,), dy_MN, x_MN, unit_stride(weight), rstd, dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
           N=N, STAGES=stages, **tile)
    return dx, summed(partial, weight)


def rms_norm_fake(x, weight, eps, dtype):
    return x.new_empty(x.shape, dtype=dtype), x.new_empty(x.shape[:-1].numel(), dtype=torch.float32)


def rms_norm_backward_fake(dy, x, weight, rstd):
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


def rms_norm_slack(named, cotangents):
    """dx is a difference of two terms as large as r dy w. In a row of one or two elements they cancel almost wholly
    (at N = 1 all but eps r^2 of them), and what eager happens to lose there is no measure: each term's rounding is."""
    x, weight, dy = (t.detach().double() for t in (named["x"], named["weight"], *cotangents))
    terms = dy * weight / (x.square().mean(-1, keepdim=True) + named["eps"]).sqrt()
    return {"gradient of x": 4 * torch.finfo(named["x"].dtype).eps * terms.abs().max().item() if terms.numel() else 0.0}


rms_norm_triton = differentiable(
    rms_norm_forward, rms_norm_backward, fake=rms_norm_fake, backward_fake=rms_norm_backward_fake, visible=1,
    keep=lambda inputs, outputs: (inputs[0], inputs[1], outputs[1]))


@op(inputs=rms_norm_inputs, data=("x",),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (18, 384), (2, RMS_WIDEST + 900)],
    bench=[(12288, 384), (65536, 512), (65536, 4096), (16384, 768)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]), slack=rms_norm_slack,
    peers={"liger": lambda x, weight, eps: liger("liger_rms_norm")(x, weight, eps, in_place=False)},
    bars=(Bar("forward", "best", 1.0, ((65536, 512), (65536, 4096))), Bar("forward", "copy", 0.85, ((65536, 4096),)),
          Bar("forward + backward", "best", 1.5, ((12288, 384), (65536, 512)))),
    sweep=((16384, 256), (16384, 1024), (16384, 2048), (16384, 8192), (16384, 16384)),
    tiles=lambda shape, size: (Tile("RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
                               Tile("RMS_BACKWARD", NORM_BACKWARDS[rows_of_tile(shape[1])], rows_of_tile(shape[1]))))
def rms_norm(x: Tensor, weight: Tensor, eps: float | None = None, implementation="torch") -> Tensor:
    """Root-mean-square norm of the rows of x (..., N) with weight (N,), as torch.nn.functional.rms_norm.

    eps=None is the machine epsilon of the arithmetic: float32's for half precision. Under autocast the output has
    autocast's dtype in either implementation, else x's. Differentiable in x and weight.
    Raises ValueError for a weight of another shape, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if x.dim() == 0 or weight.shape != x.shape[-1:]:
        raise ValueError(f"rms_norm of x {tuple(x.shape)} needs a weight of its last dimension, not {tuple(weight.shape)}")
    if eps is None:
        eps = torch.finfo(torch.promote_types(x.dtype, torch.float32)).eps
    if implementation == "torch":
        return rms_norm_torch(x, weight, eps, consumed_dtype(x))
    return rms_norm_triton(x, weight, eps, consumed_dtype(x))[0]


class TritonRMSNormLayer(torch.nn.RMSNorm):
    """torch.nn.RMSNorm over one dimension, with a weight, by these kernels; the state dict is the same."""

    def __init__(self, width: int, eps: float | None = None, device=None, dtype=None):
        super().__init__(width, eps, device=device, dtype=dtype)

    def forward(self, x: Tensor) -> Tensor:
        return rms_norm(x, self.weight, self.eps, "triton")


# ---- 7. rotary --------------------------------------------------------------------------------------------------
#
#     (y1, y2) = (x1 cos - x2 sin, x2 cos + x1 sin)        x1, x2: first and second half of a head, angle t theta_i
#     (dx1, dx2) = (dy1 cos + dy2 sin, dy2 cos - dy1 sin)  the inverse rotation: the same kernel with -sin
#
# Su et al. 2021, paired by halves as in NeoX and Llama. q and k go through one launch, which reads each angle once.
# Layout (B, T, H, D): what a projection's view gives, so that nothing is transposed or copied before; any strides do.


ROTARY_PER_THREAD = 4   # elements of a half that a thread holds


def rotary_rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """One tensor (B, T, H, D) rotated by angles (T, 1, D/2) in PyTorch."""
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat([x1 * cos - x2 * sin, x2 * cos + x1 * sin], dim=-1)


def rotary_torch(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    """Eager is fastest with angles of q's dtype: it then moves half-precision data only."""
    cos, sin = cos.to(q.dtype)[:, None], sin.to(q.dtype)[:, None]
    return rotary_rotated(q, cos, sin), rotary_rotated(k, cos, sin)


def rotary_tables(length: int, d_head: int, device=None, base: float = 10000.0) -> tuple[Tensor, Tensor]:
    """cos and sin (length, d_head/2) in float32 of position * theta_i, theta_i = base^(-2i/d_head)."""
    theta = base ** (-torch.arange(0, d_head, 2, dtype=torch.float64, device=device) / d_head)
    angles = torch.outer(torch.arange(length, dtype=torch.float64, device=device), theta)
    return angles.cos().float(), angles.sin().float()


def rotary_inputs(shape, dtype, draw, autocast):
    """q and k (B, T, H, D), cos and sin (T, D/2). Projections give q and k: under autocast they are half precision too."""
    B, T, H, D = shape
    q, k = draw(B, T, H, D).requires_grad_(), draw(B, T, H, D).requires_grad_()
    return q, k, *rotary_tables(T, D, q.device)


@triton.jit
def load_halves(x_ptr, heads, head_stride, columns, H: tl.constexpr, HALF: tl.constexpr):
    """Both halves of the heads of one position, in float32. What is rotated is read by nobody afterwards: others keep the L2 cache."""
    places, mask = x_ptr + heads * head_stride + columns, (heads < H) & (columns < HALF)
    x1 = tl.load(places, mask=mask, other=0.0, eviction_policy="evict_first")
    x2 = tl.load(places + HALF, mask=mask, other=0.0, eviction_policy="evict_first")
    return x1.to(tl.float32), x2.to(tl.float32)


@triton.jit
def store_rotated(y_ptr, x1, x2, heads, columns, cos, sin, H: tl.constexpr, HALF: tl.constexpr):
    """Those halves rotated; y is contiguous."""
    places, mask = y_ptr + heads * 2 * HALF + columns, (heads < H) & (columns < HALF)
    tl.store(places, x1 * cos - x2 * sin, mask=mask)
    tl.store(places + HALF, x2 * cos + x1 * sin, mask=mask)


@triton.jit
def rotary_kernel(q_ptr, k_ptr, cos_ptr, sin_ptr, q_out_ptr, k_out_ptr, q_batch, q_time, q_head, k_batch, k_time, k_head, T,
                  SIGN: tl.constexpr, Q_HEADS: tl.constexpr, K_HEADS: tl.constexpr, HALF: tl.constexpr,
                  HEADS: tl.constexpr, BLOCK: tl.constexpr):
    """One program a position (b, t), HEADS heads of q and of k at a time: k is on its way before q is written, so that the program
    waits for memory once. *_batch, *_time, *_head are strides."""
    position = tl.program_id(0).to(tl.int64)
    b, t = position // T, position % T
    columns = tl.arange(0, BLOCK)[None, :]
    cos = tl.load(cos_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32) * SIGN
    q_ptr += b * q_batch + t * q_time
    k_ptr += b * k_batch + t * k_time
    q_out_ptr += position * Q_HEADS * 2 * HALF
    k_out_ptr += position * K_HEADS * 2 * HALF
    for first in range(0, Q_HEADS if Q_HEADS > K_HEADS else K_HEADS, HEADS):
        heads = first + tl.arange(0, HEADS)[:, None]
        q1, q2 = load_halves(q_ptr, heads, q_head, columns, Q_HEADS, HALF)
        k1, k2 = load_halves(k_ptr, heads, k_head, columns, K_HEADS, HALF)
        store_rotated(q_out_ptr, q1, q2, heads, columns, cos, sin, Q_HEADS, HALF)
        store_rotated(k_out_ptr, k1, k2, heads, columns, cos, sin, K_HEADS, HALF)


def rotate(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, sign: int) -> tuple[Tensor, Tensor]:
    """q and k (B, T, heads, D) rotated forth (sign 1) or back (-1), contiguous."""
    q, k = unit_stride(q), unit_stride(k)
    B, T, H, D = q.shape
    out_q, out_k = q.new_empty(q.shape), k.new_empty(k.shape)
    BLOCK = triton.next_power_of_2(D // 2)
    HEADS = max(min(triton.next_power_of_2(max(H, k.shape[2])), TILE // BLOCK), 1)
    launch(rotary_kernel, (B * T,), q, k, cos.contiguous(), sin.contiguous(), out_q, out_k, *q.stride()[:3], *k.stride()[:3], T,
           SIGN=sign, Q_HEADS=H, K_HEADS=k.shape[2], HALF=D // 2, HEADS=HEADS, BLOCK=BLOCK,
           num_warps=warps_for(HEADS * BLOCK, ROTARY_PER_THREAD))
    return out_q, out_k


def rotary_forward(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(q, k, cos, sin, 1)


def rotary_backward(dq: Tensor, dk: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(dq, dk, cos, sin, -1)


def rotary_fake(q, k, cos, sin):
    return q.new_empty(q.shape), k.new_empty(k.shape)


rotary_triton = differentiable(
    rotary_forward, rotary_backward, fake=rotary_fake, backward_fake=rotary_fake, visible=2,
    keep=lambda inputs, outputs: inputs[2:])


@op(inputs=rotary_inputs, data=("q", "k"),
    cases=[(1, 1, 1, 2), (2, 2, 3, 14), (0, 4, 2, 8), (1, 3, 8, 48), (2, 1, 12, 64), (1, 1, 40, 256)],
    bench=[(24, 512, 8, 48), (32, 512, 12, 64), (8, 2048, 16, 128)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.d_head),
    traffic=lambda shape, size: (4 * size * shape[0] * shape[1] * shape[2] * shape[3],) * 2,
    peers={"liger": lambda q, k, cos, sin: tuple(t.transpose(1, 2) for t in liger("liger_rope")(
        q.transpose(1, 2), k.transpose(1, 2), cos.repeat(1, 2)[None], sin.repeat(1, 2)[None]))},
    bars=(Bar("forward + backward", "best", 1.3),), sweep=((8, 512, 16, 128), (8, 1024, 16, 128), (8, 4096, 16, 128)),
    tiles=lambda shape, size: (Tile("ROTARY_PER_THREAD", (2, 4, 8, 16)),))
def rotary(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, implementation="torch") -> tuple[Tensor, Tensor]:
    """Rotary positions on q (B, T, H, D) and k (B, T, any number of heads, D) with cos and sin (T, D/2), paired by halves.

    Position t of q and k takes row t of the tables (`rotary_tables`, or rows of it from a later position on). The
    outputs are contiguous, in the dtypes of q and k. Differentiable in q and k, not in the angles.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, q, k)
    B, T, _, D = q.shape
    if D % 2 or (B, T, D) != (k.shape[0], k.shape[1], k.shape[3]) or not cos.shape == sin.shape == (T, D // 2):
        raise ValueError(f"rotary of q {tuple(q.shape)} and k {tuple(k.shape)} takes (B, T, heads, D) with D even, and cos, sin of "
                         f"(T, D/2), not {tuple(cos.shape)}, {tuple(sin.shape)}")
    if cos.requires_grad or sin.requires_grad:
        raise ValueError("rotary does not differentiate its angles")
    return rotary_torch(q, k, cos, sin) if implementation == "torch" else rotary_triton(q, k, cos, sin)


# ---- 8. residual add + RMSNorm ----------------------------------------------------------------------------------
#
#     u = x + residual,   y = u r w,   r = 1 / sqrt(mean(u^2) + eps)         over each row of u (..., N); w (N,)
#     dx = dresidual = du + r (dy w - u r mean(dy w u r)),   dw = sum over rows of dy u r
#
# A block's branch x joins the stream and the next branch's input y leaves, in one pass: u is written once and never
# read back. Backward likewise adds the stream's own gradient du. u is rounded before it is normed, so that backward,
# which reads the stored u, is the derivative of what forward did. Both inputs share one gradient; it is written twice
# only where their dtypes differ (under autocast: x half, the stream float32).

ADD_RMS_WIDEST = 8192          # elements of a row that one program holds in registers
ADD_RMS_LONG = 2048            # elements of a tile of a longer row, which is a loop
ADD_RMS_PER_THREAD = 16   # elements of a tile a thread holds in forward
# of backward, by the rows of a tile: elements of it a thread holds (u, dy, du, w and dw at once), programs a multiprocessor, each of which
# sums dw over its share of the rows, and groups of rows on their way at a time
ADD_RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 4, 1)}


def add_rms_norm_torch(x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """(y, u) with the fused eager norm, which wants a weight of u's dtype."""
    u = residual + x
    return F.rms_norm(u, weight.shape, weight.to(u.dtype), eps).to(dtype), u


def add_rms_norm_inputs(shape, dtype, draw, autocast):
    """x (M, N) of a branch, residual (M, N), weight (N,), eps. Under autocast residual and weight are float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return draw(M, N).requires_grad_(), draw(M, N, dtype=kept).requires_grad_(), draw(N, dtype=kept).requires_grad_(), 1e-6


@triton.jit
def load_sum(x_ptr, residual_ptr, rows, x_stride, residual_stride, columns, n_rows, N: tl.constexpr, dtype: tl.constexpr):
    """A tile of u = x + residual, rounded to u's dtype."""
    u = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) + load_rows(residual_ptr, rows, residual_stride, columns, n_rows, N)
    return rounded(u, dtype).to(tl.float32)


@triton.jit
def add_rms_norm_forward_kernel(x_ptr, residual_ptr, weight_ptr, y_ptr, u_ptr, rstd_ptr, x_stride, residual_stride, n_rows, eps,
                                N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr):
    """Each program takes ROWS rows; their first BLOCK elements stay in registers between the sum and the product."""
    after_those_before(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    u = load_sum(x_ptr, residual_ptr, rows, x_stride, residual_stride, columns, n_rows, N, u_ptr.dtype.element_ty)
    store_rows(u_ptr, u, rows, columns, n_rows, N)
    squares = tl.sum(u * u, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        tail = load_sum(x_ptr, residual_ptr, rows, x_stride, residual_stride, start + columns, n_rows, N, u_ptr.dtype.element_ty)
        store_rows(u_ptr, tail, rows, start + columns, n_rows, N)
        squares += tl.sum(tail * tail, axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    store_rows(y_ptr, u * rstd[:, None] * weight[None, :], rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = load_sum(x_ptr, residual_ptr, rows, x_stride, residual_stride, start + columns, n_rows, N, u_ptr.dtype.element_ty)
        weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)
        store_rows(y_ptr, tail * rstd[:, None] * weight[None, :], rows, start + columns, n_rows, N)


@triton.jit
def store_sum_gradient(dresidual_ptr, dx_ptr, tile, rows, columns, n_rows, N: tl.constexpr, TWICE: tl.constexpr):
    store_rows(dresidual_ptr, tile, rows, columns, n_rows, N)
    if TWICE:
        store_rows(dx_ptr, tile, rows, columns, n_rows, N)


@triton.jit
def add_rms_norm_backward_kernel(dy_ptr, du_ptr, u_ptr, weight_ptr, rstd_ptr, dresidual_ptr, dx_ptr, partial_ptr, dy_stride, du_stride,
                                 n_rows, N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, TWICE: tl.constexpr, STAGES: tl.constexpr,
                                 DEPENDENT: tl.constexpr):
    """Each program takes every num_programs-th group of ROWS rows and leaves its sum of dy u r in partial (programs, N)."""
    after_those_before(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        du = load_rows(du_ptr, rows, du_stride, columns, n_rows, N, BLOCK >= N)
        normal = load_rows(u_ptr, rows, N, columns, n_rows, N, BLOCK >= N) * rstd
        dot = tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dot += tl.sum(tail_dy * tail_weight * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd, axis=1)
        mean = (dot / N)[:, None]
        store_sum_gradient(dresidual_ptr, dx_ptr, du + rstd * (dy * weight - normal * mean), rows, columns, n_rows, N, TWICE)
        dw += dy * normal
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail_du = load_rows(du_ptr, rows, du_stride, start + columns, n_rows, N)
            tail = load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
            store_sum_gradient(dresidual_ptr, dx_ptr, tail_du + rstd * (tail_dy * tail_weight - tail * mean), rows, start + columns, n_rows,
                               N, TWICE)
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    for start in range(BLOCK, N, BLOCK):  # a long row's other tiles, one sum at a time, so that each stays in registers
        dw = tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += tail_dy * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)


def add_rms_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = triton.next_power_of_2(N) if N <= ADD_RMS_WIDEST else ADD_RMS_LONG
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def add_rms_norm_fake(x, residual, weight, eps, dtype):
    shape, rows = residual.shape, residual.shape[:-1].numel()
    return x.new_empty(shape, dtype=dtype), residual.new_empty(shape), residual.new_empty(rows, dtype=torch.float32), x.new_empty(0)


def add_rms_norm_forward(x: Tensor, residual: Tensor, weight: Tensor, eps: float,
                         dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(y in `dtype`, u like residual, r (M,), nothing in x's dtype: all that backward has to know of x)."""
    x_MN, residual_MN = as_rows(x), as_rows(residual)
    M, N = x_MN.shape
    y, u, rstd, like_x = add_rms_norm_fake(x, residual, weight, eps, dtype)
    tile = add_rms_norm_tile(N, ADD_RMS_PER_THREAD)
    launch(add_rms_norm_forward_kernel, (triton.cdiv(M, tile["ROWS"]),), x_MN, residual_MN, unit_stride(weight), y, u, rstd,
           x_MN.stride(0), residual_MN.stride(0), M, eps, N=N, **tile)
    return y, u, rstd, like_x


def add_rms_norm_backward_fake(dy, du, u, weight, rstd, like_x):
    return like_x.new_empty(0 if like_x.dtype == u.dtype else u.shape), u.new_empty(u.shape), weight.new_empty(weight.shape)


def add_rms_norm_backward(dy: Tensor, du: Tensor, u: Tensor, weight: Tensor, rstd: Tensor,
                          like_x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(dx in x's dtype, or nothing where it is dresidual; dresidual; dw as one partial sum a program, then their sum)."""
    dy_MN, du_MN = as_rows(dy), as_rows(du)
    M, N = dy_MN.shape
    dx, dresidual, dw = add_rms_norm_backward_fake(dy, du, u, weight, rstd, like_x)
    per_thread, per_sm, stages = ADD_RMS_BACKWARD[rows_of_tile(N)]
    tile = add_rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * processors(u.device))
    partial = u.new_empty(programs, N, dtype=torch.float32)
    launch(add_rms_norm_backward_kernel, (programs,), dy_MN, du_MN, u, unit_stride(weight), rstd, dresidual, dx, partial, dy_MN.stride(0),
           du_MN.stride(0), M, N=N, TWICE=like_x.dtype != u.dtype, STAGES=stages, **tile)
    return dx, dresidual, summed(partial, weight)


def add_rms_norm_slack(named, cotangents):
    """That of RMSNorm at u: each term of the difference is rounded, and they may cancel."""
    slack = rms_norm_slack({**named, "x": named["x"].detach() + named["residual"].detach()}, cotangents[:1]).get("gradient of x", 0.0)
    return {"gradient of x": slack, "gradient of residual": slack}


add_rms_norm_triton = differentiable(
    add_rms_norm_forward, add_rms_norm_backward, fake=add_rms_norm_fake, backward_fake=add_rms_norm_backward_fake, visible=2,
    keep=lambda inputs, outputs: (outputs[1], inputs[2], outputs[2], outputs[3]),
    spread=lambda dx, dresidual, dw: (dresidual if dx.dtype == dresidual.dtype else dx, dresidual, dw))


@op(inputs=add_rms_norm_inputs, data=("x", "residual"),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (2, ADD_RMS_WIDEST + 900)],
    bench=[(12288, 384), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (4 * size * shape[0] * shape[1], 4 * size * shape[0] * shape[1]), slack=add_rms_norm_slack,
    peers={"liger": lambda x, residual, weight, eps: liger("liger_fused_add_rms_norm")(x, residual, weight, eps, in_place=False)},
    bars=(Bar("forward + backward", "best", 1.3),), sweep=((16384, 1024), (16384, 2048), (16384, 8192)),
    tiles=lambda shape, size: (Tile("ADD_RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
                               Tile("ADD_RMS_BACKWARD", NORM_BACKWARDS[rows_of_tile(shape[1])], rows_of_tile(shape[1]))))
def add_rms_norm(x: Tensor, residual: Tensor, weight: Tensor, eps: float | None = None, implementation="torch") -> tuple[Tensor, Tensor]:
    """(y, u): u = x + residual in residual's dtype, y = its RMSNorm with weight (N,), in one pass over x (..., N).

    eps=None and the dtype of y are as in `rms_norm`. Differentiable in x, residual and weight, through y and u.
    Raises ValueError for shapes that do not fit, a residual narrower than x, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, residual, weight)
    if x.dim() == 0 or x.shape != residual.shape or weight.shape != x.shape[-1:]:
        raise ValueError(f"add_rms_norm needs x and residual of one shape and a weight of their last dimension, not {tuple(x.shape)}, "
                         f"{tuple(residual.shape)}, {tuple(weight.shape)}")
    if torch.promote_types(x.dtype, residual.dtype) != residual.dtype:
        raise ValueError(f"add_rms_norm adds x to a residual that holds its dtype, not {x.dtype} to {residual.dtype}")
    if eps is None:
        eps = torch.finfo(torch.promote_types(residual.dtype, torch.float32)).eps
    if implementation == "torch":
        return add_rms_norm_torch(x, residual, weight, eps, consumed_dtype(x))
    return add_rms_norm_triton(x, residual, weight, eps, consumed_dtype(x))


# ---- 9. LayerNorm -----------------------------------------------------------------------------------------------
#
#     y = n w + b,   n = (x - m) r,   m = mean(x),   r = 1 / sqrt(mean((x - m)^2) + eps)        over each row of x (..., N)
#     dx = r (dy w - mean(dy w) - n mean(dy w n)),   dw = sum over rows of dy n,   db = sum over rows of dy
#
# Ba, Kiros & Hinton 2016. The variance is that of x - m, never mean(x^2) - m^2, which cancels. Forward saves m and r.

LAYER_NORM_WIDEST = 8192         # elements of a row that one program holds in registers
LAYER_NORM_LONG = 2048           # elements of a tile of a longer row, which is a loop
LAYER_NORM_PER_THREAD = {"several": 32, "one": 16}   # elements of a tile a thread holds in forward, by the rows of a tile
# of backward, by the rows of a tile: elements of it a thread holds (x, dy, w, dw and db at once), programs a multiprocessor, each of which
# sums dw and db over its share of the rows, and groups of rows on their way at a time
LAYER_NORM_BACKWARD = {"several": (16, 4, 3), "one": (16, 2, 1)}


def layer_norm_torch(x: Tensor, weight: Tensor, bias: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    """The fused eager kernel; it wants a weight and a bias of x's dtype."""
    return F.layer_norm(x, weight.shape, weight.to(x.dtype), bias.to(x.dtype), eps).to(dtype)


def layer_norm_inputs(shape, dtype, draw, autocast):
    """x (M, N), weight (N,), bias (N,), eps. Under autocast the residual stream is float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return draw(M, N, dtype=kept).requires_grad_(), *(draw(N, dtype=kept).requires_grad_() for _ in range(2)), 1e-5


@triton.jit
def load_columns(pointer, columns, N: tl.constexpr):
    """One value a column, as a row of a tile, in float32."""
    return tl.load(pointer + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]


@triton.jit
def layer_norm_forward_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, mean_ptr, rstd_ptr, x_stride, n_rows, eps,
                              N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr):
    """Each program takes ROWS rows; their first BLOCK elements are read once. A longer row is read thrice."""
    after_those_before(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    x = load_rows(x_ptr, rows, x_stride, columns, n_rows, N)
    total = tl.sum(x, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        total += tl.sum(load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N), axis=1)
    mean = (total / N)[:, None]
    centred = tl.where(columns[None, :] < N, x - mean, 0.0)
    squares = tl.sum(centred * centred, axis=1)
    for start in range(BLOCK, N, BLOCK):
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean
        squares += tl.sum(tl.where(start + columns[None, :] < N, tail * tail, 0.0), axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(mean_ptr + rows, total / N, mask=rows < n_rows)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    y = centred * rstd[:, None] * load_columns(weight_ptr, columns, N) + load_columns(bias_ptr, columns, N)
    store_rows(y_ptr, y, rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd[:, None]
        y = tail * load_columns(weight_ptr, start + columns, N) + load_columns(bias_ptr, start + columns, N)
        store_rows(y_ptr, y, rows, start + columns, n_rows, N)


@triton.jit
def layer_norm_backward_kernel(dy_ptr, x_ptr, weight_ptr, mean_ptr, rstd_ptr, dx_ptr, partial_ptr, dy_stride, x_stride, n_rows,
                               N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr, DEPENDENT: tl.constexpr):
    """Each program takes every num_programs-th group of ROWS rows and leaves its dw and db in partial (programs, 2, N).

    Beyond the row dy is 0, so that what the centred x is there does not count.
    """
    after_those_before(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * 2 * N
    weight = load_columns(weight_ptr, columns, N)
    dw, db = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        mean = tl.load(mean_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        normal = (load_rows(x_ptr, rows, x_stride, columns, n_rows, N, BLOCK >= N) - mean) * rstd
        flat, dot = tl.sum(dy * weight, axis=1), tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            slope = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N) * load_columns(weight_ptr, start + columns, N)
            flat += tl.sum(slope, axis=1)
            dot += tl.sum(slope * (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd, axis=1)
        flat, dot = (flat / N)[:, None], (dot / N)[:, None]
        store_rows(dx_ptr, rstd * (dy * weight - flat - normal * dot), rows, columns, n_rows, N)
        dw += dy * normal
        db += dy
        for start in range(BLOCK, N, BLOCK):
            slope = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N) * load_columns(weight_ptr, start + columns, N)
            tail = (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd
            store_rows(dx_ptr, rstd * (slope - flat - tail * dot), rows, start + columns, n_rows, N)
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    tl.store(partial_ptr + N + columns, tl.sum(db, axis=0), mask=columns < N)
    for start in range(BLOCK, N, BLOCK):  # a long row's other tiles, one sum at a time, so that each stays in registers
        dw, db = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            mean = tl.load(mean_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += dy * (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd
            db += dy
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)
        tl.store(partial_ptr + N + start + columns, tl.sum(db, axis=0), mask=start + columns < N)


def layer_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = triton.next_power_of_2(N) if N <= LAYER_NORM_WIDEST else LAYER_NORM_LONG
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def layer_norm_fake(x, weight, bias, eps, dtype):
    rows = x.shape[:-1].numel()
    return x.new_empty(x.shape, dtype=dtype), x.new_empty(rows, dtype=torch.float32), x.new_empty(rows, dtype=torch.float32)


def layer_norm_forward(x: Tensor, weight: Tensor, bias: Tensor, eps: float, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
    """(y like x in `dtype`, m (M,), r (M,))."""
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y, mean, rstd = layer_norm_fake(x, weight, bias, eps, dtype)
    tile = layer_norm_tile(N, LAYER_NORM_PER_THREAD[rows_of_tile(N)])
    launch(layer_norm_forward_kernel, (triton.cdiv(M, tile["ROWS"]),), x_MN, unit_stride(weight), unit_stride(bias), y, mean, rstd,
           x_MN.stride(0), M, eps, N=N, **tile)
    return y, mean, rstd


def layer_norm_backward(dy: Tensor, x: Tensor, weight: Tensor, bias: Tensor, mean: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(dx, dw, db), each like its input: dw and db as one partial sum a program, then their sum, always in the same order."""
    dy_MN, x_MN = as_rows(dy), as_rows(x)
    M, N = x_MN.shape
    per_thread, per_sm, stages = LAYER_NORM_BACKWARD[rows_of_tile(N)]
    tile = layer_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * processors(x.device))
    dx, partial = x.new_empty(x.shape), x.new_empty(programs, 2, N, dtype=torch.float32)
    launch(layer_norm_backward_kernel, (programs,), dy_MN, x_MN, unit_stride(weight), mean, rstd, dx, partial, dy_MN.stride(0),
           x_MN.stride(0), M, N=N, STAGES=stages, **tile)
    return dx, *summed(partial, weight, bias)


def layer_norm_backward_fake(dy, x, weight, bias, mean, rstd):
    return x.new_empty(x.shape), weight.new_empty(weight.shape), bias.new_empty(bias.shape)


def layer_norm_slack(named, cotangents):
    """dx is a difference of three terms as large as r dy w, which cancel wholly at N = 1 and almost at N = 2: see `rms_norm_slack`."""
    x, weight, dy = (t.detach().double() for t in (named["x"], named["weight"], *cotangents))
    terms = dy * weight / ((x - x.mean(-1, keepdim=True)).square().mean(-1, keepdim=True) + named["eps"]).sqrt()
    return {"gradient of x": 4 * torch.finfo(named["x"].dtype).eps * terms.abs().max().item() if terms.numel() else 0.0}


layer_norm_triton = differentiable(
    layer_norm_forward, layer_norm_backward, fake=layer_norm_fake, backward_fake=layer_norm_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:3], *outputs[1:]))


@op(inputs=layer_norm_inputs, data=("x",),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (3, LAYER_NORM_WIDEST), (2, LAYER_NORM_WIDEST + 900)],
    bench=[(12288, 384), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]), slack=layer_norm_slack,
    peers={"liger": lambda x, weight, bias, eps: liger("liger_layer_norm")(x, weight, bias, eps)},
    bars=(Bar("forward + backward", "best", 1.3),), sweep=((16384, 1024), (16384, 2048), (16384, 8192)),
    tiles=lambda shape, size: (Tile("LAYER_NORM_PER_THREAD", (4, 8, 16, 32), rows_of_tile(shape[1]), "forward"),
                               Tile("LAYER_NORM_BACKWARD", NORM_BACKWARDS[rows_of_tile(shape[1])], rows_of_tile(shape[1]))))
def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5, implementation="torch") -> Tensor:
    """Layer norm of the rows of x (..., N) with weight and bias (N,), as torch.nn.functional.layer_norm.

    Under autocast the output has autocast's dtype in either implementation, else x's. Differentiable in x, weight, bias.
    Raises ValueError for a weight or bias of another shape, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight, bias)
    if x.dim() == 0 or not weight.shape == bias.shape == x.shape[-1:]:
        raise ValueError(f"layer_norm of x {tuple(x.shape)} needs a weight and a bias of its last dimension, not {tuple(weight.shape)}, "
                         f"{tuple(bias.shape)}")
    if implementation == "torch":
        return layer_norm_torch(x, weight, bias, eps, consumed_dtype(x))
    return layer_norm_triton(x, weight, bias, eps, consumed_dtype(x))[0]


class TritonLayerNorm(torch.nn.LayerNorm):
    """torch.nn.LayerNorm over one dimension, with weight and bias, by these kernels; the state dict is the same."""

    def __init__(self, width: int, eps: float = 1e-5, device=None, dtype=None):
        super().__init__(width, eps, device=device, dtype=dtype)

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, self.weight, self.bias, self.eps, "triton")


# ---- 10. bias + GELU --------------------------------------------------------------------------------------------
#
#     y = z P(z),   z = x + b,   P(z) = (1 + erf(z / sqrt 2)) / 2                               x (..., N), b (N,)
#     dx = dy (P(z) + z p(z)),   p(z) = exp(-z^2 / 2) / sqrt(2 pi),   db = sum over rows of dx
#
# Hendrycks & Gimpel 2016, the exact form. Only x is saved. The error function would cost more time than the memory, so
# where results are rounded to half precision (fp16: by 2^-11 of themselves) there is one exponential and one polynomial
# of degree 7 in a = |z|, of least greatest error on [0, 6] (reweighted least squares, in float64), where P(-6) = 1e-9:
#   forward    P(-a) = 2^q(a), y = max(z, 0) - a P(-a), with q for log2 P(-a) to 2^-18.2 / ln 2. So y is off by 2^-18.2 of
#              min(y, 0), and float32's rounding of q, of at most 2^-18. Beyond 6 q falls on, and what is left is less than 6e-9
#   backward   P(-a) - a p(a) = exp(-a^2 / 2) w(a), w for P(-a) / exp(-a^2 / 2) - a / sqrt(2 pi), its error weighted by the
#              exponential before it: 2^-17.9 at most, everywhere; the slope at z > 0 is 1 less that at -z
# float32 takes erf itself.

GELU_FORWARD = 2048, 16            # columns of the widest tile, elements of it that a thread holds
GELU_BACKWARD = 2048, 8, 4, 3      # those, programs a multiprocessor, each of which sums db over its rows, and groups of rows on their way
GELU_FARTHEST = tl.constexpr(16.0)   # from 0 in float32: there P is 0 or 1, whatever z


def bias_gelu_torch(x: Tensor, bias: Tensor) -> Tensor:
    return F.gelu(x + bias.to(x.dtype))


def bias_gelu_inputs(shape, dtype, draw, autocast):
    """x (M, N) of a projection, half precision under autocast too; bias (N,), float32 there."""
    M, N = shape
    return draw(M, N).requires_grad_(), draw(N, dtype=torch.float32 if autocast else dtype).requires_grad_()


@triton.jit
def distance(z):
    """|z|, at most GELU_FARTHEST, so that inf times a probability of 0 is not asked for; NaN stays."""
    return tl.minimum(tl.abs(z), GELU_FARTHEST, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def gelu(z, EXACT: tl.constexpr):
    """z P(z)"""
    if EXACT:
        y = z * (0.5 + 0.5 * tl.math.erf(z * 0.7071067811865476))
    else:
        a = distance(z)
        q = -0.0539600677 + a * (0.00850789014 + a * (-0.000930524641 + a * (6.15982667e-05 - a * 1.83481006e-06)))
        y = tl.maximum(z, 0.0) - a * tl.exp2(-0.999995295 + a * (-1.15125104 + a * (-0.458464395 + a * q)))
    return y


@triton.jit
def gelu_slope(z, EXACT: tl.constexpr):
    """P(z) + z p(z)"""
    if EXACT:
        slope = 0.5 + 0.5 * tl.math.erf(z * 0.7071067811865476) + z * (0.3989422804014327 * tl.exp(-0.5 * z * z))
    else:
        a = distance(z)
        w = -0.125826942 + a * (0.0499400305 + a * (-0.0139236008 + a * (0.00231906914 - a * 0.000168557288)))
        below = tl.exp2(-0.7213475204444817 * a * a) * (0.499996039 + a * (-0.797662377 + a * (0.247959642 + a * w)))
        slope = tl.where(z < 0, below, 1.0 - below)
    return slope


@triton.jit
def bias_gelu_forward_kernel(x_ptr, bias_ptr, y_ptr, x_stride, n_rows, N: tl.constexpr, EXACT: tl.constexpr,
                             ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """One tile a program: (rows, columns) of the grid."""
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    bias = tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) + bias
    store_rows(y_ptr, gelu(z, EXACT), rows, columns, n_rows, N)


@triton.jit
def bias_gelu_backward_kernel(dy_ptr, x_ptr, bias_ptr, dx_ptr, partial_ptr, dy_stride, x_stride, n_rows,
                              N: tl.constexpr, EXACT: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    """Each program takes every num_programs-th group of ROWS rows of its columns; partial (programs, N) gets its sums of dx."""
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    bias = tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    db = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        z = load_rows(x_ptr, rows, x_stride, columns, n_rows, N, True) + bias
        dx = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, True) * gelu_slope(z, EXACT)
        store_rows(dx_ptr, dx, rows, columns, n_rows, N)
        db += dx   # beyond the last row dy is 0
    tl.store(partial_ptr + tl.program_id(0).to(tl.int64) * N + columns, tl.sum(db, axis=0), mask=columns < N)


def bias_gelu_tile(N: int, columns: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = min(triton.next_power_of_2(N), columns)
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def bias_gelu_forward(x: Tensor, bias: Tensor) -> Tensor:
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y, tile = x.new_empty(x.shape), bias_gelu_tile(N, *GELU_FORWARD)
    grid = triton.cdiv(M, tile["ROWS"]), triton.cdiv(N, tile["BLOCK"])
    launch(bias_gelu_forward_kernel, grid, x_MN, unit_stride(bias), y, x_MN.stride(0), M, N=N, EXACT=x.dtype == torch.float32, **tile)
    return y


def bias_gelu_backward(dy: Tensor, x: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, db like bias): db as one partial sum a program, then their sum, always in the same order."""
    dy_MN, x_MN = as_rows(dy), as_rows(x)
    M, N = x_MN.shape
    columns, per_thread, per_sm, stages = GELU_BACKWARD
    tile = bias_gelu_tile(N, columns, per_thread)
    across = triton.cdiv(N, tile["BLOCK"])
    down = min(triton.cdiv(M, tile["ROWS"]), triton.cdiv(per_sm * processors(x.device), across))
    dx, partial = x.new_empty(x.shape), x.new_empty(down, N, dtype=torch.float32)
    launch(bias_gelu_backward_kernel, (down, across), dy_MN, x_MN, unit_stride(bias), dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
           N=N, EXACT=x.dtype == torch.float32, STAGES=stages, **tile)
    return dx, summed(partial, bias)


def bias_gelu_fake(x, bias):
    return x.new_empty(x.shape)


def bias_gelu_backward_fake(dy, x, bias):
    return x.new_empty(x.shape), bias.new_empty(bias.shape)


bias_gelu_triton = differentiable(
    bias_gelu_forward, bias_gelu_backward, fake=bias_gelu_fake, backward_fake=bias_gelu_backward_fake, visible=1,
    keep=lambda inputs, outputs: inputs)


@op(inputs=bias_gelu_inputs, data=("x",), cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (2, GELU_FORWARD[0] + 700)],
    bench=[(65536, 2048), (12288, 1536)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_ff),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]),
    bars=(Bar("forward + backward", "copy", 0.85, ((65536, 2048),)), Bar("forward", "copy", 0.85, ((65536, 2048),))),
    sweep=((8192, 2048), (16384, 2048), (32768, 2048)),
    tiles=lambda shape, size: (Tile("GELU_FORWARD", tuple(itertools.product((512, 2048), (8, 16, 32))), None, "forward"),
                               Tile("GELU_BACKWARD", tuple(itertools.product((512, 2048), (8, 16), (4, 8, 16), (1, 2, 3))))))
def bias_gelu(x: Tensor, bias: Tensor, implementation="torch") -> Tensor:
    """Exact GELU of x + bias, x (..., N), bias (N,), in x's dtype: what follows a matrix product without a bias of its own.

    Differentiable in both. Raises ValueError for a bias of another shape, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, bias)
    if x.dim() == 0 or bias.shape != x.shape[-1:]:
        raise ValueError(f"bias_gelu of x {tuple(x.shape)} needs a bias of its last dimension, not {tuple(bias.shape)}")
    return bias_gelu_torch(x, bias) if implementation == "torch" else bias_gelu_triton(x, bias)[0]


class TritonLinearGELU(torch.nn.Sequential):
    """torch.nn.Sequential(Linear, GELU) whose bias joins the GELU; the state dict is the same."""

    def __init__(self, width: int, out: int, device=None, dtype=None):
        super().__init__(torch.nn.Linear(width, out, device=device, dtype=dtype), torch.nn.GELU())

    def forward(self, x: Tensor) -> Tensor:
        return bias_gelu(F.linear(x, self[0].weight), self[0].bias, "triton")


# ---- 11. linear + cross-entropy ---------------------------------------------------------------------------------
#
#     L = scale sum_i (lse_i - z_i,t_i),   z = x W^T,   lse_i = log sum_v exp z_iv          x (M, C), W (V, C), t (M,)
#     G_iv = exp(z_iv - lse_i) - [v = t_i],   dx = scale dL G W,   dW = scale dL G^T x
#
# over the rows whose target counts; scale is 1 / their number (mean) or 1 (sum). After Hsu et al. 2024 (Liger Kernel)
# and Wijmans et al. 2024: the rows go in chunks, whose logits stand in x's dtype and are overwritten by G, so that no
# more than one chunk exists. A loss has one gradient up to a factor: forward makes it while the logits are there, and
# backward multiplies. G is stored without `scale`, with which it would underflow in fp16; dW is summed in float32.

LCE_CHUNK = 400 << 20    # bytes of logits that exist at a time: each further chunk reads and writes dW once more
LCE_SHORT = 8192         # logits a row, up to which the kernel takes the "short" tile
LCE_TILES = {"short": (2048, 8), "long": (8192, 32)}   # logits a step of the kernel, warps: many, so that few rows at a time are on a
                                                       # multiprocessor and their second reading finds them in the L2 cache
LCE_LANE = 8             # neighbouring logits that share one running maximum: 16 bytes of half precision, one thread's load
LCE_FLOOR = -3.0e38      # below every logit, and finite, so that no difference is inf - inf


def linear_cross_entropy_torch(x: Tensor, weight: Tensor, target: Tensor, ignore_index: int, reduction: str) -> Tensor:
    logits = F.linear(x, weight)
    return F.cross_entropy(logits.to(torch.promote_types(logits.dtype, torch.float32)), target, ignore_index=ignore_index, reduction=reduction)


def linear_cross_entropy_inputs(shape, dtype, draw, autocast):
    """x (M, C), W (V, C) / sqrt C, targets (M,) of which every third is ignored; the sum where M is odd, else the mean."""
    M, C, V = shape
    x, weight = draw(M, C), draw(V, C, dtype=torch.float32 if autocast else dtype) / C**0.5
    target = torch.arange(M, device=x.device) * 7919 % V
    target[2::3] = -100
    return x.requires_grad_(), weight.requires_grad_(), target, -100, "sum" if M % 2 else "mean"


@triton.jit
def load_logits(pointer, start, V: tl.constexpr, BLOCK: tl.constexpr, LANE: tl.constexpr):
    """(columns, logits) of one step as (BLOCK / LANE, LANE), -inf beyond the vocabulary."""
    columns = start + tl.arange(0, BLOCK // LANE)[:, None] * LANE + tl.arange(0, LANE)[None, :]
    return columns, tl.load(pointer + columns, mask=columns < V, other=float("-inf")).to(tl.float32)


@triton.jit
def cross_entropy_kernel(logits_ptr, target_ptr, loss_ptr, logits_stride, ignore_index, V: tl.constexpr, BLOCK: tl.constexpr,
                         LANE: tl.constexpr, FLOOR: tl.constexpr, GRADIENT: tl.constexpr):
    """One program a row: one pass for its maximum and its sum of exponentials, one that replaces the logits by G.

    Every LANE of neighbours keeps a maximum and a sum of its own (Milakov & Gimelshein 2018): a step has no reduction
    across threads, and one exponential more than its logits. A target outside of the vocabulary gives NaN.
    """
    row = tl.program_id(0).to(tl.int64)
    logits_ptr += row * logits_stride
    target = tl.load(target_ptr + row)
    counts = target != ignore_index
    z_target = tl.load(logits_ptr + target, mask=(target >= 0) & (target < V), other=float("nan")).to(tl.float32)
    top, total = tl.full([BLOCK // LANE], FLOOR, tl.float32), tl.zeros([BLOCK // LANE], tl.float32)
    for start in range(0, V, BLOCK):
        _, z = load_logits(logits_ptr, start, V, BLOCK, LANE)
        higher = tl.maximum(top, tl.max(z, axis=1))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(z - higher[:, None]), axis=1)
        top = higher
    highest = tl.max(top, axis=0)
    excess = tl.log(tl.sum(total * tl.exp(top - highest), axis=0))   # lse - highest; kept apart, since z - highest is exact
    tl.store(loss_ptr + row, tl.where(counts, excess - (z_target - highest), 0.0))
    if GRADIENT:
        tl.debug_barrier()  # every thread has read z_target before one overwrites it
        for start in range(0, V, BLOCK):
            columns, z = load_logits(logits_ptr, start, V, BLOCK, LANE)
            g = tl.exp(z - highest - excess) - tl.where(columns == target, 1.0, 0.0)
            tl.store(logits_ptr + columns, tl.where(counts, g, 0.0), mask=columns < V)


def add_product(total: Tensor, a: Tensor, b: Tensor, first: bool):
    """total += a b in float32, or total = a b where it is the `first`; on a GPU the factors stay in half precision."""
    if a.is_cuda and a.dtype != total.dtype:
        torch.addmm(total, a, b, out_dtype=total.dtype, beta=int(not first), out=total)
    else:
        total.addmm_(a.to(total.dtype), b.to(total.dtype), beta=int(not first))


@without_autocast
def linear_cross_entropy_forward(x: Tensor, weight: Tensor, target: Tensor, ignore_index: int, reduction: str, gradient: bool,
                                 dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(loss (), scale (), dx and float32 dW at dL scale = 1; without `gradient` these two are empty)."""
    (M, V), C = (x.shape[0], weight.shape[0]), x.shape[1]
    chunks = max(triton.cdiv(M * V * dtype.itemsize, LCE_CHUNK), 1)
    rows = max(triton.cdiv(M, chunks), 1)
    dx = x.new_empty(M * gradient, C, dtype=dtype)
    dw = (x.new_empty if M else x.new_zeros)(V * gradient, C, dtype=torch.float32)
    losses, target = x.new_empty(M, dtype=torch.float32), target.contiguous()
    x, weight, store = x.to(dtype), weight.to(dtype), x.new_empty(rows, padded(V), dtype=dtype)   # aligned rows for any V
    BLOCK, warps = LCE_TILES["short" if V <= LCE_SHORT else "long"]
    for start in range(0, M, rows):
        chunk = slice(start, start + rows)
        logits = torch.mm(x[chunk], weight.T, out=store[:M - start, :V])
        launch(cross_entropy_kernel, (logits.shape[0],), logits, target[chunk], losses[chunk], logits.stride(0), ignore_index,
               V=V, BLOCK=max(min(triton.next_power_of_2(V), BLOCK), LCE_LANE), LANE=LCE_LANE, FLOOR=LCE_FLOOR, GRADIENT=gradient,
               num_warps=warps)
        if gradient:
            torch.mm(logits, weight, out=dx[chunk])
            add_product(dw, logits.T, x[chunk], start == 0)
    counted = (target != ignore_index).sum()
    scale = torch.ones_like(losses.sum()) if reduction == "sum" else 1.0 / counted.float()
    return losses.sum() * scale, scale, dx, dw


def linear_cross_entropy_backward(dloss: Tensor, scale: Tensor, dx: Tensor, dw: Tensor, x: Tensor,
                                  weight: Tensor) -> tuple[Tensor, Tensor]:
    """What forward made, times dL scale, in the inputs' dtypes; one pass each."""
    factor = dloss * scale
    return torch.mul(dx, factor, out=x.new_empty(x.shape)), torch.mul(dw, factor, out=weight.new_empty(weight.shape))


def linear_cross_entropy_fake(x, weight, target, ignore_index, reduction, gradient, dtype):
    M, V, C = x.shape[0], weight.shape[0], x.shape[1]
    loss, scale = (x.new_empty((), dtype=torch.float32) for _ in range(2))
    return loss, scale, x.new_empty(M * gradient, C, dtype=dtype), x.new_empty(V * gradient, C, dtype=torch.float32)


def linear_cross_entropy_backward_fake(dloss, scale, dx, dw, x, weight):
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


linear_cross_entropy_triton = differentiable(
    linear_cross_entropy_forward, linear_cross_entropy_backward, fake=linear_cross_entropy_fake,
    backward_fake=linear_cross_entropy_backward_fake, visible=1, keep=lambda inputs, outputs: (*outputs[1:], *inputs[:2]))


@op(inputs=linear_cross_entropy_inputs, data=("x",), cases=[(1, 1, 1), (4, 33, 7), (33, 16, 129), (7, 40, 1000), (2, 8, LCE_SHORT + 900)],
    bench=[(12288, 384, 49152), (12288, 384, 8192)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.vocab_size),
    traffic=lambda shape, size: (size * shape[1] * (shape[0] + shape[2]), size * shape[1] * (shape[0] + shape[2])),
    flops=lambda shape: (2 * math.prod(shape), 4 * math.prod(shape)),
    peers={"liger": lambda x, weight, target, ignore_index, reduction: liger("liger_fused_linear_cross_entropy")(
        x, weight, target, ignore_index=ignore_index, reduction=reduction)},
    bars=(Bar("forward + backward", "compile", 1.15, ((12288, 384, 49152),)),
          Bar("forward + backward", "memory of compile", 0.5, ((12288, 384, 49152),))),
    sweep=((12288, 384, 4096), (12288, 384, 16384), (12288, 768, 32768)),
    tiles=lambda shape, size: (Tile("LCE_TILES", tuple(itertools.product((2048, 4096, 8192, 16384), (8, 16, 32))),
                                    "short" if shape[2] <= LCE_SHORT else "long"),
                               Tile("LCE_CHUNK", tuple(mega << 20 for mega in (50, 100, 200, 400, 800)))))
def linear_cross_entropy(x: Tensor, weight: Tensor, target: Tensor, ignore_index: int = -100, reduction: str = "mean",
                         implementation="torch") -> Tensor:
    """Cross-entropy of the logits x W^T, x (..., C), W (V, C), with target (...): one float32 number; no more than a chunk of logits exists.

    A row whose target is `ignore_index` does not count; reduction is "mean" over the rows that do, or "sum". Under
    autocast the products are autocast's. Differentiable in x and weight.
    Raises ValueError for shapes or a reduction that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if x.dim() == 0 or weight.dim() != 2 or weight.shape[1] != x.shape[-1] or target.shape != x.shape[:-1]:
        raise ValueError(f"linear_cross_entropy of x {tuple(x.shape)} needs a weight (V, {x.shape[-1:].numel()}) and a target for each row, not "
                         f"{tuple(weight.shape)}, {tuple(target.shape)}")
    if reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}, not mean or sum")
    rows, target = x.reshape(-1, x.shape[-1]), target.reshape(-1)
    if implementation == "torch":
        return linear_cross_entropy_torch(rows, weight, target, ignore_index, reduction)
    gradient = torch.is_grad_enabled() and (x.requires_grad or weight.requires_grad)
    return linear_cross_entropy_triton(rows, weight, target, ignore_index, reduction, gradient, consumed_dtype(x))[0]


class TritonLinearCrossEntropy(torch.nn.Linear):
    """torch.nn.Linear without a bias and torch.nn.CrossEntropyLoss after it, in one; the state dict is the linear layer's."""

    def __init__(self, width: int, classes: int, ignore_index: int = -100, reduction: str = "mean", device=None, dtype=None):
        super().__init__(width, classes, bias=False, device=device, dtype=dtype)
        self.ignore_index, self.reduction = ignore_index, reduction

    def forward(self, x: Tensor, target: Tensor) -> Tensor:
        return linear_cross_entropy(x, self.weight, target, self.ignore_index, self.reduction, "triton")


# ---- 12. Gaussian-mixture log-probability -----------------------------------------------------------------------
#
#     y = logsumexp_k t_k,   t_k = log w_k - sum_d (z_kd^2 / 2 + s_kd) - (D / 2) log 2 pi,   log w = log_softmax(logits)
#     with z_kd = (x_d - mu_kd) exp(-s_kd), s = log sigma;   r_k = exp(t_k - y):
#     dlogits_k = dy (r_k - w_k),   dmu_kd = dy r_k z_kd exp(-s_kd) = -(its part of dx_d),   ds_kd = dy r_k (z_kd^2 - 1)
#
# Bishop 1994 (mixture density networks). One kernel is forward and backward: it makes t, the maximum subtracted, and
# stores either y or the gradients, for which it is launched again. Making t twice moves fewer bytes than storing what a
# gradient would need, 3 numbers a component and dimension against 2. So that every finite input has a finite result and
# gradient, s is clamped to +-GMM_LOG_SIGMA and x - mu to +-GMM_FARTHEST: a z is then at most 1e17, its square 1e34.

GMM_LOG_SIGMA = 16.0     # sigma between 1.1e-7 and 8.9e6
GMM_FARTHEST = 1e10      # of x from a mean
GMM_TILE = 1024          # rows times components times dimensions of a program
GMM_WARPS = 4            # at least: wide mixtures have more


def gmm_log_prob_torch(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> Tensor:
    """float32 arithmetic for half precision, since the square of a distance is no half-precision number."""
    x, logits, mu, log_sigma = (t.to(torch.promote_types(t.dtype, torch.float32)) for t in (x, logits, mu, log_sigma))
    s = log_sigma.clamp(-GMM_LOG_SIGMA, GMM_LOG_SIGMA)
    z = (x[..., None, :] - mu).clamp(-GMM_FARTHEST, GMM_FARTHEST) * torch.exp(-s)
    terms = torch.log_softmax(logits, -1) - (0.5 * z.square() + s).sum(-1) - 0.5 * x.shape[-1] * math.log(2 * math.pi)
    return torch.logsumexp(terms, -1)


def gmm_log_prob_inputs(shape, dtype, draw, autocast):
    """x (M, D), logits (M, K), mu (M, K, D), log_sigma (M, K, D): a projection gives the last three."""
    M, K, D = shape
    return tuple(draw(*size).requires_grad_() for size in ((M, D), (M, K), (M, K, D), (M, K, D)))


@triton.jit
def gmm_kernel(x_ptr, logits_ptr, mu_ptr, log_sigma_ptr, dy_ptr, y_ptr, dx_ptr, dlogits_ptr, dmu_ptr, dlog_sigma_ptr, n_rows, constant,
               K: tl.constexpr, D: tl.constexpr, ROWS: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_D: tl.constexpr, BACKWARD: tl.constexpr,
               LOG_SIGMA: tl.constexpr, FARTHEST: tl.constexpr):
    """ROWS rows, all K components and D dimensions a program, every number read once and all on their way together: y, or with BACKWARD every
    gradient."""
    rows, components, dimensions = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK_K), tl.arange(0, BLOCK_D)
    real, here = (components < K)[None, :], (rows < n_rows)[:, None]
    own, of_x = here & real, here & (dimensions < D)[None, :]
    each = own[:, :, None] & (dimensions < D)[None, None, :]
    places, x_places = rows[:, None] * K + components[None, :], rows[:, None] * D + dimensions[None, :]
    all_places = places[:, :, None] * D + dimensions[None, None, :]
    x = tl.load(x_ptr + x_places, mask=of_x, other=0.0).to(tl.float32)
    away = x[:, None, :] - tl.load(mu_ptr + all_places, mask=each, other=0.0).to(tl.float32)
    free = tl.load(log_sigma_ptr + all_places, mask=each, other=0.0).to(tl.float32)
    logits = tl.where(real, tl.load(logits_ptr + places, mask=own, other=0.0).to(tl.float32), float("-inf"))
    logits -= tl.max(logits, axis=1)[:, None]
    total = tl.sum(tl.exp(logits), axis=1)[:, None]
    s = tl.minimum(tl.maximum(free, -LOG_SIGMA), LOG_SIGMA)
    near = tl.minimum(tl.maximum(away, -FARTHEST), FARTHEST)
    inverse = tl.exp(-s)
    z = near * inverse
    t = logits - tl.log(total) - constant - tl.sum(tl.where(each, 0.5 * z * z + s, 0.0), axis=2)
    highest = tl.max(t, axis=1)[:, None]
    excess = tl.log(tl.sum(tl.exp(t - highest), axis=1))[:, None]
    if not BACKWARD:
        tl.store(y_ptr + rows, tl.sum(highest + excess, axis=1), mask=rows < n_rows)
    else:
        dy = tl.load(dy_ptr + rows, mask=rows < n_rows, other=0.0).to(tl.float32)[:, None]
        share = tl.exp(t - highest - excess)
        tl.store(dlogits_ptr + places, dy * (share - tl.exp(logits) / total), mask=own)
        part = (dy * share)[:, :, None]
        dmu = tl.where(each & (near == away), part * z * inverse, 0.0)
        tl.store(dmu_ptr + all_places, dmu, mask=each)
        tl.store(dlog_sigma_ptr + all_places, tl.where(s == free, part * (z * z - 1.0), 0.0), mask=each)
        tl.store(dx_ptr + x_places, -tl.sum(dmu, axis=1), mask=of_x)


def gmm_launch(inputs: tuple[Tensor, ...], dy: Tensor, y: Tensor, gradients: tuple[Tensor, ...], backward: bool):
    """The kernel over x (M, D), logits (M, K), mu and log_sigma (M, K, D), all contiguous; what it does not use may be any tensor."""
    M, K, D = inputs[2].shape
    BLOCK_K, BLOCK_D = triton.next_power_of_2(K), triton.next_power_of_2(D)
    ROWS = max(GMM_TILE // (BLOCK_K * BLOCK_D), 1)
    launch(gmm_kernel, (triton.cdiv(M, ROWS),), *inputs, dy, y, *gradients, M, 0.5 * D * math.log(2 * math.pi), K=K, D=D, ROWS=ROWS,
           BLOCK_K=BLOCK_K, BLOCK_D=BLOCK_D, BACKWARD=backward, LOG_SIGMA=GMM_LOG_SIGMA, FARTHEST=GMM_FARTHEST,
           num_warps=max(GMM_WARPS, warps_for(ROWS * BLOCK_K * BLOCK_D, 32)))


def gmm_log_prob_fake(x, logits, mu, log_sigma):
    return x.new_empty(x.shape[0], dtype=torch.float32)


def gmm_log_prob_forward(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> Tensor:
    inputs, y = tuple(t.contiguous() for t in (x, logits, mu, log_sigma)), gmm_log_prob_fake(x, logits, mu, log_sigma)
    gmm_launch(inputs, y, y, inputs, backward=False)
    return y


def gmm_log_prob_backward_fake(dy, x, logits, mu, log_sigma):
    return tuple(t.new_empty(t.shape) for t in (x, logits, mu, log_sigma))


def gmm_log_prob_backward(dy: Tensor, x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    inputs, dy = tuple(t.contiguous() for t in (x, logits, mu, log_sigma)), dy.contiguous()
    gradients = gmm_log_prob_backward_fake(dy, x, logits, mu, log_sigma)
    gmm_launch(inputs, dy, dy, gradients, backward=True)
    return gradients


gmm_log_prob_triton = differentiable(
    gmm_log_prob_forward, gmm_log_prob_backward, fake=gmm_log_prob_fake, backward_fake=gmm_log_prob_backward_fake, visible=1,
    keep=lambda inputs, outputs: inputs)


@op(inputs=gmm_log_prob_inputs, data=("x", "mu"),
    cases=[(1, 1, 1), (5, 3, 2), (0, 4, 2), (33, 10, 3), (130, 2, 1), (3, 65, 7)],
    bench=[(12288, 10, 3), (65536, 10, 3)],
    shape=lambda work: (work.batch_size * work.seq_len, 10, 3),
    traffic=lambda shape, size: (size * shape[0] * (shape[1] * (1 + 2 * shape[2]) + shape[2]) + 4 * shape[0],
                                 2 * size * shape[0] * (shape[1] * (1 + 2 * shape[2]) + shape[2]) + 4 * shape[0]),
    bars=(Bar("forward + backward", "compile", 1.5),), sweep=((200000, 10, 3), (65536, 32, 2), (65536, 5, 8)),
    tiles=lambda shape, size: (Tile("GMM_TILE", (128, 256, 512, 1024, 2048, 4096)), Tile("GMM_WARPS", (1, 2, 4, 8))))
def gmm_log_prob(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor, implementation="torch") -> Tensor:
    """Log-density (...) in float32 of x (..., D) under a mixture of K diagonal Gaussians: logits (..., K), mu and log_sigma (..., K, D).

    The weights are softmax(logits). log_sigma is taken within +-16 and |x - mu| within 1e10; beyond, their gradient is 0.
    So every finite input has a finite result. Differentiable in all four.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, logits, mu, log_sigma)
    if mu.dim() < 2 or mu.shape != log_sigma.shape or (*logits.shape, x.shape[-1]) != mu.shape or logits.shape[:-1] != x.shape[:-1]:
        raise ValueError(f"gmm_log_prob takes x (..., D), logits (..., K), mu and log_sigma (..., K, D), not {tuple(x.shape)}, "
                         f"{tuple(logits.shape)}, {tuple(mu.shape)}, {tuple(log_sigma.shape)}")
    if implementation == "torch":
        return gmm_log_prob_torch(x, logits, mu, log_sigma)
    K, D = mu.shape[-2:]
    rows = x.reshape(-1, D), logits.reshape(-1, K), mu.reshape(-1, K, D), log_sigma.reshape(-1, K, D)
    return gmm_log_prob_triton(*rows)[0].view(x.shape[:-1])


# ---- 13. AdamW --------------------------------------------------------------------------------------------------
#
#     c = min(1, max_norm / (|all g| + 1e-6)),   m <- m + (1 - b1) (c g - m),   v <- v + (1 - b2) ((c g)^2 - v)
#     p <- (1 - lr decay) p - lr m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps)
#
# Loshchilov & Hutter 2019, clipped as torch.nn.utils.clip_grad_norm_. All tensors go through one launch, whose programs
# find their piece of a tensor in a table of addresses; g is read, never rescaled in memory. The norm needs every g
# before the first p moves, so a launch that only reads g leaves one sum of squares a program, and every program of the
# second adds those up in the same order. `step` and `lr` stand on the device: a captured graph follows a schedule.

ADAMW_BLOCK = 2048            # elements of a piece
ADAMW_WARPS = 8
ADAMW_NORM_PROGRAMS_PER_SM = 8


def adamw_torch(parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor], step: Tensor,
                lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float], max_norm: float) -> Tensor:
    """torch's own fused update after torch's own norm. It wants parameters and states of one dtype, so half precision goes by
    way of float32, and a float32 step and learning rate whatever that dtype is."""
    step, lr = step.float(), lr.float()
    wide = [p.to(m.dtype) for p, m in zip(parameters, exp_avgs)]
    gradients = [g.to(m.dtype) for g, m in zip(gradients, exp_avgs)]
    norm = torch.nn.utils.get_total_norm(gradients)
    gradients = torch._foreach_mul(gradients, (max_norm / (norm + 1e-6)).clamp(max=1.0))
    rates = [lr] * len(parameters) if lr.dim() == 0 else lr.unbind()
    for decay, rate in dict.fromkeys(zip(weight_decays, rates)):
        mine = [i for i, other in enumerate(zip(weight_decays, rates)) if other[0] == decay and other[1] is rate]
        torch._fused_adamw_(*([tensors[i] for i in mine] for tensors in (wide, gradients, exp_avgs, exp_avg_sqs)), [], [step] * len(mine),
                            lr=rate, beta1=beta1, beta2=beta2, weight_decay=decay, eps=eps, amsgrad=False, maximize=False)
    for p, new in zip(parameters, wide):
        if new is not p:
            p.copy_(new)
    return norm


def adamw_unclipped(parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm):
    """torch's fused update alone, with one decay: the least that a peer does."""
    torch._fused_adamw_(parameters, gradients, exp_avgs, exp_avg_sqs, [], [step] * len(parameters), lr=lr, beta1=beta1, beta2=beta2,
                        weight_decay=weight_decays[0], eps=eps, amsgrad=False, maximize=False)
    return step


def adamw_inputs(shape, dtype, draw, autocast):
    """`pairs` matrices (R, C) and vectors (C,), their gradients, float32 states after two steps; matrices decay, vectors do not.

    Two pairs have a learning rate for each tensor, others one for all. Under autocast parameters are float32.
    """
    pairs, R, C = shape
    sizes, kept = [(R, C), (C,)] * pairs, torch.float32 if autocast else dtype
    parameters, gradients = ([draw(*size, dtype=kept) for size in sizes] for _ in range(2))
    exp_avgs = [0.1 * draw(*size, dtype=torch.float32) for size in sizes]
    exp_avg_sqs = [draw(*size, dtype=torch.float32).square() for size in sizes]
    step, lr = (torch.full((), value, device=parameters[0].device) for value in (3.0, 0.02))
    if pairs == 2:
        lr = lr * torch.arange(1, 5, device=lr.device)
    return parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, 0.9, 0.95, 1e-8, [0.1, 0.0] * pairs, 1.0


@triton.jit
def table_pointer(table_ptr, place, dtype: tl.constexpr, ALIGNED: tl.constexpr):
    """The tensor of `dtype` whose address stands at `place`."""
    pointer = tl.load(table_ptr + place).to(tl.pointer_type(dtype))
    return tl.multiple_of(pointer, 16) if ALIGNED else pointer


@triton.jit
def one_minus_exp(y):
    """1 - exp(y) for y <= 0 without cancellation: its series near 0."""
    series = 1.0 + y / 2 * (1.0 + y / 3 * (1.0 + y / 4 * (1.0 + y / 5 * (1.0 + y / 6 * (1.0 + y / 7 * (1.0 + y / 8))))))
    return tl.where(y > -0.5, -y * series, 1.0 - tl.exp(y))


@triton.jit
def whole_or_masked(offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """Which offsets exist. A size read from memory may be anything, which would cost the wide loads: only a last piece looks at it."""
    return offsets < size if MASKED else tl.full([BLOCK], 1, tl.int1)


@triton.jit
def adamw_squares(g_ptr, offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """The squares of one piece of a gradient, which is to stay in the L2 cache until it is read again."""
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_last").to(tl.float32)
    return g * g


@triton.jit
def adamw_norm_kernel(table_ptr, size_ptr, piece_ptr, partial_ptr, n_tensors, n_pieces, dtype: tl.constexpr, ALIGNED: tl.constexpr,
                      BLOCK: tl.constexpr):
    """Each program takes every num_programs-th piece and leaves its sum of g^2."""
    squares = tl.zeros([BLOCK], tl.float32)
    for piece in range(tl.program_id(0), n_pieces, tl.num_programs(0)):
        tensor = tl.load(piece_ptr + 2 * piece)
        first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
        g_ptr, offsets = table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED), first + tl.arange(0, BLOCK)
        if first + BLOCK <= size:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, False)
        else:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, True)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(squares, axis=0))


@triton.jit
def adamw_piece(p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr, n_partials, lr, decay, bias1, bias2, rest1, rest2, eps, max_norm,
                BLOCK: tl.constexpr, PARTIALS: tl.constexpr, MASKED: tl.constexpr):
    """Updates one piece of a tensor and returns the norm of all gradients, which is added up while the piece is on its way."""
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)   # none is read again soon
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    sums = tl.arange(0, PARTIALS)
    norm = tl.sqrt(tl.sum(tl.load(partial_ptr + sums, mask=sums < n_partials, other=0.0), axis=0))
    g *= tl.minimum(max_norm / (norm + 1e-6), 1.0)
    m += rest1 * (g - m)
    v += rest2 * (g * g - v)
    p = p - lr * decay * p - lr / bias1 * m / (tl.sqrt(v) / tl.sqrt(bias2) + eps)
    tl.store(p_ptr + offsets, rounded(p, p_ptr.dtype.element_ty), mask=mask, eviction_policy="evict_first")
    tl.store(m_ptr + offsets, m, mask=mask, eviction_policy="evict_first")
    tl.store(v_ptr + offsets, v, mask=mask, eviction_policy="evict_first")
    return norm


@triton.jit
def adamw_kernel(table_ptr, size_ptr, piece_ptr, decay_ptr, partial_ptr, norm_ptr, step_ptr, lr_ptr, lr_stride, n_tensors, n_partials,
                 rest1, rest2, log_beta1, log_beta2, eps, max_norm, dtype: tl.constexpr, ALIGNED: tl.constexpr, BLOCK: tl.constexpr,
                 PARTIALS: tl.constexpr):
    """One piece a program. rest = 1 - beta and log_beta are the host's, in double precision before they were rounded."""
    piece = tl.program_id(0)
    tensor = tl.load(piece_ptr + 2 * piece)
    first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
    offsets = first + tl.arange(0, BLOCK)
    p_ptr = table_pointer(table_ptr, tensor, dtype, ALIGNED)
    g_ptr = table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED)
    m_ptr = table_pointer(table_ptr, 2 * n_tensors + tensor, tl.float32, ALIGNED)
    v_ptr = table_pointer(table_ptr, 3 * n_tensors + tensor, tl.float32, ALIGNED)
    step, lr, decay = tl.load(step_ptr).to(tl.float32), tl.load(lr_ptr + tensor * lr_stride).to(tl.float32), tl.load(decay_ptr + tensor)
    bias1, bias2 = one_minus_exp(step * log_beta1), one_minus_exp(step * log_beta2)
    if first + BLOCK <= size:
        norm = adamw_piece(p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr, n_partials, lr, decay, bias1, bias2, rest1, rest2, eps,
                           max_norm, BLOCK, PARTIALS, False)
    else:
        norm = adamw_piece(p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr, n_partials, lr, decay, bias1, bias2, rest1, rest2, eps,
                           max_norm, BLOCK, PARTIALS, True)
    if piece == 0:
        tl.store(norm_ptr, norm)


@functools.lru_cache(maxsize=16)   # a captured graph may not copy from the host
def adamw_pieces(sizes: tuple[int, ...], weight_decays: tuple[float, ...], block: int, device: torch.device):
    """(sizes (T,); decays (T,); (tensor, piece of `block` of it) of every program) on the device."""
    pieces = [(i, piece) for i, size in enumerate(sizes) for piece in range(triton.cdiv(size, block))]
    columns = (sizes, torch.int64), (weight_decays, torch.float32), (pieces, torch.int32)
    return tuple(torch.tensor(values, dtype=dtype).to(device) for values, dtype in columns)


@functools.lru_cache(maxsize=64)   # gradients come back to the same few places
def adamw_table(addresses: tuple[int, ...], device: torch.device) -> Tensor:
    """The addresses (4, T) of p, g, m, v on the device."""
    return torch.tensor(addresses, dtype=torch.int64).to(device)


def adamw_forward(parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor], step: Tensor,
                  lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float], max_norm: float) -> Tensor:
    """The norm of all gradients; see `adamw`."""
    device, gradients = parameters[0].device, [g.contiguous() for g in gradients]
    addresses = tuple(t.data_ptr() for t in itertools.chain(parameters, gradients, exp_avgs, exp_avg_sqs))
    table = adamw_table(addresses, device)
    sizes, decays, pieces = adamw_pieces(tuple(p.numel() for p in parameters), tuple(weight_decays), ADAMW_BLOCK, device)
    options = {"dtype": getattr(tl, str(parameters[0].dtype).removeprefix("torch.")), "ALIGNED": not any(a % 16 for a in addresses),
               "BLOCK": ADAMW_BLOCK, "num_warps": ADAMW_WARPS}
    programs = min(pieces.shape[0], ADAMW_NORM_PROGRAMS_PER_SM * processors(device))
    partial, norm = (torch.empty(size, dtype=torch.float32, device=device) for size in ((programs,), ()))
    launch(adamw_norm_kernel, (programs,), table, sizes, pieces, partial, len(parameters), pieces.shape[0], **options)
    launch(adamw_kernel, (pieces.shape[0],), table, sizes, pieces, decays, partial, norm, step, lr, lr.dim() and lr.stride(0),
           len(parameters), programs, 1 - beta1, 1 - beta2, math.log(beta1), math.log(beta2), eps, max_norm,
           PARTIALS=triton.next_power_of_2(programs), **options)
    return norm


def adamw_fake(parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm):
    return parameters[0].new_empty((), dtype=torch.float32)


adamw_triton = forward_only(adamw_forward, fake=adamw_fake, mutates=("parameters", "exp_avgs", "exp_avg_sqs"))


@op(inputs=adamw_inputs, data=("gradients",), mutates=("parameters", "exp_avgs", "exp_avg_sqs"),
    cases=[(1, 1, 1), (2, 3, 33), (3, 64, 100), (1, 5, ADAMW_BLOCK // 4 + 900)],
    bench=[(16, 256, 256), (16, 1024, 640), (50, 1024, 1024)],
    shape=lambda work: (work.n_layers, 12 * work.d_model + work.vocab_size // work.n_layers, work.d_model),
    traffic=lambda shape, size: (shape[0] * (shape[1] + 1) * shape[2] * (3 * size + 16), 0), timed_in=torch.float32,
    peers={"fused, unclipped": adamw_unclipped},
    bars=(Bar("forward", "eager", 2.0, ((16, 256, 256),)), Bar("forward", "eager", 1.15, ((50, 1024, 1024),))),
    sweep=((4, 256, 256), (16, 512, 512), (100, 1024, 1024)),
    tiles=lambda shape, size: (Tile("ADAMW_BLOCK", (1024, 2048, 4096, 8192), None, "forward"), Tile("ADAMW_WARPS", (4, 8), None, "forward"),
                               Tile("ADAMW_NORM_PROGRAMS_PER_SM", (2, 4, 8), None, "forward")))
def adamw(parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor], step: Tensor, lr: Tensor,
          beta1: float, beta2: float, eps: float, weight_decays: list[float], max_norm: float, implementation="torch") -> Tensor:
    """One AdamW step of all parameters in place, gradients clipped to the global norm `max_norm` (inf: not at all); returns the norm ().

    parameters and gradients are of one dtype, states float32; weight_decays has one number a parameter; step (1 at the
    first) and lr, () for all or (T,) one each, are on the device; the op only reads them and the gradients. In a captured graph
    gradients have to keep their places (zero_grad(set_to_none=False)), since the addresses are copied to the device once.
    Raises ValueError for lists that do not match, none at all, memory that is not contiguous, or dtypes that do not fit.
    """
    check_implementation(implementation, *parameters, *gradients)
    shapes = [[t.shape for t in tensors] for tensors in (parameters, gradients, exp_avgs, exp_avg_sqs)]
    if not parameters or any(other != shapes[0] for other in shapes) or len(weight_decays) != len(parameters) or \
            lr.shape not in ((), (len(parameters),)):
        raise ValueError("adamw needs a gradient, two states and a weight decay like each of its parameters, and one learning rate or one "
                         f"each, not {shapes}, {weight_decays}, {tuple(lr.shape)}")
    if len({t.dtype for t in (*parameters, *gradients)}) > 1 or not all(t.is_contiguous() for t in (*parameters, *exp_avgs, *exp_avg_sqs)):
        raise ValueError("adamw needs parameters and gradients of one dtype, and contiguous parameters and states")
    if implementation == "triton" and any(t.dtype != torch.float32 for t in (*exp_avgs, *exp_avg_sqs)):
        raise ValueError("the Triton kernel keeps its states in float32")
    run = adamw_torch if implementation == "torch" else adamw_triton
    with torch.no_grad():
        return run(parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays, max_norm)


class TritonAdamW(torch.optim.AdamW):
    """torch.optim.AdamW by these kernels, all groups at once, clipped to the global norm `max_norm` on the way; the state dict is the same.

    Groups may differ in learning rate and weight decay alone, and parameters that have a gradient have to have stepped equally
    often: their gradients share one norm. Raises ValueError where that is not so.
    """

    def __init__(self, params, lr: float = 1e-3, betas=(0.9, 0.999), eps: float = 1e-8, weight_decay: float = 1e-2, max_norm: float = math.inf):
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        self.max_norm = max_norm

    @torch.no_grad()
    def step(self, closure=None):
        """One step; returns what the closure, where there is one, returned."""
        loss = None if closure is None else torch.enable_grad()(closure)()
        owned = [(p, group) for group in self.param_groups for p in group["params"] if p.grad is not None]
        for p, _ in owned:
            if not self.state[p]:
                self.state[p].update(step=torch.zeros(()), exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
        states = [self.state[p] for p, _ in owned]
        rules = {(*group["betas"], group["eps"], group["amsgrad"], group["maximize"]) for _, group in owned}
        steps = {int(state["step"]) for state in states}
        if len(rules) > 1 or len(steps) > 1 or any(rule[3:] != (False, False) for rule in rules):
            raise ValueError(f"TritonAdamW makes one step of all parameters: betas, eps, amsgrad, maximize {rules} and steps so far {steps} differ")
        for state in states:
            state["step"] += 1
        if owned:
            device, (beta1, beta2, eps, *_) = owned[0][0].device, rules.pop()
            lr = torch.tensor([float(group["lr"]) for _, group in owned], device=device)
            adamw([p for p, _ in owned], [p.grad for p, _ in owned], [state["exp_avg"] for state in states],
                  [state["exp_avg_sq"] for state in states], torch.full((), steps.pop() + 1.0, device=device), lr, beta1, beta2, eps,
                  [group["weight_decay"] for _, group in owned], self.max_norm, "triton")
        return loss


# ---- 14. Newton-Schulz ------------------------------------------------------------------------------------------
#
#     X <- X / |X|_F,   then `steps` times   A = X X^T,   B = b A + c A A,   X <- a X + B X        for each X (R, C)
#
# Jordan et al. 2024 (Muon): pushes every singular value of X towards 1 and keeps its singular vectors. The matrices of
# one shape go as one stack. A and B are symmetric: the kernel computes the tiles of one triangle and writes each twice,
# which halves two of the three products. A tall X is taken by its transpose, a view, so that A has the smaller side.

NEWTON_SCHULZ = 3.4445, -4.7750, 2.0315   # a, b, c: steepest at 0, where singular values are lost
SYMMETRIC_TILES = {2: (128, 64, 8, 4), 4: (64, 32, 4, 3)}   # bytes of an element: rows of a tile, step along the inner dimension,
                                                            # warps, stages; float32 has no tensor cores at full precision


def newton_schulz_normalized(x: Tensor) -> Tensor:
    """X / |X|_F, as (N, smaller, larger): a tall X transposed."""
    x = x.mT if x.shape[-2] > x.shape[-1] else x
    norm = torch.linalg.vector_norm(x, dim=(-2, -1), keepdim=True, dtype=torch.promote_types(x.dtype, torch.float32))
    return (x / (norm + 1e-7)).to(x.dtype)


def newton_schulz_torch(x: Tensor, steps: int) -> Tensor:
    a, b, c = NEWTON_SCHULZ
    tall, x = x.shape[-2] > x.shape[-1], newton_schulz_normalized(x)
    for _ in range(steps):
        A = x @ x.mT
        B = torch.baddbmm(A, A, A, beta=b, alpha=c)
        x = torch.baddbmm(x, B, x, beta=a)
    return x.mT if tall else x


def newton_schulz_inputs(shape, dtype, draw, autocast):
    """A stack (N, R, C) of gradients, 5 steps."""
    return draw(*shape), 5


@triton.jit
def triangle_place(place):
    """(i, j), i >= j, of a number in 0, 1, ...: row after row of the lower triangle. The root may be off by one."""
    i = ((tl.sqrt(8.0 * place + 1.0) - 1.0) / 2.0).to(tl.int32)
    i = tl.where(i * (i + 1) // 2 > place, i - 1, i)
    i = tl.where((i + 1) * (i + 2) // 2 <= place, i + 1, i)
    return i, place - i * (i + 1) // 2


@triton.jit
def symmetric_product_kernel(x_ptr, y_ptr, out_ptr, x_matrix, x_row, x_column, R, C, alpha, beta, ADD: tl.constexpr,
                             BLOCK: tl.constexpr, STEP: tl.constexpr):
    """out = alpha X X^T, with ADD + beta Y, of one matrix of a stack: one tile of the lower triangle and its mirror a program.

    Y and out (N, R, R) are contiguous, Y is symmetric; x_matrix, x_row, x_column are strides.
    """
    i, j = triangle_place(tl.program_id(0))
    matrix = tl.program_id(1).to(tl.int64)
    rows, others = i * BLOCK + tl.arange(0, BLOCK), j * BLOCK + tl.arange(0, BLOCK)
    inner = tl.arange(0, STEP)
    x_ptr += matrix * x_matrix
    a_ptr = x_ptr + rows[:, None].to(tl.int64) * x_row + inner[None, :] * x_column
    b_ptr = x_ptr + others[None, :].to(tl.int64) * x_row + inner[:, None] * x_column
    total = tl.zeros([BLOCK, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        a = tl.load(a_ptr, mask=(rows < R)[:, None] & (start + inner < C)[None, :], other=0.0)
        b = tl.load(b_ptr, mask=(others < R)[None, :] & (start + inner < C)[:, None], other=0.0)
        total = product(a, b, total, "ieee")
        a_ptr += STEP * x_column
        b_ptr += STEP * x_column
    mask = (rows < R)[:, None] & (others < R)[None, :]
    place = matrix * R * R + rows[:, None].to(tl.int64) * R + others[None, :]
    total *= alpha
    if ADD:
        total += beta * tl.load(y_ptr + place, mask=mask, other=0.0).to(tl.float32)
    total = rounded(total, out_ptr.dtype.element_ty)
    tl.store(out_ptr + place, total, mask=mask)
    if i != j:
        mirror = matrix * R * R + others[:, None].to(tl.int64) * R + rows[None, :]
        tl.store(out_ptr + mirror, tl.trans(total), mask=(others < R)[:, None] & (rows < R)[None, :])


def symmetric_product(x: Tensor, alpha: float = 1.0, y: Tensor | None = None, beta: float = 0.0) -> Tensor:
    """alpha X X^T + beta Y (N, R, R) for a stack X (N, R, C) of any strides and symmetric, contiguous Y."""
    N, R, C = x.shape
    out = x.new_empty(N, R, R)
    widest, longest, warps, stages = SYMMETRIC_TILES[x.element_size()]
    BLOCK, STEP = (max(min(triton.next_power_of_2(size), limit), 16) for size, limit in ((R, widest), (C, longest)))
    tiles = triton.cdiv(R, BLOCK)
    launch(symmetric_product_kernel, (tiles * (tiles + 1) // 2, N), x, out if y is None else y, out, *x.stride(), R, C, alpha, beta,
           ADD=y is not None, BLOCK=BLOCK, STEP=STEP, num_warps=warps, num_stages=stages)
    return out


def newton_schulz_forward(x: Tensor, steps: int) -> Tensor:
    """Sizes that are no multiple of 16 are padded with zeros, which stay zeros: rows then begin where wide loads may."""
    a, b, c = NEWTON_SCHULZ
    tall, x = x.shape[-2] > x.shape[-1], newton_schulz_normalized(x)
    R, C = x.shape[1:]
    x = F.pad(x, (0, -C % 16, 0, -R % 16)) if R % 16 or C % 16 else x
    for _ in range(steps):
        A = symmetric_product(x)
        B = symmetric_product(A, c, A, b)
        x = torch.baddbmm(x, B, x, beta=a)
    x = x[:, :R, :C].contiguous()
    return x.mT if tall else x


def newton_schulz_fake(x, steps):
    N, R, C = x.shape
    return x.new_empty(N, C, R).mT if R > C else x.new_empty(N, R, C)


newton_schulz_triton = forward_only(newton_schulz_forward, fake=newton_schulz_fake)


@op(inputs=newton_schulz_inputs, data=("x",), cases=[(1, 1, 1), (3, 23, 40), (0, 4, 8), (2, 70, 18), (1, 65, 80)],
    bench=[(24, 384, 384), (12, 384, 1536), (8, 2048, 512), (12, 768, 3072)],
    shape=lambda work: (2 * work.n_layers, work.d_ff, work.d_model),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1] * shape[2], 0),
    flops=lambda shape: (5 * shape[0] * min(shape[1:])**2 * (4 * max(shape[1:]) + 2 * min(shape[1:])), 0),
    bars=(Bar("forward", "best", 1.0),), sweep=((6, 768, 768), (6, 1024, 4096)),
    tiles=lambda shape, size: (Tile("SYMMETRIC_TILES", ((64, 64, 4, 4), (64, 128, 4, 3), (128, 64, 4, 3), (128, 64, 8, 3), (128, 64, 8, 4),
                                                        (128, 128, 8, 2), (128, 32, 8, 4)), size, "forward"),))
def newton_schulz(x: Tensor, steps: int = 5, implementation="torch") -> Tensor:
    """The stack x (N, R, C), each matrix with its singular values pushed to about 1, by `steps` Newton-Schulz steps in x's dtype.

    Not differentiable; autocast does not concern it. Raises ValueError for anything but a stack of matrices, or a dtype
    that the kernels do not take.
    """
    check_implementation(implementation, x)
    if x.dim() != 3:
        raise ValueError(f"newton_schulz takes a stack of matrices (N, R, C), not {tuple(x.shape)}")
    with torch.no_grad(), torch.autocast("cuda" if x.is_cuda else "cpu", enabled=False):
        return newton_schulz_torch(x, steps) if implementation == "torch" else newton_schulz_triton(x, steps)


# ---- 15. MLP heads ----------------------------------------------------------------------------------------------
#
#     z_k = x W1_k^T + b1_k,   h_k = silu(z_k) = z_k s_k,   s = 1 / (1 + exp(-z)),   y_k = h_k W2_k^T + b2_k     k = 1..K
#     dh = dy W2,   dz = dh s (1 + z (1 - s)),   dW1 = dz^T x,   db1 = sum dz,   dW2 = dy^T h,   db2 = sum dy,   dx = sum_k dz_k W1_k
#
# x (M, C), W1 (K, F, C), W2 (K, O, F) with O a few: the second product is an epilogue of the first, so h is never in
# memory, and z only where a gradient will want it. Backward makes dz, db1 and dW2 in one pass over z; what is left are
# two large products, which are cuBLAS's. The rows of z are padded to a multiple of 16 features: an odd F would cost the
# wide loads. silu(0) = 0 and the padded weights are 0, so nothing else changes. SiLU: Elfwing, Uchibe & Doya 2018.

# rows, features, step over C, warps, stages. "described": x and W1 by the hardware's own copies of blocks (TMA), whose addresses take no registers,
# so that there is room for larger tiles
HEADS_FORWARD = {"described": (128, 128, 64, 8, 3), "wide": (64, 128, 64, 4, 3), "narrow": (64, 32, 32, 8, 2)}
HEADS_BACKWARD = {2: (32, 64, 4, 4, 2), 4: (32, 32, 4, 4, 1)}   # bytes of an element: rows, features, warps, programs a multiprocessor, and groups of
                                                               # rows on their way at a time: the pass over z only moves data


def mlp_heads_torch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> Tensor:
    """All first layers as one product, all second ones as one batched product."""
    (K, F1, C), M = w1.shape, x.shape[0]
    h = F.silu(F.linear(x, w1.reshape(K * F1, C), b1.reshape(-1))).view(M, K, F1)
    return (torch.bmm(h.transpose(0, 1), w2.mT) + b2[:, None]).to(h.dtype).transpose(0, 1)


def mlp_heads_loop(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> Tensor:
    return torch.stack([F.linear(F.silu(F.linear(x, *first)), *second) for first, second in zip(zip(w1, b1), zip(w2, b2))], dim=1)


def mlp_heads_batched(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> Tensor:
    h = F.silu(torch.baddbmm(b1[:, None], x.expand(len(w1), -1, -1), w1.mT))
    return torch.baddbmm(b2[:, None], h, w2.mT).transpose(0, 1)


def mlp_heads_inputs(shape, dtype, draw, autocast):
    """x (M, C), w1 (K, F, C), b1 (K, F), w2 (K, O, F), b2 (K, O). Under autocast the weights are float32."""
    M, C, F1, O, K = shape
    kept = torch.float32 if autocast else dtype
    weights = draw(K, F1, C, dtype=kept) / C**0.5, draw(K, F1, dtype=kept), draw(K, O, F1, dtype=kept) / F1**0.5, draw(K, O, dtype=kept)
    return tuple(t.requires_grad_() for t in (draw(M, C), *weights))


@triton.jit
def described_linear_tile(x, w1, head, row, feature, C, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr):
    """`linear_tile` of the descriptors x (n_rows, C) and W1 (K, F, C): a tile from (row, feature) on of one head, 0 outside of both."""
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        weight = w1.load([head, feature, start]).reshape([BLOCK, STEP])
        total = product(x.load([row, start]), tl.trans(weight), total, "ieee")
    return total


@triton.jit
def mlp_heads_forward_kernel(x_ptr, w1_ptr, x_source, w1_source, b1_ptr, w2_ptr, b2_ptr, y_ptr, z_ptr, x_stride, n_rows, C, F, O, WIDTH, K,
                             KEEP: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr, OUT: tl.constexpr,
                             DESCRIBED: tl.constexpr):
    """ROWS rows of one head a program, BLOCK features at a time; W2 (K, O, WIDTH), y (n_rows, K, O), z (n_rows, K, WIDTH). DESCRIBED: x and W1
    are read through their descriptors."""
    head = tl.program_id(0).to(tl.int64)
    rows = tl.program_id(1).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    outs = tl.arange(0, OUT)
    w1_ptr += head * F * C
    y = tl.zeros([ROWS, OUT], tl.float32)
    for first in range(0, F, BLOCK):
        features = first + tl.arange(0, BLOCK)
        if DESCRIBED:
            z = described_linear_tile(x_source, w1_source, tl.program_id(0), tl.program_id(1) * ROWS, first, C, ROWS, BLOCK, STEP)
        else:
            z = linear_tile(x_ptr, w1_ptr, rows, features, x_stride, n_rows, F, C, ROWS, BLOCK, STEP)
        z += tl.load(b1_ptr + head * F + features, mask=features < F, other=0.0).to(tl.float32)[None, :]
        stored = rounded(z, x_ptr.dtype.element_ty)
        if KEEP:
            tl.store(z_ptr + (rows[:, None] * K + head) * WIDTH + features[None, :], stored,
                     mask=(rows < n_rows)[:, None] & (features < WIDTH)[None, :])
        z = stored.to(tl.float32)   # as backward will read it
        h = rounded(z * sigmoid(z, x_ptr.dtype.element_ty), x_ptr.dtype.element_ty)
        w2 = tl.load(w2_ptr + (head * O + outs)[None, :] * WIDTH + features[:, None],
                     mask=(outs < O)[None, :] & (features < WIDTH)[:, None], other=0.0)
        y = product(h, w2, y, "ieee")
    y += tl.load(b2_ptr + head * O + outs, mask=outs < O, other=0.0).to(tl.float32)[None, :]
    tl.store(y_ptr + (rows[:, None] * K + head) * O + outs[None, :], rounded(y, y_ptr.dtype.element_ty),
             mask=(rows < n_rows)[:, None] & (outs < O)[None, :])


@triton.jit
def mlp_heads_backward_kernel(dy_ptr, z_ptr, w2_ptr, dz_ptr, partial_ptr, n_rows, O, WIDTH, K, ROWS: tl.constexpr, BLOCK: tl.constexpr,
                              OUT: tl.constexpr, STAGES: tl.constexpr):
    """dz of BLOCK features of one head for every num_programs(0)-th group of ROWS rows, with this program's sums for db1
    and dW2 in partial (programs, K, 1 + O, WIDTH)."""
    head = tl.program_id(1).to(tl.int64)
    features, outs = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK), tl.arange(0, OUT)
    w2 = tl.load(w2_ptr + (head * O + outs)[:, None] * WIDTH + features[None, :],
                 mask=(outs < O)[:, None] & (features < WIDTH)[None, :], other=0.0)
    db1, dw2 = tl.zeros([BLOCK], tl.float32), tl.zeros([OUT, BLOCK], tl.float32)
    for first in tl.range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (features < WIDTH)[None, :]
        place = (rows[:, None] * K + head) * WIDTH + features[None, :]
        dy = tl.load(dy_ptr + (rows[:, None] * K + head) * O + outs[None, :], mask=(rows < n_rows)[:, None] & (outs < O)[None, :], other=0.0)
        z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)
        gate = sigmoid(z, z_ptr.dtype.element_ty)
        dz = product(dy, w2, tl.zeros([ROWS, BLOCK], tl.float32), "ieee") * gate * (1.0 + z * (1.0 - gate))
        tl.store(dz_ptr + place, rounded(dz, dz_ptr.dtype.element_ty), mask=mask)
        db1 += tl.sum(dz, axis=0)
        dw2 = product(tl.trans(dy), rounded(z * gate, dy_ptr.dtype.element_ty), dw2, "ieee")
    partial_ptr += (tl.program_id(0).to(tl.int64) * K + head) * (1 + O) * WIDTH + features
    tl.store(partial_ptr, db1, mask=features < WIDTH)
    tl.store(partial_ptr[None, :] + (1 + outs)[:, None] * WIDTH, dw2, mask=(outs < O)[:, None] & (features < WIDTH)[None, :])


def mlp_heads_fake(x, w1, b1, w2, b2, gradient, dtype):
    M, (K, O, F1) = x.shape[0], w2.shape
    return x.new_empty(M, K, O, dtype=dtype), x.new_empty(M * gradient, K, padded(F1), dtype=dtype)


@without_autocast
def mlp_heads_forward(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, gradient: bool, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """(y (M, K, O), z (M, K, padded F), or nothing without `gradient`), both in `dtype`."""
    (M, C), (K, F1, _), O = x.shape, w1.shape, w2.shape[1]
    (y, z), x = mlp_heads_fake(x, w1, b1, w2, b2, gradient, dtype), unit_stride(x.to(dtype))
    w2 = F.pad(w2.to(dtype), (0, z.shape[2] - F1))
    w1, kind = w1.to(dtype).contiguous(), multiplied_in(x, C)
    described = kind == "wide" and generation(x.device) in (90, 100) and M > 0 and w1.data_ptr() % 16 == 0
    ROWS, BLOCK, STEP, warps, stages = HEADS_FORWARD["described" if described else kind]
    sources = (TensorDescriptor.from_tensor(x, [ROWS, STEP]), TensorDescriptor.from_tensor(w1, [1, BLOCK, STEP])) if described else (x, w1)
    launch(mlp_heads_forward_kernel, (K, triton.cdiv(M, ROWS)), x, w1, *sources, b1.contiguous(), w2.contiguous(), b2.contiguous(),
           y, z, x.stride(0), M, C, F1, O, z.shape[2], K, KEEP=gradient, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP,
           OUT=max(triton.next_power_of_2(O), 16), DESCRIBED=described, num_warps=warps, num_stages=stages)
    return y, z


@without_autocast
def mlp_heads_backward(dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor,
                       z: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of x, w1, b1, w2, b2, in their dtypes."""
    (M, C), (K, F1, _), O, WIDTH = x.shape, w1.shape, w2.shape[1], z.shape[2]
    ROWS, BLOCK, warps, per_sm, stages = HEADS_BACKWARD[z.element_size()]
    across = K * triton.cdiv(WIDTH, BLOCK)
    programs = min(triton.cdiv(M, ROWS), triton.cdiv(per_sm * processors(x.device), across))
    dy, dz, partial = dy.contiguous(), z.new_empty(z.shape), x.new_empty(programs, K, 1 + O, WIDTH, dtype=torch.float32)
    w2_padded = F.pad(w2.to(z.dtype), (0, WIDTH - F1)).contiguous()
    launch(mlp_heads_backward_kernel, (programs, K, triton.cdiv(WIDTH, BLOCK)), dy, z, w2_padded, dz, partial, M, O, WIDTH, K,
           ROWS=ROWS, BLOCK=BLOCK, OUT=max(triton.next_power_of_2(O), 16), STAGES=stages, num_warps=warps)
    dz, sums = dz.view(M, K * WIDTH), partial.sum(0)[..., :F1]
    dx = product_in(x.dtype, dz, F.pad(w1.to(z.dtype), (0, 0, 0, WIDTH - F1)).reshape(K * WIDTH, C))
    dw1 = product_in(w1.dtype, dz.T, x.to(z.dtype)).view(K, WIDTH, C)[:, :F1]
    return dx, own(dw1, w1), own(sums[:, 0], b1), own(sums[:, 1:], w2), own(dy.sum(0, dtype=torch.float32), b2)


def mlp_heads_backward_fake(dy, x, w1, b1, w2, b2, z):
    return tuple(t.new_empty(t.shape) for t in (x, w1, b1, w2, b2))


mlp_heads_triton = differentiable(
    mlp_heads_forward, mlp_heads_backward, fake=mlp_heads_fake, backward_fake=mlp_heads_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:5], outputs[1]))


@op(inputs=mlp_heads_inputs, data=("x",), cases=[(1, 1, 1, 1, 1), (5, 33, 20, 2, 3), (0, 8, 16, 3, 2), (64, 64, 128, 3, 2), (70, 24, 150, 17, 1)],
    bench=[(12288, 512, 1365, 3, 10)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.d_ff, 3, 10),
    traffic=lambda shape, size: (size * (shape[0] * (shape[1] + shape[3] * shape[4]) + shape[4] * shape[2] * (shape[1] + shape[3])),
                                 2 * size * (shape[0] * (shape[1] + shape[3] * shape[4]) + shape[4] * shape[2] * (shape[1] + shape[3]))),
    flops=lambda shape: tuple(count * shape[0] * shape[4] * shape[2] * (shape[1] + shape[3]) for count in (2, 4)),
    peers={"loop": mlp_heads_loop, "bmm": mlp_heads_batched},
    bars=(Bar("forward", "best", 1.3), Bar("forward + backward", "best", 1.3)), sweep=((2048, 512, 1365, 3, 10), (50000, 512, 1365, 3, 10)),
    tiles=lambda shape, size: (Tile("HEADS_FORWARD", ((128, 128, 64, 8, 3), (128, 128, 64, 8, 4), (128, 128, 32, 8, 4), (128, 64, 64, 4, 4),
                                                      (128, 64, 64, 8, 3), (64, 128, 64, 4, 3), (64, 256, 64, 8, 3)), "described", "forward"),
                               Tile("HEADS_BACKWARD", tuple((*tile, per_sm, stages) for tile, per_sm, stages in itertools.product(
                                   ((32, 64, 4), (32, 128, 4), (32, 128, 8), (16, 128, 4), (16, 256, 8)), (3, 6, 12), (1, 2, 3))), size)))
def mlp_heads(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, implementation="torch") -> Tensor:
    """K heads of two layers, SiLU between, on one input: x (M, C), w1 (K, F, C), b1 (K, F), w2 (K, O, F), b2 (K, O) -> (M, K, O).

    Under autocast in autocast's dtype, else x's. Differentiable in all five.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, w1, b1, w2, b2)
    K, F1, C = w1.shape
    if x.dim() != 2 or x.shape[1] != C or b1.shape != (K, F1) or w2.shape != (K, w2.shape[1], F1) or b2.shape != w2.shape[:2]:
        raise ValueError("mlp_heads takes x (M, C), w1 (K, F, C), b1 (K, F), w2 (K, O, F), b2 (K, O), not "
                         + ", ".join(str(tuple(t.shape)) for t in (x, w1, b1, w2, b2)))
    if implementation == "torch":
        return mlp_heads_torch(x, w1, b1, w2, b2)
    gradient = torch.is_grad_enabled() and any(t.requires_grad for t in (x, w1, b1, w2, b2))
    return mlp_heads_triton(x, w1, b1, w2, b2, gradient, consumed_dtype(x))[0]


# ---- 16. MLP ----------------------------------------------------------------------------------------------------
#
#     z = x W1^T + b1,   h = silu(z) = z s,   s = 1 / (1 + exp(-z)),   y = h W2^T + b2
#     dh = dy W2,   dz = dh s (1 + z (1 - s)),   dW1 = dz^T x,   db1 = sum dz,   dW2 = dy^T h,   db2 = sum dy,   dx = dz W1
#
# x (M, C), W1 (F, C), W2 (O, F). Bias and SiLU are an epilogue of the first product, so that z is written only where a
# gradient will want it and never read back in forward. One program for both layers would hold all O outputs of its rows
# and read both weights for every 64 rows: at O = 512 the L2 cache is then the limit (147 us at 12288 x 512 x 1365, by its
# bandwidth), not the tensor cores (50 us). The second product is cuBLAS's. h and z have rows padded to 16 features.

MLP_FORWARD = {"wide": (128, 128, 64, 8, 3), "narrow": (64, 64, 32, 4, 2)}   # rows, features, step over C, warps, stages
MLP_GROUP = 8                 # tiles of rows that go down one column of tiles before the next: what they share stays in L2
MLP_BACKWARD = 128, 4         # features of a tile, its warps
MLP_PROGRAMS_PER_SM = 8


def mlp_torch(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> Tensor:
    return F.linear(F.silu(F.linear(x, w1, b1)), w2, b2)


def mlp_inputs(shape, dtype, draw, autocast):
    """x (M, C), w1 (F, C), b1 (F,), w2 (O, F), b2 (O,). Under autocast the weights are float32."""
    M, C, F1, O = shape
    kept = torch.float32 if autocast else dtype
    weights = draw(F1, C, dtype=kept) / C**0.5, draw(F1, dtype=kept), draw(O, F1, dtype=kept) / F1**0.5, draw(O, dtype=kept)
    return tuple(t.requires_grad_() for t in (draw(M, C), *weights))


@triton.jit
def linear_silu_kernel(x_ptr, w_ptr, b_ptr, z_ptr, h_ptr, x_stride, n_rows, C, F, WIDTH, KEEP: tl.constexpr, ROWS: tl.constexpr,
                       BLOCK: tl.constexpr, STEP: tl.constexpr, GROUP: tl.constexpr):
    """One tile (ROWS, BLOCK) of h (n_rows, WIDTH) a program, and with KEEP of z; GROUP rows of tiles are walked column by column."""
    down, across = tl.cdiv(n_rows, ROWS), tl.cdiv(WIDTH, BLOCK)
    band = tl.program_id(0) // (GROUP * across)
    height = tl.minimum(down - band * GROUP, GROUP)
    within = tl.program_id(0) - band * GROUP * across
    rows = (band * GROUP + within % height).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    features = within // height * BLOCK + tl.arange(0, BLOCK)
    z = linear_tile(x_ptr, w_ptr, rows, features, x_stride, n_rows, F, C, ROWS, BLOCK, STEP)
    z += tl.load(b_ptr + features, mask=features < F, other=0.0).to(tl.float32)[None, :]
    z = rounded(z, x_ptr.dtype.element_ty)
    place, mask = rows[:, None] * WIDTH + features[None, :], (rows < n_rows)[:, None] & (features < WIDTH)[None, :]
    if KEEP:
        tl.store(z_ptr + place, z, mask=mask)
    z = z.to(tl.float32)   # as backward will read it
    tl.store(h_ptr + place, rounded(z * sigmoid(z, h_ptr.dtype.element_ty), h_ptr.dtype.element_ty), mask=mask)


@triton.jit
def silu_backward_kernel(dh_ptr, z_ptr, dz_ptr, h_ptr, partial_ptr, n_rows, WIDTH: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """dz and, made again, h; partial (programs, WIDTH) gets each program's sums of dz."""
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    db = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        z = load_rows(z_ptr, rows, WIDTH, columns, n_rows, WIDTH)
        gate = sigmoid(z, z_ptr.dtype.element_ty)
        dz = load_rows(dh_ptr, rows, WIDTH, columns, n_rows, WIDTH) * gate * (1.0 + z * (1.0 - gate))
        store_rows(dz_ptr, dz, rows, columns, n_rows, WIDTH)
        store_rows(h_ptr, z * gate, rows, columns, n_rows, WIDTH)
        db += dz   # beyond the last row dh is 0
    tl.store(partial_ptr + tl.program_id(0).to(tl.int64) * WIDTH + columns, tl.sum(db, axis=0), mask=columns < WIDTH)


@without_autocast
def mlp_forward(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, gradient: bool, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """(y (M, O), z (M, padded F), or nothing without `gradient`), both in `dtype`."""
    (M, C), F1, x = x.shape, w1.shape[0], unit_stride(x.to(dtype))
    WIDTH = padded(F1)
    ROWS, BLOCK, STEP, warps, stages = MLP_FORWARD[multiplied_in(x, C)]
    z, h = (x.new_empty(rows, WIDTH) for rows in (M * gradient, M))
    launch(linear_silu_kernel, (triton.cdiv(M, ROWS) * triton.cdiv(WIDTH, BLOCK),), x, w1.to(dtype).contiguous(), b1.contiguous(), z, h,
           x.stride(0), M, C, F1, WIDTH, KEEP=gradient, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, GROUP=MLP_GROUP, num_warps=warps,
           num_stages=stages)
    return torch.addmm(b2.to(dtype), h, F.pad(w2.to(dtype), (0, WIDTH - F1)).T), z


@without_autocast
def mlp_backward(dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor,
                 z: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of x, w1, b1, w2, b2, in their dtypes."""
    (M, WIDTH), F1 = z.shape, w1.shape[0]
    BLOCK, warps = MLP_BACKWARD
    ROWS, across = TILE // BLOCK, triton.cdiv(WIDTH, BLOCK)
    programs = min(triton.cdiv(M, ROWS), triton.cdiv(MLP_PROGRAMS_PER_SM * processors(x.device), across))
    dh = dy @ F.pad(w2.to(z.dtype), (0, WIDTH - F1))
    dz, h, partial = z.new_empty(z.shape), z.new_empty(z.shape), x.new_empty(programs, WIDTH, dtype=torch.float32)
    launch(silu_backward_kernel, (programs, across), dh, z, dz, h, partial, M, WIDTH=WIDTH, ROWS=ROWS, BLOCK=BLOCK, num_warps=warps)
    dx = product_in(x.dtype, dz, F.pad(w1.to(z.dtype), (0, 0, 0, WIDTH - F1)))   # all products with aligned rows: what is beyond F is 0
    dw1, dw2 = product_in(w1.dtype, dz.T, x.to(z.dtype)), product_in(w2.dtype, dy.T, h)
    if WIDTH > F1:
        dw1, dw2 = own(dw1[:F1], w1), own(dw2[:, :F1], w2)
    return dx, dw1, summed(partial[:, :F1], b1), dw2, own(dy.sum(0, dtype=torch.float32), b2)


def mlp_fake(x, w1, b1, w2, b2, gradient, dtype):
    return x.new_empty(x.shape[0], w2.shape[0], dtype=dtype), x.new_empty(x.shape[0] * gradient, padded(w1.shape[0]), dtype=dtype)


def mlp_backward_fake(dy, x, w1, b1, w2, b2, z):
    return tuple(t.new_empty(t.shape) for t in (x, w1, b1, w2, b2))


mlp_triton = differentiable(
    mlp_forward, mlp_backward, fake=mlp_fake, backward_fake=mlp_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:5], outputs[1]))


@op(inputs=mlp_inputs, data=("x",), cases=[(1, 1, 1, 1), (5, 33, 20, 7), (0, 8, 16, 4), (64, 64, 128, 32), (70, 24, 300, 17)],
    bench=[(12288, 512, 1365, 512), (12288, 384, 1536, 384)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.d_ff, work.d_model),
    traffic=lambda shape, size: (size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3])),
                                 2 * size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3]))),
    flops=lambda shape: tuple(count * shape[0] * shape[2] * (shape[1] + shape[3]) for count in (2, 4)),
    bars=(Bar("forward", "best", 1.1, ((12288, 512, 1365, 512),)),), sweep=((2048, 512, 1365, 512), (50000, 512, 1365, 512)),
    tiles=lambda shape, size: (Tile("MLP_FORWARD", ((128, 128, 64, 8, 3), (128, 128, 64, 8, 4), (128, 128, 64, 4, 3), (128, 256, 64, 8, 3),
                                                    (256, 128, 64, 8, 3), (128, 64, 64, 4, 4), (128, 128, 32, 8, 4), (64, 256, 64, 8, 3)),
                                    "wide", "forward"),
                               Tile("MLP_GROUP", (1, 4, 8, 16), None, "forward"),
                               Tile("MLP_BACKWARD", ((256, 4), (512, 4), (512, 8), (128, 4), (1024, 8))), Tile("MLP_PROGRAMS_PER_SM", (4, 8, 16))))
def mlp(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, implementation="torch") -> Tensor:
    """Two linear layers with SiLU between: x (..., C), w1 (F, C), b1 (F,), w2 (O, F), b2 (O,) -> (..., O).

    Under autocast in autocast's dtype, else x's. Differentiable in all five.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, w1, b1, w2, b2)
    F1, C = w1.shape
    if x.dim() == 0 or x.shape[-1] != C or b1.shape != (F1,) or w2.shape != (w2.shape[0], F1) or b2.shape != w2.shape[:1]:
        raise ValueError("mlp takes x (..., C), w1 (F, C), b1 (F,), w2 (O, F), b2 (O,), not "
                         + ", ".join(str(tuple(t.shape)) for t in (x, w1, b1, w2, b2)))
    if implementation == "torch":
        return mlp_torch(x, w1, b1, w2, b2)
    gradient = torch.is_grad_enabled() and any(t.requires_grad for t in (x, w1, b1, w2, b2))
    return mlp_triton(x.reshape(-1, C), w1, b1, w2, b2, gradient, consumed_dtype(x))[0].view(*x.shape[:-1], w2.shape[0])


class TritonMLP(torch.nn.Sequential):
    """torch.nn.Sequential(Linear, SiLU, Linear) by these kernels; the state dict is the same."""

    def __init__(self, width: int, hidden: int, out: int, device=None, dtype=None):
        layers = (torch.nn.Linear(*sizes, device=device, dtype=dtype) for sizes in ((width, hidden), (hidden, out)))
        super().__init__(next(layers), torch.nn.SiLU(), next(layers))

    def forward(self, x: Tensor) -> Tensor:
        return mlp(x, self[0].weight, self[0].bias, self[2].weight, self[2].bias, "triton")


# ---- 17. attention ----------------------------------------------------------------------------------------------
#
#     s = scale q k^T,   p = exp(s - lse),   lse = log sum over keys of exp(s),   y = p v
#     dv = p^T dy,   ds = p (dy v^T - delta),   delta = sum over D of dy y,   dq = scale ds k,   dk = scale ds^T q
#
# Dao 2023 (FlashAttention-2), after Milakov & Gimelshein 2018: a block of queries stays, blocks of keys pass, and the
# sums are rescaled when the maximum grows, so that no score reaches memory. Backward computes p again.
#
# Query i sees the keys first_i <= j < past_i: all N; in causal attention up to i + N - M, so that the last query sees
# the last key; in packed rows those of its own document. Both ends grow with i: the keys that a block of queries sees
# are one range, whose middle needs no mask. The same holds for the queries that see a block of keys.
#
# Layout (B, T, H, D) with any strides, so that slices of one projection come in as they are; K divides H where heads
# share keys. Maxima and log-sum-exps are kept in units of q k^T, in which the maximum is one of the scores, exactly: times
# the scale it would be rounded, and of a score of 1e9 backward would make 2^(what was rounded off), where p is 1.

LOG2_E = math.log2(math.e)      # the exponentials are powers of two, which is what the hardware has: exponent = scale LOG2_E
# (kernel, padded head width, bytes an element): rows that stay, rows that pass, warps, stages; and how those that pass are read, where not by
# pointers but by "descriptors", the hardware's own copies of blocks (TMA); at last, a thread's registers where they are capped, so that one program
# more fits onto a multiprocessor
THREE_PROGRAMS = 168            # registers a thread with which three programs of 4 warps fit onto a multiprocessor
ATTENTION_TILES = {
    ("forward", 64, 2): (64, 64, 4, 3), ("forward", 128, 2): (64, 64, 4, 3, "descriptors"),
    ("queries", 64, 2): (64, 64, 4, 2, "descriptors"), ("queries", 128, 2): (128, 64, 8, 3),
    ("keys", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS), ("keys", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("fused", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS), ("fused", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("forward", 64, 4): (64, 32, 4, 2), ("forward", 128, 4): (32, 32, 8, 1),
    ("queries", 64, 4): (32, 32, 8, 1), ("queries", 128, 4): (16, 32, 8, 1),
    ("keys", 64, 4): (32, 32, 8, 1), ("keys", 128, 4): (16, 32, 8, 1),
    ("fused", 64, 4): (32, 32, 8, 1), ("fused", 128, 4): (16, 16, 8, 1)}
ATTENTION_SHORT = 1024          # queries and keys, up to which much of the work is ends and diagonals: smaller tiles, backward in two kernels
ATTENTION_LONG = 4096           # beyond: backward in two kernels again, whose tiles need not suit both of its halves
ATTENTION_TILES_SHORT = ATTENTION_TILES | {
    ("forward", 128, 2): (64, 64, 4, 3), ("queries", 64, 2): (64, 32, 4, 3), ("keys", 64, 2): (64, 32, 4, 3), ("keys", 128, 2): (128, 64, 8, 3),
    ("fused", 64, 2): (64, 32, 4, 3), ("fused", 128, 2): (128, 64, 8, 3)}
ATTENTION_TILES_ELSEWHERE = ATTENTION_TILES | {   # not on Hopper: all factors pass through registers, and 99 KB of shared memory have to do
    ("forward", 64, 2): (128, 32, 4, 3), ("forward", 128, 2): (128, 64, 8, 3), ("queries", 64, 2): (128, 64, 8, 2),
    ("queries", 128, 2): (128, 32, 8, 2), ("keys", 64, 2): (128, 32, 8, 2), ("keys", 128, 2): (64, 32, 8, 2),
    ("fused", 64, 2): (64, 32, 8, 2), ("fused", 128, 2): (64, 32, 8, 2)}


def document_bounds(documents: Tensor, B: int, T: int) -> Tensor:
    """(2, B, T) int32: the first place of each token's document in its row, and the place past its last.

    documents (n + 1,) are cumulative lengths, from 0, of the documents that fill B rows of T tokens one after the
    other. The end of a row cuts a document; what lies past the last is one more. Nothing waits for the device.
    """
    places = torch.arange(B * T, device=documents.device, dtype=documents.dtype)
    rows = places // max(T, 1) * T
    index = torch.searchsorted(documents, places, right=True)
    edges = torch.cat([documents, documents.new_full((1,), B * T)])
    bounds = torch.stack([torch.maximum(edges[index - 1], rows), torch.minimum(edges[index], rows + T)]) - rows
    return bounds.view(2, B, T).int()


def attention_mask(M: int, N: int, causal: bool, bounds: Tensor | None, device) -> Tensor | None:
    """True where a query sees a key: (M, N), packed (B, 1, M, N); None where all see all."""
    keys, mask = torch.arange(N, device=device), None
    if causal:
        mask = keys <= torch.arange(M, device=device)[:, None] + N - M
    if bounds is not None:
        own = ((keys >= bounds[0, ..., None]) & (keys < bounds[1, ..., None]))[:, None]
        mask = own if mask is None else own & mask
    return mask


def loadable(x: Tensor) -> Tensor:
    """`x`, copied where its rows lie at worse addresses than a new tensor's would."""
    rows = math.gcd(16, x.shape[-1] * x.element_size())
    fine = all(stride * x.element_size() % rows == 0 for stride in x.stride()[:-1])
    fine = fine and (torch.compiler.is_compiling() or x.data_ptr() % 16 == 0)
    return x if fine else x.clone(memory_format=torch.contiguous_format)


def sdpa(q: Tensor, k: Tensor, v: Tensor, **options) -> Tensor:
    """F.scaled_dot_product_attention of (B, heads, T, D) where PyTorch 2.11 alone fails on a GPU: of an empty batch in half precision it
    gives None; of rows that are not aligned "no kernel found to launch", or a kernel that faults."""
    if q.numel() == 0:
        with sdpa_kernel(SDPBackend.MATH):
            return F.scaled_dot_product_attention(q, k, v, **options)
    return F.scaled_dot_product_attention(loadable(q), loadable(k), loadable(v), **options)


def attention_torch(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None) -> Tensor:
    """PyTorch's fused kernels, without a mask where they can do without."""
    M, N = q.shape[1], k.shape[1]
    plain = bounds is None and (not causal or M == N)
    mask = None if plain else attention_mask(M, N, causal, bounds, q.device)
    y = sdpa(*(t.transpose(1, 2) for t in (q, k, v)), attn_mask=mask, is_causal=causal and plain, scale=scale,
             enable_gqa=q.shape[2] != k.shape[2])
    return y.transpose(1, 2)


def attention_pinned(backend: str, q, k, v, causal, scale, documents=None, fused=None) -> Tensor:
    """PyTorch's form by one of its backends, which raises RuntimeError where it cannot."""
    with sdpa_kernel(getattr(SDPBackend, backend)):
        return attention_torch(q, k, v, causal, scale, documents)


SDPA_BACKENDS = {name: functools.partial(attention_pinned, backend) for name, backend in (
    ("cudnn", "CUDNN_ATTENTION"), ("flash", "FLASH_ATTENTION"), ("efficient", "EFFICIENT_ATTENTION"), ("math", "MATH"))}


def backward_is_one(length: int) -> bool:
    """Whether backward is faster as one launch than as two, where `length` is the longer side."""
    return ATTENTION_SHORT < length <= ATTENTION_LONG


def attention_tiles_to_try(shape, size) -> list[Tile]:
    """Tiles whose float32 sums leave a thread registers for the rest: at most 200 of its 255."""
    D, short, kind = max(triton.next_power_of_2(shape[5]), 64), max(shape[1:3]) <= ATTENTION_SHORT, shape[6]
    table = "ATTENTION_TILES_SHORT" if short else "ATTENTION_TILES"
    sums = {"forward": (1, 1), "queries": (1, 2), "keys": (2, 2), "fused": (2, 2)}   # rows x D, rows x columns that a program holds
    tiles = []
    fused = "fused" in kind or "apart" not in kind and backward_is_one(max(shape[1:3]))
    backward = ("fused",) if fused else ("queries", "keys")
    for kernel in backward if "fused" in kind or "apart" in kind else ("forward", *backward):
        stages, work = ((2, 3, 4), "forward") if kernel == "forward" else ((1, 2, 3), "forward + backward")
        fit = [(stays, passes, warps, depth) for stays, passes, warps, depth in itertools.product((64, 128), (32, 64, 128), (4, 8), stages)
               if stays >= 16 * warps and stays * (sums[kernel][0] * D + sums[kernel][1] * passes) <= 200 * 32 * warps]
        if size == 2:   # elsewhere than on Hopper these are read by pointers all the same
            fit += [(*tile, "descriptors") for tile in fit if tile[3] in (2, 3)]
            fit += [(*tile, THREE_PROGRAMS) for tile in fit if tile[2] == 4 and sums[kernel] == (2, 2)]
        tiles.append(Tile(table, tuple(fit), (kernel, D, size), work))
    return tiles


def attention_inputs(shape, dtype, draw, autocast):
    """q (B, M, H, D), k and v (B, N, K, D), causal, scale, bounds, fused, of a shape (B, M, N, H, K, D, kind).

    `kind` is words: full or causal; packed, documents of one, two and three sixths of all tokens; backward fused or apart, where it is not to be
    the faster. Projections give the data: under autocast it is half precision too.
    """
    B, M, N, H, K, D, kind = shape
    q, k, v = (draw(B, T, heads, D).requires_grad_() for T, heads in ((M, H), (N, K), (N, K)))
    bounds = None
    if "packed" in kind:
        lengths = [0, *(sorted({B * N * part // 6 for part in (1, 3)} | {B * N}))]
        bounds = document_bounds(torch.tensor(lengths, dtype=torch.int32, device=q.device), B, N)
    return q, k, v, "causal" in kind, D**-0.5, bounds, True if "fused" in kind else False if "apart" in kind else None


@triton.jit
def load_block(pointer, rows, stride, columns, n_rows, D: tl.constexpr, RAGGED: tl.constexpr):
    """A block of rows `stride` apart, as it is stored; RAGGED where it may pass the last row. 0 outside of (n_rows, D)."""
    places = pointer + rows[:, None] * stride + columns[None, :]
    if RAGGED:
        block = tl.load(places, mask=(rows < n_rows)[:, None] & (columns < D)[None, :], other=0.0)
    elif columns.shape[0] == D:
        block = tl.load(places)
    else:
        block = tl.load(places, mask=(columns < D)[None, :], other=0.0)
    return block


@triton.jit
def load_at(source, b, h, start, time, rows, columns, n_rows, D: tl.constexpr, DESCRIBED: tl.constexpr, RAGGED: tl.constexpr):
    """The block of rows from `start` on of a head: of the descriptor `source` (B, heads, T, D), or of the pointer `source` to that head's rows,
    `time` apart. What lies outside is 0 in either: a descriptor's copy needs neither addresses nor masks, nor the registers for them."""
    if DESCRIBED:
        block = source.load([b, h, start, 0]).reshape([rows.shape[0], columns.shape[0]])
    else:
        block = load_block(source + tl.cast(start, tl.int64) * time, rows, time, columns, n_rows - start, D, RAGGED)
    return block


@triton.jit
def head_of(source, b, h, batch, head, DESCRIBED: tl.constexpr):
    """`source` as `load_at` takes it: a pointer is moved to its head."""
    if not DESCRIBED:
        source += b * batch + h * head
    return source


@triton.jit
def scores(a, b):
    """a b^T"""
    return product(a, tl.trans(b), tl.zeros([a.shape[0], b.shape[0]], tl.float32), "tf32x3")


@triton.jit
def weighted(p, b, total):
    """total + p b, of float32 p rounded to b's dtype: the stored one, for which there are tensor cores."""
    return product(rounded(p, b.dtype), b, total, "tf32x3")


@triton.jit
def keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(begin, whole, ragged, end): BLOCK_M queries from `row` on see keys from begin to end; those from whole to ragged all of them see."""
    last = tl.minimum(row + BLOCK_M, M) - 1
    begin, whole, ragged, end = row * 0, row * 0, N, N
    if PACKED:
        begin = tl.load(first_ptr + row) // BLOCK_N * BLOCK_N
        whole = tl.cdiv(tl.load(first_ptr + last), BLOCK_N) * BLOCK_N
        ragged, end = tl.load(past_ptr + row), tl.load(past_ptr + last)
    if CAUSAL:
        ragged, end = tl.minimum(ragged, row + 1 + N - M), tl.minimum(end, last + 1 + N - M)
    return begin, whole, tl.maximum(ragged // BLOCK_N * BLOCK_N, whole), end


@triton.jit
def ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(first, past): the first key that each query sees, and the one past its last."""
    first, past = rows * 0, rows * 0 + N
    if PACKED:
        first = tl.load(first_ptr + rows, mask=rows < M, other=0)
        past = tl.load(past_ptr + rows, mask=rows < M, other=N)
    if CAUSAL:
        past = tl.minimum(past, rows + 1 + N - M)
    return first, past


@triton.jit
def softmax_weights(s, exponent, lse, dtype: tl.constexpr):
    """2^((s - lse) exponent), at most 1 as no score is above lse: forward's maximum is one of these very sums. Tensor cores make a score the same
    way whichever factor comes first; in float32 three products take other turns then, and fp16 would end at 65504: there a minimum makes sure."""
    if dtype != tl.bfloat16:
        s = tl.minimum(s, lse)
    return tl.exp2((s - lse) * exponent)


@triton.jit
def lowest(exponent, ROWS: tl.constexpr):
    """A maximum of no score yet: finite, scaled too, since -inf - peak must not be NaN where a row sees nothing of a block."""
    return tl.zeros([ROWS], tl.float32) - 3e38 / tl.maximum(exponent, 1.0)


@triton.jit
def attend(y, total, peak, q, k_ptr, v_ptr, b, h, k_time, v_time, low, high, first, past, N, exponent, D: tl.constexpr,
           BLOCK_N: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr):
    """Takes the keys from `low` to `high` into the running sums: y of p v, total of p, both relative to 2^(peak exponent)."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        s = scores(q, k)
        if MASKED:
            s = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), s, float("-inf"))
        higher = tl.maximum(peak, tl.max(s, axis=1))
        if q.dtype == tl.bfloat16:   # one instruction, and what it rounds is in y and in total; where fp16 ends at 65504, y has to be v where p is 1
            p = tl.exp2(tl.fma(s, exponent, -(higher * exponent)[:, None]))
        else:
            p = softmax_weights(s, exponent, higher[:, None], q.dtype)
        shrunk = tl.exp2((peak - higher) * exponent)
        v = load_at(v_ptr, b, h, start, v_time, keys, columns, N, D, DESCRIBED, MASKED)
        y = weighted(p, v, y * shrunk[:, None])
        total = total * shrunk + tl.sum(p, axis=1)
        peak = higher
    return y, total, peak


@triton.jit
def place_of_program(blocks, BY_BLOCK: tl.constexpr):
    """(block, head): the blocks of one head side by side, so that its keys stay in the L2 cache; or BY_BLOCK all heads' first blocks first, so
    that the longest rows of all are not the last ones to be begun."""
    program, block, head = tl.program_id(0), tl.program_id(0) % blocks, tl.program_id(0) // blocks
    if BY_BLOCK:
        heads = tl.num_programs(0) // blocks
        block, head = program // heads, program % heads
    return block, head.to(tl.int64)


@triton.jit
def attention_forward_kernel(q_ptr, k_ptr, v_ptr, y_ptr, lse_ptr, first_ptr, past_ptr, q_batch, q_time, q_head, k_batch, k_time, k_head,
                             v_batch, v_time, v_head, M, N, exponent, H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr,
                             CAUSAL: tl.constexpr, PACKED: tl.constexpr, BY_BLOCK: tl.constexpr, DESCRIBED: tl.constexpr,
                             BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """A program takes BLOCK_M queries of one head, those that see most first. *_batch, *_time, *_head are strides."""
    blocks = tl.cdiv(M, BLOCK_M)
    block, head = place_of_program(blocks, BY_BLOCK)
    row = (blocks - 1 - block) * BLOCK_M
    b, h = head // H, head % H
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head, rows - row, q_time, columns, M - row, D, True)
    k_ptr = head_of(k_ptr, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_ptr = head_of(v_ptr, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    y, total = tl.zeros([BLOCK_M, BLOCK_D], tl.float32), tl.zeros([BLOCK_M], tl.float32)
    peak = lowest(exponent, BLOCK_M)
    if PACKED:
        y, total, peak = attend(y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, begin, whole, first, past, N, exponent, D,
                                BLOCK_N, DESCRIBED, True)
    y, total, peak = attend(y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, whole, ragged, first, past, N, exponent, D,
                            BLOCK_N, DESCRIBED, False)
    y, total, peak = attend(y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, ragged, end, first, past, N, exponent, D,
                            BLOCK_N, DESCRIBED, True)
    length = tl.log2(total)
    if q.dtype == tl.bfloat16:   # total is relative to 2^(the rounded peak exponent): of a score of 1e9 that is off by up to 2^16
        length -= tl.fma(peak, exponent, -(peak * exponent))
    tl.store(lse_ptr + (b * H + h) * M + rows, peak + length / exponent, mask=rows < M)
    y_ptr += ((b * M + row) * H + h) * D
    tl.store(y_ptr + (rows - row)[:, None] * (H * D) + columns[None, :], rounded(y / total[:, None], y_ptr.dtype.element_ty),
             mask=(rows < M)[:, None] & (columns < D)[None, :])


@triton.jit
def add_queries_gradient(dq, q, dy, lse, delta, k_ptr, v_ptr, b, h, k_time, v_time, low, high, first, past, N, exponent,
                         D: tl.constexpr, BLOCK_N: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr):
    """dq + ds k over the keys from `low` to `high`."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        v = load_at(v_ptr, b, h, start, v_time, keys, columns, N, D, DESCRIBED, MASKED)
        p = softmax_weights(scores(q, k), exponent, lse[:, None], q.dtype)
        if MASKED:
            p = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), p, 0.0)
        dq = weighted(p * (scores(dy, v) - delta[:, None]), k, dq)
    return dq


@triton.jit
def queries_gradient(row, b, h, q_ptr, k_passes, v_passes, y_ptr, dy_ptr, lse_ptr, delta_ptr, first_ptr, past_ptr, dq_ptr, q_batch, q_time, q_head,
                     k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H: tl.constexpr,
                     GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
                     DESCRIBED: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, KNOWN: tl.constexpr):
    """dq of BLOCK_M queries of one head; it writes their delta as well, unless that is KNOWN."""
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head, rows - row, q_time, columns, M - row, D, True)
    dy = load_block(dy_ptr + b * dy_batch + row.to(tl.int64) * dy_time + h * dy_head, rows - row, dy_time, columns, M - row, D, True)
    head = (b * H + h) * M + rows
    lse = tl.load(lse_ptr + head, mask=rows < M, other=0.0)
    if KNOWN:
        delta = tl.load(delta_ptr + head, mask=rows < M, other=0.0)
    else:
        y = load_block(y_ptr + ((b * M + row) * H + h) * D, rows - row, H * D, columns, M - row, D, True)
        delta = tl.sum(y.to(tl.float32) * dy.to(tl.float32), axis=1)
        tl.store(delta_ptr + head, delta, mask=rows < M)
    k_passes = head_of(k_passes, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_passes = head_of(v_passes, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    dq = tl.zeros([BLOCK_M, BLOCK_D], tl.float32)
    if PACKED:
        dq = add_queries_gradient(dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, begin, whole, first, past, N, exponent, D,
                                  BLOCK_N, DESCRIBED, True)
    dq = add_queries_gradient(dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, whole, ragged, first, past, N, exponent, D,
                              BLOCK_N, DESCRIBED, False)
    dq = add_queries_gradient(dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, ragged, end, first, past, N, exponent, D,
                              BLOCK_N, DESCRIBED, True)
    dq_ptr += ((b * M + row) * H + h) * D
    tl.store(dq_ptr + (rows - row)[:, None] * (H * D) + columns[None, :], rounded(dq * scale, dq_ptr.dtype.element_ty),
             mask=(rows < M)[:, None] & (columns < D)[None, :])


@triton.jit
def queries_seeing(first_ptr, past_ptr, key, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(begin, whole, ragged, end): queries from begin to end see some of BLOCK_N keys from `key` on, those from whole to ragged see all."""
    last = tl.minimum(key + BLOCK_N, N) - 1
    begin, whole, ragged, end = key * 0, key * 0, M, M
    if PACKED:
        begin, whole = tl.load(first_ptr + key), tl.load(first_ptr + last)
        ragged, end = tl.load(past_ptr + key), tl.load(past_ptr + last)
    if CAUSAL:
        begin, whole = tl.maximum(begin, key - (N - M)), tl.maximum(whole, last - (N - M))
    whole = tl.cdiv(whole, BLOCK_M) * BLOCK_M
    return begin // BLOCK_M * BLOCK_M, whole, tl.maximum(ragged // BLOCK_M * BLOCK_M, whole), end


@triton.jit
def ends_of_keys(first_ptr, past_ptr, keys, M, N, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(first, past): the first query that sees each key, and the one past the last."""
    first, past = keys * 0, keys * 0 + M
    if PACKED:
        first = tl.load(first_ptr + keys, mask=keys < N, other=0)
        past = tl.load(past_ptr + keys, mask=keys < N, other=M)
    if CAUSAL:
        first = tl.maximum(first, keys - (N - M))
    return first, past


@triton.jit
def add_keys_gradient(dk, dv, k, v, q_ptr, dy_ptr, lse_ptr, delta_ptr, b, h, q_time, dy_time, low, high, first, past, M, exponent,
                      D: tl.constexpr, BLOCK_M: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr):
    """(dk + ds^T q, dv + p^T dy) over the queries from `low` to `high`; everything is transposed, (keys, queries)."""
    rows, columns = tl.arange(0, BLOCK_M), tl.arange(0, k.shape[1])
    for start in range(low, high, BLOCK_M):
        q = load_at(q_ptr, b, h, start, q_time, rows, columns, M, D, DESCRIBED, MASKED)
        dy = load_at(dy_ptr, b, h, start, dy_time, rows, columns, M, D, DESCRIBED, MASKED)
        if MASKED:
            here = start + rows < M
            lse, delta = tl.load(lse_ptr + start + rows, mask=here, other=0.0), tl.load(delta_ptr + start + rows, mask=here, other=0.0)
        else:
            lse, delta = tl.load(lse_ptr + start + rows), tl.load(delta_ptr + start + rows)
        p = softmax_weights(scores(k, q), exponent, lse[None, :], q.dtype)
        if MASKED:
            p = tl.where((start + rows >= first[:, None]) & (start + rows < past[:, None]), p, 0.0)
        dv = weighted(p, dy, dv)
        dk = weighted(p * (scores(v, dy) - delta[None, :]), q, dk)
    return dk, dv


@triton.jit
def keys_gradient(key, b, h, q_passes, k_ptr, v_ptr, dy_passes, lse_ptr, delta_ptr, first_ptr, past_ptr, dk_ptr, dv_ptr, q_batch, q_time, q_head,
                  k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H: tl.constexpr,
                  GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr, DESCRIBED: tl.constexpr,
                  BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """What one query head gives to dk and dv (B, N, H, D) of BLOCK_N keys; *_passes are for `load_at`."""
    keys, columns = key + tl.arange(0, BLOCK_N), tl.arange(0, BLOCK_D)
    k_at = k_ptr + b * k_batch + key.to(tl.int64) * k_time + h // GROUP * k_head
    v_at = v_ptr + b * v_batch + key.to(tl.int64) * v_time + h // GROUP * v_head
    k = load_block(k_at, keys - key, k_time, columns, N - key, D, True)
    v = load_block(v_at, keys - key, v_time, columns, N - key, D, True)
    q_passes = head_of(q_passes, b, h, q_batch, q_head, DESCRIBED)
    dy_passes = head_of(dy_passes, b, h, dy_batch, dy_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), h.to(tl.int32)
    lse_ptr += (b * H + h) * M
    delta_ptr += (b * H + h) * M
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = queries_seeing(first_ptr, past_ptr, key, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_keys(first_ptr, past_ptr, keys, M, N, CAUSAL, PACKED)
    dk, dv = tl.zeros([BLOCK_N, BLOCK_D], tl.float32), tl.zeros([BLOCK_N, BLOCK_D], tl.float32)
    if CAUSAL or PACKED:
        dk, dv = add_keys_gradient(dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, begin,
                                   tl.minimum(whole, end), first, past, M, exponent, D, BLOCK_M, DESCRIBED, True)
    dk, dv = add_keys_gradient(dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, whole, ragged,
                               first, past, M, exponent, D, BLOCK_M, DESCRIBED, False)
    dk, dv = add_keys_gradient(dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, ragged, end,
                               first, past, M, exponent, D, BLOCK_M, DESCRIBED, True)
    first_place = ((b * N + key) * H + h) * D   # 64 bits for the program, 32 for the places of its block, of which a thread holds many
    places, mask = (keys - key)[:, None] * (H * D) + columns[None, :], (keys < N)[:, None] & (columns < D)[None, :]
    tl.store(dk_ptr + first_place + places, rounded(dk * scale, dk_ptr.dtype.element_ty), mask=mask)
    tl.store(dv_ptr + first_place + places, rounded(dv, dv_ptr.dtype.element_ty), mask=mask)


@triton.jit
def attention_backward_kernel(q_ptr, k_ptr, v_ptr, dy_ptr, q_passes, k_passes, v_passes, dy_passes, y_ptr, lse_ptr, delta_ptr, first_ptr,
                              past_ptr, dq_ptr, dk_ptr, dv_ptr,
                              q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head, M, N,
                              scale, exponent, H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
                              BY_BLOCK: tl.constexpr, DESCRIBED: tl.constexpr, QUERIES: tl.constexpr, KEYS: tl.constexpr,
                              BLOCK_D: tl.constexpr, STAYS: tl.constexpr, PASSES: tl.constexpr):
    """A program takes dq of a block of QUERIES, dk and dv of a block of KEYS for one query head, or both of the same number:
    in causal attention the one has much to do where the other has little. Alone, the blocks with most to do go first.
    Queries alone write the delta that keys need. The blocks that pass come from *_passes, which are descriptors or the same pointers."""
    length = M
    if KEYS:
        length = N
        if QUERIES:
            length = tl.maximum(M, N)
    blocks = tl.cdiv(length, STAYS)
    block, head = place_of_program(blocks, BY_BLOCK)
    start = block * STAYS
    if not KEYS:
        start = (blocks - 1) * STAYS - start
    b, h = head // H, head % H
    if KEYS and start < N:
        keys_gradient(start, b, h, q_passes, k_ptr, v_ptr, dy_passes, lse_ptr, delta_ptr, first_ptr, past_ptr, dk_ptr, dv_ptr, q_batch, q_time, q_head,
                      k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H, GROUP, D, CAUSAL,
                      PACKED, DESCRIBED, BLOCK_D, PASSES, STAYS)
    if QUERIES and start < M:
        queries_gradient(start, b, h, q_ptr, k_passes, v_passes, y_ptr, dy_ptr, lse_ptr, delta_ptr, first_ptr, past_ptr, dq_ptr, q_batch, q_time, q_head,
                         k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H, GROUP, D,
                         CAUSAL, PACKED, DESCRIBED, BLOCK_D, STAYS, PASSES, KEYS)


@triton.jit
def attention_delta_kernel(y_ptr, dy_ptr, delta_ptr, dy_batch, dy_time, dy_head, M, n_rows, H: tl.constexpr, D: tl.constexpr,
                           ROWS: tl.constexpr, BLOCK_D: tl.constexpr):
    """delta (B, H, M) of rows in the order (b, t, h), in which y lies."""
    rows, columns = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK_D)
    b, t, h = rows // H // M, rows // H % M, rows % H
    mask = (rows < n_rows)[:, None] & (columns < D)[None, :]
    y = tl.load(y_ptr + rows[:, None] * D + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    dy_rows = b * dy_batch + t * dy_time + h * dy_head
    dy = tl.load(dy_ptr + dy_rows[:, None] + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    tl.store(delta_ptr + (b * H + h) * M + t, tl.sum(y * dy, axis=1), mask=rows < n_rows)


def attention_tile(kernel: str, D: int, q: Tensor, length: int) -> tuple[int, int, list, dict]:
    """(rows that stay, rows that pass, how those are read, {the padded width, warps, stages}) of a kernel's program; `length` is the longer side."""
    BLOCK_D = max(triton.next_power_of_2(D), 16)
    tiles = ATTENTION_TILES_SHORT if length <= ATTENTION_SHORT else ATTENTION_TILES
    tiles = tiles if generation(q.device) in (90, 100) else ATTENTION_TILES_ELSEWHERE
    stays, passes, warps, stages, *how = tiles[kernel, max(BLOCK_D, 64), q.dtype.itemsize]
    if INTERPRETED:  # small enough for tiny cases to have several of each
        stays, passes = 32, 16
    caps = {"maxnreg": registers for registers in how if registers != "descriptors"}
    return stays, passes, how, {"BLOCK_D": BLOCK_D, "num_warps": warps, "num_stages": stages} | caps


def passing(how: list, block: int, BLOCK_D: int, *tensors: Tensor) -> tuple[bool, tuple]:
    """(whether they are descriptors: where asked for, if the hardware takes the strides; (B, T, heads, D) `tensors` for `load_at`, `block` rows at
    a time)."""
    odd = any(t.numel() == 0 or t.data_ptr() % 16 or any(stride * t.itemsize % 16 or not stride for stride in t.stride()[:-1]) for t in tensors)
    if odd or "descriptors" not in how:
        return False, tensors
    views = [t.transpose(1, 2) for t in tensors]
    return True, tuple(TensorDescriptor(view, list(view.shape), list(view.stride()), [1, 1, block, BLOCK_D]) for view in views)


def attention_forward(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None, fused: bool) -> tuple[Tensor, Tensor]:
    """(y like q, contiguous; log-sum-exp (B, H, M))."""
    q, k, v = unit_stride(q), unit_stride(k), unit_stride(v)
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    y, lse = q.new_empty(q.shape), q.new_empty(B, H, M, dtype=torch.float32)
    BLOCK_M, BLOCK_N, how, tile = attention_tile("forward", D, q, max(M, N))
    first, past = (lse, lse) if bounds is None else bounds
    described, (k_passes, v_passes) = passing(how, BLOCK_N, tile["BLOCK_D"], k, v)
    launch(attention_forward_kernel, (triton.cdiv(M, BLOCK_M) * B * H,), q, k_passes, v_passes, y, lse, first, past, *q.stride()[:3], *k.stride()[:3],
           *v.stride()[:3], M, N, scale * LOG2_E, H=H, GROUP=H // K, D=D, CAUSAL=causal, PACKED=bounds is not None,
           BY_BLOCK=max(M, N) <= ATTENTION_SHORT, DESCRIBED=described, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, **tile)
    return y, lse


def attention_backward(dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, bounds: Tensor | None, causal: bool, scale: float,
                       fused: bool) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv). Heads that share keys each give a part of dk and dv in float32, which are then summed in their order."""
    q, k, v, dy = unit_stride(q), unit_stride(k), unit_stride(v), unit_stride(dy)
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    dq, delta = q.new_empty(q.shape), q.new_empty(B, H, M, dtype=torch.float32)
    dk, dv = (t.new_empty(B, N, H, D, dtype=t.dtype if H == K else torch.float32) for t in (k, v))
    first, past = (lse, lse) if bounds is None else bounds
    arguments = (y, lse, delta, first, past, dq, dk, dv, *q.stride()[:3], *k.stride()[:3], *v.stride()[:3], *dy.stride()[:3],
                 M, N, scale, scale * LOG2_E)
    shape = {"H": H, "GROUP": H // K, "D": D, "CAUSAL": causal, "PACKED": bounds is not None, "BY_BLOCK": max(M, N) <= ATTENTION_SHORT}
    if fused:
        ROWS, BLOCK_D = max(TILE // triton.next_power_of_2(D), 1), triton.next_power_of_2(D)
        launch(attention_delta_kernel, (triton.cdiv(B * M * H, ROWS),), y, dy, delta, *dy.stride()[:3], M, B * M * H, H=H, D=D, ROWS=ROWS,
               BLOCK_D=BLOCK_D, num_warps=warps_for(TILE))
    for name, length in (("fused", max(M, N)),) if fused else (("queries", M), ("keys", N)):
        stays, passes, how, tile = attention_tile(name, D, q, max(M, N))
        described, those = passing(how, passes, tile["BLOCK_D"], q, k, v, dy)
        launch(attention_backward_kernel, (triton.cdiv(length, stays) * B * H,), q, k, v, dy, *those, *arguments, **shape,
               DESCRIBED=described, QUERIES=name != "keys", KEYS=name != "queries", STAYS=stays, PASSES=passes, **tile)
    if H == K:
        return dq, dk, dv
    return dq, *(part.unflatten(2, (K, H // K)).sum(3).to(k.dtype) for part in (dk, dv))


def attention_fake(q, k, v, causal, scale, bounds, fused):
    return q.new_empty(q.shape), q.new_empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)


def attention_backward_fake(dy, q, k, v, y, lse, bounds, causal, scale, fused):
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


attention_triton = differentiable(
    attention_forward, attention_backward, fake=attention_fake, backward_fake=attention_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:3], *outputs, inputs[5]), constants=lambda inputs: (inputs[3], inputs[4], inputs[6]))


def attention_flops(shape) -> tuple[int, int]:
    """Of forward and of backward: two and five products of 2 D operations for each pair of a query and a key that it sees."""
    B, M, N, H, _, D, kind = shape
    bounds = attention_inputs((B, M, N, 1, 1, 1, kind), torch.float32, lambda *size: torch.empty(size), False)[5]
    mask = attention_mask(M, N, "causal" in kind, bounds, "cpu")
    pairs = B * M * N if mask is None else mask.sum().item() * (1 if bounds is not None else B)
    return 4 * pairs * H * D, 10 * pairs * H * D


def attention_slack(named, cotangents):
    """What backward loses where eager, which may keep p, loses nothing.

    p computed again is off by expm1 of the error of its scores, 4 eps of the products' size, and by 1 at most. ds is a
    difference whose terms cancel wholly where one key has all the weight: both are sums over D in float32, and delta
    reads y as it was rounded to its dtype.
    """
    q, k, v, dy = (t.detach().double().transpose(1, 2) for t in (named["q"], named["k"], named["v"], *cotangents))
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    mask = attention_mask(q.shape[2], k.shape[2], named["causal"], named["documents"], q.device)
    eps, stored, scale = torch.finfo(torch.float32).eps, torch.finfo(named["q"].dtype).eps, named["scale"]
    worst = {name: 0.0 for name in ("q", "k", "v")}
    for b in range(len(q)):
        s = q[b] @ k[b].mT * scale
        p = (s if mask is None else s.masked_fill(~mask[min(b, len(mask) - 1)] if mask.dim() == 4 else ~mask, float("-inf"))).softmax(-1)
        y, dp = p @ v[b], dy[b] @ v[b].mT
        delta = (dy[b] * y).sum(-1, keepdim=True)
        dp_size, delta_size = dy[b].abs() @ v[b].abs().mT, (dy[b] * y).abs().sum(-1, keepdim=True)
        p_error = (p * torch.expm1((4 * eps * scale * (q[b].abs() @ k[b].abs().mT)).clamp(max=100.0))).clamp(max=1.0)
        ds_error = p_error * (dp - delta).abs() + p * (4 * eps * (dp_size + delta_size) + stored / 2 * delta_size)
        errors = {"q": scale * ds_error @ k[b].abs(), "k": scale * ds_error.mT @ q[b].abs(), "v": p_error.mT @ dy[b].abs()}
        group = q.shape[1] // named["k"].shape[2]
        for name, error in errors.items():
            summed = error if name == "q" else error.unflatten(0, (-1, group)).sum(1)
            worst[name] = max(worst[name], summed.max().item() if summed.numel() else 0.0)
    return {f"gradient of {name}": error for name, error in worst.items()}


def check_heads(op: str, q: Tensor, k: Tensor, v: Tensor):
    """Raises ValueError unless q is (B, M, H, D), k and v (B, N, K, D) of its dtype, with K a divisor of H."""
    shapes = [tuple(t.shape) for t in (q, k, v)]
    fits = [len(shape) for shape in shapes] == [4] * 3 and k.shape == v.shape and q.shape[::3] == k.shape[::3]
    if not fits or 0 in k.shape[1:] or q.shape[2] % k.shape[2] or q.shape[3] > 128:
        raise ValueError(f"{op} takes q (B, M, H, D), k and v (B, N, K, D), K dividing H, D up to 128, not {', '.join(map(str, shapes))}")
    if not q.dtype == k.dtype == v.dtype:
        raise ValueError(f"{op} takes one dtype, not {q.dtype}, {k.dtype}, {v.dtype}")


def positive(scale: float | None, D: int) -> float:
    """The scale of scores, 1 / sqrt(D) for None. Raises ValueError where it is not positive: the maximum would be a minimum."""
    if scale is not None and scale <= 0:
        raise ValueError(f"attention takes a positive scale, not {scale}")
    return D**-0.5 if scale is None else scale


def check_attention(q: Tensor, k: Tensor, v: Tensor, causal: bool, documents: Tensor | None = None):
    """Raises ValueError for what `attention` does not take."""
    check_heads("attention", q, k, v)
    (B, M), N = q.shape[:2], k.shape[1]
    if (causal and M > N) or (documents is not None and M != N):
        raise ValueError(f"{M} queries and {N} keys: causal attention needs as many keys or more, documents need just as many")
    if documents is not None and documents.dim() != 1 and documents.shape != (2, B, N):
        raise ValueError(f"documents are (n + 1,) cumulative lengths or their bounds (2, {B}, {N}), not {tuple(documents.shape)}")


@op(inputs=attention_inputs, data=("q", "k", "v"),
    cases=[(1, 1, 1, 1, 1, 16, "full"), (1, 33, 33, 2, 2, 16, "causal"), (2, 70, 70, 1, 1, 48, "causal fused"), (1, 33, 70, 2, 1, 64, "causal"),
           (1, 70, 33, 3, 1, 16, "full fused"), (2, 40, 40, 1, 1, 20, "packed causal"), (1, 70, 70, 1, 1, 16, "packed full fused"),
           (0, 5, 5, 2, 2, 16, "causal"), (1, 5, 1, 1, 1, 128, "full")],
    bench=[(24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal"), (2, 8192, 8192, 8, 8, 64, "full"),
           (2, 8192, 8192, 8, 8, 128, "full"), (1, 11000, 10000, 8, 8, 64, "full"), (8, 2048, 2048, 16, 4, 128, "packed causal"),
           (24, 512, 512, 8, 8, 48, "causal fused"), (2, 8192, 8192, 8, 8, 64, "full fused"), (2, 8192, 8192, 8, 8, 128, "full fused")],
    shape=lambda work: (work.batch_size, work.seq_len, work.seq_len, work.n_heads, work.n_heads, work.d_head, "causal"),
    traffic=lambda shape, size: tuple(count * size * shape[0] * shape[5] * (shape[1] * shape[3] + shape[2] * shape[4]) for count in (2, 4)),
    flops=attention_flops, slack=attention_slack, peers=SDPA_BACKENDS, tiles=attention_tiles_to_try,
    bars=(Bar("forward + backward", "flash", 1.3, ((24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal"))),
          Bar("forward + backward", "cudnn", 1.0, ((24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal"))),
          Bar("forward", "TFLOP/s", 400, ((2, 8192, 8192, 8, 8, 64, "full"),)), Bar("forward", "TFLOP/s", 500, ((2, 8192, 8192, 8, 8, 128, "full"),)),
          Bar("forward + backward", "TFLOP/s", 380, ((2, 8192, 8192, 8, 8, 64, "full"),)),
          Bar("forward + backward", "TFLOP/s", 420, ((2, 8192, 8192, 8, 8, 128, "full"),)),
          Bar("forward + backward", "cudnn", 1.0, ((2, 8192, 8192, 8, 8, 64, "full"), (2, 8192, 8192, 8, 8, 128, "full"))),
          Bar("forward + backward", "flash", 1.3, ((1, 11000, 10000, 8, 8, 64, "full"),)),
          Bar("forward + backward", "cudnn", 1.0, ((1, 11000, 10000, 8, 8, 64, "full"),))),
    sweep=((32, 1024, 1024, 8, 8, 64, "causal"), (16, 2048, 2048, 8, 8, 64, "causal"), (8, 4096, 4096, 8, 8, 64, "causal"),
           (4, 8192, 8192, 8, 8, 64, "causal"), (2, 16384, 16384, 8, 8, 64, "causal")))
def attention(q: Tensor, k: Tensor, v: Tensor, causal: bool = True, scale: float | None = None, documents: Tensor | None = None,
              fused: bool | None = None, implementation="torch") -> Tensor:
    """Softmax attention of queries (B, M, H, D) over keys and values (B, N, K, D), K a divisor of H, D up to 128.

    causal     query i sees the keys up to i + N - M: the last sees all, N >= M. Otherwise all see all; where the first N of
               M tokens attend as keys, k and v are slices of their projections
    scale      of the scores, positive; None is 1 / sqrt(D)
    documents  where M = N, cumulative lengths (n + 1,) of the documents that fill the rows, or `document_bounds` of them,
               computed once for all layers: a token sees its own document only
    fused      whether Triton's backward is one kernel; None takes the faster

    Under autocast the operands are cast as F.scaled_dot_product_attention casts them. Heads h K / H share keys h.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
    check_implementation(implementation, q, k, v)
    check_attention(q, k, v, causal, documents)
    scale = positive(scale, q.shape[3])
    bounds = document_bounds(documents, *k.shape[:2]) if documents is not None and documents.dim() == 1 else documents
    if implementation == "torch":
        return attention_torch(q, k, v, causal, scale, bounds)
    return attention_triton(q, k, v, causal, scale, bounds, backward_is_one(max(q.shape[1], k.shape[1])) if fused is None else fused)[0]


class TritonAttention(torch.nn.MultiheadAttention):
    """Self-attention of torch.nn.MultiheadAttention(batch_first=True), without dropout or weights, by these kernels; the state dict
    is the same."""

    def __init__(self, width: int, heads: int, bias: bool = True, device=None, dtype=None):
        super().__init__(width, heads, bias=bias, batch_first=True, device=device, dtype=dtype)

    def forward(self, x: Tensor, causal: bool = False, documents: Tensor | None = None) -> Tensor:
        """y (B, T, width) of x (B, T, width); `documents` are those of `attention`."""
        qkv = F.linear(x, self.in_proj_weight, self.in_proj_bias).unflatten(-1, (3, self.num_heads, -1))
        return self.out_proj(attention(*qkv.unbind(2), causal, documents=documents, implementation="triton").flatten(2))


# ---- 18. decode attention ---------------------------------------------------------------------------------------
#
#     y = softmax(scale q k^T) v       one query a row, the keys of places first_b <= j < length_b of a cache
#
# One query uses a cache once: the op reads it at the memory's rate or loses. Rows and heads alone are too few programs,
# so that the keys of a row are split as well (Flash-Decoding, Dao et al. 2023), and a second kernel adds the splits up,
# each relative to its own maximum. The heads that share keys stand in one product.
#
# `first` and `length` are read on the device: nothing of a launch depends on them, and a captured graph stays right
# while rows grow. What lies outside of them is never read, so that it may be anything.

DECODE_PROGRAMS = 512                       # of a launch, from which on keys are not split further
DECODE_SPLITS = 64                          # at most: what the second kernel adds up in one block
DECODE_TILES = {(64, 2): (64, 4, 3), (128, 2): (64, 4, 3), (64, 4): (64, 4, 2), (128, 4): (32, 4, 2)}
# (padded head width, bytes an element): keys that pass, warps, stages


def decode_attention_torch(q, keys, values, first, length, scale):
    """PyTorch's kernels with a mask. A row without keys gives 0."""
    places = torch.arange(keys.shape[1], device=q.device)
    seen = ((places >= first[:, None]) & (places < length.reshape(-1, 1)))[:, None, None]
    y = sdpa(*(t.transpose(1, 2) for t in (q, keys, values)), attn_mask=seen, scale=scale, enable_gqa=q.shape[2] != keys.shape[2])
    return y.masked_fill(~seen.any(-1, keepdim=True), 0.0).transpose(1, 2)


def decode_attention_pinned(backend: str, q, keys, values, first, length, scale) -> Tensor:
    """PyTorch's form by one of its backends."""
    with sdpa_kernel(getattr(SDPBackend, backend)):
        return decode_attention_torch(q, keys, values, first, length, scale)


def decode_attention_inputs(shape, dtype, draw, autocast):
    """q (B, 1, H, D), keys and values (B, T, K, D), first (B,), length (B,), scale. Row 0 is full, later ones begin later and end earlier."""
    B, T, H, K, D = shape
    q, keys, values = draw(B, 1, H, D), draw(B, T, K, D), draw(B, T, K, D)
    rows = torch.arange(B, device=q.device)
    return q, keys, values, rows % 4 * T // 16, T - rows % 3 * T // 8, D**-0.5


@triton.jit
def decode_attention_kernel(q_ptr, k_ptr, v_ptr, first_ptr, length_ptr, y_ptr, partial_ptr, statistics_ptr, q_batch, q_head, k_batch, k_time,
                            k_head, v_batch, v_time, v_head, length_batch, B, T, exponent, H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr,
                            SPLITS: tl.constexpr, ROWS: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr):
    """A program takes one split of one row's keys for the GROUP heads that share them; with one split it writes y."""
    split, pair = tl.program_id(0) % SPLITS, (tl.program_id(0) // SPLITS).to(tl.int64)
    b, kv = pair // (H // GROUP), pair % (H // GROUP)
    first = tl.maximum(tl.load(first_ptr + b), 0).to(tl.int32)
    past = tl.minimum(tl.load(length_ptr + b * length_batch), T).to(tl.int32)
    share = tl.cdiv(tl.cdiv(tl.maximum(past - first, 0), SPLITS), BLOCK_N) * BLOCK_N
    low = first + split * share
    high = tl.minimum(low + share, past)
    whole = low + tl.maximum(high - low, 0) // BLOCK_N * BLOCK_N
    group, columns = tl.arange(0, ROWS), tl.arange(0, BLOCK_D)
    heads = kv * GROUP + group
    q = load_block(q_ptr + b * q_batch + kv * GROUP * q_head, group, q_head, columns, GROUP, D, True)
    k_ptr += b * k_batch + kv * k_head
    v_ptr += b * v_batch + kv * v_head
    y, total, peak = tl.zeros([ROWS, BLOCK_D], tl.float32), tl.zeros([ROWS], tl.float32), lowest(exponent, ROWS)
    begin, end = group * 0, group * 0 + high
    y, total, peak = attend(y, total, peak, q, k_ptr, v_ptr, 0, 0, k_time, v_time, low, whole, begin, end, high, exponent, D, BLOCK_N, False, False)
    y, total, peak = attend(y, total, peak, q, k_ptr, v_ptr, 0, 0, k_time, v_time, whole, high, begin, end, high, exponent, D, BLOCK_N, False, True)
    mask = (group < GROUP)[:, None] & (columns < D)[None, :]
    if SPLITS == 1:
        y = y / tl.where(total == 0.0, 1.0, total)[:, None]
        tl.store(y_ptr + (b * H + heads)[:, None] * D + columns[None, :], rounded(y, y_ptr.dtype.element_ty), mask=mask)
    else:
        place = (b * H + heads) * SPLITS + split
        tl.store(partial_ptr + place[:, None] * D + columns[None, :], y, mask=mask)
        tl.store(statistics_ptr + place, peak, mask=group < GROUP)
        tl.store(statistics_ptr + tl.cast(B, tl.int64) * H * SPLITS + place, total, mask=group < GROUP)


@triton.jit
def decode_attention_sum_kernel(partial_ptr, statistics_ptr, y_ptr, n_rows, exponent, D: tl.constexpr, SPLITS: tl.constexpr, BLOCK_D: tl.constexpr):
    """y (n_rows, D) of one head: the splits' sums, relative to 2^(maximum times exponent), brought to one. Splits without keys have a total of 0."""
    row, splits, columns = tl.program_id(0).to(tl.int64), tl.arange(0, SPLITS), tl.arange(0, BLOCK_D)
    place = row * SPLITS + splits
    peak = tl.load(statistics_ptr + place)
    share = tl.exp2((peak - tl.max(peak, axis=0)) * exponent)
    total = tl.sum(share * tl.load(statistics_ptr + tl.cast(n_rows, tl.int64) * SPLITS + place), axis=0)
    parts = tl.load(partial_ptr + place[:, None] * D + columns[None, :], mask=(columns < D)[None, :], other=0.0)
    y = tl.sum(parts * share[:, None], axis=0) / tl.where(total == 0.0, 1.0, total)
    tl.store(y_ptr + row * D + columns, rounded(y, y_ptr.dtype.element_ty), mask=columns < D)


def decode_attention_forward(q: Tensor, keys: Tensor, values: Tensor, first: Tensor, length: Tensor, scale: float) -> Tensor:
    """y (B, 1, H, D), contiguous. Shapes alone decide the launches."""
    q, keys, values = unit_stride(q), unit_stride(keys), unit_stride(values)
    (B, _, H, D), (T, K) = q.shape, keys.shape[1:3]
    BLOCK_D = max(triton.next_power_of_2(D), 16)
    BLOCK_N, warps, stages = DECODE_TILES[max(BLOCK_D, 64), q.dtype.itemsize]
    if INTERPRETED:
        BLOCK_N = 16
    wanted = max(min(DECODE_PROGRAMS // max(B * K, 1), triton.cdiv(T, BLOCK_N), DECODE_SPLITS), 1)
    SPLITS = 1 << (wanted.bit_length() - 1)
    y = q.new_empty(q.shape)
    partial, statistics = (q.new_empty(*size, dtype=torch.float32) for size in ((B, H, SPLITS, D), (2, B, H, SPLITS)))
    launch(decode_attention_kernel, (B * K * SPLITS,), q, keys, values, first, length, y, partial, statistics, q.stride(0), q.stride(2),
           *keys.stride()[:3], *values.stride()[:3], 0 if length.numel() == 1 else length.stride(0), B, T, scale * LOG2_E, H=H, GROUP=H // K, D=D,
           SPLITS=SPLITS, ROWS=max(triton.next_power_of_2(H // K), 16), BLOCK_D=BLOCK_D, BLOCK_N=BLOCK_N,
           num_warps=warps, num_stages=stages)
    if SPLITS > 1:
        launch(decode_attention_sum_kernel, (B * H,), partial, statistics, y, B * H, scale * LOG2_E, D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D,
               num_warps=warps_for(SPLITS * BLOCK_D))
    return y


def decode_attention_fake(q, keys, values, first, length, scale):
    return q.new_empty(q.shape)


decode_attention_triton = forward_only(decode_attention_forward, fake=decode_attention_fake)


@op(inputs=decode_attention_inputs, data=("q", "keys", "values"),
    cases=[(1, 1, 1, 1, 16), (3, 70, 4, 2, 48), (2, 33, 1, 1, 20), (0, 5, 2, 2, 16), (1, 130, 3, 1, 64), (2, 5, 1, 1, 128)],
    bench=[(1, 2048, 8, 8, 48), (64, 2048, 8, 8, 64), (8, 2048, 32, 8, 128)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.n_heads, work.d_head),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1] * shape[3] * shape[4], 0),
    peers={name: functools.partial(decode_attention_pinned, run.args[0]) for name, run in SDPA_BACKENDS.items()},
    bars=(Bar("forward", "best", 1.2),), sweep=((1, 8192, 8, 8, 64), (64, 512, 8, 8, 64), (64, 8192, 8, 8, 64)),
    tiles=lambda shape, size: (Tile("DECODE_PROGRAMS", (256, 512, 1024, 2048), None, "forward"),
                               Tile("DECODE_TILES", ((32, 4, 3), (64, 2, 3), (64, 4, 2), (64, 4, 3), (64, 4, 4), (128, 4, 2), (128, 4, 3)),
                                    (max(triton.next_power_of_2(shape[4]), 64), size), "forward")))
def decode_attention(q: Tensor, keys: Tensor, values: Tensor, first: Tensor | None = None, length: Tensor | None = None,
                     scale: float | None = None, implementation="torch") -> Tensor:
    """Attention of one query a row, q (B, 1, H, D), over a cache of keys and values (B, T, K, D) of any strides, K a divisor of H.

    Row b sees the places first_b <= j < length_b: first (B,) and length, (B,) or one number for all, are integer
    tensors on the device, None for 0 and T. A row that sees nothing gives 0. Without a gradient in Triton.
    Under autocast the operands are cast, the whole cache where it has another dtype.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    q, keys, values = (t.to(consumed_dtype(t)) for t in (q, keys, values))
    check_implementation(implementation, q, keys, values)
    check_heads("decode_attention", q, keys, values)
    (B, M), T = q.shape[:2], keys.shape[1]
    if M != 1:
        raise ValueError(f"decode_attention takes one query a row, q (B, 1, H, D), not {tuple(q.shape)}")
    first = torch.zeros(B, dtype=torch.int64, device=q.device) if first is None else first
    length = torch.full((1,), T, dtype=torch.int64, device=q.device) if length is None else length
    if first.shape != (B,) or (length.numel() != 1 and length.shape != (B,)):
        raise ValueError(f"decode_attention of {B} rows takes first ({B},) and length ({B},) or one number, not {tuple(first.shape)}, "
                         f"{tuple(length.shape)}")
    run = decode_attention_torch if implementation == "torch" else decode_attention_triton
    return run(q, keys, values, first, length, positive(scale, q.shape[3]))


# ---- 19. FP8 attention ------------------------------------------------------------------------------------------
#
#     y = softmax(scale q k^T) v,   q, k, v and p in E4M3 (4 bits of exponent, 3 of mantissa, up to 448), sums in float32
#
# A block of rows of a head shares one factor, max|x| / 448: x = factor x8. The scores take the factors of their block of
# queries and of keys, which moves into the exponent's multiplier; the products with a block of values are finished in
# float32 and take its factor when they join the sum. p stands in E4M3 as 2^8 p, which leaves fewer of the small weights
# below its smallest number; y is a quotient, in which the 2^8 cancels. Forward only; Shah et al. 2024 (FlashAttention-3).
#
# The tensor cores read E4M3 along the summed dimension only: values are stored transposed, (D, N).

E4M3_TILES = {64: (64, 128, 4, 3), 128: (128, 128, 8, 3)}   # padded head width: queries that stay, keys that pass, warps, stages
E4M3_EXACT = not INTERPRETED and TRITON_AVAILABLE   # the interpreter's conversion loses the carry where a mantissa rounds up to 2


@triton.jit
def to_e4m3(x, EXACT: tl.constexpr):
    """x, at most 448 in size, rounded to the nearest number of E4M3."""
    if not EXACT:  # to three bits of mantissa by hand, ties to even, so that nothing is left to round
        bits = x.to(tl.int32, bitcast=True)
        x = ((bits + 0x7FFFF + ((bits >> 20) & 1)) & -0x100000).to(tl.float32, bitcast=True)
    return x.to(tl.float8e4nv)


@triton.jit
def quantize_kernel(x_ptr, x8_ptr, factor_ptr, x_batch, x_time, x_head, T, H: tl.constexpr, D: tl.constexpr, TRANSPOSED: tl.constexpr,
                    EXACT: tl.constexpr, BLOCK_T: tl.constexpr, BLOCK_D: tl.constexpr):
    """A program takes BLOCK_T rows of one head of x (B, T, H, D) into x8 (B, H, padded T, BLOCK_D), or with its last two
    dimensions TRANSPOSED, and their factor into factor (B, H, blocks). What is padded becomes 0."""
    blocks = tl.cdiv(T, BLOCK_T)
    block, head = tl.program_id(0) % blocks, (tl.program_id(0) // blocks).to(tl.int64)
    rows, columns = tl.arange(0, BLOCK_T), tl.arange(0, BLOCK_D)
    start = block * BLOCK_T
    x_ptr += head // H * x_batch + start.to(tl.int64) * x_time + head % H * x_head
    x = load_block(x_ptr, rows, x_time, columns, T - start, D, True).to(tl.float32)
    largest = tl.max(tl.max(tl.abs(x), axis=1), axis=0)
    factor = tl.where(largest > 0.0, largest, 448.0) / 448.0
    tl.store(factor_ptr + head * blocks + block, factor)
    x8 = to_e4m3(tl.minimum(tl.maximum(x / factor, -448.0), 448.0), EXACT)
    x8_ptr += head * blocks * BLOCK_T * BLOCK_D
    if TRANSPOSED:
        tl.store(x8_ptr + columns[None, :].to(tl.int64) * (blocks * BLOCK_T) + start + rows[:, None], x8)
    else:
        tl.store(x8_ptr + (start + rows).to(tl.int64)[:, None] * BLOCK_D + columns[None, :], x8)


@triton.jit
def attend_e4m3(y, total, peak, q, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, low, high, past, N_padded, exponent, EXACT: tl.constexpr,
                BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr, MASKED: tl.constexpr):
    """`attend` on blocks of E4M3: no load needs a mask, since the blocks are padded. `total` and y hold 2^8 of their sums."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, BLOCK_D)
    for start in range(low, high, BLOCK_N):
        k = tl.load(k_ptr + tl.cast(start, tl.int64) * BLOCK_D + keys[:, None] * BLOCK_D + columns[None, :])
        s = tl.dot(q, tl.trans(k), tl.zeros([q.shape[0], BLOCK_N], tl.float32))
        if MASKED:
            s = tl.where(start + keys < past[:, None], s, float("-inf"))
        multiplier = exponent * tl.load(k_factor_ptr + start // BLOCK_N)
        higher = tl.maximum(peak, tl.max(s, axis=1) * multiplier)
        p = tl.exp2(s * multiplier - (higher - 8.0)[:, None])
        shrunk = tl.exp2(peak - higher)
        v = tl.load(v_ptr + start + columns[:, None].to(tl.int64) * N_padded + keys[None, :])
        added = tl.dot(to_e4m3(p, EXACT), tl.trans(v), tl.zeros([q.shape[0], BLOCK_D], tl.float32))
        y = y * shrunk[:, None] + added * tl.load(v_factor_ptr + start // BLOCK_N)
        total = total * shrunk + tl.sum(p, axis=1)
        peak = higher
    return y, total, peak


@triton.jit
def attention_e4m3_kernel(q_ptr, q_factor_ptr, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, y_ptr, M, N, exponent, H: tl.constexpr,
                          GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, EXACT: tl.constexpr, BLOCK_D: tl.constexpr,
                          BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """A program takes BLOCK_M queries of one head, those that see most first."""
    blocks, key_blocks = tl.cdiv(M, BLOCK_M), tl.cdiv(N, BLOCK_N)
    block = blocks - 1 - tl.program_id(0) % blocks
    head, row = (tl.program_id(0) // blocks).to(tl.int64), block * BLOCK_M
    b, h = head // H, head % H
    shared = b * (H // GROUP) + h // GROUP
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    N_padded = key_blocks * BLOCK_N
    q = tl.load(q_ptr + (head * blocks * BLOCK_M + rows)[:, None] * BLOCK_D + columns[None, :])
    k_ptr += shared * N_padded * BLOCK_D
    v_ptr += shared * N_padded * BLOCK_D
    k_factor_ptr += shared * key_blocks
    v_factor_ptr += shared * key_blocks
    exponent = exponent * tl.load(q_factor_ptr + head * blocks + block)
    begin, _, ragged, end = keys_seen(q_ptr, q_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, False)
    _, past = ends_of_rows(q_ptr, q_ptr, rows, M, N, CAUSAL, False)
    y, total = tl.zeros([BLOCK_M, BLOCK_D], tl.float32), tl.zeros([BLOCK_M], tl.float32)
    peak = tl.full([BLOCK_M], -3e38, tl.float32)
    y, total, peak = attend_e4m3(y, total, peak, q, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, begin, ragged, past, N_padded, exponent, EXACT,
                                 BLOCK_D, BLOCK_N, False)
    y, total, peak = attend_e4m3(y, total, peak, q, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, ragged, end, past, N_padded, exponent, EXACT,
                                 BLOCK_D, BLOCK_N, True)
    y_ptr += (b * M * H + h) * D + rows.to(tl.int64)[:, None] * H * D + columns[None, :]
    tl.store(y_ptr, rounded(y / total[:, None], y_ptr.dtype.element_ty), mask=(rows < M)[:, None] & (columns < D)[None, :])


def quantized(x: Tensor, rows: int, BLOCK_D: int, transposed: bool) -> tuple[Tensor, Tensor]:
    """x (B, T, H, D) in blocks of E4M3, and their factors; see `quantize_kernel`."""
    x = unit_stride(x)
    B, T, H, D = x.shape
    blocks = triton.cdiv(T, rows)
    x8 = x.new_empty(B, H, *((BLOCK_D, blocks * rows) if transposed else (blocks * rows, BLOCK_D)), dtype=torch.float8_e4m3fn)
    factor = x.new_empty(B, H, blocks, dtype=torch.float32)
    launch(quantize_kernel, (B * H * blocks,), x, x8, factor, *x.stride()[:3], T, H=H, D=D, TRANSPOSED=transposed, EXACT=E4M3_EXACT,
           BLOCK_T=rows, BLOCK_D=BLOCK_D, num_warps=warps_for(rows * BLOCK_D, per_thread=32))
    return x8, factor


def attention_fp8_forward(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float) -> Tensor:
    """y like q, contiguous."""
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    BLOCK_D = max(triton.next_power_of_2(D), 32)
    BLOCK_M, BLOCK_N, warps, stages = E4M3_TILES[max(BLOCK_D, 64)]
    if INTERPRETED:
        BLOCK_M, BLOCK_N = 32, 32
    y = q.new_empty(q.shape)
    blocks = [*quantized(q, BLOCK_M, BLOCK_D, False), *quantized(k, BLOCK_N, BLOCK_D, False), *quantized(v, BLOCK_N, BLOCK_D, True)]
    launch(attention_e4m3_kernel, (triton.cdiv(M, BLOCK_M) * B * H,), *blocks, y, M, N, scale * LOG2_E, H=H, GROUP=H // K, D=D, CAUSAL=causal,
           EXACT=E4M3_EXACT, BLOCK_D=BLOCK_D, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, num_warps=warps, num_stages=stages)
    return y


def attention_fp8_fake(q, k, v, causal, scale):
    return q.new_empty(q.shape)


attention_fp8_triton = forward_only(attention_fp8_forward, fake=attention_fp8_fake)


def attention_fp8_inputs(shape, dtype, draw, autocast):
    """q (B, M, H, D), k and v (B, N, K, D), causal, scale, of a shape (B, M, N, H, K, D, kind): those of `attention`, without a gradient."""
    q, k, v, causal, scale = attention_inputs(shape, dtype, draw, autocast)[:5]
    return q.detach(), k.detach(), v.detach(), causal, scale


def attention_fp8_slack(named, cotangents):
    """Six standard deviations of what rounding q, k, v and p to three bits of mantissa loses.

    A number is off by up to 2^-4 of itself; spread evenly over a binade that is a standard deviation of 2^-3 / sqrt(12)
    times the mean of 1 / mantissa^2 to the half, 0.0265 of itself, or one step of its block's smallest numbers,
    2^-9 / 448 of the largest. The roundings are independent: a score's error is the root of the sum of its terms'
    squares, a p is off by its score's error and its own rounding, and y by the root of the sum over its keys. That
    account is linear: where six deviations of a score reach 1, all that is sure is that y is a mean of values.
    """
    q, k, v = (named[name].detach().double().transpose(1, 2) for name in ("q", "k", "v"))
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    if not q.numel():
        return {}

    def variance(x):
        return (0.0265 * x).square() + (x.abs().max() * 2**-9 / 448).square()

    mask = attention_mask(q.shape[2], k.shape[2], named["causal"], None, q.device)
    worst = 0.0
    for q_b, k_b, v_b in zip(q, k, v):
        s = q_b @ k_b.mT * named["scale"]
        p = (s if mask is None else s.masked_fill(~mask, float("-inf"))).softmax(-1)
        score = named["scale"]**2 * (variance(q_b) @ k_b.square().mT + q_b.square() @ variance(k_b).mT)
        moved, y = p.square() * score, p @ v_b   # what moves a weight moves the sum of weights too: it counts times v - y
        of_scores = moved @ v_b.square() - 2 * (moved @ v_b) * y + moved.sum(-1, keepdim=True) * y.square()
        of_weights = ((0.0265 * p).square() + (p.amax(-1, keepdim=True) * 2**-9 / 256).square()) @ v_b.square()
        deviation = of_scores.clamp(min=0.0) + of_weights + p.square() @ variance(v_b)
        linear = 36 * (score if mask is None else score.where(mask, 0.0)).amax(-1, keepdim=True) < 1
        worst = max(worst, (6 * deviation.sqrt()).where(linear, 2 * v_b.abs().max()).max().item())
    return {"output 0": worst}


@op(inputs=attention_fp8_inputs, data=("q", "k", "v"),
    cases=[(1, 1, 1, 1, 1, 16, "full"), (1, 33, 70, 2, 1, 48, "causal"), (2, 5, 70, 1, 1, 64, "full"), (0, 5, 5, 1, 1, 16, "causal"),
           (1, 33, 33, 1, 1, 128, "causal")],
    bench=[(2, 8192, 8192, 8, 8, 64, "full"), (2, 8192, 8192, 8, 8, 128, "full"), (1, 16384, 16384, 8, 2, 128, "causal"),
           (4, 1024, 1024, 8, 8, 64, "causal")],
    shape=lambda work: (work.batch_size, work.seq_len, work.seq_len, work.n_heads, work.n_heads, work.d_head, "causal"),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[5] * (shape[1] * shape[3] + shape[2] * shape[4]), 0),
    flops=lambda shape: (attention_flops(shape)[0], 0), slack=attention_fp8_slack, oldest=(8, 9),
    peers=SDPA_BACKENDS | {"triton bf16": functools.partial(attention, implementation="triton")},
    bars=(Bar("forward", "TFLOP/s", 450, ((2, 8192, 8192, 8, 8, 64, "full"),)),
          Bar("forward", "TFLOP/s", 600, ((2, 8192, 8192, 8, 8, 128, "full"),))),
    tiles=lambda shape, size: (Tile("E4M3_TILES", tuple(itertools.product((64, 128), (64, 128), (4, 8), (2, 3, 4))),
                                    max(triton.next_power_of_2(shape[5]), 64), "forward"),))
def attention_fp8(q: Tensor, k: Tensor, v: Tensor, causal: bool = True, scale: float | None = None, implementation="torch") -> Tensor:
    """`attention` whose Triton form multiplies in E4M3, with a factor a block: q (B, M, H, D), k and v (B, N, K, D), forward only.

    In units of the values its root mean square error is about 0.05 / sqrt(keys that carry weight), under 1e-2 from some
    50 keys on; in units of y, which shrinks as fast, it stays at 0.05. PyTorch's form is `attention`'s, at the operands' dtype, which y has too.
    Raises ValueError as `attention` does, and for a gradient asked of Triton.
    """
    q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
    if implementation == "torch":
        return attention(q, k, v, causal, scale)
    check_implementation(implementation, q, k, v)
    check_attention(q, k, v, causal)
    return attention_fp8_triton(q, k, v, causal, positive(scale, q.shape[3]))


# ---- 20. decode linear ------------------------------------------------------------------------------------------
#
#     y = f(n W^T) (+ residual)      n = x, or x r with r = 1 / sqrt(mean(x^2) + eps);  f(z) = z, or relu(z)^2
#
# A layer of a decoding step: few rows x (M, C) against a matrix W (N, C) that is read once. What surrounds the product in
# a transformer rides along: the RMSNorm before it, whose weight the caller has folded into W and whose r multiplies
# after the sum, so that it costs one more sum of what is read anyway; the activation; the residual stream behind it.
#
# One row is no matrix product: each warp reads whole rows of W, 16 bytes a lane, and sums in float32. More rows are tiles of
# tl.dot, as small as fill the machine: x is read again by every program, from L2.

DECODE_LINEAR_TILES = {   # at most so many rows x: rows and features of a program, elements of C in one go, warps, stages
    1: (1, 1, 2048, 1, 1), 16: (16, 16, 256, 2, 4), 64: (32, 32, 128, 4, 4), 1 << 31: (64, 64, 64, 4, 3)}


@without_autocast
def decode_linear_torch(x, weight, eps, squared, residual, dtype):
    """A norm, a product, and what follows."""
    x = x if eps is None else F.rms_norm(x, x.shape[-1:], None, eps)
    y = product_in(dtype, x.to(weight.dtype), weight.mT)
    y = F.relu(y).square() if squared else y
    return y if residual is None else y + residual


def decode_linear_inputs(shape, dtype, draw, autocast):
    """x (M, C), weight (N, C), eps, squared, residual (M, N), of a shape (M, N, C, kind): kind is norm, squared or residual.

    The residual stream is float32; what is no stream, the input of a product that joins it, has the weight's dtype.
    """
    M, N, C, kind = shape
    if kind == "residual":
        return draw(M, C), draw(N, C), None, False, draw(M, N, dtype=torch.float32)
    return draw(M, C, dtype=torch.float32), draw(N, C), 1e-6, kind == "squared", None


@triton.jit
def decode_linear_kernel(x_ptr, weight_ptr, residual_ptr, y_ptr, x_stride, residual_stride, n_rows, n_features, eps, C: tl.constexpr,
                         ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr, NORM: tl.constexpr, SQUARED: tl.constexpr,
                         RESIDUAL: tl.constexpr):
    """A program takes a tile (ROWS, BLOCK) of y."""
    features, rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    inner = tl.arange(0, STEP)
    x_ptr += rows[:, None].to(tl.int64) * x_stride + inner[None, :]
    weight_ptr += features[:, None].to(tl.int64) * C + inner[None, :]
    mask = (rows < n_rows)[:, None] & (features < n_features)[None, :]
    if RESIDUAL:   # asked for first, so that it is there when the product is
        joined = tl.load(residual_ptr + rows[:, None].to(tl.int64) * residual_stride + features[None, :], mask=mask, other=0.0)
    total, squares = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS], tl.float32)
    for start in range(0, C, STEP):
        x = tl.load(x_ptr + start, mask=(rows < n_rows)[:, None] & (start + inner < C)[None, :], other=0.0)
        weight = tl.load(weight_ptr + start, mask=(features < n_features)[:, None] & (start + inner < C)[None, :], other=0.0)
        wide = x.to(tl.float32)
        if NORM:
            squares += tl.sum(wide * wide, axis=1)
        if ROWS == 1:
            total += tl.sum(wide * weight.to(tl.float32), axis=1)[None, :]
        else:
            total = product(rounded(wide, weight.dtype), tl.trans(weight), total, "ieee")
    if NORM:
        total *= tl.rsqrt(squares / C + eps)[:, None]
    if SQUARED:
        total = tl.maximum(total, 0.0)
        total *= total
    if RESIDUAL:
        total += joined.to(tl.float32)
    tl.store(y_ptr + rows[:, None].to(tl.int64) * n_features + features[None, :], rounded(total, y_ptr.dtype.element_ty), mask=mask)


def decode_linear_forward(x: Tensor, weight: Tensor, eps: float | None, squared: bool, residual: Tensor | None, dtype: torch.dtype) -> Tensor:
    """y (M, N) in `dtype`, contiguous."""
    x, weight = unit_stride(x), weight.contiguous()
    (M, C), N = x.shape, weight.shape[0]
    ROWS, BLOCK, STEP, warps, stages = next(tile for rows, tile in DECODE_LINEAR_TILES.items() if M <= rows)
    if weight.element_size() == 4 and ROWS > 1:   # float32 is not what this is for: half of the shared memory, by shorter steps
        STEP, stages = STEP // 4, 2
    STEP = min(STEP, max(triton.next_power_of_2(C), 16))
    y = x.new_empty(M, N, dtype=dtype)
    joined = y if residual is None else unit_stride(residual)
    launch(decode_linear_kernel, (triton.cdiv(N, BLOCK), triton.cdiv(M, ROWS)), x, weight, joined, y, x.stride(0), joined.stride(0), M, N,
           eps or 0.0, C=C, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, NORM=eps is not None, SQUARED=squared, RESIDUAL=residual is not None,
           num_warps=warps, num_stages=stages)
    return y


def decode_linear_fake(x, weight, eps, squared, residual, dtype):
    return x.new_empty(x.shape[0], weight.shape[0], dtype=dtype)


def decode_linear_slack(named, cotangents):
    """Eager rounds x after its norm, tiles before it: other roundings, each of up to u = eps / 2 of its term x r w. Of a sum of
    independent ones 6 standard deviations, u / sqrt(3) a term, are allowed; of up to 12 terms that is more than can be."""
    if named["eps"] is None:
        return {}
    x, weight = named["x"].double(), named["weight"].double()
    normal = F.rms_norm(x, x.shape[-1:], None, named["eps"])
    moved = 6 / 3**0.5 * torch.finfo(named["weight"].dtype).eps / 2 * (normal.square() @ weight.square().mT).sqrt()
    moved = moved * (2 * F.relu(normal @ weight.mT) + moved) if named["squared"] else moved
    return {"output 0": moved.max().item() if moved.numel() else 0.0}


decode_linear_triton = forward_only(decode_linear_forward, fake=decode_linear_fake)


@op(inputs=decode_linear_inputs, data=("x",),
    cases=[(1, 1, 1, "norm"), (3, 33, 70, "norm"), (1, 70, 200, "residual"), (0, 5, 16, "residual"), (1, 33, 2100, "squared"),
           (18, 20, 130, "squared"), (70, 40, 48, "residual")],
    bench=[(1, 1536, 512, "norm"), (64, 1536, 512, "norm"), (64, 512, 2048, "residual"), (256, 2048, 512, "squared")],
    shape=lambda work: (work.batch_size, work.d_ff, work.d_model, "squared"), slack=decode_linear_slack,
    traffic=lambda shape, size: (size * shape[1] * shape[2] + 4 * shape[0] * (shape[1] + shape[2]), 0),
    flops=lambda shape: (2 * shape[0] * shape[1] * shape[2], 0))
def decode_linear(x: Tensor, weight: Tensor, eps: float | None = None, squared: bool = False, residual: Tensor | None = None,
                  implementation="torch") -> Tensor:
    """f(n W^T) (+ residual) of few rows x (M, C), W (N, C): n is x, or with `eps` its RMSNorm without a weight; f is relu squared or nothing.

    y (M, N) has the dtype of the stream: residual's, or x's; with `squared`, as the factor of a product to come, the weight's.
    In Triton a float16 weight asks for |x| < 65504, since x is cast before it is scaled. Without a gradient in Triton.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if x.dim() != 2 or weight.dim() != 2 or x.shape[1] != weight.shape[1] or (residual is not None and residual.shape != (len(x), len(weight))):
        raise ValueError(f"decode_linear takes x (M, C), weight (N, C), residual (M, N), not {tuple(x.shape)}, {tuple(weight.shape)}, "
                         f"{None if residual is None else tuple(residual.shape)}")
    dtype = residual.dtype if residual is not None else weight.dtype if squared else x.dtype
    run = decode_linear_torch if implementation == "torch" else decode_linear_triton
    return run(x, weight, eps, squared, residual, dtype)


# ---- 21. cached attention ---------------------------------------------------------------------------------------
#
#     k_t = R_t k,  v_t = v,  y = softmax(R_t q K^T / sqrt(D)) V        over the places first_b <= j <= t of a cache
#
# The attention of a decoding step in one launch: the new token's query and key are rotated to place t (section 7), key
# and value are written to the cache, and the query sees everything up to itself. As in section 18 the keys of a row may be
# split over programs; `first` and `length` = t are read on the device. The new key stays in registers: nobody reads it from
# the cache in the launch that writes it.
#
# One query makes no tiles for tl.dot: scores are sums of products, and each of the BLOCK_N places of a block keeps its own running
# maximum, total and output until the end, so that within the loop no thread waits for another but in the sum over D.

CACHED_PROGRAMS = 264              # of a launch, from which on keys are not split further
CACHED_SPLITS = 8                  # at most
CACHED_TILES = {2: (32, 4, 3), 4: (32, 4, 2)}   # bytes an element: keys in one go, warps, stages


def cached_attention_torch(qkv, cache, first, length, cos, sin):
    """Rotation, two copies, attention with a mask."""
    _, B, H, T, D = cache.shape
    q, k, v = (part.to(cache.dtype) for part in qkv.reshape(B, 3, H, D).unbind(1))
    place = length.reshape(1)
    q, k = rotary_torch(q[:, None], k[:, None], cos[place], sin[place])
    cache.index_copy_(3, place, torch.stack([k.transpose(1, 2), v[:, :, None]]))
    places = torch.arange(T, device=qkv.device)
    seen = ((places >= first[:, None]) & (places <= place) | (places == place))[:, None, None]
    return sdpa(q.transpose(1, 2), *cache, attn_mask=seen).flatten(1)


def cached_attention_inputs(shape, dtype, draw, autocast):
    """qkv (B, 3 H D), cache (2, B, H, T, D), first (B,), length, cos and sin (T, D/2). Half of the cache is full; a row in four begins late."""
    B, T, H, D = shape
    first = torch.arange(B, device=draw(0).device) % 4 * T // 8
    return draw(B, 3 * H * D), draw(2, B, H, T, D), first, torch.full((), T // 2, device=first.device), *rotary_tables(T, D, first.device)


@triton.jit
def rotated_head(x_ptr, cos, sin, columns, D: tl.constexpr):
    """One head x (D,), rotated, in float32; sin is negative in the first half."""
    x = tl.load(x_ptr + columns, mask=columns < D, other=0.0).to(tl.float32)
    partner = tl.load(x_ptr + (columns + D // 2) % D, mask=columns < D, other=0.0).to(tl.float32)
    return x * cos + partner * sin


@triton.jit
def cached_attention_kernel(qkv_ptr, cache_ptr, first_ptr, length_ptr, cos_ptr, sin_ptr, y_ptr, partial_ptr, statistics_ptr, qkv_batch,
                            values, cache_batch, cache_head, cache_time, B, exponent, H: tl.constexpr, D: tl.constexpr, SPLITS: tl.constexpr,
                            BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr, STAGES: tl.constexpr):
    """A program takes one split of one row's keys for one head, the first split the new key as well; with one split it writes y."""
    split, pair = tl.program_id(0) % SPLITS, (tl.program_id(0) // SPLITS).to(tl.int64)
    b, head, columns = pair // H, pair % H, tl.arange(0, BLOCK_D)
    place, first = tl.load(length_ptr).to(tl.int32), tl.load(first_ptr + b).to(tl.int32)
    share = tl.cdiv(tl.cdiv(tl.maximum(place - first, 0), SPLITS), BLOCK_N) * BLOCK_N
    low = first + split * share
    high = tl.minimum(low + share, place)
    qkv_ptr += b * qkv_batch + head * D
    k_ptr = cache_ptr + b * cache_batch + head * cache_head
    angles = place * (D // 2) + columns % (D // 2)
    cos = tl.load(cos_ptr + angles, mask=columns < D, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + angles, mask=columns < D, other=0.0).to(tl.float32) * tl.where(columns < D // 2, -1.0, 1.0)
    q = rotated_head(qkv_ptr, cos, sin, columns, D) * exponent
    new_k = rounded(rotated_head(qkv_ptr + H * D, cos, sin, columns, D), cache_ptr.dtype.element_ty)
    new_v = rounded(tl.load(qkv_ptr + 2 * H * D + columns, mask=columns < D, other=0.0).to(tl.float32), cache_ptr.dtype.element_ty)
    y, total, peak = tl.zeros([BLOCK_N, BLOCK_D], tl.float32), tl.zeros([BLOCK_N], tl.float32), tl.full([BLOCK_N], -3e38, tl.float32)
    for start in tl.range(low, high, BLOCK_N, num_stages=STAGES):
        keys = start + tl.arange(0, BLOCK_N)
        mask = (keys < high)[:, None] & (columns < D)[None, :]
        places = k_ptr + keys[:, None].to(tl.int64) * cache_time + columns[None, :]
        k, v = tl.load(places, mask=mask, other=0.0), tl.load(places + values, mask=mask, other=0.0)
        score = tl.where(keys < high, tl.sum(k.to(tl.float32) * q[None, :], axis=1), -3e38)
        higher = tl.maximum(peak, score)
        fade, share_of_key = tl.exp2(peak - higher), tl.where(keys < high, tl.exp2(score - higher), 0.0)
        y = y * fade[:, None] + share_of_key[:, None] * v.to(tl.float32)
        total, peak = total * fade + share_of_key, higher
    score = tl.where(split == 0, tl.sum(new_k.to(tl.float32) * q, axis=0), -3e38)
    top = tl.maximum(tl.max(peak, axis=0), score)
    fade, share_of_new = tl.exp2(peak - top), tl.where(split == 0, tl.exp2(score - top), 0.0)
    total_of_all = tl.sum(total * fade, axis=0) + share_of_new
    row = tl.sum(y * fade[:, None], axis=0) + share_of_new * new_v.to(tl.float32)
    mine = (columns < D) & (split == 0)
    tl.store(k_ptr + place.to(tl.int64) * cache_time + columns, new_k, mask=mine)
    tl.store(k_ptr + values + place.to(tl.int64) * cache_time + columns, new_v, mask=mine)
    if SPLITS == 1:
        tl.store(y_ptr + pair * D + columns, rounded(row / total_of_all, y_ptr.dtype.element_ty), mask=columns < D)
    else:
        tl.store(partial_ptr + (pair * SPLITS + split) * D + columns, row, mask=columns < D)
        tl.store(statistics_ptr + pair * SPLITS + split, top)
        tl.store(statistics_ptr + (tl.cast(B, tl.int64) * H + pair) * SPLITS + split, total_of_all)


def cached_attention_forward(qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """y (B, H D), contiguous. Shapes alone decide the launches."""
    assert cache.stride(4) == 1, f"the cache {tuple(cache.shape)} has strides {cache.stride()}: a copy would not be written to"
    qkv, (_, B, H, T, D) = unit_stride(qkv), cache.shape
    BLOCK_N, warps, stages = CACHED_TILES[cache.element_size()]
    if INTERPRETED:
        BLOCK_N = 16
    wanted = max(min(CACHED_PROGRAMS // max(B * H, 1), triton.cdiv(T, BLOCK_N), CACHED_SPLITS), 1)
    SPLITS, BLOCK_D = 1 << (wanted.bit_length() - 1), triton.next_power_of_2(D)
    y = cache.new_empty(B, H * D)
    partial, statistics = (cache.new_empty(*size, dtype=torch.float32) for size in ((B, H, SPLITS, D), (2, B, H, SPLITS)))
    launch(cached_attention_kernel, (B * H * SPLITS,), qkv, cache, first, length, cos.contiguous(), sin.contiguous(), y, partial, statistics,
           qkv.stride(0), *cache.stride()[:4], B, D**-0.5 * LOG2_E, H=H, D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D, BLOCK_N=BLOCK_N, STAGES=stages,
           num_warps=warps)
    if SPLITS > 1:
        launch(decode_attention_sum_kernel, (B * H,), partial, statistics, y, B * H, 1.0, D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D,
               num_warps=warps_for(SPLITS * BLOCK_D))
    return y


def cached_attention_fake(qkv, cache, first, length, cos, sin):
    return cache.new_empty(cache.shape[1], cache.shape[2] * cache.shape[4])


cached_attention_triton = forward_only(cached_attention_forward, fake=cached_attention_fake, mutates=("cache",))


@op(inputs=cached_attention_inputs, data=("qkv", "cache"), mutates=("cache",),
    cases=[(1, 1, 1, 2), (3, 70, 2, 48), (0, 5, 2, 16), (5, 40, 1, 20), (2, 300, 1, 64), (1, 9, 3, 128)],
    bench=[(1, 1024, 8, 64), (64, 1024, 8, 64), (64, 1024, 8, 48)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.d_head),
    traffic=lambda shape, size: (size * shape[0] * shape[1] * shape[2] * shape[3], 0))
def cached_attention(qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor, implementation="torch") -> Tensor:
    """Rotary attention of one new token a row, qkv (B, 3 H D), over a cache (2, B, H, T, D) of keys and values, which it is written to.

    The token stands at place `length`, one number for all, and sees first_b <= j <= length; first (B,) and length are integer
    tensors on the device. cos and sin (T, D/2) as in `rotary`. y (B, H D) has the cache's dtype. Without a gradient in Triton.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, qkv, cache)
    _, B, H, T, D = cache.shape
    if qkv.shape != (B, 3 * H * D) or D % 2 or first.shape != (B,) or length.numel() != 1 or not cos.shape == sin.shape == (T, D // 2):
        raise ValueError(f"cached_attention over a cache {tuple(cache.shape)} takes qkv {B, 3 * H * D}, D even, first {B,}, one length, cos and sin "
                         f"{T, D // 2}, not {tuple(qkv.shape)}, {tuple(first.shape)}, {tuple(length.shape)}, {tuple(cos.shape)}, {tuple(sin.shape)}")
    run = cached_attention_torch if implementation == "torch" else cached_attention_triton
    return run(qkv, cache, first, length, cos, sin)


# ---- 22. sampling -----------------------------------------------------------------------------------------------
#
#     p = softmax(z / temperature);  draw i ~ p among p > pivot;  keep i if the mass above p_i is less than top_p, else pivot = p_i
#
# Top-p without a sort, after FlashInfer (Ye et al. 2025): what is refused lies outside of the nucleus, with all that is no
# likelier, so that the nucleus stays in the race and each of its tokens keeps its share. At top_p = 0.95 one draw in twenty is repeated.
#
# Draws are Philox4x32-10 (Salmon et al. 2011) of (seed; stream, draws before, attempt): a row's tokens depend on its stream, not
# on where it stands in which batch. Seed and both knobs are read on the device, where draws are counted: a captured graph serves all.

SAMPLE_TILE, SAMPLE_WARPS = 4096, 8    # logits that a program holds at once


def philox(seed: int, *counter: int) -> int:
    """The first 32 bits of Philox4x32-10, as tl.philox: in Python's integers, which for a few rows are faster than 200 tensor operations."""
    (c0, c1, c2, c3), k0, k1, low = counter, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, 0xFFFFFFFF
    for _ in range(10):
        a, b = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = b >> 32 ^ c1 ^ k0, b & low, a >> 32 ^ c3 ^ k1, a & low
        k0, k1 = k0 + 0x9E3779B9 & low, k1 + 0xBB67AE85 & low
    return c0


def sample_tokens_torch(logits, draws, seed, temperature, top_p):
    """The same race over all rows at once, until the last has its token."""
    best, before = logits.argmax(-1), draws.tolist()
    draws[:, 1] += 1
    if temperature == 0:
        return best
    p = torch.exp((logits - logits.amax(-1, keepdim=True)) / temperature)
    token, pivot, mass, going = best, p.new_zeros(len(p), 1), p.sum(-1, keepdim=True), torch.ones_like(best, dtype=torch.bool)
    for attempt in itertools.count():
        uniform = p.new_tensor([(philox(int(seed), *row, attempt, 0) >> 8) / 2**24 for row in before]).view(-1, 1)
        cumulated = p.where(p > pivot, 0.0).cumsum(-1)
        drawn = (cumulated <= uniform * cumulated[:, -1:]).sum(-1).clamp(max=p.shape[1] - 1)
        token = drawn.where(going, token)
        chance = p.gather(1, token[:, None])
        above = p.where(p > chance, 0.0).sum(-1, keepdim=True)
        going = ((above >= top_p * mass) & (chance < 1.0)).squeeze(1)
        if not going.any():
            return token
        pivot = torch.maximum(pivot, chance)


def sample_tokens_inputs(shape, dtype, draw, autocast):
    """logits (B, V), draws (B, 2), seed, temperature, top_p of a shape (B, V, temperature, top_p).

    The logits are spread as a trained model's: few tokens share the mass, and a draw hardly ever falls where rounding decides.
    """
    B, V, temperature, top_p = shape
    logits = draw(B, V)
    number = functools.partial(torch.tensor, device=logits.device)
    return 5 * logits, torch.arange(2 * B, device=logits.device).view(B, 2), number(1 << 40 | 5), number(temperature), number(top_p)


@triton.jit
def sampling_mass(logits_ptr, columns, V, peak, sharpness, pivot):
    """exp((z - peak) / temperature) where that is more than `pivot`, else 0."""
    p = tl.exp2((tl.load(logits_ptr + columns, mask=columns < V, other=float("-inf")).to(tl.float32) - peak) * sharpness)
    return tl.where(p > pivot, p, 0.0)


@triton.jit
def mass_above(logits_ptr, V, peak, sharpness, pivot, BLOCK: tl.constexpr):
    total = 0.0
    for start in range(0, V, BLOCK):
        total += tl.sum(sampling_mass(logits_ptr, start + tl.arange(0, BLOCK), V, peak, sharpness, pivot), axis=0)
    return total


@triton.jit
def sample_tokens_kernel(logits_ptr, draws_ptr, seed_ptr, temperature_ptr, top_p_ptr, token_ptr, stride, LOG2: tl.constexpr, V: tl.constexpr,
                  BLOCK: tl.constexpr):
    """A program takes a row."""
    row, columns = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    logits_ptr += row * stride
    temperature, drawn, peak, token = tl.load(temperature_ptr), tl.load(draws_ptr + 2 * row + 1), float("-inf"), 0
    for start in range(0, V, BLOCK):
        logits = tl.load(logits_ptr + start + columns, mask=start + columns < V, other=float("-inf")).to(tl.float32)
        highest = tl.max(logits, axis=0)
        token = tl.where(highest > peak, start + tl.argmax(logits, axis=0), token)
        peak = tl.maximum(peak, highest)
    if temperature > 0:
        sharpness = LOG2 / temperature
        seed, stream = tl.load(seed_ptr), tl.load(draws_ptr + 2 * row).to(tl.uint32)
        allowed = tl.load(top_p_ptr) * mass_above(logits_ptr, V, peak, sharpness, 0.0, BLOCK)
        attempt, pivot, going = 0, 0.0, True
        while going:
            bits, _, _, _ = tl.philox(seed, stream, drawn.to(tl.uint32), tl.cast(attempt, tl.uint32), tl.cast(0, tl.uint32))
            aim = (bits >> 8).to(tl.float32) * (1.0 / 16777216.0) * mass_above(logits_ptr, V, peak, sharpness, pivot, BLOCK)
            token, passed = 0, 0.0
            for start in range(0, V, BLOCK):
                mass = sampling_mass(logits_ptr, start + columns, V, peak, sharpness, pivot)
                token += tl.sum(((passed + tl.cumsum(mass, axis=0) <= aim) & (start + columns < V)).to(tl.int32), axis=0)
                passed += tl.sum(mass, axis=0)
            token = tl.minimum(token, V - 1)
            chance = tl.exp2((tl.load(logits_ptr + token).to(tl.float32) - peak) * sharpness)
            going = (mass_above(logits_ptr, V, peak, sharpness, chance, BLOCK) >= allowed) & (chance < 1.0)
            pivot, attempt = tl.maximum(pivot, chance), attempt + 1
    tl.store(token_ptr + row, token.to(tl.int64))
    tl.store(draws_ptr + 2 * row + 1, drawn + 1)   # last: the sums above made every thread wait until all had read it


def sample_tokens_forward(logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor) -> Tensor:
    """Tokens (B,), int64."""
    logits = unit_stride(logits)
    (B, V), token = logits.shape, draws.new_empty(len(draws))
    BLOCK = min(triton.next_power_of_2(V), SAMPLE_TILE)
    launch(sample_tokens_kernel, (B,), logits, draws, seed, temperature, top_p, token, logits.stride(0), LOG2=LOG2_E, V=V, BLOCK=BLOCK,
           num_warps=SAMPLE_WARPS)
    return token


def sample_tokens_fake(logits, draws, seed, temperature, top_p):
    return draws.new_empty(len(draws))


sample_tokens_triton = forward_only(sample_tokens_forward, fake=sample_tokens_fake, mutates=("draws",))


@op(inputs=sample_tokens_inputs, data=("logits",), mutates=("draws",),
    cases=[(1, 1, 1.0, 0.9), (7, 100, 0.8, 0.95), (0, 5, 1.0, 1.0), (4, 33, 0.0, 0.9), (20, 1000, 1.2, 0.6), (3, SAMPLE_TILE + 100, 1.0, 0.8)],
    bench=[(64, 4096, 0.8, 0.95), (64, 49152, 0.8, 0.95)],
    shape=lambda work: (work.batch_size, work.vocab_size, 0.8, 0.95), traffic=lambda shape, size: (size * shape[0] * shape[1], 0))
def sample_tokens(logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor, implementation="torch") -> Tensor:
    """A token (B,) of each row of logits (B, V): the likeliest at temperature 0, else drawn from the smallest set that holds `top_p` of the mass.

    draws (B, 2), int64 and contiguous, are each row's stream and the number of tokens that it has drawn, both below 2^32; the number
    is counted on, and with the seed they decide the draw. Seed, temperature and top_p are one number each, on the device.
    What is exactly as likely as the last of a set is in it too.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, logits)
    numbers = seed, temperature, top_p
    fitting = logits.dim() == 2 and logits.shape[1] and draws.shape == (len(logits), 2) and draws.is_contiguous()
    if not fitting or any(number.numel() != 1 for number in numbers):
        raise ValueError(f"sample_tokens takes logits (B, V), contiguous draws (B, 2) and three single numbers, not {tuple(logits.shape)}, "
                         f"{tuple(draws.shape)}, {', '.join(str(tuple(number.shape)) for number in numbers)}")
    return (sample_tokens_torch if implementation == "torch" else sample_tokens_triton)(logits, draws, *numbers)


# ---- 23. the benchmarks -----------------------------------------------------------------------------------------

def able(ops, done, why_not) -> list[Op]:
    """Those of `ops` for which why_not(oldest GPU) is empty; of the others it prints why they are not `done`."""
    obstacles = {op.name: why_not(op.oldest) for op in ops}
    for name, obstacle in obstacles.items():
        if obstacle:
            print(f"{name} is not {done}: {obstacle}")
    return [op for op in ops if not obstacles[op.name]]


def benchmark(name: str, shape: tuple, dtype=None, device=None) -> dict:
    """{"use_triton", "torch_ms", "triton_ms", "reason"} of one op, judged and timed now; the times are None where none were taken."""
    choice = choose({name: shape}, "auto", device, dtype, cached=False)[name]
    return {"use_triton": choice.implementation == "triton", "torch_ms": choice.times.get("torch"), "triton_ms": choice.times.get("triton"),
            "reason": choice.reason}


def benchmark_rms_norm(batch_size=32, seq_len=512, d_model=768, dtype=None, device=None) -> dict:
    """`benchmark` of RMSNorm, forward and backward, for a model's numbers."""
    return benchmark("rms_norm", (batch_size * seq_len, d_model), dtype, device)


def benchmark_rotary(batch_size=32, seq_len=512, n_heads=12, d_head=64, dtype=None, device=None) -> dict:
    """`benchmark` of rotary positions, forward and backward, for a model's numbers."""
    return benchmark("rotary", (batch_size, seq_len, n_heads, d_head), dtype, device)


def manual_kernel_benchmark(work=Workload(batch_size=32, seq_len=512, d_model=768, n_heads=12)) -> dict[str, Choice]:
    """Judges and times every op now for `work`'s shapes, prints the table, returns the choices."""
    choices = choose(requests(work), cached=False)
    print(table(choices))
    return choices


COPIES = tuple(mebi << 20 for mebi in (256, 512, 1024, 2048))   # bytes read: more than any L2 cache holds, from 0.1 ms on
PRODUCTS = 4096, 6144, 8192                                     # sides of the matrices


DISTURBED = 0.05


def repeated(function, device, seconds=0.2) -> list[float]:
    """Milliseconds of each call: so many seconds of them untimed, which brings the clocks up, then as many timed.

    Calls that another process on the GPU interrupts take its time slices, of some 2 ms, as well: the shortest are those it left alone.
    """
    start, calls = time.perf_counter(), 0
    while calls < 5 or time.perf_counter() - start < seconds:
        function()
        torch.cuda.synchronize(device)
        calls += 1
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(min(calls, 200))]
    for begin, end in events:
        begin.record()
        function()
        end.record()
    torch.cuda.synchronize(device)
    return [begin.elapsed_time(end) for begin, end in events]


def copy_bandwidth(device) -> float:
    """Bytes a second, read plus written, of PyTorch's fastest copy: the ceiling of an op that only moves data.

    Not in a graph: a graph copies by another engine, at two thirds of the rate.
    """
    source = torch.randn(max(COPIES) // 4, device=device)
    target = torch.empty_like(source)
    return max(2 * size / min(repeated(lambda: target[:size // 4].copy_(source[:size // 4]), device)) * 1e3 for size in COPIES)


def product_rate(device) -> float:
    """Operations a second of PyTorch's fastest bf16 product of two random square matrices: the ceiling of an op that multiplies."""
    a, b = (torch.randn(max(PRODUCTS), max(PRODUCTS), device=device).bfloat16() for _ in range(2))
    rates = []
    for side in PRODUCTS:
        left, right = a[:side, :side].contiguous(), b[:side, :side].contiguous()
        rates.append(2 * side**3 / min(repeated(lambda: left @ right, device)) * 1e3)
    return max(rates)


def disturbance(device) -> float:
    """The share of equal calls that took half as long again as the fastest: above DISTURBED, something else computes on the GPU."""
    x = torch.randn(4096, 4096, device=device).bfloat16()
    times = repeated(lambda: x @ x, device)
    return sum(ms > 1.5 * min(times) for ms in times) / len(times)


TUNERS = 12   # processes that compile candidates, each with a context on the GPU


def contenders(op: Op) -> dict[str, Callable]:
    """{name: function of the op's arguments}: ours, eager PyTorch, PyTorch compiled and tuned, and the op's own peers."""
    torch.compiler.reset()   # beyond eight shapes dynamo would run eagerly what it should compile
    compiled_run = torch.compile(op.run, dynamic=False, mode="max-autotune-no-cudagraphs")
    return {"triton": op.call("triton"), "eager": op.call("torch"), "compile": functools.partial(compiled_run, implementation="torch")} | op.peers


def peak_memory(step, device) -> int:
    """Bytes that a second call of `step` takes beyond what is there before it."""
    step()
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before


def surviving(functions: dict[str, Callable], treat: Callable, absent: dict[str, str], where: str) -> dict:
    """{name: treat(function)} of those that do not fail; `absent` gets the others' reasons."""
    results = {}
    for name, function in functions.items():
        try:
            results[name] = treat(function)
        except FAILURES as error:
            absent[f"{name}, {where}"] = first_line(error)
    return results


def measured(op: Op, shape, dtype, device) -> dict:
    """One row of the record: {"shape", "dtype", "works": {work: {"graph", "eager": {name: (ms, spread)}, "peak": {name: bytes}}}, "absent"}."""
    row = {"shape": list(shape), "dtype": DTYPES[dtype], "works": {}, "absent": {}}
    for work in WORKS[:1 + (op.traffic(shape, dtype.itemsize)[1] > 0)]:
        steps = training_steps(op, contenders(op), shape, dtype, device, backward=work == WORKS[1])
        peak = surviving(steps, lambda step: peak_memory(step, device), row["absent"], work)
        steps = {name: steps[name] for name in peak}
        eager = clock(steps, device)
        graph = interleaved(surviving(steps, captured, row["absent"], f"{work}, in a graph"), device)
        row["works"][work] = {"graph": graph, "eager": eager, "peak": peak}
    return row


def device_ms(entry: dict, name: str) -> float | None:
    """Device time of one contender; the eager time of what cannot be captured, None of what did not run."""
    timing = entry["graph"].get(name) or entry["eager"].get(name)
    return timing and timing[0]


def amounts(op: Op, row: dict, work: str) -> tuple[int, int]:
    """(bytes, operations) of the products that a row's `work` needs at least."""
    shape, itemsize = tuple(row["shape"]), next(dtype.itemsize for dtype, name in DTYPES.items() if name == row["dtype"])
    steps = 1 + WORKS.index(work)
    return sum(op.traffic(shape, itemsize)[:steps]), sum(op.flops(shape)[:steps])


def reached(bar: Bar, op: Op, row: dict, ceilings: dict) -> float | None:
    """What ours came to in the terms of `bar`; None where one of the two was not measured."""
    entry, (moved, done) = row["works"].get(bar.work), amounts(op, row, bar.work)
    if entry is None or device_ms(entry, "triton") is None:
        return None
    ours, others = device_ms(entry, "triton"), [device_ms(entry, name) for name in entry["peak"] if name != "triton"]
    if bar.against.startswith("memory of "):
        other = entry["peak"].get(bar.against.removeprefix("memory of "))
        return other and entry["peak"]["triton"] / other
    if bar.against in ("copy", "TFLOP/s"):
        return moved / (ours / 1e3) / ceilings["copy"] if bar.against == "copy" else done / ours / 1e9
    other = min(others, default=None) if bar.against == "best" else device_ms(entry, bar.against)
    return other and other / ours


def verdicts(op: Op, row: dict, ceilings: dict) -> dict[str, list[tuple[str, bool]]]:
    """{work: [(what was reached of a bar, whether that is enough)]} of one row."""
    found = {work: [] for work in row["works"]}
    for bar in (*(Bar(work, "eager", 1.0) for work in WORKS), *op.bars):
        value = reached(bar, op, row, ceilings) if not bar.shapes or tuple(row["shape"]) in bar.shapes else None
        if value is not None:
            enough = value <= bar.target if bar.against.startswith("memory") else value >= bar.target
            found[bar.work].append((f"{value:.3g} of {bar.target:g} {bar.against}", enough))
    return found


def report_lines(op: Op, record: dict) -> list[str]:
    """One op's record as a Markdown table."""
    ceilings, entries = record["ceilings"], [entry for row in record["rows"] for entry in row["works"].values()]
    shared = f"; **something else ran on this GPU**: {ceilings['disturbed']:.0%} of equal calls took half as long again"
    shared *= ceilings["disturbed"] > DISTURBED
    names = list(dict.fromkeys(name for entry in entries for name in entry["peak"]))
    lines = [f"## {op.name}", "", f"{record['date']}, source {record['source']}; limits: copy {ceilings['copy'] / 1e12:.2f} TB/s, bf16 product "
             f"{ceilings['product'] / 1e12:.0f} TFLOP/s{shared}", "",
             "| shape | dtype | pass | run | " + " | ".join(f"{name}, ms" for name in names)
             + " | best peer / ours | TB/s | TFLOP/s | of the limit | MiB: ours, least other | bars |", "|---" * (10 + len(names)) + "|"]
    for row in record["rows"]:
        found = verdicts(op, row, ceilings)
        for work, run in itertools.product(row["works"], ("graph", "eager")):
            entry, (moved, done) = row["works"][work], amounts(op, row, work)
            times = {name: timing[0] for name, timing in entry[run].items()}
            cells = [f"{entry[run][name][0]:.4f} ±{entry[run][name][1] / 2:.4f}" if name in times else "-" for name in names]
            ours, others = times.get("triton"), {name: ms for name, ms in times.items() if name != "triton"}
            best, least = min(others, key=others.get, default=None), [size for name, size in entry["peak"].items() if name != "triton"]
            limit = max(moved / ceilings["copy"], done / ceilings["product"]) * 1e3
            rates = [f"{others[best] / ours:.2f}x ({best})" if best else "-", f"{moved / ours / 1e9:.2f}",
                     f"{done / ours / 1e9:.0f}" if done else "-", f"{limit / ours:.0%}" if run == "graph" else "-"] if ours else ["-"] * 4
            memory = f"{entry['peak'].get('triton', math.nan) / 2**20:.0f}, {min(least, default=math.nan) / 2**20:.0f}"
            bars = "; ".join(f"{'met' if enough else '**missed**'}: {text}" for text, enough in found[work]) if run == "graph" else ""
            lines.append("| " + " | ".join([str(tuple(row["shape"])), row["dtype"], work, run, *cells, *rates, memory, bars]) + " |")
    absent = {f"{where}: {why}": None for row in record["rows"] for where, why in row["absent"].items()}
    return [*lines, "", *(f"- {reason}" for reason in absent), ""]


def draw_chart(op: Op, record: dict, path: Path):
    """Rates of every contender over the shapes, from the least work to the most, beside the limit, one panel a pass, device time."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    ceilings, works = record["ceilings"], [work for work in WORKS if any(work in row["works"] for row in record["rows"])]
    figure, panels = pyplot.subplots(1, max(len(works), 1), figsize=(7.5 * max(len(works), 1), 6), squeeze=False)
    for work, panel in zip(works, panels[0]):
        rows = sorted((row for row in record["rows"] if work in row["works"]), key=lambda row: amounts(op, row, work)[::-1])
        counts = [amounts(op, row, work) for row in rows]
        multiplies = any(done / ceilings["product"] > moved / ceilings["copy"] for moved, done in counts)
        unit, kind, limit = ("TFLOP/s", 1, ceilings["product"]) if multiplies else ("TB/s", 0, ceilings["copy"])
        panel.axhline(limit / 1e12, color="black", linestyle="--", label="limit")
        names = dict.fromkeys(name for row in rows for name in row["works"][work]["peak"])
        for place, name in enumerate(names):   # peers that come to the same lie on each other: each has its own mark, the later the smaller
            times = [device_ms(row["works"][work], name) for row in rows]
            rates = [math.nan if ms is None else count[kind] / ms / 1e9 for ms, count in zip(times, counts)]
            ours = name == "triton"
            panel.plot(rates, "oDs^vPX*"[place % 8] + ("-" if ours else ":"), label=name, linewidth=3 if ours else 1.5, markersize=10 - place,
                       zorder=3 if ours else 2, color="tab:red" if ours else f"C{(place + 3 * (place > 2)) % 10}")
        panel.set(title=f"{op.name}, {work}, {rows[0]['dtype']}", ylabel=unit, ylim=(0, None), xlim=(-0.5, len(rows) - 0.5))
        panel.set_xticks(range(len(rows)), [" x ".join(map(str, row["shape"])) for row in rows], rotation=25, ha="right", rotation_mode="anchor")
        panel.grid(axis="y", alpha=0.3)
        panel.legend(fontsize=8, labelspacing=1.0, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.suptitle("{gpu}, torch {torch}, triton {triton}, ".format(**record["machine"]) + record["date"], fontsize=9)
    figure.tight_layout()
    with replacing(path) as partial:
        figure.savefig(partial, format="png", dpi=110)
    pyplot.close(figure)


def record_file(out: Path, op: Op) -> Path:
    return out / f"kernels_{op.name}.json"


def conditions(op: Op, device) -> dict:
    """What a record depends on."""
    tiles = recorder.settings and f", tiles {hashlib.sha256(recorder.settings.encode()).hexdigest()[:8]}"
    return {"machine": machine(device), "source": source_hash(op) + tiles}


def read_record(path: Path, stands: dict) -> dict:
    """The record in a file, as far as it `stands` on the same machine and source; else one without rows."""
    try:
        record = json.loads(path.read_text())
        return record if all(record[name] == value for name, value in stands.items()) else stands | {"rows": []}
    except (OSError, ValueError, KeyError, TypeError):
        return stands | {"rows": []}


def write_record(path: Path, record: dict):
    with replacing(path) as partial:
        partial.write_text(json.dumps(record, indent=1) + "\n")


def bench_here(op: Op, out: Path, seconds: float):
    """Measures what the record of `op` does not hold yet, shape by shape, for so long."""
    device, start = default_device(), time.monotonic()
    dtype, path = op.timed_in or default_dtype(device), record_file(out, op)
    record = read_record(path, conditions(op, device))
    limits = {"copy": copy_bandwidth(device), "product": product_rate(device), "disturbed": disturbance(device)}
    torch.cuda.empty_cache()
    record |= {"date": time.strftime("%Y-%m-%d"), "ceilings": limits}
    write_record(path, record)
    there = [tuple(row["shape"]) for row in record["rows"]]
    for shape in (shape for shape in (*op.bench, *op.sweep) if shape not in there):
        if time.monotonic() - start > seconds:
            print(f"{shape} and what follows is left for the next time")
            return
        record["rows"].append(measured(op, shape, dtype, device))
        torch.cuda.empty_cache()
        write_record(path, record)


def bench_choice(ops, out: Path, repeats: int = 20) -> int:
    """Prints and records how steady the choice is: each op chosen again and again at the default run's shape.

    Regret is what the choices cost on average beyond the faster of the two, by the median of all repeats; a flip is a choice that
    most others differ from.
    """
    device, rows = default_device(), []
    dtype, ops = default_dtype(device), able(ops, "timed", functools.partial(why_not_race, device))
    for op in tqdm(ops, "choosing", unit="op", disable=None):
        shape, autocast = op.shape(Workload()), dtype != torch.float32
        with torch.autocast(device.type, dtype, enabled=autocast):
            steps = training_steps(op, both(op, "eager"), shape, dtype, device, autocast=autocast)
            races = [{name: timing.ms for name, timing in settled(steps, device).items()} for _ in range(repeats)]
        picked = [faster(times)[0] for times in races]
        true = {name: statistics.median(times[name] for times in races) for name in IMPLEMENTATIONS}
        regret = statistics.mean(true[name] for name in picked) / min(true.values()) - 1
        flips = 1 - max(map(picked.count, IMPLEMENTATIONS)) / repeats
        rows.append([op.name, str(shape), max(IMPLEMENTATIONS, key=picked.count), *(f"{true[name]:.4f}" for name in IMPLEMENTATIONS),
                     f"{regret:.1%}", f"{flips:.0%}"])
        torch.cuda.empty_cache()
    if not rows:
        return 0
    text = aligned([["op", "shape", "chosen", "torch, ms", "triton, ms", "regret", "flips"], *rows])
    print(text)
    with replacing(out / "kernels_choice.txt") as partial:
        partial.write_text(f"{machine(device)}, {time.strftime('%Y-%m-%d')}, {repeats} repeats\n{text}\n")
    return 0


def set_constant(name: str, key, value):
    """Another value for a module constant, or for the entry `key` of one that is a table."""
    globals()[name] = value if key is None else globals()[name] | {key: value}


@contextlib.contextmanager
def set_tiles(settings: dict[tuple, object]):
    """Inside, the module constants have other values: {(constant, key or None): value}."""
    before = {name: globals()[name] for name, _ in settings}
    for (name, key), value in settings.items():
        set_constant(name, key, value)
    try:
        yield
    finally:
        globals().update(before)


def apply_settings(path: Path):
    """From here on this process, and those it starts, run with the tiles that `--tune` printed into a file. ValueError: one is not known."""
    for line in path.read_text().splitlines():
        match = re.fullmatch(r"([A-Z][A-Z0-9_]*)(?:\[(.+?)\])? = (.+?)(?:   #.*)?", line)
        if match:
            name, key, value = match[1], match[2] and ast.literal_eval(match[2]), ast.literal_eval(match[3])
            if name not in globals() or (isinstance(globals()[name], dict) and key not in globals()[name]):
                raise ValueError(f"{path} sets {line!r}, which kernels.py does not have")
            set_constant(name, key, value)
            recorder.settings += line + "\n"
    recorder.options = ["--settings", path]


def tuned_step(op: Op, shape, dtype, device, tile: Tile) -> Callable:
    return training_steps(op, {"triton": op.call("triton")}, shape, dtype, device, backward=tile.work == WORKS[1])["triton"]


def tried(name: str, shape, dtype, tile: Tile, candidate) -> str:
    """Why an op does not run with a candidate, or which registers it spills; empty where all is well. Fills Triton's cache."""
    device = default_device()
    recorder.binaries = []
    try:
        with set_tiles({(tile.constant, tile.key): candidate}):
            tuned_step(OPS[name], shape, dtype, device, tile)()
            torch.cuda.synchronize(device)
        spills = max((getattr(binary, "n_spills", None) or 0 for binary in recorder.binaries), default=0)
        return f"spills {spills} bytes" if spills else ""
    except FAILURES as error:
        return first_line(error)
    finally:
        recorder.binaries = None


def current(tile: Tile):
    value = globals()[tile.constant]
    return value if tile.key is None else value[tile.key]


HOPELESS = 1.3   # times the best at one shape: such a candidate is not tried at the next


def compiled_in_time(op: Op, shape, dtype, tile: Tile, candidates: list, pool, seconds: float) -> dict:
    """{candidate: its trouble, or nothing} after so many seconds; the processes of `pool` try them side by side."""
    futures = {candidate: pool.submit(tried, op.name, shape, dtype, tile, candidate) for candidate in candidates}
    done, late = wait(futures.values(), timeout=seconds)
    for future in late:
        future.cancel()
    return {candidate: future.result() if future in done else "not compiled in time" for candidate, future in futures.items()}


def tune_shape(op: Op, shape, dtype, device, pool, hopeless: set, found: dict, seconds: float) -> Iterator[str]:
    """Lines about every tile of `op` at a shape: one after the other, each with the best of those before it, in equal shares of the time.

    `hopeless` holds what is not worth a trial, and gets more; `found` gets {tile: {candidate: [(its time, of the best's, and where), ...]}}.
    """
    chosen, tiles, end = {}, op.tiles(shape, dtype.itemsize), time.monotonic() + seconds
    for left, tile in zip(range(len(tiles), 0, -1), tiles):
        kind = tile.key[0] if isinstance(tile.key, tuple) else tile.constant
        now = current(tile)
        candidates = [now, *(candidate for candidate in dict.fromkeys(tile.candidates) if candidate != now and (kind, candidate) not in hopeless)]
        troubles = compiled_in_time(op, shape, dtype, tile, candidates, pool, (end - time.monotonic()) / left)
        yield from (f"  {tile.label} = {candidate}: {trouble}" for candidate, trouble in troubles.items() if trouble)
        replays, step = {}, tuned_step(op, shape, dtype, device, tile)
        for candidate in (candidate for candidate, trouble in troubles.items() if not trouble or trouble.startswith("spills")):
            with set_tiles(chosen | {(tile.constant, tile.key): candidate}):
                replays |= surviving({candidate: step}, captured, troubles, tile.label)
        timings = interleaved({str(candidate): replay for candidate, replay in replays.items()}, device, seconds=1.0) if replays else {}
        order = sorted(replays, key=lambda candidate: timings[str(candidate)].ms)
        if not order:
            continue
        times = {candidate: timings[str(candidate)].ms for candidate in order}
        chosen[tile.constant, tile.key] = order[0]
        hopeless |= {(kind, candidate) for candidate in order if times[candidate] > HOPELESS * times[order[0]]}
        for candidate in order:
            worth = f"{shape} {tile.work}: {times[candidate]:.4f} ms, with {now} {times.get(now, math.nan):.4f}"
            found.setdefault((tile.label, now), {}).setdefault(candidate, []).append((times[candidate] / times[order[0]], worth))
        yield f"{op.name} {shape} {tile.work}: {tile.label}, now {now}: " + ", ".join(
            f"{candidate} {times[candidate]:.4f} ms ±{timings[str(candidate)].spread / 2:.4f}" for candidate in order[:6])


def improvements(found: dict) -> Iterator[str]:
    """What to write into this file: for each tile the candidate that is nearest to the best of each shape, among those timed at most shapes."""
    for (label, now), candidates in found.items():
        shapes = max(map(len, candidates.values()))
        losses = {candidate: math.prod(loss for loss, _ in trials) for candidate, trials in candidates.items() if len(trials) == shapes}
        best = min(losses, key=losses.get)
        if losses.get(now, math.inf) > 1.01 * losses[best]:
            yield f"{label} = {best}   # " + "; ".join(worth for _, worth in candidates[best])


def tune_here(op: Op, seconds: float):
    """Times the candidates of every tile of `op` at the benchmark's shapes in a graph; processes compile them side by side first.

    Every shape gets its share of the time that is left. Ends with what to write into this file.
    """
    device, end, hopeless, found = default_device(), time.monotonic() + seconds, set(), {}
    dtype = op.timed_in or default_dtype(device)
    with ProcessPoolExecutor(TUNERS, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(4 * TUNERS)))   # they have imported torch before the first shape's time begins
        for left, shape in zip(range(len(op.bench), 0, -1), op.bench):
            share = (end - time.monotonic()) / left
            if share < 1.0:
                print(f"{op.name} {shape}: no time left")
                continue
            for line in tune_shape(op, shape, dtype, device, pool, hopeless, found, share):
                print(line, flush=True)
            torch.cuda.empty_cache()
    print("\n".join(list(improvements(found)) or [f"{op.name}: nothing beats what stands"]), flush=True)


def write_report(out: Path) -> tuple[int, list[str]]:
    """Writes kernels.md and the charts of all records in `out`; (bars met, those missed)."""
    met, missed, lines = 0, [], []
    for op in OPS.values():
        path = record_file(out, op)
        if not path.exists():
            continue
        record = json.loads(path.read_text())
        if not lines:
            lines = ["# Kernels", "", "  ".join(f"{name} {value}" for name, value in record["machine"].items()), "",
                     "Medians, cold L2, the contenders in turn, ± half the distance of the quartiles. Graph: device time alone; eager: with the "
                     "host's, bursts of ten calls, of which nine find the L2 warm. Limits: the fastest of many copies and products of several sizes, "
                     "measured beside each op. Bars: reached, of what is to be reached.", ""]
        lines += report_lines(op, record)
        draw_chart(op, record, path.with_suffix(".png"))
        for row in record["rows"]:
            for work, found in verdicts(op, row, record["ceilings"]).items():
                met += sum(enough for _, enough in found)
                missed += [f"{op.name} {tuple(row['shape'])} {work}: {text}" for text, enough in found if not enough]
    with replacing(out / "kernels.md") as partial:
        partial.write_text("\n".join(lines) + "\n")
    return met, missed


# ---- 24. the command line ---------------------------------------------------------------------------------------

EXAMS_A_PROCESS = 8        # on a GPU, where a process waits for the compiler most of the time
CHECK_SECONDS = 300.0      # of a process that judges
COMPILED = [(torch.float32, False), (torch.bfloat16, False), (torch.bfloat16, True)]   # (dtype, autocast)


def list_ops(ops) -> int:
    """Prints one line an op."""
    print(aligned([["op", "shape in the default run", "what"]] + [[op.name, str(op.shape(Workload())), op.summary] for op in ops]))
    return 0


LOST = 3   # exit code of a process whose GPU answers no more


def in_own_process(*arguments, seconds, **environment) -> tuple[str, str]:
    """(what this file printed when it was run with `arguments`, why it ended before its end, or nothing)."""
    command = [sys.executable, __file__, *map(str, (*arguments, *recorder.options))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                               env=os.environ | environment)
    try:
        printed, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)   # the compilers that it started as well
        return process.communicate()[0], f"not done after {seconds:.0f} s"
    said = errors.strip().split("\n")[-1][:200]
    return printed, f"the process ended with {process.returncode}: {said}" if process.returncode else ""


def check_here(op: Op, part: int, parts: int, done: int) -> int:
    """Judges every `parts`-th exam of `op`, without the first `done` of them; prints a verdict a line. LOST where the GPU is gone."""
    device = default_device()
    for exam in list(examination(op))[part::parts][done:]:
        print(json.dumps(verdict_on(op, exam, device)), flush=True)
        if device.type == "cuda":
            try:
                torch.cuda.synchronize(device)
            except RuntimeError:
                return LOST
            torch.cuda.empty_cache()
    return 0


def examined(op: Op, part: int, parts: int) -> list[Verdict]:
    """The verdicts on every `parts`-th exam of `op` from processes of their own: where one dies, its exam is lost and the next goes on."""
    verdicts, number = [], len(list(examination(op))[part::parts])
    while len(verdicts) < number:
        before = len(verdicts)
        printed, trouble = in_own_process("--check", op.name, "--worker", part, parts, before, seconds=CHECK_SECONDS,
                                          TORCHINDUCTOR_COMPILE_THREADS="1")   # each would start as many compilers as there are cores
        verdicts += [Verdict(*json.loads(line)) for line in printed.splitlines() if line.startswith(("[true,", "[false,"))]
        if len(verdicts) < number and (len(verdicts) == before or f"with {LOST}:" not in trouble):
            verdicts.append(Verdict(False, trouble, math.inf, 0.0))
    return verdicts


def check(ops, jobs=0) -> int:
    """Judges every op at its whole examination in so many processes at a time, 0: in this one; prints every failure and a line an op.

    1 if anything failed or nothing could run.
    """
    device = default_device()
    runnable, failures = able(ops, "judged", functools.partial(why_not_run, device)), 0
    shares = {op.name: math.ceil(len(list(examination(op))) / EXAMS_A_PROCESS) if device.type == "cuda" else 1 for op in runnable}
    with ThreadPoolExecutor(max(jobs, 1)) as pool:
        judged = {op.name: [pool.submit(examined, op, part, shares[op.name]) for part in range(shares[op.name])] for op in runnable * bool(jobs)}
        for op in tqdm(runnable, "judging", unit="op", disable=None):
            exams, dealt = list(examination(op)), [future.result() for future in judged.get(op.name, ())]
            verdicts = [dealt[i % len(dealt)][i // len(dealt)] if dealt else verdict_on(op, exam, device) for i, exam in enumerate(exams)]
            for (shape, dtype, route, variant), verdict in zip(exams, verdicts):
                if not verdict.ok:
                    print(f"{op.name}  {shape}  {DTYPES[dtype]}  {route}  {variant}: {verdict.reason}  (error {verdict.error:.3g}, "
                          f"allowed {verdict.allowance:.3g})", flush=True)
            right = [verdict for verdict in verdicts if verdict.ok]
            nearest = max((verdict.error / verdict.allowance for verdict in right if verdict.allowance), default=0.0)
            print(f"{op.name}: {len(right)} of {len(exams)} right on {device}{' in the interpreter' if INTERPRETED else ''}, "
                  f"largest error {nearest:.0%} of what is allowed", flush=True)
            failures += len(exams) - len(right)
    return int(failures > 0 or not runnable)


def compile_all(ops, target: str) -> int:
    """Compiles every kernel that every op launches at its benchmark's shapes and its widest case; 1 if one spills more than SPILLED or is too large."""
    if TRITON_ABSENT:
        print(f"nothing was compiled: {TRITON_ABSENT}")
        return 1
    if INTERPRETED:  # the interpreter replaced the compiler when Triton was imported; a fresh process has it
        command = [sys.executable, __file__, "--compile", target, *(op.name for op in ops), *recorder.options]
        return subprocess.run(command, env=os.environ | {"TRITON_INTERPRET": "0"}, check=False).returncode
    capability, rows, failures = int(re.fullmatch(r"sm_(\d+)a?", target).group(1)), {}, 0
    for op in able(ops, "compiled", lambda oldest: why_not_compile(capability, oldest)):
        for shape, (dtype, autocast) in itertools.product([*op.bench, op.cases[-1]], COMPILED):
            for record in recorded_launches(op, shape, dtype, autocast, capability):
                label = [str(shape), DTYPES[dtype] + " autocast" * autocast, str(record.num_warps)]
                try:
                    binary = compiled(record, capability)
                except FAILURES as error:   # the other kernels are still to be seen
                    failures += 1
                    rows[op.name, *label] = [op.name, *label, "-", "-", "-", first_line(error)]
                    continue
                if binary.hash in rows:
                    continue
                used, shared = resources(binary), binary.metadata.shared
                fits = used["STACK"] <= SPILLED and shared <= SHARED_MEMORY.get(capability, min(SHARED_MEMORY.values()))
                failures += not fits
                rows[binary.hash] = [binary.metadata.name, *label, str(used["REG"]), str(used["STACK"]), str(shared),
                                     "ok" if fits else "SPILLS OR TOO LARGE"]
    print(aligned([["kernel", "shape", "dtype", "warps", "registers", "stack", "shared", target], *rows.values()]))
    return int(failures > 0)


def bench_apart(op: Op, out: Path, seconds: float):
    """`bench_here` in processes of its own: a shape at which one dies is given up, and the next goes on with the others."""
    while True:
        printed, trouble = in_own_process("--bench", op.name, "--out", out, "--seconds", seconds, "--worker", 0, 1, 0, seconds=seconds + 150)
        if printed.strip() or trouble:
            print(f"{op.name}: {printed.strip()} {trouble}", flush=True)
        record = read_record(record_file(out, op), conditions(op, default_device()))
        left = [shape for shape in (*op.bench, *op.sweep) if list(shape) not in [row["shape"] for row in record["rows"]]]
        if not trouble or trouble.startswith("not done") or not left or "ceilings" not in record:
            return
        record["rows"].append({"shape": list(left[0]), "dtype": "", "works": {}, "absent": {str(left[0]): trouble}})
        write_record(record_file(out, op), record)


def bench(ops, out: Path, seconds: float) -> int:
    """Measures every op in a process of its own for so many seconds at most, and writes records, kernels.md and charts into `out`.

    What is in the records already is not measured again. Prints the bars that were missed.
    """
    timed = able(ops, "timed", functools.partial(why_not_race, default_device()))
    for op in tqdm(timed, "timing", unit="op", disable=None):
        bench_apart(op, out, seconds)
        write_report(out)
    if not timed:
        return 0
    met, missed = write_report(out)
    print("\n".join([*missed, f"{met} bars met, {len(missed)} missed: {out / 'kernels.md'}"]))
    return 0


def tune(ops, seconds: float) -> int:
    """Tunes every op in a process of its own for so many seconds at most, and prints what it found; changes nothing."""
    for op in able(ops, "tuned", functools.partial(why_not_race, default_device())):
        printed, trouble = in_own_process("--tune", op.name, "--seconds", seconds, "--worker", 0, 1, 0, seconds=seconds + 150)
        print(f"---- {op.name}\n{printed}{trouble}", flush=True)
    return 0


def work_for(op: Op, options) -> int:
    """What a process that another one of this file started does."""
    if options.check:
        return check_here(op, *options.worker)
    if options.tune:
        tune_here(op, options.seconds)
    if options.bench:
        bench_here(op, options.out, options.seconds)
    return 0


def main(argv=None) -> int:
    """See the title page. Exits 1 if a check or a compilation failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ops", nargs="*", metavar="op", help="ops to take (default: all); with --bench choice: how steady the choice of them is")
    parser.add_argument("--list", action="store_true", help="one line an op (the default)")
    parser.add_argument("--check", action="store_true", help="judge outputs and gradients against float64")
    parser.add_argument("--compile", metavar="sm_90", help="compile every kernel for a GPU that need not be here")
    parser.add_argument("--tune", action="store_true", help="time the tiles that the ops declare and print the best")
    parser.add_argument("--bench", action="store_true", help="time against PyTorch, compiled PyTorch and the other peers")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "benchmarks" / "results", help="where --bench writes (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="that --bench and --tune take for an op (%(default)g)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes of --check at a time; 0: all in this one (%(default)s)")
    parser.add_argument("--worker", type=int, nargs=3, help=argparse.SUPPRESS)   # this process is one of those: (part, parts, done)
    parser.add_argument("--settings", type=Path, help="tiles to run with: a file of what --tune printed")
    options = parser.parse_args(argv)
    if options.settings:
        try:
            apply_settings(options.settings)
        except (OSError, ValueError) as error:
            parser.error(str(error))
    unknown = set(options.ops) - OPS.keys() - {"choice" if options.bench else ""}
    if unknown:
        parser.error(f"no op {', '.join(sorted(unknown))}; there are {', '.join(OPS)}")
    if options.compile and not re.fullmatch(r"sm_\d+a?", options.compile):
        parser.error(f"--compile takes a target such as sm_90, not {options.compile}")
    steadiness = "choice" in options.ops
    ops = [OPS[name] for name in options.ops or OPS if name != "choice"]
    if options.worker:
        return work_for(ops[0], options)
    jobs = [functools.partial(check, ops, options.jobs)] * options.check
    jobs += [functools.partial(compile_all, ops, options.compile)] * bool(options.compile)
    jobs += [functools.partial(tune, ops, options.seconds)] * options.tune
    jobs += [functools.partial(bench, ops, options.out, options.seconds)] * (options.bench and not steadiness)
    jobs += [functools.partial(bench_choice, ops or [OPS[name] for name in SHOWN], options.out)] * steadiness
    return max([job() for job in jobs or [functools.partial(list_ops, ops)]])


if __name__ == "__main__":
    raise SystemExit(main())
