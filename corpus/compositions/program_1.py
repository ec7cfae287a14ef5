"""Compositions of the families of random programs and their building blocks, chain_of_broadcasts to program_of_channel_halves."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A chain in which a tensor meets a channel's weight, a second tensor of its own shape and its own earlier
    # value.
    "chain_of_broadcasts": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": (
                "N, C, H, W):\n"
                "    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(N, C, H, W"
            ),
            "z):\n    x = torch.sub(x, z": (
                "b, z):\n"
                "    x = torch.relu(x)\n"
                "    x = x + b\n"
                "    v = x\n"
                "    x = torch.sigmoid(x)\n"
                "    x = torch.add(x, z)\n"
                "    x = x * 0.5\n"
                "    x = x + v\n"
                "    x = torch.abs(x"
            ),
            "z_ptr, y_ptr, n_elements": "b_ptr, z_ptr, y_ptr, n_elements, channels, plane_size",
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "b = tl.load(b_ptr + offsets // plane_size % channels, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x - z": (
                "tl.maximum(x, 0.0)\n"
                "x = b + x\n"
                "v = x\n"
                "x = tl.sigmoid(x)\n"
                "x = z + x\n"
                "x = 0.5 * x\n"
                "x = v + x\n"
                "x = tl.abs(x)"
            ),
            "z):\n    x, z = x": "b, z):\n    x, b, z = x.contiguous(), b",
            "n_elements = x.numel()": "n_elements, channels, plane_size = x.numel(), x.shape[1], x.shape[2] * x.shape[3]",
            "z, y, n_elements": "b, z, y, n_elements, channels, plane_size",
        },
    ),
    # A chain of eight pointwise steps in one pass.
    "chain_of_eight": Composition(
        "chain",
        {
            "torch.exp(-": (
                "1.0 + x\n"
                "x = torch.sin(x)\n"
                "x = torch.abs(x)\n"
                "x = torch.sqrt(x)\n"
                "x = torch.neg(x)\n"
                "x = torch.exp(x)\n"
                "x = torch.cos("
            ),
            "tl.exp(-": "x + 1.0\nx = tl.sin(x)\nx = tl.abs(x)\nx = tl.sqrt(x)\nx = -x\nx = tl.exp(x)\nx = tl.cos(",
            "1024),)\n    chain_of_eight_kernel[grid](x, y, n_elements, BLOCK=1024": "512),)\nchain_of_eight_kernel[grid](x, y, n_elements, BLOCK=512",
        },
    ),
    # A chain of up to four pointwise steps, y = i(h(g(f(x)))), in one pass.
    "chain_of_four": Composition(
        "chain",
        {
            "torch.exp(-": "1.0 + x\nx = torch.sin(x)\nx = torch.abs(",
            "tl.exp(-": "x + 1.0\nx = tl.sin(x)\nx = tl.abs(",
        },
    ),
    # A chain with a scale and a shift of one number a channel, y = f(x * s + b) and so on, and no other
    # tensor.
    "chain_of_weights": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13",
            "*shape):\n    return (torch.randn(shape),": "N, C, H, W):\n    return torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1",
            "chain_of_weights_torch(x": "chain_of_weights_torch(x, s, b",
            "torch.exp(-": "x * s\nx = torch.sigmoid(x)\nx = x + b\nx = x * 0.5\nx = torch.abs(",
            "y_ptr, n_elements": "s_ptr, b_ptr, y_ptr, n_elements, channels, plane_size",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "channel = offsets // plane_size % channels\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x = tl.maximum(x, 0.0)": (
                "s = tl.load(s_ptr + channel, mask=mask, other=0.0).to(tl.float32)\n"
                "b = tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)"
            ),
            "tl.exp(-": "s * x\nx = tl.sigmoid(x)\nx = b + x\nx = 0.5 * x\nx = tl.abs(",
            "):\n    x = x": ", s, b):\n    x, s, b = x.contiguous(), s.contiguous(), b",
            "n_elements = x.numel()": "n_elements, channels, plane_size = x.numel(), x.shape[1], x.shape[2] * x.shape[3]",
            "y, n_elements": "s, b, y, n_elements, channels, plane_size",
        },
    ),
    # A chain of pointwise steps that comes back to its own earlier values: the input, and the result of the
    # first step.
    "chain_with_reuse": Composition(
        "chain",
        {
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                "y = x\n"
                "y = torch.relu(y)\n"
                "v = y\n"
                "y = torch.sigmoid(y)\n"
                "y = y * v\n"
                "y = y * 0.5\n"
                "y = y + x\n"
                "y = torch.abs(y)\n"
                "return y"
            ),
            "x = tl.maximum(x, 0.0)\n    x = tl.exp(-x)\n    tl.store(y_ptr + offsets, x": (
                "y = x\n"
                "y = tl.maximum(y, 0.0)\n"
                "v = y\n"
                "y = tl.sigmoid(y)\n"
                "y = v * y\n"
                "y = 0.5 * y\n"
                "y = x + y\n"
                "y = tl.abs(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
        },
    ),
    # Whole numbers of rows (M, N) and of a tensor that broadcasts with them, y = x + z.
    "integer_of_rows": Composition(
        "pair_of_rows",
        {
            "return x, z": "return (5.0 * x).long(), (5.0 * z).long()",
            (
                ".0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32"
            ): ")\nz = tl.load(z_ptr + offsets // N, mask=mask, other=0",
        },
    ),
    # Images (N, C, H, W) and a second tensor of any shape that broadcasts with it.
    "join_images": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "N, C, H, W):\n    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1",
            "sub": "add",
            "BLOCK:": "C, H, W, BLOCK:",
            "offsets, mask=mask, other=0.0).to(tl.float32)\n    x = x -": "offsets // (H * W), mask=mask, other=0.0).to(tl.float32)\nx = x +",
            "y = torch.empty_like(x)\n    n_elements = x": (
                "N, C, H, W = x.shape\n"
                "y = torch.empty(N, C, H, W, dtype=x.dtype, device=x.device)\n"
                "n_elements = y"
            ),
            "BLOCK=": "C, H, W, BLOCK=",
        },
    ),
    # A matrix (M, N) and a second tensor of any shape that broadcasts with it.
    "join_rows": Composition(
        "program_of_two",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "65, 9), (7, 300",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "M, N):\n    return torch.randn(M, N), torch.randn(M, 1",
            "sub": "add",
            "BLOCK:": "N, BLOCK:",
            "offsets, mask=mask, other=0.0).to(tl.float32)\n    x = x -": "offsets // N, mask=mask, other=0.0).to(tl.float32)\nx = x +",
            "y = torch.empty_like(x)\n    n_elements = x": "M, N = x.shape\ny = torch.empty(M, N, dtype=x.dtype, device=x.device)\nn_elements = y",
            "BLOCK=": "N, BLOCK=",
        },
    ),
    # Images (N, C, H, W) and two more tensors, either of any shape that broadcasts with them.
    "join_three_images": Composition(
        "program_of_three",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13",
            "*shape):\n    return torch.randn(shape), torch.randn(shape), torch.randn(shape": (
                "N, C, H, W):\n"
                "    return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(C, 1, 1"
            ),
            "addcmul(x, z, w": "addcmul(w, x, z",
            "BLOCK:": "C, H, W, BLOCK:",
            (
                "offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z * w"
            ): (
                "offsets // (H * W), mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets // (H * W) % C, mask=mask, other=0.0).to(tl.float32)\n"
                "x = w + x * z"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": (
                "N, C, H, W = x.shape\n"
                "y = torch.empty(N, C, H, W, dtype=x.dtype, device=x.device)\n"
                "n_elements = y"
            ),
            "BLOCK=": "C, H, W, BLOCK=",
        },
    ),
    # A matrix (M, N) and two more tensors, either of any shape that broadcasts with them.
    "join_three_rows": Composition(
        "join_rows",
        {
            "1)": "1), torch.randn(N)",
            "):\n    x = torch.add(x": ", w):\n    x = torch.addcmul(w, x",
            "y_ptr,": "w_ptr, y_ptr,",
            "x = x +": "w = tl.load(w_ptr + offsets % N, mask=mask, other=0.0).to(tl.float32)\nx = w + x *",
            "):\n    x, z = x.contiguous(), z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "y,": "w, y,",
        },
    ),
    # Tokens (B, T, C) and two more tensors, either of any shape that broadcasts with them.
    "join_three_tokens": Composition(
        "join_tokens",
        {
            "1, C)": "1, C), torch.randn(C)",
            "):\n    x = torch.add(x": ", w):\n    x = torch.addcmul(w, x",
            "y_ptr,": "w_ptr, y_ptr,",
            "x = x +": "w = tl.load(w_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)\nx = w + x *",
            "):\n    x, z = x.contiguous(), z": ", w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "y,": "w, y,",
        },
    ),
    # Tokens (B, T, C) and a second tensor of any shape that broadcasts with it.
    "join_tokens": Composition(
        "pair_of_tokens",
        {
            ")]": "), (2, 31, 9)]",
            "x, z = torch.randn(B, T, C), torch.randn(B, 1, C)\n    return x, z": "return torch.randn(B, T, C), torch.randn(B, 1, C)",
            "y = torch.add(x, z)\n    return y": "x = torch.add(x, z)\nreturn x",
            "y = x + z\n    tl.store(y_ptr + offsets, y": "x = x + z\ntl.store(y_ptr + offsets, x",
        },
    ),
    # Images (N, C, H, W) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_images": Composition(
        "pair_of_images",
        {
            "return x, z": "return x, z > 0.5",
            "torch.add(x, z": "x.masked_fill(z, 0.0",
            ").to(tl.float32)\n    y = x + z": ")\ny = tl.where(z, 0.0, x)",
        },
    ),
    # Rows (M, N) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_rows": Composition(
        "pair_of_rows",
        {
            "1, 5": "6, 7",
            "return x, z": "return x, z > 0.5",
            "torch.add(x, z": "x.masked_fill(z, 0.0",
            ").to(tl.float32)\n    y = x + z": ")\ny = tl.where(z, 0.0, x)",
        },
    ),
    # Tokens (B, T, C) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_tokens": Composition(
        "pair_of_tokens",
        {
            "return x, z": "return x, z > 0.5",
            "torch.add(x, z": "x.masked_fill(z, 0.0",
            ").to(tl.float32)\n    y = x + z": ")\ny = tl.where(z, 0.0, x)",
        },
    ),
    # Volumes (N, C, D, H, W) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_volumes": Composition(
        "pair_of_volumes",
        {
            "return x, z": "return x, z > 0.5",
            "torch.add(x, z": "x.masked_fill(z, 0.0",
            ").to(tl.float32)\n    y = x + z": ")\ny = tl.where(z, 0.0, x)",
        },
    ),
    # Images (N, C, H, W) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_images": Composition(
        "join_three_images",
        {
            "(C": "(N, C",
            "torch.addcmul(w, x, z)": "x * (1.0 + z) + w",
            (
                "z = tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets // (H * W) % C, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = w + x * z"
            ): (
                "place = offsets // (H * W)\n"
                "z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
                "x = w + x * (1.0 + z)"
            ),
        },
    ),
    # A matrix (M, N) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_rows": Composition(
        "program_of_three",
        {
            "1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "65, 9), (7, 300",
            "*shape):\n    return torch.randn(shape), torch.randn(shape), torch.randn(shape": "M, N):\n    return torch.randn(M, N), torch.randn(M, 1), torch.randn(M, 1",
            "torch.addcmul(x, z, w)": "x * (1.0 + z) + w",
            "BLOCK:": "N, BLOCK:",
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z * w"
            ): (
                "place = offsets // N\n"
                "z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
                "x = w + x * (1.0 + z)"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": "M, N = x.shape\ny = torch.empty(M, N, dtype=x.dtype, device=x.device)\nn_elements = y",
            "BLOCK=": "N, BLOCK=",
        },
    ),
    # Tokens (B, T, C) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_tokens": Composition(
        "modulate_rows",
        {
            "5), (3, 33), (65, 9), (7, 300": "1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9",
            "M, N):\n    return torch.randn(M, N), torch.randn(M, 1), torch.randn(M, 1": "B, T, C):\n    return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(B, 1, C",
            "N, BLOCK:": "T, C, BLOCK:",
            "/ N": "/ (T * C) * C + offsets % C",
            "M, N = x.shape\n    y = torch.empty(M, N": "B, T, C = x.shape\ny = torch.empty(B, T, C",
            "N, BLOCK=": "T, C, BLOCK=",
        },
    ),
    # Images (N, C, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_images": Composition(
        "pair_of_tokens",
        {
            "1, 5), (2, 3, 33), (3, 7, 20": "2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11",
            "B, T, C):\n    x, z = torch.randn(B, T, C), torch.randn(B, 1, C": "N, C, H, W):\n    x, z = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1",
            "T, C, BLOCK:": "C, H, W, BLOCK:",
            "T * C) * C + offsets % C": "H * W)",
            "B, T, C = x.shape\n    y = torch.empty(B, T, C": "N, C, H, W = x.shape\ny = torch.empty(N, C, H, W",
            "T, C, BLOCK=": "C, H, W, BLOCK=",
        },
    ),
    # Rows (M, N) and a tensor that broadcasts with them, joined by one operation, y = x + z, on either side
    # of it.
    "pair_of_rows": Composition(
        "pair_of_tokens",
        {
            "1, 5), (2, 3, 33), (3, 7, 20": "5), (3, 33), (65, 9",
            "B, T, C):\n    x, z = torch.randn(B, T, C), torch.randn(B, 1, C": "M, N):\n    x, z = torch.randn(M, N), torch.randn(M, 1",
            "T, C, BLOCK:": "N, BLOCK:",
            "(T * C) * C + offsets % C": "N",
            "B, T, C = x.shape\n    y = torch.empty(B, T, C": "M, N = x.shape\ny = torch.empty(M, N",
            "T, C, BLOCK=": "N, BLOCK=",
        },
    ),
    # Volumes (N, C, D, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_volumes": Composition(
        "pair_of_tokens",
        {
            "1, 5), (2, 3, 33), (3, 7, 20": "2, 1, 1, 3), (2, 3, 4, 5, 7), (3, 2, 2, 6, 5",
            "B, T, C):\n    x, z = torch.randn(B, T, C), torch.randn(B, 1, C": "N, C, D, H, W):\n    x, z = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1",
            "T, C, BLOCK:": "C, D, H, W, BLOCK:",
            "T * C) * C + offsets % C": "D * H * W)",
            "B, T, C = x.shape\n    y = torch.empty(B, T, C": "N, C, D, H, W = x.shape\ny = torch.empty(N, C, D, H, W",
            "T, C, BLOCK=": "C, D, H, W, BLOCK=",
        },
    ),
    # A part of one dimension, y = x[..., 1:]: a slice with any start, end and step, or a single place.
    "part_of_dimension": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6",
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": "y = x[..., 1:]\nreturn y.contiguous()",
            "BLOCK:": "whole, inner, start, step, length, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "places = start + offsets // inner % length * step\n"
                "y = tl.load(x_ptr + (offsets // (inner * length) * whole + places) * inner + offsets % "
                "inner, mask=mask, other=0.0)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": (
                "outside, whole, inside = x.shape[:-1], x.shape[-1], ()\n"
                "inner = 1\n"
                "start, step, length = 1, 1, whole - 1\n"
                "y = torch.empty((*outside, length, *inside), dtype=x.dtype, device=x.device)\n"
                "n_elements = y"
            ),
            "BLOCK=": "whole, inner, start, step, length, BLOCK=",
        },
    ),
    # Products of as many pairs of matrices, and a program of them and of tensors that broadcast to them, with
    # one result or several.
    "program_after_bmm": Composition(
        "program_after_linear",
        {
            "35": "70",
            (
                "T, N, K):\n"
                "    return torch.randn(B, T, K), torch.randn(B, T, N), torch.randn(N), torch.randn(N, "
                "K) / K ** 0.5, torch.randn(N"
            ): (
                "M, N, K):\n"
                "    x = torch.randn(B, M, K)\n"
                "    return x, torch.randn(B, M, N), torch.randn(N), torch.randn(*x.shape[:-2], K, N"
            ),
            "weight, bias):\n    s = F.linear(x, weight, bias": "other):\n    s = torch.matmul(x, other",
            "weight_ptr, bias_ptr, y_ptr, M, N, K, stride_n, stride_k": "other_ptr, y_ptr, M, N, K, stride_b, stride_k, stride_n",
            "rows = tl.program_id(0).to(tl.int64)": (
                "tiles_m = tl.cdiv(M, BLOCK_M)\n"
                "pid = tl.program_id(0).to(tl.int64)\n"
                "batch = pid // tiles_m\n"
                "rows = pid % tiles_m"
            ),
            "rows[:, None] * K + k[None, :]\n    weight_ptrs = weight_ptr": "batch * M * K + rows[:, None] * K + k[None, :]\nother_ptrs = other_ptr + batch * stride_b",
            (
                "weight = tl.load(weight_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                "        s += tl.dot(x, weight"
            ): (
                "other = tl.load(other_ptrs, mask=(k[:, None] < K - start) & (columns[None, :] < N), "
                "other=0.0).to(tl.float32)\n"
                "s += tl.dot(x, other"
            ),
            "weight_ptrs +": "other_ptrs +",
            "s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "= rows[:, None]": "= (batch * M + rows[:, None])",
            "program_after_bmm_triton(x, z, w, weight, bias": "program_after_bmm_triton(x, z, w, other",
            "N, K = weight.shape\n    M = x.numel() // K": "M, K = x.shape[-2:]\nN = other.shape[-1]\nother = other.reshape(-1, K, N)",
            (
                "triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "    program_after_bmm_kernel[grid](x, z, w, weight, bias, y, M, N, K, weight.stride(0), "
                "weight.stride(1),\n"
                "                                BLOCK_M"
            ): (
                "other.shape[0] * triton.cdiv(M, 128), triton.cdiv(N, 64))\n"
                "program_after_bmm_kernel[grid](x, z, w, other, y, M, N, K, *other.stride(),\n"
                "                         BLOCK_M"
            ),
        },
    ),
    # A program, the softmax of its result over the last but two dimension, and a program of that, of what
    # came before and of tensors that broadcast.
    "program_around_channel_softmax": Composition(
        "program_around_channel_sum",
        {
            "torch.sum(g, dim=-3, keepdim=True": "F.softmax(g, dim=-3",
            "lanes =": "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\nnorm =",
            "lanes += g\n    s = lanes": (
                "larger = tl.maximum(largest, g)\n"
                "norm = norm * tl.exp(largest - larger) + tl.exp(g - larger)\n"
                "largest = larger"
            ),
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "z = tl.load(z_ptr + offsets % W, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "y = s * x\n        y = y + w": "g = x + z\ns = tl.exp(g - largest) / norm\ny = s * x\ny = y + w",
        },
    ),
    # A program, the softmax of its result over the last but one dimension, and a program of that, of what
    # came before and of tensors that broadcast.
    "program_around_column_softmax": Composition(
        "program_around_column_sum",
        {
            "torch.sum(g, dim=-2, keepdim=True": "F.softmax(g, dim=-2",
            "lanes =": "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\nnorm =",
            "lanes += g\n    s = lanes": (
                "larger = tl.maximum(largest, g)\n"
                "norm = norm * tl.exp(largest - larger) + tl.exp(g - larger)\n"
                "largest = larger"
            ),
            "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "z = tl.load(z_ptr + offsets % C, mask=mask, other=0.0).to(tl.float32)\n"
                "w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "y = s * x\n        y = y + w": "g = x + z\ns = tl.exp(g - largest) / norm\ny = s * x\ny = y + w",
        },
    ),
    # A program, one statistic of its result over the last but one dimension, and a program of that, of what
    # came before and of tensors that broadcast.
    "program_around_column_sum": Composition(
        "program_around_channel_sum",
        {
            "2, 3), (2, 3, 4, 7), (3, 2, 5, 11": "5), (2, 3, 33), (3, 20, 7",
            "N, C, H, W):\n    return torch.randn(N, C, H, W), torch.randn(W), torch.randn(N, C, H, W": "B, T, C):\n    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C",
            "-3,": "-2,",
            "y_ptr, C, H, W": "y_ptr, T, C",
            "% W": "% C",
            "3], x.shape[-2:].numel()\n    C, H, W": "2:]\nT, C",
            "y, C, H, W": "y, T, C",
        },
    ),
    # A program, the layer norm of its result over the last dimension, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_norm": Composition(
        "program_around_layer_norm",
        {
            (
                "x, *others = torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C)\n"
                "    return x, *others, torch.randn(x.shape[-1]), torch.randn(x.shape[-1]"
            ): "return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C",
            "program_around_norm_torch(x, z, w, weight, bias": "program_around_norm_torch(x, z, w",
            "weight, bias, eps": "eps",
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            (
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        s = s * weight + bias"
            ): "",
            "program_around_norm_triton(x, z, w, weight, bias": "program_around_norm_triton(x, z, w",
            "weight, bias, y": "y",
        },
    ),
    # A program, its result over the root of its mean square in each row, and a program of that, of what came
    # before and of tensors that broadcast.
    "program_around_rms": Composition(
        "program_around_cumsum",
        {
            "torch.cumsum(g, dim=-1": "F.rms_norm(g, (g.shape[-1],), eps=1e-6",
            "carry = tl.full([], 0.0, dtype=tl.float64": (
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "for start in range(0, n_cols, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    mask = cols < n_cols\n"
                "    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    g = x + z\n"
                "    lanes += tl.where(mask, g * g, 0.0)\n"
                "scale = tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6"
            ),
            (
                "# Lanes beyond the row stand behind all others: nothing inherits what they hold, "
                "but for the carry of a last tile.\n"
                "        terms = g.to(tl.float64)\n"
                "        s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)"
            ): "s = g / scale",
            "carry += tl.sum(terms, axis=0)": "",
            "program_around_rms_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block": (
                "# Fused multiply-adds would round g anew in each reading, "
                "and g minus itself would not be 0.\n"
                "program_around_rms_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, enable_fp_fusion=False"
            ),
        },
    ),
    # A program, the softmax of its result over the last dimension, and a program of that, of what came before
    # and of tensors that broadcast.
    "program_around_softmax": Composition(
        "program_around_cumsum",
        {
            "torch.cumsum": "F.softmax",
            "carry = tl.full([], 0.0, dtype=tl.float64": (
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
                "norm = tl.sum(total * tl.exp(largest - peak), axis=0"
            ),
            (
                "# Lanes beyond the row stand behind all others: nothing inherits what they hold, "
                "but for the carry of a last tile.\n"
                "        terms = g.to(tl.float64)\n"
                "        s = (carry + tl.cumsum(terms, axis=0)).to(tl.float32)"
            ): "s = tl.exp(g - peak) / norm",
            "carry += tl.sum(terms, axis=0)": "",
            "program_around_softmax_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block": (
                "# Fused multiply-adds would round g anew in each reading, "
                "and g minus itself would not be 0.\n"
                "program_around_softmax_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, "
                "enable_fp_fusion=False"
            ),
        },
    ),
    # A program, one statistic of its result in each row, and a program of that, of what came before and of
    # tensors that broadcast.
    "program_around_sum": Composition(
        "program_of_three",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 5), (2, 3, 33), (3, 5, 20",
            "*shape):\n    return torch.randn(shape), torch.randn(shape), torch.randn(shape": "B, T, C):\n    return torch.randn(B, T, C), torch.randn(C), torch.randn(B, T, C",
            "x = torch.addcmul(x, z, w)\n    return x": "g = x + z\ns = torch.sum(g, dim=-1, keepdim=True)\ny = s * x\ny = y + w\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x + z * w\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        g = x + z\n"
                "        lanes += tl.where(mask, g, 0.0)\n"
                "    s = tl.sum(lanes, axis=0)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        w = tl.load(w_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = s * x\n"
                "        y = y + w\n"
                "        tl.store(y_ptr + row * n_cols + cols, y"
            ),
            "y = torch.empty_like(x)": "n_cols = x.shape[-1]\nn_rows = x.numel() // n_cols\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    program_around_sum_kernel[grid](x, z, w, y, n_elements, BLOCK=1024"
            ): (
                "block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "# Fused multiply-adds would round g anew in each reading, "
                "and g minus itself would not be 0.\n"
                "program_around_sum_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, enable_fp_fusion=False"
            ),
        },
    ),
    # A program of single operations on the two halves of the channels, (N, 2C, ...) to (N, C, ...).
    "program_of_channel_halves": Composition(
        "program_of_halves",
        {
            "), (3, 34), (7, 600), (2, 3, 66), (2, 3, 5, 14": ", 1), (2, 6, 33), (3, 8, 5, 7), (2, 4, 100), (2, 6, 3, 4, 5",
            "=-": "=",
            "n_elements, C": "n_elements, half",
            "C * (2 * C) + offsets % C": "half * (2 * half) + offsets % half",
            "+ C": "+ half",
            "C = x.shape[-1] // 2\n    y = torch.empty(x.shape[:-1] + (C,)": (
                "half = x.numel() // x.shape[0] // 2\n"
                "y = torch.empty((x.shape[0], x.shape[1] // 2) + x.shape[2:]"
            ),
            "), C": "), half",
        },
    ),
}
