"""Lion (Chen et al. 2023, arXiv:2302.06675).

w <- w - eta (sign(b1 m + (1 - b1) g) + lambda w),  m <- b2 m + (1 - b2) g.
"""

import torch


def lion(w, g, m, rate: float = 3e-4, decay: float = 0.1, b1: float = 0.9, b2: float = 0.99):
    direction = torch.sign(b1 * m + (1 - b1) * g)
    return w - rate * (direction + decay * w), b2 * m + (1 - b2) * g


def get_inputs():
    return [torch.randn(41, 3100), torch.randn(41, 3100), torch.randn(41, 3100)]
