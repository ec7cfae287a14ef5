import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, scores):
        return torch.topk(scores, self.k, dim=-1).values


def get_inputs():
    return [torch.randn(16384, 1000)]


def get_init_inputs():
    return [5]
