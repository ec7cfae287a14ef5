"""A program of single operations on four gates that lie in one row, (..., 4N), and a state (..., N): the cell of an LSTM and its like.

A product makes all gates at once; a chunk takes them apart. Element i of y is made from column i % N of row i // N, from
those that lie N, 2N and 3N to its right, and from element i of the state.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]


def make(*shape):
    return torch.randn(shape[:-1] + (4 * shape[-1],)), torch.randn(shape)


def program_of_gates_torch(gates, q):
    x, z, w, p = gates.chunk(4, dim=-1)
    v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)
    x = torch.sigmoid(p) * torch.relu(v)
    return v, x


@triton.jit
def program_of_gates_kernel(gates_ptr, q_ptr, v_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    gate_ptrs = gates_ptr + offsets // N * (4 * N) + offsets % N

    x = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(gate_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(gate_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32)
    v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)
    x = tl.sigmoid(p) * tl.maximum(v, 0.0)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_gates_triton(gates, q):
    gates, q = gates.contiguous(), q.contiguous()
    v, y = torch.empty_like(q), torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_gates_kernel[grid](gates, q, v, y, n_elements, N, BLOCK=1024)
    return v, y


AXES = [
    {"end_first": {"return v, x": "return x, v", "return v, y": "return y, v"}},
    ("PROGRAM_GATES_TO_VX", "v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)\n    x = torch.sigmoid(p) * torch.relu(v)",
     "v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)\n    x = tl.sigmoid(p) * tl.maximum(v, 0.0)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
