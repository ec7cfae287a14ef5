"""Tables of the families of pointwise operations, dropout_add to is_finite."""

FAMILIES = {
    "dropout_add": {
        "FAMILY": {
            "sum_05": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.5",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.5, 0.0)",
            },
            "sum_02": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.8",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.8, 0.0)",
            },
            "sum_025": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.75, 0.0)",
            },
            "sum_03": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.7",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.7, 0.0)",
            },
            "sum_005": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.95, 0.0)",
            },
            "sum_04": {
                "y = z + x * keep / 0.9": "y = z + x * keep / 0.6",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z + tl.where(keep, x / 0.6, 0.0)",
            },
            "product_05": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.5",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.5, 0.0)",
            },
            "product_01": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.9",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.9, 0.0)",
            },
            "product_02": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.8",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.8, 0.0)",
            },
            "product_025": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.75, 0.0)",
            },
            "product_03": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.7",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.7, 0.0)",
            },
            "product_005": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.95, 0.0)",
            },
            "product_04": {
                "y = z + x * keep / 0.9": "y = z * x * keep / 0.6",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z * tl.where(keep, x / 0.6, 0.0)",
            },
            "difference_05": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.5",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.5, 0.0)",
            },
            "difference_01": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.9",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.9, 0.0)",
            },
            "difference_02": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.8",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.8, 0.0)",
            },
            "difference_025": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.75, 0.0)",
            },
            "difference_03": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.7",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.7, 0.0)",
            },
            "difference_005": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.95, 0.0)",
            },
            "difference_04": {
                "y = z + x * keep / 0.9": "y = z - x * keep / 0.6",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = z - tl.where(keep, x / 0.6, 0.0)",
            },
            "half_05": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.5",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.5, 0.0)",
            },
            "half_01": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.9",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.9, 0.0)",
            },
            "half_02": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.8",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.8, 0.0)",
            },
            "half_025": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.75",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.75, 0.0)",
            },
            "half_03": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.7",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.7, 0.0)",
            },
            "half_005": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.95",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.95, 0.0)",
            },
            "half_04": {
                "y = z + x * keep / 0.9": "y = 0.5 * z + x * keep / 0.6",
                "y = z + tl.where(keep, x / 0.9, 0.0)": "y = 0.5 * z + tl.where(keep, x / 0.6, 0.0)",
            },
        },
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "elu": {
        "FAMILY": {
            "elu_01": {
                "F.elu(x)": "F.elu(x, 0.1)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.1 * expm1(t))",
            },
            "elu_025": {
                "F.elu(x)": "F.elu(x, alpha=0.25)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.25 * expm1(t))",
            },
            "elu_05": {
                "F.elu(x)": "F.elu(x, 0.5)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.5 * expm1(t))",
            },
            "elu_075": {
                "F.elu(x)": "F.elu(x, alpha=0.75)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.75 * expm1(t))",
            },
            "elu_09": {
                "F.elu(x)": "F.elu(x, alpha=0.9)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.9 * expm1(t))",
            },
            "elu_12": {
                "F.elu(x)": "F.elu(x, alpha=1.2)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.2 * expm1(t))",
            },
            "elu_15": {
                "F.elu(x)": "F.elu(x, alpha=1.5)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.5 * expm1(t))",
            },
            "elu_20": {
                "F.elu(x)": "F.elu(x, 2.0)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 2.0 * expm1(t))",
            },
            "elu_30": {
                "F.elu(x)": "F.elu(x, alpha=3.0)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 3.0 * expm1(t))",
            },
            "celu_025": {
                "F.elu(x)": "F.celu(x, alpha=0.25)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.25",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.25 * expm1(t))",
            },
            "celu_05": {
                "F.elu(x)": "F.celu(x, alpha=0.5)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.5",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.5 * expm1(t))",
            },
            "celu_08": {
                "F.elu(x)": "F.celu(x, alpha=0.8)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 0.8",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 0.8 * expm1(t))",
            },
            "celu_13": {
                "F.elu(x)": "F.celu(x, alpha=1.3)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 1.3",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 1.3 * expm1(t))",
            },
            "celu_20": {
                "F.elu(x)": "F.celu(x, alpha=2.0)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 2.0",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 2.0 * expm1(t))",
            },
            "celu_40": {
                "F.elu(x)": "F.celu(x, alpha=4.0)",
                "t = tl.minimum(x, 0.0)": "t = tl.minimum(x, 0.0) / 4.0",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x, 4.0 * expm1(t))",
            },
            "selu": {
                "F.elu(x)": "F.selu(x)",
                "y = tl.where(x > 0.0, x, expm1(t))": (
                    "y = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * expm1(t))"
                ),
            },
            "elish": {
                "F.elu(x)": "torch.where(x > 0, x, torch.expm1(x)) * torch.sigmoid(x)",
                "y = tl.where(x > 0.0, x, expm1(t))": ("y = tl.where(x > 0.0, x, expm1(t)) * tl.sigmoid(x)"),
            },
            "expm1_negative": {
                "F.elu(x)": "torch.expm1(-torch.abs(x))",
                "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = expm1(t)",
            },
            "expm1_square": {
                "F.elu(x)": "torch.expm1(-x * x)",
                "t = tl.minimum(x, 0.0)": "t = -x * x",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = expm1(t)",
            },
            "one_minus_exp": {
                "F.elu(x)": "-torch.expm1(-torch.relu(x))",
                "t = tl.minimum(x, 0.0)": "t = -tl.maximum(x, 0.0)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = -expm1(t)",
            },
            "laplace_cdf": {
                "F.elu(x)": "0.5 - 0.5 * torch.sign(x) * torch.expm1(-torch.abs(x))",
                "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                "y = tl.where(x > 0.0, x, expm1(t))": (
                    "y = 0.5 - 0.5 * tl.where(x < 0.0, -expm1(t), expm1(t))"
                ),
            },
            "elu_difference": {
                "F.elu(x)": "F.elu(x) - F.elu(-x)",
                "t = tl.minimum(x, 0.0)": "t = -tl.abs(x)",
                "y = tl.where(x > 0.0, x, expm1(t))": "y = tl.where(x > 0.0, x - expm1(t), x + expm1(t))",
            },
        }
    },
    "exp": {
        "FAMILY": {
            "exp2": {"torch.exp(x)": "torch.exp2(x)", "y = tl.exp(x)": "y = tl.exp2(x)"},
            "exp_minus": {"torch.exp(x)": "torch.exp(-x)", "y = tl.exp(x)": "y = tl.exp(-x)"},
            "exp_minus_abs": {
                "torch.exp(x)": "torch.exp(-torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-tl.abs(x))",
            },
            "exp_of_01": {"torch.exp(x)": "torch.exp(0.1 * x)", "y = tl.exp(x)": "y = tl.exp(0.1 * x)"},
            "decay_01": {
                "torch.exp(x)": "torch.exp(-0.1 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-0.1 * tl.abs(x))",
            },
            "gauss_01": {
                "torch.exp(x)": "torch.exp(-0.1 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-0.1 * x * x)",
            },
            "exp_of_025": {"torch.exp(x)": "torch.exp(0.25 * x)", "y = tl.exp(x)": "y = tl.exp(0.25 * x)"},
            "decay_025": {
                "torch.exp(x)": "torch.exp(-0.25 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-0.25 * tl.abs(x))",
            },
            "gauss_025": {
                "torch.exp(x)": "torch.exp(-0.25 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-0.25 * x * x)",
            },
            "exp_of_05": {"torch.exp(x)": "torch.exp(0.5 * x)", "y = tl.exp(x)": "y = tl.exp(0.5 * x)"},
            "decay_05": {
                "torch.exp(x)": "torch.exp(-0.5 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-0.5 * tl.abs(x))",
            },
            "gauss_05": {
                "torch.exp(x)": "torch.exp(-0.5 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-0.5 * x * x)",
            },
            "exp_of_15": {"torch.exp(x)": "torch.exp(1.5 * x)", "y = tl.exp(x)": "y = tl.exp(1.5 * x)"},
            "decay_15": {
                "torch.exp(x)": "torch.exp(-1.5 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-1.5 * tl.abs(x))",
            },
            "gauss_15": {
                "torch.exp(x)": "torch.exp(-1.5 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-1.5 * x * x)",
            },
            "exp_of_20": {"torch.exp(x)": "torch.exp(2.0 * x)", "y = tl.exp(x)": "y = tl.exp(2.0 * x)"},
            "decay_20": {
                "torch.exp(x)": "torch.exp(-2.0 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-2.0 * tl.abs(x))",
            },
            "gauss_20": {
                "torch.exp(x)": "torch.exp(-2.0 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-2.0 * x * x)",
            },
            "exp_of_07": {"torch.exp(x)": "torch.exp(0.7 * x)", "y = tl.exp(x)": "y = tl.exp(0.7 * x)"},
            "decay_07": {
                "torch.exp(x)": "torch.exp(-0.7 * torch.abs(x))",
                "y = tl.exp(x)": "y = tl.exp(-0.7 * tl.abs(x))",
            },
            "gauss_07": {
                "torch.exp(x)": "torch.exp(-0.7 * x * x)",
                "y = tl.exp(x)": "y = tl.exp(-0.7 * x * x)",
            },
            "exp_minus_10": {"torch.exp(x)": "torch.exp(x - 1.0)", "y = tl.exp(x)": "y = tl.exp(x - 1.0)"},
            "exp_over_10": {"torch.exp(x)": "torch.exp(x / 4.0)", "y = tl.exp(x)": "y = tl.exp(x / 4.0)"},
            "exp_minus_20": {"torch.exp(x)": "torch.exp(x - 2.0)", "y = tl.exp(x)": "y = tl.exp(x - 2.0)"},
            "exp_over_20": {"torch.exp(x)": "torch.exp(x / 2.0)", "y = tl.exp(x)": "y = tl.exp(x / 2.0)"},
            "exp_minus_30": {"torch.exp(x)": "torch.exp(x - 3.0)", "y = tl.exp(x)": "y = tl.exp(x - 3.0)"},
            "exp_over_30": {"torch.exp(x)": "torch.exp(x / 3.0)", "y = tl.exp(x)": "y = tl.exp(x / 3.0)"},
            "x_exp_minus": {
                "torch.exp(x)": "x * torch.exp(-x * x)",
                "y = tl.exp(x)": "y = x * tl.exp(-x * x)",
            },
            "exp_clamped": {
                "torch.exp(x)": "torch.exp(torch.clamp(x, -5.0, 5.0))",
                "y = tl.exp(x)": "y = tl.exp(tl.minimum(tl.maximum(x, -5.0), 5.0))",
            },
            "exp_plus_one": {"torch.exp(x)": "torch.exp(x) + 1.0", "y = tl.exp(x)": "y = tl.exp(x) + 1.0"},
            "gumbel": {
                "torch.exp(x)": "torch.exp(-torch.exp(-x))",
                "y = tl.exp(x)": "y = tl.exp(-tl.exp(-x))",
            },
            "exp_relu": {
                "torch.exp(x)": "torch.exp(torch.relu(x))",
                "y = tl.exp(x)": "y = tl.exp(tl.maximum(x, 0.0))",
            },
            "cosh": {
                "torch.exp(x)": "torch.cosh(x)",
                "y = tl.exp(x)": "t = tl.exp(tl.abs(x))\ny = 0.5 * (t + 1.0 / t)",
            },
            "sech": {
                "torch.exp(x)": "1.0 / torch.cosh(x)",
                "y = tl.exp(x)": "t = tl.exp(-tl.abs(x))\ny = 2.0 * t / (1.0 + t * t)",
            },
            "two_to_the_minus": {"torch.exp(x)": "torch.pow(2.0, -x)", "y = tl.exp(x)": "y = tl.exp2(-x)"},
            "two_to_the_half": {"torch.exp(x)": "2.0 ** (0.5 * x)", "y = tl.exp(x)": "y = tl.exp2(0.5 * x)"},
            "four_to_the": {"torch.exp(x)": "torch.pow(4.0, x)", "y = tl.exp(x)": "y = tl.exp2(2.0 * x)"},
        }
    },
    "floor": {
        "FAMILY": {
            "ceil": {"torch.floor(x)": "torch.ceil(x)", "y = tl.floor(x)": "y = tl.ceil(x)"},
            "trunc": {
                "torch.floor(x)": "torch.trunc(x)",
                "y = tl.floor(x)": "y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))",
            },
            "frac": {
                "torch.floor(x)": "torch.frac(x)",
                "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x))",
            },
            "sawtooth": {"torch.floor(x)": "x - torch.floor(x)", "y = tl.floor(x)": "y = x - tl.floor(x)"},
            "sign": {
                "torch.floor(x)": "torch.sign(x)",
                "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0) - tl.where(x < 0.0, 1.0, 0.0)",
            },
            "step": {
                "torch.floor(x)": "(x > 0).to(x.dtype)",
                "y = tl.floor(x)": "y = tl.where(x > 0.0, 1.0, 0.0)",
            },
            "hardshrink_sign": {
                "torch.floor(x)": "torch.where(torch.abs(x) > 0.5, torch.sign(x), x)",
                "y = tl.floor(x)": "y = tl.where(tl.abs(x) > 0.5, tl.where(x > 0.0, 1.0, -1.0), x)",
            },
            "remainder_2": {
                "torch.floor(x)": "torch.remainder(x, 2.0)",
                "y = tl.floor(x)": "y = x - tl.floor(x / 2.0) * 2.0",
            },
            "remainder_half": {
                "torch.floor(x)": "torch.remainder(x, 0.5)",
                "y = tl.floor(x)": "y = x - tl.floor(x / 0.5) * 0.5",
            },
            "fmod_1": {
                "torch.floor(x)": "torch.fmod(x, 1.0) + 2.0",
                "y = tl.floor(x)": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x)) + 2.0",
            },
            "floor_div_2": {
                "torch.floor(x)": "torch.floor(x / 2.0)",
                "y = tl.floor(x)": "y = tl.floor(x / 2.0)",
            },
            "floor_plus_half": {
                "torch.floor(x)": "torch.floor(x + 0.5)",
                "y = tl.floor(x)": "y = tl.floor(x + 0.5)",
            },
            "sign_root": {
                "torch.floor(x)": "torch.sign(x) * 0.5",
                "y = tl.floor(x)": "y = tl.where(x > 0.0, 0.5, 0.0) - tl.where(x < 0.0, 0.5, 0.0)",
            },
            "heaviside_soft": {
                "torch.floor(x)": "torch.where(x >= 0, x + 1.0, torch.zeros_like(x))",
                "y = tl.floor(x)": "y = tl.where(x >= 0.0, x + 1.0, 0.0)",
            },
            "floor_ceil_mean": {
                "torch.floor(x)": "0.5 * (torch.floor(x) + torch.ceil(x))",
                "y = tl.floor(x)": "y = 0.5 * (tl.floor(x) + tl.ceil(x))",
            },
        },
        "AXES": [("UNARY", "y = torch.abs(y)", "y = tl.abs(y)", "optional")],
    },
    "gelu": {
        "FAMILY": {
            "gelu_tanh": {
                "F.gelu(x)": "F.gelu(x, approximate='tanh')",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"
                ),
            },
            "gelu_quick": {
                "F.gelu(x)": "x * torch.sigmoid(1.702 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(1.702 * x)",
            },
            "swish_05": {
                "F.gelu(x)": "x * torch.sigmoid(0.5 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(0.5 * x)",
            },
            "swish_2": {
                "F.gelu(x)": "x * torch.sigmoid(2.0 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(2.0 * x)",
            },
            "swish_125": {
                "F.gelu(x)": "x * torch.sigmoid(1.25 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.sigmoid(1.25 * x)",
            },
            "erf": {
                "F.gelu(x)": "torch.erf(x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.erf(x)",
            },
            "erf_half": {
                "F.gelu(x)": "torch.erf(0.5 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.erf(0.5 * x)",
            },
            "erf_root": {
                "F.gelu(x)": "torch.erf(x / 1.4142135623730951)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = tl.erf(x / 1.4142135623730951)"
                ),
            },
            "normal_cdf": {
                "F.gelu(x)": "0.5 * (1.0 + torch.erf(x * 0.7071067811865476))",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"
                ),
            },
            "normal_pdf": {
                "F.gelu(x)": "0.3989422804014327 * torch.exp(-0.5 * x * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = 0.3989422804014327 * tl.exp(-0.5 * x * x)"
                ),
            },
            "gelu_slope": {
                "F.gelu(x)": (
                    "0.5 * (1.0 + torch.erf(x * 0.7071067811865476)) + x * 0.3989422804014327 * "
                    "torch.exp(-0.5 * x * x)"
                ),
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = 0.5 * (1.0 + tl.erf(x * 0.7071067811865476)) + x * 0.3989422804014327 * "
                    "tl.exp(-0.5 * x * x)"
                ),
            },
            "serf_like": {
                "F.gelu(x)": "x * torch.erf(F.silu(x))",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": ("y = x * tl.erf(x * tl.sigmoid(x))"),
            },
            "x_erf": {
                "F.gelu(x)": "x * torch.erf(x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * tl.erf(x)",
            },
            "gelu_twice": {
                "F.gelu(x)": "F.gelu(2.0 * x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = 2.0 * x * 0.5 * (1.0 + tl.erf(2.0 * x * 0.7071067811865476))"
                ),
            },
            "gelu_doubled": {
                "F.gelu(x)": "2.0 * F.gelu(x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = 2.0 * (x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476)))"
                ),
            },
            "gelu_plus": {
                "F.gelu(x)": "x + F.gelu(x)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "y = x + x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"
                ),
            },
            "gelu_shifted": {
                "F.gelu(x)": "F.gelu(x + 1.0)",
                "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                    "x = x + 1.0\ny = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"
                ),
            },
        }
    },
    "glu": {
        "FAMILY": {
            "first": {
                "x, z = x.chunk(2, dim=-1)": "z, x = x.chunk(2, dim=-1)",
                "x_ptr + first, mask": "x_ptr + first + C, mask",
                "x_ptr + first + C, mask": "x_ptr + first, mask",
            },
            "sum": {"return x * z": "return x + z", "y = x * z": "y = x + z"},
            "residual": {"return x * z": "return x + x * z", "y = x * z": "y = x + x * z"},
            "scaled": {"return x * z": "return 2.0 * x * z", "y = x * z": "y = 2.0 * x * z"},
            "shifted": {"return x * z": "return x * (z + 1.0)", "y = x * z": "y = x * (z + 1.0)"},
            "difference": {"return x * z": "return x - z", "y = x * z": "y = x - z"},
        },
        "AXES": [("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)")],
    },
    "glu_call": {
        "AXES": [
            {
                "channels": {
                    "CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]": (
                        "CASES = [(1, 2, 1), (3, 6, 11), (2, 6, 5, 7), (2, 4, 3, 2, 9), (2, 4, 20, 30)]"
                    ),
                    "dim=-1": "dim=1",
                    "n_half = x.shape[-1] // 2": "n_half = x.numel() // x.shape[0] // 2",
                    "x.shape[:-1] + (n_half,)": "(x.shape[0], x.shape[1] // 2) + x.shape[2:]",
                }
            },
            ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ]
    },
    "gru_cell": {
        "FAMILY": {
            "gru_cell_update_first": {
                "x_r, x_z, x_n = x_gates": "x_z, x_r, x_n = x_gates",
                "h_r, h_z, h_n = h_gates": "h_z, h_r, h_n = h_gates",
                "x_r = tl.load(x_ptrs, ": "x_z = tl.load(x_ptrs, ",
                "x_z = tl.load(x_ptrs + N, ": "x_r = tl.load(x_ptrs + N, ",
                "h_r = tl.load(h_ptrs, ": "h_z = tl.load(h_ptrs, ",
                "h_z = tl.load(h_ptrs + N, ": "h_r = tl.load(h_ptrs + N, ",
            },
            "gru_cell_keep_new": {"y = (1.0 - z) * n + z * h": "y = z * n + (1.0 - z) * h"},
            "gru_cell_difference": {"y = (1.0 - z) * n + z * h": "y = n + z * (h - n)"},
        },
        "AXES": [
            {
                "hidden_first": {
                    "gru_cell_torch(x_gates, h_gates, h)": "gru_cell_torch(h, h_gates, x_gates)",
                    "gru_cell_triton(x_gates, h_gates, h)": "gru_cell_triton(h, h_gates, x_gates)",
                    "return torch.randn(B, 3 * N), torch.randn(B, 3 * N), torch.randn(B, N)": (
                        "return torch.randn(B, N), torch.randn(B, 3 * N), torch.randn(B, 3 * N)"
                    ),
                },
                "reset_first": {"n = x_n + r * h_n": "n = r * h_n + x_n"},
            },
            {  # what makes the candidate, a tanh as a rule
                "tanh": {
                    "n = torch.relu(n)": "n = torch.tanh(n)",
                    "n = tl.maximum(n, 0.0)": (
                        "t = -2.0 * tl.abs(n)\n"
                        "u = tl.exp(t)\n"
                        "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                        "(u - 1.0) * t / tl.log(u)))\n"
                        "t = -t / (t + 2.0)\n"
                        "n = tl.where(n < 0.0, -t, t)"
                    ),
                },
                "silu": {
                    "n = torch.relu(n)": "n = F.silu(n)",
                    "n = tl.maximum(n, 0.0)": "n = n * tl.sigmoid(n)",
                },
                "softsign": {
                    "n = torch.relu(n)": "n = F.softsign(n)",
                    "n = tl.maximum(n, 0.0)": "n = n / (1.0 + tl.abs(n))",
                },
                "hardtanh": {
                    "n = torch.relu(n)": "n = F.hardtanh(n)",
                    "n = tl.maximum(n, 0.0)": "n = tl.minimum(tl.maximum(n, -1.0), 1.0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = F.silu(y)", "y = y * tl.sigmoid(y)", "optional"),
        ],
    },
    "inverse_tangent": {
        "FAMILY": {
            "atan_half": {"torch.atan(x)": "torch.atan(0.5 * x)", "y = arctan(x)": "y = arctan(0.5 * x)"},
            "atan_double": {"torch.atan(x)": "torch.atan(x * 2.0)", "y = arctan(x)": "y = arctan(x * 2.0)"},
            "asin": {
                "torch.atan(x)": "torch.asin(torch.clamp(x, -0.9, 0.9))",
                "y = arctan(x)": (
                    "t = tl.minimum(tl.maximum(x, -0.9), 0.9)\n"
                    "y = arctan(t * tl.rsqrt((1.0 - t) * (1.0 + t)))"
                ),
            },
            "acos": {
                "torch.atan(x)": "torch.acos(torch.clamp(x, -0.9, 0.9))",
                "y = arctan(x)": (
                    "t = tl.minimum(tl.maximum(x, -0.9), 0.9)\n"
                    "y = 1.5707963267948966 - arctan(t * tl.rsqrt((1.0 - t) * (1.0 + t)))"
                ),
            },
            "cauchy_cdf": {
                "torch.atan(x)": "0.5 + torch.atan(x) / 3.141592653589793",
                "y = arctan(x)": "y = 0.5 + arctan(x) / 3.141592653589793",
            },
            "atan_scaled": {
                "torch.atan(x)": "0.6366197723675814 * torch.atan(x)",
                "y = arctan(x)": "y = 0.6366197723675814 * arctan(x)",
            },
            "x_atan": {"torch.atan(x)": "x * torch.atan(x)", "y = arctan(x)": "y = x * arctan(x)"},
            "atan_abs": {
                "torch.atan(x)": "torch.atan(torch.abs(x))",
                "y = arctan(x)": "y = arctan(tl.abs(x))",
            },
            "atan_square": {"torch.atan(x)": "torch.atan(x * x)", "y = arctan(x)": "y = arctan(x * x)"},
            "atan_exp": {
                "torch.atan(x)": "torch.atan(torch.exp(x))",
                "y = arctan(x)": "y = arctan(tl.exp(x))",
            },
            "atan_sin": {
                "torch.atan(x)": "torch.atan(torch.sin(x))",
                "y = arctan(x)": "y = arctan(tl.sin(x))",
            },
            "atan_pi": {
                "torch.atan(x)": "torch.atan(x * 3.141592653589793)",
                "y = arctan(x)": "y = arctan(x * 3.141592653589793)",
            },
            "atan_slope": {
                "torch.atan(x)": "1.0 / (1.0 + torch.atan(x) ** 2)",
                "y = arctan(x)": "t = arctan(x)\ny = 1.0 / (1.0 + t * t)",
            },
            "x_plus_atan": {"torch.atan(x)": "x + torch.atan(x)", "y = arctan(x)": "y = x + arctan(x)"},
            "atan_shifted": {"torch.atan(x)": "torch.atan(x - 1.0)", "y = arctan(x)": "y = arctan(x - 1.0)"},
        },
        "AXES": [("UNARY", "y = torch.square(y)", "y = y * y", "optional")],
    },
    "is_finite": {
        "FAMILY": {
            "is_nan": {"torch.isfinite(x)": "torch.isnan(x)", 'y = tl.abs(x) < float("inf")': "y = x != x"},
            "is_inf": {
                "torch.isfinite(x)": "torch.isinf(x)",
                'y = tl.abs(x) < float("inf")': 'y = tl.abs(x) == float("inf")',
                "(torch.randn(shape),)": "(torch.relu(torch.randn(shape)),)",
            },  # log(0) is infinite
            "is_number": {
                "torch.isfinite(x)": "~torch.isnan(x)",
                'y = tl.abs(x) < float("inf")': "y = x == x",
            },
        },
        "AXES": [
            {
                "root": {"torch.log(x)": "torch.sqrt(x)", "x = tl.log(x)": "x = tl.sqrt(x)"},
                "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "x = tl.log(x)": "x = tl.rsqrt(x)"},
            }
        ],
    },
}
