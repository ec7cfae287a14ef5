"""Compositions of the families of matrix products, outer_batched to triangular_matmul."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Every element of a row with every element of another row of the same batch, y[b, m, n] = max(x[b, m],
    # z[b, n]).
    "outer_batched": Composition(
        "outer",
        {
            "1), (3, 33), (33, 7), (40, 70)]": "2, 1), (2, 3, 33), (3, 40, 7)]  # B, M, N",
            "M, N):\n    return torch.randn(M), torch.randn(N": "B, M, N):\n    return torch.randn(B, M), torch.randn(B, N",
            "None], z[None, :]\n    x = torch.add": ":, None], z[:, None, :]\nx = torch.maximum",
            "m = tl.program_id(0)": (
                "tiles_m = tl.cdiv(M, BLOCK_M)\n"
                "b = tl.program_id(0).to(tl.int64) // tiles_m\n"
                "m = tl.program_id(0) % tiles_m"
            ),
            (
                "m, mask=m < M, other=0.0).to(tl.float32)[:, None]\n"
                "    z = tl.load(z_ptr + n, mask=n < N, other=0.0).to(tl.float32)[None, :]\n"
                "    x = x + z"
            ): (
                "b * M + m, mask=m < M, other=0.0).to(tl.float32)[:, None]\n"
                "z = tl.load(z_ptr + b * N + n, mask=n < N, other=0.0).to(tl.float32)[None, :]\n"
                "x = tl.maximum(x, z)"
            ),
            "m.to(tl.int64": "(b * M + m",
            (
                "M, N = x.numel(), z.numel()\n"
                "    y = torch.empty((M, N), dtype=x.dtype, device=x.device)\n"
                "    grid = (triton"
            ): (
                "x = x.contiguous()\n"
                "z = z.contiguous()\n"
                "B, M = x.shape\n"
                "N = z.shape[1]\n"
                "y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)\n"
                "grid = (B * triton"
            ),
        },
    ),
    # Every element of one tensor with every element of another, y[a, c, b, d] = x[a, b] * z[c, d]: Kronecker
    # and outer products, sums, distances.
    "outer_of_ranks": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]": "1, 2, 3), (2, 3, 5, 7), (4, 17, 3, 11)]  # A, B, C, D",
            "*shape):\n    return torch.randn(shape), torch.randn(shape)": "A, B, C, D):\n    x = torch.randn(A, B)\n    z = torch.randn(C, D)\n    return x, z",
            "x = torch.sub(x, z": "x, z = x[:, None, :, None], z[None, :, None, :]\nx = torch.maximum(x, z)\nx = torch.relu(x",
            "BLOCK:": "B, C, D, x_a, x_b, x_c, x_d, z_a, z_b, z_c, z_d, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z"
            ): (
                "a, b, c, d = offsets // (B * C * D), offsets // (C * D) % B, offsets // D % C, offsets % D\n"
                "x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c + d * x_d, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c + d * z_d, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, z)\n"
                "x = tl.maximum(x, 0.0)"
            ),
            (
                ".contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    outer_of_ranks_kernel[grid](x, z, y, n_elements"
            ): (
                "[:, None, :, None], z[None, :, None, :]\n"
                "shape = torch.broadcast_shapes(x.shape, z.shape)\n"
                "A, B, C, D = (1, 1, 1, *shape)[-4:]\n"
                "x, z = x.expand(A, B, C, D), z.expand(A, B, C, D)\n"
                "y = torch.empty(shape, dtype=x.dtype, device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "outer_of_ranks_kernel[grid](x, z, y, y.numel(), B, C, D, *x.stride(), *z.stride()"
            ),
        },
    ),
    # Triangular matrix times a matrix, y = tril(a) @ w for a (M, K) and w (K, N); also triu(a).
    "triangular_matmul": Composition(
        "linear",
        {
            "1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "2, 3, 1), (7, 9, 33), (70, 60, 20)]  # M, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): "M, K, N):\n    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5",
            "x, w, b):\n    y = F.linear(x, w, b)": "a, w):\n    y = torch.tril(a) @ w",
            "x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": "a_ptr, w_ptr, y_ptr, M, N, K, stride_am, stride_ak, stride_wk, stride_wn",
            "rows = tl.program_id(0)": "tile_m = tl.program_id(0)\nrows = tile_m",
            (
                "k = tl.arange(0, BLOCK_K)\n"
                "    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]\n"
                "    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn"
            ): "",
            (
                "for start in range(0, K, BLOCK_K):\n"
                "        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                '        y += tl.dot(x, w, input_precision="tf32x3")\n'
                "        x_ptrs += BLOCK_K\n"
                "        w_ptrs += BLOCK_K * stride_wk\n"
                "\n"
                "    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
            ): (
                "begin = 0\n"
                "end = tl.minimum(K, (tile_m + 1) * BLOCK_M)\n"
                "for start in range(begin, end, BLOCK_K):\n"
                "    k = start + tl.arange(0, BLOCK_K).to(tl.int64)\n"
                "    inside = (rows[:, None] < M) & (k[None, :] < K)\n"
                "    kept = inside & (k[None, :] <= rows[:, None])\n"
                "    a = tl.load(a_ptr + rows[:, None] * stride_am + k[None, :] * stride_ak, mask=kept, "
                "other=0.0).to(tl.float32)\n"
                "    w_mask = (k[:, None] < K) & (columns[None, :] < N)\n"
                "    w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn, "
                "mask=w_mask, other=0.0).to(tl.float32)\n"
                '    y += tl.dot(a, w, input_precision="tf32x3")'
            ),
            (
                "x, w, b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x"
            ): (
                "a, w):\n"
                "    M, K = a.shape\n"
                "    N = w.shape[1]\n"
                "    y = torch.empty((M, N), device=a.device, dtype=a"
            ),
            "x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M": (
                "a, w, y, M, N, K, a.stride(0), a.stride(1), w.stride(0), w.stride(1),\n"
                "                               BLOCK_M"
            ),
        },
    ),
}
