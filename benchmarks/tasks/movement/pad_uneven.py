import torch
import torch.nn.functional as F


def pad(x):
    return F.pad(x, (1, 2, 3, 0), value=-1.0)


def get_inputs():
    return [torch.randn(32, 32, 128, 200)]
