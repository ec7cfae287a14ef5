"""Compositions of the families of pieces of layers: states of linear attention, residuals with norms, products
in mixed precision, quantised rows and weights."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The largest magnitude of a row scales it to whole numbers, and back, y = round(x / s) * s.
    "absmax_rows": Composition(
        "program_around_rms",
        functions=(
            "CASES = [(1, 5), (3, 33), (2, 1100), (2, 3, 65)]",
            """
def make(*shape):
    return (torch.randn(shape),)
""",
            """
def absmax_rows_torch(x):
    s = torch.amax(torch.abs(x), dim=-1, keepdim=True) / 127
    q = torch.clamp(torch.round(x / s), -127, 127)
    y = q * s
    return y
""",
            """
@triton.jit
def absmax_rows_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes = tl.maximum(lanes, tl.abs(x))
    s = tl.div_rn(tl.max(lanes, axis=0), 127.0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        q = tl.div_rn(x, tl.zeros_like(x) + s)
        near = tl.floor(q + 0.5)  # a half goes to the even neighbour
        q = tl.where((near - q == 0.5) & (near * 0.5 != tl.floor(near * 0.5)), near - 1.0, near)
        q = tl.minimum(tl.maximum(q, -127.0), 127.0)
        y = q * s
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
            """
def absmax_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    absmax_rows_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y
""",
        ),
    ),
    # The norm of a language model in half precision: computed in float32, and weighted in half precision again.
    "half_rms_norm": Composition(
        "residual_rms_norm",
        functions=(
            """
def make(B, T, C):
    half = torch.bfloat16
    return torch.randn(B, T, C).to(half), torch.randn(C).to(half)
""",
            """
def half_rms_norm_torch(x, w):
    h = x.float()
    y = F.rms_norm(h, (h.shape[-1],), eps=1e-6)
    return w * y.to(x.dtype)
""",
            """
@triton.jit
def half_rms_norm_kernel(x_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        h = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, h * h, 0.0)
    scale = tl.rsqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        h = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = h * scale
        y = y * w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
            """
def half_rms_norm_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    half_rms_norm_kernel[(n_rows,)](x, w, y, n_cols, BLOCK=block)
    return y
""",
        ),
    ),
    # A linear layer whose weight is stored as whole numbers, with a scale for each output.
    "linear_of_bytes": Composition(
        "linear",
        functions=(
            """
def make(N, K, *rows):
    w = torch.randint(-127, 128, (N, K), dtype=torch.int8)
    return torch.randn(*rows, K), w, torch.rand(N) / 64 + 0.01
""",
            """
def linear_of_bytes_torch(x, w, s):
    y = F.linear(x, w.float())
    y = y * s
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def linear_of_bytes_kernel(x_ptr, w_ptr, s_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), other=0).to(tl.float32)
        y += tl.dot(x, w, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = y * s
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
            """
def linear_of_bytes_triton(x, w, s):
    x = x.contiguous()
    N, K = w.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    linear_of_bytes_kernel[grid](x, w, s, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""",
        ),
    ),
    # A linear layer in half precision whose result goes on in float32.
    "linear_to_single": Composition(
        "linear",
        {
            "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "w = torch.randn(N, K) / K ** 0.5\n"
                "return torch.randn(*rows, K).bfloat16(), w.bfloat16(), torch.randn(N).bfloat16()"
            ),
            "y = F.linear(x, w, b)": "y = F.linear(x, w, b).float()",
            "dtype=x.dtype": "dtype=torch.float32",
        },
    ),
    # Products in half precision whose result goes on in float32, as scores before a softmax do.
    "bmm_to_single": Composition(
        "bmm",
        {
            "return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5": (
                "w = torch.randn(B, K, N) / K ** 0.5\nreturn torch.randn(B, M, K).bfloat16(), w.bfloat16()"
            ),
            "y = torch.bmm(x, w)": "y = torch.bmm(x, w).float()",
            "dtype=x.dtype": "dtype=torch.float32",
        },
    ),
    "matmul_to_single": Composition(
        "matmul",
        {
            "return torch.randn(M, K), torch.randn(K, N) / K ** 0.5": (
                "w = torch.randn(K, N) / K ** 0.5\nreturn torch.randn(M, K).bfloat16(), w.bfloat16()"
            ),
            "y = x @ w": "y = (x @ w).float()",
            "dtype=x.dtype": "dtype=torch.float32",
        },
    ),
    # What a block adds to its residual, and the norm of that, which the next block reads: both are kept.
    "residual_rms_norm": Composition(
        "program_around_rms",
        functions=(
            "CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20), (2, 1, 1100)]",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, T, C), torch.randn(C)
""",
            """
def residual_rms_norm_torch(x, r, w):
    h = x + r
    y = F.rms_norm(h, (h.shape[-1],), w, eps=1e-6)
    return y, h
""",
            """
@triton.jit
def residual_rms_norm_kernel(x_ptr, r_ptr, w_ptr, y_ptr, h_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        r = tl.load(r_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        h = x + r
        tl.store(h_ptr + row * n_cols + cols, h, mask=mask)
        lanes += tl.where(mask, h * h, 0.0)
    scale = tl.rsqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        r = tl.load(r_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        h = x + r
        y = h * scale * w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
            """
def residual_rms_norm_triton(x, r, w):
    x, r, w = x.contiguous(), r.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    h = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round h anew in each reading.
    residual_rms_norm_kernel[(n_rows,)](x, r, w, y, h, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y, h
""",
        ),
    ),
    "residual_layer_norm": Composition(
        "residual_rms_norm",
        {
            "(x, r, w)": "(x, r, w, b)",
            "torch.randn(C)": "torch.randn(C), torch.randn(C)",
            "F.rms_norm(h, (h.shape[-1],), w, eps=1e-6)": "F.layer_norm(h, (h.shape[-1],), w, b, eps=1e-5)",
            "w_ptr,": "w_ptr, b_ptr,",
            "x, r, w = x.contiguous(), r.contiguous(), w.contiguous()": (
                "x, r, w, b = x.contiguous(), r.contiguous(), w.contiguous(), b.contiguous()"
            ),
            "w, y, h": "w, b, y, h",
            "lanes += tl.where(mask, h * h, 0.0)": "lanes += tl.where(mask, h, 0.0)",
            "scale = tl.rsqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": (
                "mean = tl.sum(lanes, axis=0) / n_cols\n"
                "drift = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "squares = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "for start in range(0, n_cols, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    mask = cols < n_cols\n"
                "    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    r = tl.load(r_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    h = x + r\n"
                "    deviation = tl.where(mask, h - mean, 0.0)\n"
                "    drift += deviation\n"
                "    squares += deviation * deviation\n"
                "# Exact deviations add up to 0; what these add up to is the rounding of the mean.\n"
                "correction = tl.sum(drift, axis=0) / n_cols\n"
                "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)\n"
                "scale = tl.rsqrt(var + 1e-5)"
            ),
            "y = h * scale * w": (
                "b = tl.load(b_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = (h - mean - correction) * scale * w + b"
            ),
        },
    ),
    # The weights of attention, computed in float32, go on in half precision.
    "softmax_to_half": Composition(
        "softmax",
        {
            "y = F.softmax(x, dim=-1)": "y = F.softmax(x, dim=-1).bfloat16()",
            "torch.empty_like(x)": "torch.empty_like(x, dtype=torch.bfloat16)",
            "y = torch.sqrt(y)": "",
            "y = tl.sqrt(y)": "",
            "y = y * 0.5": "",
            "y = 0.5 * y": "",
        },
    ),
    # The state of linear attention and of networks with matrices for states is read with a query.
    "state_read": Composition(
        "outer_batched",
        functions=(
            "CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 70)]",
            """
def make(*shape):
    *lead, M, N = shape
    return torch.randn(*lead, M), torch.randn(*lead, M, N)
""",
            """
def state_read_torch(q, state):
    y = torch.einsum("...i,...ij->...j", q, state)
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def state_read_kernel(q_ptr, state_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    b = tl.program_id(0).to(tl.int64)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    lanes = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for start in range(0, M, BLOCK_M):
        m = start + tl.arange(0, BLOCK_M)
        mask = (m < M)[:, None] & (n < N)[None, :]
        q = tl.load(q_ptr + b * M + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
        state = tl.load(state_ptr + (b * M + m)[:, None] * N + n[None, :], mask=mask, other=0.0).to(tl.float32)
        lanes += q * state
    y = tl.sum(lanes, axis=0)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + b * N + n, y, mask=n < N)
""",
            """
def state_read_triton(q, state):
    q, state = q.contiguous(), state.contiguous()
    M, N = state.shape[-2:]
    y = torch.empty(state.shape[:-2] + (N,), device=q.device, dtype=q.dtype)
    grid = (q.numel() // M, triton.cdiv(N, 64))
    state_read_kernel[grid](q, state, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y
""",
        ),
    ),
    # The outer product of a key and a value is added to a state that decays, S' = g S + k v^T.
    "state_update": Composition(
        "outer_batched",
        functions=(
            "CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 7)]",
            """
def make(*shape):
    *lead, M, N = shape
    return torch.randn(*lead, M), torch.randn(*lead, N), torch.randn(*lead, M, N)
""",
            """
def state_update_torch(k, v, state):
    kv = torch.einsum("...i,...j->...ij", k, v)
    y = kv + state
    return y
""",
            """
@triton.jit
def state_update_kernel(k_ptr, v_ptr, state_ptr, y_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    tiles_m = tl.cdiv(M, BLOCK_M)
    b = tl.program_id(0).to(tl.int64) // tiles_m
    m = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (m < M)[:, None] & (n < N)[None, :]
    offsets = (b * M + m)[:, None] * N + n[None, :]
    k = tl.load(k_ptr + b * M + m, mask=m < M, other=0.0).to(tl.float32)[:, None]
    v = tl.load(v_ptr + b * N + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    state = tl.load(state_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    kv = k * v
    y = kv + state
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def state_update_triton(k, v, state):
    k, v, state = k.contiguous(), v.contiguous(), state.contiguous()
    M, N = state.shape[-2:]
    y = torch.empty_like(state)
    grid = (k.numel() // M * triton.cdiv(M, 32), triton.cdiv(N, 64))
    state_update_kernel[grid](k, v, state, y, M, N, BLOCK_M=32, BLOCK_N=64)
    return y
""",
        ),
    ),
}
