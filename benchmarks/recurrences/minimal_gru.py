"""minGRU (Feng et al. 2024, arXiv:2410.01201): z_t = sigmoid(W x_t), h_t = (1 - z_t) h_(t-1) + z_t V x_t."""

import torch
import torch.nn as nn


class MinGRU(nn.Module):
    def __init__(self, d=6, n=10):
        super().__init__()
        self.to_z = nn.Linear(d, n)
        self.to_h = nn.Linear(d, n)

    def forward(self, x, h):
        z = torch.sigmoid(self.to_z(x))
        v = self.to_h(x)
        hs = torch.empty(x.shape[0], x.shape[1], h.shape[-1])
        for t in range(x.shape[1]):
            h = (1 - z[:, t]) * h + z[:, t] * v[:, t]
            hs[:, t] = h
        return hs


def get_inputs():
    return [torch.randn(3, 7, 6), torch.randn(3, 10)]


def get_init_inputs():
    return [6, 10]
