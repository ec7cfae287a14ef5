"""Planes over a size of their own and two parameters a channel, y = max(x / sqrt(mean(x**2)) * z, w): filter response norm and its kin.

One program takes one plane of one sample and reads it twice: for its size, and for the result, which the two numbers of its channel join.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)


def plane_scale_joins_torch(x, z, w):
    size = torch.mean(x ** 2, dim=(2, 3), keepdim=True)
    y = x / torch.sqrt(size + 1e-6)
    y = y * z + w
    y = torch.relu(y)
    return y


@triton.jit
def plane_scale_joins_kernel(x_ptr, z_ptr, w_ptr, y_ptr, channels, n_inner, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    x_ptr += plane * n_inner
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        lanes += x * x
    scale = tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = tl.load(x_ptr + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + plane % channels).to(tl.float32)
        w = tl.load(w_ptr + plane % channels).to(tl.float32)
        y = x / scale
        y = w + y * z
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + plane * n_inner + inner, y, mask=mask)


def plane_scale_joins_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_inner), 4096)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    plane_scale_joins_kernel[(n_batch * channels,)](x, z, w, y, channels, n_inner, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "mean_square": ({"torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})", "n_inner + 1e-6)": "n_inner + 1e-{0})"}, "5 8"),
    "mean_square_rsqrt": ({"x / torch.sqrt(size + 1e-6)": "x * torch.rsqrt(size + 1e-{0})", "n_inner + 1e-6)": "n_inner + 1e-{0})"}, "5 6 8"),
    "square": ({"torch.mean(x ** 2,": "torch.sum(x * x,", "torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})",
                "tl.sum(lanes, axis=0) / n_inner + 1e-6": "tl.sum(lanes, axis=0) + 1e-{0}"}, "5 6 8"),
    "norm_eps": ({"torch.mean(x ** 2,": "torch.linalg.vector_norm(x,", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                  "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-{0}"}, "5 6 8"),
    "norm_clamp": ({"torch.mean(x ** 2,": "torch.norm(x, p=2,", "torch.sqrt(size + 1e-6)": "torch.clamp(size, min=1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-{0})"}, "5 6 8"),
    "mean_abs": ({"torch.mean(x ** 2,": "torch.mean(torch.abs(x),", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})", "lanes += x * x": "lanes += tl.abs(x)",
                  "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sum(lanes, axis=0) / n_inner + 1e-{0}"}, "5 6 8"),
    "sum_abs": ({"torch.mean(x ** 2,": "torch.sum(torch.abs(x),", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})", "lanes += x * x": "lanes += tl.abs(x)",
                 "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sum(lanes, axis=0) + 1e-{0}"}, "5 6 8"),
    "largest": ({"torch.mean(x ** 2,": "torch.amax(torch.abs(x),", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                 "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                 "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.max(lanes, axis=0) + 1e-{0}"}, "5 6 8"),
    "norm_4": ({"torch.mean(x ** 2,": "torch.norm(x, p=4,", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})", "lanes += x * x": "lanes += x * x * (x * x)",
                "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0))) + 1e-{0}"}, "5 6 8"),
}

AXES = [
    {  # what z and w are, and over which dimensions
        "channel": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(C, 1, 1), torch.randn(C, 1, 1)"},
        "short": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                  "size = torch": "z, w = z.view(1, -1, 1, 1), w.view(1, -1, 1, 1)\nsize = torch"},
        "sample": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)", "plane % channels": "plane"},
        "numbers": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(1), torch.randn(1)",
                    "z_ptr + plane % channels": "z_ptr", "w_ptr + plane % channels": "w_ptr",
                    "w_ptr, y_ptr, channels, n_inner, BLOCK: tl": "w_ptr, y_ptr, n_inner, BLOCK: tl", "w, y, channels, n_inner,": "w, y, n_inner,"},
        "number": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(1, C, 1, 1), torch.randn(())", "w_ptr + plane % channels": "w_ptr"},
        "residual": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(C, 1, 1), torch.randn(N, C, H, W)",
                     "tl.load(w_ptr + plane % channels)": "tl.load(w_ptr + plane * n_inner + inner, mask=mask, other=0.0)"},
        "itself": {"return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1)",
                   "plane_scale_joins_torch(x, z, w):": "plane_scale_joins_torch(x, z):\n    w = x", "(x, z, w):": "(x, z):",
                   "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                   "w_ptr, y_ptr": "y_ptr", "(x, z, w, y,": "(x, z, y,", "tl.load(w_ptr + plane % channels).to(tl.float32)": "x"},
        "series": {"CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W": "CASES = [(1, 1, 2), (2, 3, 35), (3, 2, 4200)]  # N, C, L",
                   "make(N, C, H, W)": "make(N, C, L)", "dim=(2, 3)": "dim=2", "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                   "return torch.randn(N, C, L), torch.randn(1, C, 1), torch.randn(1, C, 1)"},
        "volume": {"CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W":
                       "CASES = [(1, 1, 1, 1, 2), (2, 3, 2, 5, 7), (1, 2, 14, 15, 20)]  # N, C, D, H, W",
                   "make(N, C, H, W)": "make(N, C, D, H, W)", "dim=(2, 3)": "dim=(2, 3, 4)",
                   "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                   "return torch.randn(N, C, D, H, W), torch.randn(C, 1, 1, 1), torch.randn(C, 1, 1, 1)"},
    },
    ("TERNARY", "y = y * z + w", "y = w + y * z"),
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
