"""Compositions of the families of gates, cells and chains."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Two chains over two tensors that meet, y = h(f(x) + g(z)).
    "binary_chain": Composition("add", {
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.sin(x)\n"
            "z = tl.exp(-z)",
        "def binary_chain_torch(x, z):":
            "def binary_chain_torch(x, z):\n"
            "    x = torch.sin(x)\n"
            "    z = torch.exp(-z)"},
        functions=("CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]",)),
    # The product of complex numbers held as two real tensors each, (a + i b)(c + i d) = (a c - b d) + i
    # (a d + b c).
    "complex_mul": Composition("gelu", {
        "(torch.randn(shape),)": "tuple(torch.randn(shape) for _ in range(4))",
        "(x_ptr": "(a_ptr, b_ptr, c_ptr, d_ptr, x_ptr",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
            "a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "b = tl.load(b_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "c = tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "d = tl.load(d_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "a = tl.maximum(a, 0.0)\n"
            "x = a * c - b * d\n"
            "y = a * d + b * c\n"
            "x = tl.sigmoid(x)\n"
            "tl.store(x_ptr + offsets, x, mask=mask)"}, functions=(
        "CASES = [(1, 1), (3, 33), (7, 200)]", """
def complex_mul_torch(a, b, c, d):
    a = torch.relu(a)
    x = a * c - b * d
    y = a * d + b * c
    x = torch.sigmoid(x)
    return x, y
""", """
def complex_mul_triton(a, b, c, d):
    a = a.contiguous()
    b = b.contiguous()
    c = c.contiguous()
    d = d.contiguous()
    x = torch.empty_like(a)
    y = torch.empty_like(a)
    grid = (triton.cdiv(a.numel(), 1024),)
    complex_mul_kernel[grid](a, b, c, d, x, y, a.numel(), BLOCK=1024)
    return x, y
""")),
    # Dropout with a given mask, y = where(keep, f(x) / (1 - p), 0), here with p = 0.5.
    "dropout": Composition("masked_fill", {
        "y = x.masked_fill(~keep, 0.5)": "y = x * keep / 0.5", "x, 0.5": "x / 0.5, 0.0"}),
    # Gated linear unit, y = a * f(b) for the two halves a, b of the last dimension: GLU, SwiGLU, GEGLU,
    # ReGLU.
    "glu": Composition("channel_glu", {
        "dim=": "dim=-", "half,": "C,", "half * (2 * half) + offsets % half": "C * (2 * C) + offsets % C",
        "half = x.numel() // x.shape[0] // 2": "C = x.shape[-1] // 2",
        "(x.shape[0], x.shape[1] // 2) + x.shape[2:]": "x.shape[:-1] + (C,)"},
        functions=("CASES = [(1, 2), (3, 34), (7, 600), (2, 3, 66)]",)),
    # Gated linear unit, y = a * sigmoid(b), where a and b are the halves of the last dimension of x.
    "glu_call": Composition("gelu", {
        "n_elements, BLOCK: ": "n_elements, n_half, BLOCK: ",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))":
            "first = offsets // n_half * (2 * n_half) + offsets % n_half\n"
            "x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
            "gate = tl.load(x_ptr + first + n_half, mask=mask, other=0.0).to(tl.float32)\n"
            "y = x * tl.sigmoid(gate)\n"
            "y = tl.sin(y)",
        "y = torch.empty_like(x)\n"
        "    n_elements = x.numel()":
            "n_half = x.shape[-1] // 2\n"
            "y = x.new_empty(x.shape[:-1] + (n_half,))\n"
            "n_elements = y.numel()",
        "n_elements, BLOCK=1024": "n_elements, n_half, BLOCK=1024",
        "y = F.gelu(x)": "y = F.glu(x, dim=-1)\ny = torch.sin(y)"},
        functions=("CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]",)),
    # A row meets a statistic of another row, y = x * mean(w): a gate pooled from one tensor and applied
    # to another.
    "other_gate": Composition("row_scale_other", {
        ", torch.randn(x_shape[-1]), torch.randn(x_shape[-1])": "", ", weight, bias": "",
        "# Fused multiply-adds would round w anew in each reading, and w minus itself would not be 0.\n"
        "    other_gate_kernel[(n_rows,)](x, w, weight, bias, y, n_cols, n_reduced, BLOCK=block, "
        "enable_fp_fusion=False)": "other_gate_kernel[(n_rows,)](x, w, y, n_cols, n_reduced, BLOCK=block)",
        "z = torch.std(w, dim=-1, unbiased=True, keepdim=True)": "z = torch.mean(w, dim=-1, keepdim=True)",
        " / (z + 1e-5)": " * z", " y * weight + bias": " torch.abs(y)", " torch.relu(y)": " y * 0.5"},
        functions=("""
@triton.jit
def other_gate_kernel(x_ptr, w_ptr, y_ptr, n_cols, n_reduced, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_reduced, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_reduced
        w = tl.load(w_ptr + row * n_reduced + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, w, 0.0)
    z = tl.sum(lanes, axis=0) / n_reduced
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = z * x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
""",), without=("load_tile",), breaks=()),
    # Leaky ReLU with a learnt slope a channel, y = max(x, 0) + slope[c] * min(x, 0).
    "prelu": Composition("dropout_add", {
        "randn(shape), torch.rand(shape) < 0.6": "rand(shape[1])",
        " prelu_kernel(x_ptr, z_ptr, keep_ptr, y_ptr, n_elements, BLOCK: tl":
            " prelu_kernel(x_ptr, slope_ptr, y_ptr, n_elements, channels, n_inner, BLOCK: tl",
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    keep = tl.load(keep_ptr + offsets, mask=mask, other=False)":
            "slope = tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, "
            "other=0.0).to(tl.float32)",
        "y = z + tl.where(keep, x / 0.9, 0.0)":
            "y = tl.where(x > 0.0, x, slope * x)\n"
            "y = tl.cos(y)",
        "z, keep": "slope", "z = z.contiguous()": "n_elements, channels = x.numel(), x.shape[1]",
        "keep = keep.contiguous()": "n_inner = n_elements // (x.shape[0] * channels)",
        "n_elements = x.numel()": "", "n_elements, BLOCK=1024": "n_elements, channels, n_inner, BLOCK=1024",
        "y = z + x * keep / 0.9": "y = F.prelu(x, slope)\ny = torch.cos(y)"},
        functions=("CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 9), (2, 2, 40, 30)]",)),
    # A chain with a second tensor inside and the first one again at its end, y = f(x + z) + x.
    "residual_add": Composition("loss_none", {
        "y = (x - z) * (x - z)": "y = x\ny = y + z",
        "y = tl.sin(y)": "y = tl.sin(y)\ny = tl.exp(-y)\ny = y + x",
        'y = F.mse_loss(x, z, reduction="none")': "y = x\ny = torch.add(y, z)",
        "y = torch.sin(y)": "y = torch.sin(y)\ny = torch.exp(-y)\ny = y + x", " 1)": " 5)"}),
    # A chain that comes back to where it began, y = h(g(f(x)) + x).
    "residual_chain": Composition("two_branches", {
        "w = x": "", "w = torch.exp(-w)": "y = torch.exp(-y)", "* w": "+ x",
        "w = tl.exp(-w)": "y = tl.exp(-y)"}),
    # Three tensors joined element by element, y = f(x + z) * w.
    "three_tensors": Composition("where", {
        "y = tl.where(w > 0.0, x, z)\n    y = tl.sin(y)": "x = x + z\nx = tl.sin(x)\ny = x * w",
        "y = torch.where(w > 0, x, z)\n"
        "    y = torch.sin(y)":
            "x = torch.add(x, z)\n"
            "x = torch.sin(x)\n"
            "y = x * w"},
        functions=("CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]",)),
    # Two functions of one tensor at once, (f(x), g(x)).
    "two_outputs": Composition("single_function", {
        "y_ptr,": "y_ptr, w_ptr,", "y = x + 1.0": "y, w = x, x\ny = tl.sin(y)\nw = tl.cos(w)",
        "tl.store(y_ptr + offsets, y, mask=mask)":
            "tl.store(y_ptr + offsets, y, mask=mask)\n"
            "tl.store(w_ptr + offsets, w, mask=mask)",
        "y": "y, w", "y = torch.empty_like(x)": "y, w = torch.empty_like(x), torch.empty_like(x)",
        "y = torch.add(x, 1.0)\n    return y":
            "y, w = x, x\n"
            "y = torch.sin(y)\n"
            "w = torch.cos(w)\n"
            "return y, w"},
        functions=("CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]",)),
}
