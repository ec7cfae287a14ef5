import torch
import torch.nn as nn


class Model(nn.Module):
    """Convolution, hard swish, max pooling."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(16, 32, 3, padding=1), nn.Hardswish(), nn.MaxPool2d(2))

    def forward(self, x):
        return self.layers(x)


def get_inputs():
    return [torch.randn(32, 16, 128, 128)]


def get_init_inputs():
    return []
