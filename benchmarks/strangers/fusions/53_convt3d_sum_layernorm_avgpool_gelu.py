import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt3d sum layernorm avgpool gelu."""
    def __init__(self, in_channels, out_channels, kernel_size, stride, sum_weight, norm_shape, pool):
        super().__init__()
        self.ct = nn.ConvTranspose3d(in_channels, out_channels, kernel_size, stride=stride)
        self.sum_weight = nn.Parameter(torch.tensor(sum_weight))
        self.norm = nn.LayerNorm(norm_shape)
        self.pool = nn.AvgPool3d(pool)
        self.gelu = nn.GELU()

    def forward(self, x):
        x = self.ct(x) + self.sum_weight
        x = self.norm(x)
        x = self.pool(x)
        return self.gelu(x)


def get_inputs():
    return [torch.randn(8, 20, 10, 20, 24)]


def get_init_inputs():
    # width after the layer: 24 * 2 = 48
    return [20, 28, 2, 2, 0.6, (48,), (2, 2, 2)]
