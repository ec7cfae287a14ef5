"""The pointwise part of a GRU step: gates from the input (B, 3 N), from the state (B, 3 N), and the state h
(B, N).

A row of gates holds r, z, n: r = sigmoid(x_r + h_r), z = sigmoid(x_z + h_z), n = f(x_n + r * h_n) and
the new state is (1 - z) * n + z * h. One program owns BLOCK columns of one row and reads its gates N apart.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (4, 300)]  # B, N


def make(B, N):
    return torch.randn(B, 3 * N), torch.randn(B, 3 * N), torch.randn(B, N)


def gru_cell_torch(x_gates, h_gates, h):
    x_r, x_z, x_n = x_gates.chunk(3, dim=-1)
    h_r, h_z, h_n = h_gates.chunk(3, dim=-1)
    r = torch.sigmoid(x_r + h_r)
    z = torch.sigmoid(x_z + h_z)
    n = x_n + r * h_n
    n = torch.relu(n)
    y = (1.0 - z) * n + z * h
    y = F.silu(y)
    return y


@triton.jit
def gru_cell_kernel(x_ptr, hg_ptr, h_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < N
    x_ptrs = x_ptr + row * 3 * N + columns
    h_ptrs = hg_ptr + row * 3 * N + columns
    h = tl.load(h_ptr + row * N + columns, mask=mask, other=0.0).to(tl.float32)

    x_r = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)
    x_z = tl.load(x_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    x_n = tl.load(x_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)
    h_r = tl.load(h_ptrs, mask=mask, other=0.0).to(tl.float32)
    h_z = tl.load(h_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    h_n = tl.load(h_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)
    r = tl.sigmoid(x_r + h_r)
    z = tl.sigmoid(x_z + h_z)
    n = x_n + r * h_n
    n = tl.maximum(n, 0.0)
    y = (1.0 - z) * n + z * h
    y = y * tl.sigmoid(y)
    tl.store(y_ptr + row * N + columns, y, mask=mask)


def gru_cell_triton(x_gates, h_gates, h):
    x_gates = x_gates.contiguous()
    h_gates = h_gates.contiguous()
    h = h.contiguous()
    B, N = h.shape
    y = torch.empty_like(h)
    gru_cell_kernel[(B, triton.cdiv(N, 256))](x_gates, h_gates, h, y, N, BLOCK=256, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
