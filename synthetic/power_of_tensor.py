"""A tensor to the power of another, y = (|x| + 0.1)^z = exp(z * log(|x| + 0.1)).

An error of the logarithm is multiplied by z before exp makes it a relative one: float32 would lose two digits of a large
power, so logarithm and exponential are float64.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def power_of_tensor_torch(x, z):
    x = torch.abs(x) + 0.1
    y = torch.pow(x, z)
    y = y * 0.5
    return y


@triton.jit
def power_of_tensor_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x) + 0.1
    y = tl.exp(tl.log(x.to(tl.float64)) * z).to(tl.float32)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)


def power_of_tensor_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    power_of_tensor_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "power_of_sigmoid": {"torch.abs(x) + 0.1": "torch.sigmoid(x) + 0.1", "tl.abs(x) + 0.1": "tl.sigmoid(x) + 0.1"},
    "power_of_square": {"torch.abs(x) + 0.1": "x * x + 1.0", "tl.abs(x) + 0.1": "x * x + 1.0"},
    "power_of_clamped": {"torch.abs(x) + 0.1": "torch.clamp(x, min=0.5)", "tl.abs(x) + 0.1": "tl.maximum(x, 0.5)"},
}

AXES = [
    {
        "sigmoid": {"torch.pow(x, z)": "torch.pow(x, torch.sigmoid(z))", "* z)": "* tl.sigmoid(z))"},
        "relu": {"torch.pow(x, z)": "torch.pow(x, torch.relu(z))", "* z)": "* tl.maximum(z, 0.0))"},
        "half": {"torch.pow(x, z)": "x ** (0.5 * z)", "* z)": "* (0.5 * z))"},
        "row": {"return torch.randn(shape), torch.randn(shape)": "return torch.randn(shape), torch.randn(shape[-1])",
                "z_ptr + offsets": "z_ptr + offsets % n_cols", "y_ptr, n_elements, BLOCK": "y_ptr, n_elements, n_cols, BLOCK",
                "n_elements = x.numel()": "n_elements, n_cols = x.numel(), x.shape[-1]", "y, n_elements, BLOCK": "y, n_elements, n_cols, BLOCK"},
    },
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
