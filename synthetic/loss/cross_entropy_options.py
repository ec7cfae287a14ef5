"""Cross-entropy with weights of classes, label smoothing and a label that counts for nothing, in every
combination.

With s[c] = logsumexp(x) - x[c], a row's loss is (1 - e) * w[label] * s[label] + e * mean(w * s); the mean
divides their sum by the sum of w[label]. One program takes one row, whose logarithm of a sum is kept as a
running maximum and a sum relative to it. A second kernel folds losses and weights.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 5), (3, 33), (7, 100), (4, 2300)]


def make(N, C):
    label = torch.randint(0, C, (N,))
    return torch.randn(N, C), torch.where(torch.arange(N) == 1, torch.tensor(-1), label), torch.rand(C) + 0.5


def cross_entropy_options_torch(x, label, w):
    return F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="mean")


@triton.jit
def cross_entropy_options_kernel(x_ptr, label_ptr, w_ptr, partial_ptr, weight_ptr, C, BLOCK: tl.constexpr):
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
    tl.store(partial_ptr + row, tl.where(counted, loss, 0.0))
    tl.store(weight_ptr + row, tl.where(counted, own, 0.0))


@triton.jit
def cross_entropy_options_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    weight = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))


def cross_entropy_options_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape
    block = min(triton.next_power_of_2(C), 1024)
    partial = torch.empty((N,), dtype=torch.float32, device=x.device)
    weight = torch.empty_like(partial)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_options_kernel[(N,)](x, label, w, partial, weight, C, BLOCK=block)
    cross_entropy_options_total_kernel[(1,)](partial, weight, y, N, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
