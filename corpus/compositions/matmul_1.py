"""Compositions of the families of matrix products, addmm to linear_filled."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Scaled matrix product plus a matrix, y = beta * c + alpha * (x @ w), with a pointwise tail.
    "addmm": Composition(
        "linear",
        {
            "33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "3, 5, 33), (70, 50, 65)]  # M, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): "M, K, N):\n    return torch.randn(M, N), torch.randn(M, K), torch.randn(K, N) / K ** 0.5",
            "x, w, b):\n    y = F.linear(x, w, b": "c, x, w):\n    y = torch.addmm(c, x, w, beta=1.0, alpha=1.0",
            "torch.sigmoid(y)": "y * 0.5",
            "x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": (
                "c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cm, stride_cn, stride_xm, stride_xk, "
                "stride_wk, stride_wn,\n"
                "                 BETA: tl.constexpr, ALPHA: tl.constexpr"
            ),
            "K + k[None, :]": "stride_xm + k[None, :] * stride_xk",
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "c = tl.load(c_ptr + rows[:, None] * stride_cm + columns[None, :] * stride_cn, "
                "mask=mask, other=0.0).to(tl.float32)\n"
                "y = BETA * c + ALPHA * y"
            ),
            (
                "tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N)"
            ): "0.5 * y\ntl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask",
            (
                "x, w, b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,"
            ): (
                "c, x, w):\n"
                "    M, K = x.shape\n"
                "    N = w.shape[1]\n"
                "    stride_cm, stride_cn = c.stride(0), c.stride(1)\n"
                "    y = torch.empty((M, N"
            ),
            "x, w, b, y, M, N, K, w.stride(0), w.stride(1)": (
                "c, x, w, y, M, N, K, stride_cm, stride_cn, x.stride(0), x.stride(1), w.stride(0), "
                "w.stride(1),\n"
                "                   BETA=1.0, ALPHA=1.0"
            ),
        },
    ),
    # Scaled batched product plus a batch of matrices, y[b] = beta * c[b] + alpha * (x[b] @ w[b]).
    "baddbmm": Composition(
        "bmm",
        {
            "K)": "N), torch.randn(B, M, K)",
            "x, w):\n    y = torch.bmm(x, w": "c, x, w):\n    y = torch.baddbmm(c, x, w, beta=1.0, alpha=1.0",
            "torch.sigmoid(y)": "y * 0.5",
            (
                "x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, "
                "stride_wn"
            ): (
                "c_ptr, x_ptr, w_ptr, y_ptr, M, N, K, stride_cb, stride_cm, stride_cn, stride_xb, "
                "stride_xm, stride_xk,\n"
                "                   stride_wb, stride_wk, stride_wn, BETA: tl.constexpr, ALPHA: tl.constexpr"
            ),
            "y = tl.maximum(y, 0.0)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "c_ptrs = c_ptr + batch * stride_cb + rows[:, None] * stride_cm + columns[None, "
                ":] * stride_cn\n"
                "c = tl.load(c_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "y = BETA * c + ALPHA * y\n"
                "y = tl.maximum(y, 0.0)"
            ),
            (
                "tl.sigmoid(y)\n"
                "    offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
                "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N)"
            ): "0.5 * y\ntl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask",
            "baddbmm_triton(x": "baddbmm_triton(c, x",
            "stride_xb, stride_xm, stride_xk = x.stride()\n    stride_wb, stride_wk, stride_wn = w": "stride_cb, stride_cm, stride_cn = c",
            "x, w, y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn": (
                "c, x, w, y, M, N, K, stride_cb, stride_cm, stride_cn, x.stride(0), x.stride(1), "
                "x.stride(2),\n"
                "                     w.stride(0), w.stride(1), w.stride(2), BETA=1.0, ALPHA=1.0"
            ),
        },
    ),
    # Bilinear layer, y[m, n] = x[m] @ w[n] @ z[m] + b[n]: every output has a matrix of its own.
    "bilinear": Composition(
        "matvec",
        {
            "), (33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions": ", 1, 1), (3, 5, 4, 7), (35, 33, 2, 40)]  # M, I, N, J",
            "K, *rows):\n    return torch.randn(*rows, K), torch.randn(K) / K ** 0.5": (
                "M, I, N, J):\n"
                "    x = torch.randn(M, I)\n"
                "    z = torch.randn(M, J)\n"
                "    w = torch.randn(N, I, J) / (I * J) ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return x, z, w, b"
            ),
            "v):\n    y = x @ v": "z, w, b):\n    y = F.bilinear(x, z, w, b)",
            "v_ptr, y_ptr, M, K, stride_v, BLOCK_M: tl.constexpr, BLOCK_K": (
                "z_ptr, w_ptr, b_ptr, y_ptr, M, I, N, J,\n"
                "                    BLOCK_M: tl.constexpr, BLOCK_I: tl.constexpr, BLOCK_J"
            ),
            (
                "products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)\n"
                "    for start in range(0, K, BLOCK_K):\n"
                "        k = start + tl.arange(0, BLOCK_K).to(tl.int64)\n"
                "        mask = (rows[:, None] < M) & (k[None, :] < K)\n"
                "        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)\n"
                "        products += x * v[None, :]\n"
                "    y = tl.sum(products, axis=1"
            ): (
                "n = tl.program_id(1).to(tl.int64)\n"
                "y = tl.zeros((BLOCK_M,), dtype=tl.float32)\n"
                "for first in range(0, J, BLOCK_J):\n"
                "    j = first + tl.arange(0, BLOCK_J)\n"
                "    product = tl.zeros((BLOCK_M, BLOCK_J), dtype=tl.float32)\n"
                "    for start in range(0, I, BLOCK_I):\n"
                "        i = start + tl.arange(0, BLOCK_I)\n"
                "        x = tl.load(x_ptr + rows[:, None] * I + i[None, :], mask=(rows[:, "
                "None] < M) & (i[None, :] < I), other=0.0).to(tl.float32)\n"
                "        w_ptrs = w_ptr + (n * I + i[:, None]) * J + j[None, :]\n"
                "        w = tl.load(w_ptrs, mask=(i[:, None] < I) & (j[None, :] < J), "
                "other=0.0).to(tl.float32)\n"
                '        product += tl.dot(x, w, input_precision="tf32x3")\n'
                "    z = tl.load(z_ptr + rows[:, None] * J + j[None, :], mask=(rows[:, "
                "None] < M) & (j[None, :] < J), other=0.0).to(tl.float32)\n"
                "    y += tl.sum(product * z, axis=1)\n"
                "y += tl.load(b_ptr + n).to(tl.float32"
            ),
            "y_ptr + rows": "y_ptr + rows * N + n",
            "bilinear_triton(x, v": "bilinear_triton(x, z, w, b",
            (
                "K = x.shape[-1]\n"
                "    M = x.numel() // K\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    grid = (triton.cdiv(M, 16),)\n"
                "    bilinear_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M=16, BLOCK_K=128"
            ): (
                "z = z.contiguous()\n"
                "w = w.contiguous()\n"
                "N, I, J = w.shape\n"
                "M = x.numel() // I\n"
                "y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "grid = (triton.cdiv(M, 32), N)\n"
                "bilinear_kernel[grid](x, z, w, b, y, M, I, N, J, BLOCK_M=32, BLOCK_I=32, BLOCK_J=32"
            ),
        },
    ),
    # Batched matrix product and a second operand, y[b] = max(x[b] @ w[b], z[b]), with z (B, M, N) or
    # broadcast.
    "bmm_binary": Composition(
        "bmm",
        {
            "return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5": (
                "x = torch.randn(B, M, K)\n"
                "w = torch.randn(B, K, N) / K ** 0.5\n"
                "z = torch.randn(B, M, N)\n"
                "return x, w, z"
            ),
            "bmm_binary_torch(x, w": "bmm_binary_torch(x, w, z",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn": (
                "z_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk,\n"
                "                      stride_wn, stride_zb, stride_zm, stride_zn"
            ),
            "y = tl.sigmoid(y)": (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "z_ptrs = z_ptr + batch * stride_zb + rows[:, None] * stride_zm + columns[None, "
                ":] * stride_zn\n"
                "z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            (
                "offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n"
                "    tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N)"
            ): "tl.store(y_ptr + (batch * M + rows[:, None]) * N + columns[None, :], y, mask=mask",
            "bmm_binary_triton(x, w": "bmm_binary_triton(x, w, z",
            "stride_xb, stride_xm, stride_xk = x.stride()\n    stride_wb, stride_wk, stride_wn = w": "stride_zb, stride_zm, stride_zn = z",
            "y, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb, stride_wk, stride_wn": (
                "z, y, M, N, K, x.stride(0), x.stride(1), x.stride(2),\n"
                "                        w.stride(0), w.stride(1), w.stride(2), stride_zb, stride_zm, "
                "stride_zn"
            ),
        },
    ),
    # Batched matrix products of tensors in any order of dimensions, y[b] = x[b] @ w[b], whose result is
    # turned or not.
    "bmm_orders": Composition(
        "bmm",
        {
            "1, 1, 1), (2, 3, 5, 33), (2": "2, 1, 3), (2, 3, 5, 33), (3",
            "return torch.randn(B, M, K), torch.randn(B, K, N) / K ** 0.5": "x = torch.randn(B, M, K)\nw = torch.randn(B, K, N) / K ** 0.5\nreturn x, w",
            "torch.bmm(x, w": "(x @ w)  # (B, M, N",
            (
                "def bmm_orders_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, "
                "stride_wb, stride_wk, stride_wn,"
            ): (
                "def bmm_orders_kernel(x_ptr, w_ptr, y_ptr, M, N, K, stride_xb, stride_xm, stride_xk,\n"
                "                      stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,"
            ),
            "batch =": "b =",
            (
                "batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "    w_ptrs = w_ptr + batch"
            ): "b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk\nw_ptrs = w_ptr + b",
            "offsets = (batch * M + rows[:, None]) * N + columns[None, :]\n    tl.store(y_ptr + offsets": (
                "y_ptrs = y_ptr + b * stride_yb + rows[:, None] * stride_ym + columns[None, :] * stride_yn\n"
                "tl.store(y_ptrs"
            ),
            "grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))": (
                "stride_yb, stride_ym, stride_yn = y.stride()\n"
                "grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))"
            ),
            ", stride_wb, stride_wk, stride_wn,\n                            BLOCK_M": (
                ",\n"
                "                     stride_wb, stride_wk, stride_wn, stride_yb, stride_ym, stride_yn,\n"
                "                     BLOCK_M"
            ),
        },
    ),
    # Batched matrix product whose result is read twice: v = bmm(x, w), y = sigmoid(max(relu(v), cos(v))), and
    # on.
    "bmm_reuse": Composition(
        "bmm_kept",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "z = y\n    y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.maximum(y, z)": "",
            "z, y": "y",
            "z_ptr, y_ptr": "y_ptr",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "z = y\n    y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.maximum(y, z)": "",
            (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "    tl.store(z_ptr + offsets, z, mask=mask)\n"
                "    tl.store(y_ptr + offsets, y, mask=mask"
            ): "tl.store(y_ptr + offsets, y, mask=(rows[:, None] < M) & (columns[None, :] < N)",
            "z = torch.empty_like(y)": "",
        },
    ),
    # Distances between the rows of two matrices, y[i, j] = sum_k |x[i, k] - w[j, k]|; also squared and
    # largest.
    "cdist": Composition(
        "linear",
        {
            "33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "3, 33, 5), (40, 35, 9)]  # M, N, K",
            "N, K, *rows):\n    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N": "M, N, K):\n    return torch.randn(M, K), torch.randn(N, K",
            ", b):\n    y = F.linear(x, w, b": "):\n    y = (x[:, None, :] - w[None, :, :]).abs().sum(dim=-1",
            (
                "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,\n"
                "                 BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K"
            ): (
                "y_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk,\n"
                "                 BLOCK_M: tl.constexpr, BLOCK_N"
            ),
            (
                "k = tl.arange(0, BLOCK_K)\n"
                "    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]\n"
                "    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :]"
            ): "x_ptrs = x_ptr + rows * stride_xm\nw_ptrs = w_ptr + columns",
            (
                "start in range(0, K, BLOCK_K):\n"
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
                "_ in range(0, K):\n"
                "    x = tl.load(x_ptrs, mask=rows < M, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptrs, mask=columns < N, other=0.0).to(tl.float32)\n"
                "    distance = tl.abs(x[:, None] - w[None, :])\n"
                "    y = y + distance\n"
                "    x_ptrs += stride_xk\n"
                "    w_ptrs += stride_wk"
            ),
            (
                ", b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    cdist_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M=128, "
                "BLOCK_N=64, BLOCK_K=32, num_warps=8"
            ): (
                "):\n"
                "    M, K = x.shape\n"
                "    N = w.shape[0]\n"
                "    y = torch.empty((M, N), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 32), triton.cdiv(N, 64))\n"
                "    cdist_kernel[grid](x, w, y, M, N, K, x.stride(0), x.stride(1), w.stride(0), "
                "w.stride(1),\n"
                "                       BLOCK_M=32, BLOCK_N=64, num_warps=4"
            ),
        },
    ),
    # Diagonal matrix times a matrix, y = diag(a) @ x for a (M,) and x (M, N): row i of x times a[i]; also x @
    # diag(a).
    "diagonal_matmul": Composition(
        "matvec",
        {
            "33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions": "3, 33), (20, 300)]  # M, N",
            "K, *rows):\n    return torch.randn(*rows, K), torch.randn(K) / K ** 0.5": "M, N):\n    return torch.randn(M), torch.randn(M, N)",
            "x, v):\n    y = x @ v": "a, x):\n    y = torch.diag(a) @ x",
            "x_ptr, v_ptr, y_ptr, M, K, stride_v, BLOCK_M: tl.constexpr, BLOCK_K": "a_ptr, x_ptr, y_ptr, M, N, stride_xm, stride_xn, BLOCK_M: tl.constexpr, BLOCK_N",
            (
                "products = tl.zeros((BLOCK_M, BLOCK_K), dtype=tl.float32)\n"
                "    for start in range(0, K, BLOCK_K):\n"
                "        k = start + tl.arange(0, BLOCK_K).to(tl.int64)\n"
                "        mask = (rows[:, None] < M) & (k[None, :] < K)\n"
                "        x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "        v = tl.load(v_ptr + k * stride_v, mask=k < K, other=0.0).to(tl.float32)\n"
                "        products += x * v[None, :]\n"
                "    y = tl.sum(products, axis=1)"
            ): (
                "columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)\n"
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "a = tl.load(a_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)\n"
                "x = tl.load(x_ptr + rows[:, None] * stride_xm + columns[None, :] * stride_xn, "
                "mask=mask, other=0.0).to(tl.float32)\n"
                "y = a[:, None] * x"
            ),
            ", y, mask=rows < M": "[:, None] * N + columns[None, :], y, mask=mask",
            (
                "x, v):\n"
                "    x = x.contiguous()\n"
                "    K = x.shape[-1]\n"
                "    M = x.numel() // K\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    grid = (triton.cdiv(M, 16),)\n"
                "    diagonal_matmul_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M=16, BLOCK_K"
            ): (
                "a, x):\n"
                "    a = a.contiguous()\n"
                "    M, N = x.shape\n"
                "    y = torch.empty((M, N), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 16), triton.cdiv(N, 128))\n"
                "    diagonal_matmul_kernel[grid](a, x, y, M, N, x.stride(0), x.stride(1), BLOCK_M=16, "
                "BLOCK_N"
            ),
        },
    ),
    # Products of two tensors that einsum writes and matmul does not: a batch of matrix products walked by
    # strides.
    "einsum": Composition(
        "linear",
        {
            "), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": ", 1, 1), (2, 3, 5, 33, 7), (2, 4, 34, 40, 20)]  # B, H, M, N, K",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, H, M, N, K):\n"
                "    x = torch.randn(B, M, H, K)\n"
                "    w = torch.randn(B, N, H, K) / K ** 0.5\n"
                "    return x, w"
            ),
            ", b):\n    y = F.linear(x, w, b": '):\n    y = torch.einsum("bmhk,bnhk->bhmn", x, w',
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": (
                "y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
                "                  stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, stride_yh, "
                "stride_ym, stride_yn"
            ),
            "rows = tl.program_id(0).to(tl.int64)": (
                "tiles_m = tl.cdiv(M, BLOCK_M)\n"
                "pid = tl.program_id(0).to(tl.int64)\n"
                "b = pid // tiles_m // H\n"
                "h = pid // tiles_m % H\n"
                "rows = pid % tiles_m"
            ),
            "rows[:, None] * K + k[None, :]\n    w_ptrs = w_ptr": (
                "b * stride_xb + h * stride_xh + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "w_ptrs = w_ptr + b * stride_wb + h * stride_wh"
            ),
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "tl.store(y_ptr + rows[:, None] * N + columns[None, :]": (
                "y_ptrs = y_ptr + b * stride_yb + h * stride_yh + rows[:, "
                "None] * stride_ym + columns[None, :] * stride_yn\n"
                "tl.store(y_ptrs"
            ),
            (
                ", b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    einsum_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "):\n"
                "    B, M, H, K = x.shape\n"
                "    N = w.shape[1]\n"
                "    stride_xb, stride_xm, stride_xh, stride_xk = x.stride()\n"
                "    stride_wb, stride_wn, stride_wh, stride_wk = w.stride()\n"
                "    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)\n"
                "    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()\n"
                "    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    einsum_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
                "                        stride_wb, stride_wh, stride_wn, stride_wk, stride_yb, "
                "stride_yh, stride_ym, stride_yn,\n"
                "                        BLOCK_M"
            ),
        },
    ),
    # Gram matrices of a batch, y[b] = x[b] @ x[b].T for x (B, M, K), and x[b].T @ x[b]: what rows or columns
    # have in common.
    "gram_batched": Composition(
        "linear",
        {
            "1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "2, 1), (2, 3, 33), (3, 70, 40)]  # B, M, K",
            "N, K, *rows):\n    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N": "B, M, K):\n    x = torch.randn(B, M, K)\n    return (x / K ** 0.25,",
            ", w, b):\n    y = F.linear(x, w, b": "):\n    y = torch.bmm(x, x.transpose(1, 2))  # (B, M, M",
            "w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": "y_ptr, M, K, stride_xb, stride_xm, stride_xk",
            "rows = tl.program_id(0).to(tl.int64)": (
                "tiles_m = tl.cdiv(M, BLOCK_M)\n"
                "pid = tl.program_id(0).to(tl.int64)\n"
                "batch = pid // tiles_m\n"
                "rows = pid % tiles_m"
            ),
            (
                "x_ptrs = x_ptr + rows[:, None] * K + k[None, :]\n"
                "    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn\n"
                "    y"
            ): (
                "left_ptrs = x_ptr + batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "right_ptrs = x_ptr + batch * stride_xb + k[:, None] * stride_xk + columns[None, "
                ":] * stride_xm\n"
                "total"
            ),
            (
                "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                '        y += tl.dot(x, w, input_precision="tf32x3")\n'
                "        x_ptrs += BLOCK_K\n"
                "        w_ptrs += BLOCK_K * stride_wk"
            ): (
                "left = tl.load(left_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                "other=0.0).to(tl.float32)\n"
                "right = tl.load(right_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < M), "
                "other=0.0).to(tl.float32)\n"
                'total += tl.dot(left, right, input_precision="tf32x3")\n'
                "left_ptrs += BLOCK_K * stride_xk\n"
                "right_ptrs += BLOCK_K * stride_xk"
            ),
            "+= tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "= total",
            (
                "tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N"
            ): (
                "y_ptrs = y_ptr + (batch * M + rows[:, None]) * M + columns[None, :]\n"
                "tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < M"
            ),
            (
                ", w, b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    gram_batched_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "):\n"
                "    B, M, K = x.shape\n"
                "    stride_xb, stride_xm, stride_xk = x.stride()\n"
                "    y = torch.empty((B, M, M), device=x.device, dtype=x.dtype)\n"
                "    grid = (B * triton.cdiv(M, 128), triton.cdiv(M, 64))\n"
                "    gram_batched_kernel[grid](x, y, M, K, stride_xb, stride_xm, stride_xk,\n"
                "                              BLOCK_M"
            ),
        },
    ),
    # A linear layer a group (head, expert, block), y[b, g, o] = x[b, g] @ w[g] + bias[g]: a product with a
    # block diagonal matrix.
    "grouped_linear": Composition(
        "linear",
        {
            "1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "2, 1, 3), (5, 3, 7, 9), (70, 2, 37, 66)]  # B, G, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, G, K, N):\n"
                "    x = torch.randn(B, G, K)\n"
                "    w = torch.randn(G, K, N) / K ** 0.5\n"
                "    bias = torch.randn(G, N)\n"
                "    return x, w, bias"
            ),
            "b):\n    y = F.linear(x, w, b)": 'bias):\n    y = torch.einsum("bgk,gkn->bgn", x, w)\n    y = y + bias',
            "y = torch.sigmoid(y)": "",
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": (
                "bias_ptr, y_ptr, B, G, N, K, stride_xb, stride_xg, stride_xk, stride_wg, stride_wk, "
                "stride_wn"
            ),
            "k = tl.arange(0, BLOCK_K)": "g = tl.program_id(2).to(tl.int64)\nk = tl.arange(0, BLOCK_K)",
            "rows[:, None] * K + k[None, :]\n    w_ptrs = w_ptr": (
                "g * stride_xg + rows[:, None] * stride_xb + k[None, :] * stride_xk\n"
                "w_ptrs = w_ptr + g * stride_wg"
            ),
            "M) & (k": "B) & (k",
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                "bias = tl.load(bias_ptr + g * N + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "y = y + bias"
            ),
            (
                "y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M"
            ): "tl.store(y_ptr + (rows[:, None] * G + g) * N + columns[None, :], y, mask=(rows[:, None] < B",
            (
                "b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    grouped_linear_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1"
            ): (
                "bias):\n"
                "    bias = bias.contiguous()\n"
                "    B, G, K = x.shape\n"
                "    N = w.shape[-1]\n"
                "    y = torch.empty((B, G, N), device=x.device, dtype=x.dtype)\n"
                "    grid = (triton.cdiv(B, 128), triton.cdiv(N, 64), G)\n"
                "    grouped_linear_kernel[grid](x, w, bias, y, B, G, N, K, *x.stride(), *w.stride("
            ),
        },
    ),
    # Linear layer, then a scale and a shift for each output, y = f(x @ w.T + b) * scale + shift (a frozen
    # batch norm).
    "linear_affine": Composition(
        "linear",
        {
            ", (7, 12), (5, 3, 2, 4, 6)": "",
            "(N)": "(N), torch.randn(N), torch.randn(N)",
            "linear_affine_torch(x, w, b": "linear_affine_torch(x, w, b, scale, shift",
            "y = torch.sigmoid(y)": "y = y * scale + shift\ny = torch.sigmoid(y)",
            "y_ptr,": "scale_ptr, shift_ptr, y_ptr,",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)": (
                "b = tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "scale = tl.load(scale_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "shift = tl.load(shift_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "y += b"
            ),
            "y = tl.sigmoid(y)": "y = y * scale[None, :] + shift[None, :]\ny = tl.sigmoid(y)",
            "linear_affine_triton(x, w, b": "linear_affine_triton(x, w, b, scale, shift",
            "y, M, N, K, w.stride(0), w.stride(1), BLOCK_M": "scale, shift, y, M, N, K, w.stride(0), w.stride(1),\n                           BLOCK_M",
        },
    ),
    # Linear layer joined with a second tensor, y = max(f(linear(x, w, b)), z): a residual, a gate, a scale.
    "linear_binary": Composition(
        "linear_joins",
        {
            "s = torch.randn(N)": "",
            "s, z": "z",
            "y + s": "torch.maximum(y, z)",
            "y = torch.maximum(y, z)": "",
            "s_ptr, z_ptr": "z_ptr",
            "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "y = tl.maximum(y, 0.0)",
            "0.0)\n    y += s": "z)",
            "y = tl.maximum(y, z)": "",
            "s = s.contiguous()": "",
        },
    ),
    # Linear layer whose numbers a mask hides, y = where(mask, -inf, (x @ w.T + b) * scale): routers, actions
    # that are not allowed.
    "linear_filled": Composition(
        "linear",
        {
            "1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "2), (5, 7, 33), (72, 40, 35)]  # M, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "M, K, N):\n"
                "    x = torch.randn(M, K)\n"
                "    m = torch.randn(M, N) > 0.5\n"
                "    w = torch.randn(N, K) / K ** 0.5\n"
                "    b = torch.randn(N)\n"
                "    return x, m, w, b"
            ),
            "linear_filled_torch(x, w, b": "linear_filled_torch(x, m, w, b",
            "torch.relu(y)\n    y = torch.sigmoid(y": 'y * 0.5\ny = y.masked_fill(m, float("-inf")',
            "w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,\n                         BLOCK_M": (
                "m_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,\n"
                "                           BLOCK_M"
            ),
            (
                "tl.maximum(y, 0.0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N)"
            ): (
                "0.5 * y\n"
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "m = tl.load(m_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0)\n"
                'y = tl.where(m, -float("inf"), y)\n'
                "tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=mask"
            ),
            "linear_filled_triton(x, w, b": "linear_filled_triton(x, m, w, b",
            "N, K = w.shape": "m = m.contiguous()\nN, K = w.shape",
            "x.shape[:-1] + (N,": "(*x.shape[:-1], N",
            "w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M": "m, w, b, y, M, N, K, w.stride(0), w.stride(1),\n                             BLOCK_M",
        },
    ),
}
