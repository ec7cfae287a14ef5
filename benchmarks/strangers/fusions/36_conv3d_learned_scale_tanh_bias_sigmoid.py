import torch
import torch.nn as nn

SHAPE = (12, 4, 20, 52, 52)

class Model(nn.Module):
    """Conv3d learned scale tanh bias sigmoid."""
    def __init__(self, cin, cout, k, param_shape):
        super().__init__()
        self.conv = nn.Conv3d(cin, cout, k)
        self.scale = nn.Parameter(torch.rand(param_shape) + 0.5)
        self.mult = nn.Parameter(torch.randn(param_shape))

    def forward(self, x):
        v = torch.tanh(self.conv(x) * self.scale)
        return torch.sigmoid(v * self.mult)

def get_inputs():
    return [torch.randn(SHAPE)]

def get_init_inputs():
    return [4, 24, 3, (24, 1, 1, 1)]
