"""Cross-entropy of the scores of pairs, x (N, N): row i belongs to column i, as in contrastive learning (InfoNCE, CLIP).

The labels count up, so nothing loads them: the program of row i reads its own place on the diagonal. A row may be longer than any
block, so its logarithm of a sum is kept as a running maximum and a sum that is scaled down whenever the maximum grows.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1,), (3,), (40,), (300,)]


def make(N):
    return torch.randn(N, N), torch.randn(())


def cross_entropy_of_pairs_torch(x, other):
    x = torch.relu(x)
    label = torch.arange(x.shape[0], device=x.device)
    y = F.cross_entropy(x, label)
    y = torch.sigmoid(y)
    y = y + other
    return y


@triton.jit
def cross_entropy_of_pairs_kernel(x_ptr, loss_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = -float("inf")
    total = 0.0
    for start in range(0, N, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + column, mask=column < N, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(column < N, x, -float("inf"))
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    x = tl.load(x_ptr + row * N + row).to(tl.float32)
    x = tl.maximum(x, 0.0)
    tl.store(loss_ptr + row, tl.log(total) + (peak - x))


@triton.jit
def cross_entropy_of_pairs_total_kernel(loss_ptr, other_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    y = tl.sum(total, axis=0) / n_rows
    other = tl.load(other_ptr).to(tl.float32)
    y = tl.sigmoid(y)
    y = y + other
    tl.store(y_ptr, y)


def cross_entropy_of_pairs_triton(x, other):
    x = x.contiguous()
    N = x.shape[0]
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_of_pairs_kernel[(N,)](x, loss, N, BLOCK=1024)
    cross_entropy_of_pairs_total_kernel[(1,)](loss, other, y, N, BLOCK=1024)
    return y


FAMILY = {
    "sum": {"F.cross_entropy(x, label)": 'F.cross_entropy(x, label, reduction="sum")', "axis=0) / n_rows": "axis=0)"},
    "turned": {  # the other half of a symmetric loss: a column against the same diagonal
        "F.cross_entropy(x, label)": "F.cross_entropy(x.T, label)", "x_ptr + row * N + column": "x_ptr + column.to(tl.int64) * N + row",
    },
}

AXES = [
    {  # what becomes of another number: of the other half, say
        "plain": {"return torch.randn(N, N), torch.randn(())": "return (torch.randn(N, N),)",
                  "def cross_entropy_of_pairs_torch(x, other):": "def cross_entropy_of_pairs_torch(x):",
                  "def cross_entropy_of_pairs_triton(x, other):": "def cross_entropy_of_pairs_triton(x):", "y = y + other": "",
                  "loss_ptr, other_ptr": "loss_ptr", "other = tl.load(other_ptr).to(tl.float32)": "", "(loss, other, y": "(loss, y"},
        "halves": {"y = y + other": "y = (y + other) / 2"},
        "half": {"y = y + other": "y = 0.5 * (y + other)"},
        "weighted": {"y = y + other": "y = y + 0.1 * other"},
        "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
        "front": {"y = y + other": "y = other + y"},
        "sub": {"y = y + other": "y = other - y"},
        "mul": {"y = y + other": "y = y * other"},
    },
    ("SCALAR+UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
