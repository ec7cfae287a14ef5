"""Compositions of the families of linear layers of several or rearranged tensors."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Linear layer whose numbers a mask hides, y = where(mask, -inf, (x @ w.T + b) * scale): routers,
    # actions that are not allowed.
    "linear_filled": Composition("linear_transposed", {
        "B, T": "M", "z = torch.randn(B, N, T)": "m = torch.randn(M, N) > 0.5", ", z": ", m",
        "def linear_filled_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk, "
        "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):":
            "def linear_filled_kernel(x_ptr, m_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,\n"
            "                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, "
            "BLOCK_K: tl.constexpr):",
        "x = tl.abs(x)": "", " = tl.maximum(y, 0.0)": " = 0.5 * y",
        "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, z)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "m = tl.load(m_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0)\n"
            'y = tl.where(m, -float("inf"), y)\n'
            "tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)",
        "z": "m", "B, K = x.shape[0], x.shape[-1]": "N, K = w.shape",
        "N = w.shape[0]": "y = torch.empty((*x.shape[:-1], N), device=x.device, dtype=x.dtype)",
        "y = torch.empty((B, N, *x.shape[1:-1]), device=x.device, dtype=x.dtype)":
            "grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))",
        "grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))":
            "linear_filled_kernel[grid](x, m, w, b, y, M, N, K, w.stride(0), w.stride(1),",
        "T = x.numel() // (B * K)": "M = x.numel() // K",
        "linear_filled_kernel[grid](x, z, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1), BLOCK_M=128, "
        "BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "                             BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)"}, functions=(
        "CASES = [(1, 1, 2), (5, 7, 33), (72, 40, 35)]  # M, K, N", """
def linear_filled_torch(x, m, w, b):
    y = F.linear(x, w, b)
    y = y * 0.5
    y = y.masked_fill(m, float("-inf"))
    return y
""")),
    # Linear layer with two results, z = linear(x, w, b) and y = max(sigmoid(z), z): what a residual
    # around a norm needs.
    "linear_kept": Composition("linear_joins", {
        "def linear_kept_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, M, N, K, stride_wn, stride_wk, "
        "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):":
            "def linear_kept_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, M, N, K, stride_wn, "
            "stride_wk,\n"
            "                        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "", "y += s": "y = y + s\nz = y",
        "y = tl.sin(y)":
            "y = tl.sin(y)\n"
            "tl.store(z_ptr + offsets, z, mask=mask)",
        "x, s, z, w, b):": "x, w, b, s):", "s = s.contiguous()\n    z = z.contiguous()": "",
        "y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)":
            "y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
            "z = torch.empty_like(y)",
        "linear_kept_kernel[grid](x, w, b, s, z, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, "
        "BLOCK_N=64, BLOCK_K=32, num_warps=4)\n"
        "    return y":
            "linear_kept_kernel[grid](x, w, b, s, z, y, M, N, K, w.stride(0), w.stride(1),\n"
            "                          BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)\n"
            "return z, y",
        "y = y + s": "y = y + s\nz = y", "return ": "return z, ",
        "s = torch.randn(N)\n    z = torch.randn(*rows, N)": "",
        "return x, s, z, w, b": "s = torch.randn(N)\nreturn x, w, b, s"}),
    # Linear layer of two tensors side by side, y = f(linear(cat((x, z), -1), w, b)): nothing is put side
    # by side.
    "linear_of_cat": Composition("linear_binary", {
        ", *": ", L, *", "rows, N": "rows, L", "(N, K) / K": "(N, K + L) / (K + L)",
        "y = F.linear(x, w, b)": "y = F.linear(torch.cat((x, z), dim=-1), w, b)",
        "y = torch.maximum(y, z)": "", "y = torch.sin(y)": "",
        "N, K = w.shape": "N = w.shape[0]\nK, L = x.shape[-1], z.shape[-1]",
        "w, b, z, y, M, N, K": "z, w, b, y, M, N, K, L"}, functions=("""
CASES = [(1, 1, 1, 1), (33, 5, 7, 3), (40, 35, 20, 2, 34)]  # N, K of x, L of z, leading dimensions
""", """
@triton.jit
def linear_of_cat_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, L, stride_wn, stride_wk,
                         BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    w_ptrs = w_ptr + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs + k[:, None] * stride_wk, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(w.dtype), w, input_precision="tf32x3")
    for start in range(0, L, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K).to(tl.int64)
        z = tl.load(z_ptr + rows[:, None] * L + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < L), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs + (K + k[:, None]) * stride_wk, mask=(k[:, None] < L) & (columns[None, :] < N), other=0.0)
        y += tl.dot(z.to(w.dtype), w, input_precision="tf32x3")

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
"""), breaks=("BLOCK_M",)),
    # Linear layer of what a mask leaves, y = f(linear(masked(g(x)), weight, bias)) + r: padding, dropped
    # tokens or features.
    "linear_of_masked": Composition("linear_of_pair", {
        "(shape[:-1])": "(shape[:-1]) > 0.5",
        "x = torch.maximum(x, z)": "x = torch.relu(x)\nx = x.masked_fill(z, 0.0)",
        "z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, "
        "other=0.0).to(tl.float32)\n"
        "        x = tl.maximum(x, z)":
            "z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, other=0)\n"
            "x = tl.maximum(x, 0.0)\n"
            "x = tl.where(z, 0.0, x)"}, breaks=("stride_za", "BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Linear layer of what a tensor that broadcasts has joined, y[b, t] = (x[b, t] + z[t]) @ w.T + b:
    # tokens with their places, shifted features.
    "linear_of_placed": Composition("linear_transposed", {
        "B, N, T": "T, K",
        "def linear_of_placed_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, stride_wk, "
        "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):":
            "def linear_of_placed_kernel(x_ptr, z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T, stride_wn, "
            "stride_wk,\n"
            "                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, "
            "BLOCK_K: tl.constexpr):",
        "x = tl.abs(x)":
            "places = (rows % T)[:, None] * K + start + k[None, :]\n"
            "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
            "other=0.0).to(tl.float32)\n"
            "x = x - z",
        "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
        "    offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, z)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N))",
        "B, K = x.shape[0], x.shape[-1]\n"
        "    T = x.numel() // (B * K)": "B, T, K = x.shape",
        "B, N, *x.shape[1:-1]), ": "B, T, N), ",
        "linear_of_placed_kernel[grid](x, z, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1), "
        "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)":
            "linear_of_placed_kernel[grid](x, z, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),\n"
            "                             BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)",
        " torch.abs(x)": " torch.sub(x, z)",
        "y = y.transpose(1, 2)\n"
        "    y = torch.maximum(y, z)": ""}),
    # Linear layer of a program of three tensors that broadcast, y = f(linear(g(x, z, w), weight, bias)):
    # scaled and shifted, gated, masked.
    "linear_of_three": Composition("linear_of_pair", {
        "r = torch.randn(*shape[:-1], N)": "w = torch.randn(shape[-1])", ", r": ", w",
        "maximum(x, z)": "addcmul(w, x, z)", "y = y + r": ""}, functions=("""
@triton.jit
def linear_of_three_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, B, T, stride_xa, stride_xb, stride_xt, stride_xk,
                           stride_za, stride_zb, stride_zt, stride_zk, stride_wa, stride_wb, stride_wt, stride_wk,
                           stride_weight_n, stride_weight_k,
                           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    outer, middle, inner = rows // (B * T), rows // T % B, rows % T
    x_rows = outer * stride_xa + middle * stride_xb + inner * stride_xt
    z_rows = outer * stride_za + middle * stride_zb + inner * stride_zt
    w_rows = outer * stride_wa + middle * stride_wb + inner * stride_wt
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        mask = (rows[:, None] < M) & (k[None, :] < K)
        x = tl.load(x_ptr + x_rows[:, None] + k[None, :] * stride_xk, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + z_rows[:, None] + k[None, :] * stride_zk, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + w_rows[:, None] + k[None, :] * stride_wk, mask=mask, other=0.0).to(tl.float32)
        x = w + x * z
        x = tl.where(mask, x, 0.0)  # what lies beyond K need not be a number here
        weight_ptrs = weight_ptr + k[:, None] * stride_weight_k + columns[None, :] * stride_weight_n
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(x.to(weight.dtype), weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""", """
def linear_of_three_triton(x, z, w, weight, bias):
    z = z[..., None]
    shape = torch.broadcast_shapes(x.shape, z.shape, w.shape)
    N, K = weight.shape
    A, B, T = (1, 1, *shape[:-1])[-3:]
    M = A * B * T
    x, z, w = x.expand(A, B, T, K), z.expand(A, B, T, K), w.expand(A, B, T, K)
    y = torch.empty((*shape[:-1], N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_three_kernel[grid](x, z, w, weight, bias, y, M, N, K, B, T, *x.stride(), *z.stride(), *w.stride(), *weight.stride(),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4, num_stages=2)
    return y
""")),
    # Linear layer plus a table of positions, y[b, t] = f(x[b, t] @ w.T + b) + p[t]: the first layer of
    # many transformers.
    "linear_position": Composition("linear_transposed", {
        "z = torch.randn(B, N, T)": "p = torch.randn(T, N)", ", z,": ", p,", "z_ptr,": "p_ptr,",
        "x = tl.abs(x)": "",
        "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
            "other=0.0).to(tl.float32)",
        "tl.store(y_ptr + offsets, y, mask=mask)":
            "y = tl.sigmoid(y)\n"
            "tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask)",
        "def linear_position_torch(x, z, w, b):\n"
        "    x = torch.abs(x)": "def linear_position_torch(x, p, w, b):",
        "y = y.transpose(1, 2)": "z = p",
        "y = torch.maximum(y, z)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)"}, functions=("""
def linear_position_triton(x, p, w, b):
    x = x.contiguous()
    p = p.contiguous()
    B, T, K = x.shape
    N = w.shape[0]
    y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_position_kernel[grid](x, p, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),
                                 BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""",), breaks=("BLOCK_M: tl.constexpr",)),
    # Queries, keys and values of self-attention by one linear layer: three thirds of x @ w.T + b, each
    # split into heads.
    "linear_qkv": Composition("linear_heads", {
        "heads *": "3 * heads *", "y = tl.maximum(y, 0.0)": "",
        "head, d = (columns // D)":
            "part, head, d = (columns // (HEADS * D))[None, :], (columns // D % HEADS)",
        "offsets = ((batch * HEADS + head) * T + t) * D + d":
            "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 5, 7, 3), (3, 24, 40, 6)]  # B, T, K, width of a head", """
def linear_qkv_torch(x, w, b):
    B, T, K = x.shape
    heads = 4
    y = F.linear(x, w, b)
    q, k, v = y.chunk(3, dim=-1)
    q = q.view(B, T, heads, -1).transpose(1, 2)
    k = k.view(B, T, heads, -1).transpose(1, 2)
    v = v.view(B, T, heads, -1).transpose(1, 2)
    return q, k, v
""", """
def linear_qkv_triton(x, w, b):
    x = x.contiguous()
    B, T, K = x.shape
    heads = 4
    N = w.shape[0]
    D = N // (3 * heads)
    y = torch.empty((3, B, heads, T, D), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))
    linear_qkv_kernel[grid](x, w, b, y, B * T, N, K, T, D, heads, w.stride(0), w.stride(1),
                            BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y[0], y[1], y[2]
""")),
    # Linear layer joined with its own input, y = max(f(g(x) @ w.T + b), x): a residual block, a highway,
    # a self-gate.
    "linear_self": Composition("linear_binary", {
        "z_ptr, y_ptr, M, N, K": "y_ptr, M, N", "* K": "* N",
        "for start in range(0, K, BLOCK_K):\n"
        "        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
        "other=0.0).to(tl.float32)\n"
        "        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0.0)":
            "for start in range(0, N, BLOCK_K):\n"
            "    x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < N - start), "
            "other=0.0).to(tl.float32)\n"
            "    x = tl.abs(x)\n"
            "    w = tl.load(w_ptrs, mask=(k[:, None] < N - start) & (columns[None, :] < N), other=0.0)",
        "z_ptr +": "x_ptr +", "y = tl.sin(y)": "", "x, z,": "x,",
        "z = z.contiguous()\n"
        "    N, K = w.shape\n"
        "    M = x.numel() // K\n"
        "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)":
            "N = w.shape[0]\n"
            "M = x.numel() // N\n"
            "y = torch.empty_like(x)",
        "w, b, z, y, M, N, K, w.stride(": "w, b, y, M, N, w.stride(",
        "def linear_self_torch(x, z, w, b):":
            "def linear_self_torch(x, w, b):\n"
            "    z = x\n"
            "    x = torch.abs(x)",
        "y = torch.sin(y)": ""}, functions=(
        "CASES = [(1, 1), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # N, leading dimensions", """
def make(N, *rows):
    x = torch.randn(*rows, N)
    w = torch.randn(N, N) / N ** 0.5
    b = torch.randn(N)
    return x, w, b
"""), breaks=("BLOCK_M: tl.constexpr",)),
    # Linear layer with two results, v = sigmoid(x @ w.T + b) and y = v + x: a gate and what it lets
    # through, as in highways and GRUs.
    "linear_to_two": Composition("linear_transposed", {
        "z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T": "w_ptr, b_ptr, v_ptr, y_ptr, M, N, K",
        "y = tl.maximum(y, 0.0)": "",
        "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, z)":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "v = tl.sigmoid(y)\n"
            "y = v + z\n"
            "tl.store(v_ptr + offsets, v, mask=mask)",
        " make(B, T, K, N):": " make(K, *rows):", "x = torch.randn(B, T, K)": "N = K",
        "z = torch.randn(B, N, T)": "x = torch.randn(*rows, K)", "return x, z, w, b": "return (x, w, b)",
        "def linear_to_two_torch(x, z, w, b):": "def linear_to_two_torch(x, w, b):\n    z = x",
        "y = torch.relu(y)\n"
        "    y = y.transpose(1, 2)\n"
        "    y = torch.maximum(y, z)\n"
        "    return y":
            "v = torch.sigmoid(y)\n"
            "y = v + z\n"
            "return v, y"}, functions=(
        "CASES = [(1, 1), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # K, leading dimensions", """
def linear_to_two_triton(x, w, b):
    x = x.contiguous()
    N, K = w.shape
    stride_wn, stride_wk = w.stride()
    M = x.numel() // K
    v = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    y = torch.empty_like(v)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_to_two_kernel[grid](x, w, b, v, y, M, N, K, stride_wn, stride_wk, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return v, y
"""), breaks=("BLOCK_M: tl.constexpr",)),
    # Linear layer whose last two dimensions change places, y[b, n, t] = f(x[b, t] @ w.T + b)[n]: tokens
    # become channels.
    "linear_turned": Composition("linear_transposed", {
        "z = torch.randn(B, N, T)": "", "z, w": "w", "z_ptr, w_ptr": "w_ptr", "x = tl.abs(x)": "",
        "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = tl.sigmoid(y)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, z)": "",
        "z = z.contiguous()": "",
        "def linear_turned_torch(x, z, w, b):\n"
        "    x = torch.abs(x)": "def linear_turned_torch(x, w, b):",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = torch.sigmoid(y)", "y = torch.maximum(y, z)": ""},
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
}
