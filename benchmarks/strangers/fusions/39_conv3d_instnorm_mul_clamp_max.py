import torch
import torch.nn as nn

class Model(nn.Module):
    """Conv3d instnorm mul clamp max."""
    def __init__(self, in_channels, out_channels, kernel_size, w_shape, lo, hi):
        super().__init__()
        self.conv = nn.Conv3d(in_channels, out_channels, kernel_size)
        self.w = nn.Parameter(torch.randn(w_shape))
        self.norm = nn.InstanceNorm3d(out_channels)
        self.lo = lo
        self.hi = hi

    def forward(self, x):
        y = self.conv(x)
        y = y * self.w
        y = self.norm(y)
        y = y.clamp(self.lo, self.hi)
        y = y * self.w
        return y.amax(dim=1)

def get_inputs():
    return [torch.randn(16, 3, 18, 48, 40)]

def get_init_inputs():
    return [3, 22, 3, (22, 1, 1, 1), -0.9, 1.4]
