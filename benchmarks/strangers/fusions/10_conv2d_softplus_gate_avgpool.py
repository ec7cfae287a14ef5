import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv2d softplus gate avgpool."""
    def __init__(self, in_ch, hidden, k, gain):
        super().__init__()
        self.conv = nn.Conv2d(in_ch, 2 * hidden, k, padding=k // 2)
        self.pool = nn.AvgPool2d(kernel_size=2, stride=2)
        self.gain = gain

    def forward(self, x):
        a, b = torch.chunk(self.conv(x), 2, dim=1)
        y = F.softplus(a) * torch.sigmoid(b)
        y = self.pool(y)
        return y.mul(self.gain)


def get_inputs():
    return [torch.randn(28, 14, 100, 100)]


def get_init_inputs():
    return [14, 36, 3, 0.333]
