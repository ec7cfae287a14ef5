"""One minus the cosine of matching rows, averaged: mean(1 - cos(x[i], z[i])).

Three sums are kept side by side through one loop over the row: the product of the two and both squares. The norms
are held above 1e-8, so that a row of zeros gives 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randn(N, C)


def cosine_loss_torch(x, z):
    y = F.cosine_similarity(x, z, dim=-1)
    y = 1.0 - y
    return y.mean()


@triton.jit
def cosine_loss_kernel(x_ptr, z_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    xz = tl.zeros((BLOCK,), dtype=tl.float32)
    xx = tl.zeros((BLOCK,), dtype=tl.float32)
    zz = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        xz += x * z
        xx += x * x
        zz += z * z
    x_norm = tl.maximum(tl.sqrt(tl.sum(xx, axis=0)), 1e-8)
    z_norm = tl.maximum(tl.sqrt(tl.sum(zz, axis=0)), 1e-8)
    y = tl.sum(xz, axis=0) / (x_norm * z_norm)
    y = 1.0 - y
    tl.store(y_ptr + row, y)


@triton.jit
def cosine_loss_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def cosine_loss_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cosine_loss_kernel[(N,)](x, z, loss, C, BLOCK=1024)
    cosine_loss_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


FAMILY = {
    "minus": {"y = 1.0 - y": "y = 0.5 * y"},
    "doubled": {"y = 1.0 - y": "y = 2.0 - 2.0 * y"},
    "squared": {"y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)"},
    "half": {"y = 1.0 - y": "y = 0.5 * (1.0 - y)"},
    "one_plus": {"y = 1.0 - y": "y = 1.0 + y"},
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
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
