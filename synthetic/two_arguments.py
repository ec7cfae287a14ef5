"""Functions of two tensors that are no arithmetic: hypot, copysign, heaviside, xlogy, fmax, and their kind.

The hypotenuse is drawn from the quotient of the legs, so that no square overflows. A sign is read from the bits of a
number, since -0.0 < 0.0 does not hold.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def two_arguments_torch(x, z):
    y = torch.hypot(x, z)
    y = torch.sin(y)
    return y


@triton.jit
def two_arguments_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    a = tl.maximum(tl.abs(x), tl.abs(z))
    r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)
    y = a * tl.sqrt(1.0 + r * r)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def two_arguments_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    two_arguments_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "copysign": {"torch.hypot(x, z)": "torch.copysign(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "negative = z.to(tl.int32, bitcast=True) < 0",
                 "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                 "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(negative, -tl.abs(x), tl.abs(x))"},
    "heaviside": {"torch.hypot(x, z)": "torch.heaviside(torch.relu(x), z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                  "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                  "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(x > 0.0, 1.0, z)"},
    "xlogy": {"torch.hypot(x, z)": "torch.xlogy(x, torch.abs(z) + 0.1)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
              "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
              "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(x == 0.0, 0.0, x * tl.log(tl.abs(z) + 0.1))"},
    "fmax": {"torch.hypot(x, z)": "torch.fmax(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
             "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "", "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z)"},
    "fmin": {"torch.hypot(x, z)": "torch.fmin(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
             "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "", "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)"},
    "hypot_minus": {"torch.hypot(x, z)": "torch.hypot(x, z) - x", "y = a * tl.sqrt(1.0 + r * r)": "y = a * tl.sqrt(1.0 + r * r) - x"},
    "spread": {"torch.hypot(x, z)": "torch.maximum(x, z) - torch.minimum(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
               "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
               "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z) - tl.minimum(x, z)"},
    "clamp_tensor": {"torch.hypot(x, z)":
        "torch.clamp(x, min=-torch.abs(z), max=torch.abs(z))", "a = tl.maximum(tl.abs(x), tl.abs(z))": "a = tl.abs(z)",
                     "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                     "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(tl.maximum(x, -a), a)"},
    "clamp_below": {"torch.hypot(x, z)": "torch.clamp(x, max=z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                    "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "", "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)"},
}

AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
