import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a layer norm."""

    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(1))
        self.ln = nn.LayerNorm(3)

    def forward(self, x, y1):
        z1 = (x - self.w1) * y1
        out2 = torch.floor(z1)
        z3 = torch.expm1(out2.clamp(max=2.0))
        h4 = self.ln(z3)
        v5 = torch.atan(h4)
        out6 = v5 + 0.7
        out7 = out6 - torch.sin(out6)
        return out7


def get_inputs():
    return [torch.randn(4, 3), torch.randn(4, 3)]


def get_init_inputs():
    return []
