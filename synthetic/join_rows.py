"""A matrix (M, N) and a second tensor of any shape that broadcasts with it.

Every element of the result has one offset; that of a smaller tensor follows from it by division and remainder. Nothing
is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]


def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1)


def join_rows_torch(x, z):
    x = torch.add(x, z)
    return x


@triton.jit
def join_rows_kernel(x_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    tl.store(y_ptr + offsets, x, mask=mask)


def join_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    join_rows_kernel[grid](x, z, y, n_elements, N, BLOCK=1024)
    return y


AXES = [
    {  # what the second tensor is one of for each
        "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "one_row": {"torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "short_column": {"torch.randn(M, 1)": "torch.randn(M)", "def join_rows_torch(x, z):": "def join_rows_torch(x, z):\n    z = z[:, None]"},
        "single": {"torch.randn(M, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
        "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
        "column_by_vector": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)", "x_ptr + offsets,": "x_ptr + offsets // N,",
                             "z_ptr + offsets // N": "z_ptr + offsets % N", "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
        "vector_by_column": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, 1)", "x_ptr + offsets,": "x_ptr + offsets % N,",
                             "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
    },
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
