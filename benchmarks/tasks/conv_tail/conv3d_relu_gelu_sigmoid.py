import torch
import torch.nn as nn


class Model(nn.Module):
    """Three activations on a volume and a bias at the end."""

    def __init__(self, i, o):
        super().__init__()
        self.conv = nn.Conv3d(i, o, 3, padding=1)
        self.offset = nn.Parameter(torch.randn(o, 1, 1, 1))

    def forward(self, x):
        x = torch.relu(self.conv(x))
        x = nn.functional.gelu(x)
        return torch.sigmoid(x) + self.offset


def get_inputs():
    return [torch.randn(4, 8, 24, 64, 64)]


def get_init_inputs():
    return [8, 16]
