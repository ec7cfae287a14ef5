"""An optimizer nobody has a name for: of a parameter, its gradient and two states of the same shape, a new parameter and new states.

The state p is an average of squares, or of what else is not negative. What several results need is computed once.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape), torch.rand(shape)


def update_of_four_torch(x, z, w, p):
    r = w * 0.9 + z
    v = p * 0.99 + z ** 2
    x = x - r * 0.01
    return r, v, x


@triton.jit
def update_of_four_kernel(x_ptr, z_ptr, w_ptr, p_ptr, r_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    r = 0.9 * w + z
    v = 0.99 * p + z * z
    x = x - 0.01 * r
    tl.store(r_ptr + offsets, r, mask=mask)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def update_of_four_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    r, v, y = torch.empty_like(x), torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    update_of_four_kernel[grid](x, z, w, p, r, v, y, n_elements, BLOCK=1024)
    return r, v, y


AXES = [
    ("PROGRAM_XZWP_TO_RVX", "r = w * 0.9 + z\n    v = p * 0.99 + z ** 2\n    x = x - r * 0.01",
     "r = 0.9 * w + z\n    v = 0.99 * p + z * z\n    x = x - 0.01 * r"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
