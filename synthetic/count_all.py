"""How many of all elements satisfy a condition, and whether any or all of them do.

Two launches: each program of the first counts its share of the tiles, one program of the second adds the counts.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 9), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (7, 1000)]


def make(*shape):
    return (torch.randn(shape),)


def count_all_torch(x):
    x = torch.abs(x)
    hit = x > 1.5
    return torch.count_nonzero(hit)


@triton.jit
def count_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        counts += (mask & (x > 1.5)).to(tl.int32)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(counts, axis=0))


@triton.jit
def count_all_kernel(partial_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    program = tl.arange(0, BLOCK)
    count = tl.sum(tl.load(partial_ptr + program, mask=program < n_partials, other=0).to(tl.int64), axis=0)
    y = count
    tl.store(y_ptr, y)


def count_all_triton(x):
    x = x.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty(n_partials, dtype=torch.int32, device=x.device)
    y = torch.empty((), dtype=torch.int64, device=x.device)
    count_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)
    count_all_kernel[(1,)](partial, y, n_elements, n_partials, BLOCK=1024)
    return y


FAMILY = {
    "sum_of_hits": {"torch.count_nonzero(hit)": "hit.sum()"},
    "share_of_hits": {"torch.count_nonzero(hit)": "hit.float().mean()", "y = count": "y = count.to(tl.float32) / n_elements",
                      "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.float32"},
    "any_hit": {"torch.count_nonzero(hit)": "torch.any(hit)", "y = count": "y = count > 0",
                "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.bool"},
    "all_hit": {"torch.count_nonzero(hit)": "torch.all(hit)", "y = count": "y = count == n_elements",
                "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.bool"},
}

AXES = [
    {
        "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
        "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
        "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
        "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
        "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
    },
    {
        "gt0": {"x > 1.5": "x > 0.0"}, "gt1": {"x > 1.5": "x > 1.0"}, "gt3": {"x > 1.5": "x > 3.0"}, "ge2": {"x > 1.5": "x >= 2.0"},
        "lt2": {"x > 1.5": "x < 2.0"}, "lt_minus1": {"x > 1.5": "x < -1.0"}, "lt_half": {"x > 1.5": "x < 0.5"},
        "gt_minus2": {"x > 1.5": "x > -2.0"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
