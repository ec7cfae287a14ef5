import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Volume convolution with a stack of four activations and a final bias."""

    def __init__(self, in_channels, out_channels, kernel_size, bias_shape):
        super().__init__()
        self.conv = nn.Conv3d(in_channels, out_channels, kernel_size)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, x):
        x = self.conv(x)
        x = F.leaky_relu(x, negative_slope=0.3)
        x = F.elu(x)
        x = F.gelu(x)
        x = torch.sigmoid(x)
        return x + self.bias


def get_inputs():
    return [torch.randn(10, 5, 22, 46, 46)]


def get_init_inputs():
    return [5, 28, 3, (28, 1, 1, 1)]
