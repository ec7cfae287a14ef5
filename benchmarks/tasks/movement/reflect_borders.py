import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.pad = nn.ReflectionPad2d(p)

    def forward(self, x):
        return self.pad(x)


def get_inputs():
    return [torch.randn(16, 3, 512, 512)]


def get_init_inputs():
    return [3]
