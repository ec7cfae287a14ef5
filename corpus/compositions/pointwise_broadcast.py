"""Compositions of the families of pointwise functions of tensors that broadcast."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A vector along the last dimension, x (..., C) + z (C,), or another join of the two, with one step
    # after it.
    "broadcast_add": Composition("add", {
        ", torch.randn(shape)": ", torch.randn(shape[-1])", "BLOCK:": "C, BLOCK:",
        "z_ptr + offsets": "z_ptr + offsets % C", "BLOCK=": "z.numel(), BLOCK="}),
    # One sample against a whole batch, x (N, ...) + z (1, ...), or another join of the two, with one step
    # after it.
    "broadcast_batch": Composition("broadcast_add", {
        "C": "S",
        "z = tl.load(z_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + offsets % S, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, 0.0)",
        "x = tl.maximum(x, 0.0)": "",
        "def broadcast_batch_torch(x, z):":
            "def broadcast_batch_torch(x, z):\n"
            "    x = torch.relu(x)",
        "x = torch.relu(x)": "", ".randn(shape[-1])": ".randn(1, *shape[1:])"},
        functions=("CASES = [(1, 1), (3, 33), (7, 150), (4, 3, 65)]",)),
    # A number a channel, x (N, C, H, W) + z (C, 1, 1), or another join of the two, with one step after
    # it.
    "broadcast_channel": Composition("add", {
        "BLOCK:": "C, HW, BLOCK:", "z_ptr + offsets": "z_ptr + offsets // HW % C",
        "BLOCK=": "x.shape[1], x.shape[2] * x.shape[3], BLOCK=", "*shape": "N, C, H, W",
        "return torch.randn(shape), torch.randn(shape)":
            "return torch.randn(N, C, H, W), torch.randn(C, 1, 1)"},
        functions=("CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (3, 33, 3, 3), (1, 4, 16, 16)]",)),
    # A number a row, x (..., C) + z (..., 1), or another join of the two, with one step after it.
    "broadcast_rows": Composition("add", {
        ", torch.randn(shape)": ", torch.randn(*shape[:-1], 1)", "BLOCK:": "C, BLOCK:",
        "z_ptr + offsets": "z_ptr + offsets // C", "BLOCK=": "x.shape[-1], BLOCK="}),
    # One number against a tensor, x (...) + z (1,), or another join of the two, with one step after it.
    "broadcast_scalar": Composition("add", {
        ", torch.randn(shape)": ", torch.randn(1)", "z_ptr + offsets, mask=mask, other=0.0": "z_ptr"}),
    # Two tensors that stretch each other, x (A, 1, C) + z (B, 1) -> y (A, B, C), with one step after it.
    "broadcast_strided": Composition("add", {
        "n_elements, BLOCK: ": "n_elements, B, C, x_a, x_b, x_c, z_a, z_b, z_c, BLOCK: ",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "a, b, c = offsets // (B * C), offsets // C % B, offsets % C\n"
            "x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c, mask=mask, other=0.0).to(tl.float32)\n"
            "z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c, mask=mask, other=0.0).to(tl.float32)",
        "*shape": "A, B, C",
        "return torch.randn(shape), torch.randn(shape)": "return torch.randn(A, 1, C), torch.randn(B, 1)"},
        functions=(
        "CASES = [(1, 1, 1), (3, 4, 33), (2, 7, 100), (4, 5, 17)]", """
def broadcast_strided_triton(x, z):
    A, B, C = x.shape[0], z.shape[0], x.shape[2]
    x, z = x.expand(A, B, C), z.expand(A, B, C)
    y = torch.empty((A, B, C), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    broadcast_strided_kernel[grid](x, z, y, y.numel(), B, C, *x.stride(), *z.stride(), BLOCK=1024)
    return y
""")),
    # Reduction over channels, then a bias, y[n, o, ...] = max over c of x[n, c, ...] + z[o]: a number, or
    # one for each of O.
    "channel_spread": Composition("channel_glu_joins", {
        "F.glu(x, dim=1)": "torch.amax(x, dim=1, keepdim=True)", "abs": "relu", "relu": "sigmoid",
        "half = x.numel() // x.shape[0] // 2\n"
        "    y = x.new_empty((x.shape[0], x.shape[1] // 2) + x.shape[2:])\n"
        "    grid = (triton.cdiv(y.numel(), 1024),)\n"
        "    channel_spread_kernel[grid](x, z, y, y.numel(), half, BLOCK=1024)":
            "n_batch, channels = x.shape[:2]\n"
            "n_inner, n_out = x.numel() // (n_batch * channels), z.numel()\n"
            "y = x.new_empty(n_batch, n_out, *x.shape[2:])\n"
            "grid = (n_batch * triton.cdiv(n_inner, 256),)\n"
            "channel_spread_kernel[grid](x, z, y, channels, n_inner, n_out, BLOCK=256)",
        "(shape)": "(6, 1, 1)", "[0], 2 * shape[1], *shape[2:]": ""}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]  # N, C, H, W", """
@triton.jit
def channel_spread_kernel(x_ptr, z_ptr, y_ptr, channels, n_inner, n_out, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    sample = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    for channel in range(0, channels):
        x = tl.load(x_ptr + (sample * channels + channel) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        found = tl.maximum(found, x)
    for out in range(0, n_out):
        offsets = (sample * n_out + out) * n_inner + inner
        z = tl.load(z_ptr + out).to(tl.float32)
        y = found
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # Three channels of a tensor made of three, each by an expression of its own: conversions of colours,
    # a normalization for each channel.
    "channels_to_channels": Composition("gelu", {
        "randn": "rand", "n_elements, BLOCK: ": "n_elements, inner, BLOCK: ",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "places = offsets // inner * (3 * inner) + offsets % inner\n"
            "r = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
            "g = tl.load(x_ptr + places + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "b = tl.load(x_ptr + places + 2 * inner, mask=mask, other=0.0).to(tl.float32)\n"
            "first = 0.299 * r + 0.587 * g + 0.114 * b\n"
            "second = -0.147 * r - 0.289 * g + 0.436 * b\n"
            "third = 0.615 * r - 0.515 * g - 0.101 * b\n"
            "tl.store(y_ptr + places, first, mask=mask)\n"
            "tl.store(y_ptr + places + inner, second, mask=mask)\n"
            "tl.store(y_ptr + places + 2 * inner, third, mask=mask)",
        "y = F.gelu(x)":
            "r, g, b = x[:, 0], x[:, 1], x[:, 2]\n"
            "first = 0.299 * r + 0.587 * g + 0.114 * b\n"
            "second = -0.147 * r - 0.289 * g + 0.436 * b\n"
            "third = 0.615 * r - 0.515 * g - 0.101 * b\n"
            "y = torch.stack([first, second, third], dim=1)",
        "x = x.contiguous()":
            "x = x.contiguous()\n"
            "n_elements, inner = x.numel() // 3, x.stride(1)",
        "n_elements = x.numel()": "", "n_elements, BLOCK=1024": "n_elements, inner, BLOCK=1024"},
        functions=("CASES = [(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)]",)),
    # From 8 bits back to numbers with a scale a row, y = f(q * scale) with scale (..., 1).
    "dequantize_rows": Composition("dequantize_columns", {
        "shape[-1]": "*shape[:-1], 1", "offsets %": "offsets //", "scale.numel()": "q.shape[-1]"}),
    # Quantisation to 8 bits with a scale a row, q = clamp(round(x / scale), -128, 127) with scale (...,
    # 1).
    "quantize_rows": Composition("quantize_columns", {
        "shape[-1]": "*shape[:-1], 1", "offsets %": "offsets //", "scale.numel()": "x.shape[-1]"}),
    # Reduction of a row, then a second tensor, y[m, :] = f(mean of x[m, :]) + z[m, :]: what a linear
    # layer's rows give a residual.
    "row_spread": Composition("channel_glu_joins", {
        "F.glu(x, dim=1)": "torch.mean(x, dim=1, keepdim=True)", "abs": "relu", "relu": "sigmoid",
        "half = x.numel() // x.shape[0] // 2": "M, K = x.shape",
        "y = x.new_empty((x.shape[0], x.shape[1] // 2) + x.shape[2:])": "N = z.shape[-1]",
        "grid = (triton.cdiv(y.numel(), 1024),)": "y = x.new_empty(M, N)",
        "row_spread_kernel[grid](x, z, y, y.numel(), half, BLOCK=1024)":
            "row_spread_kernel[(M,)](x, z, y, K, N, BLOCK=1024)",
        "*shape": "M, K, N", "shape": "M, N",
        ".randn(shape[0], 2 * shape[1], *shape[2:]), ": ".randn(M, K), "}, functions=(
        "CASES = [(1, 1, 1), (3, 33, 5), (7, 1100, 1300)]  # M, K, N", """
@triton.jit
def row_spread_kernel(x_ptr, z_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    found = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * K + columns, mask=columns < K, other=0.0).to(tl.float32)
        found += x
    total = tl.sum(found, axis=0) / K
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + row * N + columns, mask=columns < N, other=0.0).to(tl.float32)
        y = tl.full((BLOCK,), 0.0, dtype=tl.float32) + total
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * N + columns, y, mask=columns < N)
""")),
    # Scale and shift along the last dimension, then an activation: y = f(x * scale + shift), x (..., C),
    # both (C,).
    "scale_shift_last": Composition("gelu", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])",
        "(x):": "(x, scale, shift):", "y, n_elements": "scale, shift, y, n_elements, x.shape[-1]",
        "x_ptr, y_ptr, n_elements, BLOCK": "x_ptr, scale_ptr, shift_ptr, y_ptr, n_elements, C, BLOCK",
        "mask = offsets < n_elements": "mask = offsets < n_elements\ncolumn = offsets % C",
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
            "scale = tl.load(scale_ptr + column, mask=mask, other=0.0).to(tl.float32)\n"
            "shift = tl.load(shift_ptr + column, mask=mask, other=0.0).to(tl.float32)\n"
            "y = x * scale + shift\n"
            "y = tl.maximum(y, 0.0)",
        "def scale_shift_last_torch(x):\n    y = F.gelu(x)":
            "def scale_shift_last_torch(x, scale, shift):\n"
            "    y = x * scale + shift\n"
            "    y = torch.relu(y)"}),
}
