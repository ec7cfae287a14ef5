import torch


def per_group_linear(x, w, b):
    return torch.baddbmm(b.unsqueeze(1), x, w)


def get_inputs():
    return [torch.randn(64, 512, 320), torch.randn(64, 320, 256), torch.randn(64, 256)]
