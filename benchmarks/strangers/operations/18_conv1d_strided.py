import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv1d strided."""
    def __init__(self, in_ch: int, out_ch: int, k: int, stride: int, padding: int):
        super().__init__()
        self.conv = nn.Conv1d(in_ch, out_ch, k, stride=stride, padding=padding)

    def forward(self, signal: torch.Tensor) -> torch.Tensor:
        return self.conv(signal)


def get_inputs():
    return [torch.randn(20, 72, 24000)]


def get_init_inputs():
    return [72, 144, 7, 3, 2]
