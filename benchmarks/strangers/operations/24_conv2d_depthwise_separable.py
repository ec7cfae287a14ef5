import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv2d depthwise separable."""
    def __init__(self, cin, cout, ksize, stride=1, padding=0, dilation=1):
        super(Model, self).__init__()
        self.spatial = nn.Conv2d(cin, cin, ksize, stride=stride, padding=padding,
                                 dilation=dilation, groups=cin, bias=False)
        self.channel = nn.Conv2d(cin, cout, 1, bias=False)

    def forward(self, x):
        x = self.spatial(x)
        x = self.channel(x)
        return x


def get_inputs():
    return [torch.randn(12, 88, 200, 200)]


def get_init_inputs():
    return [88, 160, 3, 1, 2, 2]
