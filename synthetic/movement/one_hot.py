"""One-hot rows, y[i, c] = 1 where c = label[i], else 0, in floating point or as integers.

One program takes BLOCK consecutive outputs, and compares the column of each with the label of its row.
"""

from python_to_triton.verification.exemplar import run

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


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
