"""Compositions of the families of softmax and its kin."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Softmax of scores x (B, H, T, S) plus a bias that is shared, (T, S) or (B, 1, 1, S): a mask that is
    # added, or positions.
    "softmax_bias": Composition("softmax_pair", {
        "torch.maximum": "torch.add", "tl.maximum(x, z)": "z + x",
        "y_ptr, n_cols,": "y_ptr, n_queries, n_cols,",
        "z_ptr + row * n_cols": "z_ptr + row % n_queries * n_cols",
        "n_cols = x.shape[-1]": "n_queries, n_cols = x.shape[-2:]", "y, n_cols,": "y, n_queries, n_cols,",
        "*shape": "B, H, T, S",
        "return torch.randn(shape), torch.randn(shape)": "return torch.randn(B, H, T, S), torch.randn(T, S)"},
        functions=("CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100)]",)),
    # Softmax down each column, y[:, j] = exp(x[:, j] - max) / sum(exp(x[:, j] - max)), for columns of any
    # length.
    "softmax_dim0": Composition("var_middle", {
        "n_rows, n_cols = x.shape[-2:]": "n_rows = x.shape[0]",
        " = x.new_empty(x.shape[:-2] + x.shape[-1:])": " = torch.empty_like(x)",
        "grid = (n_outer * triton.cdiv(n_cols, 64),)": "grid = (triton.cdiv(n_cols, 32),)",
        "n_outer = x.numel() // (n_rows * n_cols)": "n_cols = x.numel() // n_rows",
        " BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion": " BLOCK_ROWS=32, BLOCK_COLS=32, enable_fp_fusion",
        "return x": 'return tl.where(mask, x, -float("inf"))',
        "y = torch.var(x, dim=-2, unbiased=True)": "y = F.softmax(x, dim=0)", "abs": "sqrt"},
        functions=(
            "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 20), (40, 65)]",
            (
                "@triton.jit\n"
                "def softmax_dim0_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, "
                "BLOCK_COLS: tl.constexpr):\n"
                "    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)\n"
                "    largest = tl.full([BLOCK_ROWS, BLOCK_COLS], -3.0e38, dtype=tl.float32)\n"
                "    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK_ROWS):\n"
                "        x = load_tile(x_ptr, start + tl.arange(0, BLOCK_ROWS), cols, n_rows, n_cols)\n"
                "        larger = tl.maximum(largest, x)\n"
                "        total = total * tl.exp(largest - larger) + tl.exp(x - larger)\n"
                "        largest = larger\n"
                "    peak = tl.max(largest, axis=0)\n"
                "    norm = tl.sum(total * tl.exp(largest - peak[None, :]), axis=0)\n"
                "    for start in range(0, n_rows, BLOCK_ROWS):\n"
                "        rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "        mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)\n"
                "        x = load_tile(x_ptr, rows, cols, n_rows, n_cols)\n"
                "        y = tl.exp(x - peak[None, :]) / norm[None, :]\n"
                "        y = tl.sqrt(y)\n"
                "        y = 0.5 * y\n"
                "        tl.store(y_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, "
                "mask=mask)"))),
    # Softmax over a dimension in the middle, y[b, :, n] = softmax(x[b, :, n]): over the channels of an
    # image, say.
    "softmax_middle": Composition("middle_gate", {
        "total = tl.zeros([BLOCK], dtype=tl.float32)":
            "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
            "norm = tl.zeros([BLOCK], dtype=tl.float32)",
        "total += x\n    z = total / n_mid":
            "larger = tl.maximum(largest, x)\n"
            "norm = norm * tl.exp(largest - larger) + tl.exp(x - larger)\n"
            "largest = larger",
        " z * x": " tl.exp(x - largest) / norm", "abs": "sqrt",
        "z = torch.mean(x, dim=-2, keepdim=True)\n"
        "    y = x * z\n"
        "    y = torch.abs(y)":
            "y = F.softmax(x, dim=-2)\n"
            "y = torch.sqrt(y)"}),
    # Scores on their way to a token: a penalty or a bias by z, a threshold or a temperature by w, then
    # softmax over the last dimension.
    "softmax_of_three": Composition("softmax", {
        "y_ptr,": "z_ptr, w_ptr, y_ptr,",
        "row_ptr = x_ptr + row * n_cols\n"
        "    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.":
            "x_row_ptr, z_row_ptr, w_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols, w_ptr + row",
        "row_ptr,": "x_row_ptr, z_row_ptr, w_row_ptr,", "y = 0.5 * y": "",
        "softmax_of_three_triton(x):": "softmax_of_three_triton(x, z, w):",
        "x = x.contiguous()": "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()", "x,": "x, z, w,",
        "return (torch.randn(shape),)":
            "w = torch.randn(shape[:-1] + (1,))\n"
            "return torch.randn(shape), torch.randn(shape), w"}, functions=(
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]", """
def softmax_of_three_torch(x, z, w):
    x = torch.erf(x)
    x = torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = x.masked_fill(x < w, float("-inf"))
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    return y
""", """
@triton.jit
def load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr).to(tl.float32)
    x = tl.erf(x)
    x = tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = tl.where(x < w, -float("inf"), x)
    return tl.where(mask, x, -float("inf"))
""")),
    # Softmax over the last dimension of two tensors joined, y = softmax(f(x, z)): scores plus a bias,
    # say.
    "softmax_pair": Composition("softmax", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, z):",
        "relu(x)": "maximum(x, z)", "y_ptr,": "z_ptr, y_ptr,",
        "row_ptr = x_ptr + row * n_cols\n"
        "    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.":
            "x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols",
        "row_ptr,": "x_row_ptr, z_row_ptr,", "x = x": "x, z = x.contiguous(), z",
        "y, n_cols": "z, y, n_cols"}, functions=("""
@triton.jit
def load_tile(x_ptr, z_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    return tl.where(mask, x, -float("inf"))
""",)),
    # Softmax over the last dimension, then a program of that and a second tensor, y = g(softmax(x), z):
    # weights times positions, a gate.
    "softmax_tail": Composition("softmax", {
        "x = tl.maximum(x, 0.0)": "", "y_ptr,": "z_ptr, y_ptr,",
        "y = tl.sqrt(y)\n        y = 0.5 * y":
            "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
            "y = z * y",
        "(x):": "(x, z):", "x = x": "x, z = x.contiguous(), z", "y, n_cols": "z, y, n_cols",
        "def softmax_tail_torch(x):\n    x = torch.relu(x)": "def softmax_tail_torch(x, z):",
        "y = torch.sqrt(y)\n    y = y * 0.5": "y = y * z",
        "return (torch.randn(shape),)":
            "z = torch.randn(shape)\n"
            "return torch.randn(shape), z"}),
}
