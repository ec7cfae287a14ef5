"""Sum over several trailing dimensions at once, y[b, c] = sum_hw x[b, c, h, w], and the other reductions of that kind.

Trailing dimensions of a contiguous tensor are one long row: dims (2, 3) of (N, C, H, W) are N * C rows of H * W. One
program takes one such row and walks it in tiles of BLOCK.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (2, 2, 40, 30)]


def make(*shape):
    return (torch.randn(shape),)


def sum_dims_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=(2, 3))
    y = torch.sqrt(y)
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
    tl.store(y_ptr + row, y)


def sum_dims_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    y = x.new_empty((n_batch, channels))
    block = min(triton.next_power_of_2(n_inner), 1024)
    sum_dims_kernel[(n_batch * channels,)](x, y, n_inner, BLOCK=block)
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
    {
        "keepdim": {"dim=(2, 3)": "dim=(2, 3), keepdim=True", "new_empty((n_batch, channels))": "new_empty((n_batch, channels, 1, 1))"},
        "chw": {"dim=(2, 3)": "dim=(1, 2, 3)", "n_inner = height * width": "n_inner = channels * height * width",
                "new_empty((n_batch, channels))": "new_empty((n_batch,))", "(n_batch * channels,)": "(n_batch,)"},
        "chw_keepdim": {"dim=(2, 3)": "dim=(1, 2, 3), keepdim=True", "n_inner = height * width": "n_inner = channels * height * width",
                        "new_empty((n_batch, channels))": "new_empty((n_batch, 1, 1, 1))", "(n_batch * channels,)": "(n_batch,)"},
        "hw": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (2, 2, 40, 30)]": "CASES = [(1, 1, 1), (3, 5, 7), (2, 40, 30)]",
               "dim=(2, 3)": "dim=(1, 2)", "n_batch, channels, height, width = x.shape": "n_batch, height, width = x.shape",
               "new_empty((n_batch, channels))": "new_empty((n_batch,))", "(n_batch * channels,)": "(n_batch,)"},
        "hw_keepdim": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (2, 2, 40, 30)]": "CASES = [(1, 1, 1), (3, 5, 7), (2, 40, 30)]",
                       "dim=(2, 3)": "dim=(1, 2), keepdim=True",
                       "n_batch, channels, height, width = x.shape": "n_batch, height, width = x.shape",
                       "new_empty((n_batch, channels))": "new_empty((n_batch, 1, 1))", "(n_batch * channels,)": "(n_batch,)"},
        "dhw": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (2, 2, 40, 30)]": "CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 3, 7), (2, 2, 11, 10, 12)]",
                "dim=(2, 3)": "dim=(2, 3, 4)",
                "n_batch, channels, height, width = x.shape": "n_batch, channels, depth, height, width = x.shape",
                "n_inner = height * width": "n_inner = depth * height * width"},
        "dhw_keepdim": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (2, 2, 40, 30)]":
                        "CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 3, 7), (2, 2, 11, 10, 12)]",
                        "dim=(2, 3)": "dim=(2, 3, 4), keepdim=True",
                        "n_batch, channels, height, width = x.shape": "n_batch, channels, depth, height, width = x.shape",
                        "n_inner = height * width": "n_inner = depth * height * width",
                        "new_empty((n_batch, channels))": "new_empty((n_batch, channels, 1, 1, 1))"},
    },
    ("UNARY", "x = torch.square(x)", "x = x * x", "optional"),
    ("UNARY", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
]

def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
