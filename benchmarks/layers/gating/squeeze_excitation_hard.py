"""Squeeze and excitation (Hu et al. 2018, arXiv:1709.01507): x * gate(W2 relu(W1 mean(x))).

The gate is relu6(s + 3) / 6, that of MobileNetV3 (Howard et al. 2019).
"""

import torch
import torch.nn.functional as F


def excite(x: torch.Tensor, w1: torch.Tensor, b1: torch.Tensor, w2: torch.Tensor, b2: torch.Tensor):
    """x (N, C, H, W), w1 (C / r, C), w2 (C, C / r)."""
    s = torch.relu(F.linear(x.mean(dim=(-2, -1)), w1, b1))
    s = F.relu6(F.linear(s, w2, b2) + 3) / 6
    return x * s[:, :, None, None]


def get_inputs():
    c, r = 42, 14
    return [torch.randn(6, c, 19, 25), torch.randn(r, c), torch.randn(r), torch.randn(c, r), torch.randn(c)]
