import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt3d mean softmax tanh scale."""
    def __init__(self, in_channels, out_channels, kernel_size, bias_shape, scaling_factor):
        super().__init__()
        self.up = nn.ConvTranspose3d(in_channels, out_channels, kernel_size, padding=1)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.scaling_factor = scaling_factor

    def forward(self, x):
        x = self.up(x).mean(dim=2, keepdim=True)
        x = torch.softmax(x + self.bias, dim=1)
        return torch.tanh(x) * self.scaling_factor


def get_inputs():
    return [torch.randn(12, 10, 24, 40, 40)]


def get_init_inputs():
    return [10, 30, 3, (30, 1, 1, 1), 2.0]
