"""One-hot rows, y[i, c] = 1 where c = label[i], else 0, in floating point or as integers.

One program takes BLOCK consecutive outputs, and compares the column of each with the label of its row.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1,), (33,), (3, 40), (2, 5, 7)]


def make(*shape):
    return (torch.randint(0, 10, shape),)


def one_hot_torch(label):
    y = F.one_hot(label, num_classes=10).float()
    y = torch.sigmoid(y)
    return y


@triton.jit
def one_hot_kernel(label_ptr, y_ptr, n_elements, CLASSES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)
    y = tl.where(offsets % CLASSES == label, 1.0, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)


def one_hot_triton(label):
    label = label.contiguous()
    y = torch.empty(label.shape + (10,), dtype=torch.float32, device=label.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    one_hot_kernel[grid](label, y, y.numel(), CLASSES=10, BLOCK=1024)
    return y


AXES = [
    {
        "of": ({"10, shape": "{0}{1}, shape", "num_classes=10": "num_classes={0}{1}", "(10,)": "({0}{1},)", "CLASSES=10": "CLASSES={0}{1}"},
               "11 12 15 20 26 50 80"),
        "2": {"10, shape": "2, shape", "num_classes=10": "num_classes=2", "(10,)": "(2,)", "CLASSES=10": "CLASSES=2"},
        "3": {"10, shape": "3, shape", "num_classes=10": "num_classes=3", "(10,)": "(3,)", "CLASSES=10": "CLASSES=3"},
        "4": {"10, shape": "4, shape", "num_classes=10": "num_classes=4", "(10,)": "(4,)", "CLASSES=10": "CLASSES=4"},
        "5": {"10, shape": "5, shape", "num_classes=10": "num_classes=5", "(10,)": "(5,)", "CLASSES=10": "CLASSES=5"},
        "7": {"10, shape": "7, shape", "num_classes=10": "num_classes=7", "(10,)": "(7,)", "CLASSES=10": "CLASSES=7"},
        "16": {"10, shape": "16, shape", "num_classes=10": "num_classes=16", "(10,)": "(16,)", "CLASSES=10": "CLASSES=16"},
        "21": {"10, shape": "21, shape", "num_classes=10": "num_classes=21", "(10,)": "(21,)", "CLASSES=10": "CLASSES=21"},
        "32": {"10, shape": "32, shape", "num_classes=10": "num_classes=32", "(10,)": "(32,)", "CLASSES=10": "CLASSES=32"},
        "64": {"10, shape": "64, shape", "num_classes=10": "num_classes=64", "(10,)": "(64,)", "CLASSES=10": "CLASSES=64"},
        "100": {"10, shape": "100, shape", "num_classes=10": "num_classes=100", "(10,)": "(100,)", "CLASSES=10": "CLASSES=100"},
    },
    ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
