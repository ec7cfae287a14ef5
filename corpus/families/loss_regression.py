"""Tables of the families of losses of values, scores and distances."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import (
    SUM_HALF_TENTH_OF_COSINE_EMBEDDING,
    SUM_HALF_TENTH_OF_CUSTOM_LOSS,
    SUM_HALF_TENTH_OF_HINGE_EMBEDDING,
)

TOTALS_OF_ROW_LOSSES = {
    "sum": {"y.mean()": "y.sum()", " / n_rows)": ")"},
    "half": {"y.mean()": "y.mean() * 0.5", " / n_rows)": " / n_rows * 0.5)"},
    "tenth": {"y.mean()": "y.mean() * 0.1", " / n_rows)": " / n_rows * 0.1)"},
    "double": {"y.mean()": "y.mean() * 2.0", " / n_rows)": " / n_rows * 2.0)"},
    "plus": {"y.mean()": "y.mean() + 1.0", " / n_rows)": " / n_rows + 1.0)"},
    "negative": {"y.mean()": "y.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"}}

FAMILIES = {
    "activated_loss": Derived("mse_loss", axes=[0, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")]),
    "contrastive": {
        "FAMILY": {"margin_10": {"torch.relu(2.0 - d)": "torch.relu(1.0 - d)",
                                 "tl.maximum(2.0 - d, 0.0)": "tl.maximum(1.0 - d, 0.0)"},
                   "margin_05": {"torch.relu(2.0 - d)": "torch.relu(0.5 - d)",
                                 "tl.maximum(2.0 - d, 0.0)": "tl.maximum(0.5 - d, 0.0)"},
                   "margin_40": {"torch.relu(2.0 - d)": "torch.relu(4.0 - d)",
                                 "tl.maximum(2.0 - d, 0.0)": "tl.maximum(4.0 - d, 0.0)"},
                   "margin_100": {"torch.relu(2.0 - d)": "torch.relu(10.0 - d)",
                                  "tl.maximum(2.0 - d, 0.0)": "tl.maximum(10.0 - d, 0.0)"}},
        "AXES": [TOTALS_OF_ROW_LOSSES,
                 {"weighted": {"label > 0, d ** 2,": "label > 0, 3.0 * d ** 2,",
                               "label > 0, d * d,": "label > 0, 3.0 * (d * d),"}}]},
    "cosine_embedding": {
        "FAMILY": {"margin_01": {"margin=0.0": "margin=0.1", "cosine - 0.0": "cosine - 0.1"},
                   "margin_02": {"margin=0.0": "margin=0.2", "cosine - 0.0": "cosine - 0.2"},
                   "margin_03": {"margin=0.0": "margin=0.3", "cosine - 0.0": "cosine - 0.3"},
                   "margin_05": {"margin=0.0": "margin=0.5", "cosine - 0.0": "cosine - 0.5"},
                   "margin__02": {"margin=0.0": "margin=-0.2", "cosine - 0.0": "cosine - -0.2"}},
        "AXES": [{"floats": {"torch.randint(0, 2, (N,)) * 2 - 1": "torch.randint(0, 2, (N,)) * 2.0 - 1.0"}},
                 SUM_HALF_TENTH_OF_COSINE_EMBEDDING]},
    "cosine_loss": {
        "FAMILY": {
            "minus": {"y = 1.0 - y": "y = 0.5 * y"}, "doubled": {"y = 1.0 - y": "y = 2.0 - 2.0 * y"},
            "squared": {"y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)"},
            "half": {"y = 1.0 - y": "y = 0.5 * (1.0 - y)"}, "one_plus": {"y = 1.0 - y": "y = 1.0 + y"}},
        "AXES": [TOTALS_OF_ROW_LOSSES]},
    "custom_loss": {
        "FAMILY": {
            "charbonnier": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.001)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.sqrt((x - z) * (x - z) + 0.001)"},
            "charbonnier_01": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.sqrt((x - z) ** 2 + 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.sqrt((x - z) * (x - z) + 0.1)"},
            "geman": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 2 / (1.0 + (x - z) ** 2)",
                      "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                          "d = x - z\n"
                          "d = d * d\n"
                          "loss = d / (1.0 + d)"},
            "welsch": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "-torch.expm1(-0.5 * (x - z) ** 2)",
                       "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                           "d = x - z\n"
                           "d = tl.minimum(0.5 * (d * d), 50.0)\n"
                           "u = tl.exp(-d)\n"
                           "loss = tl.where(u == 1.0, d, (u - 1.0) * d / tl.log(u))"},
            "quartic": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - z) ** 4",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = (x - z) * (x - z)\nloss = d * d"},
            "half_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "0.5 * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = 0.5 * ((x - z) * (x - z))"},
            "relative": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(x - z) / (torch.abs(z) + 1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.abs(x - z) / (tl.abs(z) + 1.0)"},
            "symmetric_relative": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                       "torch.abs(x - z) / (torch.abs(x) + torch.abs(z) + 0.1)",
                                   "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                       "loss = tl.abs(x - z) / (tl.abs(x) + tl.abs(z) + 0.1)"},
            "hinge": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = tl.maximum(1.0 - x * z, 0.0)"},
            "squared_hinge": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x * z) ** 2",
                              "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                  "d = tl.maximum(1.0 - x * z, 0.0)\n"
                                  "loss = d * d"},
            "epsilon_insensitive": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.1)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.maximum(tl.abs(x - z) - 0.1, 0.0)"},
            "epsilon_insensitive_05": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(torch.abs(x - z) - 0.5)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.maximum(tl.abs(x - z) - 0.5, 0.0)"},
            "least_squares_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "(x - 1.0) ** 2 + z ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "loss = (x - 1.0) * (x - 1.0) + z * z"},
            "hinge_gan": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.relu(1.0 - x) + torch.relu(1.0 + z)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.maximum(1.0 - x, 0.0) + tl.maximum(1.0 + z, 0.0)"},
            "weighted_square": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.abs(z) * (x - z) ** 2",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))": "d = x - z\nloss = tl.abs(z) * (d * d)"},
            "asymmetric": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.where(x > z, 2.0 * (x - z), z - x)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "d = x - z\n"
                    "loss = tl.where(d > 0.0, 2.0 * d, -d)"},
            "truncated": {
                "torch.maximum(0.5 * (z - x), -0.5 * (z - x))": "torch.clamp((x - z) ** 2, max=1.0)",
                "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                    "loss = tl.minimum((x - z) * (x - z), 1.0)"},
            "quantile_005": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "torch.maximum(0.05 * (z - x), (0.05 - 1.0) * (z - x))",
                             "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "d = z - x\n"
                                 "loss = tl.maximum(0.05 * d, (0.05 - 1.0) * d)"},
            "quantile_01": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                "torch.maximum(0.1 * (z - x), (0.1 - 1.0) * (z - x))",
                            "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                "d = z - x\n"
                                "loss = tl.maximum(0.1 * d, (0.1 - 1.0) * d)"},
            "quantile_025": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "torch.maximum(0.25 * (z - x), (0.25 - 1.0) * (z - x))",
                             "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "d = z - x\n"
                                 "loss = tl.maximum(0.25 * d, (0.25 - 1.0) * d)"},
            "quantile_075": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "torch.maximum(0.75 * (z - x), (0.75 - 1.0) * (z - x))",
                             "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "d = z - x\n"
                                 "loss = tl.maximum(0.75 * d, (0.75 - 1.0) * d)"},
            "quantile_09": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                "torch.maximum(0.9 * (z - x), (0.9 - 1.0) * (z - x))",
                            "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                "d = z - x\n"
                                "loss = tl.maximum(0.9 * d, (0.9 - 1.0) * d)"},
            "quantile_095": {"torch.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "torch.maximum(0.95 * (z - x), (0.95 - 1.0) * (z - x))",
                             "loss = tl.maximum(0.5 * (z - x), -0.5 * (z - x))":
                                 "d = z - x\n"
                                 "loss = tl.maximum(0.95 * d, (0.95 - 1.0) * d)"}},
        "AXES": [SUM_HALF_TENTH_OF_CUSTOM_LOSS]},
    "custom_loss_of_activation": Derived("custom_loss",
        axes=[0, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")]),
    "gaussian_nll": {
        "FAMILY": {
            "full": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)":
                         "0.5 * (torch.log(w) + (x - z) ** 2 / w) + 0.9189385332046727",
                     "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                         "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"},
            "laplace": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(2.0 * w) + torch.abs(x - z) / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                    "loss = tl.log(2.0 * w) + tl.abs(x - z) / w"},
            "cauchy": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(w + (x - z) ** 2 / w)",
                       "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                           "loss = tl.log(w + (x - z) * (x - z) / w)"},
            "student": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)":
                            "0.5 * torch.log(w) + 2.0 * torch.log(1.0 + (x - z) ** 2 / (3.0 * w))",
                        "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)":
                            "loss = 0.5 * tl.log(w) + 2.0 * tl.log(1.0 + (x - z) * (x - z) / (3.0 * w))"},
            "scaled": {"0.5 * (torch.log(w) + (x - z) ** 2 / w)": "(x - z) ** 2 / w",
                       "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = (x - z) * (x - z) / w"}},
        "AXES": [SUM_HALF_TENTH_OF_CUSTOM_LOSS,
                 {"softplus": {"w = torch.clamp(w, min=1e-6)": "w = F.softplus(w) + 0.01",
                               "w = tl.maximum(w, 1e-6)":
                                   "u = tl.exp(-tl.abs(w))\n"
                                   "w = tl.maximum(w, 0.0) + tl.log(1.0 + u) + 0.01"},
                  "exp": {"w = torch.clamp(w, min=1e-6)": "w = torch.exp(torch.clamp(w, -5.0, 5.0))",
                          "w = tl.maximum(w, 1e-6)": "w = tl.exp(tl.minimum(tl.maximum(w, -5.0), 5.0))"},
                  "square": {"w = torch.clamp(w, min=1e-6)": "w = w * w + 0.1",
                             "w = tl.maximum(w, 1e-6)": "w = w * w + 0.1"},
                  "floor_001": {"w = torch.clamp(w, min=1e-6)": "w = torch.clamp(w, min=0.3)",
                                "w = tl.maximum(w, 1e-6)": "w = tl.maximum(w, 0.3)"}}]},
    "hinge": Derived("hinge_of_score", axes=[0]),
    "hinge_embedding": {
        "FAMILY": {
            "margin_05": {"margin=1.0": "margin=0.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.5 - x, 0.0)"},
            "margin_20": {"margin=1.0": "margin=2.0", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(2.0 - x, 0.0)"},
            "margin_15": {"margin=1.0": "margin=1.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(1.5 - x, 0.0)"},
            "margin_02": {
                "margin=1.0": "margin=0.2", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.2 - x, 0.0)"}},
        "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING,
                 ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "hinge_of_score": {
        "FAMILY": {
            "margin_05": {"loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z)",
                          "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.5 - x * z, 0.0)"},
            "squared_margin_05": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.5 - x * z, 0.0)\nloss = d * d"},
            "margin_20": {"loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z)",
                          "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(2.0 - x * z, 0.0)"},
            "squared_margin_20": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(2.0 - x * z, 0.0)\nloss = d * d"},
            "margin_02": {"loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z)",
                          "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.2 - x * z, 0.0)"},
            "squared_margin_02": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.2 - x * z, 0.0)\nloss = d * d"},
            "squared": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(1.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d"},
            "perceptron": {"loss = torch.relu(1.0 - x * z)": "loss = torch.relu(-x * z)",
                           "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(-x * z, 0.0)"},
            "clamp": {"loss = torch.relu(1.0 - x * z)": "loss = torch.clamp(1.5 - x * z, min=0.0)",
                      "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(1.5 - x * z, 0.0)"},
            "exponential": {"loss = torch.relu(1.0 - x * z)": "loss = torch.exp(-x * z)",
                            "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.exp(-x * z)"},
            "hinge_embedding_10": {
                "loss = torch.relu(1.0 - x * z)":
                    'loss = F.hinge_embedding_loss(x, z, margin=1.0, reduction="none")',
                "loss = tl.maximum(1.0 - x * z, 0.0)":
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
            "hinge_embedding_05": {
                "loss = torch.relu(1.0 - x * z)":
                    'loss = F.hinge_embedding_loss(x, z, margin=0.5, reduction="none")',
                "loss = tl.maximum(1.0 - x * z, 0.0)":
                    "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
            "hinge_embedding_20": {
                "loss = torch.relu(1.0 - x * z)":
                    'loss = F.hinge_embedding_loss(x, z, margin=2.0, reduction="none")',
                "loss = tl.maximum(1.0 - x * z, 0.0)":
                    "loss = tl.where(z != 1.0, tl.maximum(2.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
            "tangent": {
                "loss = torch.relu(1.0 - x * z)": "loss = (2.0 * torch.sigmoid(x * z) - 1.0) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = 2.0 * tl.sigmoid(x * z) - 1.0\nloss = d * d"}},
        "AXES": [SUM_HALF_TENTH_OF_CUSTOM_LOSS, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")]},
    "kl_div": Derived("bce",
        family={
            "log_target": {"F.kl_div(x, z, ": "F.kl_div(x, z, log_target=True, ",
                           "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x":
                               "loss = tl.exp(z) * (z - x)",
                           "torch.softmax(torch.randn(shape), -1)": "F.log_softmax(torch.randn(shape), -1)"},
            "log_input": {
                "F.kl_div(x, z, ": "F.kl_div(torch.log(x), z, ",
                "F.log_softmax(torch.randn(shape), -1)": "torch.rand(shape) + 0.1",
                "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x":
                    "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * tl.log(x)",
                "x_ptr + offsets, mask=mask, other=0.0": "x_ptr + offsets, mask=mask, other=1.0"},
            "scaled": {
                "F.kl_div(x, z, ": "0.5 * F.kl_div(x, z, ",
                "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x":
                    "loss = 0.5 * (tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x)"}},
        axes=[{
            "sum": ..., "half": ..., "tenth": ..., "double": ..., "plus": ..., "negative": ...,
            "distilled": {'reduction="mean")': 'reduction="batchmean") * 4.0', " / count)": " / count * 4.0)",
                          "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
            "batchmean": {'reduction="mean"': 'reduction="batchmean"',
                          "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"}}]),
    "log_loss": {
        "FAMILY": {
            "cauchy": {"torch.log1p(torch.abs(x - z))": "torch.log1p(0.5 * (x - z) ** 2)",
                       "loss = log1p(tl.abs(x - z))": "d = x - z\nloss = log1p(0.5 * (d * d))"},
            "wing": {"torch.log1p(torch.abs(x - z))": "torch.log1p(torch.abs(x - z) / 0.5)",
                     "loss = log1p(tl.abs(x - z))": "loss = log1p(tl.abs(x - z) / 0.5)"},
            "logistic": {"torch.log1p(torch.abs(x - z))": "F.softplus(-x * z)",
                         "loss = log1p(tl.abs(x - z))":
                             "d = x * z\n"
                             "loss = tl.maximum(-d, 0.0) + log1p(tl.exp(-tl.abs(d)))"},
            "ranking": {"torch.log1p(torch.abs(x - z))": "F.softplus(x - z)",
                        "loss = log1p(tl.abs(x - z))":
                            "d = x - z\n"
                            "loss = tl.maximum(d, 0.0) + log1p(tl.exp(-tl.abs(d)))"},
            "pairwise_log_sigmoid": {"torch.log1p(torch.abs(x - z))": "-F.logsigmoid(x - z)",
                                     "loss = log1p(tl.abs(x - z))":
                                         "d = x - z\n"
                                         "loss = log1p(tl.exp(-tl.abs(d))) - tl.minimum(d, 0.0)"}},
        "AXES": [SUM_HALF_TENTH_OF_CUSTOM_LOSS]},
    "log_loss_of_activation": Derived("log_loss", axes=[0, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)")]),
    "margin_ranking": {"FAMILY": {"margin_01": {"margin=0.0": "margin=0.1", "+ 0.0, 0.0)": "+ 0.1, 0.0)"},
                                  "margin_02": {"margin=0.0": "margin=0.2", "+ 0.0, 0.0)": "+ 0.2, 0.0)"},
                                  "margin_05": {"margin=0.0": "margin=0.5", "+ 0.0, 0.0)": "+ 0.5, 0.0)"},
                                  "margin_10": {"margin=0.0": "margin=1.0", "+ 0.0, 0.0)": "+ 1.0, 0.0)"},
                                  "margin_20": {"margin=0.0": "margin=2.0", "+ 0.0, 0.0)": "+ 2.0, 0.0)"}},
                       "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING,
                                ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "mse_loss": Derived("loss_none", {"y": "loss"},
        family={"l1": ..., "smooth_l1_10": ..., "smooth_l1_05": ..., "smooth_l1_20": ..., "smooth_l1_01": ...,
                "smooth_l1_025": ..., "huber_10": ..., "huber_05": ..., "huber_20": ..., "huber_15": ...,
                "huber_01": ...},
        axes=[{"sum": {'reduction="mean"': 'reduction="sum"', " / count)": ")",
                       "n_partials, count, BLOCK": "n_partials, BLOCK",
                       "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
               "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
               "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
               "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
               "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
               "negative": {'reduction="mean")': 'reduction="mean").neg()',
                            "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
               "root": {'reduction="mean")': 'reduction="mean").sqrt()',
                        "tl.store(y_ptr, tl.sum(total, axis=0) / count)":
                            "tl.store(y_ptr, tl.sqrt(tl.sum(total, axis=0) / count))"}}]),
    "poisson_nll": {
        "FAMILY": {
            "rate": {"F.poisson_nll_loss(x, z, ": "F.poisson_nll_loss(torch.exp(x), z, log_input=False, ",
                     "loss = tl.exp(x) - z * x": "x = tl.exp(x)\nloss = x - z * tl.log(x + 1e-8)"},
            "half": {"F.poisson_nll_loss(x, z, ": "F.poisson_nll_loss(0.5 * x, z, ",
                     "loss = tl.exp(x) - z * x": "x = 0.5 * x\nloss = tl.exp(x) - z * x"}},
        "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING,
                 ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "soft_margin": {
        "FAMILY": {"scaled_05": {"F.soft_margin_loss(x, z, ": "F.soft_margin_loss(0.5 * x, z, ",
                                 "d = -x * z": "d = -0.5 * x * z"},
                   "scaled_20": {"F.soft_margin_loss(x, z, ": "F.soft_margin_loss(2.0 * x, z, ",
                                 "d = -x * z": "d = -2.0 * x * z"},
                   "scaled_30": {"F.soft_margin_loss(x, z, ": "F.soft_margin_loss(3.0 * x, z, ",
                                 "d = -x * z": "d = -3.0 * x * z"},
                   "scaled_01": {"F.soft_margin_loss(x, z, ": "F.soft_margin_loss(0.1 * x, z, ",
                                 "d = -x * z": "d = -0.1 * x * z"},
                   "scaled_100": {"F.soft_margin_loss(x, z, ": "F.soft_margin_loss(10.0 * x, z, ",
                                  "d = -x * z": "d = -10.0 * x * z"}},
        "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING]},
    "triplet": {
        "FAMILY": {"margin_02": {"margin=1.0": "margin=0.2", "+ 1.0, 0.0)": "+ 0.2, 0.0)"},
                   "margin_05": {"margin=1.0": "margin=0.5", "+ 1.0, 0.0)": "+ 0.5, 0.0)"},
                   "margin_03": {"margin=1.0": "margin=0.3", "+ 1.0, 0.0)": "+ 0.3, 0.0)"},
                   "margin_20": {"margin=1.0": "margin=2.0", "+ 1.0, 0.0)": "+ 2.0, 0.0)"},
                   "margin_01": {"margin=1.0": "margin=0.1", "+ 1.0, 0.0)": "+ 0.1, 0.0)"}},
        "AXES": [
            SUM_HALF_TENTH_OF_COSINE_EMBEDDING,
            {"swap": {"F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, swap=True, ",
                      "far = tl.zeros((BLOCK,), dtype=tl.float32)":
                          "far = tl.zeros((BLOCK,), dtype=tl.float32)\n"
                          "across = tl.zeros((BLOCK,), dtype=tl.float32)",
                      "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)":
                          "far += tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)\n"
                          "across += tl.where(mask, (z - w + 1e-6) * (z - w + 1e-6), 0.0)",
                      "far_distance = tl.sqrt(tl.sum(far, axis=0))":
                          "far_distance = tl.sqrt(tl.minimum(tl.sum(far, axis=0), tl.sum(across, axis=0)))"},
             "l1": {"F.triplet_margin_loss(x, z, w, ": "F.triplet_margin_loss(x, z, w, p=1.0, ",
                    "tl.where(mask, (x - z + 1e-6) * (x - z + 1e-6), 0.0)":
                        "tl.where(mask, tl.abs(x - z + 1e-6), 0.0)",
                    "tl.where(mask, (x - w + 1e-6) * (x - w + 1e-6), 0.0)":
                        "tl.where(mask, tl.abs(x - w + 1e-6), 0.0)",
                    "near_distance = tl.sqrt(tl.sum(near, axis=0))": "near_distance = tl.sum(near, axis=0)",
                    "far_distance = tl.sqrt(tl.sum(far, axis=0))": "far_distance = tl.sum(far, axis=0)"}}]},
    "triplet_squared": {
        "FAMILY": {"margin_02": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.2)",
                                 "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.2, 0.0)"},
                   "margin_05": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.5)",
                                 "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.5, 0.0)"},
                   "margin_20": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 2.0)",
                                 "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 2.0, 0.0)"},
                   "margin_01": {"torch.relu(near - far + 1.0)": "torch.relu(near - far + 0.1)",
                                 "tl.maximum(near - far + 1.0, 0.0)": "tl.maximum(near - far + 0.1, 0.0)"},
                   "ratio": {"torch.relu(near - far + 1.0)": "near / (far + 1.0)",
                             "tl.maximum(near - far + 1.0, 0.0)": "near / (far + 1.0)"},
                   "soft_sum": {"torch.relu(near - far + 1.0)": "torch.sqrt(near + 1.0) + torch.exp(-far)",
                                "tl.maximum(near - far + 1.0, 0.0)": "tl.sqrt(near + 1.0) + tl.exp(-far)"}},
        "AXES": [TOTALS_OF_ROW_LOSSES]},
}
