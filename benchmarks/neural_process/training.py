"""A training step of a row, and a run of steps."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from neural_process.attention import pinned
from neural_process.data import Tasks, draw_tasks
from neural_process.model import Config, NeuralProcess
from neural_process.rows import Row
from training.capture import Captured
from triton_ops.machine import default_dtype

PEAK_RATE = 1e-4  # at 5e-4, unclipped, the loss jumps; curves part by rounding here too, less at 1e-5
LAST_RATE = 0.1  # of the peak
WARM_UP = 50  # steps
DECAY = 0.01
CLIP = 1.0  # the largest norm of all gradients together, where losses are what is looked at
HEARD = 20  # steps between two looks at the losses, for which the GPU is waited for

Hearer = Callable[[list[float]], None]  # of all losses so far


class Trainer:
    """A fresh model with its optimizer; called with tasks, it makes a step and returns the loss before it.

    Gradients whose norm is above `clip` are shrunk to it; None leaves them, as in the steps that are timed.
    `mark` is called with "forward", "backward" and "optimizer" when each has been launched.
    """

    def __init__(
        self, row: Row, config: Config, device: torch.device, seed: int = 0, clip: float | None = None
    ):  # fmt: skip
        torch.manual_seed(seed)
        on_gpu = device.type == "cuda"
        if row.graph and not on_gpu:
            raise ValueError("a CUDA graph needs a GPU")
        self.row = row
        self.clip = clip
        self.device = device
        with device:  # weights are drawn where they will be
            self.model = NeuralProcess(config, row)
        rate = torch.tensor(PEAK_RATE, device=device) if on_gpu else PEAK_RATE
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), rate, (0.9, 0.99), weight_decay=DECAY, fused=True, capturable=on_gpu
        )
        self.mark: Callable[[str], None] = lambda stage: None
        self.run = Captured(self.launch) if row.graph else self.launch

    def autocast(self) -> torch.autocast:
        """Half precision on a GPU, float32 on a CPU."""
        dtype = default_dtype(self.device)
        return torch.autocast(self.device.type, dtype, enabled=dtype != torch.float32)

    def launch(self, tokens: Tensor, targets: Tensor) -> Tensor:
        """The whole step; its gradients live for the step alone."""
        with pinned(self.row.attention):  # backward too, which may compute blocks again
            with self.autocast():
                loss = self.model(tokens, targets)
            self.mark("forward")
            loss.backward()
        self.mark("backward")
        if self.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.mark("optimizer")
        return loss.detach()

    def __call__(self, tasks: Tasks) -> Tensor:
        return self.run(*tasks)

    def set_rate(self, rate: float) -> None:
        """The learning rate of the steps to come; a captured step reads it from the GPU."""
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate


def rate_at(step: int, steps: int, peak: float = PEAK_RATE) -> float:
    """Linear warm-up, then a cosine to a tenth of the peak; steps count from 0."""
    if step < WARM_UP:
        return peak * (step + 1) / WARM_UP
    share = (step - WARM_UP) / max(1, steps - WARM_UP)
    return peak * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * share)))


def train(
    trainer: Trainer,
    shape: tuple[int, int, int],
    steps: int,
    seed: int = 1,
    hear: Hearer = lambda losses: None,
    peak: float = PEAK_RATE,
) -> list[float]:
    """The loss before each step, on new tasks of `shape` (B, M, N) each time, the same for every row.

    Ends with the first loss that is not finite. `hear` gets the losses so far every HEARD steps.
    """
    losses = []
    fresh = []
    for step in range(steps):
        trainer.set_rate(rate_at(step, steps, peak))
        tasks = draw_tasks(*shape, seed=seed * 1_000_003 + step, device=trainer.device)
        fresh.append(trainer(tasks))
        if len(fresh) < HEARD and step + 1 < steps:
            continue
        for loss in torch.stack(fresh).tolist():
            losses.append(loss)
            if not math.isfinite(loss):
                hear(losses)
                return losses
        fresh.clear()
        hear(losses)
    return losses
