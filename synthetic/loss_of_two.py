"""A loss of a prediction and a target alone, mean((x - z)^2), at ranks 1 to 5: each as it is called, with its options.

Two stages: each program adds up BLOCK elements into one partial sum, then a single program adds the partial sums in
a fixed order. Atomic additions would need one stage only, but their order, and so the last bits, would vary.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (9, 130)]


def make(*shape):
    other = ()
    return torch.randn(shape), torch.randn(shape), *other


def loss_of_two_torch(x, z):
    loss = F.mse_loss(x, z, reduction="mean")
    loss = torch.sigmoid(loss)
    return loss


@triton.jit
def loss_of_two_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    loss = (x - z) * (x - z)
    loss = tl.where(mask, loss, 0.0)  # a lane past the end has computed the loss of what it loaded instead
    tl.store(partial_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def loss_of_two_total_kernel(partial_ptr, y_ptr, n_partials, count, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    y = tl.sum(total, axis=0) / count
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)


def loss_of_two_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_elements = x.numel()
    n_partials = triton.cdiv(n_elements, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    loss_of_two_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)
    loss_of_two_total_kernel[(1,)](partial, y, n_partials, n_elements, BLOCK=1024)
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
        "sum": {'reduction="mean"': 'reduction="sum"',
                "axis=0) / count": "axis=0)",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
    },
    {
        "line": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2,), (33,), (1300,)]"},
        "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
        "images": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
        "volumes": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2, 1), (2, 3, 4, 5, 7), (3, 2, 5, 9, 6)]"},
    },
    {  # another number joins: that of a second loss, say
        "plus": {"other = ()": "other = (torch.randn(()),)", "return loss": "return loss + other",
                 "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                 "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)", "(partial, y": "(partial, other, y",
                 "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                 "tl.store(y_ptr, y)": "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, y + other)"},
        "weighted": {"other = ()": "other = (torch.randn(()),)", "return loss": "return other + 0.7 * loss",
                 "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                     "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)", "(partial, y": "(partial, other, y",
                     "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                     "tl.store(y_ptr, y)": "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, other + 0.7 * y)"},
        "times": {"other = ()": "other = (torch.randn(()),)", "return loss": "return loss * other",
                 "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                  "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)", "(partial, y": "(partial, other, y",
                  "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                  "tl.store(y_ptr, y)": "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, y * other)"},
    },
    ("TAIL_X", "loss = torch.sigmoid(loss)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
