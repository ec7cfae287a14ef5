"""Tiny training runs of one and of several processes on the CPU, one after the other, by gloo.

    PYTHONPATH=.:tests python tests/training/parallel_runs.py FOLDER --processes 4

Every run has a folder in FOLDER, and RANK.json in it says what a process did: the matrices that it
orthogonalised, the step that it reached, how it ended. Every process is a fork of one that has imported what
it needs and computed nothing.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import time
import traceback
from pathlib import Path

import pandas  # noqa: F401  (what a fork would import again)
import tokenizers  # noqa: F401
import torch
import torch._dynamo  # noqa: F401
import torch.distributed.fsdp  # noqa: F401
from tiny_training import trained, write_pairs

import llm
from python_to_triton.record import environment
from training import curves, world

LIMIT = 60  # seconds of a run
# 4 pairs: micro-batches of 3 and of 1 row, so that processes get unlike numbers of them, or none
SHAPE = {"n_layers": 3, "batch_size": 3, "accumulation": 2, "epochs": 5, "dropout": 0.0}
RUNS = {  # name: (whether of several processes, settings)
    f"{optimizer} {mode}": (mode != "none", {"optimizer": optimizer, "parallel": mode})
    for optimizer in ("muon", "adamw")
    for mode in ("none", "ddp", "fsdp")
}
for mode in ("ddp", "fsdp"):
    RUNS[f"whole {mode}"] = (True, {"parallel": mode, "dropout": 0.1})
    RUNS[f"stopped {mode}"] = (True, {"parallel": mode, "dropout": 0.1, "stop": 2})
    RUNS[f"resumed {mode}"] = (True, {"parallel": mode, "dropout": 0.1, "resume": True})
    RUNS[f"died {mode}"] = (True, {"parallel": mode, "die": 2})


def watch(stop: int, die: int) -> list[int]:
    """The sizes of the stacks that this process orthogonalises, which grows.

    The last process gets SIGTERM while it makes the step `stop`, and ends before the step `die`.
    """
    orthogonalize = llm.orthogonalize
    train_step = llm.train_step
    sizes = []

    def counted(G_NRC, *arguments, **options):
        sizes.append(len(G_NRC))
        return orthogonalize(G_NRC, *arguments, **options)

    def watched(run, *arguments):
        if world.rank() == world.size() - 1 and run.step + 1 == stop:
            signal.raise_signal(signal.SIGTERM)
        if world.rank() == world.size() - 1 and run.step + 1 == die:
            os._exit(7)
        return train_step(run, *arguments)

    curves.plot_run = lambda *_: None  # seconds each
    llm.orthogonalize = counted
    llm.train_step = watched
    return sizes


def train(folder: Path, settings: dict) -> None:
    """What one process does; leaves RANK.json."""
    sizes = watch(settings.pop("stop", 0), settings.pop("die", 0))
    did = {"end": "done", "step": None}
    try:
        with world.closed_process_group():
            did["step"] = trained(folder, **settings).step
    except BaseException as error:
        did["end"] = type(error).__name__
        traceback.print_exc()
    (folder / f"{world.rank()}.json").write_text(json.dumps(did | {"matrices": sum(sizes)}))


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def start_process(rank: int, size: int, port: int, folder: Path, settings: dict) -> int:
    """The process id of a fork that trains as torchrun would start it; alone, where `size` is 1."""
    pid = os.fork()
    if pid:
        return pid
    signal.alarm(LIMIT)
    output = os.open(folder / f"{rank}.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    torch.set_num_threads(1)
    if size > 1:
        where = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "GLOO_SOCKET_IFNAME": "lo"}
        who = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": size}
        os.environ.update({name: str(value) for name, value in (where | who).items()})
    train(folder, settings)
    os._exit(0)


def make_run(folder: Path, size: int, settings: dict) -> None:
    """One run, to the end of its last process."""
    folder.mkdir(exist_ok=True)
    write_pairs(folder / "data.csv")
    port = free_port()
    for pid in [start_process(rank, size, port, folder, dict(settings)) for rank in range(size)]:
        os.waitpid(pid, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    environment(*llm.HASHED)  # kept
    for name, (is_shared, settings) in RUNS.items():
        folder = options.folder / name
        if settings.get("resume"):
            shutil.copytree(options.folder / name.replace("resumed", "stopped"), folder)
        began = time.monotonic()
        make_run(folder, options.processes if is_shared else 1, SHAPE | settings)
        log = (folder / "run" / "log.jsonl").read_text().splitlines()
        rows = [row for row in map(json.loads, log) if row["event"] == "step"]
        print(f"{name:14} {len(rows)} steps, last loss {rows[-1]['loss']:.7f}", end="")
        print(f"  {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
