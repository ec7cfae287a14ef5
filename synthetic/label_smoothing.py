"""Smoothed one-hot rows, y[i, c] = (1 - s) [c = label[i]] + s / classes.

One program takes BLOCK consecutive outputs, and compares the column of each with the label of its row.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1,), (33,), (3, 40)]


def make(*shape):
    return (torch.randint(0, 10, shape),)


def label_smoothing_torch(label):
    y = F.one_hot(label, num_classes=10).float() * (1.0 - 0.1) + 0.1 / 10
    y = torch.sigmoid(y)
    return y


@triton.jit
def label_smoothing_kernel(label_ptr, y_ptr, n_elements, CLASSES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)
    hit = tl.where(offsets % CLASSES == label, 1.0, 0.0)
    y = hit * (1.0 - 0.1) + 0.1 / CLASSES
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def label_smoothing_triton(label):
    label = label.contiguous()
    classes = 10
    y = torch.empty(label.shape + (classes,), dtype=torch.float32, device=label.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    label_smoothing_kernel[grid](label, y, y.numel(), CLASSES=classes, BLOCK=1024)
    return y


AXES = [
    {
        "3": {"0, 10, shape": "0, 3, shape", "num_classes=10": "num_classes=3", "/ 10": "/ 3", "classes = 10": "classes = 3"},
        "4": {"0, 10, shape": "0, 4, shape", "num_classes=10": "num_classes=4", "/ 10": "/ 4", "classes = 10": "classes = 4"},
        "5": {"0, 10, shape": "0, 5, shape", "num_classes=10": "num_classes=5", "/ 10": "/ 5", "classes = 10": "classes = 5"},
        "16": {"0, 10, shape": "0, 16, shape", "num_classes=10": "num_classes=16", "/ 10": "/ 16", "classes = 10": "classes = 16"},
        "100": {"0, 10, shape": "0, 100, shape", "num_classes=10": "num_classes=100", "/ 10": "/ 100", "classes = 10": "classes = 100"},
    },
    {
        "by_005": {"0.1": "0.05"},
        "by_02": {"0.1": "0.2"},
        "by_03": {"0.1": "0.3"},
    },
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
