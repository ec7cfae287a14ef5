import torch
import torch.nn as nn

class Model(nn.Module):
    """Conv3d div maxpool globalavg bias sum."""
    def __init__(self, in_channels, out_channels, kernel_size, divisor, pool_size, bias_shape, sum_dim):
        super().__init__()
        self.conv = nn.Conv3d(in_channels, out_channels, kernel_size, padding=1)
        self.divisor = divisor
        self.max_pool = nn.MaxPool3d(pool_size)
        self.gap = nn.AdaptiveAvgPool3d((1, 1, 1))
        self.bias = nn.Parameter(torch.randn(bias_shape) * 0.2)
        self.sum_dim = sum_dim

    def forward(self, x):
        x = self.max_pool(self.conv(x) / self.divisor)
        x = self.gap(x)
        x = torch.tanh(x + self.bias)
        return torch.sum(x, dim=self.sum_dim)

def get_inputs():
    return [torch.randn(20, 6, 20, 44, 44)]

def get_init_inputs():
    return [6, 26, 3, 1.5, 2, (26, 1, 1, 1), 1]
