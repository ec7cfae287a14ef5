import torch
import torch.nn as nn


class Model(nn.Module):
    """The same at inference, with fixed statistics."""

    def __init__(self, cin, cout):
        super().__init__()
        self.c = nn.Conv2d(cin, cout, (3, 3), padding=(1, 1))
        self.b = nn.BatchNorm2d(cout)
        self.eval()

    def forward(self, x):
        return torch.relu(self.b(self.c(x)))


def get_inputs():
    return [torch.randn(32, 48, 64, 64)]


def get_init_inputs():
    return [48, 96]
