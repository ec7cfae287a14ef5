"""Rotary embedding (Su et al. 2021, arXiv:2104.09864): each pair of neighbouring features turns by t theta_i.

(x_2i, x_2i+1) -> (x_2i cos - x_2i+1 sin, x_2i sin + x_2i+1 cos).
"""

import torch


def rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor):
    """x (B, T, H, D), cos and sin (T, D / 2)."""
    even, odd = x[..., 0::2], x[..., 1::2]
    c, s = cos[:, None, :], sin[:, None, :]
    turned = torch.stack((even * c - odd * s, even * s + odd * c), dim=-1)
    return turned.flatten(-2)


def get_inputs():
    angle = torch.outer(torch.arange(70.0), 10000 ** -(torch.arange(0, 40, 2) / 40))
    return [torch.randn(3, 70, 6, 40), angle.cos(), angle.sin()]
