import torch


def scale_rows(d, m):
    return torch.diag(d) @ m


def get_inputs():
    return [torch.randn(4096), torch.randn(4096, 4096)]
