"""The simple recurrent unit's cell (Lei et al. 2018, arXiv:1709.02755), after its matrix products.

f = sigmoid(f' + v_f c),  c <- f c + (1 - f) x',  r = sigmoid(r' + v_r c),  h = r c + (1 - r) x.
"""

import torch


def sru_step(
    x: torch.Tensor,
    x1: torch.Tensor,
    f1: torch.Tensor,
    r1: torch.Tensor,
    c: torch.Tensor,
    v_f: torch.Tensor,
    v_r: torch.Tensor,
):
    """x, x1, f1, r1 and c (N, D), v_f and v_r (D,). Returns h and the new c."""
    f = torch.sigmoid(f1 + v_f * c)
    r = torch.sigmoid(r1 + v_r * c)
    c = f * c + (1 - f) * x1
    return r * c + (1 - r) * x, c


def get_inputs():
    b, d = 70, 230
    return [*(torch.randn(b, d) for _ in range(5)), torch.randn(d), torch.randn(d)]
