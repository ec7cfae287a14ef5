import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, left, right):
        return torch.bmm(left, right)


def get_inputs():
    return [torch.randn(96, 333, 257), torch.randn(96, 257, 401)]


def get_init_inputs():
    return []
