"""Compositions of the families of scans and sorting, argsort to transmittance."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The order that sorts a row, stable: y[rank of x[j]] = j, where equal values keep their order.
    "argsort": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (2, 150",
            "x = torch.exp(-x)\n    return x": "y = torch.argsort(x, dim=-1, stable=True)\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask"
            ): (
                "columns, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
                "    x = tl.load(x_ptr + row * columns + j, mask=j < columns"
            ),
            "x = tl.exp(-x)\n    tl.store(y_ptr + offsets, x, mask=mask": (
                "mine = x\n"
                "rank = tl.zeros((BLOCK,), tl.int32)\n"
                "for start in range(0, columns, BLOCK):\n"
                "    k = start + tl.arange(0, BLOCK)\n"
                "    x = tl.load(x_ptr + row * columns + k, mask=k < columns, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    before = (x[None, :] < mine[:, None]) | ((x[None, :] == mine[:, None]) & (k[None, "
                ":] < j[:, None]))\n"
                "    rank += tl.sum((before & (k < columns)[None, :]).to(tl.int32), axis=1)\n"
                "tl.store(y_ptr + row * columns + rank, j.to(tl.int64), mask=j < columns"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    argsort_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "rows, columns = x.shape\n"
                "y = torch.empty((rows, columns), dtype=torch.int64, device=x.device)\n"
                "argsort_kernel[(rows, triton.cdiv(columns, 64))](x, y, columns, BLOCK=64"
            ),
        },
    ),
    # Running maximum along each row, y[i, j] = max(x[i, 0], ..., x[i, j]), for rows of any length.
    "cummax": Composition(
        "cumsum",
        {
            "33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "20), (65,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 260",
            "cumsum(x, dim=-1)": "cummax(x, dim=-1).values",
            "def cummax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):": (
                "def combine(a, b):\n"
                "    return tl.maximum(a, b)\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def cummax_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):"
            ),
            "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32',
            "x = x.to(tl.float64)\n        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32": (
                "y = combine(carry, tl.associative_scan(x, 0, combine))\n"
                "carry = combine(carry, tl.reduce(x, 0, combine)"
            ),
            "carry += tl.sum(x, axis=0)": "",
            "1024": "256",
        },
    ),
    # Running maximum down each column, y[b, m, n] = max(x[b, 0, n], ..., x[b, m, n]).
    "cummax_middle": Composition(
        "cumsum_middle",
        {
            "cumsum(x, dim=-2)": "cummax(x, dim=-2).values",
            "total = tl.zeros([BLOCK], dtype=tl.float64": 'best = tl.full([BLOCK], -float("inf"), dtype=tl.float32',
            "total += x\n        y = total.to(tl.float32)": "best = tl.maximum(best, x)\ny = best",
        },
    ),
    # Running product down each column, y[b, m, n] = x[b, 0, n] * ... * x[b, m, n].
    "cumprod_middle": Composition(
        "cumsum_middle",
        {
            "relu(x)\n    y = torch.cumsum(x, dim=-2)\n    y = torch.abs": "abs(x)\ny = torch.cumprod(x, dim=-2)\ny = torch.sigmoid",
            "total = tl.zeros([BLOCK]": "product = tl.full([BLOCK], 1.0",
            "maximum(x, 0.0)\n        total += x\n        y = total.to(tl.float32)\n        y = tl.abs": "abs(x)\nproduct *= x\ny = product.to(tl.float32)\ny = tl.sigmoid",
        },
    ),
    # Product of all before, y[b, m, n] = x[b, 0, n] * ... * x[b, m - 1, n], and 1 at the first: transmittance
    # along a ray, survival.
    "exclusive_cumprod": Composition(
        "cumprod_middle",
        {
            ", 1,": ", 2,",
            "cumprod(x": "cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :])",
            "product *= x": "y = product.to(tl.float32)\nproduct *= x",
            "y = product.to(tl.float32)": "",
        },
    ),
    # Product of all before along each row, y[i, j] = x[i, 0] * ... * x[i, j - 1], and 1 at the first:
    # transmittance along a ray, survival.
    "exclusive_cumprod_rows": Composition(
        "cumprod",
        {
            "1),": "2),",
            "torch.cumprod(x": "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1])",
            "x = tl.load(x_ptr + row * n_cols + cols, mask=mask": "behind = mask & (cols > 0)\nx = tl.load(x_ptr + row * n_cols + cols - 1, mask=behind",
            "(mask": "(behind",
        },
    ),
    # Exclusive running sum along each row, y[i, j] = x[i, 0] + ... + x[i, j - 1]: what stands before an
    # element.
    "exclusive_cumsum": Composition(
        "cumsum",
        {
            ", 1": ", 2",
            "torch.cumsum(x, dim=-1": "F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0)",
            (
                "# Lanes beyond the row stand behind all others: nothing inherits what they hold.\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask"
            ): "x = tl.load(x_ptr + row * n_cols + cols - 1, mask=mask & (cols > 0)",
            "x.to": "tl.where(cols > 0, x, 0.0).to",
        },
    ),
    # Exclusive running sum down each column, y[b, m, n] = x[b, 0, n] + ... + x[b, m - 1, n]: what stands
    # before an element.
    "exclusive_cumsum_middle": Composition(
        "cumsum_middle",
        {
            "x = torch.relu(x)": "dim = -2\nx = torch.relu(x)",
            "-2)": "dim) - x",
            "total += x": "y = total.to(tl.float32)\ntotal += x",
            "y = total.to(tl.float32)": "",
        },
    ),
    # A polynomial with given coefficients, y = c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.
    "horner": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (7, 200",
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(4",
            "horner_torch(x": "horner_torch(x, c",
            "x = torch.exp(-x)\n    return x": "y = ((c[3] * x + c[2]) * x + c[1]) * x + c[0]\ny = torch.sigmoid(y)\nreturn y",
            "y_ptr, n_elements": "c_ptr, y_ptr, n_elements, DEGREE: tl.constexpr",
            "x = tl.exp(-x)\n    tl.store(y_ptr + offsets, x": (
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in tl.static_range(DEGREE + 1):\n"
                "    y = y * x + tl.load(c_ptr + DEGREE - k).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "horner_triton(x": "horner_triton(x, c",
            "y = torch.empty_like(x)": "c = c.contiguous()\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    horner_kernel[grid](x, y, n_elements"
            ): "grid = (triton.cdiv(y.numel(), 1024),)\nhorner_kernel[grid](x, c, y, y.numel(), DEGREE=3",
        },
    ),
    # The k-th smallest value along a dimension and where it is, as torch.kthvalue gives both; torch.median
    # the same for the lower middle.
    "kthvalue_pair": Composition(
        "kthvalue",
        {
            "relu(x)\n    y = torch.kthvalue(x, 2, dim=-1).values\n    y = torch.sigmoid(y)\n    return y": "abs(x)\ny, index = torch.kthvalue(x, 2, dim=-1)\nreturn y, index",
            "maximum(x, 0.0": "abs(x",
            "y_ptr, size,": "y_ptr, index_ptr, size,",
            "for start_j in range(0, size, BLOCK):": "place = tl.zeros((BLOCK,), tl.int32)\nfor start_j in range(0, size, BLOCK):",
            "y = tl.sum(value, axis=0)\n    y = tl.sigmoid(y)\n    tl.store(y_ptr + line, y)": (
                "    place += tl.where(found, j, 0)\n"
                "tl.store(y_ptr + line, tl.sum(value, axis=0))\n"
                "tl.store(index_ptr + line, tl.sum(place, axis=0))"
            ),
            "kthvalue_pair_kernel[(x.numel() // size,)](x, y, size, inner, rank, BLOCK=64)\n    return y": (
                "index = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)\n"
                "kthvalue_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, rank, BLOCK=64)\n"
                "return y, index"
            ),
        },
    ),
    # Running log-sum-exp along each row, y[i, j] = log(exp(x[i, 0]) + ... + exp(x[i, j])), without overflow.
    "logcumsumexp": Composition(
        "cumprod",
        {
            "3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 300": "2, 20), (65,), (2, 3, 9), (2, 3, 2, 5), (1, 140",
            "abs(x)\n    y = torch.cumprod(x, dim=-1)\n    y = torch.sigmoid": "relu(x)\ny = torch.logcumsumexp(x, dim=-1)\ny = torch.abs",
            "multiply(a, b):\n    return a * b": (
                "combine(m_left, s_left, m_right, s_right):\n"
                "    m = tl.maximum(m_left, m_right)\n"
                "    return m, s_left * tl.exp(m_left - m) + s_right * tl.exp(m_right - m)"
            ),
            "carry = tl.full([], 1.0, dtype=tl.float64": (
                "m_carry = tl.full([], -3.0e38, dtype=tl.float32)\n"
                "s_carry = tl.full([], 0.0, dtype=tl.float32"
            ),
            (
                "abs(x)\n"
                "        x = tl.where(mask, x, 1.0).to(tl.float64)\n"
                "        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)\n"
                "        y = tl.sigmoid"
            ): (
                "maximum(x, 0.0)\n"
                "one = tl.full([BLOCK], 1.0, dtype=tl.float32)\n"
                "m, s = tl.associative_scan((x, one), 0, combine)\n"
                "m, s = combine(m_carry, s_carry, m, s)\n"
                "y = m + tl.log(s)\n"
                "y = tl.abs"
            ),
            "carry *= tl.reduce(x, 0, multiply": (
                "# The last lane has seen the whole tile; a sum over one selected lane reads it.\n"
                "last = tl.arange(0, BLOCK) == BLOCK - 1\n"
                "m_carry = tl.sum(tl.where(last, m, 0.0), axis=0)\n"
                "s_carry = tl.sum(tl.where(last, s, 0.0), axis=0"
            ),
            "256)\n    logcumsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block": (
                "128)\n"
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "logcumsumexp_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False"
            ),
        },
    ),
    # Running log-sum-exp down each column, y[b, m, n] = log(exp(x[b, 0, n]) + ... + exp(x[b, m, n])), without
    # overflow.
    "logcumsumexp_middle": Composition(
        "cumsum_middle",
        {
            "cumsum(x, dim=-2)\n    y = torch.abs": "logcumsumexp(x, dim=-2)\ny = torch.sigmoid",
            "total = tl.zeros([BLOCK], dtype=tl.float64": (
                "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                "total = tl.zeros([BLOCK], dtype=tl.float32"
            ),
            "total += x\n        y = total.to(tl.float32)\n        y = tl.abs": (
                "higher = tl.maximum(peak, x)\n"
                "total = total * tl.exp(peak - higher) + tl.exp(x - higher)\n"
                "peak = higher\n"
                "y = peak + tl.log(total)\n"
                "y = tl.sigmoid"
            ),
            "=128": "=128, enable_fp_fusion=False",
        },
    ),
    # Running sum along each row over the elements that a mask selects, y[i, j] = sum_{k <= j} x[i, k] m[i,
    # k].
    "masked_cumsum": Composition(
        "cumsum",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.rand(shape) > 0.4",
            "masked_cumsum_torch(x": "masked_cumsum_torch(x, keep",
            "(x, dim": "(x * keep, dim",
            "y_ptr,": "keep_ptr, y_ptr,",
            "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": "keep = tl.load(keep_ptr + row * n_cols + cols, mask=mask, other=0) != 0",
            "x.to": "tl.where(keep, x, 0.0).to",
            "):\n    x = x": ", keep):\n    x, keep = x.contiguous(), keep",
            "y, n_cols": "keep, y, n_cols",
        },
    ),
    # Moving average of a line, y[n, i] = mean of x[n, i * step : i * step + window].
    "moving_average": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "20), (3, 33), (5, 200",
            "x = torch.exp(-x)\n    return x": "y = x.unfold(-1, 3, 1).mean(dim=-1)\ny = torch.sigmoid(y)\ny = y * 0.5\nreturn y",
            "BLOCK:": "length, out_length, WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "start = offsets // out_length * length + offsets % out_length * STEP\n"
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in tl.static_range(WINDOW):\n"
                "    x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    y = y + x\n"
                "y = y / WINDOW\n"
                "y = tl.sigmoid(y)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    moving_average_kernel[grid](x, y, n_elements"
            ): (
                "window, step = 3, 1\n"
                "rows, length = x.shape\n"
                "out_length = (length - window) // step + 1\n"
                "y = x.new_empty(rows, out_length)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "moving_average_kernel[grid](x, y, y.numel(), length, out_length, WINDOW=window, STEP=step"
            ),
        },
    ),
    # Running sum from the end of each row, y[i, j] = x[i, j] + ... + x[i, n - 1], for rows of any length.
    "reversed_cumsum": Composition(
        "cumsum",
        {
            "cumsum(x, dim=-1": "flip(torch.cumsum(torch.flip(x, dims=[-1]), dim=-1), dims=[-1]",
            "start + tl.arange(0, BLOCK)\n        mask = cols < n_cols\n        # Lanes beyond": "n_cols - 1 - start - tl.arange(0, BLOCK)\nmask = cols >= 0\n# Lanes before",
        },
    ),
    # Running sum up each column, from its end, y[b, m, n] = x[b, m, n] + ... + x[b, n_mid - 1, n].
    "reversed_cumsum_middle": Composition(
        "cumsum_middle",
        {
            "cumsum(x, dim=-2": "flip(torch.cumsum(torch.flip(x, dims=[-2]), dim=-2), dims=[-2]",
            "mid)": "n_mid - 1 - mid)",
        },
    ),
    # Running sum or extreme of what two tensors make of each other, and what the second makes of that:
    # discounted returns, debiased averages.
    "scan_joins": Composition(
        "scan_kept",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    z = x\n    v = torch.relu(x)": ", z):\n    v = x * z",
            "y_ptr,": "z_ptr, y_ptr,",
            "x\n        v = tl.maximum(x, 0.0)": "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\nv = z * x",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
    # Running sum, product or extreme of each row, and what the row makes of that again: drawdowns, weights
    # along a ray, causal means removed.
    "scan_kept": Composition(
        "cumprod",
        {
            "1),": "2),",
            (
                "x = torch.abs(x)\n"
                "    y = torch.cumprod(x, dim=-1)\n"
                "    y = torch.sigmoid(y)\n"
                "    y = y * 0.5\n"
                "    return y\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def multiply(a, b):\n"
                "    return a * b"
            ): "z = x\nv = torch.relu(x)\nx = torch.cumsum(v, dim=-1)\nx = torch.sub(x, z)\nreturn x",
            "], 1": "], 0",
            (
                "x = tl.abs(x)\n"
                "        x = tl.where(mask, x, 1.0).to(tl.float64)\n"
                "        y = (carry * tl.cumprod(x, axis=0)).to(tl.float32)\n"
                "        y = tl.sigmoid(y)\n"
                "        y = 0.5 * y\n"
                "        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)\n"
                "        carry *= tl.reduce(x, 0, multiply"
            ): (
                "z = x\n"
                "v = tl.maximum(x, 0.0)\n"
                "v = v.to(tl.float64)\n"
                "x = (carry + tl.cumsum(v, axis=0)).to(tl.float32)\n"
                "carry += tl.sum(v, axis=0)\n"
                "x = x - z\n"
                "tl.store(y_ptr + row * n_cols + cols, x, mask=mask"
            ),
        },
    ),
    # Largest element so far down a dimension that is not the last of a program of tensors that broadcast
    # together.
    "shapes_cummax_middle": Composition(
        "shapes_cumsum_middle",
        {
            "cumsum(x, dim=-2)": "cummax(x, dim=-2).values",
            "total = tl.zeros([BLOCK], dtype=tl.float64": 'largest = tl.full([BLOCK], -float("inf"), dtype=tl.float32',
            "total += x\n        y = total.to(tl.float32)": "largest = tl.maximum(largest, x)\ny = largest",
        },
    ),
    # Running product along the last dimension of a program of tensors that broadcast together.
    "shapes_cumprod": Composition(
        "shapes_cummax",
        {
            "cummax(x, dim=-1).values": "cumprod(x, dim=-1)",
            "combine(a, b):\n    return tl.maximum(a, b)": "multiply(a, b):\n    return a * b",
            '-float("inf"), dtype=tl.float32': "1.0, dtype=tl.float64",
            "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": "",
            (
                "y = combine(carry, tl.associative_scan(x, 0, combine))\n"
                "        carry = combine(carry, tl.reduce(x, 0, combine)"
            ): (
                "wide = tl.where(mask, x, 1.0).to(tl.float64)\n"
                "y = (carry * tl.cumprod(wide, axis=0)).to(tl.float32)\n"
                "carry *= tl.reduce(wide, 0, multiply"
            ),
        },
    ),
    # Running product down a dimension that is not the last of a program of tensors that broadcast together.
    "shapes_cumprod_middle": Composition(
        "shapes_cumsum_middle",
        {
            "cumsum": "cumprod",
            "total = tl.zeros([BLOCK]": "product = tl.full([BLOCK], 1.0",
            "total += x\n        y = total": "product *= x\ny = product",
        },
    ),
    # Running sum along the last dimension of a program of tensors that broadcast together, y[b, t, c] = f(x,
    # z, w)[b, t, 0] + ... + f(x, z, w)[b, t, c].
    "shapes_cumsum": Composition(
        "shapes_cummax",
        {
            "cummax(x, dim=-1).values": "cumsum(x, dim=-1)",
            "def combine(a, b):\n    return tl.maximum(a, b)\n\n\n@triton.jit": "",
            '-float("inf"), dtype=tl.float32': "0.0, dtype=tl.float64",
            (
                "y = combine(carry, tl.associative_scan(x, 0, combine))\n"
                "        carry = combine(carry, tl.reduce(x, 0, combine)"
            ): (
                "wide = x.to(tl.float64)\n"
                "y = (carry + tl.cumsum(wide, axis=0)).to(tl.float32)\n"
                "carry += tl.sum(wide, axis=0"
            ),
            "256": "1024",
        },
    ),
    # Logarithm of the running sum of exponentials along the last dimension of a program of tensors that
    # broadcast together.
    "shapes_logcumsumexp": Composition(
        "shapes_cummax",
        {
            "cummax(x, dim=-1).values": "logcumsumexp(x, dim=-1)",
            "a, b):\n    return tl.maximum(a, b": (
                "m_left, s_left, m_right, s_right):\n"
                "    m = tl.maximum(m_left, m_right)\n"
                "    return m, s_left * tl.exp(m_left - m) + s_right * tl.exp(m_right - m"
            ),
            'carry = tl.full([], -float("inf")': "m_carry = tl.full([], -3.0e38, dtype=tl.float32)\ns_carry = tl.full([], 0.0",
            "# Lanes beyond the row stand behind all others: nothing inherits what they hold.": "",
            (
                "y = combine(carry, tl.associative_scan(x, 0, combine))\n"
                "        carry = combine(carry, tl.reduce(x, 0, combine)"
            ): (
                "one = tl.full([BLOCK], 1.0, dtype=tl.float32)\n"
                "m, s = tl.associative_scan((x, one), 0, combine)\n"
                "m, s = combine(m_carry, s_carry, m, s)\n"
                "# The last lane has seen the whole tile; a sum over one selected lane reads it.\n"
                "last = tl.arange(0, BLOCK) == BLOCK - 1\n"
                "m_carry = tl.sum(tl.where(last, m, 0.0), axis=0)\n"
                "s_carry = tl.sum(tl.where(last, s, 0.0), axis=0)\n"
                "y = m + tl.log(s"
            ),
            "256)\n    shapes_logcumsumexp_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block": (
                "128)\n"
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "shapes_logcumsumexp_kernel[(n_rows,)](x, z, w, p, y, T, n_cols, BLOCK=block, "
                "enable_fp_fusion=False"
            ),
        },
    ),
    # Logarithm of the running sum of exponentials down a dimension that is not the last of a program of
    # tensors that broadcast together.
    "shapes_logcumsumexp_middle": Composition(
        "shapes_cumsum_middle",
        {
            "cumsum": "logcumsumexp",
            "total = tl.zeros([BLOCK], dtype=tl.float64": (
                "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                "total = tl.zeros([BLOCK], dtype=tl.float32"
            ),
            "total += x\n        y = total.to(tl.float32": (
                "higher = tl.maximum(peak, x)\n"
                "total = total * tl.exp(peak - higher) + tl.exp(x - higher)\n"
                "peak = higher\n"
                "y = peak + tl.log(total"
            ),
            "shapes_logcumsumexp_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK=128": (
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "shapes_logcumsumexp_middle_kernel[grid](x, z, w, p, y, n_mid, n_inner, BLOCK=128, "
                "enable_fp_fusion=False"
            ),
        },
    ),
    # Sorted rows of a program of tensors that broadcast together.
    "shapes_sort": Composition(
        "shapes_cummax",
        {
            "5), (2, 3, 33), (3, 4, 20": "3), (2, 3, 14), (3, 4, 7",
            "cummax": "sort",
            "def combine(a, b):\n    return tl.maximum(a, b)\n\n\n@triton.jit": "",
            (
                'carry = tl.full([], -float("inf"), dtype=tl.float32)\n'
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        # Lanes beyond the row stand behind all others: nothing inherits what they hold.\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = x * z\n"
                "        x = x + w\n"
                "        y = combine(carry, tl.associative_scan(x, 0, combine))\n"
                "        carry = combine(carry, tl.reduce(x, 0, combine))\n"
                "        p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = y + p\n"
                "        tl"
            ): (
                "cols = tl.arange(0, BLOCK)\n"
                "mask = cols < n_cols\n"
                "x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "x = x + w\n"
                'y = tl.sort(tl.where(mask, x, float("inf")))\n'
                "p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y + p\n"
                "tl"
            ),
            "min(triton.next_power_of_2(n_cols), 256": "max(triton.next_power_of_2(n_cols), 16",
        },
    ),
    # One scan along any dimension, y[i] = x[0] + ... + x[i]: sums, products and sums of products, from either
    # end.
    "single_scan": Composition(
        "single_extreme_so_far",
        {
            "y, where = torch.cummax(x, dim)\n    return y, where": "return torch.cumsum(x, dim)",
            (
                "combine(a, a_place, b, b_place):\n"
                "    takes = b >= a  # the later of two equal ones\n"
                "    return tl.where(takes, b, a), tl.where(takes, b_place, a_place)\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def single_scan_kernel(x_ptr, y_ptr, where_ptr"
            ): "single_scan_kernel(x_ptr, y_ptr",
            (
                '-float("inf"), dtype=tl.float32)\n'
                "    carry_place = tl.full([1, INNER], 0, dtype=tl.int64)\n"
                "    last = tl.arange(0, BLOCK)[:, None] == BLOCK - 1"
            ): "0.0, dtype=tl.float64)",
            (
                "float32)\n"
                "        y, where = tl.associative_scan((x, places.to(tl.int64) + tl.zeros([BLOCK, "
                "INNER], dtype=tl.int64)), 0, combine)\n"
                "        y, where = combine(carry, carry_place, y, where"
            ): "float64)\ny = carry + tl.cumsum(x, axis=0",
            (
                "tl.store(where_ptr + offsets, where, mask=mask)\n"
                "        # The last line has seen the whole tile; a sum over one selected line reads it.\n"
                "        carry = tl.sum(tl.where(last, y, 0.0), axis=0)[None, :]\n"
                "        carry_place = tl.sum(tl.where(last, where, 0)"
            ): "carry += tl.sum(x",
            "where = torch.empty(x.shape, dtype=torch.int64, device=x.device)": "",
            "where, whole, inner, INNER=columns, BLOCK=32)\n    return y, where": "whole, inner, INNER=columns, BLOCK=128)\nreturn y",
        },
    ),
    # The K largest values along a dimension, in order, and where they are, as torch.topk gives both.
    "topk_pair": Composition(
        "topk",
        {
            (
                "relu(x)\n"
                "    y = torch.topk(x, 3, dim=-1, largest=True).values\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ): "abs(x)\ny, index = torch.topk(x, 3, dim=-1, largest=True)\nreturn y, index",
            "y_ptr, size,": "y_ptr, index_ptr, size,",
            "maximum(x, 0.0": "abs(x",
            "y = best\n        y = tl.sigmoid(y)\n        tl.store(y_ptr + first + k * inner, y": (
                "tl.store(y_ptr + first + k * inner, best)\n"
                "tl.store(index_ptr + first + k * inner, best_place"
            ),
            "topk_pair_kernel[(x.numel() // size,)](x, y, size, inner, K=K, BLOCK=256)\n    return y": (
                "index = torch.empty(shape, dtype=torch.int64, device=x.device)\n"
                "topk_pair_kernel[(x.numel() // size,)](x, y, index, size, inner, K=K, BLOCK=256)\n"
                "return y, index"
            ),
        },
    ),
    # Weights along a ray, y[i, j] = alpha[i, j] * (1 - alpha[i, 0]) * ... * (1 - alpha[i, j - 1]): what is
    # met of the light that comes so far.
    "transmittance": Composition(
        "sort",
        {
            "2, 17": "3, 33), (70,), (2, 3, 17), (2, 3, 2, 9), (2, 300",
            "y = torch.sort(x, dim=-1).values\n    return y": (
                "a = torch.sigmoid(x)\n"
                "w = 1.0 - a\n"
                "t = torch.cumprod(torch.cat((torch.ones_like(w[..., :1]), w[..., :-1]), dim=-1), dim=-1)\n"
                "return t * a"
            ),
            (
                "transmittance_kernel(x_ptr, y_ptr, size, inner, BLOCK: tl.constexpr):\n"
                "    line = tl.program_id(0).to(tl.int64)\n"
                "    places = tl.arange(0, BLOCK)\n"
                "    mask = places < size\n"
                "    at = (line // inner * size + places) * inner + line % inner\n"
                "    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)\n"
                '    y = tl.sort(tl.where(mask, x, float("inf")))\n'
                "    tl.store(y_ptr + at, y, mask=mask"
            ): (
                "multiply(a, b):\n"
                "    return a * b\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def load_alpha(x_ptr, mask):\n"
                "    x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)\n"
                "    a = tl.sigmoid(x)\n"
                "    return a\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def transmittance_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    carry = tl.full([], 1.0, dtype=tl.float64)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        behind = mask & (cols > 0)\n"
                "        left = load_alpha(x_ptr + row * n_cols + cols - 1, behind)\n"
                "        w = 1.0 - left\n"
                "        w = tl.where(behind, w, 1.0).to(tl.float64)\n"
                "        t = (carry * tl.cumprod(w, axis=0)).to(tl.float32)\n"
                "        a = load_alpha(x_ptr + row * n_cols + cols, mask)\n"
                "        y = t * a\n"
                "        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)\n"
                "        carry *= tl.reduce(w, 0, multiply"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    size, inner = x.shape[-1], 1\n"
                "    transmittance_kernel[(x.numel() // size,)](x, y, size, inner, BLOCK=max(16, "
                "triton.next_power_of_2(size))"
            ): (
                "n_cols = x.shape[-1]\n"
                "n_rows = x.numel() // n_cols\n"
                "y = x.new_empty(x.shape)\n"
                "block = min(triton.next_power_of_2(n_cols), 256)\n"
                "transmittance_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ),
        },
    ),
}
