"""Graph attention coefficients (Velickovic et al. 2018, arXiv:1710.10903).

softmax_j LeakyReLU(a . [Wh_i || Wh_j]).
"""

import torch
import torch.nn.functional as F


def coefficients(h: torch.Tensor, a_left: torch.Tensor, a_right: torch.Tensor, edges: torch.Tensor):
    """h (N, D), edges (N, N)."""
    e = F.leaky_relu((h @ a_left)[:, None] + (h @ a_right)[None, :], 0.2)
    e = torch.where(edges > 0, e, torch.full_like(e, -1e9))
    return torch.softmax(e, dim=1)


def get_inputs():
    return [torch.randn(97, 42), torch.randn(42), torch.randn(42), (torch.rand(97, 97) > 0.8).float()]
