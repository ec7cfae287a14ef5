"""Compositions of the families of drawn programs of one to four tensors, selected rows and slices."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Convolution of signals and a program of its result and of tensors that broadcast to it, with one
    # result or several.
    "program_after_conv1d": Composition("program_after_conv_transpose1d",
        {"s = F.conv_transpose1d(x, weight, bias, stride=1, padding=0, output_padding=0)":
             "s = F.conv1d(x, weight, bias, stride=1, padding=0)",
         "output_padding = 0": "", "_, O": "O, _",
         "OL = (L - 1) * stride - 2 * padding + K + output_padding":
             "OL = (L + 2 * padding - K) // stride + 1",
         "cells = N * triton.cdiv(OL, stride)  # of one phase": "",
         "stride * triton.cdiv(cells, 128)": "triton.cdiv(N * OL, 128)", ".randn(C, O, K": ".randn(O, C, K"},
        functions=(
        "CASES = [(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]  # N, C, L, O, K", """
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
"""), breaks=("BLOCK_P",)),
    # A program of single operations and its sum over any dimensions, both returned: v = f(x) and y[b, d]
    # = sum_ac v[a, b, c, d].
    "program_and_reduced": Composition("single_reduction", {
        ", partial_ptr": ", v_ptr, partial_ptr", "starts_ptr = x_ptr +": "starts =",
        "x = tl.load(starts_ptr + cols // n_second * first + cols % n_second * second, mask=mask, "
        "other=0.0).to(tl.float32)":
            "places = starts + cols // n_second * first + cols % n_second * second\n"
            "x = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, 0.0)\n"
            "tl.store(v_ptr + places, x, mask=mask)",
        "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0)\ny = tl.sigmoid(y)",
        "n_shares = triton.cdiv(n_cols, share)":
            "n_shares = triton.cdiv(n_cols, share)\n"
            "v = torch.empty_like(x)",
        ", dtype=x.dtype": "", "partial, n_rows": "v, partial, n_rows", "return y": "return v, y"},
        functions=("""
def program_and_reduced_torch(x):
    x = torch.relu(x)
    y = torch.sum(x, dim=(0, 2))
    y = torch.sigmoid(y)
    return x, y
""",), breaks=("ROWS: tl.constexpr",)),
    # A program, one statistic of its result over the last but two dimension, and a program of that, of
    # what came before and of tensors that broadcast.
    "program_around_channel_sum": Composition("program_around_channel_softmax",
        {"s = F.softmax(g, dim=-3)": "s = torch.sum(g, dim=-3, keepdim=True)"}, functions=("""
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
""",)),
    # A program, the softmax of its result over the last but one dimension, and a program of that, of what
    # came before and of tensors that broadcast.
    "program_around_column_softmax": Composition("program_around_channel_softmax",
        {"=-3": "=-2", "C, H, W": "T, C", "% W": "% C", "[-3], x.shape[-2:].numel()": "[-2:]",
         " make(N, C, H, W):": " make(B, T, C):",
         "return torch.randn(N, C, H, W), torch.randn(W), torch.randn(N, C, H, W)":
             "return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)"},
        functions=("CASES = [(1, 2, 5), (2, 3, 33), (3, 20, 7)]",)),
    # A program, one statistic of its result over the last but one dimension, and a program of that, of
    # what came before and of tensors that broadcast.
    "program_around_column_sum": Composition("program_around_channel_sum",
        {"-3,": "-2,", "C, H, W": "T, C", "% W": "% C", "[-3], x.shape[-2:].numel()": "[-2:]",
         " make(N, C, H, W):": " make(B, T, C):",
         "return torch.randn(N, C, H, W), torch.randn(W), torch.randn(N, C, H, W)":
             "return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)"},
        functions=("CASES = [(1, 2, 5), (2, 3, 33), (3, 20, 7)]",)),
    # A program, the running sum of its result along each row, and a program of that, of what came before
    # and of tensors that broadcast.
    "program_around_cumsum": Composition("program_around_rms",
        {"s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "s = torch.cumsum(g, dim=-1)",
         "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
         "    for start in range(0, n_cols, BLOCK):\n"
         "        cols = start + tl.arange(0, BLOCK)\n"
         "        mask = cols < n_cols\n"
         "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
         "        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
         "        g = x + z\n"
         "        lanes += tl.where(mask, g * g, 0.0)\n"
         "    scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)":
             "carry = tl.full([], 0.0, dtype=tl.float64)",
         "s = g / scale":
             "# Lanes beyond the row stand behind all others: nothing inherits what they hold, "
             "but for the carry of a last tile.\n"
             "terms = g.to(tl.float64)\n"
             "s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)",
         "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)":
             "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)\n"
             "carry += tl.sum(terms, axis=0)",
         "# Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.\n"
         "    program_around_cumsum_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, "
         "enable_fp_fusion=False)":
             "program_around_cumsum_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block)"}),
    # A program, the layer norm of its result over the last dimension, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_norm": Composition("program_around_layer_norm",
        {"(x, z, w, weight, bias):": "(x, z, w):", "weight, bias, eps": "eps",
         "weight_ptr, bias_ptr, y_ptr": "y_ptr",
         "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
         "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
         "        s = s * weight + bias": "",
         "weight, bias, y": "y"}, functions=("""
def make(B, T, C):
    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)
""",)),
    # A program, the softmax of its result over the last dimension, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_softmax": Composition("program_around_cumsum",
        {"carry = tl.full([], 0.0, dtype=tl.float64)":
             "# A finite start: -inf would make -inf - -inf, no number, "
             "in a lane that never sees an element.\n"
             "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
             "total = tl.zeros([BLOCK], dtype=tl.float32)\n"
             "for start in range(0, n_cols, BLOCK):\n"
             "    cols = start + tl.arange(0, BLOCK)\n"
             "    mask = cols < n_cols\n"
             "    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
             "    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
             "    g = x + z\n"
             '    inside = tl.where(mask, g, -float("inf"))\n'
             "    larger = tl.maximum(largest, inside)\n"
             "    total = total * tl.exp(largest - larger) + tl.exp(inside - larger)\n"
             "    largest = larger\n"
             "peak = tl.max(largest, axis=0)\n"
             "norm = tl.sum(total * tl.exp(largest - peak), axis=0)",
         "# Lanes beyond the row stand behind all others: nothing inherits what they hold, "
         "but for the carry of a last tile.\n"
         "        terms = g.to(tl.float64)\n"
         "        s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)": "s = tl.exp(g - peak) / norm",
         "carry += tl.sum(terms, axis=0)": "",
         "program_around_softmax_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block)":
             "# Fused multiply-adds would round g anew in each reading, and g minus itself would not be 0.\n"
             "program_around_softmax_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, "
             "enable_fp_fusion=False)",
         " torch.cumsum(": " F.softmax("}),
    # A program, one statistic of its result in each row, and a program of that, of what came before and
    # of tensors that broadcast.
    "program_around_sum": Composition("program_around_rms",
        {"s = F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "s = torch.sum(g, dim=-1, keepdim=True)",
         "g * g": "g", "scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "s = tl.sum(lanes, axis=0)",
         "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
         "        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)":
             "w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)",
         "g = x + z\n        s = g / scale": ""}),
    # A linear layer of a program of its input and of tensors that broadcast to it, y = f((x * z + w) @
    # weight.T + bias).
    "program_before_linear": Composition("program_after_linear",
        {"(B, T, N), torch.randn(N)": "(K), torch.randn(B, T, K)"}, functions=("""
def program_before_linear_torch(x, z, w, weight, bias):
    g = x * z
    g = g + w
    y = F.linear(g, weight, bias)
    y = torch.sigmoid(y)
    return y
""", """
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
        weight = tl.load(weight_ptrs, mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        y += tl.dot(g.to(weight.dtype), weight, input_precision="tf32x3")

    y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    y = tl.sigmoid(y)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=(rows[:, None] < M) & (columns[None, :] < N))
""")),
    # A program that chooses by what a value is: activations and clippings as people write them down who
    # do not know their names.
    "program_of_choices": Composition("program_of_one", {
        "torch.abs(x)": "torch.where(x > 0, x, 0.1 * x)", "tl.abs(x)": "tl.where(x > 0.0, x, 0.1 * x)"}),
    # A program of whole numbers on one tensor, a step a line: sums, bits, remainders, comparisons and
    # what they choose.
    "program_of_integers": Composition("program_of_one", {
        "randn(shape)": "randint(-1000, 1000, shape)", "empty_like(x)": "empty_like(x, dtype=x.dtype)",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
        "    x = tl.abs(x)\n"
        "    tl.store(y_ptr + offsets, x, mask=mask)":
            "x = tl.load(x_ptr + offsets, mask=mask, other=0)\n"
            "x = x + 7\n"
            "y = tl.maximum(x, 0)\n"
            "tl.store(y_ptr + offsets, y, mask=mask)",
        "x = torch.abs(x)\n    return x":
            "x = torch.add(x, 7)\n"
            "y = torch.clamp(x, min=0)\n"
            "return y"}),
    # A program of single operations on a tensor and a parameter that a module has learned: a number, or
    # one of each channel, token or column.
    "program_of_one_parameter": Composition("program_of_two_shapes",
        {"B, C": "C", "z = z[:, None, :]": "", "// (T * C) * C + offsets %": "%"}),
    # A program of single operations on one positive tensor: its logarithm, its root, its reciprocal need
    # no care.
    "program_of_positive": Composition("program_of_one", {
        "randn(shape)": "rand(shape) + 0.05", "abs": "log", "=0.": "=1."}),
    # A reduction over any dimensions, then a program of its result and a second tensor, g(sum_ac f(x[a,
    # b, c, d]), z).
    "program_of_reduced": Composition("reduce_dims", {
        "x)": "x, z)", "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "](partial, y": "](partial, z, y",
        "program_of_reduced_kernel(partial_ptr, y_ptr": "program_of_reduced_kernel(partial_ptr, z_ptr, y_ptr",
        "y = tl.abs(y)": "z = tl.load(z_ptr + rows, mask=rows < n_rows, other=0.0).to(tl.float32)",
        " 0.5 * ": " z + ",
        "return (torch.randn(shape),)":
            "kept = torch.empty(shape).sum(dim=(0, 2)).shape\n"
            "z = torch.randn(kept)\n"
            "return torch.randn(shape), z"},
        functions=((
                       "def program_of_reduced_torch(x, z):\n"
                       "    x = torch.relu(x)\n"
                       "    y = torch.sum(x, dim=(0, 2))\n"
                       "    y = y + z\n"
                       "    return y"),), breaks=("ROWS: tl.constexpr",)),
    # A program of single operations on rows and on one statistic of each, its sum, mean, largest or
    # smallest value.
    "program_of_row_sum": Composition("sum_last", {
        "x = x * x": "",
        "y = tl.sum(lanes, axis=0)\n"
        "    y = tl.sqrt(y)\n"
        "    y = 0.5 * y\n"
        "    tl.store(y_ptr + row, y)":
            "z = tl.sum(lanes, axis=0)\n"
            "for start in range(0, n_cols, BLOCK):\n"
            "    cols = start + tl.arange(0, BLOCK)\n"
            "    x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
            "    x = x * z\n"
            "    tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols)",
        " = x.new_empty(x.shape[:-1])": " = torch.empty_like(x)", "block)": "block, enable_fp_fusion=False)"},
        functions=("CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]",
                   (
                       "def program_of_row_sum_torch(x):\n"
                       "    z = torch.sum(x, dim=-1, keepdim=True)\n"
                       "    x = torch.mul(x, z)\n"
                       "    return x"))),
    # A program of a tensor and of numbers that stand in one learned vector, y = c[0] + c[1] * x, or of
    # rows of a table: a shift, a scale.
    "program_of_selected": Composition("program_of_one", {
        "(x):": "(x, c):", "x = x": "x, c = x.contiguous(), c", "x.numel": "y.numel", ", y": ", c, y",
        "x_ptr,": "x_ptr, c_ptr,",
        "x = tl.abs(x)":
            "z = tl.load(c_ptr).to(tl.float32)\n"
            "w = tl.load(c_ptr + 1).to(tl.float32)\n"
            "p = tl.load(c_ptr + 2).to(tl.float32)\n"
            "x = z * x + w - p",
        "*shape": "B, T, C", "return (torch.randn(shape),)": "return torch.randn(B, T, C), torch.randn(4)",
        "def program_of_selected_torch(x):\n"
        "    x = torch.abs(x)":
            "def program_of_selected_torch(x, c):\n"
            "    z, w, p = c[0], c[1], c[2]\n"
            "    x = x * z + w - p"}, functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]",)),
    # A cell of a recurrent network, or a gate: a program on the places of one short dimension of a
    # tensor, x.unbind(2), and on states beside it.
    "program_of_selected_cell": Composition("program_of_chunked_cell",
        {"3 *": "3,", "chunk(3, dim=2)": "unbind(2)", "inner =": "run =",
         "run, whole = y.shape[2] * inner, x.shape[2] * inner": "whole = x.shape[2] * run"}),
    # A program of single operations on two slices of one tensor: even and odd places, neighbours, the
    # first and the last few, ...
    "program_of_slices": Composition("program_of_halves", {
        "C": "whole, kept, inner, start, start_z, step",
        "first = offsets // C * (2 * C) + offsets % C\n"
        "\n"
        "    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)\n"
        "    z = tl.load(x_ptr + first + C, mask=mask, other=0.0).to(tl.float32)":
            "outer = offsets // (kept * inner)\n"
            "place = offsets // inner % kept * step\n"
            "source = (outer * whole + place) * inner + offsets % inner\n"
            "x = tl.load(x_ptr + source + start * inner, mask=mask, other=0.0).to(tl.float32)\n"
            "z = tl.load(x_ptr + source + start_z * inner, mask=mask, other=0.0).to(tl.float32)",
        "C = x.shape[-1] // 2\n"
        "    y = torch.empty(x.shape[:-1] + (C,), dtype=x.dtype, device=x.device)":
            "dim = x.dim() - 1\n"
            "whole, inner = x.shape[dim], x.stride(dim)\n"
            "start, start_z, step, kept = 0, 1, 2, whole // 2\n"
            "y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)",
        "x, z = x.chunk(2, dim=-1)": "z = x[..., 1::2]\nx = x[..., 0::2]"},
        functions=("CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]",)),
    # Two programs of two slices of one tensor, joined along the dimension that was sliced: a Haar step, a
    # butterfly, a rotation of pairs.
    "program_of_slices_joined": Composition("program_of_halves",
        {"x, z = x.chunk(2, dim=-1)":
             "z = x[..., 1::2]\n"
             "x = x[..., 0::2]\n"
             "v = torch.add(x, z)",
         "return x": "y = torch.cat([v, x], dim=-1)\nreturn y"}, functions=(
        "CASES = [(12,), (18, 24), (6, 18, 12), (12, 6, 12, 6), (6, 6, 12, 6, 6)]", """
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
""", """
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
""")),
    # A program of single operations on three tensors of one shape, a step a line.
    "program_of_three": Composition("program_of_two", {
        ", torch.randn(shape)": ", torch.randn(shape), torch.randn(shape)", "y_ptr,": "w_ptr, y_ptr,",
        "x = x - z":
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "x = x + z * w",
        "(x, z):": "(x, z, w):", "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
        ", y": ", w, y", " torch.sub(x, z)": " torch.addcmul(x, z, w)"}),
    # A program of whole numbers on three tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_three_integers": Composition("program_of_two_integers",
        {"(x, z):": "(x, z, w):", "sub(x, z)": "where(x > z, x, w)", "y_ptr,": "w_ptr, y_ptr,",
         "x = x - z":
             "w = tl.load(w_ptr + offsets, mask=mask, other=0)\n"
             "x = tl.where(x > z, x, w)",
         "z = x.contiguous(), z": "z, w = x.contiguous(), z.contiguous(), w",
         "y, n_elements": "w, y, n_elements"}, functions=("""
def make(*shape):
    return torch.randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape)
""",)),
    # A program of single operations on a tensor and three parameters that a module has learned: a number,
    # or one of each channel, token or column.
    "program_of_three_parameters": Composition("program_of_four_shapes",
        {"(B, C), torch.randn(T, C)": "(C), torch.randn(1)", "z = z[:, None, :]": "",
         "// (T * C) * C + offsets %": "%", "w_ptr + offsets % (T * C), mask=mask, other=0.0": "w_ptr"}),
    # A program of whole numbers on two tensors of one shape, a step a line: sums, bits, remainders,
    # comparisons and what they choose.
    "program_of_two_integers": Composition("program_of_two",
        {"randn(shape), torch.randn(shape)": "randint(-1000, 1000, shape), torch.randint(-1000, 1000, shape)",
         "(x)": "(x, dtype=x.dtype)", "0.0).to(tl.float32)": "0)",
         "tl.store(y_ptr + offsets, x, mask=mask)":
             "y = tl.maximum(x, 0)\n"
             "tl.store(y_ptr + offsets, y, mask=mask)",
         "return x": "y = torch.clamp(x, min=0)\nreturn y"}),
    # A program of single operations on a tensor and two parameters that a module has learned: a number,
    # or one of each channel, token or column.
    "program_of_two_parameters": Composition("program_of_three_shapes",
        {"(B, C), torch.randn(T, C)": "(C), torch.randn(1)", "z = z[:, None, :]": "",
         "// (T * C) * C + offsets %": "%", "w_ptr + offsets % (T * C), mask=mask, other=0.0": "w_ptr"}),
    # A program of single operations on two positive tensors of one shape: quotients, logarithms, roots.
    "program_of_two_positive": Composition("program_of_two",
        {"randn(shape), torch.randn(shape)": "rand(shape) + 0.05, torch.rand(shape) + 0.05", "sub": "div",
         "=0.": "=1.", "x -": "x /"}),
    # A program of single operations on two tensors that broadcast together, each of any shape that does.
    "program_of_two_shapes": Composition("program_of_three_shapes",
        {", torch.randn(T, C)": "", "(x, z, w):": "(x, z):", "y = y + w": "", "w_ptr, y_ptr": "y_ptr",
         "w = tl.load(w_ptr + offsets % (T * C), mask=mask, other=0.0).to(tl.float32)": "",
         "z, w = x.contiguous(), z.contiguous(), w": "z = x.contiguous(), z", "w, y": "y"}),
    # A program of single operations on two tensors of one shape that returns two of its values.
    "program_of_two_to_two": Composition("program_of_three_to_two",
        {"(shape), torch.randn(shape)": "(shape)", "(x, z, w):": "(x, z):", "mul(v, w)": "sub(x, z)",
         "w_ptr, v_ptr": "v_ptr", "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
         "v * w": "x - z", "z, w = x.contiguous(), z.contiguous(), w": "z = x.contiguous(), z", "w, v": "v"},
        functions=("CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]",)),
    # A program of two tensors, reduced over any dimensions, y[b, d] = sum_ac f(x[a, b, c, d], z[a, b, c,
    # d]): losses of a row, distances.
    "program_reduced": Composition("program_and_reduced", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, z):",
        "relu(x)": "mul(x, z)", "x, y": "y", "v_ptr,": "z_ptr,",
        "x = tl.maximum(x, 0.0)\n"
        "        tl.store(v_ptr + places, x, mask=mask)":
            "z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
            "x = x * z",
        "x = x": "x, z = x.contiguous(), z", "v = torch.empty_like(x)": "", ", v": ", z", "v, y": "y"},
        breaks=("ROWS: tl.constexpr",)),
    # A loss written out of prediction and target, its mean, and what a sum of losses makes of that:
    # mean(relu(1 - x * z)) + other.
    "program_to_number_of_two": Composition("program_to_number",
        {"randn(())": "randn(shape), torch.randn(())", "(x, other):": "(x, z, other):",
         "(1.0 - x)": "(1.0 - x * z)", ", partial_ptr": ", z_ptr, partial_ptr",
         "x = tl.maximum(1.0 - x, 0.0)":
             "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
             "x = tl.maximum(1.0 - x * z, 0.0)",
         "x = x": "x, z = x.contiguous(), z", ", partial": ", z, partial"}),
    # A program of single operations on one tensor that returns two of its values.
    "program_to_two": Composition("program_of_one", {
        "y =": "v, y = torch.empty_like(x),", ", y": ", v, y", "return y": "return v, y",
        "x_ptr,": "x_ptr, v_ptr,",
        "x = tl.abs(x)":
            "v = tl.cos(x)\n"
            "x = tl.sin(x)\n"
            "tl.store(v_ptr + offsets, v, mask=mask)",
        "x = torch.abs(x)\n    return x": "v = torch.cos(x)\nx = torch.sin(x)\nreturn v, x"}),
}
