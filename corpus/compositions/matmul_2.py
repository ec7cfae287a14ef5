"""Compositions of the families of matrix products, linear_gated to matmul_3d_2d_binary."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Linear layer of two tensors joined, y = linear(silu(x) * z, w, b), and what follows it in a block: a
    # scale of each feature, a residual.
    "linear_gated": Composition(
        "linear",
        {
            "65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6": "40, 35, 2, 34",
            "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "x = torch.randn(*rows, K)\n"
                "z = torch.randn(*rows, K)\n"
                "w = torch.randn(N, K) / K ** 0.5\n"
                "b = torch.randn(N)\n"
                "s = torch.randn(N)\n"
                "r = torch.randn(*rows, N)\n"
                "return x, z, w, b, s, r"
            ),
            "linear_gated_torch(x, w, b):": "linear_gated_torch(x, z, w, b, s, r):\n    x = F.silu(x)\n    x = torch.mul(x, z)",
            "torch.sigmoid(y)": "y * s\ny = y + r",
            "w_ptr, b_ptr": "z_ptr, w_ptr, b_ptr, s_ptr, r_ptr",
            (
                "k = tl.arange(0, BLOCK_K)\n"
                "    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]\n"
                "    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn"
            ): "",
            (
                "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptrs, mask=(k[:, None] < K - start"
            ): (
                "k = start + tl.arange(0, BLOCK_K)\n"
                "x_mask = (rows[:, None] < M) & (k[None, :] < K)\n"
                "x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + rows[:, None] * K + k[None, :], mask=x_mask, other=0.0).to(tl.float32)\n"
                "x = x * tl.sigmoid(x)\n"
                "x = x * z\n"
                "# What is beyond K need not be zero now, but w is zero there too.\n"
                "w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn\n"
                "w = tl.load(w_ptrs, mask=(k[:, None] < K"
            ),
            "x_ptrs += BLOCK_K\n        w_ptrs += BLOCK_K * stride_wk": "",
            "y = tl.maximum(y, 0.0)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, 0.0)"
            ),
            (
                "tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N)"
            ): "y * s\ny = y + r\ntl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask",
            "w, b):\n    x = x": "z, w, b, s, r):\n    x, z, r = x.contiguous(), z.contiguous(), r",
            "w, b,": "z, w, b, s, r,",
        },
    ),
    # Gated linear unit of a linear layer, y = relu(first half) * second half of x @ w.T + b: GLU, SwiGLU,
    # GeGLU.
    "linear_glu": Composition(
        "linear",
        {
            "65, 50, 2, 35), (7, 12": "40, 35, 2, 34",
            "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "x = torch.randn(*rows, K)\n"
                "w = torch.randn(2 * N, K) / K ** 0.5\n"
                "b = torch.randn(2 * N)\n"
                "return x, w, b"
            ),
            "y = F.linear(x, w, b": "y, z = F.linear(x, w, b).chunk(2, dim=-1",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "for start in range(0, K, BLOCK_K):": "z = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)\nfor start in range(0, K, BLOCK_K):",
            (
                "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)"
            ): (
                "w_mask = (k[:, None] < K - start) & (columns[None, :] < N)\n"
                "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)"
            ),
            (
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                "        y += tl.dot(x, w"
            ): (
                "first = tl.load(w_ptrs, mask=w_mask, other=0.0).to(tl.float32)\n"
                "second = tl.load(w_ptrs + N * stride_wn, mask=w_mask, other=0.0).to(tl.float32)\n"
                'y += tl.dot(x, first, input_precision="tf32x3")\n'
                "z += tl.dot(x, second"
            ),
            "y = tl.maximum(y, 0.0)": (
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "w.shape": "w.shape[0] // 2, w.shape[1]",
        },
    ),
    # Linear layer whose outputs are split into heads, y[b, h, t, d] = f(x @ w.T + b)[b, t, h * D + d].
    "linear_heads": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": ", 1), (2, 5, 7, 3), (3, 24, 40, 9)]  # B, T, K, width of a head",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, T, K, D):\n"
                "    heads = 4\n"
                "    x = torch.randn(B, T, K)\n"
                "    w = torch.randn(heads * D, K) / K ** 0.5\n"
                "    b = torch.randn(heads * D)\n"
                "    return x, w, b"
            ),
            "y = F.linear(x, w, b)": "heads = 4\ny = F.linear(x, w, b)",
            "torch.sigmoid(y": "y.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2",
            "stride_wn,": "T, D, HEADS: tl.constexpr, stride_wn,",
            "y = tl.sigmoid(y)\n    tl.store(y_ptr + rows[:, None] * N + columns[None, :]": (
                "batch, t = (rows // T)[:, None], (rows % T)[:, None]\n"
                "head, d = (columns // D)[None, :], (columns % D)[None, :]\n"
                "offsets = ((batch * HEADS + head) * T + t) * D + d\n"
                "tl.store(y_ptr + offsets"
            ),
            (
                "N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    linear_heads_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "B, T, K = x.shape\n"
                "heads = 4\n"
                "D = w.shape[0] // heads\n"
                "y = torch.empty((B, heads, T, D), device=x.device, dtype=x.dtype)\n"
                "grid = (triton.cdiv(B * T, 128), triton.cdiv(heads * D, 64))\n"
                "linear_heads_kernel[grid](x, w, b, y, B * T, heads * D, K, T, D, heads, w.stride(0), "
                "w.stride(1),\n"
                "                          BLOCK_M"
            ),
        },
    ),
    # Linear layer joined with two tensors, y = max(f(linear(x, w, b)) + s, z), functions between and after.
    "linear_joins": Composition(
        "linear_chain",
        {
            "w = torch.randn(N, K) / K ** 0.5": "s = torch.randn(N)\nz = torch.randn(*rows, N)\nw = torch.randn(N, K) / K ** 0.5",
            "return x, w, b": "return x, s, z, w, b",
            "linear_joins_torch(x, w, b": "linear_joins_torch(x, s, z, w, b",
            "y = torch.sigmoid(y)": "y = y + s\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)": "",
            "y_ptr,": "s_ptr, z_ptr, y_ptr,",
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y += s\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y)": "",
            "linear_joins_triton(x, w, b": "linear_joins_triton(x, s, z, w, b",
            "N, K = w.shape": "s = s.contiguous()\nz = z.contiguous()\nN, K = w.shape",
            "y, M": "s, z, y, M",
        },
    ),
    # Linear layer with two results, z = linear(x, w, b) and y = max(sigmoid(z), z): what a residual around a
    # norm needs.
    "linear_kept": Composition(
        "linear_chain",
        {
            "return x, w, b": "s = torch.randn(N)\nreturn x, w, b, s",
            "linear_kept_torch(x, w, b": "linear_kept_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            "y_ptr, M, N, K, stride_wn, stride_wk,\n                       BLOCK_M": "s_ptr, z_ptr, y_ptr, M, N, K, stride_wn, stride_wk,\n                        BLOCK_M",
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "linear_kept_triton(x, w, b": "linear_kept_triton(x, w, b, s",
            "grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))": "z = torch.empty_like(y)\ngrid = (triton.cdiv(M, 128), triton.cdiv(N, 64))",
            (
                "y, M, N, K, w.stride(0), w.stride(1),\n"
                "                             BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "    return"
            ): (
                "s, z, y, M, N, K, w.stride(0), w.stride(1),\n"
                "                          BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "return z,"
            ),
        },
    ),
    # Linear layer of two tensors side by side, y = f(linear(cat((x, z), -1), w, b)): nothing is put side by
    # side.
    "linear_of_cat": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K": ", 1), (33, 5, 7, 3), (40, 35, 20, 2, 34)]  # N, K of x, L of z",
            "*rows):\n    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "L, *rows):\n"
                "    x = torch.randn(*rows, K)\n"
                "    z = torch.randn(*rows, L)\n"
                "    w = torch.randn(N, K + L) / (K + L) ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return x, z, w, b"
            ),
            "w, b):\n    y = F.linear(x": "z, w, b):\n    y = F.linear(torch.cat((x, z), dim=-1)",
            "w_ptr, b_ptr, y_ptr, M, N, K": "z_ptr, w_ptr, b_ptr, y_ptr, M, N, K, L",
            (
                "k = tl.arange(0, BLOCK_K)\n"
                "    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]\n"
                "    w_ptrs = w_ptr + k[:, None] * stride_wk"
            ): "w_ptrs = w_ptr",
            (
                "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptrs, mask=(k[:, None] < K - start"
            ): (
                "k = start + tl.arange(0, BLOCK_K).to(tl.int64)\n"
                "x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=(rows[:, None] < M) & (k[None, "
                ":] < K), other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptrs + k[:, None] * stride_wk, mask=(k[:, None] < K"
            ),
            "    x_ptrs += BLOCK_K\n        w_ptrs += BLOCK_K * stride_wk": (
                "for start in range(0, L, BLOCK_K):\n"
                "k = start + tl.arange(0, BLOCK_K).to(tl.int64)\n"
                "z = tl.load(z_ptr + rows[:, None] * L + k[None, :], mask=(rows[:, None] < M) & (k[None, "
                ":] < L), other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptrs + (K + k[:, None]) * stride_wk, mask=(k[:, "
                "None] < L) & (columns[None, :] < N), other=0.0).to(tl.float32)\n"
                'y += tl.dot(z, w, input_precision="tf32x3")'
            ),
            "linear_of_cat_triton(x, w, b": "linear_of_cat_triton(x, z, w, b",
            "N, K = w.shape": "z = z.contiguous()\nN = w.shape[0]\nK, L = x.shape[-1], z.shape[-1]",
            "w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M": "z, w, b, y, M, N, K, L, w.stride(0), w.stride(1),\n                           BLOCK_M",
        },
    ),
    # Linear layer of what a mask leaves, y = f(linear(masked(g(x)), weight, bias)) + r: padding, dropped
    # tokens or features.
    "linear_of_masked": Composition(
        "linear_of_pair",
        {
            "(shape[:-1])": "(shape[:-1]) > 0.5",
            "torch.maximum(x, z": "torch.relu(x)\nx = x.masked_fill(z, 0.0",
            ".0).to(tl.float32)\n        x = tl.maximum(x, z": ")\nx = tl.maximum(x, 0.0)\nx = tl.where(z, 0.0, x",
        },
    ),
    # Linear layer of what a tensor that broadcasts has joined, y[b, t] = (x[b, t] + z[t]) @ w.T + b: tokens
    # with their places, shifted features.
    "linear_of_placed": Composition(
        "linear_transposed",
        {
            "B, N, T": "T, K",
            "torch.abs(x": "torch.sub(x, z",
            "y = y.transpose(1, 2)\n    y = torch.maximum(y, z)": "",
            " BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):": "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):",
            "x = tl.abs(x)": (
                "places = (rows % T)[:, None] * K + start + k[None, :]\n"
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "x = x - z"
            ),
            (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "    offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.maximum(y, z)\n"
                "    tl.store(y_ptr + offsets, y, mask=mask"
            ): (
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N)"
            ),
            "K = x.shape[0], x.shape[-1]\n    T = x.numel() // (B * K)": "T, K = x.shape",
            "N, *x.shape[1:-1]": "T, N",
            " BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)": "BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)",
        },
    ),
    # Linear layer plus a table of positions, y[b, t] = f(x[b, t] @ w.T + b) + p[t]: the first layer of many
    # transformers.
    "linear_position": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": ", 1), (2, 5, 7, 33), (3, 24, 40, 35)]  # B, T, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, T, K, N):\n"
                "    x = torch.randn(B, T, K)\n"
                "    p = torch.randn(T, N)\n"
                "    w = torch.randn(N, K) / K ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return x, p, w, b"
            ),
            "linear_position_torch(x, w, b": "linear_position_torch(x, p, w, b",
            "y = torch.sigmoid(y)": "z = p\ny = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "w_ptr, b_ptr, y_ptr, M, N, K": "p_ptr, w_ptr, b_ptr, y_ptr, M, N, K, T",
            "y = tl.sigmoid(y)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            "(rows[:, None] < M) & (columns[None, :] < N)": "mask",
            "linear_position_triton(x, w, b": "linear_position_triton(x, p, w, b",
            (
                "N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    linear_position_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "p = p.contiguous()\n"
                "B, T, K = x.shape\n"
                "N = w.shape[0]\n"
                "y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)\n"
                "grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))\n"
                "linear_position_kernel[grid](x, p, w, b, y, B * T, N, K, T, w.stride(0), w.stride(1),\n"
                "                             BLOCK_M"
            ),
        },
    ),
    # Linear layer of a function of its input, y = f(relu(x) @ w.T + b): the function is applied to a tile as
    # it is loaded.
    "linear_prologue": Composition(
        "linear",
        {
            "65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6": "40, 35, 2, 34",
            "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "x = torch.randn(*rows, K)\n"
                "w = torch.randn(N, K) / K ** 0.5\n"
                "b = torch.randn(N)\n"
                "return x, w, b"
            ),
            "y = F.linear(x, w, b)": "x = torch.relu(x)\nx = torch.abs(x)\ny = F.linear(x, w, b)",
            "y = torch.relu(y)": "",
            (
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)"
            ): (
                "x = tl.maximum(x, 0.0)\n"
                "x = tl.abs(x)\n"
                "# The function of the zeros beyond K need not be zero, but w is zero there too.\n"
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)"
            ),
            "y = tl.maximum(y, 0.0)": "",
        },
    ),
    # Queries, keys and values of self-attention by one linear layer: three thirds of x @ w.T + b, each split
    # into heads.
    "linear_qkv": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": ", 1), (2, 5, 7, 3), (3, 24, 40, 6)]  # B, T, K, width of a head",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, T, K, D):\n"
                "    heads = 4\n"
                "    x = torch.randn(B, T, K)\n"
                "    w = torch.randn(3 * heads * D, K) / K ** 0.5\n"
                "    b = torch.randn(3 * heads * D)\n"
                "    return x, w, b"
            ),
            "y = F.linear(x, w, b)": "B, T, K = x.shape\nheads = 4\ny = F.linear(x, w, b)",
            "y = torch.relu(y)\n    y = torch.sigmoid(y)\n    return y": (
                "q, k, v = y.chunk(3, dim=-1)\n"
                "q = q.view(B, T, heads, -1).transpose(1, 2)\n"
                "k = k.view(B, T, heads, -1).transpose(1, 2)\n"
                "v = v.view(B, T, heads, -1).transpose(1, 2)\n"
                "return q, k, v"
            ),
            "stride_wn,": "T, D, HEADS: tl.constexpr, stride_wn,",
            (
                "y = tl.maximum(y, 0.0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :]"
            ): (
                "batch, t = (rows // T)[:, None], (rows % T)[:, None]\n"
                "part, head, d = (columns // (HEADS * D))[None, :], (columns // D % HEADS)[None, :], "
                "(columns % D)[None, :]\n"
                "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d\n"
                "tl.store(y_ptr + offsets"
            ),
            (
                "N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    linear_qkv_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, "
                "BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "    return y"
            ): (
                "B, T, K = x.shape\n"
                "heads = 4\n"
                "N = w.shape[0]\n"
                "D = N // (3 * heads)\n"
                "y = torch.empty((3, B, heads, T, D), device=x.device, dtype=x.dtype)\n"
                "grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))\n"
                "linear_qkv_kernel[grid](x, w, b, y, B * T, N, K, T, D, heads, w.stride(0), w.stride(1),\n"
                "                        BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "return y[0], y[1], y[2]"
            ),
        },
    ),
    # Linear layer whose result is read twice: v = linear(x, w, b), y = sigmoid(max(relu(v), cos(v))), and on.
    "linear_reuse": Composition(
        "linear_chain",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Linear layer joined with its own input, y = max(f(g(x) @ w.T + b), x): a residual block, a highway, a
    # self-gate.
    "linear_self": Composition(
        "linear",
        {
            ", 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K": "), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  # N",
            "K, *rows):\n    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)": (
                "*rows):\n"
                "    x = torch.randn(*rows, N)\n"
                "    w = torch.randn(N, N) / N ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return x, w, b"
            ),
            "y = F.linear(x, w, b)": "z = x\nx = torch.abs(x)\ny = F.linear(x, w, b)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "K, stride_wn": "stride_wn",
            "* K": "* N",
            (
                "K, BLOCK_K):\n"
                "        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptrs, mask=(k[:, None] < K"
            ): (
                "N, BLOCK_K):\n"
                "    x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < N - start), "
                "other=0.0).to(tl.float32)\n"
                "    x = tl.abs(x)\n"
                "    w = tl.load(w_ptrs, mask=(k[:, None] < N"
            ),
            "y = tl.maximum(y, 0.0)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": (
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            "rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N)": "offsets, y, mask=mask",
            (
                "N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype"
            ): "N = w.shape[0]\nM = x.numel() // N\ny = torch.empty_like(x",
            "K, w": "w",
        },
    ),
    # Linear layer with two results, v = sigmoid(x @ w.T + b) and y = v + x: a gate and what it lets through,
    # as in highways and GRUs.
    "linear_to_two": Composition(
        "linear",
        {
            ", 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N,": "), (33, 5), (40, 2, 34), (7, 3, 2, 4)]  #",
            "N, K, *rows):\n    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N": (
                "K, *rows):\n"
                "    N = K\n"
                "    x = torch.randn(*rows, K)\n"
                "    w = torch.randn(N, K) / K ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return (x, w, b"
            ),
            "y = F.linear(x, w, b)": "z = x\nx = torch.abs(x)\ny = F.linear(x, w, b)",
            "y = torch.relu(y)\n    y = torch.sigmoid(y)\n    return": "v = torch.sigmoid(y)\ny = v + z\nreturn v,",
            "y_ptr,": "v_ptr, y_ptr,",
            (
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)"
            ): (
                "x = tl.abs(x)\n"
                "w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)"
            ),
            (
                "y = tl.maximum(y, 0.0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N)"
            ): (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "v = tl.sigmoid(y)\n"
                "y = v + z\n"
                "tl.store(v_ptr + offsets, v, mask=mask)\n"
                "tl.store(y_ptr + offsets, y, mask=mask"
            ),
            "M = x.numel() // K": "stride_wn, stride_wk = w.stride()\nM = x.numel() // K",
            "y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype": "v = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\ny = torch.empty_like(v",
            (
                "y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "    return"
            ): (
                "v, y, M, N, K, stride_wn, stride_wk, BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "return v,"
            ),
        },
    ),
    # Linear layer whose last two dimensions change places, y[b, n, t] = f(x[b, t] @ w.T + b)[n]: tokens
    # become channels.
    "linear_turned": Composition(
        "linear_transposed",
        {
            "z = torch.randn(B, N, T)": "",
            "return x, z, w, b": "return x, w, b",
            "z, w, b):\n    x = torch.abs(x)": "w, b):",
            "y = y.transpose(1, 2)": "y = torch.sigmoid(y)\ny = y.transpose(1, 2)",
            "y = torch.maximum(y, z)": "",
            "z_ptr, w_ptr": "w_ptr",
            "x = tl.abs(x)": "",
            "mask = (rows[:, None] < M) & (columns[None, :] < N)": "y = tl.sigmoid(y)\nmask = (rows[:, None] < M) & (columns[None, :] < N)",
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.maximum(y, z)": "",
            "linear_turned_triton(x, z, w, b": "linear_turned_triton(x, w, b",
            "z = z.contiguous()": "",
            "z, w, b,": "w, b,",
        },
    ),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), with a
    # pointwise tail.
    "matmul_3d_2d": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": ", 1), (2, 3, 5, 33), (3, 30, 50, 65)]  # B, T, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): "B, T, K, N):\n    return torch.randn(B, T, K), torch.randn(K, N) / K ** 0.5",
            ", b):\n    y = F.linear(x, w, b": "):\n    y = torch.matmul(x, w",
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": "y_ptr, B, T, N, K, stride_xb, stride_xt, stride_xk, stride_wk, stride_wn",
            "rows[:, None] * K + k[None, :]": "(rows // T * stride_xb + rows % T * stride_xt)[:, None] + k[None, :] * stride_xk",
            "M) & (k": "B * T) & (k",
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "M) & (columns": "B * T) & (columns",
            (
                ", b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    matmul_3d_2d_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "):\n"
                "    B, T, K = x.shape\n"
                "    N = w.shape[1]\n"
                "    stride_wk, stride_wn = w.stride()\n"
                "    y = torch.empty((B, T, N), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(B * T, 128), triton.cdiv(N, 64))\n"
                "    matmul_3d_2d_kernel[grid](x, w, y, B, T, N, K, x.stride(0), x.stride(1), "
                "x.stride(2), stride_wk, stride_wn,\n"
                "                              BLOCK_M"
            ),
        },
    ),
    # Matrix product with a shared right side, y[b, t] = x[b, t] @ w for x (B, T, K) and w (K, N), joined with
    # a second tensor.
    "matmul_3d_2d_binary": Composition(
        "matmul_3d_2d",
        {
            "return torch.randn(B, T, K), torch.randn(K, N) / K ** 0.5": (
                "x = torch.randn(B, T, K)\n"
                "w = torch.randn(K, N) / K ** 0.5\n"
                "z = torch.randn(B, T, N)\n"
                "return x, w, z"
            ),
            "matmul_3d_2d_binary_torch(x, w": "matmul_3d_2d_binary_torch(x, w, z",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.maximum(y, 0.0)": (
                "mask = (rows[:, None] < B * T) & (columns[None, :] < N)\n"
                "offsets = rows[:, None] * N + columns[None, :]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            (
                "rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < B * T) & (columns[None, "
                ":] < N)"
            ): "offsets, y, mask=mask",
            "matmul_3d_2d_binary_triton(x, w):": "matmul_3d_2d_binary_triton(x, w, z):\n    z = z.contiguous()",
            "y, B": "z, y, B",
        },
    ),
}
