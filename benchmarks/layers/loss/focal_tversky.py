"""Focal Tversky loss (Abraham & Khan 2019, arXiv:1810.07842): (1 - TI)^(1 / gamma)."""

import torch


def focal_tversky(
    p: torch.Tensor, g: torch.Tensor, alpha: float = 0.3, beta: float = 0.7, gamma: float = 4 / 3
):
    """p and g (N, places): probabilities and zeros or ones."""
    both = (p * g).sum(-1)
    only_p = (p * (1 - g)).sum(-1)
    only_g = ((1 - p) * g).sum(-1)
    index = (both + 1) / (both + alpha * only_g + beta * only_p + 1)
    return (1 - index).pow(1 / gamma).mean()


def get_inputs():
    return [torch.rand(26, 1700), (torch.rand(26, 1700) > 0.7).float()]
