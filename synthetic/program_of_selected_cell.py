"""A cell of a recurrent network, or a gate: a program on the places of one short dimension of a tensor, x.unbind(2), and on states beside it.

What lies behind that dimension is a run of numbers in memory, and the runs of all places stand one after the other. The same
address serves where every third number of a row is a part of its own, or where the row first has to be seen as (3, N).
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    return torch.randn(B, T, 3, C), torch.randn(B, T, C)


def program_of_selected_cell_torch(x, q):
    parts = x.unbind(2)
    a, b, c = parts[0], parts[1], parts[2]
    y = torch.sigmoid(b) * q + a * c
    return y


@triton.jit
def program_of_selected_cell_kernel(x_ptr, q_ptr, y_ptr, n_elements, run, whole, BLOCK: tl.constexpr):
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


def program_of_selected_cell_triton(x, q):
    x, q = x.contiguous(), q.contiguous()
    y = torch.empty_like(q)
    run = x.stride(2)
    whole = x.shape[2] * run
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_selected_cell_kernel[grid](x, q, y, n_elements, run, whole, BLOCK=1024)
    return y


AXES = ["CELL_SELECT"]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
