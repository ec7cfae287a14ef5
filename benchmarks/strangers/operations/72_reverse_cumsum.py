import torch
import torch.nn as nn


class Model(nn.Module):
    """Running total taken from the end of the axis towards its start.

    Used, for instance, for undiscounted returns-to-go.
    """

    def __init__(self, axis: int):
        super().__init__()
        self.axis = axis

    def forward(self, rewards: torch.Tensor) -> torch.Tensor:
        flipped = torch.flip(rewards, dims=[self.axis])
        return torch.flip(torch.cumsum(flipped, dim=self.axis), dims=[self.axis])


def get_inputs():
    return [torch.randn(5120, 14000)]


def get_init_inputs():
    return [1]
