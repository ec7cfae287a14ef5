"""The squared error of each element, f((x - z)^2), and other losses that are not reduced.

Without a reduction a loss is a pointwise function of two tensors. One more step follows, which may be any.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def loss_none_torch(x, z):
    y = F.mse_loss(x, z, reduction="none")
    y = torch.sin(y)
    return y


@triton.jit
def loss_none_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = (x - z) * (x - z)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def loss_none_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    loss_none_kernel[grid](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "y = (x - z) * (x - z)": "y = tl.abs(x - z)"},
    "smooth_l1_10": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                     "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 1.0, 0.5 * d * d / 1.0, d - 0.5 * 1.0)"},
    "smooth_l1_05": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
                     "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"},
    "smooth_l1_20": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
                     "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"},
    "smooth_l1_01": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
                     "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"},
    "smooth_l1_025": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.25",
                      "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 0.25, 0.5 * d * d / 0.25, d - 0.5 * 0.25)"},
    "huber_10": {"F.mse_loss(x, z": "F.huber_loss(x, z",
                 "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 1.0, 0.5 * d * d, 1.0 * (d - 0.5 * 1.0))"},
    "huber_05": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                 "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"},
    "huber_20": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                 "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"},
    "huber_15": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=1.5",
                 "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 1.5, 0.5 * d * d, 1.5 * (d - 0.5 * 1.5))"},
    "huber_01": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.1",
                 "y = (x - z) * (x - z)": "d = tl.abs(x - z)\ny = tl.where(d < 0.1, 0.5 * d * d, 0.1 * (d - 0.5 * 0.1))"},
    "soft_margin": {"F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                    "y = (x - z) * (x - z)":
                        "t = -x * z\n"
                        "u = tl.exp(-tl.abs(t))\n"
                        "y = 1.0 + u\n"
                        "y = tl.maximum(t, 0.0) + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"},
    "bce_with_logits": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                        "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
                        "y = (x - z) * (x - z)":
                            "u = tl.exp(-tl.abs(x))\n"
                            "y = 1.0 + u\n"
                            "y = tl.maximum(x, 0.0) - x * z + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"},
    "bce": {"torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
            "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
            "y = (x - z) * (x - z)":
                "y = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - x), -100.0)"},
    "poisson": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z", "y = (x - z) * (x - z)": "y = tl.exp(x) - z * x"},
    "kl_div": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
               "F.mse_loss(x, z": "F.kl_div(x, z", "y = (x - z) * (x - z)": "y = tl.where(z > 0.0, z * tl.log(z), 0.0) - z * x"},
    "soft_margin_like": {"F.mse_loss(x, z": "F.soft_margin_loss(x, torch.where(z > 0, 1.0, -1.0)",
                         "y = (x - z) * (x - z)":
                             "t = tl.where(z > 0.0, -x, x)\n"
                             "u = tl.exp(-tl.abs(t))\n"
                             "t = tl.maximum(t, 0.0)\n"
                             "y = 1.0 + u\n"
                             "y = t + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"},
}

AXES = [
    ("UNARY+LOSS", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
