import torch
import torch.nn as nn


class Model(nn.Module):
    """Swish in half precision."""

    def forward(self, x):
        return x * torch.sigmoid(x)


def get_inputs():
    return [torch.randn(64, 1024, 1024, dtype=torch.float16)]


def get_init_inputs():
    return []
