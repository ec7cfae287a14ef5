import torch
import torch.nn as nn


class Model(nn.Module):
    """Softplus with custom beta and threshold."""

    def __init__(self, beta: float, threshold: float):
        super().__init__()
        self.act = nn.Softplus(beta=beta, threshold=threshold)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(x)


def get_inputs():
    return [10 * torch.randn(1800, 50176)]


def get_init_inputs():
    return [0.5, 12.0]
