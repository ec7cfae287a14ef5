import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv2d reflect padding mode."""
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, padding: int, mode: str):
        super().__init__()
        self.conv = nn.Conv2d(
            in_channels, out_channels, kernel_size, padding=padding, padding_mode=mode
        )

    def forward(self, photo: torch.Tensor) -> torch.Tensor:
        return self.conv(photo)


def get_inputs():
    return [torch.rand(8, 24, 300, 260)]


def get_init_inputs():
    return [24, 56, 7, 3, "reflect"]
