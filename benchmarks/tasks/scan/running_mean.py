import torch


def causal_mean(x):
    total = torch.cumsum(x, 1)
    n = torch.arange(1, x.shape[1] + 1, device=x.device).view(1, -1, 1)
    return total / n


def get_inputs():
    return [torch.randn(16, 2048, 512)]
