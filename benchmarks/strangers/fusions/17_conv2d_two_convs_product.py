import torch
import torch.nn as nn

class Model(nn.Module):
    """Conv2d two convs product."""
    def __init__(self, in_channels, out_channels, kernel_size, bias_shape):
        super().__init__()
        self.left = nn.Conv2d(in_channels, out_channels, kernel_size, padding=1)
        self.right = nn.Conv2d(in_channels, out_channels, kernel_size, padding=1)
        self.bias = nn.Parameter(torch.randn(*bias_shape) * 0.3)

    def forward(self, x):
        return torch.relu(self.left(x) * self.right(x) + self.bias)

def get_inputs():
    return [torch.randn(16, 22, 90, 90)]

def get_init_inputs():
    return [22, 50, 3, (50, 1, 1)]
