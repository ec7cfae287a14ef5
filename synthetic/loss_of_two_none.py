"""A loss of each element of a prediction and a target, (x - z)^2, at ranks 1 to 5: each as it is called, with its options.

Without a reduction a loss is a pointwise function: one load of each, one store.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (9, 130)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape)


def loss_of_two_none_torch(x, z):
    return F.mse_loss(x, z, reduction="none")


@triton.jit
def loss_of_two_none_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    loss = (x - z) * (x - z)
    tl.store(y_ptr + offsets, loss, mask=mask)


def loss_of_two_none_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    y = torch.empty_like(x)
    loss_of_two_none_kernel[(triton.cdiv(n_elements, 1024),)](x, z, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "l1": {
        "F.mse_loss(x, z": "F.l1_loss(x, z",
        "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
    "smooth_l1_05": {
        "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
        "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"},
    "smooth_l1_20": {
        "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
        "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"},
    "smooth_l1_01": {
        "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
        "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"},
    "smooth_l1": {
        "F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
        "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"},
    "huber": {
        "F.mse_loss(x, z": "F.huber_loss(x, z",
        "loss = (x - z) * (x - z)": "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"},
    "huber_20": {
        "F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
        "loss = (x - z) * (x - z)":
            "d = tl.abs(x - z)\n"
            "loss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"},
    "huber_05": {
        "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
        "loss = (x - z) * (x - z)":
            "d = tl.abs(x - z)\n"
            "loss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"},
    "soft_margin": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        "F.mse_loss(x, z": "F.soft_margin_loss(x, z",
        "loss = (x - z) * (x - z)":
            "t = -x * z\n"
            "u = tl.exp(-tl.abs(t))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = tl.maximum(t, 0.0) + u"},
    "bce_with_logits": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
        "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
        "loss = (x - z) * (x - z)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = tl.maximum(x, 0.0) - x * z + u"},
    "bce": {
        "torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
        "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
        "loss = (x - z) * (x - z)": "loss = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - x), -100.0)"},
    "poisson": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randint(0, 6, shape).float()",
        "F.mse_loss(x, z": "F.poisson_nll_loss(x, z",
        "loss = (x - z) * (x - z)": "loss = tl.exp(x) - z * x"},
    "poisson_rate": {
        "torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.randint(0, 6, shape).float()",
        "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, log_input=False",
        "loss = (x - z) * (x - z)": "loss = x - z * tl.log(x + 1e-8)"},
    "poisson_full": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randint(0, 6, shape).float()",
        "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, full=True",
        "loss = (x - z) * (x - z)":
            "many = tl.maximum(z, 1.0)  # Stirling's term stands for more than one\n"
            "term = many * tl.log(many) - many + 0.5 * tl.log(6.283185307179586 * many)\n"
            "loss = tl.exp(x) - z * x + tl.where(z > 1.0, term, 0.0)"},
    "kl": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
        "F.mse_loss(x, z": "F.kl_div(x, z",
        "loss = (x - z) * (x - z)": "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x"},
    "kl_log_target": {
        "F.mse_loss(x, z": "F.kl_div(x, z, log_target=True",
        "loss = (x - z) * (x - z)": "loss = tl.exp(z) * (z - x)"},
    "hinge_embedding": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z",
        "loss = (x - z) * (x - z)": "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
    "hinge_embedding_half": {
        "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
        "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z, margin=0.5",
        "loss = (x - z) * (x - z)": "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
}

AXES = [
    {
        "line": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2,), (33,), (1300,)]"},
        "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
        "images": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
        "volumes": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2, 1), (2, 3, 4, 5, 7), (3, 2, 5, 9, 6)]"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
