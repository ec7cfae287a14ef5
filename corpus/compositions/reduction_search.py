"""Compositions of the families of places, products and truth."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Smallest and largest element of each row, torch.aminmax(x, dim=-1): two outputs from one reading of
    # x.
    "aminmax": Composition("value_range", {
        "y_ptr,": "low_ptr, high_ptr,",
        "y = tl.max(high, axis=0) - tl.min(low, axis=0)\n"
        "    y = tl.abs(y)\n"
        "    y = 0.5 * y\n"
        "    tl.store(y_ptr + row, y)":
            "tl.store(low_ptr + row, tl.min(low, axis=0))\n"
            "tl.store(high_ptr + row, tl.max(high, axis=0))",
        "y = x.new_empty(x.shape[:-1])":
            "low = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\n"
            "high = torch.empty_like(low)",
        "y": "low, high"}, functions=("""
def aminmax_torch(x):
    x = torch.relu(x)
    low, high = torch.aminmax(x, dim=-1)
    return low, high
""",)),
    # Is any element of a row beyond a bound, y[i] = any_j(x[i, j] > c); or are all of them?
    "any_all": Composition("argmax", {"argmax(x, dim=-1)": "any(x > 1.5, dim=-1)", "int64": "bool"},
        functions=(
        "CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]", """
@triton.jit
def any_all_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.full([BLOCK], 0, dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        holds = (x > 1.5).to(tl.int32)
        lanes = tl.maximum(lanes, tl.where(mask, holds, 0))
    y = tl.max(lanes, axis=0) > 0
    tl.store(y_ptr + row, y)
""")),
    # Reductions of a tensor of bool over any dimension: does any element hold, do all, how many do.
    "any_of_mask": Composition("norm_middle", {
        "(shape)": "(shape) > 0.3",
        "y = x.new_empty(x.shape[:-2] + x.shape[-1:])":
            "y = torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.bool, device=x.device)"},
        functions=(
        "CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]", """
def any_of_mask_torch(x):
    x = torch.logical_not(x)
    y = torch.any(x, dim=-2)
    return y
""", """
@triton.jit
def any_of_mask_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    counts = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.int32)
    for start in range(0, n_mid, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0) != 0
        x = x == 0
        counts += (mask & x).to(tl.int32)
    count = tl.sum(counts, axis=0)
    y = count > 0
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""")),
    # Where the largest element of a column is, y[j] = argmax_i x[i, j]; the first one where several are
    # largest.
    "argmax_dim0": Composition("argmax", {
        "=-1": "=0", "n_cols = x.shape[-1]": "n_rows = x.shape[0]",
        "n_rows = x.numel() // n_cols": "n_cols = x.numel() // n_rows", ":-1": "1:",
        "block = min(triton.next_power_of_2(n_cols), 1024)": "grid = (triton.cdiv(n_cols, 64),)",
        "[(n_rows,)](x, y, n_cols, BLOCK=block)":
            "[grid](x, y, n_rows, n_cols, BLOCK_ROWS=32, BLOCK_COLS=64)"}, functions=(
        "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 100)]", """
@triton.jit
def argmax_dim0_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    best = tl.full([BLOCK_ROWS, BLOCK_COLS], -float("inf"), dtype=tl.float32)
    place = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.int32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)
        offsets = rows[:, None].to(tl.int64) * n_cols + cols[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, rows[:, None], place)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(best == winner[None, :], place, n_rows), axis=0)
    tl.store(y_ptr + cols, y, mask=cols < n_cols)
""")),
    # Place of the largest of what two tensors make of each other, y[i] = argmax_j |x[i, j] - z[i, j]|:
    # the first, where several are.
    "argmax_joins": Composition("argmax", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, z):",
        "torch.abs(x)": "torch.abs(x - z)", "y_ptr,": "z_ptr, y_ptr,",
        "x = tl.abs(x)":
            "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.abs(x - z)",
        "x = x": "x, z = x.contiguous(), z", ", y,": ", z, y,", " 1)": " 2)"}),
    # Where the largest element of a column is, y[b, n] = argmax_m x[b, m, n]; the first one where several
    # are largest.
    "argmax_middle": Composition("prod_middle", {
        "product = tl.full([BLOCK], 1.0, dtype=tl.float64)":
            'best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)\n'
            "y = tl.zeros([BLOCK], dtype=tl.int32)",
        "=1.": "=0.",
        "product *= x\n"
        "    y = product.to(tl.float32)\n"
        "    y = tl.sigmoid(y)\n"
        "    y = 0.5 * y":
            "better = x > best\n"
            "best = tl.where(better, x, best)\n"
            "y = tl.where(better, mid, y)",
        "y = x.new_empty(x.shape[:-2] + x.shape[-1:])":
            "y = torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.int64, device=x.device)",
        "y = torch.prod(x, dim=-2)\n"
        "    y = torch.sigmoid(y)\n"
        "    y = y * 0.5": "y = torch.argmax(x, dim=-2)"},
        functions=("def make(*shape):\n    return (torch.randn(shape),)",)),
    # How many of all elements satisfy a condition, and whether any or all of them do.
    "count_all": Composition("argmax_all", {
        "value = torch.empty(n_partials, dtype=torch.float32, device=x.device)\n"
        "    place = torch.empty(n_partials, dtype=torch.int64, device=x.device)":
            "partial = torch.empty(n_partials, dtype=torch.int32, device=x.device)",
        "value, place": "partial",
        "y = torch.argmax(x)\n    return y": "hit = x > 1.5\nreturn torch.count_nonzero(hit)"},
        functions=(
        "CASES = [(1, 9), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (7, 1000)]", """
@triton.jit
def count_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(tl.program_id(0).to(tl.int64) * BLOCK, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        counts += (mask & (x > 1.5)).to(tl.int32)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(counts, axis=0))
""", """
@triton.jit
def count_all_kernel(partial_ptr, y_ptr, n_elements, n_partials, BLOCK: tl.constexpr):
    program = tl.arange(0, BLOCK)
    count = tl.sum(tl.load(partial_ptr + program, mask=program < n_partials, other=0).to(tl.int64), axis=0)
    y = count
    tl.store(y_ptr, y)
""")),
    # How many elements of a row fulfil a condition, y[i] = #{j : x[i, j] > c}.
    "count_nonzero": Composition("argmax", {
        "y = torch.argmax(x, dim=-1)":
            "hit = x > 0.5\n"
            "y = torch.count_nonzero(hit, dim=-1)"}, functions=("""
@triton.jit
def count_nonzero_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    counts = tl.zeros([BLOCK], dtype=tl.int32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        counts += (mask & (x > 0.5)).to(tl.int32)
    y = tl.sum(counts, axis=0)
    tl.store(y_ptr + row, y)
""",)),
    # How much of a tensor fulfils a condition over any dimensions, y[b, d] = mean_ac [x[a, b, c, d] >
    # 0.5]: sparsity, share of the positive.
    "fraction_of_condition": Composition("program_and_reduced",
        {", v_ptr": "", "tl.store(v_ptr + places, x, mask=mask)": "hit = x > 0.5",
         "where(mask, x, 0": "where(mask & hit, 1.0, 0", "v = torch.empty_like(x)": "",
         "n_rows, n_shares, ": "n_rows, n_cols, n_shares, ", "v, ": "", "=0)": "=0) / n_cols",
         "y = torch.sum(x, dim=(0, 2))":
             "hit = x > 0.5\n"
             "y = torch.mean(hit.float(), dim=(0, 2))",
         " x, y": " y"}, breaks=("ROWS: tl.constexpr",)),
    # Logarithm of the sum of exponentials of each row, y[i] = log(sum_j exp(x[i, j])), without overflow.
    "logsumexp": Composition("logsumexp_tail", {
        "(x, z)": "(x)", "y = y + z": "", "z_ptr, y_ptr": "y_ptr",
        "z = tl.load(z_ptr + row).to(tl.float32)\n"
        "    y = z + y": "",
        "x, z = x.contiguous(), z": "x = x", "z, y": "y"}, functions=("""
def make(*shape):
    return (torch.randn(shape),)
""",)),
    # Logarithm of the sum of the exponentials of all elements, y = log(sum_i exp(x[i])), without
    # overflow.
    "logsumexp_all": Composition("norm_all", {
        "linalg.vector_norm(x, ord=2)": "logsumexp(x.flatten(), dim=0)",
        "n_partials = min(triton.cdiv(n_elements, 1024), 1024)":
            "n_partials = min(triton.cdiv(n_elements, 1024), 1024)\n"
            "peak = torch.empty(n_partials, dtype=torch.float32, device=x.device)",
        "logsumexp_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)\n"
        "    logsumexp_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024)":
            "# A fused multiply-add would skip the rounding of a scaled x in x - larger alone, "
            "and x minus itself would not be 0.\n"
            "logsumexp_all_partial_kernel[(n_partials,)](x, peak, partial, n_elements, BLOCK=1024, "
            "enable_fp_fusion=False)\n"
            "logsumexp_all_kernel[(1,)](peak, partial, y, n_partials, BLOCK=1024)",
        "def logsumexp_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):\n"
        "    offsets = tl.arange(0, BLOCK)\n"
        "    partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
        "    y = tl.sqrt(tl.sum(partial, axis=0))":
            "def logsumexp_all_kernel(peak_ptr, partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):\n"
            "    places = tl.arange(0, BLOCK)\n"
            "    peaks = tl.load(peak_ptr + places, mask=places < n_partials, other=-3.0e38)\n"
            "    partial = tl.load(partial_ptr + places, mask=places < n_partials, other=0.0)\n"
            "    peak = tl.max(peaks, axis=0)\n"
            "    y = peak + tl.log(tl.sum(partial * tl.exp(peaks - peak), axis=0))"}, functions=(
        "CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 2, 9), (3, 1000)]", """
@triton.jit
def logsumexp_all_partial_kernel(x_ptr, peak_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * BLOCK
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n_elements
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    tl.store(peak_ptr + tl.program_id(0), peak)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(total * tl.exp(largest - peak), axis=0))
""")),
    # Logarithm of the sum of exponentials down each column, y[b, n] = log(sum_m exp(x[b, m, n])), without
    # overflow.
    "logsumexp_middle": Composition("norm_middle", {
        "linalg.vector_norm(x, ord=2, dim=-2)": "logsumexp(x, dim=-2)",
        "grid = (n_outer * triton.cdiv(n_inner, 64),)\n"
        "    logsumexp_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64)":
            "grid = (n_outer * triton.cdiv(n_inner, 128),)\n"
            "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
            "and x minus itself would not be 0.\n"
            "logsumexp_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)"},
        functions=(
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]", """
@triton.jit
def logsumexp_middle_kernel(x_ptr, y_ptr, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    y = largest + tl.log(total)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)
""")),
    # Logsumexp over the last dimension, then a second tensor, y[i] = logsumexp_j x[i, j] + z[i].
    "logsumexp_tail": Composition("norm_tail", {
        "linalg.vector_norm(x, ord=2, dim=-1)": "logsumexp(x, dim=-1)",
        "logsumexp_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)":
            "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
            "and x minus itself would not be 0.\n"
            "logsumexp_tail_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)"},
        functions=("""
@triton.jit
def logsumexp_tail_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    y = peak + tl.log(tl.sum(total * tl.exp(largest - peak), axis=0))
    z = tl.load(z_ptr + row).to(tl.float32)
    y = z + y
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""",)),
    # The largest element of a row and where it is, torch.max(x, dim=-1): two outputs from one reading of
    # x.
    "max_with_index": Composition("argmax", {
        "y = torch.argmax": "value, index = torch.max", "return y": "return value, index",
        "y_ptr,": "value_ptr, index_ptr,",
        "winner = tl.max(best, axis=0)\n"
        "    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)\n"
        "    tl.store(y_ptr + row, y)":
            "value = tl.max(best, axis=0)\n"
            "index = tl.min(tl.where(best == value, place, n_cols), axis=0)\n"
            "tl.store(value_ptr + row, value)\n"
            "tl.store(index_ptr + row, index)",
        "y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)":
            "value = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\n"
            "index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)",
        "y": "value, index", "33": "33), (1000,"}),
    # Product over the last dimension, y[i] = prod_j x[i, j].
    "prod": Composition("cumprod", {
        " = torch.empty_like(x)": " = x.new_empty(x.shape[:-1])", "256": "128", "cumprod": "prod"},
        functions=(
            "CASES = [(1, 1), (3, 33), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 130)]",
            "def make(*shape):\n    return (torch.randn(shape) * 1.5,)",
            (
                "@triton.jit\n"
                "def prod_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=1.0).to(tl.float32)\n"
                "        x = tl.abs(x)\n"
                "        lanes *= tl.where(mask, x, 1.0)\n"
                "    y = tl.reduce(lanes, 0, multiply).to(tl.float32)\n"
                "    y = tl.sigmoid(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y)"))),
    # Product over a dimension other than the last, y[b, n] = prod_m x[b, m, n].
    "prod_middle": Composition("norm_middle", {
        "(shape)": "(shape) * 1.5", "relu": "abs", "linalg.vector_norm(x, ord=2, dim=-2)": "prod(x, dim=-2)",
        "abs": "sigmoid", ", 64": ", 128", "BLOCK_MID=32, BLOCK_INNER=64": "BLOCK=128"}, functions=(
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]", """
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
""")),
}
