"""GEGLU (Shazeer 2020, arXiv:2002.05202): (GELU(x W) * x V) W2."""

import torch
import torch.nn.functional as F


def ffn_geglu(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor, w2: torch.Tensor):
    return (F.gelu(x @ w) * (x @ v)) @ w2


def get_inputs():
    d, f = 136, 300
    return [torch.randn(4, 37, d), 0.1 * torch.randn(d, f), 0.1 * torch.randn(d, f), 0.1 * torch.randn(f, d)]
