"""Sinusoids of a time (Vaswani et al. 2017, arXiv:1706.03762), here of real times.

[sin(t w_i), cos(t w_i)] with w_i = 10000^(-i / half).
"""

import math

import torch


def embed(t, width: int = 96):
    half = width // 2
    frequency = torch.exp(-math.log(10000.0) * torch.arange(half, device=t.device) / half)
    angle = t[:, None] * frequency
    return torch.cat([torch.sin(angle), torch.cos(angle)], dim=-1)


def get_inputs():
    return [1000 * torch.rand(57)]
