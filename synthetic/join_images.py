"""Images (N, C, H, W) and a second tensor of any shape that broadcasts with it.

Every element of the result has one offset; that of a smaller tensor follows from it by division and remainder. Nothing
is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)


def join_images_torch(x, z):
    x = torch.add(x, z)
    return x


@triton.jit
def join_images_kernel(x_ptr, z_ptr, y_ptr, n_elements, C, H, W, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0).to(tl.float32)
    x = x + z
    tl.store(y_ptr + offsets, x, mask=mask)


def join_images_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    N, C, H, W = x.shape
    y = torch.empty(N, C, H, W, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    join_images_kernel[grid](x, z, y, n_elements, C, H, W, BLOCK=1024)
    return y


AXES = [
    {  # what the second tensor is one of for each
        "channel": {"torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C"},
        "width": {"torch.randn(N, C, 1, 1)": "torch.randn(W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % W"},
        "height": {"torch.randn(N, C, 1, 1)": "torch.randn(H, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // W % H"},
        "plane": {"torch.randn(N, C, 1, 1)": "torch.randn(H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)"},
        "image": {"torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)"},
        "image_plane": {"torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W)",
                        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)"},
        "line": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // W"},
        "one_channel": {"torch.randn(N, C, 1, 1)": "torch.randn(1, C, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C"},
        "columns": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, W)",
                    "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W"},
        "one_image": {"torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (C * H * W)"},
        "short_channel": {"torch.randn(N, C, 1, 1)": "torch.randn(C)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
                          "def join_images_torch(x, z):": "def join_images_torch(x, z):\n    z = z[:, None, None]"},
        "short_image_channel": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C)",
                                "def join_images_torch(x, z):": "def join_images_torch(x, z):\n    z = z[:, :, None, None]"},
        "short_image": {"torch.randn(N, C, 1, 1)": "torch.randn(N)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
                        "def join_images_torch(x, z):": "def join_images_torch(x, z):\n    z = z[:, None, None, None]"},
        "short_image_plane": {"torch.randn(N, C, 1, 1)": "torch.randn(N, H, W)",
                              "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
                              "def join_images_torch(x, z):": "def join_images_torch(x, z):\n    z = z[:, None]"},
        "single": {"torch.randn(N, C, 1, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
        "whole": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets"},
        "image_channel_by_image_plane": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(N, 1, H, W)",
                                         "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
                                         "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
                                         "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
        "image_plane_by_channel": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W), torch.randn(C, 1, 1)",
                                   "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),",
                                   "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
                                   "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
        "line_by_columns": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1), torch.randn(N, C, 1, W)",
                            "x_ptr + offsets,": "x_ptr + offsets // W,", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W",
                            "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
        "one_image_by_image": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W), torch.randn(N, 1, 1, 1)",
                               "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
                               "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
        "plane_by_image_channel": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(N, C, 1, 1)",
                                   "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
                                   "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    },
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
