"""A micro-batch, and how many of them make a step.

Dimension key: B batch, T time.
"""

import math
from dataclasses import dataclass

from torch import Tensor

IGNORE = -100  # target of a position that carries no loss: F.cross_entropy's own default


@dataclass(frozen=True)
class Batch:
    """Inputs and targets (B, T), int64; a target is the token that follows its input, or IGNORE."""

    inputs_BT: Tensor
    targets_BT: Tensor
    n_targets: int  # positions with a target: the host knows, so that it need not wait for a GPU

    @property
    def is_dense(self) -> bool:
        """Whether every position has a target."""
        return self.n_targets == self.targets_BT.numel()


@dataclass(frozen=True)
class Batching:
    """How training data is cut into steps."""

    batch_size: int  # rows of a micro-batch
    accumulation: int  # micro-batches of a step
    seed: int


def perplexity(loss: float) -> float:
    """e to the loss, which a model that has diverged does not overflow."""
    return math.exp(min(loss, 50))
