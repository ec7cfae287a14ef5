"""Tokens (B, T, C) modulated by two tensors of one smaller shape, as a scale and a shift are.

Where an element's scale lies follows from its own offset by division and remainder; the shift lies at the same place.
Nothing is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(B, 1, C)


def modulate_tokens_torch(x, z, w):
    x = x * (1.0 + z) + w
    return x


@triton.jit
def modulate_tokens_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    place = offsets // (T * C) * C + offsets % C
    z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)
    x = w + x * (1.0 + z)
    tl.store(y_ptr + offsets, x, mask=mask)


def modulate_tokens_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    B, T, C = x.shape
    y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    modulate_tokens_kernel[grid](x, z, w, y, n_elements, T, C, BLOCK=1024)
    return y


AXES = [
    {  # what there is a scale and a shift for
        "vector": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(C), torch.randn(C)",
                   "place = offsets // (T * C) * C + offsets % C": "place = offsets % C"},
        "position": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(T, C)",
                     "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)"},
        "time": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, 1), torch.randn(T, 1)",
                 "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T"},
        "batch": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, 1, 1), torch.randn(B, 1, 1)",
                  "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)"},
        "token": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, T, 1)",
                  "place = offsets // (T * C) * C + offsets % C": "place = offsets // C"},
        "one_position": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(1, T, C), torch.randn(1, T, C)",
                         "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)"},
        "short_feature": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, C), torch.randn(B, C)",
                          "def modulate_tokens_torch(x, z, w):": "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"},
        "short_token": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T), torch.randn(B, T)",
                        "place = offsets // (T * C) * C + offsets % C": "place = offsets // C",
                        "def modulate_tokens_torch(x, z, w):": "def modulate_tokens_torch(x, z, w):\n    z, w = z[..., None], w[..., None]"},
        "short_time": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T), torch.randn(T)",
                       "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T",
                       "def modulate_tokens_torch(x, z, w):": "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"},
        "short_batch": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B), torch.randn(B)",
                        "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)",
                        "def modulate_tokens_torch(x, z, w):": "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None, None], w[:, None, None]"},
        "whole": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T, C), torch.randn(B, T, C)",
                  "place = offsets // (T * C) * C + offsets % C": "place = offsets"},
    },
    ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
