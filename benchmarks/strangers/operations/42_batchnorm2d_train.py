import torch
import torch.nn as nn


class Model(nn.Module):
    """Batchnorm2d train."""
    def __init__(self, num_features: int, momentum: float = 0.05):
        super().__init__()
        self.bn = nn.BatchNorm2d(num_features, eps=1e-4, momentum=momentum)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.bn(x)


def get_inputs():
    return [torch.randn(36, 80, 160, 160) * 2 + 0.5]


def get_init_inputs():
    return [80]
