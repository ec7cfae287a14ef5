"""Pointwise operations that join two or three tensors, ramps, and losses; see corpus/tables."""

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
    "lerp": (
        "x = torch.lerp(x, z, w)",
        "x = tl.where(tl.abs(w) < 0.5, x + w * (z - x), z - (z - x) * (1.0 - w))",
    ),  # exact at both ends
    "addcmul": ("x = torch.addcmul(x, z, w)", "x = x + z * w"),
    "addcmul_scaled": ("x = torch.addcmul(x, z, w, value=0.5)", "x = x + 0.5 * z * w"),
    "addcdiv": ("x = torch.addcdiv(x, z, w * w + 0.5)", "x = x + z / (w * w + 0.5)"),
    "mix": (
        "x = torch.sigmoid(x) * z + (1.0 - torch.sigmoid(x)) * w",
        "t = tl.sigmoid(x)\nx = t * z + (1.0 - t) * w",
    ),
    "positive": ("x = torch.where(x > 0.0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "larger": ("x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
    "not_larger": ("x = torch.where(z <= w, x, z)", "x = tl.where(z <= w, x, z)"),
    "within": ("x = torch.where(torch.abs(x) < 1.0, z, w)", "x = tl.where(tl.abs(x) < 1.0, z, w)"),
    "between": ("x = torch.minimum(torch.maximum(x, z), w)", "x = tl.minimum(tl.maximum(x, z), w)"),
    "masked": ("x = torch.where(z > 0.5, x * w, x)", "x = tl.where(z > 0.5, x * w, x)"),
    "sum": ("x = x + z + w", "x = x + z + w"),
    "difference": ("x = x * z - w", "x = x * z - w"),
    "products": ("x = x * w + z * (1.0 - w)", "x = x * w + z * (1.0 - w)"),
    "gated": (
        "x = torch.sigmoid(x) * torch.tanh(z) + w",
        "x = tl.sigmoid(x) * (2.0 * tl.sigmoid(2.0 * z) - 1.0) + w",
    ),
}

RAMP = {
    "sigmoid": ("x = torch.sigmoid(x)", "x = tl.sigmoid(x)"),
    "sigmoid_2": ("x = torch.sigmoid(2.0 * x)", "x = tl.sigmoid(2.0 * x)"),
    "sigmoid_shifted": ("x = torch.sigmoid(x - 1.0)", "x = tl.sigmoid(x - 1.0)"),
    "sigmoid_negative": ("x = 1.0 - torch.sigmoid(x)", "x = 1.0 - tl.sigmoid(x)"),
    "hardsigmoid": ("x = F.hardsigmoid(x)", "x = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"),
    "clamp": ("x = torch.clamp(x, 0.0, 1.0)", "x = tl.minimum(tl.maximum(x, 0.0), 1.0)"),
    "linear": (
        "x = torch.clamp(0.5 * x + 0.5, 0.0, 1.0)",
        "x = tl.minimum(tl.maximum(0.5 * x + 0.5, 0.0), 1.0)",
    ),
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
    "focal_025": (
        "x = 0.25 * (1.0 - torch.exp(-x)) ** 2 * x",
        "t = 1.0 - tl.exp(-x)\nx = 0.25 * (t * t) * x",
    ),
    "focal_last": (
        "x = 0.25 * ((1.0 - torch.exp(-x)) ** 2 * x)",
        "t = 1.0 - tl.exp(-x)\nx = 0.25 * (t * t * x)",
    ),
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
    "smooth_l1": (
        'x = F.smooth_l1_loss(x, z, reduction="none")',
        ("t = tl.abs(x - z)\nx = tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    ),
    "smooth_l1_beta": (
        'x = F.smooth_l1_loss(x, z, reduction="none", beta=0.11)',
        ("beta = 0.11\nt = tl.abs(x - z)\nx = tl.where(t < beta, 0.5 * t * t / beta, t - 0.5 * beta)"),
    ),
    "huber": (
        'x = F.huber_loss(x, z, reduction="none")',
        ("t = tl.abs(x - z)\nx = tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    ),
    "huber_delta": (
        'x = F.huber_loss(x, z, reduction="none", delta=0.3)',
        ("delta = 0.3\nt = tl.abs(x - z)\nx = tl.where(t < delta, 0.5 * t * t, delta * (t - 0.5 * delta))"),
    ),
    "soft_margin": (
        'x = F.soft_margin_loss(x, z, reduction="none")',
        (
            "u = tl.exp(-tl.abs(x * z))\n"
            "t = 1.0 + u\n"
            "x = tl.maximum(-x * z, 0.0) + tl.where(t == 1.0, u, tl.log(t) * u / (t - 1.0))"
        ),
    ),
    "bce_with_logits": (
        'x = F.binary_cross_entropy_with_logits(x, z, reduction="none")',
        (
            "u = tl.exp(-tl.abs(x))\n"
            "t = 1.0 + u\n"
            "x = tl.maximum(x, 0.0) - x * z + tl.where(t == 1.0, u, tl.log(t) * u / (t - 1.0))"
        ),
    ),
    "poisson": ('x = F.poisson_nll_loss(x, z, reduction="none")', "x = tl.exp(x) - z * x"),
    "kl_log_target": ('x = F.kl_div(x, z, reduction="none", log_target=True)', "x = tl.exp(z) * (z - x)"),
    "log_cosh": (
        "x = torch.log(torch.cosh(x - z))",
        ("t = tl.abs(x - z)\nx = t + tl.log(0.5 + 0.5 * tl.exp(-2.0 * t))"),
    ),
    "log_cosh_straight": (
        "x = x - z + F.softplus(-2.0 * (x - z)) - 0.6931471805599453",
        (
            "d = x - z\n"
            "t = -2.0 * d\n"
            "u = tl.exp(-tl.abs(t))\n"
            "h = 1.0 + u\n"
            "u = tl.where(h == 1.0, u, tl.log(h) * u / (h - 1.0))\n"
            "x = d + tl.where(t > 20.0, t, tl.maximum(t, 0.0) + u) - 0.6931471805599453"
        ),
    ),
    "charbonnier": ("x = torch.sqrt((x - z) ** 2 + 0.001)", "t = x - z\nx = tl.sqrt(t * t + 0.001)"),
    "hinge": ("x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
    "squared_hinge": ("x = torch.relu(1.0 - x * z) ** 2", "t = tl.maximum(1.0 - x * z, 0.0)\nx = t * t"),
    "weighted_square": ("x = z * x ** 2", "x = z * (x * x)"),
    "relative": ("x = torch.abs(x - z) / (torch.abs(z) + 1.0)", "x = tl.abs(x - z) / (tl.abs(z) + 1.0)"),
}

# Losses of each element of a prediction x, a target z and a weight, a quantile or a logarithm of a variance
# w.

LOSSES_THREE = {
    "square": ("x = w * (x - z) ** 2", "x = w * ((x - z) * (x - z))"),
    "square_last": ("x = (x - z) ** 2 * w", "x = (x - z) * (x - z) * w"),
    "square_target_first": ("x = w * (z - x) ** 2", "x = w * ((z - x) * (z - x))"),
    "weighted_first": ("x = (w * (x - z)) ** 2", "t = w * (x - z)\nx = t * t"),
    "l1": ("x = w * torch.abs(x - z)", "x = w * tl.abs(x - z)"),
    "l1_last": ("x = torch.abs(x - z) * w", "x = tl.abs(x - z) * w"),
    "quantile": (
        "x = torch.maximum(w * (z - x), (w - 1) * (z - x))",
        "x = tl.maximum(w * (z - x), (w - 1.0) * (z - x))",
    ),
    "quantile_max": (
        "x = torch.max((w - 1) * (z - x), w * (z - x))",
        "x = tl.maximum((w - 1.0) * (z - x), w * (z - x))",
    ),
    "quantile_of_excess": (
        "x = torch.maximum((1 - w) * (x - z), w * (z - x))",
        "x = tl.maximum((1.0 - w) * (x - z), w * (z - x))",
    ),
    "quantile_where": (
        "x = torch.where(z > x, w * (z - x), (1 - w) * (x - z))",
        "x = tl.where(z > x, w * (z - x), (1.0 - w) * (x - z))",
    ),
    "quantile_where_sign": (
        "x = torch.where(z - x >= 0, w * (z - x), (w - 1) * (z - x))",
        "d = z - x\nx = tl.where(d >= 0.0, w * d, (w - 1.0) * d)",
    ),
    "quantile_relu": (
        "x = w * torch.relu(z - x) + (1 - w) * torch.relu(x - z)",
        "x = w * tl.maximum(z - x, 0.0) + (1.0 - w) * tl.maximum(x - z, 0.0)",
    ),
    "expectile": (
        "x = torch.abs(w - (z < x).float()) * (z - x) ** 2",
        "x = tl.abs(w - tl.where(z < x, 1.0, 0.0)) * ((z - x) * (z - x))",
    ),
    "uncertain": ("x = torch.exp(-w) * (x - z) ** 2 + w", "x = tl.exp(-w) * ((x - z) * (x - z)) + w"),
    "uncertain_half": (
        "x = 0.5 * (w + (x - z) ** 2 * torch.exp(-w))",
        "x = 0.5 * (w + (x - z) * (x - z) * tl.exp(-w))",
    ),
    "likelihood": (
        "x = 0.5 * (w + (x - z) ** 2 / torch.exp(w))",
        "x = 0.5 * (w + (x - z) * (x - z) / tl.exp(w))",
    ),
    "laplace": ("x = torch.abs(x - z) * torch.exp(-w) + w", "x = tl.abs(x - z) * tl.exp(-w) + w"),
    "hinge": ("x = w * torch.relu(1 - x * z)", "x = w * tl.maximum(1.0 - x * z, 0.0)"),
    "ranking": ("x = torch.relu(-w * (x - z) + 0.5)", "x = tl.maximum(-w * (x - z) + 0.5, 0.0)"),
    "margin": ("x = torch.relu(x - z + w)", "x = tl.maximum(x - z + w, 0.0)"),
    "huber": (
        'x = w * F.smooth_l1_loss(x, z.expand_as(x), reduction="none")',
        ("t = tl.abs(x - z)\nx = w * tl.where(t < 1.0, 0.5 * t * t, t - 0.5)"),
    ),
    "log_cosh": (
        "x = w * torch.log(torch.cosh(x - z))",
        ("t = tl.abs(x - z)\nx = w * (t + tl.log(0.5 + 0.5 * tl.exp(-2.0 * t)))"),
    ),
    "charbonnier": ("x = w * torch.sqrt((x - z) ** 2 + 0.001)", "t = x - z\nx = w * tl.sqrt(t * t + 0.001)"),
    "divided": ("x = ((x - z) / (torch.abs(w) + 0.5)) ** 2", "t = (x - z) / (tl.abs(w) + 0.5)\nx = t * t"),
    "product": ("x = x * z * w", "x = x * z * w"),
}

TABLES = "BINARY TERNARY RAMP LOSS LOSSES LOSSES_THREE".split()
