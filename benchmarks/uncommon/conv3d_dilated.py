import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv3d(cin, cout, kernel_size=3, padding=(2, 1, 2), dilation=(2, 1, 2))
    def forward(self, x):
        return self.conv(x)

def get_inputs():
    return [torch.randn(4, 16, 20, 48, 52)]

def get_init_inputs():
    return [16, 32]
