import torch, torch.nn as nn

class Model(nn.Module):
    """Selu."""
    def forward(self, x):
        return torch.selu(x)

def get_inputs():
    return [torch.randn(7777, 9999)]

def get_init_inputs():
    return []
