import torch


def soft_max_pair(u, v):
    """The larger of the two, smoothed."""
    return torch.logaddexp(u, v)


def get_inputs():
    return [torch.randn(100, 512, 512), torch.randn(100, 512, 512)]
