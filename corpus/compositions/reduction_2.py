"""Compositions of the families of reductions, norm_tail to sum_middle."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Norm over the last dimension, then a second tensor, y[i] = sqrt(sum_j x[i, j]**2) + z[i].
    "norm_tail": Composition(
        "norm",
        {
            "return (torch.randn(shape),)": "x = torch.randn(shape)\nz = torch.randn_like(x.sum(dim=-1))\nreturn x, z",
            "norm_tail_torch(x": "norm_tail_torch(x, z",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.abs(y)": "z = tl.load(z_ptr + row).to(tl.float32)\ny = z + y\ny = tl.abs(y)",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
    # Distance between the rows of two matrices, y[i] = |x[i] - z[i] + 1e-6|, with one step after it.
    "pairwise_distance": Composition(
        "norm",
        {
            "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2), (3, 33), (1300,), (2, 3, 65), (2, 3, 2, 17), (4, 2500",
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            (
                "):\n"
                "    x = torch.relu(x)\n"
                "    y = torch.linalg.vector_norm(x, ord=2, dim=-1)\n"
                "    y = torch.abs"
            ): ", z):\n    y = F.pairwise_distance(x, z)\n    y = torch.sin",
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
                "total = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "for start in range(0, C, BLOCK):\n"
                "    column = start + tl.arange(0, BLOCK)\n"
                "    mask = column < C\n"
                "    x = tl.load(x_ptr + row * C + column, mask=mask, "
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0\n"
                "    z = tl.load(z_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    total += (x - z + 1e-6) * (x - z + 1e-6)\n"
                "y = tl.sqrt(tl.sum(total, axis=0))\n"
                "y = tl.sin"
            ),
            "pairwise_distance_triton(x": "pairwise_distance_triton(x, z",
            "n_cols = x.shape[-1]\n    n_rows = x.numel() // n_cols": "z = z.contiguous()\nC = x.shape[-1]",
            (
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    pairwise_distance_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): "pairwise_distance_kernel[(x.numel() // C,)](x, z, y, C, BLOCK=1024",
        },
    ),
    # Product of all elements, y = x[0] * x[1] * ... * x[n - 1].
    "prod_all": Composition(
        "norm",
        {
            "2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "50,), (2, 3, 15), (2, 3, 4, 5), (2, 2, 3, 2, 4), (3, 400",
            "),)": ").sign() * (0.9 + 0.2 * torch.rand(shape)),)",
            "x = torch.relu(x)\n    y = torch.linalg.vector_norm(x, ord=2, dim=-1": "y = torch.prod(x",
            (
                "prod_all_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes += x * x\n"
                "    y = tl.sqrt(tl.sum(lanes, axis=0)"
            ): (
                "multiply(a, b):\n"
                "    return a * b\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def prod_all_partial_kernel(x_ptr, partial_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    first = tl.program_id(0).to(tl.int64) * BLOCK\n"
                "    lanes = tl.full([BLOCK], 1.0, dtype=tl.float64)\n"
                "    for start in range(first, n_elements, tl.num_programs(0) * BLOCK):\n"
                "        offsets = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + offsets, mask=offsets < n_elements, other=1.0).to(tl.float32)\n"
                "        lanes *= x\n"
                "    tl.store(partial_ptr + tl.program_id(0), tl.reduce(lanes, 0, multiply))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def prod_all_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):\n"
                "    places = tl.arange(0, BLOCK)\n"
                "    partial = tl.load(partial_ptr + places, mask=places < n_partials, other=1.0)\n"
                "    y = tl.reduce(partial, 0, multiply).to(tl.float32"
            ),
            "y_ptr + row": "y_ptr",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    prod_all_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): (
                "n_elements = x.numel()\n"
                "n_partials = min(triton.cdiv(n_elements, 1024), 1024)\n"
                "partial = torch.empty(n_partials, dtype=torch.float64, device=x.device)\n"
                "y = x.new_empty(())\n"
                "prod_all_partial_kernel[(n_partials,)](x, partial, n_elements, BLOCK=1024)\n"
                "prod_all_kernel[(1,)](partial, y, n_partials, BLOCK=1024"
            ),
        },
    ),
    # A quotient of two statistics over any dimensions from one reading of x: the coefficient of variation std
    # / mean, a signal to noise.
    "ratio_of_statistics": Composition(
        "var_dims",
        {
            "y = torch.var(x, dim=(0, 2))\n    y = torch.abs(y)\n    y = y * 0.5": (
                "v = torch.mean(x, dim=(0, 2))\n"
                "y = torch.std(x, dim=(0, 2))\n"
                "y = torch.div(y, v)\n"
                "y = torch.sigmoid(y)"
            ),
            "     ROWS: tl.constexpr, BLOCK: tl.constexpr):": "ROWS: tl.constexpr, BLOCK: tl.constexpr):",
            (
                "rest = (load_sum(squares_ptr, rows, n_rows, n_shares, "
                "SHARES) - total * total / n_cols).to(tl.float32)\n"
                "    y = tl.maximum(rest, 0.0) / (n_cols - 1)\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y"
            ): (
                "squares = load_sum(squares_ptr, rows, n_rows, n_shares, SHARES)\n"
                "v = (total / n_cols).to(tl.float32)\n"
                "y = tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)\n"
                "y = tl.sqrt(y).to(tl.float32)\n"
                "y = y / v\n"
                "y = tl.sigmoid(y)"
            ),
            ",\n                                           ROWS": ", ROWS",
        },
    ),
    # A statistic of each row of x beside each number of a vector, y[i, j] = sum_k x[i, k]^2 + z[j]: half of a
    # table of distances.
    "reduced_and_row": Composition(
        "program_of_two",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4": ", 2), (3, 33, 7), (5, 9, 300), (2, 300",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "M, K, N):\n    return torch.randn(M, K), torch.randn(N",
            "x = torch.sub(x, z)": "x = torch.sum(x * x, dim=-1, keepdim=True)\nx = torch.sub(x, z)",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "K, N, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, K, BLOCK):\n"
                "        k = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + row * K + k, mask=k < K, other=0.0).to(tl.float32)\n"
                "        lanes += tl.where(k < K, x * x, 0.0)\n"
                "    total = tl.sum(lanes, axis=0)\n"
                "    for start in range(0, N, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        z = tl.load(z_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)\n"
                "        x = tl.full([BLOCK], 0.0, dtype=tl.float32) + total\n"
                "        x = x - z\n"
                "        tl.store(y_ptr + row * N + cols, x, mask=cols < N"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    reduced_and_row_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "K, N = x.shape[-1], z.numel()\n"
                "y = x.new_empty(*x.shape[:-1], N)\n"
                "block = min(triton.next_power_of_2(max(K, N)), 1024)\n"
                "reduced_and_row_kernel[(x.numel() // K,)](x, z, y, K, N, BLOCK=block"
            ),
        },
    ),
    # Root mean square of each row, y[i] = sqrt(sum_j x[i, j]^2 / n + eps), and its relatives.
    "root_mean_square": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100",
            "x = torch.exp(-x)\n    return x": "y = torch.sqrt(torch.mean(x * x, dim=-1) + 1e-6)\ny = torch.abs(y)\ny = y * 0.5\nreturn y",
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
                "    squares = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        squares += tl.where(mask, x * x, 0.0)\n"
                "    y = tl.sqrt(tl.sum(squares, axis=0) / n_cols + 1e-6)\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    root_mean_square_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "n_cols = x.shape[-1]\n"
                "n_rows = x.numel() // n_cols\n"
                "y = x.new_empty(x.shape[:-1])\n"
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "root_mean_square_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ),
        },
    ),
    # A row's sum, a second number of the row, and the row again, y = x / (sum(x) + z): a softmax with one
    # more in its denominator, a running state.
    "row_sum_joins": Composition(
        "row_statistic_kept",
        {
            "2)": "1)",
            (
                "x = torch.rand(shape) + 0.1\n"
                "    z = torch.rand(shape[:-1] + (1,)) + 0.1\n"
                "    w = torch.randn(shape[:-1] + (1,))\n"
                "    return x, z, w"
            ): "return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1",
            "row_sum_joins_torch(x, z, w": "row_sum_joins_torch(x, z",
            "s = torch.sigmoid(s)": "",
            "erf(y)\n    v = torch.log(s)\n    v = torch.relu(v)\n    v = v + w\n    return y, v": "sqrt(y)\nreturn y",
            "w_ptr, y_ptr, v_ptr": "y_ptr",
            "s + z\n    s = tl.sigmoid(s)": "z + s",
            "tl.erf": "tl.sqrt",
            (
                "w = tl.load(w_ptr + row).to(tl.float32)\n"
                "    v = tl.log(s)\n"
                "    v = tl.maximum(v, 0.0)\n"
                "    v = v + w\n"
                "    tl.store(v_ptr + row, v)"
            ): "",
            ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w": "):\n    x, z = x.contiguous(), z",
            "v = x.new_empty(x.shape[:-1] + (1,))": "",
            "w, y, v, n_cols, BLOCK=block, enable_fp_fusion=False)\n    return y, v": "y, n_cols, BLOCK=block, enable_fp_fusion=False)\nreturn y",
        },
    ),
    # Place of the largest element along the last dimension of a program of tensors that broadcast together.
    "shapes_argmax": Composition(
        "argmax",
        {
            "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2, 5), (2, 3, 33), (3, 4, 20",
            "*shape):\n    return (torch.randn(shape),": "B, T, n_cols):\n    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols",
            "):\n    x = torch.abs(x)": ", z, w):\n    x = x * z\n    x = x + w",
            "y_ptr,": "z_ptr, w_ptr, y_ptr, T,",
            "x = tl.abs(x)": (
                "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "x = x + w"
            ),
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = torch.empty(x.shape[:-1]"
            ): (
                ", z, w):\n"
                "    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()\n"
                "    B, T, n_cols = x.shape\n"
                "    n_rows = B * T\n"
                "    y = torch.empty((B, T)"
            ),
            "y,": "z, w, y, T,",
        },
    ),
    # Product along the last dimension of a program of tensors that broadcast together, y[b, t] = prod_c f(x,
    # z, w)[b, t, c].
    "shapes_prod": Composition(
        "prod",
        {
            "1), (3, 33), (2, 3, 17), (2, 3, 2, 9), (2, 2, 3, 2, 5), (2, 130": "2, 5), (2, 3, 33), (3, 4, 20",
            "*shape):\n    return (torch.randn(shape) * 1.5,": (
                "B, T, n_cols):\n"
                "    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T"
            ),
            "):\n    x = torch.abs(x)": ", z, w, p):\n    x = x * z\n    x = x + w",
            "torch.sigmoid(y)\n    y = y * 0.5": "y + p",
            "y_ptr,": "z_ptr, w_ptr, p_ptr, y_ptr, T,",
            "1.0).to(tl.float32)\n        x = tl.abs(x)": (
                "0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "x = x + w"
            ),
            "y = tl.sigmoid(y)\n    y = 0.5 * y": "p = tl.load(p_ptr + row % T).to(tl.float32)\ny = y + p",
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1]"
            ): (
                ", z, w, p):\n"
                "    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()\n"
                "    B, T, n_cols = x.shape\n"
                "    n_rows = B * T\n"
                "    y = torch.empty((B, T), dtype=x.dtype, device=x.device"
            ),
            "y,": "z, w, p, y, T,",
        },
    ),
    # A program of tensors that broadcast together, reduced over the last dimension, y[b, t] = sum_c f(x, z,
    # w)[b, t, c].
    "shapes_sum": Composition(
        "sum_last",
        {
            "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2, 5), (2, 3, 33), (3, 4, 20",
            "*shape):\n    return (torch.randn(shape),": (
                "B, T, n_cols):\n"
                "    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), torch.randn(T"
            ),
            "):\n    x = torch.square(x)": ", z, w, p):\n    x = x * z\n    x = x + w",
            "torch.sqrt(y)\n    y = y * 0.5": "y + p",
            "y_ptr,": "z_ptr, w_ptr, p_ptr, y_ptr, T,",
            "x = x * x": (
                "z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "x = x + w"
            ),
            "y = tl.sqrt(y)\n    y = 0.5 * y": "p = tl.load(p_ptr + row % T).to(tl.float32)\ny = y + p",
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1]"
            ): (
                ", z, w, p):\n"
                "    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()\n"
                "    B, T, n_cols = x.shape\n"
                "    n_rows = B * T\n"
                "    y = torch.empty((B, T), dtype=x.dtype, device=x.device"
            ),
            "y,": "z, w, p, y, T,",
        },
    ),
    # A program of tensors that broadcast together, all of it in one number, and what becomes of that and
    # another number: y = sum(f(x, z, w)) + p.
    "shapes_sum_all": Composition(
        "number_by_size",
        {
            "3), (5, 33), (70, 41": "2, 5), (2, 3, 33), (3, 4, 200",
            "M, N):\n    return torch.randn(M, N), torch.randn(M, N": (
                "B, T, C):\n"
                "    return torch.randn(B, T, C), torch.randn(T, 1), torch.randn(C), torch.randn(()"
            ),
            "shapes_sum_all_torch(x, z": "shapes_sum_all_torch(x, z, w, p",
            "torch.erf(x)": "x + w",
            "/ x.shape[0]\n    y = torch.sigmoid(y)": "+ p",
            "shapes_sum_all_partial_kernel(x_ptr, z_ptr, partial_ptr, n_elements": "shapes_sum_all_share_kernel(x_ptr, z_ptr, w_ptr, partial_ptr, n_elements, T, C",
            "offsets, mask=mask, other=0.0).to(tl.float32)\n    x = z * x\n    x = tl.erf(x)": (
                "offsets // C % T, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "x = x + w"
            ),
            "y_ptr, n_partials, scale": "p_ptr, y_ptr, n_partials",
            "y = y / scale\n    y = tl.sigmoid(y)": "p = tl.load(p_ptr).to(tl.float32)\ny = y + p",
            (
                "):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    M, N = x.shape\n"
                "    scale = float(M)\n"
                "    n_elements = x.numel()"
            ): (
                ", w, p):\n"
                "    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()\n"
                "    B, T, C = x.shape\n"
                "    n_elements = B * T * C"
            ),
            (
                "n_partials, dtype=torch.float32, device=x.device)\n"
                "    y = x.new_empty(())\n"
                "    shapes_sum_all_partial_kernel[(n_partials,)](x, z, partial, n_elements, BLOCK=1024)\n"
                "    shapes_sum_all_kernel[(1,)](partial, y, n_partials, scale"
            ): (
                "(n_partials,), dtype=torch.float32, device=x.device)\n"
                "y = torch.empty((), dtype=x.dtype, device=x.device)\n"
                "shapes_sum_all_share_kernel[(n_partials,)](x, z, w, partial, n_elements, T, C, BLOCK=1024)\n"
                "shapes_sum_all_kernel[(1,)](partial, p, y, n_partials"
            ),
        },
    ),
    # Sum over all dimensions but the channels, y[c] = sum_bhw x[b, c, h, w], as in the statistics of a batch
    # norm.
    "sum_channel": Composition(
        "norm",
        {
            "), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1, 1), (3, 2, 5, 7), (1, 2, 70, 60",
            "relu(x)\n    y = torch.linalg.vector_norm(x, ord=2, dim=-1)\n    y = torch.abs": "square(x)\ny = torch.sum(x, dim=(0, 2, 3))\ny = torch.sqrt",
            "sum_channel_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):\n    row": (
                "sum_channel_block_kernel(x_ptr, partial_ptr, channels, n_inner, n_partials, "
                "BLOCK: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK)\n"
                "    plane = (tl.program_id(0) // n_blocks).to(tl.int64)\n"
                "    block = tl.program_id(0) % n_blocks\n"
                "    inner = block * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    x = tl.load(x_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x * x\n"
                "    place = plane % channels * n_partials + plane // channels * n_blocks + block\n"
                "    tl.store(partial_ptr + place, tl.sum(tl.where(mask, x, 0.0), axis=0))\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def sum_channel_kernel(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr):\n"
                "    channel"
            ),
            (
                "n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes += x * x\n"
                "    y = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "    y = tl.abs"
            ): (
                "n_partials, BLOCK):\n"
                "    offsets = start + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_partials\n"
                "    x = tl.load(partial_ptr + channel * n_partials + offsets, mask=mask, other=0.0)\n"
                "    lanes += tl.where(mask, x, 0.0)\n"
                "y = tl.sum(lanes, axis=0)\n"
                "y = tl.sqrt"
            ),
            "row,": "channel,",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    sum_channel_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): (
                "n_batch, channels, height, width = x.shape\n"
                "n_inner = height * width\n"
                "block = min(triton.next_power_of_2(n_inner), 4096)\n"
                "n_partials = n_batch * triton.cdiv(n_inner, block)\n"
                "partial = torch.empty((channels, n_partials), dtype=torch.float32, device=x.device)\n"
                "y = x.new_empty((channels,))\n"
                "sum_channel_block_kernel[(channels * n_partials,)](x, partial, channels, n_inner, "
                "n_partials, BLOCK=block)\n"
                "sum_channel_kernel[(channels,)](partial, y, n_partials, BLOCK=512"
            ),
        },
    ),
    # Sum over dim 0, y[j] = sum_i x[i, j], and the other reductions that go down a column.
    "sum_dim0": Composition(
        "sum_leading",
        {
            ", 1), (3, 11, 5), (5, 14, 70": "), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 65",
            "(0, 1)": "0",
            "n_batch, n_seq, n_cols = x.shape\n    n_rows = n_batch * n_seq": "n_rows = x.shape[0]\nn_cols = x.numel() // n_rows",
            "(n_cols,)": "x.shape[1:]",
        },
    ),
    # Sum over several trailing dimensions at once, y[b, c] = sum_hw x[b, c, h, w], and the other reductions
    # of that kind.
    "sum_dims": Composition(
        "sum_last",
        {
            "), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30",
            "-1)": "(-2, -1))",
            "y_ptr, n_cols": "y_ptr, n_inner",
            (
                "n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols"
            ): (
                "n_inner, BLOCK):\n"
                "    inner = start + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    x = tl.load(x_ptr + row * n_inner + inner"
            ),
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    sum_dims_kernel[(n_rows,)](x, y, n_cols"
            ): (
                "n_inner = x.shape[-2] * x.shape[-1]\n"
                "n_rows = x.numel() // n_inner\n"
                "y = x.new_empty(x.shape[:-2])\n"
                "block = min(triton.next_power_of_2(n_inner), 1024)\n"
                "sum_dims_kernel[(n_rows,)](x, y, n_inner"
            ),
        },
    ),
    # A row joined to another, its sum, and what two vectors with a number a row make of that: y[i] = z[i] *
    # sum_j (x[i, j] - u[i, j])^2 + w[i].
    "sum_joins_vectors": Composition(
        "sum_last",
        {
            "2, 3, 2, 9), (2, 2100": "2100",
            "return (torch.randn(shape),)": (
                "x = torch.randn(shape)\n"
                "u = torch.randn(shape)\n"
                "z = torch.randn(shape[:-1])\n"
                "w = torch.randn(shape[:-1])\n"
                "return x, u, z, w"
            ),
            "sum_joins_vectors_torch(x):": "sum_joins_vectors_torch(x, u, z, w):\n    x = x - u",
            "torch.sqrt(y)\n    y = y * 0.5": "y * z + w",
            "y_ptr,": "u_ptr, z_ptr, w_ptr, y_ptr,",
            "x = x * x": (
                "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x - u\n"
                "x = x * x"
            ),
            "y = tl.sqrt(y)\n    y = 0.5 * y": (
                "z = tl.load(z_ptr + row).to(tl.float32)\n"
                "w = tl.load(w_ptr + row).to(tl.float32)\n"
                "y = z * y + w"
            ),
            "):\n    x = x": ", u, z, w):\n    x, u, z, w = x.contiguous(), u.contiguous(), z.contiguous(), w",
            "y,": "u, z, w, y,",
        },
    ),
    # Sum over a dimension in the middle, y[b, n] = sum_m x[b, m, n], and the other reductions of that kind.
    "sum_middle": Composition(
        "prod_middle",
        {
            "7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150": "33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70",
            ") * 1.5": ")",
            "abs(x)\n    y = torch.prod(x, dim=-2)\n    y = torch.sigmoid": "square(x)\ny = torch.sum(x, dim=-2)\ny = torch.sqrt",
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
                "    x = x * x\n"
                "    tile += tl.where(mask, x, 0.0)\n"
                "y = tl.sum(tile, axis=0)\n"
                "y = tl.sqrt"
            ),
            "mask)": "inner < n_inner)",
            "128),)\n    sum_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK=128": "64),)\nsum_middle_kernel[grid](x, y, n_mid, n_inner, BLOCK_MID=32, BLOCK_INNER=64",
        },
    ),
}
