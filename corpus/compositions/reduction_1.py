"""Compositions of the families of reductions, any_all to norm_response_last."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Is any element of a row beyond a bound, y[i] = any_j(x[i, j] > c); or are all of them?
    "any_all": Composition(
        "shapes_any",
        {
            "2, 5), (2, 3, 33), (3, 4, 20": "1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100",
            "B, T, n_cols):\n    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols": "*shape):\n    return (torch.randn(shape),",
            ", z, w):\n    x = x * z\n    x = x + w\n    y = torch.any(x > 0": "):\n    x = torch.abs(x)\n    y = torch.any(x > 1",
            "z_ptr, w_ptr, y_ptr, T": "y_ptr",
            (
                "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "        w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = x * z\n"
                "        x = x + w\n"
                "        holds = (x > 0"
            ): "x = tl.abs(x)\nholds = (x > 1",
            (
                ", z, w):\n"
                "    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()\n"
                "    B, T, n_cols = x.shape\n"
                "    n_rows = B * T\n"
                "    y = torch.empty((B, T)"
            ): (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = torch.empty(x.shape[:-1]"
            ),
            "z, w, y, T": "y",
        },
    ),
    # Reductions of a tensor of bool over any dimension: does any element hold, do all, how many do.
    "any_of_mask": Composition(
        "prod_middle",
        {
            "2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1": "4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2",
            "* 1.5": "> 0.3",
            "abs(x)\n    y = torch.prod(x, dim=-2)\n    y = torch.sigmoid(y)\n    y = y * 0.5": "logical_not(x)\ny = torch.any(x, dim=-2)",
            "BLOCK: tl.constexpr):\n    n_blocks = tl.cdiv(n_inner, BLOCK": (
                "BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK_INNER"
            ),
            (
                "BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    product = tl.full([BLOCK], 1.0, dtype=tl.float64)\n"
                "    for mid in range(0, n_mid):\n"
                "        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, "
                "other=1.0).to(tl.float32)\n"
                "        x = tl.abs(x)\n"
                "        product *= x\n"
                "    y = product.to(tl.float32)\n"
                "    y = tl.sigmoid(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + outer * n_inner + inner, y, mask=mask"
            ): (
                "BLOCK_INNER + tl.arange(0, BLOCK_INNER)\n"
                "counts = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.int32)\n"
                "for start in range(0, n_mid, BLOCK_MID):\n"
                "    mid = start + tl.arange(0, BLOCK_MID)\n"
                "    mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)\n"
                "    offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0) != 0\n"
                "    x = x == 0\n"
                "    counts += (mask & x).to(tl.int32)\n"
                "count = tl.sum(counts, axis=0)\n"
                "y = count > 0\n"
                "tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner"
            ),
            (
                "x.new_empty(x.shape[:-2] + x.shape[-1:])\n"
                "    grid = (n_outer * triton.cdiv(n_inner, 128),)\n"
                "    any_of_mask_kernel[grid](x, y, n_mid, n_inner, BLOCK=128"
            ): (
                "torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.bool, device=x.device)\n"
                "grid = (n_outer * triton.cdiv(n_inner, 64),)\n"
                "any_of_mask_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64"
            ),
        },
    ),
    # Where the largest element of a column is, y[j] = argmax_i x[i, j]; the first one where several are
    # largest.
    "argmax_dim0": Composition(
        "argmax",
        {
            "3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 100",
            "-1)": "0)",
            (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                '    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)\n'
                "    place = tl.arange(0, BLOCK)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols"
            ): (
                "n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):\n"
                "    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)\n"
                '    best = tl.full([BLOCK_ROWS, BLOCK_COLS], -float("inf"), dtype=tl.float32)\n'
                "    place = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.int32)\n"
                "    for start in range(0, n_rows, BLOCK_ROWS):\n"
                "        rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)\n"
                "        offsets = rows[:, None].to(tl.int64) * n_cols + cols[None, :]\n"
                "        x = tl.load(x_ptr + offsets"
            ),
            ", cols": ", rows[:, None]",
            ", place, n_cols), axis=0)\n    tl.store(y_ptr + row, y": "[None, :], place, n_rows), axis=0)\ntl.store(y_ptr + cols, y, mask=cols < n_cols",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    argmax_dim0_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): (
                "n_rows = x.shape[0]\n"
                "n_cols = x.numel() // n_rows\n"
                "y = torch.empty(x.shape[1:], dtype=torch.int64, device=x.device)\n"
                "grid = (triton.cdiv(n_cols, 64),)\n"
                "argmax_dim0_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=32, BLOCK_COLS=64"
            ),
        },
    ),
    # Place of the largest of what two tensors make of each other, y[i] = argmax_j |x[i, j] - z[i, j]|: the
    # first, where several are.
    "argmax_joins": Composition(
        "argmax",
        {
            ", 1": ", 2",
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    x = torch.abs(x": ", z):\n    x = torch.abs(x - z",
            "y_ptr,": "z_ptr, y_ptr,",
            "x = tl.abs(x": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.abs(x - z"
            ),
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
    # Where the largest element of a column is, y[b, n] = argmax_m x[b, m, n]; the first one where several are
    # largest.
    "argmax_middle": Composition(
        "prod_middle",
        {
            ") * 1.5": ")",
            "prod(x, dim=-2)\n    y = torch.sigmoid(y)\n    y = y * 0.5": "argmax(x, dim=-2)",
            "product = tl.full([BLOCK], 1.0, dtype=tl.float64": (
                'best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)\n'
                "y = tl.zeros([BLOCK], dtype=tl.int32"
            ),
            "=1": "=0",
            "product *= x\n    y = product.to(tl.float32)\n    y = tl.sigmoid(y)\n    y = 0.5 * y": "better = x > best\nbest = tl.where(better, x, best)\ny = tl.where(better, mid, y)",
            "x.new_empty(x.shape[:-2] + x.shape[-1:]": "torch.empty(x.shape[:-2] + x.shape[-1:], dtype=torch.int64, device=x.device",
        },
    ),
    # Cosine of the angle between the rows of two matrices, y[i] = x[i] . z[i] / (|x[i]| |z[i]|), with one
    # step after it.
    "cosine_similarity": Composition(
        "norm",
        {
            "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2), (3, 33), (1300,), (2, 3, 65), (2, 3, 2, 17), (4, 2500",
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            (
                "):\n"
                "    x = torch.relu(x)\n"
                "    y = torch.linalg.vector_norm(x, ord=2, dim=-1)\n"
                "    y = torch.abs"
            ): ", z):\n    y = F.cosine_similarity(x, z, dim=-1)\n    y = torch.sin",
            "y_ptr, n_cols": "z_ptr, y_ptr, C",
            (
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes += x * x\n"
                "    y = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "    y = tl.abs"
            ): (
                "xz = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "xx = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "zz = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "for start in range(0, C, BLOCK):\n"
                "    column = start + tl.arange(0, BLOCK)\n"
                "    mask = column < C\n"
                "    x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    xz += x * z\n"
                "    xx += x * x\n"
                "    zz += z * z\n"
                "x_norm = tl.maximum(tl.sqrt(tl.sum(xx, axis=0)), 1e-8)\n"
                "z_norm = tl.maximum(tl.sqrt(tl.sum(zz, axis=0)), 1e-8)\n"
                "y = tl.sum(xz, axis=0) / (x_norm * z_norm)\n"
                "y = tl.sin"
            ),
            "cosine_similarity_triton(x": "cosine_similarity_triton(x, z",
            "n_cols = x.shape[-1]\n    n_rows = x.numel() // n_cols": "z = z.contiguous()\nC = x.shape[-1]",
            (
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    cosine_similarity_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): "cosine_similarity_kernel[(x.numel() // C,)](x, z, y, C, BLOCK=1024",
        },
    ),
    # Cosine of the angle between vectors that lie along a dimension in the middle or in front, y[b, n] over
    # x[b, :, n] and z[b, :, n].
    "cosine_similarity_middle": Composition(
        "program_of_two",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70",
            "x = torch.sub(x, z)\n    return x": "y = F.cosine_similarity(x, z, dim=1)\ny = torch.sin(y)\ny = y * 0.5\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "n_vectors, n_mid, n_inner, BLOCK: tl.constexpr):\n"
                "    vector = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = vector < n_vectors\n"
                "    first = vector // n_inner * n_mid * n_inner + vector % n_inner\n"
                "    xz = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    xx = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    zz = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for place in range(0, n_mid):\n"
                "        x = tl.load(x_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + first + place * n_inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        xz += x * z\n"
                "        xx += x * x\n"
                "        zz += z * z\n"
                "    y = xz / (tl.maximum(tl.sqrt(xx), 1e-8) * tl.maximum(tl.sqrt(zz), 1e-8))\n"
                "    y = tl.sin(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + vector, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    cosine_similarity_middle_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "n_mid = x.shape[1]\n"
                "n_inner = x[0, 0].numel()\n"
                "y = x.new_empty(x.shape[:1] + x.shape[2:])\n"
                "n_vectors = y.numel()\n"
                "cosine_similarity_middle_kernel[(triton.cdiv(n_vectors, 128),)](x, z, y, n_vectors, "
                "n_mid, n_inner, BLOCK=128"
            ),
        },
    ),
    # How many elements of a row fulfil a condition, y[i] = #{j : x[i, j] > c}.
    "count_nonzero": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100",
            "relu(x)\n    x = torch.exp(-x)\n    return x": "abs(x)\nhit = x > 0.5\ny = torch.count_nonzero(hit, dim=-1)\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    counts = tl.zeros([BLOCK], dtype=tl.int32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.abs(x)\n"
                "        counts += (mask & (x > 0.5)).to(tl.int32)\n"
                "    y = tl.sum(counts, axis=0)\n"
                "    tl.store(y_ptr + row, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    count_nonzero_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "n_cols = x.shape[-1]\n"
                "n_rows = x.numel() // n_cols\n"
                "y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)\n"
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "count_nonzero_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ),
        },
    ),
    # How much of a tensor fulfils a condition over any dimensions, y[b, d] = mean_ac [x[a, b, c, d] > 0.5]:
    # sparsity, share of the positive.
    "fraction_of_condition": Composition(
        "reduce_dims",
        {
            "y = torch.sum(x, dim=(0, 2))\n    y = torch.abs(y)\n    y = y * 0.5": "hit = x > 0.5\ny = torch.mean(hit.float(), dim=(0, 2))\ny = torch.sigmoid(y)",
            "starts_ptr = x_ptr +": "starts =",
            "x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second": (
                "places = starts + cols // n_second * first + cols % n_second * second\n"
                "x = tl.load(x_ptr + places"
            ),
            "lanes += tl.where(mask, x": "hit = x > 0.5\nlanes += tl.where(mask & hit, 1.0",
            "n_shares, SHARES:": "n_cols, n_shares, SHARES:",
            ")\n    y = tl.abs(y)\n    y = 0.5 * y": ") / n_cols\ny = tl.sigmoid(y)",
            "n_shares, SHARES=": "n_cols, n_shares, SHARES=",
        },
    ),
    # Generalised mean of each image, y = mean(max(x, eps) ** p over height and width) ** (1 / p), as GeM
    # pooling takes it.
    "generalized_mean": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]": "1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]  # N, C, H, W",
            "torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                "x.clamp(min=0.000001)\n"
                "x = x.pow(3.0)\n"
                "y = x.mean(dim=(-2, -1))\n"
                "y = y.pow(1.0 / 3.0)\n"
                "return y"
            ),
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, "
                "other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.000001)\n"
                "        x = x * x * x\n"
                "        total += tl.where(cols < n_cols, x, 0.0)\n"
                "    y = tl.sum(total, axis=0) / n_cols\n"
                "    y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)\n"
                "    tl.store(y_ptr + row, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    generalized_mean_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "n_cols = x.shape[-2] * x.shape[-1]\n"
                "y = x.new_empty(x.shape[:-2])\n"
                "generalized_mean_kernel[(x.numel() // n_cols,)](x, y, n_cols, BLOCK=512"
            ),
        },
    ),
    # Logarithm of the sum of exponentials down each column, y[b, n] = log(sum_m exp(x[b, m, n])), without
    # overflow.
    "logsumexp_middle": Composition(
        "logsumexp",
        {
            "), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150",
            "-1)": "-2)",
            (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): (
                "n_mid, n_inner, BLOCK: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK)\n"
                "    outer = (tl.program_id(0) // n_blocks).to(tl.int64)\n"
                "    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner"
            ),
            (
                "start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols"
            ): "mid in range(0, n_mid):\n    x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner",
            'x = tl.where(mask, x, -float("inf"))': "",
            (
                "peak = tl.max(largest, axis=0)\n"
                "    y = peak + tl.log(tl.sum(total * tl.exp(largest - peak), axis=0)"
            ): "y = largest + tl.log(total",
            "row, y": "outer * n_inner + inner, y, mask=mask",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024"
            ): (
                "n_mid, n_inner = x.shape[-2:]\n"
                "n_outer = x.numel() // (n_mid * n_inner)\n"
                "y = x.new_empty(x.shape[:-2] + x.shape[-1:])\n"
                "grid = (n_outer * triton.cdiv(n_inner, 128),"
            ),
            "(n_rows,)](x, y, n_cols, BLOCK=block": "grid](x, y, n_mid, n_inner, BLOCK=128",
        },
    ),
    # Logsumexp over the last dimension, then a second tensor, y[i] = logsumexp_j x[i, j] + z[i].
    "logsumexp_tail": Composition(
        "logsumexp",
        {
            "return (torch.randn(shape),)": "x = torch.randn(shape)\nz = torch.randn_like(x.sum(dim=-1))\nreturn x, z",
            "logsumexp_tail_torch(x": "logsumexp_tail_torch(x, z",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.abs(y)": "z = tl.load(z_ptr + row).to(tl.float32)\ny = z + y\ny = tl.abs(y)",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
    # Mean over what a mask selects of a whole tensor, sum(x * m) / sum(m), and the loss of what it selects,
    # sum(f(x) * m) / sum(m).
    "masked_mean_all": Composition(
        "sum_all",
        {
            "1, 1": "2, 3",
            "(torch.randn(shape),": "torch.randn(shape), (torch.rand(shape) > 0.4).float(",
            "):\n    x = torch.square(x)\n    y = torch.sum(x)\n    y = torch.sqrt(y)\n    y = y * 0.5": (
                ", m):\n"
                "    x = torch.relu(x)\n"
                "    y = torch.sum(x * m) / (torch.sum(m) + 1e-6)\n"
                "    y = torch.abs(y)"
            ),
            ", partial_ptr": ", m_ptr, partial_ptr",
            "float64)": "float32)\nweights = tl.zeros([BLOCK], dtype=tl.float32)",
            "x = x * x\n        lanes += tl.where(mask, x, 0.0)": (
                "m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "lanes += x * m  # m is 0 past the end\n"
                "weights += m"
            ),
            "tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))": (
                "tl.store(partial_ptr + tl.program_id(0), tl.sum(lanes, axis=0))\n"
                "tl.store(partial_ptr + tl.num_programs(0) + tl.program_id(0), tl.sum(weights, axis=0))"
            ),
            (
                "partial = tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)\n"
                "    y = tl.sum(partial, axis=0).to(tl.float32)\n"
                "    y = tl.sqrt(y)\n"
                "    y = 0.5 * y"
            ): (
                "total = tl.sum(tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0), "
                "axis=0)\n"
                "weight = tl.sum(tl.load(partial_ptr + n_partials + offsets, mask=offsets < n_partials, "
                "other=0.0), axis=0)\n"
                "y = total / (weight + 1e-6)\n"
                "y = tl.abs(y)"
            ),
            "):\n    x = x": ", m):\n    x, m = x.contiguous(), m",
            "n_partials, dtype=torch.float64": "(2, n_partials), dtype=torch.float32",
            ", partial": ", m, partial",
        },
    ),
    # The largest element of a row and where it is, torch.max(x, dim=-1): two outputs from one reading of x.
    "max_with_index": Composition(
        "argmax",
        {
            "33), (": "33), (1000,), (",
            "y = torch.argmax(x, dim=-1)\n    return y": "value, index = torch.max(x, dim=-1)\nreturn value, index",
            "y_ptr,": "value_ptr, index_ptr,",
            (
                "winner = tl.max(best, axis=0)\n"
                "    y = tl.min(tl.where(best == winner, place, n_cols), axis=0)\n"
                "    tl.store(y_ptr + row, y"
            ): (
                "value = tl.max(best, axis=0)\n"
                "index = tl.min(tl.where(best == value, place, n_cols), axis=0)\n"
                "tl.store(value_ptr + row, value)\n"
                "tl.store(index_ptr + row, index"
            ),
            "y = torch.empty": "value = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\nindex = torch.empty",
            "y, n_cols, BLOCK=block)\n    return y": "value, index, n_cols, BLOCK=block)\nreturn value, index",
        },
    ),
    # Rows less their mean, over their deviation, and two results of that alone: v = f(t), y = g(t) with t =
    # (x - mean) / std.
    "moments_to_two": Composition(
        "standardize_to_two",
        {
            "z = torch.randn(shape[-1])\n    return torch.randn(shape), z": "return (torch.randn(shape),)",
            "moments_to_two_torch(x, z": "moments_to_two_torch(x",
            "+ z": "* v",
            "z_ptr, v_ptr": "v_ptr",
            "rest = tl.zeros([BLOCK], dtype=tl.float32)": "",
            (
                "x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                "        lanes += x * x\n"
                "        rest += x\n"
                "    # What rounding has left of the mean counts where a row is far from 0.\n"
                "    mean += tl.sum(rest, axis=0) / n_cols"
            ): "lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)",
            "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            "z +": "v *",
            ", z):\n    x, z = x.contiguous(), z": "):\n    x = x",
            "z, v": "v",
        },
    ),
    # Norm of all elements, y = (sum_i |x[i]|^p)^(1/p); of a matrix and p = 2, the Frobenius norm.
    "norm_all": Composition(
        "sum_all",
        {
            "square(x)\n    y = torch.sum(x)\n    y = torch.sqrt": "relu(x)\ny = torch.linalg.vector_norm(x, ord=2)\ny = torch.abs",
            "float64": "float32",
            "x * x\n        lanes += tl.where(mask, x, 0.0)": "tl.maximum(x, 0.0)\nx = tl.where(mask, x, 0.0)\nlanes += x * x",
            "sum(partial, axis=0).to(tl.float32)\n    y = tl.sqrt": "sqrt(tl.sum(partial, axis=0))\ny = tl.abs",
        },
    ),
    # Norm of each channel over all other dimensions, y[c] = sqrt(sum_bhw x[b, c, h, w]^2), and the other
    # norms of that kind.
    "norm_channel": Composition(
        "norm",
        {
            "1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30",
            "-1)": "(0, 2, 3))",
            "n_cols, BLOCK: tl.constexpr):\n    row": "n_batch, channels, n_inner, BLOCK: tl.constexpr):\n    channel",
            (
                "start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes"
            ): (
                "batch in range(0, n_batch):\n"
                "    run_ptr = x_ptr + (batch * channels + channel) * n_inner\n"
                "    for start in range(0, n_inner, BLOCK):\n"
                "        inner = start + tl.arange(0, BLOCK)\n"
                "        mask = inner < n_inner\n"
                "        x = tl.load(run_ptr + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes"
            ),
            "row,": "channel,",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    norm_channel_kernel[(n_rows,)](x, y, n_cols"
            ): (
                "n_batch, channels, height, width = x.shape\n"
                "n_inner = height * width\n"
                "y = x.new_empty((channels,))\n"
                "block = min(triton.next_power_of_2(n_inner), 1024)\n"
                "norm_channel_kernel[(channels,)](x, y, n_batch, channels, n_inner"
            ),
        },
    ),
    # Norm of each column, y[b, n] = (sum_m |x[b, m, n]|^p)^(1/p), for the p that have a root of their own.
    "norm_middle": Composition(
        "prod_middle",
        {
            "7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150": "33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70",
            ") * 1.5": ")",
            "abs(x)\n    y = torch.prod(x, dim=-2)\n    y = torch.sigmoid": "relu(x)\ny = torch.linalg.vector_norm(x, ord=2, dim=-2)\ny = torch.abs",
            "BLOCK: tl.constexpr):\n    n_blocks = tl.cdiv(n_inner, BLOCK": (
                "BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK_INNER"
            ),
            (
                "BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    product = tl.full([BLOCK], 1.0, dtype=tl.float64)\n"
                "    for mid in range(0, n_mid):\n"
                "        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, "
                "other=1.0).to(tl.float32)\n"
                "        x = tl.abs(x)\n"
                "        product *= x\n"
                "    y = product.to(tl.float32)\n"
                "    y = tl.sigmoid"
            ): (
                "BLOCK_INNER + tl.arange(0, BLOCK_INNER)\n"
                "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)\n"
                "for start in range(0, n_mid, BLOCK_MID):\n"
                "    mid = start + tl.arange(0, BLOCK_MID)\n"
                "    mask = (mid[:, None] < n_mid) & (inner[None, :] < n_inner)\n"
                "    offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.where(mask, x, 0.0)\n"
                "    tile += x * x\n"
                "y = tl.sqrt(tl.sum(tile, axis=0))\n"
                "y = tl.abs"
            ),
            "mask)": "inner < n_inner)",
            "128),)\n    norm_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128": "64),)\nnorm_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64",
        },
    ),
    # Global response normalisation of channels that come last, from their norms: y = gamma * (x * n /
    # (mean(n) + eps)) + beta + x, as ConvNeXt's second version has it.
    "norm_response_last": Composition(
        "norm_response",
        {
            "2, 1, 3), (2, 5, 4, 7), (3, 37, 9, 3)]  # N, C, H, W": "1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C",
            (
                "C, H, W):\n"
                "    x = torch.randn(N, C, H, W)\n"
                "    n = torch.rand(N, C, 1, 1) + 0.5\n"
                "    gamma = torch.randn(1, C, 1, 1)\n"
                "    beta = torch.randn(1, C, 1, 1"
            ): (
                "H, W, C):\n"
                "    x = torch.randn(N, H, W, C)\n"
                "    n = torch.rand(N, 1, 1, C) + 0.5\n"
                "    gamma = torch.randn(C)\n"
                "    beta = torch.randn(C"
            ),
            "=1": "=-1",
            "plane = tl.program_id(0).to(tl.int64)\n    image, c = plane // C, plane % C": "image = tl.program_id(0).to(tl.int64)",
            (
                "scale = tl.load(n_ptr + plane).to(tl.float32) / (mean + 0.000001)\n"
                "    gamma = tl.load(gamma_ptr + c).to(tl.float32)\n"
                "    beta = tl.load(beta_ptr + c).to(tl.float32)"
            ): "",
            "AREA\n    x = tl.load(x_ptr + plane": (
                "C * AREA\n"
                "c = places % C\n"
                "scale = tl.load(n_ptr + image * C + c, mask=mask, "
                "other=0.0).to(tl.float32) / (mean + 0.000001)\n"
                "gamma = tl.load(gamma_ptr + c, mask=mask, other=0.0).to(tl.float32)\n"
                "beta = tl.load(beta_ptr + c, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.load(x_ptr + image * C"
            ),
            "y_ptr + plane": "y_ptr + image * C",
            ":2": "0], x.shape[-1",
            "images * channels, triton.cdiv(area": "images, triton.cdiv(area * channels",
        },
    ),
}
