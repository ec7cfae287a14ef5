"""Rotary positions in PyTorch (Su et al. 2021): the reference of kernels.py and of cached attention."""

import torch
from torch import Tensor


def rotate_halves(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """One tensor (B, T, H, D) rotated by angles (T, 1, D/2) in PyTorch."""
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat([x1 * cos - x2 * sin, x2 * cos + x1 * sin], dim=-1)


def rotary_torch(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    """Eager is fastest with angles of q's dtype: it then moves half-precision data only."""
    cos = cos.to(q.dtype)[:, None]
    sin = sin.to(q.dtype)[:, None]
    return rotate_halves(q, cos, sin), rotate_halves(k, cos, sin)


def rotary_tables(length: int, d_head: int, device=None, base: float = 10000.0) -> tuple[Tensor, Tensor]:
    """cos and sin (length, d_head/2) in float32 of position * theta_i, theta_i = base^(-2i/d_head)."""
    theta = base ** (-torch.arange(0, d_head, 2, dtype=torch.float64, device=device) / d_head)
    angles = torch.outer(torch.arange(length, dtype=torch.float64, device=device), theta)
    return angles.cos().float(), angles.sin().float()
