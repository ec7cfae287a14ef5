import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Conv3d anisotropic relu globalmax linear."""
    def __init__(self, cin, cout, ksize, stride, n_out):
        super().__init__()
        self.conv = nn.Conv3d(cin, cout, ksize, stride=stride)
        self.out = nn.Linear(cout, n_out)

    def forward(self, x):
        x = F.leaky_relu(self.conv(x))
        x = torch.amax(x, (2, 3, 4))
        return self.out(x)


def get_inputs():
    return [torch.randn(8, 3, 24, 112, 112)]


def get_init_inputs():
    return [3, 40, (3, 5, 5), (1, 2, 2), 101]
