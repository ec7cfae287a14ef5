"""The cross-entropy at each position, (N, C, ...) scores and (N, ...) labels, with weights, label smoothing and a label that counts for nothing.

With s[c] = logsumexp(x) - x[c], a position's loss is (1 - e) * w[label] * s[label] + e * mean(w * s). One program owns 128 neighbouring
positions of one sample and walks down their classes. One more step follows, which may be any: a focal factor, say.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 3, 2), (2, 7, 33), (2, 5, 6, 11), (2, 4, 3, 5, 9), (3, 5, 150)]


def make(*shape):
    label = torch.randint(0, shape[1], shape[:1] + shape[2:])
    return torch.randn(shape), torch.where(label == 1, torch.tensor(-1), label), torch.rand(shape[1]) + 0.5


def cross_entropy_nd_options_none_torch(x, label, w):
    y = F.cross_entropy(x, label, weight=w, ignore_index=-1, label_smoothing=0.1, reduction="none")
    y = torch.abs(y)
    return y


@triton.jit
def cross_entropy_nd_options_none_kernel(x_ptr, label_ptr, w_ptr, y_ptr, C, n_inner, BLOCK: tl.constexpr):
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
    y = tl.where(counted, loss, 0.0)
    y = tl.abs(y)
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)


def cross_entropy_nd_options_none_triton(x, label, w):
    x, label, w = x.contiguous(), label.contiguous(), w.contiguous()
    N, C = x.shape[:2]
    n_inner = label.numel() // N
    y = x.new_empty(label.shape)
    cross_entropy_nd_options_none_kernel[(N * triton.cdiv(n_inner, 128),)](x, label, w, y, C, n_inner, BLOCK=128)
    return y


FAMILY = {
    "weights": {", label_smoothing=0.1": "", "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "", "weights = 0.0": "", "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "", "weights += w": ""},
    "smoothing": {"weight=w, ": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "",
                  "label_ptr, w_ptr, ": "label_ptr, ", "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                  "weights = 0.0": "", "w = tl.load(w_ptr + c).to(tl.float32)": "", "w * (x - chosen)": "(x - chosen)",
                  "weights += w": "", "weights * spread": "C * spread",
                  "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
                  "(x, label, w, ": "(x, label, "},
    "neither": {", label_smoothing=0.1": "", "weight=w, ": "", "(x, label, w)": "(x, label)", ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ", "own = tl.load(w_ptr + label).to(tl.float32)": "",
                "loss = own * spread": "loss = spread", "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "", "weights = 0.0": "", "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "", "weights += w": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": "x, label = x.contiguous(), label.contiguous()",
                "(x, label, w, ": "(x, label, "},
}

AXES = [
    {
        "ignore_0": {"ignore_index=-1": "ignore_index=0", "label != -1": "label != 0", "torch.tensor(-1)": "torch.tensor(0)"},
        "ignore_2": {"ignore_index=-1": "ignore_index=2", "label != -1": "label != 2", "torch.tensor(-1)": "torch.tensor(2)"},
        "ignore_255": {"ignore_index=-1": "ignore_index=255", "label != -1": "label != 255", "torch.tensor(-1)": "torch.tensor(255)"},
        "all": {", ignore_index=-1": "", "torch.where(label == 1, torch.tensor(-1), label)": "label", "counted = mask & (label != -1)": "",
                "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label": "",
                "tl.where(counted, loss, 0.0)": "tl.where(mask, loss, 0.0)"},
    },
    ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
