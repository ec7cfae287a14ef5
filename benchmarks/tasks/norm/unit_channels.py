import torch


def l2norm(t):
    return t / t.norm(dim=1, keepdim=True).clamp(min=1e-8)


def get_inputs():
    return [torch.randn(16, 256, 80, 80)]
