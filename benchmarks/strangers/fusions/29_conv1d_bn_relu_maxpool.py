import torch
import torch.nn as nn


class Model(nn.Module):
    """Audio front-end block."""

    def __init__(self, in_channels, out_channels, kernel_size, stride, bias_shape):
        super().__init__()
        self.conv = nn.Conv1d(in_channels, out_channels, kernel_size, stride=stride)
        self.bn = nn.BatchNorm1d(out_channels)
        self.pool = nn.MaxPool1d(4)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, wav):
        h = torch.relu(self.bn(self.conv(wav)))
        return self.pool(h) + self.bias


def get_inputs():
    return [torch.randn(32, 2, 48000)]


def get_init_inputs():
    return [2, 64, 25, 3, (64, 1)]
