"""Global pooling, then a bias, y[n, c] = mean of x[n, c, ...] over every position + z[c], functions between
and after.

One program takes one plane (n, c), which lies in one piece in memory, and walks over it tile by tile. The
tile of partial results is folded only once, at the end; then its one number meets the bias of its channel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]  # N, C, H, W


def make(*shape):
    z = torch.randn(shape[1], 1, 1)
    return torch.randn(shape), z


def pool_bias_torch(x, z):
    y = x.mean(dim=(2, 3), keepdim=True)
    y = torch.relu(y)
    y = y + z
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool_bias_kernel(x_ptr, z_ptr, y_ptr, channels, size, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    partial = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, size, BLOCK):
        mask = start + columns < size
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        partial += x
    y = tl.sum(partial, axis=0) / size
    z = tl.load(z_ptr + plane % channels).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def pool_bias_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n, channels = x.shape[:2]
    size = x.numel() // (n * channels)
    y = x.new_empty(n, channels, 1, 1)
    pool_bias_kernel[(n * channels,)](x, z, y, channels, size, BLOCK=min(triton.next_power_of_2(size), 4096))
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
