import torch
import torch.nn as nn


class Model(nn.Module):
    """ECA: a 1-D convolution over the channel means."""

    def __init__(self, k):
        super().__init__()
        self.conv = nn.Conv1d(1, 1, k, padding=k // 2, bias=False)

    def forward(self, x):
        y = x.mean((2, 3)).unsqueeze(1)
        y = torch.sigmoid(self.conv(y)).squeeze(1)
        return x * y[:, :, None, None]


def get_inputs():
    return [torch.randn(32, 128, 64, 64)]


def get_init_inputs():
    return [5]
