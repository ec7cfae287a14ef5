"""Permutation of five dimensions, here y[i, k, j, l, m] = x[i, j, k, l, m].

One program takes BLOCK consecutive outputs. An output's offset is split into its coordinates by the sizes of y, the last first,
and each coordinate is worth a stride of x. So x may be any strided view, and no copy comes first.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 2), (2, 3, 5, 4, 7), (3, 4, 2, 6, 11)]


def make(*shape):
    return (torch.randn(shape),)


def permute5_torch(x):
    y = x.permute(0, 2, 1, 3, 4).contiguous()
    return y


@triton.jit
def permute5_kernel(x_ptr, y_ptr, n_elements, size_1, size_2, size_3, size_4, stride_0, stride_1, stride_2, stride_3, stride_4,
                    BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets % size_4 * stride_4
    rest = offsets // size_4
    source += rest % size_3 * stride_3
    rest = rest // size_3
    source += rest % size_2 * stride_2
    rest = rest // size_2
    source += rest % size_1 * stride_1 + rest // size_1 * stride_0
    x = tl.load(x_ptr + source, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def permute5_triton(x):
    order = (0, 2, 1, 3, 4)
    sizes = [x.shape[d] for d in order]
    strides = [x.stride(d) for d in order]
    y = x.new_empty(sizes)
    grid = (triton.cdiv(x.numel(), 1024),)
    permute5_kernel[grid](x, y, x.numel(), *sizes[1:], *strides, BLOCK=1024)
    return y


FAMILY = {
    "order": ({"(0, 2, 1, 3, 4)": "({0}, {1}, {2}, {3}, {4})"},
              "01243 01324 01342 01423 01432 02143 02314 02341 02413 02431 03124 03142 03214 03241 03412 03421 04123 04132 04213 04231 "
              "04312 04321 10234 10243 10324 10342 10423 10432 12034 12043 12304 12340 12403 12430 13024 13042 13204 13240 13402 13420 "
              "14023 14032 14203 14230 14302 14320 20134 20143 20314 20341 20413 20431 21034 21043 21304 21340 21403 21430 23014 23041 "
              "23104 23140 23401 23410 24013 24031 24103 24130 24301 24310 30124 30142 30214 30241 30412 30421 31024 31042 31204 31240 "
              "31402 31420 32014 32041 32104 32140 32401 32410 34012 34021 34102 34120 34201 34210 40123 40132 40213 40231 40312 40321 "
              "41023 41032 41203 41230 41302 41320 42013 42031 42103 42130 42301 42310 43012 43021 43102 43120 43201 43210"),
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
