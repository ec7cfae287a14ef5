"""Tables of the families of running sums, products and extremes."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import DIMS_OF_MIDDLE_GATE, NEG_PLAIN_ADD1, ROW_MASK

FAMILIES = {
    "cummax": {"FAMILY": {"cummin": {
                   "torch.cummax": "torch.cummin", "return tl.maximum(a, b)": "return tl.minimum(a, b)",
                   '-float("inf")': 'float("inf")'}},
               "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "cummax_middle": Derived("cummax",
        family={"cummin_middle": {
            "torch.cummax": "torch.cummin", "best = tl.maximum(best, x)": "best = tl.minimum(best, x)",
            '-float("inf")': 'float("inf")'}}, axes=[DIMS_OF_MIDDLE_GATE, 0, 1, 2]),
    "cumprod": {
        "FAMILY": {"reversed": {  # from the end: lane k of a tile takes the k-th column counted from there
            "torch.cumprod(x, dim=-1)":
                "torch.flip(torch.cumprod(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])",
            "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
            "mask = cols < n_cols": "mask = cols >= 0"}},
        "AXES": [NEG_PLAIN_ADD1,
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "cumprod_middle": Derived("logcumsumexp_middle", {
        "x ": "y ", ".relu(x)": ".sigmoid(y)", " tl.sigmoid(y)": " 0.5 * y", " torch.sigmoid(y)": " y * 0.5",
        ".maximum(x, 0.0)": ".sigmoid(y)", "logcumsumexp": "cumprod"}, axes=[0, NEG_PLAIN_ADD1, 1, 2]),
    "cumsum": {"FAMILY": {"running_mean": {
                   "y = torch.cumsum(x, dim=-1)":
                       "y = torch.cumsum(x, dim=-1) / torch.arange(1, x.shape[-1] + 1, device=x.device)",
                   "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)":
                       "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32) / (cols + 1)"}},
               "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "cumsum_middle": Derived("cummax_middle", family={},
        axes=[{"dim3": ..., "dim4": ...,
               "running_mean": {"y = torch.cumsum(x, dim=-2)":
                                    "y = torch.cumsum(x, dim=-2) / torch.arange(1, x.shape[-2] + 1, "
                                    "device=x.device)[:, None]",
                                "y = total.to(tl.float32)": "y = total.to(tl.float32) / (mid + 1)"},
               "dim0": ...},
              1, 2, 3]),
    "exclusive_cumprod": {
        "FAMILY": {
            "behind_one": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x[..., :-1, :], dim=-2)), "
                    "dim=-2)"},
            "of_shifted": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cumprod(torch.cat((torch.ones_like(x[..., :1, :]), x[..., :-1, :]), dim=-2), "
                    "dim=-2)"},
            "of_joined": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cumprod(torch.cat((torch.ones_like(x[..., :1, :]), x), dim=-2), dim=-2)[..., "
                    ":-1, :]"},
            "padded": {"torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), "
                       "dim=-2)": "F.pad(torch.cumprod(x, dim=-2)[..., :-1, :], (0, 0, 1, 0), value=1.0)"},
            "first": {"torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), "
                      "dim=-2)": "torch.cat((torch.ones_like(x[:1]), torch.cumprod(x, dim=0)[:-1]), dim=0)",
                      "[(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                          "[(2, 1), (17, 3), (9, 33)]",
                      "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"},
            "first_behind_one": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cat((torch.ones_like(x[:1]), torch.cumprod(x[:-1], dim=0)), dim=0)",
                "[(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                    "[(2, 1), (17, 3), (9, 33)]",
                "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"},
            "first_of_shifted": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cumprod(torch.cat((torch.ones_like(x[:1]), x[:-1]), dim=0), dim=0)",
                "[(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                    "[(2, 1), (17, 3), (9, 33)]",
                "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"},
            "first_of_joined": {
                "torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, :]), dim=-2)":
                    "torch.cumprod(torch.cat((torch.ones_like(x[:1]), x), dim=0), dim=0)[:-1]",
                "[(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                    "[(2, 1), (17, 3), (9, 33)]",
                "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"},
            "first_padded": {"torch.cat((torch.ones_like(x[..., :1, :]), torch.cumprod(x, dim=-2)[..., :-1, "
                             ":]), dim=-2)": "F.pad(torch.cumprod(x, dim=0)[:-1], (0, 0, 1, 0), value=1.0)",
                             "[(1, 2, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                                 "[(2, 1), (17, 3), (9, 33)]",
                             "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"}},
        "AXES": [NEG_PLAIN_ADD1,
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "exclusive_cumprod_rows": Derived("exclusive_cumprod", {"-2)": "-1)", "1, :]": "1]", "(0, 0, 1": "(1"},
        family={"behind_one": ..., "of_shifted": ..., "of_joined": ..., "padded": ...,
                "of_padded": {"torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), "
                              "dim=-1)": "torch.cumprod(F.pad(x[..., :-1], (1, 0), value=1.0), dim=-1)"},
                "from_one": {  # one column more: the 1 before, the product of all behind
                    "torch.cat((torch.ones_like(x[..., :1]), torch.cumprod(x, dim=-1)[..., :-1]), dim=-1)":
                        "F.pad(torch.cumprod(x, dim=-1), (1, 0), value=1.0)",
                    "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
                    "mask = cols < n_cols": "mask = cols <= n_cols",
                    "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)":
                        "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
                    "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
                    "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)"}}),
    "exclusive_cumsum": {
        "FAMILY": {
            "cumsum_of_shifted": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                      "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), "
                                      "dim=-1)[..., :-1], dim=-1)"},
            "cumsum_behind_zero": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                       "y = torch.cat((torch.zeros_like(x[..., :1]), torch.cumsum(x[..., "
                                       ":-1], dim=-1)), dim=-1)"},
            "cumsum_of_padded": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                     "y = torch.cumsum(F.pad(x, (1, 0)), dim=-1)[..., :-1]"},
            "cumsum_of_joined_less": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                          "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), "
                                          "dim=-1), dim=-1)[..., :-1]"},
            "cumsum_of_narrow": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                     "y = torch.cat((torch.zeros_like(x[..., :1]), "
                                     "torch.cumsum(x.narrow(-1, 0, x.shape[-1] - 1), dim=-1)), dim=-1)"},
            "cumsum_of_late": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                   "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x[..., "
                                   ":-1]), dim=-1), dim=-1)"},
            "cumsum_of_late_padded": {"y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                                          "y = torch.cumsum(F.pad(x[..., :-1], (1, 0)), dim=-1)"},
            "cumsum_of_joined": {  # one column more
                "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                    "y = torch.cumsum(torch.cat((torch.zeros_like(x[..., :1]), x), dim=-1), dim=-1)",
                "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
                "mask = cols < n_cols": "mask = cols <= n_cols",
                "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)":
                    "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
                "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
                "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)"},
            "cumsum_without": {  # the running sum less the element itself
                "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))": "y = torch.cumsum(x, dim=-1) - x",
                "x = tl.load(x_ptr + row * n_cols + cols - 1, mask=mask & (cols > 0), other=0.0)":
                    "x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0)",
                "x = tl.where(cols > 0, x, 0.0).to(tl.float64)": "x = x.to(tl.float64)",
                "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)":
                    "y = (carry + tl.cumsum(x, axis=0) - x).to(tl.float32)"},
            "cumsum_from_zero": {  # one column more: the 0 before, the total behind
                "y = F.pad(torch.cumsum(x, dim=-1)[..., :-1], (1, 0))":
                    "y = F.pad(torch.cumsum(x, dim=-1), (1, 0))",
                "range(0, n_cols, BLOCK)": "range(0, n_cols + 1, BLOCK)",
                "mask = cols < n_cols": "mask = cols <= n_cols",
                "tl.store(y_ptr + row * n_cols + cols, y, mask=mask)":
                    "tl.store(y_ptr + row * (n_cols + 1) + cols, y, mask=mask)",
                "y = torch.empty_like(x)": "y = x.new_empty(x.shape[:-1] + (n_cols + 1,))",
                "triton.next_power_of_2(n_cols)": "triton.next_power_of_2(n_cols + 1)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "exclusive_cumsum_middle": Derived("cumsum_middle", {"dim=0": "dim = 0", "dim=-": "dim = -"},
        family={"cumsum_behind_zero": {"y = torch.cumsum(x, dim=dim) - x":
                                           "z = torch.zeros_like(x.narrow(dim, 0, 1))\n"
                                           "y = torch.cat((z, torch.cumsum(x, dim=dim).narrow(dim, 0, "
                                           "x.size(dim) - 1)), dim=dim)"},
                "cumsum_of_late": {"y = torch.cumsum(x, dim=dim) - x":
                                       "z = torch.zeros_like(x.narrow(dim, 0, 1))\n"
                                       "y = torch.cumsum(torch.cat((z, x.narrow(dim, 0, x.size(dim) - 1)), "
                                       "dim=dim), dim=dim)"},
                "cumsum_of_narrow": {"y = torch.cumsum(x, dim=dim) - x":
                                         "z = torch.zeros_like(x.narrow(dim, 0, 1))\n"
                                         "y = torch.cat((z, torch.cumsum(x.narrow(dim, 0, "
                                         "x.size(dim) - 1), dim=dim)), dim=dim)"},
                "cumsum_of_joined_less": {
                    "y = torch.cumsum(x, dim=dim) - x":
                        "z = torch.zeros_like(x.narrow(dim, 0, 1))\n"
                        "y = torch.cumsum(torch.cat((z, x), dim=dim), dim=dim).narrow(dim, 0, x.size(dim))"}},
        axes=[{"dim3": ..., "dim4": ..., "dim0": ...}, 1, 2, 3]),
    "logcumsumexp": Derived("cumprod", {
        " y * 0.5": " torch.abs(y)", " 0.5 * y": " tl.abs(y)", "y = tl.sigmoid(y)": "x = tl.maximum(x, 0.0)",
        "y = torch.sigmoid(y)": "x = torch.relu(x)", "cumprod": "logcumsumexp"},
        axes=[1, 2, ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]),
    "logcumsumexp_middle": Derived("cumsum_middle", {"abs": "sigmoid"},
        axes=[
            {"dim3": ..., "dim4": ..., "dim0": ...,
             "reversed": {"torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-2), dim=-2).flip(-2)",
                          "for mid in tl.range(0, n_mid, num_stages=6):":
                              "for step in tl.range(0, n_mid, num_stages=6):\n"
                              "    mid = n_mid - 1 - step  # from the end"},
             "reversed3": {
                 "torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-3), dim=-3).flip(-3)",
                 "for mid in tl.range(0, n_mid, num_stages=6):":
                     "for step in tl.range(0, n_mid, num_stages=6):\n"
                     "    mid = n_mid - 1 - step  # from the end",
                 "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                     "[(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                 "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
             "reversed0": {"torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(0), dim=0).flip(0)",
                           "for mid in tl.range(0, n_mid, num_stages=6):":
                               "for step in tl.range(0, n_mid, num_stages=6):\n"
                               "    mid = n_mid - 1 - step  # from the end",
                           "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                               "[(2, 1), (17, 3), (9, 33)]",
                           "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape"}},
            1, 2, 3]),
    "masked_cumsum": Derived("cumsum",
        family={"kept_cumsum": {"torch.cumsum(x * keep,": "torch.cumsum(torch.where(keep, x, 0.0),"},
                "hidden_cumsum": {"torch.cumsum(x * keep,": "torch.cumsum(x.masked_fill(keep, 0.0),",
                                  "other=0) != 0": "other=1) == 0"}}, axes=[ROW_MASK, 0, 1, 2]),
    "reversed_cumsum": {
        "FAMILY": {"suffix_without": {  # what comes after an element, itself left out
            "dims=[-1]), dim=-1), dims=[-1])": "dims=[-1]), dim=-1), dims=[-1]) - x",
            "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)":
                "y = (carry + tl.cumsum(x, axis=0) - x).to(tl.float32)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "reversed_cumsum_middle": {"AXES": [
        {"dim3": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                      "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]",
                  "dims=[-2]": "dims=[-3]", "dim=-2": "dim=-3",
                  "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
         "dim4": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                      "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]",
                  "dims=[-2]": "dims=[-4]", "dim=-2": "dim=-4",
                  "n_mid, n_inner = x.shape[-2:]":
                      "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
         "dim0": {"CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]":
                      "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]",
                  "dims=[-2]": "dims=[0]", "dim=-2": "dim=0",
                  "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                  "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                  "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)"}},
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "scan_joins": Derived("scan_kept", {"scan_kept_kernel": "scan_joins_kernel"},
        family={"suffix": ..., "cummax": ..., "cummin": ...},
        axes=[{  # what is scanned
                  "first": {"v = x * z": "v = x", "v = z * x": "v = x"},
                  "sum": {"v = x * z": "v = x + z", "v = z * x": "v = x + z"},
                  "difference": {"v = x * z": "v = x - z", "v = z * x": "v = x - z"},
                  "absolute": {"v = x * z": "v = torch.abs(x - z)", "v = z * x": "v = tl.abs(x - z)"},
                  "square": {"v = x * z": "v = (x - z) ** 2",
                             "v = z * x": "difference = x - z\nv = difference * difference"},
                  "gated": {"v = x * z": "v = x * torch.sigmoid(z)", "v = z * x": "v = x * tl.sigmoid(z)"},
                  "rectified": {
                      "v = x * z": "v = torch.relu(x) * z", "v = z * x": "v = tl.maximum(x, 0.0) * z"},
                  "rectified_product": {
                      "v = x * z": "v = torch.relu(x * z)", "v = z * x": "v = tl.maximum(x * z, 0.0)"},
                  "masked": {"v = x * z": "v = torch.where(z > 0, x, 0.0)",
                             "v = z * x": "v = tl.where(z > 0.0, x, 0.0)"},
                  "scaled": {"v = x * z": "v = x * z * 0.5", "v = z * x": "v = x * z * 0.5"}},
              {  # the shape of z
                  "row": {
                      "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])",
                      "z_ptr + row * n_cols + cols": "z_ptr + cols"},
                  "column": {
                      "torch.randn(shape), torch.randn(shape)":
                          "torch.randn(shape), torch.randn(*shape[:-1], 1)",
                      "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)"}},
              1]),
    "scan_kept": {
        "FAMILY": {
            "cumprod": {"torch.cumsum(v, dim=-1)": "torch.cumprod(v, dim=-1)",
                        "@triton.jit\ndef scan_kept_kernel":
                            "@triton.jit\n"
                            "def multiply(a, b):\n"
                            "    return a * b\n"
                            "\n"
                            "\n"
                            "@triton.jit\n"
                            "def scan_kept_kernel",
                        "[], 0.0, dtype": "[], 1.0, dtype",
                        "carry + tl.cumsum(v, axis=0)": "carry * tl.cumprod(v, axis=0)",
                        "carry += tl.sum(v, axis=0)": "carry *= tl.reduce(v, 0, multiply)"},
            "suffix": {
                "torch.cumsum(v, dim=-1)":
                    "torch.flip(torch.cumsum(torch.flip(v, dims=[-1]), dim=-1), dims=[-1])",
                "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
                "mask = cols < n_cols": "mask = cols >= 0"},
            "cummax": {"torch.cumsum(v, dim=-1)": "torch.cummax(v, dim=-1).values",
                       "@triton.jit\ndef scan_kept_kernel":
                           "@triton.jit\n"
                           "def combine(a, b):\n"
                           "    return tl.maximum(a, b)\n"
                           "\n"
                           "\n"
                           "@triton.jit\n"
                           "def scan_kept_kernel",
                       "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
                       "(carry + tl.cumsum(v, axis=0)).to(tl.float32)":
                           "combine(carry, tl.associative_scan(v, 0, combine))",
                       "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"},
            "cummin": {"torch.cumsum(v, dim=-1)": "torch.cummin(v, dim=-1).values",
                       "@triton.jit\ndef scan_kept_kernel":
                           "@triton.jit\n"
                           "def combine(a, b):\n"
                           "    return tl.minimum(a, b)\n"
                           "\n"
                           "\n"
                           "@triton.jit\n"
                           "def scan_kept_kernel",
                       "0.0, dtype=tl.float64": 'float("inf"), dtype=tl.float32', "v = v.to(tl.float64)": "",
                       "(carry + tl.cumsum(v, axis=0)).to(tl.float32)":
                           "combine(carry, tl.associative_scan(v, 0, combine))",
                       "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))"}},
        "AXES": [
            {  # what is scanned, by operations that round as PyTorch rounds
                "plain": {"v = torch.relu(x)": "v = x", "v = tl.maximum(x, 0.0)": "v = x"},
                "abs": {"v = torch.relu(x)": "v = torch.abs(x)", "v = tl.maximum(x, 0.0)": "v = tl.abs(x)"},
                "square": {"v = torch.relu(x)": "v = x * x", "v = tl.maximum(x, 0.0)": "v = x * x"},
                "from1": {"v = torch.relu(x)": "v = 1.0 - x", "v = tl.maximum(x, 0.0)": "v = 1.0 - x"},
                "add1": {"v = torch.relu(x)": "v = x + 1.0", "v = tl.maximum(x, 0.0)": "v = x + 1.0"},
                "half": {"v = torch.relu(x)": "v = x * 0.5", "v = tl.maximum(x, 0.0)": "v = x * 0.5"},
                "neg": {"v = torch.relu(x)": "v = -x", "v = tl.maximum(x, 0.0)": "v = -x"},
                "clamp": {"v = torch.relu(x)": "v = torch.clamp(x, 0.0, 1.0)",
                          "v = tl.maximum(x, 0.0)": "v = tl.minimum(tl.maximum(x, 0.0), 1.0)"}},
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z", "optional")]},
    "weighted_cumsum": {"AXES": [
        {"row_mask": {", torch.randn(shape)": ", torch.randn(shape[-1])",
                      "w_ptr + row * n_cols + cols": "w_ptr + cols"}},
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
}
