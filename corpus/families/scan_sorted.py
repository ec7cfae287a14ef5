"""Tables of the families of sorts and ranks."""

from corpus.derived_tables import Derived

DIMENSIONS_OF_ROWS = {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                      "dim0": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                                   "CASES = [(5, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]",
                               "dim=-1": "dim=0", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
                               "x.shape[:-1]": "x.shape[1:]"},
                      "dim2": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                                   "CASES = [(1, 5, 1), (3, 33, 2), (2, 3, 12, 5)]",
                               "dim=-1": "dim=-2", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                               "x.shape[:-1]": "x.shape[:-2] + x.shape[-1:]"},
                      "dim3": {"CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                                   "CASES = [(1, 5, 1, 1), (2, 33, 3, 5)]",
                               "dim=-1": "dim=-3", "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
                               "x.shape[:-1]": "x.shape[:-3] + x.shape[-2:]"}}

PLAIN_NEG_DOUBLE = {
    # operations that a kernel rounds as PyTorch does; where values tie, any of their places is right
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
    "relu": {"x = torch.abs(x)": "x = torch.relu(x)", "x = tl.abs(x)": "x = tl.maximum(x, 0.0)"},
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)", "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)"}}

RANKS_AND_DIMENSIONS = {  # rank and dimension
    "r1_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1,), (33,), (300,)]"},
    "r2_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(2, 1), (3, 33), (300, 2), (6, 22)]",
        "dim = -1": "dim = -2", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
    "r3_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 3, 140)]"},
    "r3_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 140, 3), (2, 6, 33)]",
        "dim = -1": "dim = -2", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
    "r3_3": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (140, 3, 2), (6, 3, 22)]",
             "dim = -1": "dim = -3",
             "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
    "r4_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 2, 140)]"},
    "r4_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 140, 2)]",
        "dim = -1": "dim = -2", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
    "r4_3": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 140, 2, 3)]",
             "dim = -1": "dim = -3",
             "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
    "r4_4": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (140, 3, 2, 2)]",
             "dim = -1": "dim = -4",
             "whole, inner = x.shape[-1], 1":
                 "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    "r5_1": {"CASES = [(2, 1), (3, 33), (2, 300)]":
                 "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 2, 140)]"},
    "r5_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]":
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 140, 2)]",
        "dim = -1": "dim = -2", "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]"},
    "r5_3": {"CASES = [(2, 1), (3, 33), (2, 300)]":
                 "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 140, 2, 1)]",
             "dim = -1": "dim = -3",
             "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]"},
    "r5_4": {"CASES = [(2, 1), (3, 33), (2, 300)]":
                 "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 140, 1, 2, 3)]",
             "dim = -1": "dim = -4",
             "whole, inner = x.shape[-1], 1":
                 "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"},
    "r5_5": {"CASES = [(2, 1), (3, 33), (2, 300)]":
                 "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (140, 3, 1, 2, 2)]",
             "dim = -1": "dim = -5",
             "whole, inner = x.shape[-1], 1":
                 "whole, inner = x.shape[-5], x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]"}}

FAMILIES = {
    "argsort": {
        "FAMILY": {
            "argsort_descending": {"stable=True": "descending=True, stable=True",
                                   "x[None, :] < mine[:, None]": "x[None, :] > mine[:, None]"},
            "ranks": {"y = torch.argsort(x, dim=-1, stable=True)":
                          "y = torch.argsort(torch.argsort(x, dim=-1, stable=True), dim=-1, stable=True)",
                      "y_ptr + row * columns + rank, j.to(tl.int64), mask":
                          "y_ptr + row * columns + j, rank.to(tl.int64), mask"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "horner": {
        "FAMILY": {"horner1": {"torch.randn(4)": "torch.randn(2)",
                               "((c[3] * x + c[2]) * x + c[1]) * x + c[0]": "c[1] * x + c[0]",
                               "DEGREE=3": "DEGREE=1"},
                   "horner2": {"torch.randn(4)": "torch.randn(3)",
                               "((c[3] * x + c[2]) * x + c[1]) * x + c[0]": "(c[2] * x + c[1]) * x + c[0]",
                               "DEGREE=3": "DEGREE=2"},
                   "horner4": {"torch.randn(4)": "torch.randn(5)",
                               "((c[3] * x + c[2]) * x + c[1]) * x + c[0]":
                                   "(((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0]",
                               "DEGREE=3": "DEGREE=4"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "kthvalue": {"FAMILY": {"kthvalue1": {"(x, 2,": "(x, 1,", "rank = 2 - 1": "rank = 1 - 1"},
                            "kthvalue3": {"(x, 2,": "(x, 3,", "rank = 2 - 1": "rank = 3 - 1"},
                            "kthvalue4": {"(x, 2,": "(x, 4,", "rank = 2 - 1": "rank = 4 - 1"},
                            "kthvalue5": {"(x, 2,": "(x, 5,", "rank = 2 - 1": "rank = 5 - 1"},
                            "median": {"torch.kthvalue(x, 2,": "torch.median(x,",
                                       "rank = 2 - 1": "rank = (size - 1) // 2"}},
                 "AXES": [DIMENSIONS_OF_ROWS,
                          ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                          ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "kthvalue_pair": {
        "FAMILY": {"kthvalue_pair1": {"(x, 2,": "(x, 1,", "rank = 2 - 1": "rank = 1 - 1"},
                   "kthvalue_pair3": {"(x, 2,": "(x, 3,", "rank = 2 - 1": "rank = 3 - 1"},
                   "kthvalue_pair4": {"(x, 2,": "(x, 4,", "rank = 2 - 1": "rank = 4 - 1"},
                   "kthvalue_pair5": {"(x, 2,": "(x, 5,", "rank = 2 - 1": "rank = 5 - 1"},
                   "median_pair": {
                       "torch.kthvalue(x, 2,": "torch.median(x,", "rank = 2 - 1": "rank = (size - 1) // 2"}},
        "AXES": [{"places": {
                     "return y, index": "return index", "y_ptr, index_ptr": "index_ptr",
                     "x, y, index": "x, index", "y = x.new_empty(x.shape[:-1])": "",
                     "value = tl.zeros((BLOCK,), tl.float32)": "", "value += tl.where(found, mine, 0.0)": "",
                     "tl.store(y_ptr + line, tl.sum(value, axis=0))": ""}},
                 DIMENSIONS_OF_ROWS, PLAIN_NEG_DOUBLE]},
    "moving_average": {
        "FAMILY": {"moving_sum": {".mean(dim=-1)": ".sum(dim=-1)", "y = y / WINDOW": ""},
                   "moving_max": {".mean(dim=-1)": ".amax(dim=-1)", "y = y / WINDOW": "",
                                  "y = tl.zeros((BLOCK,), tl.float32)":
                                      'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                                  "y = y + x": "y = tl.maximum(y, x)"},
                   "moving_min": {".mean(dim=-1)": ".amin(dim=-1)", "y = y / WINDOW": "",
                                  "y = tl.zeros((BLOCK,), tl.float32)":
                                      'y = tl.full((BLOCK,), float("inf"), tl.float32)',
                                  "y = y + x": "y = tl.minimum(y, x)"},
                   "moving_rms": {".mean(dim=-1)": ".square().mean(dim=-1).sqrt()",
                                  "y = y + x": "y = y + x * x", "y = y / WINDOW": "y = tl.sqrt(y / WINDOW)"}},
        "AXES": [{"w2": {"-1, 3, 1": "-1, 2, 1", "window, step = 3, 1": "window, step = 2, 1"},
                  "w4": {"-1, 3, 1": "-1, 4, 1", "window, step = 3, 1": "window, step = 4, 1"},
                  "w5": {"-1, 3, 1": "-1, 5, 1", "window, step = 3, 1": "window, step = 5, 1"},
                  "w7": {"-1, 3, 1": "-1, 7, 1", "window, step = 3, 1": "window, step = 7, 1"},
                  "w8": {"-1, 3, 1": "-1, 8, 1", "window, step = 3, 1": "window, step = 8, 1"},
                  "w12": {"-1, 3, 1": "-1, 12, 1", "window, step = 3, 1": "window, step = 12, 1"},
                  "w16": {"-1, 3, 1": "-1, 16, 1", "window, step = 3, 1": "window, step = 16, 1"},
                  "w4s2": {"-1, 3, 1": "-1, 4, 2", "window, step = 3, 1": "window, step = 4, 2"},
                  "w4s4": {"-1, 3, 1": "-1, 4, 4", "window, step = 3, 1": "window, step = 4, 4"},
                  "w5s3": {"-1, 3, 1": "-1, 5, 3", "window, step = 3, 1": "window, step = 5, 3"},
                  "w8s4": {"-1, 3, 1": "-1, 8, 4", "window, step = 3, 1": "window, step = 8, 4"},
                  "w2s5": {"-1, 3, 1": "-1, 2, 5", "window, step = 3, 1": "window, step = 2, 5"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "shapes_cummax": {
        "FAMILY": {"cummin": {
            "torch.cummax": "torch.cummin", "return tl.maximum(a, b)": "return tl.minimum(a, b)",
            '-float("inf")': 'float("inf")'}},
        "AXES": ["ROWS_SCANNED"]},
    "shapes_cummax_middle": {
        "FAMILY": {"cummin": {
            "torch.cummax": "torch.cummin", "tl.maximum(largest, x)": "tl.minimum(largest, x)",
            '-float("inf")': 'float("inf")'}},
        "AXES": ["COLUMNS_SCANNED"]},
    "shapes_cumprod": {"AXES": ["ROWS_MULTIPLIED_ON"]},
    "shapes_cumprod_middle": {"AXES": ["COLUMNS_MULTIPLIED_ON"]},
    "shapes_cumsum": {"AXES": ["ROWS_SCANNED"]},
    "shapes_cumsum_middle": {"AXES": ["COLUMNS_SCANNED"]},
    "shapes_logcumsumexp": {"AXES": ["ROWS_SCANNED"]},
    "shapes_logcumsumexp_middle": {"AXES": ["COLUMNS_SCANNED"]},
    "shapes_sort": {
        "FAMILY": {"descending": {"torch.sort(x, ": "torch.sort(x, descending=True, ",
                                  'float("inf")))': 'float("-inf")), descending=True)'}},
        "AXES": ["ROWS_SORTED"]},
    "shapes_topk": Derived("topk",
        axes=["ROWS_SELECTED", {"k1": ..., "k2": ..., "k4": ..., "k5": ..., "k8": ...}]),
    "single_extreme_so_far": {
        "FAMILY": {"smallest": {"torch.cummax": "torch.cummin", "b >= a": "b <= a",
                                '-float("inf")': 'float("inf")'}},
        "AXES": [RANKS_AND_DIMENSIONS]},
    "single_scan": {
        "FAMILY": {
            "product": {"torch.cumsum": "torch.cumprod",
                        "carry = tl.full([1, INNER], 0.0, dtype=tl.float64)":
                            "carry = tl.full([1, INNER], 1.0, dtype=tl.float64)",
                        "y = carry + tl.cumsum(x, axis=0)": "y = carry * tl.cumprod(x, axis=0)",
                        "other=0.0": "other=1.0",
                        "carry += tl.sum(x, axis=0)[None, :]":
                            "last = tl.arange(0, BLOCK)[:, None] == BLOCK - 1\n"
                            "carry = tl.sum(tl.where(last, y, 0.0), axis=0)[None, :]"},
            "exclusive": {"torch.cumsum(x, dim)": "torch.cumsum(x, dim) - x",
                          "y = carry + tl.cumsum(x, axis=0)": "y = carry + tl.cumsum(x, axis=0) - x"},
            "reversed": {"torch.cumsum(x, dim)": "torch.cumsum(x.flip(dim), dim).flip(dim)",
                         "places = start + tl.arange(0, BLOCK)[:, None]":
                             "places = whole - 1 - start - tl.arange(0, BLOCK)[:, None]  # from the end",
                         "mask = (places < whole)": "mask = (places >= 0)"},
            "masked": {
                "return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape) > 0",
                "single_scan_torch(x)": "single_scan_torch(x, m)",
                "single_scan_triton(x)": "single_scan_triton(x, m)", "torch.cumsum(x,": "torch.cumsum(x * m,",
                "x = x.contiguous()": "x, m = x.contiguous(), m.contiguous()",
                "(x_ptr, y_ptr": "(x_ptr, m_ptr, y_ptr", "(x, y, whole": "(x, m, y, whole",
                "y = carry + tl.cumsum(x, axis=0)":
                    "m = tl.load(m_ptr + offsets, mask=mask, other=0).to(tl.float64)\n"
                    "x = x * m\n"
                    "y = carry + tl.cumsum(x, axis=0)"},
            "weighted": {
                "return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape)",
                "single_scan_torch(x)": "single_scan_torch(x, m)",
                "single_scan_triton(x)": "single_scan_triton(x, m)", "torch.cumsum(x,": "torch.cumsum(x * m,",
                "x = x.contiguous()": "x, m = x.contiguous(), m.contiguous()",
                "(x_ptr, y_ptr": "(x_ptr, m_ptr, y_ptr", "(x, y, whole": "(x, m, y, whole",
                "y = carry + tl.cumsum(x, axis=0)":
                    "m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float64)\n"
                    "x = x * m\n"
                    "y = carry + tl.cumsum(x, axis=0)"}},
        "AXES": [RANKS_AND_DIMENSIONS]},
    "sort": {
        "FAMILY": {"sort_descending": {"dim=-1": "dim=-1, descending=True",
                                       'float("inf")))': 'float("-inf")), descending=True)'},
                   "sort_dim0": {"CASES = [(1, 2), (2, 17)]": "CASES = [(2, 1), (17, 2)]", "dim=-1": "dim=0",
                                 "x.shape[-1], 1": "x.shape[0], x.stride(0)"},
                   "sort_dim0_descending": {
                       "CASES = [(1, 2), (2, 17)]": "CASES = [(2, 1), (17, 2)]",
                       "dim=-1": "dim=0, descending=True", "x.shape[-1], 1": "x.shape[0], x.stride(0)",
                       'float("inf")))': 'float("-inf")), descending=True)'},
                   "sort3d_dim1": {"CASES = [(1, 2), (2, 17)]": "CASES = [(1, 2, 1), (1, 17, 2)]",
                                   "dim=-1": "dim=1", "x.shape[-1], 1": "x.shape[1], x.stride(1)"},
                   "sort3d_last": {"CASES = [(1, 2), (2, 17)]": "CASES = [(1, 1, 2), (1, 2, 17)]"}},
        "AXES": [{"abs": {"torch.sort(x, ": "torch.sort(torch.abs(x), ",
                          "tl.where(mask, x, ": "tl.where(mask, tl.abs(x), "},
                  "relu": {"torch.sort(x, ": "torch.sort(torch.relu(x), ",
                           "tl.where(mask, x, ": "tl.where(mask, tl.maximum(x, 0.0), "},
                  "square": {
                      "torch.sort(x, ": "torch.sort(x * x, ", "tl.where(mask, x, ": "tl.where(mask, x * x, "},
                  "sigmoid": {"torch.sort(x, ": "torch.sort(torch.sigmoid(x), ",
                              "tl.where(mask, x, ": "tl.where(mask, tl.sigmoid(x), "}}]},
    "sort_pair": {
        "FAMILY": {"sort_pair_values": {
                       "return y, index": "return y", "y_ptr, index_ptr": "y_ptr", "x, y, index": "x, y",
                       "index = torch.empty(x.shape, dtype=torch.int64, device=x.device)": "",
                       "tl.store(index_ptr + first + rank * inner, j.to(tl.int64), mask=j < size)": ""},
                   "sort_pair_places": {"return y, index": "return index", "y_ptr, index_ptr": "index_ptr",
                                        "x, y, index": "x, index", "y = torch.empty_like(x)": "",
                                        "tl.store(y_ptr + first + rank * inner, mine, mask=j < size)": ""}},
        "AXES": [{"descending": {"descending=False": "descending=True",
                                 "x[None, :] < mine[:, None]": "x[None, :] > mine[:, None]"}},
                 {"dim0": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                               "CASES = [(2, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]",
                           "dim=-1": "dim=0", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)"},
                  "dim2": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                               "CASES = [(1, 2, 1), (3, 33, 2), (2, 3, 12, 5)]",
                           "dim=-1": "dim=-2", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)"},
                  "dim3": {"CASES = [(1, 2), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]":
                               "CASES = [(1, 2, 1, 1), (2, 33, 3, 5), (2, 3, 12, 5, 4)]",
                           "dim=-1": "dim=-3", "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)"}},
                 PLAIN_NEG_DOUBLE]},
    "topk": Derived("kthvalue", {
        "x.shape[1:]": "(K,) + x.shape[1:]", ":-1]": ":-1] + (K,)", "+ ": "+ (K,) + ", " 5,": " 12,",
        "(5,": "(12,", "(9,": "(14,", "(1, 5), (": "(1, 12), (", "), (50,), ": "), (40,), ",
        " 3, 12), (": " 3, 15), (", ", 17)]": ", 17), (2, 300)]"},
        family={"bottomk": {"largest=True": "largest=False", 'last = float("inf")': 'last = float("-inf")',
                            'best = float("-inf")': 'best = float("inf")', "x < last": "x > last",
                            'x = tl.where(left, x, float("-inf"))': 'x = tl.where(left, x, float("inf"))',
                            "tile_best = tl.max(x, axis=0)": "tile_best = tl.min(x, axis=0)",
                            "tile_best > best": "tile_best < best",
                            "best = tl.maximum(best, tile_best)": "best = tl.minimum(best, tile_best)"}},
        axes=[{"dim0": ..., "dim2": ..., "dim3": ...},
              {"k1": {"(x, 3,": "(x, 1,", "K = 3": "K = 1"}, "k2": {"(x, 3,": "(x, 2,", "K = 3": "K = 2"},
               "k4": {"(x, 3,": "(x, 4,", "K = 3": "K = 4"}, "k5": {"(x, 3,": "(x, 5,", "K = 3": "K = 5"},
               "k6": {"(x, 3,": "(x, 6,", "K = 3": "K = 6"}, "k8": {"(x, 3,": "(x, 8,", "K = 3": "K = 8"},
               "k10": {"(x, 3,": "(x, 10,", "K = 3": "K = 10"}},
              1, 2]),
    "topk_pair": Derived("topk",
        family={"topk_pair_values": {
                    "return y, index": "return y", "y_ptr, index_ptr": "y_ptr", "x, y, index": "x, y",
                    "index = torch.empty(shape, dtype=torch.int64, device=x.device)": "",
                    "tl.store(index_ptr + first + k * inner, best_place)": ""},
                "topk_pair_places": {"return y, index": "return index", "y_ptr, index_ptr": "index_ptr",
                                     "x, y, index": "x, index", "y = x.new_empty(shape)": "",
                                     "tl.store(y_ptr + first + k * inner, best)": ""},
                "bottomk": ...}, axes=[0, 1, PLAIN_NEG_DOUBLE]),
    "transmittance": {
        "FAMILY": {
            "of_joined": {
                "torch.cumprod(torch.cat((torch.ones_like(w[..., :1]), w[..., :-1]), dim=-1), dim=-1)":
                    "torch.cumprod(torch.cat((torch.ones_like(w[..., :1]), w), dim=-1), dim=-1)[..., :-1]"},
            "of_padded": {"torch.cat((torch.ones_like(w[..., :1]), w[..., :-1]), dim=-1)":
                              "F.pad(w[..., :-1], (1, 0), value=1.0)"}},
        "AXES": [
            {  # how much of the light a place takes
                "of_density": {"a = torch.sigmoid(x)": "a = 1.0 - torch.exp(-torch.relu(x))",
                               "a = tl.sigmoid(x)":
                                   "a = 1.0 - tl.exp(-tl.maximum(x, 0.0).to(tl.float64)).to(tl.float32)"},
                "of_scaled_density": {
                    "a = torch.sigmoid(x)": "a = 1.0 - torch.exp(-torch.relu(x) * 0.1)",
                    "a = tl.sigmoid(x)":
                        "a = 1.0 - tl.exp((-tl.maximum(x, 0.0) * 0.1).to(tl.float64)).to(tl.float32)"},
                "clamped": {"a = torch.sigmoid(x)": "a = torch.clamp(x, 0.0, 1.0)",
                            "a = tl.sigmoid(x)": "a = tl.minimum(tl.maximum(x, 0.0), 1.0)"},
                "as_it_is": {"a = torch.sigmoid(x)": "a = x", "a = tl.sigmoid(x)": "a = x"},
                "of_intervals": {
                    "a = torch.sigmoid(x)": "a = 1.0 - torch.exp(-torch.relu(x) * z)",
                    "a = tl.sigmoid(x)":
                        "a = 1.0 - tl.exp((-tl.maximum(x, 0.0) * z).to(tl.float64)).to(tl.float32)",
                    "return (torch.randn(shape),)": "return torch.randn(shape), torch.rand(shape)",
                    "(x)": "(x, z)", "load_alpha(x_ptr, mask)": "load_alpha(x_ptr, z_ptr, mask)",
                    "x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)":
                        "x = tl.load(x_ptr, mask=mask, other=0.0).to(tl.float32)\n"
                        "z = tl.load(z_ptr, mask=mask, other=0.0).to(tl.float32)",
                    "x_ptr, y_ptr": "x_ptr, z_ptr, y_ptr",
                    "x_ptr + row * n_cols + cols - 1,":
                        "x_ptr + row * n_cols + cols - 1, z_ptr + row * n_cols + cols - 1,",
                    "x_ptr + row * n_cols + cols, ":
                        "x_ptr + row * n_cols + cols, z_ptr + row * n_cols + cols, ",
                    "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                    "(x, y, n_cols": "(x, z, y, n_cols"}},
            {"little": ({"w = 1.0 - a": "w = 1.0 - a + 1e-{0}", "w = 1.0 - left": "w = 1.0 - left + 1e-{0}"},
                        "5 6 7 8")},
            {"scaled": {"return t * a": "return t * a * 0.5", "y = t * a": "y = t * a * 0.5"}}]},
}
