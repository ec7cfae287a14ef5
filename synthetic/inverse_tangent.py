"""Inverse tangent, y = atan(x)^2, and the inverse sine and cosine through it.

Triton has no inverse trigonometry, so it is made here: atan(x) = pi/2 - atan(1/x) far out, pi/4 + atan((x-1)/(x+1))
in the middle, and near zero a polynomial (S. Moshier's coefficients). One more step follows, which may be any.
"""
from harness import run

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


FAMILY = {
    "atan_half": {"torch.atan(x)": "torch.atan(0.5 * x)", "y = arctan(x)": "y = arctan(0.5 * x)"},
    "atan_double": {"torch.atan(x)": "torch.atan(x * 2.0)", "y = arctan(x)": "y = arctan(x * 2.0)"},
    "asin": {"torch.atan(x)": "torch.asin(torch.clamp(x, -0.9, 0.9))",
             "y = arctan(x)": "t = tl.minimum(tl.maximum(x, -0.9), 0.9)\ny = arctan(t * tl.rsqrt((1.0 - t) * (1.0 + t)))"},
    "acos": {"torch.atan(x)": "torch.acos(torch.clamp(x, -0.9, 0.9))",
             "y = arctan(x)":
                 "t = tl.minimum(tl.maximum(x, -0.9), 0.9)\n"
                 "y = 1.5707963267948966 - arctan(t * tl.rsqrt((1.0 - t) * (1.0 + t)))"},
    "cauchy_cdf": {"torch.atan(x)": "0.5 + torch.atan(x) / 3.141592653589793",
                   "y = arctan(x)": "y = 0.5 + arctan(x) / 3.141592653589793"},
    "atan_scaled": {"torch.atan(x)": "0.6366197723675814 * torch.atan(x)",
                    "y = arctan(x)": "y = 0.6366197723675814 * arctan(x)"},
    "x_atan": {"torch.atan(x)": "x * torch.atan(x)", "y = arctan(x)": "y = x * arctan(x)"},
    "atan_abs": {"torch.atan(x)": "torch.atan(torch.abs(x))", "y = arctan(x)": "y = arctan(tl.abs(x))"},
    "atan_square": {"torch.atan(x)": "torch.atan(x * x)", "y = arctan(x)": "y = arctan(x * x)"},
    "atan_exp": {"torch.atan(x)": "torch.atan(torch.exp(x))", "y = arctan(x)": "y = arctan(tl.exp(x))"},
    "atan_sin": {"torch.atan(x)": "torch.atan(torch.sin(x))", "y = arctan(x)": "y = arctan(tl.sin(x))"},
    "atan_pi": {"torch.atan(x)": "torch.atan(x * 3.141592653589793)",
                "y = arctan(x)": "y = arctan(x * 3.141592653589793)"},
    "atan_slope": {"torch.atan(x)": "1.0 / (1.0 + torch.atan(x) ** 2)",
                   "y = arctan(x)": "t = arctan(x)\ny = 1.0 / (1.0 + t * t)"},
    "x_plus_atan": {"torch.atan(x)": "x + torch.atan(x)", "y = arctan(x)": "y = x + arctan(x)"},
    "atan_shifted": {"torch.atan(x)": "torch.atan(x - 1.0)", "y = arctan(x)": "y = arctan(x - 1.0)"},
}

AXES = [
    ("UNARY", "y = torch.square(y)", "y = y * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
