"""Compositions of the families of drawn programs on both sides of an operation, and of five tensors."""

from corpus.composition import Composition

# What walks along columns rather than rows: neighbours in memory stay neighbours in a tile.
ALONG_COLUMNS = {
    "dim=-1": "dim=-2",
    "torch.randn(T)": "torch.randn(C)",
    "torch.randn(B, T)": "torch.randn(B, C)",
    "offsets = rows[:, None] * n_cols + cols[None, :]": (
        "offsets = (rows // n_inner * (n_cols * n_inner) + rows % n_inner)[None, :] + cols[:, None] * n_inner"
    ),
    "rows[:, None]": "rows[None, :]",
    "cols[None, :]": "cols[:, None]",
    "[ROWS, BLOCK]": "[BLOCK, ROWS]",
    "axis=1": "axis=0",
    "rows % T": "rows % C",
    "y_ptr, T, C, n_rows, n_cols": "y_ptr, C, n_rows, n_cols, n_inner",
    "y, T, C, n_rows, n_cols": "y, C, n_rows, n_cols, n_inner",
    "n_cols = x.shape[-1]": "n_cols = x.shape[1]\nn_inner = x.shape[2:].numel()",
    "x.shape[:2]": "x.shape[:1] + x.shape[2:]",
    "min(triton.next_power_of_2(n_cols), 512)": "min(triton.next_power_of_2(n_cols), 32)",
    "triton.cdiv(n_rows, 4)": "triton.cdiv(n_rows, 64)",
    "ROWS=4": "ROWS=64",
}

COMPOSITIONS = {
    # Programs on both sides of a reduction of dimensions before the last.
    "program_beside_column_sum": Composition("program_beside_row_sum", ALONG_COLUMNS),
    "program_beside_column_variance": Composition(
        "program_beside_row_variance", ALONG_COLUMNS | {"mean[:, None]": "mean[None, :]"}
    ),
    # Programs on both sides of a linear layer, y = (((x * p) @ weight.T + bias) * z) + w.
    "program_beside_linear": Composition(
        "program_before_linear",
        functions=(
            """
def make(B, T, N, K):
    x, *others = torch.randn(B, T, K), torch.randn(K), torch.randn(B, T, N), torch.randn(N)
    return x, *others, torch.randn(N, K) / K ** 0.5, torch.randn(N)
""",
            """
def program_beside_linear_torch(x, p, z, w, weight, bias):
    g = x * p
    s = F.linear(g, weight, bias)
    y = s * z
    y = y + w
    return y
""",
            """
@triton.jit
def program_beside_linear_kernel(x_ptr, p_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, stride_n, stride_k,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    s = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        inside = (rows[:, None] < M) & (k[None, :] < K)
        offsets = rows[:, None] * K + k[None, :]
        x = tl.load(x_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + k[None, :], mask=k[None, :] < K, other=0.0).to(tl.float32)
        g = x * p
        g = tl.where(inside, g, 0.0)  # beyond K a program of zeros need not be one, nor a number
        weight_ptrs = weight_ptr + k[:, None] * stride_k + columns[None, :] * stride_n
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        s += tl.dot(g.to(weight.dtype), weight, input_precision="tf32x3")

    s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    offsets = rows[:, None] * N + columns[None, :]
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def program_beside_linear_triton(x, p, z, w, weight, bias):
    x, p, z, w = x.contiguous(), p.contiguous(), z.contiguous(), w.contiguous()
    N, K = weight.shape
    M = x.numel() // K
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))
    program_beside_linear_kernel[grid](x, p, z, w, weight, bias, y, M, N, K, weight.stride(0), weight.stride(1),
                                BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=4)
    return y
""",
        ),
    ),
    # A program, a reduction of its result over the last dimensions, and a program of that: tensors that
    # broadcast join on either side, with one result or several. Several rows belong to one program.
    "program_beside_row_sum": Composition(
        "program_around_rms",
        {
            "(x, z, w):": "(x, p, z, w):",
            "x + z": "x * p",
            "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "torch.sum(g, dim=-1)",
            "s * x": "s * z",
        },
        functions=(
            "CASES = [(2, 2, 5), (2, 3, 33), (3, 20, 7)]",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T), torch.randn(T)
""",
            """
@triton.jit
def program_beside_row_sum_kernel(x_ptr, p_ptr, z_ptr, w_ptr, y_ptr, T, C, n_rows, n_cols,
                                  ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        offsets = rows[:, None] * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
        g = x * p
        lanes += tl.where(mask, g, 0.0)
    s = tl.sum(lanes, axis=1)
    mask = rows < n_rows
    z = tl.load(z_ptr + rows, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + rows % T, mask=mask, other=0.0).to(tl.float32)
    y = s * z
    y = y + w
    tl.store(y_ptr + rows, y, mask=mask)
""",
            """
def program_beside_row_sum_triton(x, p, z, w):
    x, p, z, w = x.contiguous(), p.contiguous(), z.contiguous(), w.contiguous()
    B, T, C = x.shape
    n_cols = x.shape[-1]
    y = x.new_empty(x.shape[:2])
    n_rows = y.numel()
    block = min(triton.next_power_of_2(n_cols), 512)
    program_beside_row_sum_kernel[(triton.cdiv(n_rows, 4),)](x, p, z, w, y, T, C, n_rows, n_cols, ROWS=4, BLOCK=block)
    return y
""",
        ),
        breaks=("ROWS: tl.constexpr",),
    ),
    # Programs on both sides of a variance over the last dimensions.
    "program_beside_row_variance": Composition(
        "program_beside_row_sum",
        {"torch.sum": "torch.var"},
        functions=(
            """
@triton.jit
def program_beside_row_variance_kernel(x_ptr, p_ptr, z_ptr, w_ptr, y_ptr, T, C, n_rows, n_cols,
                                  ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        offsets = rows[:, None] * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
        g = x * p
        lanes += tl.where(mask, g, 0.0)
    mean = tl.sum(lanes, axis=1) / n_cols
    drift = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    squares = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        offsets = rows[:, None] * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        p = tl.load(p_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)
        g = x * p
        deviation = tl.where(mask, g - mean[:, None], 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean.
    correction = tl.sum(drift, axis=1)
    rest = tl.maximum(tl.sum(squares, axis=1) - correction * correction / n_cols, 0.0)
    s = rest / (n_cols - 1)
    mask = rows < n_rows
    z = tl.load(z_ptr + rows, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + rows % T, mask=mask, other=0.0).to(tl.float32)
    y = s * z
    y = y + w
    tl.store(y_ptr + rows, y, mask=mask)
""",
        ),
        breaks=("ROWS: tl.constexpr",),
    ),
    # A program, its RMS norm with a learned weight, and a program of that, of what came before and of tensors
    # that broadcast.
    "program_around_weighted_rms": Composition(
        "program_around_layer_norm",
        {
            ", torch.randn(x.shape[-1]), torch.randn(x.shape[-1])": ", torch.randn(x.shape[-1])",
            ", weight, bias):": ", weight):",
            "F.layer_norm(g, (g.shape[-1],), weight, bias, eps=1e-5)": (
                "F.rms_norm(g, (g.shape[-1],), weight, eps=1e-6)"
            ),
            "weight, bias, y": "weight, y",
        },
        functions=(
            """
@triton.jit
def program_around_weighted_rms_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        lanes += tl.where(mask, g * g, 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = g / scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        s = s * weight
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
    ),
    # A program of single operations on five tensors that broadcast together.
    "program_of_five_shapes": Composition(
        "program_of_four_shapes",
        {
            "torch.randn(T, 1)": "torch.randn(T, 1), torch.randn(C)",
            "(x, z, w, p)": "(x, z, w, p, q)",
            "p_ptr, y_ptr": "p_ptr, q_ptr, y_ptr",
            "x, z, w, p =": "x, z, w, p, q =",
            "p.contiguous()": "p.contiguous(), q.contiguous()",
            "p, y": "p, q, y",
            "p = tl.load(p_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)": (
                "p = tl.load(p_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)\n"
                "q = tl.load(q_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)"
            ),
            "y = y * p": "y = y * p\ny = y + q",
        },
    ),
}
