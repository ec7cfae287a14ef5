"""Compositions of the families of matrix products, matmul_4d to matvec_of_ranks."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Product of two stacks of heads, y[b, h] = x[b, h] @ w[b, h] for x (B, H, M, K) and w (B, H, K, N).
    "matmul_4d": Composition(
        "bmm",
        {
            "), (2, 3, 5, 33), (2, 70, 40, 20)]  # B": ", 1), (2, 3, 4, 5, 33), (2, 2, 20, 40, 30)]  # B, H",
            "M, K, N):\n    return torch.randn(B, M, K), torch.randn(B": "H, M, K, N):\n    return torch.randn(B, H, M, K), torch.randn(B, H",
            "bmm": "matmul",
            "y_ptr, M, N, K, stride_xb, stride_xm, stride_xk, stride_wb": (
                "y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
                "                     stride_wb, stride_wh"
            ),
            "batch = pid // tiles_m": "batch_head = pid // tiles_m\nb = batch_head // H\nh = batch_head % H",
            (
                "batch * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "    w_ptrs = w_ptr + batch * stride_wb"
            ): (
                "b * stride_xb + h * stride_xh + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "w_ptrs = w_ptr + b * stride_wb + h * stride_wh"
            ),
            "(batch": "(batch_head",
            (
                "M, K = x.shape\n"
                "    N = w.shape[2]\n"
                "    stride_xb, stride_xm, stride_xk = x.stride()\n"
                "    stride_wb, stride_wk, stride_wn = w.stride()\n"
                "    y = torch.empty((B, M, N), device=x.device, dtype=x.dtype)\n"
                "    grid = (B * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    matmul_4d_kernel[grid](x, w, y, M, N, K, stride_xb, stride_xm, stride_xk, "
                "stride_wb, stride_wk, stride_wn,\n"
                "                           BLOCK_M"
            ): (
                "H, M, K = x.shape\n"
                "N = w.shape[3]\n"
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()\n"
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()\n"
                "y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)\n"
                "grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "matmul_4d_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
                "                       stride_wb, stride_wh, stride_wk, stride_wn, BLOCK_M"
            ),
        },
    ),
    # Matrix product joined with a second tensor, y = max(f(x @ w), z): a residual, a gate, a scale.
    "matmul_binary": Composition(
        "matmul_chain",
        {
            "return x, w": "z = torch.randn(M, N)\nreturn x, w, z",
            "matmul_binary_torch(x, w": "matmul_binary_torch(x, w, z",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.sigmoid(y)": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            "y = tl.abs(y)": "",
            "matmul_binary_triton(x, w):": "matmul_binary_triton(x, w, z):\n    z = z.contiguous()",
            "y, M": "z, y, M",
        },
    ),
    # Matrix product of a matrix and a program of two tensors that broadcast, y = f(w @ g(x, z)), of any
    # ranks, transposed or not.
    "matmul_by_pair": Composition(
        "matmul_of_pair",
        {
            "x_shape, w_shape": "w_shape, x_shape",
            "x @ w": "w @ x",
            (
                "stride_xm, stride_xk,\n"
                "                          stride_za, stride_zb, stride_zc, stride_zm, stride_zk, "
                "stride_wa, stride_wb, stride_wc, stride_wk, stride_wn"
            ): (
                "stride_xk, stride_xn,\n"
                "                          stride_za, stride_zb, stride_zc, stride_zk, stride_zn, "
                "stride_wa, stride_wb, stride_wc, stride_wm, stride_wk"
            ),
            (
                "rows[:, None] < M) & (k[None, :] < K)\n"
                "        w_mask = (k[:, None] < K) & (columns[None, :] < N)\n"
                "        x = tl.load(x_ptr + rows[:, None] * stride_xm + k[None, :] * stride_xk, "
                "mask=x_mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + rows[:, None] * stride_zm + k[None, :] * stride_zk, "
                "mask=x_mask, other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn"
            ): (
                "k[:, None] < K) & (columns[None, :] < N)\n"
                "w_mask = (rows[:, None] < M) & (k[None, :] < K)\n"
                "x = tl.load(x_ptr + k[:, None] * stride_xk + columns[None, :] * stride_xn, mask=x_mask, "
                "other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + k[:, None] * stride_zk + columns[None, :] * stride_zn, mask=x_mask, "
                "other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + rows[:, None] * stride_wm + k[None, :] * stride_wk"
            ),
            "x, w": "w, x",
            "M, K), N = shape[-2:], w.shape[-1": "K, N), M = shape[-2:], w.shape[-2",
            "M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, K, N": "K, N), z.expand(A, B, C, K, N), w.expand(A, B, C, M, K",
        },
    ),
    # Matrix product of two tensors of any ranks, scaled by one of its own sizes, y = f(x @ w / K): means over
    # pairs, scores, Gram matrices.
    "matmul_by_size": Composition(
        "matmul_of_ranks",
        {
            "x = torch.relu(x)": "",
            "y = torch.sigmoid(y)": "y = torch.relu(y)\ny = y / w.shape[-2]\ny = torch.sigmoid(y)",
            "B, C, stride_xa": "scale, B, C, stride_xa",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, 0.0)\ny = y * scale\ny = tl.sigmoid(y)",
            "batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])": "scale = 1 / K\nbatch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])",
            "B, C, *": "scale, B, C, *",
        },
    ),
    # Matrix product joined with two tensors, y = max(f(x @ w) + s, z), functions between and after.
    "matmul_joins": Composition(
        "matmul_chain",
        {
            "return x, w": "s = torch.randn(N)\nz = torch.randn(M, N)\nreturn x, w, s, z",
            "matmul_joins_torch(x, w": "matmul_joins_torch(x, w, s, z",
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
            "matmul_joins_triton(x, w):": "matmul_joins_triton(x, w, s, z):\n    s = s.contiguous()\n    z = z.contiguous()",
            "y, M": "s, z, y, M",
        },
    ),
    # Matrix product with two results, z = x @ w and y = max(sigmoid(z), z): what a residual around a norm
    # needs.
    "matmul_kept": Composition(
        "matmul_chain",
        {
            "y = torch.sigmoid(y)": "z = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            "y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,\n                       BLOCK_M": (
                "z_ptr, y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,\n"
                "                        BLOCK_M"
            ),
            "y = tl.sigmoid(y)": "z = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "grid = (triton.cdiv(M, 128), triton.cdiv(N, 64))": "z = torch.empty_like(y)\ngrid = (triton.cdiv(M, 128), triton.cdiv(N, 64))",
            (
                "y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,\n"
                "                             BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "    return"
            ): (
                "z, y, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn,\n"
                "                          BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "return z,"
            ),
        },
    ),
    # Matrix product of functions of two tensors of any ranks, y = phi(k).T @ psi(v), as linear attention
    # takes, or Gram matrices of features.
    "matmul_of_features": Composition(
        "matmul_of_ranks",
        {
            "torch.relu(x)": "F.elu(x) + 1.0\nw = F.elu(w) + 1.0",
            "x = tl.maximum(x, 0.0)": "",
            'y += tl.dot(x, w, input_precision="tf32x3")': (
                "x = tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))\n"
                "w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n"
                "w = tl.where(k[:, None] < K - start, w, 0.0)\n"
                'y += tl.dot(x, w, input_precision="tf32x3")'
            ),
        },
    ),
    # Matrix product of two tensors of any ranks with two results, v = sigmoid(g(x) @ w) and y = v + z: a
    # gate, and what it lets through.
    "matmul_of_ranks_to_two": Composition(
        "matmul_of_ranks",
        {
            "return x, w": (
                "batch = torch.broadcast_shapes(x_shape[:-2], w_shape[:-2])\n"
                "M, N = x_shape[-2], w_shape[-1]\n"
                "z = torch.randn(*batch, M, N)\n"
                "return x, w, z"
            ),
            "matmul_of_ranks_to_two_torch(x, w": "matmul_of_ranks_to_two_torch(x, w, z",
            "y = torch.sigmoid(y)\n    return": "v = torch.sigmoid(y)\ny = v + z\nreturn v,",
            "y_ptr,": "z_ptr, v_ptr, y_ptr,",
            "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):": (
                "stride_za, stride_zb, stride_zc, stride_zm, stride_zn,\n"
                "BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):"
            ),
            (
                "y = tl.sigmoid(y)\n"
                "    y_ptrs = y_ptr + batch * M * N + rows[:, None] * N + columns[None, :]\n"
                "    tl.store(y_ptrs, y, mask=(rows[:, None] < M) & (columns[None, :] < N)"
            ): (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "z_ptrs = z_ptr + a * stride_za + b * stride_zb + c * stride_zc + rows[:, "
                "None] * stride_zm + columns[None, :] * stride_zn\n"
                "z = tl.load(z_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "v = tl.sigmoid(y)\n"
                "y = v + z\n"
                "offsets = batch * M * N + rows[:, None] * N + columns[None, :]\n"
                "tl.store(v_ptr + offsets, v, mask=mask)\n"
                "tl.store(y_ptr + offsets, y, mask=mask"
            ),
            "matmul_of_ranks_to_two_triton(x, w": "matmul_of_ranks_to_two_triton(x, w, z",
            (
                "w = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N)\n"
                "    y = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device"
            ): (
                "w, z = x.expand(A, B, C, M, K), w.expand(A, B, C, K, N), z.expand(A, B, C, M, N)\n"
                "v = torch.empty((*batch, M, N), dtype=x.dtype, device=x.device)\n"
                "y = torch.empty_like(v"
            ),
            (
                "y, M, N, K, B, C, *x.stride(), *w.stride(), BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, "
                "num_warps=8)\n"
                "    return"
            ): (
                "z, v, y, M, N, K, B, C, *x.stride(), *w.stride(), *z.stride(),\n"
                "                                    BLOCK_M=128, BLOCK_N=64, BLOCK_K=32, num_warps=8)\n"
                "return v,"
            ),
        },
    ),
    # Matrix product of slices of two tensors, y = f(x[..., 3:] @ w[2:, 1:]): a slice is an offset and a size,
    # nothing is copied.
    "matmul_of_slices": Composition(
        "matmul_of_ranks",
        {
            "1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9": "4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19",
            "torch.relu(x)": "x[..., 2:]\nw = w[..., 2:, :]",
            "y = torch.sigmoid(y)": "y = torch.relu(y)\ny = torch.sigmoid(y)",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, 0.0)\ny = tl.sigmoid(y)",
            "(M, K), N = x.shape[-2:], w.shape[-1]": "x = x[..., 2:]\nw = w[..., 2:, :]\n(M, K), N = x.shape[-2:], w.shape[-1]",
        },
    ),
    # Matrix products of a batch of heads, y[b, h] = x[b, h] @ w[b, h], of tensors in any order of dimensions,
    # y included.
    "matmul_orders": Composition(
        "linear",
        {
            "1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "2, 3, 1, 4), (2, 3, 4, 5, 33), (2, 5, 20, 40, 30)]  # B, H, M, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): (
                "B, H, M, K, N):\n"
                "    x = torch.randn(B, H, M, K)\n"
                "    w = torch.randn(B, H, K, N) / K ** 0.5\n"
                "    return x, w"
            ),
            ", b):\n    y = F.linear(x, w, b": "):\n    y = (x @ w)  # (B, H, M, N",
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": (
                "y_ptr, H, M, N, K, stride_xb, stride_xh, stride_xm, stride_xk,\n"
                "                         stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, "
                "stride_yh, stride_ym, stride_yn"
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
                "    matmul_orders_kernel[grid](x, w, b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M"
            ): (
                "):\n"
                "    B, H, M, K = x.shape\n"
                "    N = w.shape[3]\n"
                "    stride_xb, stride_xh, stride_xm, stride_xk = x.stride()\n"
                "    stride_wb, stride_wh, stride_wk, stride_wn = w.stride()\n"
                "    y = torch.empty((B, H, M, N), device=x.device, dtype=x.dtype)\n"
                "    stride_yb, stride_yh, stride_ym, stride_yn = y.stride()\n"
                "    grid = (B * H * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    matmul_orders_kernel[grid](x, w, y, H, M, N, K, stride_xb, stride_xh, stride_xm, "
                "stride_xk,\n"
                "                            stride_wb, stride_wh, stride_wk, stride_wn, stride_yb, "
                "stride_yh, stride_ym, stride_yn,\n"
                "                            BLOCK_M"
            ),
        },
    ),
    # Matrix product of two tensors of any ranks and a third beside it, each with a factor: y = f(alpha * (x @
    # w) + beta * z).
    "matmul_plus": Composition(
        "matmul_of_ranks_joins",
        {
            "x = torch.relu(x)": "",
            "torch.maximum(y, z": "1.5 * y + 0.5 * z\ny = torch.relu(y",
            "x = tl.maximum(x, 0.0)": "",
            "tl.maximum(y, z": "1.5 * y + 0.5 * z\ny = tl.maximum(y, 0.0",
        },
    ),
    # Matrix product of functions of matrices, y = relu(x) @ w: the function is applied to a tile as it is
    # loaded.
    "matmul_prologue": Composition(
        "matmul_prologue_tail",
        {
            "y = x @ w": "w = torch.sigmoid(w)\ny = x @ w",
            "y = torch.sigmoid(y)": "",
            "# w is zero beyond K, but a function that is infinite at zero would still give NaN there": (
                "w = tl.sigmoid(w)\n"
                "# The function of the zeros beyond K need not be zero; what the sum must not see is "
                "masked again"
            ),
            'y += tl.dot(x, w, input_precision="tf32x3")': 'w = tl.where(w_mask, w, 0.0)\ny += tl.dot(x, w, input_precision="tf32x3")',
            "y = tl.sigmoid(y)": "",
        },
    ),
    # Matrix product summed along its rows, z = (x @ w).sum(-1), without ever writing x @ w; mean, max and min
    # too.
    "matmul_reduce": Composition(
        "matmul_logsumexp",
        {
            "N, K) / K ** 0.5, torch.randn(N)": "K, N) / K ** 0.5",
            ", b):\n    y = F.linear(x, w, b)": "):\n    y = x @ w",
            "torch.logsumexp(y, dim": "y.sum(dim",
            "b_ptr, z_ptr, M, N, K, stride_xm, stride_xk, stride_wn, stride_wk": "z_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn",
            'largest = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)\n    total': "z",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            (
                'y = tl.where(columns[None, :] < N, y, float("-inf"))\n'
                "        new_largest = tl.maximum(largest, tl.max(y, axis=1))\n"
                "        total = total * tl.exp(largest - new_largest) + tl.sum(tl.exp(y - "
                "new_largest[:, None]), axis=1)\n"
                "        largest = new_largest\n"
                "    z = largest + tl.log(total"
            ): "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1",
            "matmul_reduce_triton(x, w, b": "matmul_reduce_triton(x, w",
            "0]": "1]",
            "b, z": "z",
        },
    ),
    # Matrix product whose result is read twice: v = x @ w, y = sigmoid(max(relu(v), cos(v))), and on.
    "matmul_reuse": Composition(
        "matmul_chain",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Scores of attention, y = q @ k.T / sqrt(D), and what is done to them before a softmax: a scale, a
    # function, a causal mask.
    "matmul_scores": Composition(
        "matmul_scores_masked",
        {
            "1, 2": "1, 1",
            "mask = torch.randn(T, S)\n    mask = mask > 0\n    return q, k, mask": "return q, k",
            ", mask):\n    D = q.shape[-1": "):\n    B, H, T, D = q.shape\n    S = k.shape[2",
            "(mask,": "(torch.ones(T, S, device=y.device).tril() == 0,",
            (
                "mask_ptr, y_ptr, H, T, S, D, scale,\n"
                "                         stride_qb, stride_qh, stride_qt, stride_qd, stride_kb, "
                "stride_kh, stride_ks, stride_kd,\n"
                "                         stride_mb, stride_mh, stride_mt, stride_ms"
            ): (
                "y_ptr, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                         stride_kb, stride_kh, stride_ks, stride_kd"
            ),
            (
                "inside = (rows[:, None] < T) & (columns[None, :] < S)\n"
                "    mask_ptrs = mask_ptr + b * stride_mb + h * stride_mh + rows[:, "
                "None] * stride_mt + columns[None, :] * stride_ms\n"
                "    mask = tl.load(mask_ptrs, mask=inside, other=0"
            ): "mask = (rows[:, None] < T) & (columns[None, :] < S",
            (
                'mask != 0, float("-inf"), y)\n'
                "    tl.store(y_ptr + ((b * H + h) * T + rows[:, None]) * S + columns[None, :], y, "
                "mask=inside"
            ): (
                'columns[None, :] <= rows[:, None], y, float("-inf"))\n'
                "offsets = ((b * H + h) * T + rows[:, None]) * S + columns[None, :]\n"
                "tl.store(y_ptr + offsets, y, mask=mask"
            ),
            "matmul_scores_triton(q, k, mask": "matmul_scores_triton(q, k",
            "stride_mb, stride_mh, stride_mt, stride_ms = mask.expand(B, H, T, S).stride()": "",
            (
                "mask, y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                               stride_kb, stride_kh, stride_ks, stride_kd, stride_mb, "
                "stride_mh, stride_mt, stride_ms,\n"
                "                               BLOCK_T"
            ): (
                "y, H, T, S, D, scale, stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                           stride_kb, stride_kh, stride_ks, stride_kd, BLOCK_T"
            ),
        },
    ),
    # Masked scores of attention with what people fill in, y = masked_fill(q @ k.T / sqrt(D), mask == 0,
    # -1e9), for shared keys too.
    "matmul_scores_filled": Composition(
        "matmul_scores_masked",
        {
            "D = q.shape[-1]": "",
            "y / math.sqrt(D": "y / math.sqrt(q.shape[-1])\ny = y.masked_fill(mask, -1e9",
            'y = y.masked_fill(mask, float("-inf"))': "",
            "y = tl.maximum(y, 0.0)": "y = tl.where(mask != 0, -1e9, y)\ny = tl.maximum(y, 0.0)",
            'y = tl.where(mask != 0, float("-inf"), y)': "",
            (
                "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()\n"
                "    stride_kb, stride_kh, stride_ks, stride_kd = k.stride()\n"
                "    stride_mb, stride_mh, stride_mt, stride_ms = mask.expand(B, H, T, S).stride("
            ): "k = k.expand(B, H, S, D)\nmask = mask.expand(B, H, T, S",
            (
                "stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                                      stride_kb, stride_kh, stride_ks, stride_kd, "
                "stride_mb, stride_mh, stride_mt, stride_ms"
            ): "*q.stride(), *k.stride(), *mask.stride()",
        },
    ),
    # Matrix product of a transposed matrix, y = x.T @ w for x (K, M) and w (K, N); also x @ w.T and x.T @
    # w.T.
    "matmul_transposed": Composition(
        "matmul_chain",
        {
            "40": "50",
            "x = torch.randn(M, K)\n    w = torch.randn(K, N) / K ** 0.5\n    return x, w": "return torch.randn(K, M), torch.randn(K, N) / K ** 0.5",
            "x @": "x.T @",
            "y = torch.sin(y)\n    y = torch.abs(y)": "",
            (
                "mask = (rows[:, None] < M) & (columns[None, :] < N)\n"
                "    offsets = rows[:, None] * N + columns[None, :]"
            ): "",
            "y = tl.sin(y)\n    y = tl.abs(y)\n    tl.store(y_ptr + offsets, y, mask=mask": (
                "tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, "
                "None] < M) & (columns[None, :] < N)"
            ),
            "M, K =": "K, M =",
            "stride_xm, stride_xk =": "stride_xk, stride_xm =",
        },
    ),
    # Lower triangle of a matrix product, y = tril(x @ w), and the upper one; `diagonal` moves the border.
    "matmul_triangle": Composition(
        "linear",
        {
            "1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]  # N, K, leading dimensions": "5, 1, 4), (7, 5, 33), (70, 50, 65)]  # M, K, N",
            (
                "N, K, *rows):\n"
                "    return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)"
            ): "M, K, N):\n    return torch.randn(M, K), torch.randn(K, N) / K ** 0.5",
            ", b):\n    y = F.linear(x, w, b)": "):\n    y = x @ w",
            "torch.sigmoid(y": "torch.tril(y, diagonal=0",
            "b_ptr, y_ptr, M, N, K, stride_wn, stride_wk": "y_ptr, M, N, K, stride_xm, stride_xk, stride_wk, stride_wn, DIAGONAL: tl.constexpr",
            (
                "rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)\n"
                "    columns = tl.program_id(1).to(tl.int64) * BLOCK_N"
            ): (
                "first_row = tl.program_id(0).to(tl.int64) * BLOCK_M\n"
                "first_column = tl.program_id(1).to(tl.int64) * BLOCK_N\n"
                "rows = first_row + tl.arange(0, BLOCK_M)\n"
                "columns = first_column"
            ),
            "K + k[None, :]": "stride_xm + k[None, :] * stride_xk",
            "for start in range(0, K": (
                "wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL\n"
                "for start in range(0, tl.where(wanted, K, 0)"
            ),
            "x_ptrs += BLOCK_K": "x_ptrs += BLOCK_K * stride_xk",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "tl.sigmoid(y": "tl.where(columns[None, :] - rows[:, None] <= DIAGONAL, y, 0.0",
            (
                ", b):\n"
                "    x = x.contiguous()\n"
                "    N, K = w.shape\n"
                "    M = x.numel() // K\n"
                "    y = torch.empty(x.shape[:-1] + (N,"
            ): "):\n    M, K = x.shape\n    N = w.shape[1]\n    y = torch.empty((M, N",
            "b, y, M, N, K, w.stride(0), w.stride(1), BLOCK_M": (
                "y, M, N, K, x.stride(0), x.stride(1), w.stride(0), w.stride(1), DIAGONAL=0,\n"
                "                             BLOCK_M"
            ),
        },
    ),
    # Scores without a softmax, y = relu(q @ k.T / sqrt(D)) ** 2 / S: scaled, made weights by a function of
    # their own, divided by a length.
    "matmul_weighed": Composition(
        "matmul_of_ranks",
        {
            "x = torch.relu(x)": "",
            "y = torch.sigmoid(y)": "D = w.shape[-2]\ny = y / math.sqrt(D)\ny = torch.relu(y)\ny = y / y.shape[-1]",
            (
                "B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,\n"
                "                          stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,\n"
                "                          BLOCK_M"
            ): (
                "scale, length, B, C, stride_xa, stride_xb, stride_xc, stride_xm, stride_xk,\n"
                "                           stride_wa, stride_wb, stride_wc, stride_wk, stride_wn,\n"
                "                           BLOCK_M"
            ),
            "x = tl.maximum(x, 0.0)": "",
            "tl.sigmoid(y)": "y * scale\ny = tl.maximum(y, 0.0)\ny = y / length",
            "batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])": (
                "scale = 1 / math.sqrt(K)\n"
                "length = float(N)\n"
                "batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])"
            ),
            "B, C, *": "scale, length, B, C, *",
        },
    ),
    # A matrix and a vector of each batch, y[b] = x[b] @ v[b] for x (B, M, K) and v (B, K); also x[b].T @
    # v[b], and v as a column.
    "matvec_batched": Composition(
        "matvec",
        {
            "1), (33, 3), (300, 40), (33, 2, 5), (20, 2, 3, 4)]  # K, leading dimensions": "2, 1), (2, 3, 33), (3, 40, 140)]  # B, M, K",
            "K, *rows):\n    return torch.randn(*rows, K), torch.randn(K": "B, M, K):\n    return torch.randn(B, M, K), torch.randn(B, K",
            "x @ v": "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)",
            (
                "stride_v, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):\n"
                "    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M"
            ): (
                "stride_xb, stride_xm, stride_xk, stride_vb, stride_vk,\n"
                "                          BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr):\n"
                "    tiles_m = tl.cdiv(M, BLOCK_M)\n"
                "    b = tl.program_id(0).to(tl.int64) // tiles_m\n"
                "    rows = tl.program_id(0) % tiles_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64"
            ),
            (
                "x = tl.load(x_ptr + rows[:, None] * K + k[None, :], mask=mask, other=0.0).to(tl.float32)\n"
                "        v = tl.load(v_ptr + k * stride_v"
            ): (
                "x_ptrs = x_ptr + b * stride_xb + rows[:, None] * stride_xm + k[None, :] * stride_xk\n"
                "x = tl.load(x_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "v = tl.load(v_ptr + b * stride_vb + k * stride_vk"
            ),
            "+ rows,": "+ b * M + rows,",
            (
                "x = x.contiguous()\n"
                "    K = x.shape[-1]\n"
                "    M = x.numel() // K\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    grid = (triton.cdiv(M, 16),)\n"
                "    matvec_batched_kernel[grid](x, v, y, M, K, v.stride(0), BLOCK_M"
            ): (
                "B, M, K = x.shape\n"
                "stride_xb, stride_xm, stride_xk = x.stride()\n"
                "y = torch.empty((B, M), device=x.device, dtype=x.dtype)\n"
                "grid = (B * triton.cdiv(M, 16),)\n"
                "matvec_batched_kernel[grid](x, v, y, M, K, stride_xb, stride_xm, stride_xk, "
                "v.stride(0), v.stride(1),\n"
                "                            BLOCK_M"
            ),
        },
    ),
    # Products of matrices and one vector, y[..., m] = sum_k x[..., m, k] * v[k], at ranks 2 to 5, from either
    # side.
    "matvec_of_ranks": Composition(
        "matvec_of_parts",
        {
            ")]": ")]  # leading dimensions, M, K",
            "z = torch.randn(shape[:-1])\n    return x, v, z": "return x, v",
            (
                ", z):\n"
                "    x = torch.tril(x)\n"
                "    y = x @ v\n"
                "    y = torch.relu(y)\n"
                "    y = 1.5 * y + 0.5 * z\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ): "):\n    return x @ v",
            "z_ptr, y_ptr, M, K": "y_ptr, M, K, stride_m, stride_k",
            (
                ") & (k[None, :] <= rows[:, None])\n"
                "        x = tl.load(x_ptr + (batch * M + rows[:, None]) * K + k[None, :]"
            ): ")\nx = tl.load(x_ptr + batch * M * K + rows[:, None] * stride_m + k[None, :] * stride_k",
            (
                "y = tl.sum(lanes, axis=1)\n"
                "    z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)\n"
                "    y = tl.maximum(y, 0.0)\n"
                "    y = 1.5 * y + 0.5 * z\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + batch * M + rows, y"
            ): "tl.store(y_ptr + batch * M + rows, tl.sum(lanes, axis=1)",
            ", z):\n    x, v, z = x.contiguous(), v.contiguous(), z": "):\n    x, v = x.contiguous(), v",
            "y = torch.empty(x.shape[:-1]": "stride_m, stride_k = K, 1\ny = torch.empty((*x.shape[:-2], M)",
            "z, y, M, K": "y, M, K, stride_m, stride_k",
        },
    ),
}
