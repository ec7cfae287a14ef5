"""Axes that several families share, called after their first rows."""

ADD_SUB_HALF = {
    "add": {"y = y * s": "y = y + s"},
    "sub": {"y = y * s": "y = y - s"},
    "half": {"y = y * s": "y = y + 0.5 * s"},
    "from": {"y = y * s": "y = s - y"},
}

BELOW_POSITIVE_NEGATIVE = {  # what is asked of an element
    "below": {"x > 0.5": "x < 0.5"},
    "positive": {"x > 0.5": "x > 0.0"},
    "negative": {"x > 0.5": "x < 0.0"},
    "at_least": {"x > 0.5": "x >= 1.0"},
}

BETA_FIRST_ONE_AND_GAMMA = {
    "beta_first": {"y = gamma * y + beta": "y = gamma * (y + beta)"},
    "one_and_gamma": {"y = gamma * y + beta": "y = (1.0 + gamma) * y + beta"},
}

BY_CROP = {
    "by": (
        {
            "(1, 2, 3, 4)": "({0}, {1}, {2}, {3})",
            "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = {0}, {1}, {2}, {3}",
        },
        ("1111 2222 3333 0101 1010 1122 2211 0011 1100 0200 2103 3021 0312 1231 0012 4444 0001 0110"),
    ),
    "crop": (
        {
            "(1, 2, 3, 4)": "(-{0}, -{1}, -{2}, -{3})",
            "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = -{0}, -{1}, -{2}, -{3}",
        },
        "1111 0101",
    ),
}

BY_CROP_LEFT_CROP_RIGHT = {
    "by": (
        {"(1, 2)": "({0}, {1})", "left, right = 1, 2": "left, right = {0}, {1}"},
        "01 10 11 20 02 22 21 33 03 30 31 24 40 04 05 52 44 16 13 60",
    ),
    "crop_left": ({"(1, 2)": "(-{0}, {1})", "left, right = 1, 2": "left, right = -{0}, {1}"}, "10 20 11 12"),
    "crop_right": ({"(1, 2)": "({0}, -{1})", "left, right = 1, 2": "left, right = {0}, -{1}"}, "01 02 11 21"),
    "crop": ({"(1, 2)": "(-{0}, -{1})", "left, right = 1, 2": "left, right = -{0}, -{1}"}, "11 12"),
}

CAUSAL_SCALE1_SCALE025 = {
    "causal": {
        "is_causal=False": "is_causal=True",
        "tl.where(keys[None, :] < S, logits": (
            "tl.where((keys[None, :] < S) & (keys[None, :] <= queries[:, None]), logits"
        ),
    },
    "scale1": {"is_causal=False": "scale=1.0", "scale = D ** -0.5": "scale = 1.0"},
    "scale025": {"is_causal=False": "scale=0.25", "scale = D ** -0.5": "scale = 0.25"},
}

CEIL = {
    # A last window that hangs over the end counts, unless it would start in the right padding.
    "ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "span // stride + 1": "min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))",
    }
}

CEIL_2 = {
    # A last box that hangs over the end counts, unless it would start in the padding beyond it.
    "ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "span_d // stride_d + 1": (
            "min(triton.cdiv(span_d, stride_d) + 1, triton.cdiv(depth + pad_d, stride_d))"
        ),
        "span_h // stride_h + 1": (
            "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))"
        ),
        "span_w // stride_w + 1": (
            "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"
        ),
    }
}

CEIL_3 = {
    # A last window that hangs over the end counts, unless it would start in the padding beyond it.
    "ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "span_h // stride_h + 1": (
            "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))"
        ),
        "span_w // stride_w + 1": (
            "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"
        ),
    }
}

CHANNELS4_CHANNELS8_CHANNELS12 = {
    "channels4": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 4, 20, 3), (3, 4, 33, 5)]"
    },
    "channels8": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 8, 20, 4), (3, 8, 33, 5)]"
    },
    "channels12": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 12, 20, 4), (3, 12, 33, 5)]"
    },
    "channels16": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 16, 20, 4), (3, 16, 33, 5)]"
    },
    "channels24": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 24, 20, 4), (3, 24, 33, 5)]"
    },
    "channels32": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 32, 20, 4), (3, 32, 33, 5)]"
    },
}

CHANNELS9_CHANNELS16 = {
    "channels9": {
        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
            "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 9, 7, 5, 9, 4, 3, 2)]"
        )
    },
    "channels16": {
        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
            "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 16, 7, 5, 9, 4, 3, 2)]"
        )
    },
}

D2_D = {
    "d2": {
        "dilation=1": "dilation=2",
        "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2",
    },
    "d": (
        {
            "dilation=1": "dilation=({0}, {1}, {2})",
            "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}",
        },
        "122 211 121 112 213 132",
    ),
}

D2_D3 = {
    "d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    "d3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
}

D2_D_2 = {
    "d2": {"dilation=1": "dilation=2", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2"},
    "d": (
        {
            "dilation=1": "dilation=({0}, {1})",
            "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
        },
        "21 12 13 31 32 23",
    ),
}

DECAY_01_DECAY_005_DECAY_002 = {
    "decay_01": {"0.01 * p": "0.1 * p"},
    "decay_005": {"0.01 * p": "0.05 * p"},
    "decay_002": {"0.01 * p": "0.02 * p"},
    "decay_02": {"0.01 * p": "0.2 * p"},
}

DEPTHWISE_GROUPS2_GROUPS3 = {
    "depthwise": {
        "groups=1": "groups=x.shape[1]",
        "groups = 1": "groups = x.shape[1]",
        "groups = 1\n    x = torch.randn(N, groups * C, D, H, W)": (
            "groups, C = C, 1\nx = torch.randn(N, groups * C, D, H, W)"
        ),
    },
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
}

DEPTHWISE_GROUPS2_GROUPS3_2 = {
    "depthwise": {
        "groups=1": "groups=x.shape[1]",
        "groups = 1": "groups = x.shape[1]",
        "groups = 1\n    x = torch.randn(N, groups * C, H, W)": (
            "groups, C = C, 1\nx = torch.randn(N, groups * C, H, W)"
        ),
    },
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
}

DILATION2_DILATION = {
    "dilation2": {
        "dilation=1": "dilation=2",
        "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2",
    },
    "dilation": (
        {
            "dilation=1": "dilation=({0}, {1}, {2})",
            "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}",
        },
        "122 211 121 112 213 123 312 221 212",
    ),
}

DILATION2_DILATION3 = {
    "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
}

DILATION2_DILATION3_DILATION = {
    "dilation2": {
        "dilation=1": "dilation=2",
        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
    },
    "dilation3": {
        "dilation=1": "dilation=3",
        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 3, 3",
    },
    "dilation": (
        {
            "dilation=1": "dilation=({0}, {1})",
            "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
        },
        "21 12 31 13 32 23",
    ),
}

DILATION2_DILATION3_DILATION4 = {
    "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
    "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
}

DILATION2_DILATION4 = {
    "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
    "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
}

DILATION2_DILATION_2 = {
    "dilation2": {
        "dilation=1": "dilation=2",
        "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2",
    },
    "dilation": (
        {
            "dilation=1": "dilation=({0}, {1}, {2})",
            "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}",
        },
        "122 211 121 112 213 123",
    ),
}

DILATION2_DILATION_3 = {
    "dilation2": {
        "dilation=1": "dilation=2",
        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
    },
    "dilation": (
        {
            "dilation=1": "dilation=({0}, {1})",
            "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
        },
        "21 12 13 23",
    ),
}

DIM0_DIM1_DIM2 = {  # along which dimension
    "dim0": {
        "dim=-1": "dim=0",
        "dim = x.dim() - 1": "dim = 0",
        "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)",
    },
    "dim1": {
        "[(12,), ": "[",
        "dim=-1": "dim=1",
        "dim = x.dim() - 1": "dim = 1",
        "(12, 2, 12, 24)": "(2, 12, 5, 7)",
    },
    "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = x.dim() - 1": "dim = 2"},
    "dim3": {
        "[(12,), (36, 24), (2, 24, 12), ": "[",
        "dim=-1": "dim=3",
        "dim = x.dim() - 1": "dim = 3",
        "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)",
    },
}

DIM0_DIM2_DIM3 = {
    "dim0": {
        "CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": (
            "CASES = [(12, 1), (33, 3), (17, 2, 5), (14, 2, 3, 4)]"
        ),
        "dim=-1": "dim=0",
        "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
        "x.shape[:-1] + (K,)": "(K,) + x.shape[1:]",
    },
    "dim2": {
        "CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": (
            "CASES = [(1, 12, 1), (3, 33, 2), (2, 3, 12, 5)]"
        ),
        "dim=-1": "dim=-2",
        "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
        "x.shape[:-1] + (K,)": "x.shape[:-2] + (K,) + x.shape[-1:]",
    },
    "dim3": {
        "CASES = [(1, 12), (3, 33), (40,), (2, 3, 15), (2, 3, 2, 17), (2, 300)]": (
            "CASES = [(1, 12, 1, 1), (2, 33, 3, 5)]"
        ),
        "dim=-1": "dim=-3",
        "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
        "x.shape[:-1] + (K,)": "x.shape[:-3] + (K,) + x.shape[-2:]",
    },
}

DIM3_DIM4_DIM0 = {
    "dim3": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
        ),
        "dim=-2": "dim=-3",
        "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
    },
    "dim4": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
        ),
        "dim=-2": "dim=-4",
        "n_mid, n_inner = x.shape[-2:]": (
            "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
    },
    "dim0": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
        ),
        "dim=-2": "dim=0",
        "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
        "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
        "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
    },
}

DOUBLE_TRIPLE_TIMES = {
    "double": {"multiplier = 1": "multiplier = 2"},
    "triple": {"multiplier = 1": "multiplier = 3"},
    "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
}

EPS6_EPS8_EPS3 = {
    "eps6": {"1e-5": "1e-6"},
    "eps8": {"1e-5": "1e-8"},
    "eps3": {"1e-5": "1e-3"},
    "eps12": {"1e-5": "1e-12"},
}

EPS_CLAMPED_CLAMPED_1 = {  # what becomes of the two
    "eps": ({"torch.div(v, w)": "v / (w + 1e-{0})", "v / w": "v / (w + 1e-{0})"}, "5 6 7 8"),
    "clamped": (
        {"torch.div(v, w)": "v / w.clamp(min=1e-{0})", "v / w": "v / tl.maximum(w, 1e-{0})"},
        "5 6 8",
    ),
    "clamped_1": {"torch.div(v, w)": "v / w.clamp(min=1.0)", "v / w": "v / tl.maximum(w, 1.0)"},
    "missing": {"torch.div(v, w)": "1.0 - v / w", "v / w": "1.0 - v / w"},
    "missing_eps": (
        {"torch.div(v, w)": "1.0 - v / (w + 1e-{0})", "v / w": "1.0 - v / (w + 1e-{0})"},
        "5 6 8",
    ),
    "turned": {"torch.div(v, w)": "w / (v + 1e-6)", "v / w": "w / (v + 1e-6)"},
    "smoothed": {"torch.div(v, w)": "(v + 1.0) / (w + 1.0)", "v / w": "(v + 1.0) / (w + 1.0)"},
    "sum": {"torch.div(v, w)": "v + w", "v / w": "v + w"},
    "weighted_sum": {"torch.div(v, w)": "v + 0.1 * w", "v / w": "v + 0.1 * w"},
    "half_sum": {"torch.div(v, w)": "0.5 * (v + w)", "v / w": "0.5 * (v + w)"},
    "difference": {"torch.div(v, w)": "v - w", "v / w": "v - w"},
    "product": {"torch.div(v, w)": "v * w", "v / w": "v * w"},
}

FIRST_08_FIRST_095_FIRST_05 = {
    "first_08": {"0.9 * m + 0.1 * g": "0.8 * m + 0.2 * g"},
    "first_095": {"0.9 * m + 0.1 * g": "0.95 * m + 0.05 * g"},
    "first_05": {"0.9 * m + 0.1 * g": "0.5 * m + 0.5 * g"},
}

FIRST_SECOND_THIRD = {  # along which dimension
    "first": {
        "dim=-2": "dim=0",
        "shape[-2:-1] + (1,)": "shape[:1] + (1,) * len(shape[1:])",
        "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)",
    },
    "second": {
        "CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),",
        "dim=-2": "dim=1",
        "shape[-2:-1] + (1,)": "shape[1:2] + (1,) * len(shape[2:])",
        "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)",
    },
    "third": {
        "CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [",
        ", (3, 2, 70)]": ", (2, 3, 4, 70)]",
        "dim=-2": "dim=2",
        "shape[-2:-1] + (1,)": "shape[2:3] + (1,) * len(shape[3:])",
        "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)",
    },
}

FLAT_PLANES_SEQUENCE = {  # a view of the result costs nothing
    "flat": {"return y": "return y.flatten(1)"},
    "planes": {"return y": "return y.flatten(2)"},
    "sequence": {"return y": "return y.flatten(2).transpose(1, 2)"},
}

FLAT_PLANE_KEYS_ARE_VALUES = {
    "flat": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "torch.randn(B * H, T, D), torch.randn(B * H, S, D), torch.randn(B * H, S, E)"
        )
    },
    "plane": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "torch.randn(T, D), torch.randn(S, D), torch.randn(S, E)"
        )
    },
    "keys_are_values": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "torch.randn(B, H, T, D), torch.randn(B, H, S, D)"
        ),
        "(q, k, v)": "(q, k)",
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, k, k",
        "v = v.contiguous()": "v = k",
    },
    "keys_are_values_flat": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "torch.randn(B * H, T, D), torch.randn(B * H, S, D)"
        ),
        "(q, k, v)": "(q, k)",
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, k, k",
        "v = v.contiguous()": "v = k",
    },
    "self": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "(torch.randn(B, H, T, D),)"
        ),
        "(q, k, v)": "(q)",
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
        "k = k.contiguous()": "k = q",
        "v = v.contiguous()": "v = q",
    },
    "self_flat": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "(torch.randn(B * H, T, D),)"
        ),
        "(q, k, v)": "(q)",
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
        "k = k.contiguous()": "k = q",
        "v = v.contiguous()": "v = q",
    },
    "self_plane": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": "(torch.randn(T, D),)",
        "(q, k, v)": "(q)",
        "scaled_dot_product_attention(q, k, v": "scaled_dot_product_attention(q, q, q",
        "k = k.contiguous()": "k = q",
        "v = v.contiguous()": "v = q",
    },
    "same_width": {
        "torch.randn(B, H, T, D), torch.randn(B, H, S, D), torch.randn(B, H, S, E)": (
            "torch.randn(B, H, T, D), torch.randn(B, H, T, D), torch.randn(B, H, T, D)"
        )
    },
}

GROUPS2_GROUPS3_GROUPS4 = {
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
    "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"},
    "groups16": {"groups=1": "groups=16", "groups = 1": "groups = 16"},
}

GROUPS2_GROUPS3_GROUPS4_2 = {
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
    "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"},
}

GROUPS2_GROUPS3_GROUPS4_3 = {
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
}

HALF_DOUBLE_TENTH = {
    "half": {"return F": "return 0.5 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.5 *"},
    "double": {"return F": "return 2.0 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 2.0 *"},
    "tenth": {"return F": "return 0.1 * F", "tl.store(y_ptr,": "tl.store(y_ptr, 0.1 *"},
}

HALVED_DOUBLED_SHIFTED = {
    "halved": {"z = y": "y = 0.5 * y\nz = y"},
    "doubled": {"z = y": "y = y * 2.0\nz = y"},
    "shifted": {"z = y": "y = y + 1.0\nz = y"},
    "lowered": {"z = y": "y = y - 0.5\nz = y"},
    "shrunk": {"z = y": "y = y / 3.0\nz = y"},
}

IGNORE_0_IGNORE_2_IGNORE_255 = {
    "ignore_0": {
        "ignore_index=-1": "ignore_index=0",
        "label != -1": "label != 0",
        "torch.tensor(-1)": "torch.tensor(0)",
    },
    "ignore_2": {
        "ignore_index=-1": "ignore_index=2",
        "label != -1": "label != 2",
        "torch.tensor(-1)": "torch.tensor(2)",
    },
    "ignore_255": {
        "ignore_index=-1": "ignore_index=255",
        "label != -1": "label != 255",
        "torch.tensor(-1)": "torch.tensor(255)",
    },
    "all": {
        ", ignore_index=-1": "",
        "torch.where(label == 1, torch.tensor(-1), label)": "label",
        "mask & (label != -1)": "mask",
        (
            "label = tl.where(counted, label, 0)  # what is left out reads class 0 in the place of its label"
        ): "",
    },
}

INT32 = {
    "int32": {"torch.randint(-1000, 1000, shape)": "torch.randint(-1000, 1000, shape, dtype=torch.int32)"}
}

K = {
    "k": (
        {
            "kernel_size=3, stride=1, padding=1": "kernel_size={0}, stride=1, padding={1}",
            "window = 3": "window = {0}",
        },
        "52 73 94",
    )
}

K1_K2_K4 = {
    "k1": {"(x, 3,": "(x, 1,", "K = 3": "K = 1"},
    "k2": {"(x, 3,": "(x, 2,", "K = 3": "K = 2"},
    "k4": {"(x, 3,": "(x, 4,", "K = 3": "K = 4"},
    "k5": {"(x, 3,": "(x, 5,", "K = 3": "K = 5"},
    "k6": {"(x, 3,": "(x, 6,", "K = 3": "K = 6"},
    "k8": {"(x, 3,": "(x, 8,", "K = 3": "K = 8"},
    "k10": {"(x, 3,": "(x, 10,", "K = 3": "K = 10"},
}

K2_K2P1_K3 = {
    "k2": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=0",
        "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2",
        "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0",
    },
    "k2p1": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=1",
        "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = 2, 2, 2",
    },
    "k3": {
        "kernel_size=3, padding=1": "kernel_size=3, padding=0",
        "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = 0, 0, 0",
    },
    "k": (
        {
            "kernel_size=3, padding=1": "kernel_size=({0}, {1}, {2}), padding=({3}, {4}, {5})",
            "kernel_d, kernel_h, kernel_w = 3, 3, 3": "kernel_d, kernel_h, kernel_w = {0}, {1}, {2}",
            "pad_d, pad_h, pad_w = 1, 1, 1": "pad_d, pad_h, pad_w = {3}, {4}, {5}",
        },
        ("122000 133011 233011 322100 311100 213001 234111 321110 222001 332010 131010 412000 333101 231100"),
    ),
}

K2_K2P1_K3_2 = {
    "k2": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=0",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 0, 0",
    },
    "k2p1": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 1, 1",
    },
    "k3": {
        "kernel_size=3, padding=1": "kernel_size=3, padding=0",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 0, 0",
    },
    "k4": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=0",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 0, 0",
    },
    "k4p1": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 1, 1",
    },
    "k5": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=0",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 0, 0",
    },
    "k5p1": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=1",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 1, 1",
    },
    "k5p2": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=2",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 2, 2",
    },
    "k6p2": {
        "kernel_size=3, padding=1": "kernel_size=6, padding=2",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 6, 6, 2, 2",
    },
    "k7": {
        "kernel_size=3, padding=1": "kernel_size=7, padding=0",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 0, 0",
    },
    "k7p3": {
        "kernel_size=3, padding=1": "kernel_size=7, padding=3",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 3, 3",
    },
    "k": (
        {
            "kernel_size=3, padding=1": "kernel_size=({0}, {1}), padding=({2}, {3})",
            "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                "kernel_h, kernel_w, pad_h, pad_w = {0}, {1}, {2}, {3}"
            ),
        },
        "3200 2300 3511 5321 1301 3110 2412 4301 5200 2501 1500 4110 3401 5310 6231 2511",
    ),
}
