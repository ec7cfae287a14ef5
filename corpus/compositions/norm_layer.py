"""Compositions of the families of norms of rows with learned scales."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Layer norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each column.
    "layer_norm_joins": Composition("layer_norm", {
        "x = tl.maximum(x, 0.0)": "", "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
        "y = y * weight + bias":
            "y = y * weight + bias\n"
            "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "y = z + y\n"
            "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)",
        "y = tl.abs(y)": "y = tl.abs(y)\ny = y * s", "weight,": "z, s, weight,",
        "x = x": "x, z = x.contiguous(), z",
        "def layer_norm_joins_torch(x, weight, bias):\n"
        "    x = torch.relu(x)": "def layer_norm_joins_torch(x, z, s, weight, bias):",
        "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)":
            "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)\n"
            "y = y + z",
        "y = torch.abs(y)": "y = torch.abs(y)\ny = y * s",
        "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
            "z = torch.randn(shape)\n"
            "s = torch.randn(shape[-1])\n"
            "return torch.randn(shape), z, s, torch.randn(shape[-1]), torch.randn(shape[-1])"}),
    # Layer norm whose scale and shift come from elsewhere, y[b, t] = layer_norm(x[b, t]) * (1 + scale[b])
    # + shift[b].
    "layer_norm_modulate": Composition("layer_norm", {
        "x = tl.maximum(x, 0.0)": "", "weight_ptr, bias_ptr, y_ptr": "scale_ptr, shift_ptr, y_ptr, n_tokens",
        "scale = tl.rsqrt(var + 1e-5)":
            "inverse = tl.rsqrt(var + 1e-5)\n"
            "sample = row // n_tokens",
        "y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale\n"
        "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        y = y * weight + bias":
            "y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * inverse\n"
            "scale = tl.load(scale_ptr + sample * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "shift = tl.load(shift_ptr + sample * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "y = y * (1.0 + scale) + shift",
        "x, weight, bias):": "x, scale, shift):",
        "x = torch.relu(x)": "y = F.layer_norm(x, (x.shape[-1],), eps=1e-5)",
        " = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)": " = y * (1.0 + scale) + shift",
        "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
            "B, T, N = shape\n"
            "return torch.randn(B, T, N), torch.randn(B, 1, N), torch.randn(B, 1, N)"}, functions=(
        "CASES = [(1, 1, 2), (2, 3, 33), (3, 4, 65), (2, 1, 2100)]", """
def layer_norm_modulate_triton(x, scale, shift):
    x, scale, shift = x.contiguous(), scale.contiguous(), shift.contiguous()
    n_batch, n_tokens, n_cols = x.shape
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_modulate_kernel[(n_batch * n_tokens,)](x, scale, shift, y, n_tokens, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y
""")),
    # Layer norm over several trailing dimensions, y[b] = (x[b] - mean[b]) / sqrt(var[b] + eps) * weight +
    # bias.
    "layer_norm_nd": Composition("layer_norm", {
        "(shape[-1]), torch.randn(shape[-1])": "(shape[1:]), torch.randn(shape[1:])",
        "(x.shape[-1],)": "x.shape[1:]", "n_cols = x.shape[-1]": "n_rows = x.shape[0]",
        "n_rows = x.numel() // n_cols": "n_cols = x.numel() // n_rows"},
        functions=("CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, 20)]",)),
    # Layer norm of a program of three tensors that broadcast, y = f(layer_norm(g(x, z, w))): scaled,
    # shifted, with positions or a residual.
    "layer_norm_of_three": Composition("layer_norm_of_pair",
        {"(x, z, weight, bias):": "(x, z, w, weight, bias):", "maximum(x, z)": "addcmul(w, x, z)",
         "weight_ptr, bias_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc, stride_za, "
         "stride_zb, stride_zt, stride_zc":
             "w_ptr, weight_ptr, bias_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc, "
             "stride_za, stride_zb, stride_zt, stride_zc, stride_wa, stride_wb, stride_wt, stride_wc",
         "z_ptr += outer * stride_za + middle * stride_zb + inner * stride_zt":
             "z_ptr += outer * stride_za + middle * stride_zb + inner * stride_zt\n"
             "w_ptr += outer * stride_wa + middle * stride_wb + inner * stride_wt",
         "cols, n_cols, stride_xc, stride_zc": "w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc",
         "z.shape": "z.shape, w.shape",
         "z = x.expand(A, B, T, n_cols), z": "z, w = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols), w",
         "weight, bias, y, B, T, n_cols, *x.stride(), *z":
             "w, weight, bias, y, B, T, n_cols, *x.stride(), *z.stride(), *w",
         "x = tl.maximum(x, z)":
             "w = tl.load(w_ptr + cols * stride_wc, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
             "x = w + x * z",
         "z = torch.randn(shape[:-1])":
             "z = torch.randn(shape[:-1])\n"
             "w = torch.randn(shape[-1])",
         "return x, z, weight, bias": "return x, z, w, weight, bias"}, breaks=("stride_za", "BLOCK=block")),
    # Layer norm and then a second tensor, y = layer_norm(x) + z: a residual that is added after the norm,
    # or a gate.
    "layer_norm_tail": Composition("layer_norm_joins", {
        "s, weight": "weight", "y = y * s": "", "s_ptr, weight_ptr": "weight_ptr",
        "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
        "s = torch.randn(shape[-1])\n"
        "    return torch.randn(shape), z, s, torch.randn(shape[-1]), torch.randn(shape[-1])":
            "return torch.randn(shape), z, torch.randn(shape[-1]), torch.randn(shape[-1])"}),
    # Layer norm of images whose channels stand last, returned with the channels first: y[n, c, h, w] =
    # layer_norm(x)[n, h, w, c] z[c].
    "layer_norm_turned": Composition("layer_norm", {
        "weight_ptr, bias_ptr, y_ptr, n_cols": "z_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, n_places",
        "scale = tl.rsqrt(var + 1e-5)":
            "scale = tl.rsqrt(var + 1e-6)\n"
            "turned_ptr = y_ptr + row // n_places * n_cols * n_places + row % n_places",
        "y = tl.abs(y)":
            "y = tl.abs(y)\n"
            "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "y = z * y",
        "y_ptr + row * n_cols + cols": "turned_ptr + cols * n_places",
        "layer_norm_turned_torch(x, weight": "layer_norm_turned_torch(x, z, weight",
        "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)":
            "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-6)\n"
            "y = y.permute(0, 3, 1, 2)",
        "y = torch.abs(y)": "y = torch.abs(y)\ny = y * z",
        "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
            "z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))\n"
            "return torch.randn(shape), z, torch.randn(shape[-1]), torch.randn(shape[-1])"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100)]", """
def layer_norm_turned_triton(x, z, weight, bias):
    x, z = x.contiguous(), z.contiguous()
    n_images, height, width, n_cols = x.shape
    n_places = height * width
    y = x.new_empty(n_images, n_cols, height, width)
    block = min(triton.next_power_of_2(n_cols), 1024)
    grid = (n_images * n_places,)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_turned_kernel[grid](x, z, weight, bias, y, n_cols, n_places, BLOCK=block, enable_fp_fusion=False)
    return y
""")),
    # RMS norm of each group of a row, put back into one row, then a tensor of whole rows: rms_norm(x[b,
    # t, g, :]) -> (b, t, g * d) * weight.
    "rms_norm_groups": Composition("rms_norm", {
        "n_cols": "D", "x_ptr, weight_ptr, y_ptr, n_cols, BLOCK": "x_ptr, z_ptr, y_ptr, G, D, BLOCK",
        "row": "group", "row_ptr = x_ptr + row * n_cols": "x_ptr += group * D",
        " = load_tile(row_ptr, cols, n_cols)": " = tl.where(cols < D, load_tile(x_ptr, cols, D), 0.0)",
        "squares += tl.where(cols < n_cols, x * x, 0.0)": "squares += x * x",
        "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)":
            "y = load_tile(x_ptr, cols, D) * scale",
        "y = load_tile(row_ptr, cols, n_cols) * scale * weight":
            "z = tl.load(z_ptr + group % G * D + cols, mask=mask, other=0.0).to(tl.float32)",
        " tl.abs(y)": " z * y", " 0.5 * y": " tl.sigmoid(y)", "weight": "z",
        "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight\n"
        "    y = torch.abs(y)\n"
        "    y = y * 0.5":
            "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)\n"
            "y = y.flatten(2)\n"
            "y = y * z\n"
            "y = torch.sigmoid(y)"}, functions=(
        "CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, D", """
def make(B, T, G, D):
    z = torch.randn(G * D)
    return torch.randn(B, T, G, D), z
""", """
def rms_norm_groups_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    B, T, G, D = x.shape
    y = x.new_empty(B, T, G * D)
    block = min(triton.next_power_of_2(D), 1024)
    rms_norm_groups_kernel[(B * T * G,)](x, z, y, G, D, BLOCK=block)
    return y
""")),
    # RMS norm of a program of two tensors that broadcast, y = f(rms_norm(g(x, z))): scaled, shifted, with
    # positions or a residual.
    "rms_norm_of_pair": Composition("rms_norm_of_three", {
        "w = torch.randn(shape[-1])": "", "return x, z, w, weight": "return x, z, weight",
        "(x, z, w, weight):": "(x, z, weight):", "addcmul(w, x, z)": "maximum(x, z)",
        "w_ptr, weight_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc, stride_za, "
        "stride_zb, stride_zt, stride_zc, stride_wa, stride_wb, stride_wt, stride_wc":
            "weight_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc, stride_za, "
            "stride_zb, stride_zt, stride_zc",
        "w_ptr += outer * stride_wa + middle * stride_wb + inner * stride_wt": "",
        "w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc": "cols, n_cols, stride_xc, stride_zc",
        ", w.shape": "",
        "z, w = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols), w": "z = x.expand(A, B, T, n_cols), z",
        "w, weight, y, B, T, n_cols, *x.stride(), *z.stride(), *w":
            "weight, y, B, T, n_cols, *x.stride(), *z",
        "w = tl.load(w_ptr + cols * stride_wc, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
        "    x = w + x * z": "x = tl.maximum(x, z)"}, breaks=("stride_za", "BLOCK=block)")),
    # RMS norm and then a second tensor, y = rms_norm(x) * z: a gate as in Mamba 2, or a residual.
    "rms_norm_tail": Composition("rms_norm", {
        ".randn(shape[-1])": ".randn(shape), torch.randn(shape[-1])", "x = tl.maximum(x, 0.0)": "",
        "weight_ptr,": "z_ptr, weight_ptr,",
        "y = load_tile(row_ptr, cols, n_cols) * scale * weight":
            "y = load_tile(row_ptr, cols, n_cols) * scale * weight\n"
            "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
            "y = z + y",
        "(x, weight):": "(x, z, weight):", "x = x": "x, z = x.contiguous(), z", "weight,": "z, weight,",
        "def rms_norm_tail_torch(x, weight):\n"
        "    x = torch.relu(x)": "def rms_norm_tail_torch(x, z, weight):",
        "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
            "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight\n"
            "y = y + z"}),
}
