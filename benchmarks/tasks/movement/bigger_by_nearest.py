import torch
import torch.nn.functional as F


def enlarge(x):
    return F.interpolate(x, scale_factor=2, mode="nearest")


def get_inputs():
    return [torch.randn(8, 64, 128, 128)]
