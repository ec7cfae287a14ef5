import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, b):
        super().__init__()
        self.b = b
    def forward(self, x):
        return (x + torch.sqrt(x * x + self.b)) / 2

def get_inputs():
    return [torch.randn(64, 512, 30, 30)]

def get_init_inputs():
    return [4.0]
