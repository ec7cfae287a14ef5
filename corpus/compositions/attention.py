"""Compositions of the families of attention."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Attention scores with a linear bias of distance, y[b, h, i, j] = scale x[b, h, i, j] + slope[h] (j - i).
    "alibi": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 2, 2), (2, 3, 7, 7), (1, 4, 9, 30",
            "*shape):\n    return (torch.randn(shape),": (
                "batch, heads, rows, columns):\n"
                "    return torch.randn(batch, heads, rows, columns), torch.randn(heads"
            ),
            "alibi_torch(x": "alibi_torch(x, slope",
            "x = torch.exp(-x)\n    return x": (
                "i = torch.arange(x.shape[2], device=x.device).unsqueeze(1)\n"
                "j = torch.arange(x.shape[3], device=x.device)\n"
                "y = x * 0.125 + slope.view(-1, 1, 1) * (j - i)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "y_ptr, n_elements": "slope_ptr, y_ptr, n_elements, heads, rows, columns",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "j = offsets % columns\n"
                "i = offsets // columns % rows\n"
                "slope = tl.load(slope_ptr + offsets // (columns * rows) % heads, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x = tl.exp(-x)\n    tl.store(y_ptr + offsets, x": (
                "y = x * 0.125 + slope * (j - i).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "alibi_triton(x": "alibi_triton(x, slope",
            "y = torch.empty_like(x)": "slope = slope.contiguous()\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    alibi_kernel[grid](x, y, n_elements"
            ): (
                "batch, heads, rows, columns = x.shape\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "alibi_kernel[grid](x, slope, y, y.numel(), heads, rows, columns"
            ),
        },
    ),
    # Additive attention's scores, y[b, s] = sum over d of v[d] * f(q[b, d] + k[b, s, d]), f mostly tanh: a
    # query beside every key.
    "attention_additive": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]": "1, 2), (2, 5, 33), (3, 4, 140)]  # B, S, D",
            "*shape):\n    return (torch.randn(shape),)": "B, S, D):\n    return torch.randn(B, 1, D), torch.randn(B, S, D), torch.randn(D) / D ** 0.5",
            "attention_additive_torch(x):": "attention_additive_torch(x, z, v):\n    x = x + z",
            "x = torch.exp(-x)\n    return x": "y = torch.matmul(x, v)\ny = torch.sigmoid(y)\nreturn y",
            (
                "y_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "z_ptr, v_ptr, y_ptr, S, D, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    products = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, D, BLOCK):\n"
                "        d = start + tl.arange(0, BLOCK)\n"
                "        mask = d < D\n"
                "        x = tl.load(x_ptr + row // S * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        v = tl.load(v_ptr + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = x + z\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        products += tl.where(mask, x * v, 0.0)\n"
                "    y = tl.sum(products, axis=0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + row, y"
            ),
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    attention_additive_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                ", z, v):\n"
                "    x, z, v = x.contiguous(), z.contiguous(), v.contiguous()\n"
                "    B, S, D = z.shape\n"
                "    y = z.new_empty(B, S)\n"
                "    attention_additive_kernel[(B * S,)](x, z, v, y, S, D, BLOCK=128, num_warps=4"
            ),
        },
    ),
    # Grouped-query attention: q has H heads, k and v only G, and H // G neighbouring query heads share one of
    # them.
    "attention_gqa": Composition(
        "attention",
        {
            "1, 1, 1, 1, 1), (2, 3, 5, 33, 8, 6), (1, 2, 40, 70, 20, 36)]  # B, H": "2, 1, 1, 1, 1, 1), (3, 4, 2, 5, 33, 8, 6), (1, 4, 2, 20, 70, 20, 36)]  # B, H, G",
            "T, S, D, E):\n    return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H": (
                "G, T, S, D, E):\n"
                "    return torch.randn(B, H, T, D), torch.randn(B, G, S, D), torch.randn(B, G"
            ),
            "is_causal=False": "enable_gqa=True",
            "y_ptr, T,": "y_ptr, SHARE, T,",
            "queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)": (
                "shared = head // SHARE  # holds across the batch too, since H is a multiple of SHARE\n"
                "queries = pid % tiles * BLOCK_T + tl.arange(0, BLOCK_T)"
            ),
            "for start in range(0, S": "end = S\nfor start in range(0, end",
            (
                "head * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)\n"
                "        v = tl.load(v_ptr + (head"
            ): (
                "shared * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)\n"
                "v = tl.load(v_ptr + (shared"
            ),
            "T, D = q.shape[-2:]\n    S, E = v.shape[-2": "B, H, T, D = q.shape\nG, S, E = v.shape[1",
            (
                "heads = q.numel() // (T * D)\n"
                "    y = torch.empty(q.shape[:-1] + (E,), device=q.device, dtype=q.dtype)\n"
                "    grid = (heads * triton.cdiv(T, 64),)\n"
                "    attention_gqa_kernel[grid](q, k, v, y, T, S, D, E, scale, BLOCK_T=64, BLOCK_S=32,\n"
                "                               BLOCK_D=max(16, triton.next_power_of_2(D)), "
                "BLOCK_E=max(16, triton.next_power_of_2(E)),\n"
                "                               num_warps"
            ): (
                "y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)\n"
                "grid = (B * H * triton.cdiv(T, 64),)\n"
                "attention_gqa_kernel[grid](q, k, v, y, H // G, T, S, D, E, scale,\n"
                "                           BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, "
                "triton.next_power_of_2(D)),\n"
                "                           BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps"
            ),
        },
    ),
    # Attention with a mask, y = softmax(q @ k.T * scale + mask) @ v: the mask is True where a query may look,
    # or a bias.
    "attention_masked": Composition(
        "attention",
        {
            "return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
                "shape = (T, S)\n"
                "mask = torch.randn(shape) < 0.5\n"
                "return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E), mask"
            ),
            "):\n    y = F.scaled_dot_product_attention(q, k, v, is_causal=False": ", mask):\n    y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask",
            "y_ptr, T, S, D, E, scale": (
                "mask_ptr, y_ptr, H, T, S, D, E, scale,\n"
                "                            stride_mb, stride_mh, stride_mt, stride_ms"
            ),
            (
                "q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, "
                "other=0.0).to(tl.float32)"
            ): (
                "q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, "
                "other=0.0).to(tl.float32)\n"
                "mask_ptrs = mask_ptr + head // H * stride_mb + head % H * stride_mh + queries[:, "
                "None] * stride_mt"
            ),
            "0, BLOCK_S)": "0, BLOCK_S).to(tl.int64)",
            "logits = tl.where(keys[None, :] < S": (
                "inside = (queries[:, None] < T) & (keys[None, :] < S)\n"
                "allowed = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0)\n"
                "logits = tl.where(allowed != 0"
            ),
            (
                "weights = tl.exp(logits - new_largest[:, None])\n"
                "        shrink = tl.exp(largest - new_largest"
            ): (
                'reference = tl.where(new_largest == float("-inf"), 0.0, new_largest)\n'
                "weights = tl.exp(logits - reference[:, None])\n"
                "shrink = tl.exp(largest - reference"
            ),
            "total[": "tl.where(total == 0.0, 1.0, total)[",
            "attention_masked_triton(q, k, v": "attention_masked_triton(q, k, v, mask",
            "T, D = q.shape[-2:]\n    S, E = v.shape[-2:": "B, H, T, D = q.shape\nS, E = v.shape[2], v.shape[3",
            (
                "heads = q.numel() // (T * D)\n"
                "    y = torch.empty(q.shape[:-1] + (E,), device=q.device, dtype=q.dtype)\n"
                "    grid = (heads * triton.cdiv(T, 64),)\n"
                "    attention_masked_kernel[grid](q, k, v, y, T, S, D, E, scale, BLOCK_T=64, BLOCK_S=32,\n"
                "                                  BLOCK_D=max(16, triton.next_power_of_2(D)), "
                "BLOCK_E=max(16, triton.next_power_of_2(E)),\n"
                "                                  num_warps"
            ): (
                "stride_mb, stride_mh, stride_mt, stride_ms = 0, 0, mask.stride(0), mask.stride(1)\n"
                "y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)\n"
                "grid = (B * H * triton.cdiv(T, 64),)\n"
                "attention_masked_kernel[grid](q, k, v, mask, y, H, T, S, D, E, scale, stride_mb, "
                "stride_mh, stride_mt, stride_ms,\n"
                "                              BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, "
                "triton.next_power_of_2(D)),\n"
                "                              BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps"
            ),
        },
    ),
    # Attention whose keys are a program of two tensors that broadcast, y = f(attention(q, g(k, z), v)) + r.
    "attention_of_keys": Composition(
        "attention_of_queries",
        {
            "T, D)\n    q": "S, D)\nk",
            "k, v = torch.randn(*batch, S": "q, v = torch.randn(*batch, T",
            "q = torch.maximum(q": "k = torch.maximum(k",
            (
                "stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                             stride_zb, stride_zh, stride_zt"
            ): (
                "stride_kb, stride_kh, stride_ks, stride_kd,\n"
                "                             stride_zb, stride_zh, stride_zs"
            ),
            "q_ptr += head // H * stride_qb + head % H * stride_qh": "k_ptr += head // H * stride_kb + head % H * stride_kh",
            (
                "queries[:, None] * stride_qt + d[None, :] * stride_qd, mask=q_mask, "
                "other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + queries[:, None] * stride_zt + d[None, :] * stride_zd, "
                "mask=q_mask, other=0.0).to(tl.float32)\n"
                "    q = tl.maximum(q, z)\n"
                "    q = tl.where(q_mask, q, 0.0)  # what lies outside need not be a number here"
            ): "(head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)",
            "(head * S + keys[:, None]) * D + d[None, :], mask=k_mask, other=0.0).to(tl.float32)": (
                "keys[:, None] * stride_ks + d[None, :] * stride_kd, mask=k_mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + keys[:, None] * stride_zs + d[None, :] * stride_zd, mask=k_mask, "
                "other=0.0).to(tl.float32)\n"
                "k = tl.maximum(k, z)\n"
                "k = tl.where(k_mask, k, 0.0)  # what lies outside need not be a number here"
            ),
            (
                "q.shape, z.shape)\n"
                "    B, H, T, D = (1, 1, *shape)[-4:]\n"
                "    S, E = v.shape[-2:]\n"
                "    q, z = q.expand(B, H, T, D), z.expand(B, H, T, D)\n"
                "    k, v = k"
            ): (
                "k.shape, z.shape)\n"
                "B, H, S, D = (1, 1, *shape)[-4:]\n"
                "T, E = q.shape[-2], v.shape[-1]\n"
                "k, z = k.expand(B, H, S, D), z.expand(B, H, S, D)\n"
                "q, v = q"
            ),
            "*q": "*k",
        },
    ),
    # Attention whose values are a program of two tensors that broadcast, y = f(attention(q, k, g(v, z))) + r.
    "attention_of_values": Composition(
        "attention_of_queries",
        {
            "T, D)\n    q": "S, E)\nv",
            "k, v = torch.randn(*batch, S, D), torch.randn(*batch, S, E": "q, k = torch.randn(*batch, T, D), torch.randn(*batch, S, D",
            "q = torch.maximum(q": "v = torch.maximum(v",
            (
                "stride_qb, stride_qh, stride_qt, stride_qd,\n"
                "                               stride_zb, stride_zh, stride_zt, stride_zd"
            ): (
                "stride_vb, stride_vh, stride_vs, stride_ve,\n"
                "                               stride_zb, stride_zh, stride_zs, stride_ze"
            ),
            "q_ptr += head // H * stride_qb + head % H * stride_qh": "v_ptr += head // H * stride_vb + head % H * stride_vh",
            (
                "queries[:, None] * stride_qt + d[None, :] * stride_qd, mask=q_mask, "
                "other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + queries[:, None] * stride_zt + d[None, :] * stride_zd, "
                "mask=q_mask, other=0.0).to(tl.float32)\n"
                "    q = tl.maximum(q, z)\n"
                "    q = tl.where(q_mask, q, 0.0)  # what lies outside need not be a number here"
            ): "(head * T + queries[:, None]) * D + d[None, :], mask=q_mask, other=0.0).to(tl.float32)",
            "(head * S + keys[:, None]) * E + e[None, :], mask=v_mask, other=0.0).to(tl.float32)": (
                "keys[:, None] * stride_vs + e[None, :] * stride_ve, mask=v_mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + keys[:, None] * stride_zs + e[None, :] * stride_ze, mask=v_mask, "
                "other=0.0).to(tl.float32)\n"
                "v = tl.maximum(v, z)\n"
                "v = tl.where(v_mask, v, 0.0)  # what lies outside need not be a number here"
            ),
            (
                "q.shape, z.shape)\n"
                "    B, H, T, D = (1, 1, *shape)[-4:]\n"
                "    S, E = v.shape[-2:]\n"
                "    q, z = q.expand(B, H, T, D), z.expand(B, H, T, D)\n"
                "    k, v = k.contiguous(), v"
            ): (
                "v.shape, z.shape)\n"
                "B, H, S, E = (1, 1, *shape)[-4:]\n"
                "T, D = q.shape[-2:]\n"
                "v, z = v.expand(B, H, S, E), z.expand(B, H, S, E)\n"
                "q, k = q.contiguous(), k"
            ),
            "*q": "*v",
        },
    ),
    # Attention written out, y = softmax(f(q @ k.T * c)) @ v, with any function f of the logits.
    "attention_written": Composition(
        "attention",
        {
            "y = F.scaled_dot_product_attention(q, k, v, is_causal=False)\n    y = torch.relu": (
                "s = q @ k.transpose(-2, -1) * 0.125\n"
                "s = torch.relu(s)\n"
                "y = torch.softmax(s, dim=-1) @ v\n"
                "y = torch.sigmoid"
            ),
            "def attention_written_kernel(q_ptr, k_ptr, v_ptr, y_ptr, T, S, D, E, scale,": "def attention_written_kernel(q_ptr, k_ptr, v_ptr, y_ptr, T, S, D, E,",
            "for start in range(0, S": "end = S\nfor start in range(0, end",
            (
                'logits = tl.dot(q, tl.trans(k), input_precision="tf32x3") * scale\n'
                '        logits = tl.where(keys[None, :] < S, logits, float("-inf"))\n'
                "        new_largest = tl.maximum(largest, tl.max(logits, axis=1))\n"
                "        weights = tl.exp(logits"
            ): (
                's = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125\n'
                "s = tl.maximum(s, 0.0)\n"
                's = tl.where(keys[None, :] < S, s, float("-inf"))\n'
                "new_largest = tl.maximum(largest, tl.max(s, axis=1))\n"
                "weights = tl.exp(s"
            ),
            "maximum(y, 0.0": "sigmoid(y",
            "scale = D ** -0.5": "",
            (
                "scale, BLOCK_T=64, BLOCK_S=32,\n"
                "                                   BLOCK_D=max(16, triton.next_power_of_2(D)), "
                "BLOCK_E=max(16, triton.next_power_of_2(E)),\n"
                "                                   num_warps"
            ): (
                "BLOCK_T=64, BLOCK_S=32,\n"
                "                               BLOCK_D=max(16, triton.next_power_of_2(D)),\n"
                "                               BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps"
            ),
        },
    ),
    # Causal softmax of attention scores, y[b, i, :] = softmax(x[b, i, :]) over the keys j <= i, and 0 beyond.
    "causal_softmax": Composition(
        "softmax",
        {
            "), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1), (2, 5, 5), (9, 9), (2, 2, 4, 4), (70, 70",
            "x = torch.relu(x)\n    y = F.softmax(x": (
                "hidden = torch.ones(x.shape[-1], x.shape[-1], dtype=torch.bool, device=x.device).triu(1)\n"
                "x = x * 0.125\n"
                'y = F.softmax(x.masked_fill(hidden, float("-inf"))'
            ),
            (
                "n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return tl.where(cols < n_cols"
            ): (
                "position):\n"
                "    x = tl.load(x_ptr + cols, mask=cols <= position, other=0.0).to(tl.float32)\n"
                "    x = x / 8.0\n"
                "    return tl.where(cols <= position"
            ),
            "row_ptr = x_ptr + row * n_cols": "position = tl.program_id(0) % n_cols\nrow_ptr = x_ptr + row * n_cols",
            (
                "# A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): "",
            "n_cols, BLOCK):\n        x = load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols": "position + 1, BLOCK):\n    x = load_tile(row_ptr, start + tl.arange(0, BLOCK), position",
            "row_ptr, cols, n_cols": "row_ptr, cols, position",
            (
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    # Fused multiply-adds would round x anew in each reading, "
                "and x minus itself would not be 0.\n"
                "    causal_softmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): (
                "# Rows are many and half of each is hidden: small tiles skip more of it.\n"
                "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "causal_softmax_kernel[(n_rows,)](x, y, n_cols, BLOCK=64, num_warps=2"
            ),
        },
    ),
    # Softmax over the elements of a row that a mask selects; what it leaves out gets 0.
    "masked_softmax": Composition(
        "softmax",
        {
            "return (torch.randn(shape),)": "keep = torch.rand(shape) > 0.4\nkeep[..., 0] = True\nreturn torch.randn(shape), keep",
            "masked_softmax_torch(x": "masked_softmax_torch(x, keep",
            "y = F.softmax(x, dim=-1)": 'x = x.masked_fill(~keep, float("-inf"))\ny = F.softmax(x, dim=-1)',
            "cols, n_cols):": (
                "keep_ptr, cols, n_cols):\n"
                "    keep = tl.load(keep_ptr + cols, mask=cols < n_cols, other=0) != 0"
            ),
            "(cols < n_cols": "(keep",
            "y_ptr,": "keep_ptr, y_ptr,",
            (
                "row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): "row_ptr, keep_row_ptr = x_ptr + row * n_cols, keep_ptr + row * n_cols",
            ", start": ", keep_row_ptr, start",
            "row_ptr, cols,": "row_ptr, keep_row_ptr, cols,",
            "):\n    x = x": ", keep):\n    x, keep = x.contiguous(), keep",
            (
                "Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.\n"
                "    masked_softmax_kernel[(n_rows,)](x"
            ): (
                "A fused multiply-add would skip the rounding of a scaled x in x - peak alone, "
                "and x minus itself would not be 0.\n"
                "masked_softmax_kernel[(n_rows,)](x, keep"
            ),
        },
    ),
    # Rotary position embedding as models write it with `rotate_half`: y = x * cos + cat(-x2, x1) * sin, x =
    # cat(x1, x2).
    "rotary_half": Composition(
        "rotary",
        {
            "2, 10), (1, 2, 3, 64)]  # B, T, H": "5, 10), (1, 2, 3, 67)]  # B, H, T",
            "T, H, D):\n    return torch.randn(B, T, H, D), torch.randn(T, D // 2), torch.randn(T, D // 2": "H, T, D):\n    return torch.randn(B, H, T, D), torch.randn(T, D), torch.randn(T, D",
            (
                "cos, sin = cos[None, :, None, :], sin[None, :, None, :]\n"
                "    y = torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1)"
            ): "y = x * cos + torch.cat((-x2, x1), dim=-1) * sin",
            "y_ptr, T, H": "y_ptr, H, T",
            "position = row // H % T\n    half = D // 2\n    for start in range(0, half": "place = row % T\nfor start in range(0, D",
            (
                "half\n"
                "        cos = tl.load(cos_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        sin = tl.load(sin_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        x1 = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        x2 = tl.load(x_ptr + row * D + half + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        y1 = x1 * cos - x2 * sin\n"
                "        y2 = x2 * cos + x1 * sin\n"
                "        tl.store(y_ptr + row * D + d, y1, mask=mask)\n"
                "        tl.store(y_ptr + row * D + half + d, y2"
            ): (
                "D\n"
                "# -x2 stands first; of an odd row x1 is the longer part.\n"
                "first = d < D // 2\n"
                "other = tl.where(first, d + D - D // 2, d - D // 2)\n"
                "x = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "turned = tl.load(x_ptr + row * D + other, mask=mask, other=0.0).to(tl.float32)\n"
                "cos = tl.load(cos_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "sin = tl.load(sin_ptr + place * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "turned = tl.where(first, -turned, turned)\n"
                "y = x * cos + turned * sin\n"
                "tl.store(y_ptr + row * D + d, y"
            ),
            "x = x.contiguous()\n    cos = cos.contiguous()\n    sin = sin.contiguous()\n    B, T, H": "x, cos, sin = x.contiguous(), cos.contiguous(), sin.contiguous()\nB, H, T",
            "T * H,)](x, cos, sin, y, T, H, D, BLOCK=64": "H * T,)](x, cos, sin, y, H, T, D, BLOCK=128",
        },
    ),
    # Rotary position embedding of neighbours: each pair (x[2i], x[2i + 1]) is turned by the angle of its
    # position.
    "rotary_interleaved": Composition(
        "rotary",
        {
            ".chunk(2, dim=-1)": "[..., 0::2], x[..., 1::2]",
            "cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1": "stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1).flatten(-2",
            (
                "d = start + tl.arange(0, BLOCK)\n"
                "        mask = d < half\n"
                "        cos = tl.load(cos_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        sin = tl.load(sin_ptr + position * half + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        x1 = tl.load(x_ptr + row * D + d, mask=mask, other=0.0).to(tl.float32)\n"
                "        x2 = tl.load(x_ptr + row * D + half + d"
            ): (
                "pair = start + tl.arange(0, BLOCK)\n"
                "mask = pair < half\n"
                "cos = tl.load(cos_ptr + position * half + pair, mask=mask, other=0.0).to(tl.float32)\n"
                "sin = tl.load(sin_ptr + position * half + pair, mask=mask, other=0.0).to(tl.float32)\n"
                "x1 = tl.load(x_ptr + row * D + 2 * pair, mask=mask, other=0.0).to(tl.float32)\n"
                "x2 = tl.load(x_ptr + row * D + 2 * pair + 1"
            ),
            "d, y1, mask=mask)\n        tl.store(y_ptr + row * D + half + d": "2 * pair, y1, mask=mask)\ntl.store(y_ptr + row * D + 2 * pair + 1",
        },
    ),
}
