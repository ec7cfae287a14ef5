"""ALiBi (Press et al. 2022, arXiv:2108.12409).

softmax(q_i . k_j / sqrt(d) + m (j - i)) over j <= i, a slope m a head.
"""

import math

import torch


def alibi(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, slopes: torch.Tensor):
    """q, k, v (B, H, T, D), slopes (H,)."""
    t = q.shape[2]
    place = torch.arange(t, device=q.device)
    distance = place[None, :] - place[:, None]
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[3]) + slopes.view(-1, 1, 1) * distance
    scores = scores.masked_fill(distance > 0, float("-inf"))
    return scores.softmax(-1) @ v


def get_inputs():
    b, h, t, d = 2, 5, 90, 24
    return [torch.randn(b, h, t, d), torch.randn(b, h, t, d), torch.randn(b, h, t, d), torch.rand(h)]
