"""A function of x stored in half precision or as whole numbers, answered in float32: y = f(x.float()).

One cast after the load serves every dtype that x may have; nothing else in the kernel knows of it.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape).half(),)


def cast_from_torch(x):
    x = x.to(torch.float32)
    x = torch.sin(x)
    y = x + 0.5
    return y


@triton.jit
def cast_from_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    y = x + 0.5
    tl.store(y_ptr + offsets, y, mask=mask)


def cast_from_triton(x):
    x = x.contiguous()
    y = torch.empty(x.shape, dtype=torch.float32, device=x.device)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    cast_from_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "bfloat16": {"torch.randn(shape).half()": "torch.randn(shape).bfloat16()",
                 "x.to(torch.float32)": "x.float()",
                 "y = x + 0.5": "y = x + 0.25"},
    "int32": {"torch.randn(shape).half()": "torch.randint(-9, 10, shape, dtype=torch.int32)",
              "y = x + 0.5": "y = x * 0.5"},
    "int64": {"torch.randn(shape).half()": "torch.randint(-9, 10, shape)", "y = x + 0.5": "y = x / 4.0"},
    "int8": {"torch.randn(shape).half()": "torch.randint(-128, 128, shape, dtype=torch.int8)",
             "y = x + 0.5": "y = x * 0.02"},
    "uint8": {"torch.randn(shape).half()": "torch.randint(0, 256, shape, dtype=torch.uint8)",
              "y = x + 0.5": "y = x / 255.0"},
    "bool": {"torch.randn(shape).half()": "torch.randn(shape) > 0", "y = x + 0.5": "y = 1.0 - x"},
}

AXES = [
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
