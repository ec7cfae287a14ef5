import torch
import torch.nn as nn


class Model(nn.Module):
    """Maxpool3d."""
    def __init__(self, kernel_size: int, stride: int, padding: int, dilation: int):
        super().__init__()
        self.maxpool = nn.MaxPool3d(
            kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation
        )

    def forward(self, voxels: torch.Tensor) -> torch.Tensor:
        return self.maxpool(voxels)


def get_inputs():
    return [torch.randn(10, 24, 72, 76, 80)]


def get_init_inputs():
    return [3, 2, 1, 2]
