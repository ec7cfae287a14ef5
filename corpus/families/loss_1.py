"""Tables of the families of losses, activated_loss to cross_entropy_nd_none."""

from corpus.families.axes_4 import SUM_HALF_TENTH_2, SUM_HALF_TENTH_3, SUM_HALF_TENTH_4, SUM_HALF_TENTH_5

FAMILIES = {
    "activated_loss": {
        "FAMILY": {
            "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
            "smooth_l1_10": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d / 1.0, d - 0.5 * 1.0)"
                ),
            },
            "smooth_l1_05": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"
                ),
            },
            "smooth_l1_20": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"
                ),
            },
            "smooth_l1_01": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"
                ),
            },
            "smooth_l1_025": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.25",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.25, 0.5 * d * d / 0.25, d - 0.5 * 0.25)"
                ),
            },
            "huber_10": {
                "F.mse_loss(x, z": "F.huber_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, 1.0 * (d - 0.5 * 1.0))"
                ),
            },
            "huber_05": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"
                ),
            },
            "huber_20": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"
                ),
            },
            "huber_15": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=1.5",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.5, 0.5 * d * d, 1.5 * (d - 0.5 * 1.5))"
                ),
            },
            "huber_01": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.1",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.1, 0.5 * d * d, 0.1 * (d - 0.5 * 0.1))"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH_2, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")],
    },
    "bce": {
        "FAMILY": {
            "hard_targets": {
                "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(x, (z > 0.5).to(x.dtype), ",
                ("loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))"): (
                    "loss = -tl.where(z > 0.5, tl.maximum(tl.log(x), -100.0), tl.maximum(log1p(-x), -100.0))"
                ),
            },
            "clamped": {
                "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(torch.clamp(x, 0.01, 0.99), z, ",
                ("loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))"): (
                    "x = tl.minimum(tl.maximum(x, 0.01), 0.99)\n"
                    "loss = -(z * tl.log(x) + (1.0 - z) * log1p(-x))"
                ),
            },
            "half": {
                "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(0.5 * x, z, ",
                ("loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))"): (
                    "x = 0.5 * x\n"
                    "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * "
                    "tl.maximum(log1p(-x), -100.0))"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH_3],
    },
    "bce_of_gate": {
        "FAMILY": {
            "brier": {
                "F.binary_cross_entropy(x, z, ": "F.mse_loss(x, z, ",
                "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))": "loss = (x - z) * (x - z)",
            },
            "poisson": {
                "F.binary_cross_entropy(x, z, ": "F.poisson_nll_loss(x, z, log_input=False, ",
                "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))": ("loss = x - z * tl.log(x + 1e-8)"),
            },
        },
        "AXES": [SUM_HALF_TENTH_3, ("RAMP", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)")],
    },
    "bce_pos_weight": {
        "FAMILY": {
            "bce_pos_weight_one": {
                "torch.rand(shape[-1]) + 0.5": "torch.rand(1) + 0.5",
                "tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0)": "tl.load(p_ptr)",
                "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK",
            },
            "bce_pos_weight_full": {
                "torch.rand(shape[-1]) + 0.5": "torch.rand(shape) + 0.5",
                "p_ptr + offsets % n_cols": "p_ptr + offsets",
                "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK",
            },
        },
        "AXES": [
            {
                "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
                "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
                "quarter": {'reduction="mean")': 'reduction="mean") * 0.25', " / count)": " / count * 0.25)"},
                "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
                "tenfold": {'reduction="mean")': 'reduction="mean") * 10.0', " / count)": " / count * 10.0)"},
                "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
                "halved": {'reduction="mean")': 'reduction="mean") / 2.0', " / count)": " / count / 2.0)"},
            }
        ],
    },
    "bce_weighted": {"AXES": [SUM_HALF_TENTH_3, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "bce_with_logits": {
        "FAMILY": {
            "hard_targets": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(x, (z > 0.5).to(x.dtype), "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "loss = tl.maximum(x, 0.0) - tl.where(z > 0.5, x, 0.0) + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "smooth_01": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(x, z * 0.9 + 0.05, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "loss = tl.maximum(x, 0.0) - x * (z * 0.9 + 0.05) + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "smooth_02": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(x, z * 0.8 + 0.1, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "loss = tl.maximum(x, 0.0) - x * (z * 0.8 + 0.1) + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "smooth_005": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(x, z * 0.95 + 0.025, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "loss = tl.maximum(x, 0.0) - x * (z * 0.95 + 0.025) + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "scaled_05": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(0.5 * x, z, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "x = 0.5 * x\nloss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "scaled_20": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(2.0 * x, z, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "x = 2.0 * x\nloss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "scaled_15": {
                "F.binary_cross_entropy_with_logits(x, z, ": (
                    "F.binary_cross_entropy_with_logits(1.5 * x, z, "
                ),
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))": (
                    "x = 1.5 * x\nloss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH_3],
    },
    "broadcast_loss": {
        "FAMILY": {  # which dimensions z and w have, and how that is written
            "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
            "images_last": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"
                )
            },
            "quantiles": {
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    z = z.unsqueeze(-1)"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
            },
            "quantiles_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    z = z[..., None]"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
            },
            "column_target": {
                "torch.randn(shape), torch.randn(shape),": (
                    "torch.randn(shape), torch.randn(shape[:-1] + (1,)),"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
            },
            "column_target_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape), torch.randn(shape),": (
                    "torch.randn(shape), torch.randn(shape[:-1] + (1,)),"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
            },
            "rows": {
                "torch.randn(shape[-1])": "torch.randn(shape[:-1])",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    w = w.unsqueeze(-1)"
                ),
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "rows_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[:-1])",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    w = w[..., None]"
                ),
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "column": {
                "torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "column_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "samples_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 2), (4, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[0], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[1] * x.shape[2], n_elements",
            },
            "samples_viewed": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]"
                ),
                "torch.randn(shape[-1])": "torch.randn(shape[0])",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    w = w[:, None, None, None]"
                ),
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.stride(0), n_elements",
            },
            "channels": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"
                ),
                "torch.randn(shape[-1])": "torch.randn(shape[1], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]",
            },
            "channels_one": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]"
                ),
                "torch.randn(shape[-1])": "torch.randn(1, shape[1], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]",
            },
            "channels_viewed": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]"
                ),
                "torch.randn(shape[-1])": "torch.randn(shape[1])",
                "def broadcast_loss_torch(x, z, w):": (
                    "def broadcast_loss_torch(x, z, w):\n    w = w.view(1, -1, 1, 1)"
                ),
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]",
            },
            "steps": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[1], 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2], x.shape[1]",
            },
            "pixels": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": (
                    "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"
                ),
                "torch.randn(shape[-1])": "torch.randn(shape[2], shape[3])",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, x.shape[2] * x.shape[3]",
            },
            "target_of_all": {
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[-1]),",
                "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]",
            },
            "target_of_all_rows": {
                "torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[:-1] + (1,))"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "two_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[:-1] + (1,)), torch.randn(shape[:-1] + (1,))"
                ),
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements",
            },
            "number": {
                "torch.randn(shape[-1])": "torch.randn(1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1",
            },
            "number_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(())",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1",
            },
        },
        "AXES": [
            {
                "sum": {
                    "x.mean()": "x.sum()",
                    "axis=0) / count": "axis=0)",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "batch_mean": {
                    "x.mean()": "x.sum() / x.shape[0]",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
                },
            },
            ("LOSSES_THREE+PROGRAM_XZW", "x = w * (x - z) ** 2", "x = w * ((x - z) * (x - z))"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "class_counts": {
        "FAMILY": {
            "class_share": {
                "hits.sum(dim=0)": "hits.float().mean(dim=0)",
                "dtype=torch.int64": "dtype=torch.float32",
                "tl.sum(count, axis=0))": "tl.sum(count, axis=0).to(tl.float32) / n_elements)",
            },
            "class_total": {
                "hits.sum(dim=0)": "hits.float().sum(dim=0)",
                "dtype=torch.int64": "dtype=torch.float32",
            },
        },
        "AXES": [
            {
                "2": {"0, 4": "0, 2", "(label, 4)": "(label, 2)", "classes = 4": "classes = 2"},
                "3": {"0, 4": "0, 3", "(label, 4)": "(label, 3)", "classes = 4": "classes = 3"},
                "5": {"0, 4": "0, 5", "(label, 4)": "(label, 5)", "classes = 4": "classes = 5"},
                "6": {"0, 4": "0, 6", "(label, 4)": "(label, 6)", "classes = 4": "classes = 6"},
                "8": {"0, 4": "0, 8", "(label, 4)": "(label, 8)", "classes = 4": "classes = 8"},
                "10": {"0, 4": "0, 10", "(label, 4)": "(label, 10)", "classes = 4": "classes = 10"},
                "16": {"0, 4": "0, 16", "(label, 4)": "(label, 16)", "classes = 4": "classes = 16"},
                "21": {"0, 4": "0, 21", "(label, 4)": "(label, 21)", "classes = 4": "classes = 21"},
                "32": {"0, 4": "0, 32", "(label, 4)": "(label, 32)", "classes = 4": "classes = 32"},
            }
        ],
    },
    "contrastive": {
        "FAMILY": {
            "margin_10": {
                "torch.relu(2.0 - d)": "torch.relu(1.0 - d)",
                "tl.maximum(2.0 - d, 0.0)": "tl.maximum(1.0 - d, 0.0)",
            },
            "margin_05": {
                "torch.relu(2.0 - d)": "torch.relu(0.5 - d)",
                "tl.maximum(2.0 - d, 0.0)": "tl.maximum(0.5 - d, 0.0)",
            },
            "margin_40": {
                "torch.relu(2.0 - d)": "torch.relu(4.0 - d)",
                "tl.maximum(2.0 - d, 0.0)": "tl.maximum(4.0 - d, 0.0)",
            },
            "margin_100": {
                "torch.relu(2.0 - d)": "torch.relu(10.0 - d)",
                "tl.maximum(2.0 - d, 0.0)": "tl.maximum(10.0 - d, 0.0)",
            },
        },
        "AXES": [
            SUM_HALF_TENTH_5,
            {
                "weighted": {
                    "label > 0, d ** 2,": "label > 0, 3.0 * d ** 2,",
                    "label > 0, d * d,": "label > 0, 3.0 * (d * d),",
                }
            },
        ],
    },
    "cosine_embedding": {
        "FAMILY": {
            "margin_01": {"margin=0.0": "margin=0.1", "cosine - 0.0": "cosine - 0.1"},
            "margin_02": {"margin=0.0": "margin=0.2", "cosine - 0.0": "cosine - 0.2"},
            "margin_03": {"margin=0.0": "margin=0.3", "cosine - 0.0": "cosine - 0.3"},
            "margin_05": {"margin=0.0": "margin=0.5", "cosine - 0.0": "cosine - 0.5"},
            "margin__02": {"margin=0.0": "margin=-0.2", "cosine - 0.0": "cosine - -0.2"},
        },
        "AXES": [
            {"floats": {"torch.randint(0, 2, (N,)) * 2 - 1": "torch.randint(0, 2, (N,)) * 2.0 - 1.0"}},
            SUM_HALF_TENTH_4,
        ],
    },
    "cosine_loss": {
        "FAMILY": {
            "minus": {"y = 1.0 - y": "y = 0.5 * y"},
            "doubled": {"y = 1.0 - y": "y = 2.0 - 2.0 * y"},
            "squared": {"y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)"},
            "half": {"y = 1.0 - y": "y = 0.5 * (1.0 - y)"},
            "one_plus": {"y = 1.0 - y": "y = 1.0 + y"},
        },
        "AXES": [SUM_HALF_TENTH_5],
    },
    "cross_entropy": {"AXES": [SUM_HALF_TENTH_4]},
    "cross_entropy_ignore": {
        "FAMILY": {
            "ignore_m2": {
                "ignore_index=-1": "ignore_index=-2",
                "label != -1": "label != -2",
                "other=-1": "other=-2",
                "torch.tensor(-1)": "torch.tensor(-2)",
            },
            "ignore_0": {
                "ignore_index=-1": "ignore_index=0",
                "label != -1": "label != 0",
                "other=-1": "other=0",
                "torch.tensor(-1)": "torch.tensor(0)",
            },
            "ignore_3": {
                "ignore_index=-1": "ignore_index=3",
                "label != -1": "label != 3",
                "other=-1": "other=3",
                "torch.tensor(-1)": "torch.tensor(3)",
            },
            "ignore_255": {
                "ignore_index=-1": "ignore_index=255",
                "label != -1": "label != 255",
                "other=-1": "other=255",
                "torch.tensor(-1)": "torch.tensor(255)",
            },
            "ignore_999999": {
                "ignore_index=-1": "ignore_index=999999",
                "label != -1": "label != 999999",
                "other=-1": "other=999999",
                "torch.tensor(-1)": "torch.tensor(999999)",
            },
        },
        "AXES": [
            {
                "smooth_01": {
                    "return F.cross_entropy(x, label, ": (
                        "return F.cross_entropy(x, label, label_smoothing=0.1, "
                    ),
                    "peak - chosen + tl.log(total)": "peak - chosen + tl.log(total) - 0.1 * (distance / C)",
                    "total = 0.0": "total = 0.0\ndistance = 0.0",
                    "peak = new_peak": (
                        "peak = new_peak\ndistance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)"
                    ),
                },
                "scaled": {
                    "return F.cross_entropy": "x = x * 0.5\nreturn F.cross_entropy",
                    "tl.load(x_ptr + row * C + label).to(tl.float32)": (
                        "tl.load(x_ptr + row * C + label).to(tl.float32) * 0.5"
                    ),
                    'other=-float("inf")).to(tl.float32)': 'other=-float("inf")).to(tl.float32) * 0.5',
                },
            }
        ],
    },
    "cross_entropy_ignore_none": {
        "FAMILY": {
            "ignore_m2": {
                "ignore_index=-1": "ignore_index=-2",
                "label != -1": "label != -2",
                "torch.tensor(-1)": "torch.tensor(-2)",
            },
            "ignore_0": {
                "ignore_index=-1": "ignore_index=0",
                "label != -1": "label != 0",
                "torch.tensor(-1)": "torch.tensor(0)",
            },
            "ignore_3": {
                "ignore_index=-1": "ignore_index=3",
                "label != -1": "label != 3",
                "torch.tensor(-1)": "torch.tensor(3)",
            },
            "ignore_255": {
                "ignore_index=-1": "ignore_index=255",
                "label != -1": "label != 255",
                "torch.tensor(-1)": "torch.tensor(255)",
            },
            "ignore_999999": {
                "ignore_index=-1": "ignore_index=999999",
                "label != -1": "label != 999999",
                "torch.tensor(-1)": "torch.tensor(999999)",
            },
            "then_sum": {
                'F.cross_entropy(x, label, ignore_index=-1, reduction="none")': (
                    'F.cross_entropy(x, label, reduction="none").exp()'
                ),
                "tl.store(loss_ptr + row, loss)": "tl.store(loss_ptr + row, tl.exp(loss))",
            },
        }
    },
    "cross_entropy_nd": {
        "FAMILY": {
            "pixel_nll": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "pixel_temperature": {
                "F.cross_entropy(x, label": "F.cross_entropy(x / 2.0, label",
                "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                    "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32) / 2.0"
                ),
                (
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): (
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32) / 2.0"
                ),
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    "axis=0) / count)": "axis=0))",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_outer * n_inner, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "half": {
                    'reduction="mean")': 'reduction="mean") * 0.5',
                    "axis=0) / count)": "axis=0) / count * 0.5)",
                },
            }
        ],
    },
    "cross_entropy_nd_none": {
        "FAMILY": {
            "each_pixel_nll": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "each_pixel_temperature": {
                "F.cross_entropy(x, label": "F.cross_entropy(x / 2.0, label",
                "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                    "x = tl.load(image_ptr + c * n_inner + inner, mask=mask, other=0.0).to(tl.float32) / 2.0"
                ),
                (
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): (
                    "chosen = tl.load(image_ptr + label * n_inner + inner, mask=mask, "
                    "other=0.0).to(tl.float32) / 2.0"
                ),
            },
        },
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")],
    },
}
