import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Leaky ReLU whose negative slope is given at construction."""

    def __init__(self, slope: float = 0.07):
        super().__init__()
        self.slope = slope

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.leaky_relu(x, negative_slope=self.slope)


def get_inputs():
    return [torch.randn(48, 160, 100, 120)]


def get_init_inputs():
    return [0.07]
