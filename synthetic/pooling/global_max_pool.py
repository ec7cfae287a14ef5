"""Global max pooling, y[n, c] = max of x[n, c, ...] over every position.

A plane (n, c) lies in one piece in memory. One program takes a large one and walks over it tile by tile, or
several small ones. A lane beyond the end holds -inf, the neutral element of the maximum.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]


def make(*shape):
    return (torch.randn(shape),)


def global_max_pool_torch(x):
    x = torch.relu(x)
    y = x.amax(dim=(2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def global_max_pool_kernel(x_ptr, y_ptr, n_planes, size, PLANES: tl.constexpr, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64) * PLANES + tl.arange(0, PLANES)[:, None]
    columns = tl.arange(0, BLOCK)
    best = tl.full((PLANES, BLOCK), float("-inf"), tl.float32)
    for start in range(0, size, BLOCK):
        mask = (plane < n_planes) & (start + columns < size)
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        best = tl.maximum(best, tl.where(mask, x, float("-inf")))
    y = tl.max(best, axis=1, keep_dims=True)
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y, mask=plane < n_planes)


def global_max_pool_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    size = height * width
    y = x.new_empty(n, channels)
    n_planes = n * channels
    block = min(triton.next_power_of_2(size), 2048)
    planes = 2048 // block
    global_max_pool_kernel[(triton.cdiv(n_planes, planes),)](x, y, n_planes, size, PLANES=planes, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
