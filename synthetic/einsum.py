"""Products of two tensors that einsum writes and matmul does not: a batch of matrix products walked by strides.

Every letter of the equation plays one of five parts: two batches B and H, rows M, columns N, and the sum over K. Which
dimension plays which is a matter of strides alone, so one kernel serves all equations, and nothing is moved first. One
program owns one tile of one matrix of the batch.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 33, 7), (2, 4, 34, 40, 20)]  # B, H, M, N, K


def make(B, H, M, N, K):
    x = torch.randn(B, M, H, K)
    w = torch.randn(B, N, H, K) / K ** 0.5
    return x, w


def einsum_torch(x, w):
    y = torch.einsum("bmhk,bnhk->bhmn", x, w)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def einsum_kernel(x_ptr, w_ptr, y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                  stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    b = pid // tiles_m // H
    h = pid // tiles_m % H
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + b * stride_xb + h * stride_xh + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + b * stride_wb + h * stride_wh + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, None] * stride_ym + columns[None, :] * stride_yn
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def einsum_triton(x, w):
    B, M, H, K = x.shape
    N = w.shape[1]
    stride_xb, stride_xm, stride_xh, stride_xk = x.stride()
    stride_wb, stride_wn, stride_wh, stride_wk = w.stride()
    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()
    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))
    einsum_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                        stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn,
                        BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "einsum_values": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
        "bmhk,bnhk->bhmn": "bhmk,bkhn->bmhn",
        "B, M, H, K = x.shape": "B, H, M, K = x.shape",
        "N = w.shape[1]": "N = w.shape[3]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
        "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()",
    },
    "einsum_heads_out": {
        "w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
        "bmhk,bnhk->bhmn": "bmhk,hkn->bmhn",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wh, stride_wk, stride_wn = w.stride()\nstride_wb = 0",
        "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()",
    },
    "einsum_per_head": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
        "bmhk,bnhk->bhmn": "bhmk,hkn->bhmn",
        "B, M, H, K = x.shape": "B, H, M, K = x.shape",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wh, stride_wk, stride_wn = w.stride()\nstride_wb = 0",
    },
    "einsum_head_major": {
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
        "bmhk,bnhk->bhmn": "bmhk,bkhn->bmhn",
        "N = w.shape[1]": "N = w.shape[3]",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
        "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()",
    },
    "einsum_channels": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M, H)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
        "bmhk,bnhk->bhmn": "bkmh,nk->bnmh",
        "B, M, H, K = x.shape": "B, K, M, H = x.shape",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
            "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0",
        "torch.empty((B, H, M, N)": "torch.empty((B, N, M, H)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_ym, stride_yh = y.stride()",
    },
    "einsum_three": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K, B)",
        "bmhk,bnhk->bhmn": "bmk,nkb->nmb",
        "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wn, stride_wk, stride_wb = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((N, M, B)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yn, stride_ym, stride_yb = y.stride()\nstride_yh = 0",
    },
    "einsum_shared": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
        "bmhk,bnhk->bhmn": "bhmk,nk->bhmn",
        "B, M, H, K = x.shape": "B, H, M, K = x.shape",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
            "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0",
    },
    "einsum_shared_keys": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)",
        "bmhk,bnhk->bhmn": "bhmk,bnk->bhmn",
        "B, M, H, K = x.shape": "B, H, M, K = x.shape",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()\nstride_wh = 0",
    },
    "einsum_experts": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
        "bmhk,bnhk->bhmn": "bmk,bkn->mbn",
        "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yn = y.stride()\nstride_yh = 0",
    },
    "einsum_mixture": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
        "bmhk,bnhk->bhmn": "mk,bkn->bmn",
        "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
            "stride_xm, stride_xk = x.stride()\nstride_xb, stride_xh = 0, 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yn = y.stride()\nstride_yh = 0",
    },
    "einsum_mixture_last": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
        "bmhk,bnhk->bhmn": "mk,bkn->mbn",
        "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
            "stride_xm, stride_xk = x.stride()\nstride_xb, stride_xh = 0, 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yn = y.stride()\nstride_yh = 0",
    },
    "einsum_turned": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)",
        "bmhk,bnhk->bhmn": "bkm,bnk->bmn",
        "B, M, H, K = x.shape": "B, K, M = x.shape\nH = 1",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()\nstride_xh = 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yn = y.stride()\nstride_yh = 0",
    },
    "einsum_turned_out": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
        "bmhk,bnhk->bhmn": "bmk,bkn->bnm",
        "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
        "N = w.shape[1]": "N = w.shape[2]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0",
        "torch.empty((B, H, M, N)": "torch.empty((B, N, M)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_ym = y.stride()\nstride_yh = 0",
    },
    "einsum_matrices": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(K, M)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
        "bmhk,bnhk->bhmn": "km,nk->nm",
        "B, M, H, K = x.shape": "K, M = x.shape\nB = 1\nH = 1",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
            "stride_xk, stride_xm = x.stride()\nstride_xb, stride_xh = 0, 0",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
            "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0",
        "torch.empty((B, H, M, N)": "torch.empty((N, M)",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
            "stride_yn, stride_ym = y.stride()\nstride_yb, stride_yh = 0, 0",
    },
    "einsum_states": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, K, M)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, H, K, N)",
        "bmhk,bnhk->bhmn": "bhkm,bhkn->bhmn",
        "B, M, H, K = x.shape": "B, H, K, M = x.shape",
        "N = w.shape[1]": "N = w.shape[3]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()",
    },
    "einsum_memory": {
        "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, H, M)",
        "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
        "bmhk,bnhk->bhmn": "bkhm,bkhn->bhmn",
        "B, M, H, K = x.shape": "B, K, H, M = x.shape",
        "N = w.shape[1]": "N = w.shape[3]",
        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
    },
}
AXES = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
