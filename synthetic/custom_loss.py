"""The quantile loss, mean(max(q * d, (q - 1) * d)) with d = z - x, and the losses that PyTorch has no name for.

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


def custom_loss_torch(x, z):
    loss = torch.maximum(0.5 * (z - x), -0.5 * (z - x))
    return loss.mean()


@triton.jit
def custom_loss_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def custom_loss_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / count)


def custom_loss_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    custom_loss_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    custom_loss_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "charbonnier": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.001)",
                    "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.sqrt((x - z) * (x - z) + 0.001)"},
    "charbonnier_01": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.1)",
                       "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.sqrt((x - z) * (x - z) + 0.1)"},
    "geman": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 2 / (1.0 + (x - z) ** 2)",
              "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nd = d * d\nloss = d / (1.0 + d)"},
    "welsch": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "-torch.expm1(-0.5 * (x - z) ** 2)",
               "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                   "d = x - z\n"
                   "d = tl.minimum(0.5 * (d * d), 50.0)\n"
                   "u = tl.exp(-d)\n"
                   "loss = tl.where(u == 1.0, d, (u - 1.0) * d / tl.log(u))"},
    "quartic": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 4",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = (x - z) * (x - z)\nloss = d * d"},
    "half_square": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "0.5 * (x - z) ** 2",
                    "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = 0.5 * ((x - z) * (x - z))"},
    "relative": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(x - z) / (torch.abs(z) + 1.0)",
                 "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.abs(x - z) / (tl.abs(z) + 1.0)"},
    "symmetric_relative": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(x - z) / (torch.abs(x) + torch.abs(z) + 0.1)",
                           "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                               "loss = tl.abs(x - z) / (tl.abs(x) + tl.abs(z) + 0.1)"},
    "hinge": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z)",
              "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)"},
    "squared_hinge": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z) ** 2",
                      "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d"},
    "epsilon_insensitive": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.1)",
                            "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(tl.abs(x - z) - 0.1, 0.0)"},
    "epsilon_insensitive_05": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.5)",
                               "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(tl.abs(x - z) - 0.5, 0.0)"},
    "least_squares_gan": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - 1.0) ** 2 + z ** 2",
                          "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = (x - 1.0) * (x - 1.0) + z * z"},
    "hinge_gan": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x) + torch.relu(1.0 + z)",
                  "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"},
    "weighted_square": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                        "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nloss = tl.abs(z) * (d * d)"},
    "asymmetric": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.where(x > z, 2.0 * (x - z), z - x)",
                   "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nloss = tl.where(d > 0.0, 2.0 * d, -d)"},
    "truncated": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.clamp((x - z) ** 2, max=1.0)",
                  "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.minimum((x - z) * (x - z), 1.0)"},
    "quantile_005": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.05 * (z - x), (0.05 - 1.0) * (z - x))",
                     "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.05 * d, (0.05 - 1.0) * d)"},
    "quantile_01": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.1 * (z - x), (0.1 - 1.0) * (z - x))",
                    "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.1 * d, (0.1 - 1.0) * d)"},
    "quantile_025": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.25 * (z - x), (0.25 - 1.0) * (z - x))",
                     "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.25 * d, (0.25 - 1.0) * d)"},
    "quantile_075": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.75 * (z - x), (0.75 - 1.0) * (z - x))",
                     "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.75 * d, (0.75 - 1.0) * d)"},
    "quantile_09": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.9 * (z - x), (0.9 - 1.0) * (z - x))",
                    "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.9 * d, (0.9 - 1.0) * d)"},
    "quantile_095": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.maximum(0.95 * (z - x), (0.95 - 1.0) * (z - x))",
                     "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = z - x\nloss = tl.maximum(0.95 * d, (0.95 - 1.0) * d)"},
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
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
