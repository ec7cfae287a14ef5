"""Temporal shift (Lin et al. 2019, arXiv:1811.08383).

y_t = (x_{t+1} in the first eighth of the channels, x_{t-1} in the second, x_t in the others).
"""

import torch
import torch.nn.functional as F


def shift(x: torch.Tensor):
    """x (N, T, C, H, W); what leaves the clip is zero."""
    fold = x.shape[2] // 8
    later = F.pad(x[:, 1:, :fold], (0, 0, 0, 0, 0, 0, 0, 1))
    earlier = F.pad(x[:, :-1, fold : 2 * fold], (0, 0, 0, 0, 0, 0, 1, 0))
    return torch.cat((later, earlier, x[:, :, 2 * fold :]), dim=2)


def get_inputs():
    return [torch.randn(3, 7, 40, 11, 13)]
