"""A cell of a recurrent network, or a gate: a program on some of the equal parts of one tensor, x.chunk(3,
dim=-1), and on states beside it.

A part of one place of the dimensions before is a run of numbers in memory. Number i of y is made from number
i of each part that is read, and from element i of the states; the parts are never copied apart.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    return torch.randn(B, T, 3 * C), torch.randn(B, T, C)


def program_of_chunked_cell_torch(x, q):
    parts = x.chunk(3, dim=2)
    a, b, c = parts[0], parts[1], parts[2]
    y = torch.sigmoid(b) * q + a * c
    return y


@triton.jit
def program_of_chunked_cell_kernel(x_ptr, q_ptr, y_ptr, n_elements, run, whole, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    # Element i of a part lies in run i // run, at place i % run, some whole runs behind the first part.
    first = offsets // run * whole + offsets % run

    a = tl.load(x_ptr + first + 0 * run, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x_ptr + first + 1 * run, mask=mask, other=0.0).to(tl.float32)
    c = tl.load(x_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(b) * q + a * c
    tl.store(y_ptr + offsets, y, mask=mask)


def program_of_chunked_cell_triton(x, q):
    x, q = x.contiguous(), q.contiguous()
    y = torch.empty_like(q)
    inner = x.stride(2)
    run, whole = y.shape[2] * inner, x.shape[2] * inner
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_chunked_cell_kernel[grid](x, q, y, n_elements, run, whole, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
