"""Negative log likelihood at every position, (N, C, ...) and labels (N, ...), with weights of classes and a label that counts for nothing.

Sum of w[label] * -x[label] over sum of w[label]. Each program gathers BLOCK positions, one element each, at its label. The partial
sums of losses and weights are folded by a second kernel.
"""
from harness import run

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


FAMILY = {
    "alike": {", weight=w": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "", "label_ptr, w_ptr, ": "label_ptr, ",
              "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0", "loss = -own * x": "loss = -x",
              "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
              "(x, label, w, ": "(x, label, "},
}

AXES = [
    {
        "sum": {
            'reduction="mean"': 'reduction="sum"',
            "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))": "",
            "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
            "partial_ptr, weight_ptr, n_labels": "partial_ptr, n_labels",
            "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
            "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
            "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
            "weight = torch.empty_like(partial)": "",
            "partial, weight, n_labels": "partial, n_labels",
            "(partial, weight, y": "(partial, y",
        },
    },
    {
        "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0", "torch.tensor(-1)": "torch.tensor(0)"},
        "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2", "torch.tensor(-1)": "torch.tensor(2)"},
        "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255", "torch.tensor(-1)": "torch.tensor(255)"},
        "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label", "mask & (label != -1)": "mask",
                "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label": ""},
    },
    {
        "half": {"return F": "return 0.5 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.5 *"},
        "double": {"return F": "return 2.0 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 2.0 *"},
        "tenth": {"return F": "return 0.1 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.1 *"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
