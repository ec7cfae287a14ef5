"""Sum over all dimensions but the channels, y[c] = sum_bhw x[b, c, h, w], as in the statistics of a batch norm.

The elements of a channel lie in n_batch separate runs of n_inner = H * W. One program takes one channel: its outer
loop goes over the runs, its inner loop over tiles of a run. Each lane keeps a total of its own until the end.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]


def make(*shape):
    return (torch.randn(shape),)


def sum_channel_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=(0, 2, 3))
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_channel_kernel(x_ptr, y_ptr, n_batch, channels, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for batch in range(0, n_batch):
        run_ptr = x_ptr + (batch * channels + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            mask = inner < n_inner
            x = tl.load(run_ptr + inner, mask=mask, other=0.0).to(tl.float32)
            x = x * x
            lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)


def sum_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    y = x.new_empty((channels,))
    block = min(triton.next_power_of_2(n_inner), 1024)
    sum_channel_kernel[(channels,)](x, y, n_batch, channels, n_inner, BLOCK=block)
    return y


FAMILY = {
    "mean": {"torch.sum": "torch.mean", "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / (n_batch * n_inner)"},
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
        "keepdim": {"dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True", "new_empty((channels,))": "new_empty((1, channels, 1, 1))"},
        "ncl": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": "CASES = [(1, 1, 1), (3, 2, 35), (2, 3, 1200)]",
                "dim=(0, 2, 3)": "dim=(0, 2)", "n_batch, channels, height, width = x.shape\n    n_inner = height * width":
                "n_batch, channels, n_inner = x.shape"},
        "ncl_keepdim": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": "CASES = [(1, 1, 1), (3, 2, 35), (2, 3, 1200)]",
                        "dim=(0, 2, 3)": "dim=(0, 2), keepdim=True", "new_empty((channels,))": "new_empty((1, channels, 1))",
                        "n_batch, channels, height, width = x.shape\n    n_inner = height * width":
                            "n_batch, channels, n_inner = x.shape"},
        "ncdhw": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]":
                      "CASES = [(1, 1, 1, 1, 1), (3, 2, 5, 2, 7), (2, 3, 10, 12, 10)]",
                  "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)", "n_inner = height * width": "n_inner = depth * height * width",
                  "n_batch, channels, height, width = x.shape": "n_batch, channels, depth, height, width = x.shape"},
    },
    ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]

def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
