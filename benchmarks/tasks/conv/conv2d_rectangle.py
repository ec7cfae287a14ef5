import torch
import torch.nn as nn


class Model(nn.Module):
    """A kernel and an image that are not square."""

    def __init__(self, cin, cout, ksize):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, ksize, stride=(1, 2), padding=(1, 2), bias=False)

    def forward(self, x):
        return self.conv(x)


def get_inputs():
    return [torch.randn(16, 24, 128, 256)]


def get_init_inputs():
    return [24, 48, (3, 5)]
