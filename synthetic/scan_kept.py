"""Running sum, product or extreme of each row, and what the row makes of that again: drawdowns, weights along a ray, causal means removed.

One program takes one row, tile after tile, each of which goes on from what the tiles before it came to, the carry. Lanes beyond the row
stand behind all others: nothing inherits what they hold. The row, z, is loaded once for both of its parts.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def scan_kept_torch(x):
    z = x
    v = torch.relu(x)
    x = torch.cumsum(v, dim=-1)
    x = torch.sub(x, z)
    return x


@triton.jit
def scan_kept_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = x
        v = tl.maximum(x, 0.0)
        v = v.to(tl.float64)
        x = (carry + tl.cumsum(v, axis=0)).to(tl.float32)
        carry += tl.sum(v, axis=0)
        x = x - z
        tl.store(y_ptr + row * n_cols + cols, x, mask=mask)


def scan_kept_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    scan_kept_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "cumprod": {"torch.cumsum(v, dim=-1)": "torch.cumprod(v, dim=-1)",
                "@triton.jit\ndef scan_kept_kernel": "@triton.jit\ndef multiply(a, b):\n    return a * b\n\n\n"
                    "@triton.jit\ndef scan_kept_kernel",
                "[], 0.0, dtype": "[], 1.0, dtype", "carry + tl.cumsum(v, axis=0)": "carry * tl.cumprod(v, axis=0)",
                "carry += tl.sum(v, axis=0)": "carry *= tl.reduce(v, 0, multiply)"},
    "suffix": {"torch.cumsum(v, dim=-1)": "torch.flip(torch.cumsum(torch.flip(v, dims=[-1]), dim=-1), dims=[-1])",
               "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)", "mask = cols < n_cols": "mask = cols >= 0"},
    "cummax": {"torch.cumsum(v, dim=-1)": "torch.cummax(v, dim=-1).values",
               "@triton.jit\ndef scan_kept_kernel": "@triton.jit\ndef combine(a, b):\n    return tl.maximum(a, b)\n\n\n"
                    "@triton.jit\ndef scan_kept_kernel",
               "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
               "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": "combine(carry, tl.associative_scan(v, 0, combine))",
               "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"},
    "cummin": {"torch.cumsum(v, dim=-1)": "torch.cummin(v, dim=-1).values",
               "@triton.jit\ndef scan_kept_kernel": "@triton.jit\ndef combine(a, b):\n    return tl.minimum(a, b)\n\n\n"
                    "@triton.jit\ndef scan_kept_kernel",
               "0.0, dtype=tl.float64": 'float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
               "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": "combine(carry, tl.associative_scan(v, 0, combine))",
               "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"},
}

AXES = [
    {  # what is scanned, by operations that round as PyTorch rounds
        "plain": {"v = torch.relu(x)": "v = x", "v = tl.maximum(x, 0.0)": "v = x"},
        "abs": {"v = torch.relu(x)": "v = torch.abs(x)", "v = tl.maximum(x, 0.0)": "v = tl.abs(x)"},
        "square": {"v = torch.relu(x)": "v = x * x", "v = tl.maximum(x, 0.0)": "v = x * x"},
        "from1": {"v = torch.relu(x)": "v = 1.0 - x", "v = tl.maximum(x, 0.0)": "v = 1.0 - x"},
        "add1": {"v = torch.relu(x)": "v = x + 1.0", "v = tl.maximum(x, 0.0)": "v = x + 1.0"},
        "half": {"v = torch.relu(x)": "v = x * 0.5", "v = tl.maximum(x, 0.0)": "v = x * 0.5"},
        "neg": {"v = torch.relu(x)": "v = -x", "v = tl.maximum(x, 0.0)": "v = -x"},
        "clamp": {"v = torch.relu(x)": "v = torch.clamp(x, 0.0, 1.0)", "v = tl.maximum(x, 0.0)": "v = tl.minimum(tl.maximum(x, 0.0), 1.0)"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
