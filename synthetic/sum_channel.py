"""Sum over all dimensions but the channels, y[c] = sum_bhw x[b, c, h, w], as in the statistics of a batch norm.

The elements of a channel lie in n_batch separate runs of n_inner = H * W. A program a channel would leave the machine idle,
so each program of the first launch takes one block of one run and leaves a partial result, those of a channel side by side; each
of the second folds those of one channel.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]


def make(*shape):
    return (torch.randn(shape),)


def sum_channel_torch(x):
    x = torch.square(x)
    y = torch.sum(x, dim=(0, 2, 3))
    y = torch.sqrt(y)
    y = y * 0.5
    return y


@triton.jit
def sum_channel_block_kernel(x_ptr, partial_ptr, channels, n_inner, n_partials, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    plane = (tl.program_id(0) // n_blocks).to(tl.int64)
    block = tl.program_id(0) % n_blocks
    inner = block * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    x = tl.load(x_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    x = x * x
    place = plane % channels * n_partials + plane // channels * n_blocks + block
    tl.store(partial_ptr + place, tl.sum(tl.where(mask, x, 0.0), axis=0))


@triton.jit
def sum_channel_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_partials
        x = tl.load(partial_ptr + channel * n_partials + offsets, mask=mask, other=0.0)
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)


def sum_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    block = min(triton.next_power_of_2(n_inner), 4096)
    n_partials = n_batch * triton.cdiv(n_inner, block)
    partial = torch.empty((channels, n_partials), dtype=torch.float32, device=x.device)
    y = x.new_empty((channels,))
    sum_channel_block_kernel[(channels * n_partials,)](x, partial, channels, n_inner, n_partials, BLOCK=block)
    sum_channel_kernel[(channels,)](partial, y, n_partials, BLOCK=512)
    return y


FAMILY = {
    "mean": {
        "torch.sum": "torch.mean",
        "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / count",
        "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, count",
        "(partial, y, n_partials": "(partial, y, n_partials, n_batch * n_inner",
    },
    "amax": {
        "torch.sum": "torch.amax",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
        "tl.sum(tl.where(mask, x, 0.0), axis=0)": 'tl.max(tl.where(mask, x, -float("inf")), axis=0)',
        "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)",
    },
    "amin": {
        "torch.sum": "torch.amin",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
        "lanes += tl.where(mask, x, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
        "tl.sum(tl.where(mask, x, 0.0), axis=0)": 'tl.min(tl.where(mask, x, float("inf")), axis=0)',
        "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)",
    },
}

AXES = [
    {
        "keepdim": {"dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True", "new_empty((channels,))": "new_empty((1, channels, 1, 1))"},
        "ncl": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]",
                "dim=(0, 2, 3)": "dim=(0, 2)", "n_batch, channels, height, width = x.shape\n    n_inner = height * width":
                "n_batch, channels, n_inner = x.shape"},
        "ncl_keepdim": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]",
                        "dim=(0, 2, 3)": "dim=(0, 2), keepdim=True", "new_empty((channels,))": "new_empty((1, channels, 1))",
                        "n_batch, channels, height, width = x.shape\n    n_inner = height * width":
                            "n_batch, channels, n_inner = x.shape"},
        "ncdhw": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]":
                      "CASES = [(1, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]",
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
