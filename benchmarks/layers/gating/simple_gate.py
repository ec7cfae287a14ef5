import torch
from torch import nn


class Model(nn.Module):
    """SimpleGate and simplified channel attention of NAFNet (Chen et al. 2022, arXiv:2204.04676).

    z = x1 * x2 of the two halves of the channels,  y = z * (W mean(z)).
    """

    def __init__(self, channels):
        super().__init__()
        self.attend = nn.Conv2d(channels, channels, kernel_size=1)

    def forward(self, x):
        a, b = torch.chunk(x, 2, dim=1)
        gated = a * b
        return gated * self.attend(gated.mean((2, 3), keepdim=True))


def get_inputs():
    return [torch.randn(4, 52, 23, 21)]


def get_init_inputs():
    return [26]
