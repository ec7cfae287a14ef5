import torch
import torch.nn.functional as F


def head_transform(x, weight, bias, gamma, beta):
    """BERT's prediction head before the decoder."""
    h = F.gelu(F.linear(x, weight, bias))
    return F.layer_norm(h, (h.shape[-1],), gamma, beta, eps=1e-12)


def get_inputs():
    d = 768
    return [torch.randn(32, 512, d), torch.randn(d, d), torch.randn(d), torch.randn(d), torch.randn(d)]
