import torch


def rotate_half(x):
    x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]
    return torch.cat((-x2, x1), dim=-1)


def apply_rope(q, cos, sin):
    """q (B, H, T, D), cos and sin (T, D)"""
    return q * cos + rotate_half(q) * sin


def get_inputs():
    return [torch.randn(8, 16, 1024, 64), torch.randn(1024, 64), torch.randn(1024, 64)]
