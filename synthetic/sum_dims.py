"""Sum over several trailing dimensions at once, y[b, c] = sum_hw x[b, c, h, w], and the other reductions of that kind.

Trailing dimensions of a contiguous tensor are one long row: dims (-2, -1) of (N, C, H, W) are N * C rows of H * W. One
program takes one such row and walks it in tiles of BLOCK.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]


def make(*shape):
    return (torch.randn(shape),)


def sum_dims_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=(-2, -1))
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_dims_kernel(x_ptr, y_ptr, n_inner, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = tl.load(x_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)


def sum_dims_triton(x):
    x = x.contiguous()
    n_inner = x.shape[-2] * x.shape[-1]
    n_rows = x.numel() // n_inner
    y = x.new_empty(x.shape[:-2])
    block = min(triton.next_power_of_2(n_inner), 1024)
    sum_dims_kernel[(n_rows,)](x, y, n_inner, BLOCK=block)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_inner"},
    "amax": {
        "torch.sum": "torch.amax",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
        "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)",
    },
    "amin": {
        "torch.sum": "torch.amin",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
        "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)",
    },
}

AXES = [
    {  # a view of the result costs nothing
        "unsqueezed": {"return y": "return y.unsqueeze(-1)"},
        "flat": {"return y": "return y.flatten()"},
    },
    {
        "keepdim": {"dim=(-2, -1)": "dim=(-2, -1), keepdim=True", "x.shape[:-2]": "x.shape[:-2] + (1, 1)"},
        "last3": {"CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                      "CASES = [(1, 1, 1, 1), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=(-2, -1)": "dim=(-3, -2, -1)", "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-2]": "x.shape[:-3]"},
        "last3_keepdim": {"CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                              "CASES = [(1, 1, 1, 1), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                          "dim=(-2, -1)": "dim=(-3, -2, -1), keepdim=True", "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-2]": "x.shape[:-3] + (1, 1, 1)"},
        "last4": {"CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                      "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]",
                  "dim=(-2, -1)": "dim=(-4, -3, -2, -1)", "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-2]": "x.shape[:-4]"},
        "last4_keepdim": {"CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                              "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]",
                          "dim=(-2, -1)": "dim=(-4, -3, -2, -1), keepdim=True",
                          "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                          "x.shape[:-2]": "x.shape[:-4] + (1, 1, 1, 1)"},
    },
    ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
