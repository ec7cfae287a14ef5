"""Compositions of the families of drawn programs of tensors that broadcast or are joined."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A chain of eight pointwise steps in one pass.
    "chain_of_eight": Composition("chain_of_four", {
        "x = tl.abs(x)":
            "x = tl.abs(x)\n"
            "x = tl.sqrt(x)\n"
            "x = -x\n"
            "x = tl.exp(x)\n"
            "x = tl.cos(x)",
        "1024": "512",
        "x = torch.abs(x)":
            "x = torch.abs(x)\n"
            "x = torch.sqrt(x)\n"
            "x = torch.neg(x)\n"
            "x = torch.exp(x)\n"
            "x = torch.cos(x)"}),
    # A chain of up to four pointwise steps, y = i(h(g(f(x)))), in one pass.
    "chain_of_four": Composition("chain", {
        "x = tl.exp(-x)": "x = x + 1.0\nx = tl.sin(x)\nx = tl.abs(x)",
        "x = torch.exp(-x)": "x = 1.0 + x\nx = torch.sin(x)\nx = torch.abs(x)"}),
    # A chain with a scale and a shift of one number a channel, y = f(x * s + b) and so on, and no other
    # tensor.
    "chain_of_weights": Composition("chain_of_broadcasts", {
        ", torch.randn(N, C, H, W)": ", torch.randn(C, 1, 1)", "(x, b, z):": "(x, s, b):",
        "b, z = x.contiguous(), b.contiguous(), z": "s, b = x.contiguous(), s.contiguous(), b",
        "b, z,": "s, b,", "x_ptr, b_ptr, z_ptr, y_ptr": "x_ptr, s_ptr, b_ptr, y_ptr",
        "mask = offsets < n_elements":
            "mask = offsets < n_elements\n"
            "channel = offsets // plane_size % channels",
        "b = tl.load(b_ptr + offsets // plane_size % channels, mask=mask, other=0.0).to(tl.float32)\n"
        "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "s = tl.load(s_ptr + channel, mask=mask, other=0.0).to(tl.float32)\n"
            "b = tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)",
        "v = x\n    x = tl.sigmoid(x)\n    x = z + x": "",
        "x = tl.maximum(x, 0.0)":
            "x = tl.maximum(x, 0.0)\n"
            "x = s * x\n"
            "x = tl.sigmoid(x)",
        "x = v + x": "", "x = torch.relu(x)": "x = torch.relu(x)\nx = x * s\nx = torch.sigmoid(x)",
        "v = x\n"
        "    x = torch.sigmoid(x)\n"
        "    x = torch.add(x, z)": "",
        "x = x + v": ""}),
    # A chain of pointwise steps that comes back to its own earlier values: the input, and the result of
    # the first step.
    "chain_with_reuse": Composition("residual_chain", {
        "y = tl.sin(y)\n    y = tl.exp(-y)\n    y = y + x": "",
        "y = tl.maximum(y, 0.0)":
            "y = tl.maximum(y, 0.0)\n"
            "v = y\n"
            "y = tl.sigmoid(y)\n"
            "y = v * y\n"
            "y = 0.5 * y\n"
            "y = x + y\n"
            "y = tl.abs(y)",
        "y = torch.sin(y)\n    y = torch.exp(-y)":
            "y = torch.relu(y)\n"
            "v = y\n"
            "y = torch.sigmoid(y)\n"
            "y = y * v\n"
            "y = y * 0.5",
        "relu": "abs", ", (2, 3, 4, 5, 7)]": ", (2, 2, 3, 4, 5)]"}),
    # Whole numbers of rows (M, N) and of a tensor that broadcasts with them, y = x + z.
    "integer_of_rows": Composition("pair_of_rows", {
        "return x, z": "return (5.0 * x).long(), (5.0 * z).long()",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + offsets, mask=mask, other=0)",
        "z = tl.load(z_ptr + offsets // N, mask=mask, other=0.0).to(tl.float32)":
            "z = tl.load(z_ptr + offsets // N, mask=mask, other=0)"}),
    # Images (N, C, H, W) and a second tensor of any shape that broadcasts with it.
    "join_images": Composition("join_rows", {
        "n_elements, N": "n_elements, C, H, W", "/ N": "/ (H * W)", "M, N": "N, C, H, W", "M": "N, C, 1"},
        functions=("CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]",)),
    # A matrix (M, N) and a second tensor of any shape that broadcasts with it.
    "join_rows": Composition("pair_of_rows", {
        "y = x": "x = x", "offsets, y": "offsets, x",
        "y = torch.add(x, z)\n    return y": "x = torch.add(x, z)\nreturn x",
        "x, z = torch.randn(M, N), torch.randn(M, 1)\n"
        "    return x, z": "return torch.randn(M, N), torch.randn(M, 1)"},
        functions=("CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]",)),
    # Images (N, C, H, W) and two more tensors, either of any shape that broadcasts with them.
    "join_three_images": Composition("modulate_images", {
        "x = x * (1.0 + z) + w": "x = torch.addcmul(w, x, z)",
        "place = offsets // (H * W)\n"
        "    z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
        "    w = tl.load(w_ptr + place, mask=mask, other=0.0).to(tl.float32)\n"
        "    x = w + x * (1.0 + z)":
            "z = tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0).to(tl.float32)\n"
            "w = tl.load(w_ptr + offsets // (H * W) % C, mask=mask, other=0.0).to(tl.float32)\n"
            "x = w + x * z",
        "return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
            "return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(C, 1, 1)"}),
    # A matrix (M, N) and two more tensors, either of any shape that broadcasts with them.
    "join_three_rows": Composition("join_three_images", {
        "n_elements, C, H, W": "n_elements, N", "(H * W),": "N,", "// (H * W) % C": "% N",
        "N, C, H, W": "M, N",
        "return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(C, 1, 1)":
            "return torch.randn(M, N), torch.randn(M, 1), torch.randn(N)"},
        functions=("CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]",)),
    # Tokens (B, T, C) and two more tensors, either of any shape that broadcasts with them.
    "join_three_tokens": Composition("join_three_images", {
        "n_elements, C, H, W": "n_elements, T, C", "(H * W),": "(T * C) * C + offsets % C,",
        "// (H * W) %": "%", "N, C, H, W": "B, T, C",
        "return torch.randn(N, C, H, W), torch.randn(N, C, 1, 1), torch.randn(C, 1, 1)":
            "return torch.randn(B, T, C), torch.randn(B, 1, C), torch.randn(C)"},
        functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]",)),
    # Tokens (B, T, C) and a second tensor of any shape that broadcasts with it.
    "join_tokens": Composition("join_rows", {
        "n_elements, N": "n_elements, T, C", "/ N": "/ (T * C) * C + offsets % C", "M, N": "B, T, C",
        ".randn(M, 1)": ".randn(B, 1, C)"},
        functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]",)),
    # A matrix (M, N) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_rows": Composition("modulate_images", {
        "n_elements, C, H, W": "n_elements, N", "(H * W)": "N", "N, C, H, W": "M, N", "N, C, 1": "M"},
        functions=("CASES = [(1, 5), (3, 33), (65, 9), (7, 300)]",)),
    # Tokens (B, T, C) modulated by two tensors of one smaller shape, as a scale and a shift are.
    "modulate_tokens": Composition("modulate_images", {
        "n_elements, C, H, W": "n_elements, T, C", "(H * W)": "(T * C) * C + offsets % C",
        "N, C, H, W": "B, T, C", ".randn(N, C, 1, 1)": ".randn(B, 1, C)"},
        functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20), (2, 31, 9)]",)),
    # A part of one dimension, y = x[..., 1:]: a slice with any start, end and step, or a single place.
    "part_of_dimension": Composition("single_function", {
        "n_elements, BLOCK: ": "n_elements, whole, inner, start, step, length, BLOCK: ",
        "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
            "places = start + offsets // inner % length * step",
        " = x + 1.0":
            " = tl.load(x_ptr + (offsets // (inner * length) * whole + places) * inner + offsets % inner, "
            "mask=mask, other=0.0)",
        "y = torch.empty_like(x)\n"
        "    n_elements = x.numel()":
            "outside, whole, inside = x.shape[:-1], x.shape[-1], ()\n"
            "inner = 1\n"
            "start, step, length = 1, 1, whole - 1\n"
            "y = torch.empty((*outside, length, *inside), dtype=x.dtype, device=x.device)\n"
            "n_elements = y.numel()",
        "n_elements, BLOCK=1024": "n_elements, whole, inner, start, step, length, BLOCK=1024"},
        functions=("CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]",
                   "def part_of_dimension_torch(x):\n    y = x[..., 1:]\n    return y.contiguous()")),
}
