"""Tables of the families of losses, cross_entropy_soft to custom_loss_of_activation."""

FAMILIES = {
    "cross_entropy_soft": {
        "FAMILY": {
            "smooth_01": {
                "F.cross_entropy(x, p, ": "F.cross_entropy(x, 0.9 * p + 0.1 / x.shape[-1], ",
                "loss_ptr, C, BLOCK": "loss_ptr, C, share, BLOCK",
                "loss, C, BLOCK": "loss, C, 0.1 / C, BLOCK",
                "loss += p *": "p = tl.where(mask, 0.9 * p + share, 0.0)\nloss += p *",
            },
            "squared": {
                "F.cross_entropy(x, p, ": "F.cross_entropy(x, p * p, ",
                "loss += p *": "loss += p * p *",
            },
            "half": {
                "F.cross_entropy(x, p, ": "0.5 * F.cross_entropy(x, p, ",
                "loss += p *": "loss += 0.5 * p *",
            },
        },
        "AXES": [
            {
                "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
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
    "cross_entropy_tokens": {
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    "tl.store(count_ptr + row, tl.where(counted, 1.0, 0.0))": "",
                    "tl.sum(total, axis=0) / tl.sum(count, axis=0)": "tl.sum(total, axis=0)",
                    "partial_ptr, count_ptr, T": "partial_ptr, T",
                    "(partial_ptr, count_ptr, y_ptr": "(partial_ptr, y_ptr",
                    "count = tl.zeros([BLOCK], dtype=tl.float32)": "",
                    "count += tl.load(count_ptr + offsets, mask=offsets < n_rows, other=0.0)": "",
                    "count = torch.empty_like(partial)": "",
                    "partial, count, T": "partial, T",
                    "(partial, count, y": "(partial, y",
                }
            },
            {
                "transposed": {
                    "x, label = x.reshape(-1, x.shape[-1]), label.reshape(-1)": "x = x.transpose(1, 2)"
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
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of "
                        "its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                    "tl.where(counted, 1.0, 0.0)": "1.0",
                },
            },
            {
                "smooth": (
                    {
                        "label_smoothing=0.0": "label_smoothing=0.{0}",
                        "total = 0.0": "total = 0.0\ndistance = 0.0",
                        "peak = new_peak": (
                            "peak = new_peak\n"
                            "distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)"
                        ),
                        "loss = peak - chosen + tl.log(total)": (
                            "loss = peak - chosen + tl.log(total)\nloss -= 0.{0} * (distance / C)"
                        ),
                    },
                    "1 2",
                )
            },
        ]
    },
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
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the place of "
                        "its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                },
            },
            {
                "smooth": (
                    {
                        "label_smoothing=0.0": "label_smoothing=0.{0}",
                        "total = 0.0": "total = 0.0\ndistance = 0.0",
                        "peak = new_peak": (
                            "peak = new_peak\n"
                            "distance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)"
                        ),
                        "loss = peak - chosen + tl.log(total)": (
                            "loss = peak - chosen + tl.log(total)\nloss -= 0.{0} * (distance / C)"
                        ),
                    },
                    "1 2",
                )
            },
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
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.sqrt((x - z) * (x - z) + 0.1)",
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
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = (x - 1.0) * (x - 1.0) + z * z",
            },
            "hinge_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x) + torch.relu(1.0 + z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"
                ),
            },
            "weighted_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nloss = tl.abs(z) * (d * d)",
            },
            "asymmetric": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.where(x > z, 2.0 * (x - z), z - x)",
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
        "AXES": [
            {
                "sum": {
                    "loss.mean()": "loss.sum()",
                    " / count)": ")",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "half": {"loss.mean()": "loss.mean() * 0.5", " / count)": " / count * 0.5)"},
                "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
                "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
                "plus": {"loss.mean()": "loss.mean() + 1.0", " / count)": " / count + 1.0)"},
                "negative": {
                    "loss.mean()": "loss.mean().neg()",
                    "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
                },
            }
        ],
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
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.sqrt((x - z) * (x - z) + 0.1)",
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
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = (x - 1.0) * (x - 1.0) + z * z",
            },
            "hinge_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x) + torch.relu(1.0 + z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": (
                    "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"
                ),
            },
            "weighted_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nloss = tl.abs(z) * (d * d)",
            },
            "asymmetric": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.where(x > z, 2.0 * (x - z), z - x)",
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
        "AXES": [
            {
                "sum": {
                    "loss.mean()": "loss.sum()",
                    " / count)": ")",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "half": {"loss.mean()": "loss.mean() * 0.5", " / count)": " / count * 0.5)"},
                "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
                "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
                "plus": {"loss.mean()": "loss.mean() + 1.0", " / count)": " / count + 1.0)"},
                "negative": {
                    "loss.mean()": "loss.mean().neg()",
                    "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
                },
            },
            ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)"),
        ],
    },
}
