"""Tables of the families of standardized and scaled rows."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import DIMS_OF_MIDDLE_GATE, EPS, JOINED_STATISTIC, ORDINAL_DIMENSIONS

FAMILIES = {
    "add_layer_norm": Derived("batch_norm_rows_eval_tail", {
        "z, ": "torch.randn(shape), torch.randn(shape)", "z, mean, var)": "z)", "mean": "(x.shape[-1],)",
        "var, training": "eps", " z, mean, var, y": " z, y, n_cols", "x_ptr": "(x_ptr", "mean_ptr": "y_ptr",
        "z, weight, bias, mean, var)": "z, weight, bias)", "mean, var,": "(x.shape[-1],),",
        " training": " eps", "x, z, weight, bias, mean, var, y": "x, z, weight, bias, y, n_cols",
        "z, torch.randn(width), torch.randn(width), ":
            "torch.randn(shape), torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"},
        axes=[EPS, ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"), 4, 5]),
    "add_rms_norm": Derived("add_layer_norm",
        family={"add_rms_norm_default": {  # without eps it is that of float32
                    "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
                        "F.rms_norm(x, (x.shape[-1],), weight)",
                    "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07"},
                "add_rms_norm_only": {  # the norm alone is returned
                    "return y, x": "return y", "weight_ptr, y_ptr, h_ptr": "weight_ptr, y_ptr",
                    "tl.store(h_ptr + row * n_cols + cols, x, mask=cols < n_cols)": "",
                    "h = torch.empty_like(x)": "", "weight, y, h, n_cols": "weight, y, n_cols",
                    "return y, h": "return y"}}, axes=[{"eps6": ..., "eps8": ..., "eps3": ...}, 1, 2, 3]),
    "center": {"AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "center_by_rank": {
        "FAMILY": {
            "smallest": (
                {"torch.median(x, dim=-1, keepdim=True)": "torch.kthvalue(x, {0}, dim=-1, keepdim=True)",
                 "(n_cols - 1) // 2": "{0} - 1"},
                "1 2 3 4"),
            "other": {"return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape)",
                      "(x)": "(x, w)", "torch.median(x": "torch.median(w",
                      "x_ptr, y_ptr": "x_ptr, w_ptr, y_ptr", "mine = tl.load(x_ptr": "mine = tl.load(w_ptr",
                      "other = tl.load(x_ptr": "other = tl.load(w_ptr",
                      "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
                      "(x, y, n_cols": "(x, w, y, n_cols"}},
        "AXES": [("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "l2_normalize": {
        "FAMILY": {
            "l1_normalize": {"p=2.0": "p=1.0", "lanes += x * x": "lanes += tl.abs(x)",
                             "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)"},
            "max_normalize": {
                "p=2.0": 'p=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)"},
            "l2_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=":
                                "x / (torch.linalg.vector_norm(x, dim=-1, keepdim=True) + ",
                            "norm = tl.maximum(norm,": "norm = (norm +"},
            "l1_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": "x / (torch.sum(torch.abs(x), dim=-1, keepdim=True) + ",
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
                "norm = tl.maximum(norm,": "norm = (norm +"},
            "max_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=":
                                 "x / (torch.amax(torch.abs(x), dim=-1, keepdim=True) + ",
                             "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                             "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)",
                             "norm = tl.maximum(norm,": "norm = (norm +"},
            "mean_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=":
                    "x / (torch.mean(torch.abs(x), dim=-1, keepdim=True) + ",
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0) / n_cols",
                "norm = tl.maximum(norm,": "norm = (norm +"},
            "square_quotient": {"F.normalize(x, p=2.0, dim=-1, eps=":
                                    "x / torch.sqrt(torch.sum(x * x, dim=-1, keepdim=True) + ",
                                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
                                "norm = tl.maximum(norm,": "norm = tl.sqrt(norm +"}},
        "AXES": [
            {  # a view of the result costs nothing
                "unsqueezed": {"return y": "return y.unsqueeze(-2)"},
                "flat": {"return y": "return y.flatten()"}, "column": {"return y": "return y.unsqueeze(-1)"}},
            EPS,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "middle_gate": Derived("row_gate", {
        "tl.sum(lanes, axis=0)": "total", "tl.where(cols < n_cols, x, 0.0)": "total += x", "n_cols": "n_mid",
        "tl.where(cols < n_cols, x * x, 0.0)": "total += x * x", "tl.where(cols < n_cols, ": "total += ",
        "), 0.0)": ")"},
        family={"middle_sum_gate": ...,
                "middle_max_gate": {"torch.mean(": "torch.amax(", "z = total / n_mid": "z = total",
                                    "total += x": "total = tl.maximum(total, x)",
                                    "total = tl.zeros([BLOCK], dtype=tl.float32)":
                                        'total = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'},
                "middle_min_gate": {"torch.mean(": "torch.amin(", "z = total / n_mid": "z = total",
                                    "total += x": "total = tl.minimum(total, x)",
                                    "total = tl.zeros([BLOCK], dtype=tl.float32)":
                                        'total = tl.full([BLOCK], float("inf"), dtype=tl.float32)'},
                "middle_norm_gate": ..., "middle_l1_gate": ...}, axes=[DIMS_OF_MIDDLE_GATE, 0, 2, 3, 4]),
    "min_max_dims": {
        "FAMILY": {
            "bare": {"(x - least) / (most - least + 1e-5)": "(x - least) / (most - least)",
                     "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least)"},
            "clamped": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / torch.clamp(most - least, min=1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / tl.maximum(most - least, 1e-5)"},
            "turned": {"(x - least) / (most - least + 1e-5)": "(most - x) / (most - least + 1e-5)",
                       "(x - least) / ((most - least) + 1e-5)": "(most - x) / (most - least + 1e-5)"},
            "symmetric": {
                "(x - least) / (most - least + 1e-5)": "2.0 * (x - least) / (most - least + 1e-5) - 1.0",
                "(x - least) / ((most - least) + 1e-5)": "2.0 * (x - least) / (most - least + 1e-5) - 1.0"},
            "doubled": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least + 1e-5) * 2.0 - 1.0",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least + 1e-5) * 2.0 - 1.0"},
            "of_sum": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most.abs() + least.abs() + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)":
                    "(x - least) / (tl.abs(most) + tl.abs(least) + 1e-5)"},
            "middle": {"(x - least) / (most - least + 1e-5)": "x - 0.5 * (most + least)",
                       "(x - least) / ((most - least) + 1e-5)": "x - 0.5 * (most + least)"},
            "levels": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least + 1e-5) * 255.0",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least + 1e-5) * 255.0"},
            "places": {
                "(x - least) / (most - least + 1e-5)": "(2.0 * x - least - most) / (most - least + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(2.0 * x - least - most) / (most - least + 1e-5)"}},
        "AXES": ["WHOLE_DIMS", EPS,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "min_max_scale": Derived("standardize",
        family={"max_min_scale": {"(x - low) /": "(high - x) /"},
                "symmetric_scale": {"(x - low) /": "(2.0 * x - low - high) /"}}),
    "normalize_dims": {
        "FAMILY": {
            "l1_normalize": {"torch.linalg.vector_norm(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                             "tl.where(mask, x * x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)",
                             "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0)"},
            "rms_normalize": {
                "torch.linalg.vector_norm(x, ": "torch.mean(x * x, ",
                "y = x / norm": "y = x / torch.sqrt(norm)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols",
                "load_tile(x_ptr + place, mask) / norm": "load_tile(x_ptr + place, mask) / tl.sqrt(norm)"},
            "mean_abs_normalize": {"torch.linalg.vector_norm(x, ": "torch.mean(torch.abs(x), ",
                                   "tl.where(mask, x * x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)",
                                   "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols"},
            "max_normalize": {"torch.linalg.vector_norm(x, ": "torch.amax(torch.abs(x), ",
                              "lanes += tl.where(mask, x * x, 0.0)":
                                  "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                              "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                              "tl.sqrt(tl.sum(partial, axis=0))": "tl.max(partial, axis=0)"},
            "share": {
                "torch.linalg.vector_norm(x, ": "torch.sum(x, ", "torch.randn(shape)": "torch.rand(shape)",
                "tl.where(mask, x * x, 0.0)": "tl.where(mask, x, 0.0)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0)"},
            "center": {"torch.linalg.vector_norm(x, ": "torch.mean(x, ", "y = x / norm": "y = x - norm",
                       "tl.where(mask, x * x, 0.0)": "tl.where(mask, x, 0.0)",
                       "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols",
                       "load_tile(x_ptr + place, mask) / norm": "load_tile(x_ptr + place, mask) - norm"}},
        "AXES": ["WHOLE_DIMS",
                 {"bare": {"norm = norm + 1e-5": "", "norm += 1e-5": ""},
                  "clamped": {"norm = norm + 1e-5": "norm = norm.clamp(min=1e-12)",
                              "norm += 1e-5": "norm = tl.maximum(norm, 1e-12)"},
                  "eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps12": {"1e-5": "1e-12"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "normalize_middle": {
        "FAMILY": {
            "l2_normalize_middle": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=2.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-5)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-5)"},
            "l1_normalize_middle": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=1.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-5)", "total += x * x": "total += tl.abs(x)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(total, 1e-5)"},
            "rms_middle_small": {"1e-5": "1e-8"},
            "l2_normalize_middle_small": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=2.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-12)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-12)"}},
        "AXES": [DIMS_OF_MIDDLE_GATE,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "row_gate": {
        "FAMILY": {
            "row_sum_gate": {"torch.mean(": "torch.sum(",
                             "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)"},
            "row_max_gate": {"torch.mean(": "torch.amax(",
                             "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                             "lanes += tl.where(cols < n_cols, x, 0.0)":
                                 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
                             "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)"},
            "row_min_gate": {"torch.mean(": "torch.amin(",
                             "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                             "lanes += tl.where(cols < n_cols, x, 0.0)":
                                 'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))',
                             "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.min(lanes, axis=0)"},
            "row_norm_gate": {"torch.mean(": "torch.linalg.vector_norm(",
                              "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, x * x, 0.0)",
                              "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sqrt(tl.sum(lanes, axis=0))"},
            "row_l1_gate": {"torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                            "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
                            "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)"},
            "row_mean_abs_gate": {
                "torch.mean(x,": "torch.mean(torch.abs(x),",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)"},
            "row_max_abs_gate": {"torch.mean(x,": "torch.amax(torch.abs(x),",
                                 "lanes += tl.where(cols < n_cols, x, 0.0)":
                                     "lanes = tl.maximum(lanes, tl.where(cols < n_cols, tl.abs(x), 0.0))",
                                 "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)"}},
        "AXES": [
            JOINED_STATISTIC,
            {  # the statistic of a plane or of a whole sample
                "last2": {
                    "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, "
                    "2100)]": "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]",
                    "dim=-1": "dim=(-2, -1)", "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]"},
                "last3": {
                    "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, "
                    "2100)]": "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "shapes_softmax": {
        "FAMILY": {"log_softmax": {
            "F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"}},
        "AXES": ["ROWS_READ_TWICE"]},
    "shapes_softmax_middle": {
        "FAMILY": {"log_softmax": {"F.softmax": "F.log_softmax",
                                   "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)"}},
        "AXES": ["COLUMNS_READ_TWICE"]},
    "standardize": {
        "FAMILY": {"standardize_biased": {
            "unbiased=True": "unbiased=False", "squares_sum / (n_cols - 1)": "squares_sum / n_cols"}},
        "AXES": [EPS,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "standardize_dim0": Derived("standardize", {"n_cols": "n_rows"}),
    "standardize_dims": {
        "FAMILY": {
            "of_root": {"torch.std(x, ": "torch.var(x, correction=0, ",
                        "scale = scale + 1e-5": "scale = torch.sqrt(scale + 1e-5)",
                        "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / n_cols + 1e-5)"},
            "of_root_unbiased": {
                "torch.std(x, ": "torch.var(x, ", "scale = scale + 1e-5": "scale = torch.sqrt(scale + 1e-5)",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / (n_cols - 1) + 1e-5)"},
            "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "bare": {"scale = scale + 1e-5": "",
                     "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / (n_cols - 1))"},
            "clamped": {
                "scale = scale + 1e-5": "scale = scale.clamp(min=1e-5)",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.maximum(tl.sqrt(rest / (n_cols - 1)), 1e-5)"}},
        "AXES": ["WHOLE_DIMS",
                 {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "standardize_to_two": {
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
                       "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                       "        lanes += x * x\n"
                       "        rest += x\n"
                       "    # What rounding has left of the mean counts where a row is far from 0.\n"
                       "    mean += tl.sum(rest, axis=0) / n_cols\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x - mean"},
                   "less_mean_again": {
                       "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)":
                           "x - x.mean(dim=-1, keepdim=True)",
                       "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                       "        lanes += x * x\n"
                       "        rest += x\n"
                       "    # What rounding has left of the mean counts where a row is far from 0.\n"
                       "    mean += tl.sum(rest, axis=0) / n_cols\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x - mean"},
                   "over_mean": {
                       "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)":
                           "x / x.mean(dim=-1, keepdim=True) - 1.0",
                       "torch.randn(shape), z": "torch.rand(shape) + 0.1, z",
                       "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                       "    for start in range(0, n_cols, BLOCK):\n"
                       "        cols = start + tl.arange(0, BLOCK)\n"
                       "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                       "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                       "        lanes += x * x\n"
                       "        rest += x\n"
                       "    # What rounding has left of the mean counts where a row is far from 0.\n"
                       "    mean += tl.sum(rest, axis=0) / n_cols\n"
                       "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n": "",
                       "y = (x - mean) / scale": "y = x / mean - 1.0"}},
        "AXES": [{  # what z is
                     "whole": {"z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                               "z_ptr + cols": "z_ptr + row * n_cols + cols"},
                     "whole_again": {"z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                                     "z_ptr + cols": "z_ptr + row * n_cols + cols"},
                     "of_row": {"z = torch.randn(shape[-1])": "z = torch.randn(shape[:-1] + (1,))",
                                "tl.load(z_ptr + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)"}},
                 ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z",
                  "v = tl.sigmoid(y)\n        y = z + v")]},
    "statistics_given": {
        "FAMILY": {"biased": {"torch.std(x,": "torch.std(x, correction=0,",
                              "squares_sum / (n_cols - 1)": "squares_sum / n_cols"},
                   "var": {"torch.std": "torch.var",
                           "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / (n_cols - 1)"},
                   "var_biased": {"torch.std(x,": "torch.var(x, correction=0,",
                                  "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / n_cols"},
                   "root_of_var": ({"torch.std(x,": "torch.sqrt(torch.var(x,",
                                    "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                                    "std = tl.sqrt(squares_sum / (n_cols - 1))":
                                        "std = tl.sqrt(squares_sum / (n_cols - 1) + 1e-{0})"},
                                   "5 6 8"),
                   "root_of_biased": ({"torch.std(x,": "torch.sqrt(torch.var(x, correction=0,",
                                       "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                                       "std = tl.sqrt(squares_sum / (n_cols - 1))":
                                           "std = tl.sqrt(squares_sum / n_cols + 1e-{0})"},
                                      "5 6 8")},
        "AXES": [{  # over which dimensions
                     "planes": {"CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), "
                                "((2, 3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]":
                                    "CASES = [((1, 1, 1, 2), (1, 1, 1, 1)), ((2, 3, 4, 13), (2, 3, 2, 7)), "
                                    "((2, 3, 5, 7), (2, 3, 6, 9)), ((1, 2, 40, 30), (1, 2, 50, 27))]",
                                "dim=-1": "dim=(2, 3)",
                                "n_cols, n_given = x.shape[-1], z.shape[-1]":
                                    "n_cols, n_given = x.shape[2] * x.shape[3], z.shape[2] * z.shape[3]"}},
                 {"given_first": {"def statistics_given_torch(x, z)": "def statistics_given_torch(z, x)",
                                  "def statistics_given_triton(x, z)": "def statistics_given_triton(z, x)",
                                  "return torch.randn(x_shape), torch.randn(z_shape)":
                                      "return torch.randn(z_shape), torch.randn(x_shape)"}},
                 {  # how they join
                     "standardize": ({"y = z * std + mean": "y = (z - mean) / (std + 1e-{0})"}, "5 6 8"),
                     "quotient": {"y = z * std + mean": "y = (z - mean) / std"},
                     "shift": {"y = z * std + mean": "y = (z + mean) * std"},
                     "scale": ({"y = z * std + mean": "y = z * (std + 1e-{0}) + mean"}, "5 6"),
                     "one_more": {"y = z * std + mean": "y = z * (1.0 + std) + mean"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "written_norm": {
        "FAMILY": {
            "sum_abs": {"x.abs().mean(": "x.abs().sum(", "scale = total / whole": "scale = total"},
            "norm": {"x.abs().mean(": "x.norm(", "total += tl.abs(x)": "total += x * x",
                     "scale = total / whole": "scale = tl.sqrt(total)"},
            "largest": {"x.abs().mean(": "x.abs().amax(",
                        "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                        "scale = total / whole": "scale = total"},
            "sum": {
                "x.abs().mean(": "x.sum(", "torch.randn(shape),": "torch.randn(shape) + 2.0 * len(shape),",
                "total += tl.abs(x)": "total += x", "scale = total / whole": "scale = total"},
            "norm_eps": ({"x.abs().mean(": "x.norm(", "x / size": "x / (size + 1e-{0})",
                          "total += tl.abs(x)": "total += x * x",
                          "scale = total / whole": "scale = tl.sqrt(total) + 1e-{0}"},
                         "8 6 5"),
            "norm_clamp": ({"x.abs().mean(": "x.norm(", "x / size": "x / size.clamp(min=1e-{0})",
                            "total += tl.abs(x)": "total += x * x",
                            "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-{0})"},
                           "8 6"),
            "normalize": {"x.abs().mean(": "x.norm(", "x / size": "x / size.clamp(min=1e-12)",
                          "total += tl.abs(x)": "total += x * x",
                          "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-12)"},
            "sum_abs_clamp": {"x.abs().mean(": "x.abs().sum(", "x / size": "x / size.clamp(min=1e-12)",
                              "scale = total / whole": "scale = tl.maximum(total, 1e-12)"},
            "largest_clamp": {"x.abs().mean(": "x.abs().amax(", "x / size": "x / size.clamp(min=1e-12)",
                              "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                              "scale = total / whole": "scale = tl.maximum(total, 1e-12)"},
            "mean_abs_eps": ({"x / size": "x / (size + 1e-{0})",
                              "scale = total / whole": "scale = total / whole + 1e-{0}"},
                             "8 6 5"),
            "sum_abs_eps": ({"x.abs().mean(": "x.abs().sum(", "x / size": "x / (size + 1e-{0})",
                             "scale = total / whole": "scale = total + 1e-{0}"},
                            "8 6 5"),
            "largest_eps": ({"x.abs().mean(": "x.abs().amax(", "x / size": "x / (size + 1e-{0})",
                             "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                             "scale = total / whole": "scale = total + 1e-{0}"},
                            "8 6 5"),
            "mean_square": ({"x.abs().mean(": "(x ** 2).mean(", "x / size": "x / torch.sqrt(size + 1e-{0})",
                             "total += tl.abs(x)": "total += x * x",
                             "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})"},
                            "5 6 8"),
            "mean_square_rsqrt": (
                {"x.abs().mean(": "x.pow(2).mean(", "x / size": "x * torch.rsqrt(size + 1e-{0})",
                 "total += tl.abs(x)": "total += x * x",
                 "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})"},
                "5 6 8"),
            "square": ({"x.abs().mean(": "(x * x).sum(", "x / size": "x / torch.sqrt(size + 1e-{0})",
                        "total += tl.abs(x)": "total += x * x",
                        "scale = total / whole": "scale = tl.sqrt(total + 1e-{0})"},
                       "8 6 5"),
            "root": {
                "x.abs().mean(": "(x * x).sum(", "x / size": "x / size.sqrt()",
                "total += tl.abs(x)": "total += x * x", "scale = total / whole": "scale = tl.sqrt(total)"}},
        "AXES": [{  # along which dimension
            "first": {"dim=-2": "dim=0", "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)"},
            "second": {"CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),",
                       "dim=-2": "dim=1", "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)"},
            "third": {
                "CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [", ", (3, 2, 70)]": ", (2, 3, 4, 70)]",
                "dim=-2": "dim=2", "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)"}}]},
    "written_standardize": {
        "FAMILY": {
            "eps": ({"mean) / deviation": "mean) / (deviation + 1e-{0})",
                     "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / (whole - 1)) + 1e-{0}"},
                    "5 6 8"),
            "var": ({"x.std(": "x.var(unbiased=False, ",
                     "mean) / deviation": "mean) / torch.sqrt(deviation + 1e-{0})",
                     "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / whole + 1e-{0})"},
                    "5 6"),
            "rsqrt": ({"x.std(": "x.var(unbiased=False, ",
                       "mean) / deviation": "mean) * torch.rsqrt(deviation + 1e-{0})",
                       "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / whole + 1e-{0})"},
                      "5 6"),
            "center": {
                "deviation = x.std(dim=-2, keepdim=True)": "", "mean) / deviation": "mean)",
                "squares = tl.zeros([BLOCK], dtype=tl.float32)": "", "squares += (x - mean) * (x - mean)": "",
                "rest = tl.maximum(squares - correction * correction * whole, 0.0)": "",
                "scale = tl.sqrt(rest / (whole - 1))": "",
                "(x - mean - correction) / scale": "x - mean - correction"}},
        "AXES": [
            ORDINAL_DIMENSIONS,
            {"plain": {"place = shape[-2:-1] + (1,)": "",
                       "return torch.randn(shape), torch.randn(place), torch.randn(place)":
                           "return (torch.randn(shape),)",
                       "written_standardize_torch(x, weight, bias)": "written_standardize_torch(x)",
                       "written_standardize_triton(x, weight, bias)": "written_standardize_triton(x)",
                       "y = y * weight + bias": "", "x_ptr, weight_ptr, bias_ptr,": "x_ptr,",
                       "(x, weight, bias, y": "(x, y",
                       "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()":
                           "x = x.contiguous()",
                       "weight = tl.load(weight_ptr + place).to(tl.float32)": "",
                       "bias = tl.load(bias_ptr + place).to(tl.float32)": ""},
             "of_last": {
                 "place = shape[-2:-1] + (1,)": "place = shape[-1:]",
                 "n_lines, whole, inner, BLOCK: tl": "n_lines, whole, inner, last, BLOCK: tl",
                 "n_lines, whole, inner, BLOCK=128": "n_lines, whole, inner, x.shape[-1], BLOCK=128",
                 "tl.load(weight_ptr + place)": "tl.load(weight_ptr + lines % last, mask=mask, other=0.0)",
                 "tl.load(bias_ptr + place)": "tl.load(bias_ptr + lines % last, mask=mask, other=0.0)"},
             "weight": {
                 "torch.randn(place), torch.randn(place)": "torch.randn(place)",
                 "written_standardize_torch(x, weight, bias)": "written_standardize_torch(x, weight)",
                 "written_standardize_triton(x, weight, bias)": "written_standardize_triton(x, weight)",
                 "y = y * weight + bias": "y = y * weight",
                 "x_ptr, weight_ptr, bias_ptr,": "x_ptr, weight_ptr,", "(x, weight, bias, y": "(x, weight, y",
                 "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()":
                     "x, weight = x.contiguous(), weight.contiguous()",
                 "bias = tl.load(bias_ptr + place).to(tl.float32)": ""}},
            ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "written_standardize_rows": {
        "FAMILY": {
            "eps": ({"mean) / spread": "mean) / (spread + 1e-{0})",
                     "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / (n_cols - 1)) + 1e-{0}"},
                    "5 6 8"),
            "biased": {
                "x.std(": "x.std(unbiased=False, ", "squares_sum / (n_cols - 1)": "squares_sum / n_cols"},
            "biased_eps": ({"x.std(": "x.std(unbiased=False, ", "mean) / spread": "mean) / (spread + 1e-{0})",
                            "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / n_cols) + 1e-{0}"},
                           "5 6 8"),
            "var": ({"x.std(": "x.var(", "mean) / spread": "mean) / torch.sqrt(spread + 1e-{0})",
                     "squares_sum / (n_cols - 1)": "squares_sum / (n_cols - 1) + 1e-{0}"},
                    "5 6"),
            "center": {
                "spread = x.std(dim=-1, keepdim=True)": "", "mean) / spread": "mean)",
                "squares = tl.zeros([BLOCK], dtype=tl.float32)": "", "squares += deviation * deviation": "",
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)":
                    "",
                "spread = tl.sqrt(squares_sum / (n_cols - 1))": "",
                "(load_tile(row_ptr, cols, n_cols) - mean - correction) / spread":
                    "load_tile(row_ptr, cols, n_cols) - mean - correction"}},
        "AXES": [{"plain": {"return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
                                "return (torch.randn(shape),)",
                            "(x, weight, bias)": "(x)", "y = y * weight + bias": "",
                            "x_ptr, weight_ptr, bias_ptr,": "x_ptr,", "(x, weight, bias, y": "(x, y",
                            "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()":
                                "x = x.contiguous()",
                            "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                            "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": ""},
                  "weight": {"torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])",
                             "(x, weight, bias)": "(x, weight)", "y = y * weight + bias": "y = y * weight",
                             "x_ptr, weight_ptr, bias_ptr,": "x_ptr, weight_ptr,",
                             "(x, weight, bias, y": "(x, weight, y",
                             "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()":
                                 "x, weight = x.contiguous(), weight.contiguous()",
                             "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": ""}},
                 ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
