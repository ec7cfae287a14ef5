"""Mean over what a mask selects of a whole tensor, sum(x * m) / sum(m), and the loss of what it selects, sum(f(x) * m) / sum(m).

One pass gives both sums: each program leaves two partial sums of its share of the tiles, and one program folds those in a
fixed order.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return torch.randn(shape), (torch.rand(shape) > 0.4).float()


def masked_mean_all_torch(x, m):
    x = torch.relu(x)
    y = torch.sum(x * m) / (torch.sum(m) + 1e-6)
    y = torch.abs(y)
    return y


@triton.jit
def masked_mean_all_partial_kernel(x_ptr, m_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    weights = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        lanes += x * m  # m is 0 past the end
        weights += m
    tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(weights, axis=0))


@triton.jit
def masked_mean_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.sum(tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0), axis=0)
    weight = tl.sum(tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0), axis=0)
    y = total / (weight + 1e-6)
    y = tl.abs(y)
    tl.store(y_ptr, y)


def masked_mean_all_triton(x, m):
    x, m = x.contiguous(), m.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty((2, n_partials), dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    masked_mean_all_partial_kernel[(n_partials,)](x, m, partial, n_elements, BLOCK=1024)
    masked_mean_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


FAMILY = {
    "bare": {"(torch.sum(m) + 1e-6)": "torch.sum(m)", "(weight + 1e-6)": "weight"},
    "at_least_one": {"(torch.sum(m) + 1e-6)": "torch.sum(m).clamp(min=1.0)", "(weight + 1e-6)": "tl.maximum(weight, 1.0)"},
    "at_least_eps": {"(torch.sum(m) + 1e-6)": "torch.clamp(torch.sum(m), min=1e-8)", "(weight + 1e-6)": "tl.maximum(weight, 1e-8)"},
    "of_squares": {"torch.sum(x * m)": "torch.sum(x ** 2 * m)", "lanes += x * m": "lanes += x * x * m"},
}

AXES = [
    {"eps8": {"1e-6": "1e-8"}, "eps5": {"1e-6": "1e-5"}, "eps12": {"1e-6": "1e-12"}},
    ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
