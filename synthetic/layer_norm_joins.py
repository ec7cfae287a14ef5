"""Layer norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each column.

One program takes one row and reads x three times: for the mean, for the squares of the deviations, for the result. What
follows the norm happens on the way out, while the row is in registers.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    z = torch.randn(shape)
    s = torch.randn(shape[-1])
    return torch.randn(shape), z, s, torch.randn(shape[-1]), torch.randn(shape[-1])


def layer_norm_joins_torch(x, z, s, weight, bias):
    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)
    y = y + z
    y = torch.abs(y)
    y = y * s
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    return x


@triton.jit
def layer_norm_joins_kernel(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, which is put right below.
    correction = tl.sum(drift, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)
    scale = tl.rsqrt(var + 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        y = z + y
        s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = tl.abs(y)
        y = y * s
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)


def layer_norm_joins_triton(x, z, s, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_joins_kernel[(n_rows,)](x, z, s, weight, bias, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "layer_norm_joins_plain": {
        ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",",
        ", weight, bias):": "):",
        "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
        "weight_ptr, bias_ptr, y_ptr": "y_ptr",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "y = y * weight + bias": "",
        "weight, bias, y, n_cols": "y, n_cols",
    },
    "layer_norm_joins_weight": {
        "torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])",
        ", bias):": "):",
        "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), weight, eps",
        "weight_ptr, bias_ptr, y_ptr": "weight_ptr, y_ptr",
        "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "y = y * weight + bias": "y = y * weight",
        "weight, bias, y, n_cols": "weight, y, n_cols",
    },
}

AXES = [
    {
        "s_one": {"s = torch.randn(shape[-1])": "s = torch.randn(1)", "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "s = tl.load(s_ptr).to(tl.float32)"},
    },
    {
        "add": {"y = y * s": "y = y + s"},
        "sub": {"y = y * s": "y = y - s"},
        "half": {"y = y * s": "y = y + 0.5 * s"},
        "from": {"y = y * s": "y = s - y"},
    },
    {"residual_first": {"def layer_norm_joins_torch(x, z": "def layer_norm_joins_torch(z, x",
                        "def layer_norm_joins_triton(x, z": "def layer_norm_joins_triton(z, x"},
     "itself": {"z = torch.randn(shape)": "", "return torch.randn(shape), z": "return torch.randn(shape)",
                "def layer_norm_joins_torch(x, z": "def layer_norm_joins_torch(x", "y = F.": "z = x\ny = F.",
                "def layer_norm_joins_triton(x, z": "def layer_norm_joins_triton(x", "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                "x_ptr, z_ptr,": "x_ptr,", "[(n_rows,)](x, z,": "[(n_rows,)](x,",
                "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "load_tile(row_ptr, cols, n_cols)"},
     "row": {"z = torch.randn(shape)": "z = torch.randn(shape[-1])", "z_ptr + row * n_cols + cols": "z_ptr + cols"},
     "number": {"z = torch.randn(shape)": "z = torch.randn(())", "z_ptr + row * n_cols + cols, mask=mask, other=0.0": "z_ptr"}},
    {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}, "eps12": {"1e-5": "1e-12"}},
    ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
