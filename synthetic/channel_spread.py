"""Reduction over channels, then a bias, y[n, o, ...] = max over c of x[n, c, ...] + z[o]: a number, or one for each of O.

One program owns BLOCK positions of one sample. It walks down the channels, which lie n_inner apart, and keeps one
result a position; that meets each of the O values of z in turn, so that x is read only once.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]  # N, C, H, W


def make(*shape):
    z = torch.randn(6, 1, 1)
    return torch.randn(shape), z


def channel_spread_torch(x, z):
    y = torch.amax(x, dim=1, keepdim=True)
    y = torch.relu(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def channel_spread_kernel(x_ptr, z_ptr, y_ptr, channels, n_inner, n_out, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    sample = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    for channel in range(0, channels):
        x = tl.load(x_ptr + (sample * channels + channel) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        found = tl.maximum(found, x)
    for out in range(0, n_out):
        offsets = (sample * n_out + out) * n_inner + inner
        z = tl.load(z_ptr + out).to(tl.float32)
        y = found
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)


def channel_spread_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner, n_out = x.numel() // (n_batch * channels), z.numel()
    y = x.new_empty(n_batch, n_out, *x.shape[2:])
    grid = (n_batch * triton.cdiv(n_inner, 256),)
    channel_spread_kernel[grid](x, z, y, channels, n_inner, n_out, BLOCK=256)
    return y


FAMILY = {
    "channel_spread_min": {
        "torch.amax": "torch.amin",
        'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': 'tl.full((BLOCK,), float("inf"), dtype=tl.float32)',
        "found = tl.maximum(found, x)": "found = tl.minimum(found, x)",
    },
    "channel_spread_sum": {
        "torch.amax": "torch.sum",
        'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': "tl.zeros((BLOCK,), dtype=tl.float32)",
        "found = tl.maximum(found, x)": "found += x",
    },
    "channel_spread_mean": {
        "torch.amax": "torch.mean",
        'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': "tl.zeros((BLOCK,), dtype=tl.float32)",
        "found = tl.maximum(found, x)": "found += x",
        "y = found": "y = found / channels",
    },
    "channel_spread_logsumexp": {
        "torch.amax(x, dim=1, keepdim=True)": "torch.logsumexp(x, dim=1, keepdim=True)",
        'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)':
            "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
            "found = tl.zeros((BLOCK,), dtype=tl.float32)",
        "found = tl.maximum(found, x)":
            "larger = tl.maximum(largest, x)\n"
            "found = found * tl.exp(largest - larger) + tl.exp(x - larger)\n"
            "largest = larger",
        "y = found": "y = largest + tl.log(found)",
    },
}
AXES = [
    {
        "three": {
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
            "z = torch.randn(6, 1, 1)": "z = torch.randn(6, 1, 1, 1)",
        },
        "one": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1)"},
        "one_plane": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1)"},
        "one_volume": {
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
            "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1)",
        },
        "one_volume_row": {
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
            "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1, 1)",
        },
        "scalar": {"z = torch.randn(6, 1, 1)": "z = torch.randn(())"},
        "residual": {
            "z = torch.randn(6, 1, 1)": "z = torch.randn(shape[0], 6, *shape[2:])",
            "z = tl.load(z_ptr + out).to(tl.float32)": "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            "n_inner, n_out = x.numel() // (n_batch * channels), z.numel()":
                "n_inner, n_out = x.numel() // (n_batch * channels), z.shape[1]",
        },
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("BINARY", "y = y + z", "y = z + y"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
