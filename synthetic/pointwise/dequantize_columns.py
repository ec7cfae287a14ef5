"""From 8 bits back to numbers with a scale for each of the last dimension, y = f(q * scale[c]).

Element i of q lies in column i % C. The scales are few and stay in the cache.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randint(-128, 128, shape, dtype=torch.int8), torch.rand(shape[-1]) * 0.05 + 0.01


def dequantize_columns_torch(q, scale):
    y = q.to(torch.float32)
    y = y * scale
    y = torch.relu(y)
    return y


@triton.jit
def dequantize_columns_kernel(q_ptr, scale_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0)
    scale = tl.load(scale_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
    y = q.to(tl.float32)
    y = y * scale
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def dequantize_columns_triton(q, scale):
    q = q.contiguous()
    y = torch.empty(q.shape, dtype=torch.float32, device=q.device)
    n_elements = q.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    dequantize_columns_kernel[grid](q, scale, y, n_elements, scale.numel(), BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
