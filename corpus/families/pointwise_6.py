"""Tables of the families of pointwise operations, sine to two_outputs."""

FAMILIES = {
    "sine": {
        "FAMILY": {
            "cos": {"torch.sin(x)": "torch.cos(x)", "y = tl.sin(x)": "y = tl.cos(x)"},
            "sin_squared": {"torch.sin(x)": "torch.sin(x) ** 2", "y = tl.sin(x)": "t = tl.sin(x)\ny = t * t"},
            "cos_squared": {"torch.sin(x)": "torch.cos(x) ** 2", "y = tl.sin(x)": "t = tl.cos(x)\ny = t * t"},
            "sin_cos": {
                "torch.sin(x)": "torch.sin(x) * torch.cos(x)",
                "y = tl.sin(x)": "y = tl.sin(x) * tl.cos(x)",
            },
            "sin_plus_cos": {
                "torch.sin(x)": "torch.sin(x) + torch.cos(x)",
                "y = tl.sin(x)": "y = tl.sin(x) + tl.cos(x)",
            },
            "x_sin": {"torch.sin(x)": "x * torch.sin(x)", "y = tl.sin(x)": "y = x * tl.sin(x)"},
            "x_plus_sin": {"torch.sin(x)": "x + torch.sin(x)", "y = tl.sin(x)": "y = x + tl.sin(x)"},
            "snake": {
                "torch.sin(x)": "x + torch.sin(x) ** 2",
                "y = tl.sin(x)": "t = tl.sin(x)\ny = x + t * t",
            },
            "growing_cosine": {"torch.sin(x)": "x - torch.cos(x)", "y = tl.sin(x)": "y = x - tl.cos(x)"},
            "sin_relu": {
                "torch.sin(x)": "torch.sin(torch.relu(x))",
                "y = tl.sin(x)": "y = tl.sin(tl.maximum(x, 0.0))",
            },
            "sin_of_sin": {
                "torch.sin(x)": "torch.sin(torch.sin(x))",
                "y = tl.sin(x)": "y = tl.sin(tl.sin(x))",
            },
            "cos_abs_sqrt": {
                "torch.sin(x)": "torch.cos(torch.sqrt(torch.abs(x)))",
                "y = tl.sin(x)": "y = tl.cos(tl.sqrt(tl.abs(x)))",
            },
            "damped": {
                "torch.sin(x)": "torch.exp(-torch.abs(x)) * torch.sin(3.0 * x)",
                "y = tl.sin(x)": "y = tl.exp(-tl.abs(x)) * tl.sin(3.0 * x)",
            },
            "raised_cosine": {
                "torch.sin(x)": "0.5 * (1.0 + torch.cos(x))",
                "y = tl.sin(x)": "y = 0.5 * (1.0 + tl.cos(x))",
            },
            "wavelet": {
                "torch.sin(x)": "torch.exp(-0.5 * x * x) * torch.cos(5.0 * x)",
                "y = tl.sin(x)": "y = tl.exp(-0.5 * x * x) * tl.cos(5.0 * x)",
            },
            "tan_bounded": {
                "torch.sin(x)": "torch.tan(torch.clamp(x, -1.2, 1.2))",
                "y = tl.sin(x)": "t = tl.minimum(tl.maximum(x, -1.2), 1.2)\ny = tl.sin(t) / tl.cos(t)",
            },
            "tan": {"torch.sin(x)": "torch.tan(x)", "y = tl.sin(x)": "y = tl.sin(x) / tl.cos(x)"},
            "sin_of_05": {"torch.sin(x)": "torch.sin(0.5 * x)", "y = tl.sin(x)": "y = tl.sin(0.5 * x)"},
            "cos_of_05": {"torch.sin(x)": "torch.cos(x * 0.5)", "y = tl.sin(x)": "y = tl.cos(x * 0.5)"},
            "sin_of_20": {"torch.sin(x)": "torch.sin(2.0 * x)", "y = tl.sin(x)": "y = tl.sin(2.0 * x)"},
            "cos_of_20": {"torch.sin(x)": "torch.cos(x * 2.0)", "y = tl.sin(x)": "y = tl.cos(x * 2.0)"},
            "sin_of_30": {"torch.sin(x)": "torch.sin(3.0 * x)", "y = tl.sin(x)": "y = tl.sin(3.0 * x)"},
            "cos_of_30": {"torch.sin(x)": "torch.cos(x * 3.0)", "y = tl.sin(x)": "y = tl.cos(x * 3.0)"},
            "sin_of_50": {"torch.sin(x)": "torch.sin(5.0 * x)", "y = tl.sin(x)": "y = tl.sin(5.0 * x)"},
            "cos_of_50": {"torch.sin(x)": "torch.cos(x * 5.0)", "y = tl.sin(x)": "y = tl.cos(x * 5.0)"},
            "sin_of_100": {"torch.sin(x)": "torch.sin(10.0 * x)", "y = tl.sin(x)": "y = tl.sin(10.0 * x)"},
            "cos_of_100": {"torch.sin(x)": "torch.cos(x * 10.0)", "y = tl.sin(x)": "y = tl.cos(x * 10.0)"},
            "sin_of_300": {"torch.sin(x)": "torch.sin(30.0 * x)", "y = tl.sin(x)": "y = tl.sin(30.0 * x)"},
            "cos_of_300": {"torch.sin(x)": "torch.cos(x * 30.0)", "y = tl.sin(x)": "y = tl.cos(x * 30.0)"},
            "sin_of_pi": {
                "torch.sin(x)": "torch.sin(3.141592653589793 * x)",
                "y = tl.sin(x)": "y = tl.sin(3.141592653589793 * x)",
            },
            "cos_of_pi": {
                "torch.sin(x)": "torch.cos(x * 3.141592653589793)",
                "y = tl.sin(x)": "y = tl.cos(x * 3.141592653589793)",
            },
            "sin_of_two_pi": {
                "torch.sin(x)": "torch.sin(6.283185307179586 * x)",
                "y = tl.sin(x)": "y = tl.sin(6.283185307179586 * x)",
            },
            "cos_of_two_pi": {
                "torch.sin(x)": "torch.cos(x * 6.283185307179586)",
                "y = tl.sin(x)": "y = tl.cos(x * 6.283185307179586)",
            },
            "sin_phase_05": {"torch.sin(x)": "torch.sin(x + 0.5)", "y = tl.sin(x)": "y = tl.sin(x + 0.5)"},
            "sin_amplitude_05": {
                "torch.sin(x)": "0.5 + 2.0 * torch.sin(x)",
                "y = tl.sin(x)": "y = 0.5 + 2.0 * tl.sin(x)",
            },
            "sin_phase_10": {"torch.sin(x)": "torch.sin(x + 1.0)", "y = tl.sin(x)": "y = tl.sin(x + 1.0)"},
            "sin_amplitude_10": {
                "torch.sin(x)": "1.0 + 2.0 * torch.sin(x)",
                "y = tl.sin(x)": "y = 1.0 + 2.0 * tl.sin(x)",
            },
            "sin_phase_15707": {
                "torch.sin(x)": "torch.sin(x + 1.5707963267948966)",
                "y = tl.sin(x)": "y = tl.sin(x + 1.5707963267948966)",
            },
            "sin_amplitude_15707": {
                "torch.sin(x)": "1.5707963267948966 + 2.0 * torch.sin(x)",
                "y = tl.sin(x)": "y = 1.5707963267948966 + 2.0 * tl.sin(x)",
            },
        }
    },
    "sinh": {
        "FAMILY": {
            "sinh_half": {"torch.sinh(x)": "torch.sinh(0.5 * x)", "a = tl.abs(x)": "a = tl.abs(0.5 * x)"},
            "sinh_scaled": {"torch.sinh(x)": "2.0 * torch.sinh(x)", "y = sinh(a)": "y = 2.0 * sinh(a)"},
            "sinh_squared": {
                "torch.sinh(x)": "torch.sinh(x) ** 2",
                "y = sinh(a)": "y = sinh(a) * sinh(a)",
                "y = tl.where(x < 0.0, -y, y)": "",
            },
            "sinh_of_sin": {
                "torch.sinh(x)": "torch.sinh(torch.sin(x))",
                "a = tl.abs(x)": "x = tl.sin(x)\na = tl.abs(x)",
            },
            "sinh_abs": {"torch.sinh(x)": "torch.sinh(torch.abs(x))", "y = tl.where(x < 0.0, -y, y)": ""},
        }
    },
    "softplus": {
        "FAMILY": {
            "softplus_025": {
                "F.softplus(x)": "F.softplus(x, beta=0.25)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.25 * x))) / 0.25"
                ),
            },
            "softplus_05": {
                "F.softplus(x)": "F.softplus(x, beta=0.5)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.5 * x))) / 0.5"
                ),
            },
            "softplus_07": {
                "F.softplus(x)": "F.softplus(x, beta=0.7)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(0.7 * x))) / 0.7"
                ),
            },
            "softplus_15": {
                "F.softplus(x)": "F.softplus(x, beta=1.5)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(1.5 * x))) / 1.5"
                ),
            },
            "softplus_20": {
                "F.softplus(x)": "F.softplus(x, beta=2.0)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(2.0 * x))) / 2.0"
                ),
            },
            "softplus_30": {
                "F.softplus(x)": "F.softplus(x, beta=3.0)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(3.0 * x))) / 3.0"
                ),
            },
            "softplus_50": {
                "F.softplus(x)": "F.softplus(x, beta=5.0)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(5.0 * x))) / 5.0"
                ),
            },
            "logsigmoid": {
                "F.softplus(x)": "F.logsigmoid(x)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.minimum(x, 0.0) - log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "log_cosh": {
                "F.softplus(x)": "F.softplus(2.0 * x) - x",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.abs(x) + log1p(tl.exp(-2.0 * tl.abs(x)))"
                ),
            },
            "softplus_negative": {
                "F.softplus(x)": "F.softplus(-x)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(-x, 0.0) + log1p(tl.exp(-tl.abs(x)))"
                ),
            },
            "log1p_abs": {
                "F.softplus(x)": "torch.log1p(torch.abs(x))",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(tl.abs(x))",
            },
            "log1p_square": {
                "F.softplus(x)": "torch.log1p(x * x)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(x * x)",
            },
            "log1p_relu": {
                "F.softplus(x)": "torch.log1p(torch.relu(x))",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = log1p(tl.maximum(x, 0.0))",
            },
            "symlog": {
                "F.softplus(x)": "torch.sign(x) * torch.log1p(torch.abs(x))",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.where(x < 0.0, -log1p(tl.abs(x)), log1p(tl.abs(x)))"
                ),
            },
            "cauchy": {
                "F.softplus(x)": "2.0 * torch.log1p(0.5 * x * x)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": "y = 2.0 * log1p(0.5 * x * x)",
            },
            "x_softplus": {
                "F.softplus(x)": "x * F.softplus(x)",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = x * (tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))))"
                ),
            },
            "shifted_softplus": {
                "F.softplus(x)": "F.softplus(x) - 0.6931471805599453",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x))) - 0.6931471805599453"
                ),
            },
            "mu_law_8": {
                "F.softplus(x)": "torch.sign(x) * torch.log1p(8.0 * torch.abs(x)) / 2.1972245773362196",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.where(x < 0.0, -1.0, 1.0) * log1p(8.0 * tl.abs(x)) / 2.1972245773362196"
                ),
            },
            "mu_law_255": {
                "F.softplus(x)": "torch.sign(x) * torch.log1p(255.0 * torch.abs(x)) / 5.545177444479562",
                "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                    "y = tl.where(x < 0.0, -1.0, 1.0) * log1p(255.0 * tl.abs(x)) / 5.545177444479562"
                ),
            },
        }
    },
    "special_function": {
        "FAMILY": {
            "logit": {
                "torch.erfc(x)": "torch.logit(x, eps=0.01)",
                "y = 1.0 - tl.erf(x)": (
                    "y = tl.minimum(tl.maximum(x, 0.01), 1.0 - 0.01)\ny = tl.log(y / (1.0 - y))"
                ),
            },
            "logit_3": {
                "torch.erfc(x)": "torch.logit(x, eps=1e-3)",
                "y = 1.0 - tl.erf(x)": (
                    "y = tl.minimum(tl.maximum(x, 0.001), 1.0 - 0.001)\ny = tl.log(y / (1.0 - y))"
                ),
            },
            "logit_of_sigmoid": {
                "torch.erfc(x)": "torch.logit(torch.sigmoid(x), eps=0.05)",
                "y = 1.0 - tl.erf(x)": (
                    "y = tl.minimum(tl.maximum(tl.sigmoid(x), 0.05), 1.0 - 0.05)\ny = tl.log(y / (1.0 - y))"
                ),
            },
            "sinc": {
                "torch.erfc(x)": "torch.sinc(x)",
                "y = 1.0 - tl.erf(x)": (
                    "angle = 3.141592653589793 * tl.where(x == 0.0, 1.0, x)\n"
                    "y = tl.where(x == 0.0, 1.0, tl.sin(angle) / angle)"
                ),
            },
            "tanhshrink": {
                "torch.erfc(x)": "F.tanhshrink(x)",
                "y = 1.0 - tl.erf(x)": (
                    "s = x * x\n"
                    "small = x * s * (1.0 / 3.0 - s * (2.0 / 15.0 - s * (17.0 / 315.0 - s * (62.0 "
                    "/ 2835.0))))\n"
                    "fade = tl.exp(-2.0 * tl.abs(x))\n"
                    "tanh = (1.0 - fade) / (1.0 + fade)\n"
                    "y = tl.where(tl.abs(x) < 0.2, small, x - tl.where(x < 0.0, -tanh, tanh))"
                ),
            },
            "nan_to_num_log": {
                "torch.erfc(x)": "torch.nan_to_num(torch.log(x), nan=0.0, neginf=-20.0)",
                "y = 1.0 - tl.erf(x)": (
                    'y = tl.log(x)\ny = tl.where(y != y, 0.0, tl.where(y == -float("inf"), -20.0, y))'
                ),
            },
            "nan_to_num_sqrt": {
                "torch.erfc(x)": "torch.nan_to_num(torch.sqrt(x))",
                "y = 1.0 - tl.erf(x)": "y = tl.sqrt(x)\ny = tl.where(y != y, 0.0, y)",
            },
            "normal_tail": {
                "torch.erfc(x)": "0.5 * torch.erfc(x / 1.4142135623730951)",
                "y = 1.0 - tl.erf(x)": "y = 0.5 * (1.0 - tl.erf(x / 1.4142135623730951))",
            },
            "floor_divide": {
                "torch.erfc(x)": "torch.floor_divide(x, 0.3)",
                "y = 1.0 - tl.erf(x)": "y = tl.floor(x.to(tl.float64) / 0.3).to(tl.float32)",
            },
            "fmod": {
                "torch.erfc(x)": "torch.fmod(x, 0.75)",
                "y = 1.0 - tl.erf(x)": (
                    "quotient = x.to(tl.float64) / 0.75\n"
                    "y = (x - tl.where(quotient < 0.0, tl.ceil(quotient), "
                    "tl.floor(quotient)) * 0.75).to(tl.float32)"
                ),
            },
            "remainder": {
                "torch.erfc(x)": "torch.remainder(x, 1.25)",
                "y = 1.0 - tl.erf(x)": (
                    "quotient = x.to(tl.float64) / 1.25\ny = (x - tl.floor(quotient) * 1.25).to(tl.float32)"
                ),
            },
            "lgamma": {
                "torch.erfc(x)": "torch.lgamma(x)",
                "y = 1.0 - tl.erf(x)": (
                    "# Stirling's series where it holds, seven steps up, "
                    "in float64; below 1/2 by reflection.\n"
                    "w = x.to(tl.float64)\n"
                    "t = tl.where(w < 0.5, 1.0 - w, w)\n"
                    "s = t + 7.0\n"
                    "r = 1.0 / s\n"
                    "series = r * (1.0 / 12.0 - r * r * (1.0 / 360.0 - r * r * (1.0 / 1260.0)))\n"
                    "steps = t * (t + 1.0) * (t + 2.0) * (t + 3.0) * (t + 4.0) * (t + 5.0) * (t + "
                    "6.0)\n"
                    "y = (s - 0.5) * tl.log(s) - s + 0.9189385332046727 + series - tl.log(steps)\n"
                    "sine = tl.abs(tl.sin(3.141592653589793 * (w - tl.floor(w))))\n"
                    "y = tl.where(w < 0.5, tl.log(3.141592653589793 / sine) - y, y).to(tl.float32)"
                ),
            },
            "digamma": {
                "torch.erfc(x)": "torch.digamma(x)",
                "y = 1.0 - tl.erf(x)": (
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
                    "y).to(tl.float32)"
                ),
            },
            "erfinv": {
                "torch.erfc(x)": "torch.erfinv(x)",
                "torch.randn(shape)": "torch.rand(shape) * 1.98 - 0.99",
                "y = 1.0 - tl.erf(x)": (
                    "# Winitzki's approximation, then three steps of Newton, in float64.\n"
                    "w = x.to(tl.float64)\n"
                    "t = tl.log((1.0 - w) * (1.0 + w))\n"
                    "u = 4.330746750799873 + 0.5 * t\n"
                    "y = tl.sqrt(tl.sqrt(u * u - t / 0.147) - u)\n"
                    "y = tl.where(w < 0.0, -y, y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    "y -= (tl.erf(y) - w) * 0.886226925452758 * tl.exp(y * y)\n"
                    'y = tl.where(tl.abs(w) == 1.0, w * float("inf"), y).to(tl.float32)'
                ),
            },
            "logit_bare": {
                "torch.erfc(x)": "torch.logit(x)",
                "torch.randn(shape)": "torch.rand(shape) * 0.98 + 0.01",
                "y = 1.0 - tl.erf(x)": "y = tl.log(x / (1.0 - x))",
            },
            "deg2rad": {
                "torch.erfc(x)": "torch.deg2rad(x)",
                "y = 1.0 - tl.erf(x)": "y = x * 0.017453292519943295",
            },
            "rad2deg": {
                "torch.erfc(x)": "torch.rad2deg(x)",
                "y = 1.0 - tl.erf(x)": "y = x * 57.29577951308232",
            },
            "signbit": {
                "torch.erfc(x)": "torch.signbit(x).float()",
                "y = 1.0 - tl.erf(x)": "y = (x.to(tl.int32, bitcast=True) < 0).to(tl.float32)",
            },
            "xlogx": {
                "torch.erfc(x)": "torch.xlogy(x, x)",
                "torch.randn(shape)": "torch.rand(shape) + 0.01",
                "y = 1.0 - tl.erf(x)": "y = x * tl.log(tl.where(x == 0.0, 1.0, x))",
            },
            "ldexp": {"torch.erfc(x)": "torch.ldexp(x, x)", "y = 1.0 - tl.erf(x)": "y = x * tl.exp2(x)"},
            "self_quotient": {
                "torch.erfc(x)": "x / (1.0 + torch.exp(-1.702 * x))",
                "y = 1.0 - tl.erf(x)": "y = x / (1.0 + tl.exp(-1.702 * x))",
            },
            "gelu_written": {
                "torch.erfc(x)": "0.5 * x * (1.0 + torch.erf(x / math.sqrt(2.0)))",
                "y = 1.0 - tl.erf(x)": "y = 0.5 * x * (1.0 + tl.erf(x / 1.4142135623730951))",
            },
            "mish_written": {
                "torch.erfc(x)": "x * torch.tanh(F.softplus(x))",
                "y = 1.0 - tl.erf(x)": (
                    "t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\ny = x * (t / (t + 2.0))"
                ),
            },
            "gelu_tanh_written": {
                "torch.erfc(x)": (
                    "0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * "
                    "torch.pow(x, 3))))"
                ),
                "y = 1.0 - tl.erf(x)": (
                    "y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"
                ),
            },
        },
        "AXES": [
            ("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ],
    },
    "tanh": {
        "FAMILY": {
            "tanh_of_20_by_x": {"torch.tanh(x)": "torch.tanh(2.0 * x)", "y = tanh(x)": "y = tanh(2.0 * x)"},
            "tanh_of_x_over_20": {"torch.tanh(x)": "torch.tanh(x / 2.0)", "y = tanh(x)": "y = tanh(x / 2.0)"},
            "tanh_of_x_by_025": {
                "torch.tanh(x)": "torch.tanh(x * 0.25)",
                "y = tanh(x)": "y = tanh(x * 0.25)",
            },
            "tanh_of_x_plus_10": {"torch.tanh(x)": "torch.tanh(x + 1.0)", "y = tanh(x)": "y = tanh(x + 1.0)"},
            "tanh_of_x_minus_05": {
                "torch.tanh(x)": "torch.tanh(x - 0.5)",
                "y = tanh(x)": "y = tanh(x - 0.5)",
            },
            "tanh_of_minus_x": {"torch.tanh(x)": "torch.tanh(-x)", "y = tanh(x)": "y = tanh(-x)"},
            "tanh_of_17_by_x": {"torch.tanh(x)": "torch.tanh(1.7 * x)", "y = tanh(x)": "y = tanh(1.7 * x)"},
            "tanh_of_relu": {
                "torch.tanh(x)": "torch.tanh(torch.relu(x))",
                "y = tanh(x)": "y = tanh(tl.maximum(x, 0.0))",
            },
            "tanh_of_abs": {
                "torch.tanh(x)": "torch.tanh(torch.abs(x))",
                "y = tanh(x)": "y = tanh(tl.abs(x))",
            },
            "tanh_of_x_by_x": {"torch.tanh(x)": "torch.tanh(x * x)", "y = tanh(x)": "y = tanh(x * x)"},
            "tanh_of_sin": {
                "torch.tanh(x)": "torch.tanh(torch.sin(x))",
                "y = tanh(x)": "y = tanh(tl.sin(x))",
            },
            "tanh_of_silu": {
                "torch.tanh(x)": "torch.tanh(F.silu(x))",
                "y = tanh(x)": "y = tanh(x * tl.sigmoid(x))",
            },
            "tanh_squared": {"torch.tanh(x)": "torch.tanh(x) ** 2", "y = tanh(x)": "t = tanh(x)\ny = t * t"},
            "tanh_slope": {
                "torch.tanh(x)": "1.0 - torch.tanh(x) ** 2",
                "y = tanh(x)": "t = tanh(x)\ny = 1.0 - t * t",
            },
            "tanh_exp": {
                "torch.tanh(x)": "x * torch.tanh(torch.exp(x))",
                "y = tanh(x)": "y = x * tanh(tl.exp(x))",
            },
            "x_tanh": {"torch.tanh(x)": "x * torch.tanh(x)", "y = tanh(x)": "y = x * tanh(x)"},
            "lisht_half": {
                "torch.tanh(x)": "0.5 * x * torch.tanh(x)",
                "y = tanh(x)": "y = 0.5 * x * tanh(x)",
            },
            "rectified_tanh": {
                "torch.tanh(x)": "torch.relu(torch.tanh(x))",
                "y = tanh(x)": "y = tl.maximum(tanh(x), 0.0)",
            },
            "cap_5": {"torch.tanh(x)": "5.0 * torch.tanh(x / 5.0)", "y = tanh(x)": "y = 5.0 * tanh(x / 5.0)"},
            "cap_30": {
                "torch.tanh(x)": "30.0 * torch.tanh(x / 30.0)",
                "y = tanh(x)": "y = 30.0 * tanh(x / 30.0)",
            },
            "cap_50": {
                "torch.tanh(x)": "torch.tanh(x / 50.0) * 50.0",
                "y = tanh(x)": "y = tanh(x / 50.0) * 50.0",
            },
            "lecun": {
                "torch.tanh(x)": "1.7159 * torch.tanh(0.6666667 * x)",
                "y = tanh(x)": "y = 1.7159 * tanh(0.6666667 * x)",
            },
            "half_plus": {
                "torch.tanh(x)": "0.5 * (1.0 + torch.tanh(x))",
                "y = tanh(x)": "y = 0.5 * (1.0 + tanh(x))",
            },
            "tanh_plus_x": {"torch.tanh(x)": "x + torch.tanh(x)", "y = tanh(x)": "y = x + tanh(x)"},
            "double_tanh": {"torch.tanh(x)": "torch.tanh(torch.tanh(x))", "y = tanh(x)": "y = tanh(tanh(x))"},
            "sin_tanh": {"torch.tanh(x)": "torch.sin(torch.tanh(x))", "y = tanh(x)": "y = tl.sin(tanh(x))"},
            "exp_tanh": {"torch.tanh(x)": "torch.exp(torch.tanh(x))", "y = tanh(x)": "y = tl.exp(tanh(x))"},
        }
    },
    "three_tensors": {
        "FAMILY": {
            "sum": {"y = x * w": "y = x + w"},
            "difference": {"y = x * w": "y = w - x"},
            "mixture": {"y = x * w": "y = 0.9 * w + 0.1 * x"},
            "gate": {"y = x * w": "y = x * w + z"},
            "scaled": {"y = x * w": "y = x * (w * 0.5)"},
            "quotient": {"y = x * w": "y = x / (w * w + 1.0)"},
        },
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
        ],
    },
    "to_integer": {
        "FAMILY": {
            "int64": {"x.to(torch.int32)": "x.to(torch.int64)", "dtype=torch.int32": "dtype=torch.int64"},
            "int16": {"x.to(torch.int32)": "x.to(torch.int16)", "dtype=torch.int32": "dtype=torch.int16"},
            "int8_clamped": {
                "x.to(torch.int32)": "torch.clamp(x, -128.0, 127.0).to(torch.int8)",
                "dtype=torch.int32": "dtype=torch.int8",
                "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, -128.0), 127.0)",
            },
            "uint8_clamped": {
                "x.to(torch.int32)": "torch.clamp(x, 0.0, 255.0).to(torch.uint8)",
                "dtype=torch.int32": "dtype=torch.uint8",
                "y = x  # tl.store casts": "y = tl.minimum(tl.maximum(x, 0.0), 255.0)",
            },
            "doubled": {
                "x.to(torch.int32)": "(x * 2.0).to(torch.int32)",
                "dtype=torch.int32": "dtype=torch.int32",
                "y = x  # tl.store casts": "y = x * 2.0",
            },
            "floor": {
                "x.to(torch.int32)": "torch.floor(x).to(torch.int32)",
                "dtype=torch.int32": "dtype=torch.int32",
                "y = x  # tl.store casts": "y = tl.floor(x)",
            },
            "ceil": {
                "x.to(torch.int32)": "torch.ceil(x).long()",
                "dtype=torch.int32": "dtype=torch.int64",
                "y = x  # tl.store casts": "y = tl.ceil(x)",
            },
            "halved": {
                "x.to(torch.int32)": "(x * 0.5).to(torch.int64)",
                "dtype=torch.int32": "dtype=torch.int64",
                "y = x  # tl.store casts": "y = x * 0.5",
            },
            "floor_int64": {
                "x.to(torch.int32)": "torch.floor(x).long()",
                "dtype=torch.int32": "dtype=torch.int64",
                "y = x  # tl.store casts": "y = tl.floor(x)",
            },
            "positive": {
                "x.to(torch.int32)": "torch.relu(x).int()",
                "dtype=torch.int32": "dtype=torch.int32",
                "y = x  # tl.store casts": "y = tl.maximum(x, 0.0)",
            },
            "float16": {"x.to(torch.int32)": "x.half()", "dtype=torch.int32": "dtype=torch.float16"},
            "bfloat16": {
                "x.to(torch.int32)": "x.to(torch.bfloat16)",
                "dtype=torch.int32": "dtype=torch.bfloat16",
            },
            "float64": {
                "x.to(torch.int32)": "x.to(torch.float64)",
                "dtype=torch.int32": "dtype=torch.float64",
            },
            "bool": {
                "x.to(torch.int32)": "x.to(torch.int32).to(torch.bool)",
                "dtype=torch.int32": "dtype=torch.bool",
                "y = x  # tl.store casts": "y = tl.abs(x) >= 1.0",
            },
            "magnitude": {
                "x.to(torch.int32)": "torch.abs(x).to(torch.int32)",
                "dtype=torch.int32": "dtype=torch.int32",
                "y = x  # tl.store casts": "y = tl.abs(x)",
            },
        }
    },
    "two_arguments": {
        "FAMILY": {
            "copysign": {
                "torch.hypot(x, z)": "torch.copysign(x, z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "negative = z.to(tl.int32, bitcast=True) < 0",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(negative, -tl.abs(x), tl.abs(x))",
            },
            "heaviside": {
                "torch.hypot(x, z)": "torch.heaviside(torch.relu(x), z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.where(x > 0.0, 1.0, z)",
            },
            "xlogy": {
                "torch.hypot(x, z)": "torch.xlogy(x, torch.abs(z) + 0.1)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": ("y = tl.where(x == 0.0, 0.0, x * tl.log(tl.abs(z) + 0.1))"),
            },
            "fmax": {
                "torch.hypot(x, z)": "torch.fmax(x, z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z)",
            },
            "fmin": {
                "torch.hypot(x, z)": "torch.fmin(x, z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)",
            },
            "hypot_minus": {
                "torch.hypot(x, z)": "torch.hypot(x, z) - x",
                "y = a * tl.sqrt(1.0 + r * r)": "y = a * tl.sqrt(1.0 + r * r) - x",
            },
            "spread": {
                "torch.hypot(x, z)": "torch.maximum(x, z) - torch.minimum(x, z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.maximum(x, z) - tl.minimum(x, z)",
            },
            "clamp_tensor": {
                "torch.hypot(x, z)": "torch.clamp(x, min=-torch.abs(z), max=torch.abs(z))",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "a = tl.abs(z)",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(tl.maximum(x, -a), a)",
            },
            "clamp_below": {
                "torch.hypot(x, z)": "torch.clamp(x, max=z)",
                "a = tl.maximum(tl.abs(x), tl.abs(z))": "",
                "r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)": "",
                "y = a * tl.sqrt(1.0 + r * r)": "y = tl.minimum(x, z)",
            },
        },
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
    "two_branches": {
        "FAMILY": {
            "sum": {"y = y * w": "y = y + w"},
            "difference": {"y = y * w": "y = y - w"},
            "mixture": {"y = y * w": "y = 0.7 * y + 0.3 * w"},
            "quotient": {"y = y * w": "y = y / (w * w + 1.0)"},
            "scaled_sum": {"y = y * w": "y = 2.0 * (y + w)"},
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("UNARY+REUSE+SCALAR", "w = torch.exp(-w)", "w = tl.exp(-w)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "two_outputs": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("UNARY+REUSE+SCALAR", "w = torch.cos(w)", "w = tl.cos(w)"),
        ]
    },
}
