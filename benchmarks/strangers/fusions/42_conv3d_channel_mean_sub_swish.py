import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv3d channel mean sub swish."""
    def __init__(self, in_channels, out_channels, kernel_size, p, factor):
        super().__init__()
        self.conv = nn.Conv3d(in_channels, out_channels, kernel_size, padding=kernel_size // 2)
        self.dropout = nn.Dropout3d(p)
        self.factor = factor
        self.eval()

    def forward(self, x):
        y = self.conv(x)
        y = y - y.mean(dim=1, keepdim=True)
        y = self.dropout(y * torch.sigmoid(y))
        return y / self.factor


def get_inputs():
    return [torch.randn(8, 6, 20, 48, 48)]


def get_init_inputs():
    return [6, 32, 3, 0.3, 0.5]
