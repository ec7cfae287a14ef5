"""Every Triton op of the model: declared once, judged against float64, timed against PyTorch, chosen per run.

How to read it: from top to bottom; no name is used above its definition.

    1 the machine       what is here, and why Triton cannot run where it cannot
    2 the contract      Op, @op, OPS
    3 the judge         outputs and every gradient against float64
    4 the choice        clock, cache, decision, table
    5 shared Triton     launching, differentiable operators, tile sizes, compiling without a GPU
    6 RMSNorm           \
    7 rotary             one room per op
    8 the benchmarks    what `python kernels.py --bench` and llm.py's documented names measure
    9 the command line  python kernels.py [--list] [--check] [--compile sm_90] [--bench] [op ...]

A room has five paragraphs: reference; inputs and cases; Triton forward and backward; autograd; registration. To add
an op, write a room between two `# ---- ` banners, ending in

    @op(inputs=..., data=("x",), cases=[...], bench=[...], shape=lambda work: ..., traffic=...)
    def my_op(x, implementation="torch"):

and touch nothing else: tests, choice, table, benchmark and compiler iterate OPS.

Conventions: arithmetic is float32, bf16 and fp16 are storage; row offsets are int64; a masked load always gives
`other`; no op writes into its inputs or into an incoming gradient; no atomics, so a run repeats bit for bit.

Dimension key: B batch, T time, H heads, D head width, M rows, N columns of a row.
"""
import argparse
import contextlib
import functools
import hashlib
import inspect
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Callable, NamedTuple

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor
from torch.utils import deterministic

if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # Triton reads it once, when it is first imported

try:
    import triton
    import triton.language as tl
    from triton import TritonError
    TRITON_ABSENT = ""
except ImportError as missing:  # the kernels below must still parse; nothing will launch them
    TRITON_ABSENT = f"Triton cannot be imported: {missing}"
    triton = tl = SimpleNamespace(jit=lambda function: function, constexpr=object)
    TritonError = RuntimeError

from verify import compare

TRITON_AVAILABLE = not TRITON_ABSENT
INTERPRETED = TRITON_AVAILABLE and triton.knobs.runtime.interpret


# ---- 1. the machine ---------------------------------------------------------------------------------------------

OLDEST_GPU = (8, 0)   # compute capability from which Triton supports NVIDIA GPUs
DTYPES = {torch.float32: "fp32", torch.float16: "fp16", torch.bfloat16: "bf16"}


def default_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def default_dtype(device) -> torch.dtype:
    """What the model computes in on `device`: half precision on a GPU, bf16 where the hardware has it."""
    if torch.device(device).type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16


def why_not_run(device) -> str:
    """Why Triton kernels cannot run on tensors of `device` at all; empty where they can."""
    device = torch.device(device)
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if device.type == "cpu":
        return "" if INTERPRETED else "no GPU, and Triton was imported without TRITON_INTERPRET=1"
    if device.type != "cuda":
        return f"Triton does not run on {device.type}"
    capability = torch.cuda.get_device_capability(device)
    if torch.version.hip is None and capability < OLDEST_GPU:
        return f"compute capability {capability} is below the {OLDEST_GPU} that Triton needs"
    return ""


def why_not_race(device) -> str:
    """Why timing Triton against PyTorch on `device` would mean nothing; empty where it means something."""
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if torch.device(device).type == "cpu":
        return "no GPU"
    return "TRITON_INTERPRET=1 is set: kernels are interpreted" if INTERPRETED else why_not_run(device)


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


@dataclass(frozen=True)
class Op:
    """One op. `run(*arguments, implementation=)` is the op itself; its "torch" form is the best eager PyTorch, which
    in float64 is also the exact answer. Floating arguments that require a gradient are differentiated."""
    name: str
    run: Callable
    inputs: Callable                    # inputs(shape, dtype, draw, autocast) -> arguments; draw(*shape) ~ N(0, 1)
    data: tuple[str, ...]               # names of the arguments that the judge scales, zeroes and makes strided
    cases: list[tuple]                  # shapes for the judge, the degenerate first; cheap enough for the interpreter
    bench: list[tuple]                  # shapes for the benchmark and the compiler
    shape: Callable[[Workload], tuple]  # the shape that a training run will use
    traffic: Callable                   # traffic(shape, bytes per element) -> least bytes moved (forward, backward)
    slack: Callable = lambda named, cotangents: {}  # {result: error allowed beyond verify.allowance}; its reason stands at the op

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
    row = x.flatten(0, -2)[:1]
    if variant.startswith("x "):
        x *= float(variant[2:])
    elif variant == "a row of zeros":
        row.zero_()
    elif variant == "a row at 10000":
        row.copy_(1e4 * row.sign())
    return among_nans(x) if variant == "strided" else x


def arguments_for(op: Op, shape, dtype, device, autocast=False, variant="plain", seed=0) -> dict:
    """{argument name: value} of `op.inputs`, with the op's data made into `variant`."""
    values = op.inputs(shape, dtype, drawing(device, dtype, seed), autocast)
    named = dict(zip(inspect.signature(op.run).parameters, values))
    for name in op.data:
        named[name] = vary(named[name], variant).requires_grad_(named[name].requires_grad)
    return named


def as_tuple(outputs) -> tuple[Tensor, ...]:
    return outputs if isinstance(outputs, tuple) else (outputs,)


def differentiated(named: dict) -> dict[str, Tensor]:
    return {name: value for name, value in named.items() if isinstance(value, Tensor) and value.requires_grad}


def evaluate(function, named: dict, cotangents=None) -> dict[str, Tensor]:
    """{"output 0": ..., "gradient of x": ...} of `function`; without `cotangents` the outputs alone."""
    outputs = as_tuple(function(**named))
    results = {f"output {i}": output for i, output in enumerate(outputs)}
    if cotangents is not None:
        leaves = differentiated(named)
        gradients = torch.autograd.grad(outputs, list(leaves.values()), cotangents)
        results |= {f"gradient of {name}": gradient for name, gradient in zip(leaves, gradients)}
    return results


def doubled(value):
    """A tensor in float64 with its need for a gradient kept; anything else as it is."""
    if isinstance(value, Tensor) and value.is_floating_point():
        return value.detach().double().requires_grad_(value.requires_grad)
    return value


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
    return [t.detach().clone() for t in [*named.values(), *cotangents] if isinstance(t, Tensor)]


def identical(ours: Tensor, again: Tensor) -> bool:
    return ours.shape == again.shape and torch.equal(torch.nan_to_num(ours, nan=0.5), torch.nan_to_num(again, nan=0.5))


def candidate(op: Op, route: str, device) -> Callable:
    """The Triton form as `route` runs it: as it stands, or compiled whole."""
    if route != "compile":
        return op.call("triton")
    backend = "inductor" if torch.device(device).type == "cuda" else "aot_eager"
    return torch.compile(op.call("triton"), fullgraph=True, dynamic=False, backend=backend)


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
            outputs = as_tuple(op.call("torch")(**named))
        cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]
        eager = evaluate(op.call("torch"), named, cotangents)
    exact = evaluate(op.call("torch"), {name: doubled(value) for name, value in named.items()}, [c.double() for c in cotangents])
    before, run = snapshot(named, cotangents), candidate(op, route, device)
    with torch.autocast(torch.device(device).type, dtype, enabled=route == "autocast"), poisoned_memory():
        ours, again = (evaluate(run, named, cotangents) for _ in range(2))
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


# ---- 4. the choice ----------------------------------------------------------------------------------------------

GAIN = 1.03                                # Triton has to be this many times faster before it replaces PyTorch
EXECUTIONS = ("eager", "graph", "compile")   # how the product runs: op by op, inside a CUDA graph, under torch.compile
WISHES = ("auto", *IMPLEMENTATIONS)


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


def first_line(error) -> str:
    return f"{type(error).__name__}: {str(error).strip()}".split("\n")[0][:160]


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


def clock(functions: dict[str, Callable], device, *, graph=False, samples=30, burst=10) -> dict[str, Timing]:
    """{name: Timing} of a call of each of `functions`, interleaved; each sample starts with a cold L2 cache.

    In a graph a sample is one replay, device time alone. Eager, it is a burst of calls from an idle device, so that
    the host's time counts where it is the limit, as in a training step.
    """
    if graph:
        functions, burst = {name: captured(function) for name, function in functions.items()}, 1
    flush = torch.empty(2 * torch.cuda.get_device_properties(device).L2_cache_size, dtype=torch.uint8, device=device)
    for function in list(functions.values()) * 5:
        function()
    events = {name: [] for name in functions}
    for sample in range(samples):
        for name in sorted(functions, reverse=sample % 2 == 1):
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            flush.zero_()
            if not graph:
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


def training_steps(op: Op, shape, dtype, device, *, execution="eager", autocast=False, backward=True) -> dict[str, Callable]:
    """{implementation: function} that run `op` forward, and backward where asked, on random inputs."""
    named = arguments_for(op, shape, dtype, device, autocast)
    leaves = list(differentiated(named).values())
    with torch.no_grad():
        outputs = as_tuple(op.call("torch")(**named))
    draw = drawing(device, dtype, 1)
    cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]

    def step(run):
        with torch.set_grad_enabled(backward):
            results = as_tuple(run(**named))
            if backward:
                torch.autograd.grad(results, leaves, cotangents)

    runs = {name: op.call(name) for name in IMPLEMENTATIONS}
    if execution == "compile":
        runs = {name: torch.compile(run, dynamic=False) for name, run in runs.items()}
    return {name: functools.partial(step, run) for name, run in runs.items()}


def faster(times: dict[str, float]) -> tuple[str, str]:
    """(implementation, reason) from the measured times: PyTorch, unless Triton wins by GAIN."""
    gain = times["torch"] / times["triton"]
    if gain >= GAIN:
        return "triton", f"{gain:.2f}x the speed of PyTorch"
    margin = f", and a change has to win {GAIN - 1:.0%}" if gain > 1 else ": slower than PyTorch"
    return "torch", f"{gain:.2f}x{margin}"


def race(op: Op, shape, dtype, device, execution, autocast) -> Choice:
    """Judges and times both implementations of `op` on a GPU. A failure of any kind is PyTorch and its reason."""
    decided = functools.partial(Choice, op.name, tuple(shape), DTYPES[dtype])
    try:
        verdict = judge(op, shape, dtype, device, route="autocast" if autocast else "eager")
        if not verdict.ok:
            return decided("torch", f"the judge refuses Triton: {verdict.reason}")
        with torch.autocast(torch.device(device).type, dtype, enabled=autocast):
            steps = training_steps(op, shape, dtype, device, execution=execution, autocast=autocast)
            timings = clock(steps, device, graph=execution == "graph")
    except torch.OutOfMemoryError as error:
        return decided("torch", f"out of memory while benchmarking ({first_line(error)})")
    except (RuntimeError, TritonError) as error:
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
    return folder / f"{key['op']}-{hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:20]}.json"


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
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
            json.dump({"key": key, "choice": asdict(choice)}, file, indent=1)
        os.replace(file.name, path)
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
        obstacle = why_not_run(device)
        if obstacle:
            return decided("torch", f"Triton was asked for, but {obstacle}")
        return decided("triton", "asked for" + ", interpreted" * INTERPRETED)
    obstacle = why_not_race(device)
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

TYPE_NAMES = DTYPES | {torch.int64: "i64", torch.int32: "i32"}
SHARED_MEMORY = {80: 163 << 10, 90: 227 << 10}   # bytes that one program may have, by compute capability
TILE = 2048                                      # elements of a tile: 16 a thread with 4 warps


class Launch(NamedTuple):
    """A launch that was recorded instead of made."""
    kernel: object
    arguments: tuple
    num_warps: int
    constants: dict


recorder = SimpleNamespace(launches=None)   # a list while `recorded_launches` runs


def launch(kernel, grid, *arguments, num_warps, **constants):
    """Runs a kernel on the device of its first argument; an empty grid is nothing to do."""
    if recorder.launches is not None:
        recorder.launches.append(Launch(kernel, arguments, num_warps, constants))
        return
    if 0 in grid:
        return
    device = arguments[0].device
    if device.type == "cuda" and device.index != torch.cuda.current_device():
        with torch.cuda.device(device):
            kernel[grid](*arguments, num_warps=num_warps, **constants)
    else:
        kernel[grid](*arguments, num_warps=num_warps, **constants)


def differentiable(forward, backward, *, fake, backward_fake, keep, visible) -> Callable:
    """A function of the inputs of `forward` that autograd and torch.compile understand.

    forward(*inputs) -> outputs, of which the first `visible` are the caller's; keep(inputs, outputs) -> what
    backward(*gradients of the visible outputs, *kept) needs to give the gradients of the first inputs; `fake` and
    `backward_fake` give their outputs' shapes. All are annotated, since the operators' schemas derive from that.

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
        ctx.n_inputs = len(inputs)

    def chain(run, ctx, *cotangents):
        gradients = run(*cotangents[:visible], *ctx.saved_tensors)
        return (*gradients, *[None] * (ctx.n_inputs - len(gradients)))

    operator.register_autograd(functools.partial(chain, gradient), setup_context=save)

    class Eager(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            outputs = forward(*inputs)
            save(ctx, inputs, outputs)
            return outputs[:visible]

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, *cotangents):
            return chain(backward, ctx, *cotangents)

    def apply(*inputs) -> tuple[Tensor, ...]:
        return operator(*inputs)[:visible] if torch.compiler.is_compiling() else Eager.apply(*inputs)

    return apply


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


def recorded_launches(op: Op, shape, dtype, autocast) -> list[Launch]:
    """What forward and backward of `op` would launch, found on meta tensors: shapes without data."""
    def draw(*size, dtype=dtype):
        return torch.empty(size, dtype=dtype, device="meta")

    arguments = op.inputs(shape, dtype, draw, autocast)
    leaves = [a for a in arguments if isinstance(a, Tensor) and a.requires_grad]
    recorder.launches = []
    try:
        with torch.autocast("cpu", dtype, enabled=autocast):
            outputs = as_tuple(op.run(*arguments, implementation="triton"))
            torch.autograd.grad(outputs, leaves, [torch.empty_like(output) for output in outputs])
        return recorder.launches
    finally:
        recorder.launches = None


def compiled(record: Launch, capability: int):
    """The record's kernel compiled for a GPU that need not be here, its integers taken as multiples of 16 where they are."""
    signature, attributes, values = {}, {}, dict(zip(record.kernel.arg_names, record.arguments)) | record.constants
    for place, (name, value) in enumerate(values.items()):
        if name in record.constants:
            signature[name] = "constexpr"
        elif isinstance(value, Tensor):
            signature[name] = "*" + TYPE_NAMES[value.dtype]
        else:
            signature[name] = "fp32" if isinstance(value, float) else "i32" if abs(value) < 2**31 else "i64"
        if isinstance(value, Tensor) or (isinstance(value, int) and name not in record.constants and value % 16 == 0):
            attributes[(place,)] = [["tt.divisibility", 16]]
    source = triton.compiler.ASTSource(record.kernel, signature, record.constants, attributes)
    target = triton.backends.compiler.GPUTarget("cuda", capability, 32)
    return triton.compile(source, target=target, options={"num_warps": record.num_warps})


def resources(binary) -> dict[str, int]:
    """{"REG": registers a thread, "STACK": bytes a thread, ...}; a stack means that registers spill to memory."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(binary.asm["cubin"])
        file.flush()
        command = [triton.knobs.nvidia.cuobjdump.path, "--dump-resource-usage", file.name]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: int(value) for name, value in re.findall(r"\b([A-Z]+):(\d+)", report)}


@triton.jit
def load_rows(pointer, rows, stride, columns, n_rows, N: tl.constexpr):
    """A tile (rows, columns) of a matrix whose rows are `stride` apart, in float32, 0 outside of (n_rows, N)."""
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    return tl.load(pointer + rows[:, None] * stride + columns[None, :], mask=mask, other=0.0).to(tl.float32)


@triton.jit
def store_rows(pointer, tile, rows, columns, n_rows, N: tl.constexpr):
    """Writes a tile of a contiguous matrix (n_rows, N)."""
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    tl.store(pointer + rows[:, None] * N + columns[None, :], tile, mask=mask)


# ---- 6. RMSNorm -------------------------------------------------------------------------------------------------
#
#     y = x r w,   r = 1 / sqrt(mean(x^2) + eps)                             over each row of x (..., N); w (N,)
#     dx = r (dy w - x r mean(dy w x r)),   dw = sum over rows of dy x r
#
# Zhang & Sennrich 2019. Forward saves r, one number a row, so that backward reads x once and reduces once.

RMS_WIDEST = 8192           # elements of a row that one program holds in registers; a longer row is a loop
RMS_PROGRAMS_PER_SM = 4     # of backward, each of which sums dw over its share of the rows


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
                            N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Each program takes ROWS rows; their first BLOCK elements stay in registers between the sum and the product."""
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
                             N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Each program takes every num_programs-th group of ROWS rows and leaves its sum of dy x r in partial (programs, N)."""
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in range(mine, n_rows, stride):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N)
        normal = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) * rstd
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
    tile = rms_norm_tile(N, per_thread=16)
    grid = (triton.cdiv(M, tile["ROWS"]),)
    launch(rms_norm_forward_kernel, grid, x_MN, unit_stride(weight), y, rstd, x_MN.stride(0), M, eps, N=N, **tile)
    return y, rstd


def rms_norm_backward(dy: Tensor, x: Tensor, weight: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, dw like weight): dw as one partial sum a program, then their sum, always in the same order."""
    dy_MN, x_MN = as_rows(dy), as_rows(x)
    M, N = x_MN.shape
    tile = rms_norm_tile(N, per_thread=8)  # it holds x, dy, w and dw: 16 would leave half the warps, and spill at N = 384
    programs = min(triton.cdiv(M, tile["ROWS"]), RMS_PROGRAMS_PER_SM * processors(x.device))
    dx, partial = x.new_empty(x.shape), x.new_empty(programs, N, dtype=torch.float32)
    launch(rms_norm_backward_kernel, (programs,), dy_MN, x_MN, unit_stride(weight), rstd, dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
           N=N, **tile)
    return dx, partial.sum(0).to(weight.dtype)


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
    bench=[(12288, 384), (16384, 768), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]), slack=rms_norm_slack)
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


# ---- 7. rotary --------------------------------------------------------------------------------------------------
#
#     (y1, y2) = (x1 cos - x2 sin, x2 cos + x1 sin)        x1, x2: first and second half of a head, angle t theta_i
#     (dx1, dx2) = (dy1 cos + dy2 sin, dy2 cos - dy1 sin)  the inverse rotation: the same kernel with -sin
#
# Su et al. 2021, paired by halves as in NeoX and Llama. q and k go through one launch, which reads each angle once.
# Layout (B, T, H, D): what a projection's view gives, so that nothing is transposed or copied before; any strides do.


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
def rotate_heads(x_ptr, y_ptr, head_stride, cos, sin, H: tl.constexpr, HALF: tl.constexpr, HEADS: tl.constexpr, BLOCK: tl.constexpr):
    """Rotates the H heads of one position, HEADS at a time; y is contiguous."""
    columns = tl.arange(0, BLOCK)[None, :]
    for first in range(0, H, HEADS):
        heads = first + tl.arange(0, HEADS)[:, None]
        mask = (heads < H) & (columns < HALF)
        x1 = tl.load(x_ptr + heads * head_stride + columns, mask=mask, other=0.0).to(tl.float32)
        x2 = tl.load(x_ptr + heads * head_stride + HALF + columns, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + heads * 2 * HALF + columns, x1 * cos - x2 * sin, mask=mask)
        tl.store(y_ptr + heads * 2 * HALF + HALF + columns, x2 * cos + x1 * sin, mask=mask)


@triton.jit
def rotary_kernel(q_ptr, k_ptr, cos_ptr, sin_ptr, q_out_ptr, k_out_ptr, q_batch, q_time, q_head, k_batch, k_time, k_head, T,
                  SIGN: tl.constexpr, Q_HEADS: tl.constexpr, K_HEADS: tl.constexpr, HALF: tl.constexpr,
                  HEADS: tl.constexpr, BLOCK: tl.constexpr):
    """One program a position (b, t): all heads of q, then all heads of k. *_batch, *_time, *_head are strides."""
    position = tl.program_id(0).to(tl.int64)
    b, t = position // T, position % T
    columns = tl.arange(0, BLOCK)
    cos = tl.load(cos_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32)[None, :]
    sin = tl.load(sin_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32)[None, :] * SIGN
    rotate_heads(q_ptr + b * q_batch + t * q_time, q_out_ptr + position * Q_HEADS * 2 * HALF, q_head, cos, sin, Q_HEADS, HALF, HEADS, BLOCK)
    rotate_heads(k_ptr + b * k_batch + t * k_time, k_out_ptr + position * K_HEADS * 2 * HALF, k_head, cos, sin, K_HEADS, HALF, HEADS, BLOCK)


def rotate(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, sign: int) -> tuple[Tensor, Tensor]:
    """q and k (B, T, heads, D) rotated forth (sign 1) or back (-1), contiguous."""
    q, k = unit_stride(q), unit_stride(k)
    B, T, H, D = q.shape
    out_q, out_k = q.new_empty(q.shape), k.new_empty(k.shape)
    BLOCK = triton.next_power_of_2(D // 2)
    HEADS = max(min(triton.next_power_of_2(max(H, k.shape[2])), TILE // BLOCK), 1)
    launch(rotary_kernel, (B * T,), q, k, cos.contiguous(), sin.contiguous(), out_q, out_k, *q.stride()[:3], *k.stride()[:3], T,
           SIGN=sign, Q_HEADS=H, K_HEADS=k.shape[2], HALF=D // 2, HEADS=HEADS, BLOCK=BLOCK, num_warps=warps_for(HEADS * BLOCK))
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
    traffic=lambda shape, size: (4 * size * shape[0] * shape[1] * shape[2] * shape[3],) * 2)
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


# ---- 8. the benchmarks ------------------------------------------------------------------------------------------

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


def copy_bandwidth(device) -> float:
    """Bytes a second, read plus written, of PyTorch's copy of 2 GiB: the ceiling of an op that only moves data.

    Not in a graph: a graph copies by another engine, at two thirds of the rate.
    """
    source = torch.randn(2**29, device=device)
    target = torch.empty_like(source)
    return 2 * source.nbytes / (clock({"copy": lambda: target.copy_(source)}, device)["copy"].ms / 1e3)


def measured(op: Op, shape, dtype, device, ceiling) -> list[list[str]]:
    """Rows of the benchmark's table for one shape: forward and forward + backward of device time, then with the host's."""
    rows = []
    forward, backward = op.traffic(shape, dtype.itemsize)
    for work, execution, moved in (("forward", "graph", forward), ("forward + backward", "graph", forward + backward),
                                   ("forward + backward", "eager", forward + backward)):
        steps = training_steps(op, shape, dtype, device, backward=work != "forward")
        timings = clock(steps, device, graph=execution == "graph")
        reached = moved / (timings["triton"].ms / 1e3)
        rows.append([op.name, str(shape), DTYPES[dtype], work, execution, *(f"{timings[name].ms:.4f}" for name in IMPLEMENTATIONS),
                     f"{timings['torch'].ms / timings['triton'].ms:.2f}x", f"{reached / 1e12:.2f}", f"{reached / ceiling:.0%}"])
    return rows


# ---- 9. the command line ----------------------------------------------------------------------------------------

COMPILED = [(torch.float32, False), (torch.bfloat16, False), (torch.bfloat16, True)]   # (dtype, autocast)


def list_ops(ops) -> int:
    """Prints one line an op."""
    print(aligned([["op", "shape in the default run", "what"]] + [[op.name, str(op.shape(Workload())), op.summary] for op in ops]))
    return 0


def check(ops) -> int:
    """Judges every op at its whole examination and prints what failed; 1 if anything did or nothing could run."""
    device = default_device()
    obstacle = why_not_run(device)
    if obstacle:
        print(f"nothing was judged: {obstacle}")
        return 1
    failures = 0
    for op in ops:
        verdicts = {exam: judge(op, exam[0], exam[1], device, route=exam[2], variant=exam[3]) for exam in examination(op)}
        wrong = {exam: verdict for exam, verdict in verdicts.items() if not verdict.ok}
        for (shape, dtype, route, variant), verdict in wrong.items():
            print(f"{op.name}  {shape}  {DTYPES[dtype]}  {route}  {variant}: {verdict.reason}")
        nearest = max(verdict.error / verdict.allowance for verdict in verdicts.values() if verdict.allowance)
        print(f"{op.name}: {len(verdicts) - len(wrong)} of {len(verdicts)} right on {device}"
              f"{' in the interpreter' if INTERPRETED else ''}, largest error {nearest:.0%} of what is allowed")
        failures += len(wrong)
    return int(failures > 0)


def compile_all(ops, target: str) -> int:
    """Compiles every kernel that every op launches at its benchmark's shapes and its widest case; 1 if one spills or is too large."""
    if TRITON_ABSENT:
        print(f"nothing was compiled: {TRITON_ABSENT}")
        return 1
    if INTERPRETED:  # the interpreter replaced the compiler when Triton was imported; a fresh process has it
        command = [sys.executable, __file__, "--compile", target, *(op.name for op in ops)]
        return subprocess.run(command, env=os.environ | {"TRITON_INTERPRET": "0"}, check=False).returncode
    capability, rows, failures = int(re.fullmatch(r"sm_(\d+)a?", target).group(1)), {}, 0
    for op in ops:
        for shape, (dtype, autocast) in itertools.product([*op.bench, op.cases[-1]], COMPILED):
            for record in recorded_launches(op, shape, dtype, autocast):
                binary = compiled(record, capability)
                if binary.hash in rows:
                    continue
                used, shared = resources(binary), binary.metadata.shared
                fits = used["STACK"] == 0 and shared <= SHARED_MEMORY.get(capability, min(SHARED_MEMORY.values()))
                failures += not fits
                rows[binary.hash] = [binary.metadata.name, str(shape), DTYPES[dtype] + " autocast" * autocast, str(record.num_warps),
                                     str(used["REG"]), str(used["STACK"]), str(shared), "ok" if fits else "SPILLS OR TOO LARGE"]
    print(aligned([["kernel", "shape", "dtype", "warps", "registers", "stack", "shared", target], *rows.values()]))
    return int(failures > 0)


def bench(ops) -> int:
    """Prints the table of all ops at their benchmark's shapes, beside the copy bandwidth measured in the same run."""
    device = default_device()
    obstacle = why_not_race(device)
    if obstacle:
        print(f"nothing was timed: {obstacle}")
        return 0
    ceiling, dtype = copy_bandwidth(device), default_dtype(device)
    print("  ".join(f"{name} {value}" for name, value in machine(device).items()) + f"  copy {ceiling / 1e12:.2f} TB/s")
    print("ms, median, cold L2; graph: device time alone; eager: with the host's, bursts of 10")
    rows = [row for op in ops for shape in op.bench for row in measured(op, shape, dtype, device, ceiling)]
    print(aligned([["op", "shape", "dtype", "work", "execution", "torch", "triton", "ratio", "TB/s", "of copy"], *rows]))
    print(table(choose(requests(Workload(), [op.name for op in ops]), device=device, cached=False)))
    return 0


def main(argv=None) -> int:
    """See the title page. Exits 1 if a check or a compilation failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ops", nargs="*", metavar="op", help="ops to take (default: all)")
    parser.add_argument("--list", action="store_true", help="one line an op (the default)")
    parser.add_argument("--check", action="store_true", help="judge outputs and gradients against float64")
    parser.add_argument("--compile", metavar="sm_90", help="compile every kernel for a GPU that need not be here")
    parser.add_argument("--bench", action="store_true", help="time against PyTorch")
    options = parser.parse_args(argv)
    unknown = set(options.ops) - OPS.keys()
    if unknown:
        parser.error(f"no op {', '.join(sorted(unknown))}; there are {', '.join(OPS)}")
    if options.compile and not re.fullmatch(r"sm_\d+a?", options.compile):
        parser.error(f"--compile takes a target such as sm_90, not {options.compile}")
    ops = [OPS[name] for name in options.ops or OPS]
    jobs = [functools.partial(check, ops)] * options.check
    jobs += [functools.partial(compile_all, ops, options.compile)] * bool(options.compile)
    jobs += [functools.partial(bench, ops)] * options.bench
    return max([job() for job in jobs or [functools.partial(list_ops, ops)]])


if __name__ == "__main__":
    raise SystemExit(main())
