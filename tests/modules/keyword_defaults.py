import torch


def squash(x, *, low: float = -0.7, high: float = 0.9, soft: bool = True):
    """Keywords that keep their defaults, one of which chooses a branch."""
    middle, half = (low + high) / 2, (high - low) / 2
    return middle + half * torch.tanh(x / half) if soft else x.clamp(low, high)


def get_inputs():
    return [torch.randn(15, 8)]
