import torch
import torch.nn as nn


def swish(t):
    """Conv2d swish residual norm."""
    return t * torch.sigmoid(t)


class Model(nn.Module):
    """Conv2d swish residual norm."""
    def __init__(self, c_in, c_out, k, stride, groups):
        super().__init__()
        self.c = nn.Conv2d(c_in, c_out, k, stride=stride, padding=1)
        self.gn = nn.GroupNorm(groups, c_out)

    def forward(self, x):
        x = self.c(x)
        y = swish(x)
        z = x + y * x
        return self.gn(z)


def get_inputs():
    return [torch.randn(20, 24, 160, 160)]


def get_init_inputs():
    return [24, 64, 3, 2, 8]
