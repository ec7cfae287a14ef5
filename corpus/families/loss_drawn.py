"""Tables of the families of losses whose formula is drawn."""

from corpus.derived_tables import Derived

RANKS_OF_LOSSES = {
    "line": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2,), (33,), (1300,)]"},
    "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
    "images": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
    "volumes": {
        "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2, 1), (2, 3, 4, 5, 7), (3, 2, 5, 9, 6)]"}}

FAMILIES = {
    "loss_none": Derived("loss_of_two_none", {
        "loss": "y", "randint": "rand", "0, 6, ": "", ".float()": "",
        "u\nu = tl": "u\ny = tl.maximum(x, 0.0) - x * z + tl",
        "))  # log(1 + u)\n"
        "loss = tl.maximum(x, 0.0) - x * z + u": "))"},
        family={
            "l1": ...,
            "smooth_l1_10": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                             "y = (x - z) * (x - z)":
                                 "d = tl.abs(x - z)\n"
                                 "y = tl.where(d < 1.0, 0.5 * d * d / 1.0, d - 0.5 * 1.0)"},
            "smooth_l1_05": ..., "smooth_l1_20": ..., "smooth_l1_01": ...,
            "smooth_l1_025": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.25",
                              "y = (x - z) * (x - z)":
                                  "d = tl.abs(x - z)\n"
                                  "y = tl.where(d < 0.25, 0.5 * d * d / 0.25, d - 0.5 * 0.25)"},
            "huber_10": {"F.mse_loss(x, z": "F.huber_loss(x, z",
                         "y = (x - z) * (x - z)":
                             "d = tl.abs(x - z)\n"
                             "y = tl.where(d < 1.0, 0.5 * d * d, 1.0 * (d - 0.5 * 1.0))"},
            "huber_05": ..., "huber_20": ...,
            "huber_15": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=1.5",
                         "y = (x - z) * (x - z)":
                             "d = tl.abs(x - z)\n"
                             "y = tl.where(d < 1.5, 0.5 * d * d, 1.5 * (d - 0.5 * 1.5))"},
            "huber_01": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.1",
                         "y = (x - z) * (x - z)":
                             "d = tl.abs(x - z)\n"
                             "y = tl.where(d < 0.1, 0.5 * d * d, 0.1 * (d - 0.5 * 0.1))"},
            "soft_margin": {"F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                            "y = (x - z) * (x - z)":
                                "t = -x * z\n"
                                "u = tl.exp(-tl.abs(t))\n"
                                "y = 1.0 + u\n"
                                "y = tl.maximum(t, 0.0) + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"},
            "bce_with_logits": ..., "bce": ..., "poisson": ...,
            "kl_div": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                       "F.mse_loss(x, z": "F.kl_div(x, z",
                       "y = (x - z) * (x - z)": "y = tl.where(z > 0.0, z * tl.log(z), 0.0) - z * x"},
            "soft_margin_like": {"F.mse_loss(x, z": "F.soft_margin_loss(x, torch.where(z > 0, 1.0, -1.0)",
                                 "y = (x - z) * (x - z)":
                                     "t = tl.where(z > 0.0, -x, x)\n"
                                     "u = tl.exp(-tl.abs(t))\n"
                                     "t = tl.maximum(t, 0.0)\n"
                                     "y = 1.0 + u\n"
                                     "y = t + tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))"}},
        axes=[("UNARY+LOSS", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]),
    "loss_of_three": Derived("loss_of_three_none", {"y,": "partial,", "y_ptr": "partial_ptr"},
        axes=[{"sum": {'reduction="mean"': 'reduction="sum"', " / count)": ")",
                       "n_partials, count, BLOCK": "n_partials, BLOCK",
                       "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"}},
              0]),
    "loss_of_three_none": {
        "FAMILY": {
            "bce": {"torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                        "torch.rand(shape), torch.rand(shape), torch.rand(shape)",
                    "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                    "loss = tl.maximum(-w * (x - z), 0.0)":
                        "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * "
                        "tl.maximum(tl.log(1.0 - x), -100.0))"},
            "bce_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.rand(shape), torch.rand(shape), torch.rand(shape[-1])",
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "loss = w * (-z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - "
                    "x), -100.0))",
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
            "logits_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])",
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = w * (tl.maximum(x, 0.0) - x * z + u)",
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
            "positive": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape[-1])",
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))",
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr + offsets % n_cols, mask=mask, other=1.0",
                "y_ptr, n_elements, BLOCK: tl.constexpr": "y_ptr, n_elements, n_cols, BLOCK: tl.constexpr",
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
            "positive_one": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.rand(shape), torch.rand(1)",
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))",
                "w_ptr + offsets, mask=mask, other=1.0": "w_ptr"},
            "positive_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.rand(shape), torch.rand(shape)",
                "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, pos_weight=w",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = (1.0 - z) * x + (1.0 + (w - 1.0) * z) * (u + tl.maximum(-x, 0.0))"},
            "logits": {"torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                           "torch.randn(shape), torch.rand(shape), torch.rand(shape)",
                       "F.margin_ranking_loss(x, z, w": "F.binary_cross_entropy_with_logits(x, z, weight=w",
                       "loss = tl.maximum(-w * (x - z), 0.0)":
                           "u = tl.exp(-tl.abs(x))\n"
                           "y = 1.0 + u\n"
                           "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                           "loss = w * (tl.maximum(x, 0.0) - x * z + u)"},
            "margin_05": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.5",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.5, 0.0)"},
            "margin_10": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=1.0",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 1.0, 0.0)"},
            "margin_01": {
                "F.margin_ranking_loss(x, z, w": "F.margin_ranking_loss(x, z, w, margin=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)": "loss = tl.maximum(-w * (x - z) + 0.1, 0.0)"},
            "gaussian": {"torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                             "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
                         "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w",
                         "loss = tl.maximum(-w * (x - z), 0.0)":
                             "w = tl.maximum(w, 1e-6)\n"
                             "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"},
            "gaussian_full": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, full=True",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "w = tl.maximum(w, 1e-6)\n"
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"},
            "gaussian_floor": {
                "torch.randn(shape), torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0":
                    "torch.randn(shape), torch.randn(shape), torch.rand(shape)",
                "F.margin_ranking_loss(x, z, w": "F.gaussian_nll_loss(x, z, w, eps=0.1",
                "loss = tl.maximum(-w * (x - z), 0.0)":
                    "w = tl.maximum(w, 0.1)\n"
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)"}},
        "AXES": [RANKS_OF_LOSSES]},
    "loss_of_two": {
        "FAMILY": {
            "l1": {"F.mse_loss(x, z": "F.l1_loss(x, z", "loss = (x - z) * (x - z)": "loss = tl.abs(x - z)"},
            "smooth_l1_05": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.5",
                             "loss = (x - z) * (x - z)":
                                 "d = tl.abs(x - z)\n"
                                 "loss = tl.where(d < 0.5, 0.5 * d * d / 0.5, d - 0.5 * 0.5)"},
            "smooth_l1_20": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=2.0",
                             "loss = (x - z) * (x - z)":
                                 "d = tl.abs(x - z)\n"
                                 "loss = tl.where(d < 2.0, 0.5 * d * d / 2.0, d - 0.5 * 2.0)"},
            "smooth_l1_01": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z, beta=0.1",
                             "loss = (x - z) * (x - z)":
                                 "d = tl.abs(x - z)\n"
                                 "loss = tl.where(d < 0.1, 0.5 * d * d / 0.1, d - 0.5 * 0.1)"},
            "smooth_l1": {"F.mse_loss(x, z": "F.smooth_l1_loss(x, z",
                          "loss = (x - z) * (x - z)":
                              "d = tl.abs(x - z)\n"
                              "loss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"},
            "huber": {"F.mse_loss(x, z": "F.huber_loss(x, z",
                      "loss = (x - z) * (x - z)":
                          "d = tl.abs(x - z)\n"
                          "loss = tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"},
            "huber_20": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=2.0",
                         "loss = (x - z) * (x - z)":
                             "d = tl.abs(x - z)\n"
                             "loss = tl.where(d < 2.0, 0.5 * d * d, 2.0 * (d - 0.5 * 2.0))"},
            "huber_05": {"F.mse_loss(x, z": "F.huber_loss(x, z, delta=0.5",
                         "loss = (x - z) * (x - z)":
                             "d = tl.abs(x - z)\n"
                             "loss = tl.where(d < 0.5, 0.5 * d * d, 0.5 * (d - 0.5 * 0.5))"},
            "soft_margin": {"torch.randn(shape), torch.randn(shape)":
                                "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
                            "F.mse_loss(x, z": "F.soft_margin_loss(x, z",
                            "loss = (x - z) * (x - z)":
                                "t = -x * z\n"
                                "u = tl.exp(-tl.abs(t))\n"
                                "y = 1.0 + u\n"
                                "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                                "loss = tl.maximum(t, 0.0) + u"},
            "bce_with_logits": {
                "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                "F.mse_loss(x, z": "F.binary_cross_entropy_with_logits(x, z",
                "loss = (x - z) * (x - z)":
                    "u = tl.exp(-tl.abs(x))\n"
                    "y = 1.0 + u\n"
                    "u = tl.where(y == 1.0, u, tl.log(y) * u / (y - 1.0))  # log(1 + u)\n"
                    "loss = tl.maximum(x, 0.0) - x * z + u"},
            "bce": {"torch.randn(shape), torch.randn(shape)": "torch.rand(shape), torch.rand(shape)",
                    "F.mse_loss(x, z": "F.binary_cross_entropy(x, z",
                    "loss = (x - z) * (x - z)":
                        "loss = -z * tl.maximum(tl.log(x), -100.0) - (1.0 - z) * tl.maximum(tl.log(1.0 - "
                        "x), -100.0)"},
            "poisson": {"torch.randn(shape), torch.randn(shape)":
                            "torch.randn(shape), torch.randint(0, 6, shape).float()",
                        "F.mse_loss(x, z": "F.poisson_nll_loss(x, z",
                        "loss = (x - z) * (x - z)": "loss = tl.exp(x) - z * x"},
            "poisson_rate": {"torch.randn(shape), torch.randn(shape)":
                                 "torch.rand(shape), torch.randint(0, 6, shape).float()",
                             "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, log_input=False",
                             "loss = (x - z) * (x - z)": "loss = x - z * tl.log(x + 1e-8)"},
            "poisson_full": {
                "torch.randn(shape), torch.randn(shape)":
                    "torch.randn(shape), torch.randint(0, 6, shape).float()",
                "F.mse_loss(x, z": "F.poisson_nll_loss(x, z, full=True",
                "loss = (x - z) * (x - z)":
                    "many = tl.maximum(z, 1.0)  # Stirling's term stands for more than one\n"
                    "term = many * tl.log(many) - many + 0.5 * tl.log(6.283185307179586 * many)\n"
                    "loss = tl.exp(x) - z * x + tl.where(z > 1.0, term, 0.0)"},
            "kl": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.rand(shape)",
                   "F.mse_loss(x, z": "F.kl_div(x, z",
                   "loss = (x - z) * (x - z)":
                       "loss = tl.where(z > 0.0, z * tl.log(tl.where(z > 0.0, z, 1.0)), 0.0) - z * x"},
            "kl_log_target": {"F.mse_loss(x, z": "F.kl_div(x, z, log_target=True",
                              "loss = (x - z) * (x - z)": "loss = tl.exp(z) * (z - x)"},
            "hinge_embedding": {
                "torch.randn(shape), torch.randn(shape)":
                    "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
                "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z",
                "loss = (x - z) * (x - z)":
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"},
            "hinge_embedding_half": {"torch.randn(shape), torch.randn(shape)":
                                         "torch.randn(shape), torch.randint(0, 2, shape) * 2.0 - 1.0",
                                     "F.mse_loss(x, z": "F.hinge_embedding_loss(x, z, margin=0.5",
                                     "loss = (x - z) * (x - z)":
                                         "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), "
                                         "0.0) + tl.where(z != -1.0, x, 0.0)"}},
        "AXES": [
            {"sum": {'reduction="mean"': 'reduction="sum"', "axis=0) / count": "axis=0)",
                     "n_partials, count, BLOCK": "n_partials, BLOCK",
                     "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"}},
            RANKS_OF_LOSSES,
            {  # another number joins: that of a second loss, say
                "plus": {"other = ()": "other = (torch.randn(()),)", "return loss": "return loss + other",
                         "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                         "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                         "(partial, y": "(partial, other, y",
                         "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                         "tl.store(y_ptr, y)":
                             "other = tl.load(other_ptr).to(tl.float32)\n"
                             "tl.store(y_ptr, y + other)"},
                "weighted": {
                    "other = ()": "other = (torch.randn(()),)", "return loss": "return other + 0.7 * loss",
                    "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                    "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                    "(partial, y": "(partial, other, y",
                    "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                    "tl.store(y_ptr, y)":
                        "other = tl.load(other_ptr).to(tl.float32)\n"
                        "tl.store(y_ptr, other + 0.7 * y)"},
                "times": {"other = ()": "other = (torch.randn(()),)", "return loss": "return loss * other",
                          "loss_of_two_torch(x, z)": "loss_of_two_torch(x, z, other)",
                          "loss_of_two_triton(x, z)": "loss_of_two_triton(x, z, other)",
                          "(partial, y": "(partial, other, y",
                          "partial_ptr, y_ptr": "partial_ptr, other_ptr, y_ptr",
                          "tl.store(y_ptr, y)":
                              "other = tl.load(other_ptr).to(tl.float32)\n"
                              "tl.store(y_ptr, y * other)"}},
            ("TAIL_X", "loss = torch.sigmoid(loss)", "y = tl.sigmoid(y)", "optional")]},
    "loss_of_two_none": Derived("loss_of_two", axes=[1]),
}
