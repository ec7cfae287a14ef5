"""The logarithm of a sum of exponentials, log(exp(x) + exp(z)), and other pairs that take care.

The larger of the two is taken out of the sum: max(x, z) + log1p(exp(-|x - z|)) neither overflows nor loses the
smaller term, however far they are apart. One more step follows, which may be any.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def logaddexp_torch(x, z):
    y = torch.logaddexp(x, z)
    y = torch.sin(y)
    return y


@triton.jit
def log1p(t):
    """log(1 + t) for t >= 0: what 1 + t rounds away, the quotient t / (u - 1) puts back."""
    u = 1.0 + t
    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))


@triton.jit
def logaddexp_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def logaddexp_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    logaddexp_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "logaddexp2": {"torch.logaddexp(x, z)": "torch.logaddexp2(x, z)",
                   "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                       "y = tl.maximum(x, z) + 1.4426950408889634 * log1p(tl.exp2(-tl.abs(x - z)))"},
    "logaddexp_minus": {"torch.logaddexp(x, z)": "-torch.logaddexp(-x, -z)",
                        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                            "y = tl.minimum(x, z) - log1p(tl.exp(-tl.abs(x - z)))"},
    "logaddexp_sharp": {"torch.logaddexp(x, z)": "0.25 * torch.logaddexp(4.0 * x, 4.0 * z)",
                        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                            "y = tl.maximum(x, z) + 0.25 * log1p(tl.exp(-4.0 * tl.abs(x - z)))"},
    "softplus_difference": {"torch.logaddexp(x, z)": "F.softplus(x - z)",
                            "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                "y = tl.maximum(x - z, 0.0) + log1p(tl.exp(-tl.abs(x - z)))"},
    "logsigmoid_difference": {"torch.logaddexp(x, z)": "F.logsigmoid(x - z)",
                              "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                  "y = tl.minimum(x - z, 0.0) - log1p(tl.exp(-tl.abs(x - z)))"},
    "log1p_distance": {"torch.logaddexp(x, z)": "torch.log1p(torch.abs(x - z))",
                       "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(tl.abs(x - z))"},
    "log1p_product": {"torch.logaddexp(x, z)": "torch.log1p(x * x * z * z)",
                      "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(x * x * z * z)"},
    "xlog1py": {"torch.logaddexp(x, z)": "x * torch.log1p(torch.abs(z))",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = x * log1p(tl.abs(z))"},
    "mix_entropy": {"torch.logaddexp(x, z)": "torch.logaddexp(x, z) - 0.5 * (x + z)",
                    "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                        "y = 0.5 * tl.abs(x - z) + log1p(tl.exp(-tl.abs(x - z)))"},
}

AXES = [
    ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
