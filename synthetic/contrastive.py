"""The contrastive loss of pairs: d^2 where the label is 1, max(margin - d, 0)^2 where it is 0, d the rows' distance.

The squared distance of the two rows gathers in one loop; its root and the choice by label are scalars of the row.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randn(N, C), torch.randint(0, 2, (N,))


def contrastive_torch(x, z, label):
    d = torch.sqrt(((x - z) ** 2).sum(dim=-1) + 1e-6)
    y = torch.where(label > 0, d ** 2, torch.relu(2.0 - d) ** 2)
    return y.mean()


@triton.jit
def contrastive_kernel(x_ptr, z_ptr, label_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    square = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        square += (x - z) * (x - z)
    d = tl.sqrt(tl.sum(square, axis=0) + 1e-6)
    label = tl.load(label_ptr + row)
    miss = tl.maximum(2.0 - d, 0.0)
    y = tl.where(label > 0, d * d, miss * miss)
    tl.store(y_ptr + row, y)


@triton.jit
def contrastive_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def contrastive_triton(x, z, label):
    x = x.contiguous()
    z = z.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    contrastive_kernel[(N,)](x, z, label, loss, C, BLOCK=1024)
    contrastive_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


FAMILY = {
    "margin_10": {"torch.relu(2.0 - d)": "torch.relu(1.0 - d)", "tl.maximum(2.0 - d, 0.0)": "tl.maximum(1.0 - d, 0.0)"},
    "margin_05": {"torch.relu(2.0 - d)": "torch.relu(0.5 - d)", "tl.maximum(2.0 - d, 0.0)": "tl.maximum(0.5 - d, 0.0)"},
    "margin_40": {"torch.relu(2.0 - d)": "torch.relu(4.0 - d)", "tl.maximum(2.0 - d, 0.0)": "tl.maximum(4.0 - d, 0.0)"},
    "margin_100": {"torch.relu(2.0 - d)": "torch.relu(10.0 - d)",
                   "tl.maximum(2.0 - d, 0.0)": "tl.maximum(10.0 - d, 0.0)"},
}

AXES = [
    {
        "sum": {"y.mean()": "y.sum()", " / n_rows)": ")"},
        "half": {"y.mean()": "y.mean() * 0.5", " / n_rows)": " / n_rows * 0.5)"},
        "tenth": {"y.mean()": "y.mean() * 0.1", " / n_rows)": " / n_rows * 0.1)"},
        "double": {"y.mean()": "y.mean() * 2.0", " / n_rows)": " / n_rows * 2.0)"},
        "plus": {"y.mean()": "y.mean() + 1.0", " / n_rows)": " / n_rows + 1.0)"},
        "negative": {"y.mean()": "y.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
    {
        "weighted": {"label > 0, d ** 2,": "label > 0, 3.0 * d ** 2,",
                     "label > 0, d * d,": "label > 0, 3.0 * (d * d),"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
