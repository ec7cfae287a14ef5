"""One step of a selective state space (Gu & Dao 2023, arXiv:2312.00752).

Delta = softplus(s),  h <- exp(Delta A) h + Delta B x,  y = C h + D x.
"""

import torch
import torch.nn.functional as F


def step(
    h: torch.Tensor,
    x: torch.Tensor,
    s: torch.Tensor,
    a_log: torch.Tensor,
    b: torch.Tensor,
    c: torch.Tensor,
    d: torch.Tensor,
):
    """h (N, E, S); x and s (N, E); a_log (E, S); b and c (N, S); d (E,). Returns y and the new h."""
    delta = F.softplus(s)
    decay = torch.exp(-delta.unsqueeze(-1) * a_log.exp())
    h = decay * h + (delta * x).unsqueeze(-1) * b.unsqueeze(1)
    return (h * c.unsqueeze(1)).sum(-1) + d * x, h


def get_inputs():
    n, e, s = 13, 95, 11
    token = [torch.randn(n, e), torch.randn(n, e)]
    b, c = torch.randn(n, s), torch.randn(n, s)
    return [torch.randn(n, e, s), *token, torch.rand(e, s), b, c, torch.randn(e)]
