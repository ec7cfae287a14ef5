import torch


def hard_swish(t):
    gate = torch.clamp(t + 3, 0, 6) / 6
    return t.mul(gate)


def get_inputs():
    return [torch.randn(64, 96, 80, 80)]
