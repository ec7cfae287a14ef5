"""An LSTM cell with peepholes (Gers & Schmidhuber 2000), after its matrix products z.

i = sigmoid(z_i + p_i c),  f = sigmoid(z_f + p_f c),  c' = f c + i tanh(z_c),
h = sigmoid(z_o + p_o c') tanh(c').
"""

import torch


def cell(
    z_i: torch.Tensor,
    z_f: torch.Tensor,
    z_o: torch.Tensor,
    z_c: torch.Tensor,
    c: torch.Tensor,
    p_i: torch.Tensor,
    p_f: torch.Tensor,
    p_o: torch.Tensor,
):
    """z_* and c (N, D), p_* (D,). Returns h and the new c."""
    i = torch.sigmoid(z_i + p_i * c)
    f = torch.sigmoid(z_f + p_f * c)
    new = f * c + i * torch.tanh(z_c)
    o = torch.sigmoid(z_o + p_o * new)
    return o * torch.tanh(new), new


def get_inputs():
    n, d = 29, 270
    return [torch.randn(n, d) for _ in range(5)] + [torch.randn(d) for _ in range(3)]
