"""One step of SGD with weight decay, p -= lr * (g + decay * p).

Two tensors in, one out: nothing but memory to wait for.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def sgd_step_torch(p, g):
    g = g + 0.01 * p
    p = p - 1e-3 * g
    return p


@triton.jit
def sgd_step_kernel(p_ptr, g_ptr, p_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = g + 0.01 * p
    p = p - 1e-3 * g
    tl.store(p_out_ptr + offsets, p, mask=mask)


def sgd_step_triton(p, g):
    p = p.contiguous()
    g = g.contiguous()
    p_out = torch.empty_like(p)
    n_elements = p.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    sgd_step_kernel[grid](p, g, p_out, n_elements, BLOCK=1024)
    return p_out


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
