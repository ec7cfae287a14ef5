import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.dw = nn.Conv2d(channels, channels, 5, 2, 2, groups=channels, bias=False)

    def forward(self, x):
        return self.dw(x)


def get_inputs():
    return [torch.randn(32, 96, 112, 112)]


def get_init_inputs():
    return [96]
