import torch
import torch.nn as nn

class Model(nn.Module):
    """Min first dim."""
    def __init__(self, dim: int):
        super(Model, self).__init__()
        self.dim = dim

    def forward(self, x):
        return torch.amin(x, dim=self.dim)

def get_inputs():
    return [torch.rand(2000, 210, 190)]

def get_init_inputs():
    return [0]
