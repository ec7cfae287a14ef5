"""An optimizer nobody has a name for: of a parameter, its gradient and one state of the same shape, a new parameter and a new state.

The state w is an average of squares, or of what else is not negative. What both results need is computed once.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.rand(shape)


def update_of_three_torch(x, z, w):
    v = w * 0.9 + z ** 2
    x = x - v * 0.01
    return v, x


@triton.jit
def update_of_three_kernel(x_ptr, z_ptr, w_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = 0.9 * w + z * z
    x = x - 0.01 * v
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def update_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    v, y = torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    update_of_three_kernel[grid](x, z, w, v, y, n_elements, BLOCK=1024)
    return v, y


AXES = [
    ("PROGRAM_UPDATE", "v = w * 0.9 + z ** 2\n    x = x - v * 0.01", "v = 0.9 * w + z * z\n    x = x - 0.01 * v"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
