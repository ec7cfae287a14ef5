"""The hinge embedding loss of distances x: x where the label z is 1, max(margin - x, 0) where it is -1, averaged.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0


def hinge_embedding_torch(x, z):
    x = torch.sin(x)
    return F.hinge_embedding_loss(x, z, margin=1.0, reduction="mean")


@triton.jit
def hinge_embedding_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def hinge_embedding_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def hinge_embedding_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    hinge_embedding_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    hinge_embedding_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "margin_05": {"margin=1.0": "margin=0.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.5 - x, 0.0)"},
    "margin_20": {"margin=1.0": "margin=2.0", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(2.0 - x, 0.0)"},
    "margin_15": {"margin=1.0": "margin=1.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(1.5 - x, 0.0)"},
    "margin_02": {"margin=1.0": "margin=0.2", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.2 - x, 0.0)"},
}

AXES = [
    {
        "sum": {'reduction="mean"': 'reduction="sum"',
                " / count)": ")",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
        "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
        "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
        "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
        "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
        "negative": {'reduction="mean")': 'reduction="mean").neg()', "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
