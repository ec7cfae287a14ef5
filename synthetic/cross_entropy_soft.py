"""Cross-entropy of logits x (N, C) with target probabilities p (N, C), mean over rows of -sum(p * log_softmax(x)).

First loop: the logarithm of the sum of exponentials of the row, as a running maximum and a sum. Second loop: the
weighted distances (logsumexp - x) * p. A second kernel takes the mean over the rows.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.softmax(torch.randn(N, C), -1)


def cross_entropy_soft_torch(x, p):
    return F.cross_entropy(x, p, reduction="mean")


@triton.jit
def cross_entropy_soft_kernel(x_ptr, p_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = -float("inf")
    total = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    loss = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        loss += p * (peak - x + tl.log(total))
    tl.store(loss_ptr + row, tl.sum(loss, axis=0))


@triton.jit
def cross_entropy_soft_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def cross_entropy_soft_triton(x, p):
    x = x.contiguous()
    p = p.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_soft_kernel[(N,)](x, p, loss, C, BLOCK=1024)
    cross_entropy_soft_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


FAMILY = {
    "smooth_01": {"F.cross_entropy(x, p, ": "F.cross_entropy(x, 0.9 * p + 0.1 / x.shape[-1], ",
                  "loss_ptr, C, BLOCK": "loss_ptr, C, share, BLOCK",
                  "loss, C, BLOCK": "loss, C, 0.1 / C, BLOCK",
                  "loss += p *": "p = tl.where(mask, 0.9 * p + share, 0.0)\nloss += p *"},
    "squared": {"F.cross_entropy(x, p, ": "F.cross_entropy(x, p * p, ", "loss += p *": "loss += p * p *"},
    "half": {"F.cross_entropy(x, p, ": "0.5 * F.cross_entropy(x, p, ", "loss += p *": "loss += 0.5 * p *"},
}

AXES = [
    {
        "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
        "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
        "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
        "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
        "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
        "negative": {'reduction="mean")': 'reduction="mean").neg()', "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
