import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(256, 256, kernel_size=31, stride=2, padding=15, groups=256, bias=False)
    def forward(self, x):
        return self.conv(x)

def get_inputs():
    return [torch.randn(16, 256, 3001)]

def get_init_inputs():
    return []
