import torch
import torch.nn as nn

class Model(nn.Module):
    """Conv2d min const bias mul."""
    def __init__(self, in_channels, out_channels, kernel_size, ceiling, bias_shape, scaling_factor):
        super(Model, self).__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0)
        self.register_parameter("shift", nn.Parameter(torch.rand(bias_shape)))
        self.ceiling = ceiling
        self.scaling_factor = scaling_factor
        self.act = nn.Hardswish()

    def forward(self, x):
        out = self.conv(x)
        out = torch.clamp(out, max=self.ceiling)
        out = out - self.shift
        out = out * self.scaling_factor
        out = self.act(out)
        return out

def get_inputs():
    x = torch.randn(64, 3, 98, 98)
    return [x]

def get_init_inputs():
    return [3, 48, 3, 0.4, (48, 1, 1), 2.25]
