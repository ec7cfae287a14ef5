import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Convolution, softmax over the channels, max pooling."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(4, 12, kernel_size=3)

    def forward(self, x):
        p = F.softmax(self.conv(x), dim=1)
        return F.max_pool3d(p, 2)


def get_inputs():
    return [torch.randn(8, 4, 26, 66, 66)]


def get_init_inputs():
    return []
