import torch
import torch.nn as nn
from typing import Tuple

N, C, H, W = 10, 40, 210, 330


class Model(nn.Module):
    """Conv2d asymmetric everything."""
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Tuple[int, int],
        stride: Tuple[int, int] = (1, 1),
        padding: Tuple[int, int] = (0, 0),
        dilation: Tuple[int, int] = (1, 1),
        bias: bool = True,
    ):
        super().__init__()
        self.op = nn.Conv2d(
            in_channels,
            out_channels,
            kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
            bias=bias,
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.op(x)


def get_inputs():
    return [torch.randn(N, C, H, W)]


def get_init_inputs():
    return [C, 96, (3, 7), (2, 1), (4, 1), (1, 3)]
