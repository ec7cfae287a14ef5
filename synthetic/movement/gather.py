"""Numbers picked along a dimension by an index of any smaller shape, y[i, j, k] = x[i, index[i, j, k], k]:
torch.gather.

y has the shape of the index, which may be smaller than x in every other dimension too. A program takes BLOCK
consecutive numbers of y, finds out where each stands, and asks x for it by x's own strides.
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]  # shapes of x and of the index


def make(shape, wanted):
    x = torch.randn(shape)
    index = torch.randint(0, shape[1], wanted)
    return x, index


def gather_torch(x, index):
    x = torch.relu(x)
    y = torch.gather(x, 1, index)
    y = torch.sigmoid(y)
    return y


@triton.jit
def gather_kernel(x_ptr, index_ptr, y_ptr, n_elements, J, K, stride_i, stride_j, stride_k, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (J * K)
    k = offsets % K
    place = tl.load(index_ptr + offsets, mask=mask, other=0)
    x = tl.load(x_ptr + i * stride_i + place * stride_j + k * stride_k, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)


def gather_triton(x, index):
    index = index.contiguous()
    _, J, K = index.shape
    stride_i, stride_j, stride_k = x.stride()
    y = torch.empty(index.shape, device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(y.numel(), 1024),)
    gather_kernel[grid](x, index, y, y.numel(), J, K, stride_i, stride_j, stride_k, BLOCK=1024)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
