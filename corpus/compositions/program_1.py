"""Compositions of the families of random programs and their building blocks, chain_of_eight to program_around_cumsum."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A chain of eight pointwise steps in one pass.
    "chain_of_eight": Composition(
        "program_of_one",
        {"1024": "512"},
        functions=(
            """
def chain_of_eight_torch(x):
    x = torch.relu(x)
    x = 1.0 + x
    x = torch.sin(x)
    x = torch.abs(x)
    x = torch.sqrt(x)
    x = torch.neg(x)
    x = torch.exp(x)
    x = torch.cos(x)
    return x
""",
            """
@triton.jit
def chain_of_eight_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x + 1.0
    x = tl.sin(x)
    x = tl.abs(x)
    x = tl.sqrt(x)
    x = -x
    x = tl.exp(x)
    x = tl.cos(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A chain of up to four pointwise steps, y = i(h(g(f(x)))), in one pass.
    "chain_of_four": Composition(
        "chain",
        {"x = tl.exp(-x)": "x = x + 1.0\nx = tl.sin(x)\nx = tl.abs(x)"},
        functions=(
            """
def chain_of_four_torch(x):
    x = torch.relu(x)
    x = 1.0 + x
    x = torch.sin(x)
    x = torch.abs(x)
    return x
""",
        ),
    ),
    # A chain with a scale and a shift of one number a channel, y = f(x * s + b) and so on, and no other
    # tensor.
    "chain_of_weights": Composition(
        "chain_of_broadcasts",
        {
            ", torch.randn(N, C, H, W)": ", torch.randn(C, 1, 1)",
            "(x, b, z):": "(x, s, b):",
            "b, z = x.contiguous(), b.contiguous(), z": "s, b = x.contiguous(), s.contiguous(), b",
            "b, z,": "s, b,",
        },
        functions=(
            """
def chain_of_weights_torch(x, s, b):
    x = torch.relu(x)
    x = x * s
    x = torch.sigmoid(x)
    x = x + b
    x = x * 0.5
    x = torch.abs(x)
    return x
""",
            """
@triton.jit
def chain_of_weights_kernel(x_ptr, s_ptr, b_ptr, y_ptr, n_elements, channels, plane_size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    channel = offsets // plane_size % channels
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    s = tl.load(s_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = s * x
    x = tl.sigmoid(x)
    x = b + x
    x = 0.5 * x
    x = tl.abs(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A chain of pointwise steps that comes back to its own earlier values: the input, and the result of
    # the first step.
    "chain_with_reuse": Composition(
        "program_of_one",
        functions=(
            """
def chain_with_reuse_torch(x):
    y = x
    y = torch.relu(y)
    v = y
    y = torch.sigmoid(y)
    y = y * v
    y = y * 0.5
    y = y + x
    y = torch.abs(y)
    return y
""",
            """
@triton.jit
def chain_with_reuse_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    y = tl.maximum(y, 0.0)
    v = y
    y = tl.sigmoid(y)
    y = v * y
    y = 0.5 * y
    y = x + y
    y = tl.abs(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Whole numbers of rows (M, N) and of a tensor that broadcasts with them, y = x + z.
    "integer_of_rows": Composition(
        "pair_of_rows",
        {
            "return x, z": "return (5.0 * x).long(), (5.0 * z).long()",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0)"
            ),
            "z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)": (
                "z = tl.load(z_ptr + offsets // N, mask=mask, other=0)"
            ),
        },
    ),
    # Images (N, C, H, W) and a second tensor of any shape that broadcasts with it.
    "join_images": Composition(
        "join_rows",
        {"n_elements, N": "n_elements, C, H, W", "/ N": "/ (H * W)", "M, N": "N, C, H, W"},
        functions=(
            """
CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]
""",
            """
def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
""",
        ),
    ),
    # A matrix (M, N) and a second tensor of any shape that broadcasts with it.
    "join_rows": Composition(
        "pair_of_rows",
        {"y = x": "x = x", "offsets, y": "offsets, x"},
        functions=(
            """
CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]
""",
            """
def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1)
""",
            """
def join_rows_torch(x, z):
    x = torch.add(x, z)
    return x
""",
        ),
    ),
    # Images (N, C, H, W) and two more tensors, either of any shape that broadcasts with them.
    "join_three_images": Composition(
        "modulate_images",
        {"x = x * (1.0 + z) + w": "x = torch.addcmul(w, x, z)"},
        functions=(
            """
def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(C, 1, 1)
""",
            """
@triton.jit
def join_three_images_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_elements, C, H, W, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + offsets // (H * W) % C, mask=mask, other=0.0).to(tl.float32)
    x = w + x * z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A matrix (M, N) and two more tensors, either of any shape that broadcasts with them.
    "join_three_rows": Composition(
        "join_three_images",
        {
            "n_elements, C, H, W": "n_elements, N",
            "(H * W),": "N,",
            "// (H * W) % C": "% N",
            "N, C, H, W": "M, N",
        },
        functions=(
            """
CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]
""",
            """
def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1), torch.randn(N)
""",
        ),
    ),
    # Tokens (B, T, C) and two more tensors, either of any shape that broadcasts with them.
    "join_three_tokens": Composition(
        "join_three_images",
        {
            "n_elements, C, H, W": "n_elements, T, C",
            "(H * W),": "(T * C) * C + offsets % C,",
            "// (H * W) %": "%",
            "N, C, H, W": "B, T, C",
        },
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(C)
""",
        ),
    ),
    # Tokens (B, T, C) and a second tensor of any shape that broadcasts with it.
    "join_tokens": Composition(
        "join_rows",
        {"n_elements, N": "n_elements, T, C", "/ N": "/ (T * C) * C + offsets % C", "M, N": "B, T, C"},
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C)
""",
        ),
    ),
    # Images (N, C, H, W) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_images": Composition(
        "mask_of_volumes",
        {"D, H": "H", "D * H": "H"},
        functions=(
            """
CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11)]
""",
            """
def make(N, C, H, W):
    x, z = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, z > 0.5
""",
        ),
    ),
    # Rows (M, N) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_rows": Composition(
        "mask_of_volumes",
        {"n_elements, C, D, H, W": "n_elements, N", "(D * H * W)": "N", "N, C, D, H, W": "M, N"},
        functions=(
            """
CASES = [(6, 7), (3, 33), (65, 9)]
""",
            """
def make(M, N):
    x, z = torch.randn(M, N), torch.randn(M, 1)
    return x, z > 0.5
""",
        ),
    ),
    # Tokens (B, T, C) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_tokens": Composition(
        "mask_of_volumes",
        {
            "n_elements, C, D, H, W": "n_elements, T, C",
            "(D * H * W)": "(T * C) * C + offsets % C",
            "N, C, D, H, W": "B, T, C",
        },
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]
""",
            """
def make(B, T, C):
    x, z = torch.randn(B, T, C), torch.randn(B, 1, C)
    return x, z > 0.5
""",
        ),
    ),
    # A matrix (M, N) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_rows": Composition(
        "modulate_images",
        {"n_elements, C, H, W": "n_elements, N", "(H * W)": "N", "N, C, H, W": "M, N"},
        functions=(
            """
CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]
""",
            """
def make(M, N):
    return torch.randn(M, N), torch.randn(M, 1), torch.randn(M, 1)
""",
        ),
    ),
    # Tokens (B, T, C) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_tokens": Composition(
        "modulate_images",
        {
            "n_elements, C, H, W": "n_elements, T, C",
            "(H * W)": "(T * C) * C + offsets % C",
            "N, C, H, W": "B, T, C",
        },
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(B, 1, C)
""",
        ),
    ),
    # Images (N, C, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_images": Composition(
        "pair_of_rows",
        {"n_elements, N": "n_elements, C, H, W", "/ N": "/ (H * W)", "M, N": "N, C, H, W"},
        functions=(
            """
CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11)]
""",
            """
def make(N, C, H, W):
    x, z = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)
    return x, z
""",
        ),
    ),
    # Tokens (B, T, C) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_tokens": Composition(
        "pair_of_rows",
        {"n_elements, N": "n_elements, T, C", "/ N": "/ (T * C) * C + offsets % C", "M, N": "B, T, C"},
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]
""",
            """
def make(B, T, C):
    x, z = torch.randn(B, T, C), torch.randn(B, 1, C)
    return x, z
""",
        ),
    ),
    # Volumes (N, C, D, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z,
    # on either side of it.
    "pair_of_volumes": Composition(
        "pair_of_rows",
        {"n_elements, N": "n_elements, C, D, H, W", "/ N": "/ (D * H * W)", "M, N": "N, C, D, H, W"},
        functions=(
            """
CASES = [(1, 2, 1, 1, 3), (2, 3, 4, 5, 7), (3, 2, 2, 6, 5)]
""",
            """
def make(N, C, D, H, W):
    x, z = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)
    return x, z
""",
        ),
    ),
    # A part of one dimension, y = x[..., 1:]: a slice with any start, end and step, or a single place.
    "part_of_dimension": Composition(
        "program_of_one",
        functions=(
            """
CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]
""",
            """
def part_of_dimension_torch(x):
    y = x[..., 1:]
    return y.contiguous()
""",
            """
@triton.jit
def part_of_dimension_kernel(x_ptr, y_ptr, n_elements, whole, inner, start, step, length, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = start + offsets // inner % length * step
    y = tl.load(x_ptr + (offsets // (inner * length) * whole + places) * inner + offsets % inner, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def part_of_dimension_triton(x):
    x = x.contiguous()
    outside, whole, inside = x.shape[:-1], x.shape[-1], ()
    inner = 1
    start, step, length = 1, 1, whole - 1
    y = torch.empty((*outside, length, *inside), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    part_of_dimension_kernel[grid](x, y, n_elements, whole, inner, start, step, length, BLOCK=1024)
    return y
""",
        ),
    ),
    # Convolution of signals and a program of its result and of tensors that broadcast to it, with one
    # result or several.
    "program_after_conv1d": Composition(
        "program_after_conv_transpose1d",
        {
            "s = F.conv_transpose1d(x, weight, bias, stride=1, padding=0, output_padding=0)": (
                "s = F.conv1d(x, weight, bias, stride=1, padding=0)"
            ),
            "output_padding = 0": "",
            "_, O": "O, _",
            "OL = (L - 1) * stride - 2 * padding + K + output_padding": (
                "OL = (L + 2 * padding - K) // stride + 1"
            ),
            "cells = N * triton.cdiv(OL, stride)  # of one phase": "",
            "stride * triton.cdiv(cells, 128)": "triton.cdiv(N * OL, 128)",
        },
        functions=(
            """
CASES = [(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]  # N, C, L, O, K
""",
            """
def make(N, C, L, O, K):
    stride = 1
    padding = 0
    OL = (L + 2 * padding - K) // stride + 1
    x = torch.randn(N, C, L)
    weight = torch.randn(O, C, K) / (C * K) ** 0.5
    parameters = weight, torch.randn(O)
    return x, torch.randn(N, O, OL), torch.randn(O, 1), *parameters
""",
            """
@triton.jit
def program_after_conv1d_kernel(x_ptr, z_ptr, w_ptr, weight_ptr, bias_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,
                                PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,
                                BLOCK_K: tl.constexpr):
    positions = tl.program_id(0).to(tl.int64) * BLOCK_P + tl.arange(0, BLOCK_P)
    n = positions // OL
    left = (positions % OL).to(tl.int32) * STRIDE - PADDING
    channels = tl.program_id(1).to(tl.int64) * BLOCK_O + tl.arange(0, BLOCK_O)
    corner = x_ptr + n * (C * L) + left
    k = tl.arange(0, BLOCK_K)
    TAPS: tl.constexpr = BLOCK_K // BLOCK_C  # of so many taps, BLOCK_C channels each, a turn takes the products
    TURNS: tl.constexpr = (K + TAPS - 1) // TAPS

    s = tl.zeros((BLOCK_O, BLOCK_P), dtype=tl.float32)
    for turn in range(tl.cdiv(C, BLOCK_C) * TURNS):
        c = turn // TURNS * BLOCK_C + k % BLOCK_C
        tap = turn % TURNS * TAPS + k // BLOCK_C
        k_mask = (c < C) & (tap < K)
        place = left[None, :] + tap[:, None]
        inside = (place >= 0) & (place < L) & (n[None, :] < N)
        x_ptrs = corner[None, :] + (c * L + tap)[:, None]
        x_ptrs = tl.max_contiguous(x_ptrs, [1, 4])  # neighbours in memory, mostly: a warp shall run along them
        x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)
        weight_ptrs = weight_ptr + channels[:, None] * (C * K) + (c * K + tap)[None, :]
        weight = tl.load(weight_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], other=0.0).to(tl.float32)
        s += tl.dot(weight, x, input_precision="ieee", max_num_imprecise_acc=BLOCK_K)

    s += tl.load(bias_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    mask = (channels[:, None] < O) & (n[None, :] < N)
    offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]
    offsets = tl.max_contiguous(offsets, [1, 4])
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]
    y = s * z
    y = y + w
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
        breaks=("BLOCK_P",),
    ),
    # A program of single operations and its sum over any dimensions, both returned: v = f(x) and y[b, d]
    # = sum_ac v[a, b, c, d].
    "program_and_reduced": Composition(
        "single_reduction",
        {
            ", partial_ptr": ", v_ptr, partial_ptr",
            "starts_ptr = x_ptr +": "starts =",
            (
                "x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, "
                "mask=mask, other=0.0).to(tl.float32)"
            ): (
                "places = starts + cols // n_second * first + cols % n_second * second\n"
                "x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "tl.store(v_ptr + places, x, mask=mask)"
            ),
            "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0)\ny = tl.sigmoid(y)",
            "n_shares = triton.cdiv(n_cols, share)": (
                "n_shares = triton.cdiv(n_cols, share)\nv = torch.empty_like(x)"
            ),
            ", dtype=x.dtype": "",
            "partial, n_rows": "v, partial, n_rows",
            "return y": "return v, y",
        },
        functions=(
            """
def program_and_reduced_torch(x):
    x = torch.relu(x)
    y = torch.sum(x, dim=(0, 2))
    y = torch.sigmoid(y)
    return x, y
""",
        ),
        breaks=("ROWS: tl.constexpr",),
    ),
    # A program, one statistic of its result over the last but two dimension, and a program of that, of
    # what came before and of tensors that broadcast.
    "program_around_channel_sum": Composition(
        "program_around_channel_softmax",
        {"s = F.softmax(g, dim=-3)": "s = torch.sum(g, dim=-3, keepdim=True)"},
        functions=(
            """
@triton.jit
def program_around_channel_sum_kernel(x_ptr, z_ptr, w_ptr, y_ptr, C, H, W, n_mid, n_inner, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    start = (tl.program_id(0) // n_blocks).to(tl.int64) * n_mid * n_inner + inner
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for mid in range(0, n_mid):
        offsets = start + mid * n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + offsets % W, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        lanes += g
    s = lanes
    for mid in range(0, n_mid):
        offsets = start + mid * n_inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        y = s * x
        y = y + w
        tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A program, the softmax of its result over the last but one dimension, and a program of that, of what
    # came before and of tensors that broadcast.
    "program_around_column_softmax": Composition(
        "program_around_channel_softmax",
        {"=-3": "=-2", "C, H, W": "T, C", "% W": "% C", "[-3], x.shape[-2:].numel()": "[-2:]"},
        functions=(
            """
CASES = [(1, 2, 5), (2, 3, 33), (3, 20, 7)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)
""",
        ),
    ),
    # A program, one statistic of its result over the last but one dimension, and a program of that, of
    # what came before and of tensors that broadcast.
    "program_around_column_sum": Composition(
        "program_around_channel_sum",
        {"-3,": "-2,", "C, H, W": "T, C", "% W": "% C", "[-3], x.shape[-2:].numel()": "[-2:]"},
        functions=(
            """
CASES = [(1, 2, 5), (2, 3, 33), (3, 20, 7)]
""",
            """
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)
""",
        ),
    ),
    # A program, the running sum of its result along each row, and a program of that, of what came before
    # and of tensors that broadcast.
    "program_around_cumsum": Composition(
        "program_around_rms",
        {"s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "s = torch.cumsum(g, dim=-1)"},
        functions=(
            """
@triton.jit
def program_around_cumsum_kernel(x_ptr, z_ptr, w_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    carry = tl.full([], 0.0, dtype=tl.float64)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        g = x + z
        # Lanes beyond the row stand behind all others: nothing inherits what they hold, but for the carry of a last tile.
        terms = g.to(tl.float64)
        s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)
        y = s * x
        y = y + w
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(terms, axis=0)
""",
            """
def program_around_cumsum_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    program_around_cumsum_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block)
    return y
""",
        ),
    ),
}
