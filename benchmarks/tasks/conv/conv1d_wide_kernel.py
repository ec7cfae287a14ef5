import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(32, 64, kernel_size=9, stride=2, padding=4)

    def forward(self, wave):
        return self.conv(wave)


def get_inputs():
    return [torch.randn(32, 32, 16000)]


def get_init_inputs():
    return []
