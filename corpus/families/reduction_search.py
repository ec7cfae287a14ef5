"""Tables of the families of places, products and truth."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import LAST_DIMENSIONS, NEG_PLAIN_ADD1, SHAPES_OF_RESIDUAL

DIMENSIONS_OF_COLUMNS = {
    "keepdim": {"dim=-2": "dim=-2, keepdim=True",
                "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
    "dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
             "dim=-2": "dim=-3",
             "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
             "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"},
    "dim3_keepdim": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
        "dim=-2": "dim=-3, keepdim=True",
        "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]"},
    "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
             "dim=-2": "dim=-4",
             "n_mid, n_inner = x.shape[-2:]":
                 "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
             "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]"},
    "dim4_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                         "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                     "dim=-2": "dim=-4, keepdim=True",
                     "n_mid, n_inner = x.shape[-2:]":
                         "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]",
                     "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]"},
    "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                 "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
             "dim=-2": "dim=0", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
             "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
             "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
             "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]"},
    "dim0_keepdim": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                         "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                     "dim=-2": "dim=0, keepdim=True", "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                     "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                     "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                     "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]"}}

PLAIN_NEG_HALF = {  # operations that keep different values different: a tie would leave the index open
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "minus_square": {"x = torch.abs(x)": "x = -x * x", "x = tl.abs(x)": "x = -x * x"},
    "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
    "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
    "sub03": {"x = torch.abs(x)": "x = x - 0.3", "x = tl.abs(x)": "x = x - 0.3"},
    "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 1.0)", "x = tl.abs(x)": "x = tl.abs(x - 1.0)"},
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)"}}

PLAIN_NEG_SQUARE = {
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"}}

FAMILIES = {
    "aminmax": {"AXES": [
        {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "any_all": Derived("var", {
        " (3, 5, ": " (7, 3, ", ", 7),": ", 2),", " (2, 3, ": " (3, 2, ", ", 5),": ", 3),",
        " (3, 5, 7), (2, ": " (5, ", " 4, 13),": " 4), (3, 4, 5, 4),", ", 9),": ", 3),",
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]":
            "CASES = [(1, 1), (9, 12), (12, 33), (3, 4, 20), (2, 3, 2, 12), (2, 2, 3, 2, 9), (2, 2100)]"},
        family={"every": {
            "torch.any": "torch.all",
            "lanes = tl.full([BLOCK], 0, dtype=tl.int32)": "lanes = tl.full([BLOCK], 1, dtype=tl.int32)",
            "lanes = tl.maximum(lanes, tl.where(mask, holds, 0))":
                "lanes = tl.minimum(lanes, tl.where(mask, holds, 1))",
            "y = tl.max(lanes, axis=0) > 0": "y = tl.min(lanes, axis=0) > 0"}},
        axes=[0, PLAIN_NEG_SQUARE,
              {"gt2": {"x > 1.5": "x > 2.0"}, "gt25": {"x > 1.5": "x > 2.5"}, "gt3": {"x > 1.5": "x > 3.0"},
               "gt1": {"x > 1.5": "x > 1.0"}, "ge2": {"x > 1.5": "x >= 2.0"}, "ge22": {"x > 1.5": "x >= 2.2"},
               "lt2": {"x > 1.5": "x < 2.0"}, "lt25": {"x > 1.5": "x < 2.5"},
               "lt_minus1": {"x > 1.5": "x < -1.0"}, "lt_minus2": {"x > 1.5": "x < -2.0"},
               "le_small": {"x > 1.5": "x <= 0.05"}, "lt_small": {"x > 1.5": "x < 0.02"},
               "gt_minus2": {"x > 1.5": "x > -2.0"}, "gt_small": {"x > 1.5": "x > 0.03"}}]),
    "any_of_mask": {
        "FAMILY": {"all_of_mask": {"torch.any(": "torch.all(", "y = count > 0": "y = count == n_mid"},
                   "count_of_mask": {"torch.any(": "torch.sum(", "y = count > 0": "y = count",
                                     "dtype=torch.bool": "dtype=torch.int64"}},
        "AXES": [
            {"plain": {"x = torch.logical_not(x)": "", "x = x == 0": ""},
             "over": {
                 "torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x > 0.5",
                 "x_ptr + offsets, mask=mask, other=0) != 0":
                     "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                 "x = x == 0": "x = x > 0.5"},
             "over_0": {
                 "torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x > 0",
                 "x_ptr + offsets, mask=mask, other=0) != 0":
                     "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                 "x = x == 0": "x = x > 0"},
             "under": {
                 "torch.randn(shape) > 0.3": "torch.randn(shape)", "x = torch.logical_not(x)": "x = x < 0.5",
                 "x_ptr + offsets, mask=mask, other=0) != 0":
                     "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                 "x = x == 0": "x = x < 0.5"},
             "positive_integer": {
                 "torch.randn(shape) > 0.3": "torch.randint(-5, 4, shape)",
                 "x = torch.logical_not(x)": "x = x > 0", "mask=mask, other=0) != 0": "mask=mask, other=0)",
                 "x = x == 0": "x = x > 0"}},
            {"keepdim": {"dim=-2": "dim=-2, keepdim=True",
                         "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]"},
             "last": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                          "CASES = [(1, 1), (17, 3), (3, 5, 2), (5, 6, 4, 3)]",
                      "dim=-2": "dim=-1", "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-1], 1",
                      "(n_outer * triton.cdiv(n_inner, 64),)": "(n_outer,)",
                      "BLOCK_MID=32, BLOCK_INNER=64":
                          "BLOCK_MID=min(triton.next_power_of_2(n_mid), 1024), BLOCK_INNER=1",
                      "x.shape[:-2] + x.shape[-1:]": "x.shape[:-1]"},
             "last_keepdim": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                                  "CASES = [(1, 1), (17, 3), (3, 5, 2), (5, 6, 4, 3)]",
                              "dim=-2": "dim=-1, keepdim=True",
                              "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-1], 1",
                              "(n_outer * triton.cdiv(n_inner, 64),)": "(n_outer,)",
                              "BLOCK_MID=32, BLOCK_INNER=64":
                                  "BLOCK_MID=min(triton.next_power_of_2(n_mid), 1024), BLOCK_INNER=1",
                              "x.shape[:-2] + x.shape[-1:]": "x.shape[:-1] + (1,)"},
             "dim0": {"CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                          "CASES = [(1, 1), (3, 40), (2, 3, 5), (4, 2, 3, 5)]",
                      "dim=-2": "dim=0",
                      "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[0], x.stride(0)",
                      "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]"},
             "dim3": {
                 "CASES = [(1, 1, 1), (4, 3, 7), (3, 5, 2, 4), (2, 4, 3, 2, 5), (2, 5, 150)]":
                     "CASES = [(1, 1, 1, 1), (2, 3, 4, 5), (3, 4, 2, 3, 5)]",
                 "dim=-2": "dim=-3",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                 "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]"}}]},
    "argmax": {
        "FAMILY": {"argmin": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"}},
        "AXES": [{"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                 PLAIN_NEG_HALF]},
    "argmax_all": {
        "FAMILY": {"argmin_all": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)",
            "winner = tl.max(value, axis=0)": "winner = tl.min(value, axis=0)"}},
        "AXES": [PLAIN_NEG_HALF]},
    "argmax_dim0": {
        "FAMILY": {"argmin_dim0": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"}},
        "AXES": [{"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
                 PLAIN_NEG_HALF]},
    "argmax_joins": {
        "FAMILY": {"argmin": {
            "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)"}},
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            {  # the shape of z
                "row": {"return torch.randn(shape), torch.randn(shape)":
                            "return torch.randn(shape), torch.randn(shape[-1])",
                        "z_ptr + row * n_cols + cols": "z_ptr + cols"},
                "column": {
                    "return torch.randn(shape), torch.randn(shape)":
                        "return torch.randn(shape), torch.randn(*shape[:-1], 1)",
                    "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)"}},
            {  # operations that keep different values different: a tie would leave the index open
                "sum": {"torch.abs(x - z)": "x + z", "tl.abs(x - z)": "x + z"},
                "difference": {"torch.abs(x - z)": "x - z", "tl.abs(x - z)": "x - z"},
                "turned": {"torch.abs(x - z)": "z - x", "tl.abs(x - z)": "z - x"},
                "product": {"torch.abs(x - z)": "x * z", "tl.abs(x - z)": "x * z"},
                "square": {"torch.abs(x - z)": "(x - z) ** 2", "x = tl.abs(x - z)": "x = x - z\nx = x * x"},
                "scaled": {"torch.abs(x - z)": "x * 0.5 + z", "tl.abs(x - z)": "x * 0.5 + z"},
                "scaled_again": {"torch.abs(x - z)": "x + z * 0.1", "tl.abs(x - z)": "x + z * 0.1"},
                "hidden": {"torch.abs(x - z)": "x.masked_fill(z > 1.0, -1e9)",
                           "tl.abs(x - z)": "tl.where(z > 1.0, -1e9, x)"},
                "rectified": {
                    "torch.abs(x - z)": "torch.relu(z) - x", "tl.abs(x - z)": "tl.maximum(z, 0.0) - x"},
                "abs": {"torch.abs(x - z)": "torch.abs(x) * z", "tl.abs(x - z)": "tl.abs(x) * z"}}]},
    "argmax_middle": Derived("prod_middle", {".5)": ".2)", ", 0.5 * x": ", 0.2 * x"},
        family={"argmin_middle": {
                    "torch.argmax": "torch.argmin", '-float("inf")': 'float("inf")', "x > best": "x < best"},
                "max_middle": {"y = torch.argmax": "value, y = torch.max", "return y": "return value, y",
                               "(x_ptr, y_ptr, n_mid": "(x_ptr, value_ptr, y_ptr, n_mid",
                               "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)":
                                   "tl.store(value_ptr + outer * n_inner + inner, best, mask=mask)\n"
                                   "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)",
                               "grid = (":
                                   "value = torch.empty_like(y, dtype=x.dtype)\n"
                                   "grid = (",
                               "(x, y, n_mid": "(x, value, y, n_mid"},
                "min_middle": {"y = torch.argmax": "value, y = torch.min", "return y": "return value, y",
                               '-float("inf")': 'float("inf")', "x > best": "x < best",
                               "(x_ptr, y_ptr, n_mid": "(x_ptr, value_ptr, y_ptr, n_mid",
                               "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)":
                                   "tl.store(value_ptr + outer * n_inner + inner, best, mask=mask)\n"
                                   "tl.store(y_ptr + outer * n_inner + inner, y, mask=mask)",
                               "grid = (":
                                   "value = torch.empty_like(y, dtype=x.dtype)\n"
                                   "grid = (",
                               "(x, y, n_mid": "(x, value, y, n_mid"}},
        axes=[{"keepdim": ..., "dim3": ..., "dim3_keepdim": ..., "dim4": ..., "dim4_keepdim": ...},
              PLAIN_NEG_HALF]),
    "count_all": {
        "FAMILY": {
            "sum_of_hits": {"torch.count_nonzero(hit)": "hit.sum()"},
            "share_of_hits": {"torch.count_nonzero(hit)": "hit.float().mean()",
                              "y = count": "y = count.to(tl.float32) / n_elements",
                              "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.float32"},
            "any_hit": {"torch.count_nonzero(hit)": "torch.any(hit)", "y = count": "y = count > 0",
                        "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.bool"},
            "all_hit": {"torch.count_nonzero(hit)": "torch.all(hit)", "y = count": "y = count == n_elements",
                        "torch.empty((), dtype=torch.int64": "torch.empty((), dtype=torch.bool"}},
        "AXES": [PLAIN_NEG_SQUARE,
                 {"gt0": {"x > 1.5": "x > 0.0"}, "gt1": {"x > 1.5": "x > 1.0"}, "gt3": {"x > 1.5": "x > 3.0"},
                  "ge2": {"x > 1.5": "x >= 2.0"}, "lt2": {"x > 1.5": "x < 2.0"},
                  "lt_minus1": {"x > 1.5": "x < -1.0"}, "lt_half": {"x > 1.5": "x < 0.5"},
                  "gt_minus2": {"x > 1.5": "x > -2.0"}}]},
    "count_nonzero": Derived("logsumexp",
        family={"fraction": {
            "torch.count_nonzero(hit": "torch.mean(1.0 * hit",
            "y = tl.sum(counts, axis=0)": "y = tl.sum(counts, axis=0).to(tl.float32) / n_cols",
            "dtype=torch.int64": "dtype=torch.float32"}},
        axes=[{"last2": ..., "last3": ...},
              PLAIN_NEG_SQUARE,
              {"gt0": {"x > 0.5": "x > 0.0"}, "ge0": {"x > 0.5": "x >= 0.0"}, "gt1": {"x > 0.5": "x > 1.0"},
               "ge1": {"x > 0.5": "x >= 1.0"}, "gt02": {"x > 0.5": "x > 0.2"}, "lt02": {"x > 0.5": "x < 0.2"},
               "lt1": {"x > 0.5": "x < 1.0"}, "le1": {"x > 0.5": "x <= 1.0"}, "lt15": {"x > 0.5": "x < 1.5"},
               "gt15": {"x > 0.5": "x > 1.5"}, "gt_minus1": {"x > 0.5": "x > -1.0"},
               "le_minus1": {"x > 0.5": "x <= -1.0"}}]),
    "fraction_of_condition": {
        "FAMILY": {
            "nonzero": {"(torch.randn(shape),)": "(torch.randn(shape).relu(),)", "x > 0.5": "x != 0.0"},
            "zero": {"(torch.randn(shape),)": "(torch.randn(shape).relu(),)", "x > 0.5": "x == 0.0"},
            "sum": {"torch.mean(": "torch.sum(", "axis=0) / n_cols": "axis=0)",
                    "partial_ptr, y_ptr, n_rows, n_cols": "partial_ptr, y_ptr, n_rows",
                    "partial, y, n_rows, n_cols": "partial, y, n_rows"},
            "missing": {"y = torch.mean(hit.float(), ": "y = 1.0 - torch.mean(hit.float(), ",
                        "tl.sum(partial, axis=0) / n_cols": "1.0 - tl.sum(partial, axis=0) / n_cols"},
            "percent": {"y = torch.mean(hit.float(), ": "y = 100.0 * torch.mean(hit.float(), ",
                        "tl.sum(partial, axis=0) / n_cols": "100.0 * (tl.sum(partial, axis=0) / n_cols)"},
            "two": {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
                    "fraction_of_condition_torch(x)": "fraction_of_condition_torch(x, z)",
                    "fraction_of_condition_triton(x)": "fraction_of_condition_triton(x, z)", "0.5": "z",
                    "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                    "(x_ptr, partial_ptr": "(x_ptr, z_ptr, partial_ptr",
                    "[grid](x, partial": "[grid](x, z, partial",
                    "x = tl.load(":
                        "z = tl.load(z_ptr + places, mask=mask, other=0.0).to(tl.float32)\n"
                        "x = tl.load("}},
        "AXES": [
            "DIMS",
            {
                # operations that round as PyTorch rounds: another rounding would fall on the other side of
                # the threshold
                "plain": {"x = torch.relu(x)": "", "x = tl.maximum(x, 0.0)": ""},
                "abs": {"x = torch.relu(x)": "x = torch.abs(x)", "x = tl.maximum(x, 0.0)": "x = tl.abs(x)"},
                "neg": {"x = torch.relu(x)": "x = -x", "x = tl.maximum(x, 0.0)": "x = -x"},
                "square": {"x = torch.relu(x)": "x = x * x", "x = tl.maximum(x, 0.0)": "x = x * x"},
                "double": {"x = torch.relu(x)": "x = x * 2.0", "x = tl.maximum(x, 0.0)": "x = x * 2.0"},
                "distance": {"x = torch.relu(x)": "x = torch.abs(x - 0.5)",
                             "x = tl.maximum(x, 0.0)": "x = tl.abs(x - 0.5)"},
                "add1": {"x = torch.relu(x)": "x = x + 1.0", "x = tl.maximum(x, 0.0)": "x = x + 1.0"},
                "from1": {"x = torch.relu(x)": "x = 1.0 - x", "x = tl.maximum(x, 0.0)": "x = 1.0 - x"},
                "rounded": {
                    "x = torch.relu(x)": "x = torch.floor(x)", "x = tl.maximum(x, 0.0)": "x = tl.floor(x)"}},
            {"ge": {"x >": "x >="}, "lt": {"x >": "x <"}, "le": {"x >": "x <="}},
            {"to": {"hit.float()": "hit.to(torch.float32)"},
             "where": {"hit.float()": "torch.where(hit, 1.0, 0.0)"},
             "times": {"hit.float()": "1.0 * hit"}},
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "logsumexp": {"AXES": [LAST_DIMENSIONS,
                           ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                           ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                           ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "logsumexp_all": {"AXES": [
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "logsumexp_middle": {"AXES": [
        DIMENSIONS_OF_COLUMNS,
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "logsumexp_tail": {"AXES": [
        SHAPES_OF_RESIDUAL, LAST_DIMENSIONS,
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("BINARY", "y = y + z", "y = z + y"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "max_with_index": {
        "FAMILY": {"min_with_index": {
            "torch.max(x": "torch.min(x", '-float("inf")': 'float("inf")', "x > best": "x < best",
            "value = tl.max(best, axis=0)": "value = tl.min(best, axis=0)"}},
        "AXES": [{"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                 PLAIN_NEG_HALF]},
    "prod": {"AXES": [{"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
                      NEG_PLAIN_ADD1,
                      ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                      ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "prod_all": {"AXES": [("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                          ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "prod_middle": {"AXES": [DIMENSIONS_OF_COLUMNS, NEG_PLAIN_ADD1,
                             ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                             ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
}
