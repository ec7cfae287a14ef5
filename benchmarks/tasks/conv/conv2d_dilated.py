import torch
import torch.nn.functional as F


def atrous(x, w, b):
    return F.conv2d(x, w, b, stride=1, padding=6, dilation=6)


def get_inputs():
    return [torch.randn(8, 64, 96, 96), torch.randn(64, 64, 3, 3), torch.randn(64)]
