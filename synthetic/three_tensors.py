"""Three tensors joined element by element, y = f(x + z) * w.

Three loads under one mask, one store: the kernel runs at the speed of memory, the arithmetic is free.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def three_tensors_torch(x, z, w):
    x = torch.add(x, z)
    x = torch.sin(x)
    y = x * w
    return y


@triton.jit
def three_tensors_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    x = tl.sin(x)
    y = x * w
    tl.store(y_ptr + offsets, y, mask=mask)


def three_tensors_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    three_tensors_kernel[grid](x, z, w, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "sum": {"y = x * w": "y = x + w"},
    "difference": {"y = x * w": "y = w - x"},
    "mixture": {"y = x * w": "y = 0.9 * w + 0.1 * x"},
    "gate": {"y = x * w": "y = x * w + z"},
    "scaled": {"y = x * w": "y = x * (w * 0.5)"},
    "quotient": {"y = x * w": "y = x / (w * w + 1.0)"},
}

AXES = [
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
