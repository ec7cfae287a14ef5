import torch
import torch.nn as nn


class Model(nn.Module):
    """MobileNetV2: expand, depthwise, project, add."""

    def __init__(self, c, expand):
        super().__init__()
        h = c * expand
        self.conv = nn.Sequential(
            nn.Conv2d(c, h, 1, bias=False), nn.BatchNorm2d(h), nn.ReLU6(inplace=True),
            nn.Conv2d(h, h, 3, 1, 1, groups=h, bias=False), nn.BatchNorm2d(h), nn.ReLU6(inplace=True),
            nn.Conv2d(h, c, 1, bias=False), nn.BatchNorm2d(c),
        )
        self.eval()

    def forward(self, x):
        return x + self.conv(x)


def get_inputs():
    return [torch.randn(64, 24, 112, 112)]


def get_init_inputs():
    return [24, 6]
