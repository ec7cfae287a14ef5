"""Compositions of the families of reductions, masked_mean_all to row_sum_joins."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Mean over what a mask selects of a whole tensor, sum(x * m) / sum(m), and the loss of what it
    # selects, sum(f(x) * m) / sum(m).
    "masked_mean_all": Composition(
        "norm_all",
        {
            "(torch.randn(shape),)": "torch.randn(shape), (torch.rand(shape) > 0.4).float()",
            "(x):": "(x, m):",
            "linalg.vector_norm(x, ord=2)": "sum(x * m) / (torch.sum(m) + 1e-6)",
            "y = y * 0.5": "",
            "x = x": "x, m = x.contiguous(), m",
            "n_partials, dtype": "(2, n_partials), dtype",
            ", partial": ", m, partial",
        },
        functions=(
            """
CASES = [(2, 3), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]
""",
            """
@triton.jit
def masked_mean_all_partial_kernel(x_ptr, m_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    weights = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        lanes += x * m  # m is 0 past the end
        weights += m
    tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(weights, axis=0))
""",
            """
@triton.jit
def masked_mean_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.sum(tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0), axis=0)
    weight = tl.sum(tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0), axis=0)
    y = total / (weight + 1e-6)
    y = tl.abs(y)
    tl.store(y_ptr, y)
""",
        ),
    ),
    # The largest element of a row and where it is, torch.max(x, dim=-1): two outputs from one reading of
    # x.
    "max_with_index": Composition(
        "argmax",
        {
            "y = torch.argmax": "value, index = torch.max",
            "return y": "return value, index",
            "y_ptr,": "value_ptr, index_ptr,",
            (
                "winner = tl.max(best, axis=0)\n"
                "    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)\n"
                "    tl.store(y_ptr + row, y)"
            ): (
                "value = tl.max(best, axis=0)\n"
                "index = tl.min(tl.where(best == value, place, n_cols), axis=0)\n"
                "tl.store(value_ptr + row, value)\n"
                "tl.store(index_ptr + row, index)"
            ),
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]
""",
            """
def max_with_index_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    value = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = min(triton.next_power_of_2(n_cols), 1024)
    max_with_index_kernel[(n_rows,)](x, value, index, n_cols, BLOCK=block)
    return value, index
""",
        ),
    ),
    # Rows less their mean, over their deviation, and two results of that alone: v = f(t), y = g(t) with t
    # = (x - mean) / std.
    "moments_to_two": Composition(
        "sum_last",
        {
            "y = x.new_empty(x.shape[:-1])": "v, y = torch.empty_like(x), torch.empty_like(x)",
            "y, n_cols, BLOCK=block": "v, y, n_cols, BLOCK=block, enable_fp_fusion=False",
            "return y": "return v, y",
        },
        functions=(
            """
CASES = [(1, 3), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]
""",
            """
def moments_to_two_torch(x):
    y = (x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)
    v = torch.sigmoid(y)
    y = v * v
    return v, y
""",
            """
@triton.jit
def moments_to_two_kernel(x_ptr, v_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        lanes += tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    mean = tl.sum(lanes, axis=0) / n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean) / scale
        v = tl.sigmoid(y)
        y = v * v
        tl.store(v_ptr + row * n_cols + cols, v, mask=mask)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
    ),
    # Norm of each row, y[i] = (sum_j |x[i, j]|^p)^(1/p), for the p that have a root of their own.
    "norm": Composition(
        "norm_tail",
        {
            "(x, z)": "(x)",
            "y = y + z": "",
            "z_ptr, y_ptr": "y_ptr",
            "z = tl.load(z_ptr + row).to(tl.float32)\n    y = z + y": "",
            "x, z = x.contiguous(), z": "x = x",
            "z, y": "y",
        },
        functions=(
            """
def make(*shape):
    return (torch.randn(shape),)
""",
        ),
    ),
    # Norm of each channel over all other dimensions, y[c] = sqrt(sum_bhw x[b, c, h, w]^2), and the other
    # norms of that kind.
    "norm_channel": Composition(
        "value_range",
        {"amax(x, dim=-1) - torch.amin(x, dim=-1)": "linalg.vector_norm(x, ord=2, dim=(0, 2, 3))"},
        functions=(
            """
CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]
""",
            """
@triton.jit
def norm_channel_kernel(x_ptr, y_ptr, n_batch, channels, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for batch in range(0, n_batch):
        run_ptr = x_ptr + (batch * channels + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            mask = inner < n_inner
            x = tl.load(run_ptr + inner, mask=mask, other=0.0).to(tl.float32)
            x = tl.maximum(x, 0.0)
            x = tl.where(mask, x, 0.0)
            lanes += x * x
    y = tl.sqrt(tl.sum(lanes, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)
""",
            """
def norm_channel_triton(x):
    x = x.contiguous()
    n_batch, channels, height, width = x.shape
    n_inner = height * width
    y = x.new_empty((channels,))
    block = min(triton.next_power_of_2(n_inner), 1024)
    norm_channel_kernel[(channels,)](x, y, n_batch, channels, n_inner, BLOCK=block)
    return y
""",
        ),
    ),
    # Global response normalisation of channels that come last, from their norms: y = gamma * (x * n /
    # (mean(n) + eps)) + beta + x, as ConvNeXt's second version has it.
    "norm_response_last": Composition(
        "norm_response",
        {
            "C, H, W": "H, W, C",
            "N, C, 1, 1": "N, 1, 1, C",
            "1, C, 1, 1": "C",
            "dim=": "dim=-",
            "[:2]": "[0], x.shape[-1]",
            "grid = (images * channels, triton.cdiv(area, 1024))": (
                "grid = (images, triton.cdiv(area * channels, 1024))"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C
""",
            """
@triton.jit
def norm_response_last_kernel(x_ptr, n_ptr, gamma_ptr, beta_ptr, y_ptr, C, AREA, BLOCK: tl.constexpr, BLOCK_C: tl.constexpr):
    image = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK_C,), dtype=tl.float32)
    for start in range(0, C, BLOCK_C):
        channels = start + tl.arange(0, BLOCK_C)
        total += tl.load(n_ptr + image * C + channels, mask=channels < C, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / C
    places = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = places < C * AREA
    c = places % C
    scale = tl.load(n_ptr + image * C + c, mask=mask, other=0.0).to(tl.float32) / (mean + 0.000001)
    gamma = tl.load(gamma_ptr + c, mask=mask, other=0.0).to(tl.float32)
    beta = tl.load(beta_ptr + c, mask=mask, other=0.0).to(tl.float32)
    x = tl.load(x_ptr + image * C * AREA + places, mask=mask, other=0.0).to(tl.float32)
    y = x * scale
    y = gamma * y + beta
    y = y + x
    y = tl.sigmoid(y)
    tl.store(y_ptr + image * C * AREA + places, y, mask=mask)
""",
        ),
    ),
    # Three sums of each row from one reading of two tensors, and what they make of each other: Tversky's
    # index, Jaccard's, F-scores that differentiate.
    "overlap_of_rows": Composition(
        "norm_tail",
        {"x.shape[:-1]": "n_rows"},
        functions=(
            """
CASES = [(1, 5), (3, 33), (7, 300), (2, 1100)]
""",
            """
def make(M, N):
    return torch.randn(M, N), torch.rand(M, N)
""",
            """
def overlap_of_rows_torch(x, z):
    x = torch.sigmoid(x)
    both = torch.sum(x * z, dim=-1)
    mine = torch.sum(x * (1 - z), dim=-1)
    other = torch.sum((1 - x) * z, dim=-1)
    y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)
    return y
""",
            """
@triton.jit
def overlap_of_rows_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    both_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    mine_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    other_lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.sigmoid(x)
        both_lanes += tl.where(mask, x * z, 0.0)
        mine_lanes += tl.where(mask, x * (1.0 - z), 0.0)
        other_lanes += tl.where(mask, (1.0 - x) * z, 0.0)
    both = tl.sum(both_lanes, axis=0)
    mine = tl.sum(mine_lanes, axis=0)
    other = tl.sum(other_lanes, axis=0)
    y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)
    tl.store(y_ptr + row, y)
""",
        ),
    ),
    # Distance between the rows of two matrices, y[i] = |x[i] - z[i] + 1e-6|, with one step after it.
    "pairwise_distance": Composition(
        "cosine_similarity",
        {"y = F.cosine_similarity(x, z, dim=-1)": "y = F.pairwise_distance(x, z)"},
        functions=(
            """
@triton.jit
def pairwise_distance_kernel(x_ptr, z_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0
        z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        total += (x - z + 1e-6) * (x - z + 1e-6)
    y = tl.sqrt(tl.sum(total, axis=0))
    y = tl.sin(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""",
        ),
    ),
    # Product over the last dimension, y[i] = prod_j x[i, j].
    "prod": Composition(
        "prod_all",
        {"(shape).sign() * (0.9 + 0.2 * torch.rand(shape))": "(shape) * 1.5"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 130)]
""",
            """
def prod_torch(x):
    x = torch.abs(x)
    y = torch.prod(x, dim=-1)
    y = torch.sigmoid(y)
    y = y * 0.5
    return y
""",
            """
@triton.jit
def prod_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=1.0).to(tl.float32)
        x = tl.abs(x)
        lanes *= tl.where(mask, x, 1.0)
    y = tl.reduce(lanes, 0, multiply).to(tl.float32)
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""",
            """
def prod_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = min(triton.next_power_of_2(n_cols), 128)
    prod_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)
    return y
""",
        ),
        without=("prod_partial_kernel",),
    ),
    # Product over a dimension other than the last, y[b, n] = prod_m x[b, m, n].
    "prod_middle": Composition(
        "norm_middle",
        {
            "(shape)": "(shape) * 1.5",
            "relu": "abs",
            "linalg.vector_norm(x, ord=2, dim=-2)": "prod(x, dim=-2)",
            "abs": "sigmoid",
            ", 64": ", 128",
            "BLOCK_MID=32, BLOCK_INNER=64": "BLOCK=128",
        },
        functions=(
            """
CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]
""",
            """
@triton.jit
def prod_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    product = tl.full([BLOCK], 1.0, dtype=tl.float64)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=1.0).to(tl.float32)
        x = tl.abs(x)
        product *= x
    y = product.to(tl.float32)
    y = tl.sigmoid(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)
""",
        ),
    ),
    # A quotient of two statistics over any dimensions from one reading of x: the coefficient of variation
    # std / mean, a signal to noise.
    "ratio_of_statistics": Composition(
        "var_dims",
        {
            (
                "def ratio_of_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, "
                "n_low, high, low, n_cols, n_second, first, second, share, ROWS: tl.constexpr, "
                "BLOCK: tl.constexpr):"
            ): (
                "def ratio_of_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, "
                "n_low, high, low, n_cols, n_second, first, second, share,\n"
                "                                ROWS: tl.constexpr, BLOCK: tl.constexpr):"
            )
        },
        functions=(
            """
def ratio_of_statistics_torch(x):
    x = torch.relu(x)
    v = torch.mean(x, dim=(0, 2))
    y = torch.std(x, dim=(0, 2))
    y = torch.div(y, v)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def ratio_of_statistics_kernel(total_ptr, squares_ptr, y_ptr, n_rows, n_cols, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = load_sum(total_ptr, rows, n_rows, n_shares, SHARES)
    squares = load_sum(squares_ptr, rows, n_rows, n_shares, SHARES)
    v = (total / n_cols).to(tl.float32)
    y = tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)
    y = tl.sqrt(y).to(tl.float32)
    y = y / v
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)
""",
        ),
        breaks=(),
    ),
    # Two sums over any dimensions from one reading of two tensors, and what becomes of them, sum((x -
    # z)^2) / sum(z^2): errors that are relative.
    "ratio_of_sums": Composition(
        "var_dims",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x)": "(x, z)",
            "x = x": "x, z = x.contiguous(), z",
            "total = torch.empty((n_shares, n_rows), dtype=torch.float64, device=x.device)": (
                "v = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)"
            ),
            "squares = torch.empty_like(total)": "w = torch.empty_like(v)",
            ", total, squares": ", z, v, w",
            "total, squares, y, n_rows, n_cols": "v, w, y, n_rows",
        },
        functions=(
            """
def ratio_of_sums_torch(x, z):
    x = torch.relu(x)
    v = torch.sum((x - z) ** 2, dim=(0, 2))
    w = torch.sum(z ** 2, dim=(0, 2))
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score
""",
            """
@triton.jit
def ratio_of_sums_share_kernel(x_ptr, z_ptr, v_ptr, w_ptr, n_rows, n_low, high, low, n_cols, n_second, first, second, share,
                               ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // n_low * high + rows % n_low * low)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    v = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    w = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // n_second * first + cols % n_second * second
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        v += tl.where(mask, (x - z) * (x - z), 0.0)
        w += tl.where(mask, z * z, 0.0)
    offsets = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(v_ptr + offsets, tl.sum(v, axis=1), mask=rows < n_rows)
    tl.store(w_ptr + offsets, tl.sum(w, axis=1), mask=rows < n_rows)
""",
            """
@triton.jit
def ratio_of_sums_kernel(v_ptr, w_ptr, y_ptr, n_rows, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = load_sum(v_ptr, rows, n_rows, n_shares, SHARES)
    w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)
""",
        ),
        breaks=(),
    ),
    # Two sums over all of two tensors, and what becomes of them, sum(|x| z) / sum(z^2): weighted means,
    # relative errors.
    "ratio_of_totals": Composition(
        "norm_all",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x)": "(x, z)",
            "x = x": "x, z = x.contiguous(), z",
            "n_partials, dtype": "(2, n_partials), dtype",
            ", partial": ", z, partial",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]
""",
            """
def ratio_of_totals_torch(x, z):
    x = torch.relu(x)
    v = torch.sum(torch.abs(x) * z)
    w = torch.sum(z ** 2)
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score
""",
            """
@triton.jit
def ratio_of_totals_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    v = tl.zeros([BLOCK], dtype=tl.float32)
    w = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        v += tl.where(mask, tl.abs(x) * z, 0.0)
        w += tl.where(mask, z * z, 0.0)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(v, axis=0))
    tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(w, axis=0))
""",
            """
@triton.jit
def ratio_of_totals_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    v = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
    w = tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)
    v = tl.sum(v, axis=0)
    w = tl.sum(w, axis=0)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr, y)
""",
        ),
    ),
    # Root mean square of each row, y[i] = sqrt(sum_j x[i, j]^2 / n + eps), and its relatives.
    "root_mean_square": Composition(
        "value_range",
        {"amax(x, dim=-1) - torch.amin(x, dim=-1)": "sqrt(torch.mean(x * x, dim=-1) + 1e-6)"},
        functions=(
            """
@triton.jit
def root_mean_square_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        squares += tl.where(mask, x * x, 0.0)
    y = tl.sqrt(tl.sum(squares, axis=0) / n_cols + 1e-6)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""",
        ),
    ),
    # A row's sum, a second number of the row, and the row again, y = x / (sum(x) + z): a softmax with one
    # more in its denominator, a running state.
    "row_sum_joins": Composition(
        "norm_tail",
        {
            "y = x.new_empty(x.shape[:-1])": "y = torch.empty_like(x)",
            "=block": "=block, enable_fp_fusion=False",
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]
""",
            """
def make(*shape):
    return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1
""",
            """
def row_sum_joins_torch(x, z):
    s = torch.sum(x, dim=-1, keepdim=True)
    s = s + z
    y = x / s
    y = torch.sqrt(y)
    return y
""",
            """
@triton.jit
def row_sum_joins_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += x
    s = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    s = z + s
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = x / s
        y = tl.sqrt(y)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
    ),
}
