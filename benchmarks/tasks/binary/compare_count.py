import torch
import torch.nn as nn


class Model(nn.Module):
    """One where prediction and label agree within a tolerance."""

    def forward(self, guess, label):
        return ((guess - label).abs() <= 0.5).float()


def get_inputs():
    return [torch.randn(3000, 8000), torch.randn(3000, 8000)]


def get_init_inputs():
    return []
