import torch
import torch.nn as nn


class Model(nn.Module):
    """Groupnorm."""
    def __init__(self, groups: int, channels: int, eps: float):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels, eps=eps)

    def forward(self, feature_map: torch.Tensor) -> torch.Tensor:
        return self.norm(feature_map)


def get_inputs():
    return [torch.randn(18, 108, 200, 168)]


def get_init_inputs():
    return [12, 108, 1e-6]
