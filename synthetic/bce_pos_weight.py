"""Binary cross-entropy of logits whose positives weigh p[c] as much, c the last dimension: rare classes count more.

With s = log(1 + exp(-|x|)) + max(-x, 0), which is -log(sigmoid(x)), the loss is (1 - z) * x + (1 + (p - 1) * z) * s.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.rand(shape), torch.rand(shape[-1]) + 0.5


def bce_pos_weight_torch(x, z, p):
    return F.binary_cross_entropy_with_logits(x, z, pos_weight=p, reduction="mean")


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def bce_pos_weight_kernel(x_ptr, z_ptr, p_ptr, partial_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0).to(tl.float32)
    loss = (1.0 - z) * x + (1.0 + (p - 1.0) * z) * (log1p(tl.exp(-tl.abs(x))) + tl.maximum(-x, 0.0))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def bce_pos_weight_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def bce_pos_weight_triton(x, z, p):
    x, z, p = x.contiguous(), z.contiguous(), p.contiguous()
    n_elements, n_cols = x.numel(), x.shape[-1]
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    bce_pos_weight_kernel[(n_partials,)](x, z, p, partial, n_elements, n_cols, BLOCK=1024)
    bce_pos_weight_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "bce_pos_weight_one": {"torch.rand(shape[-1]) + 0.5": "torch.rand(1) + 0.5",
                           "tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0)": "tl.load(p_ptr)",
                           "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                           "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                           "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK"},
    "bce_pos_weight_full": {"torch.rand(shape[-1]) + 0.5": "torch.rand(shape) + 0.5",
                            "p_ptr + offsets % n_cols": "p_ptr + offsets",
                            "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                            "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                            "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK"},
}

AXES = [
    {
        "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
        "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
        "quarter": {'reduction="mean")': 'reduction="mean") * 0.25', " / count)": " / count * 0.25)"},
        "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
        "tenfold": {'reduction="mean")': 'reduction="mean") * 10.0', " / count)": " / count * 10.0)"},
        "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
        "halved": {'reduction="mean")': 'reduction="mean") / 2.0', " / count)": " / count / 2.0)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
