"""A program of a tensor and of numbers that stand in one learned vector, y = c[0] + c[1] * x, or of rows of a table: a shift, a scale.

What is selected is never copied: a place of the vector, or of a row, is one more number in the address.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(4)


def program_of_selected_torch(x, c):
    z, w, p = c[0], c[1], c[2]
    x = x * z + w - p
    return x


@triton.jit
def program_of_selected_kernel(x_ptr, c_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(c_ptr).to(tl.float32)
    w = tl.load(c_ptr + 1).to(tl.float32)
    p = tl.load(c_ptr + 2).to(tl.float32)
    x = z * x + w - p
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_selected_triton(x, c):
    x, c = x.contiguous(), c.contiguous()
    y = torch.empty_like(x)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_selected_kernel[grid](x, c, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "of_matrix": {"[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 5), (3, 33), (7, 300)]", "make(B, T, C)": "make(M, N)",
                  "torch.randn(B, T, C)": "torch.randn(M, N)"},
    "of_images": {"[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)]", "make(B, T, C)": "make(N, C, H, W)",
                  "torch.randn(B, T, C)": "torch.randn(N, C, H, W)"},
    "of_vector": {"[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1,), (33,), (1500,)]", "make(B, T, C)": "make(N)",
                  "torch.randn(B, T, C)": "torch.randn(N)"},
    "of_rows": {"torch.randn(4)": "torch.randn(4, C)", "c_ptr)": "c_ptr + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + C + offsets % C, mask=mask, other=0.0)", "c_ptr + 2)": "c_ptr + 2 * C + offsets % C, mask=mask, other=0.0)",
                "n_elements, BLOCK: tl": "n_elements, C, BLOCK: tl", "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
    "of_columns": {"torch.randn(4)": "torch.randn(C, 4)", "c[0], c[1], c[2]": "c[:, 0], c[:, 1], c[:, 2]",
                   "c_ptr)": "c_ptr + offsets % C * n_places, mask=mask, other=0.0)",
                   "c_ptr + 1)": "c_ptr + offsets % C * n_places + 1, mask=mask, other=0.0)",
                   "c_ptr + 2)": "c_ptr + offsets % C * n_places + 2, mask=mask, other=0.0)",
                   "n_elements, BLOCK: tl": "n_elements, C, n_places, BLOCK: tl", "y, n_elements, BLOCK=1024": "y, n_elements, *c.shape, BLOCK=1024"},
    "of_samples": {"torch.randn(4)": "torch.randn(B, 4, C)", "c[0], c[1], c[2]": "c[:, 0, None], c[:, 1, None], c[:, 2, None]",
                   "c_ptr)": "c_ptr + b * n_places * C + offsets % C, mask=mask, other=0.0)",
                   "c_ptr + 1)": "c_ptr + (b * n_places + 1) * C + offsets % C, mask=mask, other=0.0)",
                   "c_ptr + 2)": "c_ptr + (b * n_places + 2) * C + offsets % C, mask=mask, other=0.0)",
                   "mask = offsets < n_elements": "mask = offsets < n_elements\nb = offsets // (T * C)",
                   "n_elements, BLOCK: tl": "n_elements, T, C, n_places, BLOCK: tl",
                   "y, n_elements, BLOCK=1024": "y, n_elements, *x.shape[1:], c.shape[1], BLOCK=1024"},
}

AXES = [
    {  # which place is which
        "xzpw": {"z, w, p =": "z, p, w =", "w = tl.load(": "p = tl.load(", "p = tl.load(": "w = tl.load("},
        "wzp": {"z, w, p =": "w, z, p =", "z = tl.load(": "w = tl.load(", "w = tl.load(": "z = tl.load("},
        "pwz": {"z, w, p =": "p, w, z =", "z = tl.load(": "p = tl.load(", "p = tl.load(": "z = tl.load("},
        "wpz": {"z, w, p =": "w, p, z =", "z = tl.load(": "w = tl.load(", "w = tl.load(": "p = tl.load(", "p = tl.load(": "z = tl.load("},
        "pzw": {"z, w, p =": "p, z, w =", "z = tl.load(": "p = tl.load(", "w = tl.load(": "z = tl.load(", "p = tl.load(": "w = tl.load("},
    },
    ("LEARNED_XZWP", "x = x * z + w - p", "x = z * x + w - p"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
