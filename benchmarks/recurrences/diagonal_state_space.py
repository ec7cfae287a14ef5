"""A real diagonal state space (S4D, Gu et al. 2022, arXiv:2206.11893): h = exp(dt a) h + dt b x."""

import torch


def s4d(x, log_a, b, c, d, dt):
    a = torch.exp(-torch.exp(log_a) * dt)
    h = torch.zeros(x.shape[0], log_a.shape[0], log_a.shape[1])
    ys = []
    for t in range(x.shape[1]):
        u = x[:, t]
        h = a * h + (dt * b) * u.unsqueeze(-1)
        ys.append((h * c).sum(-1) + d * u)
    return torch.stack(ys, 1)


def get_inputs():
    return [
        torch.randn(2, 7, 4),
        torch.randn(4, 3),
        torch.randn(4, 3),
        torch.randn(4, 3),
        torch.randn(4),
        torch.rand(4, 1),
    ]
