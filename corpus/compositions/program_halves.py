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
    "program_of_channels": Composition("program_of_three_chunks", functions=(
        "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]", """
def program_of_channels_torch(x):
    x, z, w = x[:, 0], x[:, 1], x[:, 2]
    x = torch.addcmul(x, z, w)
    return x
""", """
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
""", """
def program_of_channels_triton(x):
    x = x.contiguous()
    dim = 1
    whole, inner = x.shape[dim], x.stride(dim)
    y = torch.empty((*x.shape[:dim], *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    first, second, third = 0, 1, 2
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_channels_kernel[grid](x, y, y.numel(), whole, inner, first, second, third, BLOCK=1024)
    return y
""")),
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
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)"}, functions=("""
def program_of_chunks_of_two_torch(a, b):
    a, b = a.chunk(2, dim=-1), b.chunk(2, dim=-1)
    x, z, w = a[0], b[0], a[1]
    x = torch.addcmul(x, z, w)
    z = b[1]
    x = torch.mul(x, z)
    return x
""", """
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
""", """
def program_of_chunks_of_two_triton(a, b):
    a, b = a.contiguous(), b.contiguous()
    dim = a.dim() - 1
    chunks = 2
    part = triton.cdiv(a.shape[dim], chunks)
    y = torch.empty((*a.shape[:dim], part, *a.shape[dim + 1:]), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    program_of_chunks_of_two_kernel[grid](a, b, y, y.numel(), a.shape[dim] * a.stride(dim), part * a.stride(dim), BLOCK=1024)
    return y
""")),
    # A program of single operations on four gates that lie in one row, (..., 4N), and a state (..., N):
    # the cell of an LSTM and its like.
    "program_of_gates": Composition("program_of_three_to_two",
        {"(shape), torch.randn(shape)": "(shape[:-1] + (4 * shape[-1],))"}, functions=(
        "CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]", """
def program_of_gates_torch(gates, q):
    x, z, w, p = gates.chunk(4, dim=-1)
    v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)
    x = torch.sigmoid(p) * torch.relu(v)
    return v, x
""", """
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
""", """
def program_of_gates_triton(gates, q):
    gates, q = gates.contiguous(), q.contiguous()
    v, y = torch.empty_like(q), torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_gates_kernel[grid](gates, q, v, y, n_elements, N, BLOCK=1024)
    return v, y
""")),
    # A program of two tensors in half precision that computes in float32, as careful people write it, and
    # returns what precision it likes.
    "program_of_half": Composition("program_of_two", {
        ", torch.randn(shape)": ".bfloat16(), torch.randn(shape).bfloat16()",
        "(x)": "(x, dtype=torch.bfloat16)"}, functions=(
        "CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17)]", """
def program_of_half_torch(x, z):
    x, z = x.float(), z.float()
    x = torch.sub(x, z)
    return x.bfloat16()
""")),
    # A program of a sequence, of the step before (or after) each, and of two more tensors: r + gamma *
    # next(x) * (1 - done) - x.
    "program_of_neighbours": Composition("program_of_three_shapes",
        {"(x, z, w):": "(x, w, p):",
         "z, w = x.contiguous(), z.contiguous(), w": "w, p = x.contiguous(), w.contiguous(), p",
         "y = torch.empty(B, T, C, dtype=x.dtype, device=x.device)": "y = torch.empty_like(x)",
         "z, w,": "w, p,"}, functions=(
        "CASES = [(1, 2, 5), (2, 3, 33), (3, 7, 20)]", """
def make(B, T, C):
    w = torch.randn(B, T, C)
    p = torch.randn(B, T, C)
    return torch.randn(B, T, C), w, p
""", """
def program_of_neighbours_torch(x, w, p):
    z = F.pad(x, (0, 0, 1, -1))
    x = x * w + z * p
    return x
""", """
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
         "source + 0 * run": "first", "source + 1 * run": "first + N", "source + 2 * run": "first + 2 * N"},
        functions=(
        "CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]", """
def program_of_thirds_torch(x):
    x, z, w = x.chunk(3, dim=-1)
    x = torch.addcmul(x, z, w)
    return x
""", """
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
    "program_of_triangles": Composition("program_of_one", functions=(
        "CASES = [(3, 4), (17, 17), (2, 6, 9), (2, 3, 5, 7), (2, 1, 3, 8, 4)]", """
def program_of_triangles_torch(x):
    z = torch.tril(x, diagonal=-1)
    x = torch.triu(x, diagonal=1)
    x = torch.sub(x, z)
    return x
""", """
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
""", """
def program_of_triangles_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    R, C = x.shape[-2:]
    grid = (triton.cdiv(x.numel(), 1024),)
    program_of_triangles_kernel[grid](x, y, x.numel(), R, C, BLOCK=1024)
    return y
""")),
    # A cell of a recurrent network: a program on the equal parts of two tensors, of what the input gives
    # and of what the state gives.
    "program_of_two_chunked": Composition("program_of_chunked_cell",
        {"randn(B, T, C)": "randn(B, T, 3 * C), torch.randn(B, T, C)", "x_ptr,": "x1_ptr, x2_ptr,",
         "x_ptr + first + 0": "x1_ptr + first + 0", "x_ptr + first + 1": "x1_ptr + first + 1",
         "c = tl.load(x_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)":
             "a2 = tl.load(x2_ptr + first + 2 * run, mask=mask, other=0.0).to(tl.float32)",
         "* c": "* a2",
         "def program_of_two_chunked_triton(x, q):": "def program_of_two_chunked_triton(x1, x2, q):",
         "x, q = x": "x1, x2, q = x1.contiguous(), x2", "x.stride": "x1.stride", ", x": ", x1",
         "x, q,": "x1, x2, q,"}, functions=("""
def program_of_two_chunked_torch(x1, x2, q):
    parts = x1.chunk(3, dim=2)
    a, b = parts[0], parts[1]
    parts = x2.chunk(3, dim=2)
    a2 = parts[2]
    y = torch.sigmoid(b) * q + a * a2
    return y
""",)),
    # A program of single operations on the gates of an input and of a state, (..., 3N) each, and the
    # state (..., N): the cell of a GRU and its like.
    "program_of_two_gates": Composition("program_of_two", {
        "(shape),": "(shape[:-1] + (3 * shape[-1],)), torch.randn(shape[:-1] + (3 * shape[-1],)),"},
        functions=(
        "CASES = [(1, 1), (3, 33), (2, 300), (2, 3, 17), (2, 2, 3, 5)]", """
def program_of_two_gates_torch(gates, state_gates, q):
    x, z, w = gates.chunk(3, dim=-1)
    x_state, z_state, p = state_gates.chunk(3, dim=-1)
    x = x + x_state
    z = z + z_state
    x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q
    return x
""", """
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
""", """
def program_of_two_gates_triton(gates, state_gates, q):
    gates, state_gates, q = gates.contiguous(), state_gates.contiguous(), q.contiguous()
    y = torch.empty_like(q)
    n_elements, N = q.numel(), q.shape[-1]
    grid = (triton.cdiv(n_elements, 1024),)
    program_of_two_gates_kernel[grid](gates, state_gates, q, y, n_elements, N, BLOCK=1024)
    return y
""")),
    # A tensor over a size of its own, written in elementary operations, then a program of that and a
    # second tensor, g(x / norm(x), z).
    "program_of_written_norm": Composition("program_of_written_norm_rows", {"-1,": "-2,"}, functions=(
        "CASES = [(3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70)]", """
def make(*shape):
    place = shape[-2:-1] + (1,)
    z = torch.randn(place)
    return torch.randn(shape), z
""", """
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
""", """
def program_of_written_norm_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    program_of_written_norm_kernel[grid](x, z, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y
""")),
}
