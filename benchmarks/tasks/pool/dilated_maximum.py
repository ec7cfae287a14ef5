import torch
import torch.nn.functional as F


def receptive_max(x):
    return F.max_pool1d(x, 5, stride=1, padding=2, dilation=2)


def get_inputs():
    return [torch.randn(64, 128, 4096)]
