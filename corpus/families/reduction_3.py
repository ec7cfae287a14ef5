"""Tables of the families of reductions, number_by_size to reduced_and_row."""

from corpus.families.axes_1 import EPS_CLAMPED_CLAMPED_1
from corpus.families.axes_2 import KEEPDIM_DIM3_DIM3_KEEPDIM, NEG_PLAIN_ADD1
from corpus.families.axes_3 import SIZE_PLAIN_SIZES

FAMILIES = {
    "number_by_size": {
        "FAMILY": {
            "columns": {"y / x.shape[0]": "y / x.shape[1]", "float(M)": "float(N)"},
            "times": {"y / x.shape[0]": "y * x.shape[0]", "y / scale": "y * scale"},
            "times_columns": {
                "y / x.shape[0]": "y * x.shape[-1]",
                "float(M)": "float(N)",
                "y / scale": "y * scale",
            },
            "less_one": {
                "y / x.shape[0]": "y / (x.shape[0] - 1)",
                "float(M)": "float(M - 1)",
                "(1, 3)": "(2, 3)",
            },
            "pairs": {
                "y / x.shape[0]": "y / (x.shape[0] * (x.shape[0] - 1))",
                "float(M)": "float(M * (M - 1))",
                "(1, 3)": "(2, 3)",
            },
            "root": {"y / x.shape[0]": "y / math.sqrt(x.shape[0])", "float(M)": "math.sqrt(M)"},
            "twice": {"y / x.shape[0]": "y / (2 * x.shape[0])", "float(M)": "float(2 * M)"},
            "square": {"y / x.shape[0]": "y / x.shape[0] ** 2", "float(M)": "float(M * M)"},
            "of_vector": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
            },
            "of_vector_times": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y * x.shape[0]",
                "y / scale": "y * scale",
            },
            "of_vector_less_one": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y / (x.shape[0] - 1)",
                "float(M)": "float(M - 1)",
            },
            "of_batches": {
                "[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 3), (3, 5, 33), (4, 20, 41)]",
                "make(M, N)": "make(B, M, N)",
                "torch.randn(M, N)": "torch.randn(B, M, N)",
                "M, N = x.shape": "B, M, N = x.shape",
                "float(M)": "float(B)",
            },
            "of_images": {
                "[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 1, 3), (3, 2, 5, 7), (4, 3, 11, 20)]",
                "make(M, N)": "make(N, C, H, W)",
                "torch.randn(M, N)": "torch.randn(N, C, H, W)",
                "M, N = x.shape": "M = x.shape[0]",
            },
        },
        "AXES": [
            {
                "minus": {"x = x * z": "x = x - z", "x = z * x": "x = x - z"},
                "larger": {"x = x * z": "x = torch.maximum(x, z)", "x = z * x": "x = tl.maximum(x, z)"},
                "square": {"x = x * z": "x = (x - z) ** 2", "x = z * x": "x = (x - z) * (x - z)"},
                "hinge": {
                    "x = x * z": "x = torch.relu(1.0 - x * z)",
                    "x = z * x": "x = tl.maximum(1.0 - x * z, 0.0)",
                },
            },
            ("UNARY+STEEP", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            ("UNARY+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "overlap_of_rows": {
        "FAMILY": {"given": {"x = torch.sigmoid(x)": "", "x = tl.sigmoid(x)": ""}},
        "AXES": [
            {  # what the three sums make of each other
                "loss_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)"
                    ),
                },
                "little_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.5 + other * 0.5 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.5 * mine + 0.5 * other + 1e-6)"
                    ),
                },
                "smooth_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)"
                    ),
                },
                "focal_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)\ny = y * y"
                    ),
                },
                "loss_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)"
                    ),
                },
                "little_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.4 + other * 0.6 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.4 * mine + 0.6 * other + 1e-6)"
                    ),
                },
                "smooth_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)"
                    ),
                },
                "focal_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)\ny = y * y"
                    ),
                },
                "loss_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)"
                    ),
                },
                "little_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.2 + other * 0.8 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.2 * mine + 0.8 * other + 1e-6)"
                    ),
                },
                "smooth_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)"
                    ),
                },
                "focal_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)\ny = y * y"
                    ),
                },
                "jaccard": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1) / (both + mine + other + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1.0) / (both + mine + other + 1.0)"
                    ),
                },
                "jaccard_loss": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - both / (both + mine + other + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - both / (both + mine + other + 1e-6)"
                    ),
                },
                "f1": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 2 * both / (2 * both + mine + other + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 2.0 * both / (2.0 * both + mine + other + 1e-8)"
                    ),
                },
                "f2": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 5 * both / (5 * both + 4 * other + mine + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 5.0 * both / (5.0 * both + 4.0 * other + mine + 1e-8)"
                    ),
                },
                "precision": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)"
                    ),
                },
            },
            {
                "images": {
                    "[(1, 5), (3, 33), (7, 300), (2, 1100)]": "[(1, 2, 5), (3, 4, 33), (2, 3, 300)]",
                    "return torch.randn(M, N), torch.rand(M, N)": (
                        "return torch.randn(M, N, K), torch.rand(M, N, K)"
                    ),
                    "make(M, N)": "make(M, N, K)",
                    "x.new_empty(n_rows)": "x.new_empty(x.shape[:-1])",
                }
            },
        ],
    },
    "pairwise_distance": {
        "FAMILY": {
            "l1": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
            },
            "kept": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, keepdim=True)",
                "x.shape[:-1]": "x.shape[:-1] + (1,)",
            },
            "l1_kept": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0, keepdim=True)",
                "x.shape[:-1]": "x.shape[:-1] + (1,)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
            },
            "norm": {
                "F.pairwise_distance(x, z)": "torch.norm(x - z, dim=-1)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "squared": {
                "F.pairwise_distance(x, z)": "((x - z) ** 2).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "mean_squared": {
                "F.pairwise_distance(x, z)": "((x - z) ** 2).mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "mean_absolute": {
                "F.pairwise_distance(x, z)": "(x - z).abs().mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "root_mean_square": {
                "F.pairwise_distance(x, z)": "torch.sqrt(((x - z) ** 2).mean(dim=-1))",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sqrt(tl.sum(total, axis=0) / C)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "sum_of_maxima": {
                "F.pairwise_distance(x, z)": "torch.relu(x - z).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.maximum(x - z, 0.0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "huber_rows": {
                "F.pairwise_distance(x, z)": "F.smooth_l1_loss(x, z, reduction='none').sum(dim=-1)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": (
                    "d = tl.abs(x - z)\ntotal += tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "prod": {
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            NEG_PLAIN_ADD1,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "prod_all": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "prod_middle": {
        "AXES": [
            KEEPDIM_DIM3_DIM3_KEEPDIM,
            NEG_PLAIN_ADD1,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "ratio_of_statistics": {
        "FAMILY": {
            "var": {"torch.std(": "torch.var(", "tl.sqrt(y)": "y"},
            "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "var_biased": {
                "torch.std(x, ": "torch.var(x, correction=0, ",
                "(n_cols - 1)": "n_cols",
                "tl.sqrt(y)": "y",
            },
            "sum_squares": {
                "torch.mean(x, ": "torch.sum(x, ",
                "torch.std(x, ": "torch.sum(x * x, ",
                "(total / n_cols)": "total",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
                "tl.sqrt(y)": "y",
            },
            "power": {
                "torch.std(x, ": "torch.mean(x * x, ",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
                "tl.sqrt(y)": "y",
            },
            "sum_norm": {
                "torch.mean(x, ": "torch.sum(x, ",
                "torch.std(": "torch.linalg.vector_norm(",
                "(total / n_cols)": "total",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "mean_norm": {
                "torch.std(": "torch.linalg.vector_norm(",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "norms": {
                "torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "torch.std(": "torch.linalg.vector_norm(",
                "(total / n_cols)": "total",
                "total += x": "total += tl.abs(x)",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "mean_abs_norm": {
                "torch.mean(x, ": "torch.mean(torch.abs(x), ",
                "torch.std(": "torch.linalg.vector_norm(",
                "total += x": "total += tl.abs(x)",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
        },
        "AXES": [
            "DIMS",
            {  # what becomes of the two
                "eps": (
                    {"torch.div(y, v)": "y / (v + 1e-{0})", "y = y / v": "y = y / (v + 1e-{0})"},
                    "4 5 6 8",
                ),
                "abs_eps": (
                    {
                        "torch.div(y, v)": "y / (torch.abs(v) + 1e-{0})",
                        "y = y / v": "y = y / (tl.abs(v) + 1e-{0})",
                    },
                    "5 6 8",
                ),
                "clamped": {
                    "torch.div(y, v)": "y / v.clamp(min=1e-6)",
                    "y = y / v": "y = y / tl.maximum(v, 1e-6)",
                },
                "turned": {"torch.div(y, v)": "v / y", "y = y / v": "y = v / y"},
                "turned_eps": (
                    {"torch.div(y, v)": "v / (y + 1e-{0})", "y = y / v": "y = v / (y + 1e-{0})"},
                    "4 5 6 8",
                ),
                "turned_clamped": {
                    "torch.div(y, v)": "v / y.clamp(min=1e-6)",
                    "y = y / v": "y = v / tl.maximum(y, 1e-6)",
                },
                "square_turned": {
                    "torch.div(y, v)": "v ** 2 / (y + 1e-5)",
                    "y = y / v": "y = v * v / (y + 1e-5)",
                },
                "over_square": {
                    "torch.div(y, v)": "y / (v ** 2 + 1e-5)",
                    "y = y / v": "y = y / (v * v + 1e-5)",
                },
                "absolute": {"torch.div(y, v)": "y / torch.abs(v)", "y = y / v": "y = y / tl.abs(v)"},
                "sum": {"torch.div(y, v)": "v + y", "y = y / v": "y = v + y"},
                "difference": {"torch.div(y, v)": "v - y", "y = y / v": "y = v - y"},
                "above": {"torch.div(y, v)": "v + 2.0 * y", "y = y / v": "y = v + 2.0 * y"},
                "below": {"torch.div(y, v)": "v - 0.5 * y", "y = y / v": "y = v - 0.5 * y"},
                "product": {"torch.div(y, v)": "v * y", "y = y / v": "y = v * y"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "ratio_of_sums": {
        "FAMILY": {  # what is summed above
            "absolute": {"(x - z) ** 2": "torch.abs(x - z)", "(x - z) * (x - z)": "tl.abs(x - z)"},
            "turned": {"(x - z) ** 2": "(z - x) ** 2", "(x - z) * (x - z)": "(z - x) * (z - x)"},
            "turned_absolute": {"(x - z) ** 2": "(z - x).abs()", "(x - z) * (x - z)": "tl.abs(z - x)"},
            "product": {"(x - z) ** 2": "x * z", "(x - z) * (x - z)": "x * z"},
            "weighted_square": {"(x - z) ** 2": "x ** 2 * z", "(x - z) * (x - z)": "x * x * z"},
            "weighted_absolute": {"(x - z) ** 2": "torch.abs(x) * z", "(x - z) * (x - z)": "tl.abs(x) * z"},
            "least": {"(x - z) ** 2": "torch.minimum(x, z)", "(x - z) * (x - z)": "tl.minimum(x, z)"},
            "least_size": {
                "(x - z) ** 2": "torch.minimum(x.abs(), z.abs())",
                "(x - z) * (x - z)": "tl.minimum(tl.abs(x), tl.abs(z))",
            },
            "square": {"(x - z) ** 2": "x ** 2", "(x - z) * (x - z)": "x * x"},
            "size": {"(x - z) ** 2": "x.abs()", "(x - z) * (x - z)": "tl.abs(x)"},
            "fourth": {
                "(x - z) ** 2": "(x - z) ** 4",
                "(x - z) * (x - z)": "(x - z) * (x - z) * ((x - z) * (x - z))",
            },
            "hinge": {
                "(x - z) ** 2": "torch.relu(1.0 - x * z)",
                "(x - z) * (x - z)": "tl.maximum(1.0 - x * z, 0.0)",
            },
        },
        "AXES": [
            "DIMS",
            SIZE_PLAIN_SIZES,
            {
                "roots": {
                    "score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                    "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)": (
                        "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)\nv, w = tl.sqrt(v), tl.sqrt(w)"
                    ),
                },
                "means": {
                    "torch.sum(": "torch.mean(",
                    "v_ptr, w_ptr, y_ptr, n_rows, n_shares": "v_ptr, w_ptr, y_ptr, n_rows, n_cols, n_shares",
                    "(v, w, y, n_rows, n_shares": "(v, w, y, n_rows, n_cols, n_shares",
                    "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)": (
                        "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)\nv, w = v / n_cols, w / n_cols"
                    ),
                },
            },
            EPS_CLAMPED_CLAMPED_1,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "ratio_of_totals": {
        "FAMILY": {  # what is summed above
            "square_error": {"torch.abs(x) * z": "(x - z) ** 2", "tl.abs(x) * z": "(x - z) * (x - z)"},
            "product": {"torch.abs(x) * z": "x * z", "tl.abs(x) * z": "x * z"},
            "weighted_square": {"torch.abs(x) * z": "x ** 2 * z", "tl.abs(x) * z": "x * x * z"},
            "least": {"torch.abs(x) * z": "torch.minimum(x, z)", "tl.abs(x) * z": "tl.minimum(x, z)"},
            "least_size": {
                "torch.abs(x) * z": "torch.minimum(x.abs(), z.abs())",
                "tl.abs(x) * z": "tl.minimum(tl.abs(x), tl.abs(z))",
            },
            "fourth": {
                "torch.abs(x) * z": "(x - z) ** 4",
                "tl.abs(x) * z": "(x - z) * (x - z) * ((x - z) * (x - z))",
            },
            "hinge": {
                "torch.abs(x) * z": "torch.relu(1.0 - x * z)",
                "tl.abs(x) * z": "tl.maximum(1.0 - x * z, 0.0)",
            },
        },
        "AXES": [
            SIZE_PLAIN_SIZES,
            {
                "roots": {
                    "score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                    "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = tl.sqrt(v), tl.sqrt(w)",
                },
                "means": {
                    "torch.sum(": "torch.mean(",
                    "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, n_elements",
                    "(partial, y, n_partials": "(partial, y, n_partials, n_elements",
                    "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = v / n_elements, w / n_elements",
                },
            },
            EPS_CLAMPED_CLAMPED_1,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "reduce_dims": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
            "max_norm": {
                "torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                "lanes += tl.where(mask, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)",
            },
            "sum_of_squares": {
                "torch.sum(x, ": "torch.sum(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
            },
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)"
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "partial = tl.sum(lanes, axis=1)": (
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))"
                ),
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))"
                ),
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)",
            },
        },
        "AXES": [
            "DIMS",
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "reduced_and_row": {
        "FAMILY": {
            "sum": {"torch.sum(x * x,": "torch.sum(x,", "x * x, 0.0": "x, 0.0"},
            "abs": {"torch.sum(x * x,": "torch.sum(torch.abs(x),", "x * x, 0.0": "tl.abs(x), 0.0"},
            "pow": {"x * x, dim": "x ** 2, dim"},
            "unsqueezed": {
                "torch.sum(x * x, dim=-1, keepdim=True)": "torch.sum(x * x, dim=-1).unsqueeze(-1)"
            },
            "norm": {
                "torch.sum(x * x, dim=-1, keepdim=True)": "torch.linalg.norm(x, dim=-1, keepdim=True)",
                "total = tl.sum(lanes, axis=0)": "total = tl.sqrt_rn(tl.sum(lanes, axis=0))",
            },
            "mean": {
                "torch.sum(x * x,": "torch.mean(x,",
                "x * x, 0.0": "x, 0.0",
                "tl.sum(lanes, axis=0)": "tl.sum(lanes, axis=0) / K",
            },
            "max": {
                "torch.sum(x * x,": "torch.amax(x,",
                "lanes += tl.where(k < K, x * x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(k < K, x, -float("inf")))'
                ),
                "tl.zeros([BLOCK],": 'tl.full([BLOCK], -float("inf"),',
                "tl.sum(lanes": "tl.max(lanes",
            },
        },
        "AXES": [
            {
                "batched": {
                    "[(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]": (
                        "[(1, 2, 5, 2), (3, 4, 33, 7), (2, 3, 9, 300)]"
                    ),
                    "make(M, K, N)": "make(*shape)",
                    "torch.randn(M, K), torch.randn(N)": "torch.randn(shape[:-1]), torch.randn(shape[-1])",
                }
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
}
