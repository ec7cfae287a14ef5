"""A tensor divided by a size of its own along any dimension but the last, y = x / mean(|x|), each size written in elementary operations.

Seen from that dimension, x is (outer, whole, inner). A program takes BLOCK neighbouring lines of `whole` numbers and
walks along them twice: for the sizes, then for the quotients. No lane needs another.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]


def make(*shape):
    return (torch.randn(shape),)


def written_norm_torch(x):
    size = x.abs().mean(dim=-2, keepdim=True)
    y = x / size
    return y


@triton.jit
def written_norm_kernel(x_ptr, y_ptr, n_lines, whole, inner, BLOCK: tl.constexpr):
    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = lines < n_lines
    offsets = lines // inner * whole * inner + lines % inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        total += tl.abs(x)
    scale = total / whole
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + offsets + place * inner, x / scale, mask=mask)


def written_norm_triton(x):
    x = x.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    written_norm_kernel[grid](x, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y


FAMILY = {
    "sum_abs": {"x.abs().mean(": "x.abs().sum(", "scale = total / whole": "scale = total"},
    "norm": {"x.abs().mean(": "x.norm(", "total += tl.abs(x)": "total += x * x", "scale = total / whole": "scale = tl.sqrt(total)"},
    "largest": {"x.abs().mean(": "x.abs().amax(", "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                "scale = total / whole": "scale = total"},
    "sum": {"x.abs().mean(": "x.sum(", "torch.randn(shape),": "torch.randn(shape) + 2.0 * len(shape),", "total += tl.abs(x)": "total += x",
            "scale = total / whole": "scale = total"},
    "norm_eps": ({"x.abs().mean(": "x.norm(", "x / size": "x / (size + 1e-{0})", "total += tl.abs(x)": "total += x * x",
                  "scale = total / whole": "scale = tl.sqrt(total) + 1e-{0}"}, "8 6 5"),
    "norm_clamp": ({"x.abs().mean(": "x.norm(", "x / size": "x / size.clamp(min=1e-{0})", "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-{0})"}, "8 6"),
    "normalize": {"x.abs().mean(": "x.norm(", "x / size": "x / size.clamp(min=1e-12)", "total += tl.abs(x)": "total += x * x",
                  "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-12)"},
    "sum_abs_clamp": {"x.abs().mean(": "x.abs().sum(", "x / size": "x / size.clamp(min=1e-12)",
                      "scale = total / whole": "scale = tl.maximum(total, 1e-12)"},
    "largest_clamp": {"x.abs().mean(": "x.abs().amax(", "x / size": "x / size.clamp(min=1e-12)",
                      "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))", "scale = total / whole": "scale = tl.maximum(total, 1e-12)"},
    "mean_abs_eps": ({"x / size": "x / (size + 1e-{0})", "scale = total / whole": "scale = total / whole + 1e-{0}"}, "8 6 5"),
    "sum_abs_eps": ({"x.abs().mean(": "x.abs().sum(", "x / size": "x / (size + 1e-{0})", "scale = total / whole": "scale = total + 1e-{0}"}, "8 6 5"),
    "largest_eps": ({"x.abs().mean(": "x.abs().amax(", "x / size": "x / (size + 1e-{0})",
                     "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))", "scale = total / whole": "scale = total + 1e-{0}"}, "8 6 5"),
    "mean_square": ({"x.abs().mean(": "(x ** 2).mean(", "x / size": "x / torch.sqrt(size + 1e-{0})", "total += tl.abs(x)": "total += x * x",
                     "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})"}, "5 6 8"),
    "mean_square_rsqrt": ({"x.abs().mean(": "x.pow(2).mean(", "x / size": "x * torch.rsqrt(size + 1e-{0})", "total += tl.abs(x)": "total += x * x",
                           "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})"}, "5 6 8"),
    "square": ({"x.abs().mean(": "(x * x).sum(", "x / size": "x / torch.sqrt(size + 1e-{0})", "total += tl.abs(x)": "total += x * x",
                "scale = total / whole": "scale = tl.sqrt(total + 1e-{0})"}, "8 6 5"),
    "root": {"x.abs().mean(": "(x * x).sum(", "x / size": "x / size.sqrt()", "total += tl.abs(x)": "total += x * x",
             "scale = total / whole": "scale = tl.sqrt(total)"},
}

AXES = [
    {  # along which dimension
        "first": {"dim=-2": "dim=0", "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)"},
        "second": {"CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),", "dim=-2": "dim=1",
                   "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)"},
        "third": {"CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [", ", (3, 2, 70)]": ", (2, 3, 4, 70)]", "dim=-2": "dim=2",
                  "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
