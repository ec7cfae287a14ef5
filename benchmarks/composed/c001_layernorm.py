import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a layer norm."""

    def __init__(self):
        super().__init__()
        self.ln = nn.LayerNorm(48)

    def forward(self, x, other1, y2):
        t1 = torch.sigmoid(other1) * x + (1 - torch.sigmoid(other1)) * y2
        out2 = self.ln(t1)
        h3 = (out2 - other1).abs()
        v4 = torch.where(h3 > 0, h3, 0.25 * h3)
        return v4


def get_inputs():
    return [torch.randn(5, 48), torch.randn(5, 1), torch.randn(5, 48)]


def get_init_inputs():
    return []
