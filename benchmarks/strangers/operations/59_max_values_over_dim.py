import torch
import torch.nn as nn


class Model(nn.Module):
    """Max values over dim."""
    def __init__(self, axis: int):
        super().__init__()
        self.axis = axis

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Largest value along the axis; the indices are dropped."""
        values, _ = torch.max(x, dim=self.axis)
        return values


def get_inputs():
    return [torch.randn(144, 900, 640)]


def get_init_inputs():
    return [2]
