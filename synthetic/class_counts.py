"""How often each class occurs, y[c] = the number of i with label[i] = c.

One program takes one class and walks over all labels. Nothing is shared between programs, so no atomics are needed;
that pays for a few classes, since the labels are read once for each.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1,), (33,), (1000,)]


def make(n):
    return (torch.randint(0, 4, (n,)),)


def class_counts_torch(label):
    hits = F.one_hot(label, 4)
    return hits.sum(dim=0)


@triton.jit
def class_counts_kernel(label_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    wanted = tl.program_id(0)
    count = tl.zeros((BLOCK,), tl.int64)
    for start in range(0, n_elements, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        label = tl.load(label_ptr + offsets, mask=offsets < n_elements, other=-1)  # -1 is no class
        count += tl.where(label == wanted, 1, 0)
    tl.store(y_ptr + wanted, tl.sum(count, axis=0))


def class_counts_triton(label):
    label = label.contiguous()
    classes = 4
    y = torch.empty(classes, dtype=torch.int64, device=label.device)
    class_counts_kernel[(classes,)](label, y, label.numel(), BLOCK=1024)
    return y


FAMILY = {
    "class_share": {"hits.sum(dim=0)": "hits.float().mean(dim=0)", "dtype=torch.int64": "dtype=torch.float32",
                    "tl.sum(count, axis=0))": "tl.sum(count, axis=0).to(tl.float32) / n_elements)"},
    "class_total": {"hits.sum(dim=0)": "hits.float().sum(dim=0)", "dtype=torch.int64": "dtype=torch.float32"},
}

AXES = [
    {
        "2": {"0, 4": "0, 2", "(label, 4)": "(label, 2)", "classes = 4": "classes = 2"},
        "3": {"0, 4": "0, 3", "(label, 4)": "(label, 3)", "classes = 4": "classes = 3"},
        "5": {"0, 4": "0, 5", "(label, 4)": "(label, 5)", "classes = 4": "classes = 5"},
        "6": {"0, 4": "0, 6", "(label, 4)": "(label, 6)", "classes = 4": "classes = 6"},
        "8": {"0, 4": "0, 8", "(label, 4)": "(label, 8)", "classes = 4": "classes = 8"},
        "10": {"0, 4": "0, 10", "(label, 4)": "(label, 10)", "classes = 4": "classes = 10"},
        "16": {"0, 4": "0, 16", "(label, 4)": "(label, 16)", "classes = 4": "classes = 16"},
        "21": {"0, 4": "0, 21", "(label, 4)": "(label, 21)", "classes = 4": "classes = 21"},
        "32": {"0, 4": "0, 32", "(label, 4)": "(label, 32)", "classes = 4": "classes = 32"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
