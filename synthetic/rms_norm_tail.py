"""RMS norm and then a second tensor, y = rms_norm(x) * z: a gate as in Mamba 2, or a residual.

One program takes one row and reads x twice, for the sum of squares and for the result; z joins on the way out.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])


def rms_norm_tail_torch(x, z, weight):
    y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    return x


@triton.jit
def rms_norm_tail_kernel(x_ptr, z_ptr, weight_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(row_ptr, cols, n_cols)
        squares += tl.where(cols < n_cols, x * x, 0.0)
    scale = tl.rsqrt(tl.sum(squares, axis=0) / n_cols + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = load_tile(row_ptr, cols, n_cols) * scale * weight
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        y = z + y
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def rms_norm_tail_triton(x, z, weight):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    rms_norm_tail_kernel[(n_rows,)](x, z, weight, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "rms_norm_tail_default": {  # without eps it is that of float32
        "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": "F.rms_norm(x, (x.shape[-1],), weight)",
        "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
    },
    "rms_norm_tail_plain": {
        "return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])": "return torch.randn(shape), torch.randn(shape)",
        ", weight):": "):",
        ") * weight": ")",
        "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "* scale * weight": "* scale",
        "(x, z, weight, y, n_cols": "(x, z, y, n_cols",
    },
    "rms_norm_tail_offset": {") * weight": ") * (1.0 + weight)", "* scale * weight": "* scale * (1.0 + weight)"},
    "rms_norm_tail_bias": {
        "torch.randn(shape), torch.randn(shape[-1])": "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])",
        ", weight):": ", weight, bias):",
        ") * weight": ") * weight + bias",
        "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)":
            "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)",
        "* scale * weight": "* scale * weight + bias",
        "(x, z, weight, y, n_cols": "(x, z, weight, bias, y, n_cols",
    },
}

AXES = [
    {"residual_first": {"def rms_norm_tail_torch(x, z": "def rms_norm_tail_torch(z, x",
                        "def rms_norm_tail_triton(x, z": "def rms_norm_tail_triton(z, x"}},
    {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}, "eps12": {"1e-5": "1e-12"}},
    ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
