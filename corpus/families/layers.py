"""Tables of the families of pieces of layers."""

HEADS = {
    "heads": {
        "CASES = [(1, 2, 1), (2, 3, 33), (3, 40, 7)]": "CASES = [(1, 2, 2, 1), (2, 3, 3, 33), (3, 2, 40, 7)]"
    }
}

GATES = {  # what decays a state, by the shape of the gate: (how it is made, how it is viewed, how it is read)
    "head": ("torch.rand(*lead)", "g[..., None, None]", "b", "", ""),
    "key": ("torch.rand(*lead, M)", "g[..., :, None]", "b * M + m", "m < M", "[:, None]"),
    "value": ("torch.rand(*lead, N)", "g[..., None, :]", "b * N + n", "n < N", "[None, :]"),
    "whole": ("torch.rand(*lead, M, N)", "g", "offsets", "mask", ""),
}

GATE_FORMS = {
    "": ("{0} * state", "g * state"),
    "sigmoid": ("torch.sigmoid({0}) * state", "tl.sigmoid(g) * state"),
    "exp": ("torch.exp(-{0}) * state", "tl.exp(-g) * state"),
    "log": ("torch.exp({0}) * state", "tl.exp(g) * state"),
    "from1": ("(1 - {0}) * state", "(1.0 - g) * state"),
}


def gated_rows() -> dict[str, dict[str, str]]:
    """A decayed state, by the shape of what decays it and by how."""
    rows = {
        "decay": {"y = kv + state": "y = kv + 0.9 * state"},
        "scaled": {"y = kv + state": "y = 0.125 * kv + state"},
        "average": {"y = kv + state": "y = 0.1 * kv + 0.9 * state"},
    }
    for shape, (made, view, place, inside, tile) in GATES.items():
        loaded = f"g_ptr + {place}" + (f", mask={inside}, other=0.0" if inside else "")
        for form, (in_torch, in_triton) in GATE_FORMS.items():
            rows["_".join(filter(None, [shape, form]))] = {
                "torch.randn(*lead, M, N)": f"torch.randn(*lead, M, N), {made}",
                "(k, v, state)": "(k, v, state, g)",
                "state_ptr, y_ptr": "state_ptr, g_ptr, y_ptr",
                "k, v, state = k.contiguous(), v.contiguous(), state.contiguous()": (
                    "k, v, state, g = k.contiguous(), v.contiguous(), state.contiguous(), g.contiguous()"
                ),
                "(k, v, state, y": "(k, v, state, g, y",
                "kv = k * v": f"g = tl.load({loaded}).to(tl.float32){tile}\nkv = k * v",
                "y = kv + state": f"y = kv + {in_torch.format(view)}",
                "y = kv + state\n    tl.store": f"y = kv + {in_triton}\ntl.store",
            }
    return rows


FLOAT16 = {
    "return torch.randn(*rows, K).bfloat16(), w.bfloat16(), torch.randn(N).bfloat16()": (
        "return torch.randn(*rows, K).half(), w.half(), torch.randn(N).half()"
    )
}

NO_BIAS = {
    "return torch.randn(*rows, K).bfloat16(), w.bfloat16(), torch.randn(N).bfloat16()": (
        "return torch.randn(*rows, K).bfloat16(), w.bfloat16()"
    ),
    "(x, w, b)": "(x, w)",
    "b_ptr, ": "",
    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
    "[grid](x, w, b, y": "[grid](x, w, y",
}

NO_BIAS_FLOAT16 = NO_BIAS | {name: "return torch.randn(*rows, K).half(), w.half()" for name in FLOAT16}

RESIDUALS = {
    "scaled": {"h = x + r": "h = x * 0.5 + r"},
    "less": {"h = x + r": "h = r - x"},
    "learned": {
        "torch.randn(B, T, C), torch.randn(B, T, C)": "torch.randn(B, T, C), torch.randn(C)",
        "r_ptr + row * n_cols + cols": "r_ptr + cols",
    },
    "positions": {
        "torch.randn(B, T, C), torch.randn(B, T, C)": "torch.randn(B, T, C), torch.randn(T, C)",
        "r_ptr + row * n_cols + cols": "r_ptr + row % n_positions * n_cols + cols",
        "h_ptr, n_cols": "h_ptr, n_positions, n_cols",
        "h, n_cols": "h, x.shape[1], n_cols",
    },
}

RETURNS = {
    "sum_first": {"return y, h": "return h, y"},
    "alone": {
        "return y, h": "return y",
        "y_ptr, h_ptr": "y_ptr",
        "tl.store(h_ptr + row * n_cols + cols, h, mask=mask)": "",
        "h = torch.empty_like(x)": "",
        "y, h, ": "y, ",
    },
}

EPSILONS = {"eps5": {"1e-6": "1e-5"}, "eps8": {"1e-6": "1e-8"}, "eps3": {"1e-6": "1e-3"}}

TAILS = [
    ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
    ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
]

FAMILIES = {
    "absmax_rows": {
        "FAMILY": {
            "scaled_rows": {  # what is passed on are the whole numbers and their scale
                "y = q * s\n    return y": "return q.to(torch.int8), s",
                "y_ptr, n_cols": "y_ptr, s_ptr, n_cols",
                (
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        mask"
                ): (
                    "    tl.store(s_ptr + row, s)\n"
                    "for start in range(0, n_cols, BLOCK):\n"
                    "    cols = start + tl.arange(0, BLOCK)\n"
                    "    mask"
                ),
                "y = q * s\n        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)": (
                    "tl.store(y_ptr + row * n_cols + cols, q.to(tl.int8), mask=mask)"
                ),
                "y = torch.empty_like(x)": (
                    "y = torch.empty_like(x, dtype=torch.int8)\ns = x.new_empty(x.shape[:-1] + (1,))"
                ),
                "(x, y, n_cols": "(x, y, s, n_cols",
                "return y": "return y, s",
            },
        },
        "AXES": [
            {
                "bits4": {"127": "7", "127.0": "7.0", "-127": "-7", "-127.0": "-7.0"},
                "bits6": {"127": "31", "127.0": "31.0", "-127": "-31", "-127.0": "-31.0"},
                "lower": {"-127": "-128", "-127.0": "-128.0"},
            },
            {
                "little": {
                    "torch.amax(torch.abs(x), dim=-1, keepdim=True)": (
                        "torch.amax(torch.abs(x), dim=-1, keepdim=True).clamp(min=1e-5)"
                    ),
                    "tl.max(lanes, axis=0)": "tl.maximum(tl.max(lanes, axis=0), 1e-5)",
                }
            },
        ],
    },
    "bmm_to_single": {
        "FAMILY": {
            "bmm_to_single_turned": {
                "w = torch.randn(B, K, N) / K ** 0.5": "w = torch.randn(B, N, K) / K ** 0.5",
                "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
                "def bmm_to_single_triton(x, w):": (
                    "def bmm_to_single_triton(x, w):\n    w = w.transpose(1, 2)"
                ),
            }
        },
        "AXES": [{"float16": {".bfloat16()": ".half()"}}, *TAILS],
    },
    "half_rms_norm": {
        "FAMILY": {
            "half_rms_norm_one_plus": {
                "return w * y.to(x.dtype)": "y = y * (1.0 + w.float())\nreturn y.to(x.dtype)",
                "y = y * w": "y = y * (1.0 + w)",
            },
            "half_rms_norm_after_sum": {
                ", torch.randn(C).": ", torch.randn(B, T, C).to(half), torch.randn(C).",
                "(x, w)": "(x, r, w)",
                "h = x.float()": "s = x + r\nh = s.float()",
                "return w * y.to(x.dtype)": "return w * y.to(x.dtype), s",
                "(x_ptr, w_ptr, y_ptr": "(x_ptr, r_ptr, w_ptr, y_ptr, s_ptr",
                "h = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": (
                    "x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "r = tl.load(r_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "h = (x + r).to(s_ptr.dtype.element_ty).to(tl.float32)"
                ),
                "y = y * w": "y = y * w\ntl.store(s_ptr + row * n_cols + cols, h, mask=mask)",
                "x, w = x.contiguous(), w.contiguous()": (
                    "x, r, w = x.contiguous(), r.contiguous(), w.contiguous()"
                ),
                "y = torch.empty_like(x)": "y = torch.empty_like(x)\ns = torch.empty_like(x)",
                "(x, w, y": "(x, r, w, y, s",
                "return y": "return y, s",
            },
        },
        "AXES": [
            {"float16": {"half = torch.bfloat16": "half = torch.float16"}},
            EPSILONS,
            {"turned": {"w * y.to(x.dtype)": "y.to(x.dtype) * w"}},
            {
                "written": {
                    "F.rms_norm(h, (h.shape[-1],), eps=1e-6)": (
                        "h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + 1e-6)"
                    )
                }
            },
        ],
    },
    "linear_of_bytes": {
        "FAMILY": {
            "linear_of_bytes_scaled": {
                "y = F.linear(x, w.float())\n    y = y * s": "y = F.linear(x, w.float() * s[:, None])"
            },
            "linear_of_bytes_biased": {
                "torch.rand(N) / 64 + 0.01": "torch.rand(N) / 64 + 0.01, torch.randn(N)",
                "(x, w, s)": "(x, w, s, b)",
                "s_ptr, y_ptr": "s_ptr, b_ptr, y_ptr",
                "y = y * s": "y = y * s + b",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
                    "b = tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
                "(x, w, s, y": "(x, w, s, b, y",
            },
            "linear_of_bytes_by_number": {
                "torch.rand(N) / 64 + 0.01": "torch.rand(()) / 64 + 0.01",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "unsigned": {
                    "torch.randint(-127, 128, (N, K), dtype=torch.int8)": (
                        "torch.randint(0, 256, (N, K), dtype=torch.uint8)"
                    )
                }
            },
            {
                "line": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": (
                        "CASES = [(2, 3), (13, 37), (66, 50)]"
                    )
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear_to_single": {
        "FAMILY": {
            "linear_to_single_float16": FLOAT16,
            "linear_to_single_no_bias": NO_BIAS,
            "linear_to_single_no_bias_float16": NO_BIAS_FLOAT16,
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_to_single": {"AXES": [{"float16": {".bfloat16()": ".half()"}}, *TAILS]},
    "residual_layer_norm": {
        "AXES": [
            RESIDUALS,
            RETURNS,
            {"eps6": {"1e-5": "1e-6"}, "eps12": {"1e-5": "1e-12"}, "eps3": {"1e-5": "1e-3"}},
        ]
    },
    "residual_rms_norm": {
        "FAMILY": {
            "residual_rms_norm_one_plus": {"w, eps": "1 + w, eps", "* scale * w": "* scale * (1.0 + w)"},
            "residual_rms_norm_plain": {
                ", torch.randn(C)": "",
                "(x, r, w)": "(x, r)",
                "w, eps": "eps",
                "w_ptr, ": "",
                "w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * w": "* scale",
                "x, r, w = x.contiguous(), r.contiguous(), w.contiguous()": (
                    "x, r = x.contiguous(), r.contiguous()"
                ),
                "(x, r, w, y": "(x, r, y",
            },
        },
        "AXES": [RESIDUALS, RETURNS, EPSILONS],
    },
    "softmax_to_half": {
        "AXES": [
            {"float16": {".bfloat16()": ".half()", "torch.bfloat16": "torch.float16"}},
            ("UNARY+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "state_read": {
        "AXES": [
            {
                "heads": {
                    "[(1, 2, 1), (2, 3, 33), (3, 40, 70)]": "[(1, 2, 2, 1), (2, 3, 3, 33), (3, 2, 40, 70)]"
                }
            },
            {
                "summed": {'torch.einsum("...i,...ij->...j", q, state)': "(q[..., :, None] * state).sum(-2)"},
                "product": {
                    'torch.einsum("...i,...ij->...j", q, state)': "(q[..., None, :] @ state).squeeze(-2)"
                },
            },
            ("UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ]
    },
    "state_update": {
        "AXES": [
            gated_rows(),
            HEADS,
            {
                "written": {
                    'torch.einsum("...i,...j->...ij", k, v)': "k[..., :, None] * v[..., None, :]",
                },
                "product": {
                    'torch.einsum("...i,...j->...ij", k, v)': "k[..., :, None] @ v[..., None, :]",
                },
            },
        ]
    },
}
