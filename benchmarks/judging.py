"""Verdicts a second of small candidates on some processes, and the CPU time of a verdict.

    python benchmarks/judging.py                       200 verdicts of 20 pairs of the corpus on two processes
    python benchmarks/judging.py --jobs 1 --pairs sort softmax --verdicts 40

A verdict is all of it: inputs derived, references run, source read, candidate run in the interpreter, results
compared. Each process first judges every pair once, so that all is warm; the clock runs while all judge. A
pair is the first variant of its family, at the sizes that extraction judges it at.
"""

import argparse
import multiprocessing
import os
import sys
import time
from dataclasses import asdict
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from corpus.family import family_of  # noqa: E402  (found through the line above)
from corpus.references import load_reference  # noqa: E402
from corpus.texts import canonical_answer  # noqa: E402
from python_to_triton import verification  # noqa: E402
from python_to_triton.verification import sandbox  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402

SMALL = (
    "exp gelu sigmoid add binary_chain broadcast_rows where where_index compare cast transpose permute3 "
    "expand flip mse_loss bce embedding outer dot chain"
).split()
BAR = 50  # verdicts a second, on two cores
START_TIMEOUT = 300  # seconds: another process may have failed
# Behind the name in /proc/PID/stat: the parent, and user and system time, own and of ended children.
PARENT_IN_STAT = 1
TIMES_IN_STAT = slice(11, 15)


def read_pair(stem: str) -> tuple:
    """(answer, reference, cases) of the first variant of a family."""
    variant = family_of(stem)[0]
    return canonical_answer(variant), *load_reference(asdict(variant))


def stat_fields(process: str) -> list[str]:
    """The fields behind the name in /proc/PID/stat; none of a process that has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def sandbox_seconds() -> float:
    """CPU time of this process's sandboxes and of all candidates that they have run.

    A sandbox may be a process within another: all descendants count.
    """
    known = {name: stat_fields(name) for name in os.listdir("/proc") if name.isdigit()}
    family = {str(server.process.pid) for server in sandbox.IDLE_SANDBOXES["cpu"]}
    grown = True
    while grown:
        children = {name for name, fields in known.items() if fields and fields[PARENT_IN_STAT] in family}
        grown = not children <= family
        family |= children
    ticks = sum(int(time) for name in family for time in known[name][TIMES_IN_STAT])
    return ticks / os.sysconf("SC_CLK_TCK")


def judge_all(stems: list[str], count: int, start: Barrier, results: Queue) -> None:
    """One process: `count` verdicts, pair after pair.

    Sends (start, end, own CPU seconds, CPU seconds of its sandboxes) to `results`.
    """
    torch.set_num_threads(1)
    pairs = {stem: read_pair(stem) for stem in stems}
    for stem, pair in pairs.items():
        verdict = verification.judge(*pair, device="cpu", tied=True)
        if not verdict.ok:
            raise RuntimeError(f"{stem}: {verdict.reason}")

    start.wait(timeout=START_TIMEOUT)
    began = time.monotonic()
    own = time.process_time()
    of_sandboxes = sandbox_seconds()
    for number in range(count):
        verification.judge(*pairs[stems[number % len(stems)]], device="cpu", tied=True)
    results.put((began, time.monotonic(), time.process_time() - own, sandbox_seconds() - of_sandboxes))
    sandbox.close_sandboxes()  # a child of multiprocessing ends without atexit


def measure(stems: list[str], verdicts: int, jobs: int) -> list[tuple] | None:
    """What each process sent; None where one failed."""
    spawn = multiprocessing.get_context("spawn")
    start = spawn.Barrier(jobs)
    results = spawn.Queue()
    arguments = (stems, verdicts // jobs, start, results)
    workers = [spawn.Process(target=judge_all, args=arguments) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        return None
    return [results.get() for _ in workers]


@command_line()
def main() -> int:
    """Prints verdicts a second and CPU time a verdict; 1 where a process failed."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--jobs", type=positive_integer, default=2, help="processes, each with its sandbox (%(default)s)"
    )
    parser.add_argument(
        "--verdicts", type=positive_integer, default=200, help="of all processes together (%(default)s)"
    )
    parser.add_argument("--pairs", nargs="+", default=SMALL, metavar="FAMILY", help="of the corpus")
    options = parser.parse_args()
    for stem in options.pairs:
        family_of(stem)  # a mistake is reported before the processes start
    if options.verdicts < options.jobs:
        parser.error(f"--verdicts {options.verdicts} are too few for --jobs {options.jobs}")
    found = measure(options.pairs, options.verdicts, options.jobs)
    if found is None:
        return 1
    began, ended, own, of_sandboxes = zip(*found, strict=True)
    done = options.verdicts // options.jobs * options.jobs
    rate = done / (max(ended) - min(began))
    judging = 1e3 * sum(own) / done
    running = 1e3 * sum(of_sandboxes) / done
    print(
        f"{done} verdicts of {len(options.pairs)} pairs: {rate:.1f} a second on {options.jobs} processes "
        f"(bar: {BAR} on two cores)"
    )
    print(
        f"CPU time of a verdict: {judging:.1f} ms judging, {running:.1f} ms in the sandbox, "
        f"{judging + running:.1f} ms in all"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
