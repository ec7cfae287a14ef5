"""A tensor over a size of its own, written in elementary operations, then a program of that and a second tensor, g(x / norm(x), z).

Seen from the dimension of the size, any but the last, x is (outer, whole, inner). A program takes BLOCK neighbouring lines of
`whole` numbers and walks along them twice: for the sizes, then for the quotients, which z joins in registers: a number, a
temperature, say, a weight or a bias of each place along the line, a residual, or x itself.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]


def make(*shape):
    place = shape[-2:-1] + (1,)
    z = torch.randn(place)
    return torch.randn(shape), z


def program_of_written_norm_torch(x, z):
    size = x.norm(dim=-2, keepdim=True)
    y = x / size.clamp(min=1e-12)
    y = y * torch.exp(z)
    return y


@triton.jit
def program_of_written_norm_kernel(x_ptr, z_ptr, y_ptr, n_lines, whole, inner, BLOCK: tl.constexpr):
    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = lines < n_lines
    offsets = lines // inner * whole * inner + lines % inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        total += x * x
    scale = tl.maximum(tl.sqrt(total), 1e-12)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + place).to(tl.float32)
        y = x / scale
        y = y * tl.exp(z)
        tl.store(y_ptr + offsets + place * inner, y, mask=mask)


def program_of_written_norm_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    program_of_written_norm_kernel[grid](x, z, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y


FAMILY = {
    "bare": {"size.clamp(min=1e-12)": "size", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total)"},
    "plus": ({"size.clamp(min=1e-12)": "(size + 1e-{0})", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total) + 1e-{0}"}, "6 8"),
    "mean_square": ({"x.norm(": "(x ** 2).mean(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                     "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})"}, "5 6 8"),
    "mean_square_rsqrt": ({"x.norm(": "x.pow(2).mean(", "x / size.clamp(min=1e-12)": "x * torch.rsqrt(size + 1e-{0})",
                           "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})"}, "5 6 8"),
    "sum_square": ({"x.norm(": "(x * x).sum(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total + 1e-{0})"}, "6 8"),
    "sum_abs": {"x.norm(": "x.abs().sum(", "total += x * x": "total += tl.abs(x)", "tl.sqrt(total)": "total"},
    "mean_abs_plus": ({"x.norm(": "x.abs().mean(", "size.clamp(min=1e-12)": "(size + 1e-{0})", "total += x * x": "total += tl.abs(x)",
                       "tl.maximum(tl.sqrt(total), 1e-12)": "total / whole + 1e-{0}"}, "5 6 8"),
    "largest": {"x.norm(": "x.abs().amax(", "total += x * x": "total = tl.maximum(total, tl.abs(x))", "tl.sqrt(total)": "total"},
}

AXES = [
    {  # along which dimension
        "first": {"dim=-2": "dim=0", "shape[-2:-1] + (1,)": "shape[:1] + (1,) * len(shape[1:])", "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)"},
        "second": {"CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),", "dim=-2": "dim=1",
                   "shape[-2:-1] + (1,)": "shape[1:2] + (1,) * len(shape[2:])", "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)"},
        "third": {"CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [", ", (3, 2, 70)]": ", (2, 3, 4, 70)]", "dim=-2": "dim=2",
                  "shape[-2:-1] + (1,)": "shape[2:3] + (1,) * len(shape[3:])", "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)"},
    },
    {  # what z is
        "number": {"torch.randn(place)": "torch.randn(())", "z_ptr + place": "z_ptr"},
        "one": {"torch.randn(place)": "torch.randn(1)", "z_ptr + place": "z_ptr"},
        "residual": {"torch.randn(place)": "torch.randn(shape)", "tl.load(z_ptr + place)":
                     "tl.load(z_ptr + offsets + place * inner, mask=mask, other=0.0)"},
        "itself": {"place = shape[-2:-1] + (1,)": "", "z = torch.randn(place)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                   "program_of_written_norm_torch(x, z):": "program_of_written_norm_torch(x):\n    z = x",
                   "program_of_written_norm_triton(x, z):": "program_of_written_norm_triton(x):",
                   "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                   "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr", "(x, z, y, n_lines": "(x, y, n_lines",
                   "tl.load(z_ptr + place).to(tl.float32)": "x"},
    },
    ("BINARY+TAIL_XZ", "y = y * torch.exp(z)", "y = y * tl.exp(z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
