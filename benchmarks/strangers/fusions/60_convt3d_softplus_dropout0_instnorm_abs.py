import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Convt3d softplus dropout0 instnorm abs."""
    def __init__(self, ci, co, k, stride, p):
        super().__init__()
        self.ct = nn.ConvTranspose3d(ci, co, k, stride)
        self.drop = nn.Dropout(p)
        self.norm = nn.InstanceNorm3d(co)

    def forward(self, x):
        x = F.softplus(self.ct(x))
        x = self.norm(self.drop(x))
        return x.abs().sum(1)


def get_inputs():
    return [torch.randn(8, 16, 10, 18, 18)]


def get_init_inputs():
    return [16, 24, 3, 2, 0.0]
