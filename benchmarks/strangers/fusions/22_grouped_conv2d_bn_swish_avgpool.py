import torch
import torch.nn as nn


class LearnedSwish(nn.Module):
    """Grouped conv2d bn swish avgpool."""
    def __init__(self):
        super().__init__()
        self.beta = nn.Parameter(torch.tensor([1.3]))

    def forward(self, v):
        return v * torch.sigmoid(self.beta * v)


class Model(nn.Module):
    """Grouped conv2d bn swish avgpool."""
    def __init__(self, cin, cout, k, groups):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, k, padding=k // 2, groups=groups, bias=False)
        self.bn = nn.BatchNorm2d(cout, eps=1e-3)
        self.act = LearnedSwish()
        self.pool = nn.AvgPool2d(2)

    def forward(self, x):
        return self.pool(self.act(self.bn(self.conv(x))))


def get_inputs():
    return [torch.randn(14, 64, 98, 98)]


def get_init_inputs():
    return [64, 128, 3, 4]
