"""AFT-simple (Zhai et al. 2021, arXiv:2105.14103): sigmoid(Q) * sum_t softmax_t(K) V."""

import torch


def aft_simple(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor):
    """All (B, T, C); the weights are over the time T."""
    context = (torch.softmax(k, dim=1) * v).sum(dim=1, keepdim=True)
    return torch.sigmoid(q) * context


def get_inputs():
    return [torch.randn(7, 150, 80), torch.randn(7, 150, 80), torch.randn(7, 150, 80)]
