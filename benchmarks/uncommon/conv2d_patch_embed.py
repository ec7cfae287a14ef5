import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, patch, width):
        super().__init__()
        self.proj = nn.Conv2d(3, width, kernel_size=patch, stride=patch)
    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2)

def get_inputs():
    return [torch.randn(64, 3, 224, 224)]

def get_init_inputs():
    return [16, 384]
