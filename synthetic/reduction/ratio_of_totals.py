"""Two sums over all of two tensors, and what becomes of them, sum(|x| z) / sum(z^2): weighted means, relative
errors.

One pass gives both: each program leaves two partial sums of its share of the tiles, and one program folds
those in a fixed order.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def ratio_of_totals_torch(x, z):
    x = torch.relu(x)
    v = torch.sum(torch.abs(x) * z)
    w = torch.sum(z ** 2)
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score


@triton.jit
def ratio_of_totals_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    v = tl.zeros([BLOCK], dtype=tl.float32)
    w = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        v += tl.where(mask, tl.abs(x) * z, 0.0)
        w += tl.where(mask, z * z, 0.0)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(v, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(w, axis=0))


@triton.jit
def ratio_of_totals_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    v = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    w = tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)
    v = tl.sum(v, axis=0)
    w = tl.sum(w, axis=0)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)


def ratio_of_totals_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = min(triton.cdiv(n_elements, 1024), 1024)
    partial = torch.empty((2, n_partials), dtype=torch.float32, device=x.device)
    y = x.new_empty(())
    ratio_of_totals_partial_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    ratio_of_totals_kernel[(1,)](partial, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
