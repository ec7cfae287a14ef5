"""Numbers picked along a dimension by an index of any smaller shape, y[i, j, k] = x[i, index[i, j, k], k]: torch.gather.

y has the shape of the index, which may be smaller than x in every other dimension too. A program takes BLOCK consecutive
numbers of y, finds out where each stands, and asks x for it by x's own strides.
"""
from harness import run

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


FAMILY = {
    "gather_dim0": {
        "shape[1], wanted": "shape[0], wanted",
        "(x, 1, index)": "(x, 0, index)",
        "i = offsets // (J * K)": "j = offsets // K % J",
        "x_ptr + i * stride_i + place * stride_j + k * stride_k": "x_ptr + place * stride_i + j * stride_j + k * stride_k",
    },
    "gather_last": {
        "shape[1], wanted": "shape[2], wanted",
        "(x, 1, index)": "(x, 2, index)",
        "k = offsets % K": "j = offsets // K % J",
        "x_ptr + i * stride_i + place * stride_j + k * stride_k": "x_ptr + i * stride_i + j * stride_j + place * stride_k",
    },
    "gather_rows": {
        "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]":
            "[((2, 3), (4, 3)), ((5, 33), (7, 30)), ((20, 90), (3, 80))]",
        "shape[1], wanted": "shape[0], wanted",
        "(x, 1, index)": "(x, 0, index)",
        "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, K, stride_j, stride_k",
        "i = offsets // (J * K)": "",
        "x_ptr + i * stride_i + place * stride_j": "x_ptr + place * stride_j",
        "_, J, K = index.shape": "K = index.shape[1]",
        "stride_i, stride_j, stride_k = x.stride()": "stride_j, stride_k = x.stride()",
        "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), K, stride_j, stride_k",
    },
    "gather_columns": {
        "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]":
            "[((2, 3), (2, 5)), ((5, 33), (4, 50)), ((20, 90), (20, 7))]",
        "(x, 1, index)": "(x, -1, index)",
        "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, J, stride_i, stride_j",
        "i = offsets // (J * K)": "i = offsets // J",
        "k = offsets % K": "",
        "place * stride_j + k * stride_k": "place * stride_j",
        "_, J, K = index.shape": "J = index.shape[1]",
        "stride_i, stride_j, stride_k = x.stride()": "stride_i, stride_j = x.stride()",
        "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), J, stride_i, stride_j",
    },
    "gather_vector": {
        "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]": "[((2,), (3,)), ((33,), (7,)), ((90,), (1300,))]",
        "shape[1], wanted": "shape[0], wanted",
        "(x, 1, index)": "(x, 0, index)",
        "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, stride",
        "i = offsets // (J * K)": "",
        "k = offsets % K": "",
        "i * stride_i + place * stride_j + k * stride_k": "place * stride",
        "_, J, K = index.shape": "",
        "stride_i, stride_j, stride_k = x.stride()": "stride = x.stride(0)",
        "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), stride",
    },
}
AXES = [
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
