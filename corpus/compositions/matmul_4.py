"""Compositions of the families of matrix products, triangular_matmul to triangular_matmul."""

from corpus.composition import Composition

COMPOSITIONS = {
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
