"""Cross-entropy at every position with weights of classes, (N, C, ...) scores and (N, ...) labels: sum of w *
loss over sum of w.

One program owns 128 neighbouring positions of one sample and walks down their classes. It leaves two partial
sums, of the weighted losses and of the weights, which a second kernel folds.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3, 1), (2, 7, 33), (2, 5, 6, 11), (2, 4, 3, 5, 9), (3, 5, 150)]


def make(*shape):
    return torch.randn(shape), torch.randint(0, shape[1], shape[:1] + shape[2:]), torch.rand(shape[1]) + 0.5


def cross_entropy_nd_weighted_torch(x, label, w):
    return F.cross_entropy(x, label, weight=w, reduction="mean")


@triton.jit
def cross_entropy_nd_weighted_kernel(x_ptr, label_ptr, w_ptr, partial_ptr, weight_ptr, n_classes, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    image_ptr = x_ptr + outer * n_classes * n_inner
    peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for c in range(0, n_classes):
        x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        higher = tl.maximum(peak, x)
        total = total * tl.exp(peak - higher) + tl.exp(x - higher)
        peak = higher
    label = tl.load(label_ptr + outer * n_inner + inner, mask=mask, other=0)
    chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + label, mask=mask, other=0.0).to(tl.float32)
    loss = w * (peak - chosen + tl.log(total))
    tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), axis=0))
    tl.store(partial_ptr + tl.program_id(0), tl.sum(tl.where(mask, loss, 0.0), axis=0))


@triton.jit
def cross_entropy_nd_weighted_total_kernel(partial_ptr, weight_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], dtype=tl.float32)
    weight = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)
    tl.store(y_ptr, tl.sum(total, axis=0) / tl.sum(weight, axis=0))


def cross_entropy_nd_weighted_triton(x, label, w):
    x = x.contiguous()
    label, w = label.contiguous(), w.contiguous()
    n_outer, n_classes = x.shape[:2]
    n_inner = x.numel() // (n_outer * n_classes)
    n_partials = n_outer * triton.cdiv(n_inner, 128)
    partial = torch.empty((n_partials,), dtype=torch.float32, device=x.device)
    weight = torch.empty_like(partial)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    cross_entropy_nd_weighted_kernel[(n_partials,)](x, label, w, partial, weight, n_classes, n_inner, BLOCK=128, enable_fp_fusion=False)
    cross_entropy_nd_weighted_total_kernel[(1,)](partial, weight, y, n_partials, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
