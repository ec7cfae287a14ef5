"""Tables of the families whose programs take several short rows."""

from corpus.derived_tables import Derived
from corpus.families.reduction_sums import UNSQUEEZED_FLAT

WEIGHT_AND_BIAS = {"+ cols, mask=mask, other=0.0)": "+ cols, mask=cols < n_cols, other=0.0)",
                   "y, n_cols": "y, n_rows"}

FAMILIES = {
    "sum_last_rows": {
        "FAMILY": {
            "mean": {"torch.sum(": "torch.mean(",
                     "y = tl.sum(x, axis=1, keep_dims=True)":
                         "y = tl.sum(x, axis=1, keep_dims=True) / n_cols"},
            "amax": {"torch.sum(": "torch.amax(",
                     "tl.where(mask, x, 0.0)": 'tl.where(mask, x, -float("inf"))', "tl.sum(x": "tl.max(x"},
            "amin": {"torch.sum(": "torch.amin(",
                     "tl.where(mask, x, 0.0)": 'tl.where(mask, x, float("inf"))', "tl.sum(x": "tl.min(x"}},
        "AXES": [UNSQUEEZED_FLAT,
                 {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                 ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "norm_rows": Derived("norm", family={
        "l1_norm": {"ord=2": "ord=1", "tl.sqrt(tl.sum(x * x, axis=1, keep_dims=True))":
                        "tl.sum(tl.abs(x), axis=1, keep_dims=True)"},
        "l4_norm": {"ord=2": "ord=4", "tl.sqrt(tl.sum(x * x, axis=1, keep_dims=True))":
                        "tl.sqrt(tl.sqrt(tl.sum(x * x * (x * x), axis=1, keep_dims=True)))"},
        "max_norm": {"ord=2": 'ord=float("inf")', "tl.sqrt(tl.sum(x * x, axis=1, keep_dims=True))":
                         "tl.max(tl.abs(x), axis=1, keep_dims=True)"},
        "square_norm": {"y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                        "tl.sqrt(tl.sum(x * x, axis=1, keep_dims=True))":
                            "tl.sum(x * x, axis=1, keep_dims=True)"}}),
    "argmax_rows": Derived("argmax", family={
        "argmin": {"torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")',
                   "winner = tl.max(x": "winner = tl.min(x"}}),
    "var_rows": Derived("var"),
    "softmax_rows": Derived("softmax", family={
        "log_softmax": ...,
        "softmin": {"F.softmax": "F.softmin",
                    'tl.where(cols < n_cols, x, -float("inf"))':
                        'tl.where(cols < n_cols, -x, -float("inf"))'}}),
    "logsumexp_rows": Derived("logsumexp"),
    "layer_norm_rows": Derived("layer_norm", WEIGHT_AND_BIAS),
    "rms_norm_rows": Derived("rms_norm", WEIGHT_AND_BIAS),
    "cumsum_rows": Derived("cumsum", family={}),
    "cummax_rows": Derived("cummax", family={"cummin": {
        "torch.cummax": "torch.cummin", "return tl.maximum(a, b)": "return tl.minimum(a, b)"}}),
}
