"""Cross-entropy with a weight for each class: sum(w[label] * loss) / sum(w[label]), the loss of a row
logsumexp(x) - x[label].

A row may be longer than any block, so its logarithm of a sum is kept as a running maximum and a sum that is
scaled down whenever the maximum grows. A second kernel adds the losses and the weights of the rows, and
divides.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randint(0, C, (N,)), torch.rand(C) + 0.5


def cross_entropy_weighted_torch(x, label, w):
    return F.cross_entropy(x, label, weight=w, reduction="mean")


@triton.jit
def cross_entropy_weighted_kernel(x_ptr, label_ptr, w_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)
    w = tl.load(w_ptr + label).to(tl.float32)
    peak = -float("inf")
    total = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    tl.store(loss_ptr + row, w * (peak - chosen + tl.log(total)))


@triton.jit
def cross_entropy_weighted_total_kernel(loss_ptr, label_ptr, w_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    weight = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        mask = rows < n_rows
        total += tl.load(loss_ptr + rows, mask=mask, other=0.0)
        label = tl.load(label_ptr + rows, mask=mask, other=0)
        weight += tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))


def cross_entropy_weighted_triton(x, label, w):
    x, w = x.contiguous(), w.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_weighted_kernel[(N,)](x, label, w, loss, C, BLOCK=1024)
    cross_entropy_weighted_total_kernel[(1,)](loss, label, w, y, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
