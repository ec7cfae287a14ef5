"""The element of each row that its label names, y[i] = f(-x[i, label[i]]): negative log likelihood, not reduced.

Each program gathers BLOCK rows; neighbours read from different rows, so the loads do not coalesce, but there is only
one a row. One more step follows, which may be any.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 100), (2000, 5)]


def make(N, C):
    return torch.randn(N, C), torch.randint(0, C, (N,))


def nll_loss_none_torch(x, label):
    y = F.nll_loss(x, label, reduction="none")
    y = torch.sin(y)
    return y


@triton.jit
def nll_loss_none_kernel(x_ptr, label_ptr, y_ptr, N, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = row < N
    label = tl.load(label_ptr + row, mask=mask, other=0)
    y = -tl.load(x_ptr + row * C + label, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    tl.store(y_ptr + row, y, mask=mask)


def nll_loss_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    nll_loss_none_kernel[(triton.cdiv(N, 128),)](x, label, y, N, C, BLOCK=128)
    return y


AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
