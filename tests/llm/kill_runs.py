"""Kills a tiny training run at random points with SIGKILL, resumes it, and compares it with one left alone.

    PYTHONPATH=.:tests python tests/llm/kill_runs.py --kills 20 --seed 0
    PYTHONPATH=.:tests python tests/llm/kill_runs.py --within-saves 24

Every child is a fork of a process that has imported what it needs and computed nothing: it takes a second. A
run that ends is compared, tensor by tensor and step by step of its log, and another one begins,
until so many kills have been made. Prints a line a run; the exit code is 1 where one differs. With
--within-saves one run is killed again and again, before the 1st, 2nd, 3rd, ... change that its saves make to
the disk, or in the middle of a file.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import pandas  # noqa: F401  (what a fork would import again)
import tokenizers  # noqa: F401
import torch
from tiny_training import trained, write_pairs

import llm
from python_to_triton import inference
from python_to_triton.record import environment
from training import curves

SETTINGS = dict(batch_size=2, d_model=32, d_ff=64, save_steps=3)  # 2 steps an epoch
EPOCHS = {"anywhere": 12, "within saves": 30}  # the kills within saves need steps to go on to
CHANGES = ((torch, "save"), (os, "fsync"), (os, "link"), (os, "replace"), (os, "unlink"))


def die_at(place: int) -> None:
    """Makes this process kill itself before so many changes of its writing thread; torch.save is two places,
    of which the second is in the middle of the file.
    """
    passed = iter(range(place + 1))

    def may_die() -> None:
        if threading.current_thread() is not threading.main_thread() and next(passed, None) == place:
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(change, is_save):
        def changed(*arguments, **options):
            may_die()
            result = change(*arguments, **options)
            if is_save:
                whole = Path(arguments[1]).read_bytes()
                os.truncate(arguments[1], len(whole) // 2)
                may_die()
                Path(arguments[1]).write_bytes(whole)
            return result

        return changed

    for module, name in CHANGES:
        setattr(module, name, dying(getattr(module, name), name == "save"))


def start_child(folder: Path, name: str, epochs: int, place: int | None = None) -> int:
    """The process id of a fork that trains, or resumes where there is a checkpoint; `place`: see die_at."""
    checkpoint = folder / f"{name}.pth"
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        output = os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(output, 1)
        os.dup2(output, 2)
        torch.set_num_threads(1)
        if place is not None:
            die_at(place)
        settings = SETTINGS | {"epochs": epochs, "checkpoint": checkpoint, "run_dir": folder / name}
        trained(folder, resume=checkpoint.exists(), **settings)
        code = 0
    except BaseException as error:  # nothing may return from a fork
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


def ended(child: int, kill_after: float | None = None) -> int:
    """The exit code of a child, killed where it takes longer than so many seconds."""
    end = time.monotonic() + (kill_after or 0)
    while kill_after is not None and time.monotonic() < end:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            break
        time.sleep(0.001)
    else:
        if kill_after is not None:
            os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def differences(found: object, expected: object, place: str = "") -> list[str]:
    """Where two states differ, in any bit; what depends on the clock or on paths is left out."""
    if isinstance(expected, torch.Tensor):
        same = found.dtype == expected.dtype and torch.equal(found, expected)
        return [] if same else [place]
    if isinstance(expected, dict):
        clock = {"seconds", "run", "environment", "train_config"}
        if found.keys() != expected.keys():
            return [f"{place}: {sorted(map(str, found.keys() ^ expected.keys()))}"]
        return [
            where
            for name in expected.keys() - clock
            for where in differences(found[name], expected[name], f"{place}/{name}")
        ]
    return [] if found == expected else [place]


def logged_steps(folder: Path) -> list[int]:
    """The steps of a log, in order."""
    rows = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [row["step"] for row in rows if row["event"] == "step"]


def compare(folder: Path, number: int, kills: int, whole: dict) -> bool:
    """Prints what became of a run that ended, and whether it is the one left alone."""
    state = inference.load_checkpoint(folder / f"{number}.pth")
    wrong = differences(state, whole)
    if logged_steps(folder / str(number)) != list(range(1, whole["step"] + 1)):
        wrong.append("log")
    leftovers = list(folder.glob(".*.tmp")) + list(folder.glob("*.begun"))
    wrong += [path.name for path in leftovers]
    print(f"run {number}: {kills} kills, {'bit for bit the same' if not wrong else wrong}", flush=True)
    return not wrong


def run_left_alone(folder: Path, epochs: int) -> tuple[dict, float]:
    """(state, seconds) of a run that nothing ends."""
    write_pairs(folder / "data.csv")
    environment(*llm.HASHED)  # the hash of the code, once for all children
    curves.plot_run = lambda *_: None  # a second, after the last save
    began = time.monotonic()
    if ended(start_child(folder, "whole", epochs)):
        raise RuntimeError((folder / "output.txt").read_text()[-2000:])
    return inference.load_checkpoint(folder / "whole.pth"), time.monotonic() - began


def kill_within_saves(folder: Path, kills: int) -> bool:
    """Whether a run that was killed at so many places of its saves ended as the one left alone."""
    epochs = EPOCHS["within saves"]
    whole, _ = run_left_alone(folder, epochs)
    for place in range(kills):
        code = ended(start_child(folder, "0", epochs, place))
        if code != -signal.SIGKILL:
            raise RuntimeError(f"place {place}: {code} {(folder / 'output.txt').read_text()[-2000:]}")
    if ended(start_child(folder, "0", epochs)):
        raise RuntimeError((folder / "output.txt").read_text()[-2000:])
    return compare(folder, 0, kills, whole)


def kill_and_resume(folder: Path, kills: int, seed: int) -> bool:
    """Whether every run that was killed and resumed ended as the one left alone."""
    epochs = EPOCHS["anywhere"]
    whole, seconds = run_left_alone(folder, epochs)
    generator = random.Random(seed)
    number, made, of_run, same = 0, 0, 0, True
    while made < kills or of_run:
        child = start_child(folder, str(number), epochs)
        code = ended(child, generator.uniform(0, seconds) if made < kills else None)
        if code == -signal.SIGKILL:
            made += 1
            of_run += 1
            continue
        if code:
            raise RuntimeError((folder / "output.txt").read_text()[-2000:])
        same &= compare(folder, number, of_run, whole)
        number, of_run = number + 1, 0
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--within-saves", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.within_saves:
            return 0 if kill_within_saves(Path(folder), options.within_saves) else 1
        return 0 if kill_and_resume(Path(folder), options.kills, options.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
