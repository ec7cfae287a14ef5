import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(64, 128, 1, bias=False)
    def forward(self, x):
        return self.conv(x)

def get_inputs():
    return [torch.randn(4, 64, 16, 40, 40)]

def get_init_inputs():
    return []
