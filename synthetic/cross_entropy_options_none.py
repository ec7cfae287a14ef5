"""The cross-entropy of each row with weights of classes, label smoothing and a label that counts for nothing, in every combination.

With s[c] = logsumexp(x) - x[c], a row's loss is (1 - e) * w[label] * s[label] + e * mean(w * s). One program takes one row, whose
logarithm of a sum is kept as a running maximum and a sum relative to it. One more step follows, which may be any: a focal factor, say.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 5), (3, 33), (7, 100), (4, 2300)]


def make(N, C):
    label = torch.randint(0, C, (N,))
    return torch.randn(N, C), torch.where(torch.arange(N) == 1, torch.tensor(-1), label), torch.rand(C) + 0.5


def cross_entropy_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y


@triton.jit
def cross_entropy_options_none_kernel(x_ptr, label_ptr, w_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    counted = label != -1
    label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of its label
    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)
    own = tl.load(w_ptr + label).to(tl.float32)
    peak = -float("inf")
    total = 0.0
    distance = 0.0
    weights = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
        w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)
        distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)
        weights += tl.sum(w, axis=0)
    spread = peak - chosen + tl.log(total)
    loss = own * spread
    loss += 0.1 * ((weights * spread - distance) / C - loss)
    y = tl.where(counted, loss, 0.0)
    y = tl.abs(y)
    tl.store(y_ptr + row, y)


def cross_entropy_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape
    block = min(triton.next_power_of_2(C), 1024)
    y = x.new_empty((N,))
    cross_entropy_options_none_kernel[(N,)](x, label, w, y, C, BLOCK=block)
    return y


FAMILY = {
    "weights": {", label_smoothing=0.1": "", "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "", "weights = 0.0": "", "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "", "weights += tl.sum(w, axis=0)": ""},
    "smoothing": {"weight=w, ": "", "(x, label, w)": "(x, label)", ", torch.rand(C) + 0.5": "",
                  "label_ptr, w_ptr, ": "label_ptr, ", "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                  "weights = 0.0": "", "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "", "w * tl.where": "tl.where",
                  "weights += tl.sum(w, axis=0)": "", "weights * spread": "C * spread",
                  "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
                  "(x, label, w, ": "(x, label, "},
    "neither": {", label_smoothing=0.1": "", "weight=w, ": "", "(x, label, w)": "(x, label)", ", torch.rand(C) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ", "own = tl.load(w_ptr + label).to(tl.float32)": "",
                "loss = own * spread": "loss = spread", "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "", "weights = 0.0": "", "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "", "weights += tl.sum(w, axis=0)": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
                "(x, label, w, ": "(x, label, "},
}

AXES = [
    {
        "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0", "torch.tensor(-1)": "torch.tensor(0)"},
        "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2", "torch.tensor(-1)": "torch.tensor(2)"},
        "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255", "torch.tensor(-1)": "torch.tensor(255)"},
        "all": {", ignore_index=-1": "", "torch.where(torch.arange(N) == 1, torch.tensor(-1), label)": "label", "counted = label != -1": "",
                "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of its label": "",
                "tl.where(counted, loss, 0.0)": "loss"},
    },
    ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
