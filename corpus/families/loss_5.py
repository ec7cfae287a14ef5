"""Tables of the families of losses, focal_loss to log_loss_of_activation."""

FAMILIES = {
    "focal_loss": {
        "FAMILY": {
            "bare": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (1.0 - torch.exp(-ce)) ** 2 * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = t * t * ce",
            },
            "cubed": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 3 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * t) * ce",
            },
            "once": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = 0.25 * (1.0 - torch.exp(-ce)) * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = 0.25 * (1.0 - tl.exp(-ce)) * ce",
            },
            "power": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 1.5 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * tl.sqrt(t)) * ce",
            },
            "grouped": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = (0.25 * ((1.0 - torch.exp(-ce)) ** 2 * ce))"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * ce)",
            },
            "gated": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "p = torch.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = ce * (1.0 - p) ** 2"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "p = tl.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = ce * ((1.0 - p) * (1.0 - p))"
                ),
            },
            "gated_alpha": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "p = torch.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * (1.0 - p) ** 2)"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "p = tl.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * ((1.0 - p) * (1.0 - p)))"
                ),
            },
            "alpha_first": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "a = 0.25 * z + 0.75 * (1.0 - z)\nloss = a * (1.0 - torch.exp(-ce)) ** 2 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "t = 1.0 - tl.exp(-ce)\nloss = (0.25 * z + 0.75 * (1.0 - z)) * (t * t) * ce"
                ),
            },
            "distance": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (z - torch.sigmoid(x)) ** 2 * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = z - tl.sigmoid(x)\nloss = t * t * ce",
            },
            "absolute": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = torch.abs(z - torch.sigmoid(x)) ** 2 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = tl.abs(z - tl.sigmoid(x))\nloss = t * t * ce",
            },
            "weighted": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = ce * (1.0 + 3.0 * z)",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = ce * (1.0 + 3.0 * z)",
            },
            "chosen": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = torch.where(z > 0.5, 0.25 * ce, 0.75 * ce)"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = tl.where(z > 0.5, 0.25 * ce, 0.75 * ce)",
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
                "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
                "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
            }
        ],
    },
    "gather_label": {
        "FAMILY": {
            "gather_label_kept": {".squeeze(1)": "", "y = x.new_empty(rows)": "y = x.new_empty(rows, 1)"},
            "gather_label_column": {
                "torch.randint(0, classes, (rows,))": "torch.randint(0, classes, (rows, 1))",
                "label.unsqueeze(1)": "label",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "gaussian_nll": {
        "FAMILY": {
            "full": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": (
                    "0.5 * (torch.log(w) + (x - z) ** 2 / w) + 0.9189385332046727"
                ),
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"
                ),
            },
            "laplace": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(2.0 * w) + torch.abs(x - z) / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = tl.log(2.0 * w) + tl.abs(x - z) / w"
                ),
            },
            "cauchy": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(w + (x - z) ** 2 / w)",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = tl.log(w + (x - z) * (x - z) / w)"
                ),
            },
            "student": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": (
                    "0.5 * torch.log(w) + 2.0 * torch.log(1.0 + (x - z) ** 2 / (3.0 * w))"
                ),
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = 0.5 * tl.log(w) + 2.0 * tl.log(1.0 + (x - z) * (x - z) / (3.0 * w))"
                ),
            },
            "scaled": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "(x - z) ** 2 / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = (x - z) * (x - z) / w",
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
            {
                "softplus": {
                    "w = torch.clamp(w, min=1e-6)": "w = F.softplus(w) + 0.01",
                    "w = tl.maximum(w, 1e-6)": (
                        "u = tl.exp(-tl.abs(w))\nw = tl.maximum(w, 0.0) + tl.log(1.0 + u) + 0.01"
                    ),
                },
                "exp": {
                    "w = torch.clamp(w, min=1e-6)": "w = torch.exp(torch.clamp(w, -5.0, 5.0))",
                    "w = tl.maximum(w, 1e-6)": "w = tl.exp(tl.minimum(tl.maximum(w, -5.0), 5.0))",
                },
                "square": {
                    "w = torch.clamp(w, min=1e-6)": "w = w * w + 0.1",
                    "w = tl.maximum(w, 1e-6)": "w = w * w + 0.1",
                },
                "floor_001": {
                    "w = torch.clamp(w, min=1e-6)": "w = torch.clamp(w, min=0.3)",
                    "w = tl.maximum(w, 1e-6)": "w = tl.maximum(w, 0.3)",
                },
            },
        ],
    },
    "hinge": {
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
    "hinge_embedding": {
        "FAMILY": {
            "margin_05": {"margin=1.0": "margin=0.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.5 - x, 0.0)"},
            "margin_20": {"margin=1.0": "margin=2.0", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(2.0 - x, 0.0)"},
            "margin_15": {"margin=1.0": "margin=1.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(1.5 - x, 0.0)"},
            "margin_02": {"margin=1.0": "margin=0.2", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.2 - x, 0.0)"},
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
            },
            ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
        ],
    },
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
