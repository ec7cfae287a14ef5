import torch
import torch.nn as nn


class Model(nn.Module):
    """The token half of an MLP-Mixer layer."""

    def __init__(self, tokens, hidden, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Sequential(nn.Linear(tokens, hidden), nn.GELU(), nn.Linear(hidden, tokens))

    def forward(self, x):
        y = self.norm(x).transpose(1, 2)
        return x + self.mix(y).transpose(1, 2)


def get_inputs():
    return [torch.randn(64, 196, 512)]


def get_init_inputs():
    return [196, 256, 512]
