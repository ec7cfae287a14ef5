"""A row joined to another, its sum, and what two vectors with a number a row make of that: y[i] = z[i] * sum_j (x[i, j] - u[i, j])^2 + w[i].

Energies of bonds, correlations, distances, scores of triplets. One program takes one row and walks it in tiles of BLOCK columns; the
lanes meet once, at the end. What follows is one element, so z and w cost a scalar load each.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]


def make(*shape):
    x = torch.randn(shape)
    u = torch.randn(shape)
    z = torch.randn(shape[:-1])
    w = torch.randn(shape[:-1])
    return x, u, z, w


def sum_joins_vectors_torch(x, u, z, w):
    x = x - u
    x = torch.square(x)
    y = torch.sum(x, dim=-1)
    y = y * z + w
    return y


@triton.jit
def sum_joins_vectors_kernel(x_ptr, u_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = x - u
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    w = tl.load(w_ptr + row).to(tl.float32)
    y = z * y + w
    tl.store(y_ptr + row, y)


def sum_joins_vectors_triton(x, u, z, w):
    x, u, z, w = x.contiguous(), u.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 1024)
    sum_joins_vectors_kernel[(n_rows,)](x, u, z, w, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "mean": {"torch.sum(": "torch.mean(", "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols"},
    "norm": {"torch.sum(": "torch.linalg.vector_norm(", "tl.where(mask, x, 0.0)": "tl.where(mask, x * x, 0.0)",
             "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))"},
    "size": {"torch.sum(": "torch.linalg.vector_norm(", "dim=-1": "ord=1, dim=-1", "tl.where(mask, x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)"},
    "amax": {"torch.sum(": "torch.amax(", "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
             "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
             "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)"},
    "amin": {"torch.sum(": "torch.amin(", "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
             "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
             "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)"},
}

AXES = [
    {"kept": {"dim=-1": "dim=-1, keepdim=True", "z = torch.randn(shape[:-1])": "z = torch.randn(shape[:-1] + (1,))",
              "w = torch.randn(shape[:-1])": "w = torch.randn(shape[:-1] + (1,))", "x.new_empty(x.shape[:-1])": "x.new_empty(x.shape[:-1] + (1,))"}},
    {  # what the row is joined to
        "times": {"x = x - u": "x = x * u"},
        "plus": {"x = x - u": "x = x + u"},
        "alone": {"u = torch.randn(shape)": "", "return x, u, z, w": "return x, z, w", "(x, u, z, w)": "(x, z, w)", "x = x - u": "",
                  "x_ptr, u_ptr": "x_ptr",
                  "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                  "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()",
                  "(x, u, z, w, y": "(x, z, w, y"},
        "point": {"u = torch.randn(shape)": "u = torch.randn(shape[-1])", "u_ptr + row * n_cols + cols": "u_ptr + cols"},
        "point_times": {"u = torch.randn(shape)": "u = torch.randn(shape[-1])", "u_ptr + row * n_cols + cols": "u_ptr + cols",
                        "x = x - u": "x = x * u"},
        "alone_again": {"u = torch.randn(shape)": "", "return x, u, z, w": "return x, z, w", "(x, u, z, w)": "(x, z, w)", "x = x - u": "",
                        "x_ptr, u_ptr": "x_ptr",
                        "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                        "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()", "(x, u, z, w, y": "(x, z, w, y"},
    },
    ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
    ("PROGRAM_XZW", "y = y * z + w", "y = z * y + w"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
