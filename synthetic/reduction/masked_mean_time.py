"""Mean over the time steps that a mask keeps, y[b, c] = sum over t of m[b, t] x[b, t, c] / max(sum over t of
m[b, t], 1).

One program takes BLOCK channels of one sequence and walks through time, so the loads of a step are coalesced
and no reduction across lanes is needed.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 7, 33), (1, 12, 130)]


def make(batch, time, channels):
    return torch.randn(batch, time, channels), (torch.rand(batch, time) > 0.3).float()


def masked_mean_time_torch(x, mask):
    x = torch.relu(x)
    y = (x * mask.unsqueeze(-1)).sum(dim=1) / mask.sum(dim=1, keepdim=True).clamp(min=1.0)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y


@triton.jit
def masked_mean_time_kernel(x_ptr, mask_ptr, y_ptr, time, channels, BLOCK: tl.constexpr):
    batch = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = column < channels
    total = tl.zeros((BLOCK,), tl.float32)
    count = 0.0
    for step in range(0, time):
        weight = tl.load(mask_ptr + batch * time + step).to(tl.float32)
        x = tl.load(x_ptr + (batch * time + step) * channels + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        total += weight * x
        count += weight
    y = total / tl.maximum(count, 1.0)
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + batch * channels + column, y, mask=inside)


def masked_mean_time_triton(x, mask):
    x = x.contiguous()
    mask = mask.contiguous()
    batch, time, channels = x.shape
    y = x.new_empty(batch, channels)
    masked_mean_time_kernel[(batch, triton.cdiv(channels, 128))](x, mask, y, time, channels, BLOCK=128)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
