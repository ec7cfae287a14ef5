import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH = 12


class Model(nn.Module):
    """Convt3d scale bn globalavg."""
    def __init__(self, cin, cout, k, scale):
        super().__init__()
        self.convt = nn.ConvTranspose3d(cin, cout, k)
        self.scale = scale
        self.bn = nn.BatchNorm3d(cout)

    def forward(self, x):
        x = self.bn(self.convt(x) * self.scale)
        x = torch.tanh(x) + 0.1 * x
        x = F.adaptive_avg_pool3d(x, (1, 1, 1))
        return x.squeeze(-1).squeeze(-1).squeeze(-1)


def get_inputs():
    return [torch.randn(BATCH, 16, 16, 26, 26) + torch.randn(BATCH, 16, 1, 1, 1)]


def get_init_inputs():
    return [16, 36, 3, 2.5]
