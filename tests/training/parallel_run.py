"""One process of a tiny training run, under torchrun or alone; leaves what it did in FOLDER/rank0.json.

    PYTHONPATH=.:tests python tests/training/parallel_run.py FOLDER parallel=ddp steps=8
    PYTHONPATH=.:tests torchrun --nproc-per-node 4 tests/training/parallel_run.py FOLDER parallel=fsdp

Of NAME=VALUE, `resume=1` goes on with the run of the folder; `signal=3` sends this process SIGTERM after step
3, if it is the last one, `die=3` ends it there; the others are flags of llm.py.
"""

import json
import os
import signal
import sys
from pathlib import Path

from tiny_training import trained

import llm
from training import world

ortho = llm.orthogonalize


def main(folder: Path, settings: dict) -> None:
    matrices = []

    def counted(G_NRC, *arguments, **options):
        matrices.append(len(G_NRC))
        return ortho(G_NRC, *arguments, **options)

    step = llm.train_step

    def watched(run, *arguments):
        figures = step(run, *arguments)
        is_last = world.rank() == world.size() - 1
        if is_last and run.step + 1 == signal_after:
            signal.raise_signal(signal.SIGTERM)
        if is_last and run.step + 1 == die_after:
            os._exit(7)
        return figures

    signal_after = int(settings.pop("signal", 0))
    die_after = int(settings.pop("die", 0))
    resume = bool(settings.pop("resume", ""))
    llm.orthogonalize = counted
    llm.train_step = watched
    try:
        with world.left_at_the_end():
            run = trained(folder, resume, **settings)
    finally:
        did = {"matrices": sum(matrices), "rank": world.rank()}
        (folder / f"rank{os.environ.get('RANK', 0)}.json").write_text(json.dumps(did))
    did["step"] = run.step


if __name__ == "__main__":
    main(Path(sys.argv[1]), dict(setting.split("=", 1) for setting in sys.argv[2:]))
