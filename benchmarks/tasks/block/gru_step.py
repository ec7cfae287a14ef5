import torch


def gru_cell(x, h, w_ih, w_hh, b_ih, b_hh):
    """One step, written out: gates r, z, n."""
    gi = x @ w_ih.t() + b_ih
    gh = h @ w_hh.t() + b_hh
    i_r, i_z, i_n = gi.chunk(3, 1)
    h_r, h_z, h_n = gh.chunk(3, 1)
    r = torch.sigmoid(i_r + h_r)
    z = torch.sigmoid(i_z + h_z)
    n = torch.tanh(i_n + r * h_n)
    return (1 - z) * n + z * h


def get_inputs():
    H, D = 512, 256
    return [torch.randn(8192, D), torch.randn(8192, H), torch.randn(3 * H, D), torch.randn(3 * H, H), torch.randn(3 * H), torch.randn(3 * H)]
