"""The scalar Kalman filter: predict p + q, gain p / (p + r), update."""

import torch


def kalman(z, x, p, q: float = 0.01, r: float = 0.1):
    means, variances = [], []
    for t in range(z.shape[-1]):
        p = p + q
        gain = p / (p + r)
        x = x + gain * (z[..., t] - x)
        p = (1 - gain) * p
        means.append(x)
        variances.append(p)
    return torch.stack(means, -1), torch.stack(variances, -1)


def get_inputs():
    return [torch.randn(4, 8), torch.randn(4), torch.rand(4)]
