"""Transposed convolution of images whose result is read twice: v = conv_transpose2d(x, w, b), y =
sigmoid(max(relu(v), cos(v))), and on.

One value is kept while another goes through its functions, and both meet: a gate, a residual, a share. All of
it is arithmetic on one accumulator in registers; what is kept costs registers, no reading.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (2, 35, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW


def make(N, C, H, W, O, KH, KW):
    x = torch.randn(N, C, H, W)
    w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, w, b


def conv_transpose2d_reuse_torch(x, w, b):
    y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0)
    z = y
    z = torch.cos(z)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def conv_transpose2d_reuse_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,
                                  STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr,
                                  BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    phase = tl.program_id(0) % (STRIDE * STRIDE)
    pixels = tl.program_id(0).to(tl.int64) // (STRIDE * STRIDE) * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PH, PW = tl.cdiv(OH, STRIDE), tl.cdiv(OW, STRIDE)
    n = pixels // (PH * PW)
    first_h = phase // STRIDE
    at_h = (first_h + (STRIDE - 1) * PADDING) % STRIDE + (pixels // PW % PH).to(tl.int32) * STRIDE
    bottom = (at_h + PADDING - first_h) // STRIDE  # divides without a rest
    taps_h = tl.cdiv(KH - first_h, STRIDE)
    first_w = phase % STRIDE
    at_w = (first_w + (STRIDE - 1) * PADDING) % STRIDE + (pixels % PW).to(tl.int32) * STRIDE
    right = (at_w + PADDING - first_w) // STRIDE  # divides without a rest
    taps_w = tl.cdiv(KW - first_w, STRIDE)
    p_mask = (n < N) & (at_h < OH) & (at_w < OW)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * H * W) + bottom * W + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps_h * taps_w, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    # The compiler looks into a loop that does not run, too, where a division by 0 would tell it that there is none.
    turns, taps_w = tl.maximum(turns, 1), tl.maximum(taps_w, 1)

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps_h * taps_w)
        down = tap // taps_w
        along = tap % taps_w
        row = bottom[None, :] - down[:, None]
        column = right[None, :] - along[:, None]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (H * W) - (down * W + along))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = (first_h + down * STRIDE) * KW + first_w + along * STRIDE
        w_ptrs = w_ptr + channels[:, None] * (KH * KW) + (c * (O * KH * KW) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    z = y
    z = tl.cos(z)
    y = tl.maximum(y, 0.0)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose2d_reuse_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, H, W = x.shape
    _, O, KH, KW = w.shape
    OH = (H - 1) * stride - 2 * padding + KH + output_padding
    OW = (W - 1) * stride - 2 * padding + KW + output_padding
    y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)
    cells = N * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride * stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))
    conv_transpose2d_reuse_kernel[grid](x, w, b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                                        BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
