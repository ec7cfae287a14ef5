"""Compositions of the families of matrix products, linear_to_two to matmul_prologue_tail."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Linear layer with two results, v = sigmoid(x @ w.T + b) and y = v + x: a gate and what it lets
    # through, as in highways and GRUs.
    "linear_to_two": Composition(
        "linear_transposed",
        {
            "z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T": "w_ptr, b_ptr, v_ptr, y_ptr, M, N, K",
            "y = tl.maximum(y, 0.0)": "",
            (
                "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, "
                "None]\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.maximum(y, z)"
            ): (
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "v = tl.sigmoid(y)\n"
                "y = v + z\n"
                "tl.store(v_ptr + offsets, v, mask=mask)"
            ),
        },
        functions=(
            """
CASES = [(1, 1), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # K, leading dimensions
""",
            """
def make(K, *rows):
    N = K
    x = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return (x, w, b)
""",
            """
def linear_to_two_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.linear(x, w, b)
    v = torch.sigmoid(y)
    y = v + z
    return v, y
""",
            """
def linear_to_two_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape
    stride_wn, stride_wk = w.stride()
    M = x.numel() // K
    v = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    y = torch.empty_like(v)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_to_two_kernel[grid](x, w, b, v, y, M, N, K, stride_wn, stride_wk, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return v, y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr",),
    ),
    # Linear layer whose last two dimensions change places, y[b, n, t] = f(x[b, t] @ w.T + b)[n]: tokens
    # become channels.
    "linear_turned": Composition(
        "linear_transposed",
        {
            "z = torch.randn(B, N, T)": "",
            "z, w": "w",
            "z_ptr, w_ptr": "w_ptr",
            "x = tl.abs(x)": "",
            "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = tl.sigmoid(y)",
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.maximum(y, z)"
            ): "",
            "z = z.contiguous()": "",
        },
        functions=(
            """
def linear_turned_torch(x, w, b):
    y = F.linear(x, w, b)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = y.transpose(1, 2)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), with a
    # pointwise tail.
    "matmul_3d_2d": Composition(
        "matmul_transposed",
        {
            "x.T @ w": "torch.matmul(x, w)",
            "y_ptr, M, N, K, stride_xm": "y_ptr, B, T, N, K, stride_xb, stride_xt",
            "rows[:, None] * stride_xm": "(rows // T * stride_xb + rows % T * stride_xt)[:, None]",
            "< M": "< B * T",
            "K, M": "B, T, K",
            "stride_xk, stride_xm = x.stride()": "",
            "y = torch.empty((M, N), device=x.device, dtype=x.dtype)": (
                "y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)"
            ),
            "M, 128": "B * T, 128",
            "y, M, N, K, stride_xm, stride_xk": "y, B, T, N, K, x.stride(0), x.stride(1), x.stride(2)",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N
""",
            """
def make(B, T, K, N):
    return torch.randn(B, T, K), torch.randn(K, N) / K ** 0.5
""",
        ),
    ),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), joined
    # with a second tensor.
    "matmul_3d_2d_binary": Composition(
        "matmul_binary",
        {
            "M, K": "B, T, K",
            ".randn(M, N)": ".randn(B, T, N)",
            "x @ w": "torch.matmul(x, w)",
            "y = torch.sin(y)": "",
            "y_ptr, M, N, K, stride_xm": "y_ptr, B, T, N, K, stride_xb, stride_xt",
            "rows[:, None] * stride_xm": "(rows // T * stride_xb + rows % T * stride_xt)[:, None]",
            "< M": "< B * T",
            "y = tl.sin(y)": "",
            "stride_xm, stride_xk = x.stride()": "",
            "y = torch.empty((M, N), device=x.device, dtype=x.dtype)": (
                "y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)"
            ),
            "M, 128": "B * T, 128",
            "y, M, N, K, stride_xm, stride_xk": "y, B, T, N, K, x.stride(0), x.stride(1), x.stride(2)",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Product of two stacks of heads, y[b, h] = x[b, h] @ w[b, h] for x (B, H, M, K) and w (B, H, K, N).
    "matmul_4d": Composition(
        "einsum",
        {
            'einsum("bmhk,bnhk->bhmn", x, w)': "matmul(x, w)",
            "stride_wn, stride_wk, stride_yb, stride_yh, stride_ym, stride_yn": "stride_wk, stride_wn",
            "b = pid // tiles_m // H\n    h = pid // tiles_m % H": (
                "batch_head = pid // tiles_m\nb = batch_head // H\nh = batch_head % H"
            ),
            (
                "y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, "
                "None] * stride_ym + columns[None, :] * stride_yn"
            ): ("offsets = (batch_head * M + rows[:, None]) * N + columns[None, :]"),
            "y_ptrs,": "y_ptr + offsets,",
            "M, H": "H, M",
            "[1]": "[3]",
            "stride_xm, stride_xh": "stride_xh, stride_xm",
            "stride_wn, stride_wh, stride_wk": "stride_wh, stride_wk, stride_wn",
            "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 2, 20, 40, 30)]  # B, H, M, K, N
""",
            """
def make(B, H, M, K, N):
    return torch.randn(B, H, M, K), torch.randn(B, H, K, N) / K ** 0.5
""",
        ),
        breaks=("stride_wb", "BLOCK_M: tl.constexpr", "stride_wb"),
    ),
    # Tensor product over the last dimension, y[b, i, j] = x[b, i, j] @ w for x (B, I, J, L) and w (L, K).
    "matmul_4d_2d": Composition(
        "bmm",
        {"bmm(x, w)": 'einsum("bijl,lk->bijk", x, w)'},
        functions=(
            """
CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 33), (2, 3, 13, 50, 65)]  # B, I, J, L, K
""",
            """
def make(B, I, J, L, K):
    return torch.randn(B, I, J, L), torch.randn(L, K) / L ** 0.5
""",
            """
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
        w = tl.load(w_ptrs, mask=(depth[:, None] < L - start) & (columns[None, :] < K), other=0.0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_L
        w_ptrs += BLOCK_L * stride_wl

    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * K + columns[None, :], y, mask=(rows[:, None] < R) & (columns[None, :] < K))
""",
            """
def matmul_4d_2d_triton(x, w):
    x = x.contiguous()
    B, I, J, L = x.shape
    K = w.shape[1]
    stride_wl, stride_wk = w.stride()
    R = B * I * J
    y = torch.empty((B, I, J, K), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(R, 128), triton.cdiv(K, 64))
    matmul_4d_2d_kernel[grid](x, w, y, R, L, K, stride_wl, stride_wk, BLOCK_R=128, BLOCK_K=64, BLOCK_L=32, num_warps=8)
    return y
""",
        ),
    ),
    # Matrix product of a matrix and a program of two tensors that broadcast, y = f(w @ g(x, z)), of any
    # ranks, transposed or not.
    "matmul_by_pair": Composition(
        "matmul_of_pair",
        {
            "x_shape, w_shape": "w_shape, x_shape",
            "x @ w": "w @ x",
            (
                "stride_xm, stride_xk, stride_za, stride_zb, stride_zc, stride_zm, stride_zk, "
                "stride_wa, stride_wb, stride_wc, stride_wk, stride_wn"
            ): (
                "stride_xk, stride_xn, stride_za, stride_zb, stride_zc, stride_zk, stride_zn, "
                "stride_wa, stride_wb, stride_wc, stride_wm, stride_wk"
            ),
            "x_mask = (rows[:, None] < M) & (k[None, :] < K)": (
                "x_mask = (k[:, None] < K) & (columns[None, :] < N)"
            ),
            "w_mask = (k[:, None] < K) & (columns[None, :] < N)": (
                "w_mask = (rows[:, None] < M) & (k[None, :] < K)"
            ),
            "rows[:, None] * stride_xm + k[None, :] * stride_xk": (
                "k[:, None] * stride_xk + columns[None, :] * stride_xn"
            ),
            "rows[:, None] * stride_zm + k[None, :] * stride_zk": (
                "k[:, None] * stride_zk + columns[None, :] * stride_zn"
            ),
            "k[:, None] * stride_wk + columns[None, :] * stride_wn": (
                "rows[:, None] * stride_wm + k[None, :] * stride_wk"
            ),
            "x, w": "w, x",
            "(M, K), N = shape[-2:], w.shape[-1]": "(K, N), M = shape[-2:], w.shape[-2]",
            ("x, z, w = x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, K, N)"): (
                "x, z, w = x.expand(A, B, C, K, N), z.expand(A, B, C, K, N), w.expand(A, B, C, M, K)"
            ),
        },
        breaks=("stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product of two tensors of any ranks, scaled by one of its own sizes, y = f(x @ w / K): means
    # over pairs, scores, Gram matrices.
    "matmul_by_size": Composition(
        "matmul_of_ranks",
        {
            "K, B,": "K, scale, B,",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, 0.0)\ny = y * scale\ny = tl.sigmoid(y)",
            "(M, K), N = x.shape[-2:], w.shape[-1]": "(M, K), N = x.shape[-2:], w.shape[-1]\nscale = 1 / K",
        },
        functions=(
            """
def matmul_by_size_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    y = y / w.shape[-2]
    y = torch.sigmoid(y)
    return y
""",
        ),
        breaks=("stride_wa", "BLOCK_M: tl.constexpr"),
    ),
    # Matrix product with a chain of functions after it, y = sigmoid(relu(x @ w)), and on.
    "matmul_chain": Composition(
        "matmul_kept",
        {
            "z_ptr, y_ptr": "y_ptr",
            "z = y": "",
            "y = tl.maximum(y, z)": "",
            "tl.store(z_ptr + offsets, z, mask=mask)": "y = tl.abs(y)",
            "z = torch.empty_like(y)": "",
            "z, y": "y",
        },
        functions=(
            """
def matmul_chain_torch(x, w):
    y = x @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    y = torch.sin(y)
    y = torch.abs(y)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product joined with two tensors, y = max(f(x @ w) + s, z), functions between and after.
    "matmul_joins": Composition(
        "matmul_binary",
        {
            "z_ptr,": "s_ptr, z_ptr,",
            "offsets = rows[:, None] * N + columns[None, :]": (
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "s = tl.load(s_ptr + columns, mask=columns < N, "
                "other=0.0).to(tl.float32)[None, :]\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "y += s\ny = tl.sigmoid(y)",
            "y = tl.sigmoid(y)": "",
            "def matmul_joins_triton(x, w, z):": (
                "def matmul_joins_triton(x, w, s, z):\n    s = s.contiguous()"
            ),
            ", z,": ", s, z,",
        },
        functions=(
            """
def make(M, K, N):
    x = torch.randn(M, K)
    w = torch.randn(K, N) / K ** 0.5
    s = torch.randn(N)
    z = torch.randn(M, N)
    return x, w, s, z
""",
            """
def matmul_joins_torch(x, w, s, z):
    y = x @ w
    y = torch.relu(y)
    y = y + s
    y = torch.sigmoid(y)
    y = torch.maximum(y, z)
    y = torch.sin(y)
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product of functions of two tensors of any ranks, y = phi(k).T @ psi(v), as linear attention
    # takes, or Gram matrices of features.
    "matmul_of_features": Composition(
        "matmul_of_ranks",
        {
            "x = tl.maximum(x, 0.0)": "",
            (
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)"
            ): (
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                "x = tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))\n"
                "w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n"
                "w = tl.where(k[:, None] < K - start, w, 0.0)"
            ),
        },
        functions=(
            """
def matmul_of_features_torch(x, w):
    x = F.elu(x) + 1.0
    w = F.elu(w) + 1.0
    y = x @ w
    y = torch.sigmoid(y)
    return y
""",
        ),
        breaks=("stride_wa", "BLOCK_M: tl.constexpr"),
    ),
    # Matrix product of parts of two matrices, y = f(tril(a) @ triu(b)): either of them a triangle above
    # or below any diagonal, or symmetrized.
    "matmul_of_parts": Composition(
        "triangular_both",
        {
            "M, 64": "M, 128",
            "BLOCK=64, BLOCK_K=32, num_warps=4": "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8",
        },
        functions=(
            """
CASES = [(1, 2), (3, 5), (40, 7), (70, 70)]  # K, N
""",
            """
def make(K, N):
    return torch.randn(K, K), torch.randn(K, N) / K ** 0.5
""",
            """
def matmul_of_parts_torch(a, b):
    a = torch.tril(a)
    b = torch.triu(b)
    y = a @ b
    y = torch.tril(y)
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y
""",
            """
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
        b = tl.load(b_ptr + k[:, None] * stride_bk + columns[None, :] * stride_bn, mask=b_mask, other=0.0).to(tl.float32)
        y += tl.dot(a, b, input_precision="tf32x3")
    y = tl.where(columns[None, :] <= rows[:, None], y, 0.0)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
        ),
        breaks=("BLOCK_M",),
    ),
    # Matrix product of two tensors of any ranks with two results, v = sigmoid(g(x) @ w) and y = v + z: a
    # gate, and what it lets through.
    "matmul_of_ranks_to_two": Composition(
        "matmul_of_ranks_joins",
        {
            "y_ptr,": "v_ptr, y_ptr,",
            (
                "y = tl.maximum(y, z)\n"
                "    tl.store(y_ptr + batch * M * N + rows[:, None] * N + columns[None, :], y, "
                "mask=mask)"
            ): (
                "v = tl.sigmoid(y)\n"
                "y = v + z\n"
                "offsets = batch * M * N + rows[:, None] * N + columns[None, :]\n"
                "tl.store(v_ptr + offsets, v, mask=mask)\n"
                "tl.store(y_ptr + offsets, y, mask=mask)"
            ),
            "y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)": (
                "v = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)\ny = torch.empty_like(v)"
            ),
            "y, M": "v, y, M",
            "return y": "return v, y",
        },
        functions=(
            """
def matmul_of_ranks_to_two_torch(x, w, z):
    x = torch.relu(x)
    y = x @ w
    v = torch.sigmoid(y)
    y = v + z
    return v, y
""",
        ),
        breaks=("stride_wa", "stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product of slices of two tensors, y = f(x[..., 3:] @ w[2:, 1:]): a slice is an offset and a
    # size, nothing is copied.
    "matmul_of_slices": Composition(
        "matmul_of_ranks",
        {
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, 0.0)\ny = tl.sigmoid(y)",
            "def matmul_of_slices_triton(x, w):": (
                "def matmul_of_slices_triton(x, w):\n    x = x[..., 2:]\n    w = w[..., 2:, :]"
            ),
        },
        functions=(
            """
CASES = [((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))]
""",
            """
def matmul_of_slices_torch(x, w):
    x = x[..., 2:]
    w = w[..., 2:, :]
    y = x @ w
    y = torch.relu(y)
    y = torch.sigmoid(y)
    return y
""",
        ),
        breaks=("stride_wa", "BLOCK_M: tl.constexpr"),
    ),
    # Matrix products of a batch of heads, y[b, h] = x[b, h] @ w[b, h], of tensors in any order of
    # dimensions, y included.
    "matmul_orders": Composition(
        "einsum",
        {
            'y = torch.einsum("bmhk,bnhk->bhmn", x, w)': "y = (x @ w)  # (B, H, M, N)",
            "stride_wn, stride_wk": "stride_wk, stride_wn",
        },
        functions=(
            """
CASES = [(1, 2, 3, 1, 4), (2, 3, 4, 5, 33), (2, 5, 20, 40, 30)]  # B, H, M, K, N
""",
            """
def make(B, H, M, K, N):
    x = torch.randn(B, H, M, K)
    w = torch.randn(B, H, K, N) / K ** 0.5
    return x, w
""",
            """
def matmul_orders_triton(x, w):
    B, H, M, K = x.shape
    N = w.shape[3]
    stride_xb, stride_xh, stride_xm, stride_xk = x.stride()
    stride_wb, stride_wh, stride_wk, stride_wn = w.stride()
    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)
    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()
    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))
    matmul_orders_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,
                            stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, stride_yh, stride_ym, stride_yn,
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    return y
""",
        ),
        breaks=("stride_wb", "BLOCK_M: tl.constexpr"),
    ),
    # Matrix product of two tensors of any ranks and a third beside it, each with a factor: y = f(alpha *
    # (x @ w) + beta * z).
    "matmul_plus": Composition(
        "matmul_of_ranks_joins",
        {
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.maximum(y, z)": "y = 1.5 * y + 0.5 * z\ny = tl.maximum(y, 0.0)",
        },
        functions=(
            """
def matmul_plus_torch(x, w, z):
    y = x @ w
    y = 1.5 * y + 0.5 * z
    y = torch.relu(y)
    return y
""",
        ),
        breaks=("stride_wa", "stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product of functions of matrices, y = relu(x) @ w: the function is applied to a tile as it is
    # loaded.
    "matmul_prologue": Composition(
        "matmul_prologue_tail",
        {
            ("# w is zero beyond K, but a function that is infinite at zero would still give NaN there."): (
                "w = tl.sigmoid(w)\n"
                "# The function of the zeros beyond K need not be zero; what the sum must not "
                "see is masked again."
            ),
            "x = tl.where(x_mask, x, 0.0)": "x = tl.where(x_mask, x, 0.0)\nw = tl.where(w_mask, w, 0.0)",
            "y = tl.sigmoid(y)": "",
        },
        functions=(
            """
def matmul_prologue_torch(x, w):
    x = torch.relu(x)
    w = torch.sigmoid(w)
    y = x @ w
    return y
""",
        ),
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128"),
    ),
    # Matrix product between two functions, y = sigmoid(relu(x) @ w): one on the way in, one on the way
    # out.
    "matmul_prologue_tail": Composition(
        "matmul",
        {"(M, 128) * triton.cdiv(N, 64),": "(M, 128), triton.cdiv(N, 64)", "GROUP=8, num_warps": "num_warps"},
        functions=(
            """
def matmul_prologue_tail_torch(x, w):
    x = torch.relu(x)
    y = x @ w
    y = torch.sigmoid(y)
    return y
""",
            """
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
        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, mask=w_mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # w is zero beyond K, but a function that is infinite at zero would still give NaN there.
        x = tl.where(x_mask, x, 0.0)
        y += tl.dot(x, w, input_precision="tf32x3")
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
        ),
        breaks=("BLOCK_M",),
    ),
}
