"""Tables of the families of sums and means."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import LAST_DIMENSIONS, ROW_MASK, SHAPES_OF_RESIDUAL

UNSQUEEZED_FLAT = {  # a view of the result costs nothing
    "unsqueezed": {"return y": "return y.unsqueeze(-1)"}, "flat": {"return y": "return y.flatten()"}}

FAMILIES = {
    "masked_mean": {
        "FAMILY": {
            "masked_sum": {
                "y = torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)":
                    "y = torch.sum(x * keep, dim=-1)",
                "y = tl.sum(lanes, axis=0) / tl.maximum(tl.sum(counts, axis=0), 1)":
                    "y = tl.sum(lanes, axis=0)",
                "counts = tl.zeros([BLOCK], dtype=tl.int32)": "", "counts += keep.to(tl.int32)": ""},
            "masked_max": {
                "y = torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)":
                    "y = torch.amax(x.masked_fill(~keep, -1e4), dim=-1)",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += tl.where(keep, x, 0.0)":
                    'lanes = tl.maximum(lanes, tl.where(mask, tl.where(keep, x, -1e4), -float("inf")))',
                "y = tl.sum(lanes, axis=0) / tl.maximum(tl.sum(counts, axis=0), 1)":
                    "y = tl.max(lanes, axis=0)",
                "counts = tl.zeros([BLOCK], dtype=tl.int32)": "", "counts += keep.to(tl.int32)": ""}},
        "AXES": [ROW_MASK,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "masked_mean_all": {
        "FAMILY": {"bare": {"(torch.sum(m) + 1e-6)": "torch.sum(m)", "(weight + 1e-6)": "weight"},
                   "at_least_one": {"(torch.sum(m) + 1e-6)": "torch.sum(m).clamp(min=1.0)",
                                    "(weight + 1e-6)": "tl.maximum(weight, 1.0)"},
                   "at_least_eps": {"(torch.sum(m) + 1e-6)": "torch.clamp(torch.sum(m), min=1e-8)",
                                    "(weight + 1e-6)": "tl.maximum(weight, 1e-8)"},
                   "of_squares": {
                       "torch.sum(x * m)": "torch.sum(x ** 2 * m)", "lanes += x * m": "lanes += x * x * m"}},
        "AXES": [{"eps8": {"1e-6": "1e-8"}, "eps5": {"1e-6": "1e-5"}, "eps12": {"1e-6": "1e-12"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "masked_mean_time": {
        "FAMILY": {"masked_sum_time": {"(x * mask.unsqueeze(-1)).sum(dim=1) / mask.sum(dim=1, "
                                       "keepdim=True).clamp(min=1.0)": "(x * mask.unsqueeze(-1)).sum(dim=1)",
                                       "count = 0.0": "", "count += weight": "",
                                       "y = total / tl.maximum(count, 1.0)": "y = total"},
                   "masked_max_time": {
                       "(x * mask.unsqueeze(-1)).sum(dim=1) / mask.sum(dim=1, keepdim=True).clamp(min=1.0)":
                           "torch.where(mask.unsqueeze(-1) > 0.5, x, -1000.0).amax(dim=1)",
                       "total = tl.zeros((BLOCK,), tl.float32)":
                           'total = tl.full((BLOCK,), float("-inf"), tl.float32)',
                       "count = 0.0": "", "count += weight": "",
                       "total += weight * x": "total = tl.maximum(total, tl.where(weight > 0.5, x, -1000.0))",
                       "y = total / tl.maximum(count, 1.0)": "y = total"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "reduce_dims": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean",
                     "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                     "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                     "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares"},
            "amax": {"torch.sum": "torch.amax",
                     "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                         'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                     "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                     "other=0.0)\n    y = tl.sum(partial, axis=0)":
                         'other=-float("inf"))\n'
                         "y = tl.max(partial, axis=0)"},
            "amin": {"torch.sum": "torch.amin",
                     "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                         'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                     "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                     "other=0.0)\n    y = tl.sum(partial, axis=0)":
                         'other=float("inf"))\n'
                         "y = tl.min(partial, axis=0)"},
            "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                     "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                     "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))"},
            "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                        "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
            "max_norm": {"torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                         "lanes += tl.where(mask, x, 0.0)":
                             "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                         "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                         "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)"},
            "sum_of_squares": {"torch.sum(x, ": "torch.sum(x * x, ",
                               "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)"},
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares"},
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)",
                "lanes += tl.where(mask, x, 0.0)":
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher",
                "partial = tl.sum(lanes, axis=1)":
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))",
                "other=0.0)\n    y = tl.sum(partial, axis=0)":
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))",
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)"}},
        "AXES": ["DIMS",
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "reduced_and_row": {
        "FAMILY": {
            "sum": {"torch.sum(x * x,": "torch.sum(x,", "x * x, 0.0": "x, 0.0"},
            "abs": {"torch.sum(x * x,": "torch.sum(torch.abs(x),", "x * x, 0.0": "tl.abs(x), 0.0"},
            "pow": {"x * x, dim": "x ** 2, dim"},
            "unsqueezed": {
                "torch.sum(x * x, dim=-1, keepdim=True)": "torch.sum(x * x, dim=-1).unsqueeze(-1)"},
            "norm": {"torch.sum(x * x, dim=-1, keepdim=True)": "torch.linalg.norm(x, dim=-1, keepdim=True)",
                     "total = tl.sum(lanes, axis=0)": "total = tl.sqrt_rn(tl.sum(lanes, axis=0))"},
            "mean": {"torch.sum(x * x,": "torch.mean(x,", "x * x, 0.0": "x, 0.0",
                     "tl.sum(lanes, axis=0)": "tl.sum(lanes, axis=0) / K"},
            "max": {"torch.sum(x * x,": "torch.amax(x,",
                    "lanes += tl.where(k < K, x * x, 0.0)":
                        'lanes = tl.maximum(lanes, tl.where(k < K, x, -float("inf")))',
                    "tl.zeros([BLOCK],": 'tl.full([BLOCK], -float("inf"),', "tl.sum(lanes": "tl.max(lanes"}},
        "AXES": [{"batched": {
                     "[(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]":
                         "[(1, 2, 5, 2), (3, 4, 33, 7), (2, 3, 9, 300)]",
                     "make(M, K, N)": "make(*shape)",
                     "torch.randn(M, K), torch.randn(N)": "torch.randn(shape[:-1]), torch.randn(shape[-1])"}},
                 ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "row_sum_joins": Derived("row_statistic_kept", {
        "tl.log(s)": "z + s", "-s)": "-z) + s", "torch.log(s)": "s + z",
        "torch.exp(-s)": "s + torch.exp(-z)"},
        family={"mean": ..., "largest": ..., "square": ..., "norm": ...},
        axes=[
            {  # what z is
                "number": {
                    "torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(()) + 0.1", "z_ptr + row)": "z_ptr)"},
                "one": {
                    "torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(1) + 0.1", "z_ptr + row)": "z_ptr)"},
                "short": {"shape[:-1] + (1,)": "shape[:-1]",
                          "def row_sum_joins_torch(x, z):":
                              "def row_sum_joins_torch(x, z):\n"
                              "    z = z.unsqueeze(-1)"},
                "statistic_first": {"return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1":
                                        "return torch.rand(shape[:-1] + (1,)) + 0.1, torch.rand(shape) + 0.1",
                                    "def row_sum_joins_torch(x, z)": "def row_sum_joins_torch(z, x)",
                                    "def row_sum_joins_triton(x, z)": "def row_sum_joins_triton(z, x)"}},
            {"eps": ({"s + z": "s + z + 1e-{0}", "z + s": "z + s + 1e-{0}"}, "5 6 8"),
             "product": {"s + z": "s * z", "z + s": "z * s"},
             "product_eps": ({"s + z": "s * z + 1e-{0}", "z + s": "z * s + 1e-{0}"}, "5 6 8"),
             "larger": {"s + z": "torch.maximum(s, z)", "z + s": "tl.maximum(z, s)"},
             "exponential": ...,
             "root": ({"s + z": "torch.sqrt(s * z + 1e-{0})", "z + s": "tl.sqrt(z * s + 1e-{0})"}, "5 6 8")},
            {"times": ..., "minus": {"y = x / s": "y = x - s"}, "share": {"y = x / s": "y = x / s * z"},
             "shifted": {"y = x / s": "y = (x - z) / s"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional")]),
    "sum_all": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = (tl.sum(partial, axis=0) / n_elements)",
                "(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr)":
                    "(partial_ptr, y_ptr, n_partials, n_elements, BLOCK: tl.constexpr)",
                "(partial, y, n_partials, BLOCK=1024)": "(partial, y, n_partials, n_elements, BLOCK=1024)"},
            "amax": {"torch.sum": "torch.amax",
                     "lanes = tl.zeros([BLOCK], dtype=tl.float64)":
                         'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                     "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                     "mask=offsets < n_partials, other=0.0": 'mask=offsets < n_partials, other=-float("inf")',
                     "y = tl.sum(partial, axis=0).to(tl.float32)": "y = tl.max(partial, axis=0)",
                     "dtype=torch.float64": "dtype=torch.float32"},
            "amin": {"torch.sum": "torch.amin",
                     "lanes = tl.zeros([BLOCK], dtype=tl.float64)":
                         'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                     "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
                     "mask=offsets < n_partials, other=0.0": 'mask=offsets < n_partials, other=float("inf")',
                     "y = tl.sum(partial, axis=0).to(tl.float32)": "y = tl.min(partial, axis=0)",
                     "dtype=torch.float64": "dtype=torch.float32"}},
        "AXES": [("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "sum_channel": Derived("sum_leading", {
        "1": "2, 3", "partial": "(partial", "n_shares": "n_partials", "tile": "tl.where(mask, x, 0.0)",
        "max(tile, ": 'max(tl.where(mask, x, -float("inf")), ',
        "min(tile, ": 'min(tl.where(mask, x, float("inf")), ', "n_cols": "channels",
        "(1, 1, n_cols))": "(1, channels, 1, 1))", "(partial,": "(lanes,", "partial_ptr": "(partial_ptr",
        "partial,": "(partial,", ", n_rows, n_shares": ", n_partials, n_batch * n_inner", "tile ": "lanes ",
        " n_rows": " count", "partial_ptr, y_ptr, n_rows, n_shares": "(partial_ptr, y_ptr, n_partials, count",
        "other=0.0)\n    y": "y", 'other=float("inf"))\ny': "y", 'other=-float("inf"))\ny': "y",
        "tile =": "lanes =", "minimum(tile, ": "minimum(lanes, ", "maximum(tile, ": "maximum(lanes, ",
        "[BLOCK_ROWS, BLOCK_COLS]": "[BLOCK]"},
        axes=[{"keepdim": ...,
               "ncl": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]":
                           "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]",
                       "dim=(0, 2, 3)": "dim=(0, 2)",
                       "n_batch, channels, height, width = x.shape\n"
                       "    n_inner = height * width": "n_batch, channels, n_inner = x.shape"},
               "ncl_keepdim": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]":
                                   "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]",
                               "dim=(0, 2, 3)": "dim=(0, 2), keepdim=True",
                               "new_empty((channels,))": "new_empty((1, channels, 1))",
                               "n_batch, channels, height, width = x.shape\n"
                               "    n_inner = height * width": "n_batch, channels, n_inner = x.shape"},
               "ncdhw": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]":
                             "CASES = [(1, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]",
                         "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)",
                         "n_inner = height * width": "n_inner = depth * height * width",
                         "n_batch, channels, height, width = x.shape":
                             "n_batch, channels, depth, height, width = x.shape"}},
              1, 2, 3]),
    "sum_dim0": Derived("reduce_dims", {
        " tl.abs(y)": " 0.5 * y", " torch.abs(y)": " y * 0.5", "x": "y", "relu": "sqrt", "lanes": "tile",
        "1": "0", "maximum": "sqrt", "x, 0.0": "y", "n_rows, ": "",
        "lanes += tl.where(mask, x": "tile += tl.where(mask, x", "n_cols": "n_rows", "ROWS": "BLOCK_ROWS",
        "BLOCK": "BLOCK_COLS",
        "lanes = tl.minimum(lanes, tl.where(mask, x, ": "tile = tl.minimum(tile, tl.where(mask, x, ",
        "lanes = tl.maximum(lanes, tl.where(mask, x, ": "tile = tl.maximum(tile, tl.where(mask, x, "},
        family={"mean": ..., "amax": ..., "amin": ...},
        axes=[{"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
              ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
              1, 2]),
    "sum_dims": Derived("sum_tail", {
        "dim=-1": "dim=(-2, -1)", "-1]": "-2]", "abs": "sqrt", ",)": ", 1)",
        "n_cols = x.shape[-1": "x.shape[-2] * x.shape[-1", "n_cols": "n_inner",
        "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
        " 2)": " 1)", "(3,": "(12,", " 1),": " 1, 1),", " (3, 33),": " (12, 5, 7),",
        ", 65), (2, 3, 2, 17),": ", 4, 13),", ", 3, 2, ": ", 2, 5, ", ", 2100)]": ", 40, 30)]"},
        axes=[UNSQUEEZED_FLAT,
              {"keepdim": ..., "last3": ..., "last3_keepdim": ...,
               "last4": {"CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                             "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]",
                         "dim=(-2, -1)": "dim=(-4, -3, -2, -1)",
                         "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2]": "x.shape[:-4]"},
               "last4_keepdim": {
                   "CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                       "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]",
                   "dim=(-2, -1)": "dim=(-4, -3, -2, -1), keepdim=True",
                   "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                   "x.shape[:-2]": "x.shape[:-4] + (1, 1, 1, 1)"}},
              ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
              4, 5]),
    "sum_joins_vectors": {
        "FAMILY": {"mean": {"torch.sum(": "torch.mean(",
                            "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols"},
                   "norm": {"torch.sum(": "torch.linalg.vector_norm(",
                            "tl.where(mask, x, 0.0)": "tl.where(mask, x * x, 0.0)",
                            "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))"},
                   "size": {"torch.sum(": "torch.linalg.vector_norm(", "dim=-1": "ord=1, dim=-1",
                            "tl.where(mask, x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)"},
                   "amax": {"torch.sum(": "torch.amax(",
                            "tl.zeros([BLOCK], dtype=tl.float32)":
                                'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                            "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)"},
                   "amin": {"torch.sum(": "torch.amin(",
                            "tl.zeros([BLOCK], dtype=tl.float32)":
                                'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                            "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)"}},
        "AXES": [
            {"kept": {"dim=-1": "dim=-1, keepdim=True",
                      "z = torch.randn(shape[:-1])": "z = torch.randn(shape[:-1] + (1,))",
                      "w = torch.randn(shape[:-1])": "w = torch.randn(shape[:-1] + (1,))",
                      "x.new_empty(x.shape[:-1])": "x.new_empty(x.shape[:-1] + (1,))"}},
            {  # what the row is joined to
                "times": {"x = x - u": "x = x * u"}, "plus": {"x = x - u": "x = x + u"},
                "alone": {"u = torch.randn(shape)": "", "return x, u, z, w": "return x, z, w",
                          "(x, u, z, w)": "(x, z, w)", "x = x - u": "", "x_ptr, u_ptr": "x_ptr",
                          "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                          "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()",
                          "(x, u, z, w, y": "(x, z, w, y"},
                "point": {"u = torch.randn(shape)": "u = torch.randn(shape[-1])",
                          "u_ptr + row * n_cols + cols": "u_ptr + cols"},
                "point_times": {"u = torch.randn(shape)": "u = torch.randn(shape[-1])",
                                "u_ptr + row * n_cols + cols": "u_ptr + cols", "x = x - u": "x = x * u"},
                "alone_again": {
                    "u = torch.randn(shape)": "", "return x, u, z, w": "return x, z, w",
                    "(x, u, z, w)": "(x, z, w)", "x = x - u": "", "x_ptr, u_ptr": "x_ptr",
                    "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()",
                    "(x, u, z, w, y": "(x, z, w, y"}},
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("PROGRAM_XZW", "y = y * z + w", "y = z * y + w")]},
    "sum_last": Derived("sum_pair", {"abs": "sqrt"},
        axes=[UNSQUEEZED_FLAT, 0, ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"), 3, 4]),
    "sum_leading": Derived("sum_dim0", {
        "dim=0": "dim=(0, 1)", "x.shape[1:]": "new_empty((n_cols,))",
        "(1,) + x.shape[1:]": "new_empty((1, 1, n_cols))"},
        axes=[
            {"keepdim": ...,
             "4d": {"CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]":
                        "CASES = [(1, 1, 1, 1), (3, 11, 5, 3), (5, 14, 7, 8)]",
                    "n_batch, n_seq, n_cols = x.shape":
                        "n_batch, n_seq, height, width = x.shape\n"
                        "n_cols = height * width",
                    "new_empty((n_cols,))": "new_empty((height, width))"},
             "4d_keepdim": {"CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]":
                                "CASES = [(1, 1, 1, 1), (3, 11, 5, 3), (5, 14, 7, 8)]",
                            "dim=(0, 1)": "dim=(0, 1), keepdim=True",
                            "n_batch, n_seq, n_cols = x.shape":
                                "n_batch, n_seq, height, width = x.shape\n"
                                "n_cols = height * width",
                            "new_empty((n_cols,))": "new_empty((1, 1, height, width))"},
             "nhwc": {"CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]":
                          "CASES = [(1, 1, 1, 1), (3, 4, 5, 3), (3, 5, 4, 50)]",
                      "dim=(0, 1)": "dim=(0, 1, 2)",
                      "n_rows = n_batch * n_seq": "n_rows = n_batch * height * width",
                      "n_batch, n_seq, n_cols = x.shape": "n_batch, height, width, n_cols = x.shape"},
             "nhwc_keepdim": {"CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]":
                                  "CASES = [(1, 1, 1, 1), (3, 4, 5, 3), (3, 5, 4, 50)]",
                              "dim=(0, 1)": "dim=(0, 1, 2), keepdim=True",
                              "n_rows = n_batch * n_seq": "n_rows = n_batch * height * width",
                              "n_batch, n_seq, n_cols = x.shape": "n_batch, height, width, n_cols = x.shape",
                              "new_empty((n_cols,))": "new_empty((1, 1, 1, n_cols))"}},
            1, 2, 3]),
    "sum_middle": Derived("norm_middle", {
        " tl.abs(y)": " 0.5 * y", "torch": "y * 0", "abs(y)": "5", "x =": "y =",
        "torch.relu(x)": "torch.sqrt(y)", "x ": "y ", ".maximum(x, 0.0)": ".sqrt(y)"},
        family={"mean": {"torch.sum": "torch.mean",
                         "y = tl.sum(tile, axis=0)": "y = tl.sum(tile, axis=0) / n_mid"},
                "amax": {"torch.sum": "torch.amax",
                         "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
                             'tile = tl.full([BLOCK_MID, BLOCK_INNER], -float("inf"), dtype=tl.float32)',
                         "tile += tl.where(mask, x, 0.0)":
                             'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))',
                         "y = tl.sum(tile, axis=0)": "y = tl.max(tile, axis=0)"},
                "amin": {"torch.sum": "torch.amin",
                         "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
                             'tile = tl.full([BLOCK_MID, BLOCK_INNER], float("inf"), dtype=tl.float32)',
                         "tile += tl.where(mask, x, 0.0)":
                             'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))',
                         "y = tl.sum(tile, axis=0)": "y = tl.min(tile, axis=0)"}},
        axes=[{"keepdim": ..., "dim3": ..., "dim3_keepdim": ..., "dim4": ..., "dim4_keepdim": ...},
              ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
              1, 2]),
    "sum_of_pairs": {
        "FAMILY": {"mean": {"torch.sum(": "torch.mean(", "y = total": "y = total / K"},
                   "amax": {"torch.sum(": "torch.amax(",
                            "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)":
                                'tl.full([BLOCK_M, BLOCK_N], -float("inf"), dtype=tl.float32)',
                            "total += y": "total = tl.maximum(total, y)"},
                   "amin": {"torch.sum(": "torch.amin(",
                            "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)":
                                'tl.full([BLOCK_M, BLOCK_N], float("inf"), dtype=tl.float32)',
                            "total += y": "total = tl.minimum(total, y)"},
                   "norm": {"torch.sum(": "torch.linalg.vector_norm(", "total += y": "total += y * y",
                            "y = total": "y = tl.sqrt(total)"},
                   "norm_call": {"torch.sum(y, dim=-1)": "y.norm(dim=-1)", "total += y": "total += y * y",
                                 "y = total": "y = tl.sqrt(total)"}},
        "AXES": [
            {  # how a pair meets
                "plus": {"torch.sub(x, z)": "x + z", "y = x - z": "y = x + z"},
                "product": {"torch.sub(x, z)": "x * z", "y = x - z": "y = x * z"},
                "larger": {"torch.sub(x, z)": "torch.maximum(x, z)", "y = x - z": "y = tl.maximum(x, z)"},
                "less": {"torch.sub(x, z)": "torch.minimum(x, z)", "y = x - z": "y = tl.minimum(x, z)"},
                "greater": {
                    "torch.sub(x, z)": "(x > z).float()", "y = x - z": "y = tl.where(x > z, 1.0, 0.0)"},
                "not_greater": {
                    "torch.sub(x, z)": "(x <= z).float()", "y = x - z": "y = tl.where(x <= z, 1.0, 0.0)"},
                "near": ({"torch.sub(x, z)": "((x - z).abs() < 0.{0}).float()",
                          "y = x - z": "y = tl.where(tl.abs(x - z) < 0.{0}, 1.0, 0.0)"},
                         "5 2 1")},
            {"turned": {
                 "torch.randn(M, 1, K), ": "torch.randn(M, K), ", "torch.randn(N, K)": "torch.randn(N, 1, K)",
                 "M, N, K = x.shape[0], *z.shape": "M, N, K = z.shape[0], *x.shape",
                 "rows * K": "columns * K", "columns * K": "rows * K", "mask=rows < M": "mask=columns < N",
                 "mask=columns < N": "mask=rows < M"},
             "batched": {
                 "[(1, 1, 2), (5, 7, 3), (33, 20, 11)]": "[(1, 1, 1, 2), (2, 5, 7, 3), (3, 33, 20, 11)]",
                 "make(M, N, K)": "make(B, M, N, K)", "torch.randn(M, 1, K), ": "torch.randn(B, M, 1, K), ",
                 "torch.randn(N, K)": "torch.randn(B, 1, N, K)",
                 "rows = (": "batch = tl.program_id(2).to(tl.int64)\nrows = (",
                 "x_ptr + rows": "x_ptr + batch * M * K + rows",
                 "z_ptr + columns": "z_ptr + batch * N * K + columns",
                 "y_ptr + rows": "y_ptr + batch * M * N + rows",
                 "M, N, K = x.shape[0], *z.shape": "(B, M), (N, K) = x.shape[:2], z.shape[2:]",
                 "torch.empty((M, N)": "torch.empty((B, M, N)",
                 "triton.cdiv(N, 32))": "triton.cdiv(N, 32), B)"}},
            ("UNARY+STEEP", "y = torch.square(y)", "y = y * y", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            {"without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
             "exponential": {"torch.sigmoid(y)": "torch.exp(-0.5 * y)", "tl.sigmoid(y)": "tl.exp(-0.5 * y)"},
             "cauchy": {"torch.sigmoid(y)": "1.0 / (1.0 + y)", "tl.sigmoid(y)": "1.0 / (1.0 + y)"},
             "eye": {"y = torch.sigmoid(y)":
                         "y = y * (1.0 - torch.eye(y.shape[-2], y.shape[-1], device=y.device))",
                     "y = tl.sigmoid(y)": "y = y * tl.where(rows == columns, 0.0, 1.0)"},
             "plus_eye": {
                 "y = torch.sigmoid(y)": "y = y + torch.eye(y.shape[-2], y.shape[-1], device=y.device)",
                 "y = tl.sigmoid(y)": "y = y + tl.where(rows == columns, 1.0, 0.0)"}}]},
    "sum_pair": Derived("sum_tail", {
        "y = y + z": "x = torch.maximum(x, z)", "y = z + y": "x = tl.maximum(x, z)"},
        axes=[{"keepdim": ...},
              {"row": {"return torch.randn(shape), torch.randn(shape)":
                           "return torch.randn(shape), torch.randn(shape[-1])",
                       "z_ptr + row * n_cols + cols": "z_ptr + cols"}},
              3, 4, 5]),
    "sum_tail": Derived("sum_middle", {
        "2": "1", "sqrt": "abs", "tile": "lanes", " + x.shape[-1:]": "", "n_mid": "n_cols",
        "BLOCK_MID, BLOCK_INNER": "BLOCK"},
        axes=[LAST_DIMENSIONS, SHAPES_OF_RESIDUAL,
              {"with_cos": {"x = torch.square(x)": "x = torch.cos(x)", "x = x * x": "x = tl.cos(x)"},
               "with_abs": {"x = torch.square(x)": "x = torch.abs(x)", "x = x * x": "x = tl.abs(x)"},
               "plain": {"x = torch.square(x)": "", "x = x * x": ""}},
              ("BINARY", "y = y + z", "y = z + y"),
              2, 3]),
}
