import torch
import torch.nn as nn


class Model(nn.Module):
    """LayerScale: x + gamma * linear(x)."""

    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.gamma = nn.Parameter(1e-2 * torch.ones(dim))

    def forward(self, x):
        return x + self.gamma * self.fc(x)


def get_inputs():
    return [torch.randn(64, 197, 768)]


def get_init_inputs():
    return [768]
