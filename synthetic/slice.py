"""A strided slice made a tensor of its own, y = x[:, start:stop:step].

One program takes BLOCK consecutive outputs. An offset of y is split at the dimension into outer, place and inner;
place i of y is place start + i * step of x.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]


def make(*shape):
    return (torch.randn(shape),)


def slice_torch(x):
    x = torch.relu(x)
    y = x[:, 1::2].contiguous()
    y = torch.sigmoid(y)
    return y


@triton.jit
def slice_kernel(x_ptr, y_ptr, n_elements, size, inner, kept, START: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = offsets // inner % kept * STEP + START
    x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def slice_triton(x):
    x = x.contiguous()
    size, inner = x.shape[1], x.stride(1)
    start, stop, step = 1, size, 2
    kept = triton.cdiv(stop - start, step)
    y = x.new_empty(x.shape[0], kept, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    slice_kernel[grid](x, y, y.numel(), size, inner, kept, START=start, STEP=step, BLOCK=1024)
    return y


FAMILY = {
    "slice3d_dim0": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(9, 1, 1), (12, 2, 33), (20, 5, 9)]", "x[:, ": "x[",
                     "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)", "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]"},
    "slice3d_last": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 9), (2, 33, 12), (5, 9, 20)]", "x[:, ": "x[:, :, ",
                     "x.shape[1], x.stride(1)": "x.shape[2], 1", "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
    "slice2d_dim0": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(9, 1), (12, 33), (50, 9)]", "x[:, ": "x[",
                     "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)", "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]"},
    "slice2d_last": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 9), (33, 12), (9, 50)]", "x[:, ": "x[..., ",
                     "x.shape[1], x.stride(1)": "x.shape[1], 1", "x.shape[0], kept, x.shape[2]": "x.shape[0], kept"},
    "slice4d_last": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 1, 9), (2, 3, 5, 12), (2, 5, 9, 20)]",
                     "x[:, ": "x[..., ",
                     "x.shape[1], x.stride(1)": "x.shape[3], 1",
                     "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept"},
    "slice3d_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 9, 1), (1, 12, 33), (1, 20, 9)]"},   # as a table of positions
    "slice3d_last_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 9), (1, 33, 12), (1, 9, 20)]", "x[:, ": "x[:, :, ",
                            "x.shape[1], x.stride(1)": "x.shape[2], 1", "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
    "slice4d_last_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 1, 9), (1, 1, 5, 12), (1, 1, 9, 20)]",   # as a mask
                            "x[:, ": "x[..., ", "x.shape[1], x.stride(1)": "x.shape[3], 1",
                            "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept"},
    "slice4d_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 9, 1), (1, 1, 12, 33), (1, 1, 20, 9)]",
                       "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                       "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]"},
    "slice4d_rows": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 9, 1), (2, 3, 12, 5), (2, 5, 20, 9)]",
                     "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                     "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]"},
}

AXES = [
    {
        "from0_by2": {"1::2": "::2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 2"},
        "from0_by3": {"1::2": "::3", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 3"},
        "from0_by4": {"1::2": "::4", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 4"},
        "from1_by3": {"1::2": "1::3", "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 3"},
        "from2_by2": {"1::2": "2::2", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 2"},
        "from3_by2": {"1::2": "3::2", "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 2"},
        "from2_by3": {"1::2": "2::3", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 3"},
        "from1": {"1::2": "1:", "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 1"},
        "from2": {"1::2": "2:", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 1"},
        "from3": {"1::2": "3:", "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 1"},
        "from0_less1": {"1::2": ":-1", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 1"},
        "from0_less2": {"1::2": ":-2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 2, 1"},
        "from1_less1": {"1::2": "1:-1", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 1"},
        "from2_less2": {"1::2": "2:-2", "start, stop, step = 1, size, 2": "start, stop, step = 2, size - 2, 1"},
        "from0_less3": {"1::2": ":-3", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 3, 1"},
        "from1_less1_by2": {"1::2": "1:-1:2", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 2"},
        "from1_less2_by3": {"1::2": "1:-2:3", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 2, 3"},
        "from0_less1_by2": {"1::2": ":-1:2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 2"},
        "from0_to5": {"1::2": ":5", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(5, size), 1"},
        "from0_to8_by2": {"1::2": ":8:2", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(8, size), 2"},
        "from2_to7": {"1::2": "2:7", "start, stop, step = 1, size, 2": "start, stop, step = 2, min(7, size), 1"},
        "from1_to8_by3": {"1::2": "1:8:3", "start, stop, step = 1, size, 2": "start, stop, step = 1, min(8, size), 3"},
        "from3_to9_by2": {"1::2": "3:9:2", "start, stop, step = 1, size, 2": "start, stop, step = 3, min(9, size), 2"},
        "from0_to3": {"1::2": ":3", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(3, size), 1"},
        "from0_to6": {"1::2": ":6", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(6, size), 1"},
        "from0_to12": {"1::2": ":12", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(12, size), 1"},
        "from4_to10": {"1::2": "4:10", "start, stop, step = 1, size, 2": "start, stop, step = 4, min(10, size), 1"},
        "from0_to16": {"1::2": ":16", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(16, size), 1"},
        "from0_to1": {"1::2": ":1", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(1, size), 1"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
