"""The gradients of the weight and the bias of a norm over channels: x is the gradient of the result, z what
the weight multiplies,

    s1[c] = sum over n, h, w of x * z,    s2[c] = sum over n, h, w of x.

Several programs share a channel: each adds up a share of it, and a second launch adds the shares, in a fixed
order.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 2, 2, 3), (2, 3, 4, 7), (3, 2, 25, 11)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, H, W)


def parameters_backward_torch(x, z):
    s1 = torch.sum(x * z, dim=(0, 2, 3))
    s2 = torch.sum(x, dim=(0, 2, 3))
    return s1, s2


@triton.jit
def parameters_backward_share_kernel(x_ptr, z_ptr, partial1_ptr, partial2_ptr, n_rows, n_cols, n_inner, share,
                                     BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64)
    begin = tl.program_id(1).to(tl.int64) * share
    end = tl.minimum(begin + share, n_cols)
    lanes1 = tl.zeros([BLOCK], dtype=tl.float32)
    lanes2 = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = cols < end
        offsets = cols // n_inner * (n_rows * n_inner) + rows * n_inner + cols % n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        lanes1 += tl.where(mask, x * z, 0.0)
        lanes2 += tl.where(mask, x, 0.0)
    place = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(partial1_ptr + place, tl.sum(lanes1, axis=0))
    tl.store(partial2_ptr + place, tl.sum(lanes2, axis=0))


@triton.jit
def parameters_backward_kernel(partial1_ptr, partial2_ptr, s1_ptr, s2_ptr, n_rows, n_shares, SHARES: tl.constexpr,
                               BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES)
    mask = (shares[:, None] < n_shares) & (rows[None, :] < n_rows)
    places = shares[:, None] * n_rows + rows[None, :]
    partial = tl.load(partial1_ptr + places, mask=mask, other=0.0)
    s1 = tl.sum(partial, axis=0)
    tl.store(s1_ptr + rows, s1, mask=rows < n_rows)
    partial = tl.load(partial2_ptr + places, mask=mask, other=0.0)
    s2 = tl.sum(partial, axis=0)
    tl.store(s2_ptr + rows, s2, mask=rows < n_rows)


def parameters_backward_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    N, C, H, W = x.shape
    n_rows, n_cols, n_inner = C, N * H * W, H * W
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial1 = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    partial2 = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    s1 = x.new_empty((C,))
    s2 = x.new_empty((C,))
    parameters_backward_share_kernel[(n_rows, n_shares)](x, z, partial1, partial2, n_rows, n_cols, n_inner, share,
                                                         BLOCK=1024)
    parameters_backward_kernel[(triton.cdiv(n_rows, 64),)](partial1, partial2, s1, s2, n_rows, n_shares, SHARES=64,
                                                           BLOCK=64)
    return s1, s2


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
