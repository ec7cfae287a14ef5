"""Compositions of the families of pointwise operations, arctan2 to masked_fill."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The angle of a point, y = atan2(x, z): x is its height, z its distance to the right.
    "arctan2": Composition(
        "where",
        {
            "), torch.randn(shape)": ")",
            ", w):\n    y = torch.where(w > 0, x": "):\n    y = torch.atan2(x",
            "arctan2_kernel(x_ptr, z_ptr, w_ptr": (
                "arctan(r):\n"
                '    """Of r in [0, 1]: above tan(pi / 8) from pi / 4 on, '
                'then an odd polynomial of degree 9, good to the last bit."""\n'
                "    far = r > 0.4142135623730950\n"
                "    t = tl.where(far, (r - 1.0) / (r + 1.0), r)\n"
                "    s = t * t\n"
                "    series = ((0.0805374449538 * s - 0.138776856032) * s + 0.199777106478) * s - "
                "0.333329491539\n"
                "    return tl.where(far, 0.7853981633974483, 0.0) + (series * s * t + t)\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def arctan2_kernel(x_ptr, z_ptr"
            ),
            (
                "0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.where(w > 0.0, x, z"
            ): (
                "1.0).to(tl.float32)\n"
                "a, b = tl.abs(x), tl.abs(z)\n"
                "y = arctan(tl.minimum(a, b) / tl.maximum(tl.maximum(a, b), 2e-38))\n"
                "y = tl.where(a > b, 1.5707963267948966 - y, y)\n"
                "y = tl.where(z.to(tl.int32, bitcast=True) < 0, 3.141592653589793 - y, y)\n"
                "y = tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y"
            ),
            ", w):\n    x = x.contiguous()\n    z = z.contiguous()\n    w = w": "):\n    x, z = x.contiguous(), z",
            "w, y": "y",
        },
    ),
    # Inverse hyperbolic sine, y = log(x + sqrt(x^2 + 1)), and its two sisters.
    "asinh": Composition(
        "softplus",
        {
            "F.softplus": "torch.asinh",
            "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))": (
                "a = tl.abs(x)\n"
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))\n"
                "y = tl.where(x < 0.0, -y, y"
            ),
        },
    ),
    # Two chains over two tensors that meet, y = h(f(x) + g(z)).
    "binary_chain": Composition(
        "add",
        {
            "1)": "5)",
            "x = torch.add(x, z)": "x = torch.sin(x)\nz = torch.exp(-z)\nx = torch.add(x, z)",
            "x = x + z": "x = tl.sin(x)\nz = tl.exp(-z)\nx = x + z",
        },
    ),
    # Bit by bit and in whole numbers, y = (x & z) | 16, for integers.
    "bitwise": Composition(
        "add",
        {
            "torch.randn(shape), torch.randn(shape": (
                "(torch.randint(-1000, 1000, shape, dtype=torch.int32),\n"
                "        torch.randint(-1000, 1000, shape, dtype=torch.int32)"
            ),
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": "y = x & z\ny = y | 16\nreturn y",
            (
                ".0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                ")\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0)\n"
                "y = x & z\n"
                "y = y | 16\n"
                "tl.store(y_ptr + offsets, y"
            ),
        },
    ),
    # A vector along the last dimension, x (..., C) + z (C,), or another join of the two, with one step after
    # it.
    "broadcast_add": Composition(
        "add",
        {
            ", torch.randn(shape": ", torch.randn(shape[-1]",
            "BLOCK:": "C, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets % C",
            "BLOCK=": "z.numel(), BLOCK=",
        },
    ),
    # One sample against a whole batch, x (N, ...) + z (1, ...), or another join of the two, with one step
    # after it.
    "broadcast_batch": Composition(
        "add",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "7, 150), (4, 3, 65",
            ", torch.randn(shape": ", torch.randn(1, *shape[1:]",
            "x = torch.add(x, z)": "x = torch.relu(x)\nx = torch.add(x, z)",
            "x = torch.relu(x)": "",
            "BLOCK:": "S, BLOCK:",
            "z_ptr + offsets, mask=mask, other=0.0).to(tl.float32": "z_ptr + offsets % S, mask=mask, other=0.0).to(tl.float32)\nx = tl.maximum(x, 0.0",
            "x = tl.maximum(x, 0.0)": "",
            "BLOCK=": "z.numel(), BLOCK=",
        },
    ),
    # A number a channel, x (N, C, H, W) + z (C, 1, 1), or another join of the two, with one step after it.
    "broadcast_channel": Composition(
        "add",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": ", 1, 1), (2, 3, 5, 7), (3, 33, 3, 3), (1, 4, 16, 16",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "N, C, H, W):\n    return torch.randn(N, C, H, W), torch.randn(C, 1, 1",
            "BLOCK:": "C, HW, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets // HW % C",
            "BLOCK=": "x.shape[1], x.shape[2] * x.shape[3], BLOCK=",
        },
    ),
    # A number a row, x (..., C) + z (..., 1), or another join of the two, with one step after it.
    "broadcast_rows": Composition(
        "broadcast_add", {"shape[-1]": "*shape[:-1], 1", "%": "//", "z.numel()": "x.shape[-1]"}
    ),
    # One number against a tensor, x (...) + z (1,), or another join of the two, with one step after it.
    "broadcast_scalar": Composition(
        "add", {", torch.randn(shape": ", torch.randn(1", "z_ptr + offsets, mask=mask, other=0.0": "z_ptr"}
    ),
    # Two tensors that stretch each other, x (A, 1, C) + z (B, 1) -> y (A, B, C), with one step after it.
    "broadcast_strided": Composition(
        "add",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": ", 1), (3, 4, 33), (2, 7, 100), (4, 5, 17",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "A, B, C):\n    return torch.randn(A, 1, C), torch.randn(B, 1",
            "BLOCK:": "B, C, x_a, x_b, x_c, z_a, z_b, z_c, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets"
            ): (
                "a, b, c = offsets // (B * C), offsets // C % B, offsets % C\n"
                "x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c"
            ),
            (
                "x = x.contiguous()\n"
                "    z = z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    broadcast_strided_kernel[grid](x, z, y, n_elements"
            ): (
                "A, B, C = x.shape[0], z.shape[0], x.shape[2]\n"
                "x, z = x.expand(A, B, C), z.expand(A, B, C)\n"
                "y = torch.empty((A, B, C), dtype=x.dtype, device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "broadcast_strided_kernel[grid](x, z, y, y.numel(), B, C, *x.stride(), *z.stride()"
            ),
        },
    ),
    # A function of x, stored in another dtype: y = f(x).to(float16).
    "cast": Composition(
        "sigmoid",
        {
            "y = torch.sigmoid(x": "x = torch.sin(x)\ny = x.to(torch.float16",
            "y = tl.sigmoid(x)": "x = tl.sin(x)\ny = x",
            "empty_like(x": "empty(x.shape, dtype=torch.float16, device=x.device",
        },
    ),
    # A function of x stored in half precision or as whole numbers, answered in float32: y = f(x.float()).
    "cast_from": Composition(
        "sigmoid",
        {
            "shape),": "shape).half(),",
            "y = torch.sigmoid(x)": "x = x.to(torch.float32)\nx = torch.sin(x)\ny = x + 0.5",
            "y = tl.sigmoid(x)": "x = tl.sin(x)\ny = x + 0.5",
            "empty_like(x": "empty(x.shape, dtype=torch.float32, device=x.device",
        },
    ),
    # Gated linear unit over the channels, y = a * f(b) for the two halves a, b of dimension 1 of x (N, 2C,
    # ...).
    "channel_glu": Composition(
        "glu",
        {
            "), (3, 34), (7, 600), (2, 3, 66": ", 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100",
            "=-": "=",
            "n_elements, C": "n_elements, half",
            "C * (2 * C) + offsets % C": "half * (2 * half) + offsets % half",
            "+ C": "+ half",
            "C = x.shape[-1] // 2\n    y = torch.empty(x.shape[:-1] + (C,)": (
                "half = x.numel() // x.shape[0] // 2\n"
                "y = torch.empty((x.shape[0], x.shape[1] // 2) + x.shape[2:]"
            ),
            "), C": "), half",
        },
    ),
    # One half of the channels gated by the other, then a second tensor, y = x[:, :C] sigmoid(x[:, C:]) + z: a
    # gated residual block.
    "channel_glu_joins": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17": "1, 1), (2, 3, 5), (3, 7, 33), (2, 3, 4, 5",
            "return torch.randn(shape), torch.randn(shape)": "z = torch.randn(shape)\nreturn torch.randn(shape[0], 2 * shape[1], *shape[2:]), z",
            "x = torch.sub(x, z)\n    return x": "y = F.glu(x, dim=1)\ny = torch.abs(y)\ny = y + z\ny = torch.relu(y)\ny = y * 0.5\nreturn y",
            "BLOCK:": "half, BLOCK:",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32": (
                "first = offsets // half * (2 * half) + offsets % half\n"
                "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "gate = tl.load(x_ptr + first + half, mask=mask, other=0.0).to(tl.float32)\n"
                "y = x * tl.sigmoid(gate)\n"
                "y = tl.abs(y"
            ),
            "x = x - z\n    tl.store(y_ptr + offsets, x": "y = z + y\ny = tl.maximum(y, 0.0)\ny = 0.5 * y\ntl.store(y_ptr + offsets, y",
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    channel_glu_joins_kernel[grid](x, z, y, n_elements"
            ): (
                "half = x.numel() // x.shape[0] // 2\n"
                "y = x.new_empty((x.shape[0], x.shape[1] // 2) + x.shape[2:])\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "channel_glu_joins_kernel[grid](x, z, y, y.numel(), half"
            ),
        },
    ),
    # Reduction over channels, then a bias, y[n, o, ...] = max over c of x[n, c, ...] + z[o]: a number, or one
    # for each of O.
    "channel_spread": Composition(
        "add",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]": ", 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]  # N, C, H, W",
            "return torch.randn(shape), torch.randn(shape)": "z = torch.randn(6, 1, 1)\nreturn torch.randn(shape), z",
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": (
                "y = torch.amax(x, dim=1, keepdim=True)\n"
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
                "    tl.store(y_ptr + offsets, x"
            ): (
                "channels, n_inner, n_out, BLOCK: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK)\n"
                "    sample = (tl.program_id(0) // n_blocks).to(tl.int64)\n"
                "    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                '    found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)\n'
                "    for channel in range(0, channels):\n"
                "        x = tl.load(x_ptr + (sample * channels + channel) * n_inner + inner, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "        found = tl.maximum(found, x)\n"
                "    for out in range(0, n_out):\n"
                "        offsets = (sample * n_out + out) * n_inner + inner\n"
                "        z = tl.load(z_ptr + out).to(tl.float32)\n"
                "        y = found\n"
                "        y = tl.maximum(y, 0.0)\n"
                "        y = z + y\n"
                "        y = tl.sigmoid(y)\n"
                "        y = 0.5 * y\n"
                "        tl.store(y_ptr + offsets, y"
            ),
            (
                "x = x.contiguous()\n"
                "    z = z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    channel_spread_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "x, z = x.contiguous(), z.contiguous()\n"
                "n_batch, channels = x.shape[:2]\n"
                "n_inner, n_out = x.numel() // (n_batch * channels), z.numel()\n"
                "y = x.new_empty(n_batch, n_out, *x.shape[2:])\n"
                "grid = (n_batch * triton.cdiv(n_inner, 256),)\n"
                "channel_spread_kernel[grid](x, z, y, channels, n_inner, n_out, BLOCK=256"
            ),
        },
    ),
    # Three channels of a tensor made of three, each by an expression of its own: conversions of colours, a
    # normalization for each channel.
    "channels_to_channels": Composition(
        "sigmoid",
        {
            "1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20",
            "randn": "rand",
            "y = torch.sigmoid(x": (
                "r, g, b = x[:, 0], x[:, 1], x[:, 2]\n"
                "first = 0.299 * r + 0.587 * g + 0.114 * b\n"
                "second = -0.147 * r - 0.289 * g + 0.436 * b\n"
                "third = 0.615 * r - 0.515 * g - 0.101 * b\n"
                "y = torch.stack([first, second, third], dim=1"
            ),
            "BLOCK:": "inner, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, y"
            ): (
                "places = offsets // inner * (3 * inner) + offsets % inner\n"
                "r = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
                "g = tl.load(x_ptr + places + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "b = tl.load(x_ptr + places + 2 * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "first = 0.299 * r + 0.587 * g + 0.114 * b\n"
                "second = -0.147 * r - 0.289 * g + 0.436 * b\n"
                "third = 0.615 * r - 0.515 * g - 0.101 * b\n"
                "tl.store(y_ptr + places, first, mask=mask)\n"
                "tl.store(y_ptr + places + inner, second, mask=mask)\n"
                "tl.store(y_ptr + places + 2 * inner, third"
            ),
            "y = torch.empty_like(x)": "n_elements, inner = x.numel() // 3, x.stride(1)\ny = torch.empty_like(x)",
            "n_elements = x.numel()": "",
            "BLOCK=": "inner, BLOCK=",
        },
    ),
    # Comparison of two tensors, y = x > z, and the logic on comparisons; y is bool.
    "compare": Composition(
        "add",
        {
            "randn(shape), torch.randn(shape)": "randint(-4, 5, shape) / 2, torch.randint(-4, 5, shape) / 2",
            "x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": "y = torch.gt(x, z)\nreturn y",
            "x = x + z\n    x = tl.maximum(x, 0.0)\n    tl.store(y_ptr + offsets, x": "y = x > z\ntl.store(y_ptr + offsets, y",
            "empty_like(x": "empty_like(x, dtype=torch.bool",
        },
    ),
    # Comparison of a tensor with a number, y = x > 0, as bool.
    "compare_scalar": Composition(
        "sigmoid",
        {
            "randn(shape)": "randint(-4, 5, shape) / 2",
            "torch.sigmoid(x": "torch.gt(x, 0",
            "tl.sigmoid(x)": "x > 0.0",
            "empty_like(x": "empty_like(x, dtype=torch.bool",
        },
    ),
    # The product of complex numbers held as two real tensors each, (a + i b)(c + i d) = (a c - b d) + i (a d
    # + b c).
    "complex_mul": Composition(
        "sigmoid",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "7, 200",
            "(torch.randn(shape),": "tuple(torch.randn(shape) for _ in range(4)",
            "x):\n    y = torch.sigmoid(x)\n    return": (
                "a, b, c, d):\n"
                "    a = torch.relu(a)\n"
                "    x = a * c - b * d\n"
                "    y = a * d + b * c\n"
                "    x = torch.sigmoid(x)\n"
                "    return x,"
            ),
            "x_ptr,": "a_ptr, b_ptr, c_ptr, d_ptr, x_ptr,",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.sigmoid(x": (
                "a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "b = tl.load(b_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "c = tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "d = tl.load(d_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "a = tl.maximum(a, 0.0)\n"
                "x = a * c - b * d\n"
                "y = a * d + b * c\n"
                "x = tl.sigmoid(x)\n"
                "tl.store(x_ptr + offsets, x, mask=mask"
            ),
            (
                "x):\n"
                "    x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    complex_mul_kernel[grid](x, y, n_elements, BLOCK=1024)\n"
                "    return"
            ): (
                "a, b, c, d):\n"
                "    a = a.contiguous()\n"
                "    b = b.contiguous()\n"
                "    c = c.contiguous()\n"
                "    d = d.contiguous()\n"
                "    x = torch.empty_like(a)\n"
                "    y = torch.empty_like(a)\n"
                "    grid = (triton.cdiv(a.numel(), 1024),)\n"
                "    complex_mul_kernel[grid](a, b, c, d, x, y, a.numel(), BLOCK=1024)\n"
                "    return x,"
            ),
        },
    ),
    # From 8 bits back to numbers with a scale for each of the last dimension, y = f(q * scale[c]).
    "dequantize_columns": Composition(
        "dequantize",
        {
            "(1)": "(shape[-1])",
            "BLOCK:": "C, BLOCK:",
            "scale_ptr)": "scale_ptr + offsets % C, mask=mask, other=0.0)",
            "BLOCK=": "scale.numel(), BLOCK=",
        },
    ),
    # From 8 bits back to numbers with a scale a row, y = f(q * scale) with scale (..., 1).
    "dequantize_rows": Composition(
        "dequantize",
        {
            "(1)": "(*shape[:-1], 1)",
            "BLOCK:": "C, BLOCK:",
            "scale_ptr)": "scale_ptr + offsets // C, mask=mask, other=0.0)",
            "BLOCK=": "q.shape[-1], BLOCK=",
        },
    ),
    # Dropout with a given mask, y = where(keep, f(x) / (1 - p), 0), here with p = 0.5.
    "dropout": Composition(
        "sigmoid",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.rand(shape) < 0.6",
            "):\n    y = torch.sigmoid(x)": ", keep):\n    x = torch.sin(x)\n    y = x * keep / 0.5",
            "y_ptr,": "keep_ptr, y_ptr,",
            "y = tl.sigmoid(x": (
                "keep = tl.load(keep_ptr + offsets, mask=mask, other=False)\n"
                "x = tl.sin(x)\n"
                "y = tl.where(keep, x / 0.5, 0.0"
            ),
            "dropout_triton(x": "dropout_triton(x, keep",
            "y = torch.empty_like(x)": "keep = keep.contiguous()\ny = torch.empty_like(x)",
            "y, n_elements": "keep, y, n_elements",
        },
    ),
    # Dropout with a given mask, then the residual connection: y = z + where(keep, f(x) / (1 - p), 0).
    "dropout_add": Composition(
        "add",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.rand(shape) < 0.6",
            "):\n    x = torch.add(x, z)\n    x = torch.relu(x)\n    return x": ", keep):\n    x = torch.sin(x)\n    y = z + x * keep / 0.9\n    return y",
            "y_ptr,": "keep_ptr, y_ptr,",
            "x = x + z\n    x = tl.maximum(x, 0.0)\n    tl.store(y_ptr + offsets, x": (
                "keep = tl.load(keep_ptr + offsets, mask=mask, other=False)\n"
                "x = tl.sin(x)\n"
                "y = z + tl.where(keep, x / 0.9, 0.0)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "dropout_add_triton(x, z": "dropout_add_triton(x, z, keep",
            "y = torch.empty_like(x)": "keep = keep.contiguous()\ny = torch.empty_like(x)",
            "y,": "keep, y,",
        },
    ),
    # ELU, y = x where x > 0, else alpha * (exp(x) - 1), and relatives with their alpha.
    "elu": Composition(
        "softplus",
        {
            "softplus": "elu",
            (
                "log1p(t):\n"
                '    """log(1 + t) for t >= 0: what 1 + t rounds away, '
                'the quotient t / (u - 1) puts back."""\n'
                "    u = 1.0 + t\n"
                "    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0"
            ): (
                "expm1(t):\n"
                '    """exp(t) - 1 for t <= 0. Near 0 the error of u is in numerator and denominator, '
                'and cancels."""\n'
                "    u = tl.exp(t)\n"
                "    return tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)"
            ),
            "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)": "t = tl.minimum(x, 0.0)\ny = tl.where(x > 0.0, x, expm1(t",
        },
    ),
    # The exponential, y = exp(x), and what is made of one exponential.
    "exp": Composition("sigmoid", {"sigmoid": "exp"}),
    # Rounding down, y = |floor(x)|, and the functions that jump: ceil, trunc, sign, remainder by a power of
    # two.
    "floor": Composition(
        "sigmoid",
        {
            "(torch": "(3.0 * torch",
            "torch.sigmoid(x": "torch.floor(x)\ny = torch.abs(y",
            "tl.sigmoid(x": "tl.floor(x)\ny = tl.abs(y",
        },
    ),
    # Gated linear unit, y = a * f(b) for the two halves a, b of the last dimension: GLU, SwiGLU, GEGLU,
    # ReGLU.
    "glu": Composition(
        "sigmoid",
        {
            "1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "2), (3, 34), (7, 600), (2, 3, 66",
            "y = torch.sigmoid(x)\n    return y": "x, z = x.chunk(2, dim=-1)\nz = torch.sigmoid(z)\nreturn x * z",
            "BLOCK:": "C, BLOCK:",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.sigmoid(x)": (
                "first = offsets // C * (2 * C) + offsets % C\n"
                "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + first + C, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.sigmoid(z)\n"
                "y = x * z"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    glu_kernel[grid](x, y, n_elements"
            ): (
                "C = x.shape[-1] // 2\n"
                "y = torch.empty(x.shape[:-1] + (C,), dtype=x.dtype, device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "glu_kernel[grid](x, y, y.numel(), C"
            ),
        },
    ),
    # Gated linear unit, y = a * sigmoid(b), where a and b are the halves of the last dimension of x.
    "glu_call": Composition(
        "sigmoid",
        {
            "1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7": "2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600",
            "torch.sigmoid(x": "F.glu(x, dim=-1)\ny = torch.sin(y",
            "BLOCK:": "n_half, BLOCK:",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = tl.sigmoid(x": (
                "first = offsets // n_half * (2 * n_half) + offsets % n_half\n"
                "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "gate = tl.load(x_ptr + first + n_half, mask=mask, other=0.0).to(tl.float32)\n"
                "y = x * tl.sigmoid(gate)\n"
                "y = tl.sin(y"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": "n_half = x.shape[-1] // 2\ny = x.new_empty(x.shape[:-1] + (n_half,))\nn_elements = y",
            "BLOCK=": "n_half, BLOCK=",
        },
    ),
    # Inverse tangent, y = atan(x)^2, and the inverse sine and cosine through it.
    "inverse_tangent": Composition(
        "softplus",
        {
            "F.softplus(x": "torch.atan(x)\ny = torch.square(y",
            (
                "log1p(t):\n"
                '    """log(1 + t) for t >= 0: what 1 + t rounds away, '
                'the quotient t / (u - 1) puts back."""\n'
                "    u = 1.0 + t\n"
                "    return tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0)"
            ): (
                "arctan(x):\n"
                '    """Three reductions bring |x| below tan(pi / 8); there an odd polynomial of degree '
                '9 is good to the last bit."""\n'
                "    a = tl.abs(x)\n"
                "    far = a > 2.414213562373095\n"
                "    middle = (a > 0.4142135623730950) & (a <= 2.414213562373095)\n"
                "    base = tl.where(far, 1.5707963267948966, tl.where(middle, 0.7853981633974483, 0.0))\n"
                "    r = tl.where(far, -1.0 / tl.maximum(a, 1.0), tl.where(middle, "
                "(a - 1.0) / (a + 1.0), a))\n"
                "    s = r * r\n"
                "    series = ((0.0805374449538 * s - 0.138776856032) * s + 0.199777106478) * s - "
                "0.333329491539\n"
                "    y = base + (series * s * r + r)\n"
                "    return tl.where(x < 0.0, -y, y"
            ),
            "tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "arctan(x)\ny = y * y",
        },
    ),
    # Which elements are no number, or infinite, after a step that may leave its domain: one byte each.
    "is_finite": Composition(
        "sigmoid",
        {
            "1)": "5)",
            "y = torch.sigmoid": "x = torch.log(x)\ny = torch.isfinite",
            "y = tl.sigmoid(x": 'x = tl.log(x)\ny = tl.abs(x) < float("inf"',
            "empty_like(x": "empty_like(x, dtype=torch.bool",
        },
    ),
    # Leaky ReLU, y = x where x > 0, else slope * x, and the other activations made of straight pieces.
    "leaky_relu": Composition(
        "sigmoid", {"torch.sigmoid": "F.leaky_relu", "tl.sigmoid(x": "tl.where(x > 0.0, x, 0.01 * x"}
    ),
    # The logarithm of a sum of exponentials, log(exp(x) + exp(z)), and other pairs that take care.
    "logaddexp": Composition(
        "softplus",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    y = F.softplus(x": ", z):\n    y = torch.logaddexp(x, z)\n    y = torch.sin(y",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))\n"
                "y = tl.sin(y"
            ),
            "logaddexp_triton(x": "logaddexp_triton(x, z",
            "y = torch.empty_like(x)": "z = z.contiguous()\ny = torch.empty_like(x)",
            "y, n_elements": "z, y, n_elements",
        },
    ),
    # The natural logarithm, y = log(x), its other bases and what is made of it.
    "logarithm": Composition(
        "sigmoid",
        {
            "shape),": "shape).abs() + 0.05,",
            "torch.sigmoid": "torch.log",
            "0.0).to(tl.float32)\n    y = tl.sigmoid": "1.0).to(tl.float32)\ny = tl.log",
        },
    ),
    # A number where a mask says so, y = f(x).masked_fill(~keep, c).
    "masked_fill": Composition(
        "dropout", {"x * keep / 0.5": "x.masked_fill(~keep, 0.5)", "x / 0.5, 0.0": "x, 0.5"}
    ),
}
