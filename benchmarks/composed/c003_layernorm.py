import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a layer norm."""

    def __init__(self):
        super().__init__()
        self.ln = nn.LayerNorm(8)
        self.beta1 = nn.Parameter(torch.randn(8))

    def forward(self, x):
        out1 = x - -1.0
        out2 = torch.sinc(out1)
        out3 = torch.hypot(out2, out1)
        u4 = self.ln(out3)
        z5 = u4 * out3
        v6 = torch.addcmul(z5, self.beta1, u4, value=0.333)
        t7 = F.selu(v6)
        return t7


def get_inputs():
    return [torch.randn(5, 2, 6, 8)]


def get_init_inputs():
    return []
