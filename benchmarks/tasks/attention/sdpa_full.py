import torch
import torch.nn.functional as F


def attend(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def get_inputs():
    return [torch.randn(8, 12, 1024, 64) for _ in range(3)]
