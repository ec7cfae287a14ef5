"""The number of each row that an index names, and what a tensor of one number a row makes of it, y[i] = x[i,
index[i]] * z[i]: policy gradients.

Each program takes BLOCK rows. There may be fewer indices than rows, so that it is they who are counted.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3, 1), (33, 7, 30), (300, 5, 300)]  # rows and columns of x, and how many indices


def make(M, N, K):
    return torch.randn(M, N), torch.randint(0, N, (K,)), torch.randn(K)


def label_joins_torch(x, index, z):
    x = torch.gather(x, 1, index.unsqueeze(1)).squeeze(1)
    x = torch.sub(x, z)
    return x


@triton.jit
def label_joins_kernel(x_ptr, index_ptr, z_ptr, y_ptr, n_rows, N, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = rows < n_rows
    index = tl.load(index_ptr + rows, mask=mask, other=0)
    x = tl.load(x_ptr + rows * N + index, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + rows, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + rows, x, mask=mask)


def label_joins_triton(x, index, z):
    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()
    n_rows, N = index.numel(), x.shape[-1]
    y = x.new_empty(n_rows)
    grid = (triton.cdiv(n_rows, 256),)
    label_joins_kernel[grid](x, index, z, y, n_rows, N, BLOCK=256)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
