import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Conv2d sum then max."""
    def __init__(self, a, b, k):
        super().__init__()
        self.conv = nn.Conv2d(a, b, k, bias=True)
        self.ln = nn.LayerNorm(b)

    def forward(self, x):
        x = F.gelu(self.conv(x), approximate="tanh")
        x = x.sum(dim=3)
        x = x.max(dim=2).values
        return self.ln(x)

def get_inputs():
    return [torch.randn(36, 9, 90, 122)]

def get_init_inputs():
    return [9, 60, 3]
