"""Filter response normalization and TLU (Singh & Krishnan 2019, arXiv:1911.09737).

nu^2 = mean over the image of x^2,  y = gamma x / sqrt(nu^2 + eps) + beta,  z = max(y, tau).
"""

import torch


def frn(x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, tau: torch.Tensor, eps: float = 1e-6):
    nu2 = x.square().mean(dim=(2, 3), keepdim=True)
    return torch.maximum(gamma * (x * torch.rsqrt(nu2 + eps)) + beta, tau)


def get_inputs():
    c = 34
    return [torch.randn(4, c, 21, 27), *(torch.randn(1, c, 1, 1) for _ in range(3))]
