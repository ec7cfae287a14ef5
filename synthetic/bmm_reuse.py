"""Batched matrix product whose result is read twice: v = bmm(x, w), y = sigmoid(max(relu(v), cos(v))), and on.

One value is kept while another goes through its functions, and both meet: a gate, a residual, a share. All of it is
arithmetic on one accumulator in registers; what is kept costs registers, no reading.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N


def make(B, M, K, N):
    return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5


def bmm_reuse_torch(x, w):
    y = torch.bmm(x, w)
    z = y
    z = torch.cos(z)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y


@triton.jit
def bmm_reuse_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
                     BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + batch * stride_wb + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    z = y
    z = tl.cos(z)
    y = tl.maximum(y, 0.0)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    y = tl.sin(y)
    offsets = (batch * M + rows[:, None]) * N + columns[None, :]
    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def bmm_reuse_triton(x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_xb, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_reuse_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
                           BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "bmm_reuse_second_transposed": {
        "torch.randn(B, K, N)": "torch.randn(B, N, K)",
        "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
        "N = w.shape[2]": "N = w.shape[1]",
        "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()",
    },
    "bmm_reuse_first_transposed": {
        "torch.randn(B, M, K)": "torch.randn(B, K, M)",
        "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
    },
    "bmm_reuse_both_transposed": {
        "torch.randn(B, M, K), torch.randn(B, K, N)": "torch.randn(B, K, M), torch.randn(B, N, K)",
        "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
        "B, M, K = x.shape": "B, K, M = x.shape",
        "N = w.shape[2]": "N = w.shape[1]",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
        "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()",
    },
    "bmm_reuse_shared_first": {
        "torch.randn(B, M, K)": "torch.randn(M, K)",
        "torch.bmm(x, w)": "torch.matmul(x, w)",
        "B, M, K = x.shape": "B, (M, K) = w.shape[0], x.shape",
        "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, (stride_xm, stride_xk) = 0, x.stride()",
    },
}
AXES = [
    {
        "halved": {"z = y": "y = 0.5 * y\nz = y"},
        "doubled": {"z = y": "y = y * 2.0\nz = y"},
        "shifted": {"z = y": "y = y + 1.0\nz = y"},
        "lowered": {"z = y": "y = y - 0.5\nz = y"},
        "shrunk": {"z = y": "y = y / 3.0\nz = y"},
    },
    ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
    ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
    ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
    ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
