"""A program of two tensors in half precision that computes in float32, as careful people write it, and returns what precision it likes.

A kernel loads halves as float32 anyway, and a store rounds to what the pointer holds: the casts are where the memory begins and ends.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]


def make(*shape):
    return torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()


def program_of_half_torch(x, z):
    x, z = x.float(), z.float()
    x = torch.sub(x, z)
    return x.bfloat16()


@triton.jit
def program_of_half_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_half_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x, dtype=torch.bfloat16)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_half_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).half(), torch.randn(shape).half()",
             "x.bfloat16()": "x.half()", "dtype=torch.bfloat16": "dtype=torch.float16"},
    "half_to_float": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).half(), torch.randn(shape).half()",
                      "x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
    "to_float": {"x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
    "from_float": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape), torch.randn(shape)",
                   "x, z = x.float(), z.float()": ""},
    "from_float_to_half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape), torch.randn(shape)",
                           "x, z = x.float(), z.float()": "", "x.bfloat16()": "x.half()", "dtype=torch.bfloat16": "dtype=torch.float16"},
    "one_half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).bfloat16(), torch.randn(shape)",
                 "x, z = x.float(), z.float()": "x = x.float()"},
}

AXES = [
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
