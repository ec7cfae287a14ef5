"""Running sum or extreme of what two tensors make of each other, and what the second makes of that: discounted returns, debiased averages.

One program takes one row, tile after tile, each of which goes on from what the tiles before it came to, the carry. Lanes beyond the row
stand behind all others: nothing inherits what they hold. z is loaded once for both of its parts.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def scan_joins_torch(x, z):
    v = x * z
    x = torch.cumsum(v, dim=-1)
    x = torch.sub(x, z)
    return x


@triton.jit
def scan_joins_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        v = z * x
        v = v.to(tl.float64)
        x = (carry + tl.cumsum(v, axis=0)).to(tl.float32)
        carry += tl.sum(v, axis=0)
        x = x - z
        tl.store(y_ptr + row * n_cols + cols, x, mask=mask)


def scan_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 256)
    scan_joins_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "suffix": {"torch.cumsum(v, dim=-1)": "torch.flip(torch.cumsum(torch.flip(v, dims=[-1]), dim=-1), dims=[-1])",
               "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)", "mask = cols < n_cols": "mask = cols >= 0"},
    "cummax": {"torch.cumsum(v, dim=-1)": "torch.cummax(v, dim=-1).values",
               "@triton.jit\ndef scan_joins_kernel": "@triton.jit\ndef combine(a, b):\n    return tl.maximum(a, b)\n\n\n"
                    "@triton.jit\ndef scan_joins_kernel",
               "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
               "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": "combine(carry, tl.associative_scan(v, 0, combine))",
               "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"},
    "cummin": {"torch.cumsum(v, dim=-1)": "torch.cummin(v, dim=-1).values",
               "@triton.jit\ndef scan_joins_kernel": "@triton.jit\ndef combine(a, b):\n    return tl.minimum(a, b)\n\n\n"
                    "@triton.jit\ndef scan_joins_kernel",
               "0.0, dtype=tl.float64": 'float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
               "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": "combine(carry, tl.associative_scan(v, 0, combine))",
               "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"},
}

AXES = [
    {  # what is scanned
        "first": {"v = x * z": "v = x", "v = z * x": "v = x"},
        "sum": {"v = x * z": "v = x + z", "v = z * x": "v = x + z"},
        "difference": {"v = x * z": "v = x - z", "v = z * x": "v = x - z"},
        "absolute": {"v = x * z": "v = torch.abs(x - z)", "v = z * x": "v = tl.abs(x - z)"},
        "square": {"v = x * z": "v = (x - z) ** 2", "v = z * x": "difference = x - z\nv = difference * difference"},
        "gated": {"v = x * z": "v = x * torch.sigmoid(z)", "v = z * x": "v = x * tl.sigmoid(z)"},
        "rectified": {"v = x * z": "v = torch.relu(x) * z", "v = z * x": "v = tl.maximum(x, 0.0) * z"},
        "rectified_product": {"v = x * z": "v = torch.relu(x * z)", "v = z * x": "v = tl.maximum(x * z, 0.0)"},
        "masked": {"v = x * z": "v = torch.where(z > 0, x, 0.0)", "v = z * x": "v = tl.where(z > 0.0, x, 0.0)"},
        "scaled": {"v = x * z": "v = x * z * 0.5", "v = z * x": "v = x * z * 0.5"},
    },
    {  # the shape of z
        "row": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])",
                "z_ptr + row * n_cols + cols": "z_ptr + cols"},
        "column": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(*shape[:-1], 1)",
                   "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
