from dataclasses import dataclass

import torch


@dataclass
class Moments:
    centre: torch.Tensor
    spread: torch.Tensor | None = None
    count: int = 0
    name: str = "samples"


def moments(samples):
    """Returns a dataclass beside a tensor."""
    return samples * 2, Moments(samples.mean(0), samples.std(0), samples.shape[0])


def get_inputs():
    return [torch.randn(19, 6)]
