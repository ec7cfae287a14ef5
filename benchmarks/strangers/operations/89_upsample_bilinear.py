import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Bilinear enlargement by a non-integer ratio, corners not aligned."""

    def __init__(self, out_h: int, out_w: int):
        super().__init__()
        self.size = (out_h, out_w)

    def forward(self, x):
        return F.interpolate(x, size=self.size, mode="bilinear", align_corners=False)


def get_inputs():
    return [torch.randn(12, 56, 140, 172)]


def get_init_inputs():
    return [350, 400]
