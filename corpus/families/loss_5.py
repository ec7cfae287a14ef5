"""Tables of the families of losses, hinge_of_score to loss_of_three_none."""

from corpus.families.axes_2 import LINE_TOKENS_IMAGES
from corpus.families.axes_4 import SUM_HALF_TENTH

FAMILIES = {
    "hinge_of_score": {
        "FAMILY": {
            "margin_05": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.5 - x * z, 0.0)",
            },
            "squared_margin_05": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.5 - x * z, 0.0)\nloss = d * d",
            },
            "margin_20": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(2.0 - x * z, 0.0)",
            },
            "squared_margin_20": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(2.0 - x * z, 0.0)\nloss = d * d",
            },
            "margin_02": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.2 - x * z, 0.0)",
            },
            "squared_margin_02": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.2 - x * z, 0.0)\nloss = d * d",
            },
            "squared": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(1.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d",
            },
            "perceptron": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(-x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(-x * z, 0.0)",
            },
            "clamp": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.clamp(1.5 - x * z, min=0.0)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(1.5 - x * z, 0.0)",
            },
            "exponential": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.exp(-x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.exp(-x * z)",
            },
            "hinge_embedding_10": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=1.0, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_05": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=0.5, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_20": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=2.0, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(2.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "tangent": {
                "loss = torch.relu(1.0 - x * z)": "loss = (2.0 * torch.sigmoid(x * z) - 1.0) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = 2.0 * tl.sigmoid(x * z) - 1.0\nloss = d * d",
            },
        },
        "AXES": [SUM_HALF_TENTH, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")],
    },
    "kl_div": {
        "FAMILY": {
            "log_target": {
                "F.kl_div(x, z, ": "F.kl_div(x, z, log_target=True, ",
                "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x": (
                    "loss = tl.exp(z) * (z - x)"
                ),
                "torch.softmax(torch.randn(shape), -1)": "F.log_softmax(torch.randn(shape), -1)",
            },
            "log_input": {
                "F.kl_div(x, z, ": "F.kl_div(torch.log(x), z, ",
                "F.log_softmax(torch.randn(shape), -1)": "torch.rand(shape) + 0.1",
                "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x": (
                    "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * tl.log(x)"
                ),
                "x_ptr + offsets, mask=mask, other=0.0": "x_ptr + offsets, mask=mask, other=1.0",
            },
            "scaled": {
                "F.kl_div(x, z, ": "0.5 * F.kl_div(x, z, ",
                "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x": (
                    "loss = 0.5 * (tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x)"
                ),
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    " / count)": ")",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
                "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
                "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
                "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
                "negative": {
                    'reduction="mean")': 'reduction="mean").neg()',
                    "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
                },
                "distilled": {
                    'reduction="mean")': 'reduction="batchmean") * 4.0',
                    " / count)": " / count * 4.0)",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
                },
                "batchmean": {
                    'reduction="mean"': 'reduction="batchmean"',
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
                },
            }
        ],
    },
    "label_smoothing": {
        "AXES": [
            {
                "3": {
                    "0, 10, shape": "0, 3, shape",
                    "num_classes=10": "num_classes=3",
                    "/ 10": "/ 3",
                    "classes = 10": "classes = 3",
                },
                "4": {
                    "0, 10, shape": "0, 4, shape",
                    "num_classes=10": "num_classes=4",
                    "/ 10": "/ 4",
                    "classes = 10": "classes = 4",
                },
                "5": {
                    "0, 10, shape": "0, 5, shape",
                    "num_classes=10": "num_classes=5",
                    "/ 10": "/ 5",
                    "classes = 10": "classes = 5",
                },
                "16": {
                    "0, 10, shape": "0, 16, shape",
                    "num_classes=10": "num_classes=16",
                    "/ 10": "/ 16",
                    "classes = 10": "classes = 16",
                },
                "100": {
                    "0, 10, shape": "0, 100, shape",
                    "num_classes=10": "num_classes=100",
                    "/ 10": "/ 100",
                    "classes = 10": "classes = 100",
                },
            },
            {"by_005": {"0.1": "0.05"}, "by_02": {"0.1": "0.2"}, "by_03": {"0.1": "0.3"}},
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "log_loss": {
        "FAMILY": {
            "cauchy": {
                "torch.log1p(torch.abs(x - z))": "torch.log1p(0.5 * (x - z) ** 2)",
                "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = log1p(0.5 * (d * d))",
            },
            "wing": {
                "torch.log1p(torch.abs(x - z))": "torch.log1p(torch.abs(x - z) / 0.5)",
                "loss = log1p(tl.abs(x - z))": "loss = log1p(tl.abs(x - z) / 0.5)",
            },
            "logistic": {
                "torch.log1p(torch.abs(x - z))": "F.softplus(-x * z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x * z\nloss = tl.maximum(-d, 0.0) + log1p(tl.exp(-tl.abs(d)))"
                ),
            },
            "ranking": {
                "torch.log1p(torch.abs(x - z))": "F.softplus(x - z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x - z\nloss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"
                ),
            },
            "pairwise_log_sigmoid": {
                "torch.log1p(torch.abs(x - z))": "-F.logsigmoid(x - z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x - z\nloss = log1p(tl.exp(-tl.abs(d))) - tl.minimum(d, 0.0)"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH],
    },
    "log_loss_of_activation": {
        "FAMILY": {
            "cauchy": {
                "torch.log1p(torch.abs(x - z))": "torch.log1p(0.5 * (x - z) ** 2)",
                "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = log1p(0.5 * (d * d))",
            },
            "wing": {
                "torch.log1p(torch.abs(x - z))": "torch.log1p(torch.abs(x - z) / 0.5)",
                "loss = log1p(tl.abs(x - z))": "loss = log1p(tl.abs(x - z) / 0.5)",
            },
            "logistic": {
                "torch.log1p(torch.abs(x - z))": "F.softplus(-x * z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x * z\nloss = tl.maximum(-d, 0.0) + log1p(tl.exp(-tl.abs(d)))"
                ),
            },
            "ranking": {
                "torch.log1p(torch.abs(x - z))": "F.softplus(x - z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x - z\nloss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"
                ),
            },
            "pairwise_log_sigmoid": {
                "torch.log1p(torch.abs(x - z))": "-F.logsigmoid(x - z)",
                "loss = log1p(tl.abs(x - z))": (
                    "d = x - z\nloss = log1p(tl.exp(-tl.abs(d))) - tl.minimum(d, 0.0)"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")],
    },
    "loss_none": {
        "FAMILY": {
            "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "y = (x - z) * (x - z)": "y = tl.abs(x - z)"},
            "smooth_l1_10": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 1.0, 0.5 * d * d / 1.0, d - 0.5 * 1.0)"
                ),
            },
            "smooth_l1_05": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"
                ),
            },
            "smooth_l1_20": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"
                ),
            },
            "smooth_l1_01": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"
                ),
            },
            "smooth_l1_025": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.25",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 0.25, 0.5 * d * d / 0.25, d - 0.5 * 0.25)"
                ),
            },
            "huber_10": {
                "F.mse_loss(x, z": "F.huber_loss(x, z",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 1.0, 0.5 * d * d, 1.0 * (d - 0.5 * 1.0))"
                ),
            },
            "huber_05": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"
                ),
            },
            "huber_20": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"
                ),
            },
            "huber_15": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=1.5",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 1.5, 0.5 * d * d, 1.5 * (d - 0.5 * 1.5))"
                ),
            },
            "huber_01": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.1",
                "y = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\ny = tl.where(d < 0.1, 0.5 * d * d, 0.1 * (d - 0.5 * 0.1))"
                ),
            },
            "soft_margin": {
                "F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                "y = (x - z) * (x - z)": (
                    "t = -x * z\n"
                    "u = tl.exp(-tl.abs(t))\n"
                    "y = 1.0 + u\n"
                    "y = tl.maximum(t, 0.0) + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"
                ),
            },
            "bce_with_logits": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
                "y = (x - z) * (x - z)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "y = tl.maximum(x, 0.0) - x * z + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"
                ),
            },
            "bce": {
                "torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
                "y = (x - z) * (x - z)": (
                    "y = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - x), -100.0)"
                ),
            },
            "poisson": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z",
                "y = (x - z) * (x - z)": "y = tl.exp(x) - z * x",
            },
            "kl_div": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.kl_div(x, z",
                "y = (x - z) * (x - z)": "y = tl.where(z > 0.0, z * tl.log(z), 0.0) - z * x",
            },
            "soft_margin_like": {
                "F.mse_loss(x, z": "F.soft_margin_loss(x, torch.where(z > 0, 1.0, -1.0)",
                "y = (x - z) * (x - z)": (
                    "t = tl.where(z > 0.0, -x, x)\n"
                    "u = tl.exp(-tl.abs(t))\n"
                    "t = tl.maximum(t, 0.0)\n"
                    "y = 1.0 + u\n"
                    "y = t + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"
                ),
            },
        },
        "AXES": [("UNARY+LOSS", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
    "loss_of_three": {
        "FAMILY": {
            "bce": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.rand(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * "
                    "tl.maximum(tl.log(1.0 - x), -100.0))"
                ),
            },
            "bce_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.rand(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * "
                    "tl.maximum(tl.log(1.0 - x), -100.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "partial_ptr, n_elements, BLOCK: tl.constexpr": (
                    "partial_ptr, n_elements, n_cols, BLOCK: tl.constexpr"
                ),
                "partial, n_elements, BLOCK=1024": "partial, n_elements, x.shape[-1], BLOCK=1024",
            },
            "logits_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = w * (tl.maximum(x, 0.0) - x * z + u)"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "partial_ptr, n_elements, BLOCK: tl.constexpr": (
                    "partial_ptr, n_elements, n_cols, BLOCK: tl.constexpr"
                ),
                "partial, n_elements, BLOCK=1024": "partial, n_elements, x.shape[-1], BLOCK=1024",
            },
            "positive": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "partial_ptr, n_elements, BLOCK: tl.constexpr": (
                    "partial_ptr, n_elements, n_cols, BLOCK: tl.constexpr"
                ),
                "partial, n_elements, BLOCK=1024": "partial, n_elements, x.shape[-1], BLOCK=1024",
            },
            "positive_one": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(1)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr",
            },
            "positive_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
            },
            "logits": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = w * (tl.maximum(x, 0.0) - x * z + u)"
                ),
            },
            "margin_05": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.5",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.5, 0.0)",
            },
            "margin_10": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=1.0",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 1.0, 0.0)",
            },
            "margin_01": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.1, 0.0)",
            },
            "gaussian": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 1e-6)\nloss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"
                ),
            },
            "gaussian_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, full=True",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 1e-6)\n"
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"
                ),
            },
            "gaussian_floor": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, eps=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 0.1)\nloss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"
                ),
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    " / count)": ")",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                }
            },
            LINE_TOKENS_IMAGES,
        ],
    },
    "loss_of_three_none": {
        "FAMILY": {
            "bce": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.rand(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * "
                    "tl.maximum(tl.log(1.0 - x), -100.0))"
                ),
            },
            "bce_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.rand(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * "
                    "tl.maximum(tl.log(1.0 - x), -100.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": ("y_ptr, n_elements, n_cols, BLOCK: tl.constexpr"),
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024",
            },
            "logits_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = w * (tl.maximum(x, 0.0) - x * z + u)"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": ("y_ptr, n_elements, n_cols, BLOCK: tl.constexpr"),
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024",
            },
            "positive": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": ("y_ptr, n_elements, n_cols, BLOCK: tl.constexpr"),
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024",
            },
            "positive_one": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(1)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr",
            },
            "positive_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"
                ),
            },
            "logits": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = w * (tl.maximum(x, 0.0) - x * z + u)"
                ),
            },
            "margin_05": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.5",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.5, 0.0)",
            },
            "margin_10": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=1.0",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 1.0, 0.0)",
            },
            "margin_01": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.1, 0.0)",
            },
            "gaussian": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 1e-6)\nloss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"
                ),
            },
            "gaussian_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, full=True",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 1e-6)\n"
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"
                ),
            },
            "gaussian_floor": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0": (
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)"
                ),
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, eps=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)": (
                    "w = tl.maximum(w, 0.1)\nloss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"
                ),
            },
        },
        "AXES": [LINE_TOKENS_IMAGES],
    },
}
