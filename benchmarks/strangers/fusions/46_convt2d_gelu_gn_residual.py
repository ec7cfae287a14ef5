import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Convt2d gelu gn residual."""
    def __init__(self, channels, k, groups):
        super().__init__()
        self.ct = nn.ConvTranspose2d(channels, channels, k, padding=k // 2)
        self.norm = nn.GroupNorm(num_groups=groups, num_channels=channels)

    def forward(self, x):
        return self.norm(x + F.gelu(self.ct(x)))

def get_inputs():
    return [torch.randn(16, 60, 72, 72)]

def get_init_inputs():
    return [60, 3, 5]
