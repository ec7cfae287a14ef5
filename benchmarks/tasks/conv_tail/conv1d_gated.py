import torch
import torch.nn as nn


class Model(nn.Module):
    """Gated convolution: one convolution, its two halves multiplied."""

    def __init__(self, c, k):
        super().__init__()
        self.conv = nn.Conv1d(c, 2 * c, k, padding=k // 2)

    def forward(self, x):
        a, g = self.conv(x).chunk(2, dim=1)
        return torch.tanh(a) * torch.sigmoid(g)


def get_inputs():
    return [torch.randn(16, 64, 8192)]


def get_init_inputs():
    return [64, 3]
