"""The angle of a point, y = atan2(x, z): x is its height, z its distance to the right.

The smaller leg over the larger lies in [0, 1]; the other seven eighths of the plane follow by symmetry. Signs
are read from the bits, because the angle of (0, -0) is pi and that of (-0, -0) is -pi.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def arctan2_torch(x, z):
    y = torch.atan2(x, z)
    y = torch.sin(y)
    return y


@triton.jit
def arctan(r):
    """Of r in [0, 1]: above tan(pi / 8) from pi / 4 on, then an odd polynomial of degree 9, good to the last bit."""
    far = r > 0.4142135623730950
    t = tl.where(far, (r - 1.0) / (r + 1.0), r)
    s = t * t
    series = ((0.0805374449538 * s - 0.138776856032) * s + 0.199777106478) * s - 0.333329491539
    return tl.where(far, 0.7853981633974483, 0.0) + (series * s * t + t)


@triton.jit
def arctan2_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    a, b = tl.abs(x), tl.abs(z)
    y = arctan(tl.minimum(a, b) / tl.maximum(tl.maximum(a, b), 2e-38))
    y = tl.where(a > b, 1.5707963267948966 - y, y)
    y = tl.where(z.to(tl.int32, bitcast=True) < 0, 3.141592653589793 - y, y)
    y = tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def arctan2_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    arctan2_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
