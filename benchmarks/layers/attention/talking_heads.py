import torch
from torch import nn


class Model(nn.Module):
    """Talking heads (Shazeer et al. 2020, arXiv:2003.02436): softmax(L P_l) P_w V, the P over heads."""

    def __init__(self, heads):
        super().__init__()
        self.before = nn.Parameter(torch.randn(heads, heads))
        self.after = nn.Parameter(torch.randn(heads, heads))

    def forward(self, logits, v):
        mixed = torch.einsum("bhnm,hg->bgnm", logits, self.before)
        weights = torch.einsum("bgnm,gh->bhnm", torch.softmax(mixed, dim=-1), self.after)
        return torch.einsum("bhnm,bhmd->bhnd", weights, v)


def get_inputs():
    return [torch.randn(2, 6, 44, 52), torch.randn(2, 6, 52, 20)]


def get_init_inputs():
    return [6]
