"""Cross-entropy of a language model, logits (B, T, C) and labels (B, T): every token is a row, some labels count for nothing.

A reshape to (B * T, C) costs nothing and the rows lie where they lay, however the reference gets there. Where labels are shifted, so
that a token predicts the next one, row r of the loss is row r // (T - 1) * T + r % (T - 1) of the logits, and its label stands one further.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 3, 5), (2, 4, 33), (3, 7, 100), (2, 2, 1300)]


def make(B, T, C):
    label = torch.randint(0, C, (B, T))
    return torch.randn(B, T, C), torch.where(torch.arange(T) == 1, torch.tensor(-100), label)


def cross_entropy_tokens_torch(x, label):
    x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)
    return F.cross_entropy(x, label, ignore_index=-100, label_smoothing=0.0, reduction="mean")


@triton.jit
def cross_entropy_tokens_kernel(x_ptr, label_ptr, partial_ptr, count_ptr, T, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    place = row
    label = tl.load(label_ptr + row)
    counted = label != -100
    label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of its label
    chosen = tl.load(x_ptr + place * C + label).to(tl.float32)
    peak = -float("inf")
    total = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + place * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    loss = peak - chosen + tl.log(total)
    tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))
    tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))


@triton.jit
def cross_entropy_tokens_total_kernel(partial_ptr, count_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    count = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_rows, other=0.0)
        count += tl.load(count_ptr + offsets, mask=offsets < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(count, axis=0))


def cross_entropy_tokens_triton(x, label):
    x, label = x.contiguous(), label.contiguous()
    B, T, C = x.shape
    n_rows = B * T
    block = min(triton.next_power_of_2(C), 1024)
    partial = torch.empty((n_rows,), dtype=torch.float32, device=x.device)
    count = torch.empty_like(partial)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_tokens_kernel[(n_rows,)](x, label, partial, count, T, C, BLOCK=block)
    cross_entropy_tokens_total_kernel[(1,)](partial, count, y, n_rows, BLOCK=1024)
    return y

AXES = [
    {
        "sum": {
            'reduction="mean"': 'reduction="sum"', "tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))": "",
            "tl.sum(total, axis=0) / tl.sum(count, axis=0)": "tl.sum(total, axis=0)", "partial_ptr, count_ptr, T": "partial_ptr, T",
            "(partial_ptr, count_ptr, y_ptr": "(partial_ptr, y_ptr", "count = tl.zeros([BLOCK], dtype=tl.float32)": "",
            "count += tl.load(count_ptr + offsets, mask=offsets < n_rows, other=0.0)": "", "count = torch.empty_like(partial)": "",
            "partial, count, T": "partial, T", "(partial, count, y": "(partial, y"},
    },
    {
        "transposed": {"x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x = x.transpose(1, 2)"},
        "shifted": {
            "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x, label = x[:, :-1].reshape(-1, x.shape[-1]), label[:, 1:].reshape(-1)",
            "place = row": "place = row // (T - 1) * T + row % (T - 1)", "tl.load(label_ptr + row)": "tl.load(label_ptr + place + 1)",
            "n_rows = B * T": "n_rows = B * (T - 1)", "torch.arange(T) == 1": "torch.arange(T) == 2"},
    },
    {
        "ignore": ({"ignore_index=-100": "ignore_index={0}", "torch.tensor(-100)": "torch.tensor({0})", "label != -100": "label != {0}"}, "0 1 2"),
        "ignore_minus_1": {"ignore_index=-100": "ignore_index=-1", "torch.tensor(-100)": "torch.tensor(-1)", "label != -100": "label != -1"},
        "all": {"torch.where(torch.arange(T) == 1, torch.tensor(-100), label)": "label", "counted = label != -100": "",
                "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of its label": "",
                "tl.where(counted, loss, 0.0)": "loss", "tl.where(counted, 1.0, 0.0)": "1.0"},
    },
    {
        "smooth": ({"label_smoothing=0.0": "label_smoothing=0.{0}", "total = 0.0": "total = 0.0\ndistance = 0.0",
                    "peak = new_peak": "peak = new_peak\ndistance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)",
                    "loss = peak - chosen + tl.log(total)": "loss = peak - chosen + tl.log(total)\nloss -= 0.{0} * (distance / C)"}, "1 2"),
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
