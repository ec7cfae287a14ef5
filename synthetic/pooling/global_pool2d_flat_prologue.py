"""Global pooling of planes that are joined from tensors which broadcast, y[n, c] = mean of max(x, s)[n, c]
over every position.

One program takes one plane (n, c) and walks over it tile by tile. What belongs to all of it is one number,
read before the walk; where in it a smaller tensor has its part follows from the place. The tile of partial
results is folded once, at the end.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 2, 3), (2, 3, 5, 33), (1, 2, 30, 40)]  # N, C, H, W


def make(N, C, H, W):
    x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, s


def global_pool2d_flat_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = torch.mean(v, dim=(2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def global_pool2d_flat_prologue_kernel(x_ptr, s_ptr, y_ptr, C, H, W, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c).to(tl.float32)
    lanes = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, H * W, BLOCK):
        pixels = start + tl.arange(0, BLOCK)
        inside = pixels < H * W
        places = plane * (H * W) + pixels
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        lanes += tl.where(inside, v, 0.0)  # beyond the end nothing counts, whatever comes out of zeros
    y = tl.sum(lanes, axis=0) / (H * W)
    y = tl.sigmoid(y)
    tl.store(y_ptr + plane, y)


def global_pool2d_flat_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, H, W = x.shape
    y = torch.empty(N, C, dtype=x.dtype, device=x.device)
    global_pool2d_flat_prologue_kernel[(N * C,)](x, s, y, C, H, W, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
