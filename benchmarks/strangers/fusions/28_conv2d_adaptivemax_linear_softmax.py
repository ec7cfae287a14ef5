import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv2d adaptivemax linear softmax."""
    def __init__(self, in_channels: int, mid: int, n_classes: int, kernel_size: int):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, mid, kernel_size, stride=2, padding=3)
        self.gmp = nn.AdaptiveMaxPool2d((1, 1))
        self.cls = nn.Linear(mid, n_classes)

    def forward(self, x):
        x = F.relu(self.conv(x))
        x = self.gmp(x).flatten(1)
        return torch.softmax(self.cls(x), dim=-1)


def get_inputs():
    return [torch.rand(48, 3, 200, 200)]


def get_init_inputs():
    return [3, 80, 37, 7]
