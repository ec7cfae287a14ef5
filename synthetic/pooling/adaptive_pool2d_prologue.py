"""Adaptive pooling of planes that are joined from tensors which broadcast, y = f(adaptive_avg_pool2d(max(x,
s))).

One program takes a block of outputs and walks the taps of the largest share; where a share is smaller,
its lane sits some taps out. What belongs to a whole plane is read before the walk, the rest with every tap.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 8, 8), (2, 3, 17, 15), (3, 2, 16, 20)]  # N, C, H, W


def make(N, C, H, W):
    OH, OW = 2, 3
    x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, s


def adaptive_pool2d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.adaptive_avg_pool2d(v, output_size=(2, 3))
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_pool2d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_rows, C, H, W, OH, OW, most_h, most_w, ROWS: tl.constexpr,
                                    COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    plane = (out_row // OH).to(tl.int64)
    i = out_row % OH
    j = out_column
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH  # the floor and the ceiling of a quotient
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(most_h * most_w):
        row = top + tap // most_w
        column = left + tap % most_w
        inside = mask & (row < bottom) & (column < right)
        places = (plane * H + row) * W + column
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        y += tl.where(inside, v, 0.0)  # beyond the share nothing counts, whatever comes out of zeros
    y = y / ((bottom - top) * (right - left))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_pool2d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, H, W = x.shape
    OH, OW = 2, 3
    y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)
    most_h, most_w = triton.cdiv(H, OH) + 1, triton.cdiv(W, OW) + 1
    n_rows = y.numel() // OW
    columns = min(triton.next_power_of_2(OW), 128)
    grid = (triton.cdiv(n_rows, 256 // columns), triton.cdiv(OW, columns))
    adaptive_pool2d_prologue_kernel[grid](x, s, y, n_rows, C, H, W, OH, OW, most_h, most_w, ROWS=256 // columns,
                                          COLUMNS=columns)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
