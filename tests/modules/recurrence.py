import torch
from torch import nn


class Model(nn.Module):
    """A loop over time, its length taken from the input."""

    def __init__(self, inside, hidden):
        super().__init__()
        self.take = nn.Linear(inside, hidden)
        self.keep = nn.Linear(hidden, hidden, bias=False)

    def forward(self, sequence):
        h = torch.zeros(sequence.shape[0], self.keep.in_features, device=sequence.device)
        for t in range(sequence.shape[1]):
            h = torch.tanh(self.take(sequence[:, t]) + self.keep(h))
        return h


def get_inputs():
    return [torch.randn(5, 4, 6)]


def get_init_inputs():
    return [6, 11]
