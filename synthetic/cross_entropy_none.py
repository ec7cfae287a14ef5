"""Cross-entropy of scaled logits a row, loss[i] = logsumexp(s x[i]) - s x[i, label[i]], not reduced.

A row may be longer than any block, so its logarithm of a sum is kept as a running maximum and a sum that is scaled
down whenever the maximum grows. One pass over the row.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 2), (3, 33), (7, 1000), (4, 2500)]


def make(N, C):
    return torch.randn(N, C), torch.randint(0, C, (N,))


def cross_entropy_none_torch(x, label):
    x = x * 1.5
    return F.cross_entropy(x, label, reduction="none")


@triton.jit
def cross_entropy_none_kernel(x_ptr, label_ptr, loss_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    chosen = tl.load(x_ptr + row * C + label).to(tl.float32)
    chosen = chosen * 1.5
    peak = -float("inf")
    total = 0.0
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=-float("inf")).to(tl.float32)
        x = x * 1.5
        new_peak = tl.maximum(peak, tl.max(x, axis=0))
        total = total * tl.exp(peak - new_peak) + tl.sum(tl.exp(x - new_peak), axis=0)
        peak = new_peak
    tl.store(loss_ptr + row, peak - chosen + tl.log(total))


def cross_entropy_none_triton(x, label):
    x = x.contiguous()
    N, C = x.shape
    loss = torch.empty((N,), dtype=x.dtype, device=x.device)
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    cross_entropy_none_kernel[(N,)](x, label, loss, C, BLOCK=1024, enable_fp_fusion=False)
    return loss


FAMILY = {
    "temperature_2": {"x = x * 1.5": "x = x / 2.0", "chosen = chosen * 1.5": "chosen = chosen / 2.0"},
    "temperature_07": {"x = x * 1.5": "x = x / 0.7", "chosen = chosen * 1.5": "chosen = chosen / 0.7"},
    "temperature_01": {"x = x * 1.5": "x = x / 0.1", "chosen = chosen * 1.5": "chosen = chosen / 0.1"},
    "temperature_05": {"x = x * 1.5": "x = x / 0.5", "chosen = chosen * 1.5": "chosen = chosen / 0.5"},
    "scale_2": {"x = x * 1.5": "x = x * 2.0", "chosen = chosen * 1.5": "chosen = chosen * 2.0"},
    "scale_03": {"x = x * 1.5": "x = x * 0.3", "chosen = chosen * 1.5": "chosen = chosen * 0.3"},
    "scale_10": {"x = x * 1.5": "x = x * 10.0", "chosen = chosen * 1.5": "chosen = chosen * 10.0"},
    "scale_125": {"x = x * 1.5": "x = x * 1.25", "chosen = chosen * 1.5": "chosen = chosen * 1.25"},
    "temperature_008": {"x = x * 1.5": "x = x / 0.08", "chosen = chosen * 1.5": "chosen = chosen / 0.08"},
    "temperature_3": {"x = x * 1.5": "x = x / 3.0", "chosen = chosen * 1.5": "chosen = chosen / 3.0"},
}

AXES = [
    {
        "doubled": {'F.cross_entropy(x, label, reduction="none")': '2.0 * F.cross_entropy(x, label, reduction="none")',
                    "peak - chosen + tl.log(total)": "2.0 * (peak - chosen + tl.log(total))"},
        "likelihood": {'F.cross_entropy(x, label, reduction="none")': 'torch.exp(-F.cross_entropy(x, label, reduction="none"))',
                       "peak - chosen + tl.log(total)": "tl.exp(chosen - peak - tl.log(total))"},
        "negative": {'F.cross_entropy(x, label, reduction="none")': '-F.cross_entropy(x, label, reduction="none")',
                     "peak - chosen + tl.log(total)": "chosen - peak - tl.log(total)"},
        "focal": {'return F.cross_entropy(x, label, reduction="none")':
                      'loss = F.cross_entropy(x, label, reduction="none")\n'
                      "return (1.0 - torch.exp(-loss)) ** 2 * loss",
                  "tl.store(loss_ptr + row, peak - chosen + tl.log(total))":
                      "loss = peak - chosen + tl.log(total)\n"
                      "miss = 1.0 - tl.exp(-loss)\n"
                      "tl.store(loss_ptr + row, miss * miss * loss)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
