import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Convt3d softmax sub swish max."""
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, stride: int, padding: int,
                 output_padding: int, bias_shape: tuple) -> None:
        super().__init__()
        self.conv_transpose = nn.ConvTranspose3d(
            in_channels, out_channels, kernel_size,
            stride=stride, padding=padding, output_padding=output_padding,
        )
        self.sub = nn.Parameter(torch.randn(bias_shape) * 0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p = F.softmax(self.conv_transpose(x), dim=1)
        p = p - self.sub
        p = p * torch.sigmoid(p)
        return torch.max(p, dim=1)[0]


def get_inputs():
    return [torch.randn(10, 12, 10, 20, 20)]


def get_init_inputs():
    return [12, 18, 3, 2, 1, 1, (18, 1, 1, 1)]
