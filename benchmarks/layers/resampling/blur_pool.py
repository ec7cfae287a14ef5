import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    """Anti-aliased downsampling (Zhang 2019, arXiv:1904.11486).

    y_ij = (x * b)_{2i, 2j}, b binomial, channel by channel.
    """

    def __init__(self, channels):
        super().__init__()
        row = torch.tensor([1.0, 3.0, 3.0, 1.0]) / 8
        self.register_buffer("blur", torch.outer(row, row).expand(channels, 1, 4, 4).clone())

    def forward(self, x):
        x = F.pad(x, (1, 2, 1, 2), mode="reflect")
        return F.conv2d(x, self.blur, stride=2, groups=x.shape[1])


def get_inputs():
    return [torch.randn(3, 23, 36, 40)]


def get_init_inputs():
    return [23]
