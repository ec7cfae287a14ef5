"""Three channels of a tensor made of three, each by an expression of its own: conversions of colours, a normalization for each channel.

Seen from the channels' dimension, x and y are (outer, 3, inner). A program takes BLOCK places of (outer, inner), loads the three channels
where they lie, `inner` apart, and stores three results as far apart.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)]


def make(*shape):
    return (torch.rand(shape),)


def channels_to_channels_torch(x):
    r, g, b = x[:, 0], x[:, 1], x[:, 2]
    first = 0.299 * r + 0.587 * g + 0.114 * b
    second = -0.147 * r - 0.289 * g + 0.436 * b
    third = 0.615 * r - 0.515 * g - 0.101 * b
    y = torch.stack([first, second, third], dim=1)
    return y


@triton.jit
def channels_to_channels_kernel(x_ptr, y_ptr, n_elements, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = offsets // inner * (3 * inner) + offsets % inner
    r = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(x_ptr + places + inner, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x_ptr + places + 2 * inner, mask=mask, other=0.0).to(tl.float32)
    first = 0.299 * r + 0.587 * g + 0.114 * b
    second = -0.147 * r - 0.289 * g + 0.436 * b
    third = 0.615 * r - 0.515 * g - 0.101 * b
    tl.store(y_ptr + places, first, mask=mask)
    tl.store(y_ptr + places + inner, second, mask=mask)
    tl.store(y_ptr + places + 2 * inner, third, mask=mask)


def channels_to_channels_triton(x):
    x = x.contiguous()
    n_elements, inner = x.numel() // 3, x.stride(1)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    channels_to_channels_kernel[grid](x, y, n_elements, inner, BLOCK=1024)
    return y


AXES = [
    {  # what the first is
        "chroma": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r - 0.587 * g - 0.114 * b"},
        "moved": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g + 0.114 * b + 0.0625"},
        "two": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g"},
        "between": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * (r - g)"},
        "normalized": {"0.299 * r + 0.587 * g + 0.114 * b": "(r - 0.485) / 0.229"},
        "share": {"0.299 * r + 0.587 * g + 0.114 * b": "r / (r + g + b + 0.001)"},
        "mean": {"0.299 * r + 0.587 * g + 0.114 * b": "(r + g + b) / 3.0"},
        "itself": {"0.299 * r + 0.587 * g + 0.114 * b": "r"},
        "blue": {"0.299 * r + 0.587 * g + 0.114 * b": "b"},
        "missing": {"0.299 * r + 0.587 * g + 0.114 * b": "1.0 - r"},
    },
    {  # the second
        "luma": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r + 0.289 * g + 0.436 * b"},
        "moved": {"-0.147 * r - 0.289 * g + 0.436 * b": "-0.147 * r - 0.289 * g + 0.436 * b + 0.5"},
        "plus": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r - 0.289 * g + 0.436 * b"},
        "two": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.289 * g - 0.436 * b"},
        "of_first": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.564 * (b - first) + 0.5"},
        "of_first_bare": {"-0.147 * r - 0.289 * g + 0.436 * b": "(b - first) * 0.492"},
        "sum": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.5 * (r + g) - b"},
        "normalized": {"-0.147 * r - 0.289 * g + 0.436 * b": "(g - 0.456) / 0.224"},
        "share": {"-0.147 * r - 0.289 * g + 0.436 * b": "g / (r + g + b + 0.001)"},
        "itself": {"-0.147 * r - 0.289 * g + 0.436 * b": "g"},
        "missing": {"-0.147 * r - 0.289 * g + 0.436 * b": "1.0 - g"},
    },
    {  # the third
        "luma": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r + 0.515 * g + 0.101 * b"},
        "moved": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * g - 0.101 * b + 0.5"},
        "two": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * b"},
        "of_first": {"0.615 * r - 0.515 * g - 0.101 * b": "0.713 * (r - first) + 0.5"},
        "of_first_bare": {"0.615 * r - 0.515 * g - 0.101 * b": "(r - first) * 0.877"},
        "product": {"0.615 * r - 0.515 * g - 0.101 * b": "r * g * b"},
        "normalized": {"0.615 * r - 0.515 * g - 0.101 * b": "(b - 0.406) / 0.225"},
        "share": {"0.615 * r - 0.515 * g - 0.101 * b": "b / (r + g + b + 0.001)"},
        "itself": {"0.615 * r - 0.515 * g - 0.101 * b": "b"},
        "red": {"0.615 * r - 0.515 * g - 0.101 * b": "r"},
        "missing": {"0.615 * r - 0.515 * g - 0.101 * b": "1.0 - b"},
    },
    {  # along which dimension
        "last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]", "dim=1": "dim=-1", "x.stride(1)": "1",
                 "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"},
        "first": {"x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]", "dim=1": "dim=0", "x.stride(1)": "x.stride(0)",
                  "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(3, 5, 1), (3, 4, 33), (3, 2, 20)"},
        "joined": {"x[:, 0], x[:, 1], x[:, 2]": "x[:, 0:1], x[:, 1:2], x[:, 2:3]", "torch.stack": "torch.cat"},
        "joined_last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0:1], x[..., 1:2], x[..., 2:3]", "torch.stack": "torch.cat", "dim=1": "dim=-1",
                        "x.stride(1)": "1", "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"},
        "chunks": {"r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=1)", "torch.stack": "torch.cat"},
        "chunks_last": {"r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=-1)", "torch.stack": "torch.cat", "dim=1": "dim=-1",
                        "x.stride(1)": "1", "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"},
    },
    {"first_turned": {"[first, second, third]": "[third, second, first]", "places, first": "places, third", "2 * inner, third": "2 * inner, first"}},
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
