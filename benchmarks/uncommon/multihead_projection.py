import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, heads, d):
        super().__init__()
        self.w = nn.Parameter(torch.randn(heads, d, d) * d ** -0.5)
    def forward(self, x):
        return torch.einsum("bnhd,hde->bnhe", x, self.w)

def get_inputs():
    return [torch.randn(16, 512, 8, 64)]

def get_init_inputs():
    return [8, 64]
