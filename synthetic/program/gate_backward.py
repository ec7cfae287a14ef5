"""The backward of a gate y = sigmoid(z) * w in half precision: x is the gradient of y,

    dz = x * w * sigmoid(z) * (1 - sigmoid(z)),    dw = x * sigmoid(z).

Every tensor is read once, in bfloat16; the kernel computes in float32, and what it stores is bfloat16 again.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    return torch.randn(B, T, C).bfloat16(), torch.randn(B, T, C).bfloat16(), torch.randn(B, T, C).bfloat16()


def gate_backward_torch(x, z, w):
    x, z, w = x.float(), z.float(), w.float()
    s = torch.sigmoid(z)
    v = x * s
    y = w * v * (1.0 - s)
    return y.bfloat16(), v.bfloat16()


@triton.jit
def gate_backward_kernel(x_ptr, z_ptr, w_ptr, y_ptr, v_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    s = tl.sigmoid(z)
    v = x * s
    y = w * v * (1.0 - s)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(v_ptr + offsets, v, mask=mask)


def gate_backward_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    y = torch.empty_like(z)
    v = torch.empty_like(w)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    gate_backward_kernel[grid](x, z, w, y, v, n_elements, BLOCK=1024)
    return y, v


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
