import torch
import torch.nn as nn

TALL = 400_000
SKINNY = 48


class Model(nn.Module):
    """(TALL x SKINNY) times (SKINNY x 2*SKINNY)."""

    def __init__(self):
        super().__init__()

    def forward(self, tall, small):
        out = torch.mm(tall, small)
        return out


def get_inputs():
    return [torch.randn(TALL, SKINNY), torch.randn(SKINNY, 2 * SKINNY)]


def get_init_inputs():
    return []
