"""Tokens (B, T, C) and two more tensors, either of any shape that broadcasts with them.

Every element of the result has one offset; that of a smaller tensor follows from it by division and remainder. Nothing
is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(C)


def join_three_tokens_torch(x, z, w):
    x = torch.addcmul(w, x, z)
    return x


@triton.jit
def join_three_tokens_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
    x = w + x * z
    tl.store(y_ptr + offsets, x, mask=mask)


def join_three_tokens_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    B, T, C = x.shape
    y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    join_three_tokens_kernel[grid](x, z, w, y, n_elements, T, C, BLOCK=1024)
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
                          "def join_three_tokens_torch(x, z, w):": "def join_three_tokens_torch(x, z, w):\n    z = z[:, None]"},
        "short_token": {"torch.randn(B, 1, C)": "torch.randn(B, T)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                        "def join_three_tokens_torch(x, z, w):": "def join_three_tokens_torch(x, z, w):\n    z = z[..., None]"},
        "short_time": {"torch.randn(B, 1, C)": "torch.randn(T)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                       "def join_three_tokens_torch(x, z, w):": "def join_three_tokens_torch(x, z, w):\n    z = z[:, None]"},
        "short_batch": {"torch.randn(B, 1, C)": "torch.randn(B)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                        "def join_three_tokens_torch(x, z, w):": "def join_three_tokens_torch(x, z, w):\n    z = z[:, None, None]"},
        "single": {"torch.randn(B, 1, C)": "torch.randn(1)",
                   "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)"},
        "whole": {"torch.randn(B, 1, C)": "torch.randn(B, T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets"},
    },
    {  # what the third is one of for each
        "position": {"torch.randn(C)": "torch.randn(T, C)", "w_ptr + offsets % C": "w_ptr + offsets % (T * C)"},
        "time": {"torch.randn(C)": "torch.randn(T, 1)", "w_ptr + offsets % C": "w_ptr + offsets // C % T"},
        "batch": {"torch.randn(C)": "torch.randn(B, 1, 1)", "w_ptr + offsets % C": "w_ptr + offsets // (T * C)"},
        "token": {"torch.randn(C)": "torch.randn(B, T, 1)", "w_ptr + offsets % C": "w_ptr + offsets // C"},
        "feature": {"torch.randn(C)": "torch.randn(B, 1, C)", "w_ptr + offsets % C": "w_ptr + offsets // (T * C) * C + offsets % C"},
        "one_position": {"torch.randn(C)": "torch.randn(1, T, C)", "w_ptr + offsets % C": "w_ptr + offsets % (T * C)"},
        "single": {"torch.randn(C)": "torch.randn(1)", "tl.load(w_ptr + offsets % C, mask=mask, other=0.0)": "tl.load(w_ptr)"},
        "whole": {"torch.randn(C)": "torch.randn(B, T, C)", "w_ptr + offsets % C": "w_ptr + offsets"},
    },
    ("TERNARY", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
