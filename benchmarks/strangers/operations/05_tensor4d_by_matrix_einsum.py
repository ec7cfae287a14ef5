import torch
import torch.nn as nn


class Model(nn.Module):
    """Tensor4d by matrix einsum."""
    def __init__(self):
        super().__init__()

    def forward(self, t: torch.Tensor, w: torch.Tensor):
        """t is [n, h, w, c]; the last axis gets contracted with w [c, k]."""
        return torch.einsum("nijc,ck->nijk", t, w)


def get_inputs():
    n, h, w, c, k = 12, 144, 96, 320, 512
    return [torch.randn(n, h, w, c), torch.randn(c, k)]


def get_init_inputs():
    return []
