import torch
import torch.nn as nn


class Model(nn.Module):
    """Index of the largest entry along the channels."""

    def forward(self, heat):
        return heat.argmax(dim=1)


def get_inputs():
    return [torch.randn(16, 21, 256, 256)]


def get_init_inputs():
    return []
