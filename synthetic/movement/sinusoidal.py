"""Sinusoidal position embedding: angles t * f of positions t (T,) and frequencies f (N,) give y = [sin, cos],
(T, 2 N).

One program owns BLOCK_T positions and BLOCK_F frequencies, computes the angle once and writes its sine to the
left half of y and its cosine to the right.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (20, 70)]  # T, N


def make(T, N):
    return torch.randn(T), torch.randn(N)


def sinusoidal_torch(t, f):
    x = t[:, None] * f[None, :]
    x = torch.relu(x)
    y = torch.cat((torch.sin(x), torch.cos(x)), dim=-1)
    return y


@triton.jit
def sinusoidal_kernel(t_ptr, f_ptr, y_ptr, T, N, BLOCK_T: tl.constexpr, BLOCK_F: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_T + tl.arange(0, BLOCK_T)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_F + tl.arange(0, BLOCK_F)
    positions = tl.load(t_ptr + rows, mask=rows < T, other=0.0).to(tl.float32)
    frequencies = tl.load(f_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    x = positions[:, None] * frequencies[None, :]
    x = tl.maximum(x, 0.0)
    mask = (rows[:, None] < T) & (columns[None, :] < N)
    left = y_ptr + rows[:, None] * (2 * N) + columns[None, :]
    tl.store(left, tl.sin(x), mask=mask)
    tl.store(left + N, tl.cos(x), mask=mask)


def sinusoidal_triton(t, f):
    t = t.contiguous()
    f = f.contiguous()
    T = t.shape[0]
    N = f.shape[0]
    y = torch.empty((T, 2 * N), device=t.device, dtype=t.dtype)
    grid = (triton.cdiv(T, 16), triton.cdiv(N, 64))
    sinusoidal_kernel[grid](t, f, y, T, N, BLOCK_T=16, BLOCK_F=64, num_warps=4)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
