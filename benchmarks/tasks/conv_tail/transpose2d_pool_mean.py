import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Up, pooled down, clipped, averaged over the image."""

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(24, 24, 3, stride=1, padding=1)

    def forward(self, x):
        x = F.max_pool2d(self.up(x), 2)
        x = F.hardtanh(x, -1.0, 1.0)
        return torch.tanh(x.mean(dim=(2, 3), keepdim=True))


def get_inputs():
    return [torch.randn(32, 24, 96, 96)]


def get_init_inputs():
    return []
