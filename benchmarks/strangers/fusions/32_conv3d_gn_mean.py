import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv3d gn mean."""
    def __init__(self, ci, co, k, g):
        super().__init__()
        self.conv = nn.Conv3d(ci, co, k)
        self.norm = nn.GroupNorm(g, co)

    def forward(self, x):
        y = self.norm(self.conv(x))
        y = torch.sigmoid(y) * y
        return y.mean(dim=[2, 3, 4])


def get_inputs():
    return [torch.randn(24, 4, 18, 40, 40)]


def get_init_inputs():
    return [4, 30, 3, 6]
