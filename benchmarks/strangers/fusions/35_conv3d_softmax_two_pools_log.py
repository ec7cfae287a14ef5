import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv3d softmax two pools log."""
    def __init__(self, in_channels, out_channels, kernel_size):
        super(Model, self).__init__()
        self.conv = nn.Conv3d(in_channels, out_channels, kernel_size)

    def forward(self, x):
        x = F.softmax(self.conv(x), dim=1)
        x = F.max_pool3d(x, kernel_size=2)
        x = F.avg_pool3d(x, kernel_size=(1, 2, 2))
        return torch.log(x)


def get_inputs():
    return [torch.rand(16, 3, 22, 50, 50)]


def get_init_inputs():
    return [3, 18, 3]
