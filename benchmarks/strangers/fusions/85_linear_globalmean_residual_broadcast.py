import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """The reduced value is broadcast onto the original input."""

    def __init__(self, in_features, out_features):
        super().__init__()
        self.gemm = nn.Linear(in_features, out_features)
        self.subtract = nn.Parameter(torch.randn(out_features))

    def forward(self, x):
        original = x.clone().detach()
        h = self.gemm(x) - self.subtract
        h = torch.mean(F.relu(h), dim=1, keepdim=True)
        h = F.gelu(h)
        return h + original


def get_inputs():
    return [torch.randn(1800, 3100)]


def get_init_inputs():
    return [3100, 2900]
