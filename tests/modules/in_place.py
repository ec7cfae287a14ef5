import torch


def damped(x, v):
    """Writes into copies, also through a slice and with an operator."""
    x, v = x.clone(), v.clone()
    v.mul_(0.9).sub_(x, alpha=0.1)
    x += v
    x[:, :2] = 0.0
    return x.abs_()


def get_inputs():
    return [torch.randn(7, 12), torch.randn(7, 12)]
