import torch
import torch.nn as nn
import torch.nn.functional as F

SHAPE = (16, 72, 256, 288)


class Model(nn.Module):
    """Mish."""
    def __init__(self):
        super().__init__()

    def forward(self, x):
        # x * tanh(ln(1 + e^x))
        return x * torch.tanh(F.softplus(x))


def get_inputs():
    return [torch.randn(*SHAPE) * 3.0]


def get_init_inputs():
    return []
