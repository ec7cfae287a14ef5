"""Tables of the families of pointwise operations, leaky_relu to peak_floor."""

from corpus.families.axes_3 import QUOTIENT_MINUS_PLUS

FAMILIES = {
    "leaky_relu": {
        "FAMILY": {
            "leaky_relu_0001": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.001)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.001 * x)",
            },
            "leaky_relu_002": {
                "F.leaky_relu(x)": "F.leaky_relu(x, 0.02)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.02 * x)",
            },
            "leaky_relu_003": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.03)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.03 * x)",
            },
            "leaky_relu_005": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.05)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.05 * x)",
            },
            "leaky_relu_01": {
                "F.leaky_relu(x)": "F.leaky_relu(x, 0.1)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.1 * x)",
            },
            "leaky_relu_0125": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.125)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.125 * x)",
            },
            "leaky_relu_015": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.15)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.15 * x)",
            },
            "leaky_relu_02": {
                "F.leaky_relu(x)": "F.leaky_relu(x, 0.2)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.2 * x)",
            },
            "leaky_relu_025": {
                "F.leaky_relu(x)": "F.leaky_relu(x, 0.25)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.25 * x)",
            },
            "leaky_relu_03": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.3)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.3 * x)",
            },
            "leaky_relu_04": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.4)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.4 * x)",
            },
            "leaky_relu_05": {
                "F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.5 * x)",
            },
            "clamp_m1_1": {
                "F.leaky_relu(x)": "torch.clamp(x, -1.0, 1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.0), 1.0)",
            },
            "clamp_m2_2": {
                "F.leaky_relu(x)": "torch.clamp(x, -2.0, 2.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -2.0), 2.0)",
            },
            "clamp_0_1": {
                "F.leaky_relu(x)": "torch.clamp(x, 0.0, 1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 1.0)",
            },
            "clamp_0_6": {
                "F.leaky_relu(x)": "torch.clamp(x, 0.0, 6.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 6.0)",
            },
            "clamp_m05_05": {
                "F.leaky_relu(x)": "torch.clamp(x, -0.5, 0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.5), 0.5)",
            },
            "clamp_m3_3": {
                "F.leaky_relu(x)": "torch.clamp(x, -3.0, 3.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -3.0), 3.0)",
            },
            "clamp_m1_2": {
                "F.leaky_relu(x)": "torch.clamp(x, -1.0, 2.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.0), 2.0)",
            },
            "clamp_01_09": {
                "F.leaky_relu(x)": "torch.clamp(x, 0.1, 0.9)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.1), 0.9)",
            },
            "clamp_m025_075": {
                "F.leaky_relu(x)": "torch.clamp(x, -0.25, 0.75)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.25), 0.75)",
            },
            "clamp_m10_10": {
                "F.leaky_relu(x)": "torch.clamp(x, -10.0, 10.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -10.0), 10.0)",
            },
            "clamp_0_25": {
                "F.leaky_relu(x)": "torch.clamp(x, 0.0, 2.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 2.5)",
            },
            "hardtanh_m2_1": {
                "F.leaky_relu(x)": "F.hardtanh(x, min_val=-2.0, max_val=1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -2.0), 1.0)",
            },
            "hardtanh_m02_08": {
                "F.leaky_relu(x)": "F.hardtanh(x, min_val=-0.2, max_val=0.8)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.2), 0.8)",
            },
            "hardtanh_m15_15": {
                "F.leaky_relu(x)": "F.hardtanh(x, min_val=-1.5, max_val=1.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.5), 1.5)",
            },
            "clamp_min_m1": {
                "F.leaky_relu(x)": "torch.clamp(x, min=-1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, -1.0)",
            },
            "clamp_min_m05": {
                "F.leaky_relu(x)": "torch.clamp(x, min=-0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, -0.5)",
            },
            "clamp_min_005": {
                "F.leaky_relu(x)": "torch.clamp(x, min=0.05)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.05)",
            },
            "clamp_min_03": {
                "F.leaky_relu(x)": "torch.clamp(x, min=0.3)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.3)",
            },
            "clamp_min_1": {
                "F.leaky_relu(x)": "torch.clamp(x, min=1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 1.0)",
            },
            "clamp_min_0001": {
                "F.leaky_relu(x)": "torch.clamp(x, min=0.001)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.001)",
            },
            "clamp_max_m01": {
                "F.leaky_relu(x)": "torch.clamp(x, max=-0.1)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, -0.1)",
            },
            "clamp_max_0": {
                "F.leaky_relu(x)": "torch.clamp(x, max=0.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 0.0)",
            },
            "clamp_max_05": {
                "F.leaky_relu(x)": "torch.clamp(x, max=0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 0.5)",
            },
            "clamp_max_1": {
                "F.leaky_relu(x)": "torch.clamp(x, max=1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 1.0)",
            },
            "clamp_max_2": {
                "F.leaky_relu(x)": "torch.clamp(x, max=2.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 2.0)",
            },
            "softshrink_01": {
                "F.leaky_relu(x)": "F.softshrink(x, 0.1)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": (
                    "y = tl.maximum(x - 0.1, 0.0) + tl.minimum(x + 0.1, 0.0)"
                ),
            },
            "softshrink_025": {
                "F.leaky_relu(x)": "F.softshrink(x, 0.25)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": (
                    "y = tl.maximum(x - 0.25, 0.0) + tl.minimum(x + 0.25, 0.0)"
                ),
            },
            "softshrink_05": {
                "F.leaky_relu(x)": "F.softshrink(x, 0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": (
                    "y = tl.maximum(x - 0.5, 0.0) + tl.minimum(x + 0.5, 0.0)"
                ),
            },
            "softshrink_08": {
                "F.leaky_relu(x)": "F.softshrink(x, 0.8)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": (
                    "y = tl.maximum(x - 0.8, 0.0) + tl.minimum(x + 0.8, 0.0)"
                ),
            },
            "softshrink_10": {
                "F.leaky_relu(x)": "F.softshrink(x, 1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": (
                    "y = tl.maximum(x - 1.0, 0.0) + tl.minimum(x + 1.0, 0.0)"
                ),
            },
            "hardshrink_01": {
                "F.leaky_relu(x)": "F.hardshrink(x, 0.1)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.1, x, 0.0)",
            },
            "hardshrink_03": {
                "F.leaky_relu(x)": "F.hardshrink(x, 0.3)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.3, x, 0.0)",
            },
            "hardshrink_05": {
                "F.leaky_relu(x)": "F.hardshrink(x, 0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.5, x, 0.0)",
            },
            "hardshrink_10": {
                "F.leaky_relu(x)": "F.hardshrink(x, 1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 1.0, x, 0.0)",
            },
            "threshold_01_200": {
                "F.leaky_relu(x)": "F.threshold(x, 0.1, 20.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.1, x, 20.0)",
            },
            "threshold_05_00": {
                "F.leaky_relu(x)": "F.threshold(x, 0.5, 0.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.5, x, 0.0)",
            },
            "threshold_00_m10": {
                "F.leaky_relu(x)": "F.threshold(x, 0.0, -1.0)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, -1.0)",
            },
            "threshold_10_025": {
                "F.leaky_relu(x)": "F.threshold(x, 1.0, 0.25)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 1.0, x, 0.25)",
            },
            "threshold_m05_m05": {
                "F.leaky_relu(x)": "F.threshold(x, -0.5, -0.5)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > -0.5, x, -0.5)",
            },
            "thresholded_scale_05": {
                "F.leaky_relu(x)": "torch.where(x > 0, x * 0.5, -x)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 0.5, -x)",
            },
            "thresholded_scale_10": {
                "F.leaky_relu(x)": "torch.where(x > 0, x * 1.0, -x)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 1.0, -x)",
            },
            "thresholded_scale_20": {
                "F.leaky_relu(x)": "torch.where(x > 0, x * 2.0, -x)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 2.0, -x)",
            },
            "thresholded_scale_125": {
                "F.leaky_relu(x)": "torch.where(x > 0, x * 1.25, -x)",
                "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 1.25, -x)",
            },
        }
    },
    "logaddexp": {
        "FAMILY": {
            "logaddexp2": {
                "torch.logaddexp(x, z)": "torch.logaddexp2(x, z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = tl.maximum(x, z) + 1.4426950408889634 * log1p(tl.exp2(-tl.abs(x - z)))"
                ),
            },
            "logaddexp_minus": {
                "torch.logaddexp(x, z)": "-torch.logaddexp(-x, -z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = tl.minimum(x, z) - log1p(tl.exp(-tl.abs(x - z)))"
                ),
            },
            "logaddexp_sharp": {
                "torch.logaddexp(x, z)": "0.25 * torch.logaddexp(4.0 * x, 4.0 * z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = tl.maximum(x, z) + 0.25 * log1p(tl.exp(-4.0 * tl.abs(x - z)))"
                ),
            },
            "softplus_difference": {
                "torch.logaddexp(x, z)": "F.softplus(x - z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = tl.maximum(x - z, 0.0) + log1p(tl.exp(-tl.abs(x - z)))"
                ),
            },
            "logsigmoid_difference": {
                "torch.logaddexp(x, z)": "F.logsigmoid(x - z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = tl.minimum(x - z, 0.0) - log1p(tl.exp(-tl.abs(x - z)))"
                ),
            },
            "log1p_distance": {
                "torch.logaddexp(x, z)": "torch.log1p(torch.abs(x - z))",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(tl.abs(x - z))",
            },
            "log1p_product": {
                "torch.logaddexp(x, z)": "torch.log1p(x * x * z * z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = log1p(x * x * z * z)",
            },
            "xlog1py": {
                "torch.logaddexp(x, z)": "x * torch.log1p(torch.abs(z))",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": "y = x * log1p(tl.abs(z))",
            },
            "mix_entropy": {
                "torch.logaddexp(x, z)": "torch.logaddexp(x, z) - 0.5 * (x + z)",
                "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))": (
                    "y = 0.5 * tl.abs(x - z) + log1p(tl.exp(-tl.abs(x - z)))"
                ),
            },
        },
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
    "logarithm": {
        "FAMILY": {
            "log2": {"torch.log(x)": "torch.log2(x)", "y = tl.log(x)": "y = tl.log2(x)"},
            "log10": {
                "torch.log(x)": "torch.log10(x)",
                "y = tl.log(x)": "y = tl.log(x) * 0.4342944819032518",
            },
            "x_log_x": {"torch.log(x)": "x * torch.log(x)", "y = tl.log(x)": "y = x * tl.log(x)"},
            "entropy": {"torch.log(x)": "-x * torch.log(x)", "y = tl.log(x)": "y = -x * tl.log(x)"},
            "log_squared": {"torch.log(x)": "torch.log(x) ** 2", "y = tl.log(x)": "t = tl.log(x)\ny = t * t"},
            "minus_log": {"torch.log(x)": "-torch.log(x)", "y = tl.log(x)": "y = -tl.log(x)"},
            "log_sigmoid_chain": {
                "torch.log(x)": "torch.sigmoid(torch.log(x))",
                "y = tl.log(x)": "y = tl.sigmoid(tl.log(x))",
            },
            "abs_log": {"torch.log(x)": "torch.abs(torch.log(x))", "y = tl.log(x)": "y = tl.abs(tl.log(x))"},
            "relu_log": {
                "torch.log(x)": "torch.relu(torch.log(x))",
                "y = tl.log(x)": "y = tl.maximum(tl.log(x), 0.0)",
            },
            "exp_half_log": {
                "torch.log(x)": "torch.exp(0.5 * torch.log(x))",
                "y = tl.log(x)": "y = tl.exp(0.5 * tl.log(x))",
            },
            "decibel": {
                "torch.log(x)": "10.0 * torch.log10(x)",
                "y = tl.log(x)": "y = 10.0 * (tl.log(x) * 0.4342944819032518)",
            },
            "decibel_floor": {
                "torch.log(x)": "10.0 * torch.log10(torch.clamp(x, min=0.01))",
                "y = tl.log(x)": "y = 10.0 * (tl.log(tl.maximum(x, 0.01)) * 0.4342944819032518)",
            },
            "log_sqrt": {
                "torch.log(x)": "torch.log(torch.sqrt(x))",
                "y = tl.log(x)": "y = tl.log(tl.sqrt(x))",
            },
            "log_one_over": {"torch.log(x)": "torch.log(1.0 / x)", "y = tl.log(x)": "y = tl.log(1.0 / x)"},
            "log_plus_01": {"torch.log(x)": "torch.log(x + 0.1)", "y = tl.log(x)": "y = tl.log(x + 0.1)"},
            "log_plus_05": {"torch.log(x)": "torch.log(x + 0.5)", "y = tl.log(x)": "y = tl.log(x + 0.5)"},
            "log_plus_10": {"torch.log(x)": "torch.log(x + 1.0)", "y = tl.log(x)": "y = tl.log(x + 1.0)"},
            "log_plus_20": {"torch.log(x)": "torch.log(x + 2.0)", "y = tl.log(x)": "y = tl.log(x + 2.0)"},
            "log_plus_1e_3": {"torch.log(x)": "torch.log(x + 1e-3)", "y = tl.log(x)": "y = tl.log(x + 1e-3)"},
            "log_plus_1e_5": {"torch.log(x)": "torch.log(x + 1e-5)", "y = tl.log(x)": "y = tl.log(x + 1e-5)"},
            "log_times_05": {"torch.log(x)": "torch.log(0.5 * x)", "y = tl.log(x)": "y = tl.log(0.5 * x)"},
            "times_log_05": {"torch.log(x)": "0.5 * torch.log(x)", "y = tl.log(x)": "y = 0.5 * tl.log(x)"},
            "log_base_05": {
                "torch.log(x)": "torch.log(x) / 1.0986122886681098",
                "y = tl.log(x)": "y = tl.log(x) / 1.0986122886681098",
            },
            "log_clamped_05": {
                "torch.log(x)": "torch.log(torch.clamp(x, min=0.05))",
                "y = tl.log(x)": "y = tl.log(tl.maximum(x, 0.05))",
            },
            "log_times_20": {"torch.log(x)": "torch.log(2.0 * x)", "y = tl.log(x)": "y = tl.log(2.0 * x)"},
            "times_log_20": {"torch.log(x)": "2.0 * torch.log(x)", "y = tl.log(x)": "y = 2.0 * tl.log(x)"},
            "log_base_20": {"torch.log(x)": "torch.log(x) / 2.0", "y = tl.log(x)": "y = tl.log(x) / 2.0"},
            "log_clamped_20": {
                "torch.log(x)": "torch.log(torch.clamp(x, min=0.2))",
                "y = tl.log(x)": "y = tl.log(tl.maximum(x, 0.2))",
            },
            "log_times_100": {"torch.log(x)": "torch.log(10.0 * x)", "y = tl.log(x)": "y = tl.log(10.0 * x)"},
            "times_log_100": {"torch.log(x)": "10.0 * torch.log(x)", "y = tl.log(x)": "y = 10.0 * tl.log(x)"},
            "log_base_100": {"torch.log(x)": "torch.log(x) / 10.0", "y = tl.log(x)": "y = tl.log(x) / 10.0"},
            "log_clamped_100": {
                "torch.log(x)": "torch.log(torch.clamp(x, min=1.0))",
                "y = tl.log(x)": "y = tl.log(tl.maximum(x, 1.0))",
            },
        }
    },
    "lstm_cell": {
        "FAMILY": {
            "lstm_cell_output_first": {
                "i, f, g, o = gates.chunk(4, dim=-1)": "o, i, f, g = gates.chunk(4, dim=-1)",
                "i = tl.load(gate_ptrs, ": "o = tl.load(gate_ptrs, ",
                "f = tl.load(gate_ptrs + N, ": "i = tl.load(gate_ptrs + N, ",
                "g = tl.load(gate_ptrs + 2 * N, ": "f = tl.load(gate_ptrs + 2 * N, ",
                "o = tl.load(gate_ptrs + 3 * N, ": "g = tl.load(gate_ptrs + 3 * N, ",
            },
            "lstm_cell_forget_bias": {
                "torch.sigmoid(f) * c": "torch.sigmoid(f + 1.0) * c",
                "tl.sigmoid(f) * c": "tl.sigmoid(f + 1.0) * c",
            },
            "lstm_cell_coupled": {
                "torch.sigmoid(f) * c + torch.sigmoid(i) * g": (
                    "torch.sigmoid(f) * c + (1.0 - torch.sigmoid(f)) * torch.sigmoid(i) * g"
                ),
                "tl.sigmoid(f) * c + tl.sigmoid(i) * g": (
                    "tl.sigmoid(f) * c + (1.0 - tl.sigmoid(f)) * tl.sigmoid(i) * g"
                ),
            },
        },
        "AXES": [
            {"state_first": {"return h, c": "return c, h", "return h, new_c": "return new_c, h"}},
            {  # what makes the candidate, a tanh as a rule
                "tanh": {"g = torch.relu(g)": "g = torch.tanh(g)", "g = tl.maximum(g, 0.0)": "g = tanh(g)"},
                "silu": {
                    "g = torch.relu(g)": "g = F.silu(g)",
                    "g = tl.maximum(g, 0.0)": "g = g * tl.sigmoid(g)",
                },
                "softsign": {
                    "g = torch.relu(g)": "g = F.softsign(g)",
                    "g = tl.maximum(g, 0.0)": "g = g / (1.0 + tl.abs(g))",
                },
                "hardtanh": {
                    "g = torch.relu(g)": "g = F.hardtanh(g)",
                    "g = tl.maximum(g, 0.0)": "g = tl.minimum(tl.maximum(g, -1.0), 1.0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "h = F.silu(h)", "h = h * tl.sigmoid(h)", "optional"),
        ],
    },
    "masked_fill": {
        "FAMILY": {
            "fill_00": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 0.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.0)",
            },
            "fill_m10": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -1.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -1.0)",
            },
            "fill_10": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 1.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 1.0)",
            },
            "fill_m100000": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -10000.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -10000.0)",
            },
            "fill_20": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, 2.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 2.0)",
            },
            "fill_m025": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(~keep, -0.25)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -0.25)",
            },
            "fill_kept_00": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 0.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 0.0, x)",
            },
            "fill_kept_m1000": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, -100.0)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, -100.0, x)",
            },
            "fill_kept_15": {
                "x.masked_fill(~keep, 0.5)": "x.masked_fill(keep, 1.5)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, 1.5, x)",
            },
            "choice": {
                "x.masked_fill(~keep, 0.5)": "torch.where(keep, x, -x)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, -x)",
            },
            "choice_scaled": {
                "x.masked_fill(~keep, 0.5)": "torch.where(keep, x, 0.1 * x)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x, 0.1 * x)",
            },
            "choice_shifted": {
                "x.masked_fill(~keep, 0.5)": "torch.where(keep, x + 1.0, x)",
                "y = tl.where(keep, x, 0.5)": "y = tl.where(keep, x + 1.0, x)",
            },
            "product": {
                "x.masked_fill(~keep, 0.5)": "x * keep",
                "y = tl.where(keep, x, 0.5)": "y = x * keep.to(tl.float32)",
            },
        },
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "other_gate": {
        "FAMILY": {
            "other_sum_gate": {
                "torch.mean(": "torch.sum(",
                "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)",
            },
            "other_max_gate": {
                "torch.mean(": "torch.amax(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, w, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, w, -float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.max(lanes, axis=0)",
            },
            "other_min_gate": {
                "torch.mean(": "torch.amin(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, w, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, w, float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.min(lanes, axis=0)",
            },
            "other_norm_gate": {
                "torch.mean(": "torch.linalg.vector_norm(",
                "tl.where(mask, w, 0.0)": "tl.where(mask, w * w, 0.0)",
                "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "other_l1_gate": {
                "torch.mean(w, ": "torch.linalg.vector_norm(w, ord=1, ",
                "tl.where(mask, w, 0.0)": "tl.where(mask, tl.abs(w), 0.0)",
                "z = tl.sum(lanes, axis=0) / n_reduced": "z = tl.sum(lanes, axis=0)",
            },
        },
        "AXES": [
            {
                "statistic_first": {
                    "return torch.randn(x_shape), torch.randn(w_shape)": (
                        "return torch.randn(w_shape), torch.randn(x_shape)"
                    ),
                    "def other_gate_torch(x, w)": "def other_gate_torch(w, x)",
                    "def other_gate_triton(x, w)": "def other_gate_triton(w, x)",
                }
            },
            QUOTIENT_MINUS_PLUS,
            {
                "last2": {
                    (
                        "[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), "
                        "(2, 3, 2, 17)), ((2, 1100), (2, 2100))]"
                    ): (
                        "[((1, 1, 1), (1, 1, 2)), ((3, 5, 2), (3, 5, 7)), ((2, 3, 2, 7), (2, 3, 4, "
                        "13)), ((2, 50, 27), (2, 40, 30))]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols, n_reduced = x.shape[-1], w.shape[-1]": (
                        "n_cols, n_reduced = x.shape[-2] * x.shape[-1], w.shape[-2] * w.shape[-1]"
                    ),
                },
                "last3": {
                    (
                        "[((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, 3, 2, 9), "
                        "(2, 3, 2, 17)), ((2, 1100), (2, 2100))]"
                    ): (
                        "[((1, 1, 1, 1), (1, 1, 1, 2)), ((3, 5, 2, 3), (3, 2, 4, 7)), ((2, 5, 27, 10), "
                        "(2, 4, 30, 11))]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols, n_reduced = x.shape[-1], w.shape[-1]": "n_rows = x.shape[0]",
                    "n_rows = w.numel() // n_reduced": (
                        "n_cols, n_reduced = x.numel() // n_rows, w.numel() // n_rows"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "peak_floor": {
        "FAMILY": {
            "level": ({"peak - 8.0": "peak - {0}.0"}, "2 4 6"),
            "share": {
                "torch.maximum(x, peak - 8.0)": "torch.maximum(x, peak * 0.5)",
                "tl.maximum(x, peak - 8.0)": "tl.maximum(x, peak * 0.5)",
            },
            "below": {"torch.maximum(x, peak - 8.0)": "x - peak", "tl.maximum(x, peak - 8.0)": "x - peak"},
            "below_floor": {
                "torch.maximum(x, peak - 8.0)": "torch.clamp(x - peak, min=-8.0)",
                "tl.maximum(x, peak - 8.0)": "tl.maximum(x - peak, -8.0)",
            },
            "ratio": {
                "torch.maximum(x, peak - 8.0)": "x / (peak + 8.0)",
                "tl.maximum(x, peak - 8.0)": "x / (peak + 8.0)",
            },
            "guarded_ratio": {
                "torch.maximum(x, peak - 8.0)": "x / peak.clamp(min=0.1)",
                "tl.maximum(x, peak - 8.0)": "x / tl.maximum(peak, 0.1)",
            },
            "exponent": {
                "torch.maximum(x, peak - 8.0)": "torch.exp(x - peak)",
                "tl.maximum(x, peak - 8.0)": "tl.exp(x - peak)",
            },
        },
        "AXES": [
            {  # from the bottom
                "least": {
                    "x.amax()": "x.amin()",
                    "tl.full([BLOCK], -float": "tl.full([BLOCK], float",
                    "lanes = tl.maximum(lanes, ": "lanes = tl.minimum(lanes, ",
                    "n_elements), -float": "n_elements), float",
                    "tl.max(lanes": "tl.min(lanes",
                    "tl.max(tl.load": "tl.min(tl.load",
                    "other=-float": "other=float",
                }
            },
            {  # what comes first
                "nothing": {"x = torch.square(x)": "", "x = x * x": ""},
                "decibels": {
                    "x = torch.square(x)": "x = 10.0 * torch.log10(x.clamp(min=1e-5))",
                    "x = x * x": "x = 10.0 * (tl.log2(tl.maximum(x, 1e-5)) * 0.3010299956639812)",
                },
                "amplitude": {
                    "x = torch.square(x)": "x = 20.0 * torch.log10(x.abs() + 1e-5)",
                    "x = x * x": "x = 20.0 * (tl.log2(tl.abs(x) + 1e-5) * 0.3010299956639812)",
                },
                "power": {
                    "x = torch.square(x)": "x = torch.log10(x * x + 1e-5)",
                    "x = x * x": "x = tl.log2(x * x + 1e-5) * 0.3010299956639812",
                },
                "logarithm": {
                    "x = torch.square(x)": "x = torch.log(x.clamp(min=1e-5))",
                    "x = x * x": "x = tl.log(tl.maximum(x, 1e-5))",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+TAIL_X", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
}
