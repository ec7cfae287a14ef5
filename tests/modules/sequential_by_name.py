from collections import OrderedDict

import torch
from torch import nn


class Model(nn.Module):
    """A Sequential with names, one of its parts called alone."""

    def __init__(self):
        super().__init__()
        parts = OrderedDict(widen=nn.Linear(9, 20), bend=nn.Softplus(), narrow=nn.Linear(20, 9))
        self.body = nn.Sequential(parts)

    def forward(self, x):
        return self.body(x) + self.body.bend(x)


def get_inputs():
    return [torch.randn(6, 9)]
