import torch
import torch.nn as nn
import torch.nn.functional as F

WINDOW = 9
HOP = 4


class Model(nn.Module):
    """Moving average with a hop, borders counted as zeros."""

    def __init__(self, window: int, hop: int):
        super().__init__()
        self.window, self.hop = window, hop

    def forward(self, x):
        return F.avg_pool1d(x, self.window, self.hop, padding=self.window // 2)


def get_inputs():
    return [torch.randn(32, 96, 42000)]


def get_init_inputs():
    return [WINDOW, HOP]
