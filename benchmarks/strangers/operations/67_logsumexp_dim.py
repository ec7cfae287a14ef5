import torch
import torch.nn as nn


class Model(nn.Module):
    """Logsumexp dim."""
    def __init__(self, dim: int, keepdim: bool):
        super().__init__()
        self.dim = dim
        self.keepdim = keepdim

    def forward(self, logits: torch.Tensor) -> torch.Tensor:
        return torch.logsumexp(logits, dim=self.dim, keepdim=self.keepdim)


def get_inputs():
    return [6.0 * torch.randn(3500, 24000)]


def get_init_inputs():
    return [1, False]
