"""The Dice loss of each class, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over the batch and all
places, and its relatives.

A channel of a contiguous (N, C, ...) tensor is N pieces of n_inner neighbours, C * n_inner apart. One program
takes one channel, walks its pieces one after another in tiles of BLOCK, and keeps all three sums.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3, 1), (3, 2, 33), (2, 3, 4, 13), (2, 2, 3, 4, 5), (2, 3, 30, 40)]


def make(*shape):
    return torch.randn(shape), (torch.rand(shape) > 0.5).float()


def dice_loss_channel_torch(x, z):
    dims = (0, *range(2, x.dim()))
    x = torch.sigmoid(x)
    common = torch.sum(x * z, dim=dims)
    left = torch.sum(x, dim=dims)
    right = torch.sum(z, dim=dims)
    score = (2.0 * common + 1.0) / (left + right + 1.0)
    return 1.0 - score


@triton.jit
def dice_loss_channel_kernel(x_ptr, z_ptr, y_ptr, n_outer, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0)
    common = tl.zeros([BLOCK], dtype=tl.float32)
    left = tl.zeros([BLOCK], dtype=tl.float32)
    right = tl.zeros([BLOCK], dtype=tl.float32)
    for outer in range(0, n_outer):
        piece = (outer * tl.num_programs(0).to(tl.int64) + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            mask = inner < n_inner
            x = tl.load(x_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)
            z = tl.load(z_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)
            x = tl.sigmoid(x)
            common += tl.where(mask, x * z, 0.0)
            left += tl.where(mask, x, 0.0)
            right += tl.where(mask, z, 0.0)
    common = tl.sum(common, axis=0)
    left = tl.sum(left, axis=0)
    right = tl.sum(right, axis=0)
    # A good score is close to 1 and the loss what is missing: the quotient is rounded to nearest, which a GPU's `/` is not.
    y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)
    y = 1.0 - y
    tl.store(y_ptr + channel, y)


def dice_loss_channel_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_outer, n_channels = x.shape[:2]
    n_inner = x.numel() // (n_outer * n_channels)
    y = x.new_empty(n_channels)
    block = min(triton.next_power_of_2(n_inner), 1024)
    dice_loss_channel_kernel[(n_channels,)](x, z, y, n_outer, n_inner, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
