import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, a, b, rate):
        super().__init__()
        self.up = nn.ConvTranspose1d(a, b, 2 * rate, stride=rate, padding=rate // 2)

    def forward(self, mel):
        return self.up(mel)


def get_inputs():
    return [torch.randn(16, 128, 1000)]


def get_init_inputs():
    return [128, 64, 8]
