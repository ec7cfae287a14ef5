import torch

double_well = lambda x: (x**2 - 1) ** 2 / 4  # noqa: E731


def get_inputs():
    return [torch.randn(4, 25)]
