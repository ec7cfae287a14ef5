import torch
import torch.nn as nn


class Model(nn.Module):
    """Primer's activation; dropout does nothing at inference."""

    def __init__(self, d, f):
        super().__init__()
        self.up = nn.Linear(d, f)
        self.drop = nn.Dropout(0.1)
        self.eval()

    def forward(self, x):
        return self.drop(torch.relu(self.up(x)) ** 2)


def get_inputs():
    return [torch.randn(8, 1024, 1024)]


def get_init_inputs():
    return [1024, 4096]
