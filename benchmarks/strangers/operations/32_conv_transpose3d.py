import torch
from torch import nn


class Model(nn.Module):
    """Conv transpose3d."""
    def __init__(self, ci: int, co: int, k, s, p, op):
        super().__init__()
        self.net = nn.ConvTranspose3d(ci, co, k, stride=s, padding=p, output_padding=op, bias=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)


def get_inputs():
    return [torch.randn(4, 40, 14, 36, 44)]


def get_init_inputs():
    return [40, 28, (3, 4, 5), (2, 2, 1), (1, 1, 2), (1, 0, 0)]
