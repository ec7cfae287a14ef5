"""Tables of the families of pointwise functions of tensors that broadcast."""

from corpus.derived_tables import Derived

FAMILIES = {
    "broadcast_add": {"AXES": [
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "broadcast_batch": {"AXES": [
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "broadcast_channel": {"AXES": [
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "broadcast_rows": {"AXES": [
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "broadcast_scalar": {"AXES": [
        {"number": {"torch.randn(1)": "torch.randn(())"}},
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "broadcast_strided": {"AXES": [
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "channel_spread": {
        "FAMILY": {
            "channel_spread_min": {"torch.amax": "torch.amin",
                                   'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)':
                                       'tl.full((BLOCK,), float("inf"), dtype=tl.float32)',
                                   "found = tl.maximum(found, x)": "found = tl.minimum(found, x)"},
            "channel_spread_sum": {
                "torch.amax": "torch.sum",
                'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': "tl.zeros((BLOCK,), dtype=tl.float32)",
                "found = tl.maximum(found, x)": "found += x"},
            "channel_spread_mean": {
                "torch.amax": "torch.mean",
                'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': "tl.zeros((BLOCK,), dtype=tl.float32)",
                "found = tl.maximum(found, x)": "found += x", "y = found": "y = found / channels"},
            "channel_spread_logsumexp": {
                "torch.amax(x, dim=1, keepdim=True)": "torch.logsumexp(x, dim=1, keepdim=True)",
                'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)':
                    "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
                    "found = tl.zeros((BLOCK,), dtype=tl.float32)",
                "found = tl.maximum(found, x)":
                    "larger = tl.maximum(largest, x)\n"
                    "found = found * tl.exp(largest - larger) + tl.exp(x - larger)\n"
                    "largest = larger",
                "y = found": "y = largest + tl.log(found)"}},
        "AXES": [{"three": {"CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]":
                                "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
                            "z = torch.randn(6, 1, 1)": "z = torch.randn(6, 1, 1, 1)"},
                  "one": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1)"},
                  "one_plane": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1)"},
                  "one_volume": {"CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]":
                                     "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
                                 "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1)"},
                  "one_volume_row": {"CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]":
                                         "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]",
                                     "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1, 1)"},
                  "scalar": {"z = torch.randn(6, 1, 1)": "z = torch.randn(())"},
                  "residual": {"z = torch.randn(6, 1, 1)": "z = torch.randn(shape[0], 6, *shape[2:])",
                               "z = tl.load(z_ptr + out).to(tl.float32)":
                                   "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                               "n_inner, n_out = x.numel() // (n_batch * channels), z.numel()":
                                   "n_inner, n_out = x.numel() // (n_batch * channels), z.shape[1]"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("BINARY", "y = y + z", "y = z + y"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "channels_to_channels": {"AXES": [
        {  # what the first is
            "chroma": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r - 0.587 * g - 0.114 * b"},
            "moved": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g + 0.114 * b + 0.0625"},
            "two": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g"},
            "between": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * (r - g)"},
            "normalized": {"0.299 * r + 0.587 * g + 0.114 * b": "(r - 0.485) / 0.229"},
            "share": {"0.299 * r + 0.587 * g + 0.114 * b": "r / (r + g + b + 0.001)"},
            "mean": {"0.299 * r + 0.587 * g + 0.114 * b": "(r + g + b) / 3.0"},
            "itself": {"0.299 * r + 0.587 * g + 0.114 * b": "r"},
            "blue": {"0.299 * r + 0.587 * g + 0.114 * b": "b"},
            "missing": {"0.299 * r + 0.587 * g + 0.114 * b": "1.0 - r"}},
        {  # the second
            "luma": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r + 0.289 * g + 0.436 * b"},
            "moved": {"-0.147 * r - 0.289 * g + 0.436 * b": "-0.147 * r - 0.289 * g + 0.436 * b + 0.5"},
            "plus": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r - 0.289 * g + 0.436 * b"},
            "two": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.289 * g - 0.436 * b"},
            "of_first": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.564 * (b - first) + 0.5"},
            "of_first_bare": {"-0.147 * r - 0.289 * g + 0.436 * b": "(b - first) * 0.492"},
            "sum": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.5 * (r + g) - b"},
            "normalized": {"-0.147 * r - 0.289 * g + 0.436 * b": "(g - 0.456) / 0.224"},
            "share": {"-0.147 * r - 0.289 * g + 0.436 * b": "g / (r + g + b + 0.001)"},
            "itself": {"-0.147 * r - 0.289 * g + 0.436 * b": "g"},
            "missing": {"-0.147 * r - 0.289 * g + 0.436 * b": "1.0 - g"}},
        {  # the third
            "luma": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r + 0.515 * g + 0.101 * b"},
            "moved": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * g - 0.101 * b + 0.5"},
            "two": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * b"},
            "of_first": {"0.615 * r - 0.515 * g - 0.101 * b": "0.713 * (r - first) + 0.5"},
            "of_first_bare": {"0.615 * r - 0.515 * g - 0.101 * b": "(r - first) * 0.877"},
            "product": {"0.615 * r - 0.515 * g - 0.101 * b": "r * g * b"},
            "normalized": {"0.615 * r - 0.515 * g - 0.101 * b": "(b - 0.406) / 0.225"},
            "share": {"0.615 * r - 0.515 * g - 0.101 * b": "b / (r + g + b + 0.001)"},
            "itself": {"0.615 * r - 0.515 * g - 0.101 * b": "b"},
            "red": {"0.615 * r - 0.515 * g - 0.101 * b": "r"},
            "missing": {"0.615 * r - 0.515 * g - 0.101 * b": "1.0 - b"}},
        {  # along which dimension
            "last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]", "dim=1": "dim=-1",
                     "x.stride(1)": "1",
                     "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"},
            "first": {"x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]", "dim=1": "dim=0",
                      "x.stride(1)": "x.stride(0)",
                      "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(3, 5, 1), (3, 4, 33), (3, 2, 20)"},
            "joined": {
                "x[:, 0], x[:, 1], x[:, 2]": "x[:, 0:1], x[:, 1:2], x[:, 2:3]", "torch.stack": "torch.cat"},
            "joined_last": {
                "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0:1], x[..., 1:2], x[..., 2:3]",
                "torch.stack": "torch.cat", "dim=1": "dim=-1", "x.stride(1)": "1",
                "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"},
            "chunks": {"r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=1)",
                       "torch.stack": "torch.cat"},
            "chunks_last": {
                "r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=-1)",
                "torch.stack": "torch.cat", "dim=1": "dim=-1", "x.stride(1)": "1",
                "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)"}},
        {"first_turned": {"[first, second, third]": "[third, second, first]",
                          "places, first": "places, third", "2 * inner, third": "2 * inner, first"}}]},
    "dequantize_rows": Derived("dequantize"),
    "plane_scale_joins": {
        "FAMILY": {
            "mean_square": ({"torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})",
                             "n_inner + 1e-6)": "n_inner + 1e-{0})"},
                            "5 8"),
            "mean_square_rsqrt": ({"x / torch.sqrt(size + 1e-6)": "x * torch.rsqrt(size + 1e-{0})",
                                   "n_inner + 1e-6)": "n_inner + 1e-{0})"},
                                  "5 6 8"),
            "square": ({"torch.mean(x ** 2,": "torch.sum(x * x,",
                        "torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})",
                        "tl.sum(lanes, axis=0) / n_inner + 1e-6": "tl.sum(lanes, axis=0) + 1e-{0}"},
                       "5 6 8"),
            "norm_eps": ({"torch.mean(x ** 2,": "torch.linalg.vector_norm(x,",
                          "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                          "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)":
                              "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-{0}"},
                         "5 6 8"),
            "norm_clamp": ({"torch.mean(x ** 2,": "torch.norm(x, p=2,",
                            "torch.sqrt(size + 1e-6)": "torch.clamp(size, min=1e-{0})",
                            "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)":
                                "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-{0})"},
                           "5 6 8"),
            "mean_abs": (
                {"torch.mean(x ** 2,": "torch.mean(torch.abs(x),",
                 "torch.sqrt(size + 1e-6)": "(size + 1e-{0})", "lanes += x * x": "lanes += tl.abs(x)",
                 "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)":
                     "tl.sum(lanes, axis=0) / n_inner + 1e-{0}"},
                "5 6 8"),
            "sum_abs": ({"torch.mean(x ** 2,": "torch.sum(torch.abs(x),",
                         "torch.sqrt(size + 1e-6)": "(size + 1e-{0})", "lanes += x * x": "lanes += tl.abs(x)",
                         "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sum(lanes, axis=0) + 1e-{0}"},
                        "5 6 8"),
            "largest": ({"torch.mean(x ** 2,": "torch.amax(torch.abs(x),",
                         "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                         "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                         "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.max(lanes, axis=0) + 1e-{0}"},
                        "5 6 8"),
            "norm_4": (
                {"torch.mean(x ** 2,": "torch.norm(x, p=4,", "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                 "lanes += x * x": "lanes += x * x * (x * x)",
                 "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)":
                     "tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0))) + 1e-{0}"},
                "5 6 8")},
        "AXES": [
            {  # what z and w are, and over which dimensions
                "channel": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                                "torch.randn(C, 1, 1), torch.randn(C, 1, 1)"},
                "short": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                    "size = torch":
                        "z, w = z.view(1, -1, 1, 1), w.view(1, -1, 1, 1)\n"
                        "size = torch"},
                "sample": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                               "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)",
                           "plane % channels": "plane"},
                "numbers": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(1), torch.randn(1)",
                    "z_ptr + plane % channels": "z_ptr", "w_ptr + plane % channels": "w_ptr",
                    "w_ptr, y_ptr, channels, n_inner, BLOCK: tl": "w_ptr, y_ptr, n_inner, BLOCK: tl",
                    "w, y, channels, n_inner,": "w, y, n_inner,"},
                "number": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                               "torch.randn(1, C, 1, 1), torch.randn(())",
                           "w_ptr + plane % channels": "w_ptr"},
                "residual": {"torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                                 "torch.randn(C, 1, 1), torch.randn(N, C, H, W)",
                             "tl.load(w_ptr + plane % channels)":
                                 "tl.load(w_ptr + plane * n_inner + inner, mask=mask, other=0.0)"},
                "itself": {"return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                               "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1)",
                           "plane_scale_joins_torch(x, z, w):": "plane_scale_joins_torch(x, z):\n    w = x",
                           "(x, z, w):": "(x, z):",
                           "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()":
                               "x, z = x.contiguous(), z.contiguous()",
                           "w_ptr, y_ptr": "y_ptr", "(x, z, w, y,": "(x, z, y,",
                           "tl.load(w_ptr + plane % channels).to(tl.float32)": "x"},
                "series": {"CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, "
                           "W": "CASES = [(1, 1, 2), (2, 3, 35), (3, 2, 4200)]  # N, C, L",
                           "make(N, C, H, W)": "make(N, C, L)", "dim=(2, 3)": "dim=2",
                           "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                               "return torch.randn(N, C, L), torch.randn(1, C, 1), torch.randn(1, C, 1)"},
                "volume": {
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W":
                        "CASES = [(1, 1, 1, 1, 2), (2, 3, 2, 5, 7), (1, 2, 14, 15, 20)]  # N, C, D, H, W",
                    "make(N, C, H, W)": "make(N, C, D, H, W)", "dim=(2, 3)": "dim=(2, 3, 4)",
                    "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)":
                        "return torch.randn(N, C, D, H, W), torch.randn(C, 1, 1, 1), torch.randn(C, 1, 1, "
                        "1)"}},
            ("TERNARY", "y = y * z + w", "y = w + y * z"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "quantize_rows": Derived("quantize"),
    "row_scale_other": {
        "FAMILY": {
            "other_std_biased": {"unbiased=True": "unbiased=False",
                                 "squares_sum / (n_reduced - 1)": "squares_sum / n_reduced"},
            "other_var": {"torch.std": "torch.var",
                          "z = tl.sqrt(squares_sum / (n_reduced - 1))": "z = squares_sum / (n_reduced - 1)"},
            "other_var_biased": {
                "torch.std": "torch.var", "unbiased=True": "unbiased=False",
                "z = tl.sqrt(squares_sum / (n_reduced - 1))": "z = squares_sum / n_reduced"}},
        "AXES": [
            {"eps6": {"(z + 1e-5)": "(z + 1e-6)", "(z + 1e-05)": "(z + 1e-6)"},
             "eps8": {"(z + 1e-5)": "(z + 1e-8)", "(z + 1e-05)": "(z + 1e-8)"},
             "times": {"y = x / (z + 1e-5)": "y = x * z", "y = x / (z + 1e-05)": "y = x * z"},
             "quotient": {"y = x / (z + 1e-5)": "y = x / z", "y = x / (z + 1e-05)": "y = x / z"},
             "over_sqrt": {"y = x / (z + 1e-5)": "y = x / torch.sqrt(z + 1e-5)",
                           "y = x / (z + 1e-05)": "y = x / tl.sqrt(z + 1e-5)"},
             "over_sqrt6": {"y = x / (z + 1e-5)": "y = x / torch.sqrt(z + 1e-6)",
                            "y = x / (z + 1e-05)": "y = x / tl.sqrt(z + 1e-6)"},
             "rsqrt": {"y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-5)",
                       "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-5)"},
             "rsqrt6": {"y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-6)",
                        "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-6)"},
             "rsqrt3": {"y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-3)",
                        "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-3)"}},
            {"plain": {"torch.randn(w_shape), torch.randn(x_shape[-1]), torch.randn(x_shape[-1])":
                           "torch.randn(w_shape)",
                       "(x, w, weight, bias):": "(x, w):", "y = y * weight + bias": "",
                       "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                       "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "(x, w, weight, bias, y": "(x, w, y"},
             "statistic_first": {
                 "return torch.randn(x_shape), torch.randn(w_shape), torch.randn(x_shape[-1]), "
                 "torch.randn(x_shape[-1])": "return torch.randn(w_shape), torch.randn(x_shape)",
                 "(x, w, weight, bias):": "(w, x):", "y = y * weight + bias": "",
                 "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                 "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                 "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                 "(x, w, weight, bias, y": "(x, w, y"},
             "last2": {"torch.randn(w_shape), torch.randn(x_shape[-1]), torch.randn(x_shape[-1])":
                           "torch.randn(w_shape)",
                       "(x, w, weight, bias):": "(x, w):", "y = y * weight + bias": "",
                       "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                       "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "(x, w, weight, bias, y": "(x, w, y",
                       "CASES = [((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, "
                       "9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]":
                           "CASES = [((1, 1, 1), (1, 1, 2)), ((3, 5, 2), (3, 5, 7)), ((2, 3, 2, 7), (2, 3, "
                           "4, 13)), ((2, 50, 27), (2, 40, 30))]",
                       "dim=-1": "dim=(-2, -1)",
                       "x.shape[-1], w.shape[-1]": "x.shape[-2] * x.shape[-1], w.shape[-2] * w.shape[-1]"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "row_spread": {
        "FAMILY": {"row_spread_sum": {
                       "torch.mean": "torch.sum", "tl.sum(found, axis=0) / K": "tl.sum(found, axis=0)"},
                   "row_spread_max": {
                       "torch.mean": "torch.amax",
                       "found = tl.zeros((BLOCK,), dtype=tl.float32)":
                           'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)',
                       "found += x": 'found = tl.maximum(found, tl.where(columns < K, x, float("-inf")))',
                       "tl.sum(found, axis=0) / K": "tl.max(found, axis=0)"},
                   "row_spread_min": {
                       "torch.mean": "torch.amin",
                       "found = tl.zeros((BLOCK,), dtype=tl.float32)":
                           'found = tl.full((BLOCK,), float("inf"), dtype=tl.float32)',
                       "found += x": 'found = tl.minimum(found, tl.where(columns < K, x, float("inf")))',
                       "tl.sum(found, axis=0) / K": "tl.min(found, axis=0)"},
                   "row_spread_logsumexp": {
                       "torch.mean": "torch.logsumexp",
                       "found = tl.zeros((BLOCK,), dtype=tl.float32)":
                           "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
                           "found = tl.zeros((BLOCK,), dtype=tl.float32)",
                       "found += x":
                           "larger = tl.where(columns < K, tl.maximum(largest, x), largest)\n"
                           "found = found * tl.exp(largest - larger) + tl.where(columns < K, "
                           "tl.exp(x - larger), 0.0)\n"
                           "largest = larger",
                       "total = tl.sum(found, axis=0) / K":
                           "peak = tl.max(largest, axis=0)\n"
                           "total = peak + tl.log(tl.sum(found * tl.exp(largest - peak), axis=0))"}},
        "AXES": [
            {"row": {"z = torch.randn(M, N)": "z = torch.randn(N)",
                     "z_ptr + row * N + columns": "z_ptr + columns"},
             "row_1": {"z = torch.randn(M, N)": "z = torch.randn(1, N)",
                       "z_ptr + row * N + columns": "z_ptr + columns"},
             "one": {"z = torch.randn(M, N)": "z = torch.randn(1)",
                     "z_ptr + row * N + columns": "z_ptr + columns"},
             "one_1": {"z = torch.randn(M, N)": "z = torch.randn(1, 1)",
                       "z_ptr + row * N + columns": "z_ptr + columns"},
             "image": {"z = torch.randn(M, N)": "z = torch.randn(1, N, 1, 1)",
                       "z_ptr + row * N + columns": "z_ptr + columns", "N = z.shape[-1]": "N = z.shape[1]",
                       "x.new_empty(M, N)": "x.new_empty(1, N, M, 1)",
                       "y_ptr + row * N + columns": "y_ptr + columns * tl.num_programs(0) + row"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "scale_shift_act": {
        "FAMILY": {
            "standardise": {"y = x * scale.view(column) + shift.view(column)":
                                "y = (x - shift.view(column)) / (torch.abs(scale.view(column)) + 0.1)",
                            "y = x * scale + shift": "y = (x - shift) / (tl.abs(scale) + 0.1)"},
            "one_plus": {"y = x * scale.view(column) + shift.view(column)":
                             "y = x * (1.0 + scale.view(column)) + shift.view(column)",
                         "y = x * scale + shift": "y = x * (1.0 + scale) + shift"},
            "shift_first": {"y = x * scale.view(column) + shift.view(column)":
                                "y = (x + shift.view(column)) * scale.view(column)",
                            "y = x * scale + shift": "y = (x + shift) * scale"},
            "prelu": {"y = x * scale.view(column) + shift.view(column)":
                          "y = torch.where(x > 0, x, scale.view(column) * x) + shift.view(column)",
                      "y = x * scale + shift": "y = tl.where(x > 0.0, x, scale * x) + shift"},
            "window": {"y = x * scale.view(column) + shift.view(column)":
                           "y = torch.maximum(torch.minimum(x, scale.view(column)), shift.view(column))",
                       "y = x * scale + shift": "y = tl.maximum(tl.minimum(x, scale), shift)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "scale_shift_last": {
        "FAMILY": {"one_plus": {"y = x * scale + shift": "y = x * (1.0 + scale) + shift"},
                   "centred": {"y = x * scale + shift": "y = (x - shift) * scale"},
                   "shift_first": {"y = x * scale + shift": "y = (x + shift) * scale"},
                   "divided": {"y = x * scale + shift": "y = (x - shift) / (scale * scale + 1.0)"},
                   "residual": {"y = x * scale + shift": "y = x + x * scale + shift"},
                   "interpolated": {"y = x * scale + shift": "y = x + scale * (shift - x)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
}
