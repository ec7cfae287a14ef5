import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tail = nn.Sequential(nn.AvgPool1d(4, 4), nn.ELU(), nn.Hardsigmoid())

    def forward(self, ecg):
        return self.tail(ecg)


def get_inputs():
    return [torch.randn(256, 12, 5000)]


def get_init_inputs():
    return []
