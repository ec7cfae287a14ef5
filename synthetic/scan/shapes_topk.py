"""The largest elements of each row of a program of tensors that broadcast together.

One program takes one row and reads it once for each of its K results: the largest of those that come after
the last result, in size or, where they are equal, in place. f is computed anew in each reading, which mostly
comes from the cache.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2, 12), (2, 3, 33), (3, 4, 15)]


def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T, 1)


def shapes_topk_torch(x, z, w, p):
    x = x * z
    x = x + w
    y = torch.topk(x, 3, dim=-1, largest=True).values
    y = y + p
    return y


@triton.jit
def shapes_topk_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    last = float("inf")
    last_place = -1
    for k in range(K):
        best = float("-inf")
        best_place = n_cols
        for start in range(0, n_cols, BLOCK):
            cols = start + tl.arange(0, BLOCK)
            mask = cols < n_cols
            x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
            z = tl.load(z_ptr + row % T).to(tl.float32)
            w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
            x = x * z
            x = x + w
            left = mask & ((x < last) | ((x == last) & (cols > last_place)))
            x = tl.where(left, x, float("-inf"))
            tile_best = tl.max(x, axis=0)
            tile_place = tl.min(tl.where(x == tile_best, cols, n_cols), axis=0)
            best_place = tl.where(tile_best > best, tile_place, best_place)
            best = tl.maximum(best, tile_best)
        last = best
        last_place = best_place
        y = best
        p = tl.load(p_ptr + row % T).to(tl.float32)
        y = y + p
        tl.store(y_ptr + row * K + k, y)


def shapes_topk_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    B, T, n_cols = x.shape
    n_rows = B * T
    K = 3
    y = torch.empty((B, T, K), dtype=x.dtype, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    shapes_topk_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, K=K, BLOCK=block)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
