"""Compositions of the families of random programs and their building blocks, program_of_turned_halves to update_of_three."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A tensor and its own two halves exchanged, one of them with its sign turned, meet two more: y = x * cos
    # + cat(-x2, x1) * sin and its kind.
    "program_of_turned_halves": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "A, B, C, D):\n    return torch.randn(A, B, C, D), torch.randn(C, D), torch.randn(C, D",
            "z):\n    x = torch.sub(x, z)\n    return x": (
                "cos, sin):\n"
                "    half = x.shape[-1] // 2\n"
                "    y = torch.cat([-x[..., half:], x[..., :half]], dim=-1)\n"
                "    z = cos\n"
                "    x = x * z\n"
                "    z = sin\n"
                "    y = y * z\n"
                "    z = x\n"
                "    y = torch.add(y, z)\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ),
            "z_ptr, y_ptr, n_elements": "cos_ptr, sin_ptr, y_ptr, n_elements, D, period",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "first = offsets % D < D - D // 2\n"
                "other = tl.where(first, offsets + D // 2, offsets - (D - D // 2))\n"
                "at = offsets % period\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "y = tl.load(x_ptr + other, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.where(first, -y, y)\n"
                "z = tl.load(cos_ptr + at, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x * z\n"
                "z = tl.load(sin_ptr + at, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y * z\n"
                "z = x\n"
                "y = y + z\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "z):\n    x, z = x.contiguous(), z": "cos, sin):\n    x, cos, sin = x.contiguous(), cos.contiguous(), sin",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_turned_halves_kernel[grid](x, z, y, n_elements"
            ): (
                "grid = (triton.cdiv(x.numel(), 1024),)\n"
                "program_of_turned_halves_kernel[grid](x, cos, sin, y, x.numel(), x.shape[-1], cos.numel()"
            ),
        },
    ),
    # A cell of a recurrent network: a program on the equal parts of two tensors, of what the input gives and
    # of what the state gives.
    "program_of_two_chunked": Composition(
        "program_of_chunked_cell",
        {
            "return torch.randn(B, T, 3 * C), torch.randn(B, T, C)": "return torch.randn(B, T, 3 * C), torch.randn(B, T, 3 * C), torch.randn(B, T, C)",
            (
                "x, q):\n"
                "    parts = x.chunk(3, dim=2)\n"
                "    a, b, c = parts[0], parts[1], parts[2]\n"
                "    y = torch.sigmoid(b) * q + a * c"
            ): (
                "x1, x2, q):\n"
                "    parts = x1.chunk(3, dim=2)\n"
                "    a, b = parts[0], parts[1]\n"
                "    parts = x2.chunk(3, dim=2)\n"
                "    a2 = parts[2]\n"
                "    y = torch.sigmoid(b) * q + a * a2"
            ),
            "x_ptr,": "x1_ptr, x2_ptr,",
            (
                "x_ptr + first + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    b = tl.load(x_ptr + first + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    c = tl.load(x_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.sigmoid(b) * q + a * c"
            ): (
                "x1_ptr + first + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "b = tl.load(x1_ptr + first + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "a2 = tl.load(x2_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(b) * q + a * a2"
            ),
            "x, q):\n    x, q = x": "x1, x2, q):\n    x1, x2, q = x1.contiguous(), x2",
            "x.stride(2)\n    run, whole = y.shape[2] * inner, x": "x1.stride(2)\nrun, whole = y.shape[2] * inner, x1",
            "](x": "](x1, x2",
        },
    ),
    # A program of single operations on the gates of an input and of a state, (..., 3N) each, and the state
    # (..., N): the cell of a GRU and its like.
    "program_of_two_gates": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4": "1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3",
            "shape),": "shape[:-1] + (3 * shape[-1],)), torch.randn(shape[:-1] + (3 * shape[-1],)),",
            "x, z):\n    x = torch.sub(x, z)": (
                "gates, state_gates, q):\n"
                "    x, z, w = gates.chunk(3, dim=-1)\n"
                "    x_state, z_state, p = state_gates.chunk(3, dim=-1)\n"
                "    x = x + x_state\n"
                "    z = z + z_state\n"
                "    x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q"
            ),
            "x_ptr, z_ptr, y_ptr, n_elements": "gates_ptr, state_gates_ptr, q_ptr, y_ptr, n_elements, N",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z"
            ): (
                "q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "first = offsets // N * (3 * N) + offsets % N\n"
                "\n"
                "x = tl.load(gates_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)\n"
                "x_state = tl.load(state_gates_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "z_state = tl.load(state_gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(state_gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x + x_state\n"
                "z = z + z_state\n"
                "x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q"
            ),
            (
                "x, z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()"
            ): (
                "gates, state_gates, q):\n"
                "    gates, state_gates, q = gates.contiguous(), state_gates.contiguous(), q.contiguous()\n"
                "    y = torch.empty_like(q)\n"
                "    n_elements, N = q.numel(), q.shape[-1]"
            ),
            "x, z, y, n_elements": "gates, state_gates, q, y, n_elements, N",
        },
    ),
    # A program of whole numbers on two tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_two_integers": Composition(
        "program_of_two",
        {
            "randn(shape), torch.randn(shape": "randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape",
            "return x": "y = torch.clamp(x, min=0)\nreturn y",
            ".0).to(tl.float32)\n    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32": ")\nz = tl.load(z_ptr + offsets, mask=mask, other=0",
            "tl.store(y_ptr + offsets, x": "y = tl.maximum(x, 0)\ntl.store(y_ptr + offsets, y",
            "x)": "x, dtype=x.dtype)",
        },
    ),
    # A program of single operations on a tensor and two parameters that a module has learned: a number, or
    # one of each channel, token or column.
    "program_of_two_parameters": Composition(
        "program_of_three_shapes",
        {
            "B, C), torch.randn(T, C": "C), torch.randn(1",
            "z = z[:, None, :]": "",
            (
                "// (T * C) * C + offsets % C, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0"
            ): "% C, mask=mask, other=0.0).to(tl.float32)\nw = tl.load(w_ptr",
        },
    ),
    # A program of single operations on two positive tensors of one shape: quotients, logarithms, roots.
    "program_of_two_positive": Composition(
        "program_of_two",
        {
            "randn(shape), torch.randn(shape)": "rand(shape) + 0.05, torch.rand(shape) + 0.05",
            "sub": "div",
            (
                "0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x -"
            ): (
                "1.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)\n"
                "x = x /"
            ),
        },
    ),
    # A program of single operations on two tensors that broadcast together, each of any shape that does.
    "program_of_two_shapes": Composition(
        "pair_of_tokens",
        {
            "x, z = torch.randn(B, T, C), torch.randn(B, 1, C)\n    return x, z": "return torch.randn(B, T, C), torch.randn(B, C)",
            "y = torch.add(x, z)": "z = z[:, None, :]\ny = x * z",
            "x +": "x *",
        },
    ),
    # A program of single operations on two tensors of one shape that returns two of its values.
    "program_of_two_to_two": Composition(
        "program_of_two",
        {
            "x = torch.sub(x, z)": "v = torch.add(x, z)\nx = torch.sub(x, z)",
            "return x": "return v, x",
            "y_ptr,": "v_ptr, y_ptr,",
            "x = x - z": "v = x + z\nx = x - z",
            "tl.store(y_ptr + offsets, x, mask=mask)": "tl.store(v_ptr + offsets, v, mask=mask)\ntl.store(y_ptr + offsets, x, mask=mask)",
            "y =": "v, y = torch.empty_like(x),",
            "y, n_elements, BLOCK=1024)\n    return": "v, y, n_elements, BLOCK=1024)\nreturn v,",
        },
    ),
    # A tensor over a size of its own, written in elementary operations, then a program of that and a second
    # tensor, g(x / norm(x), z).
    "program_of_written_norm": Composition(
        "program_of_two",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70",
            "return torch.randn(shape), torch.randn(shape)": "place = shape[-2:-1] + (1,)\nz = torch.randn(place)\nreturn torch.randn(shape), z",
            "x = torch.sub(x, z)\n    return x": (
                "size = x.norm(dim=-2, keepdim=True)\n"
                "y = x / size.clamp(min=1e-12)\n"
                "y = y * torch.exp(z)\n"
                "return y"
            ),
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "n_lines, whole, inner, BLOCK: tl.constexpr):\n"
                "    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = lines < n_lines\n"
                "    offsets = lines // inner * whole * inner + lines % inner\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for place in range(0, whole):\n"
                "        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        total += x * x\n"
                "    scale = tl.maximum(tl.sqrt(total), 1e-12)\n"
                "    for place in range(0, whole):\n"
                "        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + place).to(tl.float32)\n"
                "        y = x / scale\n"
                "        y = y * tl.exp(z)\n"
                "        tl.store(y_ptr + offsets + place * inner, y"
            ),
            "y = torch.empty_like(x)": (
                "whole, inner = x.shape[-2], x.stride(-2)\n"
                "n_lines = x.numel() // whole\n"
                "y = torch.empty_like(x)"
            ),
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_written_norm_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "grid = (triton.cdiv(n_lines, 128),)\n"
                "# Fused multiply-adds would round the square of x otherwise than x, "
                "and a number over its own size would not be 1.\n"
                "program_of_written_norm_kernel[grid](x, z, y, n_lines, whole, inner, BLOCK=128, "
                "enable_fp_fusion=False"
            ),
        },
    ),
    # Rows over a size of their own, written in elementary operations, then a program of that and a second
    # tensor, g(x / norm(x), z).
    "program_of_written_norm_rows": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100",
            "return torch.randn(shape), torch.randn(shape)": "z = torch.randn(shape[-1])\nreturn torch.randn(shape), z",
            "x = torch.sub(x, z)\n    return x": (
                "size = x.norm(dim=-1, keepdim=True)\n"
                "y = x / size.clamp(min=1e-12)\n"
                "y = y * torch.exp(z)\n"
                "return y"
            ),
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    row_ptr = x_ptr + row * n_cols\n"
                "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "        lanes += x * x\n"
                "    total = tl.sum(lanes, axis=0)\n"
                "    scale = tl.maximum(tl.sqrt(total), 1e-12)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = x / scale\n"
                "        y = y * tl.exp(z)\n"
                "        tl.store(y_ptr + row * n_cols + cols, y"
            ),
            "y = torch.empty_like(x)": "n_cols = x.shape[-1]\nn_rows = x.numel() // n_cols\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_written_norm_rows_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "# Fused multiply-adds would round the square of x otherwise than x, "
                "and a number over its own size would not be 1.\n"
                "program_of_written_norm_rows_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, "
                "enable_fp_fusion=False"
            ),
        },
    ),
    # A program of two tensors, reduced over any dimensions, y[b, d] = sum_ac f(x[a, b, c, d], z[a, b, c, d]):
    # losses of a row, distances.
    "program_reduced": Composition(
        "program_and_reduced",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    x = torch.relu(x": ", z):\n    x = torch.mul(x, z",
            "x, y": "y",
            "v_ptr,": "z_ptr,",
            "x = tl.maximum(x, 0.0)\n        tl.store(v_ptr + places, x, mask=mask)": "z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)\nx = x * z",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "v = torch.empty_like(x)": "",
            ", v": ", z",
            "v, y": "y",
        },
    ),
    # A loss written out of prediction and target, its mean, and what a sum of losses makes of that:
    # mean(relu(1 - x * z)) + other.
    "program_to_number_of_two": Composition(
        "program_to_number",
        {
            "randn((": "randn(shape), torch.randn((",
            "other):\n    x = torch.relu(1.0 - x": "z, other):\n    x = torch.relu(1.0 - x * z",
            ", partial_ptr": ", z_ptr, partial_ptr",
            "x = tl.maximum(1.0 - x": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(1.0 - x * z"
            ),
            "other):\n    x = x": "z, other):\n    x, z = x.contiguous(), z",
            ", partial": ", z, partial",
        },
    ),
    # A program of single operations on one tensor that returns two of its values.
    "program_to_two": Composition(
        "chain",
        {
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return": "v = torch.cos(x)\nx = torch.sin(x)\nreturn v,",
            "y_ptr,": "v_ptr, y_ptr,",
            "x = tl.maximum(x, 0.0)\n    x = tl.exp(-x": "v = tl.cos(x)\nx = tl.sin(x)\ntl.store(v_ptr + offsets, v, mask=mask",
            "y =": "v, y = torch.empty_like(x),",
            "y, n_elements, BLOCK=1024)\n    return": "v, y, n_elements, BLOCK=1024)\nreturn v,",
        },
    ),
    # One function of one tensor, y = x + 1, with the parameters that people give it.
    "single_function": Composition(
        "sigmoid", {"torch.sigmoid(x": "torch.add(x, 1.0", "tl.sigmoid(x)": "x + 1.0"}
    ),
    # One function of one bool tensor, y = 1.0 where x holds, else 0.0.
    "single_of_bools": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7",
            "shape),": "shape) > 0.0,",
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": "y = x.float()\nreturn y",
            (
                ".0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): ")\ny = x.to(tl.float32)\ntl.store(y_ptr + offsets, y",
            "empty_like(x": "empty_like(x, dtype=torch.float32",
        },
    ),
    # One function of one tensor of integers, y = x + 1, whose result is of integers, floating-point numbers
    # or bools.
    "single_of_integers": Composition(
        "single_of_bools",
        {
            "torch.randn(shape) > 0.0": "(4.0 * torch.randn(shape)).long()",
            "x.float(": "torch.add(x, 1",
            "x.to(tl.float32)": "x + 1",
            "torch.float32": "x.dtype",
        },
    ),
    # One function of one positive tensor, y = log(x): logarithms, roots and powers that are no whole numbers.
    "single_of_positive": Composition(
        "single_function",
        {
            "randn(shape)": "rand(shape) * 3.0 + 0.05",
            "add(x, 1.0": "log(x",
            "0.0).to(tl.float32)\n    y = x + 1.0": "1.0).to(tl.float32)\ny = tl.log(x)",
        },
    ),
    # One reduction over several dimensions, y[b, d] = sum_ac x[a, b, c, d]: sums, extrema and norms.
    "single_reduction": Composition(
        "reduce_dims",
        {
            "x = torch.relu(x)": "",
            "y = torch.abs(y)\n    y = y * 0.5": "",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.abs(y)\n    y = 0.5 * y": "",
            "D)": "D), dtype=x.dtype",
        },
    ),
    # One variance over several dimensions, of x[a, b, c, d] over a and c, say; the standard deviation is its
    # root.
    "single_variance": Composition(
        "var_dims",
        {
            "x = torch.relu(x)": "",
            "y = torch.abs(y)\n    y = y * 0.5": "",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.abs(y)\n    y = 0.5 * y": "",
        },
    ),
    # A pointwise chain that begins with a steep step, y = h(g(f(x))), in one pass.
    "steep_chain": Composition(
        "program_of_one",
        {
            "torch.abs": "torch.exp(-x)\nx = torch.sub(x, 1.0)\nx = torch.sigmoid",
            "tl.abs": "tl.exp(-x)\nx = x - 1.0\nx = tl.sigmoid",
        },
    ),
    # An optimizer nobody has a name for: of a parameter, its gradient and two states of the same shape, a new
    # parameter and new states.
    "update_of_four": Composition(
        "program_of_two",
        {
            ", (2, 2, 3, 4, 5)": "",
            ", torch.randn(shape)": ", torch.randn(shape), torch.randn(shape), torch.rand(shape)",
            "):\n    x = torch.sub(x, z)\n    return": (
                ", w, p):\n"
                "    r = w * 0.9 + z\n"
                "    v = p * 0.99 + z ** 2\n"
                "    x = x - r * 0.01\n"
                "    return r, v,"
            ),
            "y_ptr,": "w_ptr, p_ptr, r_ptr, v_ptr, y_ptr,",
            "x = x - z": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "r = 0.9 * w + z\n"
                "v = 0.99 * p + z * z\n"
                "x = x - 0.01 * r\n"
                "tl.store(r_ptr + offsets, r, mask=mask)\n"
                "tl.store(v_ptr + offsets, v, mask=mask)"
            ),
            "):\n    x, z = x.contiguous(), z.contiguous()\n    y =": (
                ", w, p):\n"
                "    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()\n"
                "    r, v, y = torch.empty_like(x), torch.empty_like(x),"
            ),
            "y, n_elements, BLOCK=1024)\n    return": "w, p, r, v, y, n_elements, BLOCK=1024)\nreturn r, v,",
        },
    ),
    # An optimizer nobody has a name for: of a parameter, its gradient and one state of the same shape, a new
    # parameter and a new state.
    "update_of_three": Composition(
        "program_of_two",
        {
            ", (2, 2, 3, 4, 5)": "",
            ", torch.randn(shape)": ", torch.randn(shape), torch.rand(shape)",
            "):\n    x = torch.sub(x, z)\n    return": ", w):\n    v = w * 0.9 + z ** 2\n    x = x - v * 0.01\n    return v,",
            "y_ptr,": "w_ptr, v_ptr, y_ptr,",
            "x = x - z": (
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "v = 0.9 * w + z * z\n"
                "x = x - 0.01 * v\n"
                "tl.store(v_ptr + offsets, v, mask=mask)"
            ),
            "):\n    x, z = x.contiguous(), z.contiguous()\n    y =": (
                ", w):\n"
                "    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()\n"
                "    v, y = torch.empty_like(x),"
            ),
            "y, n_elements, BLOCK=1024)\n    return": "w, v, y, n_elements, BLOCK=1024)\nreturn v,",
        },
    ),
}
