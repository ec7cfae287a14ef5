"""Compositions of the families of reductions of programs that are drawn."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Whether any (or every) element along the last dimension of a program of tensors that broadcast
    # together fulfils a condition.
    "shapes_any": Composition("shapes_argmax", {"argmax(x, dim=-1)": "any(x > 0.5, dim=-1)", "int64": "bool"},
        functions=("""
@triton.jit
def shapes_any_kernel(x_ptr, z_ptr, w_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 0, dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        holds = (x > 0.5).to(tl.int32)
        lanes = tl.maximum(lanes, tl.where(mask, holds, 0))
    y = tl.max(lanes, axis=0) > 0
    tl.store(y_ptr + row, y)
""",)),
    # Whether any (or every) element along a dimension that is not the last of a program of tensors that
    # broadcast together fulfils a condition.
    "shapes_any_middle": Composition("shapes_var_middle", {
        "(n_inner), torch.randn(n_inner)": "(n_inner)", "(x, z, w, p):": "(x, z, w):",
        "w, p = x.contiguous(), z.contiguous(), w.contiguous(), p": "w = x.contiguous(), z.contiguous(), w",
        "x.dtype": "torch.bool", "p, y, n_mid, n_inner, BLOCK_MID=16": "y, n_mid, n_inner, BLOCK_MID=32",
        "y = torch.var(x, dim=-2)\n    y = y + p": "y = torch.any(x > 0.5, dim=-2)"}, functions=("""
@triton.jit
def shapes_any_middle_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.full([BLOCK_MID, BLOCK_INNER], 0, dtype=tl.int32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        holds = (x > 0.5).to(tl.int32)
        tile = tl.maximum(tile, tl.where(mask, holds, 0))
    y = tl.max(tile, axis=0) > 0
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""",)),
    # Place of the largest element along the last dimension of a program of tensors that broadcast
    # together.
    "shapes_argmax": Composition("argmax", {
        "y_ptr,": "z_ptr, w_ptr, y_ptr, T,",
        "x = tl.abs(x)":
            "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
            "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "x = x * z\n"
            "x = x + w",
        "x)": "x, z, w)", "x = x.contiguous()": "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()",
        "n_cols = x.shape[-1]": "B, T, n_cols = x.shape", " x.numel() // n_cols": " B * T",
        "x.shape[:-1]": "(B, T)", " y,": " z, w, y, T,",
        "def shapes_argmax_torch(x):\n    x = torch.abs(x)":
            "def shapes_argmax_torch(x, z, w):\n"
            "    x = x * z\n"
            "    x = x + w"}, functions=(
        "CASES = [(1, 2, 5), (2, 3, 33), (3, 4, 20)]", """
def make(B, T, n_cols):
    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols)
""")),
    # Place of the largest element along a dimension that is not the last of a program of tensors that
    # broadcast together.
    "shapes_argmax_middle": Composition("shapes_var_middle",
        {"(n_inner), torch.randn(n_inner)": "(n_inner)", "(x, z, w, p):": "(x, z, w):",
         "w, p = x.contiguous(), z.contiguous(), w.contiguous(), p": "w = x.contiguous(), z.contiguous(), w",
         "x.dtype": "torch.int64", "p, y, n_mid, n_inner, BLOCK_MID=16": "y, n_mid, n_inner, BLOCK_MID=32",
         "y = torch.var(x, dim=-2)\n    y = y + p": "y = torch.argmax(x, dim=-2)"}, functions=("""
@triton.jit
def shapes_argmax_middle_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    best = tl.full([BLOCK_MID, BLOCK_INNER], -float("inf"), dtype=tl.float32)
    place = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.int32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, mid, place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner[None, :], place, n_mid), axis=0)
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""",)),
    # Product along a dimension that is not the last of a program of tensors that broadcast together, y[b,
    # c] = prod_t f(x, z, w)[b, t, c].
    "shapes_prod_middle": Composition("shapes_sum_middle", {
        "BLOCK_MID: tl.constexpr, BLOCK_INNER": "BLOCK", "BLOCK_INNER": "BLOCK",
        "inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)\n"
        "    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)\n"
        "    for start in range(0, n_mid, BLOCK_MID):\n"
        "        mid = start + tl.arange(0, BLOCK_MID)[:, None]\n"
        "        mask = (mid < n_mid) & (inner < n_inner)":
            "inner = tl.program_id(0) % n_blocks * BLOCK + tl.arange(0, BLOCK)\n"
            "mask = inner < n_inner\n"
            "product = tl.full([BLOCK], 1.0, dtype=tl.float64)\n"
            "for mid in range(0, n_mid):",
        ", mask=mid < n_mid, other=0.0": "", "inner < n_inner": "mask",
        "tile += tl.where(mask, x, 0.0)": "product *= x",
        " = tl.sum(tile, axis=0)": " = product.to(tl.float32)", "64": "128",
        " BLOCK_MID=32, BLOCK_INNER=64)": " BLOCK=128)", "sum": "prod"},
        functions=("CASES = [(1, 3, 2), (2, 4, 3), (3, 9, 4)]",)),
    # A program of tensors that broadcast together, reduced over the last dimension, y[b, t] = sum_c f(x,
    # z, w)[b, t, c].
    "shapes_sum": Composition("shapes_prod", {
        "prod": "sum", "128": "1024",
        "lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)": "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
        " tl.reduce(lanes, 0, multiply).to(tl.float32)": " tl.sum(lanes, axis=0)",
        "lanes *= tl.where(mask, x, 1.0)": "lanes += tl.where(mask, x, 0.0)"}, without=("multiply",)),
    # A program of tensors that broadcast together, reduced over several dimensions, y[c, w] = sum_nh f(x,
    # z, w)[n, c, h, w].
    "shapes_sum_dims": Composition("shapes_var_dims", {
        "var": "sum", "(2, n_shares, n_rows), dtype=torch.float64": "(n_shares, n_rows), dtype=torch.float32",
        "16, BLOCK=64": "16, BLOCK=128"}, functions=("""
@triton.jit
def shapes_sum_dims_share_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_rows, n_cols, share, C, H, W, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    starts = (rows // W * (H * W) + rows % W)[:, None]
    begin = tl.program_id(1) * share
    end = tl.minimum(begin + share, n_cols)
    lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (cols < end)
        places = starts + cols // H * (C * H * W) + cols % H * W
        x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + places // (H * W) % C, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + places % W, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        lanes += tl.where(mask, x, 0.0)
    tl.store(partial_ptr + tl.program_id(1).to(tl.int64) * n_rows + rows, tl.sum(lanes, axis=1), mask=rows < n_rows)
""", """
@triton.jit
def shapes_sum_dims_kernel(partial_ptr, p_ptr, y_ptr, n_rows, n_cols, n_shares, W, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    partial = tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0)
    y = tl.sum(partial, axis=0)
    p = tl.load(p_ptr + rows % W, mask=rows < n_rows, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + rows, y, mask=rows < n_rows)
"""), without=("load_sum",)),
    # A program of tensors that broadcast together, reduced over a dimension that is not the last, y[b, c]
    # = sum_t f(x, z, w)[b, t, c].
    "shapes_sum_middle": Composition("shapes_var_middle", {"var": "sum", "16,": "32,"}, functions=("""
@triton.jit
def shapes_sum_middle_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = tl.program_id(0) % n_blocks * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)[:, None]
        mask = (mid < n_mid) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + mid, mask=mid < n_mid, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        tile += tl.where(mask, x, 0.0)
    y = tl.sum(tile, axis=0)
    p = tl.load(p_ptr + inner, mask=inner < n_inner, other=0.0).to(tl.float32)
    y = y + p
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""",)),
    # Variance along the last dimension of a program of tensors that broadcast together; the standard
    # deviation is its root.
    "shapes_var": Composition("shapes_prod", {"prod": "var", "128": "1024"}, functions=("""
@triton.jit
def shapes_var_kernel(x_ptr, z_ptr, w_ptr, p_ptr, y_ptr, T, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row % T).to(tl.float32)
        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * z
        x = x + w
        wide = tl.where(mask, x, 0.0).to(tl.float64)
        total += wide
        squares += wide * wide
    sum_of_row = tl.sum(total, axis=0)
    rest = (tl.sum(squares, axis=0) - sum_of_row * sum_of_row / n_cols).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_cols - 1)
    p = tl.load(p_ptr + row % T).to(tl.float32)
    y = y + p
    tl.store(y_ptr + row, y)
""",), without=("multiply",)),
    # Variance of all of a program of tensors that broadcast together, and what becomes of that and
    # another number; the standard deviation is its root.
    "shapes_var_all": Composition("shapes_sum_all", {
        "torch.sum": "torch.var",
        "x = tl.where(mask, x, 0.0)  # a lane past the end has computed something of what it loaded "
        "instead\n"
        "    tl.store(partial_ptr + tl.program_id(0), tl.sum(x, axis=0))":
            "wide = tl.where(mask, x, 0.0).to(tl.float64)\n"
            "tl.store(partial_ptr + tl.program_id(0), tl.sum(wide, axis=0))\n"
            "tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(wide * wide, axis=0))",
        "(n_partials,), dtype=torch.float32": "(2, n_partials), dtype=torch.float64",
        ", n_partials": ", n_elements, n_partials"}, functions=("""
@triton.jit
def shapes_var_all_kernel(partial_ptr, p_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    sums = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(0, n_partials, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        sums += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)
        squares += tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, other=0.0)
    total = tl.sum(sums, axis=0)
    rest = (tl.sum(squares, axis=0) - total * total / n_elements).to(tl.float32)
    y = tl.maximum(rest, 0.0) / (n_elements - 1)
    p = tl.load(p_ptr).to(tl.float32)
    y = y + p
    tl.store(y_ptr, y)
""",)),
}
