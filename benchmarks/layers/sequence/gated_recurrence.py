"""The RG-LRU of Griffin (De et al. 2024, arXiv:2402.19427), one step.

a = exp(-c softplus(lambda) r),  h <- a h + sqrt(1 - a^2) (i x), with c = 8.
"""

import torch
import torch.nn.functional as F


def rg_lru(h: torch.Tensor, x: torch.Tensor, r: torch.Tensor, i: torch.Tensor, lam: torch.Tensor):
    log_a = -8.0 * F.softplus(lam) * torch.sigmoid(r)
    a = torch.exp(log_a)
    return a * h + torch.sqrt(1 - torch.exp(2 * log_a)) * (torch.sigmoid(i) * x)


def get_inputs():
    n, d = 62, 310
    return [torch.randn(n, d), torch.randn(n, d), torch.randn(n, d), torch.randn(n, d), torch.rand(d)]
