"""choice."""

from triton_ops.code_hash import code_hash

import functools
import hashlib
import json
import os
import statistics
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Callable, NamedTuple
import torch
import torch.distributed as dist
from triton_ops.files import replacing
from triton_ops.contract import IMPLEMENTATIONS, OPS, Op
from triton_ops.judge import arguments_for, as_tuple, differentiated, drawing, first_line, judge, with_own
from triton_ops.machine import (
    DTYPES,
    FAILURES,
    INTERPRETED,
    default_device,
    default_dtype,
    machine,
    why_not_race,
    why_not_run,
)


GAIN = 1.03  # Triton has to be this many times faster before it replaces PyTorch


CLOSE = 0.05  # a gain that is no farther from GAIN is measured more often


EXECUTIONS = (
    "eager",
    "graph",
    "compile",
)  # how the product runs: op by op, inside a CUDA graph, under torch.compile


WISHES = ("auto", *IMPLEMENTATIONS)


SHOWN = (
    "rms_norm",
    "rotary",
    "attention",
    "adamw",
    "gmm_log_prob",
)  # what the start-up table has even where a model has no use for it


class Timing(NamedTuple):
    ms: float  # median of the samples
    spread: float  # distance between their quartiles, in ms


@dataclass(frozen=True)
class Choice:
    """Which implementation of an op a run uses, and why. `times` is empty where nothing was timed."""

    op: str
    shape: tuple
    dtype: str
    implementation: str
    reason: str
    times: dict[str, float] = field(default_factory=dict)  # ms of forward + backward, by implementation
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


def interleaved(
    functions: dict[str, Callable], device, *, burst=1, samples=30, seconds=2.0
) -> dict[str, Timing]:
    """{name: Timing} of a call of each of `functions` in turn; each sample starts with a cold L2 cache. What is slow gets
    fewer samples, down to seven, so that all take about so many `seconds`.

    A burst of several calls starts from an idle device, so that the host's time counts where it is the limit.
    """
    flush = torch.empty(
        2 * torch.cuda.get_device_properties(device).L2_cache_size, dtype=torch.uint8, device=device
    )
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
    times = {
        name: [start.elapsed_time(stop) / burst for start, stop in pairs] for name, pairs in events.items()
    }
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
        return {
            name: functools.partial(torch.compile(op.run, dynamic=False), implementation=name)
            for name in IMPLEMENTATIONS
        }
    return {name: op.call(name) for name in IMPLEMENTATIONS}


def training_steps(
    op: Op, runs: dict[str, Callable], shape, dtype, device, *, autocast=False, backward=True
) -> dict[str, Callable]:
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
    return {
        name: Timing(*(statistics.median(values) for values in zip(*(timings[name] for timings in rounds))))
        for name in steps
    }


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
    except FAILURES as error:  # of compilers, assemblers, caches, drivers: whatever it is, it is the reason
        return decided("torch", first_line(error))
    times = {name: timing.ms for name, timing in timings.items()}
    return decided(*faster(times), times, {name: timing.spread for name, timing in timings.items()})


@functools.cache
def source_hash(op: Op) -> str:
    """Hash of what a choice depends on: the op's own module, and what all ops share."""
    return code_hash("triton_ops.choice", "triton_ops.launch", "triton_ops.tiles", op.run.__module__)


def cache_key(op: Op, shape, dtype, device, execution, autocast) -> dict:
    """Everything that a remembered choice depends on."""
    return machine(device) | {
        "op": op.name,
        "source": source_hash(op),
        "shape": list(shape),
        "dtype": DTYPES[dtype],
        "execution": execution,
        "autocast": autocast,
    }


def cache_file(key: dict) -> Path:
    """One file a choice, so that two processes never write the same one differently. KERNELS_CACHE names another folder."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "python-to-triton"
    folder = Path(os.environ.get("KERNELS_CACHE") or base / "kernels")
    return (
        folder
        / f"{key['op'].replace(' ', '_')}-{hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:20]}.json"
    )


def recall(key: dict) -> tuple[Choice | None, str]:
    """(the remembered choice or None, why a file that is there could not be used)."""
    path = cache_file(key)
    try:
        record = json.loads(path.read_text())
        choice = Choice(**record["choice"] | {"shape": tuple(key["shape"])})
        if (
            record["key"] != key
            or choice.implementation not in IMPLEMENTATIONS
            or choice.times.keys() != set(IMPLEMENTATIONS)
        ):
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
            raise ValueError(
                f"{part!r} in {text!r}: expected one of {', '.join(WISHES)}, or OP:ONE with OP of {', '.join(OPS)}"
            )
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


def choose(
    shapes: dict[str, tuple],
    mode="auto",
    device=None,
    dtype=None,
    *,
    forced=None,
    execution="eager",
    autocast=True,
    cached=True,
) -> dict[str, Choice]:
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
        raise ValueError(
            f"{dtype}, {execution}: expected a dtype of {', '.join(DTYPES.values())}, an execution of {', '.join(EXECUTIONS)}"
        )
    wishes = parse_mode(mode) | (forced or {}) | parse_mode(os.environ.get("KERNELS", ""))
    autocast = autocast and dtype != torch.float32

    def decide():
        return {
            name: choose_one(
                OPS[name], shape, wishes.get(name, "auto"), device, dtype, execution, autocast, cached
            )
            for name, shape in shapes.items()
        }

    return agreed(decide)


def last_word(
    choices: dict[str, Choice], build: Callable, device, about: dict, cached=True
) -> dict[str, Choice]:
    """`choices` and, as "training step", a whole step of the run with them against one by PyTorch alone: where they lose, PyTorch for all.

    build({op: implementation}) gives a function that makes a step. `about`, of what JSON can hold, is what a step depends on
    besides the choices. Where nothing was chosen by the clock there is nothing to say; what was asked for stands.
    """
    won = [name for name, choice in choices.items() if choice.implementation == "triton" and choice.times]
    if not won:
        return choices
    key = machine(device) | {
        "op": "training step",
        "shape": [],
        "source": [source_hash(OPS[name]) for name in won],
        "set": {name: choice.implementation for name, choice in choices.items()},
        "about": about,
    }

    def decide():
        kept, trouble = recall(key) if cached else (None, "")
        if kept:
            return replace(kept, reason=f"{kept.reason}; remembered")
        try:
            steps = {"torch": build(dict.fromkeys(choices, "torch")), "triton": build(key["set"])}
            timings = interleaved(steps, device, burst=3, samples=10, seconds=1.0)
        except FAILURES as error:  # the set could not make a step: whatever hindered it, PyTorch has to
            return Choice(
                "training step", (), "", "torch", "; ".join(filter(None, [first_line(error), trouble]))
            )
        finally:
            torch.cuda.empty_cache()
        times = {name: timing.ms for name, timing in timings.items()}
        gain = times["torch"] / times["triton"]
        choice = Choice(
            "training step",
            (),
            "",
            "triton" if gain > 1 else "torch",
            f"{gain:.2f}x with the chosen set",
            times,
            {name: timing.spread for name, timing in timings.items()},
        )
        return replace(
            choice,
            reason="; ".join(filter(None, [choice.reason, trouble, remember(key, choice) if cached else ""])),
        )

    word = agreed(decide)
    if word.implementation == "torch":
        choices = choices | {
            name: replace(
                choices[name],
                implementation="torch",
                reason=f"{choices[name].reason}, but the whole step loses",
            )
            for name in won
        }
    return choices | {word.op: word}


def aligned(rows: list[list[str]]) -> str:
    """Rows of text as columns; the first row is the heading."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows
    )


def table(choices: dict[str, Choice]) -> str:
    """The choices as a table, one line an op, with the times of forward + backward and the reason."""

    def ms(choice, name):
        if name not in choice.times:
            return "-"
        return f"{choice.times[name]:.3f} ms" + (
            f" +-{choice.spread[name] / 2:.3f}" if name in choice.spread else ""
        )

    rows = [["op", "chosen", "torch", "triton", "shape", "dtype", "why"]]
    for choice in choices.values():
        rows.append(
            [
                choice.op,
                choice.implementation,
                *(ms(choice, name) for name in IMPLEMENTATIONS),
                str(choice.shape),
                choice.dtype,
                choice.reason,
            ]
        )
    return aligned(rows)
