"""A matrix (M, N) and two more tensors, either of any shape that broadcasts with them.

Every element of the result has one offset; that of a smaller tensor follows from it by division and remainder. Nothing
is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]


def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1), torch.randn(N)


def join_three_rows_torch(x, z, w):
    x = torch.addcmul(w, x, z)
    return x


@triton.jit
def join_three_rows_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets % N, mask=mask, other=0.0).to(tl.float32)
    x = w + x * z
    tl.store(y_ptr + offsets, x, mask=mask)


def join_three_rows_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    join_three_rows_kernel[grid](x, z, w, y, n_elements, N, BLOCK=1024)
    return y


AXES = [
    {  # what the second tensor is one of for each
        "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "one_row": {"torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
        "short_column": {"torch.randn(M, 1)": "torch.randn(M)",
                         "def join_three_rows_torch(x, z, w):": "def join_three_rows_torch(x, z, w):\n    z = z[:, None]"},
        "single": {"torch.randn(M, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
        "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
    },
    {  # what the third is one of for each
        "column": {"torch.randn(N)": "torch.randn(M, 1)", "w_ptr + offsets % N": "w_ptr + offsets // N"},
        "one_row": {"torch.randn(N)": "torch.randn(1, N)"},
        "single": {"torch.randn(N)": "torch.randn(1)", "tl.load(w_ptr + offsets % N, mask=mask, other=0.0)": "tl.load(w_ptr)"},
        "whole": {"torch.randn(N)": "torch.randn(M, N)", "w_ptr + offsets % N": "w_ptr + offsets"},
    },
    ("TERNARY", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
