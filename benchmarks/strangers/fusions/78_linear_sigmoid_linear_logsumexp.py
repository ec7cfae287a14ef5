import torch
import torch.nn as nn


class Model(nn.Module):
    """Linear sigmoid linear logsumexp."""
    def __init__(self, d0, d1, d2):
        super(Model, self).__init__()
        self.first = nn.Linear(d0, d1)
        self.second = nn.Linear(d1, d2)

    def forward(self, x):
        x = torch.sigmoid(self.first(x))
        x = 8.0 * self.second(x)
        return torch.logsumexp(x, dim=1)


def get_inputs():
    return [torch.randn(2048, 1100)]


def get_init_inputs():
    return [1100, 2200, 900]
