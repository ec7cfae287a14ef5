import torch
import torch.nn as nn


class Model(nn.Module):
    """The darkest channel, squashed twice."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(8, 40, 3)

    def forward(self, x):
        x = torch.amin(self.conv(x), dim=1, keepdim=True)
        return torch.tanh(torch.tanh(x))


def get_inputs():
    return [torch.randn(32, 8, 160, 160)]


def get_init_inputs():
    return []
