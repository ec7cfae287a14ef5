"""Tables of the families of data movement, upsample_bilinear to where_index."""

FAMILIES = {
    "upsample_bilinear": {
        "FAMILY": {
            "upsample_bilinear_x3": {
                "scale_factor=2": "scale_factor=3",
                "height * 2, width * 2": "height * 3, width * 3",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 3, 1 / 3",
            },
            "upsample_bilinear_x4": {
                "scale_factor=2": "scale_factor=4",
                "height * 2, width * 2": "height * 4, width * 4",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 4, 1 / 4",
            },
            "upsample_bilinear_half": {
                "scale_factor=2": "scale_factor=0.5",
                "height * 2, width * 2": "int(height * 0.5), int(width * 0.5)",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 0.5, 1 / 0.5",
            },
            "upsample_bilinear_x1_5": {
                "scale_factor=2": "scale_factor=1.5",
                "height * 2, width * 2": "int(height * 1.5), int(width * 1.5)",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 1.5, 1 / 1.5",
            },
            "upsample_bilinear_to": (
                {
                    "scale_factor=2": "size=({0}, {0})",
                    "height * 2, width * 2": "{0}, {0}",
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}, width / {0}",
                },
                "4 7 9",
            ),
            "upsample_bilinear_wide": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}, {0}{1})",
                    "height * 2, width * 2": "{0}{1}, {0}{1}",
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {0}{1}",
                },
                "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96",
            ),
            "upsample_corners_wide": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}, {0}{1})",
                    "height * 2, width * 2": "{0}{1}, {0}{1}",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96",
            ),
            "upsample_bilinear_wider": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})",
                    "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = height / {0}{1}{2}, width / {0}{1}{2}"
                    ),
                },
                "100 112 120 128 160 180 192 200 224 256",
            ),
            "upsample_corners_wider": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})",
                    "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "100 112 120 128 160 180 192 200 224 256",
            ),
            "upsample_bilinear_oblong": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}, {2}{3})",
                    "height * 2, width * 2": "{0}{1}, {2}{3}",
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {2}{3}",
                },
                "1620 2416 2528 3248 4450 4836 6496",
            ),
            "upsample_corners_oblong": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}, {2}{3})",
                    "height * 2, width * 2": "{0}{1}, {2}{3}",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "1620 2416 2528 3248 4450 4836 6496",
            ),
            "upsample_corners_by_part": (
                {
                    "scale_factor=2": "scale_factor={0}.{1}",
                    "height * 2, width * 2": "int(height * {0}.{1}), int(width * {0}.{1})",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "15 25 35",
            ),
            "upsample_corners_to": (
                {
                    "scale_factor=2": "size=({0}, {1})",
                    "height * 2, width * 2": "{0}, {1}",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "44 77 88 57 75",
            ),
            "upsample_bilinear_2x4": {
                "scale_factor=2": "scale_factor=(2, 4)",
                "height * 2, width * 2": "height * 2, width * 4",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 2, 1 / 4",
            },
            "upsample_bilinear_8x8": {
                "scale_factor=2": "size=(8, 8)",
                "height * 2, width * 2": "8, 8",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 8, width / 8",
            },
            "upsample_bilinear_7x5": {
                "scale_factor=2": "size=(7, 5)",
                "height * 2, width * 2": "7, 5",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 7, width / 5",
            },
            "upsample_corners": {
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2": (
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                ),
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
            "upsample_corners_x3": {
                "scale_factor=2": "scale_factor=3",
                "height * 2, width * 2": "height * 3, width * 3",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2": (
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                ),
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
            "upsample_corners_x4": {
                "scale_factor=2": "scale_factor=4",
                "height * 2, width * 2": "height * 4, width * 4",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2": (
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                ),
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "upsample_cubic": {
        "FAMILY": {
            "by": (
                {
                    "scale_factor=2": "scale_factor={0}",
                    "height * 2, width * 2": "height * {0}, width * {0}",
                    "1 / 2, 1 / 2": "1 / {0}, 1 / {0}",
                },
                "3 4",
            ),
            "by_part": (
                {
                    "scale_factor=2": "scale_factor={0}.{1}",
                    "height * 2, width * 2": "int(height * {0}.{1}), int(width * {0}.{1})",
                    "1 / 2, 1 / 2": "1 / {0}.{1}, 1 / {0}.{1}",
                },
                "05 15 25",
            ),
            "to": (
                {
                    "scale_factor=2": "size={0}",
                    "height * 2, width * 2": "{0}, {0}",
                    "1 / 2, 1 / 2": "height / {0}, width / {0}",
                },
                "4 5 7 8 9",
            ),
            "to_wide": (
                {
                    "scale_factor=2": "size={0}{1}",
                    "height * 2, width * 2": "{0}{1}, {0}{1}",
                    "1 / 2, 1 / 2": "height / {0}{1}, width / {0}{1}",
                },
                "10 12 14 16 20 24 28 32 48",
            ),
            "to_oblong": (
                {
                    "scale_factor=2": "size=({0}{1}, {2}{3})",
                    "height * 2, width * 2": "{0}{1}, {2}{3}",
                    "1 / 2, 1 / 2": "height / {0}{1}, width / {2}{3}",
                },
                "1620 2416 2528 4450",
            ),
        },
        "AXES": [
            {
                "corners": {
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "(i + 0.5) * scale_h - 0.5": "i * scale_h",
                    "(j + 0.5) * scale_w - 0.5": "j * scale_w",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "upsample_linear": {
        "FAMILY": {
            "upsample_linear_x3": {
                "scale_factor=2": "scale_factor=3",
                "length * 2": "length * 3",
                "scale = 1 / 2": "scale = 1 / 3",
            },
            "upsample_linear_x4": {
                "scale_factor=2": "scale_factor=4",
                "length * 2": "length * 4",
                "scale = 1 / 2": "scale = 1 / 4",
            },
            "upsample_linear_half": {
                "scale_factor=2": "scale_factor=0.5",
                "length * 2": "int(length * 0.5)",
                "scale = 1 / 2": "scale = 1 / 0.5",
            },
            "upsample_linear_x1_5": {
                "scale_factor=2": "scale_factor=1.5",
                "length * 2": "int(length * 1.5)",
                "scale = 1 / 2": "scale = 1 / 1.5",
            },
            "upsample_linear_to": (
                {
                    "scale_factor=2": "size={0}{1}",
                    "length * 2": "{0}{1}",
                    "scale = 1 / 2": "scale = length / {0}{1}",
                },
                "16 10 20 43 80",
            ),
            "upsample_linear_corners": {
                "align_corners=False": "align_corners=True",
                "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
                "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale",
            },
            "upsample_linear_corners_x3": {
                "align_corners=False": "align_corners=True",
                "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
                "scale_factor=2": "scale_factor=3",
                "length * 2": "length * 3",
                "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale",
            },
            "upsample_linear_corners_to": (
                {
                    "align_corners=False": "align_corners=True",
                    "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
                    "scale_factor=2": "size={0}{1}",
                    "length * 2": "{0}{1}",
                    "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale",
                },
                "16 10 20 43 80",
            ),
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "upsample_nearest": {
        "FAMILY": {
            "upsample_nearest1d": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": (
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]"
                ),
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w",
            },
            "upsample_nearest1d_x3": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": (
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]"
                ),
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 3",
                "scale_factor=2": "scale_factor=3",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w",
            },
            "upsample_nearest1d_x4": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]": (
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]"
                ),
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 4",
                "scale_factor=2": "scale_factor=4",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w",
            },
            "upsample_nearest_x3": {
                "scale_factor=2": "scale_factor=3",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 3, 3",
            },
            "upsample_nearest_x4": {
                "scale_factor=2": "scale_factor=4",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 4",
            },
            "upsample_nearest_x5": {
                "scale_factor=2": "scale_factor=5",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 5, 5",
            },
            "upsample_nearest_2x3": {
                "scale_factor=2": "scale_factor=(2, 3)",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 2, 3",
            },
            "upsample_nearest_1x2": {
                "scale_factor=2": "scale_factor=(1, 2)",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2",
            },
            "upsample_nearest_4x2": {
                "scale_factor=2": "scale_factor=(4, 2)",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 2",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "upsample_to_any": {
        "FAMILY": {
            "to": (
                {"size=7": "size={0}", "[7 for size in sizes]": "[{0} for size in sizes]"},
                "2 3 4 5 6 8 9",
            ),
            "to_wide": (
                {"size=7": "size={0}{1}", "[7 for size in sizes]": "[{0}{1} for size in sizes]"},
                "10 12 14 16 20 24 28 32",
            ),
            "by": (
                {
                    "size=7": "scale_factor={0}",
                    "[7 for size in sizes]": "[size * {0} for size in sizes]",
                    "size / out for size, out in zip(sizes, wanted)": "1 / {0} for size in sizes",
                },
                "2 3 4",
            ),
            "half": {
                "size=7": "scale_factor=0.5",
                "[7 for size in sizes]": "[int(size * 0.5) for size in sizes]",
                "size / out for size, out in zip(sizes, wanted)": "1 / 0.5 for size in sizes",
            },
            "by_part": (
                {
                    "size=7": "scale_factor={0}.{1}",
                    "[7 for size in sizes]": "[int(size * {0}.{1}) for size in sizes]",
                    "size / out for size, out in zip(sizes, wanted)": "1 / {0}.{1} for size in sizes",
                },
                "15 25 35",
            ),
        },
        "AXES": [
            {
                "exact": {
                    'mode="nearest"': 'mode="nearest-exact"',
                    "layer.to(tl.float32) * scale_d": "(layer.to(tl.float32) + 0.5) * scale_d",
                    "row.to(tl.float32) * scale_h": "(row.to(tl.float32) + 0.5) * scale_h",
                    "column.to(tl.float32) * scale_w": "(column.to(tl.float32) + 0.5) * scale_w",
                }
            },
            {  # how many dimensions
                "line": {"(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)": "(1, 1, 2), (2, 3, 11), (3, 2, 40)"},
                "volume": {
                    "(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)": (
                        "(1, 1, 2, 2, 2), (2, 3, 5, 4, 11), (3, 2, 4, 8, 6)"
                    )
                },
            },
        ],
    },
    "upsample_trilinear": {
        "FAMILY": {
            "by": (
                {
                    "scale_factor=2": "scale_factor={0}",
                    "size * 2 for": "size * {0} for",
                    "1 / 2 for": "1 / {0} for",
                },
                "3 4",
            ),
            "by_part": (
                {
                    "scale_factor=2": "scale_factor={0}.{1}",
                    "size * 2 for": "int(size * {0}.{1}) for",
                    "1 / 2 for": "1 / {0}.{1} for",
                },
                "05 15 25",
            ),
            "to": (
                {"scale_factor=2": "size={0}", "size * 2 for": "{0} for", "1 / 2 for": "size / out for"},
                "4 5 7 8 9",
            ),
            "to_wide": (
                {
                    "scale_factor=2": "size={0}{1}",
                    "size * 2 for": "{0}{1} for",
                    "1 / 2 for": "size / out for",
                },
                "10 12 14 16 20 24",
            ),
            "to_oblong": (
                {
                    "scale_factor=2": "size=({0}, {1}{2}, {3}{4})",
                    "[size * 2 for size in sizes]": "[{0}, {1}{2}, {3}{4}]",
                    "1 / 2 for": "size / out for",
                },
                "41620 82416 61214 81816",
            ),
        },
        "AXES": [
            {
                "corners": {
                    "align_corners=False": "align_corners=True",
                    "scales = [1 / 2 for size, out": "scales = [(size - 1) / (out - 1) for size, out",
                    "tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)": "k * scale_d",
                    "tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "i * scale_h",
                    "tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "j * scale_w",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "where_index": {
        "FAMILY": {
            "where_odd": {"column % 2 == 0": "column % 2 == 1"},
            "where_third": {"column % 2 == 0": "column % 3 == 0"},
            "where_not_third": {"column % 2 == 0": "column % 3 != 0"},
            "where_fourth": {"column % 2 == 0": "column % 4 == 1"},
            "where_head": {"column % 2 == 0": "column < 4"},
            "where_tail": {"column % 2 == 0": "column >= 3"},
            "where_past": {"column % 2 == 0": "column > 2"},
            "where_pairs": {"column % 2 == 0": "column % 4 < 2"},
            "where_but_one": {"column % 2 == 0": "column != 3"},
        },
        "AXES": [
            ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
            ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
