"""The pointwise part of an LSTM step: gates (B, 4 N) and state c (B, N) give the new h and the new c, both (B, N).

A row of gates holds i, f, g, o one after the other: new c = sigmoid(f) * c + sigmoid(i) * tanh(g) and
h = sigmoid(o) * tanh(new c). One program owns BLOCK columns of one row and reads its four gates N apart.
"""
from harness import run

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


FAMILY = {
    "lstm_cell_output_first": {
        "i, f, g, o = gates.chunk(4, dim=-1)": "o, i, f, g = gates.chunk(4, dim=-1)",
        "i = tl.load(gate_ptrs, ": "o = tl.load(gate_ptrs, ",
        "f = tl.load(gate_ptrs + N, ": "i = tl.load(gate_ptrs + N, ",
        "g = tl.load(gate_ptrs + 2 * N, ": "f = tl.load(gate_ptrs + 2 * N, ",
        "o = tl.load(gate_ptrs + 3 * N, ": "g = tl.load(gate_ptrs + 3 * N, ",
    },
    "lstm_cell_forget_bias": {
        "torch.sigmoid(f) * c": "torch.sigmoid(f + 1.0) * c",
        "tl.sigmoid(f) * c": "tl.sigmoid(f + 1.0) * c",
    },
    "lstm_cell_coupled": {
        "torch.sigmoid(f) * c + torch.sigmoid(i) * g": "torch.sigmoid(f) * c + (1.0 - torch.sigmoid(f)) * torch.sigmoid(i) * g",
        "tl.sigmoid(f) * c + tl.sigmoid(i) * g": "tl.sigmoid(f) * c + (1.0 - tl.sigmoid(f)) * tl.sigmoid(i) * g",
    },
}
AXES = [
    {"state_first": {"return h, c": "return c, h", "return h, new_c": "return new_c, h"}},
    {  # what makes the candidate, a tanh as a rule
        "tanh": {"g = torch.relu(g)": "g = torch.tanh(g)", "g = tl.maximum(g, 0.0)": "g = tanh(g)"},
        "silu": {"g = torch.relu(g)": "g = F.silu(g)", "g = tl.maximum(g, 0.0)": "g = g * tl.sigmoid(g)"},
        "softsign": {"g = torch.relu(g)": "g = F.softsign(g)", "g = tl.maximum(g, 0.0)": "g = g / (1.0 + tl.abs(g))"},
        "hardtanh": {"g = torch.relu(g)": "g = F.hardtanh(g)", "g = tl.maximum(g, 0.0)": "g = tl.minimum(tl.maximum(g, -1.0), 1.0)"},
    },
    ("UNARY+REUSE+SCALAR", "h = F.silu(h)", "h = h * tl.sigmoid(h)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
