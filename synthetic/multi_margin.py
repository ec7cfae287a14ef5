"""The multi-class margin loss, mean over rows of sum_j max(0, 1 - x[label] + x[j]) / C, j other than the label.

One program takes one row: the score of its class first, then all others against it. A second kernel takes the mean.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randint(0, C, (N,))


def multi_margin_torch(x, label):
    return F.multi_margin_loss(x, label, p=1, margin=1.0, reduction="mean")


@triton.jit
def multi_margin_kernel(x_ptr, label_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)
        miss = tl.maximum(1.0 - chosen + x, 0.0)
        total += tl.where((column < C) & (column != label), miss, 0.0)
    tl.store(loss_ptr + row, tl.sum(total, axis=0) / C)


@triton.jit
def multi_margin_total_kernel(loss_ptr, y_ptr, n_rows, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_rows, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        total += tl.load(loss_ptr + rows, mask=rows < n_rows, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / n_rows)


def multi_margin_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=torch.float32, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    multi_margin_kernel[(N,)](x, label, loss, C, BLOCK=1024)
    multi_margin_total_kernel[(1,)](loss, y, N, BLOCK=1024)
    return y


AXES = [
    {
        "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
        "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
        "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
        "quarter": {'reduction="mean")': 'reduction="mean") * 0.25', " / n_rows)": " / n_rows * 0.25)"},
        "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
        "tenfold": {'reduction="mean")': 'reduction="mean") * 10.0', " / n_rows)": " / n_rows * 10.0)"},
        "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
        "halved": {'reduction="mean")': 'reduction="mean") / 2.0', " / n_rows)": " / n_rows / 2.0)"},
    },
    {"squared": {"p=1": "p=2", "miss, 0.0)": "miss * miss, 0.0)"}},
    {
        "margin_05": {"margin=1.0": "margin=0.5", "1.0 - chosen + x": "0.5 - chosen + x"},
        "margin_02": {"margin=1.0": "margin=0.2", "1.0 - chosen + x": "0.2 - chosen + x"},
        "margin_2": {"margin=1.0": "margin=2.0", "1.0 - chosen + x": "2.0 - chosen + x"},
        "margin_15": {"margin=1.0": "margin=1.5", "1.0 - chosen + x": "1.5 - chosen + x"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
