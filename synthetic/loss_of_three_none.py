"""A loss of each element of three tensors, at ranks 1 to 5: weighted entropies, rankings, Gaussian likelihoods.

Without a reduction a loss is a pointwise function: one load of each, one store.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (9, 130)]


def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0


def loss_of_three_none_torch(x, z, w):
    return F.margin_ranking_loss(x, z, w, reduction="none")


@triton.jit
def loss_of_three_none_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.5).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    loss = tl.maximum(-w * (x - z), 0.0)
    tl.store(y_ptr + offsets, loss, mask=mask)


def loss_of_three_none_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_elements = x.numel()
    y = torch.empty_like(x)
    loss_of_three_none_kernel[(triton.cdiv(n_elements, 1024),)](x, z, w, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "bce": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.rand(shape), torch.rand(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - x), -100.0))"},
    "bce_columns": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
            "torch.rand(shape), torch.rand(shape), torch.rand(shape[-1])",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - x), -100.0))",
        "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
        "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
        "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
    "logits_columns": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
            "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = w * (tl.maximum(x, 0.0) - x * z + u)",
        "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
        "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
        "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
    "positive": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
            "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))",
        "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
        "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
        "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
    "positive_one": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.rand(shape), torch.rand(1)",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))",
        "w_ptr + offsets, mask=mask, other=1.0": "w_ptr"},
    "positive_full": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.rand(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"},
    "logits": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.rand(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "u = tl.exp(-tl.abs(x))\n"
            "y = 1.0 + u\n"
            "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
            "loss = w * (tl.maximum(x, 0.0) - x * z + u)"},
    "margin_05": {
        "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.5",
        "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.5, 0.0)"},
    "margin_10": {
        "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=1.0",
        "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 1.0, 0.0)"},
    "margin_01": {
        "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.1",
        "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.1, 0.0)"},
    "gaussian": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "w = tl.maximum(w, 1e-6)\n"
            "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"},
    "gaussian_full": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, full=True",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "w = tl.maximum(w, 1e-6)\n"
            "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"},
    "gaussian_floor": {
        "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
        "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, eps=0.1",
        "loss = tl.maximum(-w * (x - z), 0.0)":
            "w = tl.maximum(w, 0.1)\n"
            "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"},
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
