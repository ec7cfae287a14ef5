import torch
from torch import nn


class Model(nn.Module):
    """LayerScale (Touvron et al. 2021, arXiv:2103.17239).

    x + diag(lambda) FFN(norm(x)), the FFN one matrix here.
    """

    def __init__(self, width, start):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.weight = nn.Parameter(torch.randn(width, width) * width**-0.5)
        self.lambda_ = nn.Parameter(torch.full((width,), start))

    def forward(self, x):
        return x + self.lambda_ * (self.norm(x) @ self.weight)


def get_inputs():
    return [torch.randn(6, 65, 208)]


def get_init_inputs():
    return [208, 0.1]
