import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Conv2d min channel softmax w."""
    def __init__(self, in_channels, out_channels, kernel_size, scale):
        super(Model, self).__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.scale = scale

    def forward(self, x):
        x = self.conv(x)
        x = torch.min(x, dim=1, keepdim=True).values
        x = torch.squeeze(x, 1)
        x = F.softmax(x, dim=-1)
        x = x * self.scale
        return x

def get_inputs():
    return [torch.randn(56, 7, 114, 126)]

def get_init_inputs():
    return [7, 38, 3, 100.0]
