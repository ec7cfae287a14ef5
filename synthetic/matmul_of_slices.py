"""Matrix product of slices of two tensors, y = f(x[..., 3:] @ w[2:, 1:]): a slice is an offset and a size, nothing is copied.

All dimensions before the last two are batches, and broadcast: where an operand has 1 or none, every product reads the same
matrix again, a stride of 0. What a slice leaves out is never read.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))]


def make(x_shape, w_shape):
    x = torch.randn(x_shape)
    w = torch.randn(w_shape)
    return x, w


def matmul_of_slices_torch(x, w):
    x = x[..., 2:]
    w = w[..., 2:, :]
    y = x @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y


@triton.jit
def matmul_of_slices_kernel(x_ptr, w_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,
                            stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,
                            BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    a, b, c = batch // (B * C), batch // C % B, batch % C
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + a * stride_xa + b * stride_xb + c * stride_xc + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + a * stride_wa + b * stride_wb + c * stride_wc + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N))


def matmul_of_slices_triton(x, w):
    x = x[..., 2:]
    w = w[..., 2:, :]
    (M, K), N = x.shape[-2:], w.shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    A, B, C = (1, 1, 1, *batch)[-3:]
    x, w = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N)
    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)
    grid = (A * B * C * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_of_slices_kernel[grid](x, w, y, M, N, K, B, C, *x.stride(), *w.stride(), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y


FAMILY = {
    "from": ({"x = x[..., 2:]": "x = x[..., {0}:]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"}, "1 3 4 5"),
    "first": ({"x = x[..., 2:]": "x = x[..., :{0}]", "w = w[..., 2:, :]": "w = w[..., :{0}, :]"}, "2 3 4 5 7"),
    "less": ({"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., :-{0}, :]"}, "1 2 3"),
    "between": ({"x = x[..., 2:]": "x = x[..., {0}:{1}]", "w = w[..., 2:, :]": "w = w[..., {0}:{1}, :]"}, "14 25 36 13"),
    "crossed": ({"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"}, "1 2 3"),
    "every_other": {"x = x[..., 2:]": "x = x[..., ::2]", "w = w[..., 2:, :]": "w = w[..., ::2, :]"},
    "every_odd": {"x = x[..., 2:]": "x = x[..., 1::2]", "w = w[..., 2:, :]": "w = w[..., 1::2, :]"},
    "rows_from": ({"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
    "rows_less": ({"x = x[..., 2:]": "x = x[..., :-{0}, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
    "rows_first": ({"x = x[..., 2:]": "x = x[..., :{0}, :]", "w = w[..., 2:, :]": ""}, "2 3"),
    "rows_every_other": {"x = x[..., 2:]": "x = x[..., ::2, :]", "w = w[..., 2:, :]": ""},
    "columns_first": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :{0}]"}, "1 2 3 4"),
    "columns_from": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., {0}:]"}, "1 2 3 4"),
    "columns_less": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :-{0}]"}, "1 2 3"),
    "rows_and_columns": ({"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": "w = w[..., :-{1}]"}, "11 12 21 23 32"),
    "corner": ({"x = x[..., 2:]": "x = x[..., {0}:, {1}:]", "w = w[..., 2:, :]": "w = w[..., {1}:, {0}:]"}, "12 21 23 32"),
    "only_w": {"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., : x.shape[-1], :]",
               "w = torch.randn(w_shape)": "w = torch.randn(*w_shape[:-2], w_shape[-2] + 3, w_shape[-1])"},
    "only_x": {"x = x[..., 2:]": "x = x[..., : w.shape[-2]]", "w = w[..., 2:, :]": "",
               "x = torch.randn(x_shape)": "x = torch.randn(*x_shape[:-1], x_shape[-1] + 3)"},
}
AXES = [
    {
        "2_2": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((4, 8), (8, 5)), ((11, 37), (37, 6)), ((70, 19), (19, 66))"},
        "2_2_again": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                      "((4, 8), (8, 5)), ((11, 37), (37, 16)), ((70, 19), (19, 66))"},
        "3_3": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                "((2, 4, 8), (2, 8, 5)), ((4, 11, 37), (4, 37, 6)), ((3, 70, 19), (3, 19, 66))"},
        "4_2": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                "((1, 2, 4, 8), (8, 5)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 19), (19, 5))"},
        "4_4": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                "((1, 2, 4, 8), (1, 2, 8, 5)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, 19), (3, 2, 19, 5))"},
        "2_3": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                "((4, 8), (2, 8, 5)), ((11, 37), (4, 37, 6)), ((70, 19), (3, 19, 66))"},
    },
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
