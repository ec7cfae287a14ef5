import torch
from torch import nn


class Model(nn.Module):
    """A module in bfloat16 that sums in float32."""

    def __init__(self):
        super().__init__()
        self.project = nn.Linear(24, 12).to(torch.bfloat16)

    def forward(self, x):
        return self.project(x).float().square().mean(-1).sqrt()


def get_inputs():
    return [torch.randn(10, 24, dtype=torch.bfloat16)]
