"""Tables of the families of reductions of programs that are drawn."""

from corpus.derived_tables import Derived

FAMILIES = {
    "shapes_any": {
        "FAMILY": {"every": {"torch.any": "torch.all", "tl.full([BLOCK], 0, ": "tl.full([BLOCK], 1, ",
                             "lanes = tl.maximum(lanes, tl.where(mask, holds, 0))":
                                 "lanes = tl.minimum(lanes, tl.where(mask, holds, 1))",
                             "y = tl.max(lanes, axis=0) > 0": "y = tl.min(lanes, axis=0) > 0"}},
        "AXES": ["ROWS_TO_PLACES",
                 {  # what is asked of an element
                     "below": {"x > 0.5": "x < 0.5"}, "positive": {"x > 0.5": "x > 0.0"},
                     "negative": {"x > 0.5": "x < 0.0"}, "at_least": {"x > 0.5": "x >= 1.0"}}]},
    "shapes_any_middle": Derived("shapes_any", {"BLOCK": "BLOCK_MID, BLOCK_INNER", "lanes": "tile"},
        axes=["COLUMNS_TO_PLACES", 1]),
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
    "shapes_sum": Derived("sum_pair",
        family={"mean": ..., "amax": ..., "amin": ...,
                "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                         "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                         "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))"},
                "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                            "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
                "logsumexp": {
                    "torch.sum": "torch.logsumexp",
                    "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                        "# A finite start: -inf would make -inf - -inf, no number, "
                        "in a lane that never sees an element.\n"
                        "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                        "lanes = tl.zeros([BLOCK], dtype=tl.float32)",
                    "lanes += tl.where(mask, x, 0.0)":
                        "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                        "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                        "peak = higher",
                    "y = tl.sum(lanes, axis=0)":
                        "top = tl.max(peak, axis=0)\n"
                        "y = top + tl.log(tl.sum(lanes * tl.exp(peak - top), axis=0))",
                    "BLOCK=block)": "BLOCK=block, enable_fp_fusion=False)"}}, axes=["ROWS_REDUCED"]),
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
    "shapes_sum_dims": Derived("reduce_dims", {
        "lanes = tl.zeros(": "tl.zeros(", "lanes = tl.full(": "tl.full("},
        family={"mean": {"torch.sum": "torch.mean",
                         "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols"},
                "amax": ..., "amin": ..., "norm": ..., "l1_norm": ...}, axes=["DIMS_REDUCED"]),
    "shapes_sum_middle": Derived("shapes_sum", {
        "BLOCK": "BLOCK_INNER", "block": "64", "lanes": "tile", "n_cols": "n_mid", "lanes ": "tile ",
        "[BLOCK]": "[BLOCK_MID, BLOCK_INNER]"}, axes=["COLUMNS_REDUCED"]),
    "shapes_var": Derived("var_dims", axes=["ROWS_REDUCED"]),
    "shapes_var_all": Derived("shapes_var", {
        "n_cols": "n_elements", "x, ": "x)", "(x, correction=0, ": "(x, correction=0)"},
        axes=["ALL_REDUCED"]),
    "shapes_var_dims": Derived("shapes_var", axes=["DIMS_REDUCED"]),
    "shapes_var_middle": Derived("shapes_var_dims", {"n_cols": "n_mid"}, axes=["COLUMNS_REDUCED"]),
}
