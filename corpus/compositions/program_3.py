"""Compositions of the families of random programs and their building blocks, program_of_slices_joined to update_of_four."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Two programs of two slices of one tensor, joined along the dimension that was sliced: a Haar step, a
    # butterfly, a rotation of pairs.
    "program_of_slices_joined": Composition(
        "program_of_halves",
        functions=(
            """
CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]
""",
            """
def program_of_slices_joined_torch(x):
    z = x[..., 1::2]
    x = x[..., 0::2]
    v = torch.add(x, z)
    x = torch.sub(x, z)
    y = torch.cat([v, x], dim=-1)
    return y
""",
            """
@triton.jit
def program_of_slices_joined_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, start_z, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    inside = offsets % (kept * inner)
    source = (outer * whole + inside // inner * step) * inner + offsets % inner
    x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)
    v = x + z
    x = x - z
    first, second = v, x
    target = outer * (2 * kept * inner) + inside
    tl.store(y_ptr + target, first, mask=mask)
    tl.store(y_ptr + target + kept * inner, second, mask=mask)
""",
            """
def program_of_slices_joined_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, start_z, step, kept = 0, 1, 2, whole // 2
    joined = x.new_empty(*x.shape[:dim], 2 * kept, *x.shape[dim + 1:])
    n_elements = joined.numel() // 2
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_slices_joined_kernel[grid](x, joined, n_elements, whole, kept, inner, start, start_z, step, BLOCK=1024)
    return joined
""",
        ),
    ),
    # A cell of a recurrent network, or a gate: a program on slices of one tensor, of which some may be of
    # another size and left alone.
    "program_of_split_cell": Composition(
        "program_of_chunked_cell",
        {
            "3 * C": "29",
            "chunk(3, dim=2)": "split([8, 8, 5, 8], dim=2)",
            "parts[2]": "parts[3]",
            "first + 0 * run": "first",
            "1 * run": "8",
            "2 * run": "21",
        },
        functions=(
            """
CASES = [(1, 1, 8), (2, 3, 8), (3, 7, 8)]
""",
        ),
    ),
    # A program of single operations on the thirds of the last dimension, which a chunk or a split takes
    # apart, (..., 3N) to (..., N).
    "program_of_thirds": Composition(
        "program_of_three_chunks",
        {
            "(shape)": "(shape[:-1] + (3 * shape[-1],))",
            "whole, run": "N",
            "source = offsets // run * whole + offsets % run": "first = offsets // N * (3 * N) + offsets % N",
            "source + 0 * run": "first",
            "source + 1 * run": "first + N",
            "source + 2 * run": "first + 2 * N",
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]
""",
            """
def program_of_thirds_torch(x):
    x, z, w = x.chunk(3, dim=-1)
    x = torch.addcmul(x, z, w)
    return x
""",
            """
def program_of_thirds_triton(x):
    x = x.contiguous()
    N = x.shape[-1] // 3
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_thirds_kernel[grid](x, y, n_elements, N, BLOCK=1024)
    return y
""",
        ),
    ),
    # A program of single operations on three tensors of one shape, a step a line.
    "program_of_three": Composition(
        "program_of_two",
        {
            ", torch.randn(shape)": ", torch.randn(shape), torch.randn(shape)",
            "y_ptr,": "w_ptr, y_ptr,",
            "x = x - z": "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\nx = x + z * w",
            "(x, z):": "(x, z, w):",
            "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
            ", y": ", w, y",
        },
        functions=(
            """
def program_of_three_torch(x, z, w):
    x = torch.addcmul(x, z, w)
    return x
""",
        ),
    ),
    # A program of whole numbers on three tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_three_integers": Composition(
        "program_of_two_integers",
        {
            "(x, z):": "(x, z, w):",
            "sub(x, z)": "where(x > z, x, w)",
            "y_ptr,": "w_ptr, y_ptr,",
            "x = x - z": "w = tl.load(w_ptr + offsets, mask=mask, other=0)\nx = tl.where(x > z, x, w)",
            "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
            "y, n_elements": "w, y, n_elements",
        },
        functions=(
            """
def make(*shape):
    return torch.randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape)
""",
        ),
    ),
    # A program of single operations on a tensor and three parameters that a module has learned: a number,
    # or one of each channel, token or column.
    "program_of_three_parameters": Composition(
        "program_of_four_shapes",
        {
            "(B, C), torch.randn(T, C)": "(C), torch.randn(1)",
            "z = z[:, None, :]": "",
            "// (T * C) * C + offsets %": "%",
            "w_ptr + offsets % (T * C), mask=mask, other=0.0": "w_ptr",
        },
    ),
    # A program of single operations on the upper and the lower part of matrices, torch.triu(x) and
    # torch.tril(x), with zeros elsewhere.
    "program_of_triangles": Composition(
        "program_of_one",
        functions=(
            """
CASES = [(3, 4), (17, 17), (2, 6, 9), (2, 3, 5, 7), (2, 1, 3, 8, 4)]
""",
            """
def program_of_triangles_torch(x):
    z = torch.tril(x, diagonal=-1)
    x = torch.triu(x, diagonal=1)
    x = torch.sub(x, z)
    return x
""",
            """
@triton.jit
def program_of_triangles_kernel(x_ptr, y_ptr, n_elements, R, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    diagonal = offsets % C - offsets // C % R
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.where(diagonal <= -1, x, 0.0)
    x = tl.where(diagonal >= 1, x, 0.0)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_triangles_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    R, C = x.shape[-2:]
    grid = (triton.cdiv(x.numel(), 1024),)
    program_of_triangles_kernel[grid](x, y, x.numel(), R, C, BLOCK=1024)
    return y
""",
        ),
    ),
    # A cell of a recurrent network: a program on the equal parts of two tensors, of what the input gives
    # and of what the state gives.
    "program_of_two_chunked": Composition(
        "program_of_chunked_cell",
        {
            "randn(B, T, C)": "randn(B, T, 3 * C), torch.randn(B, T, C)",
            "x_ptr,": "x1_ptr, x2_ptr,",
            "x_ptr + first + 0": "x1_ptr + first + 0",
            "x_ptr + first + 1": "x1_ptr + first + 1",
            "c = tl.load(x_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)": (
                "a2 = tl.load(x2_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)"
            ),
            "* c": "* a2",
            "def program_of_two_chunked_triton(x, q):": "def program_of_two_chunked_triton(x1, x2, q):",
            "x, q = x": "x1, x2, q = x1.contiguous(), x2",
            "x.stride": "x1.stride",
            ", x": ", x1",
            "x, q,": "x1, x2, q,",
        },
        functions=(
            """
def program_of_two_chunked_torch(x1, x2, q):
    parts = x1.chunk(3, dim=2)
    a, b = parts[0], parts[1]
    parts = x2.chunk(3, dim=2)
    a2 = parts[2]
    y = torch.sigmoid(b) * q + a * a2
    return y
""",
        ),
    ),
    # A program of single operations on the gates of an input and of a state, (..., 3N) each, and the
    # state (..., N): the cell of a GRU and its like.
    "program_of_two_gates": Composition(
        "program_of_two",
        {"(shape),": "(shape[:-1] + (3 * shape[-1],)), torch.randn(shape[:-1] + (3 * shape[-1],)),"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]
""",
            """
def program_of_two_gates_torch(gates, state_gates, q):
    x, z, w = gates.chunk(3, dim=-1)
    x_state, z_state, p = state_gates.chunk(3, dim=-1)
    x = x + x_state
    z = z + z_state
    x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q
    return x
""",
            """
@triton.jit
def program_of_two_gates_kernel(gates_ptr, state_gates_ptr, q_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    first = offsets // N * (3 * N) + offsets % N

    x = tl.load(gates_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)
    x_state = tl.load(state_gates_ptr + first, mask=mask, other=0.0).to(tl.float32)
    z_state = tl.load(state_gates_ptr + first + N, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(state_gates_ptr + first + 2 * N, mask=mask, other=0.0).to(tl.float32)
    x = x + x_state
    z = z + z_state
    x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def program_of_two_gates_triton(gates, state_gates, q):
    gates, state_gates, q = gates.contiguous(), state_gates.contiguous(), q.contiguous()
    y = torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_gates_kernel[grid](gates, state_gates, q, y, n_elements, N, BLOCK=1024)
    return y
""",
        ),
    ),
    # A program of whole numbers on two tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_two_integers": Composition(
        "program_of_two",
        {
            "randn(shape), torch.randn(shape)": (
                "randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape)"
            ),
            "(x)": "(x, dtype=x.dtype)",
        },
        functions=(
            """
def program_of_two_integers_torch(x, z):
    x = torch.sub(x, z)
    y = torch.clamp(x, min=0)
    return y
""",
            """
@triton.jit
def program_of_two_integers_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0)
    x = x - z
    y = tl.maximum(x, 0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A program of single operations on a tensor and two parameters that a module has learned: a number,
    # or one of each channel, token or column.
    "program_of_two_parameters": Composition(
        "program_of_three_shapes",
        {
            "(B, C), torch.randn(T, C)": "(C), torch.randn(1)",
            "z = z[:, None, :]": "",
            "// (T * C) * C + offsets %": "%",
            "w_ptr + offsets % (T * C), mask=mask, other=0.0": "w_ptr",
        },
    ),
    # A program of single operations on two positive tensors of one shape: quotients, logarithms, roots.
    "program_of_two_positive": Composition(
        "program_of_two",
        {
            "randn(shape), torch.randn(shape)": "rand(shape) + 0.05, torch.rand(shape) + 0.05",
            "sub": "div",
            "=0.": "=1.",
            "x -": "x /",
        },
    ),
    # A program of single operations on two tensors that broadcast together, each of any shape that does.
    "program_of_two_shapes": Composition(
        "program_of_three_shapes",
        {
            ", torch.randn(T, C)": "",
            "(x, z, w):": "(x, z):",
            "y = y + w": "",
            "w_ptr, y_ptr": "y_ptr",
            "w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0).to(tl.float32)": "",
            "z, w = x.contiguous(), z.contiguous(), w": "z = x.contiguous(), z",
            "w, y": "y",
        },
    ),
    # A program of single operations on two tensors of one shape that returns two of its values.
    "program_of_two_to_two": Composition(
        "program_of_three_to_two",
        {
            "(shape), torch.randn(shape)": "(shape)",
            "(x, z, w):": "(x, z):",
            "mul(v, w)": "sub(x, z)",
            "w_ptr, v_ptr": "v_ptr",
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
            "v * w": "x - z",
            "z, w = x.contiguous(), z.contiguous(), w": "z = x.contiguous(), z",
            "w, v": "v",
        },
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]
""",
        ),
    ),
    # A tensor over a size of its own, written in elementary operations, then a program of that and a
    # second tensor, g(x / norm(x), z).
    "program_of_written_norm": Composition(
        "program_of_written_norm_rows",
        {"-1,": "-2,"},
        functions=(
            """
CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]
""",
            """
def make(*shape):
    place = shape[-2:-1] + (1,)
    z = torch.randn(place)
    return torch.randn(shape), z
""",
            """
@triton.jit
def program_of_written_norm_kernel(x_ptr, z_ptr, y_ptr, n_lines, whole, inner, BLOCK: tl.constexpr):
    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = lines < n_lines
    offsets = lines // inner * whole * inner + lines % inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        total += x * x
    scale = tl.maximum(tl.sqrt(total), 1e-12)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + place).to(tl.float32)
        y = x / scale
        y = y * tl.exp(z)
        tl.store(y_ptr + offsets + place * inner, y, mask=mask)
""",
            """
def program_of_written_norm_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    program_of_written_norm_kernel[grid](x, z, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y
""",
        ),
    ),
    # A program of two tensors, reduced over any dimensions, y[b, d] = sum_ac f(x[a, b, c, d], z[a, b, c,
    # d]): losses of a row, distances.
    "program_reduced": Composition(
        "program_and_reduced",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x):": "(x, z):",
            "relu(x)": "mul(x, z)",
            "x, y": "y",
            "v_ptr,": "z_ptr,",
            "x = tl.maximum(x, 0.0)\n        tl.store(v_ptr + places, x, mask=mask)": (
                "z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)\nx = x * z"
            ),
            "x = x": "x, z = x.contiguous(), z",
            "v = torch.empty_like(x)": "",
            ", v": ", z",
            "v, y": "y",
        },
        breaks=("ROWS: tl.constexpr",),
    ),
    # A loss written out of prediction and target, its mean, and what a sum of losses makes of that:
    # mean(relu(1 - x * z)) + other.
    "program_to_number_of_two": Composition(
        "program_to_number",
        {
            "randn(())": "randn(shape), torch.randn(())",
            "(x, other):": "(x, z, other):",
            "(1.0 - x)": "(1.0 - x * z)",
            ", partial_ptr": ", z_ptr, partial_ptr",
            "x = tl.maximum(1.0 - x, 0.0)": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(1.0 - x * z, 0.0)"
            ),
            "x = x": "x, z = x.contiguous(), z",
            ", partial": ", z, partial",
        },
    ),
    # A program of single operations on one tensor that returns two of its values.
    "program_to_two": Composition(
        "program_of_one",
        {"y =": "v, y = torch.empty_like(x),", ", y": ", v, y", "return y": "return v, y"},
        functions=(
            """
def program_to_two_torch(x):
    v = torch.cos(x)
    x = torch.sin(x)
    return v, x
""",
            """
@triton.jit
def program_to_two_kernel(x_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.cos(x)
    x = tl.sin(x)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # One function of one tensor, y = x + 1, with the parameters that people give it.
    "single_function": Composition(
        "gelu",
        {
            "F.gelu(x)": "torch.add(x, 1.0)",
            "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x + 1.0",
        },
    ),
    # One function of one bool tensor, y = 1.0 where x holds, else 0.0.
    "single_of_bools": Composition(
        "single_of_integers",
        {
            "(4.0 * torch.randn(shape)).long()": "torch.randn(shape) > 0.0",
            "torch.add(x, 1)": "x.float()",
            "x + 1": "x.to(tl.float32)",
            "x.dtype": "torch.float32",
        },
    ),
    # One function of one tensor of integers, y = x + 1, whose result is of integers, floating-point
    # numbers or bools.
    "single_of_integers": Composition(
        "program_of_one",
        {
            "torch.randn(shape)": "(4.0 * torch.randn(shape)).long()",
            "empty_like(x)": "empty_like(x, dtype=x.dtype)",
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]
""",
            """
def single_of_integers_torch(x):
    y = torch.add(x, 1)
    return y
""",
            """
@triton.jit
def single_of_integers_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    y = x + 1
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # One function of one positive tensor, y = log(x): logarithms, roots and powers that are no whole
    # numbers.
    "single_of_positive": Composition(
        "sigmoid", {"randn(shape)": "rand(shape) * 3.0 + 0.05", "sigmoid": "log", "=0.": "=1."}
    ),
    # What holds for any element over any dimensions, for all, for how many, y[b, d] = any_ac x[a, b, c,
    # d] > 2: the logic of a tensor.
    "single_truth": Composition(
        "single_reduction",
        {
            "sum(x, dim=(0, 2))": "any(x > 2, dim=(0, 2))",
            "lanes += tl.where(mask, x, 0.0)": (
                "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))"
            ),
            "partial = tl.sum": "partial = tl.max",
            "sum(partial, axis=0)": "max(partial, axis=0) > 0.0",
            "x.dtype": "torch.bool",
        },
        breaks=("ROWS: tl.constexpr",),
    ),
    # A pointwise chain that begins with a steep step, y = h(g(f(x))), in one pass.
    "steep_chain": Composition(
        "program_of_one",
        {"x = tl.abs(x)": "x = tl.exp(-x)\nx = x - 1.0\nx = tl.sigmoid(x)"},
        functions=(
            """
def steep_chain_torch(x):
    x = torch.exp(-x)
    x = torch.sub(x, 1.0)
    x = torch.sigmoid(x)
    return x
""",
        ),
    ),
    # An optimizer nobody has a name for: of a parameter, its gradient and two states of the same shape, a
    # new parameter and new states.
    "update_of_four": Composition(
        "program_of_three_to_two",
        functions=(
            """
def make(*shape):
    return torch.randn(shape), torch.randn(shape), torch.randn(shape), torch.rand(shape)
""",
            """
def update_of_four_torch(x, z, w, p):
    r = w * 0.9 + z
    v = p * 0.99 + z ** 2
    x = x - r * 0.01
    return r, v, x
""",
            """
@triton.jit
def update_of_four_kernel(x_ptr, z_ptr, w_ptr, p_ptr, r_ptr, v_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    r = 0.9 * w + z
    v = 0.99 * p + z * z
    x = x - 0.01 * r
    tl.store(r_ptr + offsets, r, mask=mask)
    tl.store(v_ptr + offsets, v, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def update_of_four_triton(x, z, w, p):
    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()
    r, v, y = torch.empty_like(x), torch.empty_like(x), torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    update_of_four_kernel[grid](x, z, w, p, r, v, y, n_elements, BLOCK=1024)
    return r, v, y
""",
        ),
    ),
}
