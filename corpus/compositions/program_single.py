"""Compositions of the families of drawn programs of a single function."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Images (N, C, H, W) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_images": Composition("mask_of_volumes", {"D, H": "H", "D * H": "H", "1, 1)": "1)"},
        functions=("CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11)]",)),
    # Rows (M, N) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_rows": Composition("mask_of_volumes", {
        "n_elements, C, D, H, W": "n_elements, N", "(D * H * W)": "N", "N, C, D, H, W": "M, N",
        "N, C, 1, 1": "M"}, functions=("CASES = [(6, 7), (3, 33), (65, 9)]",)),
    # Tokens (B, T, C) under a mask that broadcasts with them, y = x where z does not hold.
    "mask_of_tokens": Composition("mask_of_volumes", {
        "n_elements, C, D, H, W": "n_elements, T, C", "(D * H * W)": "(T * C) * C + offsets % C",
        "N, C, D, H, W": "B, T, C", ".randn(N, C, 1, 1, 1)": ".randn(B, 1, C)"},
        functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]",)),
    # Images (N, C, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_images": Composition("pair_of_rows", {
        "n_elements, N": "n_elements, C, H, W", "/ N": "/ (H * W)", "M, N": "N, C, H, W", "M": "N, C, 1"},
        functions=("CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11)]",)),
    # Tokens (B, T, C) and a tensor that broadcasts with them, joined by one operation, y = x + z, on
    # either side of it.
    "pair_of_tokens": Composition("pair_of_rows", {
        "n_elements, N": "n_elements, T, C", "/ N": "/ (T * C) * C + offsets % C", "M, N": "B, T, C",
        ".randn(M, 1)": ".randn(B, 1, C)"}, functions=("CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]",)),
    # Volumes (N, C, D, H, W) and a tensor that broadcasts with them, joined by one operation, y = x + z,
    # on either side of it.
    "pair_of_volumes": Composition("pair_of_rows", {
        "n_elements, N": "n_elements, C, D, H, W", "/ N": "/ (D * H * W)", "M, N": "N, C, D, H, W",
        "M": "N, C, 1, 1"}, functions=("CASES = [(1, 2, 1, 1, 3), (2, 3, 4, 5, 7), (3, 2, 2, 6, 5)]",)),
    # One function of one tensor, y = x + 1, with the parameters that people give it.
    "single_function": Composition("gelu", {
        "F.gelu(x)": "torch.add(x, 1.0)",
        "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x + 1.0"}),
    # One function of one bool tensor, y = 1.0 where x holds, else 0.0.
    "single_of_bools": Composition("single_of_integers", {
        "(4.0 * torch.randn(shape)).long()": "torch.randn(shape) > 0.0", "torch.add(x, 1)": "x.float()",
        "x + 1": "x.to(tl.float32)", "x.dtype": "torch.float32"}),
    # One function of one tensor of integers, y = x + 1, whose result is of integers, floating-point
    # numbers or bools.
    "single_of_integers": Composition("program_of_one", {
        "torch.randn(shape)": "(4.0 * torch.randn(shape)).long()",
        "empty_like(x)": "empty_like(x, dtype=x.dtype)", "0.0).to(tl.float32)": "0)",
        "x = tl.abs(x)": "y = x + 1", " x,": " y,", "x = torch.abs(x)": "y = torch.add(x, 1)",
        "return x": "return y"},
        functions=("CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]",)),
    # One function of one positive tensor, y = log(x): logarithms, roots and powers that are no whole
    # numbers.
    "single_of_positive": Composition("sigmoid", {
        "randn(shape)": "rand(shape) * 3.0 + 0.05", "sigmoid": "log", "=0.": "=1."}),
    # What holds for any element over any dimensions, for all, for how many, y[b, d] = any_ac x[a, b, c,
    # d] > 2: the logic of a tensor.
    "single_truth": Composition("single_reduction", {
        "sum(x, dim=(0, 2))": "any(x > 2, dim=(0, 2))",
        "lanes += tl.where(mask, x, 0.0)": "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))",
        "partial = tl.sum": "partial = tl.max", "sum(partial, axis=0)": "max(partial, axis=0) > 0.0",
        "x.dtype": "torch.bool"}, breaks=("ROWS: tl.constexpr",)),
    # A pointwise chain that begins with a steep step, y = h(g(f(x))), in one pass.
    "steep_chain": Composition("program_of_one", {
        "x = tl.abs(x)": "x = tl.exp(-x)\nx = x - 1.0\nx = tl.sigmoid(x)",
        "x = torch.abs(x)":
            "x = torch.exp(-x)\n"
            "x = torch.sub(x, 1.0)\n"
            "x = torch.sigmoid(x)"}),
    # An optimizer nobody has a name for: of a parameter, its gradient and two states of the same shape, a
    # new parameter and new states.
    "update_of_four": Composition("update_of_three", {
        "w_ptr,": "w_ptr, p_ptr, r_ptr,",
        "v = 0.9 * w + z * z\n    x = x - 0.01 * v":
            "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "r = 0.9 * w + z\n"
            "v = 0.99 * p + z * z\n"
            "x = x - 0.01 * r\n"
            "tl.store(r_ptr + offsets, r, mask=mask)",
        "w)": "w, p)",
        "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()":
            "x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()",
        "v, y = torch.empty_like(x), torch.empty_like(x)":
            "r, v, y = torch.empty_like(x), torch.empty_like(x), torch.empty_like(x)",
        "w,": "w, p, r,", "return": "return r,", "return torch.": "return torch.randn(shape), torch."},
        functions=((
                       "def update_of_four_torch(x, z, w, p):\n"
                       "    r = w * 0.9 + z\n"
                       "    v = p * 0.99 + z ** 2\n"
                       "    x = x - r * 0.01\n"
                       "    return r, v, x"),)),
    # An optimizer nobody has a name for: of a parameter, its gradient and one state of the same shape, a
    # new parameter and a new state.
    "update_of_three": Composition("program_of_three_to_two",
        {"x +": "0.9 * w + z *", "v * w": "x - 0.01 * v", " = torch.add(x, z)": " = w * 0.9 + z ** 2",
         " torch.mul(v, w)": " x - v * 0.01",
         "return torch.randn(shape), torch.randn(shape), torch.randn(shape)":
             "return torch.randn(shape), torch.randn(shape), torch.rand(shape)"}),
}
