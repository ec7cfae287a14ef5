import torch
import torch.nn as nn


class Model(nn.Module):
    """Per-head soft selection: softmax over each head's slice, weighted by the logits themselves."""

    def __init__(self, dim: int, heads: int, head_dim: int):
        super().__init__()
        self.heads, self.head_dim = heads, head_dim
        self.to_logits = nn.Linear(dim, heads * head_dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, t, _ = x.shape
        z = self.to_logits(x).reshape(b, t, self.heads, self.head_dim)
        w = z.softmax(dim=-1)
        return (w * z).sum(dim=2)


def get_inputs():
    return [torch.randn(16, 320, 896)]


def get_init_inputs():
    return [896, 12, 80]
