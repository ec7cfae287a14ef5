import torch
import torch.nn as nn


class Model(nn.Module):
    """Drawdown: how far below its running maximum a series stands."""

    def forward(self, price):
        peak, _ = torch.cummax(price, dim=-1)
        return peak - price


def get_inputs():
    return [torch.randn(10000, 2520)]


def get_init_inputs():
    return []
