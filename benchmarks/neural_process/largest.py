"""The largest (M, N) whose step memory holds, by trial.

Attention over so many tokens would take minutes a trial. `idle` stands in for it: it keeps for backward, and
allocates in backward, what our attention in bf16 does, and computes nothing. All else of the step is as it
is, but that no step is captured. PyTorch's backends, cuDNN's backward and that of `fp8` allocate more:
their rows are refused.
"""

import contextlib
import resource
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import torch

from neural_process.data import draw_tasks
from neural_process.measure import freed
from neural_process.model import Config, step_bytes
from neural_process.rows import Row
from neural_process.training import Trainer
from triton_ops.exit_codes import is_out_of_memory

CLOSE = 1.03  # a trial that fits and one that does not, this far apart, end the search
FEWEST = 1000, 100  # M and N: the fewest, and the steps they come in
LIKE_IDLE = "triton", "triton-fused", "idle"  # attentions with the memory of `idle`


def address_space() -> int:
    """Bytes that this process has reserved (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@contextlib.contextmanager
def memory_limit(device: torch.device, room: int) -> Iterator[None]:
    """Inside, `room` bytes can be had and no more: of the GPU in all, on a CPU beyond what is held now.

    What asks for more gets PyTorch's own error: from its allocator on a GPU, from the kernel on a CPU.
    """
    if device.type == "cuda":
        share = room / torch.cuda.get_device_properties(device).total_memory
        torch.cuda.set_per_process_memory_fraction(min(share, 1.0), torch.cuda.current_device())
        try:
            yield
        finally:
            torch.cuda.set_per_process_memory_fraction(1.0, torch.cuda.current_device())
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def check_memory_is_known(row: Row) -> None:
    """Raises ValueError for a row whose attention has another memory than `idle`."""
    if row.attention not in LIKE_IDLE:
        raise ValueError(
            f"`largest` knows the memory of our attention in bf16, not that of {row.attention}: "
            f"give --rows that begin with {' or '.join(LIKE_IDLE[:2])}"
        )


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
    except (RuntimeError, MemoryError) as error:
        if not is_out_of_memory(error):
            raise
        return False
    finally:
        del trainer, tasks
        freed()
    return True


def scaled(shape: tuple[int, int, int], tokens: float) -> tuple[int, int, int]:
    """The same proportions with about so many tokens in all: M in thousands, N in hundreds, all integers."""
    B, M, N = shape
    factor = tokens / (M + N)
    M, N = (max(step * round(size * factor / step), step) for size, step in zip((M, N), FEWEST))
    return B, M, N


def largest_by_trial(
    row: Row, config: Config, proportions: tuple[int, int, int], device: torch.device, room: float,
    works: Callable[..., bool] = fits, hear: Callable[[tuple, bool], None] = lambda shape, fitted: None,
) -> tuple[int, int, int]:  # fmt: skip
    """The largest shape that `works`, within CLOSE; the first trial is what `step_bytes` predicts for `room`.

    `hear` gets each shape tried and whether it fitted. Raises ValueError where the smallest does not fit.
    """
    row = replace(row, attention="idle", graph=False)
    per_token = step_bytes(config, row, *scaled(proportions, 1e6)) / 1e6
    tokens = room / per_token
    good = bad = None
    known = {}  # so close together two sizes round to one shape
    while good is None or bad is None or bad / good > CLOSE:
        shape = scaled(proportions, tokens)
        if shape not in known:
            known[shape] = works(row, config, shape, device)
            hear(shape, known[shape])
        if known[shape]:
            good = tokens
        elif shape[1:] == FEWEST:
            raise ValueError(
                f"row {row.name}: not even {FEWEST[0]} + {FEWEST[1]} tokens fit: give more memory"
            )
        else:
            bad = tokens
        tokens = 0.7 * bad if good is None else 1.3 * good if bad is None else (good * bad) ** 0.5
    return scaled(proportions, good)
