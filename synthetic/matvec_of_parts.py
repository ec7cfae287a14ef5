"""Part of a matrix, or a function of it, times a vector: y = f(tril(x) @ v) for x (..., M, K), at ranks 2 to 4, with a second vector after it.

What lies outside the triangle is never read: it is one more condition of the mask. A program takes BLOCK_M results of one
matrix and walks along k in tiles, one sum for each lane of the tile.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3), (11, 37), (70, 90)]


def make(*shape):
    x = torch.randn(shape)
    v = torch.randn(shape[-1])
    z = torch.randn(shape[:-1])
    return x, v, z


def matvec_of_parts_torch(x, v, z):
    x = torch.tril(x)
    y = x @ v
    y = torch.relu(y)
    y = 1.5 * y + 0.5 * z
    y = torch.sigmoid(y)
    return y


@triton.jit
def matvec_of_parts_kernel(x_ptr, v_ptr, z_ptr, y_ptr, M, K, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K) & (k[None, :] <= rows[:, None])
        x = tl.load(x_ptr + (batch * M + rows[:, None]) * K + k[None, :], mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * v[None, :]
    y = tl.sum(lanes, axis=1)
    z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = 1.5 * y + 0.5 * z
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)


def matvec_of_parts_triton(x, v, z):
    x, v, z = x.contiguous(), v.contiguous(), z.contiguous()
    M, K = x.shape[-2:]
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    grid = (x.numel() // (M * K) * triton.cdiv(M, 32),)
    matvec_of_parts_kernel[grid](x, v, z, y, M, K, BLOCK_M=32, BLOCK_K=64)
    return y


FAMILY = {
    "whole": {"x = torch.tril(x)": "", " & (k[None, :] <= rows[:, None])": ""},
    "function": {"torch.tril(x)": "torch.relu(x)", " & (k[None, :] <= rows[:, None])": "", "lanes += x": "x = tl.maximum(x, 0.0)\nlanes += x"},
    "gate": {"torch.tril(x)": "torch.sigmoid(x)", " & (k[None, :] <= rows[:, None])": "", "lanes += x": "x = tl.sigmoid(x)\nlanes += x"},
    "squares": {"torch.tril(x)": "x * x", " & (k[None, :] <= rows[:, None])": "", "lanes += x": "x = x * x\nlanes += x"},
    "absolute": {"torch.tril(x)": "torch.abs(x)", " & (k[None, :] <= rows[:, None])": "", "lanes += x": "x = tl.abs(x)\nlanes += x"},
    "upper": {"torch.tril(x)": "torch.triu(x)", "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]"},
    "strictly_lower": {"torch.tril(x)": "torch.tril(x, diagonal=-1)", "k[None, :] <= rows[:, None]": "k[None, :] < rows[:, None]"},
    "strictly_upper": {"torch.tril(x)": "torch.triu(x, diagonal=1)", "k[None, :] <= rows[:, None]": "k[None, :] > rows[:, None]"},
    "lower_by": ({"torch.tril(x)": "torch.tril(x, diagonal={0})", "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] + {0}"}, "1 2 3"),
    "upper_by": ({"torch.tril(x)": "torch.triu(x, diagonal={0})", "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] + {0}"}, "2 3"),
    "lower_less": ({"torch.tril(x)": "torch.tril(x, diagonal=-{0})", "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] - {0}"}, "2 3"),
    "upper_less": ({"torch.tril(x)": "torch.triu(x, diagonal=-{0})", "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] - {0}"}, "1 2 3"),
}

AXES = [
    {
        "square": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 2), (37, 37), (90, 90)]"},
        "rank3": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
        "rank4": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 2, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"},
    },
    {
        "alone": {"z = torch.randn(shape[:-1])": "", "x, v, z": "x, v", "z_ptr, ": "", "y = 1.5 * y + 0.5 * z": "",
                  ", z.contiguous()": "", "z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)": ""},
        "plus": {"y = 1.5 * y + 0.5 * z": "y = y + z"},
        "less": {"y = 1.5 * y + 0.5 * z": "y = z - y"},
        "times": {"y = 1.5 * y + 0.5 * z": "y = y * z"},
        "alpha": {"y = 1.5 * y + 0.5 * z": "y = z + 1.5 * y"},
        "of_each_row": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2])", "z_ptr + batch * M + rows": "z_ptr + rows"},
        "number": {"z = torch.randn(shape[:-1])": "z = torch.randn(1)", "z_ptr + batch * M + rows, mask=rows < M, other=0.0": "z_ptr"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
