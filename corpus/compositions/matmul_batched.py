"""Compositions of the families of batched products."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Scaled batched product plus a batch of matrices, y[b] = beta * c[b] + alpha * (x[b] @ w[b]).
    "baddbmm": Composition("bmm", {
        "(B, M, K), torch.": "(B, M, N), torch.randn(B, M, K), torch.",
        "def baddbmm_torch(x, w):": "def baddbmm_torch(c, x, w):",
        "bmm(x, w)": "baddbmm(c, x, w, beta=1.0, alpha=1.0)", "torch.sigmoid(y)": "y * 0.5",
        "x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn":
            "c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cb, stride_cm, stride_cn, stride_xb, stride_xm, "
            "stride_xk, stride_wb, stride_wk, stride_wn, BETA: tl.constexpr, ALPHA: tl.constexpr",
        "y = tl.maximum(y, 0.0)":
            "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
            "c_ptrs = c_ptr + batch * stride_cb + rows[:, None] * stride_cm + columns[None, :] * stride_cn\n"
            "c = tl.load(c_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
            "y = BETA * c + ALPHA * y\n"
            "y = tl.maximum(y, 0.0)",
        "y = tl.sigmoid(y)\n"
        "    offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
        "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))":
            "y = 0.5 * y\n"
            "tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)"},
        functions=("""
def baddbmm_triton(c, x, w):
    B, M, K = x.shape
    N = w.shape[2]
    stride_cb, stride_cm, stride_cn = c.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    baddbmm_kernel[grid](c, x, w, y, M, N, K, stride_cb, stride_cm, stride_cn, x.stride(0), x.stride(1), x.stride(2),
                         w.stride(0), w.stride(1), w.stride(2), BETA=1.0, ALPHA=1.0,
                         BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""",), breaks=("stride_wb", "BLOCK_M: tl.constexpr")),
    # Batched matrix product and a second operand, y[b] = max(x[b] @ w[b], z[b]), with z (B, M, N) or
    # broadcast.
    "bmm_binary": Composition("bmm", {
        "y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn":
            "z_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn, "
            "stride_zb, stride_zm, stride_zn",
        "y = tl.maximum(y, 0.0)":
            "y = tl.maximum(y, 0.0)\n"
            "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
            "z_ptrs = z_ptr + batch * stride_zb + rows[:, None] * stride_zm + columns[None, :] * stride_zn\n"
            "z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
            "y = tl.maximum(y, z)",
        "offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
        "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))":
            "tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask)",
        ", w):": ", w, z):", "y = torch.relu(y)": "y = torch.relu(y)\ny = torch.maximum(y, z)",
        "return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5":
            "x = torch.randn(B, M, K)\n"
            "w = torch.randn(B, K, N) / K ** 0.5\n"
            "z = torch.randn(B, M, N)\n"
            "return x, w, z"}, functions=("""
def bmm_binary_triton(x, w, z):
    B, M, K = x.shape
    N = w.shape[2]
    stride_zb, stride_zm, stride_zn = z.stride()
    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))
    bmm_binary_kernel[grid](x, w, z, y, M, N, K, x.stride(0), x.stride(1), x.stride(2),
                            w.stride(0), w.stride(1), w.stride(2), stride_zb, stride_zm, stride_zn,
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""",), breaks=("stride_wn", "BLOCK_M: tl.constexpr")),
    # Batched matrix product with two results, z = bmm(x, w) and y = max(sigmoid(z), z): what a residual
    # around a norm needs.
    "bmm_kept": Composition("matmul_kept", {
        "x @ w": "torch.bmm(x, w)", "M": "B, M", "1": "2", "stride_xm": "stride_xb, stride_xm",
        "stride_wk": "stride_wb, stride_wk",
        "grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
        "    bmm_kept_kernel[grid](x, w, z, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,\n"
        "                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
            "bmm_kept_kernel[grid](x, w, z, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, "
            "stride_wk, stride_wn,\n"
            "                       BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 70, 40, 20)]  # B, M, K, N", """
def make(B, M, K, N):
    return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5
""", """
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
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
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
""")),
    # Batched matrix products of tensors in any order of dimensions, y[b] = x[b] @ w[b], whose result is
    # turned or not.
    "bmm_orders": Composition("bmm", {
        "torch.bmm(x, w)": "(x @ w)  # (B, M, N)", "BLOCK_M:": "stride_yb, stride_ym, stride_yn, BLOCK_M:",
        "batch =": "b =", "+ batch": "+ b",
        "offsets = (batch * M + rows[:, None]) * N + columns[None, :]":
            "y_ptrs = y_ptr + b * stride_yb + rows[:, None] * stride_ym + columns[None, :] * stride_yn",
        "y_ptr + offsets": "y_ptrs",
        "y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)":
            "y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)\n"
            "stride_yb, stride_ym, stride_yn = y.stride()",
        "bmm_orders_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, "
        "stride_wn, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "bmm_orders_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk,\n"
            "                     stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,\n"
            "                     BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)"}, functions=(
        "CASES = [(1, 2, 1, 3), (2, 3, 5, 33), (3, 70, 40, 20)]  # B, M, K, N", """
def make(B, M, K, N):
    x = torch.randn(B, M, K)
    w = torch.randn(B, K, N) / K ** 0.5
    return x, w
"""), breaks=("stride_wb", "BLOCK_M: tl.constexpr")),
    # Batched matrix product whose result is read twice: v = bmm(x, w), y = sigmoid(max(relu(v), cos(v))),
    # and on.
    "bmm_reuse": Composition("bmm", {
        "y = tl.maximum(y, 0.0)\n    y = tl.sigmoid(y)":
            "z = y\n"
            "z = tl.cos(z)\n"
            "y = tl.maximum(y, 0.0)\n"
            "y = tl.maximum(y, z)\n"
            "y = tl.sigmoid(y)\n"
            "y = tl.sin(y)",
        "y = torch.bmm(x, w)": "y = torch.bmm(x, w)\nz = y\nz = torch.cos(z)",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = torch.maximum(y, z)",
        "y = torch.sigmoid(y)": "y = torch.sigmoid(y)\ny = torch.sin(y)"}),
    # Gram matrices of a batch, y[b] = x[b] @ x[b].T for x (B, M, K), and x[b].T @ x[b]: what rows or
    # columns have in common.
    "gram_batched": Composition("bmm", {
        "(x, w):": "(x):", "bmm(x, w)": "bmm(x, x.transpose(1, 2))  # (B, M, M)"}, functions=(
        "CASES = [(1, 2, 1), (2, 3, 33), (3, 70, 40)]  # B, M, K", """
def make(B, M, K):
    x = torch.randn(B, M, K)
    return (x / K ** 0.25,)
""", """
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
        right = tl.load(right_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < M), other=0.0)
        total += tl.dot(left.to(right.dtype), right, input_precision="tf32x3")
        left_ptrs += BLOCK_K * stride_xk
        right_ptrs += BLOCK_K * stride_xk

    y = total
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    y_ptrs = y_ptr + (batch * M + rows[:, None]) * M + columns[None, :]
    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < M))
""", """
def gram_batched_triton(x):
    B, M, K = x.shape
    stride_xb, stride_xm, stride_xk = x.stride()
    y = torch.empty((B, M, M), device=x.device, dtype=x.dtype)
    grid = (B * triton.cdiv(M, 128), triton.cdiv(M, 64))
    gram_batched_kernel[grid](x, y, M, K, stride_xb, stride_xm, stride_xk,
                              BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""")),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), with a
    # pointwise tail.
    "matmul_3d_2d": Composition("matmul_transposed", {
        "x.T @ w": "torch.matmul(x, w)",
        "y_ptr, M, N, K, stride_xm": "y_ptr, B, T, N, K, stride_xb, stride_xt",
        "rows[:, None] * stride_xm": "(rows // T * stride_xb + rows % T * stride_xt)[:, None]",
        "< M": "< B * T", "K, M": "B, T, K", "stride_xk, stride_xm = x.stride()": "",
        "y = torch.empty((M, N), device=x.device, dtype=x.dtype)":
            "y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)",
        "M, 128": "B * T, 128",
        "y, M, N, K, stride_xm, stride_xk": "y, B, T, N, K, x.stride(0), x.stride(1), x.stride(2)",
        "M": "B, T"}, functions=("CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N",)),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), joined
    # with a second tensor.
    "matmul_3d_2d_binary": Composition("matmul_binary", {
        "M, K": "B, T, K", ".randn(M, N)": ".randn(B, T, N)", "x @ w": "torch.matmul(x, w)",
        "y = torch.sin(y)": "", "y_ptr, M, N, K, stride_xm": "y_ptr, B, T, N, K, stride_xb, stride_xt",
        "rows[:, None] * stride_xm": "(rows // T * stride_xb + rows % T * stride_xt)[:, None]",
        "< M": "< B * T", "y = tl.sin(y)": "", "stride_xm, stride_xk = x.stride()": "",
        "y = torch.empty((M, N), device=x.device, dtype=x.dtype)":
            "y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)",
        "M, 128": "B * T, 128",
        "y, M, N, K, stride_xm, stride_xk": "y, B, T, N, K, x.stride(0), x.stride(1), x.stride(2)"},
        functions=("CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N",),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Product of two stacks of heads, y[b, h] = x[b, h] @ w[b, h] for x (B, H, M, K) and w (B, H, K, N).
    "matmul_4d": Composition("einsum", {
        'einsum("bmhk,bnhk->bhmn", x, w)': "matmul(x, w)",
        "stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn": "stride_wk, stride_wn",
        "b = pid // tiles_m // H\n"
        "    h = pid // tiles_m % H":
            "batch_head = pid // tiles_m\n"
            "b = batch_head // H\n"
            "h = batch_head % H",
        "y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, None] * stride_ym + columns[None, "
        ":] * stride_yn": "offsets = (batch_head * M + rows[:, None]) * N + columns[None, :]",
        "y_ptrs,": "y_ptr + offsets,", "M, H": "H, M", "[1]": "[3]",
        "stride_xm, stride_xh": "stride_xh, stride_xm",
        "stride_wn, stride_wh, stride_wk": "stride_wh, stride_wk, stride_wn",
        "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": ""}, functions=(
        "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 2, 20, 40, 30)]  # B, H, M, K, N", """
def make(B, H, M, K, N):
    return torch.randn(B, H, M, K), torch.randn(B, H, K, N) / K ** 0.5
"""), breaks=("stride_wb", "BLOCK_M: tl.constexpr", "stride_wb")),
    # Tensor product over the last dimension, y[b, i, j] = x[b, i, j] @ w for x (B, I, J, L) and w (L, K).
    "matmul_4d_2d": Composition("bmm", {"bmm(x, w)": 'einsum("bijl,lk->bijk", x, w)'}, functions=(
        "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 3, 13, 50, 65)]  # B, I, J, L, K", """
def make(B, I, J, L, K):
    return torch.randn(B, I, J, L), torch.randn(L, K) / L ** 0.5
""", """
@triton.jit
def matmul_4d_2d_kernel(x_ptr, w_ptr, y_ptr, R, L, K, stride_wl, stride_wk,
                        BLOCK_R: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_L: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_R + tl.arange(0, BLOCK_R)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_K + tl.arange(0, BLOCK_K)
    depth = tl.arange(0, BLOCK_L)
    x_ptrs = x_ptr + rows[:, None] * L + depth[None, :]
    w_ptrs = w_ptr + depth[:, None] * stride_wl + columns[None, :] * stride_wk
    y = tl.zeros((BLOCK_R, BLOCK_K), dtype=tl.float32)
    for start in range(0, L, BLOCK_L):
        x = tl.load(x_ptrs, mask=(rows[:, None] < R) & (depth[None, :] < L - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(depth[:, None] < L - start) & (columns[None, :] < K), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_L
        w_ptrs += BLOCK_L * stride_wl

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * K + columns[None, :], y, mask=(rows[:, None] < R) & (columns[None, :] < K))
""", """
def matmul_4d_2d_triton(x, w):
    x = x.contiguous()
    B, I, J, L = x.shape
    K = w.shape[1]
    stride_wl, stride_wk = w.stride()
    R = B * I * J
    y = torch.empty((B, I, J, K), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(R, 128), triton.cdiv(K, 64))
    matmul_4d_2d_kernel[grid](x, w, y, R, L, K, stride_wl, stride_wk, BLOCK_R=128, BLOCK_K=64, BLOCK_L=32, num_warps=4)
    return y
""")),
    # Matrix product of a matrix and a program of two tensors that broadcast, y = f(w @ g(x, z)), of any
    # ranks, transposed or not.
    "matmul_by_pair": Composition("matmul_of_pair", {
        "x_shape, w_shape": "w_shape, x_shape", "x @ w": "w @ x",
        "stride_xm, stride_xk, stride_za, stride_zb, stride_zc, stride_zm, stride_zk, stride_wa, stride_wb, "
        "stride_wc, stride_wk, stride_wn":
            "stride_xk, stride_xn, stride_za, stride_zb, stride_zc, stride_zk, stride_zn, stride_wa, "
            "stride_wb, stride_wc, stride_wm, stride_wk",
        "x_mask = (rows[:, None] < M) & (k[None, :] < K)":
            "x_mask = (k[:, None] < K) & (columns[None, :] < N)",
        "w_mask = (k[:, None] < K) & (columns[None, :] < N)":
            "w_mask = (rows[:, None] < M) & (k[None, :] < K)",
        "rows[:, None] * stride_xm + k[None, :] * stride_xk":
            "k[:, None] * stride_xk + columns[None, :] * stride_xn",
        "rows[:, None] * stride_zm + k[None, :] * stride_zk":
            "k[:, None] * stride_zk + columns[None, :] * stride_zn",
        "k[:, None] * stride_wk + columns[None, :] * stride_wn":
            "rows[:, None] * stride_wm + k[None, :] * stride_wk",
        "x.to(w.dtype), w": "w, x.to(w.dtype)", "(M, K), N = shape[-2:], w.shape[-1]": "(K, N), M = shape[-2:], w.shape[-2]",
        "x, z, w = x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, K, N)":
            "x, z, w = x.expand(A, B, C, K, N), z.expand(A, B, C, K, N), w.expand(A, B, C, M, K)"},
        breaks=("stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product of two tensors of any ranks, scaled by one of its own sizes, y = f(x @ w / K): means
    # over pairs, scores, Gram matrices.
    "matmul_by_size": Composition("matmul_of_ranks", {
        "K, B,": "K, scale, B,", "x = tl.maximum(x, 0.0)": "",
        "y = tl.sigmoid(y)":
            "y = tl.maximum(y, 0.0)\n"
            "y = y * scale\n"
            "y = tl.sigmoid(y)",
        "(M, K), N = x.shape[-2:], w.shape[-1]":
            "(M, K), N = x.shape[-2:], w.shape[-1]\n"
            "scale = 1 / K",
        "x = torch.relu(x)": "", "y = x @ w": "y = x @ w\ny = torch.relu(y)\ny = y / w.shape[-2]"},
        breaks=("stride_wa", "BLOCK_M: tl.constexpr")),
    # Matrix products of a batch of heads, y[b, h] = x[b, h] @ w[b, h], of tensors in any order of
    # dimensions, y included.
    "matmul_orders": Composition("einsum", {
        'y = torch.einsum("bmhk,bnhk->bhmn", x, w)': "y = (x @ w)  # (B, H, M, N)",
        "stride_wn, stride_wk": "stride_wk, stride_wn", "B, M, H, K": "B, H, M, K", "[1]": "[3]",
        "stride_xb, stride_xm, stride_xh, stride_xk": "stride_xb, stride_xh, stride_xm, stride_xk",
        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride":
            "stride_wb, stride_wh, stride_wk, stride_wn = w.stride",
        "matmul_orders_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk, "
        "stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn, "
        "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "matmul_orders_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
            "                        stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, stride_yh, "
            "stride_ym, stride_yn,\n"
            "                        BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)",
        "M, N, K):": "M, K, N):", "B, N, H, K) /": "B, H, K, N) /"},
        functions=("CASES = [(1, 2, 3, 1, 4), (2, 3, 4, 5, 33), (2, 5, 20, 40, 30)]  # B, H, M, K, N",),
        breaks=("stride_wb", "BLOCK_M: tl.constexpr")),
}
