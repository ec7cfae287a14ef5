import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.activation = nn.GELU(approximate="tanh")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.activation(x)


batch, seq, width = 24, 512, 4096


def get_inputs():
    return [torch.randn(batch, seq, width)]


def get_init_inputs():
    return []
