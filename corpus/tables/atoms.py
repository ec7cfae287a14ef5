"""Single operations that programs are drawn from, and cells of recurrent networks; see corpus/tables."""

# ATOMS: one operation of PyTorch each, out of which corpus/draw makes programs; besides them, those of UNARY
# that are one call. A third element says what the operand that is read last has to be: positive, nonnegative,
# nonzero, or moderate (exp of it is no large number). Where `n` stands in braces goes a number of any sign,
# for `p` a positive one, for `s` a small one, for `e` an exponent, for `low` and `high` two in order.

ATOMS = {
    "exp": ("x = torch.exp(x)", "x = tl.exp(x)", "moderate"),
    "exp2": ("x = torch.exp2(x)", "x = tl.exp2(x)", "moderate"),
    "expm1": (
        "x = torch.expm1(x)",
        (
            "u = tl.exp(x)\n"
            "x = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, "
            "(u - 1.0) * x / tl.log(u)))"
        ),
        "moderate",
    ),
    "log": ("x = torch.log(x)", "x = tl.log(x)", "positive"),
    "log_again": ("x = torch.log(x)", "x = tl.log(x)", "positive"),
    "log2": ("x = torch.log2(x)", "x = tl.log2(x)", "positive"),
    "log10": ("x = torch.log10(x)", "x = tl.log(x) * 0.4342944819032518", "positive"),
    "log1p": (
        "x = torch.log1p(x)",
        ("u = 1.0 + x\nx = tl.where(u == 1.0, x, tl.log(u) * x / (u - 1.0))"),
        "nonnegative",
    ),
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
    "round": (
        "x = torch.round(x)",
        (
            "t = tl.floor(x)\n"
            "u = 2.0 * tl.floor(0.5 * t + 0.5)  # the even one of t and t + 1\n"
            "x = tl.where(x - t < 0.5, t, tl.where(x - t > 0.5, t + 1.0, u))"
        ),
    ),
    "tan": ("x = torch.tan(x)", "x = tl.sin(x) / tl.cos(x)"),
    "hardshrink": ("x = F.hardshrink(x)", "x = tl.where(tl.abs(x) > 0.5, x, 0.0)"),
    "softplus_straight": (
        "x = F.softplus(x, beta=2.0, threshold=5.0)",
        (
            "t = tl.exp(-tl.abs(2.0 * x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.where(2.0 * x > 5.0, x, tl.maximum(x, 0.0) + t / 2.0)"
        ),
    ),
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
    "hypot": (
        "x = torch.hypot(x, z)",
        (
            "t = tl.maximum(tl.abs(x), tl.abs(z))\n"
            "u = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(t, 2e-38)\n"
            "x = t * tl.sqrt(1.0 + u * u)"
        ),
    ),
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
    "lerp": (
        "x = torch.lerp(x, z, w)",
        "x = tl.where(tl.abs(w) < 0.5, x + w * (z - x), z - (z - x) * (1.0 - w))",
    ),  # exact at both ends
    "between": ("x = torch.clamp(x, z, w)", "x = tl.minimum(tl.maximum(x, z), w)"),
    "where_greater": ("x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
    "where_less": ("x = torch.where(x < z, w, x)", "x = tl.where(x < z, w, x)"),
    "where_positive": ("x = torch.where(x > 0, z, w)", "x = tl.where(x > 0.0, z, w)"),
    "where_above": ("x = torch.where(x >= {n}, z, w)", "x = tl.where(x >= {n}, z, w)"),
}

# Cells of recurrent networks and gated layers, as corpus/draw/cells.py reads them; h is a new state.
CELLS = [
    # LSTM and its relatives
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * h",
    "h = s(a + 1.0) * q + s(b) * t(c)\ny = s(d) * t(h)",
    "h = s(a + k) * q + s(b + l) * t(c)\ny = s(d) * t(h)",
    ("h = s(a + q * k) * q + s(b + q * l) * t(c)\ny = s(d) * t(h)"),
    ("h = s(a + q * k) * q + s(b + q * l) * t(c)\ny = s(d + h * j) * t(h)"),
    "h = s(a) * q + s(b) * t(c)\ny = s(d + h * k) * t(h)",
    "f = s(a)\nh = f * q + (1.0 - f) * t(b)\ny = s(c) * t(h)",
    "f = s(a)\nh = (1.0 - f) * q + f * t(b)\ny = s(c) * t(h)",
    "f = s(a)\nh = f * q + (1.0 - f) * b\ny = s(c) * h",
    "h = s(a) * q + s(b) * t(c)\ny = s(d) * t(h) + o",
    ("g = s(a) * q + s(b) * t(c)\nh = o * q + (1.0 - o) * g\ny = s(d) * t(g)"),
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
    ("f = s(a + q * k)\nh = f * q + (1.0 - f) * b\nr = s(c + q * l)\ny = r * h + (1.0 - r) * o"),
    ("f = s(a + k)\nh = f * q + (1.0 - f) * b\nr = s(c + l)\ny = r * t(h) + (1.0 - r) * o"),
    ("f = s(a)\nh = f * q + (1.0 - f) * b\nr = s(c)\ny = r * h + (1.0 - r) * d"),
    "f = s(a)\ni = s(b)\nn = f + i\nh = f / n * q + i / n * c",
    ("f = softplus(neg(a))\ni = softplus(neg(b))\nh = s(i - f) * q + s(f - i) * c"),
    ("p = a + q\nm = maximum(p, b)\ni = exp(b - m)\nf = exp(p - m)\nh = f * o + i * t(c)"),
    ("p = softplus(a + k)\nh = exp(neg(p)) * q + p * b\ny = h * silu(c)"),
    "p = softplus(a)\nh = exp(neg(p)) * q + p * b * c",
    # highways, gated linear units, residuals
    "z = s(a)\ny = z * t(b) + (1.0 - z) * q",
    "z = s(a)\ny = z * q + (1.0 - z) * t(b)",
    "z = s(a)\ny = z * b + (1.0 - z) * c",
    "y = s(a) * t(b) + (1.0 - s(a + k)) * q",
    "y = s(a) * b",
    "y = s(a) * b",
    "y = t(a) * b",
    "y = t(a) * s(b)",
    "y = t(a) * s(b)",
    "y = t(a) * s(b) * c",
    "y = s(a) * b + b",
    "y = a * s(b) + a",
    "y = s(a + k) * (b + l)",
    "y = s(a + k) * b",
    "y = t(a) * (b + 1.0)",
    "y = t(a * 0.5) * b",
    "y = relu(a) * b * c",
    "y = a * b + c",
    "y = (a + 1.0) * c + b",
    "y = s(a) * b + q",
    "y = q + s(a) * t(b)",
    "y = (q + t(a) * s(b)) * 0.7071067811865476",
    "y = t(a) * s(b) + s(c) * q",
    "h = t(a) * s(b)\ny = h + q",
    "h = s(a) * b\ny = h + c",
    "h = s(a) * t(b)\ny = s(c) * h + q",
    "y = s(a) * q + s(b) * c",
    "y = s(a) * b + s(c) * d",
    "y = s(a) * t(b) - s(c) * t(d)",
    "y = s(a) * b * t(c)",
    "y = t(a) * b + t(c) * q",
    "y = (s(a) * b + s(c) * q) * 0.5",
    # scales and shifts that follow from another tensor, rotations, steps
    "y = (1.0 + a) * q + b",
    "y = q * a + b",
    "y = q * (a + 1.0) + b\nh = s(c) * y",
    "y = q + c * ((1.0 + a) * q + b)",
    "y = q + s(a) * (b - q)",
    "y = a * q + t(b)",
    "y = a * q - b * o\nh = b * q + a * o",
    "y = a * c - b * d\nh = a * d + b * c",
    "y = a * k - b * l\nh = a * l + b * k",
    "y = a * k - b * l",
    "h = q + 0.1 * (t(a) * s(b) - q)",
    "h = q * 0.9 + t(a) * 0.1\ny = s(b) * h",
    "y = t(a) * k + l\nh = s(b)",
    "y = t(a)\nh = s(b)\nn = y * h",
    "y = t(a)\nh = s(b) * c",
    "y = a + b\nh = a - b",
    "y = s(a)\nh = t(b)",
    "y = relu(a)\nh = s(b) * q\nn = t(c) * q",
    # of two tensors, what the input gives and what the state gives
    ("r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = (1.0 - z) * n + z * q"),
    ("r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = (1.0 - z) * q + z * n"),
    ("r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = n + z * (q - n)"),
    ("r = s(a + a2)\nz = s(b + b2)\nn = t(c + r * c2)\nh = q + z * (n - q)"),
    ("r = s(a + a2 + k)\nz = s(b + b2 + l)\nn = t(c + r * c2)\nh = n + z * (q - n)"),
    ("z = s(b + b2)\nn = t(a + s(c + c2) * a2)\nh = lerp(q, n, z)"),
    ("h = s(a + a2) * q + s(b + b2) * t(c + c2)\ny = s(d + d2) * t(h)"),
    ("h = s(a + a2) * q + s(b + b2) * t(c + c2)\ny = s(d + d2) * t(h)"),
    ("f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + b2)\ny = s(c + c2) * t(h)"),
    "f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + f * b2)",
    "f = s(a + a2)\nh = f * q + (1.0 - f) * t(b + b2)",
    "y = t(a + a2) * s(b + b2)",
    "y = t(a + a2) * s(b + b2)",
    "y = t(a + a2) * s(b + b2) + q",
    "h = t(a + a2) * s(b + b2)\ny = h + q",
    "y = s(a) * b + s(a2) * b2",
    "y = s(a) * b2 + s(a2) * b",
    "y = a * a2 - b * b2\nh = a * b2 + b * a2",
    "y = (1.0 + a) * a2 + b * b2",
    "y = s(a2) * t(a) + s(b2) * t(b)",
    "y = a2 * t(a) + b2 * t(b)",
    "y = s(a) * t(b) * a2 + b2",
    "z = s(a + a2)\ny = z * b + (1.0 - z) * b2",
    "z = s(a2)\ny = z * a + (1.0 - z) * b",
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
    "step_over_root": (
        "x = x - 0.01 * z / (torch.sqrt(w) + 1e-8)",
        "x = x - 0.01 * z / (tl.sqrt_rn(w) + 1e-8)",
        "positive",
    ),
    "over_root": ("x = x / (torch.sqrt(z) + 1e-8)", "x = x / (tl.sqrt_rn(z) + 1e-8)", "positive"),
    "over_root_of_sum": ("x = x / torch.sqrt(z + 1e-6)", "x = x / tl.sqrt_rn(z + 1e-6)", "positive"),
    "root": ("x = torch.sqrt(x) + 1e-8", "x = tl.sqrt_rn(x) + 1e-8", "positive"),
    "over": ("x = x / z", "x = x / z", "positive"),
    "sign": ("x = torch.sign(x)", "x = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"),
    "clamp": ("x = torch.clamp(x, -1.0, 1.0)", "x = tl.minimum(tl.maximum(x, -1.0), 1.0)"),
    "square": ("x = x * x", "x = x * x"),
    "maximum": ("x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
}

# Of whole numbers and of what compares them; the third text tells of each operand that is read, in the order
# x, z, w, whether it is an (i)nteger or a (b)ool. A remainder has the sign of its divisor, and a quotient is
# rounded down, as in Python; Triton's are C's.
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
    "quotient_call": (
        "x = torch.div(x, {k}, rounding_mode='floor')",
        "x = (x - (x % {k} + {k}) % {k}) // {k}",
        "i",
    ),
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
    "snake": (
        "x = x + torch.sin(z * x) ** 2 / (z + {s})",
        ("t = tl.sin(z * x)\nx = x + t * t / (z + {s})"),
        "positive",
    ),
    "snake_reciprocal": (
        "x = x + torch.reciprocal(z) * torch.sin(z * x).pow(2)",
        ("t = tl.sin(z * x)\nx = x + 1.0 / z * (t * t)"),
        "nonzero",
    ),
    "elu": (
        "x = torch.where(x > 0, x, z * torch.expm1(torch.clamp(x, max=0.0)))",
        (
            "t = tl.minimum(x, 0.0)\n"
            "u = tl.exp(t)\n"
            "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
            "(u - 1.0) * t / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, z * t)"
        ),
    ),
    "leaky": ("x = torch.where(x >= 0, x, z * x)", "x = tl.where(x >= 0.0, x, z * x)"),
    "leaky_parts": (
        "x = torch.relu(x) - z * torch.relu(-x)",
        "x = tl.maximum(x, 0.0) - z * tl.maximum(-x, 0.0)",
    ),
    "leaky_min": (
        "x = torch.clamp(x, min=0) + z * torch.clamp(x, max=0)",
        "x = tl.maximum(x, 0.0) + z * tl.minimum(x, 0.0)",
    ),
    "swish": ("x = x * torch.sigmoid(z * x)", "x = x * tl.sigmoid(z * x)"),
    "swish_of_two": ("x = w * x * torch.sigmoid(z * x)", "x = w * x * tl.sigmoid(z * x)"),
    "acon": (
        "x = (z - w) * x * torch.sigmoid((z - w) * x) + w * x",
        "x = (z - w) * x * tl.sigmoid((z - w) * x) + w * x",
    ),
    "squareplus": (
        "x = 0.5 * (x + torch.sqrt(x ** 2 + z))",
        "x = 0.5 * (x + tl.sqrt_rn(x * x + z))",
        "positive",
    ),
    "bent": (
        "x = z * (torch.sqrt(x ** 2 + 1.0) - 1.0) / 2.0 + x",
        "x = z * (tl.sqrt_rn(x * x + 1.0) - 1.0) / 2.0 + x",
    ),
    "gauss": (
        "x = torch.exp(-x ** 2 / (2.0 * z ** 2 + {s}))",
        "x = tl.exp(-(x * x) / (2.0 * (z * z) + {s}))",
        "nonzero",
    ),
    "logsigmoid": (
        "x = F.logsigmoid(z * x)",
        (
            "t = z * x\n"
            "u = tl.exp(-tl.abs(t))\n"
            "x = tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, "
            "tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))"
        ),
    ),
    "softplus_minus": (
        "x = F.softplus(z * x, beta=-1)",
        (
            "t = z * x\n"
            "u = tl.exp(-tl.abs(t))\n"
            "x = tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, "
            "tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))"
        ),
    ),
    "softplus_less": (
        "x = F.softplus(x - torch.log(z), beta=-{p})",
        (
            "t = {p} * (x - tl.log(z))\n"
            "u = tl.exp(-tl.abs(t))\n"
            "x = (tl.minimum(t, 0.0) - tl.where(1.0 + u == 1.0, u, "
            "tl.log(1.0 + u) * u / ((1.0 + u) - 1.0))) / {p}"
        ),
        "positive",
    ),
    "exp_over": (
        "x = torch.exp(torch.clamp(x, max=3.0) / z)",
        "x = tl.exp(tl.minimum(x, 3.0) / z)",
        "positive",
    ),
    "clamp_log": ("x = x - torch.log(torch.clamp(z, min={s}))", "x = x - tl.log(tl.maximum(z, {s}))"),
    "over_clamped": ("x = x / torch.clamp(z, min={p})", "x = x / tl.maximum(z, {p})"),
    "temperature": ("x = x * torch.exp(z)", "x = x * tl.exp(z)"),
    "affine": ("x = x * z + w", "x = x * z + w"),
    "affine_one": ("x = x * (1.0 + z) + w", "x = x * (1.0 + z) + w"),
    "standard": ("x = (x - z) / (w + {s})", "x = (x - z) / (w + {s})", "nonzero"),
    "standard_root": ("x = (x - z) * torch.rsqrt(w + {s})", "x = (x - z) * tl.rsqrt(w + {s})", "positive"),
    "soft_threshold": (
        "x = torch.sign(x) * torch.relu(torch.abs(x) - z)",
        ("t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\nx = t * tl.maximum(tl.abs(x) - z, 0.0)"),
    ),
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
    "between": (
        "x = torch.where((x > {low}) & (x < {high}), z, w)",
        "x = tl.where((x > {low}) & (x < {high}), z, w)",
    ),
    "beyond": (
        "x = torch.where((x < {low}) | (x > {high}), z, w)",
        "x = tl.where((x < {low}) | (x > {high}), z, w)",
    ),
    "zero": ("x = torch.where(x == 0, {n}, z)", "x = tl.where(x == 0.0, {n}, z)"),
    "above_or": ("x = torch.where(x > {low}, z, {n})", "x = tl.where(x > {low}, z, {n})"),
    "below_or": ("x = torch.where(x < {low}, {n}, z)", "x = tl.where(x < {low}, {n}, z)"),
    "inside_or": ("x = torch.where(torch.abs(x) <= {p}, z, 0.0)", "x = tl.where(tl.abs(x) <= {p}, z, 0.0)"),
}

# Activations as people write them down who do not know their names.
ATOMS_WRITTEN = {
    "elu": (
        "x = torch.where(x > 0, x, {p} * (torch.exp(x) - 1.0))",
        "x = tl.where(x > 0.0, x, {p} * (tl.exp(x) - 1.0))",
    ),
    "selu": (
        ("x = 1.0507009873554805 * torch.where(x > 0, x, 1.6732632423543772 * (torch.exp(x) - 1.0))"),
        ("x = 1.0507009873554805 * tl.where(x > 0.0, x, 1.6732632423543772 * (tl.exp(x) - 1.0))"),
    ),
    "scaled_elu": (
        "x = {p} * torch.where(x >= 0, x, {e} * (torch.exp(x) - 1.0))",
        "x = {p} * tl.where(x >= 0.0, x, {e} * (tl.exp(x) - 1.0))",
    ),
    "elu_expm1": (
        "x = torch.where(x > 0, x, {p} * torch.expm1(x))",
        (
            "u = tl.exp(x)\n"
            "t = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, "
            "(u - 1.0) * x / tl.log(u)))\n"
            "x = tl.where(x > 0.0, x, {p} * t)"
        ),
    ),
    "soft_shrink": (
        "x = torch.where(x > {p}, x - {p}, torch.where(x < -{p}, x + {p}, 0.0))",
        "x = tl.where(x > {p}, x - {p}, tl.where(x < -{p}, x + {p}, 0.0))",
    ),
    "soft_shrink_relu": (
        "x = torch.relu(torch.abs(x) - {p}) * torch.sign(x)",
        (
            "t = tl.maximum(tl.abs(x) - {p}, 0.0)\n"
            "x = t * tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))"
        ),
    ),
    "soft_shrink_clamp": (
        "x = torch.sign(x) * torch.clamp(torch.abs(x) - {p}, min=0.0)",
        (
            "t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\n"
            "x = t * tl.maximum(tl.abs(x) - {p}, 0.0)"
        ),
    ),
    "hard_shrink": ("x = torch.where(torch.abs(x) > {p}, x, 0.0)", "x = tl.where(tl.abs(x) > {p}, x, 0.0)"),
    "hard_shrink_mask": ("x = x * (torch.abs(x) > {p}).float()", "x = tl.where(tl.abs(x) > {p}, x, 0.0)"),
    "huber": (
        "x = torch.where(torch.abs(x) < 1.0, 0.5 * x * x, torch.abs(x) - 0.5)",
        "x = tl.where(tl.abs(x) < 1.0, 0.5 * x * x, tl.abs(x) - 0.5)",
    ),
    "huber_2": (
        "x = torch.where(torch.abs(x) <= 2.0, 0.5 * x ** 2, 2.0 * (torch.abs(x) - 1.0))",
        "x = tl.where(tl.abs(x) <= 2.0, 0.5 * (x * x), 2.0 * (tl.abs(x) - 1.0))",
    ),
    "huber_any": (
        "x = torch.where(torch.abs(x) < {p}, {e} * x ** 2, {p} * torch.abs(x) - {e})",
        "x = tl.where(tl.abs(x) < {p}, {e} * (x * x), {p} * tl.abs(x) - {e})",
    ),
    "softplus": (
        "x = torch.where(x > 20.0, x, torch.log1p(torch.exp(x)))",
        (
            "t = tl.exp(x)\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.where(x > 20.0, x, t)"
        ),
    ),
    "softplus_stable": (
        "x = torch.relu(x) + torch.log1p(torch.exp(-torch.abs(x)))",
        (
            "t = tl.exp(-tl.abs(x))\n"
            "u = 1.0 + t\n"
            "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
            "x = tl.maximum(x, 0.0) + t"
        ),
    ),
    "leaky": ("x = torch.maximum(x, 0.1 * x)", "x = tl.maximum(x, 0.1 * x)"),
    "leaky_parts": (
        "x = torch.relu(x) - {e} * torch.relu(-x)",
        "x = tl.maximum(x, 0.0) - {e} * tl.maximum(-x, 0.0)",
    ),
    "signed_root": (
        "x = torch.sign(x) * torch.sqrt(torch.abs(x))",
        ("t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\nx = t * tl.sqrt_rn(tl.abs(x))"),
    ),
    "signed_square": ("x = x * torch.abs(x)", "x = x * tl.abs(x)"),
    "signed_log": (
        "x = torch.sign(x) * torch.log(torch.abs(x) + 1.0)",
        ("t = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))\nx = t * tl.log(tl.abs(x) + 1.0)"),
    ),
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

TABLES = (
    "ATOMS ATOMS_NUMBER ATOMS_TWO ATOMS_THREE CELLS ATOMS_UPDATE ATOMS_INTEGER "
    "ATOMS_LEARNED ATOMS_CHOICE ATOMS_WRITTEN ATOMS_MASK"
).split()
