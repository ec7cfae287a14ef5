"""Negative log likelihood of each position, (N, C, ...) and labels (N, ...), with weights of classes and a label that counts for nothing.

Each program gathers BLOCK positions, one element each, at its label. One more step follows, which may be any.
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


def nll_loss_options_none_torch(x, label, w):
    y = F.nll_loss(x, label, weight=w, ignore_index=-1, reduction="none")
    y = torch.abs(y)
    return y


@triton.jit
def nll_loss_options_none_kernel(x_ptr, label_ptr, w_ptr, y_ptr, n_labels, C, n_inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_labels
    label = tl.load(label_ptr + offsets, mask=mask, other=0)
    counted = mask & (label != -1)
    label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label
    place = (offsets // n_inner * C + label) * n_inner + offsets % n_inner
    x = tl.load(x_ptr + place, mask=counted, other=0.0).to(tl.float32)
    own = tl.load(w_ptr + label).to(tl.float32)
    loss = -own * x
    y = tl.where(counted, loss, 0.0)
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def nll_loss_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    n_labels, C = label.numel(), x.shape[1]
    n_inner = n_labels // x.shape[0]
    y = x.new_empty(label.shape)
    nll_loss_options_none_kernel[(triton.cdiv(n_labels, 1024),)](x, label, w, y, n_labels, C, n_inner, BLOCK=1024)
    return y


FAMILY = {
    "alike": {", weight=w": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "", "label_ptr, w_ptr, ": "label_ptr, ",
              "own = tl.load(w_ptr + label).to(tl.float32)": "", "loss = -own * x": "loss = -x",
              "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
              "(x, label, w, ": "(x, label, "},
}

AXES = [
    {
        "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0", "torch.tensor(-1)": "torch.tensor(0)"},
        "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2", "torch.tensor(-1)": "torch.tensor(2)"},
        "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255", "torch.tensor(-1)": "torch.tensor(255)"},
        "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label", "mask & (label != -1)": "mask",
                "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label": ""},
    },
    ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
