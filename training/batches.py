"""A micro-batch, and how many of them make a step.

Dimension key: B batch, T time.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

IGNORE = -100  # target of a position that carries no loss: F.cross_entropy's own default
PARTS = 8  # numbers of targets on a GPU are rounded up to so many parts of a batch: few shapes to capture


def sent(tensor: Tensor, device: torch.device) -> Tensor:
    """A tensor on `device`; from pinned memory, so that the host does not wait for a GPU."""
    if device.type == "cuda" and not tensor.is_cuda:
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)


class SentBatch(NamedTuple):
    """A micro-batch on its device. Where N is rounded up, the last places are 0 and the targets IGNORE."""

    inputs_BT: Tensor
    places_N: Tensor | None  # of the positions with a target, in the flattened batch; None: all
    targets_N: Tensor
    bounds_2BT: Tensor | None


@dataclass(frozen=True)
class Batch:
    """Inputs and targets (B, T), int64; a target is the token that follows its input, or IGNORE."""

    inputs_BT: Tensor
    targets_BT: Tensor
    n_targets: int  # positions with a target: the host knows, so that it need not wait for a GPU
    n_padding: int = 0  # inputs that are no tokens
    bounds_2BT: Tensor | None = None  # `kernels.document_bounds` of packed rows; None: a row is a document

    @property
    def n_tokens(self) -> int:
        """Inputs that are tokens."""
        return self.inputs_BT.numel() - self.n_padding

    @property
    def is_dense(self) -> bool:
        """Whether every position has a target."""
        return self.n_targets == self.targets_BT.numel()

    def on(self, device: torch.device) -> SentBatch:
        """The batch on a device."""
        targets_N, places_N = self.targets_BT.flatten(), None
        if not self.is_dense:
            # found on the CPU, where the targets come from: on a GPU the host would wait for the result
            places_N = (targets_N != IGNORE).nonzero().squeeze(1)
            part = math.ceil(len(targets_N) / PARTS) if device.type == "cuda" else 1
            padding = (0, -len(places_N) % part)
            targets_N = F.pad(targets_N[places_N], padding, value=IGNORE)
            places_N = sent(F.pad(places_N, padding), device)
        bounds_2BT = None if self.bounds_2BT is None else sent(self.bounds_2BT, device)
        return SentBatch(sent(self.inputs_BT, device), places_N, sent(targets_N, device), bounds_2BT)


@dataclass(frozen=True)
class Batching:
    """How training data is cut into steps."""

    batch_size: int  # sequences of a micro-batch; packed, on average
    accumulation: int  # micro-batches of a step
    seed: int
    packing: bool = False  # pairs packed into rows of fixed length


def epoch_generator(seed: int, epoch: int) -> torch.Generator:
    """The random numbers that an epoch's order is drawn from, the same wherever a run resumes."""
    return torch.Generator().manual_seed((seed * 100_003 + epoch) % 2**64)  # what PyTorch takes


def perplexity(loss: float) -> float:
    """e to the loss, which a model that has diverged does not overflow."""
    return math.exp(min(loss, 50))
