import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.ln = nn.LayerNorm(width, eps=eps)

    def forward(self, x):
        return self.ln(x)


def get_inputs():
    return [torch.randn(32, 1024, 768)]


def get_init_inputs():
    return [768, 1e-6]
