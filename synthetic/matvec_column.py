"""Products of matrices and one column each, which goes or stays, y[..., m] = sum_k g(x)[..., m, k] * w[..., k, 0], at ranks 2 to 5.

What linear attention divides by is such a product, so its reciprocal is a usual end. A program takes BLOCK_M results of one
matrix and walks along k in tiles; a column that all matrices share has a stride of 0 between them.
"""
from harness import run

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
    grid = (x.numel() // (M * K) * triton.cdiv(M, 32),)
    matvec_column_kernel[grid](x, w, y, M, K, stride_w, stride_m, stride_k, BLOCK_M=32, BLOCK_K=64)
    return y


FAMILY = {
    "matvec_column_kept": {"y = y.squeeze(-1)": "", "torch.empty((*x.shape[:-2], M)": "torch.empty((*x.shape[:-2], M, 1)"},
    "matvec_column_reciprocal": {  # of sums of what is positive
        "return x, w": "return x.abs(), w.abs() + 0.1",
        "y = y.squeeze(-1)": "y = y.squeeze(-1)\ny = torch.reciprocal(y + 1e-6)",
        "y = tl.sum(lanes, axis=1)": "y = tl.sum(lanes, axis=1)\ny = 1.0 / (y + 1e-6)",
    },
}
AXES = [
    {
        "rank2": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": "CASES = [(1, 3), (11, 37), (70, 90)]"},
        "rank3": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
        "rank5": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"},
    },
    {
        "shared": {"torch.randn(*batch, K, 1)": "torch.randn(K, 1)", "stride_w = K": "stride_w = 0"},
    },
    {
        "transposed": {"torch.randn(*batch, M, K)": "torch.randn(*batch, K, M)", "x @ w": "x.transpose(-2, -1) @ w",
                       "M, K = x.shape[-2:]": "K, M = x.shape[-2:]", "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
    ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
