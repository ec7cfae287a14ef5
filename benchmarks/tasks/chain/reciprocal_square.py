import torch


@torch.no_grad()
def lorentz(x: torch.Tensor):
    return torch.reciprocal(1 + x.square()) * 3 - 1


def get_inputs():
    return [torch.randn(1 << 25)]
