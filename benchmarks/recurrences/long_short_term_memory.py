"""Long short-term memory (Hochreiter and Schmidhuber 1997) with a forget gate (Gers et al. 2000)."""

import torch
import torch.nn as nn


class LSTM(nn.Module):
    def __init__(self, d=6, n=10):
        super().__init__()
        self.x2g = nn.Linear(d, 4 * n)
        self.h2g = nn.Linear(n, 4 * n, bias=False)
        self.n = n

    def forward(self, x, h, c):
        hs = []
        for x_t in x.unbind(0):
            i, f, g, o = (self.x2g(x_t) + self.h2g(h)).chunk(4, dim=-1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
            hs.append(h)
        return torch.stack(hs, dim=0), h, c


def get_inputs():
    return [torch.randn(7, 3, 6), torch.randn(3, 10), torch.randn(3, 10)]


def get_init_inputs():
    return [6, 10]
