"""A function of x, stored in another dtype: y = f(x).to(float16).

The arithmetic is float32 whatever comes in and goes out: tl.load is followed by a cast to float32, tl.store casts to
what its pointer points at. The dtype of `y` is all that says which cast it is.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def cast_torch(x):
    x = torch.sin(x)
    y = x.to(torch.float16)
    return y


@triton.jit
def cast_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    y = x
    tl.store(y_ptr + offsets, y, mask=mask)


def cast_triton(x):
    x = x.contiguous()
    y = torch.empty(x.shape, dtype=torch.float16, device=x.device)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    cast_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "bfloat16": {"x.to(torch.float16)": "x.to(torch.bfloat16)", "dtype=torch.float16": "dtype=torch.bfloat16"},
    "half_doubled": {"y = x.to(torch.float16)": "y = (2.0 * x).half()", "y = x": "y = 2.0 * x"},
    "bfloat16_scaled": {"y = x.to(torch.float16)": "y = (x * 0.5).bfloat16()",
                        "y = x": "y = x * 0.5",
                        "dtype=torch.float16": "dtype=torch.bfloat16"},
}

AXES = [
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
