"""The gated recurrent unit (Cho et al. 2014, arXiv:1406.1078): update and reset gates, a candidate state."""

import torch
import torch.nn as nn


class GRU(nn.Module):
    def __init__(self, d=6, n=10):
        super().__init__()
        self.wz = nn.Linear(d + n, n)
        self.wr = nn.Linear(d + n, n)
        self.wh = nn.Linear(d + n, n)
        self.n = n

    def forward(self, x):
        h = x.new_zeros(x.size(0), self.n)
        out = []
        for t in range(x.size(1)):
            xt = x[:, t, :]
            cat = torch.cat([xt, h], dim=-1)
            z = torch.sigmoid(self.wz(cat))
            r = torch.sigmoid(self.wr(cat))
            cand = torch.tanh(self.wh(torch.cat([xt, r * h], dim=-1)))
            h = (1 - z) * h + z * cand
            out.append(h.unsqueeze(1))
        return torch.cat(out, dim=1)


def get_inputs():
    return [torch.randn(3, 7, 6)]


def get_init_inputs():
    return [6, 10]
