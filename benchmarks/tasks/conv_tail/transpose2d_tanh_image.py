import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, ngf):
        super().__init__()
        self.main = nn.Sequential(nn.ConvTranspose2d(ngf, 3, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, x):
        return self.main(x)


def get_inputs():
    return [torch.randn(64, 64, 64, 64)]


def get_init_inputs():
    return [64]
