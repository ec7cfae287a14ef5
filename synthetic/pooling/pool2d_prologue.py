"""Pooling of planes that are joined from tensors which broadcast, y = f(max_pool2d(max(x, s))): a sum, a
scale, a mask before the pool.

One program takes a block of outputs and walks through the taps of all their windows at once. What
belongs to a whole plane is read before the walk, the rest with every tap; nothing is expanded in memory.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 14, 14), (2, 3, 17, 15), (3, 2, 16, 20)]  # N, C, H, W


def make(N, C, H, W):
    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1
    stride_h, stride_w = 2, 2
    span_h = H + 2 * pad_h - kernel_h
    span_w = W + 2 * pad_w - kernel_w
    OH = span_h // stride_h + 1
    OW = span_w // stride_w + 1
    x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, s


def pool2d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.max_pool2d(v, kernel_size=3, padding=1, stride=2, ceil_mode=False)
    y = torch.sigmoid(y)
    return y


@triton.jit
def pool2d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_rows, C, H, W, OH, OW, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                           PAD_H: tl.constexpr, PAD_W: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                           ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    plane = (out_row // OH).to(tl.int64)
    top = out_row % OH * STRIDE_H - PAD_H
    left = out_column * STRIDE_W - PAD_W
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    for k in range(KERNEL_H):
        for l in tl.static_range(KERNEL_W):
            row = top + k
            column = left + l
            inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
            places = (plane * H + row) * W + column
            x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
            v = tl.maximum(x, s)
            # What is padded is the result of all that, so it is put out of play here.
            y = tl.maximum(y, tl.where(inside, v, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def pool2d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, H, W = x.shape
    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1
    stride_h, stride_w = 2, 2
    span_h = H + 2 * pad_h - kernel_h
    span_w = W + 2 * pad_w - kernel_w
    OH = span_h // stride_h + 1
    OW = span_w // stride_w + 1
    y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)
    n_rows = y.numel() // OW
    columns = min(triton.next_power_of_2(OW), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(OW, columns))
    pool2d_prologue_kernel[grid](x, s, y, n_rows, C, H, W, OH, OW, KERNEL_H=kernel_h, KERNEL_W=kernel_w, PAD_H=pad_h,
                                 PAD_W=pad_w, STRIDE_H=stride_h, STRIDE_W=stride_w, ROWS=512 // columns,
                                 COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
