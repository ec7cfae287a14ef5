"""The Dice loss of a map x against a mask z, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1), and its
relatives (IoU, Tversky).

One pass gives all three sums: each program leaves three partial sums of its share of the tiles, and one
program folds those in a fixed order.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return torch.randn(shape), (torch.rand(shape) > 0.5).float()


def dice_loss_torch(x, z):
    x = torch.sigmoid(x)
    common = torch.sum(x * z)
    left = torch.sum(x)
    right = torch.sum(z)
    score = (2.0 * common + 1.0) / (left + right + 1.0)
    return 1.0 - score


@triton.jit
def dice_loss_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    common = tl.zeros([BLOCK], dtype=tl.float32)
    left = tl.zeros([BLOCK], dtype=tl.float32)
    right = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.sigmoid(x)
        common += tl.where(mask, x * z, 0.0)
        left += tl.where(mask, x, 0.0)
        right += tl.where(mask, z, 0.0)
    sums_ptr = partial_ptr + tl.program_id(0)  # three rows of as many columns as there are programs
    tl.store(sums_ptr, tl.sum(common, axis=0))
    tl.store(sums_ptr + tl.num_programs(0), tl.sum(left, axis=0))
    tl.store(sums_ptr + 2 * tl.num_programs(0), tl.sum(right, axis=0))


@triton.jit
def dice_loss_kernel(partial_ptr, y_ptr, n_partials, n_elements, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = offsets < n_partials
    common = tl.load(partial_ptr + offsets, mask=mask, other=0.0)
    left = tl.load(partial_ptr + n_partials + offsets, mask=mask, other=0.0)
    right = tl.load(partial_ptr + 2 * n_partials + offsets, mask=mask, other=0.0)
    common = tl.sum(common, axis=0)
    left = tl.sum(left, axis=0)
    right = tl.sum(right, axis=0)
    # A good score is close to 1 and the loss what is missing: the quotient is rounded to nearest, which a GPU's `/` is not.
    y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)
    y = 1.0 - y
    tl.store(y_ptr, y)


def dice_loss_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty((3, n_partials), dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    dice_loss_partial_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    dice_loss_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
