"""A tensor meets itself LAG places earlier, y[:, i] = x[:, i + LAG] - x[:, i].

One program takes BLOCK consecutive outputs and loads x twice, LAG places apart. The second load is served by the cache.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 7), (3, 33), (27, 40)]


def make(*shape):
    return (torch.randn(shape),)


def diff_torch(x):
    y = x[:, 1:]
    z = x[:, :-1]
    y = y - z
    y = torch.sigmoid(y)
    return y


@triton.jit
def diff_kernel(x_ptr, y_ptr, n_elements, size, inner, LAG: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    run = (size - LAG) * inner
    source = offsets // run * (size * inner) + offsets % run
    y = tl.load(x_ptr + source + LAG * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    y = -z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def diff_triton(x):
    x = x.contiguous()
    lag = 1
    size, inner = x.shape[1], 1
    y = x.new_empty(x.shape[0], size - lag)
    grid = (triton.cdiv(y.numel(), 1024),)
    diff_kernel[grid](x, y, y.numel(), size, inner, LAG=lag, BLOCK=1024)
    return y


FAMILY = {
    "diff_dim0": {"CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(7, 1), (33, 3), (40, 27)]", "x[:, ": "x[",
                  "x.shape[1], 1": "x.shape[0], x.stride(0)", "x.shape[0], size - lag": "size - lag, x.shape[1]"},
    "diff3d_dim1": {"CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 7, 1), (2, 9, 33), (3, 20, 7)]",
                    "x.shape[1], 1": "x.shape[1], x.stride(1)", "x.shape[0], size - lag": "x.shape[0], size - lag, x.shape[2]"},
    "diff3d_last": {"CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 1, 7), (2, 3, 33), (3, 7, 20)]", "x[:, ": "x[..., ",
                    "x.shape[1], 1": "x.shape[2], 1", "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag"},
    "diff4d_rows": {"CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 1, 7, 1), (2, 2, 9, 11), (1, 3, 20, 7)]", "x[:, ": "x[:, :, ",
                    "x.shape[1], 1": "x.shape[2], x.stride(2)",
                    "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag, x.shape[3]"},
}

AXES = [
    {
        "lag2": {"1:]": "2:]", "-1]": "-2]", "lag = 1": "lag = 2"},
        "lag3": {"1:]": "3:]", "-1]": "-3]", "lag = 1": "lag = 3"},
        "lag4": {"1:]": "4:]", "-1]": "-4]", "lag = 1": "lag = 4"},
    },
    ("BINARY", "y = y - z", "y = -z + y"),
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
