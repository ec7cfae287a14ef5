import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        """z-score of each feature over the batch"""
        mean, std = x.mean(0), x.std(0)
        return (x - mean) / (std + 1e-5)


def get_inputs():
    return [torch.randn(20000, 1024)]


def get_init_inputs():
    return []
