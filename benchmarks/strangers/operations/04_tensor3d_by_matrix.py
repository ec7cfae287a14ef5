import torch
import torch.nn as nn

B = 24
T = 1000
D_IN = 1152
D_OUT = 896


class Model(nn.Module):
    """
    Multiplies every (T, D_IN) slab of a 3-D tensor by the same matrix.

    Args of forward:
        seq: (B, T, D_IN)
        proj: (D_IN, D_OUT)
    """

    def __init__(self):
        super().__init__()

    def forward(self, seq, proj):
        return torch.matmul(seq, proj)


def get_inputs():
    return [torch.randn(B, T, D_IN), torch.randn(D_IN, D_OUT)]


def get_init_inputs():
    return []
