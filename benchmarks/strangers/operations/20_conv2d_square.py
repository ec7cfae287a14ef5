import torch
import torch.nn as nn


class Model(nn.Module):
    """Square input, square kernel, padding keeping the resolution."""

    def __init__(self, cin, cout, k, padding):
        super().__init__()
        self.conv2d = nn.Conv2d(cin, cout, k, padding=padding)

    def forward(self, img):
        return self.conv2d(img)


def get_inputs():
    return [torch.randn(24, 48, 176, 176)]


def get_init_inputs():
    return [48, 80, 3, 1]
