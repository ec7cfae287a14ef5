"""Adaptive pooling of planes that are joined from tensors which broadcast, y = f(adaptive_avg_pool2d(max(x, s))).

One program takes BLOCK consecutive outputs and walks the taps of the largest share; where a share is smaller, its lane sits
some taps out. What belongs to a whole plane is read before the walk, the rest with every tap.
"""
from harness import run

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
def adaptive_pool2d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, H, W, OH, OW, most_h, most_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (OH * OW)
    i = offsets // OW % OH
    j = offsets % OW
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH  # the floor and the ceiling of a quotient
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), tl.float32)
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
    grid = (triton.cdiv(y.numel(), 256),)
    adaptive_pool2d_prologue_kernel[grid](x, s, y, y.numel(), C, H, W, OH, OW, most_h, most_w, BLOCK=256)
    return y


FAMILY = {
    "adaptive_max_pool2d_prologue": {
        "F.adaptive_avg_pool2d": "F.adaptive_max_pool2d",
        "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
        "y = y / ((bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)",
    },
}
AXES = [
    ("WALK", ("N", "C", "H", "W"), ("n", "c", "row", "column"), (("", {0: "n = plane // C", 1: "c = plane % C"}),), (0, 1), "mask", (), "",
     {"C, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)", "N, C, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
      "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
    {
        "to2": {"output_size=(2, 3)": "output_size=2", "OH, OW = 2, 3": "OH, OW = 2, 2"},
        "to3": {"output_size=(2, 3)": "output_size=3", "OH, OW = 2, 3": "OH, OW = 3, 3"},
        "to4": {"output_size=(2, 3)": "output_size=4", "OH, OW = 2, 3": "OH, OW = 4, 4"},
        "to5": {"output_size=(2, 3)": "output_size=5", "OH, OW = 2, 3": "OH, OW = 5, 5"},
        "to6": {"output_size=(2, 3)": "output_size=6", "OH, OW = 2, 3": "OH, OW = 6, 6"},
        "to7": {"output_size=(2, 3)": "output_size=7", "OH, OW = 2, 3": "OH, OW = 7, 7"},
        "to": ({"output_size=(2, 3)": "output_size=({0}, {1})", "OH, OW = 2, 3": "OH, OW = {0}, {1}"}, "32 14 41 35 57 75 62 26"),
        "rows_kept": ({"output_size=(2, 3)": "output_size=(None, {0})", "OH, OW = 2, 3": "OH, OW = H, {0}"}, "1 2 3 5"),
        "columns_kept": ({"output_size=(2, 3)": "output_size=({0}, None)", "OH, OW = 2, 3": "OH, OW = {0}, W"}, "1 2 3 5"),
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
