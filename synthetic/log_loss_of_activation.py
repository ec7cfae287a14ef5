"""The mean logarithm of one plus the error of f(x), and other losses made of such a logarithm.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 300)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def log_loss_of_activation_torch(x, z):
    x = torch.sin(x)
    loss = torch.log1p(torch.abs(x - z))
    return loss.mean()


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def log_loss_of_activation_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    loss = log1p(tl.abs(x - z))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def log_loss_of_activation_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def log_loss_of_activation_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    log_loss_of_activation_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    log_loss_of_activation_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "cauchy": {"torch.log1p(torch.abs(x - z))": "torch.log1p(0.5 * (x - z) ** 2)",
               "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = log1p(0.5 * (d * d))"},
    "wing": {"torch.log1p(torch.abs(x - z))": "torch.log1p(torch.abs(x - z) / 0.5)",
             "loss = log1p(tl.abs(x - z))": "loss = log1p(tl.abs(x - z) / 0.5)"},
    "logistic": {"torch.log1p(torch.abs(x - z))": "F.softplus(-x * z)",
                 "loss = log1p(tl.abs(x - z))": "d = x * z\nloss = tl.maximum(-d, 0.0) + log1p(tl.exp(-tl.abs(d)))"},
    "ranking": {"torch.log1p(torch.abs(x - z))": "F.softplus(x - z)",
                "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"},
    "pairwise_log_sigmoid": {"torch.log1p(torch.abs(x - z))": "-F.logsigmoid(x - z)",
                             "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = log1p(tl.exp(-tl.abs(d))) - tl.minimum(d, 0.0)"},
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
    ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
