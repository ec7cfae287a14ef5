"""One scan along any dimension, y[i] = x[0] + ... + x[i]: sums, products and sums of products, from either end.

Seen from that dimension, a tensor is (outer, whole, inner). A program takes INNER neighbouring columns and walks down the
whole in tiles of BLOCK: a tile is scanned in parallel, and starts from what all tiles before it came to, the carry.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1), (3, 33), (2, 300)]


def make(*shape):
    return (torch.randn(shape),)


def single_scan_torch(x):
    dim = -1
    return torch.cumsum(x, dim)


@triton.jit
def single_scan_kernel(x_ptr, y_ptr, whole, inner, INNER: tl.constexpr, BLOCK: tl.constexpr):
    n_tiles = tl.cdiv(inner, INNER)
    outer = (tl.program_id(0) // n_tiles).to(tl.int64)
    columns = tl.program_id(0) % n_tiles * INNER + tl.arange(0, INNER)[None, :]
    carry = tl.full([1, INNER], 0.0, dtype=tl.float64)
    for start in range(0, whole, BLOCK):
        places = start + tl.arange(0, BLOCK)[:, None]
        mask = (places < whole) & (columns < inner)
        offsets = (outer * whole + places) * inner + columns
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float64)
        y = carry + tl.cumsum(x, axis=0)
        tl.store(y_ptr + offsets, y, mask=mask)
        carry += tl.sum(x, axis=0)[None, :]


def single_scan_triton(x):
    x = x.contiguous()
    whole, inner = x.shape[-1], 1
    y = torch.empty_like(x)
    columns = min(triton.next_power_of_2(inner), 16)
    grid = (x.numel() // (whole * inner) * triton.cdiv(inner, columns),)
    single_scan_kernel[grid](x, y, whole, inner, INNER=columns, BLOCK=128)
    return y


FAMILY = {
    "product": {"torch.cumsum": "torch.cumprod",
                "carry = tl.full([1, INNER], 0.0, dtype=tl.float64)": "carry = tl.full([1, INNER], 1.0, dtype=tl.float64)",
                "y = carry + tl.cumsum(x, axis=0)": "y = carry * tl.cumprod(x, axis=0)",
                "other=0.0": "other=1.0",
                "carry += tl.sum(x, axis=0)[None, :]":
                    "last = tl.arange(0, BLOCK)[:, None] == BLOCK - 1\ncarry = tl.sum(tl.where(last, y, 0.0), axis=0)[None, :]"},
    "exclusive": {"torch.cumsum(x, dim)": "torch.cumsum(x, dim) - x",
                  "y = carry + tl.cumsum(x, axis=0)": "y = carry + tl.cumsum(x, axis=0) - x"},
    "reversed": {"torch.cumsum(x, dim)": "torch.cumsum(x.flip(dim), dim).flip(dim)",
                 "places = start + tl.arange(0, BLOCK)[:, None]": "places = whole - 1 - start - tl.arange(0, BLOCK)[:, None]  # from the end",
                 "mask = (places < whole)": "mask = (places >= 0)"},
    "masked": {"return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape) > 0",
               "single_scan_torch(x)": "single_scan_torch(x, m)", "single_scan_triton(x)": "single_scan_triton(x, m)",
               "torch.cumsum(x,": "torch.cumsum(x * m,", "x = x.contiguous()": "x, m = x.contiguous(), m.contiguous()",
               "(x_ptr, y_ptr": "(x_ptr, m_ptr, y_ptr", "(x, y, whole": "(x, m, y, whole",
               "y = carry + tl.cumsum(x, axis=0)":
                   "m = tl.load(m_ptr + offsets, mask=mask, other=0).to(tl.float64)\nx = x * m\ny = carry + tl.cumsum(x, axis=0)"},
    "weighted": {"return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape)",
                 "single_scan_torch(x)": "single_scan_torch(x, m)", "single_scan_triton(x)": "single_scan_triton(x, m)",
                 "torch.cumsum(x,": "torch.cumsum(x * m,", "x = x.contiguous()": "x, m = x.contiguous(), m.contiguous()",
                 "(x_ptr, y_ptr": "(x_ptr, m_ptr, y_ptr", "(x, y, whole": "(x, m, y, whole",
                 "y = carry + tl.cumsum(x, axis=0)":
                     "m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float64)\nx = x * m\ny = carry + tl.cumsum(x, axis=0)"},
}

AXES = [
    {  # rank and dimension
        "r1_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1,), (33,), (300,)]"},
        "r2_2": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(2, 1), (3, 33), (300, 2), (6, 22)]",
                "dim = -1": "dim = -2",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
        "r3_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 3, 140)]"},
        "r3_2": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 140, 3), (2, 6, 33)]",
                "dim = -1": "dim = -2",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
        "r3_3": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (140, 3, 2), (6, 3, 22)]",
                "dim = -1": "dim = -3",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "r4_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 2, 140)]"},
        "r4_2": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 140, 2)]",
                "dim = -1": "dim = -2",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
        "r4_3": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 140, 2, 3)]",
                "dim = -1": "dim = -3",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "r4_4": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (140, 3, 2, 2)]",
                "dim = -1": "dim = -4",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
        "r5_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 2, 140)]"},
        "r5_2": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 140, 2)]",
                "dim = -1": "dim = -2",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
        "r5_3": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 140, 2, 1)]",
                "dim = -1": "dim = -3",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
        "r5_4": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 140, 1, 2, 3)]",
                "dim = -1": "dim = -4",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
        "r5_5": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (140, 3, 1, 2, 2)]",
                "dim = -1": "dim = -5",
                "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-5], x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
