import torch
import torch.nn as nn


class Model(nn.Module):
    """Depthwise, then pointwise."""

    def __init__(self, c_in, c_out):
        super().__init__()
        self.depth = nn.Conv2d(c_in, c_in, 3, padding=1, groups=c_in)
        self.point = nn.Conv2d(c_in, c_out, 1)

    def forward(self, x):
        return self.point(self.depth(x))


def get_inputs():
    return [torch.randn(16, 64, 112, 112)]


def get_init_inputs():
    return [64, 128]
