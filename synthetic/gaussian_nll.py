"""Negative log likelihood of z under a normal law of mean x and variance w, mean((log(w) + (x - z)^2 / w) / 2).

The variance is held above a small number: a variance of 0 would make one element decide the loss.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.rand(shape) + 0.1


def gaussian_nll_torch(x, z, w):
    w = torch.clamp(w, min=1e-6)
    loss = 0.5 * (torch.log(w) + (x - z) ** 2 / w)
    return loss.mean()


@triton.jit
def gaussian_nll_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    w = tl.maximum(w, 1e-6)
    loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def gaussian_nll_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def gaussian_nll_triton(x, z, w):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    gaussian_nll_kernel[(n_partials,)](x, z, w, partial, n_elements, BLOCK=1024)
    gaussian_nll_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "full": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "0.5 * (torch.log(w) + (x - z) ** 2 / w) + 0.9189385332046727",
             "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                 "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"},
    "laplace": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(2.0 * w) + torch.abs(x - z) / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = tl.log(2.0 * w) + tl.abs(x - z) / w"},
    "cauchy": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(w + (x - z) ** 2 / w)",
               "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = tl.log(w + (x - z) * (x - z) / w)"},
    "student": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "0.5 * torch.log(w) + 2.0 * torch.log(1.0 + (x - z) ** 2 / (3.0 * w))",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                    "loss = 0.5 * tl.log(w) + 2.0 * tl.log(1.0 + (x - z) * (x - z) / (3.0 * w))"},
    "scaled": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "(x - z) ** 2 / w",
               "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = (x - z) * (x - z) / w"},
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
    {
        "softplus": {"w = torch.clamp(w, min=1e-6)": "w = F.softplus(w) + 0.01",
                     "w = tl.maximum(w, 1e-6)": "u = tl.exp(-tl.abs(w))\nw = tl.maximum(w, 0.0) + tl.log(1.0 + u) + 0.01"},
        "exp": {"w = torch.clamp(w, min=1e-6)": "w = torch.exp(torch.clamp(w, -5.0, 5.0))",
                "w = tl.maximum(w, 1e-6)": "w = tl.exp(tl.minimum(tl.maximum(w, -5.0), 5.0))"},
        "square": {"w = torch.clamp(w, min=1e-6)": "w = w * w + 0.1", "w = tl.maximum(w, 1e-6)": "w = w * w + 0.1"},
        "floor_001": {"w = torch.clamp(w, min=1e-6)": "w = torch.clamp(w, min=0.3)",
                      "w = tl.maximum(w, 1e-6)": "w = tl.maximum(w, 0.3)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
