"""Compositions of the families of drawn programs of halves, thirds and chunks of tensors."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A program of single operations on the two halves of the channels, (N, 2C, ...) to (N, C, ...).
    "program_of_channel_halves": Composition("program_of_halves",
        {"=-1": "=1", ", C": ", half", "C * (2 * C) + offsets % C": "half * (2 * half) + offsets % half",
         "+ C": "+ half", "C = x.shape[-1]": "half = x.numel() // x.shape[0]",
         "x.shape[:-1] + (C,)": "(x.shape[0], x.shape[1] // 2) + x.shape[2:]"},
        functions=("CASES = [(1, 2, 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100), (2, 6, 3, 4, 5)]",)),
    # A program of single operations on three channels of one tensor, f(x[:, 0], x[:, 1], x[:, 2]):
    # colours, coordinates, fields of a record.
    "program_of_channels": Composition("program_of_three_chunks",
        {"x.dim() - ": "", "chunks = 3": "whole, inner = x.shape[dim], x.stride(dim)",
         "part = triton.cdiv(x.shape[dim], chunks)":
             "y = torch.empty((*x.shape[:dim], *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)",
         "y = torch.empty((*x.shape[:dim], part, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)":
             "first, second, third = 0, 1, 2",
         "), x.shape[dim] * x.stride(dim), part * x.stride(dim), BLOCK":
             "), whole, inner, first, second, third, BLOCK",
         "parts = x.chunk(3, dim=-1)\n"
         "    x, z, w = parts[0], parts[1], parts[2]": "x, z, w = x[:, 0], x[:, 1], x[:, 2]",
         "run": "inner, first, second, third",
         "source = offsets // run * whole + offsets % run\n"
         "\n"
         "    x = tl.load(x_ptr + source + 0 * run, mask=mask, other=0.0).to(tl.float32)\n"
         "    z = tl.load(x_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
         "    w = tl.load(x_ptr + source + 2 * run, mask=mask, other=0.0).to(tl.float32)":
             "source = offsets // inner * (whole * inner) + offsets % inner\n"
             "x = tl.load(x_ptr + source + first * inner, mask=mask, other=0.0).to(tl.float32)\n"
             "z = tl.load(x_ptr + source + second * inner, mask=mask, other=0.0).to(tl.float32)\n"
             "w = tl.load(x_ptr + source + third * inner, mask=mask, other=0.0).to(tl.float32)"},
        functions=("CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]",)),
    # A program of single operations on two of the equal parts of a tensor along one dimension, x.chunk(n,
    # dim)[i] and [j].
    "program_of_chunks": Composition("program_of_three_chunks",
        {"3, dim": "2, dim", "x, z, w = parts[0], parts[1], parts[2]": "x, z = parts[0], parts[1]",
         "addcmul(x, z, w)": "sub(x, z)",
         "w = tl.load(x_ptr + source + 2 * run, mask=mask, other=0.0).to(tl.float32)\n"
         "    x = x + z * w": "x = x - z",
         "= 3": "= 2"}),
    # A program of single operations on equal parts of two tensors of one shape: two parts of the first,
    # two of the second.
    "program_of_chunks_of_two": Composition("program_of_three_chunks",
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "x_ptr": "a_ptr, b_ptr",
         "(x_ptr ": "(a_ptr ", "= tl.load(x_ptr + source + 1 * run, ": "= tl.load(b_ptr + source + 0 * run, ",
         " 2 ": " 1 ",
         "x = x + z * w":
             "x = x + z * w\n"
             "z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)\n"
             "x = x * z",
         "(x)": "(a, b)", "parts = x.chunk(3, dim=-1)": "a, b = a.chunk(2, dim=-1), b.chunk(2, dim=-1)",
         " = parts[0], parts[1], parts[2]": " = a[0], b[0], a[1]",
         "x = torch.addcmul(x, z, w)":
             "x = torch.addcmul(x, z, w)\n"
             "z = b[1]\n"
             "x = torch.mul(x, z)"}, functions=("""
def program_of_chunks_of_two_triton(a, b):
    a, b = a.contiguous(), b.contiguous()
    dim = a.dim() - 1
    chunks = 2
    part = triton.cdiv(a.shape[dim], chunks)
    y = torch.empty((*a.shape[:dim], part, *a.shape[dim + 1:]), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_chunks_of_two_kernel[grid](a, b, y, y.numel(), a.shape[dim] * a.stride(dim), part * a.stride(dim), BLOCK=1024)
    return y
""",)),
    # A program of single operations on four gates that lie in one row, (..., 4N), and a state (..., N):
    # the cell of an LSTM and its like.
    "program_of_gates": Composition("program_of_two_gates",
        {"state_gates, ": "", "state_gates.contiguous(), ": "", "y": "v, y",
         "(q)": "(q), torch.empty_like(q)", "3 * shape[-1],)), torch.randn(shape[:-1] + (3": "4"},
        functions=((
                       "def program_of_gates_torch(gates, q):\n"
                       "    x, z, w, p = gates.chunk(4, dim=-1)\n"
                       "    v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)\n"
                       "    x = torch.sigmoid(p) * torch.relu(v)\n"
                       "    return v, x"),
                   (
                       "@triton.jit\n"
                       "def program_of_gates_kernel(gates_ptr, q_ptr, v_ptr, y_ptr, n_elements, N, "
                       "BLOCK: tl.constexpr):\n"
                       "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                       "    mask = offsets < n_elements\n"
                       "    q = tl.load(q_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                       "    gate_ptrs = gates_ptr + offsets // N * (4 * N) + offsets % N\n"
                       "\n"
                       "    x = tl.load(gate_ptrs, mask=mask, other=0.0).to(tl.float32)\n"
                       "    z = tl.load(gate_ptrs + N, mask=mask, other=0.0).to(tl.float32)\n"
                       "    w = tl.load(gate_ptrs + 2 * N, mask=mask, other=0.0).to(tl.float32)\n"
                       "    p = tl.load(gate_ptrs + 3 * N, mask=mask, other=0.0).to(tl.float32)\n"
                       "    v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)\n"
                       "    x = tl.sigmoid(p) * tl.maximum(v, 0.0)\n"
                       "    tl.store(v_ptr + offsets, v, mask=mask)\n"
                       "    tl.store(y_ptr + offsets, x, mask=mask)"))),
    # A program of two tensors in half precision that computes in float32, as careful people write it, and
    # returns what precision it likes.
    "program_of_half": Composition("program_of_two", {
        ", torch.randn(shape)": ".bfloat16(), torch.randn(shape).bfloat16()",
        "(x)": "(x, dtype=torch.bfloat16)",
        "def program_of_half_torch(x, z):":
            "def program_of_half_torch(x, z):\n"
            "    x, z = x.float(), z.float()",
        "return x": "return x.bfloat16()", ", (2, 2, 3, 4, 5)": ""}),
    # A program of a sequence, of the step before (or after) each, and of two more tensors: r + gamma *
    # next(x) * (1 - done) - x.
    "program_of_neighbours": Composition("program_of_three_shapes",
        {"(x, z, w):": "(x, w, p):",
         "z, w = x.contiguous(), z.contiguous(), w": "w, p = x.contiguous(), w.contiguous(), p",
         "y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)": "y = torch.empty_like(x)",
         "z, w,": "w, p,", "x_ptr, z_ptr, w_ptr, y_ptr": "x_ptr, w_ptr, p_ptr, y_ptr",
         "mask = offsets < n_elements":
             "mask = offsets < n_elements\n"
             "has = offsets // C % T > 0",
         "= tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.":
             "= tl.load(x_ptr + offsets - C, mask=mask & has, other=0.",
         " % (T * C)": "", "y = x * z": "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
         "y = y + w": "x = w * x + z * p", "offsets, y, mask": "offsets, x, mask",
         "return torch.randn(B, T, C), torch.randn(B, C), torch.randn(T, C)":
             "w = torch.randn(B, T, C)\n"
             "p = torch.randn(B, T, C)\n"
             "return torch.randn(B, T, C), w, p"}, functions=(
        "CASES = [(1, 2, 5), (2, 3, 33), (3, 7, 20)]", """
def program_of_neighbours_torch(x, w, p):
    z = F.pad(x, (0, 0, 1, -1))
    x = x * w + z * p
    return x
""")),
    # A cell of a recurrent network, or a gate: a program on slices of one tensor, of which some may be of
    # another size and left alone.
    "program_of_split_cell": Composition("program_of_chunked_cell",
        {"3 * C": "29", "chunk(3, dim=2)": "split([8, 8, 5, 8], dim=2)", "parts[2]": "parts[3]",
         "first + 0 * run": "first", "1 * run": "8", "2 * run": "21"},
        functions=("CASES = [(1, 1, 8), (2, 3, 8), (3, 7, 8)]",)),
    # A program of single operations on the thirds of the last dimension, which a chunk or a split takes
    # apart, (..., 3N) to (..., N).
    "program_of_thirds": Composition("program_of_three_chunks",
        {"(shape)": "(shape[:-1] + (3 * shape[-1],))", "whole, run": "N",
         "source = offsets // run * whole + offsets % run": "first = offsets // N * (3 * N) + offsets % N",
         "source + 0 * run": "first", "source + 1 * run": "first + N", "source + 2 * run": "first + 2 * N",
         "parts = x.chunk(3, dim=-1)\n"
         "    x, z, w = parts[0], parts[1], parts[2]": "x, z, w = x.chunk(3, dim=-1)"}, functions=(
        "CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]", """
def program_of_thirds_triton(x):
    x = x.contiguous()
    N = x.shape[-1] // 3
    y = torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_thirds_kernel[grid](x, y, n_elements, N, BLOCK=1024)
    return y
""")),
    # A program of single operations on the upper and the lower part of matrices, torch.triu(x) and
    # torch.tril(x), with zeros elsewhere.
    "program_of_triangles": Composition("steep_chain", {
        "n_elements, BLOCK: ": "n_elements, R, C, BLOCK: ",
        "mask = offsets < n_elements":
            "mask = offsets < n_elements\n"
            "diagonal = offsets % C - offsets // C % R",
        "x = tl.exp(-x)": "z = tl.where(diagonal <= -1, x, 0.0)",
        " = x - 1.0": " = tl.where(diagonal >= 1, x, 0.0)", " tl.sigmoid(x)": " x - z",
        "n_elements = x.numel()": "R, C = x.shape[-2:]", "n_elements": "x.numel()",
        "y, n_elements, BLOCK": "y, x.numel(), R, C, BLOCK",
        "x = torch.exp(-x)": "z = torch.tril(x, diagonal=-1)",
        " torch.sub(x, 1.0)": " torch.triu(x, diagonal=1)", " torch.sigmoid(x)": " torch.sub(x, z)"},
        functions=("CASES = [(3, 4), (17, 17), (2, 6, 9), (2, 3, 5, 7), (2, 1, 3, 8, 4)]",)),
    # A cell of a recurrent network: a program on the equal parts of two tensors, of what the input gives
    # and of what the state gives.
    "program_of_two_chunked": Composition("program_of_chunked_cell",
        {"x_ptr": "x1_ptr", "(x_ptr,": "(x1_ptr, x2_ptr,", "c": "a2",
         "c = tl.load(x_ptr + first +": "a2 = tl.load(x2_ptr + first +", "x": "x1, x2", " x.": " x1.",
         " = x.contiguous(": " = x1.contiguous(), x2.contiguous(",
         "return torch.": "return torch.randn(B, T, 3 * C), torch."},
        functions=((
                       "def program_of_two_chunked_torch(x1, x2, q):\n"
                       "    parts = x1.chunk(3, dim=2)\n"
                       "    a, b = parts[0], parts[1]\n"
                       "    parts = x2.chunk(3, dim=2)\n"
                       "    a2 = parts[2]\n"
                       "    y = torch.sigmoid(b) * q + a * a2\n"
                       "    return y"),)),
    # A program of single operations on the gates of an input and of a state, (..., 3N) each, and the
    # state (..., N): the cell of a GRU and its like.
    "program_of_two_gates": Composition("program_of_two", {
        "(shape),": "(shape[:-1] + (3 * shape[-1],)), torch.randn(shape[:-1] + (3 * shape[-1],)),",
        "def program_of_two_gates_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl":
            "def program_of_two_gates_kernel(gates_ptr, state_gates_ptr, q_ptr, y_ptr, n_elements, N, "
            "BLOCK: tl",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    x = x - z":
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
            "x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q",
        " program_of_two_gates_triton(x, z):": " program_of_two_gates_triton(gates, state_gates, q):",
        "x, z = x.contiguous(), z.contiguous()":
            "gates, state_gates, q = gates.contiguous(), state_gates.contiguous(), q.contiguous()",
        "(x)": "(q)", "n_elements = x.numel()": "n_elements, N = q.numel(), q.shape[-1]",
        "program_of_two_gates_kernel[grid](x, z, y, n_elements, BLOCK=1024)":
            "program_of_two_gates_kernel[grid](gates, state_gates, q, y, n_elements, N, BLOCK=1024)",
        "def program_of_two_gates_torch(x, z):\n"
        "    x = torch.sub(x, z)":
            "def program_of_two_gates_torch(gates, state_gates, q):\n"
            "    x, z, w = gates.chunk(3, dim=-1)\n"
            "    x_state, z_state, p = state_gates.chunk(3, dim=-1)\n"
            "    x = x + x_state\n"
            "    z = z + z_state\n"
            "    x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q"},
        functions=("CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]",)),
    # A tensor over a size of its own, written in elementary operations, then a program of that and a
    # second tensor, g(x / norm(x), z).
    "program_of_written_norm": Composition("program_of_written_norm_rows",
        {"-1,": "-2,", "n_cols = x.shape[-1]": "whole, inner = x.shape[-2], x.stride(-2)",
         "n_rows = x.numel() // n_cols": "n_lines = x.numel() // whole",
         "block = min(triton.next_power_of_2(n_cols), 1024)": "grid = (triton.cdiv(n_lines, 128),)",
         "program_of_written_norm_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block, enable_fp_fusion=False)":
             "program_of_written_norm_kernel[grid](x, z, y, n_lines, whole, inner, BLOCK=128, "
             "enable_fp_fusion=False)",
         "z = torch.randn(shape[-1])":
             "place = shape[-2:-1] + (1,)\n"
             "z = torch.randn(place)"}, functions=(
        "CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]", """
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
""")),
}
