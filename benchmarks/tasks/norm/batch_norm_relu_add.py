import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """The tail of a residual block, at inference."""

    def __init__(self, planes):
        super().__init__()
        self.bn = nn.BatchNorm2d(planes)
        self.eval()

    def forward(self, out, identity):
        return F.relu(self.bn(out) + identity, inplace=True)


def get_inputs():
    return [torch.randn(32, 256, 56, 56), torch.randn(32, 256, 56, 56)]


def get_init_inputs():
    return [256]
