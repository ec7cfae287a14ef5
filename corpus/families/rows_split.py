"""Tables of the families whose long rows are shared by several programs."""

from corpus.derived_tables import Derived
from corpus.families.reduction_sums import UNSQUEEZED_FLAT

FAMILIES = {
    "sum_last_split": {
        "FAMILY": {
            "mean": {"torch.sum(": "torch.mean(",
                     "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols"},
            "amax": {"torch.sum(": "torch.amax(",
                     "tl.zeros([BLOCK], dtype=tl.float32)":
                         'tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                     "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                     "mask=shares < n_shares, other=0.0": 'mask=shares < n_shares, other=-float("inf")',
                     "y = tl.sum(partial, axis=0)": "y = tl.max(partial, axis=0)"},
            "amin": {"torch.sum(": "torch.amin(",
                     "tl.zeros([BLOCK], dtype=tl.float32)":
                         'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                     "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
                     "mask=shares < n_shares, other=0.0": 'mask=shares < n_shares, other=float("inf")',
                     "y = tl.sum(partial, axis=0)": "y = tl.min(partial, axis=0)"}},
        "AXES": [UNSQUEEZED_FLAT,
                 {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                 ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "norm_split": Derived("norm", {"tl.sum(lanes, axis=0)": "tl.sum(partial, axis=0)"}, family={
        "l1_norm": ..., "l4_norm": ..., "l3_norm": ..., "square_norm": ...}),
    "argmax_split": Derived("argmax"),
    "softmax_split": Derived("softmax"),
    "logsumexp_split": Derived("logsumexp"),
    "layer_norm_split": Derived("layer_norm"),
    "rms_norm_split": Derived("rms_norm"),
    "cumsum_split": Derived("cumsum", family={}),
    "cumsum_middle_split": Derived("cumsum_middle", {
        "(n_outer * triton.cdiv(n_inner, 128),)": "(n_outer * triton.cdiv(n_inner, 64), n_shares)",
        "(triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 64), n_shares)"}),
    "group_norm_split": Derived("group_norm"),
    "instance_norm_split": Derived("instance_norm"),
    "var_split": Derived("var"),
    "sum_middle_split": Derived("sum_middle", family={
        "mean": {"torch.sum": "torch.mean",
                 "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_mid"},
        "amax": {"torch.sum": "torch.amax",
                 "tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
                     'tl.full([BLOCK_MID, BLOCK_INNER], -float("inf"), dtype=tl.float32)',
                 "tile += tl.where(mask, x, 0.0)":
                     'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))',
                 "tl.sum(tile, axis=0)": "tl.max(tile, axis=0)",
                 "inner, mask=mask, other=0.0)\n    y = tl.sum(partial, axis=0)":
                     'inner, mask=mask, other=-float("inf"))\n'
                     "y = tl.max(partial, axis=0)"},
        "amin": {"torch.sum": "torch.amin",
                 "tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)":
                     'tl.full([BLOCK_MID, BLOCK_INNER], float("inf"), dtype=tl.float32)',
                 "tile += tl.where(mask, x, 0.0)":
                     'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))',
                 "tl.sum(tile, axis=0)": "tl.min(tile, axis=0)",
                 "inner, mask=mask, other=0.0)\n    y = tl.sum(partial, axis=0)":
                     'inner, mask=mask, other=float("inf"))\n'
                     "y = tl.min(partial, axis=0)"}}),
}
