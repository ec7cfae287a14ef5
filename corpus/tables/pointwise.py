"""Pointwise operations of one tensor: (PyTorch statement, Triton statements) in `x`; see corpus/tables."""

UNARY = {
    # activations without a parameter
    "relu": ("x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
    "sigmoid": ("x = torch.sigmoid(x)", "x = tl.sigmoid(x)"),
    "silu": ("x = F.silu(x)", "x = x * tl.sigmoid(x)"),
    "tanh": (
        "x = torch.tanh(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "x = tl.where(x < 0.0, -t, t)"
        ),
    ),
    "gelu": ("x = F.gelu(x)", "x = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"),
    "gelu_tanh": (
        "x = F.gelu(x, approximate='tanh')",
        "x = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))",
    ),
    "gelu_quick": ("x = x * torch.sigmoid(1.702 * x)", "x = x * tl.sigmoid(1.702 * x)"),
    "mish": (
        "x = F.mish(x)",
        ("t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\nx = x * (t / (t + 2.0))"),
    ),
    "softsign": ("x = F.softsign(x)", "x = x / (1.0 + tl.abs(x))"),
    "relu6": ("x = F.relu6(x)", "x = tl.minimum(tl.maximum(x, 0.0), 6.0)"),
    "hardswish": ("x = F.hardswish(x)", "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))"),
    "hardsigmoid": ("x = F.hardsigmoid(x)", "x = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"),
    "logsigmoid": (
        "x = F.logsigmoid(x)",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.minimum(x, 0.0) - t"
        ),
    ),
    "softplus": (
        "x = F.softplus(x)",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.maximum(x, 0.0) + t"
        ),
    ),
    "selu": (
        "x = F.selu(x)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * t)"
        ),
    ),
    # activations with a parameter
    "leaky_relu": ("x = F.leaky_relu(x)", "x = tl.where(x > 0.0, x, 0.01 * x)"),
    "leaky_relu_005": ("x = F.leaky_relu(x, 0.05)", "x = tl.where(x > 0.0, x, 0.05 * x)"),
    "leaky_relu_01": ("x = F.leaky_relu(x, 0.1)", "x = tl.where(x > 0.0, x, 0.1 * x)"),
    "leaky_relu_02": ("x = F.leaky_relu(x, negative_slope=0.2)", "x = tl.where(x > 0.0, x, 0.2 * x)"),
    "leaky_relu_03": ("x = F.leaky_relu(x, negative_slope=0.3)", "x = tl.where(x > 0.0, x, 0.3 * x)"),
    "elu": (
        "x = F.elu(x)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, t)"
        ),
    ),
    "elu_05": (
        "x = F.elu(x, alpha=0.5)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, 0.5 * t)"
        ),
    ),
    "elu_13": (
        "x = F.elu(x, alpha=1.3)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, 1.3 * t)"
        ),
    ),
    "celu_15": (
        "x = F.celu(x, alpha=1.5)",
        (
            "t = tl.minimum(x / 1.5, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, 1.5 * t)"
        ),
    ),
    "celu_06": (
        "x = F.celu(x, alpha=0.6)",
        (
            "t = tl.minimum(x / 0.6, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, 0.6 * t)"
        ),
    ),
    "softplus_beta2": (
        "x = F.softplus(x, beta=2.0)",
        (
            "t = tl.exp(-tl.abs(2.0 * x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.maximum(x, 0.0) + t / 2.0"
        ),
    ),
    "softplus_beta05": (
        "x = F.softplus(x, beta=0.5)",
        (
            "t = tl.exp(-tl.abs(0.5 * x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.maximum(x, 0.0) + t / 0.5"
        ),
    ),
    "softshrink": ("x = F.softshrink(x)", "x = tl.maximum(x - 0.5, 0.0) + tl.minimum(x + 0.5, 0.0)"),
    "softshrink_02": ("x = F.softshrink(x, 0.2)", "x = tl.maximum(x - 0.2, 0.0) + tl.minimum(x + 0.2, 0.0)"),
    "hardtanh": ("x = F.hardtanh(x)", "x = tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "hardtanh_2": (
        "x = F.hardtanh(x, min_val=-2.0, max_val=2.0)",
        "x = tl.minimum(tl.maximum(x, -2.0), 2.0)",
    ),
    "swish_05": ("x = x * torch.sigmoid(0.5 * x)", "x = x * tl.sigmoid(0.5 * x)"),
    "swish_15": ("x = x * torch.sigmoid(x * 1.5)", "x = x * tl.sigmoid(x * 1.5)"),
    "scaled_tanh": (
        "x = 3.0 * torch.tanh(x / 3.0)",
        (
            "t = -2.0 * tl.abs(x / 3.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -3.0 * t / (t + 2.0)\n"
            "x = tl.where(x < 0.0, -t, t)"
        ),
    ),
    "soft_cap": (
        "x = 15.0 * torch.tanh(x / 15.0)",
        (
            "t = -2.0 * tl.abs(x / 15.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -15.0 * t / (t + 2.0)\n"
            "x = tl.where(x < 0.0, -t, t)"
        ),
    ),
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
    "log1p_abs": (
        "x = torch.log1p(torch.abs(x))",
        ("t = tl.abs(x)\nu = 1.0 + t\nx = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    ),
    "log1p_relu": (
        "x = torch.log1p(torch.relu(x))",
        ("t = tl.maximum(x, 0.0)\nu = 1.0 + t\nx = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    ),
    "expm1_negative": (
        "x = torch.expm1(torch.clamp(x, max=0.0))",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "x = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, (u - 1.0) * t / tl.log(u)))"
        ),
    ),
}

REUSE = {
    # gates: x times a function of x
    "x_sigmoid": ("x = x * torch.sigmoid(x)", "x = x * tl.sigmoid(x)"),
    "sigmoid_x": ("x = torch.sigmoid(x) * x", "x = x * tl.sigmoid(x)"),
    "x_tanh": (
        "x = x * torch.tanh(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "x = x * t"
        ),
    ),
    "x_mish_written": (
        "x = x * torch.tanh(F.softplus(x))",
        ("t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\nx = x * (t / (t + 2.0))"),
    ),
    "mish_written_x": (
        "x = torch.tanh(F.softplus(x)) * x",
        ("t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\nx = x * (t / (t + 2.0))"),
    ),
    "x_hardsigmoid": (
        "x = x * F.hardsigmoid(x)",
        "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))",
    ),
    "x_relu6": (
        "x = x * F.relu6(x + 3.0) / 6.0",
        "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))",
    ),
    "x_clamp_6": (
        "x = x * torch.clamp(x + 3.0, 0.0, 6.0) / 6.0",
        "x = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))",
    ),
    "x_clamp_3": (
        "x = x * torch.clamp(x + 3.0, 0.0, 6.0)",
        "x = x * tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0)",
    ),
    "x_clamp_0_1": (
        "x = x * torch.clamp(0.2 * x + 0.5, 0.0, 1.0)",
        "x = x * tl.minimum(tl.maximum(0.2 * x + 0.5, 0.0), 1.0)",
    ),
    "x_clamp_1": ("x = x * torch.clamp(x, -1.0, 1.0)", "x = x * tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "x_erf": ("x = x * torch.erf(x)", "x = x * tl.erf(x)"),
    "x_exp_abs": ("x = x * torch.exp(-torch.abs(x))", "x = x * tl.exp(-tl.abs(x))"),
    "x_softplus": (
        "x = x * F.softplus(x)",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "t = tl.maximum(x, 0.0) + t\n"
            "x = x * t"
        ),
    ),
    "x_log1p": (
        "x = x * torch.log1p(torch.abs(x))",
        ("t = tl.abs(x)\nu = 1.0 + t\nt = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\nx = x * t"),
    ),
    "x_from_1": ("x = x * (1.0 - torch.sigmoid(x))", "x = x * tl.sigmoid(-x)"),
    "tanh_sigmoid": (
        "x = torch.tanh(x) * torch.sigmoid(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "x = t * tl.sigmoid(x)"
        ),
    ),
    "relu_sigmoid": ("x = torch.relu(x) * torch.sigmoid(x)", "x = tl.maximum(x, 0.0) * tl.sigmoid(x)"),
    "double_sigmoid": ("x = 2.0 * x * torch.sigmoid(x)", "x = 2.0 * x * tl.sigmoid(x)"),
    # residuals: x and a function of x
    "x_plus_x": ("x = x + x", "x = x + x"),
    "plus_sigmoid": ("x = x + torch.sigmoid(x)", "x = x + tl.sigmoid(x)"),
    "sigmoid_plus": ("x = torch.sigmoid(x) + x", "x = tl.sigmoid(x) + x"),
    "minus_sigmoid": ("x = x - torch.sigmoid(x)", "x = x - tl.sigmoid(x)"),
    "plus_tanh": (
        "x = x + torch.tanh(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "x = x + t"
        ),
    ),
    "minus_tanh": (
        "x = x - torch.tanh(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "u = x * x\n"
            "u = x * u * (0.33333333 + u * (-0.13333333 + u * (0.053968254 + u * "
            "(-0.021869489 + u * 0.0088632355))))  # nothing cancels\n"
            "x = tl.where(tl.abs(x) < 0.3, u, x - t)"
        ),
    ),
    "tanhshrink": (
        "x = F.tanhshrink(x)",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "u = x * x\n"
            "u = x * u * (0.33333333 + u * (-0.13333333 + u * (0.053968254 + u * "
            "(-0.021869489 + u * 0.0088632355))))  # nothing cancels\n"
            "x = tl.where(tl.abs(x) < 0.3, u, x - t)"
        ),
    ),
    "plus_relu": ("x = x + torch.relu(x)", "x = x + tl.maximum(x, 0.0)"),
    "relu_minus": ("x = torch.relu(x) - 0.5 * x", "x = tl.maximum(x, 0.0) - 0.5 * x"),
    "plus_silu": ("x = x + F.silu(x)", "x = x + x * tl.sigmoid(x)"),
    "plus_gelu": ("x = x + F.gelu(x)", "x = x + x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"),
    "plus_mish": (
        "x = x + F.mish(x)",
        ("t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\nx = x + x * (t / (t + 2.0))"),
    ),
    "plus_softplus": (
        "x = x + F.softplus(x)",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "t = tl.maximum(x, 0.0) + t\n"
            "x = x + t"
        ),
    ),
    "plus_elu": (
        "x = x + F.elu(x)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = x + tl.where(x > 0.0, x, t)"
        ),
    ),
    "plus_leaky": ("x = F.leaky_relu(x, 0.2) + x", "x = tl.where(x > 0.0, x, 0.2 * x) + x"),
    "plus_clamp": ("x = x + torch.clamp(x, -1.0, 1.0)", "x = x + tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "plus_cos": ("x = x + torch.cos(x)", "x = x + tl.cos(x)"),
    "plus_half_abs": ("x = x + 0.5 * torch.abs(x)", "x = x + 0.5 * tl.abs(x)"),
    "silu_minus_x": ("x = x * torch.sigmoid(x) - 2.0 * x", "x = x * tl.sigmoid(x) - 2.0 * x"),
    "silu_and_sigmoid": ("x = x * torch.sigmoid(x) + torch.sigmoid(x)", ("t = tl.sigmoid(x)\nx = x * t + t")),
    "sigmoid_and_x": ("x = x * torch.sigmoid(x) + x", "x = x * tl.sigmoid(x) + x"),
    "tanh_and_x": (
        "x = x * torch.tanh(x) + x",
        (
            "t = -2.0 * tl.abs(x)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "t = -t / (t + 2.0)\n"
            "t = tl.where(x < 0.0, -t, t)\n"
            "x = x * t + x"
        ),
    ),
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
    "over_softplus": (
        "x = x / (F.softplus(x) + 1.0)",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "t = tl.maximum(x, 0.0) + t\n"
            "x = x / (t + 1.0)"
        ),
    ),
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
    "power_15": ("x = (torch.abs(x) + 0.5) ** 1.5", ("t = tl.abs(x) + 0.5\nx = t * tl.sqrt(t)")),
    "power_half": ("x = (torch.abs(x) + 1.0) ** 0.5", "x = tl.sqrt(tl.abs(x) + 1.0)"),
    "power_minus_half": ("x = torch.pow(torch.abs(x) + 0.5, -0.5)", "x = tl.rsqrt(tl.abs(x) + 0.5)"),
    "power_minus_1": ("x = (x * x + 0.5) ** -1", "x = 1.0 / (x * x + 0.5)"),
}

GENTLE = {
    "leaky_relu_02": ("x = F.leaky_relu(x, negative_slope=0.2)", "x = tl.where(x > 0.0, x, 0.2 * x)"),
    "leaky_relu_03": ("x = F.leaky_relu(x, negative_slope=0.3)", "x = tl.where(x > 0.0, x, 0.3 * x)"),
    "elu_13": (
        "x = F.elu(x, alpha=1.3)",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, 1.3 * t)"
        ),
    ),
    "softplus_beta05": (
        "x = F.softplus(x, beta=0.5)",
        (
            "t = tl.exp(-tl.abs(0.5 * x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.maximum(x, 0.0) + t / 0.5"
        ),
    ),
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
    "log1p_abs": (
        "x = torch.log1p(torch.abs(x))",
        ("t = tl.abs(x)\nu = 1.0 + t\nx = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))"),
    ),
    "sqrt_abs": ("x = torch.sqrt(torch.abs(x) + 0.1)", "x = tl.sqrt(tl.abs(x) + 0.1)"),
}

STEEP = {
    "exp": ("x = torch.exp(x)", "x = tl.exp(x)"),
    "exp2": ("x = torch.exp2(x)", "x = tl.exp2(x)"),
    "expm1": (
        "x = torch.expm1(x)",
        (
            "u = tl.exp(x)\n"
            "x = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, "
            "(u - 1.0) * x / tl.log(u)))"
        ),
    ),
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

TABLES = "UNARY REUSE SCALAR GENTLE STEEP".split()
