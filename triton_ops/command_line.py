"""The command line: list, judge, compile, tune and time the ops that are declared.

`python kernels.py` has every op, `python -m triton_ops` those of this package. Most of the work is done in
processes that run the same program again: one that dies takes its case with it, not the run.
"""

import argparse
import functools
import json
import math
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import torch
from tqdm import tqdm

from triton_ops.ahead_of_time import compile_ops, why_not_compile
from triton_ops.arguments import OneLineParser, not_negative_integer, positive_number
from triton_ops.bench import (
    bench_choice,
    bench_worker,
    conditions,
    read_record,
    record_file,
    runnable_ops,
    write_record,
)
from triton_ops.choice import STARTUP_OPS, format_columns
from triton_ops.contract import OPS, Op, Workload
from triton_ops.exit_codes import command_line
from triton_ops.files import ROOT, check_writable_folder
from triton_ops.judge import JudgeCase, OpVerdict, judge_cases, judge_op_case
from triton_ops.machine import (
    DTYPES,
    INTERPRETED,
    TRITON_MISSING,
    default_device,
    why_not_run,
    why_not_time,
)
from triton_ops.report import write_kernel_report
from triton_ops.tune import apply_settings, settings, tune_worker

# what processes that this one starts run
worker = SimpleNamespace(program=[sys.executable, "-m", "triton_ops"])
CASES_PER_PROCESS = 8  # on a GPU, where a process waits for the compiler most of the time
CHECK_SECONDS = 300.0  # that a process may take to judge its cases
EXTRA_SECONDS = 150  # beyond --seconds, for a process that times or tunes: to start and to compile
GPU_LOST = 3  # exit code of a process whose GPU answers no more


def list_ops(ops: list[Op]) -> int:
    """Prints one line an op."""
    rows = [[op.name, str(op.shape(Workload())), op.summary] for op in ops]
    print(format_columns([["op", "shape in the default run", "what"], *rows]))
    return 0


def run_self(*arguments, seconds: float, **environment: str) -> tuple[str, str]:
    """(what this program printed when it was run with `arguments`, why it failed, or nothing)."""
    command = [*worker.program, *map(str, (*arguments, *settings.options))]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | environment,
    )
    try:
        printed, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # the compilers that it started as well
        return process.communicate()[0], f"timed out after {seconds:.0f} s"
    if not process.returncode:
        return printed, ""
    last_line = errors.strip().split("\n")[-1][:200]
    return printed, f"exit code {process.returncode}: {last_line}"


# ---- --check


def check_worker(op: Op, part: int, parts: int, done: int) -> int:
    """Judges every `parts`-th case of `op`, without the first `done` of them; prints a verdict a line.

    Returns GPU_LOST where the GPU answers no more.
    """
    device = default_device()
    for case in list(judge_cases(op))[part::parts][done:]:
        print(json.dumps(judge_op_case(op, case, device)), flush=True)
        if device.type == "cuda":
            try:
                torch.cuda.synchronize(device)
            except RuntimeError:
                return GPU_LOST
            torch.cuda.empty_cache()
    return 0


def judge_in_processes(op: Op, part: int, parts: int) -> list[OpVerdict]:
    """The verdicts on every `parts`-th case of `op`, from processes of their own.

    Where a process dies, its case has failed, and the next process goes on after it.
    """
    number = len(list(judge_cases(op))[part::parts])
    verdicts = []
    while len(verdicts) < number:
        before = len(verdicts)
        arguments = ("--check", op.name, "--worker", part, parts, before)
        # one compiling thread: each process would start as many compilers as there are cores
        printed, failure = run_self(*arguments, seconds=CHECK_SECONDS, TORCHINDUCTOR_COMPILE_THREADS="1")
        lines = [line for line in printed.splitlines() if line.startswith(("[true,", "[false,"))]
        verdicts += [OpVerdict(*json.loads(line)) for line in lines]
        judged_all_it_could = len(verdicts) > before and f"exit code {GPU_LOST}:" in failure
        if len(verdicts) < number and not judged_all_it_could:
            verdicts.append(OpVerdict(False, failure, math.inf, 0.0))
    return verdicts


def report_op(op: Op, cases: list[JudgeCase], verdicts: list[OpVerdict], device) -> int:
    """Prints every failure and a summary of one op; returns the number of failures."""
    for case, verdict in zip(cases, verdicts):
        if not verdict.ok:
            where = f"{op.name}  {case.shape}  {DTYPES[case.dtype]}  {case.route}  {case.variant}"
            sizes = f"(error {verdict.error:.3g}, tolerance {verdict.tolerance:.3g})"
            print(f"{where}: {verdict.reason}  {sizes}", flush=True)
    passed = [verdict for verdict in verdicts if verdict.ok]
    shares = [verdict.error / verdict.tolerance for verdict in passed if verdict.tolerance]
    place = f"{device}{' in the interpreter' if INTERPRETED else ''}"
    largest = f"largest error {max(shares, default=0.0):.0%} of the tolerance"
    print(f"{op.name}: {len(passed)} of {len(cases)} passed on {place}, {largest}", flush=True)
    return len(cases) - len(passed)


def check_ops(ops: list[Op], jobs: int = 0) -> int:
    """Judges every op at all its cases, in so many processes at a time, 0: in this one.

    Prints every failure and a line an op. Returns 1 if anything failed or nothing could run.
    """
    device = default_device()
    runnable = runnable_ops(ops, "judged", functools.partial(why_not_run, device))
    failures = 0
    with ThreadPoolExecutor(max(jobs, 1)) as pool:
        parts = {}
        for op in runnable if jobs else ():
            count = math.ceil(len(list(judge_cases(op))) / CASES_PER_PROCESS) if device.type == "cuda" else 1
            parts[op.name] = [pool.submit(judge_in_processes, op, part, count) for part in range(count)]
        for op in tqdm(runnable, "judging", unit="op", disable=None):
            cases = list(judge_cases(op))
            if jobs:
                dealt = [part.result() for part in parts[op.name]]
                verdicts = [dealt[i % len(dealt)][i // len(dealt)] for i in range(len(cases))]
            else:
                verdicts = [judge_op_case(op, case, device) for case in cases]
            failures += report_op(op, cases, verdicts, device)
    return int(failures > 0 or not runnable)


# ---- --compile, --bench, --tune


def compile_for(ops: list[Op], target: str) -> int:
    """Compiles every kernel for a target such as sm_90; 1 if one fails, spills too much or is too large."""
    if TRITON_MISSING:
        print(f"nothing was compiled: {TRITON_MISSING}")
        return 1
    if INTERPRETED:
        # the interpreter replaced the compiler when Triton was imported; a fresh process has it
        names = [op.name for op in ops]
        command = [*worker.program, "--compile", target, *names, *map(str, settings.options)]
        return subprocess.run(command, env=os.environ | {"TRITON_INTERPRET": "0"}, check=False).returncode
    capability = int(re.fullmatch(r"sm_(\d+)a?", target).group(1))
    return compile_ops(
        runnable_ops(ops, "compiled", functools.partial(why_not_compile, capability)), capability
    )


def bench_in_processes(op: Op, out: Path, seconds: float) -> None:
    """`bench_worker` in processes of its own: a shape at which one dies is given up, and the next goes on."""
    while True:
        arguments = ("--bench", op.name, "--out", out, "--seconds", seconds, "--worker", 0, 1, 0)
        printed, failure = run_self(*arguments, seconds=seconds + EXTRA_SECONDS)
        if printed.strip() or failure:
            print(f"{op.name}: {printed.strip()} {failure}", flush=True)
        record = read_record(record_file(out, op), conditions(op, default_device()))
        done = [row["shape"] for row in record["rows"]]
        left = [shape for shape in (*op.bench_shapes, *op.chart_shapes) if list(shape) not in done]
        if not failure or failure.startswith("timed out") or not left or "ceilings" not in record:
            return
        absent = {str(left[0]): failure}
        record["rows"].append({"shape": list(left[0]), "dtype": "", "works": {}, "absent": absent})
        write_record(record_file(out, op), record)


def bench(ops: list[Op], out: Path, seconds: float) -> int:
    """Times every op in a process of its own, for so many seconds at most.

    Writes records, kernels.md and charts.

    What is in the records already is not measured again. Prints the targets that were missed.
    """
    timed = runnable_ops(ops, "timed", functools.partial(why_not_time, default_device()))
    if not timed:
        return 0
    for op in tqdm(timed, "timing", unit="op", disable=None):
        bench_in_processes(op, out, seconds)
        write_kernel_report(out)
    met, missed = write_kernel_report(out)
    print("\n".join([*missed, f"{met} targets met, {len(missed)} missed: {out / 'kernels.md'}"]))
    return 0


def tune(ops: list[Op], seconds: float) -> int:
    """Tunes every op in a process of its own, for so many seconds at most, and prints what it found."""
    for op in runnable_ops(ops, "tuned", functools.partial(why_not_time, default_device())):
        arguments = ("--tune", op.name, "--seconds", seconds, "--worker", 0, 1, 0)
        printed, failure = run_self(*arguments, seconds=seconds + EXTRA_SECONDS)
        print(f"---- {op.name}\n{printed}{failure}", flush=True)
    return 0


# ---- the arguments


def run_worker(op: Op, options: argparse.Namespace) -> int:
    """What a process does that another one started."""
    if options.check:
        return check_worker(op, *options.worker)
    if options.tune:
        tune_worker(op, options.seconds)
    if options.bench:
        bench_worker(op, options.out, options.seconds)
    return 0


def ops_parser() -> argparse.ArgumentParser:
    """The options."""
    parser = OneLineParser(prog=None, description="Lists, judges, compiles and times the ops.")
    add = parser.add_argument
    results = ROOT / "benchmarks" / "results"
    add(
        "ops",
        nargs="*",
        metavar="op",
        help="ops to take (default: all); with --bench choice: how steady the choice is",
    )
    add("--list", action="store_true", help="one line an op (the default)")
    add("--check", action="store_true", help="judge outputs and gradients against float64")
    add("--compile", metavar="sm_90", help="compile every kernel for a GPU that need not be here")
    add("--tune", action="store_true", help="time the tiles that the ops declare and print the best")
    add("--bench", action="store_true", help="time against PyTorch, compiled PyTorch and other libraries")
    add("--out", type=Path, default=results, help="where --bench writes (%(default)s)")
    add(
        "--seconds",
        type=positive_number,
        default=60.0,
        help="that --bench and --tune take an op (%(default)g)",
    )
    add(
        "--jobs",
        type=not_negative_integer,
        default=os.cpu_count(),
        help="processes of --check at a time; 0: all in this one (%(default)s)",
    )
    add("--settings", type=Path, help="tiles to run with: a file of what --tune printed")
    # this process is a worker of another: (part, parts, cases done)
    add("--worker", type=int, nargs=3, help=argparse.SUPPRESS)
    return parser


@command_line()
def main(argv: list[str] | None = None, program: list[str] | None = None) -> int:
    """Runs the command line; returns 1 if a check or a compilation failed.

    `program` is the command that declares the same ops in another process; None: python -m triton_ops.
    """
    worker.program = program or worker.program
    parser = ops_parser()
    options = parser.parse_args(argv)
    if options.settings:
        try:
            apply_settings(options.settings)
        except (OSError, ValueError) as error:
            parser.error(str(error))
    unknown = set(options.ops) - OPS.keys() - {"choice" if options.bench else ""}
    if unknown:
        parser.error(f"no op {', '.join(sorted(unknown))}; there are {', '.join(OPS)}")
    if options.bench:
        check_writable_folder(options.out)
    if options.compile and not re.fullmatch(r"sm_\d+a?", options.compile):
        parser.error(f"--compile takes a target such as sm_90, not {options.compile}")
    ops = [OPS[name] for name in options.ops or OPS if name != "choice"]
    if options.worker:
        return run_worker(ops[0], options)
    results = []
    if options.check:
        results.append(check_ops(ops, options.jobs))
    if options.compile:
        results.append(compile_for(ops, options.compile))
    if options.tune:
        results.append(tune(ops, options.seconds))
    if options.bench and "choice" in options.ops:
        results.append(bench_choice(ops or [OPS[name] for name in STARTUP_OPS], options.out))
    elif options.bench:
        results.append(bench(ops, options.out, options.seconds))
    return max(results) if results else list_ops(ops)
