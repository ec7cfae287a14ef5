import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    """Weight standardization (Qiao et al. 2019, arXiv:1903.10520).

    y = conv(x, W^) with W^ = (W - mean W) / std W, a filter at a time.
    """

    def __init__(self, inside, outside):
        super().__init__()
        self.filters = nn.Parameter(torch.randn(outside, inside, 3, 3))

    def forward(self, image):
        mu = self.filters.mean((1, 2, 3), keepdim=True)
        sigma = self.filters.std((1, 2, 3), keepdim=True)
        return F.conv2d(image, (self.filters - mu) / (sigma + 1e-5), padding=1)


def get_inputs():
    return [torch.randn(3, 10, 34, 30)]


def get_init_inputs():
    return [10, 26]
