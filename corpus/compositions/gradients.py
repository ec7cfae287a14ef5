"""Compositions of the families of drawn programs that gradients are made of."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The backward of a gate y = sigmoid(z) * w in half precision; x is the gradient of y. Every tensor is read
    # once, and the kernel computes in float32.
    "gate_backward": Composition(
        "program_of_three",
        functions=(
            "CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]",
            """
def make(B, T, C):
    return torch.randn(B, T, C).bfloat16(), torch.randn(B, T, C).bfloat16(), torch.randn(B, T, C).bfloat16()
""",
            """
def gate_backward_torch(x, z, w):
    x, z, w = x.float(), z.float(), w.float()
    s = torch.sigmoid(z)
    v = x * s
    y = w * v * (1.0 - s)
    return y.bfloat16(), v.bfloat16()
""",
            """
@triton.jit
def gate_backward_kernel(x_ptr, z_ptr, w_ptr, y_ptr, v_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    s = tl.sigmoid(z)
    v = x * s
    y = w * v * (1.0 - s)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(v_ptr + offsets, v, mask=mask)
""",
            """
def gate_backward_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    y = torch.empty_like(z)
    v = torch.empty_like(w)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    gate_backward_kernel[grid](x, z, w, y, v, n_elements, BLOCK=1024)
    return y, v
""",
        ),
    ),
    # The gradients of the weight and the bias of a norm over channels: x is the gradient of the result, z what
    # the weight multiplies. Several programs share a channel, and a second launch adds what they leave.
    "parameters_backward": Composition(
        "single_reduction",
        functions=(
            "CASES = [(2, 2, 2, 3), (2, 3, 4, 7), (3, 2, 25, 11)]",
            """
def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, H, W)
""",
            """
def parameters_backward_torch(x, z):
    s1 = torch.sum(x * z, dim=(0, 2, 3))
    s2 = torch.sum(x, dim=(0, 2, 3))
    return s1, s2
""",
            """
@triton.jit
def parameters_backward_share_kernel(x_ptr, z_ptr, partial1_ptr, partial2_ptr, n_rows, n_cols, n_inner, share,
                                     BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64)
    begin = tl.program_id(1).to(tl.int64) * share
    end = tl.minimum(begin + share, n_cols)
    lanes1 = tl.zeros([BLOCK], dtype=tl.float32)
    lanes2 = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        cols = start + tl.arange(0, BLOCK).to(tl.int64)
        mask = cols < end
        offsets = cols // n_inner * (n_rows * n_inner) + rows * n_inner + cols % n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        lanes1 += tl.where(mask, x * z, 0.0)
        lanes2 += tl.where(mask, x, 0.0)
    place = tl.program_id(1).to(tl.int64) * n_rows + rows
    tl.store(partial1_ptr + place, tl.sum(lanes1, axis=0))
    tl.store(partial2_ptr + place, tl.sum(lanes2, axis=0))
""",
            """
@triton.jit
def parameters_backward_kernel(partial1_ptr, partial2_ptr, s1_ptr, s2_ptr, n_rows, n_shares, SHARES: tl.constexpr,
                               BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    shares = tl.arange(0, SHARES)
    mask = (shares[:, None] < n_shares) & (rows[None, :] < n_rows)
    places = shares[:, None] * n_rows + rows[None, :]
    partial = tl.load(partial1_ptr + places, mask=mask, other=0.0)
    s1 = tl.sum(partial, axis=0)
    tl.store(s1_ptr + rows, s1, mask=rows < n_rows)
    partial = tl.load(partial2_ptr + places, mask=mask, other=0.0)
    s2 = tl.sum(partial, axis=0)
    tl.store(s2_ptr + rows, s2, mask=rows < n_rows)
""",
            """
def parameters_backward_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    N, C, H, W = x.shape
    n_rows, n_cols, n_inner = C, N * H * W, H * W
    share = max(triton.cdiv(n_cols, 64), 256)
    n_shares = triton.cdiv(n_cols, share)
    partial1 = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    partial2 = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)
    s1 = x.new_empty((C,))
    s2 = x.new_empty((C,))
    parameters_backward_share_kernel[(n_rows, n_shares)](x, z, partial1, partial2, n_rows, n_cols, n_inner, share,
                                                         BLOCK=1024)
    parameters_backward_kernel[(triton.cdiv(n_rows, 64),)](partial1, partial2, s1, s2, n_rows, n_shares, SHARES=64,
                                                           BLOCK=64)
    return s1, s2
""",
        ),
    ),
    # The backward of a softmax along rows: z is its result, x the gradient of that. A program owns a row and
    # reads it twice: for the sum, and for what follows of it.
    "rows_backward": Composition(
        "program_around_rms",
        functions=(
            "CASES = [(1, 1, 5), (2, 3, 33), (3, 5, 20), (2, 1, 1100)]",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.softmax(torch.randn(B, T, C), dim=-1)
""",
            """
def rows_backward_torch(x, z):
    s = torch.sum(x * z, dim=-1, keepdim=True)
    y = x - s
    y = y * z
    return y
""",
            """
@triton.jit
def rows_backward_kernel(x_ptr, z_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, x * z, 0.0)
    s = tl.sum(lanes, axis=0)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        y = x - s
        y = y * z
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
            """
def rows_backward_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    y = torch.empty_like(x)
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    block = min(triton.next_power_of_2(n_cols), 1024)
    rows_backward_kernel[(n_rows,)](x, z, y, n_cols, BLOCK=block)
    return y
""",
        ),
    ),
}
