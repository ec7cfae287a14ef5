"""Dropout with a given mask, then the residual connection: y = z + where(keep, f(x) / (1 - p), 0).

Three loads, one store, where PyTorch's three steps move the tensor eight times.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.rand(shape) < 0.6


def dropout_add_torch(x, z, keep):
    x = torch.sin(x)
    y = z + x * keep / 0.9
    return y


@triton.jit
def dropout_add_kernel(x_ptr, z_ptr, keep_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    keep = tl.load(keep_ptr + offsets, mask=mask, other=False)
    x = tl.sin(x)
    y = z + tl.where(keep, x / 0.9, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)


def dropout_add_triton(x, z, keep):
    x = x.contiguous()
    z = z.contiguous()
    keep = keep.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    dropout_add_kernel[grid](x, z, keep, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
