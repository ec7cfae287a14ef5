"""Finding structure in time (Elman 1990): h_t = tanh(W x_t + U h_(t-1) + b), y_t = V h_t + c."""

import torch
import torch.nn as nn


class Elman(nn.Module):
    def __init__(self, inputs=6, hidden=10, outputs=4):
        super().__init__()
        self.hidden = hidden
        self.inp = nn.Linear(inputs, hidden)
        self.rec = nn.Linear(hidden, hidden, bias=False)
        self.out = nn.Linear(hidden, outputs)

    def forward(self, x):
        h = torch.zeros(x.shape[1], self.hidden)
        ys = []
        for t in range(x.shape[0]):
            h = torch.tanh(self.inp(x[t]) + self.rec(h))
            ys.append(self.out(h))
        return torch.stack(ys), h


def get_inputs():
    return [torch.randn(7, 3, 6)]


def get_init_inputs():
    return [6, 10, 4]
