"""Norm of each channel over all other dimensions, y[c] = sqrt(sum_bhw x[b, c, h, w]^2), and the other norms of that kind.

The elements of a channel lie in n_batch separate runs of n_inner = H * W. One program takes one channel: its outer
loop goes over the runs, its inner loop over tiles of a run. Each lane keeps a total of its own until the end.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]


def make(*shape):
    return (torch.randn(shape),)


def norm_channel_torch(x):
    x = torch.relu(x)
    y = torch.linalg.vector_norm(x, ord=2, dim=(0, 2, 3))
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def norm_channel_kernel(x_ptr, y_ptr, n_batch, channels, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for batch in range(0, n_batch):
        run_ptr = x_ptr + (batch * channels + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            mask = inner < n_inner
            x = tl.load(run_ptr + inner, mask=mask, other=0.0).to(tl.float32)
            x = tl.maximum(x, 0.0)
            x = tl.where(mask, x, 0.0)
            lanes += x * x
    y = tl.sqrt(tl.sum(lanes, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)


def norm_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    y = x.new_empty((channels,))
    block = min(triton.next_power_of_2(n_inner), 1024)
    norm_channel_kernel[(channels,)](x, y, n_batch, channels, n_inner, BLOCK=block)
    return y


FAMILY = {
    "l1_channel": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)", "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
    "l3_channel": {"ord=2": "ord=3", "lanes += x * x": "lanes += tl.abs(x) * x * x",
                   "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 is -inf, and the root 0"},
    "l5_channel": {"ord=2": "ord=5", "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                   "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)"},
    "l15_channel": {"ord=2": "ord=1.5", "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)"},
    "max_channel": {"ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)"},
    "square_channel": {"torch.linalg.vector_norm(x, ord=2,": "torch.sum(x * x,",
                       "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
    "power_channel": {"torch.linalg.vector_norm(x, ord=2,": "torch.mean(x * x,",
                      "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0) / (n_batch * n_inner)"},
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
