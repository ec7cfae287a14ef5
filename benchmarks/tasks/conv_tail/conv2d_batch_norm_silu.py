import torch
import torch.nn as nn


class Model(nn.Module):
    """The Conv block of detectors."""

    def __init__(self, c1, c2, k=3, s=2):
        super().__init__()
        self.conv = nn.Conv2d(c1, c2, k, s, k // 2, bias=False)
        self.bn = nn.BatchNorm2d(c2, eps=0.001, momentum=0.03)
        self.act = nn.SiLU(inplace=True)

    def forward(self, x):
        return self.act(self.bn(self.conv(x)))


def get_inputs():
    return [torch.randn(16, 32, 160, 160)]


def get_init_inputs():
    return [32, 64]
