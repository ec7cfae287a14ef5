"""The number of each row that an index names, and what a tensor of one number a row makes of it, y[i] = x[i, index[i]] * z[i]: policy gradients.

Each program takes BLOCK rows. There may be fewer indices than rows, so that it is they who are counted.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3, 1), (33, 7, 30), (300, 5, 300)]  # rows and columns of x, and how many indices


def make(M, N, K):
    return torch.randn(M, N), torch.randint(0, N, (K,)), torch.randn(K)


def label_joins_torch(x, index, z):
    x = torch.gather(x, 1, index.unsqueeze(1)).squeeze(1)
    x = torch.sub(x, z)
    return x


@triton.jit
def label_joins_kernel(x_ptr, index_ptr, z_ptr, y_ptr, n_rows, N, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = rows < n_rows
    index = tl.load(index_ptr + rows, mask=mask, other=0)
    x = tl.load(x_ptr + rows * N + index, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + rows, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + rows, x, mask=mask)


def label_joins_triton(x, index, z):
    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()
    n_rows, N = index.numel(), x.shape[-1]
    y = x.new_empty(n_rows)
    grid = (triton.cdiv(n_rows, 256),)
    label_joins_kernel[grid](x, index, z, y, n_rows, N, BLOCK=256)
    return y


FAMILY = {
    "column": {".squeeze(1)": "", "torch.randn(K)": "torch.randn(K, 1)", "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)"},
    "columns": {"index.unsqueeze(1)).squeeze(1)": "index)", "(0, N, (K,))": "(0, N, (K, 1))", "torch.randn(K)": "torch.randn(K, 1)",
                "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)"},
    "squeezed": {"index.unsqueeze(1)).squeeze(1)": "index).squeeze(1)", "(0, N, (K,))": "(0, N, (K, 1))"},
    "one": {"torch.randn(K)": "torch.randn(1)", "tl.load(z_ptr + rows, mask=mask, other=0.0)": "tl.load(z_ptr)"},
}

AXES = [
    {  # what the tensor is before
        "abs": {"x = torch.gather(x,": "x = torch.gather(torch.abs(x),", "z = tl.load": "x = tl.abs(x)\nz = tl.load"},
        "exp": {"x = torch.gather(x,": "x = torch.gather(torch.exp(x),", "z = tl.load": "x = tl.exp(x)\nz = tl.load"},
        "sigmoid": {"x = torch.gather(x,": "x = torch.gather(torch.sigmoid(x),", "z = tl.load": "x = tl.sigmoid(x)\nz = tl.load"},
        "neg": {"x = torch.gather(x,": "x = torch.gather(-x,", "z = tl.load": "x = -x\nz = tl.load"},
    },
    ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
