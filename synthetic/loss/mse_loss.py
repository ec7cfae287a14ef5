"""The mean squared error, mean((x - z)^2), and the losses that grow more slowly: L1, smooth L1, Huber.

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
    return torch.randn(shape), torch.randn(shape)


def mse_loss_torch(x, z):
    return F.mse_loss(x, z, reduction="mean")


@triton.jit
def mse_loss_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    loss = (x - z) * (x - z)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def mse_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def mse_loss_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    mse_loss_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    mse_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
