"""Compositions of the families of data movement, roll_joins to upsample_bilinear."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A tensor rolled along one dimension, and what a second tensor that stays makes of it: stencils on a
    # torus, one neighbour after another.
    "roll_joins": Composition(
        "program_of_two",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "3, 2), (5, 33), (7, 3, 20), (5, 3, 2, 9",
            "x = torch.sub(x, z)": "x = torch.roll(x, 1, -1)\nx = torch.sub(x, z)",
            "BLOCK:": "size, inner, shift, BLOCK:",
            "x = tl.load(x_ptr + offsets": (
                "place = offsets // inner % size\n"
                "rolled = offsets + ((place + size - shift) % size - place) * inner\n"
                "x = tl.load(x_ptr + rolled"
            ),
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    roll_joins_kernel[grid](x, z, y, n_elements"
            ): (
                "size, inner = x.shape[-1], x.stride(-1)\n"
                "shift = 1 % size\n"
                "grid = (triton.cdiv(x.numel(), 1024),)\n"
                "roll_joins_kernel[grid](x, z, y, x.numel(), size, inner, shift"
            ),
        },
    ),
    # Rows picked by an index, and what another tensor makes of them, y[k, n] = x[index[k], n] * z[k, n]:
    # messages along edges, tokens and their places.
    "rows_picked_joins": Composition(
        "program_of_two",
        {
            "), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": ", 2), (7, 33, 3), (40, 3, 65",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "M, N, *K):\n    return torch.randn(M, N), torch.randint(0, M, K), torch.randn(*K, N",
            "rows_picked_joins_torch(x, z):": "rows_picked_joins_torch(x, index, z):\n    x = torch.index_select(x, 0, index)",
            "z_ptr, y_ptr, n_elements": "index_ptr, z_ptr, y_ptr, n_elements, N",
            "x = tl.load(x_ptr + offsets": (
                "row = tl.load(index_ptr + offsets // N, mask=mask, other=0)\n"
                "x = tl.load(x_ptr + row * N + offsets % N"
            ),
            (
                "z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    rows_picked_joins_kernel[grid](x, z, y, n_elements"
            ): (
                "index, z):\n"
                "    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()\n"
                "    N = x.shape[-1]\n"
                "    y = torch.empty((*index.shape, N), dtype=x.dtype, device=x.device)\n"
                "    grid = (triton.cdiv(y.numel(), 1024),)\n"
                "    rows_picked_joins_kernel[grid](x, index, z, y, y.numel(), N"
            ),
        },
    ),
    # Scattering along rows, y = x, then y[i, index[i, j]] = source[i, j]; within a row all indices differ.
    "scatter": Composition(
        "roll",
        {
            "), (2, 3, 33), (5, 20, 7)]": ", 1), (4, 33, 9, 3), (7, 40, 40, 7)]  # rows, columns, and the columns and rows of the index",
            "*shape):\n    return (torch.randn(shape),": (
                "rows, columns, kept, given):\n"
                "    index = torch.rand(given, columns).argsort(dim=1)[:, :kept].contiguous()\n"
                "    return torch.randn(rows, columns), index, torch.randn(given, kept"
            ),
            "scatter_torch(x": "scatter_torch(x, index, source",
            "y = torch.roll(x, shifts=1, dims=1)\n    y = torch.sigmoid(y)\n    return y": "source = F.softsign(source)\nreturn x.scatter(1, index, source)",
            "scatter_kernel(x_ptr, y_ptr, n_elements, size, inner, shift": "scatter_copy_kernel(x_ptr, y_ptr, n_elements",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source"
            ): "x = tl.load(x_ptr + offsets",
            "x = tl.sigmoid(x)": "",
            "def scatter_triton(x": (
                "@triton.jit\n"
                "def scatter_kernel(index_ptr, source_ptr, y_ptr, n_elements, columns, kept, "
                "BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    index = tl.load(index_ptr + offsets, mask=mask, other=0)\n"
                "    source = tl.load(source_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    source = source / (1.0 + tl.abs(source))\n"
                "    tl.store(y_ptr + offsets // kept * columns + index, source, mask=mask)\n"
                "\n"
                "\n"
                "def scatter_triton(x, index, source"
            ),
            "y = torch.empty_like(x)": "index = index.contiguous()\nsource = source.contiguous()\ny = torch.empty_like(x)",
            (
                "size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size\n"
                "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                "    scatter_kernel[grid](x, y, x.numel(), size, inner, shift"
            ): (
                "scatter_copy_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)\n"
                "grid = (triton.cdiv(source.numel(), 1024),)\n"
                "scatter_kernel[grid](index, source, y, source.numel(), x.shape[1], source.shape[1]"
            ),
        },
    ),
    # Writing at indexed places along any dimension, y = x, then y[..., index[..., t], ...] += source[..., t],
    # or a number, or no addition.
    "scatter_along": Composition(
        "roll",
        {
            "1, 1, 1), (2, 3, 33), (5, 20, 7)]": (
                "(3,), (2,)), ((5, 7), (4, 6)), ((3, 6, 9), (2, 5, 8)), ((4, 6, 8, 10), (3, 5, 7, 9)), "
                "((40,), (30,))]  # shapes of x and of the index"
            ),
            "*shape):\n    return (torch.randn(shape),": (
                "shape, given):\n"
                "    index = torch.rand(shape).argsort(dim=-1)[tuple(map(slice, "
                "given))].contiguous()   # in a line, all differ, or two are alike\n"
                "    return torch.randn(shape), index // 2, torch.randn(given"
            ),
            "):\n    x = torch.relu(x)\n    y = torch.roll(x, shifts=1, dims=1)\n    y = torch.sigmoid(y": ", index, source):\n    y = x.scatter_add(dim=-1, index=index, src=source",
            "y_ptr, n_elements, size, inner, shift": "index_ptr, source_ptr, y_ptr, n_elements, B, C, D, P, Q, R, S",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "i = offsets // (B * C * D)\n"
                "j = offsets // (C * D) % B\n"
                "k = offsets // D % C\n"
                "l = offsets % D\n"
                "there = mask & (i < P) & (j < Q) & (k < R)\n"
                "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S\n"
                "y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "for t in range(0, kept):\n"
                "    index = tl.load(index_ptr + given + t * step, mask=there, other=-1)  # -1 is no place\n"
                "    source = tl.load(source_ptr + given + t * step, mask=there, other=0.0).to(tl.float32)\n"
                "    y = tl.where(index == place, y + source, y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "scatter_along_triton(x": "scatter_along_triton(x, index, source",
            "y = torch.empty_like(x)": (
                "index = index.contiguous()\n"
                "source = source.contiguous()\n"
                "missing = (1,) * (4 - x.dim())\n"
                "_, B, C, D = missing + x.shape\n"
                "P, Q, R, S = missing + index.shape\n"
                "y = torch.empty_like(x)"
            ),
            "size, inner = x.shape[1], x.stride(1)\n    shift = 1 % size": "",
            "y, x.numel(), size, inner, shift": "index, source, y, x.numel(), B, C, D, P, Q, R, S",
        },
    ),
    # One place of a dimension, y[i, k] = x[i, INDEX, k].
    "select_place": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "5, 1), (2, 6, 33), (5, 20, 9",
            "x = torch.relu(x)\n    y = x.repeat(2, 3": "y = x[:, 3]\ny = torch.relu(y",
            "rows, columns, out_columns": "size, inner, index",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "y = tl.load(x_ptr + (offsets // inner * size + index) * inner + offsets % inner, "
                "mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, 0.0)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "size, inner = x.shape[1], x.stride(1)\n"
                "index = 3 % size  # a place counted from the end becomes one counted from the start\n"
                "y = x.new_empty(x.shape[0], x.shape[2]"
            ),
            "rows, columns, 3 * columns": "size, inner, index",
        },
    ),
    # Sinusoidal position embedding: angles t * f of positions t (T,) and frequencies f (N,) give y = [sin,
    # cos], (T, 2 N).
    "sinusoidal": Composition(
        "roll",
        {
            ", 1), (2, 3, 33), (5, 20, 7)]": "), (3, 33), (20, 70)]  # T, N",
            "*shape):\n    return (torch.randn(shape),": "T, N):\n    return torch.randn(T), torch.randn(N",
            "sinusoidal_torch(x):": "sinusoidal_torch(t, f):\n    x = t[:, None] * f[None, :]",
            "roll(x, shifts=1, dims=1)\n    y = torch.sigmoid(y": "cat((torch.sin(x), torch.cos(x)), dim=-1",
            (
                "x_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)"
            ): (
                "t_ptr, f_ptr, y_ptr, T, N, BLOCK_T: tl.constexpr, BLOCK_F: tl.constexpr):\n"
                "    rows = tl.program_id(0).to(tl.int64) * BLOCK_T + tl.arange(0, BLOCK_T)\n"
                "    columns = tl.program_id(1).to(tl.int64) * BLOCK_F + tl.arange(0, BLOCK_F)\n"
                "    positions = tl.load(t_ptr + rows, mask=rows < T, other=0.0).to(tl.float32)\n"
                "    frequencies = tl.load(f_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
                "    x = positions[:, None] * frequencies[None, :]"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": (
                "mask = (rows[:, None] < T) & (columns[None, :] < N)\n"
                "left = y_ptr + rows[:, None] * (2 * N) + columns[None, :]\n"
                "tl.store(left, tl.sin(x), mask=mask)\n"
                "tl.store(left + N, tl.cos(x)"
            ),
            (
                "x):\n"
                "    x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size\n"
                "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                "    sinusoidal_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024"
            ): (
                "t, f):\n"
                "    t = t.contiguous()\n"
                "    f = f.contiguous()\n"
                "    T = t.shape[0]\n"
                "    N = f.shape[0]\n"
                "    y = torch.empty((T, 2 * N), device=t.device, dtype=t.dtype)\n"
                "    grid = (triton.cdiv(T, 16), triton.cdiv(N, 64))\n"
                "    sinusoidal_kernel[grid](t, f, y, T, N, BLOCK_T=16, BLOCK_F=64, num_warps=4"
            ),
        },
    ),
    # Sinusoidal positions added, y[b, t, c] = x[b, t, c] + sin(t w_c) for the first half of the channels,
    # cos(t w_c) for the rest.
    "sinusoidal_position": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 2), (2, 7, 34), (1, 20, 48",
            "y = x.repeat(2, 3": (
                "half = x.shape[2] // 2\n"
                "rate = torch.exp(torch.arange(half, device=x.device, "
                "dtype=x.dtype) * (-math.log(10000.0) / half))\n"
                "angle = torch.arange(x.shape[1], device=x.device, dtype=x.dtype).unsqueeze(1) * rate\n"
                "y = x + torch.cat([torch.sin(angle), torch.cos(angle)], dim=-1"
            ),
            "rows, columns, out_columns": "time, half, log_rate",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "channel = offsets % (2 * half)\n"
                "place = offsets // (2 * half) % time\n"
                "angle = place.to(tl.float32) * tl.exp((channel % half).to(tl.float32) * log_rate)\n"
                "wave = tl.where(channel < half, tl.sin(angle), tl.cos(angle))\n"
                "x = tl.load(x_ptr + offsets"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = x + wave\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "y = torch.empty_like(x)\nbatch, time, width = x.shape\nhalf = width // 2",
            "rows, columns, 3 * columns": "time, half, -math.log(10000.0) / half",
        },
    ),
    # A strided slice made a tensor of its own, y = x[:, start:stop:step].
    "slice": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "9, 1), (2, 12, 33), (5, 20, 9",
            ".repeat(2, 3": "[:, 1::2].contiguous(",
            "rows, columns, out_columns": "size, inner, kept, START: tl.constexpr, STEP: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "outer = offsets // (kept * inner)\n"
                "place = offsets // inner % kept * STEP + START\n"
                "x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "size, inner = x.shape[1], x.stride(1)\n"
                "start, stop, step = 1, size, 2\n"
                "kept = triton.cdiv(stop - start, step)\n"
                "y = x.new_empty(x.shape[0], kept, x.shape[2]"
            ),
            "rows, columns, 3 * columns": "size, inner, kept, START=start, STEP=step",
        },
    ),
    # A slice of one dimension, made a tensor of its own: y = x[..., start:stop:step], at any rank and along
    # any dimension.
    "slice_dims": Composition(
        "repeat",
        {
            "1, 1), (3, 33), (17, 20": "12,), (14, 15), (9, 13, 12), (9, 10, 12, 11), (8, 9, 12, 8, 8",
            ".repeat(2, 3": "[..., 1::2].contiguous(",
            "rows, columns, out_columns": "whole, kept, inner, start, step",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "outer = offsets // (kept * inner)\n"
                "place = start + offsets // inner % kept * step\n"
                "x = tl.load(x_ptr + (outer * whole + place) * inner + offsets % inner"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "dim = x.dim() - 1\n"
                "whole, inner = x.shape[dim], x.stride(dim)\n"
                "start, stop, step = 1, whole, 2\n"
                "kept = triton.cdiv(min(stop, whole) - start, step)  # a slice ends where its dimension "
                "does\n"
                "y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device"
            ),
            "rows, columns, 3 * columns": "whole, kept, inner, start, step",
        },
    ),
    # The two halves of a tensor meet: y = a + b, where x is a followed by b along one dimension.
    "split_combine": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "2), (3, 66), (27, 40",
            "x = torch.relu(x)\n    y = x.repeat(2, 3)": "y, z = x.chunk(2, dim=-1)\ny = y + z",
            "rows, columns, out_columns": "run",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "source = offsets // run * (2 * run) + offsets % run\n"
                "y = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source + run, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "y = x.new_empty(x.shape[0], x.shape[1] // 2)\nrun = x.shape[1] // 2",
            "rows, columns, 3 * columns": "run",
        },
    ),
    # Attention heads taken apart, y[b, h, t, d] = x[b, t, h * D + d].
    "split_heads": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 24), (2, 7, 48), (1, 9, 72",
            "y = x.repeat(2, 3": (
                "batch, time, width = x.shape\n"
                "y = x.view(batch, time, 4, width // 4).transpose(1, 2).contiguous("
            ),
            "rows, columns, out_columns": "time, head_width, HEADS: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "d = offsets % head_width\n"
                "place = offsets // head_width % time\n"
                "h = offsets // (head_width * time) % HEADS\n"
                "b = offsets // (head_width * time * HEADS)\n"
                "x = tl.load(x_ptr + ((b * time + place) * HEADS + h) * head_width + d"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": "heads = 4\nbatch, time, width = x.shape\ny = x.new_empty(batch, heads, time, width // heads",
            "rows, columns, 3 * columns": "time, width // heads, HEADS=heads",
        },
    ),
    # All parts of a tensor along a dimension, y, z = torch.chunk(x, 2, dim), as copies without gaps, or of
    # given lengths.
    "split_parts": Composition(
        "roll",
        {
            "1, 1, 1), (2, 3, 33), (5, 20, 7": "12,), (9, 14), (3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33",
            (
                "x = torch.relu(x)\n"
                "    y = torch.roll(x, shifts=1, dims=1)\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ): "y, z = x.chunk(2, dim=-1)\nreturn y.contiguous(), z.contiguous()",
            "n_elements, size, inner, shift": "z_ptr, n_elements, whole, first, inner",
            (
                "size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "whole * inner)\n"
                "place = offsets // inner % whole\n"
                "inside = offsets % inner\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0)\n"
                "tl.store(y_ptr + (outer * first + place) * inner + inside, x, mask=mask & (place < first))\n"
                "tl.store(z_ptr + (outer * (whole - first) + place - first) * inner + inside, x, "
                "mask=mask & (place >= first)"
            ),
            "y = torch.empty_like(x)\n    size, inner = x.shape[1], x.stride(1)\n    shift = 1 % size": (
                "outside, whole, inside = x.shape[:-1], x.shape[-1], ()\n"
                "inner = 1\n"
                "first = (whole + 1) // 2\n"
                "y = x.new_empty(*outside, first, *inside)\n"
                "z = x.new_empty(*outside, whole - first, *inside)"
            ),
            "x.numel(), size, inner, shift, BLOCK=1024)\n    return y": "z, x.numel(), whole, first, inner, BLOCK=1024)\nreturn y, z",
        },
    ),
    # Two, three or four tensors of one shape stacked along a new dimension, at any place and any rank.
    "stack_three": Composition(
        "one_hot",
        {
            "1,), (33,), (3, 40), (2": "7,), (5, 9), (2, 5, 33), (2, 3",
            "(torch.randint(0, 10, shape),": "tuple(torch.randn(shape) for _ in range(3)",
            "label):\n    y = F.one_hot(label, num_classes=10).float(": "a, b, c):\n    y = torch.stack([a, b, c], dim=-1",
            "label_ptr, y_ptr, n_elements, CLASSES": "a_ptr, b_ptr, c_ptr, y_ptr, n_elements, run, COUNT",
            (
                "label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)\n"
                "    y = tl.where(offsets % CLASSES == label, 1.0, 0.0"
            ): (
                "source = offsets // (COUNT * run) * run + offsets % run\n"
                "which = offsets // run % COUNT\n"
                "y = tl.load(a_ptr + source, mask=mask & (which == 0), other=0.0).to(tl.float32)\n"
                "b = tl.load(b_ptr + source, mask=mask & (which == 1), other=0.0).to(tl.float32)\n"
                "y = tl.where(which == 1, b, y)\n"
                "c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)\n"
                "y = tl.where(which == 2, c, y"
            ),
            (
                "label):\n"
                "    label = label.contiguous()\n"
                "    y = torch.empty(label.shape + (10,), dtype=torch.float32, device=label.device"
            ): (
                "a, b, c):\n"
                "    tensors = [x.contiguous() for x in (a, b, c)]\n"
                "    dim = a.dim()\n"
                "    y = a.new_empty(*a.shape[:dim], len(tensors), *a.shape[dim:])\n"
                "    run = y.stride(dim"
            ),
            "label, y, y.numel(), CLASSES=10": "*tensors, y, y.numel(), run, COUNT=len(tensors)",
        },
    ),
    # Each token meets the one before it, y[b, t] = x[b, t] + x[b, t - 1], where zeros stand before the first.
    "token_shift": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "5, 1), (2, 7, 33), (1, 20, 40",
            "x = torch.relu(x)\n    y = x.repeat(2, 3)": "z = F.pad(x[:, :-1], (0, 0, 1, 0))\ny = x\ny = y + z",
            "rows, columns, out_columns": "time, width, SHIFT: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "earlier = offsets // width % time >= SHIFT\n"
                "y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + offsets - SHIFT * width, mask=mask & earlier, "
                "other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "y = torch.empty_like(x)\nbatch, time, width = x.shape",
            "rows, columns, 3 * columns": "time, width, SHIFT=1",
        },
    ),
    # Transposition of every matrix of a batch, y[b, j, i] = x[b, i, j].
    "transpose_batched": Composition(
        "transpose",
        {
            "), (3, 33), (65, 40": ", 1), (2, 3, 33), (3, 40, 17",
            "t(": "transpose(1, 2",
            (
                "stride_row, stride_column, TILE: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)\n"
                "    column = tl.program_id(1).to(tl.int64"
            ): (
                "stride_batch, stride_row, stride_column, TILE: tl.constexpr):\n"
                "    batch = tl.program_id(0).to(tl.int64)\n"
                "    row = tl.program_id(1) * TILE + tl.arange(0, TILE)\n"
                "    column = tl.program_id(2"
            ),
            "x = tl.load(x_ptr + row[:, None] * stride_row + column[None, :] * stride_column": (
                "source = batch * stride_batch + row[:, None] * stride_row + column[None, "
                ":] * stride_column\n"
                "x = tl.load(x_ptr + source"
            ),
            "column[:": "batch * rows * columns + column[:",
            (
                "rows, columns = x.shape\n"
                "    y = x.new_empty(columns, rows)\n"
                "    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 32))\n"
                "    transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1"
            ): (
                "batch, rows, columns = x.shape\n"
                "y = x.new_empty(batch, columns, rows)\n"
                "grid = (batch, triton.cdiv(rows, 32), triton.cdiv(columns, 32))\n"
                "transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), x.stride(2"
            ),
        },
    ),
    # A transposed matrix meets another, y = x^T + z.
    "transpose_binary": Composition(
        "transpose",
        {
            "*shape):\n    return (torch.randn(shape),": "rows, columns):\n    return torch.randn(rows, columns), torch.randn(columns, rows",
            "transpose_binary_torch(x": "transpose_binary_torch(x, z",
            ").contiguous()": ")\ny = y + z",
            "y_ptr, rows, columns, stride_row, stride_column": "z_ptr, y_ptr, rows, columns",
            "x = tl.load(x_ptr + row[:, None] * stride_row + column[None, :] * stride_column, mask=mask": (
                "mask_turned = (column < columns)[:, None] & (row < rows)[None, :]\n"
                "turned = column[:, None] * rows + row[None, :]\n"
                "x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + turned, mask=mask_turned"
            ),
            "y = tl.sigmoid(y)": "y = z + y\ny = tl.sigmoid(y)",
            "column[:, None] * rows + row[None, :], y, mask=tl.trans(mask)": "turned, y, mask=mask_turned",
            "transpose_binary_triton(x):": "transpose_binary_triton(x, z):\n    x = x.contiguous()\n    z = z.contiguous()",
            "y, rows, columns, x.stride(0), x.stride(1)": "z, y, rows, columns",
        },
    ),
    # The lower triangle of a matrix, y[i, j] = x[i, j] where j <= i + diagonal, else 0.
    "tril": Composition(
        "repeat",
        {
            "1, 1), (3, 33), (17, 20": "5, 5), (6, 33), (40, 27",
            "x.repeat(2, 3": "torch.tril(x, diagonal=0",
            "out_columns,": "DIAGONAL: tl.constexpr,",
            (
                "out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask"
            ): (
                "columns % rows\n"
                "column = offsets % columns\n"
                "keep = column <= row + DIAGONAL\n"
                "x = tl.load(x_ptr + offsets, mask=mask & keep"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = tl.where(keep, x, 0.0)\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "y = torch.empty_like(x)\nrows, columns = x.shape[-2], x.shape[-1]",
            "3 * columns,": "DIAGONAL=0,",
        },
    ),
    # Sliding windows laid out as columns (im2col): y[n, (c, k, l), (i, j)] = x[n, c, i * stride - pad + k, j
    # * stride - pad + l].
    "unfold": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 5, 5), (2, 3, 6, 7), (1, 2, 9, 12",
            "x.repeat(2, 3": "F.unfold(x, kernel_size=3, padding=1, stride=2, dilation=1",
            "rows, columns, out_columns": (
                "height, width, out_height, out_width, KERNEL: tl.constexpr, PADDING: tl.constexpr,\n"
                "                  STRIDE: tl.constexpr, DILATION: tl.constexpr"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask"
            ): (
                "tap = offsets // (out_height * out_width) % (KERNEL * KERNEL)\n"
                "plane = offsets // (out_height * out_width * KERNEL * KERNEL)  # batch and channel in one\n"
                "row = offsets // out_width % out_height * STRIDE - PADDING + tap // KERNEL * DILATION\n"
                "column = offsets % out_width * STRIDE - PADDING + tap % KERNEL * DILATION\n"
                "inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)\n"
                "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": (
                "# The function of a padded zero need not be zero, so the mask comes after it.\n"
                "y = tl.where(inside, x, 0.0)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "n, channels, height, width = x.shape\n"
                "window, padding = 3, 1\n"
                "stride = 2\n"
                "dilation = 1\n"
                "out_height = (height + 2 * padding - dilation * (window - 1) - 1) // stride + 1\n"
                "out_width = (width + 2 * padding - dilation * (window - 1) - 1) // stride + 1\n"
                "y = x.new_empty(n, channels * window * window, out_height * out_width"
            ),
            "rows, columns, 3 * columns": (
                "height, width, out_height, out_width, KERNEL=window, PADDING=padding, STRIDE=stride,\n"
                "                    DILATION=dilation"
            ),
        },
    ),
    # Bilinear upsampling of a plane: each output is a blend of the four pixels around its place in x.
    "upsample_bilinear": Composition(
        "resized_joins",
        {
            ", 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4": "), (2, 1, 3, 11), (2, 3, 5, 6",
            (
                "N, C, H, W, OH, OW):\n"
                "    x = torch.randn(N, C, H, W)\n"
                "    z = torch.randn(N, C, OH, OW)\n"
                "    return x, z"
            ): "*shape):\n    return (torch.randn(shape),)",
            "upsample_bilinear_torch(x, z": "upsample_bilinear_torch(x",
            "size=z.shape[2:]": "scale_factor=2",
            "y = y + z": "",
            "z_ptr, y_ptr": "y_ptr",
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = z + y": "",
            ", z):\n    x, z = x.contiguous(), z": "):\n    x = x",
            "z.shape[2:]\n    scale_h, scale_w = height / out_height, width / out_width": "height * 2, width * 2\nscale_h, scale_w = 1 / 2, 1 / 2",
            "z, y": "y",
        },
    ),
}
