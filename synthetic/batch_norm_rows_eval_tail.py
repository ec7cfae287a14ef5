"""Batch norm of rows with what training has gathered, then a second tensor, y[:, c] = f(norm(x[:, c])) + z[c]: a bias after it."""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (40, 70)]


def make(*shape):
    width = shape[1]
    z = torch.randn(width)
    return torch.randn(shape), z, torch.randn(width), torch.randn(width), torch.randn(width), torch.rand(width) + 0.5


def batch_norm_rows_eval_tail_torch(x, z, weight, bias, mean, var):
    y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)
    y = torch.sigmoid(y)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def batch_norm_rows_eval_tail_kernel(x_ptr, z_ptr, weight_ptr, bias_ptr, mean_ptr, var_ptr, y_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    cols = offsets % n_cols
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    var = tl.load(var_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    y = (x - mean) * tl.rsqrt(var + 1e-5)
    y = y * weight + bias
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(y)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def batch_norm_rows_eval_tail_triton(x, z, weight, bias, mean, var):
    x, z = x.contiguous(), z.contiguous()
    n_elements, n_cols = x.numel(), x.shape[1]
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    batch_norm_rows_eval_tail_kernel[grid](x, z, weight, bias, mean, var, y, n_elements, n_cols, BLOCK=1024)
    return y


FAMILY = {
    "batch_norm_rows_eval_tail_plain": {
        "z, torch.randn(width), torch.randn(width), ": "z, ",
        "(x, z, weight, bias, mean, var)": "(x, z, mean, var)",
        "mean, var, weight, bias, training": "mean, var, training",
        "x_ptr, z_ptr, weight_ptr, bias_ptr, mean_ptr": "x_ptr, z_ptr, mean_ptr",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "y = y * weight + bias": "",
        "(x, z, weight, bias, mean, var, y": "(x, z, mean, var, y",
    },
}

AXES = [
    {
        "full": {"z = torch.randn(width)": "z = torch.randn(shape)",
                 "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)":
                     "tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
        "row": {"z = torch.randn(width)": "z = torch.randn(1, width)"},
        "one": {"z = torch.randn(width)": "z = torch.randn(1)", "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"},
        "scalar": {"z = torch.randn(width)": "z = torch.randn(())", "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "tl.load(z_ptr).to(tl.float32)"},
    },
    {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
