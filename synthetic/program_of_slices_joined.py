"""Two programs of two slices of one tensor, joined along the dimension that was sliced: a Haar step, a butterfly, a rotation of pairs.

Seen from that dimension, x is (outer, whole, inner) and y is (outer, 2 * kept, inner). Place i of either half of y is made from places
start + i * step and start_z + i * step of x: one program loads both for BLOCK places and stores one number in each half.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]


def make(*shape):
    return (torch.randn(shape),)


def program_of_slices_joined_torch(x):
    z = x[..., 1::2]
    x = x[..., 0::2]
    v = torch.add(x, z)
    x = torch.sub(x, z)
    y = torch.cat([v, x], dim=-1)
    return y


@triton.jit
def program_of_slices_joined_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, start_z, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    inside = offsets % (kept * inner)
    source = (outer * whole + inside // inner * step) * inner + offsets % inner
    x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)
    v = x + z
    x = x - z
    first, second = v, x
    target = outer * (2 * kept * inner) + inside
    tl.store(y_ptr + target, first, mask=mask)
    tl.store(y_ptr + target + kept * inner, second, mask=mask)


def program_of_slices_joined_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, start_z, step, kept = 0, 1, 2, whole // 2
    joined = x.new_empty(*x.shape[:dim], 2 * kept, *x.shape[dim + 1:])
    n_elements = joined.numel() // 2
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_slices_joined_kernel[grid](x, joined, n_elements, whole, kept, inner, start, start_z, step, BLOCK=1024)
    return joined


FAMILY = {
    "neighbours": {"0::2": "1:", "1::2": ":-1", "0, 1, 2, whole // 2": "1, 0, 1, whole - 1"},
    "two_apart": {"0::2": "2:", "1::2": ":-2", "0, 1, 2, whole // 2": "2, 0, 1, whole - 2"},
    "of_three": ({"0::2": "{0}::3", "1::2": "{1}::3", "0, 1, 2, whole // 2": "{0}, {1}, 3, whole // 3"}, "01 12 02"),
    "first_last": ({"0::2": ":{0}", "1::2": "-{0}:", "0, 1, 2, whole // 2": "0, whole - {0}, 1, {0}"}, "2 3"),
    "counted": ({"0::2": "{0}:{1}", "1::2": "{1}:{2}", "0, 1, 2, whole // 2": "{0}, {1}, 1, {1} - {0}"}, "024 036"),
}

AXES = [
    {  # along which dimension
        "interleaved": {"torch.cat(": "torch.stack(", "dim=-1)": "dim=-1).flatten(-2)",
                        "outer * (2 * kept * inner) + inside": "2 * offsets", "target + kept * inner": "target + 1"},
        "dim0": {"..., ": "", "dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0"},
        "dim1": {"..., ": ":, ", "dim=-1": "dim=1", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
        "dim2": {"..., ": ":, :, ", "dim=-1": "dim=2", "[(12,), (18, 24), ": "[", "dim = x.dim() - 1": "dim = 2"},
        "dim3": {"..., ": ":, :, :, ", "dim=-1": "dim=3", "[(12,), (18, 24), (6, 18, 12), ": "[", "dim = x.dim() - 1": "dim = 3"},
    },
    {"other_first": {"[v, x]": "[x, v]", "first, second = v, x": "first, second = x, v"}},
    {  # what is made of both halves together
        "scaled": {"return y": "return y * 0.7071067811865476", "first, mask": "first * 0.7071067811865476, mask",
                   "second, mask": "second * 0.7071067811865476, mask"},
        "halved": {"return y": "return y * 0.5", "first, mask": "first * 0.5, mask", "second, mask": "second * 0.5, mask"},
        "doubled": {"return y": "return y * 2.0", "first, mask": "first * 2.0, mask", "second, mask": "second * 2.0, mask"},
        "relu": {"return y": "return torch.relu(y)", "first, mask": "tl.maximum(first, 0.0), mask", "second, mask": "tl.maximum(second, 0.0), mask"},
        "sigmoid": {"return y": "return torch.sigmoid(y)", "first, mask": "tl.sigmoid(first), mask", "second, mask": "tl.sigmoid(second), mask"},
        "silu": {"return y": "return F.silu(y)", "first, mask": "first * tl.sigmoid(first), mask", "second, mask": "second * tl.sigmoid(second), mask"},
    },
    ("PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)", "v = x + z\n    x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
