import torch


def blend(a, b):
    return 0.3 * a + 0.7 * b


def get_inputs():
    return [torch.randn(64, 512, 768), torch.randn(64, 512, 768)]
