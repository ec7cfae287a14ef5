"""Negative log likelihood at every position, (N, C, ...) and labels (N, ...), with weights of classes and a
label that counts for nothing.

Sum of w[label] * -x[label] over sum of w[label]. Each program gathers BLOCK positions, one element each, at
its label. The partial sums of losses and weights are folded by a second kernel.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 5), (3, 33), (2, 7, 33), (2, 5, 6, 11), (2, 4, 3, 5, 9), (1200, 5)]


def make(*shape):
    label = torch.randint(0, shape[1], shape[:1] + shape[2:])
    return F.log_softmax(torch.randn(shape), 1), torch.where(label == 1, torch.tensor(-1), label), torch.rand(shape[1]) + 0.5


def nll_loss_options_torch(x, label, w):
    return F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="mean")


@triton.jit
def nll_loss_options_kernel(x_ptr, label_ptr, w_ptr, partial_ptr, weight_ptr, n_labels, C, n_inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_labels
    label = tl.load(label_ptr + offsets, mask=mask, other=0)
    counted = mask & (label != -1)
    label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label
    place = (offsets // n_inner * C + label) * n_inner + offsets % n_inner
    x = tl.load(x_ptr + place, mask=counted, other=0.0).to(tl.float32)
    own = tl.load(w_ptr + label).to(tl.float32)
    loss = -own * x
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), axis=0))
    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))


@triton.jit
def nll_loss_options_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    weight = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))


def nll_loss_options_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    n_labels, C = label.numel(), x.shape[1]
    n_inner = n_labels // x.shape[0]
    n_partials = triton.cdiv(n_labels, 1024)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    weight = torch.empty_like(partial)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    nll_loss_options_kernel[(n_partials,)](x, label, w, partial, weight, n_labels, C, n_inner, BLOCK=1024)
    nll_loss_options_total_kernel[(1,)](partial, weight, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
