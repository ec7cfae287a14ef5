"""Tables of the families of random programs and their building blocks, program_reduced to single_of_bools."""

FAMILIES = {
    "program_reduced": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
            "max_norm": {
                "torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                "lanes += tl.where(mask, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)",
            },
            "sum_of_squares": {
                "torch.sum(x, ": "torch.sum(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
            },
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)"
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "partial = tl.sum(lanes, axis=1)": (
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))"
                ),
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))"
                ),
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)",
            },
        },
        "AXES": [
            "DIMS",
            ("LOSSES+BINARY", "x = torch.mul(x, z)", "x = x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_number": {
        "FAMILY": {
            "sum": {
                "x.mean()": "x.sum()",
                "axis=0) / count": "axis=0)",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
            "batch_mean": {
                "x.mean()": "x.sum() / x.shape[0]",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
            },
            "norm": {
                "x.mean()": "x.norm()",
                "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
        },
        "AXES": [
            {  # what becomes of another number: of a second loss, say
                "plain": {
                    ", torch.randn(())": ",",
                    "def program_to_number_torch(x, other):": "def program_to_number_torch(x):",
                    "def program_to_number_triton(x, other):": "def program_to_number_triton(x):",
                    "y = y + other": "",
                    "partial_ptr, other_ptr": "partial_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "",
                    "(partial, other, y": "(partial, y",
                },
                "front": {"y = y + other": "y = other + y"},
                "one": {
                    "torch.randn(())": "torch.randn(1)",
                    "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype",
                },
                "mul": {"y = y + other": "y = y * other"},
                "sub": {"y = y + other": "y = y - other"},
                "rsub": {"y = y + other": "y = other - y"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "halves": {"y = y + other": "y = 0.5 * (y + other)"},
            },
            ("UNARY+TAIL_X", "x = torch.relu(1.0 - x)", "x = tl.maximum(1.0 - x, 0.0)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_number_of_two": {
        "FAMILY": {
            "sum": {
                "x.mean()": "x.sum()",
                "axis=0) / count": "axis=0)",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
            "batch_mean": {
                "x.mean()": "x.sum() / x.shape[0]",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
            },
            "norm": {
                "x.mean()": "x.norm()",
                "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
        },
        "AXES": [
            {  # what becomes of another number: of a second loss, say
                "plain": {
                    ", torch.randn(())": "",
                    "def program_to_number_of_two_torch(x, z, other):": (
                        "def program_to_number_of_two_torch(x, z):"
                    ),
                    "def program_to_number_of_two_triton(x, z, other):": (
                        "def program_to_number_of_two_triton(x, z):"
                    ),
                    "y = y + other": "",
                    "partial_ptr, other_ptr": "partial_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "",
                    "(partial, other, y": "(partial, y",
                },
                "front": {"y = y + other": "y = other + y"},
                "one": {
                    "torch.randn(())": "torch.randn(1)",
                    "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype",
                },
                "mul": {"y = y + other": "y = y * other"},
                "sub": {"y = y + other": "y = y - other"},
                "rsub": {"y = y + other": "y = other - y"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "halves": {"y = y + other": "y = 0.5 * (y + other)"},
            },
            ("LOSSES+BINARY", "x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_two": {
        "AXES": [
            ("PROGRAM_TO_VX", "v = torch.cos(x)\n    x = torch.sin(x)", "v = tl.cos(x)\n    x = tl.sin(x)")
        ]
    },
    "single_function": {
        "FAMILY": {
            "add": (
                {"torch.add(x, 1.0)": "x + {0}.{1}", "y = x + 1.0": "y = x + {0}.{1}"},
                "05 20 31 15 01 03 70",
            ),
            "sub": (
                {"torch.add(x, 1.0)": "x - {0}.{1}", "y = x + 1.0": "y = x - {0}.{1}"},
                "10 05 20 31 15 01 03 70",
            ),
            "from": (
                {"torch.add(x, 1.0)": "{0}.{1} - x", "y = x + 1.0": "y = {0}.{1} - x"},
                "10 05 20 31 15 01 03 70",
            ),
            "mul": (
                {"torch.add(x, 1.0)": "x * {0}.{1}", "y = x + 1.0": "y = x * {0}.{1}"},
                "05 20 31 15 01 03 70",
            ),
            "div": (
                {"torch.add(x, 1.0)": "x / {0}.{1}", "y = x + 1.0": "y = x / {0}.{1}"},
                "05 20 31 15 01 03 70",
            ),
            "add_int": ({"torch.add(x, 1.0)": "x + {0}", "y = x + 1.0": "y = x + {0}"}, "2 3 5"),
            "sub_int": ({"torch.add(x, 1.0)": "x - {0}", "y = x + 1.0": "y = x - {0}"}, "2 3 5"),
            "mul_int": ({"torch.add(x, 1.0)": "{0} * x", "y = x + 1.0": "y = {0} * x"}, "2 3 4 8"),
            "div_int": ({"torch.add(x, 1.0)": "x / {0}", "y = x + 1.0": "y = x / {0}"}, "2 3 4 8"),
            "add_negative": (
                {"torch.add(x, 1.0)": "x + -{0}.{1}", "y = x + 1.0": "y = x - {0}.{1}"},
                "05 15 20",
            ),
            "mul_negative": (
                {"torch.add(x, 1.0)": "x * -{0}.{1}", "y = x + 1.0": "y = x * -{0}.{1}"},
                "05 15 20",
            ),
            "mul_thousandth": ({"torch.add(x, 1.0)": "x * 0.00{0}", "y = x + 1.0": "y = x * 0.00{0}"}, "1 5"),
            "hundreds": ({"torch.add(x, 1.0)": "x * {0}00.0", "y = x + 1.0": "y = x * {0}00.0"}, "1 5"),
            "tens": ({"torch.add(x, 1.0)": "x + {0}0.0", "y = x + 1.0": "y = x + {0}0.0"}, "1 3"),
            "percent": ({"torch.add(x, 1.0)": "x / {0}00.0", "y = x + 1.0": "y = x / {0}00.0"}, "1 5"),
            "add_little": ({"torch.add(x, 1.0)": "x + 1e-{0}", "y = x + 1.0": "y = x + 1e-{0}"}, "8 6 5"),
            "remainder": (
                {
                    "torch.add(x, 1.0)": "x % {0}.{1}",
                    "y = x + 1.0": "y = x - {0}.{1} * tl.floor(tl.div_rn(x, {0}.{1}))",
                },
                "10 20 05 30",
            ),
            "fmod": (
                {
                    "torch.add(x, 1.0)": "torch.fmod(x, {0}.{1})",
                    "y = x + 1.0": (
                        "t = tl.abs(x)\n"
                        "t = t - {0}.{1} * tl.floor(tl.div_rn(t, {0}.{1}))\n"
                        "y = tl.where(x < 0.0, -t, t)"
                    ),
                },
                "10 20 05",
            ),
            "floor_divide": (
                {"torch.add(x, 1.0)": "x // {0}.{1}", "y = x + 1.0": "y = tl.floor(tl.div_rn(x, {0}.{1}))"},
                "20 05",
            ),
            "div_floor": (
                {
                    "torch.add(x, 1.0)": 'torch.div(x, {0}.{1}, rounding_mode="floor")',
                    "y = x + 1.0": "y = tl.floor(tl.div_rn(x, {0}.{1}))",
                },
                "40 15",
            ),
            "div_trunc": (
                {
                    "torch.add(x, 1.0)": 'torch.div(x, {0}.{1}, rounding_mode="trunc")',
                    "y = x + 1.0": "t = tl.div_rn(x, {0}.{1})\ny = tl.where(t < 0.0, tl.ceil(t), tl.floor(t))",
                },
                "20 05 15",
            ),
            "maximum": (
                {
                    "torch.add(x, 1.0)": "torch.maximum(x, torch.tensor({0}.{1}))",
                    "y = x + 1.0": "y = tl.maximum(x, {0}.{1})",
                },
                "05 20 10",
            ),
            "minimum": (
                {
                    "torch.add(x, 1.0)": "torch.minimum(x, torch.tensor({0}.{1}))",
                    "y = x + 1.0": "y = tl.minimum(x, {0}.{1})",
                },
                "05 20 10",
            ),
            "power_of_2": {"torch.add(x, 1.0)": "2 ** x", "y = x + 1.0": "y = tl.exp2(x)"},
            "power_of_3": {
                "torch.add(x, 1.0)": "3 ** x",
                "y = x + 1.0": "y = tl.exp2(1.584962500721156 * x)",
            },
            "power_of_10": {
                "torch.add(x, 1.0)": "10 ** x",
                "y = x + 1.0": "y = tl.exp2(3.321928094887362 * x)",
            },
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
                {
                    "torch.add(x, 1.0)": "torch.clamp(x, min={0}.{1})",
                    "y = x + 1.0": "y = tl.maximum(x, {0}.{1})",
                },
                "05 10 01",
            ),
            "clamp_high": (
                {
                    "torch.add(x, 1.0)": "torch.clamp(x, max={0}.{1})",
                    "y = x + 1.0": "y = tl.minimum(x, {0}.{1})",
                },
                "00 05 10 60",
            ),
            "clamp_minus": (
                {
                    "torch.add(x, 1.0)": "torch.clamp(x, min=-{0}.{1})",
                    "y = x + 1.0": "y = tl.maximum(x, -{0}.{1})",
                },
                "05 10 20",
            ),
            "clamp_little": (
                {"torch.add(x, 1.0)": "x.clamp(min=1e-{0})", "y = x + 1.0": "y = tl.maximum(x, 1e-{0})"},
                "5 6 8",
            ),
            "clamp": (
                {
                    "torch.add(x, 1.0)": "torch.clamp(x, -{0}.{1}, {0}.{1})",
                    "y = x + 1.0": "y = tl.minimum(tl.maximum(x, -{0}.{1}), {0}.{1})",
                },
                "10 05 20 30",
            ),
            "clamp_unit": (
                {
                    "torch.add(x, 1.0)": "torch.clamp(x, 0, {0})",
                    "y = x + 1.0": "y = tl.minimum(tl.maximum(x, 0.0), {0}.0)",
                },
                "1 2 6",
            ),
            "clamp_open": (
                {
                    "torch.add(x, 1.0)": "x.clamp(1e-{0}, 1 - 1e-{0})",
                    "y = x + 1.0": "y = tl.minimum(tl.maximum(x, 1e-{0}), 1.0 - 1e-{0})",
                },
                "5 6",
            ),
            "clamp_wide": (
                {
                    "torch.add(x, 1.0)": "x.clamp({0}.{1}, 2.5)",
                    "y = x + 1.0": "y = tl.minimum(tl.maximum(x, {0}.{1}), 2.5)",
                },
                "05 15",
            ),
            "hardtanh": (
                {
                    "torch.add(x, 1.0)": "F.hardtanh(x, -{0}.{1}, {1}.{0})",
                    "y = x + 1.0": "y = tl.minimum(tl.maximum(x, -{0}.{1}), {1}.{0})",
                },
                "05 12 22",
            ),
            "softplus_threshold": (
                {
                    "torch.add(x, 1.0)": "F.softplus(x, threshold={0})",
                    "y = x + 1.0": (
                        "t = tl.exp(-tl.abs(x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "y = tl.where(x > {0}.0, x, tl.maximum(x, 0.0) + t)"
                    ),
                },
                "1 2 5 8",
            ),
            "softplus_beta": (
                {
                    "torch.add(x, 1.0)": "F.softplus(x, beta={0}, threshold={1})",
                    "y = x + 1.0": (
                        "t = tl.exp(-tl.abs({0}.0 * x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "y = tl.where({0}.0 * x > {1}.0, x, tl.maximum(x, 0.0) + t / {0}.0)"
                    ),
                },
                "25 31 52",
            ),
            "softplus_beta_tenths": (
                {
                    "torch.add(x, 1.0)": "F.softplus(x, beta=0.{0}, threshold=1{1})",
                    "y = x + 1.0": (
                        "t = tl.exp(-tl.abs(0.{0} * x))\n"
                        "u = 1.0 + t\n"
                        "t = tl.where(u == 1.0, t, tl.log(u) * t / (u - 1.0))\n"
                        "y = tl.where(0.{0} * x > 1{1}.0, x, tl.maximum(x, 0.0) + t / 0.{0})"
                    ),
                },
                "50 75",
            ),
            "celu": {
                "torch.add(x, 1.0)": "F.celu(x)",
                "y = x + 1.0": (
                    "t = tl.minimum(x, 0.0)\n"
                    "u = tl.exp(t)\n"
                    "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                    "(u - 1.0) * t / tl.log(u)))\n"
                    "y = tl.where(x > 0.0, x, t)"
                ),
            },
            "celu_alpha": (
                {
                    "torch.add(x, 1.0)": "F.celu(x, {0}.{1})",
                    "y = x + 1.0": (
                        "t = tl.minimum(x / {0}.{1}, 0.0)\n"
                        "u = tl.exp(t)\n"
                        "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                        "(u - 1.0) * t / tl.log(u)))\n"
                        "y = tl.where(x > 0.0, x, {0}.{1} * t)"
                    ),
                },
                "05 15 20 03",
            ),
            "elu_alpha": (
                {
                    "torch.add(x, 1.0)": "F.elu(x, {0}.{1})",
                    "y = x + 1.0": (
                        "t = tl.minimum(x, 0.0)\n"
                        "u = tl.exp(t)\n"
                        "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                        "(u - 1.0) * t / tl.log(u)))\n"
                        "y = tl.where(x > 0.0, x, {0}.{1} * t)"
                    ),
                },
                "03 05 15",
            ),
            "expm1": {
                "torch.add(x, 1.0)": "torch.expm1(x)",
                "y = x + 1.0": (
                    "u = tl.exp(x)\n"
                    "y = tl.where(u == 1.0, x, tl.where(tl.abs(x) > 1.0, u - 1.0, "
                    "(u - 1.0) * x / tl.log(u)))"
                ),
            },
            "leaky_relu": (
                {
                    "torch.add(x, 1.0)": "F.leaky_relu(x, 0.{0}{1})",
                    "y = x + 1.0": "y = tl.where(x > 0.0, x, 0.{0}{1} * x)",
                },
                "10 20 05 30 25 01",
            ),
            "leaky_relu_thousandth": (
                {
                    "torch.add(x, 1.0)": "F.leaky_relu(x, negative_slope=1e-{0})",
                    "y = x + 1.0": "y = tl.where(x > 0.0, x, 1e-{0} * x)",
                },
                "3",
            ),
            "rrelu": (
                {
                    "torch.add(x, 1.0)": "F.rrelu(x, 0.{0}, 0.{1}, training=False)",
                    "y = x + 1.0": "y = tl.where(x > 0.0, x, (0.{0} + 0.{1}) / 2.0 * x)",
                },
                "13 26",
            ),
            "hardshrink": (
                {
                    "torch.add(x, 1.0)": "F.hardshrink(x, 0.{0})",
                    "y = x + 1.0": "y = tl.where(tl.abs(x) > 0.{0}, x, 0.0)",
                },
                "1 2 5",
            ),
            "softshrink": (
                {
                    "torch.add(x, 1.0)": "F.softshrink(x, 0.{0})",
                    "y = x + 1.0": "y = tl.maximum(x - 0.{0}, 0.0) + tl.minimum(x + 0.{0}, 0.0)",
                },
                "1 2 5",
            ),
            "threshold": (
                {
                    "torch.add(x, 1.0)": "F.threshold(x, {0}.{1}, {1}.{0})",
                    "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, {1}.{0})",
                },
                "01 10 05 20",
            ),
            "threshold_zero": (
                {
                    "torch.add(x, 1.0)": "F.threshold(x, 0.{0}, 0.0)",
                    "y = x + 1.0": "y = tl.where(x > 0.{0}, x, 0.0)",
                },
                "1 5",
            ),
            "masked": (
                {
                    "torch.add(x, 1.0)": "x.masked_fill(x < {0}.{1}, 0.0)",
                    "y = x + 1.0": "y = tl.where(x < {0}.{1}, 0.0, x)",
                },
                "00 05 10",
            ),
            "masked_number": (
                {
                    "torch.add(x, 1.0)": "x.masked_fill(x > {0}.{1}, {1}.{0})",
                    "y = x + 1.0": "y = tl.where(x > {0}.{1}, {1}.{0}, x)",
                },
                "05 10 12",
            ),
            "where_above": (
                {
                    "torch.add(x, 1.0)": "torch.where(x > {0}.{1}, x, 0.0)",
                    "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, 0.0)",
                },
                "00 05 10",
            ),
            "where_minus": (
                {
                    "torch.add(x, 1.0)": "torch.where(x > {0}.{1}, x, -{1}.{0})",
                    "y = x + 1.0": "y = tl.where(x > {0}.{1}, x, -{1}.{0})",
                },
                "01 05 10",
            ),
            "step_gt": (
                {
                    "torch.add(x, 1.0)": "(x > {0}.{1}).float()",
                    "y = x + 1.0": "y = tl.where(x > {0}.{1}, 1.0, 0.0)",
                },
                "00 05 10",
            ),
            "step_ge": (
                {
                    "torch.add(x, 1.0)": "(x >= {0}.{1}).float()",
                    "y = x + 1.0": "y = tl.where(x >= {0}.{1}, 1.0, 0.0)",
                },
                "00 05 10",
            ),
            "step_lt": (
                {
                    "torch.add(x, 1.0)": "(x < {0}.{1}).float()",
                    "y = x + 1.0": "y = tl.where(x < {0}.{1}, 1.0, 0.0)",
                },
                "00 05 10",
            ),
            "step_le": (
                {
                    "torch.add(x, 1.0)": "(x <= {0}.{1}).float()",
                    "y = x + 1.0": "y = tl.where(x <= {0}.{1}, 1.0, 0.0)",
                },
                "00 05 10",
            ),
            "round_tenths": {
                "torch.add(x, 1.0)": "torch.round(x, decimals=1)",
                "y = x + 1.0": (
                    "t = x * 10.0\n"
                    "u = tl.floor(t)\n"
                    "t = tl.where(t - u < 0.5, u, tl.where(t - u > 0.5, u + 1.0, "
                    "2.0 * tl.floor(0.5 * u + 0.5)))  # halves to even\n"
                    "y = tl.div_rn(t, 10.0)"
                ),
            },
            "round_hundredths": {
                "torch.add(x, 1.0)": "torch.round(x, decimals=2)",
                "y = x + 1.0": (
                    "t = x * 100.0\n"
                    "u = tl.floor(t)\n"
                    "t = tl.where(t - u < 0.5, u, tl.where(t - u > 0.5, u + 1.0, "
                    "2.0 * tl.floor(0.5 * u + 0.5)))  # halves to even\n"
                    "y = tl.div_rn(t, 100.0)"
                ),
            },
            "tan": {"torch.add(x, 1.0)": "torch.tan(x)", "y = x + 1.0": "y = tl.sin(x) / tl.cos(x)"},
            "reciprocal": {"torch.add(x, 1.0)": "torch.reciprocal(x)", "y = x + 1.0": "y = 1.0 / x"},
            "sinc": {
                "torch.add(x, 1.0)": "torch.sinc(x)",
                "y = x + 1.0": "t = 3.141592653589793 * x\ny = tl.where(t == 0.0, 1.0, tl.sin(t) / t)",
            },
            "deg2rad": {
                "torch.add(x, 1.0)": "torch.deg2rad(x)",
                "y = x + 1.0": "y = x * 0.017453292519943295",
            },
            "rad2deg": {"torch.add(x, 1.0)": "torch.rad2deg(x)", "y = x + 1.0": "y = x * 57.29577951308232"},
            "twice": {"torch.add(x, 1.0)": "x + x", "y = x + 1.0": "y = x + x"},
            "square_product": {"torch.add(x, 1.0)": "x * x", "y = x + 1.0": "y = x * x"},
            "frac": {
                "torch.add(x, 1.0)": "torch.frac(x)",
                "y = x + 1.0": "y = x - tl.where(x < 0.0, tl.ceil(x), tl.floor(x))",
            },
            "sign": {
                "torch.add(x, 1.0)": "torch.sign(x)",
                "y = x + 1.0": "y = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))",
            },
            "trunc": {
                "torch.add(x, 1.0)": "torch.trunc(x)",
                "y = x + 1.0": "y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))",
            },
            "exp": {"torch.add(x, 1.0)": "torch.exp(x)", "y = x + 1.0": "y = tl.exp(x)"},
            "exp2": {"torch.add(x, 1.0)": "torch.exp2(x)", "y = x + 1.0": "y = tl.exp2(x)"},
            "erf": {"torch.add(x, 1.0)": "torch.erf(x)", "y = x + 1.0": "y = tl.erf(x)"},
            "clone": {"torch.add(x, 1.0)": "x.clone()", "y = x + 1.0": "y = x"},
        }
    },
    "single_of_bools": {
        "FAMILY": {
            "not": {
                "x.float()": "~x",
                "y = x.to(tl.float32)": "y = x == 0",
                "dtype=torch.float32": "dtype=torch.bool",
            },
            "logical_not": {
                "x.float()": "torch.logical_not(x)",
                "y = x.to(tl.float32)": "y = x == 0",
                "dtype=torch.float32": "dtype=torch.bool",
            },
            "long": {
                "x.float()": "x.long()",
                "y = x.to(tl.float32)": "y = x.to(tl.int64)",
                "dtype=torch.float32": "dtype=torch.int64",
            },
            "int": {
                "x.float()": "x.int()",
                "y = x.to(tl.float32)": "y = x.to(tl.int32)",
                "dtype=torch.float32": "dtype=torch.int32",
            },
            "one_minus": {
                "x.float()": "1.0 - x.float()",
                "y = x.to(tl.float32)": "y = 1.0 - x.to(tl.float32)",
            },
            "not_float": {"x.float()": "(~x).float()", "y = x.to(tl.float32)": "y = tl.where(x, 0.0, 1.0)"},
            "half": {
                "x.float()": "x.half()",
                "y = x.to(tl.float32)": "y = x.to(tl.float16)",
                "dtype=torch.float32": "dtype=torch.float16",
            },
            "large": {
                "x.float()": "torch.where(x, -1e9, 0.0)",
                "y = x.to(tl.float32)": "y = tl.where(x, -1e9, 0.0)",
            },
            "times": {"x.float()": "x * 2.0", "y = x.to(tl.float32)": "y = x.to(tl.float32) * 2.0"},
        }
    },
}
