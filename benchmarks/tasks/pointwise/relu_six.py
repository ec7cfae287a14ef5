import torch
import torch.nn.functional as F


def capped(x):
    return F.relu6(x)


def get_inputs():
    return [torch.randn(48, 32, 150, 150)]
