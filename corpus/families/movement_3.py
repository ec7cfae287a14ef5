"""Tables of the families of data movement, permute4 to polynomial_of_selected."""

FAMILIES = {
    "permute4": {
        "AXES": [
            {
                "0132": {
                    "permute(0, 2, 1, 3)": "permute(0, 1, 3, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[0], x.shape[1], x.shape[3], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(0), x.stride(1), x.stride(3), x.stride(2)"
                    ),
                },
                "0231": {
                    "permute(0, 2, 1, 3)": "permute(0, 2, 3, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[0], x.shape[2], x.shape[3], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(0), x.stride(2), x.stride(3), x.stride(1)"
                    ),
                },
                "0312": {
                    "permute(0, 2, 1, 3)": "permute(0, 3, 1, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[0], x.shape[3], x.shape[1], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(0), x.stride(3), x.stride(1), x.stride(2)"
                    ),
                },
                "0321": {
                    "permute(0, 2, 1, 3)": "permute(0, 3, 2, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[0], x.shape[3], x.shape[2], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(0), x.stride(3), x.stride(2), x.stride(1)"
                    ),
                },
                "1023": {
                    "permute(0, 2, 1, 3)": "permute(1, 0, 2, 3)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[0], x.shape[2], x.shape[3]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(0), x.stride(2), x.stride(3)"
                    ),
                },
                "1032": {
                    "permute(0, 2, 1, 3)": "permute(1, 0, 3, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[0], x.shape[3], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(0), x.stride(3), x.stride(2)"
                    ),
                },
                "1203": {
                    "permute(0, 2, 1, 3)": "permute(1, 2, 0, 3)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[2], x.shape[0], x.shape[3]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(2), x.stride(0), x.stride(3)"
                    ),
                },
                "1230": {
                    "permute(0, 2, 1, 3)": "permute(1, 2, 3, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[2], x.shape[3], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(2), x.stride(3), x.stride(0)"
                    ),
                },
                "1302": {
                    "permute(0, 2, 1, 3)": "permute(1, 3, 0, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[3], x.shape[0], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(3), x.stride(0), x.stride(2)"
                    ),
                },
                "1320": {
                    "permute(0, 2, 1, 3)": "permute(1, 3, 2, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[1], x.shape[3], x.shape[2], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(1), x.stride(3), x.stride(2), x.stride(0)"
                    ),
                },
                "2013": {
                    "permute(0, 2, 1, 3)": "permute(2, 0, 1, 3)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[0], x.shape[1], x.shape[3]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(0), x.stride(1), x.stride(3)"
                    ),
                },
                "2031": {
                    "permute(0, 2, 1, 3)": "permute(2, 0, 3, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[0], x.shape[3], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(0), x.stride(3), x.stride(1)"
                    ),
                },
                "2103": {
                    "permute(0, 2, 1, 3)": "permute(2, 1, 0, 3)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[1], x.shape[0], x.shape[3]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(1), x.stride(0), x.stride(3)"
                    ),
                },
                "2130": {
                    "permute(0, 2, 1, 3)": "permute(2, 1, 3, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[1], x.shape[3], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(1), x.stride(3), x.stride(0)"
                    ),
                },
                "2301": {
                    "permute(0, 2, 1, 3)": "permute(2, 3, 0, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[3], x.shape[0], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(3), x.stride(0), x.stride(1)"
                    ),
                },
                "2310": {
                    "permute(0, 2, 1, 3)": "permute(2, 3, 1, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[2], x.shape[3], x.shape[1], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(2), x.stride(3), x.stride(1), x.stride(0)"
                    ),
                },
                "3012": {
                    "permute(0, 2, 1, 3)": "permute(3, 0, 1, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[0], x.shape[1], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(0), x.stride(1), x.stride(2)"
                    ),
                },
                "3021": {
                    "permute(0, 2, 1, 3)": "permute(3, 0, 2, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[0], x.shape[2], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(0), x.stride(2), x.stride(1)"
                    ),
                },
                "3102": {
                    "permute(0, 2, 1, 3)": "permute(3, 1, 0, 2)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[1], x.shape[0], x.shape[2]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(1), x.stride(0), x.stride(2)"
                    ),
                },
                "3120": {
                    "permute(0, 2, 1, 3)": "permute(3, 1, 2, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[1], x.shape[2], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(1), x.stride(2), x.stride(0)"
                    ),
                },
                "3201": {
                    "permute(0, 2, 1, 3)": "permute(3, 2, 0, 1)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[2], x.shape[0], x.shape[1]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(2), x.stride(0), x.stride(1)"
                    ),
                },
                "3210": {
                    "permute(0, 2, 1, 3)": "permute(3, 2, 1, 0)",
                    "x.shape[0], x.shape[2], x.shape[1], x.shape[3]": (
                        "x.shape[3], x.shape[2], x.shape[1], x.shape[0]"
                    ),
                    "x.stride(0), x.stride(2), x.stride(1), x.stride(3)": (
                        "x.stride(3), x.stride(2), x.stride(1), x.stride(0)"
                    ),
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "permute5": {
        "FAMILY": {
            "order": (
                {"(0, 2, 1, 3, 4)": "({0}, {1}, {2}, {3}, {4})"},
                (
                    "01243 01324 01342 01423 01432 02143 02314 02341 02413 02431 03124 03142 03214 "
                    "03241 03412 03421 04123 04132 04213 04231 04312 04321 10234 10243 10324 10342 "
                    "10423 10432 12034 12043 12304 12340 12403 12430 13024 13042 13204 13240 13402 "
                    "13420 14023 14032 14203 14230 14302 14320 20134 20143 20314 20341 20413 20431 "
                    "21034 21043 21304 21340 21403 21430 23014 23041 23104 23140 23401 23410 24013 "
                    "24031 24103 24130 24301 24310 30124 30142 30214 30241 30412 30421 31024 31042 "
                    "31204 31240 31402 31420 32014 32041 32104 32140 32401 32410 34012 34021 34102 "
                    "34120 34201 34210 40123 40132 40213 40231 40312 40321 41023 41032 41203 41230 "
                    "41302 41320 42013 42031 42103 42130 42301 42310 43012 43021 43102 43120 43201 "
                    "43210"
                ),
            )
        }
    },
    "pixel_shuffle": {
        "AXES": [
            {
                "x3": {
                    "channels * 2 * 2": "channels * 3 * 3",
                    "(x, 2)": "(x, 3)",
                    "factor = 2": "factor = 3",
                },
                "x4": {
                    "channels * 2 * 2": "channels * 4 * 4",
                    "(x, 2)": "(x, 4)",
                    "factor = 2": "factor = 4",
                },
                "x5": {
                    "channels * 2 * 2": "channels * 5 * 5",
                    "(x, 2)": "(x, 5)",
                    "factor = 2": "factor = 5",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "pixel_shuffle_joins": {
        "FAMILY": {
            "batched_bias": {"torch.randn(channels, 1, 1)": "torch.randn(1, channels, 1, 1)"},
            "image": {
                "torch.randn(channels, 1, 1)": (
                    "torch.randn(batch, channels, height * factor, width * factor)"
                ),
                "z_ptr + plane % n_channels": "z_ptr + offsets",
                "n_elements, n_channels, height": "n_elements, height",
                "y.numel(), n_channels, height": "y.numel(), height",
            },
            "each": {
                "torch.randn(channels, 1, 1)": "torch.randn(batch, channels, 1, 1)",
                "z_ptr + plane % n_channels": "z_ptr + plane",
                "n_elements, n_channels, height": "n_elements, height",
                "y.numel(), n_channels, height": "y.numel(), height",
            },
        },
        "AXES": [
            {
                "x3": {"(x, 2)": "(x, 3)", "factor = 2": "factor = 3"},
                "x4": {"(x, 2)": "(x, 4)", "factor = 2": "factor = 4"},
            },
            {
                "first": {
                    "pixel_shuffle_joins_torch(x, z)": "pixel_shuffle_joins_torch(z, x)",
                    "pixel_shuffle_joins_triton(x, z)": "pixel_shuffle_joins_triton(z, x)",
                    "return torch.randn(batch, channels * factor * factor, height, width), z": (
                        "return z, torch.randn(batch, channels * factor * factor, height, width)"
                    ),
                }
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "pixel_unshuffle": {
        "AXES": [
            {
                "x3": {
                    "height * 2, width * 2": "height * 3, width * 3",
                    "(x, 2)": "(x, 3)",
                    "factor = 2": "factor = 3",
                },
                "x4": {
                    "height * 2, width * 2": "height * 4, width * 4",
                    "(x, 2)": "(x, 4)",
                    "factor = 2": "factor = 4",
                },
                "x5": {
                    "height * 2, width * 2": "height * 5, width * 5",
                    "(x, 2)": "(x, 5)",
                    "factor = 2": "factor = 5",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "polynomial_of_selected": {
        "FAMILY": {
            "powers_1": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) + tl.load(c_ptr + 1) * x"),
            },
            "powers_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x + c[2] * x ** 2",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x)"),
            },
            "powers_4": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3 + c[4] * x ** 4"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x) + tl.load(c_ptr + 4) * (x * x * x * x)"
                ),
            },
            "powers_down_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x ** 2 + c[1] * x + c[2]",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) * (x * x) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"),
            },
            "powers_down_3": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] * x ** 3 + c[1] * x ** 2 + c[2] * x + c[3]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "tl.load(c_ptr) * (x * x * x) + tl.load(c_ptr + 1) * (x * x) + tl.load(c_ptr + "
                    "2) * x + tl.load(c_ptr + 3)"
                ),
            },
            "horner_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[2] * x + c[1]) * x + c[0]",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("(tl.load(c_ptr + 2) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"),
            },
            "horner_3": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "((c[3] * x + c[2]) * x + c[1]) * x + c[0]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "((tl.load(c_ptr + 3) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 1)) * x "
                    "+ tl.load(c_ptr)"
                ),
            },
            "horner_4": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "(((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "(((tl.load(c_ptr + 4) * x + tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 2)) * x "
                    "+ tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"
                ),
            },
            "horner_down_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[0] * x + c[1]) * x + c[2]",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("(tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)"),
            },
            "horner_down_3": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "((c[0] * x + c[1]) * x + c[2]) * x + c[3]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * x + "
                    "tl.load(c_ptr + 3)"
                ),
            },
            "horner_down_4": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "(((c[0] * x + c[1]) * x + c[2]) * x + c[3]) * x + c[4]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "(((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * x + "
                    "tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 4)"
                ),
            },
            "squares": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x * x + c[1] * x + c[2]",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) * x * x + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"),
            },
            "odd": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x + c[1] * x ** 3",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) * x + tl.load(c_ptr + 1) * (x * x * x)"),
            },
            "even": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x ** 2 + c[2] * x ** 4",
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) + tl.load(c_ptr + 1) * (x * x) + tl.load(c_ptr + 2) * (x * x * x * x)"),
            },
            "waves": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] * torch.sin(c[1] * x) + c[2] * torch.cos(c[3] * x)"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "tl.load(c_ptr) * tl.sin(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2) * "
                    "tl.cos(tl.load(c_ptr + 3) * x)"
                ),
            },
            "series": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] + c[1] * torch.cos(x) + c[2] * torch.sin(x)"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) + tl.load(c_ptr + 1) * tl.cos(x) + tl.load(c_ptr + 2) * tl.sin(x)"),
            },
            "mixture": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] * torch.relu(x) + c[1] * torch.sigmoid(x) + c[2] * x"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "tl.load(c_ptr) * tl.maximum(x, 0.0) + tl.load(c_ptr + 1) * tl.sigmoid(x) + "
                    "tl.load(c_ptr + 2) * x"
                ),
            },
            "gate": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] * x * torch.sigmoid(c[1] * x) + c[2]"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): ("tl.load(c_ptr) * x * tl.sigmoid(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2)"),
            },
            "hinges": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": (
                    "c[0] * torch.relu(x - c[1]) + c[2] * torch.relu(c[3] - x)"
                ),
                (
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                    "tl.load(c_ptr + 3) * (x * x * x)"
                ): (
                    "tl.load(c_ptr) * tl.maximum(x - tl.load(c_ptr + 1), "
                    "0.0) + tl.load(c_ptr + 2) * tl.maximum(tl.load(c_ptr + 3) - x, 0.0)"
                ),
            },
        },
        "AXES": [
            {  # what it is divided by
                "alone": {
                    "torch.randn(8), torch.randn(3)": "torch.randn(8)",
                    "(x, c, d)": "(x, c)",
                    "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "",
                    "c_ptr, d_ptr, ": "c_ptr, ",
                    "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                    "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()": (
                        "x, c = x.contiguous(), c.contiguous()"
                    ),
                    "(x, c, d, y": "(x, c, y",
                },
                "alone_again": {
                    "torch.randn(8), torch.randn(3)": "torch.randn(5)",
                    "(x, c, d)": "(x, c)",
                    "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "",
                    "c_ptr, d_ptr, ": "c_ptr, ",
                    "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                    "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()": (
                        "x, c = x.contiguous(), c.contiguous()"
                    ),
                    "(x, c, d, y": "(x, c, y",
                },
                "each": {
                    "1 + torch.abs(d[0] * x + d[1] * x ** 2)": (
                        "1 + torch.abs(d[0] * x) + torch.abs(d[1] * x ** 2)"
                    ),
                    "1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))": (
                        "1.0 + tl.abs(tl.load(d_ptr) * x) + tl.abs(tl.load(d_ptr + 1) * (x * x))"
                    ),
                },
                "horner": {
                    "d[0] * x + d[1] * x ** 2": "(d[1] * x + d[0]) * x",
                    "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)": (
                        "(tl.load(d_ptr + 1) * x + tl.load(d_ptr)) * x"
                    ),
                },
                "cubic": {
                    "d[0] * x + d[1] * x ** 2": "((d[2] * x + d[1]) * x + d[0]) * x",
                    "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)": (
                        "((tl.load(d_ptr + 2) * x + tl.load(d_ptr + 1)) * x + tl.load(d_ptr)) * x"
                    ),
                },
                "square": {
                    "torch.abs(d[0] * x + d[1] * x ** 2)": "(d[0] * x) ** 2",
                    "tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))": (
                        "(tl.load(d_ptr) * x) * (tl.load(d_ptr) * x)"
                    ),
                },
                "scaled": {
                    "y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "y * d[0] + d[1]",
                    "y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": (
                        "y * tl.load(d_ptr) + tl.load(d_ptr + 1)"
                    ),
                },
            },
            {  # the shapes of x
                "of_vector": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1,), (33,), (1500,)"},
                "of_matrix": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 5), (3, 33), (7, 300)"},
                "of_images": {
                    "(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)"
                },
            },
            ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            {
                "without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
                "without_any_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
                "plus_x": {"torch.sigmoid(y)": "y + x", "tl.sigmoid(y)": "y + x"},
                "times_x": {"torch.sigmoid(y)": "y * x", "tl.sigmoid(y)": "y * x"},
            },
        ],
    },
}
