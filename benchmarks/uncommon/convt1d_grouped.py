import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.ConvTranspose1d(96, 48, kernel_size=10, stride=5, padding=3, output_padding=1, groups=3)
    def forward(self, x):
        return self.t(x)

def get_inputs():
    return [torch.randn(16, 96, 2000)]

def get_init_inputs():
    return []
