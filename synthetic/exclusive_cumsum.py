"""Exclusive running sum along each row, y[i, j] = x[i, 0] + ... + x[i, j - 1]: what stands before an element.

The sum before column j is the running sum at column j - 1. So the kernel reads one column to the left of where it
writes; the first column has nothing to its left and gets 0.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]


def make(*shape):
    return (torch.randn(shape),)


def exclusive_cumsum_torch(x):
    x = torch.relu(x)
    y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))
    y = torch.abs(y)
    y = y * 0.5
    return y


@triton.jit
def exclusive_cumsum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols - 1, mask=mask & (cols > 0), other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(cols > 0, x, 0.0).to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)


def exclusive_cumsum_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    exclusive_cumsum_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y


FAMILY = {
    "cumsum_of_shifted": {
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
            "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), dim=-1)[..., :-1], dim=-1)",
    },
    "cumsum_behind_zero": {
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
            "y = torch.cat((torch.zeros_like(x[..., :1]), torch.cumsum(x[..., :-1], dim=-1)), dim=-1)",
    },
    "cumsum_of_padded": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(F.pad(x, (1, 0)), dim=-1)[..., :-1]"},
    "cumsum_of_joined_less": {
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
            "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), dim=-1), dim=-1)[..., :-1]",
    },
    "cumsum_of_narrow": {
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
            "y = torch.cat((torch.zeros_like(x[..., :1]), torch.cumsum(x.narrow(-1, 0, x.shape[-1] - 1), dim=-1)), dim=-1)",
    },
    "cumsum_of_late": {
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
            "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x[..., :-1]), dim=-1), dim=-1)",
    },
    "cumsum_of_late_padded": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(F.pad(x[..., :-1], (1, 0)), dim=-1)"},
    "cumsum_of_joined": {  # one column more
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), dim=-1), dim=-1)",
        "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
        "mask = cols < n_cols": "mask = cols <= n_cols",
        "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)": "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
        "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
        "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)",
    },
    "cumsum_without_last_row": {  # one column more, one row less
        "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
            "CASES = [(2, 2), (3, 33), (4, 3, 65), (2, 2100)]",
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), dim=-1)[:-1], dim=-1)",
        "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
        "mask = cols < n_cols": "mask = cols <= n_cols",
        "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)": "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
        "y = torch.empty_like(x)": "y = x.new_empty((x.shape[0] - 1,) + x.shape[1:-1] + (n_cols + 1,))",
        "n_rows = x.numel() // n_cols": "n_rows = x[:-1].numel() // n_cols",
        "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)",
    },
    "cumsum_without": {  # the running sum less the element itself
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(x, dim=-1) - x",
        "x = tl.load(x_ptr + row * n_cols + cols - 1, mask=mask & (cols > 0), other=0.0)":
            "x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0)",
        "x = tl.where(cols > 0, x, 0.0).to(tl.float64)": "x = x.to(tl.float64)",
        "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)": "y = (carry + tl.cumsum(x, axis=0) - x).to(tl.float32)",
    },
    "cumsum_from_zero": {  # one column more: the 0 before, the total behind
        "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = F.pad(torch.cumsum(x, dim=-1), (1, 0))",
        "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
        "mask = cols < n_cols": "mask = cols <= n_cols",
        "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)": "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
        "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
        "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)",
    },
}

AXES = [
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
