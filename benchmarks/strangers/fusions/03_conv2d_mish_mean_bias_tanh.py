import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """
    Convolution -> Mish -> mean over H and W (kept) -> bias -> tanh.

    Args:
        in_channels: channels of the input image
        out_channels: channels after the convolution
        kernel_size: side of the square filter
        bias_shape: shape of the learned bias
    """

    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, bias_shape: tuple):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.bias = nn.Parameter(torch.randn(bias_shape))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.mish(self.conv(x))
        x = torch.mean(x, dim=(2, 3), keepdim=True)
        x = x + self.bias
        return torch.tanh(x)


def get_inputs():
    return [torch.randn(24, 16, 120, 88)]


def get_init_inputs():
    return [16, 72, 3, (72, 1, 1)]
