"""Compositions of the families of pointwise operations, other_gate to two_outputs."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A row meets a statistic of another row, y = x * mean(w): a gate pooled from one tensor and applied to
    # another.
    "other_gate": Composition(
        "norm",
        {
            "1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": (
                "(1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), (2, 3, 2, "
                "17)), ((2, 1100), (2, 2100)"
            ),
            "*shape):\n    return (torch.randn(shape),": "x_shape, w_shape):\n    return torch.randn(x_shape), torch.randn(w_shape",
            "):\n    x = torch.relu(x)\n    y = torch.linalg.vector_norm(x, ord=2, dim=-1)": ", w):\n    z = torch.mean(w, dim=-1, keepdim=True)\n    y = x * z",
            "y_ptr, n_cols": "w_ptr, y_ptr, n_cols, n_reduced",
            "for start in range(0, n_cols, BLOCK):": (
                "for start in range(0, n_reduced, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    mask = cols < n_reduced\n"
                "    w = tl.load(w_ptr + row * n_reduced + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    lanes += tl.where(mask, w, 0.0)\n"
                "z = tl.sum(lanes, axis=0) / n_reduced\n"
                "for start in range(0, n_cols, BLOCK):"
            ),
            (
                "mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes += x * x\n"
                "    y = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y"
            ): (
                "x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "y = z * x\n"
                "y = tl.abs(y)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols"
            ),
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    other_gate_kernel[(n_rows,)](x, y, n_cols"
            ): (
                ", w):\n"
                "    x, w = x.contiguous(), w.contiguous()\n"
                "    n_cols, n_reduced = x.shape[-1], w.shape[-1]\n"
                "    n_rows = w.numel() // n_reduced\n"
                "    y = torch.empty_like(x)\n"
                "    block = min(triton.next_power_of_2(max(n_cols, n_reduced)), 1024)\n"
                "    other_gate_kernel[(n_rows,)](x, w, y, n_cols, n_reduced"
            ),
        },
    ),
    # Whole powers, y = x^3, and small polynomials.
    "power": Composition("sigmoid", {"torch.sigmoid(x)": "x ** 3", "tl.sigmoid(x)": "x * x * x"}),
    # A tensor to the power of another, y = (|x| + 0.1)^z = exp(z * log(|x| + 0.1)).
    "power_of_tensor": Composition(
        "add",
        {
            "add(x, z)\n    x = torch.relu(x)\n    return x": "abs(x) + 0.1\ny = torch.pow(x, z)\ny = y * 0.5\nreturn y",
            "x + z\n    x = tl.maximum(x, 0.0)\n    tl.store(y_ptr + offsets, x": (
                "tl.abs(x) + 0.1\n"
                "y = tl.exp(tl.log(x.to(tl.float64)) * z).to(tl.float32)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "x = x.contiguous()\n    z =": "x, z = x.contiguous(),",
        },
    ),
    # Leaky ReLU with a learnt slope a channel, y = max(x, 0) + slope[c] * min(x, 0).
    "prelu": Composition(
        "sigmoid",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 9), (2, 2, 40, 30",
            "(torch.randn(shape),": "torch.randn(shape), torch.rand(shape[1]",
            "):\n    y = torch.sigmoid(x": ", slope):\n    x = torch.sin(x)\n    y = F.prelu(x, slope)\n    y = torch.cos(y",
            "y_ptr, n_elements": "slope_ptr, y_ptr, n_elements, channels, n_inner",
            "y = tl.sigmoid(x": (
                "slope = tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "y = tl.where(x > 0.0, x, slope * x)\n"
                "y = tl.cos(y"
            ),
            "prelu_triton(x": "prelu_triton(x, slope",
            "y = torch.empty_like(x)": (
                "n_elements, channels = x.numel(), x.shape[1]\n"
                "n_inner = n_elements // (x.shape[0] * channels)\n"
                "y = torch.empty_like(x)"
            ),
            "n_elements = x.numel()": "",
            "y, n_elements": "slope, y, n_elements, channels, n_inner",
        },
    ),
    # Quantisation to 8 bits, a scale for each of the last dimension: q = clamp(round(x / scale[c]), -128,
    # 127).
    "quantize_columns": Composition(
        "quantize",
        {
            "(1)": "(shape[-1])",
            "BLOCK:": "C, BLOCK:",
            "scale_ptr)": "scale_ptr + offsets % C, mask=mask, other=1.0)",
            "BLOCK=": "scale.numel(), BLOCK=",
        },
    ),
    # Quantisation to 8 bits with the scale that each row asks for: scale = max|x| / 127, q = round(x /
    # scale).
    "quantize_dynamic": Composition(
        "quantize",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "7, 1000), (2, 2500",
            "*shape):\n    return torch.randn(shape), torch.rand(1) * 0.05 + 0.01": "N, C):\n    return (torch.randn(N, C),)",
            (
                ", scale):\n"
                "    q = torch.round(x / scale)\n"
                "    return torch.clamp(q, -128, 127).to(torch.int8)"
            ): (
                "):\n"
                "    scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 127.0\n"
                "    q = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)\n"
                "    return q, scale"
            ),
            (
                "scale_ptr, q_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    scale = tl.load(scale_ptr).to(tl.float32)\n"
                "    q = round_half_even(tl.div_rn(x, scale))\n"
                "    q = tl.minimum(tl.maximum(q, -128.0), 127.0)\n"
                "    tl.store(q_ptr + offsets, q.to(tl.int8), mask=mask"
            ): (
                "q_ptr, scale_ptr, C, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    peak = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, C, BLOCK):\n"
                "        column = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)\n"
                "        peak = tl.maximum(peak, tl.abs(x))\n"
                "    scale = tl.div_rn(tl.maximum(tl.max(peak, axis=0), 1e-8), 127.0)\n"
                "    for start in range(0, C, BLOCK):\n"
                "        column = start + tl.arange(0, BLOCK)\n"
                "        mask = column < C\n"
                "        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)\n"
                "        q = round_half_even(tl.div_rn(x, scale))\n"
                "        q = tl.minimum(tl.maximum(q, -127.0), 127.0)\n"
                "        tl.store(q_ptr + row * C + column, q.to(tl.int8), mask=mask)\n"
                "    tl.store(scale_ptr + row, scale"
            ),
            "quantize_dynamic_triton(x, scale": "quantize_dynamic_triton(x",
            (
                "q = torch.empty(x.shape, dtype=torch.int8, device=x.device)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    quantize_dynamic_kernel[grid](x, scale, q, n_elements, BLOCK=1024)\n"
                "    return q"
            ): (
                "N, C = x.shape\n"
                "q = torch.empty((N, C), dtype=torch.int8, device=x.device)\n"
                "scale = torch.empty((N, 1), dtype=x.dtype, device=x.device)\n"
                "quantize_dynamic_kernel[(N,)](x, q, scale, C, BLOCK=1024)\n"
                "return q, scale"
            ),
        },
    ),
    # Quantisation to 8 bits with a scale a row, q = clamp(round(x / scale), -128, 127) with scale (..., 1).
    "quantize_rows": Composition(
        "quantize",
        {
            "(1)": "(*shape[:-1], 1)",
            "BLOCK:": "C, BLOCK:",
            "scale_ptr)": "scale_ptr + offsets // C, mask=mask, other=1.0)",
            "BLOCK=": "x.shape[-1], BLOCK=",
        },
    ),
    # Quotient of two tensors, y = x / z, and what else divides: rounded quotients, remainders, a repaired 0 /
    # 0.
    "quotient": Composition(
        "add",
        {
            "torch.randn(shape), torch.randn(shape": "3.0 * torch.randn(shape), torch.sign(torch.randn(shape)) * (0.5 + torch.rand(shape)",
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": "y = torch.div(x, z)\ny = torch.sin(y)\nreturn y",
            (
                "0.0).to(tl.float32)\n"
                "    x = x + z\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    tl.store(y_ptr + offsets, x"
            ): "1.0).to(tl.float32)\ny = x / z\ny = tl.sin(y)\ntl.store(y_ptr + offsets, y",
            "x = x.contiguous()\n    z =": "x, z = x.contiguous(),",
        },
    ),
    # A chain with a second tensor inside and the first one again at its end, y = f(x + z) + x.
    "residual_add": Composition(
        "add",
        {
            "1)": "5)",
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": "y = x\ny = torch.add(y, z)\ny = torch.sin(y)\ny = torch.exp(-y)\ny = y + x\nreturn y",
            "x = x + z\n    x = tl.maximum(x, 0.0)\n    tl.store(y_ptr + offsets, x": "y = x\ny = y + z\ny = tl.sin(y)\ny = tl.exp(-y)\ny = y + x\ntl.store(y_ptr + offsets, y",
        },
    ),
    # A chain that comes back to where it began, y = h(g(f(x)) + x).
    "residual_chain": Composition(
        "sigmoid",
        {
            "1)": "5)",
            "torch.sigmoid(x": "x\ny = torch.sin(y)\ny = torch.exp(-y)\ny = y + x\ny = torch.relu(y",
            "tl.sigmoid(x": "x\ny = tl.sin(y)\ny = tl.exp(-y)\ny = y + x\ny = tl.maximum(y, 0.0",
        },
    ),
    # A colour image made gray, y[n] = 0.299 red + 0.587 green + 0.114 blue.
    "rgb_to_gray": Composition(
        "sigmoid",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": ", 1), (2, 5, 33), (1, 30, 40",
            "*shape):\n    return (torch.randn(shape": "n, height, width):\n    return (torch.randn(n, 3, height, width",
            "torch.sigmoid(x": "0.299 * x[:, 0] + 0.587 * x[:, 1] + 0.114 * x[:, 2]\ny = torch.relu(y)\ny = torch.sigmoid(y",
            "BLOCK:": "channels, plane, BLOCK:",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.sigmoid(x": (
                "source = x_ptr + offsets // plane * (channels * plane) + offsets % plane\n"
                "red = tl.load(source, mask=mask, other=0.0).to(tl.float32)\n"
                "green = tl.load(source + plane, mask=mask, other=0.0).to(tl.float32)\n"
                "blue = tl.load(source + 2 * plane, mask=mask, other=0.0).to(tl.float32)\n"
                "y = 0.299 * red + 0.587 * green + 0.114 * blue\n"
                "y = tl.maximum(y, 0.0)\n"
                "y = tl.sigmoid(y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    rgb_to_gray_kernel[grid](x, y, n_elements"
            ): (
                "n, channels, height, width = x.shape\n"
                "y = x.new_empty(n, height, width)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "rgb_to_gray_kernel[grid](x, y, y.numel(), channels, height * width"
            ),
        },
    ),
    # The square root, y = sqrt(x), its reciprocal, and powers that are no whole number.
    "root": Composition("logarithm", {"log": "sqrt"}),
    # Reduction of a row, then a second tensor, y[m, :] = f(mean of x[m, :]) + z[m, :]: what a linear layer's
    # rows give a residual.
    "row_spread": Composition(
        "add",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]": ", 1), (3, 33, 5), (7, 1100, 1300)]  # M, K, N",
            "*shape):\n    return torch.randn(shape), torch.randn(shape)": "M, K, N):\n    z = torch.randn(M, N)\n    return torch.randn(M, K), z",
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": (
                "y = torch.mean(x, dim=1, keepdim=True)\n"
                "y = torch.relu(y)\n"
                "y = y + z\n"
                "y = torch.sigmoid(y)\n"
                "y = y * 0.5\n"
                "return y"
            ),
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "K, N, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    found = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                "    for start in range(0, K, BLOCK):\n"
                "        columns = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(x_ptr + row * K + columns, mask=columns < K, other=0.0).to(tl.float32)\n"
                "        found += x\n"
                "    total = tl.sum(found, axis=0) / K\n"
                "    for start in range(0, N, BLOCK):\n"
                "        columns = start + tl.arange(0, BLOCK)\n"
                "        z = tl.load(z_ptr + row * N + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "        y = tl.full((BLOCK,), 0.0, dtype=tl.float32) + total\n"
                "        y = tl.maximum(y, 0.0)\n"
                "        y = z + y\n"
                "        y = tl.sigmoid(y)\n"
                "        y = 0.5 * y\n"
                "        tl.store(y_ptr + row * N + columns, y, mask=columns < N"
            ),
            (
                "x = x.contiguous()\n"
                "    z = z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    row_spread_kernel[grid](x, z, y, n_elements"
            ): (
                "x, z = x.contiguous(), z.contiguous()\n"
                "M, K = x.shape\n"
                "N = z.shape[-1]\n"
                "y = x.new_empty(M, N)\n"
                "row_spread_kernel[(M,)](x, z, y, K, N"
            ),
        },
    ),
    # Scale and shift by two numbers, y = x * 1.7 + 0.3, and the other orders of the two.
    "scalar_affine": Composition(
        "sigmoid", {"torch.sigmoid(x)": "x * 1.7\ny = y + 0.3", "tl.sigmoid(x)": "x * 1.7\ny = y + 0.3"}
    ),
    # Scale and shift a channel, then an activation: y = f(x * scale[c] + shift[c]) for x (N, C, ...).
    "scale_shift_act": Composition(
        "sigmoid",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": ", 1), (2, 3, 33), (2, 4, 5, 7), (1, 2, 1500",
            "*shape):\n    return (torch.randn(shape),": "N, C, *space):\n    return torch.randn(N, C, *space), torch.randn(C), torch.randn(C",
            "):\n    y = torch.sigmoid(x": (
                ", scale, shift):\n"
                "    column = (-1,) + (1,) * (x.dim() - 2)\n"
                "    y = x * scale.view(column) + shift.view(column)\n"
                "    y = torch.relu(y"
            ),
            (
                "y_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets"
            ): (
                "scale_ptr, shift_ptr, y_ptr, C, S, BLOCK: tl.constexpr):\n"
                "    plane = tl.program_id(0).to(tl.int64)\n"
                "    scale = tl.load(scale_ptr + plane % C).to(tl.float32)\n"
                "    shift = tl.load(shift_ptr + plane % C).to(tl.float32)\n"
                "    position = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = position < S\n"
                "    x = tl.load(x_ptr + plane * S + position, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = x * scale + shift\n"
                "    y = tl.maximum(y, 0.0)\n"
                "    tl.store(y_ptr + plane * S + position"
            ),
            "scale_shift_act_triton(x": "scale_shift_act_triton(x, scale, shift",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    scale_shift_act_kernel[grid](x, y, n_elements"
            ): (
                "planes, C = x.shape[0] * x.shape[1], x.shape[1]\n"
                "S = x.numel() // planes\n"
                "grid = (planes, triton.cdiv(S, 1024))\n"
                "scale_shift_act_kernel[grid](x, scale, shift, y, C, S"
            ),
        },
    ),
    # Scale and shift along the last dimension, then an activation: y = f(x * scale + shift), x (..., C), both
    # (C,).
    "scale_shift_last": Composition(
        "sigmoid",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1]",
            "):\n    y = torch.sigmoid(x": ", scale, shift):\n    y = x * scale + shift\n    y = torch.relu(y",
            "y_ptr, n_elements": "scale_ptr, shift_ptr, y_ptr, n_elements, C",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "column = offsets % C\nx = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            "y = tl.sigmoid(x": (
                "scale = tl.load(scale_ptr + column, mask=mask, other=0.0).to(tl.float32)\n"
                "shift = tl.load(shift_ptr + column, mask=mask, other=0.0).to(tl.float32)\n"
                "y = x * scale + shift\n"
                "y = tl.maximum(y, 0.0"
            ),
            "scale_shift_last_triton(x": "scale_shift_last_triton(x, scale, shift",
            "y, n_elements": "scale, shift, y, n_elements, x.shape[-1]",
        },
    ),
    # Sine, y = sin(x), and the waves that are made of sines and cosines.
    "sine": Composition("sigmoid", {"sigmoid": "sin"}),
    # Hyperbolic sine, y = (exp(x) - exp(-x)) / 2, its cosine and their inverses.
    "sinh": Composition(
        "softplus",
        {
            "F.softplus": "torch.sinh",
            (
                "log1p(t):\n"
                '    """log(1 + t) for t >= 0: what 1 + t rounds away, '
                'the quotient t / (u - 1) puts back."""\n'
                "    u = 1.0 + t\n"
                "    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0"
            ): (
                "sinh(a):\n"
                '    """sinh(a) for a >= 0; past 1 nothing cancels any more."""\n'
                "    u = tl.exp(a)\n"
                "    near = tl.where(u == 1.0, a, (u - 1.0) * a / tl.log(u))\n"
                "    return tl.where(a > 1.0, 0.5 * (u - 1.0 / u), 0.5 * (near + near / (near + 1.0)"
            ),
            "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))": "a = tl.abs(x)\ny = sinh(a)\ny = tl.where(x < 0.0, -y, y",
        },
    ),
    # Functions of one tensor that Triton has no word for: erfc, logit, sinc, tanhshrink, a repaired
    # logarithm; a step before and one after.
    "special_function": Composition(
        "sigmoid",
        {
            "y = torch.sigmoid(x": "x = torch.relu(x)\ny = torch.erfc(x)\ny = torch.sin(y",
            "y = tl.sigmoid(x": "x = tl.maximum(x, 0.0)\ny = 1.0 - tl.erf(x)\ny = tl.sin(y",
        },
    ),
    # Three tensors joined element by element, y = f(x + z) * w.
    "three_tensors": Composition(
        "where",
        {
            "1)": "5)",
            "y = torch.where(w > 0, x, z)\n    y = torch.sin(y)": "x = torch.add(x, z)\nx = torch.sin(x)\ny = x * w",
            "y = tl.where(w > 0.0, x, z)\n    y = tl.sin(y)": "x = x + z\nx = tl.sin(x)\ny = x * w",
        },
    ),
    # A cast that rounds toward zero, y = x.to(int32), and the other pure casts.
    "to_integer": Composition(
        "sigmoid",
        {
            "(torch": "(3.0 * torch",
            "torch.sigmoid(x": "x.to(torch.int32",
            "tl.sigmoid(x)": "x  # tl.store casts",
            "empty_like(x": "empty(x.shape, dtype=torch.int32, device=x.device",
        },
    ),
    # Functions of two tensors that are no arithmetic: hypot, copysign, heaviside, xlogy, fmax, and their
    # kind.
    "two_arguments": Composition(
        "add",
        {
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": "y = torch.hypot(x, z)\ny = torch.sin(y)\nreturn y",
            (
                "0.0).to(tl.float32)\n"
                "    x = x + z\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "1.0).to(tl.float32)\n"
                "a = tl.maximum(tl.abs(x), tl.abs(z))\n"
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)\n"
                "y = a * tl.sqrt(1.0 + r * r)\n"
                "y = tl.sin(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "x = x.contiguous()\n    z =": "x, z = x.contiguous(),",
        },
    ),
    # Two branches of one input that join again, y = h(f(x) * g(x)).
    "two_branches": Composition(
        "sigmoid",
        {
            "1)": "5)",
            "torch.sigmoid(x": "x\nw = x\ny = torch.sin(y)\nw = torch.exp(-w)\ny = y * w\ny = torch.relu(y",
            "tl.sigmoid(x": "x\nw = x\ny = tl.sin(y)\nw = tl.exp(-w)\ny = y * w\ny = tl.maximum(y, 0.0",
        },
    ),
    # Two functions of one tensor at once, (f(x), g(x)).
    "two_outputs": Composition(
        "sigmoid",
        {
            "1)": "5)",
            "y = torch.sigmoid(x)\n    return y": "y, w = x, x\ny = torch.sin(y)\nw = torch.cos(w)\nreturn y, w",
            "y_ptr, n_elements,": "y_ptr, w_ptr, n_elements,",
            "y = tl.sigmoid(x": "y, w = x, x\ny = tl.sin(y)\nw = tl.cos(w",
            "tl.store(y_ptr + offsets, y, mask=mask)": "tl.store(y_ptr + offsets, y, mask=mask)\ntl.store(w_ptr + offsets, w, mask=mask)",
            "y = torch.empty_like(x)": "y, w = torch.empty_like(x), torch.empty_like(x)",
            "n_elements, BLOCK=1024)\n    return y": "w, n_elements, BLOCK=1024)\nreturn y, w",
        },
    ),
}
