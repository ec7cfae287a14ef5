"""Compositions of the families of linear layers."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Linear layer, then a scale and a shift for each output, y = f(x @ w.T + b) * scale + shift (a frozen
    # batch norm).
    "linear_affine": Composition("linear", {
        "(N)": "(N), torch.randn(N), torch.randn(N)", "y_ptr,": "scale_ptr, shift_ptr, y_ptr,",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
            "b = tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
            "scale = tl.load(scale_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
            "shift = tl.load(shift_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)\n"
            "y += b[None, :]",
        "y = tl.maximum(y, 0.0)":
            "y = tl.maximum(y, 0.0)\n"
            "y = y * scale[None, :] + shift[None, :]",
        "(x, w, b):": "(x, w, b, scale, shift):", "y, M": "scale, shift, y, M",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = y * scale + shift", ", (7, 12), (5, 3, 2, 4, 6)": ""},
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Linear layer with a chain of functions after it, y = sigmoid(relu(linear(x, w, b))), and on.
    "linear_chain": Composition("linear_binary", {
        "z = torch.randn(*rows, N)": "", "z, w": "w", "z_ptr, y_ptr": "y_ptr",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, z)": "",
        "y = tl.sin(y)": "y = tl.sin(y)\ny = tl.abs(y)", "z = z.contiguous()": "", "z, y": "y",
        "y = torch.maximum(y, z)": "", "y = torch.sin(y)": "y = torch.sin(y)\ny = torch.abs(y)"},
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Gated linear unit of a linear layer, y = relu(first half) * second half of x @ w.T + b: GLU, SwiGLU,
    # GeGLU.
    "linear_glu": Composition("linear", {
        "w.shape": "w.shape[0] // 2, w.shape[1]",
        "y = F.linear(x, w, b)": "y, z = F.linear(x, w, b).chunk(2, dim=-1)",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = torch.maximum(y, z)",
        "return torch.randn(*rows, K), torch.randn(N, K) / K ** 0.5, torch.randn(N)":
            "x = torch.randn(*rows, K)\n"
            "w = torch.randn(2 * N, K) / K ** 0.5\n"
            "b = torch.randn(2 * N)\n"
            "return x, w, b"}, functions=(
        "CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34), (5, 3, 2, 4, 6)]  # N, K, leading dimensions", """
@triton.jit
def linear_glu_kernel(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, stride_wn, stride_wk,
                      BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    x_ptrs = x_ptr + rows[:, None] * K + k[None, :]
    w_ptrs = w_ptr + k[:, None] * stride_wk + columns[None, :] * stride_wn
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    z = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        w_mask = (k[:, None] < K - start) & (columns[None, :] < N)
        x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)
        first = tl.load(w_ptrs, mask=w_mask, other=0.0)
        second = tl.load(w_ptrs + N * stride_wn, mask=w_mask, other=0.0)
        y += tl.dot(x.to(first.dtype), first, input_precision="tf32x3")
        z += tl.dot(x.to(second.dtype), second, input_precision="tf32x3")
        x_ptrs += BLOCK_K
        w_ptrs += BLOCK_K * stride_wk

    y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.maximum(y, 0.0)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
"""), breaks=()),
    # Linear layer joined with two tensors, y = max(f(linear(x, w, b)) + s, z), functions between and
    # after.
    "linear_joins": Composition("linear_binary", {
        "z_ptr,": "s_ptr, z_ptr,",
        "offsets = rows[:, None] * N + columns[None, :]":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "y += s\ny = tl.sigmoid(y)",
        "y = tl.sigmoid(y)": "", ", z,": ", s, z,",
        "x = x.contiguous()": "x = x.contiguous()\ns = s.contiguous()",
        "x = torch.randn(*rows, K)": "x = torch.randn(*rows, K)\ns = torch.randn(N)",
        "y = torch.relu(y)": "y = torch.relu(y)\ny = y + s\ny = torch.sigmoid(y)",
        "y = torch.sigmoid(y)": ""}, breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
    # Linear layer of a function of its input, y = f(relu(x) @ w.T + b): the function is applied to a tile
    # as it is loaded.
    "linear_prologue": Composition("linear", {
        "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0).to(tl.float32)":
            "x = tl.load(x_ptrs, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
            "other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, 0.0)\n"
            "x = tl.abs(x)\n"
            "# The function of the zeros beyond K need not be zero, but w is zero there too.",
        "y = tl.maximum(y, 0.0)": "",
        "def linear_prologue_torch(x, w, b):":
            "def linear_prologue_torch(x, w, b):\n"
            "    x = torch.relu(x)\n"
            "    x = torch.abs(x)",
        "y = torch.relu(y)": ""}, functions=(
        "CASES = [(1, 1, 1), (33, 5, 3), (40, 35, 2, 34)]  # N, K, leading dimensions", """
def make(N, K, *rows):
    x = torch.randn(*rows, K)
    w = torch.randn(N, K) / K ** 0.5
    b = torch.randn(N)
    return x, w, b
"""), breaks=("BLOCK_M: tl.constexpr",)),
    # Linear layer whose result is read twice: v = linear(x, w, b), y = sigmoid(max(relu(v), cos(v))), and
    # on.
    "linear_reuse": Composition("linear_binary", {
        "z = torch.randn(*rows, N)": "", "z, w": "w", "z_ptr, y_ptr": "y_ptr",
        "offsets = rows[:, None] * N + columns[None, :]":
            "offsets = rows[:, None] * N + columns[None, :]\n"
            "z = y\n"
            "z = tl.cos(z)",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "", "z = z.contiguous()": "",
        "z, y": "y", "y = F.linear(x, w, b)": "y = F.linear(x, w, b)\nz = y\nz = torch.cos(z)"},
        breaks=("BLOCK_M: tl.constexpr", "BLOCK_M=128")),
}
