"""Compositions of the families of products of two matrices."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Scaled matrix product plus a matrix, y = beta * c + alpha * (x @ w), with a pointwise tail.
    "addmm": Composition("matmul", {
        "(M, K),": "(M, N), torch.randn(M, K),", "(x": "(c, x",
        " = x @ w": " = torch.addmm(c, x, w, beta=1.0, alpha=1.0)", " torch.sigmoid(y)": " y * 0.5",
        "N = w.shape[1]":
            "N = w.shape[1]\n"
            "stride_cm, stride_cn = c.stride(0), c.stride(1)",
        "(M, 128) * triton.cdiv(N, 64),)": "(M, 128), triton.cdiv(N, 64))",
        "addmm_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1), "
        "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, GROUP=8, num_warps=4)":
            "addmm_kernel[grid](c, x, w, y, M, N, K, stride_cm, stride_cn, x.stride(0), x.stride(1), "
            "w.stride(0), w.stride(1), BETA=1.0, ALPHA=1.0, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, "
            "num_warps=4)"}, functions=("""
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
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
        x_ptrs += BLOCK_K * stride_xk
        w_ptrs += BLOCK_K * stride_wk

    mask = (rows[:, None] < M) & (columns[None, :] < N)
    c = tl.load(c_ptr + rows[:, None] * stride_cm + columns[None, :] * stride_cn, mask=mask, other=0.0).to(tl.float32)
    y = BETA * c + ALPHA * y
    y = tl.maximum(y, 0.0)
    y = 0.5 * y
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)
""",)),
    # Diagonal matrix times a matrix, y = diag(a) @ x for a (M,) and x (M, N): row i of x times a[i]; also
    # x @ diag(a).
    "diagonal_matmul": Composition("bmm", {"(x, w):": "(a, x):", "bmm(x, w)": "diag(a) @ x"}, functions=(
        "CASES = [(1, 1), (3, 33), (20, 300)]  # M, N", """
def make(M, N):
    return torch.randn(M), torch.randn(M, N)
""", """
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
""", """
def diagonal_matmul_triton(a, x):
    a = a.contiguous()
    M, N = x.shape
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 16), triton.cdiv(N, 128))
    diagonal_matmul_kernel[grid](a, x, y, M, N, x.stride(0), x.stride(1), BLOCK_M=16, BLOCK_N=128, num_warps=4)
    return y
""")),
    # Matrix product with a chain of functions after it, y = sigmoid(relu(x @ w)), and on.
    "matmul_chain": Composition("matmul_kept", {
        "z_ptr, y_ptr": "y_ptr", "z = y": "", "y = tl.maximum(y, z)": "",
        "tl.store(z_ptr + offsets, z, mask=mask)": "y = tl.abs(y)", "z = torch.empty_like(y)": "",
        "z, y": "y"}, functions=("""
def matmul_chain_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    y = torch.abs(y)
    return y
""",), breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product joined with two tensors, y = max(f(x @ w) + s, z), functions between and after.
    "matmul_joins": Composition("matmul_binary", {
        "z_ptr,": "s_ptr, z_ptr,",
        "offsets = rows[:, None] * N + columns[None, :]":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "y += s\ny = tl.sigmoid(y)",
        "y = tl.sigmoid(y)": "",
        "def matmul_joins_triton(x, w, z):":
            "def matmul_joins_triton(x, w, s, z):\n"
            "    s = s.contiguous()",
        ", z,": ", s, z,", "w, z):": "w, s, z):",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = y + s\ny = torch.sigmoid(y)", "y = torch.sigmoid(y)": "",
        "w = torch.randn(K, N) / K ** 0.5":
            "w = torch.randn(K, N) / K ** 0.5\n"
            "s = torch.randn(N)",
        "w, z": "w, s, z"}, breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product of functions of two tensors of any ranks, y = phi(k).T @ psi(v), as linear attention
    # takes, or Gram matrices of features.
    "matmul_of_features": Composition("matmul_of_ranks", {
        "x = tl.maximum(x, 0.0)": "",
        "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)":
            "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
            "other=0.0).to(tl.float32)\n"
            "x = tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))\n"
            "w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n"
            "w = tl.where(k[:, None] < K - start, w, 0.0)",
        "x = torch.relu(x)": "x = F.elu(x) + 1.0\nw = F.elu(w) + 1.0"},
        breaks=("stride_wa", "BLOCK_M: tl.constexpr")),
    # Matrix product of parts of two matrices, y = f(tril(a) @ triu(b)): either of them a triangle above
    # or below any diagonal, or symmetrized.
    "matmul_of_parts": Composition("triangular_both", {
        "M, 64": "M, 128",
        "BLOCK=64, BLOCK_K=32, num_warps=4": "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4",
        "y = torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))":
            "a = torch.tril(a)\n"
            "b = torch.triu(b)\n"
            "y = a @ b\n"
            "y = torch.tril(y)",
        "(M, K": "(K", ".randn(M, K": ".randn(K, K"}, functions=(
        "CASES = [(1, 2), (3, 5), (40, 7), (70, 70)]  # K, N", """
@triton.jit
def matmul_of_parts_kernel(a_ptr, b_ptr, y_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N) & (columns[None, :] >= k[:, None])
        a_mask = a_mask & (k[None, :] <= rows[:, None])
        a = tl.load(a_ptr + rows[:, None] * stride_am + k[None, :] * stride_ak, mask=a_mask, other=0.0).to(tl.float32)
        b = tl.load(b_ptr + k[:, None] * stride_bk + columns[None, :] * stride_bn, mask=b_mask, other=0.0)
        y += tl.dot(a.to(b.dtype), b, input_precision="tf32x3")
    y = tl.where(columns[None, :] <= rows[:, None], y, 0.0)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
"""), breaks=("BLOCK_M",)),
    # Matrix product of two tensors of any ranks with two results, v = sigmoid(g(x) @ w) and y = v + z: a
    # gate, and what it lets through.
    "matmul_of_ranks_to_two": Composition("matmul_of_ranks_joins",
        {"y_ptr,": "v_ptr, y_ptr,",
         "y = tl.maximum(y, z)\n"
         "    tl.store(y_ptr + batch * M * N + rows[:, None] * N + columns[None, :], y, mask=mask)":
             "v = tl.sigmoid(y)\n"
             "y = v + z\n"
             "offsets = batch * M * N + rows[:, None] * N + columns[None, :]\n"
             "tl.store(v_ptr + offsets, v, mask=mask)\n"
             "tl.store(y_ptr + offsets, y, mask=mask)",
         "y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)":
             "v = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)\n"
             "y = torch.empty_like(v)",
         "y, M": "v, y, M", "return y": "return v, y",
         "y = torch.maximum(y, z)\n    return y": "v = torch.sigmoid(y)\ny = v + z\nreturn v, y"},
        breaks=("stride_wa", "stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product of slices of two tensors, y = f(x[..., 3:] @ w[2:, 1:]): a slice is an offset and a
    # size, nothing is copied.
    "matmul_of_slices": Composition("matmul_of_ranks", {
        "x = tl.maximum(x, 0.0)": "", "y = tl.sigmoid(y)": "y = tl.maximum(y, 0.0)\ny = tl.sigmoid(y)",
        "def matmul_of_slices_triton(x, w):":
            "def matmul_of_slices_triton(x, w):\n"
            "    x = x[..., 2:]\n"
            "    w = w[..., 2:, :]",
        "x = torch.relu(x)": "x = x[..., 2:]\nw = w[..., 2:, :]",
        "y = x @ w": "y = x @ w\ny = torch.relu(y)"},
        functions=("CASES = [((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))]",),
        breaks=("stride_wa", "BLOCK_M: tl.constexpr")),
    # Matrix product of two tensors of any ranks and a third beside it, each with a factor: y = f(alpha *
    # (x @ w) + beta * z).
    "matmul_plus": Composition("matmul_of_ranks_joins", {
        "x = tl.maximum(x, 0.0)": "", "y = tl.maximum(y, z)": "y = 1.5 * y + 0.5 * z\ny = tl.maximum(y, 0.0)",
        "x = torch.relu(x)": "", "y = torch.maximum(y, z)": "y = 1.5 * y + 0.5 * z\ny = torch.relu(y)"},
        breaks=("stride_wa", "stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product of functions of matrices, y = relu(x) @ w: the function is applied to a tile as it is
    # loaded.
    "matmul_prologue": Composition("matmul_prologue_tail", {
        "# w is zero beyond K, but a function that is infinite at zero would still give NaN there.":
            "w = tl.sigmoid(w)\n"
            "# The function of the zeros beyond K need not be zero; what the sum must not see is masked "
            "again.",
        "x = tl.where(x_mask, x, 0.0)":
            "x = tl.where(x_mask, x, 0.0)\n"
            "w = tl.where(w_mask, w, 0.0)",
        "y = tl.sigmoid(y)": "", "x = torch.relu(x)": "x = torch.relu(x)\nw = torch.sigmoid(w)",
        "y = torch.sigmoid(y)": ""}, breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product between two functions, y = sigmoid(relu(x) @ w): one on the way in, one on the way
    # out.
    "matmul_prologue_tail": Composition("matmul", {
        "(M, 128) * triton.cdiv(N, 64),": "(M, 128), triton.cdiv(N, 64)", "GROUP=8, num_warps": "num_warps",
        "def matmul_prologue_tail_torch(x, w):":
            "def matmul_prologue_tail_torch(x, w):\n"
            "    x = torch.relu(x)",
        "y = torch.relu(y)": ""}, functions=("""
@triton.jit
def matmul_prologue_tail_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x_mask = (rows[:, None] < M) & (k[None, :] < K)
        w_mask = (k[:, None] < K) & (columns[None, :] < N)
        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, mask=x_mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0)
        x = tl.maximum(x, 0.0)
        # w is zero beyond K, but a function that is infinite at zero would still give NaN there.
        x = tl.where(x_mask, x, 0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",), breaks=("BLOCK_M",)),
    # Matrix product whose result is read twice: v = x @ w, y = sigmoid(max(relu(v), cos(v))), and on.
    "matmul_reuse": Composition("matmul_chain", {
        "offsets = rows[:, None] * N + columns[None, :]":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "z = y\n"
            "z = tl.cos(z)",
        "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = tl.maximum(y, z)", "y = tl.abs(y)": "",
        "y = x @ w": "y = x @ w\nz = y\nz = torch.cos(z)",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = torch.maximum(y, z)", "y = torch.abs(y)": ""},
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Matrix product of a transposed matrix, y = x.T @ w for x (K, M) and w (K, N); also x @ w.T and x.T @
    # w.T.
    "matmul_transposed": Composition("linear", {
        "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk":
            "y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn",
        "K + k[None, :]": "stride_xm + k[None, :] * stride_xk",
        "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "", ", b": "",
        " = F.linear(x, w, b)": " = x.T @ w", " make(N, K, *rows):": " make(M, K, N):",
        "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)":
            "return torch.randn(K, M), torch.randn(K, N) / K ** 0.5"}, functions=(
        "CASES = [(1, 1, 1), (3, 5, 33), (70, 50, 65)]  # M, K, N", """
def matmul_transposed_triton(x, w):
    K, M = x.shape
    N = w.shape[1]
    stride_xk, stride_xm = x.stride()
    stride_wk, stride_wn = w.stride()
    y = torch.empty((M, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_transposed_kernel[grid](x, w, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,
                                   BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""")),
}
