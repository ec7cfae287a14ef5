import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, pieces):
        super().__init__()
        self.pieces = pieces
    def forward(self, x):
        n, c = x.shape
        return x.view(n, c // self.pieces, self.pieces).max(dim=2)[0]

def get_inputs():
    return [torch.randn(4096, 4096)]

def get_init_inputs():
    return [4]
