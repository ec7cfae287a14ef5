"""The cosine embedding loss: 1 - cos(x, z) where the label is 1, max(cos(x, z) - margin, 0) where it is -1,
averaged.

Three sums are kept side by side through one loop over the row: the product of the two and both squares. The
norms are held above 1e-8, so that a row of zeros gives 0.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randn(N, C), torch.randint(0, 2, (N,)) * 2 - 1


def cosine_embedding_torch(x, z, label):
    return F.cosine_embedding_loss(x, z, label, margin=0.0, reduction="mean")


@triton.jit
def cosine_embedding_kernel(x_ptr, z_ptr, label_ptr, y_ptr, C, BLOCK: tl.constexpr):
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
    x_square = tl.sum(xx, axis=0) + 1e-12  # 1e-12 is PyTorch's guard against a row of zeros
    z_square = tl.sum(zz, axis=0) + 1e-12
    cosine = tl.sum(xz, axis=0) / tl.sqrt(x_square * z_square)
    label = tl.load(label_ptr + row)
    y = tl.where(label == 1, 1.0 - cosine, tl.where(label == -1, tl.maximum(cosine - 0.0, 0.0), 0.0))
    tl.store(y_ptr + row, y)


@triton.jit
def cosine_embedding_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def cosine_embedding_triton(x, z, label):
    x = x.contiguous()
    z = z.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cosine_embedding_kernel[(N,)](x, z, label, loss, C, BLOCK=1024)
    cosine_embedding_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
