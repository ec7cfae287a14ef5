"""Cross-entropy of a language model, logits (B, T, C) and labels (B, T): every token is a row, some labels
count for nothing.

A reshape to (B * T, C) costs nothing and the rows lie where they lay, however the reference gets there. Where
labels are shifted, so that a token predicts the next one, row r of the loss is row r // (T - 1) * T + r % (T
- 1) of the logits, and its label stands one further.
"""

from python_to_triton.verification.exemplar import run

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


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
