import torch
from torch import nn


class Model(nn.Module):
    """Returns a dictionary of heads."""

    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(11, 23)
        self.heads = nn.ModuleDict({"speed": nn.Linear(23, 2), "heading": nn.Linear(23, 5)})

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return {name: head(h) for name, head in self.heads.items()}


def get_inputs():
    return [torch.randn(7, 11)]
