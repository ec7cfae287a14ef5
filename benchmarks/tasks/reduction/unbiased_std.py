import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, axis):
        super().__init__()
        self.axis = axis

    def forward(self, t):
        return torch.std(t, dim=self.axis)


def get_inputs():
    return [torch.randn(512, 128, 512)]


def get_init_inputs():
    return [1]
