import torch
import torch.nn as nn

class Model(nn.Module):
    """Volumetric decoder step."""

    def __init__(self, cin, cout, k, s, p):
        super().__init__()
        self.ct = nn.ConvTranspose3d(cin, cout, k, stride=s, padding=p, bias=False)
        self.bn = nn.BatchNorm3d(cout)
        self.ap = nn.AvgPool3d(kernel_size=2)

    def forward(self, x):
        h = self.bn(self.ct(x))
        h = torch.sigmoid(h) * h
        return self.ap(h)

def get_inputs():
    return [torch.randn(6, 32, 12, 24, 24)]

def get_init_inputs():
    return [32, 20, 4, 2, 1]
