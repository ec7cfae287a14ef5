"""Products of matrices and one vector, y[..., m] = sum_k x[..., m, k] * v[k], at ranks 2 to 5, from either side.

A vector times a matrix, v @ x, or a transposed matrix times a vector, is the same sum: only the strides of m and k change places.
A program takes BLOCK_M results of one matrix and walks along k in tiles.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 3), (11, 37), (70, 90)]  # leading dimensions, M, K


def make(*shape):
    x = torch.randn(shape)
    v = torch.randn(shape[-1])
    return x, v


def matvec_of_ranks_torch(x, v):
    return x @ v


@triton.jit
def matvec_of_ranks_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_m, stride_k, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + batch * M * K + rows[:, None] * stride_m + k[None, :] * stride_k, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * v[None, :]
    tl.store(y_ptr + batch * M + rows, tl.sum(lanes, axis=1), mask=rows < M)


def matvec_of_ranks_triton(x, v):
    x, v = x.contiguous(), v.contiguous()
    M, K = x.shape[-2:]
    stride_m, stride_k = K, 1
    y = torch.empty((*x.shape[:-2], M), dtype=x.dtype, device=x.device)
    grid = (x.numel() // (M * K) * triton.cdiv(M, 32),)
    matvec_of_ranks_kernel[grid](x, v, y, M, K, stride_m, stride_k, BLOCK_M=32, BLOCK_K=64)
    return y


FAMILY = {
    "transposed": {"x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()", "return x @ v": "return x.transpose(-2, -1) @ v",
                   "M, K = x.shape[-2:]": "K, M = x.shape[-2:]", "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"},
    "vector_first": {"x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()", "return x @ v": "return v @ x",
                     "return x, v": "return v, x", "(x, v):": "(v, x):",
                     "M, K = x.shape[-2:]": "K, M = x.shape[-2:]", "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"},
    "vector_first_transposed": {"return x @ v": "return v @ x.transpose(-2, -1)", "return x, v": "return v, x", "(x, v):": "(v, x):"},
}

AXES = [
    {
        "rank3": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
        "rank4": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"},
        "rank5": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
