import torch
from torch import nn


class Model(nn.Module):
    """Counts its calls beside its work."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x - x.mean(dim=1, keepdim=True)


def get_inputs():
    return [torch.randn(5, 18)]
