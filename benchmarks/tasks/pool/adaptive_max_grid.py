import torch
import torch.nn.functional as F


def roi_grid(feature):
    return F.adaptive_max_pool2d(feature, (7, 7))


def get_inputs():
    return [torch.randn(64, 256, 56, 56)]
