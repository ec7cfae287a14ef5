"""Tables of the families of norms, distances and ratios."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import LAST_DIMENSIONS, SHAPES_OF_RESIDUAL

FAMILIES = {
    "cosine_similarity": {"AXES": [("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                                   ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "cosine_similarity_middle": {"AXES": [
        {"dim2": {"CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                      "CASES = [(2, 1, 3, 1), (2, 4, 3, 7), (2, 2, 33, 3), (2, 3, 3, 4, 5)]",
                  "dim=1": "dim=2", "x.shape[1]": "x.shape[2]", "x[0, 0].numel()": "x[0, 0, 0].numel()",
                  "x.shape[:1] + x.shape[2:]": "x.shape[:2] + x.shape[3:]"},
         "dim0": {"CASES = [(2, 3, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]":
                      "CASES = [(3, 2), (33, 5), (3, 2, 7), (4, 2, 3, 150), (2, 3, 2, 4, 5)]",
                  "dim=1": "dim=0", "x.shape[1]": "x.shape[0]", "x[0, 0].numel()": "x[0].numel()",
                  "x.shape[:1] + x.shape[2:]": "x.shape[1:]"}},
        ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "generalized_mean": {
        "FAMILY": {
            "generalized_mean_of_rows": {
                "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]":
                    "CASES = [(1, 1, 2), (2, 3, 7), (3, 4, 700)]",
                "dim=(-2, -1)": "dim=-1", "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-1]",
                "x.shape[:-2]": "x.shape[:-1]"},
            "generalized_mean_kept": {"dim=(-2, -1)": "dim=(-2, -1), keepdim=True",
                                      "x.new_empty(x.shape[:-2])": "x.new_empty(x.shape[:-2] + (1, 1))"},
            "generalized_mean_of_volumes": {
                "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]":
                    "CASES = [(1, 1, 1, 2, 2), (2, 3, 4, 5, 7), (3, 4, 2, 9, 17)]",
                "dim=(-2, -1)": "dim=(-3, -2, -1)",
                "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                "x.shape[:-2]": "x.shape[:-3]"}},
        "AXES": [
            {"abs": {"x = x.clamp(min=0.000001)": "x = x.abs() + 0.01",
                     "x = tl.maximum(x, 0.000001)": "x = tl.abs(x) + 0.01"},
             "relu": {"x = x.clamp(min=0.000001)": "x = torch.relu(x) + 0.001",
                      "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.0) + 0.001"},
             "clamp_1e_3": {"x = x.clamp(min=0.000001)": "x = torch.clamp(x, min=0.001)",
                            "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.001)"}},
            {"square": {"x = x.pow(3.0)": "x = x ** 2", "y = y.pow(1.0 / 3.0)": "y = y.sqrt()",
                        "x = x * x * x": "x = x * x",
                        "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt_rn(y)"},
             "fourth": {
                 "x = x.pow(3.0)": "x = x.pow(4)", "y = y.pow(1.0 / 3.0)": "y = y.pow(0.25)",
                 "x = x * x * x": "t = x * x\nx = t * t",
                 "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt(tl.sqrt(y))"},
             "geometric": {"x = x.pow(3.0)": "x = torch.log(x)", "y = y.pow(1.0 / 3.0)": "y = torch.exp(y)",
                           "x = x * x * x": "x = tl.log(x)",
                           "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.exp(y)"},
             "harmonic": {"x = x.pow(3.0)": "x = 1.0 / x", "y = y.pow(1.0 / 3.0)": "y = 1.0 / y",
                          "x = x * x * x": "x = 1.0 / x",
                          "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = 1.0 / y"}}]},
    "norm": {
        "FAMILY": {
            "l1_norm": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)",
                        "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
            "l4_norm": {"ord=2": "ord=4", "lanes += x * x": "lanes += x * x * (x * x)",
                        "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0)))"},
            "l3_norm": {"ord=2": "ord=3", "lanes += x * x": "lanes += tl.abs(x) * x * x",
                        "y = tl.sqrt(tl.sum(lanes, axis=0))":
                            "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 is "
                            "-inf, and the root 0"},
            "l5_norm": {
                "ord=2": "ord=5", "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)"},
            "l15_norm": {
                "ord=2": "ord=1.5", "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)"},
            "max_norm": {
                "ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)"},
            "square_norm": {"y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                            "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"}},
        "AXES": [LAST_DIMENSIONS,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "norm_all": {
        "FAMILY": {
            "l1_all": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)",
                       "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sum(partial, axis=0)"},
            "l4_all": {
                "ord=2": "ord=4", "lanes += x * x": "lanes += x * x * (x * x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(partial, axis=0)))"},
            "l3_all": {"ord=2": "ord=3", "lanes += x * x": "lanes += tl.abs(x) * x * x",
                       "y = tl.sqrt(tl.sum(partial, axis=0))":
                           "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 3.0)  # the logarithm of 0 is "
                           "-inf, and the root 0"},
            "l5_all": {
                "ord=2": "ord=5", "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 5.0)"},
            "l15_all": {
                "ord=2": "ord=1.5", "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 1.5)"},
            "max_all": {"ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                        "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                        "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.max(partial, axis=0)"},
            "square_all": {"torch.linalg.vector_norm(x, ord=2)": "torch.sum(x * x)",
                           "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sum(partial, axis=0)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "norm_channel": Derived("var_channel", {
        "(1, 2": "(2", " 4200)": " 3, 1200)", " 70,": " 3,", " 60)": " 40, 30)", " 14,": " 3,",
        " 15,": " 10,", " 20)": " 12, 10)"},
        family={"l1_channel": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)",
                               "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
                "l3_channel": {"ord=2": "ord=3", "lanes += x * x": "lanes += tl.abs(x) * x * x",
                               "y = tl.sqrt(tl.sum(lanes, axis=0))":
                                   "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 "
                                   "is -inf, and the root 0"},
                "l5_channel": {
                    "ord=2": "ord=5", "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)"},
                "l15_channel": {
                    "ord=2": "ord=1.5", "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)"},
                "max_channel": {
                    "ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                    "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)"},
                "square_channel": {"torch.linalg.vector_norm(x, ord=2,": "torch.sum(x * x,",
                                   "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)"},
                "power_channel": {"torch.linalg.vector_norm(x, ord=2,": "torch.mean(x * x,",
                                  "y = tl.sqrt(tl.sum(lanes, axis=0))":
                                      "y = tl.sum(lanes, axis=0) / (n_batch * n_inner)"}}),
    "norm_middle": Derived("logsumexp_middle", {
        "128": "64", ", 7, ": ", 33, ", " (1, 5, ": " (2, 40, ", ", 13)]": ", 7)]", "(17,": "(33,",
        "(7,": "(17,", "(6,": "(9,", "(5,": "(40,", " 150)": " 70)", ", 2, 4, 3, ": ", 3, 9, 4, ",
        " (1, 5, 9, 17)]": " (2, 40, 7, 11)]", "(2, 7, 3)": "(2, 33, 3)", " 3, 5, 4), (": " 3, 9, 5), (",
        " 2, 2, 4, 5), (1, 5, 150)]": " 2, 3, 4, 7), (3, 40, 70)]"},
        family={
            "l1_middle": {"ord=2": "ord=1", "tile += x * x": "tile += tl.abs(x)",
                          "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)"},
            "l4_middle": {"ord=2": "ord=4", "tile += x * x": "tile += x * x * (x * x)",
                          "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(tile, axis=0)))"},
            "l3_middle": {"ord=2": "ord=3", "tile += x * x": "tile += tl.abs(x) * x * x",
                          "y = tl.sqrt(tl.sum(tile, axis=0))":
                              "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 3.0)  # the logarithm of 0 is "
                              "-inf, and the root 0"},
            "l5_middle": {
                "ord=2": "ord=5", "tile += x * x": "tile += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 5.0)"},
            "l15_middle": {
                "ord=2": "ord=1.5", "tile += x * x": "tile += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 1.5)"},
            "max_middle": {"ord=2": 'ord=float("inf")', "tile += x * x": "tile = tl.maximum(tile, tl.abs(x))",
                           "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.max(tile, axis=0)"},
            "square_middle": {"y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                              "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)"}}),
    "norm_response": {
        "FAMILY": {"norm_response_plain": {  # gamma and beta without the batch's dimension
                       "gamma = torch.randn(1, C, 1, 1)": "gamma = torch.randn(C, 1, 1)",
                       "beta = torch.randn(1, C, 1, 1)": "beta = torch.randn(C, 1, 1)"},
                   "norm_response_flat_mean": {  # of (N, C) norms, as a norm without keepdim leaves them
                       "n = torch.rand(N, C, 1, 1) + 0.5": "n = torch.rand(N, C) + 0.5",
                       "y = x * (n / (n.mean(dim=1, keepdim=True) + 0.000001))":
                           "y = x * (n / (n.mean(dim=-1, keepdim=True) + 0.000001))[:, :, None, None]"},
                   "norm_response_of_norms": {  # the same norms twice: kept for x, and squeezed for the mean
                       "x, n, gamma, beta": "x, n, m, gamma, beta",
                       "    beta = torch.randn(1, C, 1, 1)":
                           "    beta = torch.randn(1, C, 1, 1)\n"
                           "m = torch.rand(N, C + 1) + 0.5",
                       "n.mean(dim=1, keepdim=True)": "m.mean(dim=-1, keepdim=True)[:, :, None, None]",
                       "n_ptr, gamma_ptr": "n_ptr, m_ptr, gamma_ptr", "y_ptr, C, AREA": "y_ptr, C, M, AREA",
                       "range(0, C, BLOCK_C)": "range(0, M, BLOCK_C)",
                       "n_ptr + image * C + channels, mask=channels < C":
                           "m_ptr + image * M + channels, mask=channels < M",
                       "tl.sum(total, axis=0) / C": "tl.sum(total, axis=0) / M",
                       "x, n = x.contiguous(), n.contiguous()":
                           "x, n, m = x.contiguous(), n.contiguous(), m.contiguous()",
                       "y, channels, area, BLOCK=": "y, channels, m.shape[-1], area, BLOCK="}},
        "AXES": [{"eps": ({"+ 0.000001": "+ 0.{0}"}, "1"), "eps_5": {"+ 0.000001": "+ 0.00001"}},
                 {"no_residual": {"y = y + x": ""}, "times": {"y = y + x": "y = y * x"}},
                 {"beta_first": {"y = gamma * y + beta": "y = gamma * (y + beta)"},
                  "one_and_gamma": {"y = gamma * y + beta": "y = (1.0 + gamma) * y + beta"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "norm_response_last": Derived("norm_response",
        family={"norm_response_last_full": {  # gamma and beta of four dimensions
                    "gamma = torch.randn(C)": "gamma = torch.randn(1, 1, 1, C)",
                    "beta = torch.randn(C)": "beta = torch.randn(1, 1, 1, C)"},
                "norm_response_of_tokens": {
                    "[(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C":
                        "[(1, 3, 2), (2, 28, 5), (3, 27, 37)]  # N, T, C",
                    "make(N, H, W, C)": "make(N, T, C)", "torch.randn(N, H, W, C)": "torch.randn(N, T, C)",
                    "torch.rand(N, 1, 1, C)": "torch.rand(N, 1, C)"}}),
    "norm_tail": Derived("norm", family={"l1_norm": ..., "l4_norm": ..., "max_norm": ..., "square_norm": ...},
        axes=[SHAPES_OF_RESIDUAL, 0, 1, ("BINARY", "y = y + z", "y = z + y"), 2, 3]),
    "number_by_size": {
        "FAMILY": {
            "columns": {"y / x.shape[0]": "y / x.shape[1]", "float(M)": "float(N)"},
            "times": {"y / x.shape[0]": "y * x.shape[0]", "y / scale": "y * scale"},
            "times_columns": {
                "y / x.shape[0]": "y * x.shape[-1]", "float(M)": "float(N)", "y / scale": "y * scale"},
            "less_one": {
                "y / x.shape[0]": "y / (x.shape[0] - 1)", "float(M)": "float(M - 1)", "(1, 3)": "(2, 3)"},
            "pairs": {"y / x.shape[0]": "y / (x.shape[0] * (x.shape[0] - 1))",
                      "float(M)": "float(M * (M - 1))", "(1, 3)": "(2, 3)"},
            "root": {"y / x.shape[0]": "y / math.sqrt(x.shape[0])", "float(M)": "math.sqrt(M)"},
            "twice": {"y / x.shape[0]": "y / (2 * x.shape[0])", "float(M)": "float(2 * M)"},
            "square": {"y / x.shape[0]": "y / x.shape[0] ** 2", "float(M)": "float(M * M)"},
            "of_vector": {"[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]", "make(M, N)": "make(M)",
                          "torch.randn(M, N)": "torch.randn(M)", "M, N = x.shape": "M, = x.shape"},
            "of_vector_times": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]", "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)", "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y * x.shape[0]", "y / scale": "y * scale"},
            "of_vector_less_one": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]", "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)", "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y / (x.shape[0] - 1)", "float(M)": "float(M - 1)"},
            "of_batches": {"[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 3), (3, 5, 33), (4, 20, 41)]",
                           "make(M, N)": "make(B, M, N)", "torch.randn(M, N)": "torch.randn(B, M, N)",
                           "M, N = x.shape": "B, M, N = x.shape", "float(M)": "float(B)"},
            "of_images": {"[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 1, 3), (3, 2, 5, 7), (4, 3, 11, 20)]",
                          "make(M, N)": "make(N, C, H, W)", "torch.randn(M, N)": "torch.randn(N, C, H, W)",
                          "M, N = x.shape": "M = x.shape[0]"}},
        "AXES": [{"minus": {"x = x * z": "x = x - z", "x = z * x": "x = x - z"},
                  "larger": {"x = x * z": "x = torch.maximum(x, z)", "x = z * x": "x = tl.maximum(x, z)"},
                  "square": {"x = x * z": "x = (x - z) ** 2", "x = z * x": "x = (x - z) * (x - z)"},
                  "hinge": {"x = x * z": "x = torch.relu(1.0 - x * z)",
                            "x = z * x": "x = tl.maximum(1.0 - x * z, 0.0)"}},
                 ("UNARY+STEEP", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
                 ("UNARY+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "overlap_of_rows": {
        "FAMILY": {"given": {"x = torch.sigmoid(x)": "", "x = tl.sigmoid(x)": ""}},
        "AXES": [
            {  # what the three sums make of each other
                "loss_even": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                  "y = 1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)",
                              "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                  "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)"},
                "little_even": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                    "y = both / (both + mine * 0.5 + other * 0.5 + 1e-6)",
                                "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                    "y = both / (both + 0.5 * mine + 0.5 * other + 1e-6)"},
                "smooth_even": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                    "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)",
                                "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                    "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)"},
                "focal_even": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                   "y = (1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)) ** 2",
                               "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                   "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)\n"
                                   "y = y * y"},
                "loss_steep": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                   "y = 1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)",
                               "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                   "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)"},
                "little_steep": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                     "y = both / (both + mine * 0.4 + other * 0.6 + 1e-6)",
                                 "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                     "y = both / (both + 0.4 * mine + 0.6 * other + 1e-6)"},
                "smooth_steep": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                     "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)",
                                 "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                     "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)"},
                "focal_steep": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                    "y = (1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)) ** 2",
                                "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                    "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)\n"
                                    "y = y * y"},
                "loss_flat": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                  "y = 1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)",
                              "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                  "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)"},
                "little_flat": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                    "y = both / (both + mine * 0.2 + other * 0.8 + 1e-6)",
                                "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                    "y = both / (both + 0.2 * mine + 0.8 * other + 1e-6)"},
                "smooth_flat": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                    "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)",
                                "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                    "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)"},
                "focal_flat": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                   "y = (1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)) ** 2",
                               "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                   "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)\n"
                                   "y = y * y"},
                "jaccard": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                "y = (both + 1) / (both + mine + other + 1)",
                            "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                "y = (both + 1.0) / (both + mine + other + 1.0)"},
                "jaccard_loss": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                     "y = 1 - both / (both + mine + other + 1e-6)",
                                 "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                     "y = 1.0 - both / (both + mine + other + 1e-6)"},
                "f1": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                           "y = 2 * both / (2 * both + mine + other + 1e-8)",
                       "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                           "y = 2.0 * both / (2.0 * both + mine + other + 1e-8)"},
                "f2": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                           "y = 5 * both / (5 * both + 4 * other + mine + 1e-8)",
                       "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                           "y = 5.0 * both / (5.0 * both + 4.0 * other + mine + 1e-8)"},
                "precision": {"y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)":
                                  "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)",
                              "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)":
                                  "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)"}},
            {"images": {"[(1, 5), (3, 33), (7, 300), (2, 1100)]": "[(1, 2, 5), (3, 4, 33), (2, 3, 300)]",
                        "return torch.randn(M, N), torch.rand(M, N)":
                            "return torch.randn(M, N, K), torch.rand(M, N, K)",
                        "make(M, N)": "make(M, N, K)", "x.new_empty(n_rows)": "x.new_empty(x.shape[:-1])"}}]},
    "pairwise_distance": {
        "FAMILY": {
            "l1": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0)",
                   "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                   "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)"},
            "kept": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, keepdim=True)",
                     "x.shape[:-1]": "x.shape[:-1] + (1,)"},
            "l1_kept": {"F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0, keepdim=True)",
                        "x.shape[:-1]": "x.shape[:-1] + (1,)",
                        "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                        "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)"},
            "norm": {"F.pairwise_distance(x, z)": "torch.norm(x - z, dim=-1)",
                     "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                     "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "squared": {"F.pairwise_distance(x, z)": "((x - z) ** 2).sum(dim=-1)",
                        "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                        "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                        "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "mean_squared": {
                "F.pairwise_distance(x, z)": "((x - z) ** 2).mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "mean_absolute": {
                "F.pairwise_distance(x, z)": "(x - z).abs().mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "root_mean_square": {
                "F.pairwise_distance(x, z)": "torch.sqrt(((x - z) ** 2).mean(dim=-1))",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sqrt(tl.sum(total, axis=0) / C)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "sum_of_maxima": {
                "F.pairwise_distance(x, z)": "torch.relu(x - z).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.maximum(x - z, 0.0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"},
            "huber_rows": {
                "F.pairwise_distance(x, z)": "F.smooth_l1_loss(x, z, reduction='none').sum(dim=-1)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)":
                    "d = tl.abs(x - z)\n"
                    "total += tl.where(d < 1.0, 0.5 * d * d, d - 0.5)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "ratio_of_statistics": {
        "FAMILY": {
            "var": {"torch.std(": "torch.var(", "tl.sqrt(y)": "y"},
            "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "var_biased": {
                "torch.std(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols", "tl.sqrt(y)": "y"},
            "sum_squares": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(x, ": "torch.sum(x * x, ",
                            "(total / n_cols)": "total",
                            "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
                            "tl.sqrt(y)": "y"},
            "power": {"torch.std(x, ": "torch.mean(x * x, ",
                      "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
                      "tl.sqrt(y)": "y"},
            "sum_norm": {"torch.mean(x, ": "torch.sum(x, ", "torch.std(": "torch.linalg.vector_norm(",
                         "(total / n_cols)": "total",
                         "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
            "mean_norm": {"torch.std(": "torch.linalg.vector_norm(",
                          "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
            "norms": {"torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                      "torch.std(": "torch.linalg.vector_norm(", "(total / n_cols)": "total",
                      "total += x": "total += tl.abs(x)",
                      "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"},
            "mean_abs_norm": {"torch.mean(x, ": "torch.mean(torch.abs(x), ",
                              "torch.std(": "torch.linalg.vector_norm(", "total += x": "total += tl.abs(x)",
                              "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares"}},
        "AXES": [
            "DIMS",
            {  # what becomes of the two
                "eps": ({"torch.div(y, v)": "y / (v + 1e-{0})", "y = y / v": "y = y / (v + 1e-{0})"},
                        "4 5 6 8"),
                "abs_eps": ({"torch.div(y, v)": "y / (torch.abs(v) + 1e-{0})",
                             "y = y / v": "y = y / (tl.abs(v) + 1e-{0})"},
                            "5 6 8"),
                "clamped": {
                    "torch.div(y, v)": "y / v.clamp(min=1e-6)", "y = y / v": "y = y / tl.maximum(v, 1e-6)"},
                "turned": {"torch.div(y, v)": "v / y", "y = y / v": "y = v / y"},
                "turned_eps": ({"torch.div(y, v)": "v / (y + 1e-{0})", "y = y / v": "y = v / (y + 1e-{0})"},
                               "4 5 6 8"),
                "turned_clamped": {
                    "torch.div(y, v)": "v / y.clamp(min=1e-6)", "y = y / v": "y = v / tl.maximum(y, 1e-6)"},
                "square_turned": {
                    "torch.div(y, v)": "v ** 2 / (y + 1e-5)", "y = y / v": "y = v * v / (y + 1e-5)"},
                "over_square": {
                    "torch.div(y, v)": "y / (v ** 2 + 1e-5)", "y = y / v": "y = y / (v * v + 1e-5)"},
                "absolute": {"torch.div(y, v)": "y / torch.abs(v)", "y = y / v": "y = y / tl.abs(v)"},
                "sum": {"torch.div(y, v)": "v + y", "y = y / v": "y = v + y"},
                "difference": {"torch.div(y, v)": "v - y", "y = y / v": "y = v - y"},
                "above": {"torch.div(y, v)": "v + 2.0 * y", "y = y / v": "y = v + 2.0 * y"},
                "below": {"torch.div(y, v)": "v - 0.5 * y", "y = y / v": "y = v - 0.5 * y"},
                "product": {"torch.div(y, v)": "v * y", "y = y / v": "y = v * y"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "ratio_of_sums": Derived("ratio_of_totals", {
        "tl.abs(x) * z": "(x - z) * (x - z)", "torch.abs(x) * z": "(x - z) ** 2",
        " tl.sum(w,": " load_sum(w_ptr,", " axis=0)": " rows, n_rows, n_shares, SHARES)", "partial": "v, w",
        "n_partials": "n_rows, n_shares", "(partial_ptr": "v_ptr, w_ptr", "(partial,": "(v, w,",
        " n_partials,": " n_rows,", " n_elements": " n_cols, n_shares",
        "= tl.sum(w, axis=0)\n": "= load_sum(w_ptr, rows, n_rows, n_shares, SHARES)\n",
        "/ n_elements, ": "/ n_cols, ", "/ n_elements": "/ n_cols"},
        family={
            "absolute": {"(x - z) ** 2": "torch.abs(x - z)", "(x - z) * (x - z)": "tl.abs(x - z)"},
            "turned": {"(x - z) ** 2": "(z - x) ** 2", "(x - z) * (x - z)": "(z - x) * (z - x)"},
            "turned_absolute": {"(x - z) ** 2": "(z - x).abs()", "(x - z) * (x - z)": "tl.abs(z - x)"},
            "product": ..., "weighted_square": ...,
            "weighted_absolute": {"(x - z) ** 2": "torch.abs(x) * z", "(x - z) * (x - z)": "tl.abs(x) * z"},
            "least": ..., "least_size": ...,
            "square": {"(x - z) ** 2": "x ** 2", "(x - z) * (x - z)": "x * x"},
            "size": {"(x - z) ** 2": "x.abs()", "(x - z) * (x - z)": "tl.abs(x)"},
            "fourth": ..., "hinge": ...}, axes=["DIMS", 0, 1, 2, 3, 4]),
    "ratio_of_totals": {
        "FAMILY": {  # what is summed above
            "square_error": {"torch.abs(x) * z": "(x - z) ** 2", "tl.abs(x) * z": "(x - z) * (x - z)"},
            "product": {"torch.abs(x) * z": "x * z", "tl.abs(x) * z": "x * z"},
            "weighted_square": {"torch.abs(x) * z": "x ** 2 * z", "tl.abs(x) * z": "x * x * z"},
            "least": {"torch.abs(x) * z": "torch.minimum(x, z)", "tl.abs(x) * z": "tl.minimum(x, z)"},
            "least_size": {"torch.abs(x) * z": "torch.minimum(x.abs(), z.abs())",
                           "tl.abs(x) * z": "tl.minimum(tl.abs(x), tl.abs(z))"},
            "fourth": {"torch.abs(x) * z": "(x - z) ** 4",
                       "tl.abs(x) * z": "(x - z) * (x - z) * ((x - z) * (x - z))"},
            "hinge": {"torch.abs(x) * z": "torch.relu(1.0 - x * z)",
                      "tl.abs(x) * z": "tl.maximum(1.0 - x * z, 0.0)"}},
        "AXES": [
            {  # and below
                "size": {"z ** 2": "z.abs()", "z * z": "tl.abs(z)"}, "plain": {"z ** 2": "z", "z * z": "z"},
                "sizes": {"z ** 2": "(x.abs() + z.abs())", "z * z": "tl.abs(x) + tl.abs(z)"},
                "squares": {"z ** 2": "(x ** 2 + z ** 2)", "z * z": "x * x + z * z"},
                "squares_of_sum": {"z ** 2": "(x + z) ** 2", "z * z": "(x + z) * (x + z)"},
                "largest": {"z ** 2": "torch.maximum(x, z)", "z * z": "tl.maximum(x, z)"},
                "sum": {"z ** 2": "(x + z)", "z * z": "x + z"}},
            {"roots": {"score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                       "w = tl.sum(w, axis=0)":
                           "w = tl.sum(w, axis=0)\n"
                           "v, w = tl.sqrt(v), tl.sqrt(w)"},
             "means": {"torch.sum(": "torch.mean(",
                       "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, n_elements",
                       "(partial, y, n_partials": "(partial, y, n_partials, n_elements",
                       "w = tl.sum(w, axis=0)":
                           "w = tl.sum(w, axis=0)\n"
                           "v, w = v / n_elements, w / n_elements"}},
            {  # what becomes of the two
                "eps": ({"torch.div(v, w)": "v / (w + 1e-{0})", "v / w": "v / (w + 1e-{0})"}, "5 6 7 8"),
                "clamped": (
                    {"torch.div(v, w)": "v / w.clamp(min=1e-{0})", "v / w": "v / tl.maximum(w, 1e-{0})"},
                    "5 6 8"),
                "clamped_1": {"torch.div(v, w)": "v / w.clamp(min=1.0)", "v / w": "v / tl.maximum(w, 1.0)"},
                "missing": {"torch.div(v, w)": "1.0 - v / w", "v / w": "1.0 - v / w"},
                "missing_eps": (
                    {"torch.div(v, w)": "1.0 - v / (w + 1e-{0})", "v / w": "1.0 - v / (w + 1e-{0})"},
                    "5 6 8"),
                "turned": {"torch.div(v, w)": "w / (v + 1e-6)", "v / w": "w / (v + 1e-6)"},
                "smoothed": {"torch.div(v, w)": "(v + 1.0) / (w + 1.0)", "v / w": "(v + 1.0) / (w + 1.0)"},
                "sum": {"torch.div(v, w)": "v + w", "v / w": "v + w"},
                "weighted_sum": {"torch.div(v, w)": "v + 0.1 * w", "v / w": "v + 0.1 * w"},
                "half_sum": {"torch.div(v, w)": "0.5 * (v + w)", "v / w": "0.5 * (v + w)"},
                "difference": {"torch.div(v, w)": "v - w", "v / w": "v - w"},
                "product": {"torch.div(v, w)": "v * w", "v / w": "v * w"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional")]},
    "root_mean_square": Derived("value_range",
        family={"smooth_norm": {"torch.mean(x * x": "torch.sum(x * x",
                                "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)"},
                "reciprocal": {"y = torch.sqrt": "y = torch.rsqrt", "y = tl.sqrt": "y = tl.rsqrt"},
                "reciprocal_norm": {"torch.mean(x * x": "torch.sum(x * x",
                                    "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)",
                                    "y = torch.sqrt": "y = torch.rsqrt", "y = tl.sqrt": "y = tl.rsqrt"}},
        axes=[0,
              {"eps5": {"1e-6": "1e-5"}, "eps8": {"1e-6": "1e-8"}, "eps2": {"1e-6": "0.01"},
               "eps12": {"1e-6": "1e-12"}},
              1, 2, 3]),
    "weighted_sum_middle": {
        "FAMILY": {
            "weighted_sum_middle_kept": {
                "torch.sum(x, dim=1)": "torch.sum(x, dim=1, keepdim=True)",
                "x.new_empty(B, N)": "x.new_empty(B, 1, N)"},
            "weighted_mean_middle": {"torch.sum(x, dim=1)": "torch.mean(x, dim=1)",
                                     "y = tl.sum(total, axis=0)": "y = tl.sum(total, axis=0) / T"},
            "weighted_max_middle": {"torch.sum(x, dim=1)": "torch.amax(x, dim=1)",
                                    "tl.zeros((BLOCK_T, BLOCK), dtype=tl.float32)":
                                        'tl.full((BLOCK_T, BLOCK), -float("inf"), dtype=tl.float32)',
                                    "total += tl.where(mask, x, 0.0)":
                                        'total = tl.maximum(total, tl.where(mask, x, -float("inf")))',
                                    "y = tl.sum(total, axis=0)": "y = tl.max(total, axis=0)"}},
        "AXES": [
            {"shared": {"torch.randn(B, T, 1)": "torch.randn(T, 1)",
                        "z_ptr + rows, mask=there": "z_ptr + rows - b * T, mask=there"},
             "each": {"torch.randn(B, T, 1)": "torch.randn(B, T, N)",
                      "z_ptr + rows, mask=there, other=0.0).to(tl.float32)[:, None]":
                          "z_ptr + rows[:, None] * N + n[None, :], mask=mask, other=0.0).to(tl.float32)"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "x = x * z", "x = z * x"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
