"""Tables of the families of rearranging, joining and repeating."""

PAIRS_OF_DIMENSIONS = {
    "of": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
            "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})", "[(3, 5), ": "["},
           "32 31"),
    "far": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
             "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
             "[(3, 5), (2, 3, 33), ": "[(5, 2, 3, 9), "},
            "43 42 41"),
    "five": ({"(-2, -1)": "(-{0}, -{1})", "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
              "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
              "[(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]": "[(1, 2, 3, 2, 2), (3, 4, 5, 2, 6)]"},
             "54 53 52 51")}

FAMILIES = {
    "cat": {
        "FAMILY": {
            "cat3d_dim0": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (5, 2, 33)), ((4, 40, 9), (1, 40, 9))]",
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                    "a.shape[0] + b.shape[0], a.shape[1], a.shape[2]",
                "a.shape[1] * a.stride(1)": "a.numel()", "b.shape[1] * b.stride(1)": "b.numel()"},
            "cat3d_last": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 2, 5)), ((2, 40, 9), (2, 40, 17))]",
                "dim=1": "dim=-1",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                    "a.shape[0], a.shape[1], a.shape[2] + b.shape[2]",
                "a.shape[1] * a.stride(1)": "a.shape[2]", "b.shape[1] * b.stride(1)": "b.shape[2]"},
            "cat2d_dim0": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1), (1, 1)), ((3, 33), (5, 33)), ((40, 27), (7, 27))]",
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0] + b.shape[0], a.shape[1]",
                "a.shape[1] * a.stride(1)": "a.numel()", "b.shape[1] * b.stride(1)": "b.numel()"},
            "cat2d_last": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1), (1, 1)), ((3, 33), (3, 5)), ((40, 27), (40, 30))]",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0], a.shape[1] + b.shape[1]",
                "a.shape[1] * a.stride(1)": "a.shape[1]", "b.shape[1] * b.stride(1)": "b.shape[1]"},
            "cat4d_channels": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((3, 2, 5, 33), (3, 1, 5, 33)), ((2, 4, 9, 7), "
                    "(2, 6, 9, 7))]",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                    "a.shape[0], a.shape[1] + b.shape[1], a.shape[2], a.shape[3]"},
            "cat4d_dim0": {"CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, "
                           "9))]": "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (4, 3, 5, 33))]",
                           "dim=1": "dim=0",
                           "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                               "a.shape[0] + b.shape[0], a.shape[1], a.shape[2], a.shape[3]",
                           "a.shape[1] * a.stride(1)": "a.numel()", "b.shape[1] * b.stride(1)": "b.numel()"},
            "cat4d_rows": {"CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, "
                           "9))]": "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (2, 3, 4, 33))]",
                           "dim=1": "dim=2",
                           "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                               "a.shape[0], a.shape[1], a.shape[2] + b.shape[2], a.shape[3]",
                           "a.shape[1] * a.stride(1)": "a.shape[2] * a.stride(2)",
                           "b.shape[1] * b.stride(1)": "b.shape[2] * b.stride(2)"},
            "cat4d_last": {
                "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (2, 3, 5, 4))]",
                "dim=1": "dim=-1",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]":
                    "a.shape[0], a.shape[1], a.shape[2], a.shape[3] + b.shape[3]",
                "a.shape[1] * a.stride(1)": "a.shape[3]", "b.shape[1] * b.stride(1)": "b.shape[3]"},
            "cat1d": {"CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]":
                          "CASES = [((1,), (1,)), ((33,), (5,)), ((1000,), (517,))]",
                      "dim=1": "dim=0",
                      "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0] + b.shape[0]",
                      "a.shape[1] * a.stride(1)": "a.numel()", "b.shape[1] * b.stride(1)": "b.numel()"}},
        "AXES": [("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
                 ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "cat_three": {
        "FAMILY": {"four": {"a, b, c": "a, b, c, d", "lengths[:3]": "lengths",
                            "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr", "run_c, run_y": "run_c, run_d, run_y",
                            "y = tl.where(at >= 0, c, y)":
                                "y = tl.where(at >= 0, c, y)\n"
                                "at -= run_c\n"
                                "d = tl.load(d_ptr + row * run_d + at, "
                                "mask=mask & (at >= 0) & (at < run_d), other=0.0).to(tl.float32)\n"
                                "y = tl.where(at >= 0, d, y)"}},
        "AXES": [
            {  # along which dimension
                "next_to_last": {"[((7,), 2, 3, 5, 4), ": "[", "-1, length)": "-2, length)",
                                 "dim=-1": "dim=-2", "a.dim() - 1": "a.dim() - 2"},
                "dim1": {"[((7,), 2, 3, 5, 4), ": "[", "-1, length)": "1, length)", "dim=-1": "dim=1",
                         "dim = a.dim() - 1": "dim = 1"},
                "dim0": {"-1, length)": "0, length)", "dim=-1": "dim=0", "dim = a.dim() - 1": "dim = 0"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "diff": {"FAMILY": {
                 "diff_dim0": {"CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(7, 1), (33, 3), (40, 27)]",
                               "x[:, ": "x[", "x.shape[1], 1": "x.shape[0], x.stride(0)",
                               "x.shape[0], size - lag": "size - lag, x.shape[1]"},
                 "diff3d_dim1": {
                     "CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 7, 1), (2, 9, 33), (3, 20, 7)]",
                     "x.shape[1], 1": "x.shape[1], x.stride(1)",
                     "x.shape[0], size - lag": "x.shape[0], size - lag, x.shape[2]"},
                 "diff3d_last": {
                     "CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 1, 7), (2, 3, 33), (3, 7, 20)]",
                     "x[:, ": "x[..., ", "x.shape[1], 1": "x.shape[2], 1",
                     "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag"},
                 "diff4d_rows": {"CASES = [(1, 7), (3, 33), (27, 40)]":
                                     "CASES = [(1, 1, 7, 1), (2, 2, 9, 11), (1, 3, 20, 7)]",
                                 "x[:, ": "x[:, :, ", "x.shape[1], 1": "x.shape[2], x.stride(2)",
                                 "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag, x.shape[3]"}},
             "AXES": [{"lag2": {"1:]": "2:]", "-1]": "-2]", "lag = 1": "lag = 2"},
                       "lag3": {"1:]": "3:]", "-1]": "-3]", "lag = 1": "lag = 3"},
                       "lag4": {"1:]": "4:]", "-1]": "-4]", "lag = 1": "lag = 4"}},
                      ("BINARY", "y = y - z", "y = -z + y"),
                      ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "expand": {
        "FAMILY": {"expand_first": {"x.unsqueeze(1).expand(-1, ": "x.unsqueeze(0).expand(",
                                    ", -1).contiguous()": ", -1, -1).contiguous()",
                                    "x.shape[0], copies, x.shape[1]": "copies, x.shape[0], x.shape[1]",
                                    "run = x.shape[1]": "run = x.numel()"},
                   "expand_last": {"x.unsqueeze(1).expand(-1, ": "x.unsqueeze(-1).expand(-1, -1, ",
                                   ", -1).contiguous()": ").contiguous()",
                                   "x.shape[0], copies, x.shape[1]": "x.shape[0], x.shape[1], copies",
                                   "run = x.shape[1]": "run = 1"}},
        "AXES": [{"x2": {"4": "2", "copies = 4": "copies = 2"}, "x3": {"4": "3", "copies = 4": "copies = 3"},
                  "x5": {"4": "5", "copies = 4": "copies = 5"}, "x8": {"4": "8", "copies = 4": "copies = 8"},
                  "x16": {"4": "16", "copies = 4": "copies = 16"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "flip": {
        "FAMILY": {
            "flip0": {"dims=(1,)": "dims=(0,)", "j = size_j - 1 - j": "i = size_i - 1 - i"},
            "flip2": {"dims=(1,)": "dims=(2,)", "j = size_j - 1 - j": "k = size_k - 1 - k"},
            "flip01": {
                "dims=(1,)": "dims=(0, 1)", "j = size_j - 1 - j": "i = size_i - 1 - i\nj = size_j - 1 - j"},
            "flip02": {
                "dims=(1,)": "dims=(0, 2)", "j = size_j - 1 - j": "i = size_i - 1 - i\nk = size_k - 1 - k"},
            "flip12": {
                "dims=(1,)": "dims=(1, 2)", "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k"},
            "flip012": {"dims=(1,)": "dims=(0, 1, 2)",
                        "j = size_j - 1 - j":
                            "i = size_i - 1 - i\n"
                            "j = size_j - 1 - j\n"
                            "k = size_k - 1 - k"},
            "flip2d_rows": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1), (3, 33), (27, 40)]",
                "dims=(1,)": "dims=(0,)",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
            "flip2d_columns": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]",
                "j = size_j - 1 - j": "k = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
            "flip2d_both": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]",
                "dims=(1,)": "dims=(0, 1)", "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]"},
            "flip4d_columns": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]":
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 2, 20, 7)]",
                "dims=(1,)": "dims=(3,)", "j = size_j - 1 - j": "k = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape":
                    "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"},
            "flip4d_rows": {"CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]":
                                "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                            "dims=(1,)": "dims=(2,)",
                            "size_i, size_j, size_k = x.shape":
                                "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"},
            "flip4d_both": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]":
                    "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                "dims=(1,)": "dims=(2, 3)", "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape":
                    "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "flip_dims": {"AXES": [PAIRS_OF_DIMENSIONS,
                           ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                           ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "merge_heads": {"AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                             ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "permute3": {"AXES": [
        {"021": {"permute(1, 2, 0)": "permute(0, 2, 1)",
                 "x.shape[1], x.shape[2], x.shape[0]": "x.shape[0], x.shape[2], x.shape[1]",
                 "x.stride(1), x.stride(2), x.stride(0)": "x.stride(0), x.stride(2), x.stride(1)"},
         "102": {"permute(1, 2, 0)": "permute(1, 0, 2)",
                 "x.shape[1], x.shape[2], x.shape[0]": "x.shape[1], x.shape[0], x.shape[2]",
                 "x.stride(1), x.stride(2), x.stride(0)": "x.stride(1), x.stride(0), x.stride(2)"},
         "201": {"permute(1, 2, 0)": "permute(2, 0, 1)",
                 "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[0], x.shape[1]",
                 "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(0), x.stride(1)"},
         "210": {"permute(1, 2, 0)": "permute(2, 1, 0)",
                 "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[1], x.shape[0]",
                 "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(1), x.stride(0)"}},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "permute4": {"AXES": [{"0132": {"permute(0, 2, 1, 3)": "permute(0, 1, 3, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[0], x.shape[1], x.shape[3], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(0), x.stride(1), x.stride(3), x.stride(2)"},
                           "0231": {"permute(0, 2, 1, 3)": "permute(0, 2, 3, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[0], x.shape[2], x.shape[3], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(0), x.stride(2), x.stride(3), x.stride(1)"},
                           "0312": {"permute(0, 2, 1, 3)": "permute(0, 3, 1, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[0], x.shape[3], x.shape[1], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(0), x.stride(3), x.stride(1), x.stride(2)"},
                           "0321": {"permute(0, 2, 1, 3)": "permute(0, 3, 2, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[0], x.shape[3], x.shape[2], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(0), x.stride(3), x.stride(2), x.stride(1)"},
                           "1023": {"permute(0, 2, 1, 3)": "permute(1, 0, 2, 3)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[0], x.shape[2], x.shape[3]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(0), x.stride(2), x.stride(3)"},
                           "1032": {"permute(0, 2, 1, 3)": "permute(1, 0, 3, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[0], x.shape[3], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(0), x.stride(3), x.stride(2)"},
                           "1203": {"permute(0, 2, 1, 3)": "permute(1, 2, 0, 3)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[2], x.shape[0], x.shape[3]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(2), x.stride(0), x.stride(3)"},
                           "1230": {"permute(0, 2, 1, 3)": "permute(1, 2, 3, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[2], x.shape[3], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(2), x.stride(3), x.stride(0)"},
                           "1302": {"permute(0, 2, 1, 3)": "permute(1, 3, 0, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[3], x.shape[0], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(3), x.stride(0), x.stride(2)"},
                           "1320": {"permute(0, 2, 1, 3)": "permute(1, 3, 2, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[1], x.shape[3], x.shape[2], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(1), x.stride(3), x.stride(2), x.stride(0)"},
                           "2013": {"permute(0, 2, 1, 3)": "permute(2, 0, 1, 3)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[0], x.shape[1], x.shape[3]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(0), x.stride(1), x.stride(3)"},
                           "2031": {"permute(0, 2, 1, 3)": "permute(2, 0, 3, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[0], x.shape[3], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(0), x.stride(3), x.stride(1)"},
                           "2103": {"permute(0, 2, 1, 3)": "permute(2, 1, 0, 3)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[1], x.shape[0], x.shape[3]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(1), x.stride(0), x.stride(3)"},
                           "2130": {"permute(0, 2, 1, 3)": "permute(2, 1, 3, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[1], x.shape[3], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(1), x.stride(3), x.stride(0)"},
                           "2301": {"permute(0, 2, 1, 3)": "permute(2, 3, 0, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[3], x.shape[0], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(3), x.stride(0), x.stride(1)"},
                           "2310": {"permute(0, 2, 1, 3)": "permute(2, 3, 1, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[2], x.shape[3], x.shape[1], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(2), x.stride(3), x.stride(1), x.stride(0)"},
                           "3012": {"permute(0, 2, 1, 3)": "permute(3, 0, 1, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[0], x.shape[1], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(0), x.stride(1), x.stride(2)"},
                           "3021": {"permute(0, 2, 1, 3)": "permute(3, 0, 2, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[0], x.shape[2], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(0), x.stride(2), x.stride(1)"},
                           "3102": {"permute(0, 2, 1, 3)": "permute(3, 1, 0, 2)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[1], x.shape[0], x.shape[2]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(1), x.stride(0), x.stride(2)"},
                           "3120": {"permute(0, 2, 1, 3)": "permute(3, 1, 2, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[1], x.shape[2], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(1), x.stride(2), x.stride(0)"},
                           "3201": {"permute(0, 2, 1, 3)": "permute(3, 2, 0, 1)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[2], x.shape[0], x.shape[1]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(2), x.stride(0), x.stride(1)"},
                           "3210": {"permute(0, 2, 1, 3)": "permute(3, 2, 1, 0)",
                                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]":
                                        "x.shape[3], x.shape[2], x.shape[1], x.shape[0]",
                                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)":
                                        "x.stride(3), x.stride(2), x.stride(1), x.stride(0)"}},
                          ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                          ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "permute5": {"FAMILY": {"order": (
        {"(0, 2, 1, 3, 4)": "({0}, {1}, {2}, {3}, {4})"},
        (
            "01243 01324 01342 01423 01432 02143 02314 02341 02413 02431 03124 03142 03214 03241 03412 "
            "03421 04123 04132 04213 04231 04312 04321 10234 10243 10324 10342 10423 10432 12034 12043 "
            "12304 12340 12403 12430 13024 13042 13204 13240 13402 13420 14023 14032 14203 14230 14302 "
            "14320 20134 20143 20314 20341 20413 20431 21034 21043 21304 21340 21403 21430 23014 23041 "
            "23104 23140 23401 23410 24013 24031 24103 24130 24301 24310 30124 30142 30214 30241 30412 "
            "30421 31024 31042 31204 31240 31402 31420 32014 32041 32104 32140 32401 32410 34012 34021 "
            "34102 34120 34201 34210 40123 40132 40213 40231 40312 40321 41023 41032 41203 41230 41302 "
            "41320 42013 42031 42103 42130 42301 42310 43012 43021 43102 43120 43201 43210"))}},
    "roll": {
        "FAMILY": {"roll_flat": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]":
                                     "CASES = [(2,), (40,), (5, 33), (2, 3, 33), (2, 3, 4, 7)]",
                                 ", dims=1": "", "x.shape[1], x.stride(1)": "x.numel(), 1"},
                   "roll1d": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]",
                              "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], 1"},
                   "roll4d_first": {
                       "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                       "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
                   "roll4d_channels": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]":
                                           "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]"},
                   "roll3d_dim0": {"dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
                   "roll3d_last": {"dims=1": "dims=-1", "x.shape[1], x.stride(1)": "x.shape[2], 1"},
                   "roll2d_dim0": {
                       "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                       "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
                   "roll2d_last": {
                       "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                       "x.shape[1], x.stride(1)": "x.shape[1], 1"},
                   "roll4d_rows": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]":
                                       "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                                   "dims=1": "dims=2", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)"},
                   "roll4d_columns": {"CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]":
                                          "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]",
                                      "dims=1": "dims=3", "x.shape[1], x.stride(1)": "x.shape[3], 1"}},
        "AXES": [{"by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
                  "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
                  "by4": {"shifts=1": "shifts=4", "shift = 1": "shift = 4"},
                  "by7": {"shifts=1": "shifts=7", "shift = 1": "shift = 7"},
                  "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
                  "back2": {"shifts=1": "shifts=-2", "shift = 1": "shift = -2"},
                  "back3": {"shifts=1": "shifts=-3", "shift = 1": "shift = -3"},
                  "back5": {"shifts=1": "shifts=-5", "shift = 1": "shift = -5"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "roll_binary": {
        "FAMILY": {
            "roll_binary_dim0": {"CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(2, 1), (33, 3), (27, 40)]",
                                 "dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
            "roll_binary3d": {
                "CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 1), (2, 33, 3), (5, 20, 7)]"},
            "roll_binary3d_last": {
                "CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 3), (2, 5, 33), (5, 7, 20)]",
                "dims=1": "dims=2", "x.shape[1], x.stride(1)": "x.shape[2], 1"}},
        "AXES": [{"by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
                  "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
                  "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
                  "back4": {"shifts=1": "shifts=-4", "shift = 1": "shift = -4"}},
                 ("BINARY", "y = y + z", "y = z + y"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "roll_dims": {"AXES": [
        PAIRS_OF_DIMENSIONS,
        {"by": ({"(1, 2)": "({0}, {1})", "1 % size_p, 2 % size_q": "{0} % size_p, {1} % size_q"},
                "11 22 33 44 55 88 21 13 31 23 32 41 24 35"),
         "back": ({"(1, 2)": "(-{0}, -{1})", "1 % size_p, 2 % size_q": "-{0} % size_p, -{1} % size_q"},
                  "11 22 33 44 55 77 88 12 21 13 32 24 43"),
         "forth": ({"(1, 2)": "({0}, -{1})", "1 % size_p, 2 % size_q": "{0} % size_p, -{1} % size_q"},
                   "11 12 21 22 33 13 31 44 52"),
         "and_back": ({"(1, 2)": "(-{0}, {1})", "1 % size_p, 2 % size_q": "-{0} % size_p, {1} % size_q"},
                      "11 12 21 22 33 13 31 44 25")},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "roll_joins": {
        "FAMILY": {
            "two": {"(x, 1, -1)": "(x, 2, -1)", "shift = 1": "shift = 2"},
            "back": {"(x, 1, -1)": "(x, -1, -1)", "shift = 1": "shift = -1"},
            "back_two": {"(x, 1, -1)": "(x, -2, -1)", "shift = 1": "shift = -2"},
            "rows": {"(x, 1, -1)": "(x, 1, -2)", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)"},
            "rows_back": {
                "(x, 1, -1)": "(x, -1, -2)", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                "shift = 1": "shift = -1"},
            "first": {"(x, 1, -1)": "(x, 1, 0)", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)"},
            "first_back": {"(x, 1, -1)": "(x, -1, 0)", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
                           "shift = 1": "shift = -1"}},
        "AXES": [
            {  # the shape of z, or x itself as well
                "row": {
                    "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])",
                    "z_ptr + offsets, ": "z_ptr + offsets % N, ", "n_rows, size": "n_rows, N, size",
                    "y, n_rows, size": "y, n_rows, x.shape[-1], size"},
                "one": {"torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(1)",
                        "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)"}},
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "stack": {
        "FAMILY": {
            "stack2d_dim0": {"dim=1": "dim=0", "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1]",
                             "run = a.stride(0)": "run = a.numel()"},
            "stack2d_last": {"dim=1": "dim=-1", "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2",
                             "run = a.stride(0)": "run = 1"},
            "stack3d_dim0": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=0", "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2]",
                "run = a.stride(0)": "run = a.numel()"},
            "stack3d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2]"},
            "stack3d_dim2": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=2", "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2, a.shape[2]",
                "run = a.stride(0)": "run = a.stride(1)"},
            "stack3d_last": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=-1", "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], 2",
                "run = a.stride(0)": "run = 1"},
            "stack4d_dim0": {"CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                             "dim=1": "dim=0",
                             "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2], a.shape[3]",
                             "run = a.stride(0)": "run = a.numel()"},
            "stack4d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2], a.shape[3]"},
            "stack4d_last": {"CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                             "dim=1": "dim=-1",
                             "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], a.shape[3], 2",
                             "run = a.stride(0)": "run = 1"},
            "stack1d": {"CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1,), (33,), (1500,)]",
                        "a.shape[0], 2, a.shape[1]": "a.shape[0], 2"}},
        "AXES": [("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
                 ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "stack_three": {
        "FAMILY": {
            "four": {"a, b, c": "a, b, c, d", "range(3)": "range(4)", "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr",
                     "y = tl.where(which == 2, c, y)":
                         "y = tl.where(which == 2, c, y)\n"
                         "d = tl.load(d_ptr + source, mask=mask & (which == 3), other=0.0).to(tl.float32)\n"
                         "y = tl.where(which == 3, d, y)"},
            "two": {"a, b, c": "a, b", "range(3)": "range(2)", "c_ptr, y_ptr": "y_ptr",
                    "c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)": "",
                    "y = tl.where(which == 2, c, y)": ""}},
        "AXES": [{  # where the new dimension stands
                     "dim0": {"dim=-1": "dim=0", "dim = a.dim()": "dim = 0"},
                     "dim1": {"[(7,), ": "[", "dim=-1": "dim=1", "dim = a.dim()": "dim = 1"},
                     "dim2": {"[(7,), (5, 9), ": "[", "dim=-1": "dim=2", "dim = a.dim()": "dim = 2"},
                     "next_to_last": {"dim=-1": "dim=-2", "dim = a.dim()": "dim = a.dim() - 1"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "transpose": {"AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                           ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "transpose_batched": {"AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                                   ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "transpose_binary": {"AXES": [("BINARY", "y = y + z", "y = z + y"),
                                  ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                                  ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
