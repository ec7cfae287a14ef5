import torch


def iterate(x):
    """Forty pointwise operations, which are more than one region takes."""
    for _ in range(10):
        x = 3.3 * x * (1 - x)
    return x


def get_inputs():
    return [0.2 + 0.5 * torch.rand(6, 21)]
