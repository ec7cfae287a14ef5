import torch
import torch.nn as nn


class Model(nn.Module):
    """Similarity of all pairs."""

    def forward(self, queries, keys):
        return torch.mm(queries, keys.T)


def get_inputs():
    return [torch.randn(4096, 512), torch.randn(6000, 512)]


def get_init_inputs():
    return []
