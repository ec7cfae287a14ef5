import torch


def apply(A: torch.Tensor, v: torch.Tensor):
    return torch.mv(A, v)


def get_inputs():
    return [torch.randn(8192, 6144), torch.randn(6144)]
