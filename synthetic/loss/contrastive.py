"""The contrastive loss of pairs: d^2 where the label is 1, max(margin - d, 0)^2 where it is 0, d the rows'
distance.

The squared distance of the two rows gathers in one loop; its root and the choice by label are scalars of the
row.
"""

import torch

import triton
import triton.language as tl

from python_to_triton.verification.exemplar import run

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


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
