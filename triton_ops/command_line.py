"""command_line."""

from triton_ops.files import ROOT

import argparse
import functools
import itertools
import json
import math
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import torch
from tqdm import tqdm
from triton_ops.bench import (
    able,
    apply_settings,
    bench_choice,
    bench_here,
    conditions,
    read_record,
    record_file,
    tune_here,
    write_record,
    write_report,
)
from triton_ops.choice import SHOWN, aligned
from triton_ops.contract import OPS, Op, Workload
from triton_ops.judge import Verdict, examination, first_line, verdict_on
from triton_ops.launch import (
    SHARED_MEMORY,
    SPILLED,
    compiled,
    recorded_launches,
    recorder,
    resources,
    why_not_compile,
)
from triton_ops.machine import (
    DTYPES,
    FAILURES,
    INTERPRETED,
    TRITON_ABSENT,
    default_device,
    why_not_race,
    why_not_run,
)


EXAMS_A_PROCESS = 8  # on a GPU, where a process waits for the compiler most of the time


CHECK_SECONDS = 300.0  # of a process that judges


COMPILED = [(torch.float32, False), (torch.bfloat16, False), (torch.bfloat16, True)]  # (dtype, autocast)


def list_ops(ops) -> int:
    """Prints one line an op."""
    print(
        aligned(
            [["op", "shape in the default run", "what"]]
            + [[op.name, str(op.shape(Workload())), op.summary] for op in ops]
        )
    )
    return 0


LOST = 3  # exit code of a process whose GPU answers no more


def in_own_process(*arguments, seconds, **environment) -> tuple[str, str]:
    """(what this file printed when it was run with `arguments`, why it ended before its end, or nothing)."""
    command = [sys.executable, str(ROOT / "kernels.py"), *map(str, (*arguments, *recorder.options))]
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
        printed, trouble = in_own_process(
            "--check",
            op.name,
            "--worker",
            part,
            parts,
            before,
            seconds=CHECK_SECONDS,
            TORCHINDUCTOR_COMPILE_THREADS="1",
        )  # each would start as many compilers as there are cores
        verdicts += [
            Verdict(*json.loads(line))
            for line in printed.splitlines()
            if line.startswith(("[true,", "[false,"))
        ]
        if len(verdicts) < number and (len(verdicts) == before or f"with {LOST}:" not in trouble):
            verdicts.append(Verdict(False, trouble, math.inf, 0.0))
    return verdicts


def check(ops, jobs=0) -> int:
    """Judges every op at its whole examination in so many processes at a time, 0: in this one; prints every failure and a line an op.

    1 if anything failed or nothing could run.
    """
    device = default_device()
    runnable, failures = able(ops, "judged", functools.partial(why_not_run, device)), 0
    shares = {
        op.name: math.ceil(len(list(examination(op))) / EXAMS_A_PROCESS) if device.type == "cuda" else 1
        for op in runnable
    }
    with ThreadPoolExecutor(max(jobs, 1)) as pool:
        judged = {
            op.name: [pool.submit(examined, op, part, shares[op.name]) for part in range(shares[op.name])]
            for op in runnable * bool(jobs)
        }
        for op in tqdm(runnable, "judging", unit="op", disable=None):
            exams, dealt = list(examination(op)), [future.result() for future in judged.get(op.name, ())]
            verdicts = [
                dealt[i % len(dealt)][i // len(dealt)] if dealt else verdict_on(op, exam, device)
                for i, exam in enumerate(exams)
            ]
            for (shape, dtype, route, variant), verdict in zip(exams, verdicts):
                if not verdict.ok:
                    print(
                        f"{op.name}  {shape}  {DTYPES[dtype]}  {route}  {variant}: {verdict.reason}  (error {verdict.error:.3g}, "
                        f"allowed {verdict.tolerance:.3g})",
                        flush=True,
                    )
            right = [verdict for verdict in verdicts if verdict.ok]
            nearest = max(
                (verdict.error / verdict.tolerance for verdict in right if verdict.tolerance), default=0.0
            )
            print(
                f"{op.name}: {len(right)} of {len(exams)} right on {device}{' in the interpreter' if INTERPRETED else ''}, "
                f"largest error {nearest:.0%} of what is allowed",
                flush=True,
            )
            failures += len(exams) - len(right)
    return int(failures > 0 or not runnable)


def compile_all(ops, target: str) -> int:
    """Compiles every kernel that every op launches at its benchmark's shapes and its widest case; 1 if one spills more than SPILLED or is too large."""
    if TRITON_ABSENT:
        print(f"nothing was compiled: {TRITON_ABSENT}")
        return 1
    if INTERPRETED:  # the interpreter replaced the compiler when Triton was imported; a fresh process has it
        command = [
            sys.executable,
            str(ROOT / "kernels.py"),
            "--compile",
            target,
            *(op.name for op in ops),
            *recorder.options,
        ]
        return subprocess.run(command, env=os.environ | {"TRITON_INTERPRET": "0"}, check=False).returncode
    capability, rows, failures = int(re.fullmatch(r"sm_(\d+)a?", target).group(1)), {}, 0
    for op in able(ops, "compiled", lambda oldest: why_not_compile(capability, oldest)):
        for shape, (dtype, autocast) in itertools.product([*op.bench, op.cases[-1]], COMPILED):
            for record in recorded_launches(op, shape, dtype, autocast, capability):
                label = [str(shape), DTYPES[dtype] + " autocast" * autocast, str(record.num_warps)]
                try:
                    binary = compiled(record, capability)
                except FAILURES as error:  # the other kernels are still to be seen
                    failures += 1
                    rows[op.name, *label] = [op.name, *label, "-", "-", "-", first_line(error)]
                    continue
                if binary.hash in rows:
                    continue
                used, shared = resources(binary), binary.metadata.shared
                fits = used["STACK"] <= SPILLED and shared <= SHARED_MEMORY.get(
                    capability, min(SHARED_MEMORY.values())
                )
                failures += not fits
                rows[binary.hash] = [
                    binary.metadata.name,
                    *label,
                    str(used["REG"]),
                    str(used["STACK"]),
                    str(shared),
                    "ok" if fits else "SPILLS OR TOO LARGE",
                ]
    print(
        aligned(
            [["kernel", "shape", "dtype", "warps", "registers", "stack", "shared", target], *rows.values()]
        )
    )
    return int(failures > 0)


def bench_apart(op: Op, out: Path, seconds: float):
    """`bench_here` in processes of its own: a shape at which one dies is given up, and the next goes on with the others."""
    while True:
        printed, trouble = in_own_process(
            "--bench", op.name, "--out", out, "--seconds", seconds, "--worker", 0, 1, 0, seconds=seconds + 150
        )
        if printed.strip() or trouble:
            print(f"{op.name}: {printed.strip()} {trouble}", flush=True)
        record = read_record(record_file(out, op), conditions(op, default_device()))
        left = [
            shape
            for shape in (*op.bench, *op.sweep)
            if list(shape) not in [row["shape"] for row in record["rows"]]
        ]
        if not trouble or trouble.startswith("not done") or not left or "ceilings" not in record:
            return
        record["rows"].append(
            {"shape": list(left[0]), "dtype": "", "works": {}, "absent": {str(left[0]): trouble}}
        )
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
        printed, trouble = in_own_process(
            "--tune", op.name, "--seconds", seconds, "--worker", 0, 1, 0, seconds=seconds + 150
        )
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
    parser.add_argument(
        "ops",
        nargs="*",
        metavar="op",
        help="ops to take (default: all); with --bench choice: how steady the choice of them is",
    )
    parser.add_argument("--list", action="store_true", help="one line an op (the default)")
    parser.add_argument("--check", action="store_true", help="judge outputs and gradients against float64")
    parser.add_argument(
        "--compile", metavar="sm_90", help="compile every kernel for a GPU that need not be here"
    )
    parser.add_argument(
        "--tune", action="store_true", help="time the tiles that the ops declare and print the best"
    )
    parser.add_argument(
        "--bench", action="store_true", help="time against PyTorch, compiled PyTorch and the other peers"
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "benchmarks" / "results", help="where --bench writes (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="that --bench and --tune take for an op (%(default)g)"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        help="processes of --check at a time; 0: all in this one (%(default)s)",
    )
    parser.add_argument(
        "--worker", type=int, nargs=3, help=argparse.SUPPRESS
    )  # this process is one of those: (part, parts, done)
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
