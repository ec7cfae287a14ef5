"""The choice: PyTorch or Triton for each op of a run, judged, then timed, then stored for the next start.

    attention  torch  0.91x the speed of PyTorch at (24, 512, 512, 8, 8, 48, 'causal') bf16

PyTorch stays unless Triton is right by the judge and MIN_SPEEDUP times as fast, forward + backward, at the
very shape that the run will use. The environment variable KERNELS overrides every setting:
KERNELS=rms_norm:torch,rotary:triton.
"""

import functools
import os
import statistics
from collections.abc import Callable
from dataclasses import replace

import torch

from triton_ops.choice_cache import Choice, choice_key, load_choice, source_hash, store_choice
from triton_ops.clock import Timing, time_functions, time_interleaved
from triton_ops.contract import IMPLEMENTATIONS, OPS, Op, current_value
from triton_ops.judge import (
    arguments_for,
    as_tuple,
    error_summary,
    judge_op,
    normal_sampler,
    tensors_needing_grad,
    with_copies,
)
from triton_ops.machine import (
    DTYPES,
    INTERPRETED,
    KERNEL_ERRORS,
    default_device,
    default_dtype,
    describe_machine,
    why_not_run,
    why_not_time,
)
from triton_ops.processes import on_first_process

MIN_SPEEDUP = 1.03  # Triton has to be this many times faster before it replaces PyTorch
UNCLEAR_WITHIN = 0.05  # a speedup this close to MIN_SPEEDUP is measured more often
# how a run calls its ops: one by one, in a CUDA graph, torch.compile
EXECUTIONS = ("eager", "graph", "compile")
MODES = ("auto", *IMPLEMENTATIONS)
# What the table at start-up shows even where a model has no use for it.
STARTUP_OPS = ("rms_norm", "rotary", "attention", "adamw", "gmm_log_prob")
# What else a training step is made of.
STEP_OPS = ("add_rms_norm", "self_attention", "squared_relu_mlp", "linear_cross_entropy", "newton_schulz")


def implementations_of(op: Op, execution: str) -> dict[str, Callable]:
    """{implementation: function of the op's arguments} as `execution` runs it."""
    functions = {name: op.call(name) for name in IMPLEMENTATIONS}
    if execution == "compile":
        for name in IMPLEMENTATIONS:
            compiled_run = torch.compile(op.run, dynamic=False)
            functions[name] = functools.partial(compiled_run, implementation=name)
    return functions


def make_steps(
    op: Op, runs: dict[str, Callable], shape, dtype, device, *, autocast=False, backward=True
) -> dict[str, Callable]:
    """{name: function} that call `runs` on the op's random inputs, forward and, if `backward`, backward."""
    named = arguments_for(op, shape, dtype, device, autocast)
    leaves = list(tensors_needing_grad(named).values())
    with torch.no_grad():
        outputs = as_tuple(op.call("torch")(**with_copies(op.mutates, named)))
    draw = normal_sampler(device, dtype, 1)
    cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]

    def step(run):
        with torch.set_grad_enabled(backward):
            results = as_tuple(run(**named))
            if backward and leaves:
                torch.autograd.grad(results, leaves, cotangents)

    return {name: functools.partial(step, run) for name, run in runs.items()}


def pick_faster(times: dict[str, float]) -> tuple[str, str]:
    """(implementation, reason) from the measured times: PyTorch, unless Triton wins by MIN_SPEEDUP."""
    speedup = times["torch"] / times["triton"]
    if speedup >= MIN_SPEEDUP:
        return "triton", f"{speedup:.2f}x the speed of PyTorch"
    if speedup > 1:
        return "torch", f"{speedup:.2f}x the speed of PyTorch, and a change needs {MIN_SPEEDUP}x"
    return "torch", f"{speedup:.2f}x the speed of PyTorch: slower"


def time_until_clear(steps: dict[str, Callable], device, graph=False) -> dict[str, Timing]:
    """`time_functions` of both implementations.

    A speedup close to MIN_SPEEDUP is measured up to four times, and the medians are returned.
    """
    rounds = [time_functions(steps, device, graph=graph)]
    speedup = rounds[0]["torch"].ms / rounds[0]["triton"].ms
    while len(rounds) < 4 and abs(speedup - MIN_SPEEDUP) < UNCLEAR_WITHIN:
        rounds.append(time_functions(steps, device, graph=graph))
    medians = {}
    for name in steps:
        pairs = zip(*(timings[name] for timings in rounds))
        medians[name] = Timing(*(statistics.median(values) for values in pairs))
    return medians


def judge_and_time(op: Op, shape, dtype, device, execution, autocast) -> Choice:
    """Judges and times both implementations of `op` on a GPU.

    Where Triton fails in any way, the choice is PyTorch, with the reason.
    """
    decided = functools.partial(Choice, op.name, tuple(shape), DTYPES[dtype])
    try:
        verdict = judge_op(op, shape, dtype, device, route="autocast" if autocast else "eager")
        if not verdict.ok:
            return decided("torch", f"Triton failed the judge: {verdict.reason}")
        # without the cache: a weight that was cast before a capture would be of another stream
        with torch.autocast(torch.device(device).type, dtype, enabled=autocast, cache_enabled=False):
            runs = implementations_of(op, execution)
            steps = make_steps(op, runs, shape, dtype, device, autocast=autocast)
            timings = time_until_clear(steps, device, graph=execution == "graph")
    except torch.OutOfMemoryError as error:
        return decided("torch", f"out of memory while benchmarking ({error_summary(error)})")
    except KERNEL_ERRORS as error:  # of compilers, assemblers, caches, drivers: it is the reason
        return decided("torch", error_summary(error))
    times = {name: timing.ms for name, timing in timings.items()}
    spread = {name: timing.spread for name, timing in timings.items()}
    return decided(*pick_faster(times), times, spread)


def parse_mode(text: str) -> dict[str, str]:
    """{op: mode} from "auto", "torch", "triton" or "rms_norm:torch,rotary:triton"; a mode alone is for all
    ops.
    """
    modes = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, mode = part.rpartition(":")
        if mode not in MODES or (name and name not in OPS):
            raise ValueError(
                f"{part!r} in {text!r}: expected one of {', '.join(MODES)}, or OP:ONE with OP of "
                f"{', '.join(OPS)}"
            )
        modes = modes | {name: mode} if name else dict.fromkeys(OPS, mode) | modes
    return modes


def join_reasons(*reasons: str) -> str:
    """The reasons that are not empty, in one line."""
    return "; ".join(filter(None, reasons))


def choose_one(op: Op, shape, mode, device, dtype, execution, autocast, cached) -> Choice:
    """The choice for one op; see `choose`."""
    decided = functools.partial(Choice, op.name, tuple(shape), DTYPES[dtype])
    if mode == "torch":
        return decided("torch", "requested")
    if mode == "triton":
        obstacle = why_not_run(device, op.min_capability)
        if obstacle:
            return decided("torch", f"Triton was requested, but {obstacle}")
        return decided("triton", "requested, interpreted" if INTERPRETED else "requested")
    obstacle = why_not_time(device, op.min_capability)
    if obstacle:
        return decided("torch", obstacle)
    key = choice_key(op, shape, dtype, device, execution, autocast)
    choice, unusable = load_choice(key) if cached else (None, "")
    if choice:
        return replace(choice, reason=join_reasons(choice.reason, "cached"))
    choice = judge_and_time(op, shape, dtype, device, execution, autocast)
    torch.cuda.empty_cache()  # training gets the memory back
    # what failed is not stored: it may succeed the next time
    not_stored = store_choice(key, choice) if cached and choice.times else ""
    return replace(choice, reason=join_reasons(choice.reason, unusable, not_stored))


def choose(
    shapes: dict[str, tuple],
    mode: str = "auto",
    device=None,
    dtype: torch.dtype | None = None,
    *,
    forced: dict[str, str] | None = None,
    execution: str = "eager",
    autocast: bool = True,
    cached: bool = True,
) -> dict[str, Choice]:
    """{op: Choice} for the shapes that this run will use (`op_shapes` gives them).

    mode       auto: judge, time, take the faster; torch or triton: that one; rms_norm:torch,...: op by op
    forced     {op: mode} that wins over `mode`; the environment variable KERNELS, written like `mode`, wins
               over both
    execution  how the run calls its ops: eager, graph (CUDA graph) or compile (torch.compile)
    autocast   whether a half-precision `dtype` is autocast's, with float32 weights and residual stream
    cached     whether choices are loaded from and stored on disk

    Raises ValueError for an op, a mode, an execution or a dtype that does not exist.
    """
    device = torch.device(device or default_device())
    dtype = dtype or default_dtype(device)
    unknown = (shapes.keys() | (forced or {}).keys()) - OPS.keys()
    if unknown:
        raise ValueError(f"no op {', '.join(sorted(unknown))}; there are {', '.join(OPS)}")
    if dtype not in DTYPES or execution not in EXECUTIONS:
        raise ValueError(
            f"{dtype}, {execution}: expected a dtype of {', '.join(DTYPES.values())}, "
            f"an execution of {', '.join(EXECUTIONS)}"
        )
    modes = parse_mode(mode) | (forced or {}) | parse_mode(os.environ.get("KERNELS", ""))
    autocast = autocast and dtype != torch.float32

    def decide():
        choices = {}
        for name, shape in shapes.items():
            op_mode = modes.get(name, "auto")
            choices[name] = choose_one(OPS[name], shape, op_mode, device, dtype, execution, autocast, cached)
        return choices

    return on_first_process(decide)


def time_whole_step(key: dict, build: Callable, device, cached: bool) -> Choice:
    """A whole step with the choices of `key` against PyTorch alone, as a Choice named "training step"."""
    stored, unusable = load_choice(key) if cached else (None, "")
    if stored:
        return replace(stored, reason=join_reasons(stored.reason, "cached"))
    decided = functools.partial(Choice, "training step", (), "")
    try:
        steps = {"torch": build(dict.fromkeys(key["set"], "torch")), "triton": build(key["set"])}
        timings = time_interleaved(steps, device, burst=3, samples=10, seconds=1.0)
    except KERNEL_ERRORS as error:  # the chosen ops could not make a step: PyTorch has to
        return decided("torch", join_reasons(error_summary(error), unusable))
    finally:
        torch.cuda.empty_cache()
    times = {name: timing.ms for name, timing in timings.items()}
    spread = {name: timing.spread for name, timing in timings.items()}
    speedup = times["torch"] / times["triton"]
    reason = f"{speedup:.2f}x with the chosen ops"
    choice = decided("triton" if speedup > 1 else "torch", reason, times, spread)
    not_stored = store_choice(key, choice) if cached else ""
    return replace(choice, reason=join_reasons(reason, unusable, not_stored))


def compare_whole_step(
    choices: dict[str, Choice], build: Callable, device, about: dict, cached: bool = True
) -> dict[str, Choice]:
    """`choices` and, as "training step", a whole step with them against PyTorch alone; if they lose, PyTorch
    for all.

    build({op: implementation}) gives a function that makes a step. `about`, which must fit JSON, is what a
    step depends on besides the choices. Where no choice came from a timing there is nothing to compare.
    """
    won = [name for name, choice in choices.items() if choice.implementation == "triton" and choice.times]
    if not won:
        return choices
    key = describe_machine(device) | {
        "op": "training step",
        "shape": [],
        "source": [source_hash(OPS[name]) for name in won],
        "set": {name: choice.implementation for name, choice in choices.items()},
        "about": about,
    }
    step = on_first_process(lambda: time_whole_step(key, build, device, cached))
    if step.implementation == "torch":
        choices = dict(choices)
        for name in won:
            reason = f"{choices[name].reason}, but the whole step is slower"
            choices[name] = replace(choices[name], implementation="torch", reason=reason)
    return choices | {step.op: step}


def format_columns(rows: list[list[str]]) -> str:
    """Rows of text as columns; the first row is the heading."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def tiles_line(choice: Choice) -> str:
    """The launch settings that an op's Triton kernels run with at the choice's shape, in a line, or ""."""
    if choice.implementation != "triton" or choice.op not in OPS:  # the training step is no op
        return ""
    op = OPS[choice.op]
    [size] = [dtype.itemsize for dtype, name in DTYPES.items() if name == choice.dtype]
    values = [f"{tile.label} = {current_value(op, tile)}" for tile in op.tiles(choice.shape, size)]
    return f"{choice.op}: {', '.join(values)}" if values else ""


def choice_table(choices: dict[str, Choice]) -> str:
    """The choices as a table, one line an op, with the times of forward + backward and the reason; below it
    the tiles of the Triton kernels.
    """

    def ms(choice, name):
        if name not in choice.times:
            return "-"
        spread = f" +-{choice.spread[name] / 2:.3f}" if name in choice.spread else ""
        return f"{choice.times[name]:.3f} ms{spread}"

    rows = [["op", "chosen", "torch", "triton", "shape", "dtype", "why"]]
    for choice in choices.values():
        times = [ms(choice, name) for name in IMPLEMENTATIONS]
        rows.append(
            [choice.op, choice.implementation, *times, str(choice.shape), choice.dtype, choice.reason]
        )
    tiles = filter(None, map(tiles_line, choices.values()))
    return "\n".join([format_columns(rows), *tiles])
