"""Tables of the families of drawn programs of a single function."""

from corpus.derived_tables import Derived

FAMILIES = {
    "mask_of_images": {"AXES": ["MASKS", "IMAGES_AND"]},
    "mask_of_rows": {"AXES": ["MASKS", "ROWS_AND"]},
    "mask_of_tokens": {"AXES": ["MASKS", "TOKENS_AND"]},
    "mask_of_volumes": {"AXES": ["MASKS", "VOLUMES_AND"]},
    "pair_of_images": {"AXES": ["PAIRS", "IMAGES_AND"]},
    "pair_of_rows": {"AXES": ["PAIRS", "ROWS_AND"]},
    "pair_of_tokens": {"AXES": ["PAIRS", "TOKENS_AND"]},
    "pair_of_volumes": {"AXES": ["PAIRS", "VOLUMES_AND"]},
    "single_function": {"FAMILY": {
        "add": ({"torch.add(x, 1.0)": "x + {0}.{1}", "y = x + 1.0": "y = x + {0}.{1}"},
                "05 20 31 15 01 03 70"),
        "sub": ({"torch.add(x, 1.0)": "x - {0}.{1}", "y = x + 1.0": "y = x - {0}.{1}"},
                "10 05 20 31 15 01 03 70"),
        "from": ({"torch.add(x, 1.0)": "{0}.{1} - x", "y = x + 1.0": "y = {0}.{1} - x"},
                 "10 05 20 31 15 01 03 70"),
        "mul": ({"torch.add(x, 1.0)": "x * {0}.{1}", "y = x + 1.0": "y = x * {0}.{1}"},
                "05 20 31 15 01 03 70"),
        "div": ({"torch.add(x, 1.0)": "x / {0}.{1}", "y = x + 1.0": "y = x / {0}.{1}"},
                "05 20 31 15 01 03 70"),
        "add_int": ({"torch.add(x, 1.0)": "x + {0}", "y = x + 1.0": "y = x + {0}"}, "2 3 5"),
        "sub_int": ({"torch.add(x, 1.0)": "x - {0}", "y = x + 1.0": "y = x - {0}"}, "2 3 5"),
        "mul_int": ({"torch.add(x, 1.0)": "{0} * x", "y = x + 1.0": "y = {0} * x"}, "2 3 4 8"),
        "div_int": ({"torch.add(x, 1.0)": "x / {0}", "y = x + 1.0": "y = x / {0}"}, "2 3 4 8"),
        "add_negative": ({"torch.add(x, 1.0)": "x + -{0}.{1}", "y = x + 1.0": "y = x - {0}.{1}"}, "05 15 20"),
        "mul_negative": ({"torch.add(x, 1.0)": "x * -{0}.{1}", "y = x + 1.0": "y = x * -{0}.{1}"},
                         "05 15 20"),
        "mul_thousandth": ({"torch.add(x, 1.0)": "x * 0.00{0}", "y = x + 1.0": "y = x * 0.00{0}"}, "1 5"),
        "hundreds": ({"torch.add(x, 1.0)": "x * {0}00.0", "y = x + 1.0": "y = x * {0}00.0"}, "1 5"),
        "tens": ({"torch.add(x, 1.0)": "x + {0}0.0", "y = x + 1.0": "y = x + {0}0.0"}, "1 3"),
        "percent": ({"torch.add(x, 1.0)": "x / {0}00.0", "y = x + 1.0": "y = x / {0}00.0"}, "1 5"),
        "add_little": ({"torch.add(x, 1.0)": "x + 1e-{0}", "y = x + 1.0": "y = x + 1e-{0}"}, "8 6 5"),
        "remainder": ({"torch.add(x, 1.0)": "x % {0}.{1}",
                       "y = x + 1.0": "y = x - {0}.{1} * tl.floor(tl.div_rn(x, {0}.{1}))"},
                      "10 20 05 30"),
        "fmod": ({"torch.add(x, 1.0)": "torch.fmod(x, {0}.{1})",
                  "y = x + 1.0":
                      "t = tl.abs(x)\n"
                      "t = t - {0}.{1} * tl.floor(tl.div_rn(t, {0}.{1}))\n"
                      "y = tl.where(x < 0.0, -t, t)"},
                 "10 20 05"),
        "floor_divide": (
            {"torch.add(x, 1.0)": "x // {0}.{1}", "y = x + 1.0": "y = tl.floor(tl.div_rn(x, {0}.{1}))"},
            "20 05"),
        "div_floor": ({"torch.add(x, 1.0)": 'torch.div(x, {0}.{1}, rounding_mode="floor")',
                       "y = x + 1.0": "y = tl.floor(tl.div_rn(x, {0}.{1}))"},
                      "40 15"),
        "div_trunc": ({"torch.add(x, 1.0)": 'torch.div(x, {0}.{1}, rounding_mode="trunc")',
                       "y = x + 1.0":
                           "t = tl.div_rn(x, {0}.{1})\n"
                           "y = tl.where(t < 0.0, tl.ceil(t), tl.floor(t))"},
                      "20 05 15"),
        "maximum": ({"torch.add(x, 1.0)": "torch.maximum(x, torch.tensor({0}.{1}))",
                     "y = x + 1.0": "y = tl.maximum(x, {0}.{1})"},
                    "05 20 10"),
        "minimum": ({"torch.add(x, 1.0)": "torch.minimum(x, torch.tensor({0}.{1}))",
                     "y = x + 1.0": "y = tl.minimum(x, {0}.{1})"},
                    "05 20 10"),
        "power_of_2": {"torch.add(x, 1.0)": "2 ** x", "y = x + 1.0": "y = tl.exp2(x)"},
        "power_of_3": {"torch.add(x, 1.0)": "3 ** x", "y = x + 1.0": "y = tl.exp2(1.584962500721156 * x)"},
        "power_of_10": {"torch.add(x, 1.0)": "10 ** x", "y = x + 1.0": "y = tl.exp2(3.321928094887362 * x)"},
        "power_of_05": {"torch.add(x, 1.0)": "0.5 ** x", "y = x + 1.0": "y = tl.exp2(-x)"},
        "pow_2": {"torch.add(x, 1.0)": "x ** 2", "y = x + 1.0": "y = x * x"},
        "pow_3": {"torch.add(x, 1.0)": "x ** 3", "y = x + 1.0": "y = x * x * x"},
        "pow_5": {"torch.add(x, 1.0)": "x ** 5", "y = x + 1.0": "y = x * x * x * x * x"},
        "pow_minus_1": {"torch.add(x, 1.0)": "x ** -1", "y = x + 1.0": "y = 1.0 / x"},
        "pow_minus_2": {"torch.add(x, 1.0)": "x ** -2", "y = x + 1.0": "y = 1.0 / (x * x)"},
        "pow_minus_3": {"torch.add(x, 1.0)": "x ** -3", "y = x + 1.0": "y = 1.0 / (x * x * x)"},
        "pow_4": {"torch.add(x, 1.0)": "torch.pow(x, 4)", "y = x + 1.0": "t = x * x\ny = t * t"},
        "pow_6": {"torch.add(x, 1.0)": "x ** 6", "y = x + 1.0": "t = x * x * x\ny = t * t"},
        "over": ({"torch.add(x, 1.0)": "{0}.{1} / x", "y = x + 1.0": "y = {0}.{1} / x"}, "10 20 05 15"),
        "clamp_low": (
            {"torch.add(x, 1.0)": "torch.clamp(x, min={0}.{1})", "y = x + 1.0": "y = tl.maximum(x, {0}.{1})"},
            "05 10 01"),
        "clamp_high": (
            {"torch.add(x, 1.0)": "torch.clamp(x, max={0}.{1})", "y = x + 1.0": "y = tl.minimum(x, {0}.{1})"},
            "00 05 10 60"),
        "clamp_minus": ({"torch.add(x, 1.0)": "torch.clamp(x, min=-{0}.{1})",
                         "y = x + 1.0": "y = tl.maximum(x, -{0}.{1})"},
                        "05 10 20"),
        "clamp_little": (
            {"torch.add(x, 1.0)": "x.clamp(min=1e-{0})", "y = x + 1.0": "y = tl.maximum(x, 1e-{0})"},
            "5 6 8"),
        "clamp": ({"torch.add(x, 1.0)": "torch.clamp(x, -{0}.{1}, {0}.{1})",
                   "y = x + 1.0": "y = tl.minimum(tl.maximum(x, -{0}.{1}), {0}.{1})"},
                  "10 05 20 30"),
        "clamp_unit": ({"torch.add(x, 1.0)": "torch.clamp(x, 0, {0})",
                        "y = x + 1.0": "y = tl.minimum(tl.maximum(x, 0.0), {0}.0)"},
                       "1 2 6"),
        "clamp_open": ({"torch.add(x, 1.0)": "x.clamp(1e-{0}, 1 - 1e-{0})",
                        "y = x + 1.0": "y = tl.minimum(tl.maximum(x, 1e-{0}), 1.0 - 1e-{0})"},
                       "5 6"),
        "clamp_wide": ({"torch.add(x, 1.0)": "x.clamp({0}.{1}, 2.5)",
                        "y = x + 1.0": "y = tl.minimum(tl.maximum(x, {0}.{1}), 2.5)"},
                       "05 15"),
        "hardtanh": ({"torch.add(x, 1.0)": "F.hardtanh(x, -{0}.{1}, {1}.{0})",
                      "y = x + 1.0": "y = tl.minimum(tl.maximum(x, -{0}.{1}), {1}.{0})"},
                     "05 12 22"),
        "softplus_threshold": ({"torch.add(x, 1.0)": "F.softplus(x, threshold={0})",
                                "y = x + 1.0":
                                    "t = tl.exp(-tl.abs(x))\n"
                                    "u = 1.0 + t\n"
                                    "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                                    "y = tl.where(x > {0}.0, x, tl.maximum(x, 0.0) + t)"},
                               "1 2 5 8"),
        "softplus_beta": ({"torch.add(x, 1.0)": "F.softplus(x, beta={0}, threshold={1})",
                           "y = x + 1.0":
                               "t = tl.exp(-tl.abs({0}.0 * x))\n"
                               "u = 1.0 + t\n"
                               "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                               "y = tl.where({0}.0 * x > {1}.0, x, tl.maximum(x, 0.0) + t / {0}.0)"},
                          "25 31 52"),
        "softplus_beta_tenths": ({"torch.add(x, 1.0)": "F.softplus(x, beta=0.{0}, threshold=1{1})",
                                  "y = x + 1.0":
                                      "t = tl.exp(-tl.abs(0.{0} * x))\n"
                                      "u = 1.0 + t\n"
                                      "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                                      "y = tl.where(0.{0} * x > 1{1}.0, x, tl.maximum(x, 0.0) + t / 0.{0})"},
                                 "50 75"),
        "celu": {"torch.add(x, 1.0)": "F.celu(x)",
                 "y = x + 1.0":
                     "t = tl.minimum(x, 0.0)\n"
                     "u = tl.exp(t)\n"
                     "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                     "y = tl.where(x > 0.0, x, t)"},
        "celu_alpha": (
            {"torch.add(x, 1.0)": "F.celu(x, {0}.{1})",
             "y = x + 1.0":
                 "t = tl.minimum(x / {0}.{1}, 0.0)\n"
                 "u = tl.exp(t)\n"
                 "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                 "y = tl.where(x > 0.0, x, {0}.{1} * t)"},
            "05 15 20 03"),
        "elu_alpha": (
            {"torch.add(x, 1.0)": "F.elu(x, {0}.{1})",
             "y = x + 1.0":
                 "t = tl.minimum(x, 0.0)\n"
                 "u = tl.exp(t)\n"
                 "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                 "y = tl.where(x > 0.0, x, {0}.{1} * t)"},
            "03 05 15"),
        "expm1": {
            "torch.add(x, 1.0)": "torch.expm1(x)",
            "y = x + 1.0":
                "u = tl.exp(x)\n"
                "y = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, (u - 1.0) * x / tl.log(u)))"},
        "leaky_relu": ({"torch.add(x, 1.0)": "F.leaky_relu(x, 0.{0}{1})",
                        "y = x + 1.0": "y = tl.where(x > 0.0, x, 0.{0}{1} * x)"},
                       "10 20 05 30 25 01"),
        "leaky_relu_thousandth": ({"torch.add(x, 1.0)": "F.leaky_relu(x, negative_slope=1e-{0})",
                                   "y = x + 1.0": "y = tl.where(x > 0.0, x, 1e-{0} * x)"},
                                  "3"),
        "rrelu": ({"torch.add(x, 1.0)": "F.rrelu(x, 0.{0}, 0.{1}, training=False)",
                   "y = x + 1.0": "y = tl.where(x > 0.0, x, (0.{0} + 0.{1}) / 2.0 * x)"},
                  "13 26"),
        "hardshrink": ({"torch.add(x, 1.0)": "F.hardshrink(x, 0.{0})",
                        "y = x + 1.0": "y = tl.where(tl.abs(x) > 0.{0}, x, 0.0)"},
                       "1 2 5"),
        "softshrink": ({"torch.add(x, 1.0)": "F.softshrink(x, 0.{0})",
                        "y = x + 1.0": "y = tl.maximum(x - 0.{0}, 0.0) + tl.minimum(x + 0.{0}, 0.0)"},
                       "1 2 5"),
        "threshold": ({"torch.add(x, 1.0)": "F.threshold(x, {0}.{1}, {1}.{0})",
                       "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, {1}.{0})"},
                      "01 10 05 20"),
        "threshold_zero": ({"torch.add(x, 1.0)": "F.threshold(x, 0.{0}, 0.0)",
                            "y = x + 1.0": "y = tl.where(x > 0.{0}, x, 0.0)"},
                           "1 5"),
        "masked": ({"torch.add(x, 1.0)": "x.masked_fill(x < {0}.{1}, 0.0)",
                    "y = x + 1.0": "y = tl.where(x < {0}.{1}, 0.0, x)"},
                   "00 05 10"),
        "masked_number": ({"torch.add(x, 1.0)": "x.masked_fill(x > {0}.{1}, {1}.{0})",
                           "y = x + 1.0": "y = tl.where(x > {0}.{1}, {1}.{0}, x)"},
                          "05 10 12"),
        "where_above": ({"torch.add(x, 1.0)": "torch.where(x > {0}.{1}, x, 0.0)",
                         "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, 0.0)"},
                        "00 05 10"),
        "where_minus": ({"torch.add(x, 1.0)": "torch.where(x > {0}.{1}, x, -{1}.{0})",
                         "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, -{1}.{0})"},
                        "01 05 10"),
        "step_gt": ({"torch.add(x, 1.0)": "(x > {0}.{1}).float()",
                     "y = x + 1.0": "y = tl.where(x > {0}.{1}, 1.0, 0.0)"},
                    "00 05 10"),
        "step_ge": ({"torch.add(x, 1.0)": "(x >= {0}.{1}).float()",
                     "y = x + 1.0": "y = tl.where(x >= {0}.{1}, 1.0, 0.0)"},
                    "00 05 10"),
        "step_lt": ({"torch.add(x, 1.0)": "(x < {0}.{1}).float()",
                     "y = x + 1.0": "y = tl.where(x < {0}.{1}, 1.0, 0.0)"},
                    "00 05 10"),
        "step_le": ({"torch.add(x, 1.0)": "(x <= {0}.{1}).float()",
                     "y = x + 1.0": "y = tl.where(x <= {0}.{1}, 1.0, 0.0)"},
                    "00 05 10"),
        "round_tenths": {"torch.add(x, 1.0)": "torch.round(x, decimals=1)",
                         "y = x + 1.0":
                             "t = x * 10.0\n"
                             "u = tl.floor(t)\n"
                             "t = tl.where(t - u < 0.5, u, tl.where(t - u > 0.5, u + 1.0, "
                             "2.0 * tl.floor(0.5 * u + 0.5)))  # halves to even\n"
                             "y = tl.div_rn(t, 10.0)"},
        "round_hundredths": {"torch.add(x, 1.0)": "torch.round(x, decimals=2)",
                             "y = x + 1.0":
                                 "t = x * 100.0\n"
                                 "u = tl.floor(t)\n"
                                 "t = tl.where(t - u < 0.5, u, tl.where(t - u > 0.5, u + 1.0, "
                                 "2.0 * tl.floor(0.5 * u + 0.5)))  # halves to even\n"
                                 "y = tl.div_rn(t, 100.0)"},
        "tan": {"torch.add(x, 1.0)": "torch.tan(x)", "y = x + 1.0": "y = tl.sin(x) / tl.cos(x)"},
        "reciprocal": {"torch.add(x, 1.0)": "torch.reciprocal(x)", "y = x + 1.0": "y = 1.0 / x"},
        "sinc": {"torch.add(x, 1.0)": "torch.sinc(x)",
                 "y = x + 1.0":
                     "t = 3.141592653589793 * x\n"
                     "y = tl.where(t == 0.0, 1.0, tl.sin(t) / t)"},
        "deg2rad": {"torch.add(x, 1.0)": "torch.deg2rad(x)", "y = x + 1.0": "y = x * 0.017453292519943295"},
        "rad2deg": {"torch.add(x, 1.0)": "torch.rad2deg(x)", "y = x + 1.0": "y = x * 57.29577951308232"},
        "twice": {"torch.add(x, 1.0)": "x + x", "y = x + 1.0": "y = x + x"},
        "square_product": {"torch.add(x, 1.0)": "x * x", "y = x + 1.0": "y = x * x"},
        "frac": {"torch.add(x, 1.0)": "torch.frac(x)",
                 "y = x + 1.0": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
        "sign": {"torch.add(x, 1.0)": "torch.sign(x)",
                 "y = x + 1.0": "y = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"},
        "trunc": {"torch.add(x, 1.0)": "torch.trunc(x)",
                  "y = x + 1.0": "y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"},
        "exp": {"torch.add(x, 1.0)": "torch.exp(x)", "y = x + 1.0": "y = tl.exp(x)"},
        "exp2": {"torch.add(x, 1.0)": "torch.exp2(x)", "y = x + 1.0": "y = tl.exp2(x)"},
        "erf": {"torch.add(x, 1.0)": "torch.erf(x)", "y = x + 1.0": "y = tl.erf(x)"},
        "clone": {"torch.add(x, 1.0)": "x.clone()", "y = x + 1.0": "y = x"}}},
    "single_of_bools": {"FAMILY": {
        "not": {"x.float()": "~x", "y = x.to(tl.float32)": "y = x == 0",
                "dtype=torch.float32": "dtype=torch.bool"},
        "logical_not": {"x.float()": "torch.logical_not(x)", "y = x.to(tl.float32)": "y = x == 0",
                        "dtype=torch.float32": "dtype=torch.bool"},
        "long": {"x.float()": "x.long()", "y = x.to(tl.float32)": "y = x.to(tl.int64)",
                 "dtype=torch.float32": "dtype=torch.int64"},
        "int": {"x.float()": "x.int()", "y = x.to(tl.float32)": "y = x.to(tl.int32)",
                "dtype=torch.float32": "dtype=torch.int32"},
        "one_minus": {"x.float()": "1.0 - x.float()", "y = x.to(tl.float32)": "y = 1.0 - x.to(tl.float32)"},
        "not_float": {"x.float()": "(~x).float()", "y = x.to(tl.float32)": "y = tl.where(x, 0.0, 1.0)"},
        "half": {"x.float()": "x.half()", "y = x.to(tl.float32)": "y = x.to(tl.float16)",
                 "dtype=torch.float32": "dtype=torch.float16"},
        "large": {
            "x.float()": "torch.where(x, -1e9, 0.0)", "y = x.to(tl.float32)": "y = tl.where(x, -1e9, 0.0)"},
        "times": {"x.float()": "x * 2.0", "y = x.to(tl.float32)": "y = x.to(tl.float32) * 2.0"}}},
    "single_of_integers": {
        "FAMILY": {
            "add_2": {"torch.add(x, 1)": "x + 2", "y = x + 1": "y = x + 2"},
            "sub": {"torch.add(x, 1)": "x - 1", "y = x + 1": "y = x - 1"},
            "mul": {"torch.add(x, 1)": "x * 2", "y = x + 1": "y = x * 2"},
            "mul_3": {"torch.add(x, 1)": "x * 3", "y = x + 1": "y = x * 3"},
            "neg": {"torch.add(x, 1)": "-x", "y = x + 1": "y = -x"},
            "abs": {"torch.add(x, 1)": "torch.abs(x)", "y = x + 1": "y = tl.abs(x)"},
            "clamp": {"torch.add(x, 1)": "x.clamp(0, 5)", "y = x + 1": "y = tl.minimum(tl.maximum(x, 0), 5)"},
            "clamp_low": {"torch.add(x, 1)": "x.clamp(min=0)", "y = x + 1": "y = tl.maximum(x, 0)"},
            "shift_left": {"torch.add(x, 1)": "x << 2", "y = x + 1": "y = x << 2"},
            "shift_right": {"torch.add(x, 1)": "x >> 1", "y = x + 1": "y = x >> 1"},
            "not": {"torch.add(x, 1)": "~x", "y = x + 1": "y = ~x"},
            "and": {"torch.add(x, 1)": "x & 3", "y = x + 1": "y = x & 3"},
            "or": {"torch.add(x, 1)": "x | 3", "y = x + 1": "y = x | 3"},
            "xor": {"torch.add(x, 1)": "x ^ 3", "y = x + 1": "y = x ^ 3"},
            "remainder": {"torch.add(x, 1)": "x % 3", "y = x + 1": "y = (x % 3 + 3) % 3"},
            "halves": {"torch.add(x, 1)": "x // 2", "y = x + 1": "y = x >> 1"},
            "thirds": {"torch.add(x, 1)": "x // 3", "y = x + 1": "y = (x - (x % 3 + 3) % 3) // 3"},
            "float": {"torch.add(x, 1)": "x.float()", "y = x + 1": "y = x.to(tl.float32)",
                      "dtype=x.dtype": "dtype=torch.float32"},
            "half": {"torch.add(x, 1)": "x * 0.5", "y = x + 1": "y = x.to(tl.float32) * 0.5",
                     "dtype=x.dtype": "dtype=torch.float32"},
            "quarter": {"torch.add(x, 1)": "x / 4", "y = x + 1": "y = x.to(tl.float32) / 4.0",
                        "dtype=x.dtype": "dtype=torch.float32"},
            "tenth": {"torch.add(x, 1)": "x / 10", "y = x + 1": "y = x.to(tl.float32) / 10.0",
                      "dtype=x.dtype": "dtype=torch.float32"},
            "gt": {"torch.add(x, 1)": "x > 3", "y = x + 1": "y = x > 3", "dtype=x.dtype": "dtype=torch.bool"},
            "ge": {
                "torch.add(x, 1)": "x >= 0", "y = x + 1": "y = x >= 0", "dtype=x.dtype": "dtype=torch.bool"},
            "lt": {"torch.add(x, 1)": "x < 2", "y = x + 1": "y = x < 2", "dtype=x.dtype": "dtype=torch.bool"},
            "eq": {
                "torch.add(x, 1)": "x == 3", "y = x + 1": "y = x == 3", "dtype=x.dtype": "dtype=torch.bool"},
            "ne": {
                "torch.add(x, 1)": "x != 0", "y = x + 1": "y = x != 0", "dtype=x.dtype": "dtype=torch.bool"},
            "eq_0": {
                "torch.add(x, 1)": "x == 0", "y = x + 1": "y = x == 0", "dtype=x.dtype": "dtype=torch.bool"},
            "bool": {"torch.add(x, 1)": "x.bool()", "y = x + 1": "y = x != 0",
                     "dtype=x.dtype": "dtype=torch.bool"},
            "positive": {"torch.add(x, 1)": "(x > 0).float()", "y = x + 1": "y = tl.where(x > 0, 1.0, 0.0)",
                         "dtype=x.dtype": "dtype=torch.float32"},
            "nonzero": {"torch.add(x, 1)": "(x != 0).float()", "y = x + 1": "y = tl.where(x != 0, 1.0, 0.0)",
                        "dtype=x.dtype": "dtype=torch.float32"},
            "fill": {"torch.add(x, 1)": "x.masked_fill(x < 0, 0)", "y = x + 1": "y = tl.maximum(x, 0)"}},
        "AXES": [{"int32": {".long()": ".int()"}}]},
    "single_of_positive": {"FAMILY": {
        "log2": {"torch.log(x)": "torch.log2(x)", "y = tl.log(x)": "y = tl.log2(x)"},
        "log10": {"torch.log(x)": "torch.log10(x)", "y = tl.log(x)": "y = tl.log(x) * 0.4342944819032518"},
        "log1p": {"torch.log(x)": "torch.log1p(x)",
                  "y = tl.log(x)":
                      "u = 1.0 + x\n"
                      "y = tl.where(u == 1.0, x, tl.log(u) * x / (u - 1.0))"},
        "sqrt": {"torch.log(x)": "torch.sqrt(x)", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
        "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "y = tl.log(x)": "y = tl.rsqrt(x)"},
        "reciprocal": {"torch.log(x)": "1.0 / x", "y = tl.log(x)": "y = 1.0 / x"},
        "pow_05": {"torch.log(x)": "x ** 0.5", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
        "pow_minus_05": {"torch.log(x)": "x ** -0.5", "y = tl.log(x)": "y = tl.rsqrt(x)"},
        "pow_15": {"torch.log(x)": "x ** 1.5", "y = tl.log(x)": "y = x * tl.sqrt_rn(x)"},
        "pow_25": {"torch.log(x)": "x ** 2.5", "y = tl.log(x)": "y = x * x * tl.sqrt_rn(x)"},
        "pow_025": {"torch.log(x)": "x ** 0.25", "y = tl.log(x)": "y = tl.sqrt_rn(tl.sqrt_rn(x))"},
        "pow_075": {"torch.log(x)": "x ** 0.75", "y = tl.log(x)": "t = tl.sqrt_rn(x)\ny = t * tl.sqrt_rn(t)"},
        "pow_minus_025": {"torch.log(x)": "x ** -0.25", "y = tl.log(x)": "y = tl.rsqrt(tl.sqrt_rn(x))"},
        "pow_minus_15": {"torch.log(x)": "x ** -1.5", "y = tl.log(x)": "y = 1.0 / (x * tl.sqrt_rn(x))"},
        "pow_minus_1": {"torch.log(x)": "x ** -1", "y = tl.log(x)": "y = 1.0 / x"},
        "pow_minus_2": {"torch.log(x)": "x ** -2", "y = tl.log(x)": "y = 1.0 / (x * x)"},
        "pow_third": {"torch.log(x)": "x ** 0.3333333333333333",
                      "y = tl.log(x)": "y = tl.exp2(0.3333333333333333 * tl.log2(x))"},
        "pow_two_thirds": {"torch.log(x)": "x ** 0.6666666666666666",
                           "y = tl.log(x)": "y = tl.exp2(0.6666666666666666 * tl.log2(x))"},
        "pow_gamma": {"torch.log(x)": "x ** 0.45454545454545453",
                      "y = tl.log(x)": "y = tl.exp2(0.45454545454545453 * tl.log2(x))"},
        "pow_tenths": (
            {"torch.log(x)": "torch.pow(x, {0}.{1})", "y = tl.log(x)": "y = tl.exp2({0}.{1} * tl.log2(x))"},
            "01 03 07 12 17 08"),
        "pow_minus": (
            {"torch.log(x)": "x ** -{0}.{1}", "y = tl.log(x)": "y = tl.exp2(-{0}.{1} * tl.log2(x))"},
            "01 03 07 12 08"),
        "pow_hundredths": (
            {"torch.log(x)": "x ** 0.{0}{1}", "y = tl.log(x)": "y = tl.exp2(0.{0}{1} * tl.log2(x))"},
            "45 35 15 85"),
        "pow_above_2": (
            {"torch.log(x)": "x ** 2.{0}", "y = tl.log(x)": "y = x * x * tl.exp2(0.{0} * tl.log2(x))"},
            "2 4 7"),
        "log_sum": ({"torch.log(x)": "torch.log(x + 1e-{0})", "y = tl.log(x)": "y = tl.log(x + 1e-{0})"},
                    "8 6 5"),
        "log_clamped": ({"torch.log(x)": "torch.log(x.clamp(min=1e-{0}))",
                         "y = tl.log(x)": "y = tl.log(tl.maximum(x, 1e-{0}))"},
                        "7 5"),
        "sqrt_sum": (
            {"torch.log(x)": "torch.sqrt(x + 1e-{0})", "y = tl.log(x)": "y = tl.sqrt_rn(x + 1e-{0})"},
            "5 6 8"),
        "minus_log": {"torch.log(x)": "-torch.log(x)", "y = tl.log(x)": "y = -tl.log(x)"},
        "over": ({"torch.log(x)": "{0}.{1} / x", "y = tl.log(x)": "y = {0}.{1} / x"}, "05 20 15"),
        "xlogx": {"torch.log(x)": "x * torch.log(x)", "y = tl.log(x)": "y = x * tl.log(x)"},
        "log_ratio": ({"torch.log(x)": "torch.log(x / {0}.{1})", "y = tl.log(x)": "y = tl.log(x / {0}.{1})"},
                      "20 05")}},
    "single_reduction": Derived("program_reduced",
        family={
            "mean": ..., "amax": ..., "amin": ..., "norm": ..., "l1_norm": ..., "max_norm": ...,
            "logsumexp": ...,
            "l3_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=3, ",
                        "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x) * x * x, 0.0)",
                        "y = tl.sum(partial, axis=0)":
                            "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 3.0)  # the logarithm of 0 is "
                            "-inf, and the root 0"}}, axes=["DIMS_SEVERAL"]),
    "single_truth": {
        "FAMILY": {"any": {"torch.randn(shape)": "torch.randn(shape).relu().floor()",
                           "torch.any(x > 2, ": "torch.any(x, ", "x > 2.0": "x != 0.0"},
                   "all": {"torch.randn(shape)": "(torch.randn(shape) + 2.0).relu().ceil()",
                           "torch.any(x > 2, ": "torch.all(x, ",
                           "tl.where(mask & (x > 2.0), 1.0, 0.0))":
                               "tl.where(mask & (x == 0.0), 1.0, 0.0))  # does any not hold?",
                           "axis=0) > 0.0": "axis=0) == 0.0"},
                   "any_bool": {"torch.randn(shape)": "torch.randn(shape) > 1.5",
                                "torch.any(x > 2, ": "torch.any(x, ", "mask & (x > 2.0), 1.0": "mask, x"},
                   "all_bool": {"torch.randn(shape)": "torch.randn(shape) > -1.5",
                                "torch.any(x > 2, ": "torch.all(x, ",
                                "tl.where(mask & (x > 2.0), 1.0, 0.0))":
                                    "tl.where(mask, 1.0 - x, 0.0))  # does any not hold?",
                                "axis=0) > 0.0": "axis=0) == 0.0"},
                   "all_below": {"torch.any(x > 2, ": "torch.all(x < 1.5, ",
                                 "tl.where(mask & (x > 2.0), 1.0, 0.0))":
                                     "tl.where(mask & (x >= 1.5), 1.0, 0.0))  # does any not hold?",
                                 "axis=0) > 0.0": "axis=0) == 0.0"},
                   "count": {"torch.randn(shape)": "torch.randn(shape).round()",
                             "torch.any(x > 2, ": "torch.count_nonzero(x, ",
                             "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))":
                                 "lanes += tl.where(mask & (x != 0.0), 1, 0)",
                             "tl.max(lanes, axis=1)": "tl.sum(lanes, axis=1)",
                             "tl.max(partial, axis=0) > 0.0": "tl.sum(partial, axis=0)",
                             "dtype=tl.float32": "dtype=tl.int64", "dtype=torch.float32": "dtype=torch.int64",
                             "dtype=torch.bool": "dtype=torch.int64"},
                   "count_positive": {
                       "torch.any(x > 2, ": "torch.sum(x > 0, ",
                       "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))":
                           "lanes += tl.where(mask & (x > 0.0), 1, 0)",
                       "tl.max(lanes, axis=1)": "tl.sum(lanes, axis=1)",
                       "tl.max(partial, axis=0) > 0.0": "tl.sum(partial, axis=0)",
                       "dtype=tl.float32": "dtype=tl.int64", "dtype=torch.float32": "dtype=torch.int64",
                       "dtype=torch.bool": "dtype=torch.int64"}},
        "AXES": ["DIMS"]},
    "single_variance": {
        "FAMILY": {"std": {"torch.var": "torch.std",
                           "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                               "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_cols - 1))"},
                   "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
                   "std_biased": {"torch.var(x, ": "torch.std(x, correction=0, ",
                                  "y = tl.maximum(rest, 0.0) / (n_cols - 1)":
                                      "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)"}},
        # one dimension has files of its own, which read it faster
        "AXES": ["DIMS_SEVERAL"]},
    "steep_chain": {"AXES": [("STEEP", "x = torch.exp(-x)", "x = tl.exp(-x)"),
                             ("UNARY", "x = torch.sub(x, 1.0)", "x = x - 1.0"),
                             ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional")]},
    "update_of_four": {"AXES": [(
        "PROGRAM_XZWP_TO_RVX", "r = w * 0.9 + z\n    v = p * 0.99 + z ** 2\n    x = x - r * 0.01",
        "r = 0.9 * w + z\n    v = 0.99 * p + z * z\n    x = x - 0.01 * r")]},
    "update_of_three": {"AXES": [("PROGRAM_UPDATE", "v = w * 0.9 + z ** 2\n    x = x - v * 0.01",
                                  "v = 0.9 * w + z * z\n    x = x - 0.01 * v")]},
}
