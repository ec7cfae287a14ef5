import torch


def inv_fourth_root(x):
    """x ** -0.25 of what is positive."""
    return (x.abs() + 1.0).pow(-0.25)


def get_inputs():
    return [torch.randn(6000, 6000)]
