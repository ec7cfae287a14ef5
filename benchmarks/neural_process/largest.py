"""The largest (M, N) whose step memory holds, by trial.

Attention over so many tokens would take minutes a trial. `idle` stands in for it: it keeps for backward, and
allocates in backward, what our attention does, and computes nothing. All else of the step is as it is.
"""

from collections.abc import Callable
from dataclasses import replace

import torch

from neural_process.data import draw_tasks
from neural_process.measure import GPU_SHARE, capacity, freed
from neural_process.model import Config, step_bytes
from neural_process.rows import Row
from neural_process.training import Trainer

CLOSE = 1.03  # a trial that fits and one that does not, this far apart, end the search


def fits(row: Row, config: Config, shape: tuple[int, int, int], device: torch.device) -> bool:
    """Whether a step at a shape has memory enough."""
    freed()
    trainer = tasks = None
    try:
        trainer = Trainer(row, config, device)
        tasks = draw_tasks(*shape, seed=0, device=device)
        trainer(tasks)
        if device.type == "cuda":
            torch.cuda.synchronize(device)
    except torch.OutOfMemoryError:
        return False
    finally:
        del trainer, tasks
        freed()
    return True


def scaled(shape: tuple[int, int, int], tokens: float) -> tuple[int, int, int]:
    """The same proportions with about so many tokens in all: M in thousands, N in hundreds."""
    B, M, N = shape
    factor = tokens / (M + N)
    return B, max(1000 * round(M * factor / 1000), 1000), max(100 * round(N * factor / 100), 100)


def largest_by_trial(
    row: Row, config: Config, proportions: tuple[int, int, int], device: torch.device,
    works: Callable[..., bool] = fits, room: float = 0.0,
) -> tuple[int, int, int]:  # fmt: skip
    """The largest shape that `works`, within CLOSE; the first trial is what `step_bytes` predicts."""
    row = replace(row, attention="idle", graph=False)
    room = room or GPU_SHARE * capacity(device)
    per_token = step_bytes(config, *scaled(proportions, 1e6), row.checkpoint) / 1e6
    tokens = room / per_token
    good = bad = None
    while good is None or bad is None or bad / good > CLOSE:
        if works(row, config, scaled(proportions, tokens), device):
            good = tokens
        else:
            bad = tokens
        tokens = 0.7 * bad if good is None else 1.3 * good if bad is None else (good * bad) ** 0.5
    return scaled(proportions, good)
