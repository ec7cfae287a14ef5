"""Two chains over two tensors that meet, y = h(f(x) + g(z)).

The four or more tensors that PyTorch would write between the steps exist here as registers alone.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def binary_chain_torch(x, z):
    x = torch.sin(x)
    z = torch.exp(-z)
    x = torch.add(x, z)
    x = torch.relu(x)
    return x


@triton.jit
def binary_chain_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    z = tl.exp(-z)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def binary_chain_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    binary_chain_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)"),
    ("UNARY+REUSE+SCALAR", "z = torch.exp(-z)", "z = tl.exp(-z)", "optional"),
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
