"""A program of single operations on four tensors that broadcast together, each of any shape that does.

The place of an element of a smaller tensor follows from that of the result, by division and remainder; what
several elements share is read again from the cache, never expanded.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, C), torch.randn(T, C), torch.randn(T, 1)


def program_of_four_shapes_torch(x, z, w, p):
    z = z[:, None, :]
    y = x * z
    y = y + w
    y = y * p
    return y


@triton.jit
def program_of_four_shapes_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)
    y = x * z
    y = y + w
    y = y * p
    tl.store(y_ptr + offsets, y, mask=mask)


def program_of_four_shapes_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, C = x.shape
    y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_four_shapes_kernel[grid](x, z, w, p, y, n_elements, T, C, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
