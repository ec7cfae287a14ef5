"""Adaptive pooling of volumes that are joined from tensors which broadcast, y = f(adaptive_avg_pool3d(max(x, s))).

One program takes BLOCK consecutive outputs and walks the taps of the largest share; where a share is smaller, its lane sits
some taps out. What belongs to a whole plane is read before the walk, the rest with every tap.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]  # N, C, D, H, W


def make(N, C, D, H, W):
    OD, OH, OW = 2, 3, 4
    x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)
    return x, s


def adaptive_pool3d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.adaptive_avg_pool3d(v, output_size=(2, 3, 4))
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_pool3d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, D, H, W, OD, OH, OW, most_d, most_h, most_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (OD * OH * OW)
    h = offsets // (OH * OW) % OD
    i = offsets // OW % OH
    j = offsets % OW
    front, back = h * D // OD, ((h + 1) * D + OD - 1) // OD  # the floor and the ceiling of a quotient
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in range(most_d * most_h * most_w):
        depth = front + tap // (most_h * most_w)
        row = top + tap // most_w % most_h
        column = left + tap % most_w
        inside = mask & (depth < back) & (row < bottom) & (column < right)
        places = ((plane * D + depth) * H + row) * W + column
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        y += tl.where(inside, v, 0.0)  # beyond the share nothing counts, whatever comes out of zeros
    y = y / ((back - front) * (bottom - top) * (right - left))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_pool3d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, D, H, W = x.shape
    OD, OH, OW = 2, 3, 4
    y = torch.empty(N, C, OD, OH, OW, dtype=x.dtype, device=x.device)
    most_d, most_h, most_w = triton.cdiv(D, OD) + 1, triton.cdiv(H, OH) + 1, triton.cdiv(W, OW) + 1
    grid = (triton.cdiv(y.numel(), 256),)
    adaptive_pool3d_prologue_kernel[grid](x, s, y, y.numel(), C, D, H, W, OD, OH, OW, most_d, most_h, most_w, BLOCK=256)
    return y


FAMILY = {
    "adaptive_max_pool3d_prologue": {
        "F.adaptive_avg_pool3d": "F.adaptive_max_pool3d",
        "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
        "y = y / ((back - front) * (bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)",
    },
}
AXES = [
    ("WALK", ("N", "C", "D", "H", "W"), ("n", "c", "depth", "row", "column"), (("", {0: "n = plane // C", 1: "c = plane % C"}),), (0, 1), "mask", (), "",
     {"C, 1, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)", "N, C, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
      "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
    {
        "to2": {"output_size=(2, 3, 4)": "output_size=2", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 2, 2, 2"},
        "to3": {"output_size=(2, 3, 4)": "output_size=3", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 3, 3, 3"},
        "to4": {"output_size=(2, 3, 4)": "output_size=4", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 4, 4, 4"},
        "to": ({"output_size=(2, 3, 4)": "output_size=({0}, {1}, {2})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, {2}"}, "122 135 511 423 243 341"),
        "slabs_kept": ({"output_size=(2, 3, 4)": "output_size=(None, {0}, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, {1}"}, "22 31 14"),
        "rows_kept": ({"output_size=(2, 3, 4)": "output_size=({0}, None, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, {1}"}, "22 31 14"),
        "columns_kept": ({"output_size=(2, 3, 4)": "output_size=({0}, {1}, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, W"}, "22 31 14"),
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
