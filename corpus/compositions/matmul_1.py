"""Compositions of the families of matrix products, addmm to linear_chain."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Scaled matrix product plus a matrix, y = beta * c + alpha * (x @ w), with a pointwise tail.
    "addmm": Composition(
        "matmul",
        {"(M, K),": "(M, N), torch.randn(M, K),"},
        functions=(
            """
def addmm_torch(c, x, w):
    y = torch.addmm(c, x, w, beta=1.0, alpha=1.0)
    y = torch.relu(y)
    y = y * 0.5
    return y
""",
            """
@triton.jit
def addmm_kernel(c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cm, stride_cn, stride_xm, stride_xk, stride_wk, stride_wn,
                 BETA: tl.constexpr, ALPHA: tl.constexpr,
                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    c = tl.load(c_ptr + rows[:, None] * stride_cm + columns[None, :] * stride_cn, mask=mask, other=0.0).to(tl.float32)
    y = BETA * c + ALPHA * y
    y = tl.maximum(y, 0.0)
    y = 0.5 * y
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)
""",
            """
def addmm_triton(c, x, w):
    M, K = x.shape
    N = w.shape[1]
    stride_cm, stride_cn = c.stride(0), c.stride(1)
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    addmm_kernel[grid](c, x, w, y, M, N, K, stride_cm, stride_cn, x.stride(0), x.stride(1), w.stride(0), w.stride(1),
                       BETA=1.0, ALPHA=1.0, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
    ),
    # Scaled batched product plus a batch of matrices, y[b] = beta * c[b] + alpha * (x[b] @ w[b]).
    "baddbmm": Composition(
        "bmm",
        {
            "(B, M, K), torch.": "(B, M, N), torch.randn(B, M, K), torch.",
            "def baddbmm_torch(x, w):": "def baddbmm_torch(c, x, w):",
            "bmm(x, w)": "baddbmm(c, x, w, beta=1.0, alpha=1.0)",
            "torch.sigmoid(y)": "y * 0.5",
            (
                "x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, "
                "stride_wk, stride_wn"
            ): (
                "c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cb, stride_cm, stride_cn, "
                "stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn, "
                "BETA: tl.constexpr, ALPHA: tl.constexpr"
            ),
            "y = tl.maximum(y, 0.0)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "c_ptrs = c_ptr + batch * stride_cb + rows[:, "
                "None] * stride_cm + columns[None, :] * stride_cn\n"
                "c = tl.load(c_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "y = BETA * c + ALPHA * y\n"
                "y = tl.maximum(y, 0.0)"
            ),
            (
                "y = tl.sigmoid(y)\n"
                "    offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
                "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, "
                ":] < N))"
            ): (
                "y = 0.5 * y\n"
                "tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)"
            ),
        },
        functions=(
            """
def baddbmm_triton(c, x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_cb, stride_cm, stride_cn = c.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    baddbmm_kernel[grid](c, x, w, y, M, N, K, stride_cb, stride_cm, stride_cn, x.stride(0), x.stride(1), x.stride(2),
                         w.stride(0), w.stride(1), w.stride(2), BETA=1.0, ALPHA=1.0,
                         BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
        breaks=("stride_wb", "BLOCK_M: tl.constexpr"),
    ),
    # Bilinear layer, y[m, n] = x[m] @ w[n] @ z[m] + b[n]: every output has a matrix of its own.
    "bilinear": Composition(
        "linear",
        {
            "def bilinear_torch(x, w, b):": "def bilinear_torch(x, z, w, b):",
            "linear(x, w, b)": "bilinear(x, z, w, b)",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (3, 5, 4, 7), (35, 33, 2, 40)]  # M, I, N, J
""",
            """
def make(M, I, N, J):
    x = torch.randn(M, I)
    z = torch.randn(M, J)
    w = torch.randn(N, I, J) / (I * J) ** 0.5
    b = torch.randn(N)
    return x, z, w, b
""",
            """
@triton.jit
def bilinear_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, I, N, J,
                    BLOCK_M: tl.constexpr, BLOCK_I: tl.constexpr, BLOCK_J: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1).to(tl.int64)
    y = tl.zeros((BLOCK_M,), dtype=tl.float32)
    for first in range(0, J, BLOCK_J):
        j = first + tl.arange(0, BLOCK_J)
        product = tl.zeros((BLOCK_M, BLOCK_J), dtype=tl.float32)
        for start in range(0, I, BLOCK_I):
            i = start + tl.arange(0, BLOCK_I)
            x = tl.load(x_ptr + rows[:, None] * I + i[None, :], mask=(rows[:, None] < M) & (i[None, :] < I), other=0.0).to(tl.float32)
            w_ptrs = w_ptr + (n * I + i[:, None]) * J + j[None, :]
            w = tl.load(w_ptrs, mask=(i[:, None] < I) & (j[None, :] < J), other=0.0).to(tl.float32)
            product += tl.dot(x, w, input_precision="tf32x3")
        z = tl.load(z_ptr + rows[:, None] * J + j[None, :], mask=(rows[:, None] < M) & (j[None, :] < J), other=0.0).to(tl.float32)
        y += tl.sum(product * z, axis=1)
    y += tl.load(b_ptr + n).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows * N + n, y, mask=rows < M)
""",
            """
def bilinear_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    N, I, J = w.shape
    M = x.numel() // I
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 32), N)
    bilinear_kernel[grid](x, z, w, b, y, M, I, N, J, BLOCK_M=32, BLOCK_I=32, BLOCK_J=32, num_warps=4)
    return y
""",
        ),
    ),
    # Batched matrix product and a second operand, y[b] = max(x[b] @ w[b], z[b]), with z (B, M, N) or
    # broadcast.
    "bmm_binary": Composition(
        "bmm",
        {
            "y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn": (
                "z_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, "
                "stride_wn, stride_zb, stride_zm, stride_zn"
            ),
            "y = tl.maximum(y, 0.0)": (
                "y = tl.maximum(y, 0.0)\n"
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "z_ptrs = z_ptr + batch * stride_zb + rows[:, "
                "None] * stride_zm + columns[None, :] * stride_zn\n"
                "z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)"
            ),
            (
                "offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
                "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, "
                ":] < N))"
            ): ("tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)"),
        },
        functions=(
            """
def make(B, M, K, N):
    x = torch.randn(B, M, K)
    w = torch.randn(B, K, N) / K ** 0.5
    z = torch.randn(B, M, N)
    return x, w, z
""",
            """
def bmm_binary_torch(x, w, z):
    y = torch.bmm(x, w)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y
""",
            """
def bmm_binary_triton(x, w, z):
    B, M, K = x.shape
    N = w.shape[2]
    stride_zb, stride_zm, stride_zn = z.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_binary_kernel[grid](x, w, z, y, M, N, K, x.stride(0), x.stride(1), x.stride(2),
                            w.stride(0), w.stride(1), w.stride(2), stride_zb, stride_zm, stride_zn,
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
        breaks=("stride_wn", "BLOCK_M: tl.constexpr"),
    ),
    # Batched matrix product with two results, z = bmm(x, w) and y = max(sigmoid(z), z): what a residual
    # around a norm needs.
    "bmm_kept": Composition(
        "matmul_kept",
        {"x @ w": "torch.bmm(x, w)"},
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N
""",
            """
def make(B, M, K, N):
    return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5
""",
            """
@triton.jit
def bmm_kept_kernel(x_ptr, w_ptr, z_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
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

    y = tl.maximum(y, 0.0)
    z = y
    y = tl.sigmoid(y)
    y = tl.maximum(y, z)
    y = tl.sin(y)
    offsets = (batch * M + rows[:, None]) * N + columns[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(z_ptr + offsets, z, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def bmm_kept_triton(x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_xb, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    z = torch.empty_like(y)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_kept_kernel[grid](x, w, z, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn,
                           BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return z, y
""",
        ),
    ),
    # Batched matrix products of tensors in any order of dimensions, y[b] = x[b] @ w[b], whose result is
    # turned or not.
    "bmm_orders": Composition(
        "bmm",
        {
            "torch.bmm(x, w)": "(x @ w)  # (B, M, N)",
            "BLOCK_M:": "stride_yb, stride_ym, stride_yn, BLOCK_M:",
            "batch =": "b =",
            "+ batch": "+ b",
            "offsets = (batch * M + rows[:, None]) * N + columns[None, :]": (
                "y_ptrs = y_ptr + b * stride_yb + rows[:, None] * stride_ym + columns[None, :] * stride_yn"
            ),
            "y_ptr + offsets": "y_ptrs",
        },
        functions=(
            """
CASES = [(1, 2, 1, 3), (2, 3, 5, 33), (3, 70, 40, 20)]  # B, M, K, N
""",
            """
def make(B, M, K, N):
    x = torch.randn(B, M, K)
    w = torch.randn(B, K, N) / K ** 0.5
    return x, w
""",
            """
def bmm_orders_triton(x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_xb, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_ym, stride_yn = y.stride()
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_orders_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk,
                         stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,
                         BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
        breaks=("stride_wb", "BLOCK_M: tl.constexpr"),
    ),
    # Batched matrix product whose result is read twice: v = bmm(x, w), y = sigmoid(max(relu(v), cos(v))),
    # and on.
    "bmm_reuse": Composition(
        "bmm",
        {
            "y = tl.maximum(y, 0.0)\n    y = tl.sigmoid(y)": (
                "z = y\n"
                "z = tl.cos(z)\n"
                "y = tl.maximum(y, 0.0)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)\n"
                "y = tl.sin(y)"
            )
        },
        functions=(
            """
def bmm_reuse_torch(x, w):
    y = torch.bmm(x, w)
    z = y
    z = torch.cos(z)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y
""",
        ),
    ),
    # Distances between the rows of two matrices, y[i, j] = sum_k |x[i, k] - w[j, k]|; also squared and
    # largest.
    "cdist": Composition(
        "matmul",
        {
            "x @ w": "(x[:, None, :] - w[None, :, :]).abs().sum(dim=-1)",
            "[1]": "[0]",
            "(M, 128) * triton.cdiv(N, 64),": "(M, 32), triton.cdiv(N, 64)",
            "128, BLOCK_N=64, BLOCK_K=32, GROUP=8, num_warps=8": "32, BLOCK_N=64, num_warps=4",
        },
        functions=(
            """
CASES = [(1, 1, 1), (3, 33, 5), (40, 35, 9)]  # M, N, K
""",
            """
def make(M, N, K):
    return torch.randn(M, K), torch.randn(N, K)
""",
            """
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
""",
        ),
        breaks=("BLOCK_M",),
    ),
    # All cosines between the rows of a and the rows of b, y[i, j] = a[i] . b[j] / (|a[i]| |b[j]|).
    "cosine_matrix": Composition(
        "triangular_both",
        {
            "y = torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": (
                "y = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).T"
            )
        },
        functions=(
            """
CASES = [(1, 1, 1), (3, 5, 33), (40, 17, 64)]
""",
            """
def make(rows_a, rows_b, width):
    return torch.randn(rows_a, width), torch.randn(rows_b, width)
""",
            """
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
""",
            """
def cosine_matrix_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    rows_a, width = a.shape
    rows_b = b.shape[0]
    y = a.new_empty(rows_a, rows_b)
    grid = (triton.cdiv(rows_a, 32), triton.cdiv(rows_b, 32))
    cosine_matrix_kernel[grid](a, b, y, rows_a, rows_b, width, TILE=32)
    return y
""",
        ),
    ),
    # Diagonal matrix times a matrix, y = diag(a) @ x for a (M,) and x (M, N): row i of x times a[i]; also
    # x @ diag(a).
    "diagonal_matmul": Composition(
        "bmm",
        {"(x, w):": "(a, x):", "bmm(x, w)": "diag(a) @ x"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (20, 300)]  # M, N
""",
            """
def make(M, N):
    return torch.randn(M), torch.randn(M, N)
""",
            """
@triton.jit
def diagonal_matmul_kernel(a_ptr, x_ptr, y_ptr, M, N, stride_xm, stride_xn, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    a = tl.load(a_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + rows[:, None] * stride_xm + columns[None, :] * stride_xn, mask=mask, other=0.0).to(tl.float32)
    y = a[:, None] * x
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)
""",
            """
def diagonal_matmul_triton(a, x):
    a = a.contiguous()
    M, N = x.shape
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 128))
    diagonal_matmul_kernel[grid](a, x, y, M, N, x.stride(0), x.stride(1), BLOCK_M=16, BLOCK_N=128, num_warps=4)
    return y
""",
        ),
    ),
    # Gram matrices of a batch, y[b] = x[b] @ x[b].T for x (B, M, K), and x[b].T @ x[b]: what rows or
    # columns have in common.
    "gram_batched": Composition(
        "bmm",
        {"(x, w):": "(x):", "bmm(x, w)": "bmm(x, x.transpose(1, 2))  # (B, M, M)"},
        functions=(
            """
CASES = [(1, 2, 1), (2, 3, 33), (3, 70, 40)]  # B, M, K
""",
            """
def make(B, M, K):
    x = torch.randn(B, M, K)
    return (x / K ** 0.25,)
""",
            """
@triton.jit
def gram_batched_kernel(x_ptr, y_ptr, M, K, stride_xb, stride_xm, stride_xk,
                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    pid = tl.program_id(0).to(tl.int64)
    batch = pid // tiles_m
    rows = pid % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    left_ptrs = x_ptr + batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk
    right_ptrs = x_ptr + batch * stride_xb + k[:, None] * stride_xk + columns[None, :] * stride_xm
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        left = tl.load(left_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        right = tl.load(right_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < M), other=0.0).to(tl.float32)
        total += tl.dot(left, right, input_precision="tf32x3")
        left_ptrs += BLOCK_K * stride_xk
        right_ptrs += BLOCK_K * stride_xk

    y = total
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + (batch * M + rows[:, None]) * M + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < M))
""",
            """
def gram_batched_triton(x):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M, M), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(M, 64))
    gram_batched_kernel[grid](x, y, M, K, stride_xb, stride_xm, stride_xk,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
    ),
    # Linear layer, then a scale and a shift for each output, y = f(x @ w.T + b) * scale + shift (a frozen
    # batch norm).
    "linear_affine": Composition(
        "linear",
        {
            "(N)": "(N), torch.randn(N), torch.randn(N)",
            "y_ptr,": "scale_ptr, shift_ptr, y_ptr,",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                "b = tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "scale = tl.load(scale_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "shift = tl.load(shift_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "y += b[None, :]"
            ),
            "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = y * scale[None, :] + shift[None, :]",
            "(x, w, b):": "(x, w, b, scale, shift):",
            "y, M": "scale, shift, y, M",
        },
        functions=(
            """
CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35)]  # N, K, leading dimensions
""",
            """
def linear_affine_torch(x, w, b, scale, shift):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = y * scale + shift
    y = torch.sigmoid(y)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Linear layer with a chain of functions after it, y = sigmoid(relu(linear(x, w, b))), and on.
    "linear_chain": Composition(
        "linear_binary",
        {
            "z = torch.randn(*rows, N)": "",
            "z, w": "w",
            "z_ptr, y_ptr": "y_ptr",
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.maximum(y, z)"
            ): "",
            "y = tl.sin(y)": "y = tl.sin(y)\ny = tl.abs(y)",
            "z = z.contiguous()": "",
            "z, y": "y",
        },
        functions=(
            """
def linear_chain_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    y = torch.abs(y)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
}
