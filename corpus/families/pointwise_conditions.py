"""Tables of the families of powers, conditions and functions of two tensors."""

FAMILIES = {
    "arctan2": {
        "FAMILY": {
            "angle_degrees": {"torch.atan2(x, z)": "torch.atan2(x, z) * 57.29577951308232",
                              "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)":
                                  "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y) * 57.29577951308232"},
            "angle_turns": {"torch.atan2(x, z)": "torch.atan2(x, z) / 6.283185307179586",
                            "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)":
                                "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y) / 6.283185307179586"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "bitwise": {
        "FAMILY": {"or": {"x & z": "x | z"}, "xor": {"x & z": "x ^ z"}, "and_not": {"x & z": "x & ~z"},
                   "nor": {"x & z": "~(x | z)"}, "sum": {"x & z": "x + z"}, "difference": {"x & z": "x - z"},
                   "product": {"x & z": "x * z"}, "mix": {"x & z": "(x ^ z) & 255"},
                   "shift_xor": {"x & z": "(x << 3) ^ z"}, "shift_right": {"x & z": "(x >> 2) + z"},
                   "low_bits": {"x & z": "(x & 15) | (z & 240)"},
                   "majority": {"x & z": "(x & z) | (x & 3) | (z & 3)"},
                   "multiply_add": {"x & z": "x * 3 + z"}, "twice": {"x & z": "2 * x - z"},
                   "interleave": {"x & z": "(x << 8) | (z & 255)"}, "gray": {"x & z": "x ^ (x >> 1) ^ z"},
                   "shift_left_by": {"x & z": "x << (z & 7)"}, "shift_right_by": {"x & z": "x >> (z & 7)"}},
        "AXES": [{"long": {"torch.int32": "torch.int64"}},
                 {"plain": {"y = y | 16": ""}, "plus_1": {"y = y | 16": "y = y + 1"},
                  "times_5": {"y = y | 16": "y = y * 5"}, "inverted": {"y = y | 16": "y = ~y"},
                  "shifted": {"y = y | 16": "y = y >> 1"}, "parity": {"y = y | 16": "y = y & 1"},
                  "from_7": {"y = y | 16": "y = 7 - y"}}]},
    "logaddexp": {
        "FAMILY": {
            "logaddexp2": {"torch.logaddexp(x, z)": "torch.logaddexp2(x, z)",
                           "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                               "y = tl.maximum(x, z) + 1.4426950408889634 * log1p(tl.exp2(-tl.abs(x - z)))"},
            "logaddexp_minus": {"torch.logaddexp(x, z)": "-torch.logaddexp(-x, -z)",
                                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                    "y = tl.minimum(x, z) - log1p(tl.exp(-tl.abs(x - z)))"},
            "logaddexp_sharp": {"torch.logaddexp(x, z)": "0.25 * torch.logaddexp(4.0 * x, 4.0 * z)",
                                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                    "y = tl.maximum(x, z) + 0.25 * log1p(tl.exp(-4.0 * tl.abs(x - z)))"},
            "softplus_difference": {"torch.logaddexp(x, z)": "F.softplus(x - z)",
                                    "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                        "y = tl.maximum(x - z, 0.0) + log1p(tl.exp(-tl.abs(x - z)))"},
            "logsigmoid_difference": {"torch.logaddexp(x, z)": "F.logsigmoid(x - z)",
                                      "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                          "y = tl.minimum(x - z, 0.0) - log1p(tl.exp(-tl.abs(x - z)))"},
            "log1p_distance": {
                "torch.logaddexp(x, z)": "torch.log1p(torch.abs(x - z))",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(tl.abs(x - z))"},
            "log1p_product": {
                "torch.logaddexp(x, z)": "torch.log1p(x * x * z * z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(x * x * z * z)"},
            "xlog1py": {"torch.logaddexp(x, z)": "x * torch.log1p(torch.abs(z))",
                        "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = x * log1p(tl.abs(z))"},
            "mix_entropy": {"torch.logaddexp(x, z)": "torch.logaddexp(x, z) - 0.5 * (x + z)",
                            "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))":
                                "y = 0.5 * tl.abs(x - z) + log1p(tl.exp(-tl.abs(x - z)))"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "masked_fill": {
        "FAMILY": {"fill_00": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 0.0)",
                               "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.0)"},
                   "fill_m10": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -1.0)",
                                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -1.0)"},
                   "fill_10": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 1.0)",
                               "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 1.0)"},
                   "fill_m100000": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -10000.0)",
                                    "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -10000.0)"},
                   "fill_20": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 2.0)",
                               "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 2.0)"},
                   "fill_m025": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -0.25)",
                                 "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -0.25)"},
                   "fill_kept_00": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 0.0)",
                                    "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 0.0, x)"},
                   "fill_kept_m1000": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, -100.0)",
                                       "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, -100.0, x)"},
                   "fill_kept_15": {"x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 1.5)",
                                    "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 1.5, x)"},
                   "choice": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x, -x)",
                              "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -x)"},
                   "choice_scaled": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x, 0.1 * x)",
                                     "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.1 * x)"},
                   "choice_shifted": {"x.masked_fill(~keep, 0.5)": "torch.where(keep, x + 1.0, x)",
                                      "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x + 1.0, x)"},
                   "product": {"x.masked_fill(~keep, 0.5)": "x * keep",
                               "y = tl.where(keep, x, 0.5)": "y = x * keep.to(tl.float32)"}},
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "power": {"FAMILY": {
        "pow_2": {"x ** 3": "torch.pow(x, 2)", "y = x * x * x": "y = x * x"},
        "pow_4": {"x ** 3": "x ** 4", "y = x * x * x": "t = x * x\ny = t * t"},
        "pow_5": {"x ** 3": "x ** 5", "y = x * x * x": "t = x * x\ny = t * t * x"},
        "pow_6": {"x ** 3": "torch.pow(x, 6)", "y = x * x * x": "t = x * x\ny = t * t * t"},
        "x_abs_x": {"x ** 3": "x * torch.abs(x)", "y = x * x * x": "y = x * tl.abs(x)"},
        "square_plus_x": {"x ** 3": "x * x + x", "y = x * x * x": "y = x * x + x"},
        "x_minus_cube": {"x ** 3": "x - x ** 3", "y = x * x * x": "y = x - x * x * x"},
        "cube_over_3": {"x ** 3": "x ** 3 / 3.0", "y = x * x * x": "y = x * x * x / 3.0"},
        "abs_pow_15": {"x ** 3": "torch.abs(x) ** 1.5", "y = x * x * x": "t = tl.abs(x)\ny = t * tl.sqrt(t)"},
        "signed_root": {"x ** 3": "torch.sign(x) * torch.sqrt(torch.abs(x))",
                        "y = x * x * x":
                            "t = tl.sqrt(tl.abs(x))\n"
                            "y = tl.where(x < 0.0, -t, t)"},
        "smoothstep": {"x ** 3": "torch.clamp(x, 0.0, 1.0) ** 2 * (3.0 - 2.0 * torch.clamp(x, 0.0, 1.0))",
                       "y = x * x * x":
                           "t = tl.minimum(tl.maximum(x, 0.0), 1.0)\n"
                           "y = t * t * (3.0 - 2.0 * t)"},
        "epanechnikov": {"x ** 3": "0.75 * torch.relu(1.0 - x * x)",
                         "y = x * x * x": "y = 0.75 * tl.maximum(1.0 - x * x, 0.0)"},
        "tricube": {"x ** 3": "torch.relu(1.0 - torch.abs(x) ** 3) ** 3",
                    "y = x * x * x":
                        "t = tl.abs(x)\n"
                        "t = tl.maximum(1.0 - t * t * t, 0.0)\n"
                        "y = t * t * t"},
        "rational": {"x ** 3": "x / (1.0 + x * x)", "y = x * x * x": "y = x / (1.0 + x * x)"},
        "lorentz": {"x ** 3": "1.0 / (1.0 + x * x)", "y = x * x * x": "y = 1.0 / (1.0 + x * x)"},
        "relu_cubed": {
            "x ** 3": "torch.relu(x) ** 3", "y = x * x * x": "t = tl.maximum(x, 0.0)\ny = t * t * t"},
        "legendre_2": {
            "x ** 3": "0.5 * (3.0 * x * x - 1.0)", "y = x * x * x": "y = 0.5 * (3.0 * x * x - 1.0)"},
        "legendre_3": {"x ** 3": "0.5 * (5.0 * x ** 3 - 3.0 * x)",
                       "y = x * x * x": "y = 0.5 * (5.0 * (x * x * x) - 3.0 * x)"},
        "hermite_3": {"x ** 3": "x ** 3 - 3.0 * x", "y = x * x * x": "y = x * x * x - 3.0 * x"},
        "chebyshev_2": {"x ** 3": "2.0 * x * x - 1.0", "y = x * x * x": "y = 2.0 * x * x - 1.0"},
        "square_plus_05": {"x ** 3": "x * x + 0.5", "y = x * x * x": "y = x * x + 0.5"},
        "shifted_square_05": {"x ** 3": "(x - 0.5) ** 2", "y = x * x * x": "t = x - 0.5\ny = t * t"},
        "scaled_square_05": {"x ** 3": "0.5 * x ** 2 - x", "y = x * x * x": "y = 0.5 * (x * x) - x"},
        "square_plus_10": {"x ** 3": "x * x + 1.0", "y = x * x * x": "y = x * x + 1.0"},
        "shifted_square_10": {"x ** 3": "(x - 1.0) ** 2", "y = x * x * x": "t = x - 1.0\ny = t * t"},
        "scaled_square_10": {"x ** 3": "1.0 * x ** 2 - x", "y = x * x * x": "y = 1.0 * (x * x) - x"},
        "square_plus_20": {"x ** 3": "x * x + 2.0", "y = x * x * x": "y = x * x + 2.0"},
        "shifted_square_20": {"x ** 3": "(x - 2.0) ** 2", "y = x * x * x": "t = x - 2.0\ny = t * t"},
        "scaled_square_20": {"x ** 3": "2.0 * x ** 2 - x", "y = x * x * x": "y = 2.0 * (x * x) - x"},
        "square_plus_30": {"x ** 3": "x * x + 3.0", "y = x * x * x": "y = x * x + 3.0"},
        "shifted_square_30": {"x ** 3": "(x - 3.0) ** 2", "y = x * x * x": "t = x - 3.0\ny = t * t"},
        "scaled_square_30": {"x ** 3": "3.0 * x ** 2 - x", "y = x * x * x": "y = 3.0 * (x * x) - x"},
        "square_plus_13": {"x ** 3": "x * x + 1.3", "y = x * x * x": "y = x * x + 1.3"},
        "shifted_square_13": {"x ** 3": "(x - 1.3) ** 2", "y = x * x * x": "t = x - 1.3\ny = t * t"},
        "scaled_square_13": {"x ** 3": "1.3 * x ** 2 - x", "y = x * x * x": "y = 1.3 * (x * x) - x"}}},
    "power_of_tensor": {
        "FAMILY": {"power_of_sigmoid": {"torch.abs(x) + 0.1": "torch.sigmoid(x) + 0.1",
                                        "tl.abs(x) + 0.1": "tl.sigmoid(x) + 0.1"},
                   "power_of_square": {"torch.abs(x) + 0.1": "x * x + 1.0", "tl.abs(x) + 0.1": "x * x + 1.0"},
                   "power_of_clamped": {"torch.abs(x) + 0.1": "torch.clamp(x, min=0.5)",
                                        "tl.abs(x) + 0.1": "tl.maximum(x, 0.5)"}},
        "AXES": [
            {"sigmoid": {"torch.pow(x, z)": "torch.pow(x, torch.sigmoid(z))", "* z)": "* tl.sigmoid(z))"},
             "relu": {"torch.pow(x, z)": "torch.pow(x, torch.relu(z))", "* z)": "* tl.maximum(z, 0.0))"},
             "half": {"torch.pow(x, z)": "x ** (0.5 * z)", "* z)": "* (0.5 * z))"},
             "row": {"return torch.randn(shape), torch.randn(shape)":
                         "return torch.randn(shape), torch.randn(shape[-1])",
                     "z_ptr + offsets": "z_ptr + offsets % n_cols",
                     "y_ptr, n_elements, BLOCK": "y_ptr, n_elements, n_cols, BLOCK",
                     "n_elements = x.numel()": "n_elements, n_cols = x.numel(), x.shape[-1]",
                     "y, n_elements, BLOCK": "y, n_elements, n_cols, BLOCK"}},
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "quotient": {
        "FAMILY": {
            "remainder": {"torch.div(x, z)": "torch.remainder(x, z)",
                          "y = x / z":
                              "quotient = x.to(tl.float64) / z\n"
                              "y = (x - tl.floor(quotient) * z).to(tl.float32)"},
            "fmod": {"torch.div(x, z)": "torch.fmod(x, z)",
                     "y = x / z":
                         "quotient = x.to(tl.float64) / z\n"
                         "whole = tl.where(quotient < 0.0, tl.ceil(quotient), tl.floor(quotient))\n"
                         "y = (x - whole * z).to(tl.float32)"},
            "floor_divide": {"torch.div(x, z)": "torch.floor_divide(x, z)",
                             "y = x / z": "y = tl.floor(x.to(tl.float64) / z).to(tl.float32)"},
            "divide_trunc": {"torch.div(x, z)": 'torch.div(x, z, rounding_mode="trunc")',
                             "y = x / z":
                                 "y = x / z\n"
                                 "y = tl.where(y < 0.0, tl.ceil(y), tl.floor(y))"},
            "nan_to_num": {"torch.div(x, z)": "torch.nan_to_num(x / z)",
                           "y = x / z":
                               "y = x / z\n"
                               "y = tl.where(y != y, 0.0, y)\n"
                               "y = tl.minimum(tl.maximum(y, -3.4028235e38), 3.4028235e38)"},
            "nan_to_one": {"torch.div(x, z)": "torch.nan_to_num(x / z, nan=1.0, posinf=5.0, neginf=-5.0)",
                           "y = x / z":
                               "y = x / z\n"
                               "y = tl.where(y != y, 1.0, y)\n"
                               'y = tl.where(y == float("inf"), 5.0, tl.where(y == -float("inf"), -5.0, y))'},
            "reverse": {"torch.div(x, z)": "z / (x * x + 1.0)", "y = x / z": "y = z / (x * x + 1.0)"},
            "quotient_minus_one": {"torch.div(x, z)": "x / z - 1.0", "y = x / z": "y = x / z - 1.0"},
            "relative": {"torch.div(x, z)": "(x - z) / z", "y = x / z": "y = (x - z) / z"},
            "half_quotient": {"torch.div(x, z)": "0.5 * x / z", "y = x / z": "y = 0.5 * x / z"},
            "addcdiv": {"torch.div(x, z)": "x + 0.5 * (x / z)", "y = x / z": "y = x + 0.5 * (x / z)"},
            "absolute": {
                "torch.div(x, z)": "torch.abs(x) / torch.abs(z)", "y = x / z": "y = tl.abs(x) / tl.abs(z)"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "root": {"FAMILY": {
        "rsqrt": {"torch.sqrt(x)": "torch.rsqrt(x)", "y = tl.sqrt(x)": "y = tl.rsqrt(x)"},
        "reciprocal": {"torch.sqrt(x)": "torch.reciprocal(x)", "y = tl.sqrt(x)": "y = 1.0 / x"},
        "pow_half": {"torch.sqrt(x)": "x ** 0.5 + 1.0", "y = tl.sqrt(x)": "y = tl.sqrt(x) + 1.0"},
        "pow_15": {"torch.sqrt(x)": "x ** 1.5", "y = tl.sqrt(x)": "y = x * tl.sqrt(x)"},
        "pow_25": {"torch.sqrt(x)": "torch.pow(x, 2.5)", "y = tl.sqrt(x)": "y = x * x * tl.sqrt(x)"},
        "pow_minus_half": {
            "torch.sqrt(x)": "torch.pow(x, -0.5) * 2.0", "y = tl.sqrt(x)": "y = tl.rsqrt(x) * 2.0"},
        "pow_minus_15": {"torch.sqrt(x)": "x ** -1.5", "y = tl.sqrt(x)": "y = tl.rsqrt(x) / x"},
        "pow_minus_2": {"torch.sqrt(x)": "x ** -2", "y = tl.sqrt(x)": "y = 1.0 / (x * x)"},
        "pow_minus_1": {"torch.sqrt(x)": "2.0 * x ** -1", "y = tl.sqrt(x)": "y = 2.0 / x"},
        "fourth_root": {
            "torch.sqrt(x)": "torch.sqrt(torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.sqrt(tl.sqrt(x))"},
        "pow_075": {"torch.sqrt(x)": "x ** 0.75", "y = tl.sqrt(x)": "t = tl.sqrt(x)\ny = t * tl.sqrt(t)"},
        "sqrt_minus": {"torch.sqrt(x)": "-torch.sqrt(x)", "y = tl.sqrt(x)": "y = -tl.sqrt(x)"},
        "x_rsqrt": {
            "torch.sqrt(x)": "x * torch.rsqrt(x + 1.0)", "y = tl.sqrt(x)": "y = x * tl.rsqrt(x + 1.0)"},
        "sqrt_reciprocal": {
            "torch.sqrt(x)": "1.0 / (1.0 + torch.sqrt(x))", "y = tl.sqrt(x)": "y = 1.0 / (1.0 + tl.sqrt(x))"},
        "sqrt_diff": {"torch.sqrt(x)": "torch.sqrt(x + 1.0) - torch.sqrt(x)",
                      "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0) - tl.sqrt(x)"},
        "exp_minus_sqrt": {
            "torch.sqrt(x)": "torch.exp(-torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.exp(-tl.sqrt(x))"},
        "sin_sqrt": {"torch.sqrt(x)": "torch.sin(torch.sqrt(x))", "y = tl.sqrt(x)": "y = tl.sin(tl.sqrt(x))"},
        "sqrt_plus_1e_5": {
            "torch.sqrt(x)": "torch.sqrt(x + 1e-5)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-5)"},
        "rsqrt_plus_1e_5": {
            "torch.sqrt(x)": "torch.rsqrt(x + 1e-5)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-5)"},
        "reciprocal_plus_1e_5": {
            "torch.sqrt(x)": "1.0 / (x + 1e-5)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-5)"},
        "inverse_sqrt_1e_5": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-5)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-5)"},
        "inverse_sqrt_outside_1e_5": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-5)",
                                      "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-5)"},
        "sqrt_plus_1e_6": {
            "torch.sqrt(x)": "torch.sqrt(x + 1e-6)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-6)"},
        "rsqrt_plus_1e_6": {
            "torch.sqrt(x)": "torch.rsqrt(x + 1e-6)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-6)"},
        "reciprocal_plus_1e_6": {
            "torch.sqrt(x)": "1.0 / (x + 1e-6)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-6)"},
        "inverse_sqrt_1e_6": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-6)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-6)"},
        "inverse_sqrt_outside_1e_6": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-6)",
                                      "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-6)"},
        "sqrt_plus_1e_3": {
            "torch.sqrt(x)": "torch.sqrt(x + 1e-3)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-3)"},
        "rsqrt_plus_1e_3": {
            "torch.sqrt(x)": "torch.rsqrt(x + 1e-3)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-3)"},
        "reciprocal_plus_1e_3": {
            "torch.sqrt(x)": "1.0 / (x + 1e-3)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-3)"},
        "inverse_sqrt_1e_3": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-3)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-3)"},
        "inverse_sqrt_outside_1e_3": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-3)",
                                      "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-3)"},
        "sqrt_plus_001": {"torch.sqrt(x)": "torch.sqrt(x + 0.01)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.01)"},
        "rsqrt_plus_001": {
            "torch.sqrt(x)": "torch.rsqrt(x + 0.01)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.01)"},
        "reciprocal_plus_001": {
            "torch.sqrt(x)": "1.0 / (x + 0.01)", "y = tl.sqrt(x)": "y = 1.0 / (x + 0.01)"},
        "inverse_sqrt_001": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.01)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.01)"},
        "inverse_sqrt_outside_001": {"torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.01)",
                                     "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.01)"},
        "sqrt_plus_01": {"torch.sqrt(x)": "torch.sqrt(x + 0.1)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.1)"},
        "rsqrt_plus_01": {"torch.sqrt(x)": "torch.rsqrt(x + 0.1)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.1)"},
        "reciprocal_plus_01": {"torch.sqrt(x)": "1.0 / (x + 0.1)", "y = tl.sqrt(x)": "y = 1.0 / (x + 0.1)"},
        "inverse_sqrt_01": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.1)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.1)"},
        "inverse_sqrt_outside_01": {
            "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.1)", "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.1)"},
        "sqrt_plus_10": {"torch.sqrt(x)": "torch.sqrt(x + 1.0)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0)"},
        "rsqrt_plus_10": {"torch.sqrt(x)": "torch.rsqrt(x + 1.0)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1.0)"},
        "reciprocal_plus_10": {"torch.sqrt(x)": "1.0 / (x + 1.0)", "y = tl.sqrt(x)": "y = 1.0 / (x + 1.0)"},
        "inverse_sqrt_10": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1.0)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1.0)"},
        "inverse_sqrt_outside_10": {
            "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1.0)", "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1.0)"},
        "sqrt_plus_20": {"torch.sqrt(x)": "torch.sqrt(x + 2.0)", "y = tl.sqrt(x)": "y = tl.sqrt(x + 2.0)"},
        "rsqrt_plus_20": {"torch.sqrt(x)": "torch.rsqrt(x + 2.0)", "y = tl.sqrt(x)": "y = tl.rsqrt(x + 2.0)"},
        "reciprocal_plus_20": {"torch.sqrt(x)": "1.0 / (x + 2.0)", "y = tl.sqrt(x)": "y = 1.0 / (x + 2.0)"},
        "inverse_sqrt_20": {
            "torch.sqrt(x)": "1.0 / torch.sqrt(x + 2.0)", "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 2.0)"},
        "inverse_sqrt_outside_20": {
            "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 2.0)", "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 2.0)"},
        "pow_01": {"torch.sqrt(x)": "torch.pow(x, 0.1)", "y = tl.sqrt(x)": "y = tl.exp2(0.1 * tl.log2(x))"},
        "pow_03": {"torch.sqrt(x)": "torch.pow(x, 0.3)", "y = tl.sqrt(x)": "y = tl.exp2(0.3 * tl.log2(x))"},
        "pow_06": {"torch.sqrt(x)": "torch.pow(x, 0.6)", "y = tl.sqrt(x)": "y = tl.exp2(0.6 * tl.log2(x))"},
        "pow_09": {"torch.sqrt(x)": "torch.pow(x, 0.9)", "y = tl.sqrt(x)": "y = tl.exp2(0.9 * tl.log2(x))"}}},
    "special_function": {
        "FAMILY": {
            "logit": {"torch.erfc(x)": "torch.logit(x, eps=0.01)",
                      "y = 1.0 - tl.erf(x)":
                          "y = tl.minimum(tl.maximum(x, 0.01), 1.0 - 0.01)\n"
                          "y = tl.log(y / (1.0 - y))"},
            "logit_3": {"torch.erfc(x)": "torch.logit(x, eps=1e-3)",
                        "y = 1.0 - tl.erf(x)":
                            "y = tl.minimum(tl.maximum(x, 0.001), 1.0 - 0.001)\n"
                            "y = tl.log(y / (1.0 - y))"},
            "logit_of_sigmoid": {"torch.erfc(x)": "torch.logit(torch.sigmoid(x), eps=0.05)",
                                 "y = 1.0 - tl.erf(x)":
                                     "y = tl.minimum(tl.maximum(tl.sigmoid(x), 0.05), 1.0 - 0.05)\n"
                                     "y = tl.log(y / (1.0 - y))"},
            "sinc": {"torch.erfc(x)": "torch.sinc(x)",
                     "y = 1.0 - tl.erf(x)":
                         "angle = 3.141592653589793 * tl.where(x == 0.0, 1.0, x)\n"
                         "y = tl.where(x == 0.0, 1.0, tl.sin(angle) / angle)"},
            "tanhshrink": {"torch.erfc(x)": "F.tanhshrink(x)",
                           "y = 1.0 - tl.erf(x)":
                               "s = x * x\n"
                               "small = x * s * (1.0 / 3.0 - s * (2.0 / 15.0 - s * (17.0 / 315.0 - s * "
                               "(62.0 / 2835.0))))\n"
                               "fade = tl.exp(-2.0 * tl.abs(x))\n"
                               "tanh = (1.0 - fade) / (1.0 + fade)\n"
                               "y = tl.where(tl.abs(x) < 0.2, small, x - tl.where(x < 0.0, -tanh, tanh))"},
            "nan_to_num_log": {"torch.erfc(x)": "torch.nan_to_num(torch.log(x), nan=0.0, neginf=-20.0)",
                               "y = 1.0 - tl.erf(x)":
                                   "y = tl.log(x)\n"
                                   'y = tl.where(y != y, 0.0, tl.where(y == -float("inf"), -20.0, y))'},
            "nan_to_num_sqrt": {"torch.erfc(x)": "torch.nan_to_num(torch.sqrt(x))",
                                "y = 1.0 - tl.erf(x)": "y = tl.sqrt(x)\ny = tl.where(y != y, 0.0, y)"},
            "normal_tail": {"torch.erfc(x)": "0.5 * torch.erfc(x / 1.4142135623730951)",
                            "y = 1.0 - tl.erf(x)": "y = 0.5 * (1.0 - tl.erf(x / 1.4142135623730951))"},
            "floor_divide": {"torch.erfc(x)": "torch.floor_divide(x, 0.3)",
                             "y = 1.0 - tl.erf(x)": "y = tl.floor(x.to(tl.float64) / 0.3).to(tl.float32)"},
            "fmod": {"torch.erfc(x)": "torch.fmod(x, 0.75)",
                     "y = 1.0 - tl.erf(x)":
                         "quotient = x.to(tl.float64) / 0.75\n"
                         "y = (x - tl.where(quotient < 0.0, tl.ceil(quotient), "
                         "tl.floor(quotient)) * 0.75).to(tl.float32)"},
            "remainder": {"torch.erfc(x)": "torch.remainder(x, 1.25)",
                          "y = 1.0 - tl.erf(x)":
                              "quotient = x.to(tl.float64) / 1.25\n"
                              "y = (x - tl.floor(quotient) * 1.25).to(tl.float32)"},
            "lgamma": {
                "torch.erfc(x)": "torch.lgamma(x)",
                "y = 1.0 - tl.erf(x)":
                    "# Stirling's series where it holds, seven steps up, "
                    "in float64; below 1/2 by reflection.\n"
                    "w = x.to(tl.float64)\n"
                    "t = tl.where(w < 0.5, 1.0 - w, w)\n"
                    "s = t + 7.0\n"
                    "r = 1.0 / s\n"
                    "series = r * (1.0 / 12.0 - r * r * (1.0 / 360.0 - r * r * (1.0 / 1260.0)))\n"
                    "steps = t * (t + 1.0) * (t + 2.0) * (t + 3.0) * (t + 4.0) * (t + 5.0) * (t + 6.0)\n"
                    "y = (s - 0.5) * tl.log(s) - s + 0.9189385332046727 + series - tl.log(steps)\n"
                    "sine = tl.abs(tl.sin(3.141592653589793 * (w - tl.floor(w))))\n"
                    "y = tl.where(w < 0.5, tl.log(3.141592653589793 / sine) - y, y).to(tl.float32)"},
            "digamma": {"torch.erfc(x)": "torch.digamma(x)",
                        "y = 1.0 - tl.erf(x)":
                            "# The asymptotic series where it holds, seven steps up, "
                            "in float64; below 1/2 by reflection.\n"
                            "w = x.to(tl.float64)\n"
                            "t = tl.where(w < 0.5, 1.0 - w, w)\n"
                            "s = t + 7.0\n"
                            "r = 1.0 / (s * s)\n"
                            "series = r * (1.0 / 12.0 - r * (1.0 / 120.0 - r * (1.0 / 252.0)))\n"
                            "steps = 1.0 / t + 1.0 / (t + 1.0) + 1.0 / (t + 2.0) + 1.0 / (t + 3.0) + 1.0 / "
                            "(t + 4.0) + 1.0 / (t + 5.0) + 1.0 / (t + 6.0)\n"
                            "y = tl.log(s) - 0.5 / s - series - steps\n"
                            "angle = 3.141592653589793 * (w - tl.floor(w))\n"
                            "y = tl.where(w < 0.5, y - 3.141592653589793 * tl.cos(angle) / tl.sin(angle), "
                            "y).to(tl.float32)"},
            "erfinv": {
                "torch.erfc(x)": "torch.erfinv(x)", "torch.randn(shape)": "torch.rand(shape) * 1.98 - 0.99",
                "y = 1.0 - tl.erf(x)":
                    "# Winitzki's approximation, then three steps of Newton, in float64.\n"
                    "w = x.to(tl.float64)\n"
                    "t = tl.log((1.0 - w) * (1.0 + w))\n"
                    "u = 4.330746750799873 + 0.5 * t\n"
                    "y = tl.sqrt(tl.sqrt(u * u - t / 0.147) - u)\n"
                    "y = tl.where(w < 0.0, -y, y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    'y = tl.where(tl.abs(w) == 1.0, w * float("inf"), y).to(tl.float32)'},
            "logit_bare": {
                "torch.erfc(x)": "torch.logit(x)", "torch.randn(shape)": "torch.rand(shape) * 0.98 + 0.01",
                "y = 1.0 - tl.erf(x)": "y = tl.log(x / (1.0 - x))"},
            "deg2rad": {
                "torch.erfc(x)": "torch.deg2rad(x)", "y = 1.0 - tl.erf(x)": "y = x * 0.017453292519943295"},
            "rad2deg": {
                "torch.erfc(x)": "torch.rad2deg(x)", "y = 1.0 - tl.erf(x)": "y = x * 57.29577951308232"},
            "signbit": {"torch.erfc(x)": "torch.signbit(x).float()",
                        "y = 1.0 - tl.erf(x)": "y = (x.to(tl.int32, bitcast=True) < 0).to(tl.float32)"},
            "xlogx": {"torch.erfc(x)": "torch.xlogy(x, x)", "torch.randn(shape)": "torch.rand(shape) + 0.01",
                      "y = 1.0 - tl.erf(x)": "y = x * tl.log(tl.where(x == 0.0, 1.0, x))"},
            "ldexp": {"torch.erfc(x)": "torch.ldexp(x, x)", "y = 1.0 - tl.erf(x)": "y = x * tl.exp2(x)"},
            "self_quotient": {"torch.erfc(x)": "x / (1.0 + torch.exp(-1.702 * x))",
                              "y = 1.0 - tl.erf(x)": "y = x / (1.0 + tl.exp(-1.702 * x))"},
            "gelu_written": {"torch.erfc(x)": "0.5 * x * (1.0 + torch.erf(x / math.sqrt(2.0)))",
                             "y = 1.0 - tl.erf(x)": "y = 0.5 * x * (1.0 + tl.erf(x / 1.4142135623730951))"},
            "mish_written": {"torch.erfc(x)": "x * torch.tanh(F.softplus(x))",
                             "y = 1.0 - tl.erf(x)":
                                 "t = tl.exp(tl.minimum(x, 20.0))\n"
                                 "t = t * (t + 2.0)\n"
                                 "y = x * (t / (t + 2.0))"},
            "gelu_tanh_written": {"torch.erfc(x)":
                                      "0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 "
                                      "* torch.pow(x, 3))))",
                                  "y = 1.0 - tl.erf(x)":
                                      "y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "two_arguments": {
        "FAMILY": {
            "copysign": {
                "torch.hypot(x, z)": "torch.copysign(x, z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "negative = z.to(tl.int32, bitcast=True) < 0",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(negative, -tl.abs(x), tl.abs(x))"},
            "heaviside": {"torch.hypot(x, z)": "torch.heaviside(torch.relu(x), z)",
                          "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                          "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                          "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(x > 0.0, 1.0, z)"},
            "xlogy": {
                "torch.hypot(x, z)": "torch.xlogy(x, torch.abs(z) + 0.1)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(x == 0.0, 0.0, x * tl.log(tl.abs(z) + 0.1))"},
            "fmax": {"torch.hypot(x, z)": "torch.fmax(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                     "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                     "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z)"},
            "fmin": {"torch.hypot(x, z)": "torch.fmin(x, z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                     "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                     "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)"},
            "hypot_minus": {"torch.hypot(x, z)": "torch.hypot(x, z) - x",
                            "y = a * tl.sqrt(1.0 + r * r)": "y = a * tl.sqrt(1.0 + r * r) - x"},
            "spread": {"torch.hypot(x, z)": "torch.maximum(x, z) - torch.minimum(x, z)",
                       "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                       "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                       "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z) - tl.minimum(x, z)"},
            "clamp_tensor": {"torch.hypot(x, z)": "torch.clamp(x, min=-torch.abs(z), max=torch.abs(z))",
                             "a = tl.maximum(tl.abs(x), tl.abs(z))": "a = tl.abs(z)",
                             "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                             "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(tl.maximum(x, -a), a)"},
            "clamp_below": {
                "torch.hypot(x, z)": "torch.clamp(x, max=z)", "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "where": {
        "FAMILY": {
            "addcmul": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w)",
                        "y = tl.where(w > 0.0, x, z)": "y = x + z * w"},
            "addcmul_half": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=0.5)",
                             "y = tl.where(w > 0.0, x, z)": "y = x + 0.5 * z * w"},
            "addcmul_minus": {"torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=-2.0)",
                              "y = tl.where(w > 0.0, x, z)": "y = x - 2.0 * z * w"},
            "addcdiv": {"torch.where(w > 0, x, z)": "torch.addcdiv(x, z, w * w + 1.0)",
                        "y = tl.where(w > 0.0, x, z)": "y = x + z / (w * w + 1.0)"},
            "addcdiv_tenth": {
                "torch.where(w > 0, x, z)": "torch.addcdiv(x, z, torch.abs(w) + 0.5, value=0.1)",
                "y = tl.where(w > 0.0, x, z)": "y = x + 0.1 * z / (tl.abs(w) + 0.5)"},
            "lerp_weight": {"torch.where(w > 0, x, z)": "torch.lerp(x, z, torch.sigmoid(w))",
                            "y = tl.where(w > 0.0, x, z)": "y = x + tl.sigmoid(w) * (z - x)"},
            "multiply_add": {
                "torch.where(w > 0, x, z)": "x * z + w", "y = tl.where(w > 0.0, x, z)": "y = x * z + w"},
            "multiply_subtract": {
                "torch.where(w > 0, x, z)": "x * z - w", "y = tl.where(w > 0.0, x, z)": "y = x * z - w"},
            "multiply_multiply": {
                "torch.where(w > 0, x, z)": "x * z * w", "y = tl.where(w > 0.0, x, z)": "y = x * z * w"},
            "sum": {"torch.where(w > 0, x, z)": "x + z + w", "y = tl.where(w > 0.0, x, z)": "y = x + z + w"},
            "clamp": {"torch.where(w > 0, x, z)": "torch.clamp(x, min=-torch.abs(z), max=torch.abs(w))",
                      "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.maximum(x, -tl.abs(z)), tl.abs(w))"},
            "median": {"torch.where(w > 0, x, z)":
                           "torch.maximum(torch.minimum(x, z), torch.minimum(torch.maximum(x, z), w))",
                       "y = tl.where(w > 0.0, x, z)":
                           "y = tl.maximum(tl.minimum(x, z), tl.minimum(tl.maximum(x, z), w))"},
            "where_below": {"torch.where(w > 0, x, z)": "torch.where(x < z, x, w)",
                            "y = tl.where(w > 0.0, x, z)": "y = tl.where(x < z, x, w)"},
            "where_scaled": {"torch.where(w > 0, x, z)": "torch.where(w > 0.5, 2.0 * x, z)",
                             "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.5, 2.0 * x, z)"},
            "where_sum": {"torch.where(w > 0, x, z)": "torch.where(w > 0, x + z, x - z)",
                          "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.0, x + z, x - z)"},
            "where_both": {"torch.where(w > 0, x, z)": "torch.where((x > 0) & (z > 0), x, w)",
                           "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) & (z > 0.0), x, w)"},
            "where_either": {"torch.where(w > 0, x, z)": "torch.where((x > 0) | (z > 0), x, w)",
                             "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) | (z > 0.0), x, w)"},
            "gated": {"torch.where(w > 0, x, z)": "x * torch.sigmoid(z) + w",
                      "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(z) + w"},
            "silu_gated": {"torch.where(w > 0, x, z)": "F.silu(x) * z + w",
                           "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(x) * z + w"},
            "distance": {"torch.where(w > 0, x, z)": "torch.abs(x - z) * w",
                         "y = tl.where(w > 0.0, x, z)": "y = tl.abs(x - z) * w"},
            "gru": {"torch.where(w > 0, x, z)": "(1.0 - torch.sigmoid(z)) * w + torch.sigmoid(z) * x",
                    "y = tl.where(w > 0.0, x, z)": "y = (1.0 - tl.sigmoid(z)) * w + tl.sigmoid(z) * x"},
            "forget": {"torch.where(w > 0, x, z)": "torch.sigmoid(x) * w + torch.sigmoid(z)",
                       "y = tl.where(w > 0.0, x, z)": "y = tl.sigmoid(x) * w + tl.sigmoid(z)"},
            "maximum": {"torch.where(w > 0, x, z)": "torch.maximum(torch.maximum(x, z), w)",
                        "y = tl.where(w > 0.0, x, z)": "y = tl.maximum(tl.maximum(x, z), w)"},
            "minimum": {"torch.where(w > 0, x, z)": "torch.minimum(torch.minimum(x, z), w)",
                        "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.minimum(x, z), w)"},
            "mean": {"torch.where(w > 0, x, z)": "(x + z + w) / 3.0",
                     "y = tl.where(w > 0.0, x, z)": "y = (x + z + w) / 3.0"},
            "weighted": {"torch.where(w > 0, x, z)": "0.2 * x + 0.3 * z + 0.5 * w",
                         "y = tl.where(w > 0.0, x, z)": "y = 0.2 * x + 0.3 * z + 0.5 * w"},
            "norm": {"torch.where(w > 0, x, z)": "torch.sqrt(x * x + z * z + w * w + 1e-6)",
                     "y = tl.where(w > 0.0, x, z)": "y = tl.sqrt_rn(x * x + z * z + w * w + 1e-6)"}},
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
}
