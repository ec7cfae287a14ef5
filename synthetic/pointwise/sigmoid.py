"""Sigmoid, y = 1 / (1 + exp(-x)), and every activation without a parameter.

One program takes BLOCK consecutive elements. The last program hangs over the end, so it loads and stores
under a mask. Arithmetic is float32 whatever the dtype of x: bf16 and fp16 are storage.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def sigmoid_torch(x):
    y = torch.sigmoid(x)
    return y


@triton.jit
def sigmoid_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sigmoid(x)
    tl.store(y_ptr + offsets, y, mask=mask)


def sigmoid_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    sigmoid_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
