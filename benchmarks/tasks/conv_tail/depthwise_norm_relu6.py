import torch
import torch.nn as nn


class Model(nn.Module):
    """The depthwise step of MobileNet at inference."""

    def __init__(self, c):
        super().__init__()
        self.dw = nn.Conv2d(c, c, 3, padding=1, groups=c, bias=False)
        self.bn = nn.BatchNorm2d(c)
        self.act = nn.ReLU6()
        self.train(False)

    def forward(self, x):
        return self.act(self.bn(self.dw(x)))


def get_inputs():
    return [torch.randn(32, 144, 56, 56)]


def get_init_inputs():
    return [144]
