import torch, torch.nn as nn

class Model(nn.Module):
    """Rmsnorm by hand."""
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.eps = eps
    def forward(self, x):
        ms = x.pow(2).mean(-1, keepdim=True)
        return x * torch.rsqrt(ms + self.eps) * self.gain

def get_inputs():
    return [torch.randn(12, 2048, 2880)]

def get_init_inputs():
    return [2880]
