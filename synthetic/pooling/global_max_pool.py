"""Global max pooling, y[n, c] = max of x[n, c, ...] over every position.

One program takes one plane (n, c), which lies in one piece in memory, and walks over it tile by tile. A lane
beyond the end holds -inf, the neutral element of the maximum.
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
def global_max_pool_kernel(x_ptr, y_ptr, size, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    best = tl.full((BLOCK,), float("-inf"), tl.float32)
    for start in range(0, size, BLOCK):
        mask = start + columns < size
        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        best = tl.maximum(best, tl.where(mask, x, float("-inf")))
    y = tl.max(best, axis=0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def global_max_pool_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    size = height * width
    y = x.new_empty(n, channels)
    global_max_pool_kernel[(n * channels,)](x, y, size, BLOCK=4096)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
