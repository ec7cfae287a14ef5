"""Tables of the families of variances and other statistics."""

from corpus.derived_tables import Derived

FAMILIES = {
    "moments_to_two": {
        "FAMILY": {"population": {"x.std(dim=-1": "x.std(dim=-1, unbiased=False", "(n_cols - 1)": "n_cols"},
                   "plus": ({" / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, keepdim=True) + 1e-{0})",
                             "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))":
                                 "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1)) + 1e-{0}"},
                            "5 6 8"),
                   "population_plus": ({" / x.std(dim=-1, keepdim=True)":
                                            " / (x.std(dim=-1, unbiased=False, keepdim=True) + 1e-{0})",
                                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))":
                                            "tl.sqrt(tl.sum(lanes, axis=0) / n_cols) + 1e-{0}"},
                                       "5 6 8"),
                   "variance": ({" / x.std(dim=-1, keepdim=True)":
                                     " / torch.sqrt(x.var(dim=-1, keepdim=True) + 1e-{0})",
                                 "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))":
                                     "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1) + 1e-{0})"},
                                "5 6 8"),
                   "population_variance": (
                       {" / x.std(dim=-1, keepdim=True)":
                            " / torch.sqrt(x.var(dim=-1, unbiased=False, keepdim=True) + 1e-{0})",
                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))":
                            "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-{0})"},
                       "5 6 8"),
                   "less_mean": {
                       "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)":
                           "x - x.mean(dim=-1, keepdim=True)",
                       "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x - mean"},
                   "less_mean_again": {
                       "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)":
                           "x - x.mean(dim=-1, keepdim=True)",
                       "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x - mean"},
                   "over_mean": {
                       "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)":
                           "x / x.mean(dim=-1, keepdim=True) - 1.0",
                       "torch.randn(shape),": "torch.rand(shape) + 0.1,",
                       "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x / mean - 1.0"}},
        "AXES": [(
            "PROGRAM_TO_VX", "v = torch.sigmoid(y)\n    y = v * v", "v = tl.sigmoid(y)\n        y = v * v")]},
    "row_statistic_kept": {
        "FAMILY": {
            "mean": {"torch.sum(x, ": "torch.mean(x, ",
                     "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
            "largest": {
                "torch.sum(x, ": "torch.amax(x, ",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += x": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)"},
            "least": {
                "torch.sum(x, ": "torch.amin(x, ",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "lanes += x": 'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.min(lanes, axis=0)"},
            "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += x": "lanes += x * x"},
            "mean_square": {"torch.sum(x, ": "torch.mean(x * x, ", "lanes += x": "lanes += x * x",
                            "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
            "size": {"torch.sum(x, ": "torch.sum(x.abs(), ", "lanes += x": "lanes += tl.abs(x)"},
            "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ", "lanes += x": "lanes += x * x",
                     "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))"}},
        "AXES": [
            {  # which numbers of a row are given
                "alone": {
                    "z = torch.rand(shape[:-1] + (1,)) + 0.1": "", "w = torch.randn(shape[:-1] + (1,))": "",
                    "return x, z, w": "return (x,)", "(x, z, w)": "(x)", "s = s + z": "", "v = v + w": "",
                    "z_ptr, w_ptr, ": "", "z = tl.load(z_ptr + row).to(tl.float32)": "",
                    "w = tl.load(w_ptr + row).to(tl.float32)": "",
                    "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x = x.contiguous()",
                    "(x, z, w, ": "(x, "},
                "before": {"w = torch.randn(shape[:-1] + (1,))": "", "return x, z, w": "return x, z",
                           "(x, z, w)": "(x, z)", "v = v + w": "", "z_ptr, w_ptr, ": "z_ptr, ",
                           "w = tl.load(w_ptr + row).to(tl.float32)": "",
                           "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()":
                               "x, z = x.contiguous(), z.contiguous()",
                           "(x, z, w, ": "(x, z, "},
                "after": {"z = torch.rand(shape[:-1] + (1,)) + 0.1": "", "return x, z, w": "return x, w",
                          "(x, z, w)": "(x, w)", "s = s + z": "", "z_ptr, w_ptr, ": "w_ptr, ",
                          "z = tl.load(z_ptr + row).to(tl.float32)": "",
                          "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()":
                              "x, w = x.contiguous(), w.contiguous()",
                          "(x, z, w, ": "(x, w, "},
                "product": {"s = s + z": "s = s * z", "v = v + w": "v = v * w"},
                "difference": {"s = s + z": "s = s - z", "v = v + w": "v = w - v"}},
            ("UNARY+SCALAR", "s = torch.sigmoid(s)", "s = tl.sigmoid(s)", "optional"),
            {  # what the row becomes
                "times": {"y = x / s": "y = x * s"},
                "minus": {"y = x / s": "y = x - s", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
                "from": {"y = x / s": "y = s - x", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
                "minus_again": {"y = x / s": "y = x - s"}, "eps": {"y = x / s": "y = x / (s + 1e-6)"}},
            ("UNARY+STEEP", "y = torch.erf(y)", "y = tl.erf(y)", "optional"),
            {  # what else is told
                "minus": {"torch.log(s)": "-s", "tl.log(s)": "-s"},
                "exponential": {"torch.log(s)": "torch.exp(-s)", "tl.log(s)": "tl.exp(-s)"},
                "square": {"torch.log(s)": "s * s", "tl.log(s)": "s * s"},
                "root": {"torch.log(s)": "torch.sqrt(s)", "tl.log(s)": "tl.sqrt(s)"},
                "inverse": {"torch.log(s)": "1.0 / s", "tl.log(s)": "1.0 / s"},
                "half": {"torch.log(s)": "0.5 * s", "tl.log(s)": "0.5 * s"},
                "plus": {"torch.log(s)": "s + 0.5", "tl.log(s)": "s + 0.5"}},
            ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)", "optional"),
            {  # what is returned, and in which order
                "turned": {"return y, v": "return v, y"},
                "all": {"return y, v": "return s, y, v", "y_ptr, v_ptr": "s_ptr, y_ptr, v_ptr",
                        "tl.store(v_ptr + row, v)":
                            "tl.store(s_ptr + row, s)\n"
                            "tl.store(v_ptr + row, v)",
                        "v = x.new_empty(x.shape[:-1] + (1,))":
                            "s, v = x.new_empty(x.shape[:-1] + (1,)), x.new_empty(x.shape[:-1] + (1,))",
                        "y, v, n_cols": "s, y, v, n_cols"}}]},
    "two_statistics": Derived("ratio_of_statistics", {"y ": "v ", ".sigmoid(y)": ".abs(v)"},
        family={"var": ..., "biased": ..., "var_biased": ..., "sum_squares": ...,
                "mean_power": {
                    "torch.std(x, ": "torch.mean(x * x, ",
                    "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
                    "tl.sqrt(y)": "y"},
                "sum_norm": ..., "mean_norm": ...},
        axes=[0,
              {"turned": {"return v, y": "return y, v"}},
              2, 3,
              ("TAIL_X", "y = y + 1e-5", "y = 1e-5 + y", "optional")]),
    "value_range": Derived("logsumexp", {"33": "33), (1000,"},
        family={"midrange": {
            ") - torch.amin": ") + torch.amin",
            "tl.max(high, axis=0) - tl.min(low, axis=0)": "tl.max(high, axis=0) + tl.min(low, axis=0)"}}),
    "var": Derived("var_tail", axes=[1, 2, 4, 5]),
    "var_all": {
        "FAMILY": {
            "std_all": {"torch.var": "torch.std",
                        "y = squares_sum / (n_elements - 1)": "y = tl.sqrt(squares_sum / (n_elements - 1))"},
            "var_all_biased": {"unbiased=True": "unbiased=False",
                               "y = squares_sum / (n_elements - 1)": "y = squares_sum / n_elements"},
            "std_all_biased": {
                "torch.var": "torch.std", "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_elements - 1)": "y = tl.sqrt(squares_sum / n_elements)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "var_channel": Derived("sum_channel", {
        " y * 0.5": " torch.abs(y)", " 0.5 * y": " tl.abs(y)", "y = tl.sqrt(y)": "x = tl.maximum(x, 0.0)",
        "y = torch.sqrt(y)": "x = torch.relu(x)", "[(1, ": "[(2, "},
        family={"std_channel": {"torch.var": "torch.std",
                                "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / (count - 1))"},
                "var_channel_biased": {"unbiased=True": "unbiased=False",
                                       "y = squares_sum / (count - 1)": "y = squares_sum / count"},
                "std_channel_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                                       "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / count)"}},
        axes=[{"keepdim": ..., "ncl": ..., "ncdhw": ...,
               "ncdhw_keepdim": {"CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]":
                                     "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]",
                                 "dim=(0, 2, 3)": "dim=(0, 2, 3, 4), keepdim=True",
                                 "n_inner = height * width": "n_inner = depth * height * width",
                                 "new_empty((channels,))": "new_empty((1, channels, 1, 1, 1))",
                                 "n_batch, channels, height, width = x.shape":
                                     "n_batch, channels, depth, height, width = x.shape"}},
              2, 3,
              ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]),
    "var_dim0": Derived("var_middle", {
        "-2": "0", ":-2] + x.shape[-": "", "x.shape[:-2] + (": "(", "[-1": "[1"},
        axes=[{"keepdim": ...}, 1, 2, 3]),
    "var_dims": Derived("var_dim0", {"squares_sum": "tl.maximum(rest, 0.0)", "n_rows": "n_cols"},
        family={"std": ...,
                "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
                "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                               "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                                   "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)"}}, axes=["DIMS", 1, 2, 3]),
    "var_mean": {
        "FAMILY": {"std_mean": {"torch.var_mean": "torch.std_mean",
                                "y = tl.sum(squares, axis=0) / (n_cols - 1)":
                                    "y = tl.sqrt(tl.sum(squares, axis=0) / (n_cols - 1))"},
                   "var_mean_biased": {
                       "unbiased=True": "unbiased=False",
                       "y = tl.sum(squares, axis=0) / (n_cols - 1)": "y = tl.sum(squares, axis=0) / n_cols"},
                   "std_mean_biased": {"torch.var_mean": "torch.std_mean", "unbiased=True": "unbiased=False",
                                       "y = tl.sum(squares, axis=0) / (n_cols - 1)":
                                           "y = tl.sqrt(tl.sum(squares, axis=0) / n_cols)"},
                   "mean_var": {"return y, mean": "return mean, y"}},
        "AXES": [{"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "var_middle": Derived("logsumexp_middle", {
        "n_mid": "n_rows", "n_inner": "n_cols", "(1, 1, 1,": "(1, 2, 1,",
        "(2, 7, 2, 3, 5), (1, 5, 3,": "(2, 17, 3,", " 4, 13)]": " 4, 5)]", ", 1, ": ", 2, ",
        ", 7, ": ", 17, ", ", 2, ": ", 3, 9, ", ", 3, 5), (1, 5, 9, 17)]": ", 5)]", ", 5, 4),": ", 9, 5),",
        ", 2, 2, 4, ": ", 3, 4, 6, ", " (1, 5, 150)]": " (2, 33, 70)]"},
        family={"std": {"torch.var": "torch.std",
                        "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / (n_rows - 1))"},
                "var_biased": {"unbiased=True": "unbiased=False",
                               "y = squares_sum / (n_rows - 1)": "y = squares_sum / n_rows"},
                "std_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                               "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / n_rows)"}},
        axes=[{"keepdim": ..., "dim3": ..., "dim3_keepdim": ..., "dim4": ..., "dim4_keepdim": ...}, 1, 2, 3]),
    "var_tail": Derived("logsumexp_tail", {", 1),": ", 2),"},
        family={"std": {"torch.var": "torch.std",
                        "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / (n_cols - 1))"},
                "var_biased": {"unbiased=True": "unbiased=False",
                               "y = squares_sum / (n_cols - 1)": "y = squares_sum / n_cols"},
                "std_biased": {"torch.var": "torch.std", "unbiased=True": "unbiased=False",
                               "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / n_cols)"}}),
}
