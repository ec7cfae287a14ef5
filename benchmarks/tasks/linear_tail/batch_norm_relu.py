import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.block = nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU())

    def forward(self, x):
        return self.block(x)


def get_inputs():
    return [torch.randn(16384, 512)]


def get_init_inputs():
    return [512, 768]
