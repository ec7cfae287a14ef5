"""The pointwise part of an LSTM step: gates (B, 4 N) and state c (B, N) give the new h and the new c, both
(B, N).

A row of gates holds i, f, g, o one after the other: new c = sigmoid(f) * c + sigmoid(i) * tanh(g) and
h = sigmoid(o) * tanh(new c). One program owns BLOCK columns of one row and reads its four gates N apart.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (4, 300)]  # B, N


def make(B, N):
    return torch.randn(B, 4 * N), torch.randn(B, N)


def lstm_cell_torch(gates, c):
    i, f, g, o = gates.chunk(4, dim=-1)
    g = torch.relu(g)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * g
    h = torch.tanh(c)
    h = torch.sigmoid(o) * h
    h = F.silu(h)
    return h, c


@triton.jit
def tanh(x):
    # (1 - e) / (1 + e) with e = exp(-2 |x|) cancels near zero: 1 - e is -expm1(-2 |x|), which must not be a difference.
    t = -2.0 * tl.abs(x)
    u = tl.exp(t)
    t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))
    t = -t / (t + 2.0)
    return tl.where(x < 0.0, -t, t)


@triton.jit
def lstm_cell_kernel(gates_ptr, c_ptr, h_ptr, new_c_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < N
    c = tl.load(c_ptr + row * N + columns, mask=mask, other=0.0).to(tl.float32)
    gate_ptrs = gates_ptr + row * 4 * N + columns

    i = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)
    f = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(gate_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)
    o = tl.load(gate_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32)
    g = tl.maximum(g, 0.0)
    c = tl.sigmoid(f) * c + tl.sigmoid(i) * g
    h = tanh(c)
    h = tl.sigmoid(o) * h
    h = h * tl.sigmoid(h)
    tl.store(h_ptr + row * N + columns, h, mask=mask)
    tl.store(new_c_ptr + row * N + columns, c, mask=mask)


def lstm_cell_triton(gates, c):
    gates = gates.contiguous()
    c = c.contiguous()
    B, N = c.shape
    h = torch.empty_like(c)
    new_c = torch.empty_like(c)
    lstm_cell_kernel[(B, triton.cdiv(N, 256))](gates, c, h, new_c, N, BLOCK=256, num_warps=4)
    return h, new_c


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
