"""Tables of the families of reductions of programs that are drawn."""

BELOW_POSITIVE_NEGATIVE = {  # what is asked of an element
    "below": {"x > 0.5": "x < 0.5"},
    "positive": {"x > 0.5": "x > 0.0"},
    "negative": {"x > 0.5": "x < 0.0"},
    "at_least": {"x > 0.5": "x >= 1.0"}}

FAMILIES = {
    "shapes_any": {
        "FAMILY": {"every": {"torch.any": "torch.all", "tl.full([BLOCK], 0, ": "tl.full([BLOCK], 1, ",
                             "lanes = tl.maximum(lanes, tl.where(mask, holds, 0))":
                                 "lanes = tl.minimum(lanes, tl.where(mask, holds, 1))",
                             "y = tl.max(lanes, axis=0) > 0": "y = tl.min(lanes, axis=0) > 0"}},
        "AXES": ["ROWS_TO_PLACES", BELOW_POSITIVE_NEGATIVE]},
    "shapes_any_middle": {
        "FAMILY": {"every": {"torch.any": "torch.all",
                             "tl.full([BLOCK_MID, BLOCK_INNER], 0, ": "tl.full([BLOCK_MID, BLOCK_INNER], 1, ",
                             "tile = tl.maximum(tile, tl.where(mask, holds, 0))":
                                 "tile = tl.minimum(tile, tl.where(mask, holds, 1))",
                             "y = tl.max(tile, axis=0) > 0": "y = tl.min(tile, axis=0) > 0"}},
        "AXES": ["COLUMNS_TO_PLACES", BELOW_POSITIVE_NEGATIVE]},
    "shapes_argmax": {
        "FAMILY": {"argmin": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"}},
        "AXES": ["ROWS_TO_PLACES"]},
    "shapes_argmax_middle": {
        "FAMILY": {"argmin": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"}},
        "AXES": ["COLUMNS_TO_PLACES"]},
    "shapes_prod": {"AXES": ["ROWS_MULTIPLIED"]},
    "shapes_prod_middle": {"AXES": ["COLUMNS_MULTIPLIED"]},
    "shapes_sum": {
        "FAMILY": {"mean": {"torch.sum": "torch.mean",
                            "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols"},
                   "amax": {"torch.sum": "torch.amax",
                            "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                            "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)"},
                   "amin": {"torch.sum": "torch.amin",
                            "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                            "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)"},
                   "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                            "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                            "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))"},
                   "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                               "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
                   "logsumexp": {"torch.sum": "torch.logsumexp",
                                 "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                     "# A finite start: -inf would make -inf - -inf, no number, "
                                     "in a lane that never sees an element.\n"
                                     "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                                     "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
                                 "lanes += tl.where(mask, x, 0.0)":
                                     "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                                     "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, "
                                     "tl.exp(x - higher), 0.0)\n"
                                     "peak = higher",
                                 "y = tl.sum(lanes, axis=0)":
                                     "top = tl.max(peak, axis=0)\n"
                                     "y = top + tl.log(tl.sum(lanes * tl.exp(peak - top), axis=0))",
                                 "BLOCK=block)": "BLOCK=block, enable_fp_fusion=False)"}},
        "AXES": ["ROWS_REDUCED"]},
    "shapes_sum_all": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean",
                     "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_elements",
                     "y_ptr, n_partials": "y_ptr, n_elements, n_partials",
                     "y, n_partials": "y, n_elements, n_partials"},
            "amax": {
                "torch.sum": "torch.amax",
                "x = tl.where(mask, x, 0.0)": 'x = tl.where(mask, x, -float("inf"))',
                "tl.sum(x, axis=0)": "tl.max(x, axis=0)",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)":
                    "lanes = tl.maximum(lanes, tl.load(partial_ptr + offsets, mask=offsets < n_partials, "
                    'other=-float("inf")))'},
            "amin": {
                "torch.sum": "torch.amin",
                "x = tl.where(mask, x, 0.0)": 'x = tl.where(mask, x, float("inf"))',
                "tl.sum(x, axis=0)": "tl.min(x, axis=0)",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
                "lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)":
                    "lanes = tl.minimum(lanes, tl.load(partial_ptr + offsets, mask=offsets < n_partials, "
                    'other=float("inf")))'},
            "norm": {"torch.sum": "torch.linalg.vector_norm", "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                     "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))"},
            "l1_norm": {"torch.sum(x)": "torch.linalg.vector_norm(x, ord=1)",
                        "tl.sum(x, axis=0)": "tl.sum(tl.abs(x), axis=0)"}},
        "AXES": ["ALL_REDUCED"]},
    "shapes_sum_dims": {
        "FAMILY": {"mean": {"torch.sum": "torch.mean",
                            "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols"},
                   "amax": {"torch.sum": "torch.amax",
                            "tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                                'tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                            "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                            "other=0.0)\n    y = tl.sum(partial, axis=0)":
                                'other=-float("inf"))\n'
                                "y = tl.max(partial, axis=0)"},
                   "amin": {"torch.sum": "torch.amin",
                            "tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                                'tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)',
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
                               "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"}},
        "AXES": ["DIMS_REDUCED"]},
    "shapes_sum_middle": {
        "FAMILY": {"mean": {"torch.sum": "torch.mean",
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
                            "y = tl.sum(tile, axis=0)": "y = tl.min(tile, axis=0)"},
                   "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                            "tile += tl.where(mask, x, 0.0)": "tile += tl.where(mask, x * x, 0.0)",
                            "y = tl.sum(tile, axis=0)": "y = tl.sqrt(tl.sum(tile, axis=0))"},
                   "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                               "tile += tl.where(mask, x, 0.0)": "tile += tl.where(mask, tl.abs(x), 0.0)"},
                   "logsumexp": {
                       "torch.sum": "torch.logsumexp",
                       "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
                           "# A finite start: -inf would make -inf - -inf, no number, "
                           "in a lane that never sees an element.\n"
                           "peak = tl.full([BLOCK_MID, BLOCK_INNER], -3.0e38, dtype=tl.float32)\n"
                           "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)",
                       "tile += tl.where(mask, x, 0.0)":
                           "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                           "tile = tile * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                           "peak = higher",
                       "y = tl.sum(tile, axis=0)":
                           "top = tl.max(peak, axis=0)\n"
                           "y = top + tl.log(tl.sum(tile * tl.exp(peak - top), axis=0))",
                       "BLOCK_INNER=64)": "BLOCK_INNER=64, enable_fp_fusion=False)"}},
        "AXES": ["COLUMNS_REDUCED"]},
    "shapes_var": {
        "FAMILY": {"std": {"torch.var": "torch.std",
                           "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                               "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_cols - 1))"},
                   "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
                   "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                                  "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                                      "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)"}},
        "AXES": ["ROWS_REDUCED"]},
    "shapes_var_all": {
        "FAMILY": {
            "std": {"torch.var": "torch.std",
                    "y = tl.maximum(rest, 0.0) / (n_elements - 1)":
                        "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_elements - 1))"},
            "var_biased": {"torch.var(x)": "torch.var(x, correction=0)", "(n_elements - 1)": "n_elements"},
            "std_biased": {"torch.var(x)": "torch.std(x, correction=0)",
                           "y = tl.maximum(rest, 0.0) / (n_elements - 1)":
                               "y = tl.sqrt(tl.maximum(rest, 0.0) / n_elements)"}},
        "AXES": ["ALL_REDUCED"]},
    "shapes_var_dims": {
        "FAMILY": {"std": {"torch.var": "torch.std",
                           "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                               "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_cols - 1))"},
                   "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
                   "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                                  "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                                      "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)"}},
        "AXES": ["DIMS_REDUCED"]},
    "shapes_var_middle": {
        "FAMILY": {"std": {"torch.var": "torch.std",
                           "y = tl.maximum(rest, 0.0) / (n_mid - 1)":
                               "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_mid - 1))"},
                   "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_mid - 1)": "n_mid"},
                   "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                                  "y = tl.maximum(rest, 0.0) / (n_mid - 1)":
                                      "y = tl.sqrt(tl.maximum(rest, 0.0) / n_mid)"}},
        "AXES": ["COLUMNS_REDUCED"]},
}
