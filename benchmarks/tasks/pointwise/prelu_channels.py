import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.prelu = nn.PReLU(num_parameters=n, init=0.2)

    def forward(self, features):
        return self.prelu(features)


def get_inputs():
    return [torch.randn(16, 128, 96, 96)]


def get_init_inputs():
    return [128]
