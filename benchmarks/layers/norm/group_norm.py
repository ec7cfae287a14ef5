"""Group normalization (Wu & He 2018, arXiv:1803.08494): gamma (x - mu_G) / sqrt(sigma_G^2 + eps) + beta."""

import torch


def group_norm(x, gamma, beta, groups: int = 4, eps: float = 1e-5):
    n, c, h, w = x.shape
    folded = x.reshape(n, groups, c // groups * h * w)
    mu = folded.mean(-1, keepdim=True)
    sigma2 = folded.var(-1, keepdim=True, unbiased=False)
    hat = ((folded - mu) / torch.sqrt(sigma2 + eps)).reshape(n, c, h, w)
    return hat * gamma.view(1, c, 1, 1) + beta.view(1, c, 1, 1)


def get_inputs():
    return [torch.randn(7, 28, 22, 18), torch.randn(28), torch.randn(28)]
