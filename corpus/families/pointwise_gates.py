"""Tables of the families of gates, cells and chains."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import JOINED_STATISTIC

FAMILIES = {
    "binary_chain": {"AXES": [
        ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)"),
        ("UNARY+REUSE+SCALAR", "z = torch.exp(-z)", "z = tl.exp(-z)", "optional"),
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "channel_glu": Derived("glu", {"C": "half", "-": ""},
        family={
            "first": ..., "sum": ..., "residual": ...,
            "maxout": {"return x * z": "return torch.maximum(x, z)", "y = x * z": "y = tl.maximum(x, z)"}}),
    "channel_glu_joins": {
        "FAMILY": {
            "channel": {"z = torch.randn(shape)": "z = torch.randn(shape[1:2] + (1,) * (len(shape) - 2))",
                        "z_ptr + offsets": "z_ptr + offsets // n_places % n_channels",
                        "n_elements, half, BLOCK: tl": "n_elements, half, n_channels, n_places, BLOCK: tl",
                        "y.numel(), half, BLOCK": "y.numel(), half, n_channels, n_places, BLOCK",
                        "half = x.numel() // x.shape[0] // 2":
                            "half = x.numel() // x.shape[0] // 2\n"
                            "n_channels = x.shape[1] // 2\n"
                            "n_places = half // n_channels"},
            "written": {"y = F.glu(x, dim=1)":
                            "x, gate = x.chunk(2, dim=1)\n"
                            "y = x * torch.sigmoid(gate)"},
            "gated_tanh": {
                "y = F.glu(x, dim=1)":
                    "x, gate = x.chunk(2, dim=1)\n"
                    "y = torch.tanh(x) * torch.sigmoid(gate)",
                "y = x * tl.sigmoid(gate)":
                    "t = -2.0 * tl.abs(x)\n"
                    "u = tl.exp(t)\n"
                    "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                    "t = -t / (t + 2.0)\n"
                    "x = tl.where(x < 0.0, -t, t)\n"
                    "y = x * tl.sigmoid(gate)"}},
        "AXES": [{"first": {"channel_glu_joins_torch(x, z)": "channel_glu_joins_torch(z, x)",
                            "channel_glu_joins_triton(x, z)": "channel_glu_joins_triton(z, x)",
                            "return torch.randn(shape[0], 2 * shape[1], *shape[2:]), z":
                                "return z, torch.randn(shape[0], 2 * shape[1], *shape[2:])"}},
                 ("BINARY", "y = y + z", "y = z + y"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "complex_mul": {
        "FAMILY": {
            "complex_mul_conjugate": {
                "x = a * c - b * d": "x = a * c + b * d", "y = a * d + b * c": "y = b * c - a * d"},
            "complex_mul_scaled": {"x = a * c - b * d": "x = 0.5 * (a * c - b * d)",
                                   "y = a * d + b * c": "y = 0.5 * (a * d + b * c)"},
            "complex_mul_add": {
                "x = a * c - b * d": "x = a * c - b * d + a", "y = a * d + b * c": "y = a * d + b * c + b"}},
        "AXES": [("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
                 ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional")]},
    "dropout": {
        "FAMILY": {
            "dropout_01": {"x * keep / 0.5": "x * keep / 0.9",
                           "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.9, 0.0)"},
            "dropout_02": {"x * keep / 0.5": "x * keep / 0.8",
                           "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.8, 0.0)"},
            "dropout_025": {"x * keep / 0.5": "x * keep / 0.75",
                            "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.75, 0.0)"},
            "dropout_03": {"x * keep / 0.5": "x * keep / 0.7",
                           "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.7, 0.0)"},
            "dropout_005": {"x * keep / 0.5": "x * keep / 0.95",
                            "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.95, 0.0)"},
            "dropout_04": {"x * keep / 0.5": "x * keep / 0.6",
                           "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.6, 0.0)"},
            "multiplied_01": {"x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.9)",
                              "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.9)"},
            "multiplied_02": {"x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.8)",
                              "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.8)"},
            "multiplied_025": {
                "x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.75)",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.75)"},
            "masked": {"x * keep / 0.5": "x.masked_fill(~keep, 0.0) * 1.25",
                       "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * 1.25"}},
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "dropout_add": {
        "FAMILY": {
            "sum_05": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.5",
                       "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.5, 0.0)"},
            "sum_02": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.8",
                       "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.8, 0.0)"},
            "sum_025": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.75",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.75, 0.0)"},
            "sum_03": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.7",
                       "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.7, 0.0)"},
            "sum_005": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.95",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.95, 0.0)"},
            "sum_04": {"y = z + x * keep / 0.9": "y = z + x * keep / 0.6",
                       "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.6, 0.0)"},
            "product_05": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.5",
                           "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.5, 0.0)"},
            "product_01": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.9",
                           "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.9, 0.0)"},
            "product_02": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.8",
                           "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.8, 0.0)"},
            "product_025": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.75",
                            "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.75, 0.0)"},
            "product_03": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.7",
                           "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.7, 0.0)"},
            "product_005": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.95",
                            "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.95, 0.0)"},
            "product_04": {"y = z + x * keep / 0.9": "y = z * x * keep / 0.6",
                           "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.6, 0.0)"},
            "difference_05": {"y = z + x * keep / 0.9": "y = z - x * keep / 0.5",
                              "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.5, 0.0)"},
            "difference_01": {"y = z + x * keep / 0.9": "y = z - x * keep / 0.9",
                              "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.9, 0.0)"},
            "difference_02": {"y = z + x * keep / 0.9": "y = z - x * keep / 0.8",
                              "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.8, 0.0)"},
            "difference_025": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.75, 0.0)"},
            "difference_03": {"y = z + x * keep / 0.9": "y = z - x * keep / 0.7",
                              "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.7, 0.0)"},
            "difference_005": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.95, 0.0)"},
            "difference_04": {"y = z + x * keep / 0.9": "y = z - x * keep / 0.6",
                              "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.6, 0.0)"},
            "half_05": {"y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.5",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.5, 0.0)"},
            "half_01": {"y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.9",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.9, 0.0)"},
            "half_02": {"y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.8",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.8, 0.0)"},
            "half_025": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.75, 0.0)"},
            "half_03": {"y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.7",
                        "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.7, 0.0)"},
            "half_005": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.95, 0.0)"},
            "half_04": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.6",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.6, 0.0)"}},
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "glu": {"FAMILY": {"first": {"x, z = x.chunk(2, dim=-1)": "z, x = x.chunk(2, dim=-1)",
                                 "x_ptr + first, mask": "x_ptr + first + C, mask",
                                 "x_ptr + first + C, mask": "x_ptr + first, mask"},
                       "sum": {"return x * z": "return x + z", "y = x * z": "y = x + z"},
                       "residual": {"return x * z": "return x + x * z", "y = x * z": "y = x + x * z"},
                       "scaled": {"return x * z": "return 2.0 * x * z", "y = x * z": "y = 2.0 * x * z"},
                       "shifted": {"return x * z": "return x * (z + 1.0)", "y = x * z": "y = x * (z + 1.0)"},
                       "difference": {"return x * z": "return x - z", "y = x * z": "y = x - z"}},
            "AXES": [("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)")]},
    "glu_call": {"AXES": [
        {"channels": {"CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]":
                          "CASES = [(1, 2, 1), (3, 6, 11), (2, 6, 5, 7), (2, 4, 3, 2, 9), (2, 4, 20, 30)]",
                      "dim=-1": "dim=1", "n_half = x.shape[-1] // 2": "n_half = x.numel() // x.shape[0] // 2",
                      "x.shape[:-1] + (n_half,)": "(x.shape[0], x.shape[1] // 2) + x.shape[2:]"}},
        ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "gru_cell": {
        "FAMILY": {
            "gru_cell_update_first": {"x_r, x_z, x_n = x_gates": "x_z, x_r, x_n = x_gates",
                                      "h_r, h_z, h_n = h_gates": "h_z, h_r, h_n = h_gates",
                                      "x_r = tl.load(x_ptrs, ": "x_z = tl.load(x_ptrs, ",
                                      "x_z = tl.load(x_ptrs + N, ": "x_r = tl.load(x_ptrs + N, ",
                                      "h_r = tl.load(h_ptrs, ": "h_z = tl.load(h_ptrs, ",
                                      "h_z = tl.load(h_ptrs + N, ": "h_r = tl.load(h_ptrs + N, "},
            "gru_cell_keep_new": {"y = (1.0 - z) * n + z * h": "y = z * n + (1.0 - z) * h"},
            "gru_cell_difference": {"y = (1.0 - z) * n + z * h": "y = n + z * (h - n)"}},
        "AXES": [
            {"hidden_first": {"gru_cell_torch(x_gates, h_gates, h)": "gru_cell_torch(h, h_gates, x_gates)",
                              "gru_cell_triton(x_gates, h_gates, h)": "gru_cell_triton(h, h_gates, x_gates)",
                              "return torch.randn(B, 3 * N), torch.randn(B, 3 * N), torch.randn(B, N)":
                                  "return torch.randn(B, N), torch.randn(B, 3 * N), torch.randn(B, 3 * N)"},
             "reset_first": {"n = x_n + r * h_n": "n = r * h_n + x_n"}},
            {  # what makes the candidate, a tanh as a rule
                "tanh": {"n = torch.relu(n)": "n = torch.tanh(n)",
                         "n = tl.maximum(n, 0.0)":
                             "t = -2.0 * tl.abs(n)\n"
                             "u = tl.exp(t)\n"
                             "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                             "(u - 1.0) * t / tl.log(u)))\n"
                             "t = -t / (t + 2.0)\n"
                             "n = tl.where(n < 0.0, -t, t)"},
                "silu": {
                    "n = torch.relu(n)": "n = F.silu(n)", "n = tl.maximum(n, 0.0)": "n = n * tl.sigmoid(n)"},
                "softsign": {"n = torch.relu(n)": "n = F.softsign(n)",
                             "n = tl.maximum(n, 0.0)": "n = n / (1.0 + tl.abs(n))"},
                "hardtanh": {"n = torch.relu(n)": "n = F.hardtanh(n)",
                             "n = tl.maximum(n, 0.0)": "n = tl.minimum(tl.maximum(n, -1.0), 1.0)"}},
            ("UNARY+REUSE+SCALAR", "y = F.silu(y)", "y = y * tl.sigmoid(y)", "optional")]},
    "lstm_cell": {
        "FAMILY": {
            "lstm_cell_output_first": {
                "i, f, g, o = gates.chunk(4, dim=-1)": "o, i, f, g = gates.chunk(4, dim=-1)",
                "i = tl.load(gate_ptrs, ": "o = tl.load(gate_ptrs, ",
                "f = tl.load(gate_ptrs + N, ": "i = tl.load(gate_ptrs + N, ",
                "g = tl.load(gate_ptrs + 2 * N, ": "f = tl.load(gate_ptrs + 2 * N, ",
                "o = tl.load(gate_ptrs + 3 * N, ": "g = tl.load(gate_ptrs + 3 * N, "},
            "lstm_cell_forget_bias": {"torch.sigmoid(f) * c": "torch.sigmoid(f + 1.0) * c",
                                      "tl.sigmoid(f) * c": "tl.sigmoid(f + 1.0) * c"},
            "lstm_cell_coupled": {
                "torch.sigmoid(f) * c + torch.sigmoid(i) * g":
                    "torch.sigmoid(f) * c + (1.0 - torch.sigmoid(f)) * torch.sigmoid(i) * g",
                "tl.sigmoid(f) * c + tl.sigmoid(i) * g":
                    "tl.sigmoid(f) * c + (1.0 - tl.sigmoid(f)) * tl.sigmoid(i) * g"}},
        "AXES": [
            {"state_first": {"return h, c": "return c, h", "return h, new_c": "return new_c, h"}},
            {  # what makes the candidate, a tanh as a rule
                "tanh": {"g = torch.relu(g)": "g = torch.tanh(g)", "g = tl.maximum(g, 0.0)": "g = tanh(g)"},
                "silu": {
                    "g = torch.relu(g)": "g = F.silu(g)", "g = tl.maximum(g, 0.0)": "g = g * tl.sigmoid(g)"},
                "softsign": {"g = torch.relu(g)": "g = F.softsign(g)",
                             "g = tl.maximum(g, 0.0)": "g = g / (1.0 + tl.abs(g))"},
                "hardtanh": {"g = torch.relu(g)": "g = F.hardtanh(g)",
                             "g = tl.maximum(g, 0.0)": "g = tl.minimum(tl.maximum(g, -1.0), 1.0)"}},
            ("UNARY+REUSE+SCALAR", "h = F.silu(h)", "h = h * tl.sigmoid(h)", "optional")]},
    "other_gate": {
        "FAMILY": {"other_sum_gate": {"torch.mean(": "torch.sum(",
                                      "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)"},
                   "other_max_gate": {"torch.mean(": "torch.amax(",
                                      "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                          'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                                      "lanes += tl.where(mask, w, 0.0)":
                                          'lanes = tl.maximum(lanes, tl.where(mask, w, -float("inf")))',
                                      "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.max(lanes, axis=0)"},
                   "other_min_gate": {"torch.mean(": "torch.amin(",
                                      "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                          'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                                      "lanes += tl.where(mask, w, 0.0)":
                                          'lanes = tl.minimum(lanes, tl.where(mask, w, float("inf")))',
                                      "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.min(lanes, axis=0)"},
                   "other_norm_gate": {
                       "torch.mean(": "torch.linalg.vector_norm(",
                       "tl.where(mask, w, 0.0)": "tl.where(mask, w * w, 0.0)",
                       "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sqrt(tl.sum(lanes, axis=0))"},
                   "other_l1_gate": {"torch.mean(w, ": "torch.linalg.vector_norm(w, ord=1, ",
                                     "tl.where(mask, w, 0.0)": "tl.where(mask, tl.abs(w), 0.0)",
                                     "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)"}},
        "AXES": [{"statistic_first": {"return torch.randn(x_shape), torch.randn(w_shape)":
                                          "return torch.randn(w_shape), torch.randn(x_shape)",
                                      "def other_gate_torch(x, w)": "def other_gate_torch(w, x)",
                                      "def other_gate_triton(x, w)": "def other_gate_triton(w, x)"}},
                 JOINED_STATISTIC,
                 {"last2": {"[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), "
                            "(2, 3, 2, 17)), ((2, 1100), (2, 2100))]":
                                "[((1, 1, 1), (1, 1, 2)), ((3, 5, 2), (3, 5, 7)), ((2, 3, 2, 7), (2, 3, 4, "
                                "13)), ((2, 50, 27), (2, 40, 30))]",
                            "dim=-1": "dim=(-2, -1)",
                            "n_cols, n_reduced = x.shape[-1], w.shape[-1]":
                                "n_cols, n_reduced = x.shape[-2] * x.shape[-1], w.shape[-2] * w.shape[-1]"},
                  "last3": {"[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), "
                            "(2, 3, 2, 17)), ((2, 1100), (2, 2100))]":
                                "[((1, 1, 1, 1), (1, 1, 1, 2)), ((3, 5, 2, 3), (3, 2, 4, 7)), ((2, 5, 27, "
                                "10), (2, 4, 30, 11))]",
                            "dim=-1": "dim=(-3, -2, -1)",
                            "n_cols, n_reduced = x.shape[-1], w.shape[-1]": "n_rows = x.shape[0]",
                            "n_rows = w.numel() // n_reduced":
                                "n_cols, n_reduced = x.numel() // n_rows, w.numel() // n_rows"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "peak_floor": {
        "FAMILY": {
            "level": ({"peak - 8.0": "peak - {0}.0"}, "2 4 6"),
            "share": {"torch.maximum(x, peak - 8.0)": "torch.maximum(x, peak * 0.5)",
                      "tl.maximum(x, peak - 8.0)": "tl.maximum(x, peak * 0.5)"},
            "below": {"torch.maximum(x, peak - 8.0)": "x - peak", "tl.maximum(x, peak - 8.0)": "x - peak"},
            "below_floor": {"torch.maximum(x, peak - 8.0)": "torch.clamp(x - peak, min=-8.0)",
                            "tl.maximum(x, peak - 8.0)": "tl.maximum(x - peak, -8.0)"},
            "ratio": {"torch.maximum(x, peak - 8.0)": "x / (peak + 8.0)",
                      "tl.maximum(x, peak - 8.0)": "x / (peak + 8.0)"},
            "guarded_ratio": {"torch.maximum(x, peak - 8.0)": "x / peak.clamp(min=0.1)",
                              "tl.maximum(x, peak - 8.0)": "x / tl.maximum(peak, 0.1)"},
            "exponent": {"torch.maximum(x, peak - 8.0)": "torch.exp(x - peak)",
                         "tl.maximum(x, peak - 8.0)": "tl.exp(x - peak)"}},
        "AXES": [
            {  # from the bottom
                "least": {"x.amax()": "x.amin()", "tl.full([BLOCK], -float": "tl.full([BLOCK], float",
                          "lanes = tl.maximum(lanes, ": "lanes = tl.minimum(lanes, ",
                          "n_elements), -float": "n_elements), float", "tl.max(lanes": "tl.min(lanes",
                          "tl.max(tl.load": "tl.min(tl.load", "other=-float": "other=float"}},
            {  # what comes first
                "nothing": {"x = torch.square(x)": "", "x = x * x": ""},
                "decibels": {"x = torch.square(x)": "x = 10.0 * torch.log10(x.clamp(min=1e-5))",
                             "x = x * x": "x = 10.0 * (tl.log2(tl.maximum(x, 1e-5)) * 0.3010299956639812)"},
                "amplitude": {"x = torch.square(x)": "x = 20.0 * torch.log10(x.abs() + 1e-5)",
                              "x = x * x": "x = 20.0 * (tl.log2(tl.abs(x) + 1e-5) * 0.3010299956639812)"},
                "power": {"x = torch.square(x)": "x = torch.log10(x * x + 1e-5)",
                          "x = x * x": "x = tl.log2(x * x + 1e-5) * 0.3010299956639812"},
                "logarithm": {"x = torch.square(x)": "x = torch.log(x.clamp(min=1e-5))",
                              "x = x * x": "x = tl.log(tl.maximum(x, 1e-5))"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+TAIL_X", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "prelu": {
        "FAMILY": {"prelu_one": {"torch.rand(shape[1])": "torch.rand(1)",
                                 "n_elements, channels, n_inner, BLOCK": "n_elements, BLOCK",
                                 "tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0)":
                                     "tl.load(slope_ptr)",
                                 "n_elements, channels = x.numel(), x.shape[1]": "n_elements = x.numel()",
                                 "n_inner = n_elements // (x.shape[0] * channels)": ""}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.cos(y)", "y = tl.cos(y)", "optional")]},
    "residual_add": {
        "FAMILY": {"times": {"y = y + x": "y = y * x"}, "other": {"y = y + x": "y = y - z"},
                   "scaled": {"y = y + x": "y = x + 0.5 * y"}, "product": {"y = y + x": "y = y * z + x"}},
        "AXES": [("BINARY", "y = torch.add(y, z)", "y = y + z"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.exp(-y)", "y = tl.exp(-y)", "optional")]},
    "residual_chain": {
        "FAMILY": {"times": {"y = y + x": "y = y * x"}, "minus": {"y = y + x": "y = x - y"},
                   "half": {"y = y + x": "y = 0.5 * y + x"}, "mean": {"y = y + x": "y = (y + x) / 2.0"},
                   "tenth": {"y = y + x": "y = x + 0.1 * y"}, "gate": {"y = y + x": "y = x + x * y"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.exp(-y)", "y = tl.exp(-y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "rgb_to_gray": {
        "FAMILY": {"rgb_to_luma": {"0.299": "0.2126", "0.587": "0.7152", "0.114": "0.0722"},
                   "rgb_to_wide_luma": {"0.299": "0.2627", "0.587": "0.6780", "0.114": "0.0593"},
                   "rgb_to_blue_chroma": {"0.299": "-0.1687", "0.587": "-0.3313", "0.114": "0.5"},
                   "rgb_to_red_chroma": {"0.299": "0.5", "0.587": "-0.4187", "0.114": "-0.0813"},
                   "rgb_to_weighted": {"0.299": "0.25", "0.587": "0.5", "0.114": "0.25"}},
        "AXES": [{"kept": {"x[:, 0]": "x[:, 0:1]", "x[:, 1]": "x[:, 1:2]", "x[:, 2]": "x[:, 2:3]",
                           "x.new_empty(n, height, width)": "x.new_empty(n, 1, height, width)"},
                  "last": {"torch.randn(n, 3, height, width)": "torch.randn(n, height, width, 3)",
                           "x[:, 0]": "x[..., 0]", "x[:, 1]": "x[..., 1]", "x[:, 2]": "x[..., 2]",
                           "x_ptr + offsets // plane * (channels * plane) + offsets % plane":
                               "x_ptr + offsets * channels",
                           "source + plane": "source + 1", "source + 2 * plane": "source + 2",
                           "channels, plane, BLOCK": "channels, BLOCK",
                           "channels, height * width, BLOCK": "channels, BLOCK",
                           "n, channels, height, width = x.shape": "n, height, width, channels = x.shape"}},
                 ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "three_tensors": {
        "FAMILY": {
            "sum": {"y = x * w": "y = x + w"}, "difference": {"y = x * w": "y = w - x"},
            "mixture": {"y = x * w": "y = 0.9 * w + 0.1 * x"}, "gate": {"y = x * w": "y = x * w + z"},
            "scaled": {"y = x * w": "y = x * (w * 0.5)"}, "quotient": {"y = x * w": "y = x / (w * w + 1.0)"}},
        "AXES": [("BINARY", "x = torch.add(x, z)", "x = x + z"),
                 ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "two_branches": {
        "FAMILY": {"sum": {"y = y * w": "y = y + w"}, "difference": {"y = y * w": "y = y - w"},
                   "mixture": {"y = y * w": "y = 0.7 * y + 0.3 * w"},
                   "quotient": {"y = y * w": "y = y / (w * w + 1.0)"},
                   "scaled_sum": {"y = y * w": "y = 2.0 * (y + w)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
                 ("UNARY+REUSE+SCALAR", "w = torch.exp(-w)", "w = tl.exp(-w)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "two_outputs": {"AXES": [("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
                             ("UNARY+REUSE+SCALAR", "w = torch.cos(w)", "w = tl.cos(w)")]},
}
