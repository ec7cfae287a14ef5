import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.norm = nn.GroupNorm(32, ch)
        self.act = nn.SiLU()

    def forward(self, x):
        return self.act(self.norm(x))


def get_inputs():
    return [torch.randn(8, 320, 64, 64)]


def get_init_inputs():
    return [320]
