import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """x + W2 gelu(W1 norm(x))"""

    def __init__(self, d, f):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up = nn.Linear(d, f)
        self.down = nn.Linear(f, d)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


def get_inputs():
    return [torch.randn(8, 1024, 768)]


def get_init_inputs():
    return [768, 3072]
