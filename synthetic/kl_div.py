"""Kullback-Leibler divergence of log-probabilities x from a target z, mean(z * (log(z) - x)).

Where z is 0 the term is 0, though its logarithm is not finite: tl.where picks the 0.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3), (3, 33), (7, 300), (2, 3, 65)]


def make(*shape):
    return F.log_softmax(torch.randn(shape), -1), torch.softmax(torch.randn(shape), -1)


def kl_div_torch(x, z):
    return F.kl_div(x, z, reduction="mean")


@triton.jit
def kl_div_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def kl_div_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def kl_div_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    kl_div_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    kl_div_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "log_target": {"F.kl_div(x, z, ": "F.kl_div(x, z, log_target=True, ",
                   "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x": "loss = tl.exp(z) * (z - x)",
                   "torch.softmax(torch.randn(shape), -1)": "F.log_softmax(torch.randn(shape), -1)"},
    "log_input": {"F.kl_div(x, z, ": "F.kl_div(torch.log(x), z, ",
                  "F.log_softmax(torch.randn(shape), -1)": "torch.rand(shape) + 0.1",
                  "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x":
                      "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * tl.log(x)",
                  "x_ptr + offsets, mask=mask, other=0.0": "x_ptr + offsets, mask=mask, other=1.0"},
    "scaled": {"F.kl_div(x, z, ": "0.5 * F.kl_div(x, z, ",
               "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x":
                   "loss = 0.5 * (tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x)"},
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
        "distilled": {'reduction="mean")': 'reduction="batchmean") * 4.0', " / count)": " / count * 4.0)",
                      "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
        "batchmean": {'reduction="mean"': 'reduction="batchmean"',
                      "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
