"""A choice between two tensors by a third, y = x where w > 0, else z, and other functions of three tensors.

Both sides are loaded and one is kept: a load under the condition would save traffic only where whole blocks
agree. One more step follows, which may be any.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def where_torch(x, z, w):
    y = torch.where(w > 0, x, z)
    y = torch.sin(y)
    return y


@triton.jit
def where_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(w > 0.0, x, z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def where_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    where_kernel[grid](x, z, w, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
