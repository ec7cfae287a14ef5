import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, a, b):
        return a @ b


def get_inputs():
    return [torch.randn(4096, 4096).half(), torch.randn(4096, 4096).half()]


def get_init_inputs():
    return []
