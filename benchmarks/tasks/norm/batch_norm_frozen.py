import torch
import torch.nn as nn


class Model(nn.Module):
    """A batch norm whose statistics are fixed."""

    def __init__(self, features):
        super().__init__()
        self.norm = nn.BatchNorm1d(features, eps=1e-3).eval()

    def forward(self, x):
        return self.norm(x)


def get_inputs():
    return [torch.randn(65536, 512)]


def get_init_inputs():
    return [512]
