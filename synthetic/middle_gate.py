"""A column meets a statistic of its own, y[b, :, n] = x[b, :, n] * mean(x[b, :, n]): over the channels of an image, say.

Whatever the rank, x is (n_outer, n_mid, n_inner). A program takes BLOCK neighbouring columns, so that its loads are
coalesced, and walks down n_mid twice: for the statistic, which each lane gathers alone, then for the result.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]


def make(*shape):
    return (torch.randn(shape),)


def middle_gate_torch(x):
    x = torch.relu(x)
    z = torch.mean(x, dim=-2, keepdim=True)
    y = x * z
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_row(x_ptr, mask):
    x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def middle_gate_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    offsets = outer * n_mid * n_inner + inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        x = load_row(x_ptr + offsets + mid * n_inner, mask)
        total += x
    z = total / n_mid
    for mid in range(0, n_mid):
        x = load_row(x_ptr + offsets + mid * n_inner, mask)
        y = z * x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets + mid * n_inner, y, mask=mask)


def middle_gate_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    y = torch.empty_like(x)
    grid = (n_outer * triton.cdiv(n_inner, 128),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    middle_gate_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)
    return y


FAMILY = {
    "middle_sum_gate": {"torch.mean(": "torch.sum(", "z = total / n_mid": "z = total"},
    "middle_max_gate": {"torch.mean(": "torch.amax(", "z = total / n_mid": "z = total", "total += x": "total = tl.maximum(total, x)",
                        "total = tl.zeros([BLOCK], dtype=tl.float32)": 'total = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'},
    "middle_min_gate": {"torch.mean(": "torch.amin(", "z = total / n_mid": "z = total", "total += x": "total = tl.minimum(total, x)",
                        "total = tl.zeros([BLOCK], dtype=tl.float32)": 'total = tl.full([BLOCK], float("inf"), dtype=tl.float32)'},
    "middle_norm_gate": {"torch.mean(": "torch.linalg.vector_norm(", "total += x": "total += x * x", "z = total / n_mid": "z = tl.sqrt(total)"},
    "middle_l1_gate": {"torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ", "total += x": "total += tl.abs(x)", "z = total / n_mid": "z = total"},
}

AXES = [
    {
        "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "dim=-2": "dim=-3", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                 "dim=-2": "dim=-4",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
        "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                 "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                 "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                 "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)"},
    },
    {  # how the column and its statistic meet
        "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
        "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
        "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
        "over": {"y = x * z": "y = x / (torch.abs(z) + 1e-6)", "y = z * x": "y = x / (tl.abs(z) + 1e-6)"},
        "over_large": {"y = x * z": "y = x / (1.0 + torch.abs(z))", "y = z * x": "y = x / (1.0 + tl.abs(z))"},
        "over_clamped": {"y = x * z": "y = x / z.clamp(min=1e-3)", "y = z * x": "y = x / tl.maximum(z, 1e-3)"},
        "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
        "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
        "hardsigmoid": {"y = x * z": "y = x * F.hardsigmoid(z)", "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)"},
        "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
        "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
        "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
        "mask": {"y = x * z": "y = torch.where(x > z, x, 0.0)", "y = z * x": "y = tl.where(x > z, x, 0.0)"},
        "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
        "exp_minus": {"y = x * z": "y = torch.exp(-torch.abs(x - z))", "y = z * x": "y = tl.exp(-tl.abs(x - z))"},
        "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
