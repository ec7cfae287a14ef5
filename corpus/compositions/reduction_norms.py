"""Compositions of the families of norms, distances and ratios."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Cosine of the angle between vectors that lie along a dimension in the middle or in front, y[b, n]
    # over x[b, :, n] and z[b, :, n].
    "cosine_similarity_middle": Composition("cosine_similarity", {"=-1": "=1"}, functions=(
        "CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]", """
@triton.jit
def cosine_similarity_middle_kernel(x_ptr, z_ptr, y_ptr, n_vectors, n_mid, n_inner, BLOCK: tl.constexpr):
    vector = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = vector < n_vectors
    first = vector // n_inner * n_mid * n_inner + vector % n_inner
    xz = tl.zeros([BLOCK], dtype=tl.float32)
    xx = tl.zeros([BLOCK], dtype=tl.float32)
    zz = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, n_mid):
        x = tl.load(x_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)
        xz += x * z
        xx += x * x
        zz += z * z
    y = xz / (tl.maximum(tl.sqrt(xx), 1e-8) * tl.maximum(tl.sqrt(zz), 1e-8))
    y = tl.sin(y)
    y = 0.5 * y
    tl.store(y_ptr + vector, y, mask=mask)
""", """
def cosine_similarity_middle_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_mid = x.shape[1]
    n_inner = x[0, 0].numel()
    y = x.new_empty(x.shape[:1] + x.shape[2:])
    n_vectors = y.numel()
    cosine_similarity_middle_kernel[(triton.cdiv(n_vectors, 128),)](x, z, y, n_vectors, n_mid, n_inner, BLOCK=128)
    return y
""")),
    # Generalised mean of each image, y = mean(max(x, eps) ** p over height and width) ** (1 / p), as GeM
    # pooling takes it.
    "generalized_mean": Composition("argmax", {
        "x = torch.abs(x)\n    y = torch.argmax(x, dim=-1)":
            "x = x.clamp(min=0.000001)\n"
            "x = x.pow(3.0)\n"
            "y = x.mean(dim=(-2, -1))\n"
            "y = y.pow(1.0 / 3.0)"}, functions=(
        "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]  # N, C, H, W", """
@triton.jit
def generalized_mean_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.000001)
        x = x * x * x
        total += tl.where(cols < n_cols, x, 0.0)
    y = tl.sum(total, axis=0) / n_cols
    y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)
    tl.store(y_ptr + row, y)
""", """
def generalized_mean_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-2] * x.shape[-1]
    y = x.new_empty(x.shape[:-2])
    generalized_mean_kernel[(x.numel() // n_cols,)](x, y, n_cols, BLOCK=512)
    return y
""")),
    # Norm of each row, y[i] = (sum_j |x[i, j]|^p)^(1/p), for the p that have a root of their own.
    "norm": Composition("norm_tail", {
        "(x, z)": "(x)", "y = y + z": "", "z_ptr, y_ptr": "y_ptr",
        "z = tl.load(z_ptr + row).to(tl.float32)\n"
        "    y = z + y": "",
        "x, z = x.contiguous(), z": "x = x", "z, y": "y"}, functions=("""
def make(*shape):
    return (torch.randn(shape),)
""",)),
    # Norm of each channel over all other dimensions, y[c] = sqrt(sum_bhw x[b, c, h, w]^2), and the other
    # norms of that kind.
    "norm_channel": Composition("norm", {
        "n_cols": "n_batch, channels, n_inner", "row": "channel",
        "for start in range(0, n_cols, BLOCK):\n"
        "        cols = start + tl.arange(0, BLOCK)\n"
        "        mask = cols < n_cols\n"
        "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        x = tl.maximum(x, 0.0)\n"
        "        x = tl.where(mask, x, 0.0)\n"
        "        lanes += x * x":
            "for batch in range(0, n_batch):\n"
            "    run_ptr = x_ptr + (batch * channels + channel) * n_inner\n"
            "    for start in range(0, n_inner, BLOCK):\n"
            "        inner = start + tl.arange(0, BLOCK)\n"
            "        mask = inner < n_inner\n"
            "        x = tl.load(run_ptr + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "        x = tl.maximum(x, 0.0)\n"
            "        x = tl.where(mask, x, 0.0)\n"
            "        lanes += x * x",
        "n_cols = x.shape[-1]": "n_batch, channels, height, width = x.shape",
        "n_rows = x.numel() // n_cols": "n_inner = height * width", "(x.shape[:-1])": "((channels,))",
        "(n_cols)": "(n_inner)", "n_rows": "channels", "=-1)": "=(0, 2, 3))"},
        functions=("CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]",)),
    # Global response normalisation of channels that come last, from their norms: y = gamma * (x * n /
    # (mean(n) + eps)) + beta + x, as ConvNeXt's second version has it.
    "norm_response_last": Composition("norm_response", {
        "C, H, W": "H, W, C", "N, C, 1, 1": "N, 1, 1, C", "1, C, 1, 1": "C", "dim=": "dim=-",
        "[:2]": "[0], x.shape[-1]",
        "grid = (images * channels, triton.cdiv(area, 1024))":
            "grid = (images, triton.cdiv(area * channels, 1024))"}, functions=(
        "CASES = [(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C", """
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
""")),
    # Three sums of each row from one reading of two tensors, and what they make of each other: Tversky's
    # index, Jaccard's, F-scores that differentiate.
    "overlap_of_rows": Composition("norm_tail", {
        "x.shape[:-1]": "n_rows", "relu": "sigmoid",
        "y = torch.linalg.vector_norm(x, ord=2, dim": "both = torch.sum(x * z, dim",
        "y = y + z": "mine = torch.sum(x * (1 - z), dim=-1)",
        "y = torch.abs(y)": "other = torch.sum((1 - x) * z, dim=-1)",
        " = y * 0.5": " = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)"}, functions=(
        "CASES = [(1, 5), (3, 33), (7, 300), (2, 1100)]", """
def make(M, N):
    return torch.randn(M, N), torch.rand(M, N)
""", """
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
""")),
    # Distance between the rows of two matrices, y[i] = |x[i] - z[i] + 1e-6|, with one step after it.
    "pairwise_distance": Composition("cosine_similarity", {
        "y = F.cosine_similarity(x, z, dim=-1)": "y = F.pairwise_distance(x, z)"}, functions=("""
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
""",)),
    # A quotient of two statistics over any dimensions from one reading of x: the coefficient of variation
    # std / mean, a signal to noise.
    "ratio_of_statistics": Composition("var_dims", {
        "def ratio_of_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_low, high, low, "
        "n_cols, n_second, first, second, share, ROWS: tl.constexpr, BLOCK: tl.constexpr):":
            "def ratio_of_statistics_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_low, high, low, "
            "n_cols, n_second, first, second, share,\n"
            "                                ROWS: tl.constexpr, BLOCK: tl.constexpr):",
        "rest = (load_sum(squares_ptr, rows, n_rows, n_shares, "
        "SHARES) - total * total / n_cols).to(tl.float32)\n"
        "    y = tl.maximum(rest, 0.0) / (n_cols - 1)\n"
        "    y = tl.abs(y)\n"
        "    y = 0.5 * y":
            "squares = load_sum(squares_ptr, rows, n_rows, n_shares, SHARES)\n"
            "v = (total / n_cols).to(tl.float32)\n"
            "y = tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)\n"
            "y = tl.sqrt(y).to(tl.float32)\n"
            "y = y / v\n"
            "y = tl.sigmoid(y)",
        "y = torch.var(x, dim=(0, 2))\n"
        "    y = torch.abs(y)\n"
        "    y = y * 0.5":
            "v = torch.mean(x, dim=(0, 2))\n"
            "y = torch.std(x, dim=(0, 2))\n"
            "y = torch.div(y, v)\n"
            "y = torch.sigmoid(y)"}, breaks=()),
    # Two sums over any dimensions from one reading of two tensors, and what becomes of them, sum((x -
    # z)^2) / sum(z^2): errors that are relative.
    "ratio_of_sums": Composition("var_dims", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x)": "(x, z)",
        "x = x": "x, z = x.contiguous(), z",
        "total = torch.empty((n_shares, n_rows), dtype=torch.float64, device=x.device)":
            "v = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)",
        "squares = torch.empty_like(total)": "w = torch.empty_like(v)", ", total, squares": ", z, v, w",
        "total, squares, y, n_rows, n_cols": "v, w, y, n_rows"}, functions=("""
def ratio_of_sums_torch(x, z):
    x = torch.relu(x)
    v = torch.sum((x - z) ** 2, dim=(0, 2))
    w = torch.sum(z ** 2, dim=(0, 2))
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score
""", """
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
""", """
@triton.jit
def ratio_of_sums_kernel(v_ptr, w_ptr, y_ptr, n_rows, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = load_sum(v_ptr, rows, n_rows, n_shares, SHARES)
    w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)
    y = v / w
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows, y, mask=rows < n_rows)
"""), breaks=()),
    # Two sums over all of two tensors, and what becomes of them, sum(|x| z) / sum(z^2): weighted means,
    # relative errors.
    "ratio_of_totals": Composition("norm_all", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x)": "(x, z)",
        "x = x": "x, z = x.contiguous(), z", "n_partials, dtype": "(2, n_partials), dtype",
        ", partial": ", z, partial",
        "partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
        "    y = tl.sqrt(tl.sum(partial, axis=0))\n"
        "    y = tl.abs(y)\n"
        "    y = 0.5 * y":
            "v = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
            "w = tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)\n"
            "v = tl.sum(v, axis=0)\n"
            "w = tl.sum(w, axis=0)\n"
            "y = v / w\n"
            "y = tl.sigmoid(y)"}, functions=(
        "CASES = [(1, 2), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7), (7, 1000)]", """
def ratio_of_totals_torch(x, z):
    x = torch.relu(x)
    v = torch.sum(torch.abs(x) * z)
    w = torch.sum(z ** 2)
    score = torch.div(v, w)
    score = torch.sigmoid(score)
    return score
""", """
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
""")),
    # Root mean square of each row, y[i] = sqrt(sum_j x[i, j]^2 / n + eps), and its relatives.
    "root_mean_square": Composition("sum_last", {
        "lanes": "squares", " x * x": " tl.maximum(x, 0.0)", ", x, 0": ", x * x, 0",
        "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(squares, axis=0) / n_cols + 1e-6)", "sqrt": "abs",
        "square": "relu", "y = torch.sum(x, dim=-1)": "y = torch.sqrt(torch.mean(x * x, dim=-1) + 1e-6)",
        "33": "33), (1000,"}),
}
