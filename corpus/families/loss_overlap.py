"""Tables of the families of losses of overlap and of weights."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import SUM_HALF_TENTH_OF_CUSTOM_LOSS, SUM_HALF_TENTH_OF_HINGE_EMBEDDING

FAMILIES = {
    "bce": {"FAMILY": {
                "hard_targets": {
                    "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(x, (z > 0.5).to(x.dtype), ",
                    "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))":
                        "loss = -tl.where(z > 0.5, tl.maximum(tl.log(x), -100.0), tl.maximum(log1p(-x), "
                        "-100.0))"},
                "clamped": {
                    "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(torch.clamp(x, 0.01, 0.99), z, ",
                    "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))":
                        "x = tl.minimum(tl.maximum(x, 0.01), 0.99)\n"
                        "loss = -(z * tl.log(x) + (1.0 - z) * log1p(-x))"},
                "half": {
                    "F.binary_cross_entropy(x, z, ": "F.binary_cross_entropy(0.5 * x, z, ",
                    "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), -100.0))":
                        "x = 0.5 * x\n"
                        "loss = -(z * tl.maximum(tl.log(x), -100.0) + (1.0 - z) * tl.maximum(log1p(-x), "
                        "-100.0))"}},
            "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING]},
    "bce_of_gate": {
        "FAMILY": {
            "brier": {"F.binary_cross_entropy(x, z, ": "F.mse_loss(x, z, ",
                      "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))": "loss = (x - z) * (x - z)"},
            "poisson": {
                "F.binary_cross_entropy(x, z, ": "F.poisson_nll_loss(x, z, log_input=False, ",
                "loss = -(z * tl.log(x) + (1.0 - z) * tl.log(1.0 - x))": "loss = x - z * tl.log(x + 1e-8)"}},
        "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING, ("RAMP", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)")]},
    "bce_pos_weight": Derived("multi_margin", {"n_rows": "count"},
        family={"bce_pos_weight_one": {
                    "torch.rand(shape[-1]) + 0.5": "torch.rand(1) + 0.5",
                    "tl.load(p_ptr + offsets % n_cols, mask=mask, other=0.0)": "tl.load(p_ptr)",
                    "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                    "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                    "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK"},
                "bce_pos_weight_full": {
                    "torch.rand(shape[-1]) + 0.5": "torch.rand(shape) + 0.5",
                    "p_ptr + offsets % n_cols": "p_ptr + offsets",
                    "partial_ptr, n_elements, n_cols, BLOCK": "partial_ptr, n_elements, BLOCK",
                    "n_elements, n_cols = x.numel(), x.shape[-1]": "n_elements = x.numel()",
                    "partial, n_elements, n_cols, BLOCK": "partial, n_elements, BLOCK"}},
        axes=[{"half": ..., "tenth": ..., "quarter": ..., "double": ..., "tenfold": ..., "plus": ...,
               "halved": ...}]),
    "bce_weighted": {"AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING,
                              ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "bce_with_logits": {
        "FAMILY": {
            "hard_targets": {
                "F.binary_cross_entropy_with_logits(x, z, ":
                    "F.binary_cross_entropy_with_logits(x, (z > 0.5).to(x.dtype), ",
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                    "loss = tl.maximum(x, 0.0) - tl.where(z > 0.5, x, 0.0) + log1p(tl.exp(-tl.abs(x)))"},
            "smooth_01": {"F.binary_cross_entropy_with_logits(x, z, ":
                              "F.binary_cross_entropy_with_logits(x, z * 0.9 + 0.05, ",
                          "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                              "loss = tl.maximum(x, 0.0) - x * (z * 0.9 + 0.05) + log1p(tl.exp(-tl.abs(x)))"},
            "smooth_02": {"F.binary_cross_entropy_with_logits(x, z, ":
                              "F.binary_cross_entropy_with_logits(x, z * 0.8 + 0.1, ",
                          "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                              "loss = tl.maximum(x, 0.0) - x * (z * 0.8 + 0.1) + log1p(tl.exp(-tl.abs(x)))"},
            "smooth_005": {
                "F.binary_cross_entropy_with_logits(x, z, ":
                    "F.binary_cross_entropy_with_logits(x, z * 0.95 + 0.025, ",
                "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                    "loss = tl.maximum(x, 0.0) - x * (z * 0.95 + 0.025) + log1p(tl.exp(-tl.abs(x)))"},
            "scaled_05": {"F.binary_cross_entropy_with_logits(x, z, ":
                              "F.binary_cross_entropy_with_logits(0.5 * x, z, ",
                          "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                              "x = 0.5 * x\n"
                              "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"},
            "scaled_20": {"F.binary_cross_entropy_with_logits(x, z, ":
                              "F.binary_cross_entropy_with_logits(2.0 * x, z, ",
                          "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                              "x = 2.0 * x\n"
                              "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"},
            "scaled_15": {"F.binary_cross_entropy_with_logits(x, z, ":
                              "F.binary_cross_entropy_with_logits(1.5 * x, z, ",
                          "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))":
                              "x = 1.5 * x\n"
                              "loss = tl.maximum(x, 0.0) - x * z + log1p(tl.exp(-tl.abs(x)))"}},
        "AXES": [SUM_HALF_TENTH_OF_HINGE_EMBEDDING]},
    "broadcast_loss": {
        "FAMILY": {  # which dimensions z and w have, and how that is written
            "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
            "images_last": {"CASES = [(1, 2), (3, 33), (9, 130)]":
                                "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
            "quantiles": {
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                "def broadcast_loss_torch(x, z, w):":
                    "def broadcast_loss_torch(x, z, w):\n"
                    "    z = z.unsqueeze(-1)",
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
            "quantiles_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[:-1]),",
                "def broadcast_loss_torch(x, z, w):":
                    "def broadcast_loss_torch(x, z, w):\n"
                    "    z = z[..., None]",
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
            "column_target": {"torch.randn(shape), torch.randn(shape),":
                                  "torch.randn(shape), torch.randn(shape[:-1] + (1,)),",
                              "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
            "column_target_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape), torch.randn(shape),":
                    "torch.randn(shape), torch.randn(shape[:-1] + (1,)),",
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements"},
            "rows": {"torch.randn(shape[-1])": "torch.randn(shape[:-1])",
                     "def broadcast_loss_torch(x, z, w):":
                         "def broadcast_loss_torch(x, z, w):\n"
                         "    w = w.unsqueeze(-1)",
                     "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "rows_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[:-1])",
                "def broadcast_loss_torch(x, z, w):":
                    "def broadcast_loss_torch(x, z, w):\n"
                    "    w = w[..., None]",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "column": {"torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                       "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "column_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "samples_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 2), (4, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(shape[0], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[1] * x.shape[2], n_elements"},
            "samples_viewed": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                "torch.randn(shape[-1])": "torch.randn(shape[0])",
                "def broadcast_loss_torch(x, z, w):":
                    "def broadcast_loss_torch(x, z, w):\n"
                    "    w = w[:, None, None, None]",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.stride(0), n_elements"},
            "channels": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]",
                "torch.randn(shape[-1])": "torch.randn(shape[1], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
            "channels_one": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                "torch.randn(shape[-1])": "torch.randn(1, shape[1], 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
            "channels_viewed": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2, 2, 1, 2), (4, 3, 5, 17), (3, 5, 9, 10)]",
                "torch.randn(shape[-1])": "torch.randn(shape[1])",
                "def broadcast_loss_torch(x, z, w):":
                    "def broadcast_loss_torch(x, z, w):\n"
                    "    w = w.view(1, -1, 1, 1)",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2] * x.shape[3], x.shape[1]"},
            "steps": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                      "torch.randn(shape[-1])": "torch.randn(shape[1], 1)",
                      "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[2], x.shape[1]"},
            "pixels": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]",
                "torch.randn(shape[-1])": "torch.randn(shape[2], shape[3])",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, x.shape[2] * x.shape[3]"},
            "target_of_all": {
                "torch.randn(shape), torch.randn(shape),": "torch.randn(shape), torch.randn(shape[-1]),",
                "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]"},
            "target_of_all_rows": {
                "torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])":
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[:-1] + (1,))",
                "z_step, z_size = 1, n_elements": "z_step, z_size = 1, x.shape[-1]",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "two_columns": {
                "torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])":
                    "torch.randn(shape), torch.randn(shape[:-1] + (1,)), torch.randn(shape[:-1] + (1,))",
                "z_step, z_size = 1, n_elements": "z_step, z_size = x.shape[-1], n_elements",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = x.shape[-1], n_elements"},
            "number": {"torch.randn(shape[-1])": "torch.randn(1)",
                       "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1"},
            "number_tokens": {
                "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]",
                "torch.randn(shape[-1])": "torch.randn(())",
                "w_step, w_size = 1, x.shape[-1]": "w_step, w_size = 1, 1"}},
        "AXES": [
            {"sum": {"x.mean()": "x.sum()", "axis=0) / count": "axis=0)",
                     "n_partials, count, BLOCK": "n_partials, BLOCK",
                     "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
             "batch_mean": {"x.mean()": "x.sum() / x.shape[0]",
                            "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"}},
            ("LOSSES_THREE+PROGRAM_XZW", "x = w * (x - z) ** 2", "x = w * ((x - z) * (x - z))"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "dice_loss": {
        "FAMILY": {
            "dice_small": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                               "score = (2.0 * common + 1e-6) / (left + right + 1e-6)",
                           "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                               "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"},
            "dice_guarded": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                                 "score = 2.0 * common / (left + right + 1e-6)",
                             "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                                 "y = tl.div_rn(2.0 * common, left + right + 1e-6)"},
            "dice_clamped": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                                 "score = 2.0 * common / torch.clamp(left + right, min=1e-7)",
                             "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                                 "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"},
            "dice_square": {"left = torch.sum(x": "left = torch.sum(x * x",
                            "right = torch.sum(z": "right = torch.sum(z * z",
                            "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                            "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)"},
            "dice_power": {"left = torch.sum(x": "left = torch.sum(x ** 2",
                           "right = torch.sum(z": "right = torch.sum(z ** 2",
                           "score = (2.0 * common + 1.0) / (left + right + 1.0)":
                               "score = (2.0 * common + 1e-5) / (left + right + 1e-5)",
                           "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                               "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)",
                           "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                           "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)"},
            "iou": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                        "score = (common + 1.0) / (left + right - common + 1.0)",
                    "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                        "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"},
            "iou_small": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                              "score = (common + 1e-6) / (left + right - common + 1e-6)",
                          "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                              "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"},
            "iou_guarded": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                                "score = common / (left + right - common + 1e-6)",
                            "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                                "y = tl.div_rn(common, left + right - common + 1e-6)"},
            "tversky": {"left = torch.sum(x": "left = torch.sum((1.0 - z) * x",
                        "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                        "score = (2.0 * common + 1.0) / (left + right + 1.0)":
                            "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)",
                        "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                            "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)",
                        "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                        "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)"},
            "tversky_small": {
                "left = torch.sum(x": "left = torch.sum(x * (1.0 - z)",
                "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)":
                    "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)",
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                    "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)"},
            "tversky_of_sums": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                                    "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * "
                                    "(right - common) + 1.0)",
                                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                                    "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * "
                                    "(right - common) + 1.0)"},
            "f_beta": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                           "score = 5.0 * common / (left + 4.0 * right + 1e-6)",
                       "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                           "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"},
            "overlap": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                            "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)",
                        "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                            "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"},
            "cosine": {"left = torch.sum(x": "left = torch.linalg.vector_norm(x",
                       "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
                       "score = (2.0 * common + 1.0) / (left + right + 1.0)":
                           "score = common / (left * right + 1e-8)",
                       "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                           "y = tl.div_rn(common, left * right + 1e-8)",
                       "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                       "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
                       "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
                       "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))"}},
        "AXES": [{  # what is flat in memory may be called flat: the same kernels serve
                     "flat": {"def dice_loss_torch(x, z):":
                                  "def dice_loss_torch(x, z):\n"
                                  "    x, z = x.view(-1), z.view(-1)"},
                     "flat_late": {"common = torch.sum(x * z)":
                                       "x, z = x.reshape(-1), z.reshape(-1)\n"
                                       "common = torch.sum(x * z)"}},
                 {"plain": {"torch.randn(shape), ": "torch.rand(shape), ", "x = torch.sigmoid(x)": "",
                            "x = tl.sigmoid(x)": ""},
                  "clamp": {"x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)",
                            "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)"},
                  "soft": {"x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)",
                           "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)"}},
                 {"score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
                  "half": {"return 1.0 - score": "return 0.5 * (1.0 - score)",
                           "y = 1.0 - y": "y = 0.5 * (1.0 - y)"},
                  "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
                  "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
                  "log": {"return 1.0 - score": "return -torch.log(score + 0.5)",
                          "y = 1.0 - y": "y = -tl.log(y + 0.5)"},
                  "squared": {"return 1.0 - score": "return (1.0 - score) ** 2",
                              "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)"},
                  "root": {"return 1.0 - score": "return torch.sqrt(1.5 - score)",
                           "y = 1.0 - y": "y = tl.sqrt(1.5 - y)"}}]},
    "dice_loss_channel": Derived("dice_loss", axes=[1, 2]),
    "dice_loss_rows": Derived("dice_loss",
        axes=[{"last": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                            "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]",
                        "dim=(-2, -1)": "dim=-1", "x.shape[-2] * x.shape[-1]": "x.shape[-1]",
                        "x.shape[:-2]": "x.shape[:-1]"},
               "last3": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                             "CASES = [(2, 1, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                         "dim=(-2, -1)": "dim=(-3, -2, -1)",
                         "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                         "x.shape[:-2]": "x.shape[:-3]"},
               "keepdim": {
                   "dim=(-2, -1)": "dim=(-2, -1), keepdim=True", "x.shape[:-2]": "x.shape[:-2] + (1, 1)"},
               "last_keepdim": {
                   "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                       "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]",
                   "dim=(-2, -1)": "dim=-1, keepdim=True", "x.shape[-2] * x.shape[-1]": "x.shape[-1]",
                   "x.shape[:-2]": "x.shape[:-1] + (1,)"},
               "flat": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                            "CASES = [(2, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15), (3, 4, 5)]",
                        "def dice_loss_rows_torch(x, z):":
                            "def dice_loss_rows_torch(x, z):\n"
                            "    x, z = x.flatten(1), z.flatten(1)",
                        "dim=(-2, -1)": "dim=1", "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0]",
                        "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows",
                        "x.shape[:-2]": "n_rows"},
               "maps_flat": {
                   "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                       "CASES = [(2, 3, 1), (12, 2, 5, 7), (2, 3, 4, 2, 5), (2, 2, 20, 30), (3, 4, 5)]",
                   "def dice_loss_rows_torch(x, z):":
                       "def dice_loss_rows_torch(x, z):\n"
                       "    x, z = x.flatten(2), z.flatten(2)",
                   "dim=(-2, -1)": "dim=2",
                   "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0] * x.shape[1]",
                   "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows",
                   "x.shape[:-2]": "x.shape[:2]"}},
              1, 2]),
    "focal_loss": {
        "FAMILY": {
            "bare": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (1.0 - torch.exp(-ce)) ** 2 * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = t * t * ce"},
            "cubed": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                          "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 3 * ce",
                      "t = 1.0 - tl.exp(-ce)": "",
                      "loss = 0.25 * (t * t) * ce":
                          "t = 1.0 - tl.exp(-ce)\n"
                          "loss = 0.25 * (t * t * t) * ce"},
            "once": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = 0.25 * (1.0 - torch.exp(-ce)) * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = 0.25 * (1.0 - tl.exp(-ce)) * ce"},
            "power": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                          "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 1.5 * ce",
                      "t = 1.0 - tl.exp(-ce)": "",
                      "loss = 0.25 * (t * t) * ce":
                          "t = 1.0 - tl.exp(-ce)\n"
                          "loss = 0.25 * (t * tl.sqrt(t)) * ce"},
            "grouped": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                            "loss = (0.25 * ((1.0 - torch.exp(-ce)) ** 2 * ce))",
                        "t = 1.0 - tl.exp(-ce)": "",
                        "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * ce)"},
            "gated": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                          "p = torch.sigmoid(x)\n"
                          "p = p * z + (1.0 - p) * (1.0 - z)\n"
                          "loss = ce * (1.0 - p) ** 2",
                      "t = 1.0 - tl.exp(-ce)": "",
                      "loss = 0.25 * (t * t) * ce":
                          "p = tl.sigmoid(x)\n"
                          "p = p * z + (1.0 - p) * (1.0 - z)\n"
                          "loss = ce * ((1.0 - p) * (1.0 - p))"},
            "gated_alpha": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                                "p = torch.sigmoid(x)\n"
                                "p = p * z + (1.0 - p) * (1.0 - z)\n"
                                "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * (1.0 - p) ** 2)",
                            "t = 1.0 - tl.exp(-ce)": "",
                            "loss = 0.25 * (t * t) * ce":
                                "p = tl.sigmoid(x)\n"
                                "p = p * z + (1.0 - p) * (1.0 - z)\n"
                                "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * ((1.0 - p) * (1.0 - p)))"},
            "alpha_first": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                                "a = 0.25 * z + 0.75 * (1.0 - z)\n"
                                "loss = a * (1.0 - torch.exp(-ce)) ** 2 * ce",
                            "t = 1.0 - tl.exp(-ce)": "",
                            "loss = 0.25 * (t * t) * ce":
                                "t = 1.0 - tl.exp(-ce)\n"
                                "loss = (0.25 * z + 0.75 * (1.0 - z)) * (t * t) * ce"},
            "distance": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = (z - torch.sigmoid(x)) ** 2 * ce",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = z - tl.sigmoid(x)\nloss = t * t * ce"},
            "absolute": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                             "loss = torch.abs(z - torch.sigmoid(x)) ** 2 * ce",
                         "t = 1.0 - tl.exp(-ce)": "",
                         "loss = 0.25 * (t * t) * ce": "t = tl.abs(z - tl.sigmoid(x))\nloss = t * t * ce"},
            "weighted": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = ce * (1.0 + 3.0 * z)",
                "t = 1.0 - tl.exp(-ce)": "", "loss = 0.25 * (t * t) * ce": "loss = ce * (1.0 + 3.0 * z)"},
            "chosen": {"loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce":
                           "loss = torch.where(z > 0.5, 0.25 * ce, 0.75 * ce)",
                       "t = 1.0 - tl.exp(-ce)": "",
                       "loss = 0.25 * (t * t) * ce": "loss = tl.where(z > 0.5, 0.25 * ce, 0.75 * ce)"}},
        "AXES": [{"sum": {"loss.mean()": "loss.sum()", " / count)": ")",
                          "n_partials, count, BLOCK": "n_partials, BLOCK",
                          "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
                  "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
                  "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"}}]},
    "weighted_loss": {
        "FAMILY": {
            "l1": {"(x - z) ** 2": "torch.abs(x - z)",
                   "loss = w * ((x - z) * (x - z))": "loss = w * tl.abs(x - z)"},
            "charbonnier": {"(x - z) ** 2": "torch.sqrt((x - z) ** 2 + 0.01)",
                            "loss = w * ((x - z) * (x - z))": "loss = w * tl.sqrt((x - z) * (x - z) + 0.01)"},
            "hinge": {"(x - z) ** 2": "torch.relu(1.0 - x * z)",
                      "loss = w * ((x - z) * (x - z))": "loss = w * tl.maximum(1.0 - x * z, 0.0)"},
            "huber": {"(x - z) ** 2": 'F.huber_loss(x, z, reduction="none")',
                      "loss = w * ((x - z) * (x - z))":
                          "d = tl.abs(x - z)\n"
                          "loss = w * tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"}},
        "AXES": [SUM_HALF_TENTH_OF_CUSTOM_LOSS,
                 ("RAMP", "w = torch.sigmoid(w)", "w = tl.sigmoid(w)"),
                 ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
}
