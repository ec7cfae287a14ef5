import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv2d maxpool gn hardtanh mean."""
    def __init__(self, cin, cout, k, num_groups, low, high):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, k)
        self.gn = nn.GroupNorm(num_groups, cout)
        self.low, self.high = low, high

    def forward(self, x):
        x = F.max_pool2d(self.conv(x), kernel_size=3, stride=2, padding=1)
        x = F.hardtanh(self.gn(x), self.low, self.high)
        return x.mean(1, keepdim=True)


def get_inputs():
    return [torch.randn(24, 15, 110, 110)]


def get_init_inputs():
    return [15, 60, 3, 12, -0.3, 1.2]
