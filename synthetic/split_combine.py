"""The two halves of a tensor meet: y = a + b, where x is a followed by b along one dimension.

Whatever the dimension, x is rows of memory in which a run of a is followed by a run of b of the same length. One
program takes BLOCK consecutive outputs and loads twice, one run apart.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 66), (27, 40)]


def make(*shape):
    return (torch.randn(shape),)


def split_combine_torch(x):
    y, z = x.chunk(2, dim=-1)
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def split_combine_kernel(x_ptr, y_ptr, n_elements, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * (2 * run) + offsets % run
    y = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + run, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def split_combine_triton(x):
    x = x.contiguous()
    y = x.new_empty(x.shape[0], x.shape[1] // 2)
    run = x.shape[1] // 2
    grid = (triton.cdiv(y.numel(), 1024),)
    split_combine_kernel[grid](x, y, y.numel(), run, BLOCK=1024)
    return y


FAMILY = {
    "split_combine_dim0": {"CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(2, 1), (66, 3), (40, 27)]", "dim=-1": "dim=0",
                           "x.shape[0], x.shape[1] // 2": "x.shape[0] // 2, x.shape[1]", "run = x.shape[1] // 2": "run = x.numel() // 2"},
    "split_combine3d": {"CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 1, 2), (2, 3, 66), (3, 7, 40)]",
                        "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1], x.shape[2] // 2",
                        "run = x.shape[1] // 2": "run = x.shape[2] // 2"},
    "split_combine3d_dim1": {"CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1), (2, 6, 33), (3, 40, 7)]", "dim=-1": "dim=1",
                             "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2]",
                             "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2]"},
    "split_combine4d_dim1": {"CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1, 1), (2, 6, 3, 11), (1, 4, 7, 9)]",
                             "dim=-1": "dim=1", "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2], x.shape[3]",
                             "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2] * x.shape[3]"},
}

AXES = [
    {
        "swapped": {"y, z = x.chunk": "z, y = x.chunk", "y = tl.load(x_ptr + source, mask": "z = tl.load(x_ptr + source, mask",
                    "z = tl.load(x_ptr + source + run, mask": "y = tl.load(x_ptr + source + run, mask"},
    },
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
