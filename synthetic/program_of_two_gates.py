"""A program of single operations on the gates of an input and of a state, (..., 3N) each, and the state (..., N): the cell of a GRU and its like.

Two of the three gates are sums of both rows, which one pass over the data adds up where they are read.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]


def make(*shape):
    return torch.randn(shape[:-1] + (3 * shape[-1],)), torch.randn(shape[:-1] + (3 * shape[-1],)), torch.randn(shape)


def program_of_two_gates_torch(gates, state_gates, q):
    x, z, w = gates.chunk(3, dim=-1)
    x_state, z_state, p = state_gates.chunk(3, dim=-1)
    x = x + x_state
    z = z + z_state
    x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q
    return x


@triton.jit
def program_of_two_gates_kernel(gates_ptr, state_gates_ptr, q_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    first = offsets // N * (3 * N) + offsets % N

    x = tl.load(gates_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)
    x_state = tl.load(state_gates_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z_state = tl.load(state_gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(state_gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)
    x = x + x_state
    z = z + z_state
    x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_two_gates_triton(gates, state_gates, q):
    gates, state_gates, q = gates.contiguous(), state_gates.contiguous(), q.contiguous()
    y = torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_gates_kernel[grid](gates, state_gates, q, y, n_elements, N, BLOCK=1024)
    return y


AXES = [
    {  # which third is which gate
        "last_first": {"x, z, w =": "w, z, x =", "x_state, z_state, p =": "p, z_state, x_state =",
                       "x = tl.load(gates_ptr + first,": "x = tl.load(gates_ptr + first + 2 * N,",
                       "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first,",
                       "x_state = tl.load(state_gates_ptr + first,": "x_state = tl.load(state_gates_ptr + first + 2 * N,",
                       "p = tl.load(state_gates_ptr + first + 2 * N,": "p = tl.load(state_gates_ptr + first,"},
        "middle_last": {"x, z, w =": "x, w, z =", "x_state, z_state, p =": "x_state, p, z_state =",
                        "z = tl.load(gates_ptr + first + N,": "z = tl.load(gates_ptr + first + 2 * N,",
                        "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first + N,",
                        "z_state = tl.load(state_gates_ptr + first + N,": "z_state = tl.load(state_gates_ptr + first + 2 * N,",
                        "p = tl.load(state_gates_ptr + first + 2 * N,": "p = tl.load(state_gates_ptr + first + N,"},
    },
    {"state_first": {"x = x + x_state": "x = x_state + x", "z = z + z_state": "z = z_state + z"}},
    ("PROGRAM_GATES", "x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q",
     "x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
