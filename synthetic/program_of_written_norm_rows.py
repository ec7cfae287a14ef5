"""Rows over a size of their own, written in elementary operations, then a program of that and a second tensor, g(x / norm(x), z).

One program takes one row and reads it twice: for the size, then for the quotients, which z joins in registers: a number, a
temperature, say, one of each row, a weight or a bias of each column, a residual, or x itself.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    z = torch.randn(shape[-1])
    return torch.randn(shape), z


def program_of_written_norm_rows_torch(x, z):
    size = x.norm(dim=-1, keepdim=True)
    y = x / size.clamp(min=1e-12)
    y = y * torch.exp(z)
    return y


@triton.jit
def program_of_written_norm_rows_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x * x
    total = tl.sum(lanes, axis=0)
    scale = tl.maximum(tl.sqrt(total), 1e-12)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / scale
        y = y * tl.exp(z)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def program_of_written_norm_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    program_of_written_norm_rows_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "bare": {"size.clamp(min=1e-12)": "size", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total)"},
    "plus": ({"size.clamp(min=1e-12)": "(size + 1e-{0})", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total) + 1e-{0}"}, "6 8"),
    "mean_square": ({"x.norm(": "(x ** 2).mean(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                     "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / n_cols + 1e-{0})"}, "5 6 8"),
    "mean_square_rsqrt": ({"x.norm(": "x.pow(2).mean(", "x / size.clamp(min=1e-12)": "x * torch.rsqrt(size + 1e-{0})",
                           "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / n_cols + 1e-{0})"}, "5 6 8"),
    "sum_square": ({"x.norm(": "(x * x).sum(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total + 1e-{0})"}, "6 8"),
    "sum_abs": {"x.norm(": "x.abs().sum(", "lanes += x * x": "lanes += tl.abs(x)", "tl.sqrt(total)": "total"},
    "mean_abs_plus": ({"x.norm(": "x.abs().mean(", "size.clamp(min=1e-12)": "(size + 1e-{0})", "lanes += x * x": "lanes += tl.abs(x)",
                       "tl.maximum(tl.sqrt(total), 1e-12)": "total / n_cols + 1e-{0}"}, "5 6 8"),
    "largest": {"x.norm(": "x.abs().amax(", "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)", "tl.sqrt(total)": "total"},
}

AXES = [
    {  # what z is
        "number": {"torch.randn(shape[-1])": "torch.randn(())", "z_ptr + cols, mask=mask, other=0.0": "z_ptr"},
        "one": {"torch.randn(shape[-1])": "torch.randn(1)", "z_ptr + cols, mask=mask, other=0.0": "z_ptr"},
        "each": {"torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))", "z_ptr + cols, mask=mask, other=0.0": "z_ptr + row"},
        "residual": {"torch.randn(shape[-1])": "torch.randn(shape)", "z_ptr + cols": "z_ptr + row * n_cols + cols"},
        "itself": {"z = torch.randn(shape[-1])": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                   "program_of_written_norm_rows_torch(x, z):": "program_of_written_norm_rows_torch(x):\n    z = x",
                   "program_of_written_norm_rows_triton(x, z):": "program_of_written_norm_rows_triton(x):",
                   "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                   "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr", "(x, z, y, n_cols": "(x, y, n_cols",
                   "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "x"},
    },
    ("BINARY+TAIL_XZ", "y = y * torch.exp(z)", "y = y * tl.exp(z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
