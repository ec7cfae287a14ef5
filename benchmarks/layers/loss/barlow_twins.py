"""Barlow Twins (Zbontar et al. 2021, arXiv:2103.03230): sum_i (1 - C_ii)^2 + lambda sum_{i != j} C_ij^2.

C is the correlation between the features of two views.
"""

import torch


def barlow_twins(z_a, z_b, weight: float = 0.005):
    n, d = z_a.shape
    z_a = (z_a - z_a.mean(0)) / (z_a.std(0) + 1e-4)
    z_b = (z_b - z_b.mean(0)) / (z_b.std(0) + 1e-4)
    c = z_a.T @ z_b / n
    on = (c.diagonal() - 1).square().sum()
    off = c.square().sum() - c.diagonal().square().sum()
    return on + weight * off


def get_inputs():
    return [torch.randn(118, 72), torch.randn(118, 72)]
