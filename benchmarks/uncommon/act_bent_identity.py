import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x):
        return (torch.sqrt(torch.pow(x, 2) + 1.0) - 1.0) / 2.0 + x

def get_inputs():
    return [torch.randn(16, 16384)]

def get_init_inputs():
    return []
