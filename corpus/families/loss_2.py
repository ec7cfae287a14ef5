"""Tables of the families of losses, cross_entropy_nd_options to cross_entropy_tokens."""

from corpus.families.axes_1 import HALF_DOUBLE_TENTH
from corpus.families.axes_3 import SMOOTH
from corpus.families.axes_4 import SUM_HALF_TENTH_4

FAMILIES = {
    "cross_entropy_nd_options": {
        "FAMILY": {
            "weights": {
                ", label_smoothing=0.1": "",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "",
                "weights += w": "",
            },
            "smoothing": {
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "w * (x - chosen)": "(x - chosen)",
                "weights += w": "",
                "weights * spread": "C * spread",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
            "neither": {
                ", label_smoothing=0.1": "",
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "loss = own * spread": "loss = spread",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "",
                "weights += w": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    (
                        "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(counted, own, 0.0), axis=0))"
                    ): "",
                    "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                    "partial_ptr, weight_ptr, C": "partial_ptr, C",
                    "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                    "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                    "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                    "weight = torch.empty_like(partial)": "",
                    "partial, weight, C": "partial, C",
                    "(partial, weight, y": "(partial, y",
                }
            },
            {
                "ignore_0": {
                    "ignore_index=-1": "ignore_index=0",
                    "label != -1": "label != 0",
                    "torch.tensor(-1)": "torch.tensor(0)",
                },
                "ignore_2": {
                    "ignore_index=-1": "ignore_index=2",
                    "label != -1": "label != 2",
                    "torch.tensor(-1)": "torch.tensor(2)",
                },
                "ignore_255": {
                    "ignore_index=-1": "ignore_index=255",
                    "label != -1": "label != 255",
                    "torch.tensor(-1)": "torch.tensor(255)",
                },
                "all": {
                    ", ignore_index=-1": "",
                    "torch.where(label == 1, torch.tensor(-1), label)": "label",
                    "counted = mask & (label != -1)": "",
                    (
                        "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "tl.where(mask, loss, 0.0)",
                    "tl.where(counted, own, 0.0)": "tl.where(mask, own, 0.0)",
                },
            },
            HALF_DOUBLE_TENTH,
        ],
    },
    "cross_entropy_nd_options_none": {
        "FAMILY": {
            "weights": {
                ", label_smoothing=0.1": "",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "",
                "weights += w": "",
            },
            "smoothing": {
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "w * (x - chosen)": "(x - chosen)",
                "weights += w": "",
                "weights * spread": "C * spread",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
            "neither": {
                ", label_smoothing=0.1": "",
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(shape[1]) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "",
                "loss = own * spread": "loss = spread",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + c).to(tl.float32)": "",
                "distance += w * (x - chosen)": "",
                "weights += w": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
        },
        "AXES": [
            {
                "ignore_0": {
                    "ignore_index=-1": "ignore_index=0",
                    "label != -1": "label != 0",
                    "torch.tensor(-1)": "torch.tensor(0)",
                },
                "ignore_2": {
                    "ignore_index=-1": "ignore_index=2",
                    "label != -1": "label != 2",
                    "torch.tensor(-1)": "torch.tensor(2)",
                },
                "ignore_255": {
                    "ignore_index=-1": "ignore_index=255",
                    "label != -1": "label != 255",
                    "torch.tensor(-1)": "torch.tensor(255)",
                },
                "all": {
                    ", ignore_index=-1": "",
                    "torch.where(label == 1, torch.tensor(-1), label)": "label",
                    "counted = mask & (label != -1)": "",
                    (
                        "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "tl.where(mask, loss, 0.0)",
                },
            },
            ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "cross_entropy_nd_weighted": {
        "FAMILY": {
            "pixel_nll_weighted": {"F.cross_entropy(x, label": "F.nll_loss(F.log_softmax(x, dim=1), label"},
            "pixel_sum_weighted": {
                'reduction="mean"': 'reduction="sum"',
                "tl.store(weight_ptr + tl.program_id(0), tl.sum(tl.where(mask, w, 0.0), axis=0))": "",
                "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                "w_ptr, partial_ptr, weight_ptr,": "w_ptr, partial_ptr,",
                "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                "weight = torch.empty_like(partial)": "",
                "](x, label, w, partial, weight, n_classes": "](x, label, w, partial, n_classes",
                "](partial, weight, y": "](partial, y",
            },
        },
        "AXES": [HALF_DOUBLE_TENTH],
    },
    "cross_entropy_none": {
        "FAMILY": {
            "temperature_2": {"x = x * 1.5": "x = x / 2.0", "chosen = chosen * 1.5": "chosen = chosen / 2.0"},
            "temperature_07": {
                "x = x * 1.5": "x = x / 0.7",
                "chosen = chosen * 1.5": "chosen = chosen / 0.7",
            },
            "temperature_01": {
                "x = x * 1.5": "x = x / 0.1",
                "chosen = chosen * 1.5": "chosen = chosen / 0.1",
            },
            "temperature_05": {
                "x = x * 1.5": "x = x / 0.5",
                "chosen = chosen * 1.5": "chosen = chosen / 0.5",
            },
            "scale_2": {"x = x * 1.5": "x = x * 2.0", "chosen = chosen * 1.5": "chosen = chosen * 2.0"},
            "scale_03": {"x = x * 1.5": "x = x * 0.3", "chosen = chosen * 1.5": "chosen = chosen * 0.3"},
            "scale_10": {"x = x * 1.5": "x = x * 10.0", "chosen = chosen * 1.5": "chosen = chosen * 10.0"},
            "scale_125": {"x = x * 1.5": "x = x * 1.25", "chosen = chosen * 1.5": "chosen = chosen * 1.25"},
            "temperature_008": {
                "x = x * 1.5": "x = x / 0.08",
                "chosen = chosen * 1.5": "chosen = chosen / 0.08",
            },
            "temperature_3": {"x = x * 1.5": "x = x / 3.0", "chosen = chosen * 1.5": "chosen = chosen / 3.0"},
        },
        "AXES": [
            {
                "doubled": {
                    'F.cross_entropy(x, label, reduction="none")': (
                        '2.0 * F.cross_entropy(x, label, reduction="none")'
                    ),
                    "peak - chosen + tl.log(total)": "2.0 * (peak - chosen + tl.log(total))",
                },
                "likelihood": {
                    'F.cross_entropy(x, label, reduction="none")': (
                        'torch.exp(-F.cross_entropy(x, label, reduction="none"))'
                    ),
                    "peak - chosen + tl.log(total)": "tl.exp(chosen - peak - tl.log(total))",
                },
                "negative": {
                    'F.cross_entropy(x, label, reduction="none")': (
                        '-F.cross_entropy(x, label, reduction="none")'
                    ),
                    "peak - chosen + tl.log(total)": "chosen - peak - tl.log(total)",
                },
                "focal": {
                    'return F.cross_entropy(x, label, reduction="none")': (
                        'loss = F.cross_entropy(x, label, reduction="none")\n'
                        "return (1.0 - torch.exp(-loss)) ** 2 * loss"
                    ),
                    "tl.store(loss_ptr + row, peak - chosen + tl.log(total))": (
                        "loss = peak - chosen + tl.log(total)\n"
                        "miss = 1.0 - tl.exp(-loss)\n"
                        "tl.store(loss_ptr + row, miss * miss * loss)"
                    ),
                },
            }
        ],
    },
    "cross_entropy_of_pairs": {
        "FAMILY": {
            "sum": {
                "F.cross_entropy(x, label)": 'F.cross_entropy(x, label, reduction="sum")',
                "axis=0) / n_rows": "axis=0)",
            },
            "turned": {  # the other half of a symmetric loss: a column against the same diagonal
                "F.cross_entropy(x, label)": "F.cross_entropy(x.T, label)",
                "x_ptr + row * N + column": "x_ptr + column.to(tl.int64) * N + row",
            },
        },
        "AXES": [
            {  # what becomes of another number: of the other half, say
                "plain": {
                    "return torch.randn(N, N), torch.randn(())": "return (torch.randn(N, N),)",
                    "def cross_entropy_of_pairs_torch(x, other):": "def cross_entropy_of_pairs_torch(x):",
                    "def cross_entropy_of_pairs_triton(x, other):": "def cross_entropy_of_pairs_triton(x):",
                    "y = y + other": "",
                    "loss_ptr, other_ptr": "loss_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "",
                    "(loss, other, y": "(loss, y",
                },
                "halves": {"y = y + other": "y = (y + other) / 2"},
                "half": {"y = y + other": "y = 0.5 * (y + other)"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "front": {"y = y + other": "y = other + y"},
                "sub": {"y = y + other": "y = other - y"},
                "mul": {"y = y + other": "y = y * other"},
            },
            ("SCALAR+UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "cross_entropy_options": {
        "FAMILY": {
            "weights": {
                ", label_smoothing=0.1": "",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "",
                "weights += tl.sum(w, axis=0)": "",
            },
            "smoothing": {
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(C) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "w * tl.where": "tl.where",
                "weights += tl.sum(w, axis=0)": "",
                "weights * spread": "C * spread",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
            "neither": {
                ", label_smoothing=0.1": "",
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(C) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "loss = own * spread": "loss = spread",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "",
                "weights += tl.sum(w, axis=0)": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
        },
        "AXES": [
            {
                "sum": {
                    'reduction="mean"': 'reduction="sum"',
                    "tl.store(weight_ptr + row, tl.where(counted, own, 0.0))": "",
                    "tl.sum(total, axis=0) / tl.sum(weight, axis=0)": "tl.sum(total, axis=0)",
                    "partial_ptr, weight_ptr, C": "partial_ptr, C",
                    "(partial_ptr, weight_ptr, y_ptr": "(partial_ptr, y_ptr",
                    "weight = tl.zeros([BLOCK], dtype=tl.float32)": "",
                    "weight += tl.load(weight_ptr + offsets, mask=offsets < n_partials, other=0.0)": "",
                    "weight = torch.empty_like(partial)": "",
                    "partial, weight, C": "partial, C",
                    "(partial, weight, y": "(partial, y",
                }
            },
            {
                "ignore_0": {
                    "ignore_index=-1": "ignore_index=0",
                    "label != -1": "label != 0",
                    "torch.tensor(-1)": "torch.tensor(0)",
                },
                "ignore_2": {
                    "ignore_index=-1": "ignore_index=2",
                    "label != -1": "label != 2",
                    "torch.tensor(-1)": "torch.tensor(2)",
                },
                "ignore_255": {
                    "ignore_index=-1": "ignore_index=255",
                    "label != -1": "label != 255",
                    "torch.tensor(-1)": "torch.tensor(255)",
                },
                "all": {
                    ", ignore_index=-1": "",
                    "torch.where(torch.arange(N) == 1, torch.tensor(-1), label)": "label",
                    "counted = label != -1": "",
                    (
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                    "tl.where(counted, own, 0.0)": "own",
                },
            },
            HALF_DOUBLE_TENTH,
        ],
    },
    "cross_entropy_options_none": {
        "FAMILY": {
            "weights": {
                ", label_smoothing=0.1": "",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "",
                "weights += tl.sum(w, axis=0)": "",
            },
            "smoothing": {
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(C) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "own = 1.0",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "w * tl.where": "tl.where",
                "weights += tl.sum(w, axis=0)": "",
                "weights * spread": "C * spread",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
            "neither": {
                ", label_smoothing=0.1": "",
                "weight=w, ": "",
                "(x, label, w)": "(x, label)",
                ", torch.rand(C) + 0.5": "",
                "label_ptr, w_ptr, ": "label_ptr, ",
                "own = tl.load(w_ptr + label).to(tl.float32)": "",
                "loss = own * spread": "loss = spread",
                "loss += 0.1 * ((weights * spread - distance) / C - loss)": "",
                "distance = 0.0": "",
                "weights = 0.0": "",
                "w = tl.load(w_ptr + column, mask=column < C, other=0.0).to(tl.float32)": "",
                "distance += tl.sum(w * tl.where(column < C, x - chosen, 0.0), axis=0)": "",
                "weights += tl.sum(w, axis=0)": "",
                "x, label, w = x.contiguous(), label.contiguous(), w.contiguous()": (
                    "x, label = x.contiguous(), label.contiguous()"
                ),
                "(x, label, w, ": "(x, label, ",
            },
        },
        "AXES": [
            {
                "ignore_0": {
                    "ignore_index=-1": "ignore_index=0",
                    "label != -1": "label != 0",
                    "torch.tensor(-1)": "torch.tensor(0)",
                },
                "ignore_2": {
                    "ignore_index=-1": "ignore_index=2",
                    "label != -1": "label != 2",
                    "torch.tensor(-1)": "torch.tensor(2)",
                },
                "ignore_255": {
                    "ignore_index=-1": "ignore_index=255",
                    "label != -1": "label != 255",
                    "torch.tensor(-1)": "torch.tensor(255)",
                },
                "all": {
                    ", ignore_index=-1": "",
                    "torch.where(torch.arange(N) == 1, torch.tensor(-1), label)": "label",
                    "counted = label != -1": "",
                    (
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                },
            },
            ("UNARY+REUSE+SCALAR+LOSS", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "cross_entropy_scaled": {
        "FAMILY": {
            "temperature_2": {"x = x * 1.5": "x = x / 2.0", "chosen = chosen * 1.5": "chosen = chosen / 2.0"},
            "temperature_07": {
                "x = x * 1.5": "x = x / 0.7",
                "chosen = chosen * 1.5": "chosen = chosen / 0.7",
            },
            "temperature_01": {
                "x = x * 1.5": "x = x / 0.1",
                "chosen = chosen * 1.5": "chosen = chosen / 0.1",
            },
            "temperature_05": {
                "x = x * 1.5": "x = x / 0.5",
                "chosen = chosen * 1.5": "chosen = chosen / 0.5",
            },
            "scale_2": {"x = x * 1.5": "x = x * 2.0", "chosen = chosen * 1.5": "chosen = chosen * 2.0"},
            "scale_03": {"x = x * 1.5": "x = x * 0.3", "chosen = chosen * 1.5": "chosen = chosen * 0.3"},
            "scale_10": {"x = x * 1.5": "x = x * 10.0", "chosen = chosen * 1.5": "chosen = chosen * 10.0"},
            "scale_125": {"x = x * 1.5": "x = x * 1.25", "chosen = chosen * 1.5": "chosen = chosen * 1.25"},
            "temperature_008": {
                "x = x * 1.5": "x = x / 0.08",
                "chosen = chosen * 1.5": "chosen = chosen / 0.08",
            },
            "temperature_3": {"x = x * 1.5": "x = x / 3.0", "chosen = chosen * 1.5": "chosen = chosen / 3.0"},
        },
        "AXES": [SUM_HALF_TENTH_4],
    },
    "cross_entropy_smooth": {
        "FAMILY": {
            "smoothing_005": {
                "label_smoothing=0.1": "label_smoothing=0.05",
                "spread - 0.1 *": "spread - 0.05 *",
            },
            "smoothing_02": {
                "label_smoothing=0.1": "label_smoothing=0.2",
                "spread - 0.1 *": "spread - 0.2 *",
            },
            "smoothing_03": {
                "label_smoothing=0.1": "label_smoothing=0.3",
                "spread - 0.1 *": "spread - 0.3 *",
            },
            "smoothing_015": {
                "label_smoothing=0.1": "label_smoothing=0.15",
                "spread - 0.1 *": "spread - 0.15 *",
            },
        },
        "AXES": [SUM_HALF_TENTH_4],
    },
    "cross_entropy_smooth_none": {
        "FAMILY": {
            "smoothing_005": {
                "label_smoothing=0.1": "label_smoothing=0.05",
                "spread - 0.1 *": "spread - 0.05 *",
            },
            "smoothing_02": {
                "label_smoothing=0.1": "label_smoothing=0.2",
                "spread - 0.1 *": "spread - 0.2 *",
            },
            "smoothing_03": {
                "label_smoothing=0.1": "label_smoothing=0.3",
                "spread - 0.1 *": "spread - 0.3 *",
            },
            "smoothing_015": {
                "label_smoothing=0.1": "label_smoothing=0.15",
                "spread - 0.1 *": "spread - 0.15 *",
            },
        }
    },
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
        "AXES": [SUM_HALF_TENTH_4],
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
                        "label = tl.where(counted, label, 0)  # what is left out reads column 0 in the "
                        "place of its label"
                    ): "",
                    "tl.where(counted, loss, 0.0)": "loss",
                    "tl.where(counted, 1.0, 0.0)": "1.0",
                },
            },
            SMOOTH,
        ]
    },
}
