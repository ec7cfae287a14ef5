"""Compositions of the families of attention and of what surrounds it."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Grouped-query attention: q has H heads, k and v only G, and H // G neighbouring query heads share
    # one of them.
    "attention_gqa": Composition("attention_causal", {
        "is_causal": "enable_gqa", ", T": ", SHARE, T",
        "head = pid // tiles":
            "head = pid // tiles\n"
            "shared = head // SHARE  # holds across the batch too, since H is a multiple of SHARE",
        "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)": "end = S", "head * S": "shared * S",
        "(keys[None, :] < S) & (keys[None, :] <= queries[:, None])": "keys[None, :] < S"}, functions=("""
CASES = [(1, 2, 1, 1, 1, 1, 1), (3, 4, 2, 5, 33, 8, 6), (1, 4, 2, 20, 70, 20, 36)]  # B, H, G, T, S, D, E
""", """
def make(B, H, G, T, S, D, E):
    return torch.randn(B, H, T, D), torch.randn(B, G, S, D), torch.randn(B, G, S, E)
""", """
def attention_gqa_triton(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    B, H, T, D = q.shape
    G, S, E = v.shape[1:]
    scale = D ** -0.5
    y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 64),)
    attention_gqa_kernel[grid](q, k, v, y, H // G, T, S, D, E, scale,
                               BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                               BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y
"""), breaks=("BLOCK_T: tl.constexpr",)),
    # Attention with a mask, y = softmax(q @ k.T * scale + mask) @ v: the mask is True where a query may
    # look, or a bias.
    "attention_masked": Composition("attention", {
        "(q, k, v):": "(q, k, v, mask):", "is_causal=False": "attn_mask=mask",
        "y_ptr, T, S, D, E, scale":
            "mask_ptr, y_ptr, H, T, S, D, E, scale, stride_mb, stride_mh, stride_mt, stride_ms",
        "q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, "
        "other=0.0).to(tl.float32)":
            "q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, "
            "other=0.0).to(tl.float32)\n"
            "mask_ptrs = mask_ptr + head // H * stride_mb + head % H * stride_mh + queries[:, "
            "None] * stride_mt",
        "(0, BLOCK_S)": "(0, BLOCK_S).to(tl.int64)",
        'logits = tl.where(keys[None, :] < S, logits, float("-inf"))':
            "inside = (queries[:, None] < T) & (keys[None, :] < S)\n"
            "allowed = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0)\n"
            'logits = tl.where(allowed != 0, logits, float("-inf"))',
        "weights = tl.exp(logits - new_largest[:, None])\n"
        "        shrink = tl.exp(largest - new_largest)":
            'reference = tl.where(new_largest == float("-inf"), 0.0, new_largest)\n'
            "weights = tl.exp(logits - reference[:, None])\n"
            "shrink = tl.exp(largest - reference)",
        "/ total": "/ tl.where(total == 0.0, 1.0, total)"}, functions=("""
def make(B, H, T, S, D, E):
    shape = (T, S)
    mask = torch.randn(shape) < 0.5
    return torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E), mask
""", """
def attention_masked_triton(q, k, v, mask):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    B, H, T, D = q.shape
    S, E = v.shape[2], v.shape[3]
    scale = D ** -0.5
    stride_mb, stride_mh, stride_mt, stride_ms = 0, 0, mask.stride(0), mask.stride(1)
    y = torch.empty((B, H, T, E), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 64),)
    attention_masked_kernel[grid](q, k, v, mask, y, H, T, S, D, E, scale, stride_mb, stride_mh, stride_mt, stride_ms,
                                  BLOCK_T=64, BLOCK_S=32, BLOCK_D=max(16, triton.next_power_of_2(D)),
                                  BLOCK_E=max(16, triton.next_power_of_2(E)), num_warps=4, num_stages=1)
    return y
"""), breaks=("stride_mb", "BLOCK_T: tl.constexpr")),
    # Attention whose heads end side by side, y = attention(q, k, v).transpose(1, 2).reshape(B, T, H * E).
    "attention_merged": Composition("attention_causal", {
        "y_ptr, T,": "y_ptr, H, T,", "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)": "end = S",
        "(keys[None, :] < S) & (keys[None, :] <= queries[:, None])": "keys[None, :] < S",
        "y_mask = (queries[:, None] < T) & (e[None, :] < E)\n"
        "    tl.store(y_ptr + (head * T + queries[:, None]) * E + e[None, :], y, mask=y_mask)":
            "b, h = head // H, head % H\n"
            "offsets = ((b * T + queries[:, None]) * H + h) * E + e[None, :]\n"
            "tl.store(y_ptr + offsets, y, mask=(queries[:, None] < T) & (e[None, :] < E))",
        "y = F.scaled_dot_product_attention(q, k, v, is_causal=True)":
            "B, H, T, D = q.shape\n"
            "y = F.scaled_dot_product_attention(q, k, v, is_causal=False)",
        "y = torch.relu(y)":
            "y = torch.relu(y)\n"
            "y = y.transpose(1, 2).reshape(B, T, -1)"}, functions=(
        "CASES = [(1, 1, 1, 1, 1, 1), (2, 3, 5, 33, 8, 6), (1, 2, 34, 40, 12, 20)]  # B, H, T, S, D, E", """
def attention_merged_triton(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    B, H, T, D = q.shape
    S, E = v.shape[2], v.shape[3]
    scale = D ** -0.5
    y = torch.empty((B, T, H * E), device=q.device, dtype=q.dtype)
    grid = (B * H * triton.cdiv(T, 64),)
    attention_merged_kernel[grid](q, k, v, y, H, T, S, D, E, scale, BLOCK_T=64, BLOCK_S=32,
                                  BLOCK_D=max(16, triton.next_power_of_2(D)), BLOCK_E=max(16, triton.next_power_of_2(E)),
                                  num_warps=4, num_stages=1)
    return y
"""), breaks=("BLOCK_T: tl.constexpr",)),
    # Attention whose queries are a program of two tensors that broadcast, y = f(attention(g(q, z), k, v))
    # + r.
    "attention_of_queries": Composition("attention_of_keys",
        {"batch, S, D": "batch, T, D", "k = torch.randn": "q = torch.randn",
         "q, v = torch.randn(*batch, T, D)": "k, v = torch.randn(*batch, S, D)",
         "k = torch.maximum(k, z)": "q = torch.maximum(q, z)",
         "stride_kb, stride_kh, stride_ks, stride_kd, stride_zb, stride_zh, stride_zs":
             "stride_qb, stride_qh, stride_qt, stride_qd, stride_zb, stride_zh, stride_zt",
         "k_ptr += head // H * stride_kb + head % H * stride_kh":
             "q_ptr += head // H * stride_qb + head % H * stride_qh",
         "q = tl.load(q_ptr + (head * T + queries[:, None]) * D + d[None, :], mask=q_mask, "
         "other=0.0).to(tl.float32)":
             "q = tl.load(q_ptr + queries[:, None] * stride_qt + d[None, :] * stride_qd, mask=q_mask, "
             "other=0.0).to(tl.float32)\n"
             "z = tl.load(z_ptr + queries[:, None] * stride_zt + d[None, :] * stride_zd, mask=q_mask, "
             "other=0.0).to(tl.float32)\n"
             "q = tl.maximum(q, z)\n"
             "q = tl.where(q_mask, q, 0.0)  # what lies outside need not be a number here",
         "k = tl.load(k_ptr + keys[:, None] * stride_ks + d[None, :] * stride_kd, mask=k_mask, "
         "other=0.0).to(tl.float32)\n"
         "        z = tl.load(z_ptr + keys[:, None] * stride_zs + d[None, :] * stride_zd, mask=k_mask, "
         "other=0.0).to(tl.float32)\n"
         "        k = tl.maximum(k, z)\n"
         "        k = tl.where(k_mask, k, 0.0)  # what lies outside need not be a number here":
             "k = tl.load(k_ptr + (head * S + keys[:, None]) * D + d[None, :], mask=k_mask, "
             "other=0.0).to(tl.float32)",
         "k.shape": "q.shape", "S, D =": "T, D =", "T, E = q.shape[-2], v.shape[-1]": "S, E = v.shape[-2:]",
         "k, z = k.expand(B, H, S, D), z.expand(B, H, S, D)":
             "q, z = q.expand(B, H, T, D), z.expand(B, H, T, D)",
         "q, v = q": "k, v = k", "*k.": "*q."},
        breaks=("stride_zb", "BLOCK_T: tl.constexpr", "BLOCK_T=64", "BLOCK_E=max(16")),
    # Attention whose values are a program of two tensors that broadcast, y = f(attention(q, k, g(v, z)))
    # + r.
    "attention_of_values": Composition("attention_of_keys",
        {"batch, S, D": "batch, S, E", "k = torch.randn": "v = torch.randn",
         "q, v = torch.randn(*batch, T, D), torch.randn(*batch, S, E)":
             "q, k = torch.randn(*batch, T, D), torch.randn(*batch, S, D)",
         "k = torch.maximum(k, z)": "v = torch.maximum(v, z)",
         "stride_kb, stride_kh, stride_ks, stride_kd, stride_zb, stride_zh, stride_zs, stride_zd":
             "stride_vb, stride_vh, stride_vs, stride_ve, stride_zb, stride_zh, stride_zs, stride_ze",
         "k_ptr += head // H * stride_kb + head % H * stride_kh":
             "v_ptr += head // H * stride_vb + head % H * stride_vh",
         "k = tl.load(k_ptr + keys[:, None] * stride_ks + d[None, :] * stride_kd, mask=k_mask, "
         "other=0.0).to(tl.float32)\n"
         "        z = tl.load(z_ptr + keys[:, None] * stride_zs + d[None, :] * stride_zd, mask=k_mask, "
         "other=0.0).to(tl.float32)\n"
         "        k = tl.maximum(k, z)\n"
         "        k = tl.where(k_mask, k, 0.0)  # what lies outside need not be a number here\n"
         "        v = tl.load(v_ptr + (head * S + keys[:, None]) * E + e[None, :], mask=v_mask, "
         "other=0.0).to(tl.float32)":
             "k = tl.load(k_ptr + (head * S + keys[:, None]) * D + d[None, :], mask=k_mask, "
             "other=0.0).to(tl.float32)\n"
             "v = tl.load(v_ptr + keys[:, None] * stride_vs + e[None, :] * stride_ve, mask=v_mask, "
             "other=0.0).to(tl.float32)\n"
             "z = tl.load(z_ptr + keys[:, None] * stride_zs + e[None, :] * stride_ze, mask=v_mask, "
             "other=0.0).to(tl.float32)\n"
             "v = tl.maximum(v, z)\n"
             "v = tl.where(v_mask, v, 0.0)  # what lies outside need not be a number here",
         "k.shape": "v.shape", "D =": "E =", "T, E = q.shape[-2], v.shape[-1]": "T, D = q.shape[-2:]",
         "k, z = k.expand(B, H, S, D), z.expand(B, H, S, D)":
             "v, z = v.expand(B, H, S, E), z.expand(B, H, S, E)",
         "v = q.contiguous(), v": "k = q.contiguous(), k", "*k.": "*v."},
        breaks=("stride_zb", "BLOCK_T: tl.constexpr", "BLOCK_T=64", "BLOCK_E=max(16")),
    # Attention written out, y = softmax(f(q @ k.T * c)) @ v, with any function f of the logits.
    "attention_written": Composition("attention_causal", {
        "scale, BLOCK_T": "BLOCK_T", "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)": "end = S",
        'logits = tl.dot(q, tl.trans(k), input_precision="tf32x3") * scale\n'
        "        logits = tl.where((keys[None, :] < S) & (keys[None, :] <= queries[:, None]), logits, "
        'float("-inf"))\n'
        "        new_largest = tl.maximum(largest, tl.max(logits, axis=1))\n"
        "        weights = tl.exp(logits - new_largest[:, None])":
            's = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125\n'
            "s = tl.maximum(s, 0.0)\n"
            's = tl.where(keys[None, :] < S, s, float("-inf"))\n'
            "new_largest = tl.maximum(largest, tl.max(s, axis=1))\n"
            "weights = tl.exp(s - new_largest[:, None])",
        "maximum(y, 0.0)": "sigmoid(y)", "scale = D ** -0.5": "",
        "y = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"
        "    y = torch.relu(y)":
            "s = q @ k.transpose(-2, -1) * 0.125\n"
            "s = torch.relu(s)\n"
            "y = torch.softmax(s, dim=-1) @ v\n"
            "y = torch.sigmoid(y)"}, breaks=("BLOCK_T: tl.constexpr", "BLOCK_D=max(16", "BLOCK_E=max(16")),
    # Softmax over the elements of a row that a mask selects; what it leaves out gets 0.
    "masked_softmax": Composition("softmax_pair", {
        "z_ptr": "keep_ptr", "x_row_ptr, z_row_ptr = ": "row_ptr, keep_row_ptr = ",
        " load_tile(x_row_ptr, z_row_ptr, start": " load_tile(row_ptr, keep_row_ptr, start",
        " load_tile(x_row_ptr, z_row_ptr, cols": " load_tile(row_ptr, keep_row_ptr, cols", "z": "keep",
        "# Fused multiply-adds would round x anew in each reading, and":
            "# A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and",
        "def masked_softmax_torch(x, z):\n"
        "    x = torch.maximum(x, z)":
            "def masked_softmax_torch(x, keep):\n"
            "    x = torch.relu(x)\n"
            '    x = x.masked_fill(~keep, float("-inf"))',
        "return torch.randn(shape), torch.randn(shape)":
            "keep = torch.rand(shape) > 0.4\n"
            "keep[..., 0] = True\n"
            "return torch.randn(shape), keep"},
        functions=((
                       "@triton.jit\n"
                       "def load_tile(x_ptr, keep_ptr, cols, n_cols):\n"
                       "    keep = tl.load(keep_ptr + cols, mask=cols < n_cols, other=0) != 0\n"
                       "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "    x = tl.maximum(x, 0.0)\n"
                       '    return tl.where(keep, x, -float("inf"))'),)),
    # Rotary position embedding of neighbours: each pair (x[2i], x[2i + 1]) is turned by the angle of its
    # position.
    "rotary_interleaved": Composition("rotary", {
        ".chunk(2, dim=-1)": "[..., 0::2], x[..., 1::2]",
        "y = torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1)":
            "y = torch.stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1).flatten(-2)",
        "d =": "pair =", "= d": "= pair", "* half + d": "* half + pair", "D + d, mask": "D + 2 * pair, mask",
        "+ half + d": "+ 2 * pair + 1", "d, y1": "2 * pair, y1"}),
}
