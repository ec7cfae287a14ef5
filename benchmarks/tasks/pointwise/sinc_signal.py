import torch


def band_limited(t):
    return torch.sinc(t * 4.0)


def get_inputs():
    return [torch.linspace(-10, 10, 1 << 24).view(4096, 4096)]
