"""Transposed convolution of volumes with two results, z = conv_transpose3d(x, w, b) and y = max(sigmoid(z),
z): what a residual around a norm needs.

z is written as well as computed with: it costs one more store, and no reading. Other variants join a tensor
s, before z is kept or after: one value a channel, one in all, or one each.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 2, 3, 1, 3, 3, 3), (2, 3, 5, 7, 8, 4, 2, 3, 3), (3, 4, 2, 5, 1, 6, 3, 2, 3)]  # N, C, D, H, W, O, KD, KH, KW


def make(N, C, D, H, W, O, KD, KH, KW):
    x = torch.randn(N, C, D, H, W)
    w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    b = torch.randn(O)
    s = torch.randn(O, 1, 1, 1)
    return x, w, b, s


def conv_transpose3d_to_two_torch(x, w, b, s):
    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0)
    y = torch.relu(y)
    y = y + s
    z = y
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return z, y


@triton.jit
def conv_transpose3d_to_two_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr,
                                  KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr,
                                  BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,
                                  BLOCK_K: tl.constexpr):
    phase = tl.program_id(0) % (STRIDE * STRIDE * STRIDE)
    voxels = tl.program_id(0).to(tl.int64) // (STRIDE * STRIDE * STRIDE) * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PD, PH, PW = tl.cdiv(OD, STRIDE), tl.cdiv(OH, STRIDE), tl.cdiv(OW, STRIDE)
    n = voxels // (PD * PH * PW)
    first_d = phase // (STRIDE * STRIDE)
    at_d = (first_d + (STRIDE - 1) * PADDING) % STRIDE + (voxels // (PH * PW) % PD).to(tl.int32) * STRIDE
    back = (at_d + PADDING - first_d) // STRIDE  # divides without a rest
    taps_d = tl.cdiv(KD - first_d, STRIDE)
    first_h = phase // STRIDE % STRIDE
    at_h = (first_h + (STRIDE - 1) * PADDING) % STRIDE + (voxels // PW % PH).to(tl.int32) * STRIDE
    bottom = (at_h + PADDING - first_h) // STRIDE  # divides without a rest
    taps_h = tl.cdiv(KH - first_h, STRIDE)
    first_w = phase % STRIDE
    at_w = (first_w + (STRIDE - 1) * PADDING) % STRIDE + (voxels % PW).to(tl.int32) * STRIDE
    right = (at_w + PADDING - first_w) // STRIDE  # divides without a rest
    taps_w = tl.cdiv(KW - first_w, STRIDE)
    p_mask = (n < N) & (at_d < OD) & (at_h < OH) & (at_w < OW)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * D * H * W) + (back * H + bottom) * W + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps_d * taps_h * taps_w, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    # The compiler looks into a loop that does not run, too, where a division by 0 would tell it that there is none.
    turns, taps_h, taps_w = tl.maximum(turns, 1), tl.maximum(taps_h, 1), tl.maximum(taps_w, 1)

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps_d * taps_h * taps_w)
        deep = tap // (taps_h * taps_w)
        down = tap // taps_w % taps_h
        along = tap % taps_w
        depth = back[None, :] - deep[:, None]
        row = bottom[None, :] - down[:, None]
        column = right[None, :] - along[:, None]
        inside = (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * (D * H * W) - ((deep * H + down) * W + along))[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = ((first_d + deep * STRIDE) * KH + first_h + down * STRIDE) * KW + first_w + along * STRIDE
        w_ptrs = w_ptr + channels[:, None] * (KD * KH * KW) + (c * (O * KD * KH * KW) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + ((at_d * OH + at_h) * OW + at_w)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = tl.maximum(y, 0.0)
    y = y + s
    z = y
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    tl.store(z_ptr + offsets, z, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)


def conv_transpose3d_to_two_triton(x, w, b, s):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, D, H, W = x.shape
    _, O, KD, KH, KW = w.shape
    OD = (D - 1) * stride - 2 * padding + KD + output_padding
    OH = (H - 1) * stride - 2 * padding + KH + output_padding
    OW = (W - 1) * stride - 2 * padding + KW + output_padding
    y = torch.empty((N, O, OD, OH, OW), device=x.device, dtype=x.dtype)
    z = torch.empty_like(y)
    cells = N * triton.cdiv(OD, stride) * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride * stride * stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))
    conv_transpose3d_to_two_kernel[grid](x, w, b, s, z, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,
                                        PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32,
                                        num_warps=4)
    return z, y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
