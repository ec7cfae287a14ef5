import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv3d maxpool logsumexp mish."""
    def __init__(self, ic, oc, ks, minus):
        super().__init__()
        self.conv = nn.Conv3d(ic, oc, ks, stride=1, padding=1)
        self.pool = nn.MaxPool3d(kernel_size=2, stride=2)
        self.minus = minus

    def forward(self, x):
        x = self.pool(self.conv(x))
        x = torch.logsumexp(x, dim=1, keepdim=True)
        x = F.mish(x - self.minus)
        return x


def get_inputs():
    return [torch.randn(8, 7, 24, 64, 64)]


def get_init_inputs():
    return [7, 34, 3, 3.2]
