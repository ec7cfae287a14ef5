"""Compositions of the families of random programs and their building blocks, program_around_norm to program_of_slices."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A program, the layer norm of its result over the last dimension, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_norm": Composition(
        "program_around_layer_norm",
        {
            "(x, z, w, weight, bias):": "(x, z, w):",
            "weight, bias, eps": "eps",
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            (
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        s = s * weight + bias"
            ): "",
            "weight, bias, y": "y",
        },
        functions=(
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)
""",
        ),
    ),
    # A program, the softmax of its result over the last dimension, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_softmax": Composition(
        "program_around_rms",
        {"s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "s = F.softmax(g, dim=-1)"},
        functions=(
            """
@triton.jit
def program_around_softmax_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        inside = tl.where(mask, g, -float("inf"))
        larger = tl.maximum(largest, inside)
        total = total * tl.exp(largest - larger) + tl.exp(inside - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    norm = tl.sum(total * tl.exp(largest - peak), axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        s = tl.exp(g - peak) / norm
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
    ),
    # A program, one statistic of its result in each row, and a program of that, of what came before and
    # of tensors that broadcast.
    "program_around_sum": Composition(
        "program_around_rms",
        {
            "s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "s = torch.sum(g, dim=-1, keepdim=True)",
            "g * g": "g",
            "scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "s = tl.sum(lanes, axis=0)",
            (
                "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, "
                "other=0.0).to(tl.float32)"
            ): ("w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)"),
            "g = x + z\n        s = g / scale": "",
        },
    ),
    # A linear layer of a program of its input and of tensors that broadcast to it, y = f((x * z + w) @
    # weight.T + bias).
    "program_before_linear": Composition(
        "program_after_linear",
        {"(B, T, N), torch.randn(N)": "(K), torch.randn(B, T, K)"},
        functions=(
            """
def program_before_linear_torch(x, z, w, weight, bias):
    g = x * z
    g = g + w
    y = F.linear(g, weight, bias)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def program_before_linear_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, M, N, K, stride_n, stride_k,
                                BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        inside = (rows[:, None] < M) & (k[None, :] < K)
        offsets = rows[:, None] * K + k[None, :]
        x = tl.load(x_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + k[None, :], mask=k[None, :] < K, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + offsets, mask=inside, other=0.0).to(tl.float32)
        g = x * z
        g = g + w
        g = tl.where(inside, g, 0.0)  # beyond K a program of zeros need not be one, nor a number
        weight_ptrs = weight_ptr + k[:, None] * stride_k + columns[None, :] * stride_n
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0).to(tl.float32)
        y += tl.dot(g, weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""",
        ),
    ),
    # A program of single operations on the two halves of the channels, (N, 2C, ...) to (N, C, ...).
    "program_of_channel_halves": Composition(
        "program_of_halves",
        {
            "=-1": "=1",
            ", C": ", half",
            "C * (2 * C) + offsets % C": "half * (2 * half) + offsets % half",
            "+ C": "+ half",
            "C = x.shape[-1]": "half = x.numel() // x.shape[0]",
            "x.shape[:-1] + (C,)": "(x.shape[0], x.shape[1] // 2) + x.shape[2:]",
        },
        functions=(
            """
CASES = [(1, 2, 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100), (2, 6, 3, 4, 5)]
""",
        ),
    ),
    # A program of single operations on three channels of one tensor, f(x[:, 0], x[:, 1], x[:, 2]):
    # colours, coordinates, fields of a record.
    "program_of_channels": Composition(
        "program_of_three_chunks",
        functions=(
            """
CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]
""",
            """
def program_of_channels_torch(x):
    x, z, w = x[:, 0], x[:, 1], x[:, 2]
    x = torch.addcmul(x, z, w)
    return x
""",
            """
@triton.jit
def program_of_channels_kernel(x_ptr, y_ptr, n_elements, whole, inner, first, second, third, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // inner * (whole * inner) + offsets % inner
    x = tl.load(x_ptr + source + first * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + second * inner, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(x_ptr + source + third * inner, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_channels_triton(x):
    x = x.contiguous()
    dim = 1
    whole, inner = x.shape[dim], x.stride(dim)
    y = torch.empty((*x.shape[:dim], *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    first, second, third = 0, 1, 2
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_channels_kernel[grid](x, y, y.numel(), whole, inner, first, second, third, BLOCK=1024)
    return y
""",
        ),
    ),
    # A program that chooses by what a value is: activations and clippings as people write them down who
    # do not know their names.
    "program_of_choices": Composition(
        "program_of_one",
        {"torch.abs(x)": "torch.where(x > 0, x, 0.1 * x)", "tl.abs(x)": "tl.where(x > 0.0, x, 0.1 * x)"},
    ),
    # A program of single operations on two of the equal parts of a tensor along one dimension, x.chunk(n,
    # dim)[i] and [j].
    "program_of_chunks": Composition(
        "program_of_three_chunks",
        {
            "3, dim": "2, dim",
            "x, z, w = parts[0], parts[1], parts[2]": "x, z = parts[0], parts[1]",
            "addcmul(x, z, w)": "sub(x, z)",
            (
                "w = tl.load(x_ptr + source + 2 * run, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z * w"
            ): "x = x - z",
            "= 3": "= 2",
        },
    ),
    # A program of single operations on equal parts of two tensors of one shape: two parts of the first,
    # two of the second.
    "program_of_chunks_of_two": Composition(
        "program_of_three_chunks",
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)"},
        functions=(
            """
def program_of_chunks_of_two_torch(a, b):
    a, b = a.chunk(2, dim=-1), b.chunk(2, dim=-1)
    x, z, w = a[0], b[0], a[1]
    x = torch.addcmul(x, z, w)
    z = b[1]
    x = torch.mul(x, z)
    return x
""",
            """
@triton.jit
def program_of_chunks_of_two_kernel(a_ptr, b_ptr, y_ptr, n_elements, whole, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * whole + offsets % run

    x = tl.load(a_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(b_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(a_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    x = x + z * w
    z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)
    x = x * z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_chunks_of_two_triton(a, b):
    a, b = a.contiguous(), b.contiguous()
    dim = a.dim() - 1
    chunks = 2
    part = triton.cdiv(a.shape[dim], chunks)
    y = torch.empty((*a.shape[:dim], part, *a.shape[dim + 1:]), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_chunks_of_two_kernel[grid](a, b, y, y.numel(), a.shape[dim] * a.stride(dim), part * a.stride(dim), BLOCK=1024)
    return y
""",
        ),
    ),
    # A program of single operations on four gates that lie in one row, (..., 4N), and a state (..., N):
    # the cell of an LSTM and its like.
    "program_of_gates": Composition(
        "program_of_three_to_two",
        {"(shape), torch.randn(shape)": "(shape[:-1] + (4 * shape[-1],))"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]
""",
            """
def program_of_gates_torch(gates, q):
    x, z, w, p = gates.chunk(4, dim=-1)
    v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)
    x = torch.sigmoid(p) * torch.relu(v)
    return v, x
""",
            """
@triton.jit
def program_of_gates_kernel(gates_ptr, q_ptr, v_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    gate_ptrs = gates_ptr + offsets // N * (4 * N) + offsets % N

    x = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(gate_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(gate_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32)
    v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)
    x = tl.sigmoid(p) * tl.maximum(v, 0.0)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_gates_triton(gates, q):
    gates, q = gates.contiguous(), q.contiguous()
    v, y = torch.empty_like(q), torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_gates_kernel[grid](gates, q, v, y, n_elements, N, BLOCK=1024)
    return v, y
""",
        ),
    ),
    # A program of two tensors in half precision that computes in float32, as careful people write it, and
    # returns what precision it likes.
    "program_of_half": Composition(
        "program_of_two",
        {
            ", torch.randn(shape)": ".bfloat16(), torch.randn(shape).bfloat16()",
            "(x)": "(x, dtype=torch.bfloat16)",
        },
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]
""",
            """
def program_of_half_torch(x, z):
    x, z = x.float(), z.float()
    x = torch.sub(x, z)
    return x.bfloat16()
""",
        ),
    ),
    # A program of whole numbers on one tensor, a step a line: sums, bits, remainders, comparisons and
    # what they choose.
    "program_of_integers": Composition(
        "program_of_one",
        {"randn(shape)": "randint(-1000, 1000, shape)", "empty_like(x)": "empty_like(x, dtype=x.dtype)"},
        functions=(
            """
def program_of_integers_torch(x):
    x = torch.add(x, 7)
    y = torch.clamp(x, min=0)
    return y
""",
            """
@triton.jit
def program_of_integers_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    x = x + 7
    y = tl.maximum(x, 0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A program of a sequence, of the step before (or after) each, and of two more tensors: r + gamma *
    # next(x) * (1 - done) - x.
    "program_of_neighbours": Composition(
        "program_of_three_shapes",
        {
            "(x, z, w):": "(x, w, p):",
            "z, w = x.contiguous(), z.contiguous(), w": "w, p = x.contiguous(), w.contiguous(), p",
            "y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)": "y = torch.empty_like(x)",
            "z, w,": "w, p,",
        },
        functions=(
            """
CASES = [(1, 2, 5), (2, 3, 33), (3, 7, 20)]
""",
            """
def make(B, T, C):
    w = torch.randn(B, T, C)
    p = torch.randn(B, T, C)
    return torch.randn(B, T, C), w, p
""",
            """
def program_of_neighbours_torch(x, w, p):
    z = F.pad(x, (0, 0, 1, -1))
    x = x * w + z * p
    return x
""",
            """
@triton.jit
def program_of_neighbours_kernel(x_ptr, w_ptr, p_ptr, y_ptr, n_elements, T, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    has = offsets // C % T > 0
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + offsets - C, mask=mask & has, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = w * x + z * p
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A program of single operations on a tensor and a parameter that a module has learned: a number, or
    # one of each channel, token or column.
    "program_of_one_parameter": Composition(
        "program_of_two_shapes", {"B, C": "C", "z = z[:, None, :]": "", "// (T * C) * C + offsets %": "%"}
    ),
    # A program of single operations on one positive tensor: its logarithm, its root, its reciprocal need
    # no care.
    "program_of_positive": Composition(
        "program_of_one", {"randn(shape)": "rand(shape) + 0.05", "abs": "log", "=0.": "=1."}
    ),
    # A reduction over any dimensions, then a program of its result and a second tensor, g(sum_ac f(x[a,
    # b, c, d]), z).
    "program_of_reduced": Composition(
        "single_reduction",
        {
            (
                "x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, "
                "mask=mask, other=0.0).to(tl.float32)"
            ): (
                "x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, "
                "mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)"
            ),
            "(x)": "(x, z)",
            "x = x": "x, z = x.contiguous(), z",
            ", dtype=x.dtype": "",
            ", y": ", z, y",
        },
        functions=(
            """
def make(*shape):
    kept = torch.empty(shape).sum(dim=(0, 2)).shape
    z = torch.randn(kept)
    return torch.randn(shape), z
""",
            """
def program_of_reduced_torch(x, z):
    x = torch.relu(x)
    y = torch.sum(x, dim=(0, 2))
    y = y + z
    return y
""",
            """
@triton.jit
def program_of_reduced_kernel(partial_ptr, z_ptr, y_ptr, n_rows, n_shares, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES).to(tl.int64)
    mask = (shares[:, None] < n_shares) & (rows < n_rows)
    partial = tl.load(partial_ptr + shares[:, None] * n_rows + rows, mask=mask, other=0.0)
    y = tl.sum(partial, axis=0)
    z = tl.load(z_ptr + rows, mask=rows < n_rows, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + rows, y, mask=rows < n_rows)
""",
        ),
        breaks=("ROWS: tl.constexpr",),
    ),
    # A program of single operations on rows and on one statistic of each, its sum, mean, largest or
    # smallest value.
    "program_of_row_sum": Composition(
        "program_of_halves",
        {"x, z = x.chunk(2, dim=-1)": "z = torch.sum(x, dim=-1, keepdim=True)", "sub": "mul"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]
""",
            """
@triton.jit
def program_of_row_sum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, x, 0.0)
    z = tl.sum(lanes, axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = x * z
        tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols)
""",
            """
def program_of_row_sum_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    program_of_row_sum_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y
""",
        ),
    ),
    # A program of a tensor and of numbers that stand in one learned vector, y = c[0] + c[1] * x, or of
    # rows of a table: a shift, a scale.
    "program_of_selected": Composition(
        "program_of_one",
        {"(x):": "(x, c):", "x = x": "x, c = x.contiguous(), c", "x.numel": "y.numel", ", y": ", c, y"},
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(4)
""",
            """
def program_of_selected_torch(x, c):
    z, w, p = c[0], c[1], c[2]
    x = x * z + w - p
    return x
""",
            """
@triton.jit
def program_of_selected_kernel(x_ptr, c_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(c_ptr).to(tl.float32)
    w = tl.load(c_ptr + 1).to(tl.float32)
    p = tl.load(c_ptr + 2).to(tl.float32)
    x = z * x + w - p
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A cell of a recurrent network, or a gate: a program on the places of one short dimension of a
    # tensor, x.unbind(2), and on states beside it.
    "program_of_selected_cell": Composition(
        "program_of_chunked_cell",
        {
            "3 *": "3,",
            "chunk(3, dim=2)": "unbind(2)",
            "inner =": "run =",
            "run, whole = y.shape[2] * inner, x.shape[2] * inner": "whole = x.shape[2] * run",
        },
    ),
    # A program of single operations on two slices of one tensor: even and odd places, neighbours, the
    # first and the last few, ...
    "program_of_slices": Composition(
        "program_of_halves",
        functions=(
            """
CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]
""",
            """
def program_of_slices_torch(x):
    z = x[..., 1::2]
    x = x[..., 0::2]
    x = torch.sub(x, z)
    return x
""",
            """
@triton.jit
def program_of_slices_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, start_z, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = offsets // inner % kept * step
    source = (outer * whole + place) * inner + offsets % inner
    x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_slices_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, start_z, step, kept = 0, 1, 2, whole // 2
    y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_slices_kernel[grid](x, y, y.numel(), whole, kept, inner, start, start_z, step, BLOCK=1024)
    return y
""",
        ),
    ),
}
