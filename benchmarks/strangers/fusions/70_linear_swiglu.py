import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """SwiGLU front half with a trailing layer norm."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        self.w_gate = nn.Linear(d_model, d_ff, bias=False)
        self.w_up = nn.Linear(d_model, d_ff, bias=False)
        self.ln = nn.LayerNorm(d_ff)

    def forward(self, x):
        return self.ln(F.silu(self.w_gate(x)) * self.w_up(x))


def get_inputs():
    return [torch.randn(4, 512, 1024)]


def get_init_inputs():
    return [1024, 2816]
