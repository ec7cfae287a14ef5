"""Tables of the families of comparison, rounding and change of type."""

from corpus.derived_tables import Derived

FAMILIES = {
    "cast": {"FAMILY": {
                 "bfloat16": {"x.to(torch.float16)": "x.to(torch.bfloat16)",
                              "dtype=torch.float16": "dtype=torch.bfloat16"},
                 "half_doubled": {"y = x.to(torch.float16)": "y = (2.0 * x).half()", "y = x": "y = 2.0 * x"},
                 "bfloat16_scaled": {"y = x.to(torch.float16)": "y = (x * 0.5).bfloat16()",
                                     "y = x": "y = x * 0.5", "dtype=torch.float16": "dtype=torch.bfloat16"}},
             "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "cast_from": {
        "FAMILY": {
            "bfloat16": {"torch.randn(shape).half()": "torch.randn(shape).bfloat16()",
                         "x.to(torch.float32)": "x.float()", "y = x + 0.5": "y = x + 0.25"},
            "int32": {"torch.randn(shape).half()": "torch.randint(-9, 10, shape, dtype=torch.int32)",
                      "y = x + 0.5": "y = x * 0.5"},
            "int64": {
                "torch.randn(shape).half()": "torch.randint(-9, 10, shape)", "y = x + 0.5": "y = x / 4.0"},
            "int8": {"torch.randn(shape).half()": "torch.randint(-128, 128, shape, dtype=torch.int8)",
                     "y = x + 0.5": "y = x * 0.02"},
            "uint8": {"torch.randn(shape).half()": "torch.randint(0, 256, shape, dtype=torch.uint8)",
                      "y = x + 0.5": "y = x / 255.0"},
            "bool": {"torch.randn(shape).half()": "torch.randn(shape) > 0", "y = x + 0.5": "y = 1.0 - x"}},
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")]},
    "compare": {"FAMILY": {
        "ge": {"torch.gt(x, z)": "x >= z", "y = x > z": "y = x >= z"},
        "lt": {"torch.gt(x, z)": "x < z", "y = x > z": "y = x < z"},
        "le": {"torch.gt(x, z)": "x <= z", "y = x > z": "y = x <= z"},
        "eq": {"torch.gt(x, z)": "x == z", "y = x > z": "y = x == z"},
        "ne": {"torch.gt(x, z)": "x != z", "y = x > z": "y = x != z"},
        "gt_abs": {"torch.gt(x, z)": "torch.abs(x) > torch.abs(z)", "y = x > z": "y = tl.abs(x) > tl.abs(z)"},
        "gt_both": {"torch.gt(x, z)": "(x > 0) & (z > 0)", "y = x > z": "y = (x > 0.0) & (z > 0.0)"},
        "gt_either": {"torch.gt(x, z)": "(x > 0) | (z > 0)", "y = x > z": "y = (x > 0.0) | (z > 0.0)"},
        "differ": {"torch.gt(x, z)": "(x > 0) ^ (z > 0)", "y = x > z": "y = (x > 0.0) ^ (z > 0.0)"},
        "not_both": {
            "torch.gt(x, z)": "~((x > 0) & (z > 0))", "y = x > z": "y = ((x > 0.0) & (z > 0.0)) == 0"},
        "same_sign": {"torch.gt(x, z)": "x * z > 0", "y = x > z": "y = x * z > 0.0"},
        "between": {"torch.gt(x, z)": "(x > -1.0) & (x < z)", "y = x > z": "y = (x > -1.0) & (x < z)"},
        "logical_and": {
            "torch.gt(x, z)": "torch.logical_and(x, z)", "y = x > z": "y = (x != 0.0) & (z != 0.0)"},
        "logical_or": {
            "torch.gt(x, z)": "torch.logical_or(x, z)", "y = x > z": "y = (x != 0.0) | (z != 0.0)"},
        "logical_xor": {
            "torch.gt(x, z)": "torch.logical_xor(x, z)", "y = x > z": "y = (x != 0.0) ^ (z != 0.0)"},
        "and_not": {"torch.gt(x, z)": "torch.logical_and(x > z, torch.logical_not(z > 0))",
                    "y = x > z": "y = (x > z) & (z <= 0.0)"},
        "gt_double": {"torch.gt(x, z)": "x > 2.0 * z", "y = x > z": "y = x > 2.0 * z"},
        "gt_minus": {"torch.gt(x, z)": "-x > z", "y = x > z": "y = -x > z"},
        "ge_max": {
            "torch.gt(x, z)": "torch.maximum(x, z) >= 1.0", "y = x > z": "y = tl.maximum(x, z) >= 1.0"},
        "lt_min": {
            "torch.gt(x, z)": "torch.minimum(x, z) < -0.5", "y = x > z": "y = tl.minimum(x, z) < -0.5"},
        "gt_half": {"torch.gt(x, z)": "0.5 * x >= z", "y = x > z": "y = 0.5 * x >= z"}}},
    "compare_scalar": {"FAMILY": {
        "gt_m10": {"torch.gt(x, 0)": "x > -1.0", "y = x > 0.0": "y = x > -1.0"},
        "ge_m10": {"torch.gt(x, 0)": "x >= -1.0", "y = x > 0.0": "y = x >= -1.0"},
        "lt_m10": {"torch.gt(x, 0)": "x < -1.0", "y = x > 0.0": "y = x < -1.0"},
        "le_m10": {"torch.gt(x, 0)": "x <= -1.0", "y = x > 0.0": "y = x <= -1.0"},
        "eq_m10": {"torch.gt(x, 0)": "x == -1.0", "y = x > 0.0": "y = x == -1.0"},
        "ne_m10": {"torch.gt(x, 0)": "x != -1.0", "y = x > 0.0": "y = x != -1.0"},
        "gt_m05": {"torch.gt(x, 0)": "x > -0.5", "y = x > 0.0": "y = x > -0.5"},
        "ge_m05": {"torch.gt(x, 0)": "x >= -0.5", "y = x > 0.0": "y = x >= -0.5"},
        "lt_m05": {"torch.gt(x, 0)": "x < -0.5", "y = x > 0.0": "y = x < -0.5"},
        "le_m05": {"torch.gt(x, 0)": "x <= -0.5", "y = x > 0.0": "y = x <= -0.5"},
        "eq_m05": {"torch.gt(x, 0)": "x == -0.5", "y = x > 0.0": "y = x == -0.5"},
        "ne_m05": {"torch.gt(x, 0)": "x != -0.5", "y = x > 0.0": "y = x != -0.5"},
        "gt_025": {"torch.gt(x, 0)": "x > 0.25", "y = x > 0.0": "y = x > 0.25"},
        "ge_025": {"torch.gt(x, 0)": "x >= 0.25", "y = x > 0.0": "y = x >= 0.25"},
        "lt_025": {"torch.gt(x, 0)": "x < 0.25", "y = x > 0.0": "y = x < 0.25"},
        "le_025": {"torch.gt(x, 0)": "x <= 0.25", "y = x > 0.0": "y = x <= 0.25"},
        "gt_05": {"torch.gt(x, 0)": "x > 0.5", "y = x > 0.0": "y = x > 0.5"},
        "ge_05": {"torch.gt(x, 0)": "x >= 0.5", "y = x > 0.0": "y = x >= 0.5"},
        "lt_05": {"torch.gt(x, 0)": "x < 0.5", "y = x > 0.0": "y = x < 0.5"},
        "le_05": {"torch.gt(x, 0)": "x <= 0.5", "y = x > 0.0": "y = x <= 0.5"},
        "eq_05": {"torch.gt(x, 0)": "x == 0.5", "y = x > 0.0": "y = x == 0.5"},
        "ne_05": {"torch.gt(x, 0)": "x != 0.5", "y = x > 0.0": "y = x != 0.5"},
        "gt_10": {"torch.gt(x, 0)": "x > 1.0", "y = x > 0.0": "y = x > 1.0"},
        "ge_10": {"torch.gt(x, 0)": "x >= 1.0", "y = x > 0.0": "y = x >= 1.0"},
        "lt_10": {"torch.gt(x, 0)": "x < 1.0", "y = x > 0.0": "y = x < 1.0"},
        "le_10": {"torch.gt(x, 0)": "x <= 1.0", "y = x > 0.0": "y = x <= 1.0"},
        "eq_10": {"torch.gt(x, 0)": "x == 1.0", "y = x > 0.0": "y = x == 1.0"},
        "ne_10": {"torch.gt(x, 0)": "x != 1.0", "y = x > 0.0": "y = x != 1.0"},
        "gt_15": {"torch.gt(x, 0)": "x > 1.5", "y = x > 0.0": "y = x > 1.5"},
        "ge_15": {"torch.gt(x, 0)": "x >= 1.5", "y = x > 0.0": "y = x >= 1.5"},
        "lt_15": {"torch.gt(x, 0)": "x < 1.5", "y = x > 0.0": "y = x < 1.5"},
        "le_15": {"torch.gt(x, 0)": "x <= 1.5", "y = x > 0.0": "y = x <= 1.5"},
        "eq_15": {"torch.gt(x, 0)": "x == 1.5", "y = x > 0.0": "y = x == 1.5"},
        "ne_15": {"torch.gt(x, 0)": "x != 1.5", "y = x > 0.0": "y = x != 1.5"},
        "between": {
            "torch.gt(x, 0)": "(x >= -1.0) & (x <= 1.0)", "y = x > 0.0": "y = (x >= -1.0) & (x <= 1.0)"},
        "outside": {"torch.gt(x, 0)": "(x < -0.5) | (x > 0.5)", "y = x > 0.0": "y = (x < -0.5) | (x > 0.5)"},
        "abs_gt": {"torch.gt(x, 0)": "torch.abs(x) > 0.75", "y = x > 0.0": "y = tl.abs(x) > 0.75"},
        "abs_le": {"torch.gt(x, 0)": "torch.abs(x) <= 1.0", "y = x > 0.0": "y = tl.abs(x) <= 1.0"},
        "square_gt": {"torch.gt(x, 0)": "x * x > 1.0", "y = x > 0.0": "y = x * x > 1.0"},
        "logical_not": {"torch.gt(x, 0)": "torch.logical_not(x)", "y = x > 0.0": "y = x == 0.0"},
        "is_whole": {"torch.gt(x, 0)": "torch.floor(x) == x", "y = x > 0.0": "y = tl.floor(x) == x"},
        "to_bool": {"torch.gt(x, 0)": "x.to(torch.bool)", "y = x > 0.0": "y = x != 0.0"},
        "between_open": {
            "torch.gt(x, 0)": "(x > 0.0) & (x < 1.5)", "y = x > 0.0": "y = (x > 0.0) & (x < 1.5)"},
        "not_gt": {"torch.gt(x, 0)": "~(x > 1.0)", "y = x > 0.0": "y = (x > 1.0) == 0"}}},
    "dequantize": {
        "FAMILY": {"zero_point_3": {"y = q.to(torch.float32)": "y = q.to(torch.float32) - 3.0",
                                    "y = q.to(tl.float32)": "y = q.to(tl.float32) - 3.0"},
                   "zero_point_m8": {"y = q.to(torch.float32)": "y = q.to(torch.float32) + 8.0",
                                     "y = q.to(tl.float32)": "y = q.to(tl.float32) + 8.0"},
                   "zero_point_128": {"y = q.to(torch.float32)": "y = q.float() - 128.0",
                                      "y = q.to(tl.float32)": "y = q.to(tl.float32) - 128.0"}},
        "AXES": [("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "dequantize_columns": Derived("dequantize_rows"),
    "floor": {
        "FAMILY": {
            "ceil": {"torch.floor(x)": "torch.ceil(x)", "y = tl.floor(x)": "y = tl.ceil(x)"},
            "trunc": {"torch.floor(x)": "torch.trunc(x)",
                      "y = tl.floor(x)": "y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
            "frac": {"torch.floor(x)": "torch.frac(x)",
                     "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
            "sawtooth": {"torch.floor(x)": "x - torch.floor(x)", "y = tl.floor(x)": "y = x - tl.floor(x)"},
            "sign": {"torch.floor(x)": "torch.sign(x)",
                     "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0) - tl.where(x < 0.0, 1.0, 0.0)"},
            "step": {"torch.floor(x)": "(x > 0).to(x.dtype)",
                     "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0)"},
            "hardshrink_sign": {
                "torch.floor(x)": "torch.where(torch.abs(x) > 0.5, torch.sign(x), x)",
                "y = tl.floor(x)": "y = tl.where(tl.abs(x) > 0.5, tl.where(x > 0.0, 1.0, -1.0), x)"},
            "remainder_2": {"torch.floor(x)": "torch.remainder(x, 2.0)",
                            "y = tl.floor(x)": "y = x - tl.floor(x / 2.0) * 2.0"},
            "remainder_half": {"torch.floor(x)": "torch.remainder(x, 0.5)",
                               "y = tl.floor(x)": "y = x - tl.floor(x / 0.5) * 0.5"},
            "fmod_1": {"torch.floor(x)": "torch.fmod(x, 1.0) + 2.0",
                       "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x)) + 2.0"},
            "floor_div_2": {
                "torch.floor(x)": "torch.floor(x / 2.0)", "y = tl.floor(x)": "y = tl.floor(x / 2.0)"},
            "floor_plus_half": {
                "torch.floor(x)": "torch.floor(x + 0.5)", "y = tl.floor(x)": "y = tl.floor(x + 0.5)"},
            "sign_root": {"torch.floor(x)": "torch.sign(x) * 0.5",
                          "y = tl.floor(x)": "y = tl.where(x > 0.0, 0.5, 0.0) - tl.where(x < 0.0, 0.5, 0.0)"},
            "heaviside_soft": {"torch.floor(x)": "torch.where(x >= 0, x + 1.0, torch.zeros_like(x))",
                               "y = tl.floor(x)": "y = tl.where(x >= 0.0, x + 1.0, 0.0)"},
            "floor_ceil_mean": {"torch.floor(x)": "0.5 * (torch.floor(x) + torch.ceil(x))",
                                "y = tl.floor(x)": "y = 0.5 * (tl.floor(x) + tl.ceil(x))"}},
        "AXES": [("UNARY", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "is_finite": {
        "FAMILY": {
            "is_nan": {"torch.isfinite(x)": "torch.isnan(x)", 'y = tl.abs(x) < float("inf")': "y = x != x"},
            # log(0) is infinite
            "is_inf": {"torch.isfinite(x)": "torch.isinf(x)",
                       'y = tl.abs(x) < float("inf")': 'y = tl.abs(x) == float("inf")',
                       "(torch.randn(shape),)": "(torch.relu(torch.randn(shape)),)"},
            "is_number": {
                "torch.isfinite(x)": "~torch.isnan(x)", 'y = tl.abs(x) < float("inf")': "y = x == x"}},
        "AXES": [{"root": {"torch.log(x)": "torch.sqrt(x)", "x = tl.log(x)": "x = tl.sqrt(x)"},
                  "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "x = tl.log(x)": "x = tl.rsqrt(x)"}}]},
    "quantize": {
        "FAMILY": {
            "symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -127, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q, -127.0), 127.0)"},
            "int4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -8, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -8.0), 7.0)"},
            "int4_symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -7, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -7.0), 7.0)"},
            "uint8": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 128, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q + 128, 0.0), 255.0)",
                "q.to(tl.int8)": "q.to(tl.uint8)", "dtype=torch.int8": "dtype=torch.uint8"},
            "uint4": {"torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 8, 0, 15).to(torch.uint8)",
                      "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                          "q = tl.minimum(tl.maximum(q + 8, 0.0), 15.0)",
                      "q.to(tl.int8)": "q.to(tl.uint8)", "dtype=torch.int8": "dtype=torch.uint8"},
            "zero_point_3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 3, -128, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q + 3, -128.0), 127.0)"},
            "zero_point_m5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q - 5, -128, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q - 5, -128.0), 127.0)"},
            "zero_point_10": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 10, -128, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q + 10, -128.0), 127.0)"},
            "uint8_zero_point": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 100, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                    "q = tl.minimum(tl.maximum(q + 100, 0.0), 255.0)",
                "q.to(tl.int8)": "q.to(tl.uint8)", "dtype=torch.int8": "dtype=torch.uint8"},
            "ternary": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -1, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -1.0), 1.0)"},
            "int2": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -2, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -2.0), 1.0)"},
            "int6": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -32, 31).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -32.0), 31.0)"},
            "int3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -4, 3).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, -4.0), 3.0)"},
            "uint8_positive": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": "q = tl.minimum(tl.maximum(q, 0.0), 255.0)",
                "q.to(tl.int8)": "q.to(tl.uint8)", "dtype=torch.int8": "dtype=torch.uint8"},
            "int5": {"torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -16, 15).to(torch.int8)",
                     "q = tl.minimum(tl.maximum(q, -128.0), 127.0)":
                         "q = tl.minimum(tl.maximum(q, -16.0), 15.0)"}},
        "AXES": [{
            "relu": {"torch.round(x / scale)": "torch.round(torch.relu(x) / scale)",
                     "q = round_half_even(tl.div_rn(x, scale))":
                         "q = round_half_even(tl.div_rn(tl.maximum(x, 0.0), scale))"},
            "inverse": {"torch.round(x / scale)": "torch.round(x * scale)",
                        "q = round_half_even(tl.div_rn(x, scale))": "q = round_half_even(x * scale)"},
            "clipped": {"torch.round(x / scale)": "torch.round(torch.clamp(x, -1.0, 1.0) / scale)",
                        "q = round_half_even(tl.div_rn(x, scale))":
                            "q = round_half_even(tl.div_rn(tl.minimum(tl.maximum(x, -1.0), 1.0), scale))"}}]},
    "quantize_columns": Derived("quantize_rows"),
    "quantize_dynamic": {"FAMILY": {
        "int4": {"/ 127.0": "/ 7.0", "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -7, 7)",
                 "1e-8), 127.0)": "1e-8), 7.0)",
                 "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": "q = tl.minimum(tl.maximum(q, -7.0), 7.0)"},
        "int4_wide": {
            "/ 127.0": "/ 8.0", "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -8, 7)",
            "1e-8), 127.0)": "1e-8), 8.0)",
            "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": "q = tl.minimum(tl.maximum(q, -8.0), 7.0)"},
        "wide": {
            "/ 127.0": "/ 128.0", "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -128, 127)",
            "1e-8), 127.0)": "1e-8), 128.0)",
            "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": "q = tl.minimum(tl.maximum(q, -128.0), 127.0)"},
        "int6": {
            "/ 127.0": "/ 31.0", "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -31, 31)",
            "1e-8), 127.0)": "1e-8), 31.0)",
            "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": "q = tl.minimum(tl.maximum(q, -31.0), 31.0)"},
        "int3": {"/ 127.0": "/ 3.0", "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -3, 3)",
                 "1e-8), 127.0)": "1e-8), 3.0)",
                 "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": "q = tl.minimum(tl.maximum(q, -3.0), 3.0)"},
        "floor_1e5": {"min=1e-8": "min=1e-5", "1e-8), 127.0)": "1e-5), 127.0)"}}},
    "scalar_affine": {"AXES": [
        {"times_01": {"y = x * 1.7": "y = x * 0.1"}, "times_025": {"y = x * 1.7": "y = x * 0.25"},
         "times_03": {"y = x * 1.7": "y = x * 0.3"}, "times_05": {"y = x * 1.7": "y = x * 0.5"},
         "times_075": {"y = x * 1.7": "y = x * 0.75"}, "times_09": {"y = x * 1.7": "y = x * 0.9"},
         "times_11": {"y = x * 1.7": "y = x * 1.1"}, "times_125": {"y = x * 1.7": "y = x * 1.25"},
         "times_15": {"y = x * 1.7": "y = x * 1.5"}, "times_18": {"y = x * 1.7": "y = x * 1.8"},
         "times_20": {"y = x * 1.7": "y = x * 2.0"}, "times_25": {"y = x * 1.7": "y = x * 2.5"},
         "times_30": {"y = x * 1.7": "y = x * 3.0"}, "times_40": {"y = x * 1.7": "y = x * 4.0"},
         "times_50": {"y = x * 1.7": "y = x * 5.0"}, "times_75": {"y = x * 1.7": "y = x * 7.5"},
         "times_100": {"y = x * 1.7": "y = x * 10.0"}, "times_m10": {"y = x * 1.7": "y = x * -1.0"},
         "times_m05": {"y = x * 1.7": "y = x * -0.5"}, "times_m20": {"y = x * 1.7": "y = x * -2.0"},
         "times_0125": {"y = x * 1.7": "y = x * 0.125"}, "times_001": {"y = x * 1.7": "y = x * 0.01"},
         "times_1000": {"y = x * 1.7": "y = x * 100.0"}, "times_00625": {"y = x * 1.7": "y = x * 0.0625"},
         "over_03": {"y = x * 1.7": "y = x / 0.3"}, "over_17": {"y = x * 1.7": "y = x / 1.7"},
         "over_20": {"y = x * 1.7": "y = x / 2.0"}, "over_40": {"y = x * 1.7": "y = x / 4.0"},
         "over_50": {"y = x * 1.7": "y = x / 5.0"}, "over_60": {"y = x * 1.7": "y = x / 6.0"},
         "over_100": {"y = x * 1.7": "y = x / 10.0"}, "over_2550": {"y = x * 1.7": "y = x / 255.0"},
         "after_02": {"y = x * 1.7": "y = (x + 0.2) * 1.7"},
         "after_10": {"y = x * 1.7": "y = (x + 1.0) * 1.7"},
         "after_20": {"y = x * 1.7": "y = (x + 2.0) * 1.7"},
         "after_30": {"y = x * 1.7": "y = (x + 3.0) * 1.7"}},
        {"plus_01": {"y = y + 0.3": "y = y + 0.1"}, "plus_02": {"y = y + 0.3": "y = y + 0.2"},
         "plus_025": {"y = y + 0.3": "y = y + 0.25"}, "plus_05": {"y = y + 0.3": "y = y + 0.5"},
         "plus_07": {"y = y + 0.3": "y = y + 0.7"}, "plus_10": {"y = y + 0.3": "y = y + 1.0"},
         "plus_15": {"y = y + 0.3": "y = y + 1.5"}, "plus_20": {"y = y + 0.3": "y = y + 2.0"},
         "plus_30": {"y = y + 0.3": "y = y + 3.0"}, "plus_50": {"y = y + 0.3": "y = y + 5.0"},
         "plus_100": {"y = y + 0.3": "y = y + 10.0"}, "plus_001": {"y = y + 0.3": "y = y + 0.01"},
         "plus_1em3": {"y = y + 0.3": "y = y + 1e-3"}, "plus_005": {"y = y + 0.3": "y = y + 0.05"},
         "plus_033": {"y = y + 0.3": "y = y + 0.33"}, "minus_01": {"y = y + 0.3": "y = y - 0.1"},
         "minus_02": {"y = y + 0.3": "y = y - 0.2"}, "minus_025": {"y = y + 0.3": "y = y - 0.25"},
         "minus_05": {"y = y + 0.3": "y = y - 0.5"}, "minus_07": {"y = y + 0.3": "y = y - 0.7"},
         "minus_10": {"y = y + 0.3": "y = y - 1.0"}, "minus_15": {"y = y + 0.3": "y = y - 1.5"},
         "minus_20": {"y = y + 0.3": "y = y - 2.0"}, "minus_30": {"y = y + 0.3": "y = y - 3.0"},
         "minus_50": {"y = y + 0.3": "y = y - 5.0"}, "minus_100": {"y = y + 0.3": "y = y - 10.0"},
         "minus_001": {"y = y + 0.3": "y = y - 0.01"}, "minus_1em3": {"y = y + 0.3": "y = y - 1e-3"},
         "minus_005": {"y = y + 0.3": "y = y - 0.05"}, "minus_033": {"y = y + 0.3": "y = y - 0.33"},
         "from_025": {"y = y + 0.3": "y = 0.25 - y"}, "from_05": {"y = y + 0.3": "y = 0.5 - y"},
         "from_07": {"y = y + 0.3": "y = 0.7 - y"}, "from_10": {"y = y + 0.3": "y = 1.0 - y"},
         "from_15": {"y = y + 0.3": "y = 1.5 - y"}, "from_20": {"y = y + 0.3": "y = 2.0 - y"},
         "from_30": {"y = y + 0.3": "y = 3.0 - y"}, "relu": {"y = y + 0.3": "y = y * y"}}]},
    "to_integer": {"FAMILY": {
        "int64": {"x.to(torch.int32)": "x.to(torch.int64)", "dtype=torch.int32": "dtype=torch.int64"},
        "int16": {"x.to(torch.int32)": "x.to(torch.int16)", "dtype=torch.int32": "dtype=torch.int16"},
        "int8_clamped": {"x.to(torch.int32)": "torch.clamp(x, -128.0, 127.0).to(torch.int8)",
                         "dtype=torch.int32": "dtype=torch.int8",
                         "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, -128.0), 127.0)"},
        "uint8_clamped": {"x.to(torch.int32)": "torch.clamp(x, 0.0, 255.0).to(torch.uint8)",
                          "dtype=torch.int32": "dtype=torch.uint8",
                          "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, 0.0), 255.0)"},
        "doubled": {"x.to(torch.int32)": "(x * 2.0).to(torch.int32)",
                    "dtype=torch.int32": "dtype=torch.int32", "y = x  # tl.store casts": "y = x * 2.0"},
        "floor": {"x.to(torch.int32)": "torch.floor(x).to(torch.int32)",
                  "dtype=torch.int32": "dtype=torch.int32", "y = x  # tl.store casts": "y = tl.floor(x)"},
        "ceil": {"x.to(torch.int32)": "torch.ceil(x).long()", "dtype=torch.int32": "dtype=torch.int64",
                 "y = x  # tl.store casts": "y = tl.ceil(x)"},
        "halved": {"x.to(torch.int32)": "(x * 0.5).to(torch.int64)", "dtype=torch.int32": "dtype=torch.int64",
                   "y = x  # tl.store casts": "y = x * 0.5"},
        "floor_int64": {
            "x.to(torch.int32)": "torch.floor(x).long()", "dtype=torch.int32": "dtype=torch.int64",
            "y = x  # tl.store casts": "y = tl.floor(x)"},
        "positive": {"x.to(torch.int32)": "torch.relu(x).int()", "dtype=torch.int32": "dtype=torch.int32",
                     "y = x  # tl.store casts": "y = tl.maximum(x, 0.0)"},
        "float16": {"x.to(torch.int32)": "x.half()", "dtype=torch.int32": "dtype=torch.float16"},
        "bfloat16": {
            "x.to(torch.int32)": "x.to(torch.bfloat16)", "dtype=torch.int32": "dtype=torch.bfloat16"},
        "float64": {"x.to(torch.int32)": "x.to(torch.float64)", "dtype=torch.int32": "dtype=torch.float64"},
        "bool": {"x.to(torch.int32)": "x.to(torch.int32).to(torch.bool)",
                 "dtype=torch.int32": "dtype=torch.bool", "y = x  # tl.store casts": "y = tl.abs(x) >= 1.0"},
        "magnitude": {"x.to(torch.int32)": "torch.abs(x).to(torch.int32)",
                      "dtype=torch.int32": "dtype=torch.int32", "y = x  # tl.store casts": "y = tl.abs(x)"}}},
}
