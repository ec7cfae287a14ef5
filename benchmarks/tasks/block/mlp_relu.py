import torch
import torch.nn as nn


class Model(nn.Module):
    """Three linear layers."""

    def __init__(self, sizes):
        super().__init__()
        layers = []
        for a, b in zip(sizes[:-2], sizes[1:-1]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        self.mlp = nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))

    def forward(self, x):
        return self.mlp(x)


def get_inputs():
    return [torch.randn(16384, 512)]


def get_init_inputs():
    return [[512, 1024, 256, 10]]
