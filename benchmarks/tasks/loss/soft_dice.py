import torch
import torch.nn as nn


class Model(nn.Module):
    """1 - Dice, a score per sample."""

    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth

    def forward(self, logits, target):
        prob = torch.sigmoid(logits).flatten(1)
        target = target.flatten(1)
        overlap = (prob * target).sum(1)
        return 1 - (2 * overlap + self.smooth) / (prob.sum(1) + target.sum(1) + self.smooth)


def get_inputs():
    return [torch.randn(64, 1, 512, 512), torch.rand(64, 1, 512, 512).round()]


def get_init_inputs():
    return []
