"""Compositions of the families of products that are scored, masked, windowed or reduced."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Distances between the rows of two matrices, y[i, j] = sum_k |x[i, k] - w[j, k]|; also squared and
    # largest.
    "cdist": Composition("matmul", {
        "x @ w": "(x[:, None, :] - w[None, :, :]).abs().sum(dim=-1)", "[1]": "[0]",
        "(M, 128) * triton.cdiv(N, 64),": "(M, 32), triton.cdiv(N, 64)",
        "128, BLOCK_N=64, BLOCK_K=32, GROUP=8, num_warps=4": "32, BLOCK_N=64, num_warps=4",
        "M, K, N):": "M, N, K):", ".randn(K, N) / K ** 0.5": ".randn(N, K)"}, functions=(
        "CASES = [(1, 1, 1), (3, 33, 5), (40, 35, 9)]  # M, N, K", """
@triton.jit
def cdist_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,
                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    x_ptrs = x_ptr + rows * stride_xm
    w_ptrs = w_ptr + columns * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K):
        x = tl.load(x_ptrs, mask=rows < M, other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=columns < N, other=0.0).to(tl.float32)
        distance = tl.abs(x[:, None] - w[None, :])
        y = y + distance
        x_ptrs += stride_xk
        w_ptrs += stride_wk
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
"""), breaks=("BLOCK_M",)),
    # All cosines between the rows of a and the rows of b, y[i, j] = a[i] . b[j] / (|a[i]| |b[j]|).
    "cosine_matrix": Composition("triangular_both", {
        "y = torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))":
            "y = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).T"}, functions=(
        "CASES = [(1, 1, 1), (3, 5, 33), (40, 17, 64)]", """
def make(rows_a, rows_b, width):
    return torch.randn(rows_a, width), torch.randn(rows_b, width)
""", """
@triton.jit
def cosine_matrix_kernel(a_ptr, b_ptr, y_ptr, rows_a, rows_b, width, TILE: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    j = tl.program_id(1).to(tl.int64) * TILE + tl.arange(0, TILE)
    product = tl.zeros((TILE, TILE), tl.float32)
    square_a = tl.zeros((TILE,), tl.float32)
    square_b = tl.zeros((TILE,), tl.float32)
    for start in range(0, width, TILE):
        k = start + tl.arange(0, TILE)
        mask_a = (i < rows_a)[:, None] & (k < width)[None, :]
        mask_b = (j < rows_b)[:, None] & (k < width)[None, :]
        a = tl.load(a_ptr + i[:, None] * width + k[None, :], mask=mask_a, other=0.0).to(tl.float32)
        b = tl.load(b_ptr + j[:, None] * width + k[None, :], mask=mask_b, other=0.0).to(tl.float32)
        product = tl.dot(a, tl.trans(b), product, input_precision="tf32x3")
        square_a += tl.sum(a * a, axis=1)
        square_b += tl.sum(b * b, axis=1)
    norm_a = tl.maximum(tl.sqrt(square_a), 1e-12)
    norm_b = tl.maximum(tl.sqrt(square_b), 1e-12)
    y = product / norm_a[:, None] / norm_b[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    mask = (i < rows_a)[:, None] & (j < rows_b)[None, :]
    tl.store(y_ptr + i[:, None] * rows_b + j[None, :], y, mask=mask)
""", """
def cosine_matrix_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    rows_a, width = a.shape
    rows_b = b.shape[0]
    y = a.new_empty(rows_a, rows_b)
    grid = (triton.cdiv(rows_a, 32), triton.cdiv(rows_b, 32))
    cosine_matrix_kernel[grid](a, b, y, rows_a, rows_b, width, TILE=32)
    return y
""")),
    # Matrix product summed along its rows, z = (x @ w).sum(-1), without ever writing x @ w; mean, max and
    # min too.
    "matmul_reduce": Composition("matmul_logsumexp", {
        "(N, K) / K ** 0.5, torch.randn(N)": "(K, N) / K ** 0.5", "(x, w, b):": "(x, w):", "[0]": "[1]",
        "b, z": "z", " = F.linear(x, w, b)": " = x @ w", " torch.logsumexp(y, dim": " y.sum(dim"},
        functions=("""
@triton.jit
def matmul_reduce_kernel(x_ptr, w_ptr, z_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    z = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first_column in range(0, N, BLOCK_N):
        columns = first_column + tl.arange(0, BLOCK_N).to(tl.int64)
        y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K).to(tl.int64)
            x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                        mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
            w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn,
                        mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
            y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)
    z = tl.sigmoid(z)
    tl.store(z_ptr + rows, z, mask=rows < M)
""",), breaks=("BLOCK_M",)),
    # Scores of attention, y = q @ k.T / sqrt(D), and what is done to them before a softmax: a scale, a
    # function, a causal mask.
    "matmul_scores": Composition("matmul_scores_masked", {
        "mask_ptr, y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, "
        "stride_kh, stride_ks, stride_kd, stride_mb, stride_mh, stride_mt, stride_ms":
            "y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, stride_kh, "
            "stride_ks, stride_kd",
        "inside = (rows[:, None] < T) & (columns[None, :] < S)\n"
        "    mask_ptrs = mask_ptr + b * stride_mb + h * stride_mh + rows[:, "
        "None] * stride_mt + columns[None, :] * stride_ms\n"
        "    mask = tl.load(mask_ptrs, mask=inside, other=0)":
            "mask = (rows[:, None] < T) & (columns[None, :] < S)",
        'y = tl.where(mask != 0, float("-inf"), y)\n'
        "    tl.store(y_ptr + ((b * H + h) * T + rows[:, None]) * S + columns[None, :], y, mask=inside)":
            'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))\n'
            "offsets = ((b * H + h) * T + rows[:, None]) * S + columns[None, :]\n"
            "tl.store(y_ptr + offsets, y, mask=mask)",
        "(q, k, mask):": "(q, k):",
        "stride_mb, stride_mh, stride_mt, stride_ms = mask.expand(B, H, T, S).stride()": "",
        "mask, y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, stride_kh, "
        "stride_ks, stride_kd, stride_mb, stride_mh, stride_mt, stride_ms":
            "y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, stride_kh, "
            "stride_ks, stride_kd",
        "def matmul_scores_torch(q, k, mask):\n"
        "    D = q.shape[-1]":
            "def matmul_scores_torch(q, k):\n"
            "    B, H, T, D = q.shape\n"
            "    S = k.shape[2]",
        "(mask,": "(torch.ones(T, S, device=y.device).tril() == 0,",
        "mask = torch.randn(T, S)\n"
        "    mask = mask > 0\n"
        "    return q, k, mask": "return q, k",
        "1, 2, 1": "1, 1, 1"}, breaks=("stride_kb", "BLOCK_T: tl.constexpr", "stride_kb")),
    # Masked scores of attention with what people fill in, y = masked_fill(q @ k.T / sqrt(D), mask == 0,
    # -1e9), for shared keys too.
    "matmul_scores_filled": Composition("matmul_scores_masked",
        {"y = y * scale": "y = y * scale\ny = tl.where(mask != 0, -1e9, y)",
         'y = tl.where(mask != 0, float("-inf"), y)': "", "D = q.shape[-1]": "",
         "y = y / math.sqrt(D)":
             "y = y / math.sqrt(q.shape[-1])\n"
             "y = y.masked_fill(mask, -1e9)",
         'y = y.masked_fill(mask, float("-inf"))': ""}, functions=("""
def matmul_scores_filled_triton(q, k, mask):
    B, H, T, D = q.shape
    S = k.shape[2]
    scale = 1 / math.sqrt(D)
    k = k.expand(B, H, S, D)
    mask = mask.expand(B, H, T, S)
    y = torch.empty((B, H, T, S), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_scores_filled_kernel[grid](q, k, mask, y, H, T, S, D, scale, *q.stride(), *k.stride(), *mask.stride(),
                                      BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=4)
    return y
""",), breaks=("stride_qb", "stride_mb", "BLOCK_T: tl.constexpr")),
    # Matrix of all dot products of rows, y = x @ x.T for x (M, K): symmetric, so half of the tiles are
    # enough.
    "matmul_symmetric": Composition("gram_split_k", {"K, M": "M, K", "x.T @ x": "x @ x.T"}, functions=(
        "CASES = [(1, 1), (33, 5), (70, 40)]  # M, K", """
@triton.jit
def matmul_symmetric_kernel(x_ptr, y_ptr, M, K, stride_xm, stride_xk, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    if tl.program_id(1) <= tl.program_id(0):
        rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
        columns = tl.program_id(1).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
        y = tl.zeros((BLOCK_M, BLOCK_M), dtype=tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K).to(tl.int64)
            left = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk,
                           mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
            right = tl.load(x_ptr + k[:, None] * stride_xk + columns[None, :] * stride_xm,
                            mask=(k[:, None] < K) & (columns[None, :] < M), other=0.0)
            y += tl.dot(left.to(right.dtype), right, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        y = tl.sigmoid(y)
        mask = (rows[:, None] < M) & (columns[None, :] < M)
        tl.store(y_ptr + rows[:, None] * M + columns[None, :], y, mask=mask)
        tl.store(y_ptr + columns[None, :] * M + rows[:, None], y, mask=mask)
""", """
def matmul_symmetric_triton(x):
    M, K = x.shape
    stride_xm, stride_xk = x.stride()
    y = torch.empty((M, M), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(M, 64))
    matmul_symmetric_kernel[grid](x, y, M, K, stride_xm, stride_xk, BLOCK_M=64, BLOCK_K=32, num_warps=4)
    return y
"""), without=("matmul_symmetric_partial_kernel", "matmul_symmetric_sum_kernel")),
    # Lower triangle of a matrix product, y = tril(x @ w), and the upper one; `diagonal` moves the border.
    "matmul_triangle": Composition("matmul", {
        "sigmoid(y)": "tril(y, diagonal=0)", "(M, 128) * triton.cdiv(N, 64),": "(M, 128), triton.cdiv(N, 64)",
        "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, GROUP=8": "DIAGONAL=0, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32",
        " [(1, 1, 1), (3, 5": " [(5, 1, 4), (7, 5"}, functions=("""
@triton.jit
def matmul_triangle_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn, DIAGONAL: tl.constexpr,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    first_row = tl.program_id(0).to(tl.int64) * BLOCK_M
    first_column = tl.program_id(1).to(tl.int64) * BLOCK_N
    rows = first_row + tl.arange(0, BLOCK_M)
    columns = first_column + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL
    for start in range(0, tl.where(wanted, K, 0), BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.where(columns[None, :] - rows[:, None] <= DIAGONAL, y, 0.0)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",)),
    # Scores without a softmax, y = relu(q @ k.T / sqrt(D)) ** 2 / S: scaled, made weights by a function
    # of their own, divided by a length.
    "matmul_weighed": Composition("matmul_of_ranks", {
        "def matmul_weighed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, B, C, stride_xa, stride_xb, stride_xc, "
        "stride_xm, stride_xk, stride_wa, stride_wb, stride_wc, stride_wk, stride_wn, "
        "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):":
            "def matmul_weighed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, scale, length, B, C, stride_xa, "
            "stride_xb, stride_xc, stride_xm, stride_xk,\n"
            "                           stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,\n"
            "                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, "
            "BLOCK_K: tl.constexpr):",
        "x = tl.maximum(x, 0.0)": "",
        "y = tl.sigmoid(y)":
            "y = y * scale\n"
            "y = tl.maximum(y, 0.0)\n"
            "y = y / length",
        "(M, K), N = x.shape[-2:], w.shape[-1]":
            "(M, K), N = x.shape[-2:], w.shape[-1]\n"
            "scale = 1 / math.sqrt(K)\n"
            "length = float(N)",
        "B, C, *": "scale, length, B, C, *", "x = torch.relu(x)": "",
        "y = torch.sigmoid(y)":
            "D = w.shape[-2]\n"
            "y = y / math.sqrt(D)\n"
            "y = torch.relu(y)\n"
            "y = y / y.shape[-1]"}, breaks=()),
    # Triangular matrix times a matrix, y = tril(a) @ w for a (M, K) and w (K, N); also triu(a).
    "triangular_matmul": Composition("matmul", {"x, w": "a, w", "= x": "= torch.tril(a)"}, functions=(
        "CASES = [(2, 3, 1), (7, 9, 33), (70, 60, 20)]  # M, K, N", """
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
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0)
        y += tl.dot(a.to(w.dtype), w, input_precision="tf32x3")
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""", """
def triangular_matmul_triton(a, w):
    M, K = a.shape
    N = w.shape[1]
    y = torch.empty((M, N), device=a.device, dtype=a.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    triangular_matmul_kernel[grid](a, w, y, M, N, K, a.stride(0), a.stride(1), w.stride(0), w.stride(1),
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""")),
}
