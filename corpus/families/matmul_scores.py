"""Tables of the families of products that are scored, masked, windowed or reduced."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import TRANSPOSED_BATCHED_FACTORS

KEPT_DIMENSION = {"keepdim": {"dim=-1)": "dim=-1, keepdim=True)", "torch.empty((M,)": "torch.empty((M, 1)"}}

SCALES_OF_SCORES = {"times": {"y = y / math.sqrt(q.shape[-1])": "y = y * q.shape[-1] ** -0.5",
                              "scale = 1 / math.sqrt(D)": "scale = D ** -0.5"},
                    "eighth": {"y = y / math.sqrt(q.shape[-1])": "y = y * 0.125",
                               "scale = 1 / math.sqrt(D)": "scale = 0.125"},
                    "over_8": {"y = y / math.sqrt(q.shape[-1])": "y = y / 8.0",
                               "scale = 1 / math.sqrt(D)": "scale = 1 / 8.0"},
                    "unscaled": {"y = y / math.sqrt(q.shape[-1])": "", "scale = 1 / math.sqrt(D)": "",
                                 "y = y * scale": "", "D, scale": "D"}}

FAMILIES = {
    "cdist": {
        "FAMILY": {"cdist_squared": {".abs().sum(dim=-1)": ".square().sum(dim=-1)",
                                     "y = y + distance": "y = y + distance * distance"},
                   "cdist_largest": {".abs().sum(dim=-1)": ".abs().amax(dim=-1)",
                                     "y = y + distance": "y = tl.maximum(y, distance)"},
                   "cdist_smallest": {".abs().sum(dim=-1)": ".abs().amin(dim=-1)",
                                      "y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)":
                                          'y = tl.full((BLOCK_M, BLOCK_N), float("inf"), dtype=tl.float32)',
                                      "y = y + distance": "y = tl.minimum(y, distance)"},
                   "cdist_mean": {".abs().sum(dim=-1)": ".abs().mean(dim=-1)",
                                  "y = y + distance": "y = y + distance / K"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "cosine_matrix": {
        "FAMILY": {
            "cosine_left": {
                "F.normalize(b, dim=-1).T": "b.T", "square_b = tl.zeros((TILE,), tl.float32)": "",
                "square_b += tl.sum(b * b, axis=1)": "", "norm_b = tl.maximum(tl.sqrt(square_b), 1e-12)": "",
                "product / norm_a[:, None] / norm_b[None, :]": "product / norm_a[:, None]"},
            "cosine_right": {
                "F.normalize(a, dim=-1) @": "a @", "square_a = tl.zeros((TILE,), tl.float32)": "",
                "square_a += tl.sum(a * a, axis=1)": "", "norm_a = tl.maximum(tl.sqrt(square_a), 1e-12)": "",
                "product / norm_a[:, None] / norm_b[None, :]": "product / norm_b[None, :]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_logsumexp": Derived("linear", {
        " y": " z", "torch.randn(": ", torch.randn(",
        "torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5, torch.randn(N)"},
        axes=[KEPT_DIMENSION, 1, ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional")]),
    "matmul_reduce": {
        "FAMILY": {"matmul_mean": {"y.sum(": "y.mean(",
                                   "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)":
                                       "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1) / N"},
                   "matmul_max": {"y.sum(": "y.amax(",
                                  "z = tl.zeros((BLOCK_M,), dtype=tl.float32)":
                                      'z = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)',
                                  "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)":
                                      "z = tl.maximum(z, tl.max(tl.where(columns[None, :] < N, y, "
                                      'float("-inf")), axis=1))'},
                   "matmul_min": {"y.sum(": "y.amin(",
                                  "z = tl.zeros((BLOCK_M,), dtype=tl.float32)":
                                      'z = tl.full((BLOCK_M,), float("inf"), dtype=tl.float32)',
                                  "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)":
                                      "z = tl.minimum(z, tl.min(tl.where(columns[None, :] < N, y, "
                                      'float("inf")), axis=1))'}},
        "AXES": [KEPT_DIMENSION,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional")]},
    "matmul_scores": {
        "FAMILY": {"matmul_scores_transposed": {
                       "k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                       "y = q @ k.transpose(-2, -1)": "y = q @ k", "S = k.shape[2]": "S = k.shape[3]",
                       "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()":
                           "stride_kb, stride_kh, stride_kd, stride_ks = k.stride()"},
                   "matmul_scores_3d": {
                       "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
                       "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, S, D)",
                       "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
                       "S = k.shape[2]": "S = k.shape[1]",
                       "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()":
                           "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]",
                       "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()":
                           "stride_kb, stride_kh, (stride_ks, stride_kd) = k.stride(0), 0, k.stride()[1:]",
                       "torch.empty((B, H, T, S)": "torch.empty((B, T, S)"},
                   "matmul_scores_3d_transposed": {
                       "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
                       "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, D, S)",
                       "y = q @ k.transpose(-2, -1)": "y = torch.bmm(q, k)",
                       "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
                       "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()":
                           "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]",
                       "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()":
                           "stride_kb, stride_kh, (stride_kd, stride_ks) = k.stride(0), 0, k.stride()[1:]",
                       "torch.empty((B, H, T, S)": "torch.empty((B, T, S)"}},
        "AXES": [
            {"scale_times": {"y = y / math.sqrt(D)": "y = y * D ** -0.5",
                             "scale = 1 / math.sqrt(D)": "scale = D ** -0.5"},
             "scale_0125": {
                 "y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(D)": "scale = 0.125"},
             "scale_025": {
                 "y = y / math.sqrt(D)": "y = y * 0.25", "scale = 1 / math.sqrt(D)": "scale = 0.25"},
             "scale_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 8"},
             "scale_2": {"y = y / math.sqrt(D)": "y = y / 2.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 2"},
             "unscaled": {"y = y / math.sqrt(D)": "", "scale = 1 / math.sqrt(D)": "", "y = y * scale": "",
                          "D, scale, ": "D, "}},
            {"unmasked": {
                 'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': "",
                 'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': ""},
             "averaged": {  # as in attention without a softmax
                 'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))':
                     "y = y / S",
                 'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': "y = y / S"},
             "added": {
                 'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))':
                     'y = y + torch.triu(torch.full((T, S), float("-inf"), device=y.device), diagonal=1)'}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_scores_filled": {
        "FAMILY": {"kept": {"masked_fill(mask, -1e9)": "masked_fill(~mask, -1e9)",
                            "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
                   "zero": {"mask = mask > 0": "mask = (mask > 0).float()",
                            "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
                            "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
                   "zero_long": {"mask = mask > 0": "mask = (mask > 0).long()",
                                 "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
                                 "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
                   "one_long": {"mask = mask > 0": "mask = (mask > 0).long()",
                                "masked_fill(mask, -1e9)": "masked_fill(mask == 1, -1e9)",
                                "mask != 0, -1e9, y": "mask == 1, -1e9, y"},
                   "not_bool": {"mask = mask > 0": "mask = (mask > 0).int()",
                                "masked_fill(mask, -1e9)": "masked_fill(~mask.bool(), -1e9)",
                                "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
                   "where": {"y.masked_fill(mask, -1e9)": "torch.where(mask, y, -1e9)",
                             "mask != 0, -1e9, y": "mask != 0, y, -1e9"},
                   "where_positive": {
                       "mask = mask > 0": "", "y.masked_fill(mask, -1e9)": "torch.where(mask > 0, y, -1e9)",
                       "mask != 0, -1e9, y": "mask > 0, y, -1e9",
                       "mask=inside, other=0)": "mask=inside, other=0.0)"},
                   "where_zero": {"mask = mask > 0": "mask = (mask > 0).long()",
                                  "y.masked_fill(mask, -1e9)": "torch.where(mask == 0, -1e9, y)",
                                  "mask != 0, -1e9, y": "mask == 0, -1e9, y"},
                   "added": {"mask = mask > 0": "mask = (mask > 0).float()",
                             "y.masked_fill(mask, -1e9)": "y + mask * -1e9",
                             "tl.where(mask != 0, -1e9, y)": "y + mask * -1e9",
                             "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)"},
                   "added_from_one": {"mask = mask > 0": "mask = (mask > 0).float()",
                                      "y.masked_fill(mask, -1e9)": "y + (1.0 - mask) * -1e9",
                                      "tl.where(mask != 0, -1e9, y)": "y + (1.0 - mask) * -1e9",
                                      "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)"}},
        "AXES": [
            {"to_minus_infinity": {"-1e9": 'float("-inf")'}, "to_million": {"-1e9": "-1e6"},
             "to_ten_thousand": {"-1e9": "-10000.0"}, "to_huge": {"-1e9": "-1e30"},
             "to_zero": {"-1e9": "0.0"}},
            {"heads": {"torch.randn(T, S)": "torch.randn(H, T, S)"},
             "samples": {"torch.randn(T, S)": "torch.randn(B, 1, T, S)"},
             "padding": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
             "padding_2d": {"torch.randn(T, S)": "torch.randn(B, S)",
                            "y = q @": "mask = mask[:, None, None, :]\ny = q @",
                            "mask.expand(B, H, T, S)": "mask[:, None, None, :].expand(B, H, T, S)"},
             "padding_again": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
             "samples_3d": {
                 "torch.randn(T, S)": "torch.randn(B, T, S)", "y = q @": "mask = mask.unsqueeze(1)\ny = q @",
                 "mask.expand(B, H, T, S)": "mask[:, None].expand(B, H, T, S)"},
             "keys": {"torch.randn(T, S)": "torch.randn(S)"},
             "shared": {"torch.randn(T, S)": "torch.randn(1, 1, T, S)"},
             "full": {"torch.randn(T, S)": "torch.randn(B, H, T, S)"}},
            SCALES_OF_SCORES,
            {"shared_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, S, D)"},
             "one_memory": {
                 "k = torch.randn(B, H, S, D)": "k = torch.randn(S, D)", "S = k.shape[2]": "S = k.shape[0]"},
             "turned_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                             "q @ k.transpose(-2, -1)": "q @ k", "S = k.shape[2]": "S = k.shape[3]",
                             "k.expand(B, H, S, D)": "k.transpose(-2, -1)"},
             "shared_turned_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, D, S)",
                                    "q @ k.transpose(-2, -1)": "q @ k", "S = k.shape[2]": "S = k.shape[3]",
                                    "k.expand(B, H, S, D)": "k.transpose(-2, -1).expand(B, H, S, D)"}},
            {"without_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
             "sigmoid": {"torch.relu(y)": "torch.sigmoid(y)", "tl.maximum(y, 0.0)": "tl.sigmoid(y)"},
             "without_any_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""}}]},
    "matmul_scores_masked": {
        "FAMILY": {
            "matmul_scores_kept": {
                'y = y.masked_fill(mask, float("-inf"))': 'y = y.masked_fill(~mask, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))'},
            "matmul_scores_zero": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = y.masked_fill(mask == 0, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))'},
            "matmul_scores_zero_where": {  # as `zero`, and the other way round
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask == 0, float("-inf"), y)',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask == 0, float("-inf"), y)'},
            "matmul_scores_where_not_zero": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask != 0, y, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))'},
            "matmul_scores_kept_where": {
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask, y, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))'},
            "matmul_scores_large": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': "y = y + (1.0 - mask) * -1e9",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = y + (1.0 - mask) * -1e9"},
            "matmul_scores_where": {
                'y = y.masked_fill(mask, float("-inf"))': "y = torch.where(mask, y, -1.0)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = tl.where(mask != 0, y, -1.0)"},
            "matmul_scores_bias": {
                "mask = mask > 0": "", 'y = y.masked_fill(mask, float("-inf"))': "y = y + mask",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = y + mask"}},
        "AXES": [
            {  # the shape of the mask
                "heads": {"torch.randn(T, S)": "torch.randn(H, T, S)"},
                "samples": {"torch.randn(T, S)": "torch.randn(B, 1, T, S)"},
                "padding": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
                "padding_of_heads": {"torch.randn(T, S)": "torch.randn(H, 1, S)"},
                "keys": {"torch.randn(T, S)": "torch.randn(S)"},
                "queries": {"torch.randn(T, S)": "torch.randn(T, 1)"},
                "shared": {"torch.randn(T, S)": "torch.randn(1, 1, T, S)"},
                "full": {"torch.randn(T, S)": "torch.randn(B, H, T, S)"}},
            {"times": {"y = y / math.sqrt(D)": "y = y * D ** -0.5",
                       "scale = 1 / math.sqrt(D)": "scale = D ** -0.5"},
             "eighth": {"y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(D)": "scale = 0.125"},
             "over_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(D)": "scale = 1 / 8.0"},
             "unscaled": {"y = y / math.sqrt(D)": "", "scale = 1 / math.sqrt(D)": "", "y = y * scale": "",
                          "D, scale": "D"},
             "keys_transposed": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                                 "q @ k.transpose(-2, -1)": "q @ k", "S = k.shape[2]": "S = k.shape[3]",
                                 "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()":
                                     "stride_kb, stride_kh, stride_kd, stride_ks = k.stride()"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            {  # one product a sample, whose mask has no dimension of heads either
                "one_head": {"return q, k, mask": "return q[0], k[0], mask[0] if mask.dim() == 4 else mask",
                             "B, H, T, D = q.shape": "q, k = q[None], k[None]\nB, H, T, D = q.shape",
                             "torch.empty((B, H, T, S)": "torch.empty((H, T, S)"}}]},
    "matmul_symmetric": {"AXES": [
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_symmetrized": {
        "FAMILY": {
            "half": {"(y + y.transpose(-2, -1)) / 2.0": "0.5 * (y + y.transpose(-2, -1))",
                     "(y + z) / 2.0": "0.5 * (y + z)"},
            "sum": {"(y + y.transpose(-2, -1)) / 2.0": "y + y.transpose(-2, -1)", "(y + z) / 2.0": "y + z"},
            "difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "y - y.transpose(-2, -1)", "(y + z) / 2.0": "y - z"},
            "turned_difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "y.transpose(-2, -1) - y", "(y + z) / 2.0": "z - y"},
            "half_difference": {"(y + y.transpose(-2, -1)) / 2.0": "0.5 * (y - y.transpose(-2, -1))",
                                "(y + z) / 2.0": "0.5 * (y - z)"},
            "over_difference": {"(y + y.transpose(-2, -1)) / 2.0": "(y - y.transpose(-2, -1)) / 2.0",
                                "(y + z) / 2.0": "(y - z) / 2.0"},
            "product": {
                "(y + y.transpose(-2, -1)) / 2.0": "y * y.transpose(-2, -1)", "(y + z) / 2.0": "y * z"},
            "larger": {"(y + y.transpose(-2, -1)) / 2.0": "torch.maximum(y, y.transpose(-2, -1))",
                       "(y + z) / 2.0": "tl.maximum(y, z)"},
            "smaller": {"(y + y.transpose(-2, -1)) / 2.0": "torch.minimum(y, y.transpose(-2, -1))",
                        "(y + z) / 2.0": "tl.minimum(y, z)"}},
        "AXES": [
            {"2d": {"[(2, 2, 1), (3, 5, 7), (2, 66, 40)]  # B, N, K": "[(2, 1), (5, 7), (66, 40)]  # N, K",
                    "def make(B, N, K)": "def make(N, K)",
                    "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(N, K), torch.randn(K, N)",
                    "B, N, K = x.shape": "B, (N, K) = 1, x.shape",
                    "stride_xb, stride_xn, stride_xk = x.stride()":
                        "stride_xb, (stride_xn, stride_xk) = 0, x.stride()",
                    "stride_wb, stride_wk, stride_wn = w.stride()":
                        "stride_wb, (stride_wk, stride_wn) = 0, w.stride()"},
             "2d_turned": {
                 "[(2, 2, 1), (3, 5, 7), (2, 66, 40)]  # B, N, K": "[(2, 1), (5, 7), (66, 40)]  # N, K",
                 "def make(B, N, K)": "def make(N, K)",
                 "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(N, K), torch.randn(N, K)",
                 "y = x @ w": "y = x @ w.T", "B, N, K = x.shape": "B, (N, K) = 1, x.shape",
                 "stride_xb, stride_xn, stride_xk = x.stride()":
                     "stride_xb, (stride_xn, stride_xk) = 0, x.stride()",
                 "stride_wb, stride_wk, stride_wn = w.stride()":
                     "stride_wb, (stride_wn, stride_wk) = 0, w.stride()"},
             "turned": {
                 "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(B, N, K), torch.randn(B, N, K)",
                 "y = x @ w": "y = x @ w.transpose(-2, -1)",
                 "stride_wb, stride_wk, stride_wn = w.stride()":
                     "stride_wb, stride_wn, stride_wk = w.stride()"},
             "first_turned": {
                 "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(B, K, N), torch.randn(B, K, N)",
                 "y = x @ w": "y = x.transpose(-2, -1) @ w", "B, N, K = x.shape": "B, K, N = x.shape",
                 "stride_xb, stride_xn, stride_xk = x.stride()":
                     "stride_xb, stride_xk, stride_xn = x.stride()"},
             "shared": {"torch.randn(B, K, N)": "torch.randn(K, N)",
                        "stride_wb, stride_wk, stride_wn = w.stride()":
                            "stride_wb, (stride_wk, stride_wn) = 0, w.stride()"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_triangle": {
        "FAMILY": {"matmul_upper_triangle": {
            "torch.tril": "torch.triu",
            "wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL":
                "wanted = first_column + BLOCK_N - 1 - first_row >= DIAGONAL",
            "columns[None, :] - rows[:, None] <= DIAGONAL": "columns[None, :] - rows[:, None] >= DIAGONAL"}},
        "AXES": [{"above": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                  "below": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
                  "two_above": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                  "two_below": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "matmul_weighed": {
        "FAMILY": {
            "times": {
                "y = y / math.sqrt(D)": "y = y * D ** -0.5", "scale = 1 / math.sqrt(K)": "scale = K ** -0.5"},
            "eighth": {"y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(K)": "scale = 0.125"},
            "over_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(K)": "scale = 1 / 8.0"},
            "by_size": {"y = y / math.sqrt(D)": "y = y / D", "scale = 1 / math.sqrt(K)": "scale = 1 / K"}},
        "AXES": [TRANSPOSED_BATCHED_FACTORS, "RANKS",
                 {"squared": {"y = torch.relu(y)": "y = torch.relu(y) ** 2",
                              "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = y * y"},
                  "square": {"y = torch.relu(y)": "y = y ** 2", "y = tl.maximum(y, 0.0)": "y = y * y"},
                  "sigmoid": {"y = torch.relu(y)": "y = torch.sigmoid(y)",
                              "y = tl.maximum(y, 0.0)": "y = tl.sigmoid(y)"},
                  "exp": {"y = torch.relu(y)": "y = torch.exp(torch.clamp(y, max=5.0))",
                          "y = tl.maximum(y, 0.0)": "y = tl.exp(tl.minimum(y, 5.0))"},
                  "silu": {"y = torch.relu(y)": "y = F.silu(y)",
                           "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)"},
                  "abs": {"y = torch.relu(y)": "y = torch.abs(y)", "y = tl.maximum(y, 0.0)": "y = tl.abs(y)"},
                  "shifted": {"y = torch.relu(y)": "y = torch.relu(y + 1.0)",
                              "y = tl.maximum(y, 0.0)": "y = tl.maximum(y + 1.0, 0.0)"}},
                 {"height": {
                      "y = y / y.shape[-1]": "y = y / y.shape[-2]", "length = float(N)": "length = float(M)"},
                  "root": {"y = y / y.shape[-1]": "y = y / math.sqrt(y.shape[-1])",
                           "length = float(N)": "length = math.sqrt(N)"},
                  "matrix": {"y = y / y.shape[-1]": "y = y / (y.shape[-1] * y.shape[-2])",
                             "length = float(N)": "length = float(M * N)"},
                  "none": {"y = y / y.shape[-1]": "", "length = float(N)": "", "y = y / length": "",
                           "scale, length": "scale"}}]},
    "matmul_windowed": {
        "FAMILY": {
            "inside": ({'y.masked_fill((i - j).abs() > 2, float("-inf"))':
                            'torch.where((i - j).abs() <= {0}, y, float("-inf"))',
                        'tl.abs(i - j) > 2, float("-inf"), y': 'tl.abs(i - j) <= {0}, y, float("-inf")'},
                       "1 2 3 4 8"),
            "beyond": (
                {"(i - j).abs() > 2": "(i - j).abs() > {0}", "tl.abs(i - j) > 2": "tl.abs(i - j) > {0}"},
                "1 3 4 8"),
            "not_inside": (
                {"(i - j).abs() > 2": "~((i - j).abs() <= {0})", "tl.abs(i - j) > 2": "tl.abs(i - j) > {0}"},
                "1 2 4"),
            "before": ({"(i - j).abs() > 2": "(j > i) | (i - j >= {0})",
                        "tl.abs(i - j) > 2": "(j > i) | (i - j >= {0})"},
                       "2 3 4 8"),
            "before_j_first": ({"(i - j).abs() > 2": "(j > i) | (j < i - {0})",
                                "tl.abs(i - j) > 2": "(j > i) | (j < i - {0})"},
                               "2 3 4 8"),
            "before_kept": ({"(i - j).abs() > 2": "~((j <= i) & (j > i - {0}))",
                             "tl.abs(i - j) > 2": "(j > i) | (j <= i - {0})"},
                            "2 3 4 8"),
            "before_where": (
                {'y.masked_fill((i - j).abs() > 2, float("-inf"))':
                     'torch.where((j <= i) & (i - j < {0}), y, float("-inf"))',
                 'tl.abs(i - j) > 2, float("-inf"), y': '(j <= i) & (i - j < {0}), y, float("-inf")'},
                "2 3 4 8"),
            "causal": {"(i - j).abs() > 2": "j > i", "tl.abs(i - j) > 2": "j > i"},
            "causal_kept": {
                'y.masked_fill((i - j).abs() > 2, float("-inf"))': 'torch.where(i >= j, y, float("-inf"))',
                'tl.abs(i - j) > 2, float("-inf"), y': 'i >= j, y, float("-inf")'},
            "not_itself": {"(i - j).abs() > 2": "i == j", "tl.abs(i - j) > 2": "i == j"},
            "blocks": (
                {"(i - j).abs() > 2": "i // {0} != j // {0}", "tl.abs(i - j) > 2": "i // {0} != j // {0}"},
                "2 3 4 8"),
            "triangle_of_ones": {
                "(i - j).abs() > 2": "torch.ones(T, S, device=q.device).tril() == 0",
                "tl.abs(i - j) > 2": "j > i", "i = torch.arange(T, device=q.device)[:, None]": "",
                "j = torch.arange(S, device=q.device)[None, :]": ""},
            "triangle_of_bools": {
                "(i - j).abs() > 2": "torch.ones(T, S, dtype=torch.bool, device=q.device).triu(1)",
                "tl.abs(i - j) > 2": "j > i", "i = torch.arange(T, device=q.device)[:, None]": "",
                "j = torch.arange(S, device=q.device)[None, :]": ""},
            "distance": (
                {'y = y.masked_fill((i - j).abs() > 2, float("-inf"))': "y = y - 0.{0} * (i - j).abs()",
                 'y = tl.where(tl.abs(i - j) > 2, float("-inf"), y)': "y = y - 0.{0} * tl.abs(i - j)"},
                "1 25 5")},
        "AXES": [
            {"to_billion": {'float("-inf")': "-1e9"}, "to_ten_thousand": {'float("-inf")': "-10000.0"},
             "to_zero": {'float("-inf")': "0.0"}},
            {"2_2": {"((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), (3, 2, "
                     "66, 9))": "((1, 3), (2, 3)), ((11, 37), (7, 37)), ((70, 9), (66, 9))"},
             "3_3": {
                 "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), (3, 2, 66, "
                 "9))": "((2, 1, 3), (2, 1, 3)), ((3, 11, 37), (3, 7, 37)), ((2, 70, 9), (2, 66, 9))"},
             "3_3_square": {
                 "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), (3, 2, 66, "
                 "9))": "((2, 1, 3), (2, 1, 3)), ((3, 11, 37), (3, 11, 37)), ((2, 70, 9), (2, 70, 9))"},
             "4_4_square": {"((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), "
                            "(3, 2, 66, 9))":
                                "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 11, 37)), ((3, 2, "
                                "70, 9), (3, 2, 70, 9))"},
             "one_head": {"((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, 9), "
                          "(3, 2, 66, 9))":
                              "((1, 2, 1, 3), (1, 1, 1, 3)), ((2, 3, 11, 37), (2, 1, 7, 37)), ((3, 2, 70, "
                              "9), (3, 1, 66, 9))"},
             "one_head_square": {"((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, "
                                 "70, 9), (3, 2, 66, 9))":
                                     "((1, 2, 1, 3), (1, 1, 1, 3)), ((2, 3, 11, 37), (2, 1, 11, 37)), "
                                     "((3, 2, 70, 9), (3, 1, 70, 9))"}},
            SCALES_OF_SCORES]},
    "triangular_both": {
        "FAMILY": {
            "triangular_product": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": "torch.tril(a) @ torch.tril(b)"},
            "triangular_product_upper": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": "torch.triu(a) @ torch.triu(b)",
                "begin = tile_n * BLOCK": "begin = tile_m * BLOCK",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK)": "end = tl.minimum(K, (tile_n + 1) * BLOCK)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
                "columns[None, :] <= k[:, None]": "columns[None, :] >= k[:, None]"},
            "triangular_both_upper": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))":
                    "torch.triu(torch.matmul(torch.triu(a), torch.triu(b)))",
                "begin = tile_n * BLOCK": "begin = tile_m * BLOCK",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK)": "end = tl.minimum(K, (tile_n + 1) * BLOCK)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
                "columns[None, :] <= k[:, None]": "columns[None, :] >= k[:, None]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "triangular_matmul": {
        "FAMILY": {
            "upper_triangular_matmul": {"torch.tril(a) @ w": "torch.triu(a) @ w",
                                        "begin = 0": "begin = tile_m * BLOCK_M // BLOCK_K * BLOCK_K",
                                        "end = tl.minimum(K, (tile_m + 1) * BLOCK_M)": "end = K",
                                        "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]"},
            "strictly_lower_matmul": {"torch.tril(a) @ w": "torch.tril(a, diagonal=-1) @ w",
                                      "k[None, :] <= rows[:, None]": "k[None, :] < rows[:, None]"},
            "strictly_upper_matmul": {"torch.tril(a) @ w": "torch.triu(a, diagonal=1) @ w",
                                      "begin = 0": "begin = tile_m * BLOCK_M // BLOCK_K * BLOCK_K",
                                      "end = tl.minimum(K, (tile_m + 1) * BLOCK_M)": "end = K",
                                      "k[None, :] <= rows[:, None]": "k[None, :] > rows[:, None]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
