import torch
import torch.nn as nn

class Model(nn.Module):
    """Swish by hand."""
    def __init__(self, beta):
        super().__init__()
        self.beta = beta

    def forward(self, z):
        """Swish with a fixed temperature."""
        return z * torch.sigmoid(self.beta * z)

def get_inputs():
    return [torch.randn(2400, 40001)]

def get_init_inputs():
    return [1.35]
