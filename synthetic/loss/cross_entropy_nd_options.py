"""Cross-entropy at every position, (N, C, ...) scores and (N, ...) labels, with weights, label smoothing and
a label that counts for nothing.

With s[c] = logsumexp(x) - x[c], a position's loss is (1 - e) * w[label] * s[label] + e * mean(w * s); the
mean divides their sum by the sum of w[label]. One program owns 128 neighbouring positions of one sample and
walks down their classes.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3, 2), (2, 7, 33), (2, 5, 6, 11), (2, 4, 3, 5, 9), (3, 5, 150)]


def make(*shape):
    label = torch.randint(0, shape[1], shape[:1] + shape[2:])
    return torch.randn(shape), torch.where(label == 1, torch.tensor(-1), label), torch.rand(shape[1]) + 0.5


def cross_entropy_nd_options_torch(x, label, w):
    return F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="mean")


@triton.jit
def cross_entropy_nd_options_kernel(x_ptr, label_ptr, w_ptr, partial_ptr, weight_ptr, C, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    image_ptr = x_ptr + outer * C * n_inner + inner
    label = tl.load(label_ptr + outer * n_inner + inner, mask=mask, other=0)
    counted = mask & (label != -1)
    label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label
    chosen = tl.load(image_ptr + label * n_inner, mask=mask, other=0.0).to(tl.float32)
    own = tl.load(w_ptr + label).to(tl.float32)
    peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    distance = tl.zeros([BLOCK], dtype=tl.float32)
    weights = 0.0
    for c in range(0, C):
        x = tl.load(image_ptr + c * n_inner, mask=mask, other=0.0).to(tl.float32)
        higher = tl.maximum(peak, x)
        total = total * tl.exp(peak - higher) + tl.exp(x - higher)
        peak = higher
        w = tl.load(w_ptr + c).to(tl.float32)
        distance += w * (x - chosen)
        weights += w
    spread = peak - chosen + tl.log(total)
    loss = own * spread
    loss += 0.1 * ((weights * spread - distance) / C - loss)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(counted, loss, 0.0), axis=0))
    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))


@triton.jit
def cross_entropy_nd_options_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    weight = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))


def cross_entropy_nd_options_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape[:2]
    n_inner = label.numel() // N
    n_partials = N * triton.cdiv(n_inner, 128)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    weight = torch.empty_like(partial)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    cross_entropy_nd_options_kernel[(n_partials,)](x, label, w, partial, weight, C, n_inner, BLOCK=128)
    cross_entropy_nd_options_total_kernel[(1,)](partial, weight, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
