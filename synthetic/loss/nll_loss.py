"""Negative log likelihood of log-probabilities x (N, C) at labels (N,), mean(-x[i, label[i]]).

Each program gathers BLOCK rows: one element a row, at its label. The partial sums are added by a second
kernel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 100), (2000, 5)]


def make(N, C):
    return F.log_softmax(torch.randn(N, C), -1), torch.randint(0, C, (N,))


def nll_loss_torch(x, label):
    return F.nll_loss(x, label, reduction="mean")


@triton.jit
def nll_loss_kernel(x_ptr, label_ptr, partial_ptr, N, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = row < N
    label = tl.load(label_ptr + row, mask=mask, other=0)
    x = tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)
    loss = -x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))


@triton.jit
def nll_loss_total_kernel(partial_ptr, y_ptr, n_partials, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def nll_loss_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    n_partials = triton.cdiv(N, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    nll_loss_kernel[(n_partials,)](x, label, partial, N, C, BLOCK=1024)
    nll_loss_total_kernel[(1,)](partial, y, n_partials, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
