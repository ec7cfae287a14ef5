import torch
import torch.nn as nn


class Model(nn.Module):
    """LoRA: a frozen matrix plus a low-rank correction."""

    def __init__(self, d_in, d_out, r, alpha):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_out, d_in))
        self.A = nn.Parameter(torch.randn(r, d_in))
        self.B = nn.Parameter(torch.randn(d_out, r))
        self.scaling = alpha / r

    def forward(self, x):
        return x @ self.weight.T + (x @ self.A.T @ self.B.T) * self.scaling


def get_inputs():
    return [torch.randn(4096, 1024)]


def get_init_inputs():
    return [1024, 1024, 16, 32]
