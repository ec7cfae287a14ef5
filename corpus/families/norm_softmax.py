"""Tables of the families of softmax and its kin."""

from corpus.derived_tables import Derived

FAMILIES = {
    "softmax": {
        "FAMILY": {"log_softmax": {"F.softmax": "F.log_softmax",
                                   "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"},
                   "softmin": {"F.softmax": "F.softmin",
                               'return tl.where(cols < n_cols, x, -float("inf"))':
                                   'return tl.where(cols < n_cols, -x, -float("inf"))'}},
        "AXES": [{  # a view of the result costs nothing
                     "unsqueezed": {"return y": "return y.unsqueeze(-2)"},
                     "flat": {"return y": "return y.flatten()"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR+TAIL_X", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "softmax_bias": {
        "FAMILY": {"log_softmax_bias": {
            "F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"}},
        "AXES": [
            {"of_batch": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)",
                          "z_ptr + row % n_queries * n_cols": "z_ptr + row // n_rows_each * n_cols",
                          "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols",
                          "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                          "n_queries, n_cols = x.shape[-2:]":
                              "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"},
             "of_head": {"torch.randn(T, S)": "torch.randn(H, T, S)",
                         "z_ptr + row % n_queries * n_cols": "z_ptr + row % n_rows_each * n_cols",
                         "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols",
                         "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                         "n_queries, n_cols = x.shape[-2:]":
                             "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"},
             "of_key": {"torch.randn(T, S)": "torch.randn(S)", "z_ptr + row % n_queries * n_cols": "z_ptr",
                        "y_ptr, n_queries, n_cols": "y_ptr, n_cols",
                        "(x, z, y, n_queries, n_cols": "(x, z, y, n_cols",
                        "n_queries, n_cols = x.shape[-2:]": "n_cols = x.shape[-1]"},
             "rank3": {
                 "CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100)]":
                     "CASES = [(1, 1, 2), (6, 5, 33), (8, 3, 65), (2, 3, 1100)]",
                 "make(B, H, T, S)": "make(B, T, S)", "torch.randn(B, H, T, S)": "torch.randn(B, T, S)"}},
            {  # scaled scores
                "eighth": {"x = torch.add(x, z)": "x = x * 0.125 + z", "x = z + x": "x = x * 0.125 + z"},
                "over_8": {"x = torch.add(x, z)": "x = x / 8.0 + z", "x = z + x": "x = x / 8.0 + z"},
                "less": {"x = torch.add(x, z)": "x = x - z", "x = z + x": "x = x - z"},
                "quarter": {"x = torch.add(x, z)": "x = x * 0.25 + z", "x = z + x": "x = x * 0.25 + z"},
                "masked": {"x = torch.add(x, z)": "x = x.masked_fill(z < -1.0, -1e9)",
                           "x = z + x": "x = tl.where(z < -1.0, -1e9, x)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "softmax_channel_tail": {
        "FAMILY": {"log_softmax_channel_tail": {
            "F.softmax": "F.log_softmax",
            "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)"}},
        "AXES": [{"row": {"torch.randn(shape[1], 1, 1)": "torch.randn(1, shape[1], 1, 1)"},
                  "full": {"torch.randn(shape[1], 1, 1)": "torch.randn(shape)",
                           "tl.load(z_ptr + mid)":
                               "tl.load(z_ptr + offsets + mid * n_inner, mask=mask, other=0.0)"},
                  "one": {"torch.randn(shape[1], 1, 1)": "torch.randn(1)", "z_ptr + mid": "z_ptr"},
                  "scalar": {"torch.randn(shape[1], 1, 1)": "torch.randn(())", "z_ptr + mid": "z_ptr"},
                  "three": {"CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]":
                                "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]",
                            "torch.randn(shape[1], 1, 1)": "torch.randn(shape[1], 1, 1, 1)"},
                  "three_row": {"CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]":
                                    "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]",
                                "torch.randn(shape[1], 1, 1)": "torch.randn(1, shape[1], 1, 1, 1)"},
                  "three_full": {"CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]":
                                     "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]",
                                 "torch.randn(shape[1], 1, 1)": "torch.randn(shape)",
                                 "tl.load(z_ptr + mid)":
                                     "tl.load(z_ptr + offsets + mid * n_inner, mask=mask, other=0.0)"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "softmax_dim0": {
        "FAMILY": {"log_softmax_dim0": {"F.softmax": "F.log_softmax",
                                        "y = tl.exp(x - peak[None, :]) / norm[None, :]":
                                            "y = x - peak[None, :] - tl.log(norm)[None, :]"},
                   "softmin_dim0": {"F.softmax": "F.softmin",
                                    'return tl.where(mask, x, -float("inf"))':
                                        'return tl.where(mask, -x, -float("inf"))'}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "softmax_middle": Derived("normalize_middle", {"abs": "sqrt"},
        family={"log_softmax_middle": {"F.softmax": "F.log_softmax",
                                       "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)"},
                "softmin_middle": {"F.softmax": "F.softmin", "return x": "return -x"}},
        axes=[{"dim3": ..., "dim4": ...}, 1, 2, 3]),
    "softmax_of_three": {
        "FAMILY": {"log_softmax": {
            "F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"}},
        "AXES": [
            {  # what z does
                "negative": {"torch.where(x > 0, x / 1.3, x * 1.3)": "torch.where(x < 0, x * 1.3, x / 1.3)",
                             "tl.where(x > 0.0, x / 1.3, x * 1.3)": "tl.where(x < 0.0, x * 1.3, x / 1.3)"},
                "frequency": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x - 0.4 * z",
                              "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x - 0.4 * z"},
                "presence": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)":
                                 "x - 0.4 * (z > 0).float()",
                             "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)":
                                 "x - 0.4 * tl.where(z > 0.0, 1.0, 0.0)"},
                "bias": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + z",
                         "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + z"},
                "kept": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)":
                             "x.masked_fill(z < 0.5, -1e9)",
                         "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)":
                             "tl.where(z < 0.5, -1e9, x)"},
                "kept_by_log": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0"},
                "guided": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)",
                           "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)"},
                "some": {"torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)":
                             "torch.where(z > 0, x, 0.1 * x)",
                         "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)":
                             "tl.where(z > 0.0, x, 0.1 * x)"}},
            {"times": {"x = x / 0.7": "x = x * 1.4"}, "as_it_is": {"x = x / 0.7": ""}},
            {  # what w does
                "above": {'x.masked_fill(x < w, float("-inf"))': 'torch.where(x >= w, x, float("-inf"))',
                          'tl.where(x < w, -float("inf"), x)': 'tl.where(x >= w, x, -float("inf"))'},
                "far_below": {'x.masked_fill(x < w, float("-inf"))': "x.masked_fill(x < w, -1e9)",
                              'tl.where(x < w, -float("inf"), x)': "tl.where(x < w, -1e9, x)"},
                "temperature": {"return torch.randn(shape), torch.randn(shape), w":
                                    "return torch.randn(shape), torch.randn(shape), w.abs() + 0.5",
                                'x.masked_fill(x < w, float("-inf"))': "x / w",
                                'tl.where(x < w, -float("inf"), x)': "x / w"},
                "scale": {'x.masked_fill(x < w, float("-inf"))': "x * w",
                          'tl.where(x < w, -float("inf"), x)': "x * w"},
                "shift": {'x.masked_fill(x < w, float("-inf"))': "x + w",
                          'tl.where(x < w, -float("inf"), x)': "x + w"}},
            {  # of what there is a w
                "column": {"shape[:-1] + (1,)": "shape[-1]",
                           "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)",
                           "w_ptr + row": "w_ptr"},
                "each": {"shape[:-1] + (1,)": "shape",
                         "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)",
                         "w_ptr + row": "w_ptr + row * n_cols"},
                "number": {"shape[:-1] + (1,)": "1", "w_ptr + row": "w_ptr"}},
            ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            ("UNARY+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional")]},
    "softmax_pair": {
        "FAMILY": {"log_softmax_pair": {
            "F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"}},
        "AXES": [{"row": {"return torch.randn(shape), torch.randn(shape)":
                              "return torch.randn(shape), torch.randn(shape[-1])",
                          "z_ptr + row * n_cols": "z_ptr"}},
                 ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "softmax_spread": {
        "FAMILY": {
            "log_softmax_spread": {
                "F.softmax": "F.log_softmax", "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)"},
            "softmin_spread": {"F.softmax(x,": "F.softmax(-x,", "return x": "return -x"},
            "warm_softmax_spread": ({"F.softmax(x,": "F.softmax(x / {0}.0,", "return x": "return x / {0}.0"},
                                    "2 3 5"),
            "cool_softmax_spread": (
                {"F.softmax(x,": "F.softmax(x * {0}.{1},", "return x": "return x * {0}.{1}"},
                "20 05 15")},
        "AXES": [
            {  # how the scores lie, how many dimensions follow, and which of the two comes first
                "columns": {"torch.randn(M, K), torch": "torch.randn(M, K, 1), torch", "dim=-1": "dim=1",
                            "y = y.unsqueeze(-1)": ""},
                "images": {
                    "CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N":
                        "CASES = [(1, 1, 1, 2), (2, 5, 3, 7), (3, 33, 5, 14)]  # N, C, H, W",
                    "make(M, K, N):": "make(N, C, H, W):",
                    "torch.randn(M, K), torch.randn(M, K, N)": "torch.randn(N, C), torch.randn(N, C, H, W)",
                    "y = y.unsqueeze(-1)": "y = y[:, :, None, None]"},
                "image_columns": {"CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N":
                                      "CASES = [(1, 1, 1, 2), (2, 5, 3, 7), (3, 33, 5, 14)]  # N, C, H, W",
                                  "make(M, K, N):": "make(N, C, H, W):",
                                  "torch.randn(M, K), torch.randn(M, K, N)":
                                      "torch.randn(N, C, 1, 1), torch.randn(N, C, H, W)",
                                  "dim=-1": "dim=1", "y = y.unsqueeze(-1)": ""},
                "tokens": {"CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N":
                               "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (2, 2, 33, 70)]  # B, T, K, N",
                           "make(M, K, N):": "make(B, T, K, N):",
                           "torch.randn(M, K), torch.randn(M, K, N)":
                               "torch.randn(B, T, K), torch.randn(B, T, K, N)",
                           "M, K = z.shape[:2]": "B, T, K, _ = z.shape\nM = B * T"},
                "token_columns": {"CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N":
                                      "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (2, 2, 33, 70)]  # B, T, K, N",
                                  "make(M, K, N):": "make(B, T, K, N):",
                                  "torch.randn(M, K), torch.randn(M, K, N)":
                                      "torch.randn(B, T, K, 1), torch.randn(B, T, K, N)",
                                  "dim=-1": "dim=2", "y = y.unsqueeze(-1)": "",
                                  "M, K = z.shape[:2]": "B, T, K, _ = z.shape\nM = B * T"},
                "shared": {
                    "K), torch.randn(M, K, N)": "K), torch.randn(K, N)",
                    "M, K = z.shape[:2]": "M, K = x.shape", "N = z.numel() // (M * K)": "N = z.shape[-1]",
                    "y = torch.empty_like(z)": "y = x.new_empty(M, K, N)",
                    "z_ptr + row * K * N + place": "z_ptr + place"},
                "scores_last": {"def softmax_spread_torch(x, z)": "def softmax_spread_torch(z, x)",
                                "def softmax_spread_triton(x, z)": "def softmax_spread_triton(z, x)",
                                "return torch.randn(M, K), torch.randn(M, K, N)":
                                    "return torch.randn(M, K, N), torch.randn(M, K)"},
                "columns_last": {"def softmax_spread_torch(x, z)": "def softmax_spread_torch(z, x)",
                                 "def softmax_spread_triton(x, z)": "def softmax_spread_triton(z, x)",
                                 "return torch.randn(M, K), torch.randn(M, K, N)":
                                     "return torch.randn(M, K, N), torch.randn(M, K, 1)",
                                 "dim=-1": "dim=1", "y = y.unsqueeze(-1)": ""}},
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y")]},
    "softmax_tail": {"AXES": [
        {  # what z is
            "row": {"z = torch.randn(shape)": "z = torch.randn(shape[-1])",
                    "z_ptr + row * n_cols + cols": "z_ptr + cols"},
            "number": {"z = torch.randn(shape)": "z = torch.randn(())",
                       "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr"},
            "one": {"z = torch.randn(shape)": "z = torch.randn(1)",
                    "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr"},
            "itself": {
                "z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                "def softmax_tail_torch(x, z):": "def softmax_tail_torch(x):\n    z = x",
                "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,",
                "(x, z, y,": "(x, y,",
                "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)":
                    "tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)"},
            "places": {
                "z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                "def softmax_tail_torch(x, z):":
                    "def softmax_tail_torch(x):\n"
                    "    z = torch.arange(x.shape[-1], dtype=x.dtype, device=x.device)",
                "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,",
                "(x, z, y,": "(x, y,",
                "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)":
                    "cols.to(tl.float32)"},
            "even_places": (
                {"z = torch.randn(shape)": "", "return torch.randn(shape), z": "return (torch.randn(shape),)",
                 "def softmax_tail_torch(x, z):":
                     "def softmax_tail_torch(x):\n"
                     "    z = torch.linspace(-{0}.0, {1}.0, x.shape[-1], dtype=x.dtype, device=x.device)",
                 "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                 "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,",
                 "(x, z, y,": "(x, y,",
                 "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)":
                     "step = ({1}.0 + {0}.0) / tl.maximum(n_cols - 1, 1)\n"
                     "z = tl.where(cols < n_cols / 2, step * cols - {0}.0, "
                     "{1}.0 - step * (n_cols - 1 - cols))"},
                "11 12 22")},
        {"negative": {"F.softmax(x, dim=-1)": "F.softmax(-x, dim=-1)",
                      "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, -x, -"},
         "warm": {"F.softmax(x, dim=-1)": "F.softmax(x / 2.0, dim=-1)",
                  "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, x / 2.0, -"}},
        ("BINARY+TAIL_XZ", "y = y * z", "y = z * y")]},
}
