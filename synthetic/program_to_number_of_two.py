"""A loss written out of prediction and target, its mean, and what a sum of losses makes of that: mean(relu(1 - x * z)) + other.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order, and all that follows happens there. Atomic additions would need one stage only, but their order, and so the last
bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(())


def program_to_number_of_two_torch(x, z, other):
    x = torch.relu(1.0 - x * z)
    y = x.mean()
    y = torch.sigmoid(y)
    y = y + other
    return y


@triton.jit
def program_to_number_of_two_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(1.0 - x * z, 0.0)
    x = tl.where(mask, x, 0.0)  # a lane past the end has computed something of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))


@triton.jit
def program_to_number_of_two_total_kernel(partial_ptr, other_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(total, axis=0) / count
    other = tl.load(other_ptr).to(tl.float32)
    y = tl.sigmoid(y)
    y = y + other
    tl.store(y_ptr, y)


def program_to_number_of_two_triton(x, z, other):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    program_to_number_of_two_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    program_to_number_of_two_total_kernel[(1,)](partial, other, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "sum": {"x.mean()": "x.sum()", "axis=0) / count": "axis=0)", "n_partials, count, BLOCK": "n_partials, BLOCK",
            "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
    "batch_mean": {"x.mean()": "x.sum() / x.shape[0]", "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
    "norm": {"x.mean()": "x.norm()", "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)", "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
             "n_partials, count, BLOCK": "n_partials, BLOCK", "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
}

AXES = [
    {  # what becomes of another number: of a second loss, say
        "plain": {", torch.randn(())": "", "def program_to_number_of_two_torch(x, z, other):": "def program_to_number_of_two_torch(x, z):",
                  "def program_to_number_of_two_triton(x, z, other):": "def program_to_number_of_two_triton(x, z):", "y = y + other": "",
                  "partial_ptr, other_ptr": "partial_ptr", "other = tl.load(other_ptr).to(tl.float32)": "", "(partial, other, y": "(partial, y"},
        "front": {"y = y + other": "y = other + y"},
        "one": {"torch.randn(())": "torch.randn(1)", "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype"},
        "mul": {"y = y + other": "y = y * other"},
        "sub": {"y = y + other": "y = y - other"},
        "rsub": {"y = y + other": "y = other - y"},
        "weighted": {"y = y + other": "y = y + 0.1 * other"},
        "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
        "halves": {"y = y + other": "y = 0.5 * (y + other)"},
    },
    ("LOSSES+BINARY", "x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
    ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
