"""A matrix (M, N) modulated by two tensors of one smaller shape, as a scale and a shift are.

Where an element's scale lies follows from its own offset by division and remainder; the shift lies at the same place.
Nothing is expanded in memory: what is read again comes from the cache.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]


def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1), torch.randn(M, 1)


def modulate_rows_torch(x, z, w):
    x = x * (1.0 + z) + w
    return x


@triton.jit
def modulate_rows_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    place = offsets // N
    z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)
    x = w + x * (1.0 + z)
    tl.store(y_ptr + offsets, x, mask=mask)


def modulate_rows_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    M, N = x.shape
    y = torch.empty(M, N, dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    modulate_rows_kernel[grid](x, z, w, y, n_elements, N, BLOCK=1024)
    return y


AXES = [
    {  # what there is a scale and a shift for
        "vector": {"torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(N), torch.randn(N)", "place = offsets // N": "place = offsets % N"},
        "one_row": {"torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(1, N)", "place = offsets // N": "place = offsets % N"},
        "short_column": {"torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(M), torch.randn(M)",
                         "def modulate_rows_torch(x, z, w):": "def modulate_rows_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"},
        "whole": {"torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(M, N), torch.randn(M, N)", "place = offsets // N": "place = offsets"},
    },
    ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
