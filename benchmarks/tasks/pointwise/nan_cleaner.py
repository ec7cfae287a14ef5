import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.nan_to_num(x, nan=0.0, posinf=1e4, neginf=-1e4)


def get_inputs():
    return [torch.randn(128, 256, 512)]


def get_init_inputs():
    return []
