"""A program of single operations on two slices of one tensor: even and odd places, neighbours, the first and the last few, ...

Seen from the sliced dimension, x is (outer, whole, inner) and y is (outer, kept, inner). Place i of y is made from places
start + i * step and start_z + i * step of x, which are loaded where they lie; the slices are never copied apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_slices_torch(x):
    z = x[..., 1::2]
    x = x[..., 0::2]
    x = torch.sub(x, z)
    return x


@triton.jit
def program_of_slices_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, start_z, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = offsets // inner % kept * step
    source = (outer * whole + place) * inner + offsets % inner
    x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_slices_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, start_z, step, kept = 0, 1, 2, whole // 2
    y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_slices_kernel[grid](x, y, y.numel(), whole, kept, inner, start, start_z, step, BLOCK=1024)
    return y


FAMILY = {
    "neighbours": {"0::2": "1:", "1::2": ":-1", "0, 1, 2, whole // 2": "1, 0, 1, whole - 1"},
    "two_apart": {"0::2": "2:", "1::2": ":-2", "0, 1, 2, whole // 2": "2, 0, 1, whole - 2"},
    "before_middle": {"0::2": ":-2", "1::2": "1:-1", "0, 1, 2, whole // 2": "0, 1, 1, whole - 2"},
    "after_middle": {"0::2": "2:", "1::2": "1:-1", "0, 1, 2, whole // 2": "2, 1, 1, whole - 2"},
    "of_three": ({"0::2": "{0}::3", "1::2": "{1}::3", "0, 1, 2, whole // 2": "{0}, {1}, 3, whole // 3"}, "01 12 02"),
    "first_last": ({"0::2": ":{0}", "1::2": "-{0}:", "0, 1, 2, whole // 2": "0, whole - {0}, 1, {0}"}, "2 3 5"),
    "counted": ({"0::2": "{0}:{1}", "1::2": "{1}:{2}", "0, 1, 2, whole // 2": "{0}, {1}, 1, {1} - {0}"}, "024 036 135 246 012"),
}

AXES = [
    {  # along which dimension
        "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
        "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
        "dim2": {"..., ": ":, :, ", "[(12,), (18, 24), ": "[", "dim = x.dim() - 1": "dim = 2"},
        "dim3": {"..., ": ":, :, :, ", "[(12,), (18, 24), (6, 18, 12), ": "[", "dim = x.dim() - 1": "dim = 3"},
    },
    {
        "other_first": {"x = x[": "x, z = z, x[", "source + start * inner": "source + start_z * inner",
                        "source + start_z * inner": "source + start * inner"},
    },
    ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
