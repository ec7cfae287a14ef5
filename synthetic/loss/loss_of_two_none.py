"""A loss of each element of a prediction and a target, (x - z)^2, at ranks 1 to 5: each as it is called, with
its options.

Without a reduction a loss is a pointwise function: one load of each, one store.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (9, 130)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def loss_of_two_none_torch(x, z):
    return F.mse_loss(x, z, reduction="none")


@triton.jit
def loss_of_two_none_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    loss = (x - z) * (x - z)
    tl.store(y_ptr + offsets, loss, mask=mask)


def loss_of_two_none_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    y = torch.empty_like(x)
    loss_of_two_none_kernel[(triton.cdiv(n_elements, 1024),)](x, z, y, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
