"""Tables of the families of products of two matrices."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import HALVED_DOUBLED_SHIFTED, SUB_MUL_MAX

TRANSPOSED_FACTORS = {
    "second_transposed": {"torch.randn(K, N)": "torch.randn(N, K)", "y = x @ w": "y = x @ w.T",
                          "N = w.shape[1]": "N = w.shape[0]",
                          "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()"},
    "first_transposed": {"torch.randn(M, K)": "torch.randn(K, M)", "y = x @ w": "y = x.T @ w",
                         "M, K = x.shape": "K, M = x.shape",
                         "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()"},
    "both_transposed": {"torch.randn(K, N)": "torch.randn(N, K)", "y = x @ w": "y = x.T @ w.T",
                        "N = w.shape[1]": "N = w.shape[0]",
                        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                        "torch.randn(M, K)": "torch.randn(K, M)", "M, K = x.shape": "K, M = x.shape",
                        "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()"}}

FAMILIES = {
    "addmm": Derived("baddbmm", {
        "[2]": "[1]", "[1]": "[0]", "B, ": "", "B, 1, ": "", "baddbmm": "addmm", ", w.stride(2)": "",
        "w.stride(0), w.stride(2), w.stride(1)": "w.stride(1), w.stride(0)", ", x.stride(2)": "",
        "x.stride(0), x.stride(2), x.stride(1)": "x.stride(1), x.stride(0)", "transpose(1": "T", " 2),": "",
        "stride_cb, stride_cm": "stride_cm", "()": "(0), c.stride(1)", "= c.stride(0), ": "= ", "(2)": "(0)"},
        family={"addmm_row": ...,
                "addmm_column": {"torch.randn(M, N)": "torch.randn(M, 1)",
                                 "stride_cm, stride_cn = c.stride(0), c.stride(1)":
                                     "stride_cm, stride_cn = c.stride(0), 0"}},
        axes=[0,
              {"beta05": ..., "beta2": ..., "betam1": ...,
               "beta025": {"beta=1.0": "beta=0.25", "BETA=1.0": "BETA=0.25"},
               "beta15": {"beta=1.0": "beta=1.5", "BETA=1.0": "BETA=1.5"}},
              {"alpha05": ..., "alpha2": ..., "alpham1": ...,
               "alpha01": {"alpha=1.0": "alpha=0.1", "ALPHA=1.0": "ALPHA=0.1"},
               "alpha15": {"alpha=1.0": "alpha=1.5", "ALPHA=1.0": "ALPHA=1.5"}},
              3, 4]),
    "diagonal_matmul": {
        "FAMILY": {"matmul_diagonal": {
            "torch.randn(M), torch.randn(M, N)": "torch.randn(M, N), torch.randn(N)", "(a, x):": "(x, a):",
            "torch.diag(a) @ x": "x @ torch.diag(a)",
            "a = tl.load(a_ptr + rows, mask=rows < M, other=0.0)":
                "a = tl.load(a_ptr + columns, mask=columns < N, other=0.0)",
            "a[:, None] * x": "x * a[None, :]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul": {"AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                        ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_binary": Derived("linear_binary", {"*rows": "M"}, axes=[TRANSPOSED_FACTORS, 1, 2, 3, 4]),
    "matmul_chain": {"AXES": [TRANSPOSED_FACTORS,
                              ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                              ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                              ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                              ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "matmul_joins": {
        "FAMILY": {
            "matmul_row_row": {
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_full_full": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "matmul_full_row": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_row_one": {"z = torch.randn(M, N)": "z = torch.randn(1)",
                               "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                   "z = tl.load(z_ptr).to(tl.float32)"},
            "matmul_one_row": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_scalar_row": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_row_scalar": {"z = torch.randn(M, N)": "z = torch.randn(())",
                                  "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                      "z = tl.load(z_ptr).to(tl.float32)"},
            "matmul_scalar_full": {"s = torch.randn(N)": "s = torch.randn(())",
                                   "s = tl.load(s_ptr + columns, mask=columns < N, "
                                   "other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)"},
            "matmul_one_one": {"s = torch.randn(N)": "s = torch.randn(1)",
                               "s = tl.load(s_ptr + columns, mask=columns < N, "
                               "other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                               "z = torch.randn(M, N)": "z = torch.randn(1)",
                               "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                   "z = tl.load(z_ptr).to(tl.float32)"},
            "matmul_full_column": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(M, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"},
            "matmul_column_row": {
                "s = torch.randn(N)": "s = torch.randn(M, 1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_scalar_scalar": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [TRANSPOSED_FACTORS, SUB_MUL_MAX,
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "matmul_kept": Derived("bmm_kept", family={}, axes=[TRANSPOSED_FACTORS, 0, 1, 2, 3, 4]),
    "matmul_merge_heads": {
        "FAMILY": {
            "matmul_move_heads": {"y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2)",
                                  "(B, T, H * E)": "(B, T, H, E)"},
            "matmul_merge_heads_permuted": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.permute(2, 0, 1, 3)",
                "(B, T, H * E)": "(T, B, H, E)",
                "offsets = ((b * T + rows[:, None]) * H + h) * E + columns[None, :]":
                    "offsets = (rows[:, None] * (tl.num_programs(0) // tiles) + b * H + h) * E + "
                    "columns[None, :]"},
            "matmul_merge_heads_channels": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(2, 3).reshape(B, -1, T)",
                "(B, T, H * E)": "(B, H * E, T)",
                "offsets = ((b * T + rows[:, None]) * H + h) * E + columns[None, :]":
                    "offsets = ((b * H + h) * E + columns[None, :]) * T + rows[:, None]"},
            "matmul_merge_heads_rows": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2).reshape(B * T, -1)",
                "(B, T, H * E)": "(B * T, H * E)"}},
        "AXES": [
            {"values_last": {"torch.randn(B, H, S, E)": "torch.randn(B, H, E, S)",
                             "y = x @ v": "y = x @ v.transpose(-2, -1)", "E = v.shape[3]": "E = v.shape[2]",
                             "stride_vb, stride_vh, stride_vs, stride_ve = v.stride()":
                                 "stride_vb, stride_vh, stride_ve, stride_vs = v.stride()"},
             "shared_values": {"torch.randn(B, H, S, E)": "torch.randn(B, 1, S, E)",
                               "stride_vb, stride_vh, stride_vs, stride_ve = v.stride()":
                                   "stride_vb, stride_vh, stride_vs, stride_ve = v.stride(0), 0, "
                                   "v.stride(2), v.stride(3)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_of_features": {"AXES": [
        "TURNED", "RANKS",
        {"relu": {"F.elu(x) + 1.0": "torch.relu(x)",
                  "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)"},
         "relu_raised": {
             "F.elu(x) + 1.0": "torch.relu(x) + 1e-3",
             "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0) + 1e-3"},
         "relu_squared": {
             "F.elu(x) + 1.0": "torch.relu(x) ** 2",
             "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)\nx = x * x"},
         "squared": {
             "F.elu(x) + 1.0": "x * x", "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * x"},
         "sigmoid": {"F.elu(x) + 1.0": "torch.sigmoid(x)",
                     "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.sigmoid(x)"},
         "exp": {"F.elu(x) + 1.0": "torch.exp(x)",
                 "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.exp(x)"},
         "silu": {"F.elu(x) + 1.0": "F.silu(x)",
                  "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * tl.sigmoid(x)"},
         "cos": {"F.elu(x) + 1.0": "torch.cos(x)",
                 "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.cos(x)"},
         "scaled": {"F.elu(x) + 1.0": "x * 0.125",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * 0.125"}},
        {"relu": {"F.elu(w) + 1.0": "torch.relu(w)",
                  "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)"},
         "relu_raised": {
             "F.elu(w) + 1.0": "torch.relu(w) + 1e-3",
             "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0) + 1e-3"},
         "relu_squared": {
             "F.elu(w) + 1.0": "torch.relu(w) ** 2",
             "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)\nw = w * w"},
         "squared": {
             "F.elu(w) + 1.0": "w * w", "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * w"},
         "sigmoid": {"F.elu(w) + 1.0": "torch.sigmoid(w)",
                     "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.sigmoid(w)"},
         "exp": {"F.elu(w) + 1.0": "torch.exp(w)",
                 "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.exp(w)"},
         "silu": {"F.elu(w) + 1.0": "F.silu(w)",
                  "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * tl.sigmoid(w)"},
         "cos": {"F.elu(w) + 1.0": "torch.cos(w)",
                 "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.cos(w)"},
         "scaled": {"F.elu(w) + 1.0": "w * 0.125",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * 0.125"},
         "plain": {"w = F.elu(w) + 1.0": "",
                   "        w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n"
                   "        w = tl.where(k[:, None] < K - start, w, 0.0)\n": ""}},
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_of_pair": Derived("matmul_of_three", {
        "v": "w", "v_shape": "w_shape", ", w.expand(A, B, C, M, K)": "", ", w.expand(A, B, C, K, M).mT": ""},
        axes=[0,
              {"x": ...,
               "w": {"torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                     "y = x @ w": "y = x @ w.mT",
                     "(M, K), N = shape[-2:], w.shape[-1]": "(M, K), N = shape[-2:], w.shape[-2]",
                     "w.expand(A, B, C, K, N)": "w.expand(A, B, C, N, K).mT"},
               "both": ...},
              3,
              ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
              5]),
    "matmul_of_parts": {
        "FAMILY": {"upper": {"torch.tril(a)": "torch.triu(a)",
                             "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]"},
                   "lower_by": ({"torch.tril(a)": "torch.tril(a, diagonal={0})",
                                 "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] + {0}"},
                                "1 2 3"),
                   "upper_by": ({"torch.tril(a)": "torch.triu(a, diagonal={0})",
                                 "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] + {0}"},
                                "1 2 3"),
                   "lower_less": ({"torch.tril(a)": "torch.tril(a, diagonal=-{0})",
                                   "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] - {0}"},
                                  "1 2 3"),
                   "upper_less": ({"torch.tril(a)": "torch.triu(a, diagonal=-{0})",
                                   "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] - {0}"},
                                  "1 2 3"),
                   "symmetric": {"torch.tril(a)": "0.5 * (a + a.T)",
                                 "a_mask = a_mask & (k[None, :] <= rows[:, None])": "",
                                 "b = tl.load(b_ptr":
                                     "mirrored = tl.load(a_ptr + k[None, :] * stride_am + rows[:, "
                                     "None] * stride_ak, mask=a_mask, other=0.0).to(tl.float32)\n"
                                     "a = 0.5 * (a + mirrored)\n"
                                     "b = tl.load(b_ptr"},
                   "skew": {"torch.tril(a)": "a - a.T", "a_mask = a_mask & (k[None, :] <= rows[:, None])": "",
                            "b = tl.load(b_ptr":
                                "mirrored = tl.load(a_ptr + k[None, :] * stride_am + rows[:, "
                                "None] * stride_ak, mask=a_mask, other=0.0).to(tl.float32)\n"
                                "a = a - mirrored\n"
                                "b = tl.load(b_ptr"}},
        "AXES": [
            {"by_whole": {"b = torch.triu(b)": "", " & (columns[None, :] >= k[:, None])": ""},
             "by_lower": {"torch.triu(b)": "torch.tril(b)",
                          "(columns[None, :] >= k[:, None])": "(columns[None, :] <= k[:, None])"},
             "by_strictly_upper": {"torch.triu(b)": "torch.triu(b, diagonal=1)",
                                   "(columns[None, :] >= k[:, None])": "(columns[None, :] > k[:, None])"},
             "by_strictly_lower": {"torch.triu(b)": "torch.tril(b, diagonal=-1)",
                                   "(columns[None, :] >= k[:, None])": "(columns[None, :] < k[:, None])"}},
            {"whole": {
                 "y = torch.tril(y)": "", "y = tl.where(columns[None, :] <= rows[:, None], y, 0.0)": ""},
             "kept_upper": {"y = torch.tril(y)": "y = torch.triu(y)",
                            "columns[None, :] <= rows[:, None], y": "columns[None, :] >= rows[:, None], y"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_of_ranks": {"AXES": [
        "TURNED", "RANKS",
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "matmul_of_ranks_joins": {"AXES": [
        "TURNED", "RANKS", "JOINED",
        ("TAIL_XZ+BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        {"z_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"}}]},
    "matmul_of_ranks_to_two": {"AXES": [
        "TURNED", "RANKS", "JOINED",
        ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        {"y_first": {"return v, y": "return y, v"}},
        {"z_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"}}]},
    "matmul_of_slices": {
        "FAMILY": {
            "from": ({"x = x[..., 2:]": "x = x[..., {0}:]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"},
                     "1 3 4 5"),
            "first": ({"x = x[..., 2:]": "x = x[..., :{0}]", "w = w[..., 2:, :]": "w = w[..., :{0}, :]"},
                      "2 3 4 5 7"),
            "less": ({"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., :-{0}, :]"},
                     "1 2 3"),
            "between": (
                {"x = x[..., 2:]": "x = x[..., {0}:{1}]", "w = w[..., 2:, :]": "w = w[..., {0}:{1}, :]"},
                "14 25 36 13"),
            "crossed": ({"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"},
                        "1 2 3"),
            "every_other": {"x = x[..., 2:]": "x = x[..., ::2]", "w = w[..., 2:, :]": "w = w[..., ::2, :]"},
            "every_odd": {"x = x[..., 2:]": "x = x[..., 1::2]", "w = w[..., 2:, :]": "w = w[..., 1::2, :]"},
            "rows_from": ({"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
            "rows_less": ({"x = x[..., 2:]": "x = x[..., :-{0}, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
            "rows_first": ({"x = x[..., 2:]": "x = x[..., :{0}, :]", "w = w[..., 2:, :]": ""}, "2 3"),
            "rows_every_other": {"x = x[..., 2:]": "x = x[..., ::2, :]", "w = w[..., 2:, :]": ""},
            "columns_first": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :{0}]"}, "1 2 3 4"),
            "columns_from": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., {0}:]"}, "1 2 3 4"),
            "columns_less": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :-{0}]"}, "1 2 3"),
            "rows_and_columns": (
                {"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": "w = w[..., :-{1}]"},
                "11 12 21 23 32"),
            "corner": (
                {"x = x[..., 2:]": "x = x[..., {0}:, {1}:]", "w = w[..., 2:, :]": "w = w[..., {1}:, {0}:]"},
                "12 21 23 32"),
            "only_w": {
                "x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., : x.shape[-1], :]",
                "w = torch.randn(w_shape)": "w = torch.randn(*w_shape[:-2], w_shape[-2] + 3, w_shape[-1])"},
            "only_x": {"x = x[..., 2:]": "x = x[..., : w.shape[-2]]", "w = w[..., 2:, :]": "",
                       "x = torch.randn(x_shape)": "x = torch.randn(*x_shape[:-1], x_shape[-1] + 3)"}},
        "AXES": [
            {"2_2": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                         "((4, 8), (8, 5)), ((11, 37), (37, 6)), ((70, 19), (19, 66))"},
             "2_2_again": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                               "((4, 8), (8, 5)), ((11, 37), (37, 16)), ((70, 19), (19, 66))"},
             "3_3": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                         "((2, 4, 8), (2, 8, 5)), ((4, 11, 37), (4, 37, 6)), ((3, 70, 19), (3, 19, 66))"},
             "4_2": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                         "((1, 2, 4, 8), (8, 5)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 19), (19, 5))"},
             "4_4": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                         "((1, 2, 4, 8), (1, 2, 8, 5)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, 19), "
                         "(3, 2, 19, 5))"},
             "2_3": {"((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))":
                         "((4, 8), (2, 8, 5)), ((11, 37), (4, 37, 6)), ((70, 19), (3, 19, 66))"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_of_three": {"AXES": [
        "SHAPE_OF_Z", "SHAPE_OF_W",
        {  # which of them is stored the other way round
            "x": {"shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                  "y = x @ v": "y = x.mT @ v",
                  "(M, K), N = shape[-2:], v.shape[-1]": "(K, M), N = shape[-2:], v.shape[-1]",
                  "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)":
                      "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT"},
            "v": {"torch.randn(v_shape)": "torch.randn(v_shape).mT.contiguous()", "y = x @ v": "y = x @ v.mT",
                  "(M, K), N = shape[-2:], v.shape[-1]": "(M, K), N = shape[-2:], v.shape[-2]",
                  "v.expand(A, B, C, K, N)": "v.expand(A, B, C, N, K).mT"},
            "both": {"shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                     "y = x @ v": "y = x.mT @ v.mT",
                     "torch.randn(v_shape)": "torch.randn(v_shape).mT.contiguous()",
                     "(M, K), N = shape[-2:], v.shape[-1]": "(K, M), N = shape[-2:], v.shape[-2]",
                     "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)":
                         "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT",
                     "v.expand(A, B, C, K, N)": "v.expand(A, B, C, N, K).mT"}},
        "RANKS",
        ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
        ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_plus": {
        "FAMILY": {"alpha": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y + z"},
                   "alpha_after": {"y = 1.5 * y + 0.5 * z": "y = z + 1.5 * y"},
                   "beta": {"y = 1.5 * y + 0.5 * z": "y = y + 0.5 * z"},
                   "beta_first": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z + y"},
                   "both_after": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z + 1.5 * y"},
                   "less": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y - z"},
                   "less_beta": {"y = 1.5 * y + 0.5 * z": "y = y - 0.5 * z"},
                   "from_beta": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z - y"},
                   "from": {"y = 1.5 * y + 0.5 * z": "y = z - 1.5 * y"},
                   "between": {"y = 1.5 * y + 0.5 * z": "y = 0.75 * y + (1 - 0.75) * z"},
                   "of_sum": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * (y + z)"},
                   "over": {"y = 1.5 * y + 0.5 * z": "y = y / 1.5 + z"},
                   "times": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y * z"}},
        "AXES": ["TURNED", "RANKS", "JOINED",
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_prologue": {"AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                                 ("UNARY", "w = torch.sigmoid(w)", "w = tl.sigmoid(w)", "optional")]},
    "matmul_prologue_tail": {
        "FAMILY": {"matmul_prologue_tail_transposed": {
            "torch.randn(K, N)": "torch.randn(N, K)", "y = x @ w": "y = x @ w.T",
            "N = w.shape[1]": "N = w.shape[0]", "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)")]},
    "matmul_reuse": {"AXES": [TRANSPOSED_FACTORS, HALVED_DOUBLED_SHIFTED,
                              ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                              ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                              ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
                              ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                              ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "matmul_scaled_factors": {
        "FAMILY": {"row": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-1])"},
                   "full": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-2:])"},
                   "one": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(1)"},
                   "shifted": {"x = x * s": "x = x + s"},
                   "shifted_row": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-1])",
                                   "x = x * s": "x = x - s"}},
        "AXES": [{"column": {"t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2], 1)"},
                  "full": {"t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2:])"},
                  "shifted": {"w = w * t": "w = w + t"},
                  "less": {"t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2], 1)",
                           "w = w * t": "w = w - t"}},
                 "RANKS",
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_transposed": {
        "FAMILY": {"matmul_second_transposed": {
                       "torch.randn(K, M), torch.randn(K, N)": "torch.randn(M, K), torch.randn(N, K)",
                       "y = x.T @ w": "y = x @ w.T", "K, M = x.shape": "M, K = x.shape",
                       "N = w.shape[1]": "N = w.shape[0]",
                       "stride_xk, stride_xm = x.stride()": "stride_xm, stride_xk = x.stride()",
                       "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()"},
                   "matmul_both_transposed": {
                       "torch.randn(K, M), torch.randn(K, N)": "torch.randn(K, M), torch.randn(N, K)",
                       "y = x.T @ w": "y = x.T @ w.T", "N = w.shape[1]": "N = w.shape[0]",
                       "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()"},
                   "matmul_output_transposed": {
                       "torch.randn(K, M), torch.randn(K, N)": "torch.randn(N, K), torch.randn(K, M)",
                       "y = x.T @ w": "y = (x @ w).T", "K, M = x.shape": "N, K = x.shape",
                       "N = w.shape[1]": "M = w.shape[1]",
                       "stride_xk, stride_xm = x.stride()": "stride_wn, stride_wk = x.stride()",
                       "stride_wk, stride_wn = w.stride()": "stride_xk, stride_xm = w.stride()",
                       "[grid](x, w, y,": "[grid](w, x, y,"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
