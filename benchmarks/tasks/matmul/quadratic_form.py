import torch


def mahalanobis(x, precision):
    """x' P x for each row x."""
    return ((x @ precision) * x).sum(-1)


def get_inputs():
    return [torch.randn(65536, 256), torch.randn(256, 256)]
