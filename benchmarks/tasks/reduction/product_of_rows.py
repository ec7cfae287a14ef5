import torch


def volume(sides: torch.Tensor) -> torch.Tensor:
    """Product of each row."""
    return torch.prod(1.0 + 0.01 * sides, dim=1)


def get_inputs():
    return [torch.randn(65536, 96)]
