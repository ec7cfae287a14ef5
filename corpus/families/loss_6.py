"""Tables of the families of losses, loss_of_two to triplet_squared."""

from corpus.families.axes_1 import HALF_DOUBLE_TENTH, IGNORE_0_IGNORE_2_IGNORE_255
from corpus.families.axes_2 import LINE_TOKENS_IMAGES
from corpus.families.axes_4 import SUM_HALF_TENTH_2, SUM_HALF_TENTH_3, SUM_HALF_TENTH_4, SUM_HALF_TENTH_5

FAMILIES = {
    "loss_of_two": {
        "FAMILY": {
            "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
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
            "smooth_l1": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
            },
            "huber": {
                "F.mse_loss(x, z": "F.huber_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
            },
            "huber_20": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"
                ),
            },
            "huber_05": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"
                ),
            },
            "soft_margin": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "t = -x * z\n"
                    "u = tl.exp(-tl.abs(t))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = tl.maximum(t, 0.0) + u"
                ),
            },
            "bce_with_logits": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
                "loss = (x - z) * (x - z)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = tl.maximum(x, 0.0) - x * z + u"
                ),
            },
            "bce": {
                "torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 "
                    "- x), -100.0)"
                ),
            },
            "poisson": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z",
                "loss = (x - z) * (x - z)": "loss = tl.exp(x) - z * x",
            },
            "poisson_rate": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.rand(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, log_input=False",
                "loss = (x - z) * (x - z)": "loss = x - z * tl.log(x + 1e-8)",
            },
            "poisson_full": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, full=True",
                "loss = (x - z) * (x - z)": (
                    "many = tl.maximum(z, 1.0)  # Stirling's term stands for more than one\n"
                    "term = many * tl.log(many) - many + 0.5 * tl.log(6.283185307179586 * many)\n"
                    "loss = tl.exp(x) - z * x + tl.where(z > 1.0, term, 0.0)"
                ),
            },
            "kl": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.kl_div(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x"
                ),
            },
            "kl_log_target": {
                "F.mse_loss(x, z": "F.kl_div(x, z, log_target=True",
                "loss = (x - z) * (x - z)": "loss = tl.exp(z) * (z - x)",
            },
            "hinge_embedding": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_half": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z, margin=0.5",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    "axis=0) / count": "axis=0)",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                }
            },
            LINE_TOKENS_IMAGES,
            {  # another number joins: that of a second loss, say
                "plus": {
                    "other = ()": "other = (torch.randn(()),)",
                    "return loss": "return loss + other",
                    "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                    "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                    "(partial, y": "(partial, other, y",
                    "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                    "tl.store(y_ptr, y)": (
                        "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, y + other)"
                    ),
                },
                "weighted": {
                    "other = ()": "other = (torch.randn(()),)",
                    "return loss": "return other + 0.7 * loss",
                    "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                    "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                    "(partial, y": "(partial, other, y",
                    "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                    "tl.store(y_ptr, y)": (
                        "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, other + 0.7 * y)"
                    ),
                },
                "times": {
                    "other = ()": "other = (torch.randn(()),)",
                    "return loss": "return loss * other",
                    "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                    "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                    "(partial, y": "(partial, other, y",
                    "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                    "tl.store(y_ptr, y)": (
                        "other = tl.load(other_ptr).to(tl.float32)\ntl.store(y_ptr, y * other)"
                    ),
                },
            },
            ("TAIL_X", "loss = torch.sigmoid(loss)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "loss_of_two_none": {
        "FAMILY": {
            "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
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
            "smooth_l1": {
                "F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
            },
            "huber": {
                "F.mse_loss(x, z": "F.huber_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
            },
            "huber_20": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"
                ),
            },
            "huber_05": {
                "F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                "loss = (x - z) * (x - z)": (
                    "d = tl.abs(x - z)\nloss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"
                ),
            },
            "soft_margin": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "t = -x * z\n"
                    "u = tl.exp(-tl.abs(t))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = tl.maximum(t, 0.0) + u"
                ),
            },
            "bce_with_logits": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
                "loss = (x - z) * (x - z)": (
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = tl.maximum(x, 0.0) - x * z + u"
                ),
            },
            "bce": {
                "torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 "
                    "- x), -100.0)"
                ),
            },
            "poisson": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z",
                "loss = (x - z) * (x - z)": "loss = tl.exp(x) - z * x",
            },
            "poisson_rate": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.rand(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, log_input=False",
                "loss = (x - z) * (x - z)": "loss = x - z * tl.log(x + 1e-8)",
            },
            "poisson_full": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 6, shape).float()"
                ),
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, full=True",
                "loss = (x - z) * (x - z)": (
                    "many = tl.maximum(z, 1.0)  # Stirling's term stands for more than one\n"
                    "term = many * tl.log(many) - many + 0.5 * tl.log(6.283185307179586 * many)\n"
                    "loss = tl.exp(x) - z * x + tl.where(z > 1.0, term, 0.0)"
                ),
            },
            "kl": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.kl_div(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x"
                ),
            },
            "kl_log_target": {
                "F.mse_loss(x, z": "F.kl_div(x, z, log_target=True",
                "loss = (x - z) * (x - z)": "loss = tl.exp(z) * (z - x)",
            },
            "hinge_embedding": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_half": {
                "torch.randn(shape), torch.randn(shape)": (
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0"
                ),
                "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z, margin=0.5",
                "loss = (x - z) * (x - z)": (
                    "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
        },
        "AXES": [LINE_TOKENS_IMAGES],
    },
    "margin_ranking": {
        "FAMILY": {
            "margin_01": {"margin=0.0": "margin=0.1", "+ 0.0, 0.0)": "+ 0.1, 0.0)"},
            "margin_02": {"margin=0.0": "margin=0.2", "+ 0.0, 0.0)": "+ 0.2, 0.0)"},
            "margin_05": {"margin=0.0": "margin=0.5", "+ 0.0, 0.0)": "+ 0.5, 0.0)"},
            "margin_10": {"margin=0.0": "margin=1.0", "+ 0.0, 0.0)": "+ 1.0, 0.0)"},
            "margin_20": {"margin=0.0": "margin=2.0", "+ 0.0, 0.0)": "+ 2.0, 0.0)"},
        },
        "AXES": [SUM_HALF_TENTH_3, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "mse_loss": {
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
        "AXES": [SUM_HALF_TENTH_2],
    },
    "multi_margin": {
        "AXES": [
            {
                "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
                "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
                "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
                "quarter": {
                    'reduction="mean")': 'reduction="mean") * 0.25',
                    " / n_rows)": " / n_rows * 0.25)",
                },
                "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
                "tenfold": {
                    'reduction="mean")': 'reduction="mean") * 10.0',
                    " / n_rows)": " / n_rows * 10.0)",
                },
                "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
                "halved": {'reduction="mean")': 'reduction="mean") / 2.0', " / n_rows)": " / n_rows / 2.0)"},
            },
            {"squared": {"p=1": "p=2", "miss, 0.0)": "miss * miss, 0.0)"}},
            {
                "margin_05": {"margin=1.0": "margin=0.5", "1.0 - chosen + x": "0.5 - chosen + x"},
                "margin_02": {"margin=1.0": "margin=0.2", "1.0 - chosen + x": "0.2 - chosen + x"},
                "margin_2": {"margin=1.0": "margin=2.0", "1.0 - chosen + x": "2.0 - chosen + x"},
                "margin_15": {"margin=1.0": "margin=1.5", "1.0 - chosen + x": "1.5 - chosen + x"},
            },
        ]
    },
    "nll_loss": {
        "FAMILY": {
            "log": {
                "F.nll_loss(x, ": "F.nll_loss(torch.log(x), ",
                "loss = -x": "loss = -tl.log(x)",
                "F.log_softmax(torch.randn(N, C), -1)": "torch.softmax(torch.randn(N, C), -1)",
                "x_ptr + row * C + label, mask=mask, other=0.0": (
                    "x_ptr + row * C + label, mask=mask, other=1.0"
                ),
            },
            "log_safe": {
                "F.nll_loss(x, ": "F.nll_loss(torch.log(x + 1e-6), ",
                "loss = -x": "loss = -tl.log(x + 1e-6)",
                "F.log_softmax(torch.randn(N, C), -1)": "torch.softmax(torch.randn(N, C), -1)",
            },
            "half": {"F.nll_loss(x, ": "0.5 * F.nll_loss(x, ", "loss = -x": "loss = -0.5 * x"},
            "squared": {"F.nll_loss(x, ": "F.nll_loss(-x * x, ", "loss = -x": "loss = x * x"},
            "exp": {"F.nll_loss(x, ": "F.nll_loss(torch.exp(x), ", "loss = -x": "loss = -tl.exp(x)"},
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    " / n_rows)": ")",
                    "n_partials, n_rows, BLOCK": "n_partials, BLOCK",
                    "n_partials, N, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
                "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
                "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
                "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
                "negative": {
                    'reduction="mean")': 'reduction="mean").neg()',
                    "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
                },
            }
        ],
    },
    "nll_loss_none": {"AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "nll_loss_options": {
        "FAMILY": {
            "alike": {
                ", weight=w": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "loss = -own * x": "loss = -x",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            }
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    (
                        "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))"
                    ): "",
                    "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                    "partial_ptr, weight_ptr, n_labels": "partial_ptr, n_labels",
                    "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                    "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                    "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                    "weight = torch.empty_like(partial)": "",
                    "partial, weight, n_labels": "partial, n_labels",
                    "(partial, weight, y": "(partial, y",
                }
            },
            IGNORE_0_IGNORE_2_IGNORE_255,
            HALF_DOUBLE_TENTH,
        ],
    },
    "nll_loss_options_none": {
        "FAMILY": {
            "alike": {
                ", weight=w": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "",
                "loss = -own * x": "loss = -x",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            }
        },
        "AXES": [
            IGNORE_0_IGNORE_2_IGNORE_255,
            ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "poisson_nll": {
        "FAMILY": {
            "rate": {
                "F.poisson_nll_loss(x, z, ": "F.poisson_nll_loss(torch.exp(x), z, log_input=False, ",
                "loss = tl.exp(x) - z * x": "x = tl.exp(x)\nloss = x - z * tl.log(x + 1e-8)",
            },
            "half": {
                "F.poisson_nll_loss(x, z, ": "F.poisson_nll_loss(0.5 * x, z, ",
                "loss = tl.exp(x) - z * x": "x = 0.5 * x\nloss = tl.exp(x) - z * x",
            },
        },
        "AXES": [SUM_HALF_TENTH_3, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "soft_margin": {
        "FAMILY": {
            "scaled_05": {
                "F.soft_margin_loss(x, z, ": "F.soft_margin_loss(0.5 * x, z, ",
                "d = -x * z": "d = -0.5 * x * z",
            },
            "scaled_20": {
                "F.soft_margin_loss(x, z, ": "F.soft_margin_loss(2.0 * x, z, ",
                "d = -x * z": "d = -2.0 * x * z",
            },
            "scaled_30": {
                "F.soft_margin_loss(x, z, ": "F.soft_margin_loss(3.0 * x, z, ",
                "d = -x * z": "d = -3.0 * x * z",
            },
            "scaled_01": {
                "F.soft_margin_loss(x, z, ": "F.soft_margin_loss(0.1 * x, z, ",
                "d = -x * z": "d = -0.1 * x * z",
            },
            "scaled_100": {
                "F.soft_margin_loss(x, z, ": "F.soft_margin_loss(10.0 * x, z, ",
                "d = -x * z": "d = -10.0 * x * z",
            },
        },
        "AXES": [SUM_HALF_TENTH_3],
    },
    "triplet": {
        "FAMILY": {
            "margin_02": {"margin=1.0": "margin=0.2", "+ 1.0, 0.0)": "+ 0.2, 0.0)"},
            "margin_05": {"margin=1.0": "margin=0.5", "+ 1.0, 0.0)": "+ 0.5, 0.0)"},
            "margin_03": {"margin=1.0": "margin=0.3", "+ 1.0, 0.0)": "+ 0.3, 0.0)"},
            "margin_20": {"margin=1.0": "margin=2.0", "+ 1.0, 0.0)": "+ 2.0, 0.0)"},
            "margin_01": {"margin=1.0": "margin=0.1", "+ 1.0, 0.0)": "+ 0.1, 0.0)"},
        },
        "AXES": [
            SUM_HALF_TENTH_4,
            {
                "swap": {
                    "F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, swap=True, ",
                    "far = tl.zeros((BLOCK,), dtype=tl.float32)": (
                        "far = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                        "across = tl.zeros((BLOCK,), dtype=tl.float32)"
                    ),
                    "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)": (
                        "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)\n"
                        "across += tl.where(mask, (z - w + 1e-6) * (z - w + 1e-6), 0.0)"
                    ),
                    "far_distance = tl.sqrt(tl.sum(far, axis=0))": (
                        "far_distance = tl.sqrt(tl.minimum(tl.sum(far, axis=0), tl.sum(across, axis=0)))"
                    ),
                },
                "l1": {
                    "F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, p=1.0, ",
                    "tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)": (
                        "tl.where(mask, tl.abs(x - z + 1e-6), 0.0)"
                    ),
                    "tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)": (
                        "tl.where(mask, tl.abs(x - w + 1e-6), 0.0)"
                    ),
                    "near_distance = tl.sqrt(tl.sum(near, axis=0))": "near_distance = tl.sum(near, axis=0)",
                    "far_distance = tl.sqrt(tl.sum(far, axis=0))": "far_distance = tl.sum(far, axis=0)",
                },
            },
        ],
    },
    "triplet_squared": {
        "FAMILY": {
            "margin_02": {
                "torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.2)",
                "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.2, 0.0)",
            },
            "margin_05": {
                "torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.5)",
                "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.5, 0.0)",
            },
            "margin_20": {
                "torch.relu(near - far + 1.0)": "torch.relu(near - far + 2.0)",
                "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 2.0, 0.0)",
            },
            "margin_01": {
                "torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.1)",
                "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.1, 0.0)",
            },
            "ratio": {
                "torch.relu(near - far + 1.0)": "near / (far + 1.0)",
                "tl.maximum(near - far + 1.0, 0.0)": "near / (far + 1.0)",
            },
            "soft_sum": {
                "torch.relu(near - far + 1.0)": "torch.sqrt(near + 1.0) + torch.exp(-far)",
                "tl.maximum(near - far + 1.0, 0.0)": "tl.sqrt(near + 1.0) + tl.exp(-far)",
            },
        },
        "AXES": [SUM_HALF_TENTH_5],
    },
}
