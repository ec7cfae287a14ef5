"""An image cut into square patches, y[n, patch, :] = the pixels of that patch over all channels.

One program takes BLOCK consecutive outputs and traces each back to its pixel. Within a patch the order is row, column,
channel, as a vision transformer's first layer likes it.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 2, 3), (1, 2, 5, 6)]


def make(batch, channels, rows, columns):
    return (torch.randn(batch, channels, rows * 4, columns * 4),)


def patchify_torch(x):
    x = torch.relu(x)
    n, c, height, width = x.shape
    y = x.reshape(n, c, height // 4, 4, width // 4, 4).permute(0, 2, 4, 3, 5, 1).reshape(n, (height // 4) * (width // 4), 4 * 4 * c)
    y = torch.sigmoid(y)
    return y


@triton.jit
def patchify_kernel(x_ptr, y_ptr, n_elements, channels, height, width, PATCH: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    inner = offsets % (PATCH * PATCH * channels)
    patch = offsets // (PATCH * PATCH * channels)
    channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH
    row = patch // (width // PATCH) % (height // PATCH) * PATCH + i
    column = patch % (width // PATCH) * PATCH + j
    n = patch // (width // PATCH * (height // PATCH))
    x = tl.load(x_ptr + ((n * channels + channel) * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def patchify_triton(x):
    x = x.contiguous()
    patch = 4
    n, channels, height, width = x.shape
    y = x.new_empty(n, (height // patch) * (width // patch), patch * patch * channels)
    grid = (triton.cdiv(y.numel(), 1024),)
    patchify_kernel[grid](x, y, y.numel(), channels, height, width, PATCH=patch, BLOCK=1024)
    return y


FAMILY = {
    "patchify_channel_first": {
        "permute(0, 2, 4, 3, 5, 1)": "permute(0, 2, 4, 1, 3, 5)",
        "channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH":
            "channel, i, j = inner // (PATCH * PATCH), inner // PATCH % PATCH, inner % PATCH"},
}

AXES = [
    {
        "p2": {"height // 4, 4, width // 4, 4": "height // 2, 2, width // 2, 2",
               "(height // 4) * (width // 4), 4 * 4 * c": "(height // 2) * (width // 2), 2 * 2 * c", "patch = 4": "patch = 2"},
        "p1": {"height // 4, 4, width // 4, 4": "height, 1, width, 1", "(height // 4) * (width // 4), 4 * 4 * c": "height * width, c",
               "patch = 4": "patch = 1"},
    },
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
