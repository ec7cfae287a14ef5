"""Variance of each channel over all other dimensions, y[c] = var(x[:, c]), and its root: the statistics of a batch norm.

The elements of a channel lie in n_batch separate runs of n_inner = H * W. One program takes one channel and reads its
runs twice: the mean first, then the squares of the deviations, since E[x^2] - E[x]^2 subtracts two large numbers.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]


def make(*shape):
    return (torch.randn(shape),)


def var_channel_torch(x):
    x = torch.relu(x)
    y = torch.var(x, dim=(0, 2, 3), unbiased=True)
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def load_tile(x_ptr, inner, n_inner):
    x = tl.load(x_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    return x


@triton.jit
def var_channel_kernel(x_ptr, y_ptr, n_batch, channels, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    count = n_batch * n_inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for batch in range(0, n_batch):
        run_ptr = x_ptr + (batch * channels + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            total += tl.where(inner < n_inner, load_tile(run_ptr, inner, n_inner), 0.0)
    mean = tl.sum(total, axis=0) / count

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for batch in range(0, n_batch):
        run_ptr = x_ptr + (batch * channels + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            deviation = tl.where(inner < n_inner, load_tile(run_ptr, inner, n_inner) - mean, 0.0)
            drift += deviation
            squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / count, 0.0)
    y = squares_sum / (count - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)


def var_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    y = x.new_empty((channels,))
    block = min(triton.next_power_of_2(n_inner), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_channel_kernel[(channels,)](x, y, n_batch, channels, n_inner, BLOCK=block, enable_fp_fusion=False)
    return y


FAMILY = {
    "std_channel": {"torch.var": "torch.std", "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / (count - 1))"},
    "var_channel_biased": {"unbiased=True": "unbiased=False", "y = squares_sum / (count - 1)": "y = squares_sum / count"},
    "std_channel_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                           "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / count)"},
}

AXES = [
    {
        "keepdim": {"dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True", "new_empty((channels,))": "new_empty((1, channels, 1, 1))"},
        "ncl": {"CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": "CASES = [(2, 1, 1), (3, 2, 35), (2, 3, 1200)]",
                "dim=(0, 2, 3)": "dim=(0, 2)", "n_batch, channels, height, width = x.shape\n    n_inner = height * width":
                    "n_batch, channels, n_inner = x.shape"},
        "ncdhw": {"CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]":
                      "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (2, 3, 10, 12, 10)]",
                  "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)", "n_inner = height * width": "n_inner = depth * height * width",
                  "n_batch, channels, height, width = x.shape": "n_batch, channels, depth, height, width = x.shape"},
        "ncdhw_keepdim": {"CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]":
                              "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (2, 3, 10, 12, 10)]",
                          "dim=(0, 2, 3)": "dim=(0, 2, 3, 4), keepdim=True", "n_inner = height * width": "n_inner = depth * height * width",
                          "new_empty((channels,))": "new_empty((1, channels, 1, 1, 1))",
                          "n_batch, channels, height, width = x.shape": "n_batch, channels, depth, height, width = x.shape"},
    },
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
