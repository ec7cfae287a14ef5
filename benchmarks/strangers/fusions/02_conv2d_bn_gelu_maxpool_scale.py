import torch
from torch import nn
import torch.nn.functional as F

N, CI, CO, H, W = 32, 6, 40, 128, 128


class Model(nn.Module):
    """Conv2d bn gelu maxpool scale."""
    def __init__(self, cin, cout, ksize, pool):
        super(Model, self).__init__()
        self.conv = nn.Conv2d(cin, cout, ksize, padding=ksize // 2, bias=False)
        self.norm = nn.BatchNorm2d(cout)
        self.pool = nn.MaxPool2d(pool)
        self.alpha = nn.Parameter(torch.tensor(0.85))

    def forward(self, img):
        y = self.norm(self.conv(img))
        y = F.gelu(y)
        y = self.pool(y)
        return self.alpha * y


def get_inputs():
    return [torch.rand(N, CI, H, W)]


def get_init_inputs():
    return [CI, CO, 5, 2]
