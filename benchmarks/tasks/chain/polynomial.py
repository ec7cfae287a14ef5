import torch


def poly(x):
    """1 - x/2 + x^2/6 - x^3/24, by Horner."""
    acc = torch.full_like(x, -1 / 24)
    for c in (1 / 6, -0.5, 1.0):
        acc = acc * x + c
    return acc


def get_inputs():
    return [torch.randn(3000, 12000)]
