"""Axes that families of several modules share."""

ADD_SUB_HALF = {"add": {"y = y * s": "y = y + s"}, "sub": {"y = y * s": "y = y - s"},
                "half": {"y = y * s": "y = y + 0.5 * s"}, "from": {"y = y * s": "y = s - y"}}

DIMS_OF_MIDDLE_GATE = {
    "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
             "dim=-2": "dim=-3",
             "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
    "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
             "dim=-2": "dim=-4",
             "n_mid, n_inner = x.shape[-2:]":
                 "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
             "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
             "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
             "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)"}}

EPS = {
    "eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}, "eps12": {"1e-5": "1e-12"}}

HALVED_DOUBLED_SHIFTED = {
    "halved": {"z = y": "y = 0.5 * y\nz = y"}, "doubled": {"z = y": "y = y * 2.0\nz = y"},
    "shifted": {"z = y": "y = y + 1.0\nz = y"}, "lowered": {"z = y": "y = y - 0.5\nz = y"},
    "shrunk": {"z = y": "y = y / 3.0\nz = y"}}

JOINED_STATISTIC = {  # how the column and its statistic meet
    "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
    "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
    "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
    "over": {"y = x * z": "y = x / (torch.abs(z) + 1e-6)", "y = z * x": "y = x / (tl.abs(z) + 1e-6)"},
    "over_large": {"y = x * z": "y = x / (1.0 + torch.abs(z))", "y = z * x": "y = x / (1.0 + tl.abs(z))"},
    "over_clamped": {"y = x * z": "y = x / z.clamp(min=1e-3)", "y = z * x": "y = x / tl.maximum(z, 1e-3)"},
    "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
    "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
    "hardsigmoid": {"y = x * z": "y = x * F.hardsigmoid(z)",
                    "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)"},
    "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
    "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
    "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
    "mask": {"y = x * z": "y = torch.where(x > z, x, 0.0)", "y = z * x": "y = tl.where(x > z, x, 0.0)"},
    "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
    "exp_minus": {"y = x * z": "y = torch.exp(-torch.abs(x - z))", "y = z * x": "y = tl.exp(-tl.abs(x - z))"},
    "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"}}

LAST_DIMENSIONS = {
    "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "last2": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                  "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
              "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
              "x.shape[:-1]": "x.shape[:-2]"},
    "last2_keepdim": {
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
        "dim=-1": "dim=(-2, -1), keepdim=True", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2] + (1, 1)"},
    "last3": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                  "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
              "dim=-1": "dim=(-3, -2, -1)",
              "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
              "x.shape[:-1]": "x.shape[:-3]"},
    "last3_keepdim": {"CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
                          "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                      "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                      "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                      "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)"}}

MUL_SUB_ADD_AFTER = {"mul": {"y = y + s": "y = y * s"}, "sub": {"y = y + s": "y = y - s"},
                     "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
                     "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
                     "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"}}

NEG_PLAIN_ADD1 = {  # operations that round as PyTorch rounds: a product repeats each error n times
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "add1": {"x = torch.abs(x)": "x = x + 1.0", "x = tl.abs(x)": "x = x + 1.0"},
    "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "abs1": {"x = torch.abs(x)": "x = torch.abs(x) + 0.5", "x = tl.abs(x)": "x = tl.abs(x) + 0.5"},
    "clamp": {"x = torch.abs(x)": "x = torch.clamp(x, -1.5, 1.5)",
              "x = tl.abs(x)": "x = tl.minimum(tl.maximum(x, -1.5), 1.5)"},
    "clamp_min": {
        "x = torch.abs(x)": "x = torch.clamp(x, min=0.5)", "x = tl.abs(x)": "x = tl.maximum(x, 0.5)"},
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.5)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.5 * x)"},
    "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"}}

ORDINAL_DIMENSIONS = {  # along which dimension
    "first": {"dim=-2": "dim=0", "shape[-2:-1] + (1,)": "shape[:1] + (1,) * len(shape[1:])",
              "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)"},
    "second": {"CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),", "dim=-2": "dim=1",
               "shape[-2:-1] + (1,)": "shape[1:2] + (1,) * len(shape[2:])",
               "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)"},
    "third": {"CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [", ", (3, 2, 70)]": ", (2, 3, 4, 70)]",
              "dim=-2": "dim=2", "shape[-2:-1] + (1,)": "shape[2:3] + (1,) * len(shape[3:])",
              "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)"}}

PADDINGS_AND_SAME = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "same3": {"[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]":
                  "[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]",
              ", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "pointwise": {"[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]":
                      "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"}}

PADDINGS_OF_CONV1D_BINARY = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "same3": {"[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 5, 1, 3), (2, 9, 11, 5, 3)]",
              ", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "same5": {"[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 6, 1, 5), (2, 3, 11, 9, 5)]",
              ", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "pointwise": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"}}

PADDINGS_OF_CONV2D_CAT = {"padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                          "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                          "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                          "same3": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
                                        "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]",
                                    ", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                          "same5": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
                                        "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]",
                                    ", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                          "pointwise": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, "
                                        "2, 3)]": "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"}}

PADDINGS_OF_CONV2D_PIXEL_SHUFFLE = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"}}

POOL_STRIDES = {"s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"}}

ROW_MASK = {"row_mask": {"torch.rand(shape) > 0.4": "torch.rand(shape[-1]) > 0.4",
                         "keep_ptr + row * n_cols + cols": "keep_ptr + cols"}}

SHAPES_OF_RESIDUAL = {
    "one": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)",
            "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
    "scalar": {"z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())",
               "tl.load(z_ptr + row)": "tl.load(z_ptr)"},
    "inner": {"return x, z": "return x, z[0]", "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)",
              "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
              "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),"}}

STRIDES_OF_CONV1D_BINARY = {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                            "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"}}

STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride2_more": {"stride=1": "stride=2", "stride = 1": "stride = 2",
                     "output_padding=0": "output_padding=1", "output_padding = 0": "output_padding = 1"},
    "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"}}

SUB_MUL_MAX = {"sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
               "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
               "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
               "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
               "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
               "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"}}

SUM_HALF_TENTH_OF_COSINE_EMBEDDING = {
    "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
    "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
    "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
    "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
    "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
    "negative": {
        'reduction="mean")': 'reduction="mean").neg()', "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"}}

SUM_HALF_TENTH_OF_CUSTOM_LOSS = {
    "sum": {"loss.mean()": "loss.sum()", " / count)": ")", "n_partials, count, BLOCK": "n_partials, BLOCK",
            "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
    "half": {"loss.mean()": "loss.mean() * 0.5", " / count)": " / count * 0.5)"},
    "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
    "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
    "plus": {"loss.mean()": "loss.mean() + 1.0", " / count)": " / count + 1.0)"},
    "negative": {"loss.mean()": "loss.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"}}

SUM_HALF_TENTH_OF_HINGE_EMBEDDING = {
    "sum": {'reduction="mean"': 'reduction="sum"', " / count)": ")",
            "n_partials, count, BLOCK": "n_partials, BLOCK",
            "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
    "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
    "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
    "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
    "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
    "negative": {
        'reduction="mean")': 'reduction="mean").neg()', "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"}}

TRANSPOSED_BATCHED_FACTORS = {"x": {"torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
                                    "y = x @ w": "y = x.transpose(-2, -1) @ w",
                                    "(M, K), N = x.shape[-2:], w.shape[-1]":
                                        "x = x.transpose(-2, -1)\n"
                                        "(M, K), N = x.shape[-2:], w.shape[-1]"},
                              "w": {"torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                                    "y = x @ w": "y = x @ w.transpose(-2, -1)", "w.shape[-2]": "w.shape[-1]",
                                    "(M, K), N = x.shape[-2:], w.shape[-1]":
                                        "w = w.transpose(-2, -1)\n"
                                        "(M, K), N = x.shape[-2:], w.shape[-1]"}}
