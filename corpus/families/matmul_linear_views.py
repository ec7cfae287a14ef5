"""Tables of the families of linear layers of several or rearranged tensors."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import MUL_SUB_ADD_AFTER

PLAIN_GATE_ROW = {
    "plain": {
        "r = torch.randn(*shape[:-1], N)": "", "r, weight": "weight", "r_ptr, ": "", "r = r.contiguous()": "",
        "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "", "y = y + r": ""},
    "gate": {"y = y + r": "y = y * r"},
    "row_of_r": {"r = torch.randn(*shape[:-1], N)": "r = torch.randn(N)",
                 "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                     "r = tl.load(r_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"}}

FAMILIES = {
    "linear_filled": {
        "FAMILY": {"large": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, -1e9)",
                             'tl.where(m, -float("inf"), y)': "tl.where(m, -1e9, y)"},
                   "zero": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, 0.0)",
                            'tl.where(m, -float("inf"), y)': "tl.where(m, 0.0, y)"},
                   "not": {'y.masked_fill(m, float("-inf"))': 'y.masked_fill(~m, float("-inf"))',
                           'tl.where(m, -float("inf"), y)': 'tl.where(m, y, -float("inf"))'},
                   "not_large": {'y.masked_fill(m, float("-inf"))': "y.masked_fill(~m, -1e9)",
                                 'tl.where(m, -float("inf"), y)': "tl.where(m, y, -1e9)"},
                   "not_zero": {'y.masked_fill(m, float("-inf"))': "torch.where(m, y, 0.0)",
                                'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)"},
                   "float": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                             'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                             'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)'},
                   "float_large": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                                   'y.masked_fill(m, float("-inf"))': "y.masked_fill(m == 0, -1e9)",
                                   'tl.where(m, -float("inf"), y)': "tl.where(m == 0, -1e9, y)"},
                   "integer": {"torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).long()",
                               'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                               'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)'},
                   "times": {'y.masked_fill(m, float("-inf"))': "y * m",
                             'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)"}},
        "AXES": [
            {"no_bias": {
                "b = torch.randn(N)": "", "(x, m, w, b)": "(x, m, w)", "return x, m, w, b": "return x, m, w",
                "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, m, w, b": "[grid](x, m, w"}},
            ("TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "linear_heads": Derived("linear_qkv", {"3 * ": ""},
        axes=[{"keys": {".transpose(1, 2)": ".permute(0, 2, 3, 1)",
                        "offsets = ((batch * HEADS + head) * T + t) * D + d":
                            "offsets = ((batch * HEADS + head) * D + d) * T + t",
                        "(B, heads, T, D)": "(B, heads, D, T)"},
               "flat": {".transpose(1, 2)": ".transpose(1, 2).flatten(0, 1)",
                        "(B, heads, T, D)": "(B * heads, T, D)"},
               "heads_last": {
                   ".transpose(1, 2)": "", "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
                   "head, d = (columns // D)[None, :], (columns % D)[None, :]": "",
                   "offsets = ((batch * HEADS + head) * T + t) * D + d":
                       "offsets = rows[:, None] * N + columns[None, :]",
                   "M, N, K, T, D, HEADS: tl.constexpr, ": "M, N, K, ", "K, T, D, heads, w": "K, w",
                   "(B, heads, T, D)": "(B, T, heads, D)"}},
              {"2": ..., "3": ..., "6": ..., "8": ..., "12": {"heads = 4": "heads = 12"}},
              ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]),
    "linear_kept": {
        "FAMILY": {
            "linear_kept_one": {"s = torch.randn(N)": "s = torch.randn(1)",
                                "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, "
                                ":]": "tl.load(s_ptr).to(tl.float32)"},
            "linear_kept_alone": {
                "s = torch.randn(N)": "", "return x, w, b, s": "return x, w, b", "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w, b"},
            "linear_kept_alone_no_bias": {
                "s = torch.randn(N)": "", "return x, w, b, s": "return x, w", "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(N)": "", "F.linear(x, w, b": "F.linear(x, w",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""}},
        "AXES": [MUL_SUB_ADD_AFTER,
                 ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 {"y_first": {"return z, y": "return y, z"}}]},
    "linear_of_cat": Derived("linear_transposed", {
        "(x, z, w)": "return x, z, w", "(x, z, w, b)": "return x, z, w, b", "return x, z, w": "(x, z, w)",
        "F.linear(x": "dim=-1)", "return x, z, w, b": "(x, z, w, b)"}, family={"linear_of_cat_no_bias": ...},
        axes=[1, ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]),
    "linear_of_masked": {
        "FAMILY": {"linear_of_masked_no_bias": {
            "bias = torch.randn(N)": "", ", bias": "", "bias_ptr, ": "",
            "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""}},
        "AXES": [
            {  # the shape of z
                "plain": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-1]) > 0.5",
                          "z = z[..., None]": ""},
                "whole": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape) > 0.5",
                          "z = z[..., None]": ""},
                "row": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-1], 1) > 0.5",
                        "z = z[..., None]": ""},
                "positions": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2:]) > 0.5",
                              "z = z[..., None]": ""},
                "position": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2], 1) > 0.5",
                             "z = z[..., None]": ""},
                "one_batch": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:]) > 0.5",
                              "z = z[..., None]": ""},
                "sample": {"z = torch.randn(shape[:-1]) > 0.5":
                               "z = torch.randn(shape[0], *[1] * (len(shape) - 1)) > 0.5",
                           "z = z[..., None]": ""},
                "columns_of_each": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, shape[-1]) > 0.5",
                    "z = z[..., None]": ""},
                "columns": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, shape[-1]) > 0.5",
                            "z = z[..., None]": ""},
                "one_row": {"z = torch.randn(shape[:-1]) > 0.5":
                                "z = torch.randn(*[1] * (len(shape) - 1), shape[-1]) > 0.5",
                            "z = z[..., None]": ""},
                "one_position": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:-1], 1) > 0.5",
                    "z = z[..., None]": ""},
                "of_each": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, 1) > 0.5",
                            "z = z[..., None]": ""},
                "one": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1) > 0.5", "z = z[..., None]": ""},
                "scalar": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(()) > 0.5", "z = z[..., None]": ""},
                "short_position": {"z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2]) > 0.5",
                                   "z = z[..., None]": "z = z[:, None]"},
                "short_columns": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], shape[-1]) > 0.5",
                    "z = z[..., None]": "z = z.unsqueeze(-2)"}},
            PLAIN_GATE_ROW,
            {"not": {"x.masked_fill(z, 0.0)": "x.masked_fill(~z, 0.0)",
                     "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)"},
             "times": {"x.masked_fill(z, 0.0)": "x * z", "x = tl.where(z, 0.0, x)": "x = x * z"},
             "times_float": {
                 "x.masked_fill(z, 0.0)": "x * z.float()", "x = tl.where(z, 0.0, x)": "x = x * z"},
             "times_not": {"x.masked_fill(z, 0.0)": "x * ~z"},
             "where": {"x.masked_fill(z, 0.0)": "torch.where(z, x, 0.0)",
                       "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)"},
             "where_number": {"x.masked_fill(z, 0.0)": "torch.where(z, x, -1.5)",
                              "tl.where(z, 0.0, x)": "tl.where(z, x, -1.5)"},
             "number": {"x.masked_fill(z, 0.0)": "x.masked_fill(z, 0.5)",
                        "tl.where(z, 0.0, x)": "tl.where(z, 0.5, x)"},
             "where_other": {"x.masked_fill(z, 0.0)": "torch.where(z, x, 0.5 * x)",
                             "tl.where(z, 0.0, x)": "tl.where(z, x, 0.5 * x)"}},
            ("TAIL_X", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_of_pair": {
        "FAMILY": {"linear_of_pair_no_bias": {
            "bias = torch.randn(N)": "", ", bias": "", "bias_ptr, ": "",
            "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""}},
        "AXES": ["SHAPE_OF_Z", PLAIN_GATE_ROW,
                 ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_of_placed": {
        "FAMILY": {
            "batched": {"z = torch.randn(T, K)": "z = torch.randn(1, T, K)"},
            "features": {
                "z = torch.randn(T, K)": "z = torch.randn(K)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)":
                    "z = tl.load(z_ptr + start + k[None, :], mask=k[None, :] < K - start, other=0.0)"},
            "sample": {"z = torch.randn(T, K)": "z = torch.randn(B, 1, K)", "(rows % T)": "(rows // T)"},
            "token": {"z = torch.randn(T, K)": "z = torch.randn(B, T, 1)",
                      "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                      "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), "
                      "other=0.0)": "z = tl.load(z_ptr + rows[:, None], mask=rows[:, None] < M, other=0.0)"},
            "column": {
                "z = torch.randn(T, K)": "z = torch.randn(T, 1)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)":
                    "z = tl.load(z_ptr + (rows % T)[:, None], mask=rows[:, None] < M, other=0.0)"},
            "full": {"z = torch.randn(T, K)": "z = torch.randn(B, T, K)", "(rows % T)": "rows"}},
        "AXES": [
            {"no_bias": {
                 "b = torch.randn(N)": "", "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w",
                 "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                 "[grid](x, z, w, b": "[grid](x, z, w"},
             "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"}},
            {"turned": {
                 "y = torch.relu(y)": "y = torch.relu(y).transpose(1, 2)",
                 "offsets = rows[:, None] * N + columns[None, :]":
                     "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
                 "torch.empty((B, T, N)": "torch.empty((B, N, T)"},
             "plain_turned": {
                 "y = torch.relu(y)": "y = y.transpose(1, 2)", "y = tl.maximum(y, 0.0)": "",
                 "offsets = rows[:, None] * N + columns[None, :]":
                     "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
                 "torch.empty((B, T, N)": "torch.empty((B, N, T)"},
             "plain": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
             "gelu": {"y = torch.relu(y)": "y = F.gelu(y)",
                      "y = tl.maximum(y, 0.0)": "y = 0.5 * y * (1.0 + tl.erf(y * 0.7071067811865476))"},
             "silu": {
                 "y = torch.relu(y)": "y = F.silu(y)", "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)"},
             "scaled": {"y = torch.relu(y)": "y = y * 0.5", "y = tl.maximum(y, 0.0)": "y = y * 0.5"}},
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "linear_of_three": Derived("linear_of_pair",
        axes=[0, "SHAPE_OF_W", ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"), 3]),
    "linear_position": {
        "FAMILY": {"linear_position_batched": {"p = torch.randn(T, N)": "p = torch.randn(1, T, N)"},
                   "linear_sample": {"p = torch.randn(T, N)": "p = torch.randn(B, 1, N)",
                                     "(rows % T)[:, None]": "(rows // T)[:, None]"},
                   "linear_sample_expanded": {
                       "p = torch.randn(T, N)": "p = torch.randn(B, N)", "z = p": "z = p[:, None, :]",
                       "(rows % T)[:, None]": "(rows // T)[:, None]"},
                   "linear_position_column": {
                       "p = torch.randn(T, N)": "p = torch.randn(T, 1)",
                       "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                       "other=0.0).to(tl.float32)":
                           "z = tl.load(p_ptr + rows % T, mask=rows < M, other=0.0).to(tl.float32)[:, None]"},
                   "linear_position_mask": {
                       "p = torch.randn(T, N)": "p = torch.randn(B, T)", "z = p": "z = p.unsqueeze(-1)",
                       "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                       "other=0.0).to(tl.float32)":
                           "z = tl.load(p_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"}},
        "AXES": [
            {"no_bias": {
                 "b = torch.randn(N)": "", "(x, p, w, b)": "(x, p, w)", "return x, p, w, b": "return x, p, w",
                 "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                 "[grid](x, p, w, b": "[grid](x, p, w"},
             "weights_first": {"(x, p, w, b)": "(x, w, b, p)", "return x, p, w, b": "return x, w, b, p"},
             "residual_first": {"(x, p, w, b)": "(p, x, w, b)", "return x, p, w, b": "return p, x, w, b"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_qkv": {
        "FAMILY": {"linear_qkv_no_bias": {
            "b = torch.randn(3 * heads * D)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b, y": "[grid](x, w, y"}},
        "AXES": [{"keys_transposed": {"k = k.view(B, T, heads, -1).transpose(1, 2)":
                                          "k = k.view(B, T, heads, -1).transpose(1, 2).transpose(-2, -1)",
                                      "return y[0], y[1], y[2]": "return y[0], y[1].transpose(2, 3), y[2]"},
                  "scaled": {"q = q.view(B, T, heads, -1).transpose(1, 2)":
                                 "q = q.view(B, T, heads, -1).transpose(1, 2) * 0.125",
                             "part, head, d = (":
                                 "y = tl.where(columns[None, :] < HEADS * D, y * 0.125, y)  # the queries\n"
                                 "part, head, d = ("},
                  "plain": {"q = q.view(B, T, heads, -1).transpose(1, 2)": "",
                            "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
                            "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
                            "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
                            "part, head, d = (columns // (HEADS * D))[None, :], "
                            "(columns // D % HEADS)[None, :], (columns % D)[None, :]":
                                "part, column = (columns // (HEADS * D))[None, :], "
                                "(columns % (HEADS * D))[None, :]",
                            "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d":
                                "offsets = (part * M + rows[:, None]) * HEADS * D + column",
                            "torch.empty((3, B, heads, T, D)": "torch.empty((3, B, T, heads * D)"},
                  "stacked": {"q, k, v = y.chunk(3, dim=-1)":
                                  "q, k, v = y.view(B, T, 3, heads, -1).permute(2, 0, 3, 1, 4)",
                              "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
                              "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
                              "v = v.view(B, T, heads, -1).transpose(1, 2)": ""}},
                 {"2": {"heads = 4": "heads = 2"}, "3": {"heads = 4": "heads = 3"},
                  "6": {"heads = 4": "heads = 6"}, "8": {"heads = 4": "heads = 8"}}]},
    "linear_self": {
        "FAMILY": {
            "linear_self_no_bias": {
                "return x, w, b": "return x, w", "(x, w, b)": "(x, w)", "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y"},
            "linear_self_scaled": {
                "return x, w, b": "return x, w, b, torch.randn(N)", "(x, w, b)": "(x, w, b, s)",
                "F.linear(x, w, b)": "F.linear(x, w, b) * s", "b_ptr, ": "b_ptr, s_ptr, ",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                    "y *= tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
                "[grid](x, w, b, y": "[grid](x, w, b, s, y"},
            "matmul_self": {
                "F.linear(x, w, b)": "x @ w + b", "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)"},
            "matmul_self_no_bias": {
                "return x, w, b": "return x, w", "(x, w, b)": "(x, w)", "F.linear(x, w, b)": "x @ w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
                "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)"}},
        "AXES": [("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "linear_to_two": {
        "FAMILY": {
            "linear_to_two_other": {
                "    N = K": "    N = K + 2", "return (x": "s = torch.randn(*rows, N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s", "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()", "[grid](x, ": "[grid](x, s, "},
            "linear_to_two_row": {
                "    N = K": "    N = K + 2", "return (x": "s = torch.randn(N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s", "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()", "[grid](x, ": "[grid](x, s, "},
            "linear_to_two_column": {
                "    N = K": "    N = K + 2", "return (x": "s = torch.randn(*rows, 1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s", "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()", "[grid](x, ": "[grid](x, s, "},
            "linear_to_two_one": {
                "    N = K": "    N = K + 2", "return (x": "s = torch.randn(1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s", "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()", "[grid](x, ": "[grid](x, s, "},
            "linear_to_two_scalar": {
                "    N = K": "    N = K + 2", "return (x": "s = torch.randn(())\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s", "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, "}},
        "AXES": [
            {"no_bias": {
                 "w, b)": "w)", "b = torch.randn(N)": "", "b_ptr, ": "", "w, b, v": "w, v",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""},
             "product": {"torch.randn(N, K)": "torch.randn(K, N)", "F.linear(x, w, b)": "x @ w + b",
                         "N, K = w.shape": "K, N = w.shape",
                         "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()"},
             "product_no_bias": {
                 "torch.randn(N, K)": "torch.randn(K, N)", "F.linear(x, w, b)": "x @ w",
                 "N, K = w.shape": "K, N = w.shape",
                 "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()", "w, b)": "w)",
                 "b = torch.randn(N)": "", "b_ptr, ": "", "w, b, v": "w, v",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""}},
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {"y_first": {"return v, y": "return y, v"}}]},
    "linear_transposed": Derived("linear_gate", {"[grid](x, w": "[grid](x, z, w", "C": "N"},
        family={"linear_transposed_no_bias": ...,
                "linear_transposed_residual_first": {
                    "(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"}},
        axes=[("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
              ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
              ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
              {  # tokens that lie in a plane or in a volume
                  "images": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                             "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3)",
                             "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)"},
                  "volumes": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                              "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3, 2)",
                              "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)"}}]),
    "linear_turned": {
        "FAMILY": {"linear_turned_no_bias": {
            "b = torch.randn(N)": "", "(x, w, b)": "(x, w)", "return x, w, b": "return x, w",
            "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [{"rows": {"y = y.transpose(1, 2)": "y = y.reshape(-1, w.shape[0])",
                           "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((B * T, N)",
                           "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, "
                           "None]": "offsets = rows[:, None] * N + columns[None, :]"},
                  "images": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                             "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)"},
                  "volumes": {"x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                              "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)"},
                  "time_first": {
                      "y = y.transpose(1, 2)": "y = y.transpose(0, 1)",
                      "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((T, B, N)",
                      "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]":
                          "offsets = ((rows % T)[:, None] * (M // T) + (rows // T)[:, "
                          "None]) * N + columns[None, :]"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
