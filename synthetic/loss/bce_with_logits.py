"""Binary cross-entropy of logits, mean(max(x, 0) - x * z + log(1 + exp(-|x|))).

The sigmoid and the logarithm cancel on paper; computed one after the other they would overflow into log(0).

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial
sums in a fixed order. Atomic additions would need one stage only, but their order, and so the last bits,
would vary.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape)


def bce_with_logits_torch(x, z):
    return F.binary_cross_entropy_with_logits(x, z, reduction="mean")


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def bce_with_logits_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def bce_with_logits_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def bce_with_logits_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    bce_with_logits_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    bce_with_logits_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
