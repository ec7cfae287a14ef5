import torch


def pick(values, idx):
    return torch.gather(values, 1, idx)


def get_inputs():
    return [torch.randn(8192, 4096), torch.randint(0, 4096, (8192, 64))]
