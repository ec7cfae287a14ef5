"""Tables of the families of attention and of what surrounds it."""

from corpus.derived_tables import Derived

FAMILIES = {
    "alibi": {"FAMILY": {"alibi_symmetric": {
                             "(j - i)": "-torch.abs(j - i)",
                             "slope * (j - i).to(tl.float32)": "slope * -tl.abs(j - i).to(tl.float32)"},
                         "alibi_squared": {
                             "(j - i)": "((j - i) * (j - i))",
                             "slope * (j - i).to(tl.float32)": "slope * ((j - i) * (j - i)).to(tl.float32)"}},
              "AXES": [{"unscaled": {"x * 0.125": "x"}, "scale_01": {"x * 0.125": "x * 0.1"},
                        "scale_025": {"x * 0.125": "x * 0.25"}},
                       ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                       ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "attention": {"AXES": [
        {"scale1": {"is_causal=False": "scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
         "scale05": {"is_causal=False": "scale=0.5", "scale = D ** -0.5": "scale = 0.5"},
         "scale025": {"is_causal=False": "scale=0.25", "scale = D ** -0.5": "scale = 0.25"},
         "scale0125": {"is_causal=False": "scale=0.125", "scale = D ** -0.5": "scale = 0.125"},
         "scale01": {"is_causal=False": "scale=0.1", "scale = D ** -0.5": "scale = 0.1"},
         "scale02": {"is_causal=False": "scale=0.2", "scale = D ** -0.5": "scale = 0.2"}},
        {"flat": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                      "torch.randn(B * H, T, D), torch.randn(B * H, S, D), torch.randn(B * H, S, E)"},
         "plane": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                       "torch.randn(T, D), torch.randn(S, D), torch.randn(S, E)"},
         "keys_are_values": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                                 "torch.randn(B, H, T, D), torch.randn(B, H, S, D)",
                             "(q, k, v)": "(q, k)",
                             "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, k, k",
                             "v = v.contiguous()": "v = k"},
         "keys_are_values_flat": {
             "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                 "torch.randn(B * H, T, D), torch.randn(B * H, S, D)",
             "(q, k, v)": "(q, k)",
             "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, k, k",
             "v = v.contiguous()": "v = k"},
         "self": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                      "(torch.randn(B, H, T, D),)",
                  "(q, k, v)": "(q)",
                  "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
                  "k = k.contiguous()": "k = q", "v = v.contiguous()": "v = q"},
         "self_flat": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                           "(torch.randn(B * H, T, D),)",
                       "(q, k, v)": "(q)",
                       "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
                       "k = k.contiguous()": "k = q", "v = v.contiguous()": "v = q"},
         "self_plane": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                            "(torch.randn(T, D),)",
                        "(q, k, v)": "(q)",
                        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
                        "k = k.contiguous()": "k = q", "v = v.contiguous()": "v = q"},
         "same_width": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                            "torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D)"}},
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "attention_additive": {
        "FAMILY": {"attention_additive_column": {
                       "torch.randn(D) / D ** 0.5": "torch.randn(D, 1) / D ** 0.5",
                       "z.new_empty(B, S)": "z.new_empty(B, S, 1)"},
                   "attention_additive_linear": {
                       "torch.randn(D) / D ** 0.5": "torch.randn(1, D) / D ** 0.5",
                       "torch.matmul(x, v)": "F.linear(x, v)", "z.new_empty(B, S)": "z.new_empty(B, S, 1)"}},
        "AXES": [{"query_of_all": {
                      "torch.randn(B, 1, D)": "torch.randn(D)", "x_ptr + row // S * D + d": "x_ptr + d"},
                  "full_query": {"torch.randn(B, 1, D)": "torch.randn(B, S, D)",
                                 "x_ptr + row // S * D + d": "x_ptr + row * D + d"}},
                 {"sub": {"x = x + z": "x = x - z"}, "mul": {"x = x + z": "x = x * z"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "attention_causal": Derived("attention", {"scale=": "is_causal=True, scale=", "False": "True"}),
    "attention_gqa": Derived("attention_merged", {
        "=True)": "scaled_dot_product_attention(q, k, v, is_causal=True",
        "=False)": "scaled_dot_product_attention(q, k, v", "v, is_causal": "enable_gqa=True",
        "v": "enable_gqa=True", ", is_causal": ""}, axes=[1, 2]),
    "attention_masked": {
        "FAMILY": {"attention_bias": {
            "mask = torch.randn(shape) < 0.5": "mask = torch.randn(shape)",
            "allowed = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, other=0)":
                "bias = tl.load(mask_ptrs + keys[None, :] * stride_ms, mask=inside, "
                "other=0.0).to(tl.float32)",
            'logits = tl.where(allowed != 0, logits, float("-inf"))':
                'logits = tl.where(inside, logits + bias, float("-inf"))'}},
        "AXES": [
            {"heads": {"shape = (T, S)": "shape = (H, T, S)",
                       "= 0, 0, mask.stride(0), mask.stride(1)":
                           "= 0, mask.stride(0), mask.stride(1), mask.stride(2)"},
             "samples": {"shape = (T, S)": "shape = (B, 1, T, S)",
                         "= 0, 0, mask.stride(0), mask.stride(1)":
                             "= mask.stride(0), 0, mask.stride(2), mask.stride(3)"},
             "padding": {"shape = (T, S)": "shape = (B, 1, 1, S)",
                         "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride(0), 0, 0, mask.stride(3)"},
             "one": {"shape = (T, S)": "shape = (1, 1, T, S)",
                     "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, mask.stride(2), mask.stride(3)"},
             "one_padding": {"shape = (T, S)": "shape = (1, 1, 1, S)",
                             "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, 0, mask.stride(3)"},
             "all_samples": {"shape = (T, S)": "shape = (1, H, T, S)",
                             "= 0, 0, mask.stride(0), mask.stride(1)":
                                 "= 0, mask.stride(1), mask.stride(2), mask.stride(3)"},
             "sample_heads": {"shape = (T, S)": "shape = (B, H, 1, S)",
                              "= 0, 0, mask.stride(0), mask.stride(1)":
                                  "= mask.stride(0), mask.stride(1), 0, mask.stride(3)"},
             "queries": {"shape = (T, S)": "shape = (T, 1)",
                         "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, 0, mask.stride(0), 0"},
             "flat": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                          "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
                      "B, H, T, D = q.shape": "H, T, D = q.shape",
                      "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
                      "(B, H, T, E)": "(H, T, E)", "grid = (B * H * triton": "grid = (H * triton"},
             "flat_each": {"shape = (T, S)": "shape = (H, T, S)",
                           "= 0, 0, mask.stride(0), mask.stride(1)":
                               "= 0, mask.stride(0), mask.stride(1), mask.stride(2)",
                           "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                               "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
                           "B, H, T, D = q.shape": "H, T, D = q.shape",
                           "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
                           "(B, H, T, E)": "(H, T, E)", "grid = (B * H * triton": "grid = (H * triton"},
             "flat_padding": {
                 "shape = (T, S)": "shape = (H, 1, S)",
                 "= 0, 0, mask.stride(0), mask.stride(1)": "= 0, mask.stride(0), 0, mask.stride(2)",
                 "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                     "torch.randn(H, T, D), torch.randn(H, S, D), torch.randn(H, S, E)",
                 "B, H, T, D = q.shape": "H, T, D = q.shape",
                 "S, E = v.shape[2], v.shape[3]": "S, E = v.shape[1], v.shape[2]",
                 "(B, H, T, E)": "(H, T, E)", "grid = (B * H * triton": "grid = (H * triton"},
             "full": {"shape = (T, S)": "shape = (B, H, T, S)",
                      "= 0, 0, mask.stride(0), mask.stride(1)": "= mask.stride()"}},
            {"scale1": {"attn_mask=mask": "attn_mask=mask, scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
             "scale025": {
                 "attn_mask=mask": "attn_mask=mask, scale=0.25", "scale = D ** -0.5": "scale = 0.25"},
             "scale0125": {
                 "attn_mask=mask": "attn_mask=mask, scale=0.125", "scale = D ** -0.5": "scale = 0.125"},
             "scale01": {"attn_mask=mask": "attn_mask=mask, scale=0.1", "scale = D ** -0.5": "scale = 0.1"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "attention_merged": {
        "FAMILY": {"attention_merged_causal": {
            "=False)": "=True)", "end = S": "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)",
            "logits = tl.where(keys[None, :] < S, ":
                "logits = tl.where((keys[None, :] < S) & (keys[None, :] <= queries[:, None]), "}},
        "AXES": [
            {"moved": {"y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2)",
                       "torch.empty((B, T, H * E)": "torch.empty((B, T, H, E)"},
             "rows": {"y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2).reshape(B * T, -1)",
                      "torch.empty((B, T, H * E)": "torch.empty((B * T, H * E)"},
             "time_first": {"y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.permute(2, 0, 1, 3)",
                            "torch.empty((B, T, H * E)": "torch.empty((T, B, H, E)",
                            "offsets = ((b * T + queries[:, None]) * H + h) * E + e[None, :]":
                                "offsets = (queries[:, None] * (tl.num_programs(0) // tiles) + b * H + h) "
                                "* E + e[None, :]"}},
            {"scale1": {"v, is_causal": "v, scale=1.0, is_causal", "scale = D ** -0.5": "scale = 1.0"},
             "scale025": {"v, is_causal": "v, scale=0.25, is_causal", "scale = D ** -0.5": "scale = 0.25"},
             "scale0125": {"v, is_causal": "v, scale=0.125, is_causal", "scale = D ** -0.5": "scale = 0.125"},
             "scale01": {"v, is_causal": "v, scale=0.1, is_causal", "scale = D ** -0.5": "scale = 0.1"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "attention_of_keys": {"AXES": [
        {  # the shape of z
            "plain": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-1])", "z = z[..., None]": ""},
            "whole": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
            "row": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-1], 1)", "z = z[..., None]": ""},
            "positions": {
                "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2:])", "z = z[..., None]": ""},
            "position": {
                "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2], 1)", "z = z[..., None]": ""},
            "heads": {
                "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-3], 1, 1)", "z = z[..., None]": ""},
            "head_columns": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-3], 1, shape[-1])",
                             "z = z[..., None]": ""},
            "one_batch": {
                "z = torch.randn(shape[:-1])": "z = torch.randn(1, *shape[1:])", "z = z[..., None]": ""},
            "sample": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[0], *[1] * (len(shape) - 1))",
                       "z = z[..., None]": ""},
            "columns_of_each": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, shape[-1])",
                                "z = z[..., None]": ""},
            "of_each": {
                "z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, 1)", "z = z[..., None]": ""},
            "one": {"z = torch.randn(shape[:-1])": "z = torch.randn(1)", "z = z[..., None]": ""},
            "scalar": {"z = torch.randn(shape[:-1])": "z = torch.randn(())", "z = z[..., None]": ""},
            "k_positions": {"k = torch.randn(shape)": "k = torch.randn(shape[-2:])",
                            "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""}},
        {"plain": {
             "r = torch.randn(*batch, T, E)": "", ", r": "", "r_ptr, ": "", "r = r.contiguous()": "",
             "r = tl.load(r_ptr + y_places, mask=y_mask, other=0.0).to(tl.float32)": "", "y = y + r": ""},
         "scale": {"y = y + r": "y = y * r"},
         "gate": {"y = y + r": "y = y * r", "r = torch.randn(*batch, T, E)": "r = torch.randn(*batch, T, 1)",
                  "r_ptr + y_places, mask=y_mask, other=0.0":
                      "r_ptr + (head * T + queries[:, None]), mask=queries[:, None] < T, other=0.0"}},
        {"causal": {"is_causal=False": "is_causal=True",
                    "tl.where(keys[None, :] < S, logits":
                        "tl.where((keys[None, :] < S) & (keys[None, :] <= queries[:, None]), logits"},
         "scale1": {"is_causal=False": "scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
         "scale025": {"is_causal=False": "scale=0.25", "scale = D ** -0.5": "scale = 0.25"}},
        ("BINARY", "k = torch.maximum(k, z)", "k = tl.maximum(k, z)"),
        ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "attention_of_queries": Derived("attention_of_values", {"v": "q"},
        axes=[{"plain": ..., "whole": ..., "row": ..., "positions": ..., "position": ..., "heads": ...,
               "head_columns": ..., "one_batch": ..., "sample": ..., "columns_of_each": ..., "of_each": ...,
               "one": ..., "scalar": ...,
               "q_positions": {
                   "q = torch.randn(shape)": "q = torch.randn(shape[-2:])",
                   "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""}},
              1, 2, 3, 4]),
    "attention_of_values": Derived("attention_of_keys", {"k": "v"},
        axes=[{"plain": ..., "whole": ..., "row": ..., "positions": ..., "position": ..., "heads": ...,
               "head_columns": ..., "one_batch": ..., "sample": ..., "columns_of_each": ..., "of_each": ...,
               "one": ..., "scalar": ...,
               "v_positions": {
                   "v = torch.randn(shape)": "v = torch.randn(shape[-2:])",
                   "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""}},
              1, 2, 3, 4]),
    "attention_weights": Derived("attention_written",
        family={"attention_log_weights": {
            "torch.softmax": "torch.log_softmax",
            "y = tl.exp(s - largest[:, None]) / total[:, None]":
                "y = s - largest[:, None] - tl.log(total)[:, None]"}},
        axes=[{"scale1": ..., "scale05": ..., "scale025": ..., "scale01": ..., "scale_8": ...}, 2]),
    "attention_written": {
        "FAMILY": {"attention_written_causal": {
            "torch.softmax(s, dim=-1)":
                'torch.softmax(s.masked_fill(torch.ones_like(s).tril() == 0, float("-inf")), dim=-1)',
            "end = S": "end = tl.minimum(S, (pid % tiles + 1) * BLOCK_T)",
            "keys[None, :] < S, s": "(keys[None, :] < S) & (keys[None, :] <= queries[:, None]), s"}},
        "AXES": [
            {"scale1": {"s = q @ k.transpose(-2, -1) * 0.125": "s = q @ k.transpose(-2, -1)",
                        's = tl.dot(q, tl.trans(k), input_precision="tf32x3") * 0.125':
                            's = tl.dot(q, tl.trans(k), input_precision="tf32x3")'},
             "scale05": {"* 0.125": "* 0.5"}, "scale025": {"* 0.125": "* 0.25"},
             "scale01": {"* 0.125": "* 0.1"}, "scale02": {"* 0.125": "* 0.2"},
             "scale_8": {"* 0.125": "/ 8.0"}, "scale_3": {"* 0.125": "/ 3.0"}},
            {"flat": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                          "torch.randn(B * H, T, D), torch.randn(B * H, S, D), torch.randn(B * H, S, E)"},
             "same_width": {"torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)":
                                "torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D)"}},
            ("UNARY", "s = torch.relu(s)", "s = tl.maximum(s, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "causal_softmax": {"AXES": [
        {  # each query sees only the last keys before it
            "window_4": {"triu(1)":
                             "triu(1)\n"
                             "hidden = hidden | torch.ones_like(hidden).tril(-4)",
                         "mask=cols <= position": "mask=(cols <= position) & (cols > position - 4)",
                         "return tl.where(cols <= position, x":
                             "return tl.where((cols <= position) & (cols > position - 4), x"},
            "window_16": {"triu(1)":
                              "triu(1)\n"
                              "hidden = hidden | torch.ones_like(hidden).tril(-16)",
                          "mask=cols <= position": "mask=(cols <= position) & (cols > position - 16)",
                          "return tl.where(cols <= position, x":
                              "return tl.where((cols <= position) & (cols > position - 16), x"}},
        ("UNARY+REUSE+SCALAR", "x = x * 0.125", "x = x / 8.0", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "masked_softmax": {
        "FAMILY": {"hidden_softmax": {  # the mask says what to leave out
                       "masked_fill(~keep,": "masked_fill(keep,", "> 0.4": "> 0.6",
                       "keep[..., 0] = True": "keep[..., 0] = False",
                       "mask=cols < n_cols, other=0) != 0": "mask=cols < n_cols, other=1) == 0"},
                   "zeros_softmax": {  # the mask is a tensor of 0 and 1
                       "masked_fill(~keep,": "masked_fill(keep == 0,",
                       "return torch.randn(shape), keep": "return torch.randn(shape), keep.float()"},
                   "zeros_filled_softmax": {
                       "masked_fill(~keep,": "masked_fill(keep == 0,",
                       "return torch.randn(shape), keep": "return torch.randn(shape), keep.float()",
                       'float("-inf")': "-1e9",
                       'return tl.where(keep, x, -float("inf"))':
                           'return tl.where(keep, x, tl.where(cols < n_cols, -1e9, -float("inf")))'},
                   "filled_softmax": {  # a finite fill: a row that keeps nothing becomes uniform
                       'float("-inf")': "-1e9",
                       'return tl.where(keep, x, -float("inf"))':
                           'return tl.where(keep, x, tl.where(cols < n_cols, -1e9, -float("inf")))'}},
        "AXES": [{"row_mask": {"keep = torch.rand(shape)": "keep = torch.rand(shape[-1])",
                               "keep_ptr + row * n_cols": "keep_ptr"},
                  "square_mask": {  # one for all samples and heads
                      "keep = torch.rand(shape)": "keep = torch.rand(shape[-2:])",
                      "masked_softmax_kernel(x_ptr, keep_ptr, y_ptr, n_cols,":
                          "masked_softmax_kernel(x_ptr, keep_ptr, y_ptr, n_keep, n_cols,",
                      "keep_ptr + row * n_cols": "keep_ptr + row % n_keep * n_cols",
                      "(x, keep, y, n_cols,": "(x, keep, y, keep.numel() // n_cols, n_cols,"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "rotary": {
        "FAMILY": {
            "rotary_back": {"torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin)":
                                "torch.cat((x1 * cos + x2 * sin, x2 * cos - x1 * sin)",
                            "y1 = x1 * cos - x2 * sin": "y1 = x1 * cos + x2 * sin",
                            "y2 = x2 * cos + x1 * sin": "y2 = x2 * cos - x1 * sin"},
            "rotary_scaled": {"torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1)":
                                  "torch.cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), dim=-1) * 0.125",
                              "y1 = x1 * cos - x2 * sin": "y1 = (x1 * cos - x2 * sin) * 0.125",
                              "y2 = x2 * cos + x1 * sin": "y2 = (x2 * cos + x1 * sin) * 0.125"}},
        "AXES": [{
            "heads_first": {
                "torch.randn(B, T, H, D)": "torch.randn(B, H, T, D)",
                "cos, sin = cos[None, :, None, :], sin[None, :, None, :]":
                    "cos, sin = cos[None, None], sin[None, None]",
                "position = row // H % T": "position = row % T", "T, H, D, BLOCK: tl": "T, D, BLOCK: tl",
                "B, T, H, D = x.shape": "B, H, T, D = x.shape", "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64"},
            "sequence": {"torch.randn(B, T, H, D)": "torch.randn(B * H, T, D)",
                         "cos, sin = cos[None, :, None, :], sin[None, :, None, :]": "",
                         "position = row // H % T": "position = row % T",
                         "T, H, D, BLOCK: tl": "T, D, BLOCK: tl", "B, T, H, D = x.shape": "B, T, D = x.shape",
                         "(B * T * H,)": "(B * T,)", "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64"},
            "own_sample": {
                "torch.randn(T, D // 2), torch.randn(T, D // 2)":
                    "torch.randn(B, T, D // 2), torch.randn(B, T, D // 2)",
                "cos, sin = cos[None, :, None, :], sin[None, :, None, :]":
                    "cos, sin = cos[:, :, None, :], sin[:, :, None, :]",
                "position = row // H % T": "position = row // H", "T, H, D, BLOCK: tl": "H, D, BLOCK: tl",
                "y, T, H, D, BLOCK=64": "y, H, D, BLOCK=64"}}]},
    "rotary_half": {
        "FAMILY": {"rotary_half_back": {
            "torch.cat((-x2, x1), dim=-1) * sin": "torch.cat((x2, -x1), dim=-1) * sin",
            "# -x2 stands first": "# x2 stands first",
            "tl.where(first, -turned, turned)": "tl.where(first, turned, -turned)"}},
        "AXES": [{"heads_last": {"def make(B, H, T, D):": "def make(B, T, H, D):",
                                 "torch.randn(B, H, T, D)": "torch.randn(B, T, H, D)",
                                 "torch.randn(T, D)": "torch.randn(T, 1, D)", "row % T": "row // H % T",
                                 "B, H, T, D = x.shape": "B, T, H, D = x.shape"},
                  "batched": {"torch.randn(T, D)": "torch.randn(1, 1, T, D)"},
                  "own_sample": {"torch.randn(T, D)": "torch.randn(B, 1, T, D)",
                                 "row % T": "row // (H * T) * T + row % T"},
                  "sequence": {"torch.randn(B, H, T, D)": "torch.randn(B * H, T, D)",
                               "B, H, T, D = x.shape": "B, T, D = x.shape", "(B * H * T,)": "(B * T,)",
                               "y_ptr, H, T": "y_ptr, T", "y, H, T": "y, T"}}]},
    "rotary_interleaved": Derived("rotary", {"cat": "stack"}, family={"rotary_interleaved_back": ...},
        axes=[{"heads_first": ..., "sequence": ...}]),
}
