"""Literal tables that many files of synthetic/ share; a slot of AXES (harness.py) names one.

A row is `name: (PyTorch statement, Triton statements)`, written in `x`: what it was before, what it is after. In
Triton `x` is a float32 block of any shape and `t`, `u` are free for what comes between. Each row is accurate where
PyTorch is: a form that cancels near zero or overflows far from it is no answer. Three idioms recur:

    expm1(t):  u = exp(t); u == 1 ? t : t < -1 ? u - 1 : (u - 1) * t / log(u)      below -1 nothing cancels, and the end is just -1
    log1p(t):  u = 1 + t;  u == 1 ? t : log(u) * t / (u - 1)                       the rounding of u cancels in the quotient
    sqrt_rn:   the root of x * x + c, which is |x| for large x, as a later difference may need; a GPU's tl.sqrt may be off by a digit

UNARY is safe at any place of a chain: continuous, never steep, finite wherever its input is. GENTLE are those of UNARY
after which a long chain still depends on its input. REUSE reads `x` more than once, SCALAR joins it with a constant;
no name stands in two of UNARY, REUSE and SCALAR, so that a slot may take "UNARY+REUSE+SCALAR". STEEP may stand once in
a chain, or last. BINARY joins `x` with a second block `z`, TERNARY with `z` and `w`. RAMP maps any x into [0, 1], a probability or a gate. LOSS makes
another loss of an x that is minus the logarithm of a likelihood.
"""

UNARY = {
    # activations without a parameter
    "relu": ("x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
    "sigmoid": ("x = torch.sigmoid(x)", "x = tl.sigmoid(x)"),
    "silu": ("x = F.silu(x)", "x = x * tl.sigmoid(x)"),
    "tanh": ("x = torch.tanh(x)",
             "t = -2.0 * tl.abs(x)\n"
             "u = tl.exp(t)\n"
             "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
             "t = -t / (t + 2.0)\n"
             "x = tl.where(x < 0.0, -t, t)"),
    "gelu": ("x = F.gelu(x)", "x = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"),
    "gelu_tanh": ("x = F.gelu(x, approximate='tanh')", "x = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"),
    "gelu_quick": ("x = x * torch.sigmoid(1.702 * x)", "x = x * tl.sigmoid(1.702 * x)"),
    "mish": ("x = F.mish(x)", "t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\nx = x * (t / (t + 2.0))"),
    "softsign": ("x = F.softsign(x)", "x = x / (1.0 + tl.abs(x))"),
    "relu6": ("x = F.relu6(x)", "x = tl.minimum(tl.maximum(x, 0.0), 6.0)"),
    "hardswish": ("x = F.hardswish(x)", "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"),
    "hardsigmoid": ("x = F.hardsigmoid(x)", "x = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"),
    "logsigmoid": ("x = F.logsigmoid(x)",
                   "t = tl.exp(-tl.abs(x))\n"
                   "u = 1.0 + t\n"
                   "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                   "x = tl.minimum(x, 0.0) - t"),
    "softplus": ("x = F.softplus(x)",
                 "t = tl.exp(-tl.abs(x))\n"
                 "u = 1.0 + t\n"
                 "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                 "x = tl.maximum(x, 0.0) + t"),
    "selu": ("x = F.selu(x)",
             "t = tl.minimum(x, 0.0)\n"
             "u = tl.exp(t)\n"
             "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
             "x = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * t)"),
    # activations with a parameter
    "leaky_relu": ("x = F.leaky_relu(x)", "x = tl.where(x > 0.0, x, 0.01 * x)"),
    "leaky_relu_005": ("x = F.leaky_relu(x, 0.05)", "x = tl.where(x > 0.0, x, 0.05 * x)"),
    "leaky_relu_01": ("x = F.leaky_relu(x, 0.1)", "x = tl.where(x > 0.0, x, 0.1 * x)"),
    "leaky_relu_02": ("x = F.leaky_relu(x, negative_slope=0.2)", "x = tl.where(x > 0.0, x, 0.2 * x)"),
    "leaky_relu_03": ("x = F.leaky_relu(x, negative_slope=0.3)", "x = tl.where(x > 0.0, x, 0.3 * x)"),
    "elu": ("x = F.elu(x)",
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, t)"),
    "elu_05": ("x = F.elu(x, alpha=0.5)",
               "t = tl.minimum(x, 0.0)\n"
               "u = tl.exp(t)\n"
               "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
               "x = tl.where(x > 0.0, x, 0.5 * t)"),
    "elu_13": ("x = F.elu(x, alpha=1.3)",
               "t = tl.minimum(x, 0.0)\n"
               "u = tl.exp(t)\n"
               "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
               "x = tl.where(x > 0.0, x, 1.3 * t)"),
    "celu_15": ("x = F.celu(x, alpha=1.5)",
                "t = tl.minimum(x / 1.5, 0.0)\n"
                "u = tl.exp(t)\n"
                "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                "x = tl.where(x > 0.0, x, 1.5 * t)"),
    "celu_06": ("x = F.celu(x, alpha=0.6)",
                "t = tl.minimum(x / 0.6, 0.0)\n"
                "u = tl.exp(t)\n"
                "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                "x = tl.where(x > 0.0, x, 0.6 * t)"),
    "softplus_beta2": ("x = F.softplus(x, beta=2.0)",
                       "t = tl.exp(-tl.abs(2.0 * x))\n"
                       "u = 1.0 + t\n"
                       "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                       "x = tl.maximum(x, 0.0) + t / 2.0"),
    "softplus_beta05": ("x = F.softplus(x, beta=0.5)",
                        "t = tl.exp(-tl.abs(0.5 * x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "x = tl.maximum(x, 0.0) + t / 0.5"),
    "softshrink": ("x = F.softshrink(x)", "x = tl.maximum(x - 0.5, 0.0) + tl.minimum(x + 0.5, 0.0)"),
    "softshrink_02": ("x = F.softshrink(x, 0.2)", "x = tl.maximum(x - 0.2, 0.0) + tl.minimum(x + 0.2, 0.0)"),
    "hardtanh": ("x = F.hardtanh(x)", "x = tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "hardtanh_2": ("x = F.hardtanh(x, min_val=-2.0, max_val=2.0)", "x = tl.minimum(tl.maximum(x, -2.0), 2.0)"),
    "swish_05": ("x = x * torch.sigmoid(0.5 * x)", "x = x * tl.sigmoid(0.5 * x)"),
    "swish_15": ("x = x * torch.sigmoid(x * 1.5)", "x = x * tl.sigmoid(x * 1.5)"),
    "scaled_tanh": ("x = 3.0 * torch.tanh(x / 3.0)",
                    "t = -2.0 * tl.abs(x / 3.0)\n"
                    "u = tl.exp(t)\n"
                    "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                    "t = -3.0 * t / (t + 2.0)\n"
                    "x = tl.where(x < 0.0, -t, t)"),
    "soft_cap": ("x = 15.0 * torch.tanh(x / 15.0)",
                 "t = -2.0 * tl.abs(x / 15.0)\n"
                 "u = tl.exp(t)\n"
                 "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                 "t = -15.0 * t / (t + 2.0)\n"
                 "x = tl.where(x < 0.0, -t, t)"),
    # ranges
    "clamp_1_2": ("x = torch.clamp(x, -1.0, 2.0)", "x = tl.minimum(tl.maximum(x, -1.0), 2.0)"),
    "clamp_half": ("x = torch.clamp(x, min=-0.5, max=0.5)", "x = tl.minimum(tl.maximum(x, -0.5), 0.5)"),
    "clamp_0_1": ("x = x.clamp(0.0, 1.0)", "x = tl.minimum(tl.maximum(x, 0.0), 1.0)"),
    "clamp_3": ("x = torch.clamp(x, -3.0, 3.0)", "x = tl.minimum(tl.maximum(x, -3.0), 3.0)"),
    "clamp_min": ("x = torch.clamp(x, min=-1.5)", "x = tl.maximum(x, -1.5)"),
    "clamp_min_01": ("x = x.clamp(min=0.1)", "x = tl.maximum(x, 0.1)"),
    "clamp_max": ("x = torch.clamp(x, max=1.0)", "x = tl.minimum(x, 1.0)"),
    "clamp_max_04": ("x = torch.clamp(x, max=0.4)", "x = tl.minimum(x, 0.4)"),
    # arithmetic with a constant
    "add_05": ("x = x + 0.5", "x = x + 0.5"),
    "add_1": ("x = x + 1.0", "x = x + 1.0"),
    "add_2": ("x = 2.0 + x", "x = 2.0 + x"),
    "sub_03": ("x = x - 0.3", "x = x - 0.3"),
    "sub_1": ("x = x - 1.0", "x = x - 1.0"),
    "sub_2": ("x = x - 2.0", "x = x - 2.0"),
    "from_1": ("x = 1.0 - x", "x = 1.0 - x"),
    "from_3": ("x = 3.0 - x", "x = 3.0 - x"),
    "mul_01": ("x = x * 0.1", "x = x * 0.1"),
    "mul_05": ("x = 0.5 * x", "x = 0.5 * x"),
    "mul_07": ("x = x * 0.7", "x = x * 0.7"),
    "mul_15": ("x = 1.5 * x", "x = 1.5 * x"),
    "mul_2": ("x = x * 2.0", "x = x * 2.0"),
    "mul_3": ("x = x * 3.0", "x = x * 3.0"),
    "mul_minus": ("x = -0.8 * x", "x = -0.8 * x"),
    "div_2": ("x = x / 2.0", "x = x / 2.0"),
    "div_3": ("x = x / 3.0", "x = x / 3.0"),
    "div_8": ("x = x / 8.0", "x = x / 8.0"),
    "div_07": ("x = x / 0.7", "x = x / 0.7"),
    "affine_1": ("x = x * 2.0 - 1.0", "x = x * 2.0 - 1.0"),
    "affine_2": ("x = 0.5 * x + 0.25", "x = 0.5 * x + 0.25"),
    "standard": ("x = (x - 0.45) / 0.225", "x = (x - 0.45) / 0.225"),
    # mathematics
    "neg": ("x = -x", "x = -x"),
    "abs": ("x = torch.abs(x)", "x = tl.abs(x)"),
    "sin": ("x = torch.sin(x)", "x = tl.sin(x)"),
    "cos": ("x = torch.cos(x)", "x = tl.cos(x)"),
    "erf": ("x = torch.erf(x)", "x = tl.erf(x)"),
    "sin_plus": ("x = x + torch.sin(x)", "x = x + tl.sin(x)"),
    "exp_clamped": ("x = torch.exp(torch.clamp(x, max=2.0))", "x = tl.exp(tl.minimum(x, 2.0))"),
    "exp_minus_abs": ("x = torch.exp(-torch.abs(x))", "x = tl.exp(-tl.abs(x))"),
    "gauss": ("x = torch.exp(-x * x)", "x = tl.exp(-x * x)"),
    "gauss_half": ("x = torch.exp(-0.5 * x * x)", "x = tl.exp(-0.5 * x * x)"),
    "sqrt_abs": ("x = torch.sqrt(torch.abs(x) + 0.1)", "x = tl.sqrt(tl.abs(x) + 0.1)"),
    "sqrt_relu": ("x = torch.sqrt(torch.relu(x) + 1.0)", "x = tl.sqrt(tl.maximum(x, 0.0) + 1.0)"),
    "hypotenuse": ("x = torch.sqrt(x * x + 1.0)", "x = tl.sqrt_rn(x * x + 1.0)"),
    "rsqrt_square": ("x = torch.rsqrt(x * x + 1.0)", "x = tl.rsqrt(x * x + 1.0)"),
    "rsqrt_abs": ("x = torch.rsqrt(torch.abs(x) + 0.5)", "x = tl.rsqrt(tl.abs(x) + 0.5)"),
    "unit": ("x = x * torch.rsqrt(x * x + 1.0)", "x = x * tl.rsqrt(x * x + 1.0)"),
    "reciprocal_square": ("x = torch.reciprocal(x * x + 1.0)", "x = 1.0 / (x * x + 1.0)"),
    "reciprocal_abs": ("x = 1.0 / (torch.abs(x) + 1.0)", "x = 1.0 / (tl.abs(x) + 1.0)"),
    "log_abs": ("x = torch.log(torch.abs(x) + 0.5)", "x = tl.log(tl.abs(x) + 0.5)"),
    "log_square": ("x = torch.log(x * x + 2.0)", "x = tl.log(x * x + 2.0)"),
    "log2_abs": ("x = torch.log2(torch.abs(x) + 2.0)", "x = tl.log2(tl.abs(x) + 2.0)"),
    "log1p_abs": ("x = torch.log1p(torch.abs(x))",
                  "t = tl.abs(x)\n"
                  "u = 1.0 + t\n"
                  "x = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    "log1p_relu": ("x = torch.log1p(torch.relu(x))",
                   "t = tl.maximum(x, 0.0)\n"
                   "u = 1.0 + t\n"
                   "x = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    "expm1_negative": ("x = torch.expm1(torch.clamp(x, max=0.0))",
                       "t = tl.minimum(x, 0.0)\n"
                       "u = tl.exp(t)\n"
                       "x = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))"),
}

REUSE = {
    # gates: x times a function of x
    "x_sigmoid": ("x = x * torch.sigmoid(x)", "x = x * tl.sigmoid(x)"),
    "sigmoid_x": ("x = torch.sigmoid(x) * x", "x = x * tl.sigmoid(x)"),
    "x_tanh": ("x = x * torch.tanh(x)",
               "t = -2.0 * tl.abs(x)\n"
               "u = tl.exp(t)\n"
               "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
               "t = -t / (t + 2.0)\n"
               "t = tl.where(x < 0.0, -t, t)\n"
               "x = x * t"),
    "x_mish_written": ("x = x * torch.tanh(F.softplus(x))",
                       "t = tl.exp(tl.minimum(x, 20.0))\n"
                       "t = t * (t + 2.0)\n"
                       "x = x * (t / (t + 2.0))"),
    "mish_written_x": ("x = torch.tanh(F.softplus(x)) * x",
                       "t = tl.exp(tl.minimum(x, 20.0))\n"
                       "t = t * (t + 2.0)\n"
                       "x = x * (t / (t + 2.0))"),
    "x_hardsigmoid": ("x = x * F.hardsigmoid(x)", "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"),
    "x_relu6": ("x = x * F.relu6(x + 3.0) / 6.0", "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"),
    "x_clamp_6": ("x = x * torch.clamp(x + 3.0, 0.0, 6.0) / 6.0", "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"),
    "x_clamp_3": ("x = x * torch.clamp(x + 3.0, 0.0, 6.0)", "x = x * tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0)"),
    "x_clamp_0_1": ("x = x * torch.clamp(0.2 * x + 0.5, 0.0, 1.0)", "x = x * tl.minimum(tl.maximum(0.2 * x + 0.5, 0.0), 1.0)"),
    "x_clamp_1": ("x = x * torch.clamp(x, -1.0, 1.0)", "x = x * tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "x_erf": ("x = x * torch.erf(x)", "x = x * tl.erf(x)"),
    "x_exp_abs": ("x = x * torch.exp(-torch.abs(x))", "x = x * tl.exp(-tl.abs(x))"),
    "x_softplus": ("x = x * F.softplus(x)",
                   "t = tl.exp(-tl.abs(x))\n"
                   "u = 1.0 + t\n"
                   "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                   "t = tl.maximum(x, 0.0) + t\n"
                   "x = x * t"),
    "x_log1p": ("x = x * torch.log1p(torch.abs(x))",
                "t = tl.abs(x)\n"
                "u = 1.0 + t\n"
                "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                "x = x * t"),
    "x_from_1": ("x = x * (1.0 - torch.sigmoid(x))", "x = x * tl.sigmoid(-x)"),
    "tanh_sigmoid": ("x = torch.tanh(x) * torch.sigmoid(x)",
                     "t = -2.0 * tl.abs(x)\n"
                     "u = tl.exp(t)\n"
                     "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                     "t = -t / (t + 2.0)\n"
                     "t = tl.where(x < 0.0, -t, t)\n"
                     "x = t * tl.sigmoid(x)"),
    "relu_sigmoid": ("x = torch.relu(x) * torch.sigmoid(x)", "x = tl.maximum(x, 0.0) * tl.sigmoid(x)"),
    "double_sigmoid": ("x = 2.0 * x * torch.sigmoid(x)", "x = 2.0 * x * tl.sigmoid(x)"),
    # residuals: x and a function of x
    "x_plus_x": ("x = x + x", "x = x + x"),
    "plus_sigmoid": ("x = x + torch.sigmoid(x)", "x = x + tl.sigmoid(x)"),
    "sigmoid_plus": ("x = torch.sigmoid(x) + x", "x = tl.sigmoid(x) + x"),
    "minus_sigmoid": ("x = x - torch.sigmoid(x)", "x = x - tl.sigmoid(x)"),
    "plus_tanh": ("x = x + torch.tanh(x)",
                  "t = -2.0 * tl.abs(x)\n"
                  "u = tl.exp(t)\n"
                  "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                  "t = -t / (t + 2.0)\n"
                  "t = tl.where(x < 0.0, -t, t)\n"
                  "x = x + t"),
    "minus_tanh": ("x = x - torch.tanh(x)",
                   "t = -2.0 * tl.abs(x)\n"
                   "u = tl.exp(t)\n"
                   "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                   "t = -t / (t + 2.0)\n"
                   "t = tl.where(x < 0.0, -t, t)\n"
                   "u = x * x\n"
                   "u = x * u * (0.33333333 + u * (-0.13333333 + u * (0.053968254 + u * (-0.021869489 + u * 0.0088632355))))  # nothing cancels\n"
                   "x = tl.where(tl.abs(x) < 0.3, u, x - t)"),
    "tanhshrink": ("x = F.tanhshrink(x)",
                   "t = -2.0 * tl.abs(x)\n"
                   "u = tl.exp(t)\n"
                   "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                   "t = -t / (t + 2.0)\n"
                   "t = tl.where(x < 0.0, -t, t)\n"
                   "u = x * x\n"
                   "u = x * u * (0.33333333 + u * (-0.13333333 + u * (0.053968254 + u * (-0.021869489 + u * 0.0088632355))))  # nothing cancels\n"
                   "x = tl.where(tl.abs(x) < 0.3, u, x - t)"),
    "plus_relu": ("x = x + torch.relu(x)", "x = x + tl.maximum(x, 0.0)"),
    "relu_minus": ("x = torch.relu(x) - 0.5 * x", "x = tl.maximum(x, 0.0) - 0.5 * x"),
    "plus_silu": ("x = x + F.silu(x)", "x = x + x * tl.sigmoid(x)"),
    "plus_gelu": ("x = x + F.gelu(x)", "x = x + x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"),
    "plus_mish": ("x = x + F.mish(x)",
                  "t = tl.exp(tl.minimum(x, 20.0))\n"
                  "t = t * (t + 2.0)\n"
                  "x = x + x * (t / (t + 2.0))"),
    "plus_softplus": ("x = x + F.softplus(x)",
                      "t = tl.exp(-tl.abs(x))\n"
                      "u = 1.0 + t\n"
                      "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                      "t = tl.maximum(x, 0.0) + t\n"
                      "x = x + t"),
    "plus_elu": ("x = x + F.elu(x)",
                 "t = tl.minimum(x, 0.0)\n"
                 "u = tl.exp(t)\n"
                 "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                 "x = x + tl.where(x > 0.0, x, t)"),
    "plus_leaky": ("x = F.leaky_relu(x, 0.2) + x", "x = tl.where(x > 0.0, x, 0.2 * x) + x"),
    "plus_clamp": ("x = x + torch.clamp(x, -1.0, 1.0)", "x = x + tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "plus_cos": ("x = x + torch.cos(x)", "x = x + tl.cos(x)"),
    "plus_half_abs": ("x = x + 0.5 * torch.abs(x)", "x = x + 0.5 * tl.abs(x)"),
    "silu_minus_x": ("x = x * torch.sigmoid(x) - 2.0 * x", "x = x * tl.sigmoid(x) - 2.0 * x"),
    "silu_and_sigmoid": ("x = x * torch.sigmoid(x) + torch.sigmoid(x)",
                         "t = tl.sigmoid(x)\n"
                         "x = x * t + t"),
    "sigmoid_and_x": ("x = x * torch.sigmoid(x) + x", "x = x * tl.sigmoid(x) + x"),
    "tanh_and_x": ("x = x * torch.tanh(x) + x",
                   "t = -2.0 * tl.abs(x)\n"
                   "u = tl.exp(t)\n"
                   "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
                   "t = -t / (t + 2.0)\n"
                   "t = tl.where(x < 0.0, -t, t)\n"
                   "x = x * t + x"),
    "square_and_x": ("x = x * x + x", "x = x * x + x"),
    "square_from_x": ("x = x - 0.1 * x * x", "x = x - 0.1 * x * x"),
    # x and a multiple of x
    "half_and_x": ("x = x * 0.5 + x", "x = x * 0.5 + x"),
    "double_and_x": ("x = 2.0 * x + x", "x = 2.0 * x + x"),
    "quarter_and_x": ("x = x + 0.25 * x", "x = x + 0.25 * x"),
    "tenth_and_x": ("x = x + x * 0.1", "x = x + x * 0.1"),
    "x_minus_half": ("x = x - x / 2.0", "x = x - x / 2.0"),
    "x_minus_third": ("x = x - x / 3.0", "x = x - x / 3.0"),
    "triple_minus_x": ("x = x * 3.0 - x", "x = x * 3.0 - x"),
    "shifted_and_x": ("x = (x + 1.0) * 0.5 + x", "x = (x + 1.0) * 0.5 + x"),
    "max_slope": ("x = torch.maximum(x, 0.1 * x)", "x = tl.maximum(x, 0.1 * x)"),
    "max_minus": ("x = torch.maximum(x, -0.5 * x)", "x = tl.maximum(x, -0.5 * x)"),
    "min_half": ("x = torch.minimum(x, 0.5 * x)", "x = tl.minimum(x, 0.5 * x)"),
    "where_slope": ("x = torch.where(x > 0.0, x, 0.25 * x)", "x = tl.where(x > 0.0, x, 0.25 * x)"),
    "where_minus": ("x = torch.where(x > 0.0, x, -0.3 * x)", "x = tl.where(x > 0.0, x, -0.3 * x)"),
    # quotients
    "over_abs": ("x = x / (torch.abs(x) + 2.0)", "x = x / (tl.abs(x) + 2.0)"),
    "over_square": ("x = x / (x * x + 1.0)", "x = x / (x * x + 1.0)"),
    "over_root": ("x = x / torch.sqrt(x * x + 0.5)", "x = x / tl.sqrt_rn(x * x + 0.5)"),
    "over_softplus": ("x = x / (F.softplus(x) + 1.0)",
                      "t = tl.exp(-tl.abs(x))\n"
                      "u = 1.0 + t\n"
                      "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                      "t = tl.maximum(x, 0.0) + t\n"
                      "x = x / (t + 1.0)"),
    "over_exp": ("x = x / (1.0 + torch.exp(-x))", "x = x * tl.sigmoid(x)"),
}

SCALAR = {
    # sums and differences
    "plus_01": ("x = x + 0.1", "x = x + 0.1"),
    "plus_025": ("x = x + 0.25", "x = x + 0.25"),
    "plus_15": ("x = x + 1.5", "x = x + 1.5"),
    "plus_30": ("x = x + 3.0", "x = x + 3.0"),
    "plus_50": ("x = x + 5.0", "x = x + 5.0"),
    "plus_100": ("x = x + 10.0", "x = x + 10.0"),
    "plus_front_075": ("x = 0.75 + x", "x = 0.75 + x"),
    "plus_front_17": ("x = 1.7 + x", "x = 1.7 + x"),
    "plus_m02": ("x = x + -0.2", "x = x + -0.2"),
    "plus_m15": ("x = x + -1.5", "x = x + -1.5"),
    "plus_m30": ("x = x + -3.0", "x = x + -3.0"),
    "minus_01": ("x = x - 0.1", "x = x - 0.1"),
    "minus_025": ("x = x - 0.25", "x = x - 0.25"),
    "minus_05": ("x = x - 0.5", "x = x - 0.5"),
    "minus_15": ("x = x - 1.5", "x = x - 1.5"),
    "minus_40": ("x = x - 4.0", "x = x - 4.0"),
    "from_05": ("x = 0.5 - x", "x = 0.5 - x"),
    "from_20": ("x = 2.0 - x", "x = 2.0 - x"),
    "from_60": ("x = 6.0 - x", "x = 6.0 - x"),
    "plus_int_1": ("x = x + 1", "x = x + 1.0"),
    "plus_int_3": ("x = x + 3", "x = x + 3.0"),
    "minus_int_2": ("x = x - 2", "x = x - 2.0"),
    # products and quotients
    "times_001": ("x = x * 0.01", "x = x * 0.01"),
    "times_005": ("x = x * 0.05", "x = x * 0.05"),
    "times_02": ("x = x * 0.2", "x = x * 0.2"),
    "times_025": ("x = x * 0.25", "x = x * 0.25"),
    "times_03": ("x = x * 0.3", "x = x * 0.3"),
    "times_08": ("x = x * 0.8", "x = x * 0.8"),
    "times_09": ("x = x * 0.9", "x = x * 0.9"),
    "times_11": ("x = x * 1.1", "x = x * 1.1"),
    "times_125": ("x = x * 1.25", "x = x * 1.25"),
    "times_25": ("x = x * 2.5", "x = x * 2.5"),
    "times_40": ("x = x * 4.0", "x = x * 4.0"),
    "times_50": ("x = x * 5.0", "x = x * 5.0"),
    "times_70": ("x = x * 7.0", "x = x * 7.0"),
    "times_m05": ("x = x * -0.5", "x = x * -0.5"),
    "times_m15": ("x = x * -1.5", "x = x * -1.5"),
    "times_m20": ("x = x * -2.0", "x = x * -2.0"),
    "times_front_06": ("x = 0.6 * x", "x = 0.6 * x"),
    "times_front_18": ("x = 1.8 * x", "x = 1.8 * x"),
    "times_front_100": ("x = 10.0 * x", "x = 10.0 * x"),
    "times_int_2": ("x = x * 2", "x = x * 2.0"),
    "times_int_3": ("x = x * 3", "x = x * 3.0"),
    "over_05": ("x = x / 0.5", "x = x / 0.5"),
    "over_09": ("x = x / 0.9", "x = x / 0.9"),
    "over_15": ("x = x / 1.5", "x = x / 1.5"),
    "over_25": ("x = x / 2.5", "x = x / 2.5"),
    "over_40": ("x = x / 4.0", "x = x / 4.0"),
    "over_50": ("x = x / 5.0", "x = x / 5.0"),
    "over_60": ("x = x / 6.0", "x = x / 6.0"),
    "over_100": ("x = x / 10.0", "x = x / 10.0"),
    "over_160": ("x = x / 16.0", "x = x / 16.0"),
    "over_1000": ("x = x / 100.0", "x = x / 100.0"),
    "over_m20": ("x = x / -2.0", "x = x / -2.0"),
    "over_m40": ("x = x / -4.0", "x = x / -4.0"),
    "over_int_2": ("x = x / 2", "x = x / 2.0"),
    "over_int_4": ("x = x / 4", "x = x / 4.0"),
    # bounds
    "at_least_00": ("x = torch.clamp(x, min=0.0)", "x = tl.maximum(x, 0.0)"),
    "at_least_m01": ("x = torch.clamp(x, min=-0.1)", "x = tl.maximum(x, -0.1)"),
    "at_least_m025": ("x = torch.clamp(x, min=-0.25)", "x = tl.maximum(x, -0.25)"),
    "at_least_m05": ("x = torch.clamp(x, min=-0.5)", "x = tl.maximum(x, -0.5)"),
    "at_least_m10": ("x = torch.clamp(x, min=-1.0)", "x = tl.maximum(x, -1.0)"),
    "at_least_m20": ("x = torch.clamp(x, min=-2.0)", "x = tl.maximum(x, -2.0)"),
    "at_least_m50": ("x = torch.clamp(x, min=-5.0)", "x = tl.maximum(x, -5.0)"),
    "at_least_02": ("x = torch.clamp(x, min=0.2)", "x = tl.maximum(x, 0.2)"),
    "at_most_025": ("x = torch.clamp(x, max=0.25)", "x = tl.minimum(x, 0.25)"),
    "at_most_05": ("x = torch.clamp(x, max=0.5)", "x = tl.minimum(x, 0.5)"),
    "at_most_075": ("x = torch.clamp(x, max=0.75)", "x = tl.minimum(x, 0.75)"),
    "at_most_15": ("x = torch.clamp(x, max=1.5)", "x = tl.minimum(x, 1.5)"),
    "at_most_20": ("x = torch.clamp(x, max=2.0)", "x = tl.minimum(x, 2.0)"),
    "at_most_30": ("x = torch.clamp(x, max=3.0)", "x = tl.minimum(x, 3.0)"),
    "at_most_60": ("x = torch.clamp(x, max=6.0)", "x = tl.minimum(x, 6.0)"),
    "at_most_100": ("x = torch.clamp(x, max=10.0)", "x = tl.minimum(x, 10.0)"),
    "at_most_m01": ("x = torch.clamp(x, max=-0.1)", "x = tl.minimum(x, -0.1)"),
    "between_m02_02": ("x = torch.clamp(x, -0.2, 0.2)", "x = tl.minimum(tl.maximum(x, -0.2), 0.2)"),
    "between_m075_075": ("x = torch.clamp(x, -0.75, 0.75)", "x = tl.minimum(tl.maximum(x, -0.75), 0.75)"),
    "between_m10_10": ("x = torch.clamp(x, -1.0, 1.0)", "x = tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "between_m20_20": ("x = torch.clamp(x, -2.0, 2.0)", "x = tl.minimum(tl.maximum(x, -2.0), 2.0)"),
    "between_m50_50": ("x = torch.clamp(x, -5.0, 5.0)", "x = tl.minimum(tl.maximum(x, -5.0), 5.0)"),
    "between_m100_100": ("x = torch.clamp(x, -10.0, 10.0)", "x = tl.minimum(tl.maximum(x, -10.0), 10.0)"),
    "between_00_20": ("x = torch.clamp(x, 0.0, 2.0)", "x = tl.minimum(tl.maximum(x, 0.0), 2.0)"),
    "between_00_60": ("x = torch.clamp(x, 0.0, 6.0)", "x = tl.minimum(tl.maximum(x, 0.0), 6.0)"),
    "between_m05_15": ("x = torch.clamp(x, -0.5, 1.5)", "x = tl.minimum(tl.maximum(x, -0.5), 1.5)"),
    "between_m01_09": ("x = torch.clamp(x, -0.1, 0.9)", "x = tl.minimum(tl.maximum(x, -0.1), 0.9)"),
    "between_m15_05": ("x = torch.clamp(x, -1.5, 0.5)", "x = tl.minimum(tl.maximum(x, -1.5), 0.5)"),
    "between_01_30": ("x = torch.clamp(x, 0.1, 3.0)", "x = tl.minimum(tl.maximum(x, 0.1), 3.0)"),
    # powers
    "power_2": ("x = torch.pow(x, 2)", "x = x * x"),
    "power_2_written": ("x = x ** 2", "x = x * x"),
    "power_3_tenth": ("x = 0.1 * x ** 3", "x = 0.1 * (x * (x * x))"),
    "power_15": ("x = (torch.abs(x) + 0.5) ** 1.5",
                 "t = tl.abs(x) + 0.5\n"
                 "x = t * tl.sqrt(t)"),
    "power_half": ("x = (torch.abs(x) + 1.0) ** 0.5", "x = tl.sqrt(tl.abs(x) + 1.0)"),
    "power_minus_half": ("x = torch.pow(torch.abs(x) + 0.5, -0.5)", "x = tl.rsqrt(tl.abs(x) + 0.5)"),
    "power_minus_1": ("x = (x * x + 0.5) ** -1", "x = 1.0 / (x * x + 0.5)"),
}

GENTLE = {
    "leaky_relu_02": ("x = F.leaky_relu(x, negative_slope=0.2)", "x = tl.where(x > 0.0, x, 0.2 * x)"),
    "leaky_relu_03": ("x = F.leaky_relu(x, negative_slope=0.3)", "x = tl.where(x > 0.0, x, 0.3 * x)"),
    "elu_13": ("x = F.elu(x, alpha=1.3)",
               "t = tl.minimum(x, 0.0)\n"
               "u = tl.exp(t)\n"
               "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
               "x = tl.where(x > 0.0, x, 1.3 * t)"),
    "softplus_beta05": ("x = F.softplus(x, beta=0.5)",
                        "t = tl.exp(-tl.abs(0.5 * x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "x = tl.maximum(x, 0.0) + t / 0.5"),
    "add_05": ("x = x + 0.5", "x = x + 0.5"),
    "sub_03": ("x = x - 0.3", "x = x - 0.3"),
    "sub_1": ("x = x - 1.0", "x = x - 1.0"),
    "from_1": ("x = 1.0 - x", "x = 1.0 - x"),
    "from_3": ("x = 3.0 - x", "x = 3.0 - x"),
    "mul_07": ("x = x * 0.7", "x = x * 0.7"),
    "mul_15": ("x = 1.5 * x", "x = 1.5 * x"),
    "mul_2": ("x = x * 2.0", "x = x * 2.0"),
    "mul_minus": ("x = -0.8 * x", "x = -0.8 * x"),
    "div_2": ("x = x / 2.0", "x = x / 2.0"),
    "div_07": ("x = x / 0.7", "x = x / 0.7"),
    "affine_1": ("x = x * 2.0 - 1.0", "x = x * 2.0 - 1.0"),
    "affine_2": ("x = 0.5 * x + 0.25", "x = 0.5 * x + 0.25"),
    "neg": ("x = -x", "x = -x"),
    "abs": ("x = torch.abs(x)", "x = tl.abs(x)"),
    "sin": ("x = torch.sin(x)", "x = tl.sin(x)"),
    "cos": ("x = torch.cos(x)", "x = tl.cos(x)"),
    "sin_plus": ("x = x + torch.sin(x)", "x = x + tl.sin(x)"),
    "hypotenuse": ("x = torch.sqrt(x * x + 1.0)", "x = tl.sqrt_rn(x * x + 1.0)"),
    "log_abs": ("x = torch.log(torch.abs(x) + 0.5)", "x = tl.log(tl.abs(x) + 0.5)"),
    "log_square": ("x = torch.log(x * x + 2.0)", "x = tl.log(x * x + 2.0)"),
    "log1p_abs": ("x = torch.log1p(torch.abs(x))",
                  "t = tl.abs(x)\n"
                  "u = 1.0 + t\n"
                  "x = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    "sqrt_abs": ("x = torch.sqrt(torch.abs(x) + 0.1)", "x = tl.sqrt(tl.abs(x) + 0.1)"),
}

STEEP = {
    "exp": ("x = torch.exp(x)", "x = tl.exp(x)"),
    "exp2": ("x = torch.exp2(x)", "x = tl.exp2(x)"),
    "expm1": ("x = torch.expm1(x)",
              "u = tl.exp(x)\n"
              "x = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, (u - 1.0) * x / tl.log(u)))"),
    "square": ("x = x * x", "x = x * x"),
    "square_call": ("x = torch.square(x) + 1.0", "x = x * x + 1.0"),
    "cube": ("x = x * x * x", "x = x * x * x"),
    "pow_3": ("x = torch.pow(x, 3)", "x = x * (x * x)"),
    "pow_4": ("x = x ** 4", "t = x * x\nx = t * t"),
    "relu_squared": ("x = torch.relu(x) ** 2", "t = tl.maximum(x, 0.0)\nx = t * t"),
    "signed_square": ("x = x * torch.abs(x)", "x = x * tl.abs(x)"),
    "cubic": ("x = x + 0.1 * x * x * x", "x = x + 0.1 * x * x * x"),
    "polynomial": ("x = 1.0 + x + 0.5 * x * x", "x = 1.0 + x + 0.5 * x * x"),
    "x_sin": ("x = x * torch.sin(x)", "x = x * tl.sin(x)"),
    "x_cos": ("x = x * torch.cos(x)", "x = x * tl.cos(x)"),
    "sin_squared": ("x = torch.sin(x) ** 2", "t = tl.sin(x)\nx = t * t"),
    "snake": ("x = x + torch.sin(x) ** 2", "t = tl.sin(x)\nx = x + t * t"),
    "sin_3": ("x = torch.sin(3.0 * x)", "x = tl.sin(3.0 * x)"),
    "cosh": ("x = torch.cosh(x)", "t = tl.exp(tl.abs(x))\nx = 0.5 * (t + 1.0 / t)"),
    "sqrt_square": ("x = torch.sqrt(x * x + 0.01)", "x = tl.sqrt_rn(x * x + 0.01)"),
    "pow_15": ("x = torch.abs(x) ** 1.5", "t = tl.abs(x)\nx = t * tl.sqrt(t)"),
    "mul_10": ("x = x * 10.0", "x = x * 10.0"),
    "div_01": ("x = x / 0.1", "x = x / 0.1"),
    "leaky_squared": ("x = F.leaky_relu(x, 0.1) * x", "x = tl.where(x > 0.0, x, 0.1 * x) * x"),
    "x_exp_minus": ("x = x * torch.exp(-x * x)", "x = x * tl.exp(-x * x)"),
}

BINARY = {
    "add": ("x = x + z", "x = x + z"),
    "sub": ("x = x - z", "x = x - z"),
    "rsub": ("x = z - x", "x = z - x"),
    "mul": ("x = x * z", "x = x * z"),
    "maximum": ("x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
    "minimum": ("x = torch.minimum(x, z)", "x = tl.minimum(x, z)"),
    "add_05": ("x = x + 0.5 * z", "x = x + 0.5 * z"),
    "add_alpha": ("x = torch.add(x, z, alpha=2.0)", "x = x + 2.0 * z"),
    "sub_alpha": ("x = torch.sub(x, z, alpha=0.3)", "x = x - 0.3 * z"),
    "average": ("x = (x + z) / 2.0", "x = (x + z) / 2.0"),
    "add_scaled": ("x = (x + z) * 0.7", "x = (x + z) * 0.7"),
    "ema": ("x = 0.9 * x + 0.1 * z", "x = 0.9 * x + 0.1 * z"),
    "lerp": ("x = torch.lerp(x, z, 0.25)", "x = x + 0.25 * (z - x)"),
    "distance": ("x = torch.abs(x - z)", "x = tl.abs(x - z)"),
    "gate": ("x = x * torch.sigmoid(z)", "x = x * tl.sigmoid(z)"),
    "gated": ("x = torch.sigmoid(x) * z", "x = tl.sigmoid(x) * z"),
    "silu_gate": ("x = F.silu(x) * z", "x = x * tl.sigmoid(x) * z"),
    "gelu_gate": ("x = F.gelu(x) * z", "x = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476)) * z"),
    "relu_gate": ("x = torch.relu(x) * z", "x = tl.maximum(x, 0.0) * z"),
    "add_relu": ("x = torch.relu(x + z)", "x = tl.maximum(x + z, 0.0)"),
    "add_silu": ("x = x + F.silu(z)", "x = x + z * tl.sigmoid(z)"),
    "div_abs": ("x = x / (torch.abs(z) + 1.0)", "x = x / (tl.abs(z) + 1.0)"),
    "div_square": ("x = x / (z * z + 0.5)", "x = x / (z * z + 0.5)"),
    "div_sqrt": ("x = x / torch.sqrt(z * z + 1.0)", "x = x / tl.sqrt_rn(z * z + 1.0)"),
    "scale_shift": ("x = x * (1.0 + z)", "x = x * (1.0 + z)"),
    "select": ("x = torch.where(z > 0.0, x, 0.1 * x)", "x = tl.where(z > 0.0, x, 0.1 * x)"),
    "choose": ("x = torch.where(z > 0.5, x, z)", "x = tl.where(z > 0.5, x, z)"),
    "mask": ("x = x * (z > 0.0)", "x = tl.where(z > 0.0, x, 0.0)"),
    "squared_difference": ("x = (x - z) * (x - z)", "x = (x - z) * (x - z)"),
    "hypot": ("x = torch.sqrt(x * x + z * z + 0.1)", "x = tl.sqrt_rn(x * x + z * z + 0.1)"),
    "mul_add": ("x = x * z + x", "x = x * z + x"),
    "mul_add_other": ("x = x * z + z", "x = x * z + z"),
}

TERNARY = {
    "affine": ("x = x * z + w", "x = x * z + w"),
    "modulate": ("x = x * (1.0 + z) + w", "x = x * (1.0 + z) + w"),
    "add_mul": ("x = (x + z) * w", "x = (x + z) * w"),
    "standardize": ("x = (x - z) / (torch.abs(w) + 0.5)", "x = (x - z) / (tl.abs(w) + 0.5)"),
    "lerp": ("x = torch.lerp(x, z, w)", "x = tl.where(tl.abs(w) < 0.5, x + w * (z - x), z - (z - x) * (1.0 - w))"),  # exact at both ends
    "addcmul": ("x = torch.addcmul(x, z, w)", "x = x + z * w"),
    "addcmul_scaled": ("x = torch.addcmul(x, z, w, value=0.5)", "x = x + 0.5 * z * w"),
    "addcdiv": ("x = torch.addcdiv(x, z, w * w + 0.5)", "x = x + z / (w * w + 0.5)"),
    "mix": ("x = torch.sigmoid(x) * z + (1.0 - torch.sigmoid(x)) * w", "t = tl.sigmoid(x)\nx = t * z + (1.0 - t) * w"),
    "positive": ("x = torch.where(x > 0.0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "larger": ("x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
    "not_larger": ("x = torch.where(z <= w, x, z)", "x = tl.where(z <= w, x, z)"),
    "within": ("x = torch.where(torch.abs(x) < 1.0, z, w)", "x = tl.where(tl.abs(x) < 1.0, z, w)"),
    "between": ("x = torch.minimum(torch.maximum(x, z), w)", "x = tl.minimum(tl.maximum(x, z), w)"),
    "masked": ("x = torch.where(z > 0.5, x * w, x)", "x = tl.where(z > 0.5, x * w, x)"),
    "sum": ("x = x + z + w", "x = x + z + w"),
    "difference": ("x = x * z - w", "x = x * z - w"),
    "products": ("x = x * w + z * (1.0 - w)", "x = x * w + z * (1.0 - w)"),
    "gated": ("x = torch.sigmoid(x) * torch.tanh(z) + w", "x = tl.sigmoid(x) * (2.0 * tl.sigmoid(2.0 * z) - 1.0) + w"),
}

# ATOMS: one operation of PyTorch each, out of which harness.py draws programs; besides them, those of UNARY that are one call. A third element
# says what the operand that is read last has to be: positive, nonnegative, nonzero, or moderate (exp of it is no large number). Where `n` stands
# in braces goes a number of any sign, for `p` a positive one, for `s` a small one, for `e` an exponent, for `low` and `high` two in order.

ATOMS = {
    "exp": ("x = torch.exp(x)", "x = tl.exp(x)", "moderate"),
    "exp2": ("x = torch.exp2(x)", "x = tl.exp2(x)", "moderate"),
    "expm1": ("x = torch.expm1(x)",
              "u = tl.exp(x)\n"
              "x = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, (u - 1.0) * x / tl.log(u)))", "moderate"),
    "log": ("x = torch.log(x)", "x = tl.log(x)", "positive"),
    "log_again": ("x = torch.log(x)", "x = tl.log(x)", "positive"),
    "log2": ("x = torch.log2(x)", "x = tl.log2(x)", "positive"),
    "log10": ("x = torch.log10(x)", "x = tl.log(x) * 0.4342944819032518", "positive"),
    "log1p": ("x = torch.log1p(x)", "u = 1.0 + x\nx = tl.where(u == 1.0, x, tl.log(u) * x / (u - 1.0))", "nonnegative"),
    "sqrt": ("x = torch.sqrt(x)", "x = tl.sqrt_rn(x)", "nonnegative"),
    "sqrt_again": ("x = torch.sqrt(x)", "x = tl.sqrt_rn(x)", "nonnegative"),
    "rsqrt": ("x = torch.rsqrt(x)", "x = tl.rsqrt(x)", "positive"),
    "reciprocal": ("x = 1.0 / x", "x = 1.0 / x", "nonzero"),
    "reciprocal_call": ("x = torch.reciprocal(x)", "x = 1.0 / x", "nonzero"),
    "square": ("x = x ** 2", "x = x * x"),
    "square_call": ("x = torch.square(x)", "x = x * x"),
    "square_written": ("x = x * x", "x = x * x"),
    "cube": ("x = x ** 3", "x = x * x * x"),
    "pow_4": ("x = torch.pow(x, 4)", "t = x * x\nx = t * t"),
    "pow_15": ("x = x ** 1.5", "x = x * tl.sqrt(x)", "nonnegative"),
    "pow_05": ("x = torch.pow(x, 0.5)", "x = tl.sqrt_rn(x)", "nonnegative"),
    "pow_025": ("x = x ** 0.25", "x = tl.sqrt(tl.sqrt(x))", "nonnegative"),
    "pow_m05": ("x = x ** -0.5", "x = tl.rsqrt(x)", "positive"),
    "pow_m025": ("x = torch.pow(x, -0.25)", "x = tl.rsqrt(tl.sqrt(x))", "positive"),
    "pow_m2": ("x = x ** -2", "x = 1.0 / (x * x)", "nonzero"),
    "pow_e": ("x = x ** {e}", "x = tl.exp2({e} * tl.log2(x))", "positive"),
    "pow_me": ("x = torch.pow(x, -{e})", "x = tl.exp2(-{e} * tl.log2(x))", "positive"),
    "sign": ("x = torch.sign(x)", "x = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"),
    "floor": ("x = torch.floor(x)", "x = tl.floor(x)"),
    "ceil": ("x = torch.ceil(x)", "x = tl.ceil(x)"),
    "trunc": ("x = torch.trunc(x)", "x = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"),
    "round": ("x = torch.round(x)",
              "t = tl.floor(x)\n"
              "u = 2.0 * tl.floor(0.5 * t + 0.5)  # the even one of t and t + 1\n"
              "x = tl.where(x - t < 0.5, t, tl.where(x - t > 0.5, t + 1.0, u))"),
    "tan": ("x = torch.tan(x)", "x = tl.sin(x) / tl.cos(x)"),
    "hardshrink": ("x = F.hardshrink(x)", "x = tl.where(tl.abs(x) > 0.5, x, 0.0)"),
    "softplus_straight": ("x = F.softplus(x, beta=2.0, threshold=5.0)",
                          "t = tl.exp(-tl.abs(2.0 * x))\n"
                          "u = 1.0 + t\n"
                          "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                          "x = tl.where(2.0 * x > 5.0, x, tl.maximum(x, 0.0) + t / 2.0)"),
}

ATOMS_NUMBER = {
    "add": ("x = x + {n}", "x = x + {n}"),
    "add_again": ("x = x + {p}", "x = x + {p}"),
    "add_front": ("x = {n} + x", "x = {n} + x"),
    "add_little": ("x = x + {s}", "x = x + {s}", "nonnegative"),
    "add_little_again": ("x = x + {s}", "x = x + {s}", "nonnegative"),
    "at_least_little": ("x = torch.clamp(x, min={s})", "x = tl.maximum(x, {s})", "nonnegative"),
    "sub": ("x = x - {p}", "x = x - {p}"),
    "from_1": ("x = 1.0 - x", "x = 1.0 - x"),
    "from_1_int": ("x = 1 - x", "x = 1.0 - x"),
    "from": ("x = {n} - x", "x = {n} - x"),
    "mul": ("x = x * {n}", "x = x * {n}"),
    "mul_front": ("x = {n} * x", "x = {n} * x"),
    "mul_again": ("x = x * {p}", "x = x * {p}"),
    "div": ("x = x / {n}", "x = x / {n}"),
    "over": ("x = {n} / x", "x = {n} / x", "nonzero"),
    "clamp_min": ("x = torch.clamp(x, min={n})", "x = tl.maximum(x, {n})"),
    "clamp_max": ("x = x.clamp(max={n})", "x = tl.minimum(x, {n})"),
    "clamp": ("x = torch.clamp(x, {low}, {high})", "x = tl.minimum(tl.maximum(x, {low}), {high})"),
    "leaky": ("x = F.leaky_relu(x, {p})", "x = tl.where(x > 0.0, x, {p} * x)"),
    "above": ("x = (x > {n}).to(x.dtype)", "x = tl.where(x > {n}, 1.0, 0.0)"),
    "where_above": ("x = torch.where(x > {n}, x, 0.0)", "x = tl.where(x > {n}, x, 0.0)"),
    "where_below": ("x = torch.where(x < {n}, {p}, x)", "x = tl.where(x < {n}, {p}, x)"),
    "threshold": ("x = F.threshold(x, {n}, 0.0)", "x = tl.where(x > {n}, x, 0.0)"),
    "masked": ("x = x.masked_fill(x < 0.0, {n})", "x = tl.where(x < 0.0, {n}, x)"),
}

ATOMS_TWO = {
    "add": ("x = x + z", "x = x + z"),
    "sub": ("x = x - z", "x = x - z"),
    "mul": ("x = x * z", "x = x * z"),
    "div": ("x = x / z", "x = x / z", "nonzero"),
    "add_again": ("x = x + z", "x = x + z"),
    "sub_again": ("x = x - z", "x = x - z"),
    "mul_again": ("x = x * z", "x = x * z"),
    "mul_more": ("x = x * z", "x = x * z"),
    "div_again": ("x = x / z", "x = x / z", "nonzero"),
    "maximum": ("x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
    "minimum": ("x = torch.minimum(x, z)", "x = tl.minimum(x, z)"),
    "at_least": ("x = torch.clamp(x, min=z)", "x = tl.maximum(x, z)"),
    "hypot": ("x = torch.hypot(x, z)",
              "t = tl.maximum(tl.abs(x), tl.abs(z))\n"
              "u = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(t, 2e-38)\n"
              "x = t * tl.sqrt(1.0 + u * u)"),
    "add_alpha": ("x = torch.add(x, z, alpha={p})", "x = x + {p} * z"),
    "lerp": ("x = torch.lerp(x, z, {e})", "x = x + {e} * (z - x)"),
    "greater": ("x = (x > z).to(x.dtype)", "x = tl.where(x > z, 1.0, 0.0)"),
    "mask": ("x = x * (z > 0)", "x = tl.where(z > 0.0, x, 0.0)"),
    "mask_above": ("x = x * (z > {n}).float()", "x = tl.where(z > {n}, x, 0.0)"),
    "where_positive": ("x = torch.where(x > 0, x, z)", "x = tl.where(x > 0.0, x, z)"),
    "where_less": ("x = torch.where(z < {n}, x, z)", "x = tl.where(z < {n}, x, z)"),
    "masked_fill": ("x = x.masked_fill(z > 0, {n})", "x = tl.where(z > 0.0, {n}, x)"),
    "xlogy": ("x = torch.xlogy(x, z)", "x = tl.where(x == 0.0, 0.0, x * tl.log(z))", "positive"),
}

ATOMS_THREE = {
    "addcmul": ("x = torch.addcmul(x, z, w)", "x = x + z * w"),
    "addcmul_value": ("x = torch.addcmul(x, z, w, value={p})", "x = x + {p} * z * w"),
    "addcdiv": ("x = torch.addcdiv(x, z, w)", "x = x + z / w", "nonzero"),
    "lerp": ("x = torch.lerp(x, z, w)", "x = tl.where(tl.abs(w) < 0.5, x + w * (z - x), z - (z - x) * (1.0 - w))"),  # exact at both ends
    "between": ("x = torch.clamp(x, z, w)", "x = tl.minimum(tl.maximum(x, z), w)"),
    "where_greater": ("x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
    "where_less": ("x = torch.where(x < z, w, x)", "x = tl.where(x < z, w, x)"),
    "where_positive": ("x = torch.where(x > 0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "where_above": ("x = torch.where(x >= {n}, z, w)", "x = tl.where(x >= {n}, z, w)"),
}

# Cells of recurrent networks and gated layers, as Cell of harness.py reads them; h is a new state.
CELLS = [
    # LSTM and its relatives
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * h",
    "h = s(a + 1.0) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a + k) * q + s(b + l) * t(c)\ny = s(d) * t(h)",
    "h = s(a + q * k) * q + s(b + q * l) * t(c)\ny = s(d) * t(h)",
    "h = s(a + q * k) * q + s(b + q * l) * t(c)\ny = s(d + h * j) * t(h)",
    "h = s(a) * q + s(b) * t(c)\ny = s(d + h * k) * t(h)",
    "f = s(a)\nh = f * q + (1.0 - f) * t(b)\ny = s(c) * t(h)",
    "f = s(a)\nh = (1.0 - f) * q + f * t(b)\ny = s(c) * t(h)",
    "f = s(a)\nh = f * q + (1.0 - f) * b\ny = s(c) * h",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h) + o",
    "g = s(a) * q + s(b) * t(c)\nh = o * q + (1.0 - o) * g\ny = s(d) * t(g)",
    "g = s(a) * q + s(b) * t(c)\nh = k * g + l\ny = s(d) * t(h)",
    "h = s(a) * q + s(b) * t(c) + s(d) * o\ny = s(e) * t(h)",
    "n = s(b) * t(c)\nh = q + n\ny = s(d) * h",
    # GRU and its relatives
    "z = s(a)\nn = t(b + s(c) * d)\nh = (1.0 - z) * n + z * q",
    "z = s(a)\nn = t(b + s(c) * d)\nh = n + z * (q - n)",
    "z = s(a)\nn = t(b + s(c) * d)\nh = q + z * (n - q)",
    "z = s(a)\nh = (1.0 - z) * q + z * t(b)",
    "z = s(a + k)\nh = (1.0 - z) * q + z * t(b + l)",
    "z = s(a)\nh = z * q + (1.0 - z) * t(b)\ny = s(c) * h",
    "z = s(a)\nh = z * q + (1.0 - z) * t(b)\ny = t(h) + o",
    "h = lerp(q, t(b), s(a))",
    "h = lerp(t(b), q, s(a))",
    "z = s(a)\nn = t(b) * s(c)\nh = q + z * (n - q)",
    "z = s(a)\nh = (1.0 - z) * q + z * t(s(b) * c)",
    "z = s(a)\nh = (1.0 - z) * q + z * t(s(b) * c + o)",
    # units of two gates and a skip connection
    "f = s(a + q * k)\nh = f * q + (1.0 - f) * b\nr = s(c + q * l)\ny = r * h + (1.0 - r) * o",
    "f = s(a + k)\nh = f * q + (1.0 - f) * b\nr = s(c + l)\ny = r * t(h) + (1.0 - r) * o",
    "f = s(a)\nh = f * q + (1.0 - f) * b\nr = s(c)\ny = r * h + (1.0 - r) * d",
    "f = s(a)\ni = s(b)\nn = f + i\nh = f / n * q + i / n * c",
    "f = softplus(neg(a))\ni = softplus(neg(b))\nh = s(i - f) * q + s(f - i) * c",
    "p = a + q\nm = maximum(p, b)\ni = exp(b - m)\nf = exp(p - m)\nh = f * o + i * t(c)",
    "p = softplus(a + k)\nh = exp(neg(p)) * q + p * b\ny = h * silu(c)",
    "p = softplus(a)\nh = exp(neg(p)) * q + p * b * c",
    # highways, gated linear units, residuals
    "z = s(a)\ny = z * t(b) + (1.0 - z) * q",
    "z = s(a)\ny = z * q + (1.0 - z) * t(b)",
    "z = s(a)\ny = z * b + (1.0 - z) * c",
    "y = s(a) * t(b) + (1.0 - s(a + k)) * q",
    "y = s(a) * b", "y = s(a) * b", "y = t(a) * b", "y = t(a) * s(b)",
    "y = t(a) * s(b)", "y = t(a) * s(b) * c", "y = s(a) * b + b", "y = a * s(b) + a",
    "y = s(a + k) * (b + l)", "y = s(a + k) * b", "y = t(a) * (b + 1.0)",
    "y = t(a * 0.5) * b", "y = relu(a) * b * c", "y = a * b + c", "y = (a + 1.0) * c + b",
    "y = s(a) * b + q", "y = q + s(a) * t(b)", "y = (q + t(a) * s(b)) * 0.7071067811865476", "y = t(a) * s(b) + s(c) * q",
    "h = t(a) * s(b)\ny = h + q", "h = s(a) * b\ny = h + c",
    "h = s(a) * t(b)\ny = s(c) * h + q", "y = s(a) * q + s(b) * c", "y = s(a) * b + s(c) * d",
    "y = s(a) * t(b) - s(c) * t(d)", "y = s(a) * b * t(c)", "y = t(a) * b + t(c) * q", "y = (s(a) * b + s(c) * q) * 0.5",
    # scales and shifts that follow from another tensor, rotations, steps
    "y = (1.0 + a) * q + b", "y = q * a + b", "y = q * (a + 1.0) + b\nh = s(c) * y",
    "y = q + c * ((1.0 + a) * q + b)", "y = q + s(a) * (b - q)", "y = a * q + t(b)",
    "y = a * q - b * o\nh = b * q + a * o", "y = a * c - b * d\nh = a * d + b * c", "y = a * k - b * l\nh = a * l + b * k", "y = a * k - b * l",
    "h = q + 0.1 * (t(a) * s(b) - q)", "h = q * 0.9 + t(a) * 0.1\ny = s(b) * h", "y = t(a) * k + l\nh = s(b)", "y = t(a)\nh = s(b)\nn = y * h",
    "y = t(a)\nh = s(b) * c", "y = a + b\nh = a - b", "y = s(a)\nh = t(b)", "y = relu(a)\nh = s(b) * q\nn = t(c) * q",
    # of two tensors, what the input gives and what the state gives
    "r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = (1.0 - z) * n + z * q",
    "r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = (1.0 - z) * q + z * n",
    "r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = n + z * (q - n)",
    "r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = q + z * (n - q)",
    "r = s(a + a2 + k)\nz = s(b + b2 + l)\nn = t(c + r * c2)\nh = n + z * (q - n)",
    "z = s(b + b2)\nn = t(a + s(c + c2) * a2)\nh = lerp(q, n, z)",
    "h = s(a + a2) * q + s(b + b2) * t(c + c2)\ny = s(d + d2) * t(h)",
    "h = s(a + a2) * q + s(b + b2) * t(c + c2)\ny = s(d + d2) * t(h)",
    "f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + b2)\ny = s(c + c2) * t(h)",
    "f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + f * b2)",
    "f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + b2)",
    "y = t(a + a2) * s(b + b2)", "y = t(a + a2) * s(b + b2)", "y = t(a + a2) * s(b + b2) + q", "h = t(a + a2) * s(b + b2)\ny = h + q",
    "y = s(a) * b + s(a2) * b2", "y = s(a) * b2 + s(a2) * b",
    "y = a * a2 - b * b2\nh = a * b2 + b * a2", "y = (1.0 + a) * a2 + b * b2", "y = s(a2) * t(a) + s(b2) * t(b)",
    "y = a2 * t(a) + b2 * t(b)", "y = s(a) * t(b) * a2 + b2", "z = s(a + a2)\ny = z * b + (1.0 - z) * b2", "z = s(a2)\ny = z * a + (1.0 - z) * b",
]


# What optimizers are made of, beside products, quotients and numbers: averages that forget, roots, steps.
ATOMS_UPDATE = {
    "average": ("x = 0.9 * x + 0.1 * z", "x = 0.9 * x + 0.1 * z"),
    "average_again": ("x = 0.99 * x + 0.01 * z", "x = 0.99 * x + 0.01 * z"),
    "average_of_square": ("x = 0.999 * x + 0.001 * z * z", "x = 0.999 * x + 0.001 * z * z"),
    "average_of_power": ("x = 0.95 * x + 0.05 * z ** 2", "x = 0.95 * x + 0.05 * (z * z)"),
    "average_calls": ("x = x.mul(0.9).add(z, alpha=0.1)", "x = x * 0.9 + 0.1 * z"),
    "average_addcmul": ("x = torch.addcmul(x * 0.99, z, z, value=0.01)", "x = x * 0.99 + 0.01 * z * z"),
    "average_less": ("x = 0.9 * x - 0.01 * z", "x = 0.9 * x - 0.01 * z"),
    "momentum": ("x = 0.9 * x + z", "x = 0.9 * x + z"),
    "lerp": ("x = torch.lerp(x, z, 0.1)", "x = x + 0.1 * (z - x)"),
    "decay": ("x = x + 0.01 * z", "x = x + 0.01 * z"),
    "decay_alpha": ("x = torch.add(x, z, alpha=0.01)", "x = x + 0.01 * z"),
    "shrink": ("x = x * 0.999", "x = x * 0.999"),
    "corrected": ("x = x / 0.271", "x = x / 0.271"),
    "step": ("x = x - 0.01 * z", "x = x - 0.01 * z"),
    "step_over": ("x = x - 0.01 * z / w", "x = x - 0.01 * z / w", "positive"),
    "step_times": ("x = x - 0.01 * z * w", "x = x - 0.01 * z * w"),
    "step_addcdiv": ("x = torch.addcdiv(x, z, w, value=-0.01)", "x = x + -0.01 * z / w", "positive"),
    "step_over_root": ("x = x - 0.01 * z / (torch.sqrt(w) + 1e-8)", "x = x - 0.01 * z / (tl.sqrt_rn(w) + 1e-8)", "positive"),
    "over_root": ("x = x / (torch.sqrt(z) + 1e-8)", "x = x / (tl.sqrt_rn(z) + 1e-8)", "positive"),
    "over_root_of_sum": ("x = x / torch.sqrt(z + 1e-6)", "x = x / tl.sqrt_rn(z + 1e-6)", "positive"),
    "root": ("x = torch.sqrt(x) + 1e-8", "x = tl.sqrt_rn(x) + 1e-8", "positive"),
    "over": ("x = x / z", "x = x / z", "positive"),
    "sign": ("x = torch.sign(x)", "x = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"),
    "clamp": ("x = torch.clamp(x, -1.0, 1.0)", "x = tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "square": ("x = x * x", "x = x * x"),
    "maximum": ("x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
}
# Of whole numbers and of what compares them; the third text tells of each operand that is read, in the order x, z, w, whether it is an (i)nteger
# or a (b)ool. A remainder has the sign of its divisor, and a quotient is rounded down, as in Python; Triton's are C's.
ATOMS_INTEGER = {
    "add": ("x = x + z", "x = x + z", "ii"),
    "sub": ("x = x - z", "x = x - z", "ii"),
    "mul": ("x = x * z", "x = x * z", "ii"),
    "and": ("x = x & z", "x = x & z", "ii"),
    "or": ("x = x | z", "x = x | z", "ii"),
    "xor": ("x = x ^ z", "x = x ^ z", "ii"),
    "maximum": ("x = torch.maximum(x, z)", "x = tl.maximum(x, z)", "ii"),
    "minimum": ("x = torch.minimum(x, z)", "x = tl.minimum(x, z)", "ii"),
    "equal": ("x = x == z", "x = x == z", "ii"),
    "unequal": ("x = x != z", "x = x != z", "ii"),
    "less": ("x = x < z", "x = x < z", "ii"),
    "at_least": ("x = x >= z", "x = x >= z", "ii"),
    "add_number": ("x = x + {i}", "x = x + {i}", "i"),
    "sub_number": ("x = x - {i}", "x = x - {i}", "i"),
    "mul_number": ("x = x * {i}", "x = x * {i}", "i"),
    "from_number": ("x = {i} - x", "x = {i} - x", "i"),
    "neg": ("x = -x", "x = -x", "i"),
    "abs": ("x = x.abs()", "x = tl.abs(x)", "i"),
    "square": ("x = x * x", "x = x * x", "i"),
    "remainder": ("x = x % {k}", "x = (x % {k} + {k}) % {k}", "i"),
    "remainder_call": ("x = torch.remainder(x, {k})", "x = (x % {k} + {k}) % {k}", "i"),
    "quotient": ("x = x // {k}", "x = (x - (x % {k} + {k}) % {k}) // {k}", "i"),
    "quotient_call": ("x = torch.div(x, {k}, rounding_mode='floor')", "x = (x - (x % {k} + {k}) % {k}) // {k}", "i"),
    "shift_left": ("x = x << {b}", "x = x << {b}", "i"),
    "shift_right": ("x = x >> {b}", "x = x >> {b}", "i"),
    "shift_right_again": ("x = x >> {b}", "x = x >> {b}", "i"),
    "and_number": ("x = x & {m}", "x = x & {m}", "i"),
    "and_number_again": ("x = x & {m}", "x = x & {m}", "i"),
    "or_number": ("x = x | {m}", "x = x | {m}", "i"),
    "xor_number": ("x = x ^ {m}", "x = x ^ {m}", "i"),
    "inverted": ("x = ~x", "x = ~x", "i"),
    "clamp": ("x = torch.clamp(x, 0, {i})", "x = tl.minimum(tl.maximum(x, 0), {i})", "i"),
    "clamp_min": ("x = x.clamp(min={i})", "x = tl.maximum(x, {i})", "i"),
    "clamp_max": ("x = x.clamp(max={i})", "x = tl.minimum(x, {i})", "i"),
    "above": ("x = x > {i}", "x = x > {i}", "i"),
    "below": ("x = x < {i}", "x = x < {i}", "i"),
    "equal_number": ("x = x == {i}", "x = x == {i}", "i"),
    "zero": ("x = x == 0", "x = x == 0", "i"),
    "nonzero": ("x = x != 0", "x = x != 0", "i"),
    "divides": ("x = x % {k} == 0", "x = (x % {k} + {k}) % {k} == 0", "i"),
    "divides_not": ("x = x % {k} != 0", "x = (x % {k} + {k}) % {k} != 0", "i"),
    "odd": ("x = (x & 1) == 1", "x = (x & 1) == 1", "i"),
    "both": ("x = x & z", "x = x & z", "bb"),
    "both_call": ("x = torch.logical_and(x, z)", "x = x & z", "bb"),
    "either": ("x = x | z", "x = x | z", "bb"),
    "either_call": ("x = torch.logical_or(x, z)", "x = x | z", "bb"),
    "one": ("x = x ^ z", "x = x ^ z", "bb"),
    "not": ("x = ~x", "x = ~x", "b"),
    "where": ("x = torch.where(x, z, w)", "x = tl.where(x, z, w)", "bii"),
    "where_number": ("x = torch.where(x, z, {i})", "x = tl.where(x, z, {i})", "bi"),
    "where_zero": ("x = torch.where(x, z, 0)", "x = tl.where(x, z, 0)", "bi"),
    "number_where": ("x = torch.where(x, {i}, z)", "x = tl.where(x, {i}, z)", "bi"),
    "masked_fill": ("x = z.masked_fill(x, {i})", "x = tl.where(x, {i}, z)", "bi"),
    "times": ("x = x * z", "x = x * z", "ib"),
    "count": ("x = x + z", "x = x + z", "ib"),
}

# Activations whose constant is a parameter of the module: one number, or one of each channel.
ATOMS_LEARNED = {
    "snake": ("x = x + torch.sin(z * x) ** 2 / (z + {s})",
              "t = tl.sin(z * x)\n"
              "x = x + t * t / (z + {s})", "positive"),
    "snake_reciprocal": ("x = x + torch.reciprocal(z) * torch.sin(z * x).pow(2)",
                         "t = tl.sin(z * x)\n"
                         "x = x + 1.0 / z * (t * t)", "nonzero"),
    "elu": ("x = torch.where(x > 0, x, z * torch.expm1(torch.clamp(x, max=0.0)))",
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, z * t)"),
    "leaky": ("x = torch.where(x >= 0, x, z * x)", "x = tl.where(x >= 0.0, x, z * x)"),
    "leaky_parts": ("x = torch.relu(x) - z * torch.relu(-x)", "x = tl.maximum(x, 0.0) - z * tl.maximum(-x, 0.0)"),
    "leaky_min": ("x = torch.clamp(x, min=0) + z * torch.clamp(x, max=0)", "x = tl.maximum(x, 0.0) + z * tl.minimum(x, 0.0)"),
    "swish": ("x = x * torch.sigmoid(z * x)", "x = x * tl.sigmoid(z * x)"),
    "swish_of_two": ("x = w * x * torch.sigmoid(z * x)", "x = w * x * tl.sigmoid(z * x)"),
    "acon": ("x = (z - w) * x * torch.sigmoid((z - w) * x) + w * x", "x = (z - w) * x * tl.sigmoid((z - w) * x) + w * x"),
    "squareplus": ("x = 0.5 * (x + torch.sqrt(x ** 2 + z))", "x = 0.5 * (x + tl.sqrt_rn(x * x + z))", "positive"),
    "bent": ("x = z * (torch.sqrt(x ** 2 + 1.0) - 1.0) / 2.0 + x", "x = z * (tl.sqrt_rn(x * x + 1.0) - 1.0) / 2.0 + x"),
    "gauss": ("x = torch.exp(-x ** 2 / (2.0 * z ** 2 + {s}))", "x = tl.exp(-(x * x) / (2.0 * (z * z) + {s}))", "nonzero"),
    "logsigmoid": ("x = F.logsigmoid(z * x)",
                   "t = z * x\n"
                   "u = tl.exp(-tl.abs(t))\n"
                   "x = tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))"),
    "softplus_minus": ("x = F.softplus(z * x, beta=-1)",
                       "t = z * x\n"
                       "u = tl.exp(-tl.abs(t))\n"
                       "x = tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))"),
    "softplus_less": ("x = F.softplus(x - torch.log(z), beta=-{p})",
                      "t = {p} * (x - tl.log(z))\n"
                      "u = tl.exp(-tl.abs(t))\n"
                      "x = (tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))) / {p}", "positive"),
    "exp_over": ("x = torch.exp(torch.clamp(x, max=3.0) / z)", "x = tl.exp(tl.minimum(x, 3.0) / z)", "positive"),
    "clamp_log": ("x = x - torch.log(torch.clamp(z, min={s}))", "x = x - tl.log(tl.maximum(z, {s}))"),
    "over_clamped": ("x = x / torch.clamp(z, min={p})", "x = x / tl.maximum(z, {p})"),
    "temperature": ("x = x * torch.exp(z)", "x = x * tl.exp(z)"),
    "affine": ("x = x * z + w", "x = x * z + w"),
    "affine_one": ("x = x * (1.0 + z) + w", "x = x * (1.0 + z) + w"),
    "standard": ("x = (x - z) / (w + {s})", "x = (x - z) / (w + {s})", "nonzero"),
    "standard_root": ("x = (x - z) * torch.rsqrt(w + {s})", "x = (x - z) * tl.rsqrt(w + {s})", "positive"),
    "soft_threshold": ("x = torch.sign(x) * torch.relu(torch.abs(x) - z)",
                       "t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\n"
                       "x = t * tl.maximum(tl.abs(x) - z, 0.0)"),
    "star": ("x = z * torch.relu(x) ** 2 + w", "t = tl.maximum(x, 0.0)\nx = z * (t * t) + w"),
}
# What asks x and takes z or w: two short programs of one value, mostly, where a file draws choices.
ATOMS_CHOICE = {
    "above": ("x = torch.where(x > 0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "above_again": ("x = torch.where(x > 0.0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "above_number": ("x = torch.where(x > {n}, z, w)", "x = tl.where(x > {n}, z, w)"),
    "below": ("x = torch.where(x < 0, z, w)", "x = tl.where(x < 0.0, z, w)"),
    "below_number": ("x = torch.where(x < {n}, z, w)", "x = tl.where(x < {n}, z, w)"),
    "at_least": ("x = torch.where(x >= {n}, z, w)", "x = tl.where(x >= {n}, z, w)"),
    "at_least_0": ("x = torch.where(x >= 0, z, w)", "x = tl.where(x >= 0.0, z, w)"),
    "at_most": ("x = torch.where(x <= {n}, z, w)", "x = tl.where(x <= {n}, z, w)"),
    "inside": ("x = torch.where(torch.abs(x) < {p}, z, w)", "x = tl.where(tl.abs(x) < {p}, z, w)"),
    "outside": ("x = torch.where(torch.abs(x) > {p}, z, w)", "x = tl.where(tl.abs(x) > {p}, z, w)"),
    "between": ("x = torch.where((x > {low}) & (x < {high}), z, w)", "x = tl.where((x > {low}) & (x < {high}), z, w)"),
    "beyond": ("x = torch.where((x < {low}) | (x > {high}), z, w)", "x = tl.where((x < {low}) | (x > {high}), z, w)"),
    "zero": ("x = torch.where(x == 0, {n}, z)", "x = tl.where(x == 0.0, {n}, z)"),
    "above_or": ("x = torch.where(x > {low}, z, {n})", "x = tl.where(x > {low}, z, {n})"),
    "below_or": ("x = torch.where(x < {low}, {n}, z)", "x = tl.where(x < {low}, {n}, z)"),
    "inside_or": ("x = torch.where(torch.abs(x) <= {p}, z, 0.0)", "x = tl.where(tl.abs(x) <= {p}, z, 0.0)"),
}
# Activations as people write them down who do not know their names.
ATOMS_WRITTEN = {
    "elu": ("x = torch.where(x > 0, x, {p} * (torch.exp(x) - 1.0))", "x = tl.where(x > 0.0, x, {p} * (tl.exp(x) - 1.0))"),
    "selu": ("x = 1.0507009873554805 * torch.where(x > 0, x, 1.6732632423543772 * (torch.exp(x) - 1.0))",
             "x = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * (tl.exp(x) - 1.0))"),
    "scaled_elu": ("x = {p} * torch.where(x >= 0, x, {e} * (torch.exp(x) - 1.0))", "x = {p} * tl.where(x >= 0.0, x, {e} * (tl.exp(x) - 1.0))"),
    "elu_expm1": ("x = torch.where(x > 0, x, {p} * torch.expm1(x))",
                  "u = tl.exp(x)\n"
                  "t = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, (u - 1.0) * x / tl.log(u)))\n"
                  "x = tl.where(x > 0.0, x, {p} * t)"),
    "soft_shrink": ("x = torch.where(x > {p}, x - {p}, torch.where(x < -{p}, x + {p}, 0.0))",
                    "x = tl.where(x > {p}, x - {p}, tl.where(x < -{p}, x + {p}, 0.0))"),
    "soft_shrink_relu": ("x = torch.relu(torch.abs(x) - {p}) * torch.sign(x)",
                         "t = tl.maximum(tl.abs(x) - {p}, 0.0)\n"
                         "x = t * tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"),
    "soft_shrink_clamp": ("x = torch.sign(x) * torch.clamp(torch.abs(x) - {p}, min=0.0)",
                          "t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\n"
                          "x = t * tl.maximum(tl.abs(x) - {p}, 0.0)"),
    "hard_shrink": ("x = torch.where(torch.abs(x) > {p}, x, 0.0)", "x = tl.where(tl.abs(x) > {p}, x, 0.0)"),
    "hard_shrink_mask": ("x = x * (torch.abs(x) > {p}).float()", "x = tl.where(tl.abs(x) > {p}, x, 0.0)"),
    "huber": ("x = torch.where(torch.abs(x) < 1.0, 0.5 * x * x, torch.abs(x) - 0.5)",
              "x = tl.where(tl.abs(x) < 1.0, 0.5 * x * x, tl.abs(x) - 0.5)"),
    "huber_2": ("x = torch.where(torch.abs(x) <= 2.0, 0.5 * x ** 2, 2.0 * (torch.abs(x) - 1.0))",
                "x = tl.where(tl.abs(x) <= 2.0, 0.5 * (x * x), 2.0 * (tl.abs(x) - 1.0))"),
    "huber_any": ("x = torch.where(torch.abs(x) < {p}, {e} * x ** 2, {p} * torch.abs(x) - {e})",
                  "x = tl.where(tl.abs(x) < {p}, {e} * (x * x), {p} * tl.abs(x) - {e})"),
    "softplus": ("x = torch.where(x > 20.0, x, torch.log1p(torch.exp(x)))",
                 "t = tl.exp(x)\n"
                 "u = 1.0 + t\n"
                 "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                 "x = tl.where(x > 20.0, x, t)"),
    "softplus_stable": ("x = torch.relu(x) + torch.log1p(torch.exp(-torch.abs(x)))",
                        "t = tl.exp(-tl.abs(x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "x = tl.maximum(x, 0.0) + t"),
    "leaky": ("x = torch.maximum(x, 0.1 * x)", "x = tl.maximum(x, 0.1 * x)"),
    "leaky_parts": ("x = torch.relu(x) - {e} * torch.relu(-x)", "x = tl.maximum(x, 0.0) - {e} * tl.maximum(-x, 0.0)"),
    "signed_root": ("x = torch.sign(x) * torch.sqrt(torch.abs(x))",
                    "t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\n"
                    "x = t * tl.sqrt_rn(tl.abs(x))"),
    "signed_square": ("x = x * torch.abs(x)", "x = x * tl.abs(x)"),
    "signed_log": ("x = torch.sign(x) * torch.log(torch.abs(x) + 1.0)",
                   "t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\n"
                   "x = t * tl.log(tl.abs(x) + 1.0)"),
    "squareplus": ("x = 0.5 * (x + torch.sqrt(x * x + {p}))", "x = 0.5 * (x + tl.sqrt_rn(x * x + {p}))"),
    "sigmoid": ("x = 1.0 / (1.0 + torch.exp(-x))", "x = 1.0 / (1.0 + tl.exp(-x))"),
    "steep_sigmoid": ("x = 1.0 / (1.0 + torch.exp(-{p} * x))", "x = 1.0 / (1.0 + tl.exp(-{p} * x))"),
    "silu": ("x = x / (1.0 + torch.exp(-x))", "x = x / (1.0 + tl.exp(-x))"),
    "bell": ("x = torch.exp(-{p} * x ** 2)", "x = tl.exp(-{p} * (x * x))"),
    "root_of_one_more": ("x = x / torch.sqrt(1.0 + x * x)", "x = x / tl.sqrt_rn(1.0 + x * x)"),
}
# What a mask x of bool chooses.
ATOMS_MASK = {
    "where": ("x = torch.where(x, z, w)", "x = tl.where(x, z, w)"),
    "where_again": ("x = torch.where(x, z, w)", "x = tl.where(x, z, w)"),
    "where_number": ("x = torch.where(x, z, {n})", "x = tl.where(x, z, {n})"),
    "where_zero": ("x = torch.where(x, z, 0.0)", "x = tl.where(x, z, 0.0)"),
    "number_where": ("x = torch.where(x, {n}, z)", "x = tl.where(x, {n}, z)"),
    "fill": ("x = z.masked_fill(x, {n})", "x = tl.where(x, {n}, z)"),
    "fill_not": ("x = z.masked_fill(~x, {n})", "x = tl.where(x, z, {n})"),
    "times": ("x = z * x", "x = tl.where(x, z, 0.0)"),
}

RAMP = {
    "sigmoid": ("x = torch.sigmoid(x)", "x = tl.sigmoid(x)"),
    "sigmoid_2": ("x = torch.sigmoid(2.0 * x)", "x = tl.sigmoid(2.0 * x)"),
    "sigmoid_shifted": ("x = torch.sigmoid(x - 1.0)", "x = tl.sigmoid(x - 1.0)"),
    "sigmoid_negative": ("x = 1.0 - torch.sigmoid(x)", "x = 1.0 - tl.sigmoid(x)"),
    "hardsigmoid": ("x = F.hardsigmoid(x)", "x = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"),
    "clamp": ("x = torch.clamp(x, 0.0, 1.0)", "x = tl.minimum(tl.maximum(x, 0.0), 1.0)"),
    "linear": ("x = torch.clamp(0.5 * x + 0.5, 0.0, 1.0)", "x = tl.minimum(tl.maximum(0.5 * x + 0.5, 0.0), 1.0)"),
    "softsign": ("x = 0.5 + 0.5 * F.softsign(x)", "x = 0.5 + 0.5 * tl.div_rn(x, 1.0 + tl.abs(x))"),
    "gauss": ("x = torch.exp(-x * x)", "x = tl.exp(-x * x)"),
    "exp_minus_abs": ("x = torch.exp(-torch.abs(x))", "x = tl.exp(-tl.abs(x))"),
    "reciprocal": ("x = 1.0 / (1.0 + x * x)", "x = 1.0 / (1.0 + x * x)"),
    "fraction": ("x = torch.abs(x) / (1.0 + torch.abs(x))", "t = tl.abs(x)\nx = t / (1.0 + t)"),
    "cosine": ("x = 0.5 + 0.5 * torch.cos(x)", "x = 0.5 + 0.5 * tl.cos(x)"),
    "erf": ("x = 0.5 * (1.0 + torch.erf(x))", "x = 0.5 * (1.0 + tl.erf(x))"),
}

LOSS = {
    "focal": ("x = (1.0 - torch.exp(-x)) ** 2 * x", "t = 1.0 - tl.exp(-x)\nx = t * t * x"),
    "focal_025": ("x = 0.25 * (1.0 - torch.exp(-x)) ** 2 * x", "t = 1.0 - tl.exp(-x)\nx = 0.25 * (t * t) * x"),
    "focal_last": ("x = 0.25 * ((1.0 - torch.exp(-x)) ** 2 * x)", "t = 1.0 - tl.exp(-x)\nx = 0.25 * (t * t * x)"),
    "focal_1": ("x = (1.0 - torch.exp(-x)) * x", "x = (1.0 - tl.exp(-x)) * x"),
    "focal_3": ("x = (1.0 - torch.exp(-x)) ** 3 * x", "t = 1.0 - tl.exp(-x)\nx = t * t * t * x"),
    "focal_4": ("x = (1.0 - torch.exp(-x)) ** 4 * x", "t = 1.0 - tl.exp(-x)\nt = t * t\nx = t * t * x"),
    "likelihood": ("x = torch.exp(-x)", "x = tl.exp(-x)"),
    "unlikelihood": ("x = 1.0 - torch.exp(-x)", "x = 1.0 - tl.exp(-x)"),
    "bounded": ("x = torch.clamp(x, max=5.0)", "x = tl.minimum(x, 5.0)"),
    "generalized": ("x = (1.0 - torch.exp(-x) ** 0.7) / 0.7", "x = (1.0 - tl.exp(-0.7 * x)) / 0.7"),
}

# Losses of each element of a prediction and a target.

LOSSES = {
    "l1": ('x = F.l1_loss(x, z, reduction="none")', "x = tl.abs(x - z)"),
    "mse": ('x = F.mse_loss(x, z, reduction="none")', "x = (x - z) * (x - z)"),
    "smooth_l1": ('x = F.smooth_l1_loss(x, z, reduction="none")', "t = tl.abs(x - z)\nx = tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    "smooth_l1_beta": ('x = F.smooth_l1_loss(x, z, reduction="none", beta=0.11)',
                       "beta = 0.11\nt = tl.abs(x - z)\nx = tl.where(t < beta, 0.5 * t * t / beta, t - 0.5 * beta)"),
    "huber": ('x = F.huber_loss(x, z, reduction="none")', "t = tl.abs(x - z)\nx = tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    "huber_delta": ('x = F.huber_loss(x, z, reduction="none", delta=0.3)',
                    "delta = 0.3\nt = tl.abs(x - z)\nx = tl.where(t < delta, 0.5 * t * t, delta * (t - 0.5 * delta))"),
    "soft_margin": ('x = F.soft_margin_loss(x, z, reduction="none")',
                    "u = tl.exp(-tl.abs(x * z))\n"
                    "t = 1.0 + u\n"
                    "x = tl.maximum(-x * z, 0.0) + tl.where(t == 1.0, u, tl.log(t) * u / (t - 1.0))"),
    "bce_with_logits": ('x = F.binary_cross_entropy_with_logits(x, z, reduction="none")',
                        "u = tl.exp(-tl.abs(x))\n"
                        "t = 1.0 + u\n"
                        "x = tl.maximum(x, 0.0) - x * z + tl.where(t == 1.0, u, tl.log(t) * u / (t - 1.0))"),
    "poisson": ('x = F.poisson_nll_loss(x, z, reduction="none")', "x = tl.exp(x) - z * x"),
    "kl_log_target": ('x = F.kl_div(x, z, reduction="none", log_target=True)', "x = tl.exp(z) * (z - x)"),
    "log_cosh": ("x = torch.log(torch.cosh(x - z))", "t = tl.abs(x - z)\nx = t + tl.log(0.5 + 0.5 * tl.exp(-2.0 * t))"),
    "log_cosh_straight": ("x = x - z + F.softplus(-2.0 * (x - z)) - 0.6931471805599453",
                          "d = x - z\n"
                          "t = -2.0 * d\n"
                          "u = tl.exp(-tl.abs(t))\n"
                          "h = 1.0 + u\n"
                          "u = tl.where(h == 1.0, u, tl.log(h) * u / (h - 1.0))\n"
                          "x = d + tl.where(t > 20.0, t, tl.maximum(t, 0.0) + u) - 0.6931471805599453"),
    "charbonnier": ("x = torch.sqrt((x - z) ** 2 + 0.001)", "t = x - z\nx = tl.sqrt(t * t + 0.001)"),
    "hinge": ("x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
    "squared_hinge": ("x = torch.relu(1.0 - x * z) ** 2", "t = tl.maximum(1.0 - x * z, 0.0)\nx = t * t"),
    "weighted_square": ("x = z * x ** 2", "x = z * (x * x)"),
    "relative": ("x = torch.abs(x - z) / (torch.abs(z) + 1.0)", "x = tl.abs(x - z) / (tl.abs(z) + 1.0)"),
}

# Losses of each element of a prediction x, a target z and a weight, a quantile or a logarithm of a variance w.

LOSSES_THREE = {
    "square": ("x = w * (x - z) ** 2", "x = w * ((x - z) * (x - z))"),
    "square_last": ("x = (x - z) ** 2 * w", "x = (x - z) * (x - z) * w"),
    "square_target_first": ("x = w * (z - x) ** 2", "x = w * ((z - x) * (z - x))"),
    "weighted_first": ("x = (w * (x - z)) ** 2", "t = w * (x - z)\nx = t * t"),
    "l1": ("x = w * torch.abs(x - z)", "x = w * tl.abs(x - z)"),
    "l1_last": ("x = torch.abs(x - z) * w", "x = tl.abs(x - z) * w"),
    "quantile": ("x = torch.maximum(w * (z - x), (w - 1) * (z - x))", "x = tl.maximum(w * (z - x), (w - 1.0) * (z - x))"),
    "quantile_max": ("x = torch.max((w - 1) * (z - x), w * (z - x))", "x = tl.maximum((w - 1.0) * (z - x), w * (z - x))"),
    "quantile_of_excess": ("x = torch.maximum((1 - w) * (x - z), w * (z - x))", "x = tl.maximum((1.0 - w) * (x - z), w * (z - x))"),
    "quantile_where": ("x = torch.where(z > x, w * (z - x), (1 - w) * (x - z))", "x = tl.where(z > x, w * (z - x), (1.0 - w) * (x - z))"),
    "quantile_where_sign": ("x = torch.where(z - x >= 0, w * (z - x), (w - 1) * (z - x))",
                            "d = z - x\nx = tl.where(d >= 0.0, w * d, (w - 1.0) * d)"),
    "quantile_relu": ("x = w * torch.relu(z - x) + (1 - w) * torch.relu(x - z)",
                      "x = w * tl.maximum(z - x, 0.0) + (1.0 - w) * tl.maximum(x - z, 0.0)"),
    "expectile": ("x = torch.abs(w - (z < x).float()) * (z - x) ** 2", "x = tl.abs(w - tl.where(z < x, 1.0, 0.0)) * ((z - x) * (z - x))"),
    "uncertain": ("x = torch.exp(-w) * (x - z) ** 2 + w", "x = tl.exp(-w) * ((x - z) * (x - z)) + w"),
    "uncertain_half": ("x = 0.5 * (w + (x - z) ** 2 * torch.exp(-w))", "x = 0.5 * (w + (x - z) * (x - z) * tl.exp(-w))"),
    "likelihood": ("x = 0.5 * (w + (x - z) ** 2 / torch.exp(w))", "x = 0.5 * (w + (x - z) * (x - z) / tl.exp(w))"),
    "laplace": ("x = torch.abs(x - z) * torch.exp(-w) + w", "x = tl.abs(x - z) * tl.exp(-w) + w"),
    "hinge": ("x = w * torch.relu(1 - x * z)", "x = w * tl.maximum(1.0 - x * z, 0.0)"),
    "ranking": ("x = torch.relu(-w * (x - z) + 0.5)", "x = tl.maximum(-w * (x - z) + 0.5, 0.0)"),
    "margin": ("x = torch.relu(x - z + w)", "x = tl.maximum(x - z + w, 0.0)"),
    "huber": ('x = w * F.smooth_l1_loss(x, z.expand_as(x), reduction="none")',
              "t = tl.abs(x - z)\nx = w * tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    "log_cosh": ("x = w * torch.log(torch.cosh(x - z))", "t = tl.abs(x - z)\nx = w * (t + tl.log(0.5 + 0.5 * tl.exp(-2.0 * t)))"),
    "charbonnier": ("x = w * torch.sqrt((x - z) ** 2 + 0.001)", "t = x - z\nx = w * tl.sqrt(t * t + 0.001)"),
    "divided": ("x = ((x - z) / (torch.abs(w) + 0.5)) ** 2", "t = (x - z) / (tl.abs(w) + 0.5)\nx = t * t"),
    "product": ("x = x * z * w", "x = x * z * w"),
}

# Dimensions to reduce over, as exchanges in a file that is written for (0, 2) of a tensor of rank 4: an axis of AXES may name such a table.

DIMS = {
    "r4_02_keepdim": {
        "dim=(0, 2)": "dim=(0, 2), keepdim=True",
        "new_empty((B, D)": "new_empty((1, B, 1, D)"},
    "r4_13": {
        "dim=(0, 2)": "dim=(1, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D, 1",
        "new_empty((B, D)": "new_empty((A, C)"},
    "r4_13_keepdim": {
        "dim=(0, 2)": "dim=(1, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D, 1",
        "new_empty((B, D)": "new_empty((A, 1, C, 1)"},
    "r4_023": {
        "dim=(0, 2)": "dim=(0, 2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D, C * D, B * C * D, 1",
        "new_empty((B, D)": "new_empty((B,)"},
    "r4_023_keepdim": {
        "dim=(0, 2)": "dim=(0, 2, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D, C * D, B * C * D, 1",
        "new_empty((B, D)": "new_empty((1, B, 1, 1)"},
    "r3_02": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C, 1",
        "new_empty((B, D)": "new_empty((B,)"},
    "r3_02_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(0, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C, 1",
        "new_empty((B, D)": "new_empty((1, B, 1)"},
    "r4_23": {
        "dim=(0, 2)": "dim=(2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, 1",
        "new_empty((B, D)": "new_empty((A, B)"},
    "r4_23_keepdim": {
        "dim=(0, 2)": "dim=(2, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, 1, 1)"},
    "r4_03": {
        "dim=(0, 2)": "dim=(0, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D, D, B * C * D, 1",
        "new_empty((B, D)": "new_empty((B, C)"},
    "r4_03_keepdim": {
        "dim=(0, 2)": "dim=(0, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D, D, B * C * D, 1",
        "new_empty((B, D)": "new_empty((1, B, C, 1)"},
    "r4_12": {
        "dim=(0, 2)": "dim=(1, 2)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D, D, B * C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D",
        "new_empty((B, D)": "new_empty((A, D)"},
    "r4_12_keepdim": {
        "dim=(0, 2)": "dim=(1, 2), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D, D, B * C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D",
        "new_empty((B, D)": "new_empty((A, 1, 1, D)"},
    "r3_12": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(1, 2)",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, 1",
        "new_empty((B, D)": "new_empty((A,)"},
    "r3_12_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(1, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, 1",
        "new_empty((B, D)": "new_empty((A, 1, 1)"},
    "r3_01": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(0, 1)",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C",
        "new_empty((B, D)": "new_empty((C,)"},
    "r3_01_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(0, 1), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C",
        "new_empty((B, D)": "new_empty((1, 1, C)"},
    "r4_123": {
        "dim=(0, 2)": "dim=(1, 2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, 1",
        "new_empty((B, D)": "new_empty((A,)"},
    "r4_123_keepdim": {
        "dim=(0, 2)": "dim=(1, 2, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, 1",
        "new_empty((B, D)": "new_empty((A, 1, 1, 1)"},
    "r4_01": {
        "dim=(0, 2)": "dim=(0, 1)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D, C * D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D",
        "new_empty((B, D)": "new_empty((C, D)"},
    "r4_01_keepdim": {
        "dim=(0, 2)": "dim=(0, 1), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D, C * D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D",
        "new_empty((B, D)": "new_empty((1, 1, C, D)"},
    "r4_013": {
        "dim=(0, 2)": "dim=(0, 1, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D, D, C * D, 1",
        "new_empty((B, D)": "new_empty((C,)"},
    "r4_013_keepdim": {
        "dim=(0, 2)": "dim=(0, 1, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D, D, C * D, 1",
        "new_empty((B, D)": "new_empty((1, 1, C, 1)"},
    "r4_012": {
        "dim=(0, 2)": "dim=(0, 1, 2)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D, D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D",
        "new_empty((B, D)": "new_empty((D,)"},
    "r4_012_keepdim": {
        "dim=(0, 2)": "dim=(0, 1, 2), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D, D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D",
        "new_empty((B, D)": "new_empty((1, 1, 1, D)"},
    "r5_234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D * E, C * D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B)"},
    "r5_234_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D * E, C * D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, 1, 1, 1)"},
    "r5_0234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D * E, C * D * E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((B,)"},
    "r5_0234_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D * E, C * D * E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((1, B, 1, 1, 1)"},
    "r5_12": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D * E, D * E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D * E",
        "new_empty((B, D)": "new_empty((A, D, E)"},
    "r5_12_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D * E, D * E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D * E",
        "new_empty((B, D)": "new_empty((A, 1, 1, D, E)"},
    "r5_24": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((A, B, D)"},
    "r5_24_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((A, B, 1, D, 1)"},
    "r5_02": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D * E, D * E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C * D * E, D * E",
        "new_empty((B, D)": "new_empty((B, D, E)"},
    "r5_02_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D * E, D * E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C * D * E, D * E",
        "new_empty((B, D)": "new_empty((1, B, 1, D, E)"},
    "r5_34": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C, A * B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D * E, D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C)"},
    "r5_34_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C, A * B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D * E, D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C, 1, 1)"},
    "r5_14": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D, C * D, B * C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * E, E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((A, C, D)"},
    "r5_14_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D, C * D, B * C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * E, E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((A, 1, C, D, 1)"},
    "r5_1234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D * E, B * C * D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A,)"},
    "r5_1234_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D * E, B * C * D * E, 0, 1",
        "new_empty((B, D)": "new_empty((A, 1, 1, 1, 1)"},
    "r5_01": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D * E, C * D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D * E",
        "new_empty((B, D)": "new_empty((C, D, E)"},
    "r5_01_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D * E, C * D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D * E",
        "new_empty((B, D)": "new_empty((1, 1, C, D, E)"},
    "r5_123": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * E, E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, E",
        "new_empty((B, D)": "new_empty((A, E)"},
    "r5_123_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * E, E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, E",
        "new_empty((B, D)": "new_empty((A, 1, 1, 1, E)"},
    "r5_23": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * E, E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, E",
        "new_empty((B, D)": "new_empty((A, B, E)"},
    "r5_23_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * E, E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, E",
        "new_empty((B, D)": "new_empty((A, B, 1, 1, E)"},
    "r5_034": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D * E, D * E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((B, C)"},
    "r5_034_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D * E, D * E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((1, B, C, 1, 1)"},
    "r5_04": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D, B * C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * E, E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((B, C, D)"},
    "r5_04_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D, B * C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * E, E, B * C * D * E, 1",
        "new_empty((B, D)": "new_empty((1, B, C, D, 1)"},
    "r5_012": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D * E, D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D * E",
        "new_empty((B, D)": "new_empty((D, E)"},
    "r5_012_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D * E, D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D * E",
        "new_empty((B, D)": "new_empty((1, 1, 1, D, E)"},
    "r5_134": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D * E, D * E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((A, C)"},
    "r5_134_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D * E, D * E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((A, 1, C, 1, 1)"},
    "r2_0": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(2, 3), (5, 37), (40, 33)]",
        "dim=(0, 2)": "dim=0",
        "A, B, C, D = x.shape": "A, B = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B",
        "new_empty((B, D)": "new_empty((B,)"},
    "r2_0_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(2, 3), (5, 37), (40, 33)]",
        "dim=(0, 2)": "dim=0, keepdim=True",
        "A, B, C, D = x.shape": "A, B = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B",
        "new_empty((B, D)": "new_empty((1, B)"},
    "r2_1": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(2, 3), (5, 37), (40, 33)]",
        "dim=(0, 2)": "dim=1",
        "A, B, C, D = x.shape": "A, B = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, 1",
        "new_empty((B, D)": "new_empty((A,)"},
    "r2_1_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(2, 3), (5, 37), (40, 33)]",
        "dim=(0, 2)": "dim=1, keepdim=True",
        "A, B, C, D = x.shape": "A, B = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, 1",
        "new_empty((B, D)": "new_empty((A, 1)"},
    "r2_01_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(2, 3), (5, 37), (40, 33)]",
        "dim=(0, 2)": "dim=(0, 1), keepdim=True",
        "A, B, C, D = x.shape": "A, B = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = 1, 1, 0, 0",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, 1",
        "new_empty((B, D)": "new_empty((1, 1)"},
    "r3_0": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=0",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C",
        "new_empty((B, D)": "new_empty((B, C)"},
    "r3_0_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=0, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C",
        "new_empty((B, D)": "new_empty((1, B, C)"},
    "r3_1": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=1",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C",
        "new_empty((B, D)": "new_empty((A, C)"},
    "r3_1_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=1, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C",
        "new_empty((B, D)": "new_empty((A, 1, C)"},
    "r3_2": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=2",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, 1",
        "new_empty((B, D)": "new_empty((A, B)"},
    "r3_2_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=2, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, 1)"},
    "r3_012_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = 1, 1, 0, 0",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, 1",
        "new_empty((B, D)": "new_empty((1, 1, 1)"},
    "r4_0": {
        "dim=(0, 2)": "dim=0",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D, B * C * D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C * D",
        "new_empty((B, D)": "new_empty((B, C, D)"},
    "r4_0_keepdim": {
        "dim=(0, 2)": "dim=0, keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D, B * C * D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C * D",
        "new_empty((B, D)": "new_empty((1, B, C, D)"},
    "r4_1": {
        "dim=(0, 2)": "dim=1",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D, C * D, B * C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C * D",
        "new_empty((B, D)": "new_empty((A, C, D)"},
    "r4_1_keepdim": {
        "dim=(0, 2)": "dim=1, keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D, C * D, B * C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C * D",
        "new_empty((B, D)": "new_empty((A, 1, C, D)"},
    "r4_2": {
        "dim=(0, 2)": "dim=2",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D, D, C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, D",
        "new_empty((B, D)": "new_empty((A, B, D)"},
    "r4_2_keepdim": {
        "dim=(0, 2)": "dim=2, keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D, D, C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, D",
        "new_empty((B, D)": "new_empty((A, B, 1, D)"},
    "r4_3": {
        "dim=(0, 2)": "dim=3",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C, A * B * C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D, D, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C)"},
    "r4_3_keepdim": {
        "dim=(0, 2)": "dim=3, keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C, A * B * C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D, D, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C, 1)"},
    "r4_0123_keepdim": {
        "dim=(0, 2)": "dim=(0, 1, 2, 3), keepdim=True",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = 1, 1, 0, 0",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * D, A * B * C * D, 0, 1",
        "new_empty((B, D)": "new_empty((1, 1, 1, 1)"},
    "r5_0": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=0",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D * E, B * C * D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C * D * E",
        "new_empty((B, D)": "new_empty((B, C, D, E)"},
    "r5_0_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=0, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D * E, B * C * D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A, A, 0, B * C * D * E",
        "new_empty((B, D)": "new_empty((1, B, C, D, E)"},
    "r5_1": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=1",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D * E, C * D * E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C * D * E",
        "new_empty((B, D)": "new_empty((A, C, D, E)"},
    "r5_1_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=1, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D * E, C * D * E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B, B, 0, C * D * E",
        "new_empty((B, D)": "new_empty((A, 1, C, D, E)"},
    "r5_2": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=2",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D * E, D * E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, D * E",
        "new_empty((B, D)": "new_empty((A, B, D, E)"},
    "r5_2_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=2, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D * E, D * E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C, C, 0, D * E",
        "new_empty((B, D)": "new_empty((A, B, 1, D, E)"},
    "r5_3": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=3",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D, D, 0, E",
        "new_empty((B, D)": "new_empty((A, B, C, E)"},
    "r5_3_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=3, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D, D, 0, E",
        "new_empty((B, D)": "new_empty((A, B, C, 1, E)"},
    "r5_4": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=4",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C * D, A * B * C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = E, E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C, D)"},
    "r5_4_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=4, keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C * D, A * B * C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = E, E, 0, 1",
        "new_empty((B, D)": "new_empty((A, B, C, D, 1)"},
    "r5_03": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D, D, B * C * D * E, E",
        "new_empty((B, D)": "new_empty((B, C, E)"},
    "r5_03_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D, D, B * C * D * E, E",
        "new_empty((B, D)": "new_empty((1, B, C, 1, E)"},
    "r5_013": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D, D, C * D * E, E",
        "new_empty((B, D)": "new_empty((C, E)"},
    "r5_013_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * E, E, D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D, D, C * D * E, E",
        "new_empty((B, D)": "new_empty((1, 1, C, 1, E)"},
    "r5_014": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D, C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * E, E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((C, D)"},
    "r5_014_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D, C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * E, E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((1, 1, C, D, 1)"},
    "r5_023": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * E, E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D, C * D, B * C * D * E, E",
        "new_empty((B, D)": "new_empty((B, E)"},
    "r5_023_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * E, E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D, C * D, B * C * D * E, E",
        "new_empty((B, D)": "new_empty((1, B, 1, 1, E)"},
    "r5_124": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D, D, B * C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((A, D)"},
    "r5_124_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D, D, B * C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((A, 1, 1, D, 1)"},
    "r5_0123": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = E, E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * D, A * B * C * D, 0, E",
        "new_empty((B, D)": "new_empty((E,)"},
    "r5_0123_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = E, E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * D, A * B * C * D, 0, E",
        "new_empty((B, D)": "new_empty((1, 1, 1, 1, E)"},
    "r5_0124": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D, D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((D,)"},
    "r5_0124_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D, D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * E, E, D * E, 1",
        "new_empty((B, D)": "new_empty((1, 1, 1, D, 1)"},
    "r5_0134": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D * E, D * E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((C,)"},
    "r5_0134_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D * E, D * E, C * D * E, 1",
        "new_empty((B, D)": "new_empty((1, 1, C, 1, 1)"},
    # three groups of dimensions, of those that are kept or of those that are reduced
    "r5_13": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "rows // n_low * high + rows % n_low * low": "rows // n_low * high + rows % n_low // n_third * low + rows % n_third",
        "n_rows, n_low, high, low, n_cols": "n_rows, n_low, n_third, high, low, n_cols",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, n_third, high, low = A * C * E, C * E, E, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D * E, E",
        "new_empty((B, D)": "new_empty((A, C, E)"},
    "r5_13_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "rows // n_low * high + rows % n_low * low": "rows // n_low * high + rows % n_low // n_third * low + rows % n_third",
        "n_rows, n_low, high, low, n_cols": "n_rows, n_low, n_third, high, low, n_cols",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, n_third, high, low = A * C * E, C * E, E, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D * E, E",
        "new_empty((B, D)": "new_empty((A, 1, C, 1, E)"},
    "r5_024": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "cols // n_second * first + cols % n_second * second": "cols // n_second * first + cols % n_second // n_third * second + cols % n_third",
        "n_cols, n_second, first, second, share": "n_cols, n_second, n_third, first, second, share",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D":
            "n_cols, n_second, n_third, first, second = A * C * E, C * E, E, B * C * D * E, D * E"},
    "r5_024_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "cols // n_second * first + cols % n_second * second": "cols // n_second * first + cols % n_second // n_third * second + cols % n_third",
        "n_cols, n_second, first, second, share": "n_cols, n_second, n_third, first, second, share",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D":
            "n_cols, n_second, n_third, first, second = A * C * E, C * E, E, B * C * D * E, D * E",
        "new_empty((B, D)": "new_empty((1, B, 1, D, 1)"},
    "r5_01234_keepdim": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2, 3, 4), keepdim=True",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = 1, 1, 0, 0",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C * D * E, A * B * C * D * E, 0, 1",
        "new_empty((B, D)": "new_empty((1, 1, 1, 1, 1)"},
}

WHOLE_DIMS = {
    "r4_13": {
        "dim=(0, 2)": "dim=(1, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D, 1"},
    "r4_023": {
        "dim=(0, 2)": "dim=(0, 2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D, C * D, B * C * D, 1"},
    "r3_02": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C, 1"},
    "r4_23": {
        "dim=(0, 2)": "dim=(2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, 1"},
    "r4_03": {
        "dim=(0, 2)": "dim=(0, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D, D, B * C * D, 1"},
    "r4_12": {
        "dim=(0, 2)": "dim=(1, 2)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D, D, B * C * D, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D"},
    "r3_12": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(1, 2)",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, 1"},
    "r3_01": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
        "dim=(0, 2)": "dim=(0, 1)",
        "A, B, C, D = x.shape": "A, B, C = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C"},
    "r4_123": {
        "dim=(0, 2)": "dim=(1, 2, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, 1"},
    "r4_01": {
        "dim=(0, 2)": "dim=(0, 1)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D, C * D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D"},
    "r4_013": {
        "dim=(0, 2)": "dim=(0, 1, 3)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C, C, 0, D",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * D, D, C * D, 1"},
    "r4_012": {
        "dim=(0, 2)": "dim=(0, 1, 2)",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D, D, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D"},
    "r5_234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B, A * B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D * E, C * D * E, 0, 1"},
    "r5_0234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B, B, 0, C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C * D * E, C * D * E, B * C * D * E, 1"},
    "r5_13": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "rows // n_low * high + rows % n_low * low": "rows // n_low * high + rows % n_low // n_third * low + rows % n_third",
        "n_rows, n_low, high, low, n_cols": "n_rows, n_low, n_third, high, low, n_cols",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, n_third, high, low = A * C * E, C * E, E, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D, D, C * D * E, E"},
    "r5_024": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "cols // n_second * first + cols % n_second * second": "cols // n_second * first + cols % n_second // n_third * second + cols % n_third",
        "n_cols, n_second, first, second, share": "n_cols, n_second, n_third, first, second, share",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D":
            "n_cols, n_second, n_third, first, second = A * C * E, C * E, E, B * C * D * E, D * E"},
    "r5_12": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * D * E, D * E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C, B * C, 0, D * E"},
    "r5_24": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * D, D, C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * E, E, D * E, 1"},
    "r5_02": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * D * E, D * E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * C, C, B * C * D * E, D * E"},
    "r5_34": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * C, A * B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = D * E, D * E, 0, 1"},
    "r5_14": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C * D, C * D, B * C * D * E, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * E, E, C * D * E, 1"},
    "r5_1234": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A, A, 0, B * C * D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D * E, B * C * D * E, 0, 1"},
    "r5_01": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = C * D * E, C * D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B, A * B, 0, C * D * E"},
    "r5_123": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * E, E, B * C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * C * D, B * C * D, 0, E"},
    "r5_23": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(2, 3)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * B * E, E, C * D * E, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = C * D, C * D, 0, E"},
    "r5_034": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C, B * C, 0, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * D * E, D * E, B * C * D * E, 1"},
    "r5_04": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = B * C * D, B * C * D, 0, E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * E, E, B * C * D * E, 1"},
    "r5_012": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(0, 1, 2)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = D * E, D * E, 0, 1",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = A * B * C, A * B * C, 0, D * E"},
    "r5_134": {
        "CASES = [(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]": "CASES = [(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
        "dim=(0, 2)": "dim=(1, 3, 4)",
        "A, B, C, D = x.shape": "A, B, C, D, E = x.shape",
        "n_rows, n_low, high, low = B * D, D, C * D, 1": "n_rows, n_low, high, low = A * C, C, B * C * D * E, D * E",
        "n_cols, n_second, first, second = A * C, C, B * C * D, D": "n_cols, n_second, first, second = B * D * E, D * E, C * D * E, 1"},
}

# Shapes that broadcast with each other, and what joins them, as exchanges in the files pair_of_* and mask_of_*: axes of AXES name such tables.

ROWS_AND = {
    "column_first": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(M, N)",
                     "x_ptr + offsets,": "x_ptr + offsets // N,",
                     "z_ptr + offsets // N": "z_ptr + offsets",
                     "M, N = x.shape": "M, N = z.shape"},
    "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
    "vector_first": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, N)",
                     "z_ptr + offsets // N": "z_ptr + offsets",
                     "M, N = x.shape": "M, N = z.shape",
                     "x_ptr + offsets,": "x_ptr + offsets % N,"},
    "one_row": {"torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
    "one_row_first": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(M, N)",
                      "z_ptr + offsets // N": "z_ptr + offsets",
                      "M, N = x.shape": "M, N = z.shape",
                      "x_ptr + offsets,": "x_ptr + offsets % N,"},
    "single": {"torch.randn(M, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "single_first": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1), torch.randn(M, N)",
                     "z_ptr + offsets // N": "z_ptr + offsets",
                     "M, N = x.shape": "M, N = z.shape",
                     "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "one_by_one": {"torch.randn(M, 1)": "torch.randn(1, 1)", "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "one_by_one_first": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, 1), torch.randn(M, N)",
                         "z_ptr + offsets // N": "z_ptr + offsets",
                         "M, N = x.shape": "M, N = z.shape",
                         "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "number": {"torch.randn(M, 1)": "torch.randn(())", "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
    "both0": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)",
              "x_ptr + offsets,": "x_ptr + offsets // N,",
              "z_ptr + offsets // N": "z_ptr + offsets % N",
              "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
    "both1": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, 1)",
              "x_ptr + offsets,": "x_ptr + offsets % N,",
              "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
    "both2": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(1, N)",
              "x_ptr + offsets,": "x_ptr + offsets // N,",
              "z_ptr + offsets // N": "z_ptr + offsets % N",
              "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
    "both3": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(M, 1)",
              "x_ptr + offsets,": "x_ptr + offsets % N,",
              "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
}

TOKENS_AND = {
    "feature_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, C)",
                      "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
                      "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                      "B, T, C = x.shape": "B, T, C = z.shape"},
    "vector": {"torch.randn(B, 1, C)": "torch.randn(C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C"},
    "vector_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(C), torch.randn(B, T, C)",
                     "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                     "B, T, C = x.shape": "B, T, C = z.shape",
                     "x_ptr + offsets,": "x_ptr + offsets % C,"},
    "one_vector": {"torch.randn(B, 1, C)": "torch.randn(1, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C"},
    "one_vector_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, C), torch.randn(B, T, C)",
                         "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                         "B, T, C = x.shape": "B, T, C = z.shape",
                         "x_ptr + offsets,": "x_ptr + offsets % C,"},
    "lone_vector": {"torch.randn(B, 1, C)": "torch.randn(1, 1, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C"},
    "lone_vector_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, 1, C), torch.randn(B, T, C)",
                          "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                          "B, T, C = x.shape": "B, T, C = z.shape",
                          "x_ptr + offsets,": "x_ptr + offsets % C,"},
    "position": {"torch.randn(B, 1, C)": "torch.randn(T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)"},
    "position_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, T, C)",
                       "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                       "B, T, C = x.shape": "B, T, C = z.shape",
                       "x_ptr + offsets,": "x_ptr + offsets % (T * C),"},
    "time": {"torch.randn(B, 1, C)": "torch.randn(T, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T"},
    "time_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, 1), torch.randn(B, T, C)",
                   "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                   "B, T, C = x.shape": "B, T, C = z.shape",
                   "x_ptr + offsets,": "x_ptr + offsets // C % T,"},
    "one_time": {"torch.randn(B, 1, C)": "torch.randn(1, T, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T"},
    "one_time_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, T, 1), torch.randn(B, T, C)",
                       "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                       "B, T, C = x.shape": "B, T, C = z.shape",
                       "x_ptr + offsets,": "x_ptr + offsets // C % T,"},
    "batch": {"torch.randn(B, 1, C)": "torch.randn(B, 1, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)"},
    "batch_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, 1), torch.randn(B, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                    "B, T, C = x.shape": "B, T, C = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets // (T * C),"},
    "token": {"torch.randn(B, 1, C)": "torch.randn(B, T, 1)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C"},
    "token_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                    "B, T, C = x.shape": "B, T, C = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets // C,"},
    "one_position": {"torch.randn(B, 1, C)": "torch.randn(1, T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)"},
    "one_position_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, T, C), torch.randn(B, T, C)",
                           "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                           "B, T, C = x.shape": "B, T, C = z.shape",
                           "x_ptr + offsets,": "x_ptr + offsets % (T * C),"},
    "single": {"torch.randn(B, 1, C)": "torch.randn(1)",
               "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "single_first": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1), torch.randn(B, T, C)",
                     "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                     "B, T, C = x.shape": "B, T, C = z.shape",
                     "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "number": {"torch.randn(B, 1, C)": "torch.randn(())",
               "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "whole": {"torch.randn(B, 1, C)": "torch.randn(B, T, C)", "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets"},
    "both0": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, 1, C)",
              "x_ptr + offsets,": "x_ptr + offsets // C,",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both1": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, 1)",
              "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both2": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(T, C)",
              "x_ptr + offsets,": "x_ptr + offsets // C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both3": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, C)",
              "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both4": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, 1)",
              "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both5": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(C)",
              "x_ptr + offsets,": "x_ptr + offsets // C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both6": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(T, C)",
              "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both7": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(1, 1, C)",
              "x_ptr + offsets,": "x_ptr + offsets // C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
    "both8": {"torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(1, C)",
              "x_ptr + offsets,": "x_ptr + offsets // C,",
              "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
              "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
}

IMAGES_AND = {
    "channels_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(N, C, H, W)",
                       "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
                       "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                       "N, C, H, W = x.shape": "N, C, H, W = z.shape"},
    "channel": {"torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C"},
    "channel_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1), torch.randn(N, C, H, W)",
                      "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                      "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                      "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C,"},
    "one_channel": {"torch.randn(N, C, 1, 1)": "torch.randn(1, C, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C"},
    "one_channel_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, C, 1, 1), torch.randn(N, C, H, W)",
                          "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                          "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                          "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C,"},
    "width": {"torch.randn(N, C, 1, 1)": "torch.randn(W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % W"},
    "width_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(W), torch.randn(N, C, H, W)",
                    "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                    "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets % W,"},
    "one_width": {"torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % W"},
    "one_width_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, W), torch.randn(N, C, H, W)",
                        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                        "x_ptr + offsets,": "x_ptr + offsets % W,"},
    "height": {"torch.randn(N, C, 1, 1)": "torch.randn(H, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // W % H"},
    "height_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, 1), torch.randn(N, C, H, W)",
                     "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                     "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                     "x_ptr + offsets,": "x_ptr + offsets // W % H,"},
    "plane": {"torch.randn(N, C, 1, 1)": "torch.randn(H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)"},
    "plane_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(N, C, H, W)",
                    "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                    "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets % (H * W),"},
    "one_plane": {"torch.randn(N, C, 1, 1)": "torch.randn(1, 1, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)"},
    "one_plane_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, 1, H, W), torch.randn(N, C, H, W)",
                        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                        "x_ptr + offsets,": "x_ptr + offsets % (H * W),"},
    "image": {"torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)"},
    "image_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, 1), torch.randn(N, C, H, W)",
                    "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                    "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets // (C * H * W),"},
    "image_plane": {"torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W)",
                    "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)"},
    "image_plane_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W), torch.randn(N, C, H, W)",
                          "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                          "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                          "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),"},
    "line": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // W"},
    "line_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1), torch.randn(N, C, H, W)",
                   "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                   "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                   "x_ptr + offsets,": "x_ptr + offsets // W,"},
    "columns": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W"},
    "columns_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, W), torch.randn(N, C, H, W)",
                      "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                      "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                      "x_ptr + offsets,": "x_ptr + offsets // (H * W) * W + offsets % W,"},
    "one_image": {"torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (C * H * W)"},
    "one_image_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W), torch.randn(N, C, H, W)",
                        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                        "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),"},
    "each_image": {"torch.randn(N, C, 1, 1)": "torch.randn(C, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets % (C * H * W)"},
    "each_image_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, H, W), torch.randn(N, C, H, W)",
                         "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                         "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                         "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),"},
    "image_columns": {"torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, W)",
                      "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * W + offsets % W"},
    "image_columns_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, W), torch.randn(N, C, H, W)",
                            "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                            "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                            "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * W + offsets % W,"},
    "channel_columns": {"torch.randn(N, C, 1, 1)": "torch.randn(C, 1, W)",
                        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C * W + offsets % W"},
    "channel_columns_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, 1, W), torch.randn(N, C, H, W)",
                              "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                              "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                              "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C * W + offsets % W,"},
    "channel_lines": {"torch.randn(N, C, 1, 1)": "torch.randn(C, H, 1)", "z_ptr + offsets // (H * W)": "z_ptr + offsets // W % (C * H)"},
    "channel_lines_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, H, 1), torch.randn(N, C, H, W)",
                            "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                            "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                            "x_ptr + offsets,": "x_ptr + offsets // W % (C * H),"},
    "single": {"torch.randn(N, C, 1, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "single_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1), torch.randn(N, C, H, W)",
                     "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                     "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                     "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "one_by_one": {"torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1)", "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "one_by_one_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1), torch.randn(N, C, H, W)",
                         "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                         "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                         "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "all_ones": {"torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, 1)", "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "all_ones_first": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, 1), torch.randn(N, C, H, W)",
                       "z_ptr + offsets // (H * W)": "z_ptr + offsets",
                       "N, C, H, W = x.shape": "N, C, H, W = z.shape",
                       "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "number": {"torch.randn(N, C, 1, 1)": "torch.randn(())", "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "whole": {"torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, W)", "z_ptr + offsets // (H * W)": "z_ptr + offsets"},
    "both0": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(N, 1, H, W)",
              "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
              "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both1": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W), torch.randn(C, 1, 1)",
              "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),",
              "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both2": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1), torch.randn(N, C, 1, W)",
              "x_ptr + offsets,": "x_ptr + offsets // W,",
              "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both3": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W), torch.randn(N, 1, 1, 1)",
              "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),",
              "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both4": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(N, C, 1, 1)",
              "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both5": {"torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(H, W)",
              "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
              "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)",
              "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
}

VOLUMES_AND = {
    "channels_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(N, C, 1, 1, 1), torch.randn(N, C, D, H, W)",
                       "x_ptr + offsets,": "x_ptr + offsets // (D * H * W),",
                       "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                       "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape"},
    "channel": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(C, 1, 1, 1)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C"},
    "channel_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(C, 1, 1, 1), torch.randn(N, C, D, H, W)",
                      "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                      "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                      "x_ptr + offsets,": "x_ptr + offsets // (D * H * W) % C,"},
    "one_channel": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, 1, 1, 1)",
                    "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C"},
    "one_channel_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, 1, 1, 1), torch.randn(N, C, D, H, W)",
                          "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                          "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                          "x_ptr + offsets,": "x_ptr + offsets // (D * H * W) % C,"},
    "width": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % W"},
    "width_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(W), torch.randn(N, C, D, H, W)",
                    "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                    "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets % W,"},
    "plane": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(H, W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (H * W)"},
    "plane_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(H, W), torch.randn(N, C, D, H, W)",
                    "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                    "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets % (H * W),"},
    "volume": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(D, H, W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (D * H * W)"},
    "volume_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(D, H, W), torch.randn(N, C, D, H, W)",
                     "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                     "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                     "x_ptr + offsets,": "x_ptr + offsets % (D * H * W),"},
    "image": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, 1, 1, 1)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (C * D * H * W)"},
    "image_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, 1, 1, 1), torch.randn(N, C, D, H, W)",
                    "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                    "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                    "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W),"},
    "image_volume": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, D, H, W)",
                     "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W)"},
    "image_volume_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, D, H, W), torch.randn(N, C, D, H, W)",
                           "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                           "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                           "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W),"},
    "each_image": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(C, D, H, W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (C * D * H * W)"},
    "each_image_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(C, D, H, W), torch.randn(N, C, D, H, W)",
                         "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                         "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                         "x_ptr + offsets,": "x_ptr + offsets % (C * D * H * W),"},
    "one_image": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, D, H, W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (C * D * H * W)"},
    "one_image_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, D, H, W), torch.randn(N, C, D, H, W)",
                        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                        "x_ptr + offsets,": "x_ptr + offsets % (C * D * H * W),"},
    "single": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(1)", "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "single_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(1), torch.randn(N, C, D, H, W)",
                     "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                     "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                     "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "all_ones": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(1, 1, 1, 1)",
                 "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "all_ones_first": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(1, 1, 1, 1), torch.randn(N, C, D, H, W)",
                       "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
                       "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
                       "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)"},
    "number": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(())", "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
    "whole": {"torch.randn(N, C, 1, 1, 1)": "torch.randn(N, C, D, H, W)", "z_ptr + offsets // (D * H * W)": "z_ptr + offsets"},
    "both0": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(N, C, 1, 1, 1), torch.randn(N, 1, D, H, W)",
              "x_ptr + offsets,": "x_ptr + offsets // (D * H * W),",
              "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W)",
              "N, C, D, H, W = x.shape": "N, C, D, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
    "both1": {"torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, D, H, W), torch.randn(C, 1, 1, 1)",
              "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W),",
              "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C",
              "N, C, D, H, W = x.shape": "N, C, D, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
}

PAIRS = {
    "sub": {"torch.add(x, z)": "x - z", "y = x + z": "y = x - z"},
    "mul": {"torch.add(x, z)": "x * z", "y = x + z": "y = x * z"},
    "div": {"torch.add(x, z)": "x / z", "y = x + z": "y = x / z"},
    "maximum": {"torch.add(x, z)": "torch.maximum(x, z)", "y = x + z": "y = tl.maximum(x, z)"},
    "minimum": {"torch.add(x, z)": "torch.minimum(x, z)", "y = x + z": "y = tl.minimum(x, z)"},
    "lerp": {"torch.add(x, z)": "torch.lerp(x, z, 0.3)", "y = x + z": "y = x + 0.3 * (z - x)"},
    "add_alpha": {"torch.add(x, z)": "torch.add(x, z, alpha=0.5)", "y = x + z": "y = x + 0.5 * z"},
    "positive": {"torch.add(x, z)": "torch.where(x > 0, x, z)", "y = x + z": "y = tl.where(x > 0.0, x, z)"},
    "larger": {"torch.add(x, z)": "torch.where(x > z, x, z)", "y = x + z": "y = tl.where(x > z, x, z)"},
    "smaller": {"torch.add(x, z)": "torch.where(x < z, x, z)", "y = x + z": "y = tl.where(x < z, x, z)"},
    "distance": {"torch.add(x, z)": "(x - z).abs()", "y = x + z": "y = tl.abs(x - z)"},
    "square": {"torch.add(x, z)": "(x - z) ** 2", "y = x + z": "y = (x - z) * (x - z)"},
    "kept": {"torch.add(x, z)": "x * (z > 0)", "y = x + z": "y = tl.where(z > 0.0, x, 0.0)"},
    "gt": {"torch.add(x, z)": "x > z", "y = x + z": "y = x > z", "dtype=x.dtype": "dtype=torch.bool"},
    "ge": {"torch.add(x, z)": "x >= z", "y = x + z": "y = x >= z", "dtype=x.dtype": "dtype=torch.bool"},
    "lt": {"torch.add(x, z)": "x < z", "y = x + z": "y = x < z", "dtype=x.dtype": "dtype=torch.bool"},
    "le": {"torch.add(x, z)": "x <= z", "y = x + z": "y = x <= z", "dtype=x.dtype": "dtype=torch.bool"},
    "eq": {"torch.add(x, z)": "x == z", "y = x + z": "y = x == z", "dtype=x.dtype": "dtype=torch.bool", "return x, z": "return x.round(), z.round()"},
    "ne": {"torch.add(x, z)": "x != z", "y = x + z": "y = x != z", "dtype=x.dtype": "dtype=torch.bool", "return x, z": "return x.round(), z.round()"},
    "step": {"torch.add(x, z)": "(x > z).float()", "y = x + z": "y = tl.where(x > z, 1.0, 0.0)"},
    "at_least": {"torch.add(x, z)": "(x >= z).to(x.dtype)", "y = x + z": "y = tl.where(x >= z, 1.0, 0.0)"},
    "at_most": {"torch.add(x, z)": "(x <= z).to(x.dtype)", "y = x + z": "y = tl.where(x <= z, 1.0, 0.0)"},
    "logical_and": {"torch.add(x, z)": "torch.logical_and(x, z)",
                    "y = x + z": "y = (x != 0.0) & (z != 0.0)",
                    "return x, z": "return x.round(), z.round()",
                    "dtype=x.dtype": "dtype=torch.bool"},
    "logical_or": {"torch.add(x, z)": "torch.logical_or(x, z)",
                   "y = x + z": "y = (x != 0.0) | (z != 0.0)",
                   "return x, z": "return x.round(), z.round()",
                   "dtype=x.dtype": "dtype=torch.bool"},
    "logical_xor": {"torch.add(x, z)": "torch.logical_xor(x, z)",
                    "y = x + z": "y = (x != 0.0) ^ (z != 0.0)",
                    "return x, z": "return x.round(), z.round()",
                    "dtype=x.dtype": "dtype=torch.bool"},
}

MASKS = {
    "minus_inf": {'x.masked_fill(z, 0.0)': 'x.masked_fill(z, float("-inf"))', 'y = tl.where(z, 0.0, x)': 'y = tl.where(z, -float("inf"), x)'},
    "large": {"x.masked_fill(z, 0.0)": "x.masked_fill(z, -1e9)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, -1e9, x)"},
    "not_inf": {'x.masked_fill(z, 0.0)': 'x.masked_fill(~z, float("-inf"))', 'y = tl.where(z, 0.0, x)': 'y = tl.where(z, x, -float("inf"))'},
    "not_large": {"x.masked_fill(z, 0.0)": "x.masked_fill(~z, -1e9)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, -1e9)"},
    "not_zero": {"x.masked_fill(z, 0.0)": "x.masked_fill(~z, 0.0)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, 0.0)"},
    "number": {"x.masked_fill(z, 0.0)": "x.masked_fill(z, 1.5)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, 1.5, x)"},
    "where": {"x.masked_fill(z, 0.0)": "torch.where(z, x, 0.0)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, 0.0)"},
    "where_minus": {"x.masked_fill(z, 0.0)": "torch.where(z, x, -1.0)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, -1.0)"},
    "where_inf": {'x.masked_fill(z, 0.0)': 'torch.where(z, x, float("-inf"))', 'y = tl.where(z, 0.0, x)': 'y = tl.where(z, x, -float("inf"))'},
    "where_zero": {"x.masked_fill(z, 0.0)": "torch.where(z, 0.0, x)", "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)"},
    "times": {"x.masked_fill(z, 0.0)": "x * z", "y = tl.where(z, 0.0, x)": "y = x * z"},
    "times_float": {"x.masked_fill(z, 0.0)": "x * z.float()", "y = tl.where(z, 0.0, x)": "y = x * z"},
    "times_not": {"x.masked_fill(z, 0.0)": "x * ~z", "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)"},
    "times_not_float": {"x.masked_fill(z, 0.0)": "x * (~z).float()", "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)"},
    "plus": {"x.masked_fill(z, 0.0)": "x + z", "y = tl.where(z, 0.0, x)": "y = x + z"},
    "int_inf": {'x.masked_fill(z, 0.0)': 'x.masked_fill(z == 0, float("-inf"))',
                'y = tl.where(z, 0.0, x)': 'y = tl.where(z == 0, -float("inf"), x)',
                "return x, z > 0.5": "return x, (z > 0.5).long()"},
    "int_large": {"x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, -1e9)",
                  "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0, -1e9, x)",
                  "return x, z > 0.5": "return x, (z > 0.5).long()"},
    "int_zero": {"x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, 0.0)",
                 "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0, 0.0, x)",
                 "return x, z > 0.5": "return x, (z > 0.5).long()"},
    "int_times": {"x.masked_fill(z, 0.0)": "x * z", "y = tl.where(z, 0.0, x)": "y = x * z", "return x, z > 0.5": "return x, (z > 0.5).long()"},
    "int_where": {"x.masked_fill(z, 0.0)": "torch.where(z > 0, x, 0.0)",
                  "y = tl.where(z, 0.0, x)": "y = tl.where(z > 0, x, 0.0)",
                  "return x, z > 0.5": "return x, (z > 0.5).long()"},
    "float_inf": {'x.masked_fill(z, 0.0)': 'x.masked_fill(z == 0, float("-inf"))',
                  'y = tl.where(z, 0.0, x)': 'y = tl.where(z == 0.0, -float("inf"), x)',
                  "return x, z > 0.5": "return x, (z > 0.5).float()"},
    "float_large": {"x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, -1e9)",
                    "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0.0, -1e9, x)",
                    "return x, z > 0.5": "return x, (z > 0.5).float()"},
    "additive": {"x.masked_fill(z, 0.0)": "x + (1.0 - z) * -1e9",
                 "y = tl.where(z, 0.0, x)": "y = x + (1.0 - z) * -1e9",
                 "return x, z > 0.5": "return x, (z > 0.5).float()"},
}

# Of products of two factors (matmul_of_ranks.py and its kin): which of them is stored the other way round; shapes of what joins; shapes of the factors.

TURNED = {
    "x": {"torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
          "y = x @ w": "y = x.transpose(-2, -1) @ w",
          "(M, K), N = x.shape[-2:], w.shape[-1]": "x = x.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"},
    "w": {"torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
          "y = x @ w": "y = x @ w.transpose(-2, -1)",
          "(M, K), N = x.shape[-2:], w.shape[-1]": "w = w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"},
    "both": {"torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
             "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
             "y = x @ w": "y = x.transpose(-2, -1) @ w.transpose(-2, -1)",
             "(M, K), N = x.shape[-2:], w.shape[-1]": "x, w = x.transpose(-2, -1), w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"},
}

JOINED = {
    "column": {"torch.randn(*batch, M, N)": "torch.randn(*batch, M, 1)"},
    "row": {"torch.randn(*batch, M, N)": "torch.randn(N)"},
    "row_of_each": {"torch.randn(*batch, M, N)": "torch.randn(*batch, 1, N)"},
    "matrix": {"torch.randn(*batch, M, N)": "torch.randn(M, N)"},
    "column_of_all": {"torch.randn(*batch, M, N)": "torch.randn(M, 1)"},
    "of_each": {"torch.randn(*batch, M, N)": "torch.randn(*batch, 1, 1)"},
    "one": {"torch.randn(*batch, M, N)": "torch.randn(1)"},
    "scalar": {"torch.randn(*batch, M, N)": "torch.randn(())"},
}

# Of programs of tensors that broadcast before a heavier operation (linear_of_pair.py and its kin): the shape of the second and of the third,
# where that of the result is `shape`; at times it is the first that has fewer dimensions.

SHAPE_OF_Z = {
    "plain": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-1])", "z = z[..., None]": ""},
    "whole": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
    "row": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-1], 1)", "z = z[..., None]": ""},
    "positions": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2:])", "z = z[..., None]": ""},
    "position": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2], 1)", "z = z[..., None]": ""},
    "one_batch": {"z = torch.randn(shape[:-1])": "z = torch.randn(1, *shape[1:])", "z = z[..., None]": ""},
    "sample": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[0], *[1] * (len(shape) - 1))", "z = z[..., None]": ""},
    "columns_of_each": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, shape[-1])", "z = z[..., None]": ""},
    "columns": {"z = torch.randn(shape[:-1])": "z = torch.randn(1, shape[-1])", "z = z[..., None]": ""},
    "one_row": {"z = torch.randn(shape[:-1])": "z = torch.randn(*[1] * (len(shape) - 1), shape[-1])", "z = z[..., None]": ""},
    "one_position": {"z = torch.randn(shape[:-1])": "z = torch.randn(1, *shape[1:-1], 1)", "z = z[..., None]": ""},
    "of_each": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, 1)", "z = z[..., None]": ""},
    "one": {"z = torch.randn(shape[:-1])": "z = torch.randn(1)", "z = z[..., None]": ""},
    "scalar": {"z = torch.randn(shape[:-1])": "z = torch.randn(())", "z = z[..., None]": ""},
    "short_position": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2])", "z = z[..., None]": "z = z[:, None]"},
    "short_columns": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], shape[-1])", "z = z[..., None]": "z = z.unsqueeze(-2)"},
    "x_position": {"x = torch.randn(shape)": "x = torch.randn(shape[-2:])", "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
    "x_columns": {"x = torch.randn(shape)": "x = torch.randn(shape[-1])", "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
    "x_row": {"x = torch.randn(shape)": "x = torch.randn(*shape[:-1], 1)", "z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
    "outer": {"x = torch.randn(shape)": "x = torch.randn(*shape[:-1], 1)", "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-1])", "z = z[..., None]": ""},
}

SHAPE_OF_W = {
    "whole_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape)"},
    "row_w": {"w = torch.randn(shape[-1])": "w = torch.randn(*shape[:-1], 1)"},
    "positions_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[-2:])"},
    "position_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[-2], 1)"},
    "sample_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[0], *[1] * (len(shape) - 1))"},
    "columns_of_each_w": {"w = torch.randn(shape[-1])": "w = torch.randn(*shape[:-2], 1, shape[-1])"},
    "one_w": {"w = torch.randn(shape[-1])": "w = torch.randn(1)"},
    "scalar_w": {"w = torch.randn(shape[-1])": "w = torch.randn(())"},
}

IMAGE_SHAPE_OF_Z = {
    "plain": {"z = torch.randn(shape[1])": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "whole": {"z = torch.randn(shape[1])": "z = torch.randn(shape)", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "channel_row": {"z = torch.randn(shape[1])": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "image_channel": {"z = torch.randn(shape[1])": "z = torch.randn(*shape[:2], *[1] * (len(shape) - 2))", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "image": {"z = torch.randn(shape[1])": "z = torch.randn(shape[0], *[1] * (len(shape) - 1))", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "image_plane": {"z = torch.randn(shape[1])": "z = torch.randn(shape[0], 1, *shape[2:])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "plane": {"z = torch.randn(shape[1])": "z = torch.randn(shape[2:])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "last": {"z = torch.randn(shape[1])": "z = torch.randn(shape[-1])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "one_image": {"z = torch.randn(shape[1])": "z = torch.randn(1, *shape[1:])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "all_but_images": {"z = torch.randn(shape[1])": "z = torch.randn(shape[1:])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "lines": {"z = torch.randn(shape[1])": "z = torch.randn(*shape[:-1], 1)", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "one": {"z = torch.randn(shape[1])": "z = torch.randn(1)", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "scalar": {"z = torch.randn(shape[1])": "z = torch.randn(())", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "short_image_channel": {"z = torch.randn(shape[1])": "z = torch.randn(shape[:2])", "z = z.view(1, -1, *[1] * (x.dim() - 2))": "z = z.view(*z.shape, *[1] * (x.dim() - 2))"},
    "x_channel": {"x = torch.randn(shape)": "x = torch.randn(shape[1], *[1] * (len(shape) - 2))", "z = torch.randn(shape[1])": "z = torch.randn(shape)",
                  "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "x_plane": {"x = torch.randn(shape)": "x = torch.randn(shape[2:])", "z = torch.randn(shape[1])": "z = torch.randn(shape)", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
}

RANKS = {
    "2_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (3, 2)), ((11, 37), (37, 6)), ((70, 9), (9, 5))]",
    },
    "2_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (2, 3, 2)), ((11, 37), (3, 37, 6)), ((70, 9), (2, 9, 5))]",
    },
    "3_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (2, 3, 2)), ((3, 11, 37), (3, 37, 6)), ((2, 70, 9), (2, 9, 5))]",
    },
    "3_1": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (1, 3, 2)), ((3, 11, 37), (1, 37, 6)), ((2, 70, 9), (1, 9, 5))]",
    },
    "1_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 1, 3), (2, 3, 2)), ((1, 11, 37), (3, 37, 6)), ((1, 70, 9), (2, 9, 5))]",
    },
    "4_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (3, 2)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 9), (9, 5))]",
    },
    "4_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, 9), (3, 2, 9, 5))]",
    },
    "4_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (2, 3, 2)), ((2, 3, 11, 37), (3, 37, 6)), ((3, 2, 70, 9), (2, 9, 5))]",
    },
    "3_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (1, 2, 3, 2)), ((3, 11, 37), (2, 3, 37, 6)), ((2, 70, 9), (3, 2, 9, 5))]",
    },
    "2_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (1, 2, 3, 2)), ((11, 37), (2, 3, 37, 6)), ((70, 9), (3, 2, 9, 5))]",
    },
    "4_one_batch": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 11, 37), (1, 3, 37, 6)), ((3, 2, 70, 9), (1, 2, 9, 5))]",
    },
    "4_one_head": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 1, 3, 2)), ((2, 3, 11, 37), (2, 1, 37, 6)), ((3, 2, 70, 9), (3, 1, 9, 5))]",
    },
    "4_one_matrix": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 1, 3, 2)), ((2, 3, 11, 37), (1, 1, 37, 6)), ((3, 2, 70, 9), (1, 1, 9, 5))]",
    },
    "one_batch_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((1, 3, 11, 37), (2, 3, 37, 6)), ((1, 2, 70, 9), (3, 2, 9, 5))]",
    },
    "one_head_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 1, 1, 3), (1, 2, 3, 2)), ((2, 1, 11, 37), (2, 3, 37, 6)), ((3, 1, 70, 9), (3, 2, 9, 5))]",
    },
    "5_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 2, 1, 3), (3, 2)), ((2, 2, 3, 11, 37), (37, 6)), ((2, 3, 2, 70, 9), (9, 5))]",
    },
    "5_5": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 2, 1, 3), (2, 1, 2, 3, 2)), ((2, 2, 3, 11, 37), (2, 2, 3, 37, 6)), ((2, 3, 2, 70, 9), (2, 3, 2, 9, 5))]",
    },
    "5_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 2, 1, 3), (2, 3, 2)), ((2, 2, 3, 11, 37), (3, 37, 6)), ((2, 3, 2, 70, 9), (2, 9, 5))]",
    },
    "5_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 2, 1, 3), (1, 2, 3, 2)), ((2, 2, 3, 11, 37), (2, 3, 37, 6)), ((2, 3, 2, 70, 9), (3, 2, 9, 5))]",
    },
    "column_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (3, 1)), ((11, 37), (37, 1)), ((70, 9), (9, 1))]",
    },
    "column_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (3, 1)), ((3, 11, 37), (37, 1)), ((2, 70, 9), (9, 1))]",
    },
    "column_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (3, 1)), ((2, 3, 11, 37), (37, 1)), ((3, 2, 70, 9), (9, 1))]",
    },
    "column_33": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (2, 3, 1)), ((3, 11, 37), (3, 37, 1)), ((2, 70, 9), (2, 9, 1))]",
    },
    "column_44": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 2, 3, 1)), ((2, 3, 11, 37), (2, 3, 37, 1)), ((3, 2, 70, 9), (3, 2, 9, 1))]",
    },
    "row_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (3, 2)), ((1, 37), (37, 6)), ((1, 9), (9, 5))]",
    },
    "row_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (2, 3, 2)), ((3, 1, 37), (3, 37, 6)), ((2, 1, 9), (2, 9, 5))]",
    },
    "row_32": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (3, 2)), ((3, 1, 37), (37, 6)), ((2, 1, 9), (9, 5))]",
    },
    "row_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 1, 37), (2, 3, 37, 6)), ((3, 2, 1, 9), (3, 2, 9, 5))]",
    },
    "outer_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 1), (1, 2)), ((11, 1), (1, 6)), ((70, 1), (1, 5))]",
    },
    "outer_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 1), (2, 1, 2)), ((3, 11, 1), (3, 1, 6)), ((2, 70, 1), (2, 1, 5))]",
    },
    "dot_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((2, 1, 3), (2, 3, 1)), ((3, 1, 37), (3, 37, 1)), ((2, 1, 9), (2, 9, 1))]",
    },
    "dot_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]":
            "[((1, 3), (3, 1)), ((1, 37), (37, 1)), ((1, 9), (9, 1))]",
    },
}
