"""The focal loss, mean(a * (1 - p)^2 * ce) with ce the binary cross-entropy of logits x and p = exp(-ce), in the forms that people write.

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
    return torch.randn(shape), torch.rand(shape)


def focal_loss_torch(x, z):
    ce = F.binary_cross_entropy_with_logits(x, z, reduction="none")
    loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce
    return loss.mean()


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def focal_loss_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    ce = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))
    t = 1.0 - tl.exp(-ce)
    loss = 0.25 * (t * t) * ce
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def focal_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def focal_loss_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    focal_loss_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    focal_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "bare": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (1.0 - torch.exp(-ce)) ** 2 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = 1.0 - tl.exp(-ce)\nloss = t * t * ce"},
    "cubed": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 3 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * t) * ce"},
    "once": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = 0.25 * (1.0 - torch.exp(-ce)) * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "loss = 0.25 * (1.0 - tl.exp(-ce)) * ce"},
    "power": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 1.5 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * tl.sqrt(t)) * ce"},
    "grouped": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (0.25 * ((1.0 - torch.exp(-ce)) ** 2 * ce))",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * ce)"},
    "gated": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "p = torch.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = ce * (1.0 - p) ** 2",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "p = tl.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = ce * ((1.0 - p) * (1.0 - p))"},
    "gated_alpha": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
            "p = torch.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * (1.0 - p) ** 2)",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "p = tl.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * ((1.0 - p) * (1.0 - p)))"},
    "alpha_first": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "a = 0.25 * z + 0.75 * (1.0 - z)\nloss = a * (1.0 - torch.exp(-ce)) ** 2 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = 1.0 - tl.exp(-ce)\nloss = (0.25 * z + 0.75 * (1.0 - z)) * (t * t) * ce"},
    "distance": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (z - torch.sigmoid(x)) ** 2 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = z - tl.sigmoid(x)\nloss = t * t * ce"},
    "absolute": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = torch.abs(z - torch.sigmoid(x)) ** 2 * ce",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "t = tl.abs(z - tl.sigmoid(x))\nloss = t * t * ce"},
    "weighted": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = ce * (1.0 + 3.0 * z)",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "loss = ce * (1.0 + 3.0 * z)"},
    "chosen": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = torch.where(z > 0.5, 0.25 * ce, 0.75 * ce)",
        "t = 1.0 - tl.exp(-ce)": "",
        "loss = 0.25 * (t * t) * ce":
            "loss = tl.where(z > 0.5, 0.25 * ce, 0.75 * ce)"},
}

AXES = [
    {
        "sum": {"loss.mean()": "loss.sum()",
                " / count)": ")",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
        "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
        "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
