"""Adaptive pooling of sequences that are joined from tensors which broadcast, y = f(adaptive_avg_pool1d(max(x, s))).

One program takes BLOCK consecutive outputs and walks the taps of the largest share; where a share is smaller, its lane sits
some taps out. What belongs to a whole plane is read before the walk, the rest with every tap.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 12), (2, 3, 17), (3, 5, 32)]  # N, C, L


def make(N, C, L):
    OL = 4
    x, s = torch.randn(N, C, L), torch.randn(N, C, 1)
    return x, s


def adaptive_pool1d_prologue_torch(x, s):
    v = torch.maximum(x, s)
    y = F.adaptive_avg_pool1d(v, output_size=4)
    y = torch.sigmoid(y)
    return y


@triton.jit
def adaptive_pool1d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, L, OL, most_l, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // OL
    j = offsets % OL
    left, right = j * L // OL, ((j + 1) * L + OL - 1) // OL  # the floor and the ceiling of a quotient
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in range(most_l):
        place = left + tap
        inside = mask & (place < right)
        places = plane * L + place
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        y += tl.where(inside, v, 0.0)  # beyond the share nothing counts, whatever comes out of zeros
    y = y / (right - left)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def adaptive_pool1d_prologue_triton(x, s):
    x, s = x.contiguous(), s.contiguous()
    N, C, L = x.shape
    OL = 4
    y = torch.empty(N, C, OL, dtype=x.dtype, device=x.device)
    most_l = triton.cdiv(L, OL) + 1
    grid = (triton.cdiv(y.numel(), 256),)
    adaptive_pool1d_prologue_kernel[grid](x, s, y, y.numel(), C, L, OL, most_l, BLOCK=256)
    return y


FAMILY = {
    "adaptive_max_pool1d_prologue": {
        "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
        "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
        "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
        "y = y / (right - left)": "y = tl.where(mask, y, 0.0)",
    },
}
AXES = [
    ("WALK", ("N", "C", "L"), ("n", "c", "place"), (("", {0: "n = plane // C", 1: "c = plane % C"}),), (0, 1), "mask", (), "",
     {"C, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)", "N, C, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
      "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
    {
        "to2": {"output_size=4": "output_size=2", "OL = 4": "OL = 2"},
        "to3": {"output_size=4": "output_size=3", "OL = 4": "OL = 3"},
        "to5": {"output_size=4": "output_size=5", "OL = 4": "OL = 5"},
        "to6": {"output_size=4": "output_size=6", "OL = 4": "OL = 6"},
        "to7": {"output_size=4": "output_size=7", "OL = 4": "OL = 7"},
        "to8": {"output_size=4": "output_size=8", "OL = 4": "OL = 8"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
