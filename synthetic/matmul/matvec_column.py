"""Products of matrices and one column each, which goes or stays, y[..., m] = sum_k g(x)[..., m, k] * w[...,
k, 0], at ranks 2 to 5.

What linear attention divides by is such a product, so its reciprocal is a usual end. A program takes BLOCK_M
results of one matrix and walks along k in tiles; a column that all matrices share has a stride of 0 between
them.
"""

from python_to_triton.verification.exemplar import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]  # leading dimensions, M, K


def make(*shape):
    *batch, M, K = shape
    x = torch.randn(*batch, M, K)
    w = torch.randn(*batch, K, 1)
    return x, w


def matvec_column_torch(x, w):
    x = torch.relu(x)
    y = x @ w
    y = y.squeeze(-1)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def matvec_column_kernel(x_ptr, w_ptr, y_ptr, M, K, stride_w, stride_m, stride_k, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + batch * M * K + rows[:, None] * stride_m + k[None, :] * stride_k, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        w = tl.load(w_ptr + batch * stride_w + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * w[None, :]

    y = tl.sum(lanes, axis=1)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)


def matvec_column_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    M, K = x.shape[-2:]
    stride_w = K
    stride_m, stride_k = K, 1
    y = torch.empty((*x.shape[:-2], M), dtype=x.dtype, device=x.device)
    block_k = min(512, triton.next_power_of_2(K))
    block_m = 4096 // block_k
    grid = (x.numel() // (M * K) * triton.cdiv(M, block_m),)
    matvec_column_kernel[grid](x, w, y, M, K, stride_w, stride_m, stride_k, BLOCK_M=block_m, BLOCK_K=block_k)
    return y


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
