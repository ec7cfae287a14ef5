import torch
import torch.nn as nn


class Model(nn.Module):
    """Dense 3-D convolution with a cubic kernel over a cubic volume.

    Parameters
    ----------
    in_channels, out_channels : int
    kernel_size : int
    stride, padding : int
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0):
        super().__init__()
        self.conv3d = nn.Conv3d(in_channels, out_channels, kernel_size, stride=stride, padding=padding)

    def forward(self, volume):
        return self.conv3d(volume)


def get_inputs():
    return [torch.randn(6, 20, 56, 56, 56)]


def get_init_inputs():
    return [20, 44, 3, 1, 1]
