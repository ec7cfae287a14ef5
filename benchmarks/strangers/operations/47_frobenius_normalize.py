import torch
import torch.nn as nn

class Model(nn.Module):
    """Frobenius normalize."""
    def __init__(self):
        super(Model, self).__init__()

    def forward(self, x):
        # the norm is over the whole tensor
        n = torch.norm(x, p="fro")
        return x / n

def get_inputs():
    return [torch.randn(44, 60, 140, 150)]

def get_init_inputs():
    return []
