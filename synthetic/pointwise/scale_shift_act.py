"""Scale and shift a channel, then an activation: y = f(x * scale[c] + shift[c]) for x (N, C, ...).

What batch normalisation becomes once it is frozen. A channel is one contiguous run of S elements in each
sample, so that one program row takes a (sample, channel) pair and loads its two constants once, as scalars.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1), (2, 3, 33), (2, 4, 5, 7), (1, 2, 1500)]


def make(N, C, *space):
    return torch.randn(N, C, *space), torch.randn(C), torch.randn(C)


def scale_shift_act_torch(x, scale, shift):
    column = (-1,) + (1,) * (x.dim() - 2)
    y = x * scale.view(column) + shift.view(column)
    y = torch.relu(y)
    return y


@triton.jit
def scale_shift_act_kernel(x_ptr, scale_ptr, shift_ptr, y_ptr, C, S, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    scale = tl.load(scale_ptr + plane % C).to(tl.float32)
    shift = tl.load(shift_ptr + plane % C).to(tl.float32)
    position = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = position < S
    x = tl.load(x_ptr + plane * S + position, mask=mask, other=0.0).to(tl.float32)
    y = x * scale + shift
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + plane * S + position, y, mask=mask)


def scale_shift_act_triton(x, scale, shift):
    x = x.contiguous()
    y = torch.empty_like(x)
    planes, C = x.shape[0] * x.shape[1], x.shape[1]
    S = x.numel() // planes
    grid = (planes, triton.cdiv(S, 1024))
    scale_shift_act_kernel[grid](x, scale, shift, y, C, S, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
