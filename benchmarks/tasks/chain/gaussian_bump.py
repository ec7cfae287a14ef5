import torch


def bump(x, mu=0.3, sigma=1.4):
    z = (x - mu) / sigma
    return torch.exp(-0.5 * z ** 2) / (sigma * 2.5066282746310002)


def get_inputs():
    return [torch.randn(512, 65536)]
