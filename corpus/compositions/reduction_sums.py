"""Compositions of the families of sums and means."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Mean over the elements of a row that a mask selects, y[i] = sum_j x[i, j] m[i, j] / max(sum_j m[i,
    # j], 1).
    "masked_mean": Composition("sum_pair", {
        "z_ptr": "keep_ptr",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
            "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
            "counts = tl.zeros([BLOCK], dtype=tl.int32)",
        "mask = cols < n_cols":
            "mask = cols < n_cols\n"
            "keep = tl.load(keep_ptr + row * n_cols + cols, mask=mask, other=0) != 0",
        "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)":
            "x = tl.maximum(x, 0.0)",
        "x = tl.maximum(x, z)": "lanes += tl.where(keep, x, 0.0)",
        "lanes += tl.where(mask, x, 0.0)": "counts += keep.to(tl.int32)",
        "=0)": "=0) / tl.maximum(tl.sum(counts, axis=0), 1)", "z": "keep",
        " torch.maximum(x, z)": " torch.relu(x)",
        " torch.sum(x, dim=-1)": " torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)"},
        functions=("def make(*shape):\n    return torch.randn(shape), torch.rand(shape) > 0.4",)),
    # Mean over what a mask selects of a whole tensor, sum(x * m) / sum(m), and the loss of what it
    # selects, sum(f(x) * m) / sum(m).
    "masked_mean_all": Composition("norm_all", {
        "(torch.randn(shape),)": "torch.randn(shape), (torch.rand(shape) > 0.4).float()", "(x):": "(x, m):",
        "linalg.vector_norm(x, ord=2)": "sum(x * m) / (torch.sum(m) + 1e-6)", "y = y * 0.5": "",
        "x = x": "x, m = x.contiguous(), m", "n_partials, dtype": "(2, n_partials), dtype",
        ", partial": ", m, partial", "x_ptr,": "x_ptr, m_ptr,",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
            "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
            "weights = tl.zeros([BLOCK], dtype=tl.float32)",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "x = tl.where(mask, x, 0.0)": "lanes += x * m  # m is 0 past the end",
        "lanes += x * x": "weights += m",
        "tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))":
            "tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))\n"
            "tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(weights, axis=0))",
        "partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
        "    y = tl.sqrt(tl.sum(partial, axis=0))":
            "total = tl.sum(tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0), axis=0)\n"
            "weight = tl.sum(tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, "
            "other=0.0), axis=0)\n"
            "y = total / (weight + 1e-6)",
        "y = 0.5 * y": "", " [(1, 1), ": " [(2, 3), "}),
    # A row's sum, a second number of the row, and the row again, y = x / (sum(x) + z): a softmax with one
    # more in its denominator, a running state.
    "row_sum_joins": Composition("norm_tail", {
        "y = x.new_empty(x.shape[:-1])": "y = torch.empty_like(x)",
        "=block": "=block, enable_fp_fusion=False", "2, 3, 2, 9), (2, ": ""}, functions=("""
def make(*shape):
    return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1
""", """
def row_sum_joins_torch(x, z):
    s = torch.sum(x, dim=-1, keepdim=True)
    s = s + z
    y = x / s
    y = torch.sqrt(y)
    return y
""", """
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
""")),
    # Sum of every element, y = sum_i x[i], and the other reductions to one number.
    "sum_all": Composition("norm_all", {
        "=tl.float32)": "=tl.float64)",
        "x = tl.maximum(x, 0.0)\n"
        "        x = tl.where(mask, x, 0.0)\n"
        "        lanes += x * x":
            "x = x * x\n"
            "lanes += tl.where(mask, x, 0.0)",
        ".float32,": ".float64,",
        "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sum(partial, axis=0).to(tl.float32)", "abs": "sqrt",
        "relu": "square", " torch.linalg.vector_norm(x, ord=2)": " torch.sum(x)"}),
    # Sum over all dimensions but the channels, y[c] = sum_bhw x[b, c, h, w], as in the statistics of a
    # batch norm.
    "sum_channel": Composition("var_channel", {
        "relu": "square", "var(x, dim=(0, 2, 3), unbiased=True)": "sum(x, dim=(0, 2, 3))", "abs": "sqrt",
        "total_ptr, squares_ptr": "partial_ptr",
        "x = tl.where(inner < n_inner, load_tile(x_ptr + plane * n_inner, inner, n_inner), "
        "0.0).to(tl.float64)":
            "mask = inner < n_inner\n"
            "x = tl.load(x_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "x = x * x",
        "tl.store(total_ptr + place, tl.sum(x, axis=0))\n"
        "    tl.store(squares_ptr + place, tl.sum(x * x, axis=0))":
            "tl.store(partial_ptr + place, tl.sum(tl.where(mask, x, 0.0), axis=0))",
        "n_blocks = triton.cdiv(n_inner, block)\n"
        "    n_partials = n_batch * n_blocks\n"
        "    total = torch.empty((channels, n_partials), dtype=torch.float64, device=x.device)\n"
        "    squares = torch.empty_like(total)":
            "n_partials = n_batch * triton.cdiv(n_inner, block)\n"
            "partial = torch.empty((channels, n_partials), dtype=torch.float32, device=x.device)",
        "total, squares": "partial", "n_batch * n_inner, ": "", "(2,": "(1,"}, functions=("""
@triton.jit
def sum_channel_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_partials
        x = tl.load(partial_ptr + channel * n_partials + offsets, mask=mask, other=0.0)
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + channel, y)
""",), without=("load_tile", "load_sum")),
    # Sum over several trailing dimensions at once, y[b, c] = sum_hw x[b, c, h, w], and the other
    # reductions of that kind.
    "sum_dims": Composition("sum_last", {
        "=-1": "=(-2, -1)", "n_cols,": "n_inner,", "cols =": "inner =", "cols < n_cols": "inner < n_inner",
        "n_cols + cols": "n_inner + inner", "n_cols =": "n_inner = x.shape[-2] *", "/ n_cols": "/ n_inner",
        ":-1": ":-2", "(n_cols)": "(n_inner)"},
        functions=("CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",)),
    # A row joined to another, its sum, and what two vectors with a number a row make of that: y[i] = z[i]
    # * sum_j (x[i, j] - u[i, j])^2 + w[i].
    "sum_joins_vectors": Composition("norm_tail", {
        "(x, z):": "(x, u, z, w):",
        "z = x.contiguous(), z": "u, z, w = x.contiguous(), u.contiguous(), z.contiguous(), w",
        ", z,": ", u, z, w,",
        "z = torch.randn_like(x.sum(dim=-1))\n"
        "    return x, z":
            "u = torch.randn(shape)\n"
            "z = torch.randn(shape[:-1])\n"
            "w = torch.randn(shape[:-1])\n"
            "return x, u, z, w"}, functions=(
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]", """
def sum_joins_vectors_torch(x, u, z, w):
    x = x - u
    x = torch.square(x)
    y = torch.sum(x, dim=-1)
    y = y * z + w
    return y
""", """
@triton.jit
def sum_joins_vectors_kernel(x_ptr, u_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = x - u
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    y = tl.sum(lanes, axis=0)
    z = tl.load(z_ptr + row).to(tl.float32)
    w = tl.load(w_ptr + row).to(tl.float32)
    y = z * y + w
    tl.store(y_ptr + row, y)
""")),
    # Sum over several leading dimensions at once, y[k] = sum_ij x[i, j, k], and the other reductions of
    # that kind.
    "sum_leading": Composition("sum_dim0", {
        "dim=0": "dim=(0, 1)",
        "n_rows = x.shape[0]\n"
        "    n_cols = x.numel() // n_rows":
            "n_batch, n_seq, n_cols = x.shape\n"
            "n_rows = n_batch * n_seq",
        "x.shape[1:]": "(n_cols,)"}, functions=("CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]",), breaks=()),
    # Sum over a dimension in the middle, y[b, n] = sum_m x[b, m, n], and the other reductions of that
    # kind.
    "sum_middle": Composition("norm_middle", {
        "relu": "square", "linalg.vector_norm(x, ord=2, dim=-2)": "sum(x, dim=-2)", "abs": "sqrt"},
        functions=("""
@triton.jit
def sum_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        tile += tl.where(mask, x, 0.0)
    y = tl.sum(tile, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""",)),
    # Sum over the last dimension of two tensors joined, y[i] = sum_j f(x[i, j], z[i, j]): a row-wise dot
    # product, say.
    "sum_pair": Composition("sum_last", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, z):",
        "square(x)": "maximum(x, z)", "sqrt": "abs", "y_ptr,": "z_ptr, y_ptr,",
        "x = x * x":
            "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, z)",
        "x = x.": "x, z = x.contiguous(), z.", ", y,": ", z, y,", "33": "33), (1000,"}),
    # Sum over the last dimension, then a second tensor of the result's shape, y[i] = sum_j x[i, j] +
    # z[i].
    "sum_tail": Composition("sum_pair", {
        "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        x = tl.maximum(x, z)": "x = x * x",
        "y = tl.sum(lanes, axis=0)":
            "y = tl.sum(lanes, axis=0)\n"
            "z = tl.load(z_ptr + row).to(tl.float32)\n"
            "y = z + y",
        " torch.maximum(x, z)": " torch.square(x)",
        "y = torch.sum(x, dim=-1)": "y = torch.sum(x, dim=-1)\ny = y + z",
        "return torch.randn(shape), torch.randn(shape)":
            "x = torch.randn(shape)\n"
            "z = torch.randn_like(x.sum(dim=-1))\n"
            "return x, z"},
        functions=("CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]",)),
}
