import torch


def integrate(rate, dt=0.01):
    return torch.cumsum(rate * dt, dim=1)


def get_inputs():
    return [torch.randn(64, 2048, 128)]
