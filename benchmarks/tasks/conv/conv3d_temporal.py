import torch
import torch.nn as nn


class Model(nn.Module):
    """(2+1)D: the temporal half."""

    def __init__(self, c):
        super().__init__()
        self.temporal = nn.Conv3d(c, c, kernel_size=(3, 1, 1), padding=(1, 0, 0))

    def forward(self, clip):
        return self.temporal(clip)


def get_inputs():
    return [torch.randn(8, 32, 16, 56, 56)]


def get_init_inputs():
    return [32]
