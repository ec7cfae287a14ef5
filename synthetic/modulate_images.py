"""Images (N, C, H, W) modulated by two tensors of one smaller shape, as a scale and a shift are.

Where an element's scale lies follows from its own offset by division and remainder; the shift lies at the same place.
Nothing is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]


def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)


def modulate_images_torch(x, z, w):
    x = x * (1.0 + z) + w
    return x


@triton.jit
def modulate_images_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, C, H, W, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    place = offsets // (H * W)
    z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)
    x = w + x * (1.0 + z)
    tl.store(y_ptr + offsets, x, mask=mask)


def modulate_images_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    N, C, H, W = x.shape
    y = torch.empty(N, C, H, W, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    modulate_images_kernel[grid](x, z, w, y, n_elements, C, H, W, BLOCK=1024)
    return y


AXES = [
    {  # what there is a scale and a shift for
        "channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1), torch.randn(C, 1, 1)",
                    "place = offsets // (H * W)": "place = offsets // (H * W) % C"},
        "width": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(W), torch.randn(W)",
                  "place = offsets // (H * W)": "place = offsets % W"},
        "height": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(H, 1), torch.randn(H, 1)",
                   "place = offsets // (H * W)": "place = offsets // W % H"},
        "plane": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(H, W)",
                  "place = offsets // (H * W)": "place = offsets % (H * W)"},
        "image": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, 1), torch.randn(N, 1, 1, 1)",
                  "place = offsets // (H * W)": "place = offsets // (C * H * W)"},
        "image_plane": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W), torch.randn(N, 1, H, W)",
                        "place = offsets // (H * W)": "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)"},
        "line": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1), torch.randn(N, C, H, 1)",
                 "place = offsets // (H * W)": "place = offsets // W"},
        "one_channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)",
                        "place = offsets // (H * W)": "place = offsets // (H * W) % C"},
        "columns": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, W), torch.randn(N, C, 1, W)",
                    "place = offsets // (H * W)": "place = offsets // (H * W) * W + offsets % W"},
        "one_image": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W), torch.randn(1, C, H, W)",
                      "place = offsets // (H * W)": "place = offsets % (C * H * W)"},
        "short_channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                          "place = offsets // (H * W)": "place = offsets // (H * W) % C",
                          "def modulate_images_torch(x, z, w):": "def modulate_images_torch(x, z, w):\n    z, w = z[:, None, None], w[:, None, None]"},
        "short_image_channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, C), torch.randn(N, C)",
                                "def modulate_images_torch(x, z, w):": "def modulate_images_torch(x, z, w):\n    z, w = z[:, :, None, None], w[:, :, None, None]"},
        "short_image": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N), torch.randn(N)",
                        "place = offsets // (H * W)": "place = offsets // (C * H * W)",
                        "def modulate_images_torch(x, z, w):": "def modulate_images_torch(x, z, w):\n    z, w = z[:, None, None, None], w[:, None, None, None]"},
        "short_image_plane": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, H, W), torch.randn(N, H, W)",
                              "place = offsets // (H * W)": "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)",
                              "def modulate_images_torch(x, z, w):": "def modulate_images_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"},
        "whole": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, W), torch.randn(N, C, H, W)",
                  "place = offsets // (H * W)": "place = offsets"},
    },
    ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
