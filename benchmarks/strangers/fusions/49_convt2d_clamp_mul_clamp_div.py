import torch
import torch.nn as nn

class Model(nn.Module):
    """Convt2d clamp mul clamp div."""
    def __init__(self, cin, cout, k, s, p, bias_shape, scale):
        super().__init__()
        self.net = nn.ConvTranspose2d(cin, cout, k, stride=s, padding=p)
        self.bias = nn.Parameter(torch.randn(bias_shape) * 0.5)
        self.scale = scale

    def forward(self, x):
        x = self.net(x) + self.bias
        x = torch.clamp(x, min=-0.8, max=0.8)
        x = x * self.scale
        x = torch.clamp(x, min=-1.0, max=1.1)
        return x / self.scale

def get_inputs():
    return [torch.rand(26, 34, 40, 40)]

def get_init_inputs():
    return [34, 20, 5, 3, 2, (20, 1, 1), 1.5]
