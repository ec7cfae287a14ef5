"""Compositions of the families of matrix products, matmul_reduce to outer_of_ranks."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Matrix product summed along its rows, z = (x @ w).sum(-1), without ever writing x @ w; mean, max and
    # min too.
    "matmul_reduce": Composition(
        "matmul_logsumexp",
        {
            "(N, K) / K ** 0.5, torch.randn(N)": "(K, N) / K ** 0.5",
            "(x, w, b):": "(x, w):",
            "[0]": "[1]",
            "b, z": "z",
        },
        functions=(
            """
def matmul_reduce_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    z = y.sum(dim=-1)
    z = torch.sigmoid(z)
    return z
""",
            """
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
                        mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
            y += tl.dot(x, w, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)
    z = tl.sigmoid(z)
    tl.store(z_ptr + rows, z, mask=rows < M)
""",
        ),
        breaks=("BLOCK_M",),
    ),
    # Matrix product whose result is read twice: v = x @ w, y = sigmoid(max(relu(v), cos(v))), and on.
    "matmul_reuse": Composition(
        "matmul_kept",
        {
            "z_ptr, y_ptr": "y_ptr",
            "offsets = rows[:, None] * N + columns[None, :]": (
                "offsets = rows[:, None] * N + columns[None, :]\nz = y\nz = tl.cos(z)"
            ),
            "z = y": "y = tl.maximum(y, z)",
            "y = tl.maximum(y, z)": "",
            "tl.store(z_ptr + offsets, z, mask=mask)": "",
            "z = torch.empty_like(y)": "",
            "z, y": "y",
        },
        functions=(
            """
def matmul_reuse_torch(x, w):
    y = x @ w
    z = y
    z = torch.cos(z)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Scores of attention, y = q @ k.T / sqrt(D), and what is done to them before a softmax: a scale, a
    # function, a causal mask.
    "matmul_scores": Composition(
        "matmul_scores_masked",
        {
            (
                "mask_ptr, y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, "
                "stride_qd, stride_kb, stride_kh, stride_ks, stride_kd, stride_mb, stride_mh, "
                "stride_mt, stride_ms"
            ): (
                "y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, "
                "stride_kb, stride_kh, stride_ks, stride_kd"
            ),
            (
                "inside = (rows[:, None] < T) & (columns[None, :] < S)\n"
                "    mask_ptrs = mask_ptr + b * stride_mb + h * stride_mh + rows[:, "
                "None] * stride_mt + columns[None, :] * stride_ms\n"
                "    mask = tl.load(mask_ptrs, mask=inside, other=0)"
            ): ("mask = (rows[:, None] < T) & (columns[None, :] < S)"),
            (
                'y = tl.where(mask != 0, float("-inf"), y)\n'
                "    tl.store(y_ptr + ((b * H + h) * T + rows[:, None]) * S + columns[None, "
                ":], y, mask=inside)"
            ): (
                'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))\n'
                "offsets = ((b * H + h) * T + rows[:, None]) * S + columns[None, :]\n"
                "tl.store(y_ptr + offsets, y, mask=mask)"
            ),
            "(q, k, mask):": "(q, k):",
            "stride_mb, stride_mh, stride_mt, stride_ms = mask.expand(B, H, T, S).stride()": "",
            (
                "mask, y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, "
                "stride_kb, stride_kh, stride_ks, stride_kd, stride_mb, stride_mh, stride_mt, "
                "stride_ms"
            ): (
                "y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, "
                "stride_kh, stride_ks, stride_kd"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 1, 1, 1), (2, 3, 5, 7, 4), (2, 2, 34, 40, 20)]  # B, H, T, S, D
""",
            """
def make(B, H, T, S, D):
    q = torch.randn(B, H, T, D)
    k = torch.randn(B, H, S, D)
    return q, k
""",
            """
def matmul_scores_torch(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(D)
    y = torch.relu(y)
    y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))
    return y
""",
        ),
        breaks=("stride_kb", "BLOCK_T: tl.constexpr", "stride_kb"),
    ),
    # Masked scores of attention with what people fill in, y = masked_fill(q @ k.T / sqrt(D), mask == 0,
    # -1e9), for shared keys too.
    "matmul_scores_filled": Composition(
        "matmul_scores_masked",
        {
            "y = y * scale": "y = y * scale\ny = tl.where(mask != 0, -1e9, y)",
            'y = tl.where(mask != 0, float("-inf"), y)': "",
        },
        functions=(
            """
def matmul_scores_filled_torch(q, k, mask):
    y = q @ k.transpose(-2, -1)
    y = y / math.sqrt(q.shape[-1])
    y = y.masked_fill(mask, -1e9)
    y = torch.relu(y)
    return y
""",
            """
def matmul_scores_filled_triton(q, k, mask):
    B, H, T, D = q.shape
    S = k.shape[2]
    scale = 1 / math.sqrt(D)
    k = k.expand(B, H, S, D)
    mask = mask.expand(B, H, T, S)
    y = torch.empty((B, H, T, S), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 128), triton.cdiv(S, 64))
    matmul_scores_filled_kernel[grid](q, k, mask, y, H, T, S, D, scale, *q.stride(), *k.stride(), *mask.stride(),
                                      BLOCK_T=128, BLOCK_S=64, BLOCK_D=32, num_warps=8)
    return y
""",
        ),
        breaks=("stride_qb", "stride_mb", "BLOCK_T: tl.constexpr"),
    ),
    # Matrix of all dot products of rows, y = x @ x.T for x (M, K): symmetric, so half of the tiles are
    # enough.
    "matmul_symmetric": Composition(
        "gram_split_k",
        {"K, M": "M, K", "x.T @ x": "x @ x.T"},
        functions=(
            """
CASES = [(1, 1), (33, 5), (70, 40)]  # M, K
""",
            """
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
                            mask=(k[:, None] < K) & (columns[None, :] < M), other=0.0).to(tl.float32)
            y += tl.dot(left, right, input_precision="tf32x3")
        y = tl.maximum(y, 0.0)
        y = tl.sigmoid(y)
        mask = (rows[:, None] < M) & (columns[None, :] < M)
        tl.store(y_ptr + rows[:, None] * M + columns[None, :], y, mask=mask)
        tl.store(y_ptr + columns[None, :] * M + rows[:, None], y, mask=mask)
""",
            """
def matmul_symmetric_triton(x):
    M, K = x.shape
    stride_xm, stride_xk = x.stride()
    y = torch.empty((M, M), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(M, 64))
    matmul_symmetric_kernel[grid](x, y, M, K, stride_xm, stride_xk, BLOCK_M=64, BLOCK_K=32, num_warps=4)
    return y
""",
        ),
        without=("matmul_symmetric_partial_kernel", "matmul_symmetric_sum_kernel"),
    ),
    # Matrix product of a transposed matrix, y = x.T @ w for x (K, M) and w (K, N); also x @ w.T and x.T @
    # w.T.
    "matmul_transposed": Composition(
        "linear",
        {
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": (
                "y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn"
            ),
            "K + k[None, :]": "stride_xm + k[None, :] * stride_xk",
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        },
        functions=(
            """
CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N
""",
            """
def make(M, K, N):
    return torch.randn(K, M), torch.randn(K, N) / K ** 0.5
""",
            """
def matmul_transposed_torch(x, w):
    y = x.T @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y
""",
            """
def matmul_transposed_triton(x, w):
    K, M = x.shape
    N = w.shape[1]
    stride_xk, stride_xm = x.stride()
    stride_wk, stride_wn = w.stride()
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_transposed_kernel[grid](x, w, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
    ),
    # Lower triangle of a matrix product, y = tril(x @ w), and the upper one; `diagonal` moves the border.
    "matmul_triangle": Composition(
        "matmul",
        {
            "sigmoid(y)": "tril(y, diagonal=0)",
            "(M, 128) * triton.cdiv(N, 64),": "(M, 128), triton.cdiv(N, 64)",
            "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, GROUP=8": "DIAGONAL=0, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32",
        },
        functions=(
            """
CASES = [(5, 1, 4), (7, 5, 33), (70, 50, 65)]  # M, K, N
""",
            """
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
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    y = tl.maximum(y, 0.0)
    y = tl.where(columns[None, :] - rows[:, None] <= DIAGONAL, y, 0.0)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
        ),
    ),
    # Scores without a softmax, y = relu(q @ k.T / sqrt(D)) ** 2 / S: scaled, made weights by a function
    # of their own, divided by a length.
    "matmul_weighed": Composition(
        "matmul_of_ranks",
        {
            (
                "def matmul_weighed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, B, C, stride_xa, "
                "stride_xb, stride_xc, stride_xm, stride_xk, stride_wa, stride_wb, stride_wc, "
                "stride_wk, stride_wn, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, "
                "BLOCK_K: tl.constexpr):"
            ): (
                "def matmul_weighed_kernel(x_ptr, w_ptr, y_ptr, M, N, K, scale, length, B, C, "
                "stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,\n"
                "                           stride_wa, stride_wb, stride_wc, stride_wk, "
                "stride_wn,\n"
                "                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, "
                "BLOCK_K: tl.constexpr):"
            ),
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.sigmoid(y)": "y = y * scale\ny = tl.maximum(y, 0.0)\ny = y / length",
            "(M, K), N = x.shape[-2:], w.shape[-1]": (
                "(M, K), N = x.shape[-2:], w.shape[-1]\nscale = 1 / math.sqrt(K)\nlength = float(N)"
            ),
            "B, C, *": "scale, length, B, C, *",
        },
        functions=(
            """
def matmul_weighed_torch(x, w):
    y = x @ w
    D = w.shape[-2]
    y = y / math.sqrt(D)
    y = torch.relu(y)
    y = y / y.shape[-1]
    return y
""",
        ),
        breaks=(),
    ),
    # Matrix times vector, y = x @ v for x (..., K) and v (K,), with a pointwise tail.
    "matvec": Composition(
        "vecmat",
        {"v, w": "x, v", "v @ w": "x @ v"},
        functions=(
            """
CASES = [(1, 1), (33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions
""",
            """
def make(K, *rows):
    return torch.randn(*rows, K), torch.randn(K) / K ** 0.5
""",
            """
@triton.jit
def matvec_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_v, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < M)
""",
            """
def matvec_triton(x, v):
    x = x.contiguous()
    K = x.shape[-1]
    M = x.numel() // K
    y = x.new_empty(x.shape[:-1])
    grid = (triton.cdiv(M, 16),)
    matvec_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M=16, BLOCK_K=128, num_warps=4)
    return y
""",
        ),
    ),
    # A matrix and a vector of each batch, y[b] = x[b] @ v[b] for x (B, M, K) and v (B, K); also x[b].T @
    # v[b], and v as a column.
    "matvec_batched": Composition(
        "bmm",
        {", N": "", "(x, w):": "(x, v):", "bmm(x, w)": "bmm(x, v.unsqueeze(-1)).squeeze(-1)"},
        functions=(
            """
CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 140)]  # B, M, K
""",
            """
@triton.jit
def matvec_batched_kernel(x_ptr, v_ptr, y_ptr, M, K, stride_xb, stride_xm, stride_xk, stride_vb, stride_vk,
                          BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    b = tl.program_id(0).to(tl.int64) // tiles_m
    rows = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
    products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x_ptrs = x_ptr + b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
        x = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)
        v = tl.load(v_ptr + b * stride_vb + k * stride_vk, mask=k < K, other=0.0).to(tl.float32)
        products += x * v[None, :]
    y = tl.sum(products, axis=1)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b * M + rows, y, mask=rows < M)
""",
            """
def matvec_batched_triton(x, v):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 16),)
    matvec_batched_kernel[grid](x, v, y, M, K, stride_xb, stride_xm, stride_xk, v.stride(0), v.stride(1),
                                BLOCK_M=16, BLOCK_K=128, num_warps=4)
    return y
""",
        ),
    ),
    # Product of a program of two tensors that broadcast and a vector, y = f(g(x, z) @ v), also of the
    # vector first, v @ g(x, z).
    "matvec_of_pair": Composition(
        "matmul_of_pair",
        {", w": ", v", "@ w": "@ v"},
        functions=(
            """
CASES = [(1, 3), (11, 37), (4, 11, 37), (2, 3, 40, 90), (70, 9)]  # leading dimensions, M, K
""",
            """
def make(*shape):
    x = torch.randn(shape)
    z = torch.randn(shape[:-1])
    v = torch.randn(shape[-1])
    return x, z, v
""",
            """
@triton.jit
def matvec_of_pair_kernel(x_ptr, z_ptr, v_ptr, y_ptr, B, M, K, stride_xa, stride_xb, stride_xm, stride_xk,
                          stride_za, stride_zb, stride_zm, stride_zk, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    x_ptr += batch // B * stride_xa + batch % B * stride_xb
    z_ptr += batch // B * stride_za + batch % B * stride_zb
    lanes = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + rows[:, None] * stride_zm + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, z)
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        vector = tl.load(v_ptr + k, mask=k < K, other=0.0).to(tl.float32)
        lanes += x * vector[None, :]
    y = tl.sum(lanes, axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * M + rows, y, mask=rows < M)
""",
            """
def matvec_of_pair_triton(x, z, v):
    z = z[..., None]
    v = v.contiguous()
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, M, K = (1, 1, *shape)[-4:]
    x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)
    y = torch.empty(shape[:-1], dtype=x.dtype, device=x.device)
    grid = (A * B * triton.cdiv(M, 32),)
    matvec_of_pair_kernel[grid](x, z, v, y, B, M, K, *x.stride(), *z.stride(), BLOCK_M=32, BLOCK_K=64)
    return y
""",
        ),
    ),
    # Products of matrices and one vector, y[..., m] = sum_k x[..., m, k] * v[k], at ranks 2 to 5, from
    # either side.
    "matvec_of_ranks": Composition(
        "matvec_column",
        {
            "(x, w):": "(x, v):",
            "w = x.contiguous(), w": "v = x.contiguous(), v",
            "stride_w = K": "",
            "w, y, M, K, stride_w": "v, y, M, K",
        },
        functions=(
            """
CASES = [(1, 3), (11, 37), (70, 90)]  # leading dimensions, M, K
""",
            """
def make(*shape):
    x = torch.randn(shape)
    v = torch.randn(shape[-1])
    return x, v
""",
            """
def matvec_of_ranks_torch(x, v):
    return x @ v
""",
            """
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
""",
        ),
    ),
    # Every element of one vector with every element of another, y[m, n] = x[m] + z[n], with one step
    # after it.
    "outer": Composition(
        "outer_batched",
        {"[:, :, None], z[:, None, :]": "[:, None], z[None, :]", "maximum": "add"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (33, 7), (40, 70)]
""",
            """
def make(M, N):
    return torch.randn(M), torch.randn(N)
""",
            """
@triton.jit
def outer_kernel(x_ptr, z_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    x = tl.load(x_ptr + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
    z = tl.load(z_ptr + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    x = x + z
    x = tl.maximum(x, 0.0)
    offsets = m.to(tl.int64)[:, None] * N + n[None, :]
    tl.store(y_ptr + offsets, x, mask=(m < M)[:, None] & (n < N)[None, :])
""",
            """
def outer_triton(x, z):
    M, N = x.numel(), z.numel()
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))
    outer_kernel[grid](x, z, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y
""",
        ),
    ),
    # Every element of one tensor with every element of another, y[a, c, b, d] = x[a, b] * z[c, d]:
    # Kronecker and outer products, sums, distances.
    "outer_of_ranks": Composition(
        "outer_batched",
        {"x, z = x[:, :, None], z[:, None, :]": "x, z = x[:, None, :, None], z[None, :, None, :]"},
        functions=(
            """
CASES = [(1, 1, 2, 3), (2, 3, 5, 7), (4, 17, 3, 11)]  # A, B, C, D
""",
            """
def make(A, B, C, D):
    x = torch.randn(A, B)
    z = torch.randn(C, D)
    return x, z
""",
            """
@triton.jit
def outer_of_ranks_kernel(x_ptr, z_ptr, y_ptr, n_elements, B, C, D, x_a, x_b, x_c, x_d, z_a, z_b, z_c, z_d, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a, b, c, d = offsets // (B * C * D), offsets // (C * D) % B, offsets // D % C, offsets % D
    x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c + d * x_d, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c + d * z_d, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def outer_of_ranks_triton(x, z):
    x, z = x[:, None, :, None], z[None, :, None, :]
    shape = torch.broadcast_shapes(x.shape, z.shape)
    A, B, C, D = (1, 1, 1, *shape)[-4:]
    x, z = x.expand(A, B, C, D), z.expand(A, B, C, D)
    y = torch.empty(shape, dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    outer_of_ranks_kernel[grid](x, z, y, y.numel(), B, C, D, *x.stride(), *z.stride(), BLOCK=1024)
    return y
""",
        ),
    ),
}
