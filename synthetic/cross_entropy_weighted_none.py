"""Cross-entropy with a weight for each class and a row's own loss kept, loss[i] = w[label[i]] * (logsumexp(x[i]) - x[i, label[i]]).

The weight of a row is one load by its label. A row may be longer than any block, so its logarithm of a sum is kept as a
running maximum and a sum that is scaled down whenever the maximum grows.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randint(0, C, (N,)), torch.rand(C) + 0.5


def cross_entropy_weighted_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, reduction="none")
    y = torch.abs(y)
    return y


@triton.jit
def cross_entropy_weighted_none_kernel(x_ptr, label_ptr, w_ptr, y_ptr, C, BLOCK: tl.constexpr):
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
    y = w * (peak - chosen + tl.log(total))
    y = tl.abs(y)
    tl.store(y_ptr + row, y)


def cross_entropy_weighted_none_triton(x, label, w):
    x, w = x.contiguous(), w.contiguous()
    N, C = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    cross_entropy_weighted_none_kernel[(N,)](x, label, w, y, C, BLOCK=1024)
    return y


AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
