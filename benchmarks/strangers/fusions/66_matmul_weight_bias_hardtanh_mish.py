import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Matmul weight bias hardtanh mish."""
    def __init__(self, k, n, lo, hi):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(k, n) / math.sqrt(k))
        self.bias = nn.Parameter(torch.zeros(n).uniform_(-0.2, 0.2))
        self.lo, self.hi = lo, hi

    def forward(self, x):
        y = torch.matmul(x, self.weight) + self.bias
        y = F.hardtanh(y, min_val=self.lo, max_val=self.hi)
        y = F.mish(y)
        return y.sum(dim=-1)


def get_inputs():
    return [torch.randn(3000, 2000)]


def get_init_inputs():
    return [2000, 2400, -0.75, 2.0]
