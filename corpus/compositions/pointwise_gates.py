"""Compositions of the families of gates, cells and chains."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Two chains over two tensors that meet, y = h(f(x) + g(z)).
    "binary_chain": Composition("add", {
        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.sin(x)\n"
            "z = tl.exp(-z)"}, functions=(
        "CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]", """
def binary_chain_torch(x, z):
    x = torch.sin(x)
    z = torch.exp(-z)
    x = torch.add(x, z)
    x = torch.relu(x)
    return x
""")),
    # The product of complex numbers held as two real tensors each, (a + i b)(c + i d) = (a c - b d) + i
    # (a d + b c).
    "complex_mul": Composition("gelu", {
        "(torch.randn(shape),)": "tuple(torch.randn(shape) for _ in range(4))"}, functions=(
        "CASES = [(1, 1), (3, 33), (7, 200)]", """
def complex_mul_torch(a, b, c, d):
    a = torch.relu(a)
    x = a * c - b * d
    y = a * d + b * c
    x = torch.sigmoid(x)
    return x, y
""", """
@triton.jit
def complex_mul_kernel(a_ptr, b_ptr, c_ptr, d_ptr, x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    c = tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    d = tl.load(d_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    x = a * c - b * d
    y = a * d + b * c
    x = tl.sigmoid(x)
    tl.store(x_ptr + offsets, x, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)
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
    "glu_call": Composition("gelu", functions=(
        "CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]", """
def glu_call_torch(x):
    y = F.glu(x, dim=-1)
    y = torch.sin(y)
    return y
""", """
@triton.jit
def glu_call_kernel(x_ptr, y_ptr, n_elements, n_half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // n_half * (2 * n_half) + offsets % n_half
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    gate = tl.load(x_ptr + first + n_half, mask=mask, other=0.0).to(tl.float32)
    y = x * tl.sigmoid(gate)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def glu_call_triton(x):
    x = x.contiguous()
    n_half = x.shape[-1] // 2
    y = x.new_empty(x.shape[:-1] + (n_half,))
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    glu_call_kernel[grid](x, y, n_elements, n_half, BLOCK=1024)
    return y
""")),
    # A row meets a statistic of another row, y = x * mean(w): a gate pooled from one tensor and applied
    # to another.
    "other_gate": Composition("row_scale_other", {", torch.randn(x_shape[-1]), torch.randn(x_shape[-1])": ""},
        functions=("""
def other_gate_torch(x, w):
    z = torch.mean(w, dim=-1, keepdim=True)
    y = x * z
    y = torch.abs(y)
    y = y * 0.5
    return y
""", """
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
""", """
def other_gate_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols, n_reduced = x.shape[-1], w.shape[-1]
    n_rows = w.numel() // n_reduced
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(max(n_cols, n_reduced)), 1024)
    other_gate_kernel[(n_rows,)](x, w, y, n_cols, n_reduced, BLOCK=block)
    return y
"""), without=("load_tile",), breaks=()),
    # Leaky ReLU with a learnt slope a channel, y = max(x, 0) + slope[c] * min(x, 0).
    "prelu": Composition("dropout_add", {"randn(shape), torch.rand(shape) < 0.6": "rand(shape[1])"},
        functions=(
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 9), (2, 2, 40, 30)]", """
def prelu_torch(x, slope):
    x = torch.sin(x)
    y = F.prelu(x, slope)
    y = torch.cos(y)
    return y
""", """
@triton.jit
def prelu_kernel(x_ptr, slope_ptr, y_ptr, n_elements, channels, n_inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    slope = tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    y = tl.where(x > 0.0, x, slope * x)
    y = tl.cos(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def prelu_triton(x, slope):
    x = x.contiguous()
    n_elements, channels = x.numel(), x.shape[1]
    n_inner = n_elements // (x.shape[0] * channels)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    prelu_kernel[grid](x, slope, y, n_elements, channels, n_inner, BLOCK=1024)
    return y
""")),
    # A chain with a second tensor inside and the first one again at its end, y = f(x + z) + x.
    "residual_add": Composition("add", functions=(
        "CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]", """
def residual_add_torch(x, z):
    y = x
    y = torch.add(y, z)
    y = torch.sin(y)
    y = torch.exp(-y)
    y = y + x
    return y
""", """
@triton.jit
def residual_add_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    y = y + z
    y = tl.sin(y)
    y = tl.exp(-y)
    y = y + x
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # A chain that comes back to where it began, y = h(g(f(x)) + x).
    "residual_chain": Composition("two_branches", {
        "w = x": "", "w = torch.exp(-w)": "y = torch.exp(-y)", "* w": "+ x",
        "w = tl.exp(-w)": "y = tl.exp(-y)"}),
    # Three tensors joined element by element, y = f(x + z) * w.
    "three_tensors": Composition("where", {
        "y = tl.where(w > 0.0, x, z)\n    y = tl.sin(y)": "x = x + z\nx = tl.sin(x)\ny = x * w"},
        functions=(
        "CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]", """
def three_tensors_torch(x, z, w):
    x = torch.add(x, z)
    x = torch.sin(x)
    y = x * w
    return y
""")),
    # Two functions of one tensor at once, (f(x), g(x)).
    "two_outputs": Composition("two_branches", {
        "y =": "y, w = torch.empty_like(x),", ", n_elements": ", w, n_elements", "return y": "return y, w"},
        functions=("""
def two_outputs_torch(x):
    y, w = x, x
    y = torch.sin(y)
    w = torch.cos(w)
    return y, w
""", """
@triton.jit
def two_outputs_kernel(x_ptr, y_ptr, w_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y, w = x, x
    y = tl.sin(y)
    w = tl.cos(w)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(w_ptr + offsets, w, mask=mask)
""")),
}
