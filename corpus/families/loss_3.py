"""Tables of the families of losses, cross_entropy_tokens_none to dice_loss."""

from corpus.families.axes_3 import PLAIN_CLAMP_SOFT, SCORE_HALF_NEGATIVE, SMOOTH
from corpus.families.axes_4 import SUM_HALF_TENTH

FAMILIES = {
    "cross_entropy_tokens_none": {
        "AXES": [
            {
                "transposed": {
                    "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x = x.transpose(1, 2)",
                    "torch.empty(n_rows,": "torch.empty((B, T),",
                },
                "shifted": {
                    "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": (
                        "x, label = x[:, :-1].reshape(-1, x.shape[-1]), label[:, 1:].reshape(-1)"
                    ),
                    "place = row": "place = row // (T - 1) * T + row % (T - 1)",
                    "tl.load(label_ptr + row)": "tl.load(label_ptr + place + 1)",
                    "n_rows = B * T": "n_rows = B * (T - 1)",
                    "torch.arange(T) == 1": "torch.arange(T) == 2",
                },
            },
            {
                "ignore": (
                    {
                        "ignore_index=-100": "ignore_index={0}",
                        "torch.tensor(-100)": "torch.tensor({0})",
                        "label != -100": "label != {0}",
                    },
                    "0 1 2",
                ),
                "ignore_minus_1": {
                    "ignore_index=-100": "ignore_index=-1",
                    "torch.tensor(-100)": "torch.tensor(-1)",
                    "label != -100": "label != -1",
                },
                "all": {
                    "torch.where(torch.arange(T) == 1, torch.tensor(-100), label)": "label",
                    "counted = label != -100": "",
                    (
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                },
            },
            SMOOTH,
        ]
    },
    "cross_entropy_weighted": {
        "AXES": [
            {
                "half": {
                    'reduction="mean")': 'reduction="mean") * 0.5',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) * 0.5)",
                },
                "tenth": {
                    'reduction="mean")': 'reduction="mean") * 0.1',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) * 0.1)",
                },
                "quarter": {
                    'reduction="mean")': 'reduction="mean") * 0.25',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) * 0.25)",
                },
                "double": {
                    'reduction="mean")': 'reduction="mean") * 2.0',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) * 2.0)",
                },
                "tenfold": {
                    'reduction="mean")': 'reduction="mean") * 10.0',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) * 10.0)",
                },
                "plus": {
                    'reduction="mean")': 'reduction="mean") + 1.0',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) + 1.0)",
                },
                "halved": {
                    'reduction="mean")': 'reduction="mean") / 2.0',
                    "tl.sum(weight, axis=0))": "tl.sum(weight, axis=0) / 2.0)",
                },
            }
        ]
    },
    "cross_entropy_weighted_none": {
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]
    },
    "custom_loss": {
        "FAMILY": {
            "charbonnier": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.001)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.sqrt((x - z) * (x - z) + 0.001)"
                ),
            },
            "charbonnier_01": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.sqrt((x - z) * (x - z) + 0.1)"
                ),
            },
            "geman": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 2 / (1.0 + (x - z) ** 2)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\nd = d * d\nloss = d / (1.0 + d)"
                ),
            },
            "welsch": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "-torch.expm1(-0.5 * (x - z) ** 2)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\n"
                    "d = tl.minimum(0.5 * (d * d), 50.0)\n"
                    "u = tl.exp(-d)\n"
                    "loss = tl.where(u == 1.0, d, (u - 1.0) * d / tl.log(u))"
                ),
            },
            "quartic": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 4",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = (x - z) * (x - z)\nloss = d * d",
            },
            "half_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "0.5 * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = 0.5 * ((x - z) * (x - z))",
            },
            "relative": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(x - z) / (torch.abs(z) + 1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.abs(x - z) / (tl.abs(z) + 1.0)"
                ),
            },
            "symmetric_relative": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.abs(x - z) / (torch.abs(x) + torch.abs(z) + 0.1)"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.abs(x - z) / (tl.abs(x) + tl.abs(z) + 0.1)"
                ),
            },
            "hinge": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)",
            },
            "squared_hinge": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d"
                ),
            },
            "epsilon_insensitive": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(tl.abs(x - z) - 0.1, 0.0)"
                ),
            },
            "epsilon_insensitive_05": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.5)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(tl.abs(x - z) - 0.5, 0.0)"
                ),
            },
            "least_squares_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - 1.0) ** 2 + z ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": ("loss = (x - 1.0) * (x - 1.0) + z * z"),
            },
            "hinge_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": ("torch.relu(1.0 - x) + torch.relu(1.0 + z)"),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"
                ),
            },
            "weighted_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": ("d = x - z\nloss = tl.abs(z) * (d * d)"),
            },
            "asymmetric": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": ("torch.where(x > z, 2.0 * (x - z), z - x)"),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\nloss = tl.where(d > 0.0, 2.0 * d, -d)"
                ),
            },
            "truncated": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.clamp((x - z) ** 2, max=1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.minimum((x - z) * (x - z), 1.0)"
                ),
            },
            "quantile_005": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.05 * (z - x), (0.05 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.05 * d, (0.05 - 1.0) * d)"
                ),
            },
            "quantile_01": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.1 * (z - x), (0.1 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.1 * d, (0.1 - 1.0) * d)"
                ),
            },
            "quantile_025": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.25 * (z - x), (0.25 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.25 * d, (0.25 - 1.0) * d)"
                ),
            },
            "quantile_075": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.75 * (z - x), (0.75 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.75 * d, (0.75 - 1.0) * d)"
                ),
            },
            "quantile_09": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.9 * (z - x), (0.9 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.9 * d, (0.9 - 1.0) * d)"
                ),
            },
            "quantile_095": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.95 * (z - x), (0.95 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.95 * d, (0.95 - 1.0) * d)"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH],
    },
    "custom_loss_of_activation": {
        "FAMILY": {
            "charbonnier": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.001)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.sqrt((x - z) * (x - z) + 0.001)"
                ),
            },
            "charbonnier_01": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.sqrt((x - z) * (x - z) + 0.1)"
                ),
            },
            "geman": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 2 / (1.0 + (x - z) ** 2)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\nd = d * d\nloss = d / (1.0 + d)"
                ),
            },
            "welsch": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "-torch.expm1(-0.5 * (x - z) ** 2)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\n"
                    "d = tl.minimum(0.5 * (d * d), 50.0)\n"
                    "u = tl.exp(-d)\n"
                    "loss = tl.where(u == 1.0, d, (u - 1.0) * d / tl.log(u))"
                ),
            },
            "quartic": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 4",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = (x - z) * (x - z)\nloss = d * d",
            },
            "half_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "0.5 * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = 0.5 * ((x - z) * (x - z))",
            },
            "relative": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(x - z) / (torch.abs(z) + 1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.abs(x - z) / (tl.abs(z) + 1.0)"
                ),
            },
            "symmetric_relative": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.abs(x - z) / (torch.abs(x) + torch.abs(z) + 0.1)"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.abs(x - z) / (tl.abs(x) + tl.abs(z) + 0.1)"
                ),
            },
            "hinge": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)",
            },
            "squared_hinge": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d"
                ),
            },
            "epsilon_insensitive": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(tl.abs(x - z) - 0.1, 0.0)"
                ),
            },
            "epsilon_insensitive_05": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.5)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(tl.abs(x - z) - 0.5, 0.0)"
                ),
            },
            "least_squares_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - 1.0) ** 2 + z ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": ("loss = (x - 1.0) * (x - 1.0) + z * z"),
            },
            "hinge_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": ("torch.relu(1.0 - x) + torch.relu(1.0 + z)"),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"
                ),
            },
            "weighted_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": ("d = x - z\nloss = tl.abs(z) * (d * d)"),
            },
            "asymmetric": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": ("torch.where(x > z, 2.0 * (x - z), z - x)"),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = x - z\nloss = tl.where(d > 0.0, 2.0 * d, -d)"
                ),
            },
            "truncated": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.clamp((x - z) ** 2, max=1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.minimum((x - z) * (x - z), 1.0)"
                ),
            },
            "quantile_005": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.05 * (z - x), (0.05 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.05 * d, (0.05 - 1.0) * d)"
                ),
            },
            "quantile_01": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.1 * (z - x), (0.1 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.1 * d, (0.1 - 1.0) * d)"
                ),
            },
            "quantile_025": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.25 * (z - x), (0.25 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.25 * d, (0.25 - 1.0) * d)"
                ),
            },
            "quantile_075": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.75 * (z - x), (0.75 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.75 * d, (0.75 - 1.0) * d)"
                ),
            },
            "quantile_09": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.9 * (z - x), (0.9 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.9 * d, (0.9 - 1.0) * d)"
                ),
            },
            "quantile_095": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "torch.maximum(0.95 * (z - x), (0.95 - 1.0) * (z - x))"
                ),
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "d = z - x\nloss = tl.maximum(0.95 * d, (0.95 - 1.0) * d)"
                ),
            },
        },
        "AXES": [SUM_HALF_TENTH, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")],
    },
    "dice_loss": {
        "FAMILY": {
            "dice_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-6) / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"
                ),
            },
            "dice_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, left + right + 1e-6)"
                ),
            },
            "dice_clamped": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / torch.clamp(left + right, min=1e-7)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"
                ),
            },
            "dice_square": {
                "left = torch.sum(x": "left = torch.sum(x * x",
                "right = torch.sum(z": "right = torch.sum(z * z",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "dice_power": {
                "left = torch.sum(x": "left = torch.sum(x ** 2",
                "right = torch.sum(z": "right = torch.sum(z ** 2",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-5) / (left + right + 1e-5)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "iou": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (left + right - common + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"
                ),
            },
            "iou_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"
                ),
            },
            "iou_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left + right - common + 1e-6)"
                ),
            },
            "tversky": {
                "left = torch.sum(x": "left = torch.sum((1.0 - z) * x",
                "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_small": {
                "left = torch.sum(x": "left = torch.sum(x * (1.0 - z)",
                "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_of_sums": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * (right - "
                    "common) + 1.0)"
                ),
            },
            "f_beta": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 5.0 * common / (left + 4.0 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"
                ),
            },
            "overlap": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"
                ),
            },
            "cosine": {
                "left = torch.sum(x": "left = torch.linalg.vector_norm(x",
                "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left * right + 1e-8)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left * right + 1e-8)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
                "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
                "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))",
            },
        },
        "AXES": [
            {  # what is flat in memory may be called flat: the same kernels serve
                "flat": {
                    "def dice_loss_torch(x, z):": (
                        "def dice_loss_torch(x, z):\n    x, z = x.view(-1), z.view(-1)"
                    )
                },
                "flat_late": {
                    "common = torch.sum(x * z)": (
                        "x, z = x.reshape(-1), z.reshape(-1)\ncommon = torch.sum(x * z)"
                    )
                },
            },
            PLAIN_CLAMP_SOFT,
            SCORE_HALF_NEGATIVE,
        ],
    },
}
