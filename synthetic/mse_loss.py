"""The mean squared error, mean((x - z)^2), and the losses that grow more slowly: L1, smooth L1, Huber.

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
    return torch.randn(shape), torch.randn(shape)


def mse_loss_torch(x, z):
    return F.mse_loss(x, z, reduction="mean")


@triton.jit
def mse_loss_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    loss = (x - z) * (x - z)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def mse_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def mse_loss_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    mse_loss_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    mse_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
    "smooth_l1_10": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                     "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d / 1.0, d - 0.5 * 1.0)"},
    "smooth_l1_05": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
                     "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"},
    "smooth_l1_20": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
                     "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"},
    "smooth_l1_01": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
                     "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"},
    "smooth_l1_025": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.25",
                      "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.25, 0.5 * d * d / 0.25, d - 0.5 * 0.25)"},
    "huber_10": {"F.mse_loss(x, z": "F.huber_loss(x, z",
                 "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, 1.0 * (d - 0.5 * 1.0))"},
    "huber_05": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                 "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"},
    "huber_20": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                 "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"},
    "huber_15": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=1.5",
                 "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 1.5, 0.5 * d * d, 1.5 * (d - 0.5 * 1.5))"},
    "huber_01": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.1",
                 "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.1, 0.5 * d * d, 0.1 * (d - 0.5 * 0.1))"},
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
        "root": {'reduction="mean")': 'reduction="mean").sqrt()',
                 "tl.store(y_ptr, tl.sum(total, axis=0) / count)": "tl.store(y_ptr, tl.sqrt(tl.sum(total, axis=0) / count))"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
