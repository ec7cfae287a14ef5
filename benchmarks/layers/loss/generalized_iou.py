"""Generalized IoU of boxes (Rezatofighi et al. 2019, arXiv:1902.09630): IoU - (hull - union) / hull."""

import torch


def giou(a: torch.Tensor, b: torch.Tensor):
    """a, b (N, 4): left, top, width, height, as the heads of a detector give them."""
    a_end = a[:, :2] + a[:, 2:]
    b_end = b[:, :2] + b[:, 2:]
    inner = (torch.minimum(a_end, b_end) - torch.maximum(a[:, :2], b[:, :2])).clamp(min=0)
    outer = torch.maximum(a_end, b_end) - torch.minimum(a[:, :2], b[:, :2])
    overlap = inner.prod(dim=1)
    union = a[:, 2:].prod(dim=1) + b[:, 2:].prod(dim=1) - overlap
    hull = outer.prod(dim=1)
    return overlap / union - (hull - union) / hull


def get_inputs():
    return [torch.rand(700, 4) + 0.1, torch.rand(700, 4) + 0.1]
