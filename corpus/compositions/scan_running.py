"""Compositions of the families of running sums, products and extremes."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Running maximum down each column, y[b, m, n] = max(x[b, 0, n], ..., x[b, m, n]).
    "cummax_middle": Composition("cumsum_middle", {
        "cumsum(x, dim=-2)": "cummax(x, dim=-2).values",
        "total = tl.zeros([BLOCK], dtype=tl.float64)":
            'best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "total += x\n        y = total.to(tl.float32)": "best = tl.maximum(best, x)\ny = best"}),
    # Running product along each row, y[i, j] = x[i, 0] * ... * x[i, j], for rows of any length.
    "cumprod": Composition("exclusive_cumprod_rows", {
        "y = torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
            "y = torch.cumprod(x, dim=-1)",
        "behind = mask & (cols > 0)\n"
        "        x = tl.load(x_ptr + row * n_cols + cols - 1, mask=behind, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)",
        "behind, x": "mask, x", " 2)": " 1)"}),
    # Running product down each column, y[b, m, n] = x[b, 0, n] * ... * x[b, m, n].
    "cumprod_middle": Composition("cumsum_middle", {
        "relu": "abs", "cumsum": "cumprod", "abs": "sigmoid", "total": "product",
        "total = tl.zeros([BLOCK], dtype": "product = tl.full([BLOCK], 1.0, dtype",
        " tl.maximum(x, 0.0)": " tl.abs(x)", "total +=": "product *="}),
    # Product of all before, y[b, m, n] = x[b, 0, n] * ... * x[b, m - 1, n], and 1 at the first:
    # transmittance along a ray, survival.
    "exclusive_cumprod": Composition("cumprod_middle", {
        "cumprod(x, dim=-2)":
            "cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)",
        "x = tl.abs(x)": "x = tl.abs(x)\ny = product.to(tl.float32)", "y = product.to(tl.float32)": ""},
        functions=("CASES = [(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]",)),
    # Exclusive running sum along each row, y[i, j] = x[i, 0] + ... + x[i, j - 1]: what stands before an
    # element.
    "exclusive_cumsum": Composition("cumsum", {
        "y = torch.cumsum(x, dim=-1)": "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))",
        "# Lanes beyond the row stand behind all others: nothing inherits what they hold.\n"
        "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + row * n_cols + cols - 1, mask=mask & (cols > 0), other=0.0).to(tl.float32)",
        "x.to": "tl.where(cols > 0, x, 0.0).to", " 1)": " 2)"}),
    # Exclusive running sum down each column, y[b, m, n] = x[b, 0, n] + ... + x[b, m - 1, n]: what stands
    # before an element.
    "exclusive_cumsum_middle": Composition("cumsum_middle",
        {"x = tl.maximum(x, 0.0)": "x = tl.maximum(x, 0.0)\ny = total.to(tl.float32)",
         "y = total.to(tl.float32)": "",
         "def exclusive_cumsum_middle_torch(x):":
             "def exclusive_cumsum_middle_torch(x):\n"
             "    dim = -2",
         "=-2)": "=dim) - x"}),
    # Running log-sum-exp along each row, y[i, j] = log(exp(x[i, 0]) + ... + exp(x[i, j])), without
    # overflow.
    "logcumsumexp": Composition("cummax", {
        "cummax(x, dim=-1).values": "logcumsumexp(x, dim=-1)",
        'carry = tl.full([], -float("inf"), dtype=tl.float32)':
            "m_carry = tl.full([], -3.0e38, dtype=tl.float32)\n"
            "s_carry = tl.full([], 0.0, dtype=tl.float32)",
        "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": "",
        "y = combine(carry, tl.associative_scan(x, 0, combine))\n"
        "        carry = combine(carry, tl.reduce(x, 0, combine))":
            "one = tl.full([BLOCK], 1.0, dtype=tl.float32)\n"
            "m, s = tl.associative_scan((x, one), 0, combine)\n"
            "m, s = combine(m_carry, s_carry, m, s)\n"
            "y = m + tl.log(s)",
        "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)":
            "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)\n"
            "# The last lane has seen the whole tile; a sum over one selected lane reads it.\n"
            "last = tl.arange(0, BLOCK) == BLOCK - 1\n"
            "m_carry = tl.sum(tl.where(last, m, 0.0), axis=0)\n"
            "s_carry = tl.sum(tl.where(last, s, 0.0), axis=0)",
        "block = min(triton.next_power_of_2(n_cols), 256)\n"
        "    logcumsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)":
            "block = min(triton.next_power_of_2(n_cols), 128)\n"
            "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
            "and x minus itself would not be 0.\n"
            "logcumsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)",
        "def combine(a, b):\n    return tl.maximum(a, b)":
            "def combine(m_left, s_left, m_right, s_right):\n"
            "    m = tl.maximum(m_left, m_right)\n"
            "    return m, s_left * tl.exp(m_left - m) + s_right * tl.exp(m_right - m)"},
        functions=("CASES = [(1, 1), (2, 20), (65,), (2, 3, 9), (2, 3, 2, 5), (1, 140)]",)),
    # Running log-sum-exp down each column, y[b, m, n] = log(exp(x[b, 0, n]) + ... + exp(x[b, m, n])),
    # without overflow.
    "logcumsumexp_middle": Composition("cumsum_middle", {
        "cumsum": "logcumsumexp", "abs": "sigmoid", "=128": "=128, enable_fp_fusion=False",
        "total = tl.zeros([BLOCK], dtype=tl.float64)":
            "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
            "total = tl.zeros([BLOCK], dtype=tl.float32)",
        "total += x\n"
        "        y = total.to(tl.float32)\n"
        "        y = tl.abs(y)":
            "higher = tl.maximum(peak, x)\n"
            "total = total * tl.exp(peak - higher) + tl.exp(x - higher)\n"
            "peak = higher\n"
            "y = peak + tl.log(total)\n"
            "y = tl.sigmoid(y)"}),
    # Running sum along each row over the elements that a mask selects, y[i, j] = sum_{k <= j} x[i, k]
    # m[i, k].
    "masked_cumsum": Composition("cumsum", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.rand(shape) > 0.4", "(x):": "(x, keep):",
        "y = torch.cumsum(x, dim=-1)": "y = torch.cumsum(x * keep, dim=-1)", "y_ptr,": "keep_ptr, y_ptr,",
        "# Lanes beyond the row stand behind all others: nothing inherits what they hold.":
            "keep = tl.load(keep_ptr + row * n_cols + cols, mask=mask, other=0) != 0",
        "x.to": "tl.where(keep, x, 0.0).to",
        "x = x.contiguous()": "x, keep = x.contiguous(), keep.contiguous()", "y, n_cols": "keep, y, n_cols"}),
    # Running sum from the end of each row, y[i, j] = x[i, j] + ... + x[i, n - 1], for rows of any length.
    "reversed_cumsum": Composition("cumsum", {
        "cumsum(x, dim=-1)": "flip(torch.cumsum(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])",
        "start +": "n_cols - 1 - start -", "< n_cols": ">= 0", "beyond": "before"}),
    # Running sum up each column, from its end, y[b, m, n] = x[b, m, n] + ... + x[b, n_mid - 1, n].
    "reversed_cumsum_middle": Composition("cumsum_middle", {
        "cumsum(x, dim=-2)": "flip(torch.cumsum(torch.flip(x, dims=[-2]), dim=-2), dims=[-2])",
        "+ mid": "+ n_mid - 1 - mid"}),
    # Running sum or extreme of what two tensors make of each other, and what the second makes of that:
    # discounted returns, debiased averages.
    "scan_joins": Composition("scan_kept", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "y_ptr,": "z_ptr, y_ptr,",
        "z = x\n        v = tl.maximum(x, 0.0)":
            "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "v = z * x",
        "(x):": "(x, z):", "x = x.": "x, z = x.contiguous(), z.", ", y": ", z, y",
        "def scan_joins_torch(x):\n"
        "    z = x\n"
        "    v = torch.relu(x)":
            "def scan_joins_torch(x, z):\n"
            "    v = x * z"}),
    # Running sum, product or extreme of each row, and what the row makes of that again: drawdowns,
    # weights along a ray, causal means removed.
    "scan_kept": Composition("norm", {
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)": "carry = tl.full([], 0.0, dtype=tl.float64)",
        "x = tl.maximum(x, 0.0)": "z = x", "x = tl.where(mask, x, ": "v = tl.maximum(x, ",
        "lanes += x * x": "v = v.to(tl.float64)",
        "y = tl.sqrt(tl.sum(lanes, axis=0))": "    x = (carry + tl.cumsum(v, axis=0)).to(tl.float32)",
        "y = tl.abs(y)": "    carry += tl.sum(v, axis=0)", "y = 0.5 * y": "    x = x - z",
        "tl.store(y_ptr + row, y)": "    tl.store(y_ptr + row * n_cols + cols, x, mask=mask)",
        " = x.new_empty(x.shape[:-1])": " = torch.empty_like(x)", "1024": "256"},
        functions=("CASES = [(1, 2), (3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300)]",
                   (
                       "def scan_kept_torch(x):\n"
                       "    z = x\n"
                       "    v = torch.relu(x)\n"
                       "    x = torch.cumsum(v, dim=-1)\n"
                       "    x = torch.sub(x, z)\n"
                       "    return x"))),
    # Running sum of a row times a weight of each element, y[i] = sum of w[j] * x[j] over j <= i: a mask
    # of floats, often.
    "weighted_cumsum": Composition("cumsum", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, w):",
        "y = torch.cumsum(x, dim=-1)": "y = torch.cumsum(x * w, dim=-1)", "y_ptr,": "w_ptr, y_ptr,",
        "# Lanes beyond the row stand behind all others: nothing inherits what they hold.":
            "w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)",
        "x.to": "(x * w).to", "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
        "y, n_cols": "w, y, n_cols"}),
}
