"""Transposed convolution of sequences with two results, z = conv_transpose1d(x, w, b) and y = max(sigmoid(z), z): what a residual around a norm needs.

z is written as well as computed with: it costs one more store, and no reading. Other variants join a tensor s, before z is kept or
after: one value a channel, one in all, or one each.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 4, 1, 3), (2, 3, 7, 5, 4), (2, 35, 20, 4, 3)]  # N, C, L, O, K


def make(N, C, L, O, K):
    x = torch.randn(N, C, L)
    w = torch.randn(C, O, K) / (C * K) ** 0.5
    b = torch.randn(O)
    s = torch.randn(O, 1)
    return x, w, b, s


def conv_transpose1d_to_two_torch(x, w, b, s):
    y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0)
    y = torch.relu(y)
    y = y + s
    z = y
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return z, y


@triton.jit
def conv_transpose1d_to_two_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,
                                  PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,
                                  BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):
    phase = tl.program_id(0) % STRIDE
    positions = tl.program_id(0).to(tl.int64) // STRIDE * BLOCK_P + tl.arange(0, BLOCK_P)  # of this phase
    PL = tl.cdiv(OL, STRIDE)
    n = positions // PL
    first = phase
    at = (first + (STRIDE - 1) * PADDING) % STRIDE + (positions % PL).to(tl.int32) * STRIDE
    right = (at + PADDING - first) // STRIDE  # divides without a rest
    taps = tl.cdiv(K - first, STRIDE)
    p_mask = (n < N) & (at < OL)
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * L) + right
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    turns = tl.cdiv(taps, TAPS)
    n_turns = tl.cdiv(C, BLOCK_C) * turns
    turns = tl.maximum(turns, 1)  # even a loop that does not run is looked into: no division by 0

    y = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(n_turns):
        c = turn // turns * BLOCK_C + k % BLOCK_C
        tap = turn % turns * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < taps)
        place = right[None, :] - tap[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L - tap)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        w_taps = first + tap * STRIDE
        w_ptrs = w_ptr + channels[:, None] * K + (c * (O * K) + w_taps)[None, :]
        w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        y += tl.dot(w, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & p_mask[None, :]
    offsets = (n[None, :] * O + channels[:, None]) * OL + at[None, :]
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


def conv_transpose1d_to_two_triton(x, w, b, s):
    x = x.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    output_padding = 0
    N, C, L = x.shape
    _, O, K = w.shape
    OL = (L - 1) * stride - 2 * padding + K + output_padding
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    z = torch.empty_like(y)
    cells = N * triton.cdiv(OL, stride)  # of one phase
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (stride * triton.cdiv(cells, 128), triton.cdiv(O, block_o))
    conv_transpose1d_to_two_kernel[grid](x, w, b, s, z, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o,
                                        BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return z, y


FAMILY = {
    "conv_transpose1d_to_two_row": {"s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)"},
    "conv_transpose1d_to_two_one": {
        "s = torch.randn(O, 1)": "s = torch.randn(1)",
        "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)",
    },
    "conv_transpose1d_to_two_alone": {
        "s = torch.randn(O, 1)": "",
        "return x, w, b, s": "return x, w, b",
        "(x, w, b, s)": "(x, w, b)",
        "s_ptr, ": "",
        "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "    y = y + s\n    z = y": "    z = y",
        "[grid](x, w, b, s": "[grid](x, w, b",
    },
    "conv_transpose1d_to_two_alone_no_bias": {
        "s = torch.randn(O, 1)": "",
        "return x, w, b, s": "return x, w",
        "(x, w, b, s)": "(x, w)",
        "b_ptr, s_ptr, ": "",
        "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "    y = y + s\n    z = y": "    z = y",
        "[grid](x, w, b, s": "[grid](x, w",
        "b = torch.randn(O)": "",
        "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
    },
}
AXES = [
    {
        "mul": {"y = y + s": "y = y * s"},
        "sub": {"y = y + s": "y = y - s"},
        "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
        "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
        "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
    },
    {
        "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
        "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
        "stride2_more": {
            "stride=1": "stride=2",
            "stride = 1": "stride = 2",
            "output_padding=0": "output_padding=1",
            "output_padding = 0": "output_padding = 1",
        },
        "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
    },
    {
        "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
        "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    },
    ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
    ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    {"y_first": {"return z, y": "return y, z"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
