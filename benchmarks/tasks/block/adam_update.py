import torch


def adam(p, g, m, v, lr=1e-3, b1=0.9, b2=0.95, eps=1e-8):
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g * g
    p = p - lr * m / (v.sqrt() + eps)
    return p, m, v


def get_inputs():
    return [torch.randn(20_000_000), torch.randn(20_000_000), torch.randn(20_000_000), torch.rand(20_000_000)]
