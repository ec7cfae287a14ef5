import torch


def masked_attention_weights(scores: torch.Tensor, bias: torch.Tensor):
    """scores (B, H, T, S) plus a relative position bias (H, T, S)."""
    return torch.softmax(scores * 0.125 + bias, dim=-1)


def get_inputs():
    return [torch.randn(8, 12, 512, 512), torch.randn(12, 512, 512)]
