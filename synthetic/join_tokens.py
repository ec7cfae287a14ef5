"""Tokens (B, T, C) and a second tensor of any shape that broadcasts with it.

Every element of the result has one offset; that of a smaller tensor follows from it by division and remainder. Nothing
is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C)


def join_tokens_torch(x, z):
    x = torch.add(x, z)
    return x


@triton.jit
def join_tokens_kernel(x_ptr, z_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    tl.store(y_ptr + offsets, x, mask=mask)


def join_tokens_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    B, T, C = x.shape
    y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    join_tokens_kernel[grid](x, z, y, n_elements, T, C, BLOCK=1024)
    return y


AXES = [
    {  # what the second tensor is one of for each
        "vector": {"torch.randn(B, 1, C)": "torch.randn(C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C"},
        "position": {"torch.randn(B, 1, C)": "torch.randn(T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)"},
        "time": {"torch.randn(B, 1, C)": "torch.randn(T, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T"},
        "batch": {"torch.randn(B, 1, C)": "torch.randn(B, 1, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)"},
        "token": {"torch.randn(B, 1, C)": "torch.randn(B, T, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C"},
        "one_position": {"torch.randn(B, 1, C)": "torch.randn(1, T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)"},
        "short_feature": {"torch.randn(B, 1, C)": "torch.randn(B, C)",
                          "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None]"},
        "short_token": {"torch.randn(B, 1, C)": "torch.randn(B, T)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                        "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[..., None]"},
        "short_time": {"torch.randn(B, 1, C)": "torch.randn(T)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                       "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None]"},
        "short_batch": {"torch.randn(B, 1, C)": "torch.randn(B)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                        "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None, None]"},
        "single": {"torch.randn(B, 1, C)": "torch.randn(1)",
                   "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)"},
        "whole": {"torch.randn(B, 1, C)": "torch.randn(B, T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets"},
        "token_by_feature": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, 1, C)",
                             "x_ptr + offsets,": "x_ptr + offsets // C,", "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
        "feature_by_token": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, 1)",
                             "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
                             "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                             "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
        "token_by_position": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(T, C)",
                              "x_ptr + offsets,": "x_ptr + offsets // C,",
                              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
        "position_by_feature": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, C)",
                                "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                                "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
        "position_by_batch": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, 1)",
                              "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    },
    ("BINARY", "x = torch.add(x, z)", "x = x + z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
