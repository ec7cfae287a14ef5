"""A loss weighted element by element, mean(w * (x - z)^2).

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape)


def weighted_loss_torch(x, z, w):
    x = torch.sin(x)
    w = torch.sigmoid(w)
    loss = w * (x - z) ** 2
    return loss.mean()


@triton.jit
def weighted_loss_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    w = tl.sigmoid(w)
    loss = w * ((x - z) * (x - z))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def weighted_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def weighted_loss_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    weighted_loss_kernel[(n_partials,)](x, z, w, partial, n_elements, BLOCK=1024)
    weighted_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "l1": {"(x - z) ** 2": "torch.abs(x - z)", "loss = w * ((x - z) * (x - z))": "loss = w * tl.abs(x - z)"},
    "charbonnier": {"(x - z) ** 2": "torch.sqrt((x - z) ** 2 + 0.01)",
                    "loss = w * ((x - z) * (x - z))": "loss = w * tl.sqrt((x - z) * (x - z) + 0.01)"},
    "hinge": {"(x - z) ** 2": "torch.relu(1.0 - x * z)",
              "loss = w * ((x - z) * (x - z))": "loss = w * tl.maximum(1.0 - x * z, 0.0)"},
    "huber": {"(x - z) ** 2": 'F.huber_loss(x, z, reduction="none")',
              "loss = w * ((x - z) * (x - z))": "d = tl.abs(x - z)\nloss = w * tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"},
}

AXES = [
    {
        "sum": {"loss.mean()": "loss.sum()",
                " / count)": ")",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
        "half": {"loss.mean()": "loss.mean() * 0.5", " / count)": " / count * 0.5)"},
        "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
        "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
        "plus": {"loss.mean()": "loss.mean() + 1.0", " / count)": " / count + 1.0)"},
        "negative": {"loss.mean()": "loss.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
    },
    ("RAMP", "w = torch.sigmoid(w)", "w = tl.sigmoid(w)"),
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
