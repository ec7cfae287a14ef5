import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """y = relu(conv(x)) + x"""

    def __init__(self, ch):
        super().__init__()
        self.conv = nn.Conv2d(ch, ch, 3, padding=1)

    def forward(self, x):
        return F.relu(self.conv(x)) + x


def get_inputs():
    return [torch.randn(16, 64, 96, 96)]


def get_init_inputs():
    return [64]
