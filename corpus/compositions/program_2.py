"""Compositions of the families of random programs and their building blocks, program_of_channels to program_of_triangles."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A program of single operations on three channels of one tensor, f(x[:, 0], x[:, 1], x[:, 2]): colours,
    # coordinates, fields of a record.
    "program_of_channels": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7",
            "x = torch.relu(x)\n    x = torch.exp(-x": "x, z, w = x[:, 0], x[:, 1], x[:, 2]\nx = torch.addcmul(x, z, w",
            "BLOCK:": "whole, inner, first, second, third, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)"
            ): (
                "source = offsets // inner * (whole * inner) + offsets % inner\n"
                "x = tl.load(x_ptr + source + first * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source + second * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(x_ptr + source + third * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x + z * w"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_channels_kernel[grid](x, y, n_elements"
            ): (
                "dim = 1\n"
                "whole, inner = x.shape[dim], x.stride(dim)\n"
                "y = torch.empty((*x.shape[:dim], *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)\n"
                "first, second, third = 0, 1, 2\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "program_of_channels_kernel[grid](x, y, y.numel(), whole, inner, first, second, third"
            ),
        },
    ),
    # A program that chooses by what a value is: activations and clippings as people write them down who do
    # not know their names.
    "program_of_choices": Composition(
        "program_of_one",
        {"torch.abs(x": "torch.where(x > 0, x, 0.1 * x", "tl.abs(x": "tl.where(x > 0.0, x, 0.1 * x"},
    ),
    # A program of single operations on two of the equal parts of a tensor along one dimension, x.chunk(n,
    # dim)[i] and [j].
    "program_of_chunks": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12",
            "x = torch.relu(x)\n    x = torch.exp(-x": "parts = x.chunk(2, dim=-1)\nx, z = parts[0], parts[1]\nx = torch.sub(x, z",
            "BLOCK:": "whole, run, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)"
            ): (
                "source = offsets // run * whole + offsets % run\n"
                "\n"
                "x = tl.load(x_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x - z"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_chunks_kernel[grid](x, y, n_elements"
            ): (
                "dim = x.dim() - 1\n"
                "chunks = 2\n"
                "part = triton.cdiv(x.shape[dim], chunks)\n"
                "y = torch.empty((*x.shape[:dim], part, *x.shape[dim + 1:]), dtype=x.dtype, "
                "device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "program_of_chunks_kernel[grid](x, y, y.numel(), x.shape[dim] * x.stride(dim), "
                "part * x.stride(dim)"
            ),
        },
    ),
    # A program of single operations on equal parts of two tensors of one shape: two parts of the first, two
    # of the second.
    "program_of_chunks_of_two": Composition(
        "program_of_two",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "12,), (36, 24), (2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12",
            "x, z):\n    x = torch.sub": (
                "a, b):\n"
                "    a, b = a.chunk(2, dim=-1), b.chunk(2, dim=-1)\n"
                "    x, z, w = a[0], b[0], a[1]\n"
                "    x = torch.addcmul(x, z, w)\n"
                "    z = b[1]\n"
                "    x = torch.mul"
            ),
            "x_ptr, z_ptr, y_ptr, n_elements": "a_ptr, b_ptr, y_ptr, n_elements, whole, run",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x -"
            ): (
                "source = offsets // run * whole + offsets % run\n"
                "\n"
                "x = tl.load(a_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(b_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(a_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x + z * w\n"
                "z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x *"
            ),
            (
                "x, z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_chunks_of_two_kernel[grid](x, z, y, n_elements"
            ): (
                "a, b):\n"
                "    a, b = a.contiguous(), b.contiguous()\n"
                "    dim = a.dim() - 1\n"
                "    chunks = 2\n"
                "    part = triton.cdiv(a.shape[dim], chunks)\n"
                "    y = torch.empty((*a.shape[:dim], part, *a.shape[dim + 1:]), dtype=a.dtype, "
                "device=a.device)\n"
                "    grid = (triton.cdiv(y.numel(), 1024),)\n"
                "    program_of_chunks_of_two_kernel[grid](a, b, y, y.numel(), "
                "a.shape[dim] * a.stride(dim), part * a.stride(dim)"
            ),
        },
    ),
    # A program of single operations on four tensors that broadcast together, each of any shape that does.
    "program_of_four_shapes": Composition(
        "pair_of_tokens",
        {
            "x, z = torch.randn(B, T, C), torch.randn(B, 1, C)\n    return x, z": "return torch.randn(B, T, C), torch.randn(B, C), torch.randn(T, C), torch.randn(T, 1)",
            "):\n    y = torch.add(x, z)": ", w, p):\n    z = z[:, None, :]\n    y = x * z\n    y = y + w\n    y = y * p",
            "y_ptr,": "w_ptr, p_ptr, y_ptr,",
            "y = x + z": (
                "w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(p_ptr + offsets // C % T, mask=mask, other=0.0).to(tl.float32)\n"
                "y = x * z\n"
                "y = y + w\n"
                "y = y * p"
            ),
            "):\n    x, z = x.contiguous(), z": ", w, p):\n    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p",
            "y, n_elements": "w, p, y, n_elements",
        },
    ),
    # A program of single operations on four gates that lie in one row, (..., 4N), and a state (..., N): the
    # cell of an LSTM and its like.
    "program_of_gates": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4": "1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3",
            "shape),": "shape[:-1] + (4 * shape[-1],)),",
            "x, z):\n    x = torch.sub(x, z)\n    return": (
                "gates, q):\n"
                "    x, z, w, p = gates.chunk(4, dim=-1)\n"
                "    v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)\n"
                "    x = torch.sigmoid(p) * torch.relu(v)\n"
                "    return v,"
            ),
            "x_ptr, z_ptr, y_ptr, n_elements": "gates_ptr, q_ptr, v_ptr, y_ptr, n_elements, N",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z"
            ): (
                "q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "gate_ptrs = gates_ptr + offsets // N * (4 * N) + offsets % N\n"
                "\n"
                "x = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(gate_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(gate_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32)\n"
                "v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)\n"
                "x = tl.sigmoid(p) * tl.maximum(v, 0.0)\n"
                "tl.store(v_ptr + offsets, v, mask=mask)"
            ),
            (
                "x, z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()"
            ): (
                "gates, q):\n"
                "    gates, q = gates.contiguous(), q.contiguous()\n"
                "    v, y = torch.empty_like(q), torch.empty_like(q)\n"
                "    n_elements, N = q.numel(), q.shape[-1]"
            ),
            "x, z, y, n_elements, BLOCK=1024)\n    return": "gates, q, v, y, n_elements, N, BLOCK=1024)\nreturn v,",
        },
    ),
    # A program of two tensors in half precision that computes in float32, as careful people write it, and
    # returns what precision it likes.
    "program_of_half": Composition(
        "program_of_two",
        {
            ", (2, 2, 3, 4, 5)": "",
            ", torch.randn(shape": ".bfloat16(), torch.randn(shape).bfloat16(",
            "x = torch.sub(x, z)": "x, z = x.float(), z.float()\nx = torch.sub(x, z)",
            "return x": "return x.bfloat16()",
            "x)": "x, dtype=torch.bfloat16)",
        },
    ),
    # A program of single operations on the two halves of the last dimension, which a chunk, a split or slices
    # take apart.
    "program_of_halves": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2), (3, 34), (7, 600), (2, 3, 66), (2, 3, 5, 14",
            "x = torch.relu(x)\n    x = torch.exp(-x": "x, z = x.chunk(2, dim=-1)\nx = torch.sub(x, z",
            "BLOCK:": "C, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)"
            ): (
                "first = offsets // C * (2 * C) + offsets % C\n"
                "\n"
                "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + first + C, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x - z"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_halves_kernel[grid](x, y, n_elements"
            ): (
                "C = x.shape[-1] // 2\n"
                "y = torch.empty(x.shape[:-1] + (C,), dtype=x.dtype, device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "program_of_halves_kernel[grid](x, y, y.numel(), C"
            ),
        },
    ),
    # A program of whole numbers on one tensor, a step a line: sums, bits, remainders, comparisons and what
    # they choose.
    "program_of_integers": Composition(
        "chain",
        {
            "randn(shape": "randint(-1000, 1000, shape",
            "relu(x)\n    x = torch.exp(-x)\n    return x": "add(x, 7)\ny = torch.clamp(x, min=0)\nreturn y",
            (
                ".0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): ")\nx = x + 7\ny = tl.maximum(x, 0)\ntl.store(y_ptr + offsets, y",
            "empty_like(x": "empty_like(x, dtype=x.dtype",
        },
    ),
    # A program of a sequence, of the step before (or after) each, and of two more tensors: r + gamma *
    # next(x) * (1 - done) - x.
    "program_of_neighbours": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 5), (2, 3, 33), (3, 7, 20",
            "*shape):\n    return torch.randn(shape), torch.randn(shape)": (
                "B, T, C):\n"
                "    w = torch.randn(B, T, C)\n"
                "    p = torch.randn(B, T, C)\n"
                "    return torch.randn(B, T, C), w, p"
            ),
            "z):\n    x = torch.sub(x, z)": "w, p):\n    z = F.pad(x, (0, 0, 1, -1))\n    x = x * w + z * p",
            "z_ptr, y_ptr, n_elements": "w_ptr, p_ptr, y_ptr, n_elements, T, C",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "has = offsets // C % T > 0\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    x = x - z": (
                "x_ptr + offsets - C, mask=mask & has, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = w * x + z * p"
            ),
            "z):\n    x, z = x.contiguous(), z.contiguous()": "w, p):\n    x, w, p = x.contiguous(), w.contiguous(), p.contiguous()\n    B, T, C = x.shape",
            "x.numel": "y.numel",
            "z, y, n_elements": "w, p, y, n_elements, T, C",
        },
    ),
    # A program of single operations on a tensor and a parameter that a module has learned: a number, or one
    # of each channel, token or column.
    "program_of_one_parameter": Composition(
        "program_of_two_shapes", {"B, C": "C", "z = z[:, None, :]": "", "// (T * C) * C + offsets %": "%"}
    ),
    # A program of single operations on one positive tensor: its logarithm, its root, its reciprocal need no
    # care.
    "program_of_positive": Composition(
        "program_of_one",
        {
            "randn(shape)": "rand(shape) + 0.05",
            "torch.abs": "torch.log",
            "0.0).to(tl.float32)\n    x = tl.abs": "1.0).to(tl.float32)\nx = tl.log",
        },
    ),
    # A reduction over any dimensions, then a program of its result and a second tensor, g(sum_ac f(x[a, b, c,
    # d]), z).
    "program_of_reduced": Composition(
        "reduce_dims",
        {
            "return (torch.randn(shape),)": (
                "kept = torch.empty(shape).sum(dim=(0, 2)).shape\n"
                "z = torch.randn(kept)\n"
                "return torch.randn(shape), z"
            ),
            "program_of_reduced_torch(x": "program_of_reduced_torch(x, z",
            "torch.abs(y)\n    y = y * 0.5": "y + z",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.abs(y)\n    y = 0.5 *": "z = tl.load(z_ptr + rows, mask=rows < n_rows, other=0.0).to(tl.float32)\ny = z +",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y, n_rows": "z, y, n_rows",
        },
    ),
    # A program of single operations on tensors and a number a row, (..., N) with (..., 1): a scale, a length,
    # a temperature.
    "program_of_row_scalars": Composition(
        "program_of_two",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "65, 9), (7, 300), (2, 3, 65), (2, 3, 4, 17",
            ", torch.randn(shape": ", torch.randn(shape[:-1] + (1,)",
            "BLOCK:": "N, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets // N",
            "n_elements = x.numel()": "n_elements, N = x.numel(), x.shape[-1]",
            "BLOCK=": "N, BLOCK=",
        },
    ),
    # A program of single operations on rows and on one statistic of each, its sum, mean, largest or smallest
    # value.
    "program_of_row_sum": Composition(
        "sum_last",
        {
            "2, 3, 2, 9), (2, 2100": "2100",
            (
                "x = torch.square(x)\n"
                "    y = torch.sum(x, dim=-1)\n"
                "    y = torch.sqrt(y)\n"
                "    y = y * 0.5\n"
                "    return y"
            ): "z = torch.sum(x, dim=-1, keepdim=True)\nx = torch.mul(x, z)\nreturn x",
            "x = x * x": "",
            "y = tl.sum(lanes, axis=0)\n    y = tl.sqrt(y)\n    y = 0.5 * y\n    tl.store(y_ptr + row, y": (
                "z = tl.sum(lanes, axis=0)\n"
                "for start in range(0, n_cols, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = x * z\n"
                "    tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols"
            ),
            "x.new_empty(x.shape[:-1]": "torch.empty_like(x",
            "block)": "block, enable_fp_fusion=False)",
        },
    ),
    # A program of a tensor and of numbers that stand in one learned vector, y = c[0] + c[1] * x, or of rows
    # of a table: a shift, a scale.
    "program_of_selected": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 5), (2, 3, 33), (3, 7, 20",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "B, T, C):\n    return torch.randn(B, T, C), torch.randn(4",
            "z):\n    x = torch.sub(x, z)": "c):\n    z, w, p = c[0], c[1], c[2]\n    x = x * z + w - p",
            "z_ptr,": "c_ptr,",
            "z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    x = x - z": (
                "c_ptr).to(tl.float32)\n"
                "w = tl.load(c_ptr + 1).to(tl.float32)\n"
                "p = tl.load(c_ptr + 2).to(tl.float32)\n"
                "x = z * x + w - p"
            ),
            "z):\n    x, z = x.contiguous(), z": "c):\n    x, c = x.contiguous(), c",
            "x.numel": "y.numel",
            "z,": "c,",
        },
    ),
    # A cell of a recurrent network, or a gate: a program on the places of one short dimension of a tensor,
    # x.unbind(2), and on states beside it.
    "program_of_selected_cell": Composition(
        "program_of_chunked_cell",
        {
            "3 *": "3,",
            "chunk(3, dim=": "unbind(",
            "inner = x.stride(2)\n    run, whole = y.shape[2] * inner, x.shape[2] * inner": "run = x.stride(2)\nwhole = x.shape[2] * run",
        },
    ),
    # A program of single operations on two slices of one tensor: even and odd places, neighbours, the first
    # and the last few, ...
    "program_of_slices": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6",
            "x = torch.relu(x)\n    x = torch.exp(-x": "z = x[..., 1::2]\nx = x[..., 0::2]\nx = torch.sub(x, z",
            "BLOCK:": "whole, kept, inner, start, start_z, step, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)"
            ): (
                "outer = offsets // (kept * inner)\n"
                "place = offsets // inner % kept * step\n"
                "source = (outer * whole + place) * inner + offsets % inner\n"
                "x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x - z"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_slices_kernel[grid](x, y, n_elements"
            ): (
                "dim = x.dim() - 1\n"
                "whole, inner = x.shape[dim], x.stride(dim)\n"
                "start, start_z, step, kept = 0, 1, 2, whole // 2\n"
                "y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, "
                "device=x.device)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "program_of_slices_kernel[grid](x, y, y.numel(), whole, kept, inner, start, start_z, step"
            ),
        },
    ),
    # Two programs of two slices of one tensor, joined along the dimension that was sliced: a Haar step, a
    # butterfly, a rotation of pairs.
    "program_of_slices_joined": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6",
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                "z = x[..., 1::2]\n"
                "x = x[..., 0::2]\n"
                "v = torch.add(x, z)\n"
                "x = torch.sub(x, z)\n"
                "y = torch.cat([v, x], dim=-1)\n"
                "return y"
            ),
            "BLOCK:": "whole, kept, inner, start, start_z, step, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "outer = offsets // (kept * inner)\n"
                "inside = offsets % (kept * inner)\n"
                "source = (outer * whole + inside // inner * step) * inner + offsets % inner\n"
                "x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "v = x + z\n"
                "x = x - z\n"
                "first, second = v, x\n"
                "target = outer * (2 * kept * inner) + inside\n"
                "tl.store(y_ptr + target, first, mask=mask)\n"
                "tl.store(y_ptr + target + kept * inner, second"
            ),
            "y = torch.empty_like(x)\n    n_elements = x.numel()": (
                "dim = x.dim() - 1\n"
                "whole, inner = x.shape[dim], x.stride(dim)\n"
                "start, start_z, step, kept = 0, 1, 2, whole // 2\n"
                "joined = x.new_empty(*x.shape[:dim], 2 * kept, *x.shape[dim + 1:])\n"
                "n_elements = joined.numel() // 2"
            ),
            "y, n_elements, BLOCK=1024)\n    return y": "joined, n_elements, whole, kept, inner, start, start_z, step, BLOCK=1024)\nreturn joined",
        },
    ),
    # A cell of a recurrent network, or a gate: a program on slices of one tensor, of which some may be of
    # another size and left alone.
    "program_of_split_cell": Composition(
        "program_of_chunked_cell",
        {
            "5), (2, 3, 33), (3, 7, 20": "8), (2, 3, 8), (3, 7, 8",
            "3 * C": "29",
            "chunk(3, dim=2)\n    a, b, c = parts[0], parts[1], parts[2": "split([8, 8, 5, 8], dim=2)\na, b, c = parts[0], parts[1], parts[3",
            (
                "first + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    b = tl.load(x_ptr + first + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    c = tl.load(x_ptr + first + 2 * run"
            ): (
                "first, mask=mask, other=0.0).to(tl.float32)\n"
                "b = tl.load(x_ptr + first + 8, mask=mask, other=0.0).to(tl.float32)\n"
                "c = tl.load(x_ptr + first + 21"
            ),
        },
    ),
    # A program of single operations on the thirds of the last dimension, which a chunk or a split takes
    # apart, (..., 3N) to (..., N).
    "program_of_thirds": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4": "1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3",
            "(shape": "(shape[:-1] + (3 * shape[-1],)",
            "x = torch.relu(x)\n    x = torch.exp(-x": "x, z, w = x.chunk(3, dim=-1)\nx = torch.addcmul(x, z, w",
            "BLOCK:": "N, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)"
            ): (
                "first = offsets // N * (3 * N) + offsets % N\n"
                "\n"
                "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + first + N, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(x_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)\n"
                "x = x + z * w"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": (
                "N = x.shape[-1] // 3\n"
                "y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)\n"
                "n_elements = y"
            ),
            "BLOCK=": "N, BLOCK=",
        },
    ),
    # A program of single operations on three of the equal parts of a tensor along one dimension, x.chunk(n,
    # dim)[i], [j] and [k].
    "program_of_three_chunks": Composition(
        "program_of_chunks",
        {
            "2, dim=-1)\n    x, z = parts[0], parts[1]\n    x = torch.sub(x, z": "3, dim=-1)\nx, z, w = parts[0], parts[1], parts[2]\nx = torch.addcmul(x, z, w",
            "x = x - z": "w = tl.load(x_ptr + source + 2 * run, mask=mask, other=0.0).to(tl.float32)\nx = x + z * w",
            "= 2": "= 3",
        },
    ),
    # A program of whole numbers on three tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_three_integers": Composition(
        "program_of_three",
        {
            "randn(shape), torch.randn(shape), torch.randn(shape": (
                "randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape), torch.randint(-1000, "
                "1000, shape"
            ),
            "addcmul(x, z, w)\n    return x": "where(x > z, x, w)\ny = torch.clamp(x, min=0)\nreturn y",
            (
                ".0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z * w\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                ")\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0)\n"
                "w = tl.load(w_ptr + offsets, mask=mask, other=0)\n"
                "x = tl.where(x > z, x, w)\n"
                "y = tl.maximum(x, 0)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "x)": "x, dtype=x.dtype)",
        },
    ),
    # A program of single operations on a tensor and three parameters that a module has learned: a number, or
    # one of each channel, token or column.
    "program_of_three_parameters": Composition(
        "program_of_four_shapes",
        {
            "B, C), torch.randn(T, C": "C), torch.randn(1",
            "z = z[:, None, :]": "",
            (
                "// (T * C) * C + offsets % C, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0"
            ): "% C, mask=mask, other=0.0).to(tl.float32)\nw = tl.load(w_ptr",
        },
    ),
    # A program of single operations on three tensors that broadcast together, each of any shape that does.
    "program_of_three_shapes": Composition(
        "pair_of_tokens",
        {
            "x, z = torch.randn(B, T, C), torch.randn(B, 1, C)\n    return x, z": "return torch.randn(B, T, C), torch.randn(B, C), torch.randn(T, C)",
            "):\n    y = torch.add(x, z)": ", w):\n    z = z[:, None, :]\n    y = x * z\n    y = y + w",
            "y_ptr,": "w_ptr, y_ptr,",
            "y = x + z": (
                "w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0).to(tl.float32)\n"
                "y = x * z\n"
                "y = y + w"
            ),
            "):\n    x, z = x.contiguous(), z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "y, n_elements": "w, y, n_elements",
        },
    ),
    # A program of single operations on three tensors of one shape that returns two of its values.
    "program_of_three_to_two": Composition(
        "update_of_three",
        {
            "rand": "randn",
            "w * 0.9 + z ** 2\n    x = x - v * 0.01": "torch.add(x, z)\nx = torch.mul(v, w)",
            "0.9 * w + z * z\n    x = x - 0.01 * v": "x + z\nx = v * w",
        },
    ),
    # A program of single operations on the upper and the lower part of matrices, torch.triu(x) and
    # torch.tril(x), with zeros elsewhere.
    "program_of_triangles": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "3, 4), (17, 17), (2, 6, 9), (2, 3, 5, 7), (2, 1, 3, 8, 4",
            "x = torch.relu(x)\n    x = torch.exp(-x": "z = torch.tril(x, diagonal=-1)\nx = torch.triu(x, diagonal=1)\nx = torch.sub(x, z",
            "BLOCK:": "R, C, BLOCK:",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "diagonal = offsets % C - offsets // C % R\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x = tl.maximum(x, 0.0)\n    x = tl.exp(-x)": "z = tl.where(diagonal <= -1, x, 0.0)\nx = tl.where(diagonal >= 1, x, 0.0)\nx = x - z",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_of_triangles_kernel[grid](x, y, n_elements"
            ): (
                "R, C = x.shape[-2:]\n"
                "grid = (triton.cdiv(x.numel(), 1024),)\n"
                "program_of_triangles_kernel[grid](x, y, x.numel(), R, C"
            ),
        },
    ),
}
