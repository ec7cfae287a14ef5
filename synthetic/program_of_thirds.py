"""A program of single operations on the thirds of the last dimension, which a chunk or a split takes apart, (..., 3N) to (..., N).

A row of y is N long, a row of x 3N: element i of y is made from column i % N of row i // N and from those that lie N and 2N
to its right. The thirds are never copied apart.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]


def make(*shape):
    return (torch.randn(shape[:-1] + (3 * shape[-1],)),)


def program_of_thirds_torch(x):
    x, z, w = x.chunk(3, dim=-1)
    x = torch.addcmul(x, z, w)
    return x


@triton.jit
def program_of_thirds_kernel(x_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // N * (3 * N) + offsets % N

    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + first + N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(x_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_thirds_triton(x):
    x = x.contiguous()
    N = x.shape[-1] // 3
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_thirds_kernel[grid](x, y, n_elements, N, BLOCK=1024)
    return y


AXES = [
    {"halves_and_state": {  # the halves of one tensor and a second one
        "x, z, w = x.chunk(3, dim=-1)": "x, z = x.chunk(2, dim=-1)", "program_of_thirds_torch(x)": "program_of_thirds_torch(x, w)",
        "(torch.randn(shape[:-1] + (3 * shape[-1],)),)": "torch.randn(shape[:-1] + (2 * shape[-1],)), torch.randn(shape)",
        "x_ptr, y_ptr": "x_ptr, w_ptr, y_ptr", "offsets // N * (3 * N)": "offsets // N * (2 * N)", "x_ptr + first + 2 * N": "w_ptr + offsets",
        "program_of_thirds_triton(x)": "program_of_thirds_triton(x, w)", "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
        "N = x.shape[-1] // 3": "N = w.shape[-1]", "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)": "torch.empty_like(w)",
        "[grid](x, y": "[grid](x, w, y"}},
    ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
