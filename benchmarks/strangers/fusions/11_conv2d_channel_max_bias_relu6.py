import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv2d channel max bias relu6."""
    def __init__(self, in_channels, out_channels, kernel_size):
        super(Model, self).__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.act = nn.ReLU6()
        self.b = nn.Parameter(torch.full((1,), -1.0))

    def forward(self, x):
        x = self.act(self.conv(x))
        x = torch.max(x, dim=1, keepdim=True)[0]
        x = x + self.b
        return torch.sigmoid(x)


batch_size = 40
in_channels = 10
out_channels = 66
H = W = 84
kernel_size = 3

def get_inputs():
    return [torch.randn(batch_size, in_channels, H, W)]

def get_init_inputs():
    return [in_channels, out_channels, kernel_size]
