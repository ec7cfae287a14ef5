"""A program of a sequence, of the step before (or after) each, and of two more tensors: r + gamma * next(x) * (1 - done) - x.

The step before is the same memory read one row of C numbers earlier; before the first there is a 0, or the first again.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 5), (2, 3, 33), (3, 7, 20)]


def make(B, T, C):
    w = torch.randn(B, T, C)
    p = torch.randn(B, T, C)
    return torch.randn(B, T, C), w, p


def program_of_neighbours_torch(x, w, p):
    z = F.pad(x, (0, 0, 1, -1))
    x = x * w + z * p
    return x


@triton.jit
def program_of_neighbours_kernel(x_ptr, w_ptr, p_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    has = offsets // C % T > 0
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + offsets - C, mask=mask & has, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = w * x + z * p
    tl.store(y_ptr + offsets, x, mask=mask)


def program_of_neighbours_triton(x, w, p):
    x, w, p = x.contiguous(), w.contiguous(), p.contiguous()
    B, T, C = x.shape
    y = torch.empty_like(x)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_neighbours_kernel[grid](x, w, p, y, n_elements, T, C, BLOCK=1024)
    return y


FAMILY = {
    "cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, :-1], (0, 0, 1, 0))"},
    "joined": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)"},
    "again": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, :1], x[:, :-1]], dim=1)",
              "x_ptr + offsets - C, mask=mask & has": "x_ptr + tl.where(has, offsets - C, offsets), mask=mask"},
    "next": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x, (0, 0, -1, 1))", "C % T > 0": "C % T < T - 1", "offsets - C": "offsets + C"},
    "next_cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 0, 0, 1))", "C % T > 0": "C % T < T - 1", "offsets - C": "offsets + C"},
    "next_joined": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)", "C % T > 0": "C % T < T - 1",
                    "offsets - C": "offsets + C"},
    "next_again": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], x[:, -1:]], dim=1)", "C % T > 0": "C % T < T - 1",
                   "x_ptr + offsets - C, mask=mask & has": "x_ptr + tl.where(has, offsets + C, offsets), mask=mask"},
    "of_rows": {"[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]", "make(B, T, C)": "make(B, C)",
                "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x, (1, -1))", "offsets // C % T > 0": "offsets % C > 0", "offsets - C": "offsets - 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape"},
    "of_rows_joined": {"[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]", "make(B, T, C)": "make(B, C)",
                       "torch.randn(B, T, C)": "torch.randn(B, C)",
                       "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)",
                       "offsets // C % T > 0": "offsets % C > 0", "offsets - C": "offsets - 1",
                       "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"},
    "of_rows_next": {"[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]", "make(B, T, C)": "make(B, C)",
                     "torch.randn(B, T, C)": "torch.randn(B, C)",
                     "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)",
                     "offsets // C % T > 0": "offsets % C < C - 1", "offsets - C": "offsets + 1",
                     "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"},
    "of_rows_next_shrunk": {"[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]", "make(B, T, C)": "make(B, C)",
                            "torch.randn(B, T, C)": "torch.randn(B, C)",
                            "F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 1))", "offsets // C % T > 0": "offsets % C < C - 1",
                            "offsets - C": "offsets + 1",
                            "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"},
}

AXES = [
    {  # what is learned for each channel
        "channels": {"w = torch.randn(B, T, C)": "w = torch.randn(C)", "p = torch.randn(B, T, C)": "p = torch.randn(C)",
                     "w_ptr + offsets": "w_ptr + offsets % C", "p_ptr + offsets": "p_ptr + offsets % C"},
        "one_channels": {"p = torch.randn(B, T, C)": "p = torch.randn(C)", "p_ptr + offsets": "p_ptr + offsets % C"},
        "number": {"p = torch.randn(B, T, C)": "p = torch.randn(1)", "tl.load(p_ptr + offsets, mask=mask, other=0.0)": "tl.load(p_ptr)"},
    },
    ("LEARNED_XZWP", "x = x * w + z * p", "x = w * x + z * p"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
