"""Tables of the families of drawn programs on both sides of an operation, and of five tensors."""

from corpus.compositions.program_sides import ALONG_COLUMNS
from corpus.derived_tables import Derived

STATISTICS = {
    "mean": {"torch.sum(": "torch.mean(", "s = tl.sum(lanes, axis=1)": "s = tl.sum(lanes, axis=1) / n_cols"},
    "amax": {
        "torch.sum(": "torch.amax(",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
            'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
        ),
        "lanes += tl.where(mask, g, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, g, -float("inf")))',
        "s = tl.sum(lanes, axis=1)": "s = tl.max(lanes, axis=1)",
    },
    "amin": {
        "torch.sum(": "torch.amin(",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
            'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
        ),
        "lanes += tl.where(mask, g, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, g, float("inf")))',
        "s = tl.sum(lanes, axis=1)": "s = tl.min(lanes, axis=1)",
    },
    "norm": {
        "torch.sum(": "torch.norm(",
        "lanes += tl.where(mask, g, 0.0)": "lanes += tl.where(mask, g * g, 0.0)",
        "s = tl.sum(lanes, axis=1)": "s = tl.sqrt(tl.sum(lanes, axis=1))",
    },
    "mean_square": {
        "torch.sum(g": "torch.mean(g * g",
        "lanes += tl.where(mask, g, 0.0)": "lanes += tl.where(mask, g * g, 0.0)",
        "s = tl.sum(lanes, axis=1)": "s = tl.sum(lanes, axis=1) / n_cols",
    },
    "logsumexp": {
        "torch.sum(": "torch.logsumexp(",
        "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
            "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
            "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)"
        ),
        "lanes += tl.where(mask, g, 0.0)": (
            "higher = tl.maximum(peak, tl.where(mask, g, -3.0e38))\n"
            "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(g - higher), 0.0)\n"
            "peak = higher"
        ),
        "s = tl.sum(lanes, axis=1)": (
            "top = tl.max(peak, axis=1)\n"
            "s = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))"
        ),
    },
}

SPREADS = {
    "std": {"torch.var(": "torch.std(", "s = rest / (n_cols - 1)": "s = tl.sqrt(rest / (n_cols - 1))"},
    "population": {
        "torch.var(g, ": "torch.var(g, correction=0, ",
        "s = rest / (n_cols - 1)": "s = rest / n_cols",
    },
    "population_std": {
        "torch.var(g, ": "torch.std(g, unbiased=False, ",
        "s = rest / (n_cols - 1)": "s = tl.sqrt(rest / n_cols)",
    },
}

IN_TILES_OF_COLUMNS = {name: ALONG_COLUMNS[name] for name in ("[ROWS, BLOCK]", "axis=1")} | {
    "top[:, None]": "top[None, :]"
}

FAMILIES = {
    "program_around_weighted_rms": {
        "FAMILY": {"eps5": {"eps=1e-6": "eps=1e-5", "n_cols + 1e-6": "n_cols + 1e-5"}},
        "AXES": ["AROUND_ROWS"],
    },
    "program_beside_column_sum": Derived(
        "program_beside_row_sum", IN_TILES_OF_COLUMNS, axes=["SIDES_OF_COLUMNS"]
    ),
    "program_beside_column_variance": Derived(
        "program_beside_row_variance", IN_TILES_OF_COLUMNS, axes=["SIDES_OF_COLUMNS"]
    ),
    "program_beside_linear": Derived(
        "program_after_linear",
        {"F.linear(x": "F.linear(g", "x @ weight": "g @ weight"},
        axes=["SIDES_OF_PRODUCT"],
    ),
    "program_beside_row_sum": {"FAMILY": STATISTICS, "AXES": ["SIDES_OF_ROWS"]},
    "program_beside_row_variance": {"FAMILY": SPREADS, "AXES": ["SIDES_OF_ROWS"]},
    "program_of_five_shapes": {"AXES": ["BROADCAST_XZWPQ"]},
}
