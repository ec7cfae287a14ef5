"""How fast verify.py judges: verdicts a second of tiny candidates on some processes, and what CPU time a verdict takes where.

    python benchmarks/judging.py                       200 verdicts of 20 pairs of synthetic/ on two processes
    python benchmarks/judging.py --jobs 1 --words sort softmax --verdicts 40

Every verdict is the whole of it: inputs derived, references run, source read, candidate run in the interpreter, answers
weighed. Each process first judges every pair once, so that all is warm; the clock runs while all of them judge. A pair is
the first variant of its file, at the sizes that extraction judges it at.
"""

import torch
import argparse
import multiprocessing
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from python_to_triton.verification import sandbox
import corpus
from python_to_triton import verification

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

TINY = (
    "exp gelu sigmoid add binary_chain broadcast_rows where where_index compare cast transpose permute3 expand flip mse_loss bce embedding "
    "outer dot chain"
).split()
BAR = 50  # verdicts a second, on two cores


def read_pair(stem):
    """(answer, reference, cases) of the first variant of a file."""
    variant = corpus.load_family(HERE.parent / "synthetic" / f"{stem}.py")[0]
    return corpus.canonical_answer(variant), *corpus.load_reference(asdict(variant))


def servers_seconds():
    """CPU time of this process's sandboxes and of all candidates that they have run."""
    fields = [
        Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        for server in sandbox.IDLE["cpu"]
    ]
    return sum(int(ticks) for stat in fields for ticks in stat[11:15]) / os.sysconf("SC_CLK_TCK")


def judge_all(stems, count, start, results):
    """One process: `count` verdicts, pair after pair. Sends its clock's first and last moment and CPU seconds, its own and its servers'."""
    torch.set_num_threads(1)
    pairs = {stem: read_pair(stem) for stem in stems}
    for stem, pair in pairs.items():
        verdict = verification.judge(*pair, device="cpu")
        if not verdict.ok:
            raise RuntimeError(f"{stem}: {verdict.reason}")
    start.wait(timeout=300)  # seconds: another process may have failed
    begun, own, servers = time.monotonic(), time.process_time(), servers_seconds()
    for number in range(count):
        verification.judge(*pairs[stems[number % len(stems)]], device="cpu")
    results.put((begun, time.monotonic(), time.process_time() - own, servers_seconds() - servers))
    sandbox.close_sandboxes()  # a child of multiprocessing ends without atexit


def main():
    """Prints verdicts a second and CPU time a verdict; 0 unless a process failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--jobs", type=int, default=2, help="processes that judge at once, each with its sandbox"
    )
    parser.add_argument("--verdicts", type=int, default=200, help="of all processes together")
    parser.add_argument(
        "--words", nargs="+", default=TINY, metavar="FILE", help="files of synthetic/, without .py"
    )
    options = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    start, results, count = spawn.Barrier(options.jobs), spawn.Queue(), options.verdicts // options.jobs
    workers = [
        spawn.Process(target=judge_all, args=(options.words, count, start, results))
        for _ in range(options.jobs)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        return 1
    begun, ended, own, servers = zip(*[results.get() for _ in workers])
    done = count * options.jobs
    rate, cpu = done / (max(ended) - min(begun)), [1e3 * sum(seconds) / done for seconds in (own, servers)]
    print(
        f"{done} verdicts of {len(options.words)} pairs: {rate:.1f} a second on {options.jobs} processes (bar: {BAR} on two cores)\n"
        f"CPU time a verdict: {cpu[0]:.1f} ms judging, {cpu[1]:.1f} ms in the sandbox, {sum(cpu):.1f} ms in all"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
