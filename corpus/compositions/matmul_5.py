"""Compositions of the families of matrix products, triangular_matmul to triangular_matmul."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Triangular matrix times a matrix, y = tril(a) @ w for a (M, K) and w (K, N); also triu(a).
    "triangular_matmul": Composition(
        "matmul",
        {"x, w": "a, w", "= x": "= torch.tril(a)"},
        functions=(
            """
CASES = [(2, 3, 1), (7, 9, 33), (70, 60, 20)]  # M, K, N
""",
            """
@triton.jit
def triangular_matmul_kernel(a_ptr, w_ptr, y_ptr, M, N, K, stride_am, stride_ak, stride_wk, stride_wn,
                             BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tile_m = tl.program_id(0)
    rows = tile_m.to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    begin = 0
    end = tl.minimum(K, (tile_m + 1) * BLOCK_M)
    for start in range(begin, end, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        inside = (rows[:, None] < M) & (k[None, :] < K)
        kept = inside & (k[None, :] <= rows[:, None])
        a = tl.load(a_ptr + rows[:, None] * stride_am + k[None, :] * stride_ak, mask=kept, other=0.0).to(tl.float32)
        w_mask = (k[:, None] < K) & (columns[None, :] < N)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0).to(tl.float32)
        y += tl.dot(a, w, input_precision="tf32x3")
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
            """
def triangular_matmul_triton(a, w):
    M, K = a.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    triangular_matmul_kernel[grid](a, w, y, M, N, K, a.stride(0), a.stride(1), w.stride(0), w.stride(1),
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
    ),
}
