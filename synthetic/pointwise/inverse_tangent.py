"""Inverse tangent, y = atan(x)^2, and the inverse sine and cosine through it.

Triton has no inverse trigonometry, so it is made here: atan(x) = pi/2 - atan(1/x) far out, pi/4 +
atan((x-1)/(x+1)) in the middle, and near zero a polynomial (S. Moshier's coefficients). One more step
follows, which may be any.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def inverse_tangent_torch(x):
    y = torch.atan(x)
    y = torch.square(y)
    return y


@triton.jit
def arctan(x):
    """Three reductions bring |x| below tan(pi / 8); there an odd polynomial of degree 9 is good to the last bit."""
    a = tl.abs(x)
    far = a > 2.414213562373095
    middle = (a > 0.4142135623730950) & (a <= 2.414213562373095)
    base = tl.where(far, 1.5707963267948966, tl.where(middle, 0.7853981633974483, 0.0))
    r = tl.where(far, -1.0 / tl.maximum(a, 1.0), tl.where(middle, (a - 1.0) / (a + 1.0), a))
    s = r * r
    series = ((0.0805374449538 * s - 0.138776856032) * s + 0.199777106478) * s - 0.333329491539
    y = base + (series * s * r + r)
    return tl.where(x < 0.0, -y, y)


@triton.jit
def inverse_tangent_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = arctan(x)
    y = y * y
    tl.store(y_ptr + offsets, y, mask=mask)


def inverse_tangent_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    inverse_tangent_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
