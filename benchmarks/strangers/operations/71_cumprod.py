import torch, torch.nn as nn

class Model(nn.Module):
    """Cumprod."""
    def __init__(self, dim: int):
        super().__init__()
        self.dim = dim
    def forward(self, growth: torch.Tensor):
        return growth.cumprod(self.dim)

def get_inputs():
    return [1 + 0.004 * torch.randn(4000, 10000)]

def get_init_inputs():
    return [-1]
