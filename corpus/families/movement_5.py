"""Tables of the families of data movement, split_combine to upsample_linear."""

FAMILIES = {
    "split_combine": {
        "FAMILY": {
            "split_combine_dim0": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(2, 1), (66, 3), (40, 27)]",
                "dim=-1": "dim=0",
                "x.shape[0], x.shape[1] // 2": "x.shape[0] // 2, x.shape[1]",
                "run = x.shape[1] // 2": "run = x.numel() // 2",
            },
            "split_combine3d": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 1, 2), (2, 3, 66), (3, 7, 40)]",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1], x.shape[2] // 2",
                "run = x.shape[1] // 2": "run = x.shape[2] // 2",
            },
            "split_combine3d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1), (2, 6, 33), (3, 40, 7)]",
                "dim=-1": "dim=1",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2]",
            },
            "split_combine4d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1, 1), (2, 6, 3, 11), (1, 4, 7, 9)]",
                "dim=-1": "dim=1",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2], x.shape[3]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2] * x.shape[3]",
            },
        },
        "AXES": [
            {
                "swapped": {
                    "y, z = x.chunk": "z, y = x.chunk",
                    "y = tl.load(x_ptr + source, mask": "z = tl.load(x_ptr + source, mask",
                    "z = tl.load(x_ptr + source + run, mask": "y = tl.load(x_ptr + source + run, mask",
                }
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "split_heads": {
        "AXES": [
            {
                "h2": {"time, 4, width // 4": "time, 2, width // 2", "heads = 4": "heads = 2"},
                "h3": {"time, 4, width // 4": "time, 3, width // 3", "heads = 4": "heads = 3"},
                "h6": {"time, 4, width // 4": "time, 6, width // 6", "heads = 4": "heads = 6"},
                "h8": {"time, 4, width // 4": "time, 8, width // 8", "heads = 4": "heads = 8"},
                "h12": {"time, 4, width // 4": "time, 12, width // 12", "heads = 4": "heads = 12"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "split_parts": {
        "FAMILY": {
            "split": ({"x.chunk(2, ": "x.tensor_split([{0}], ", "(whole + 1) // 2": "{0}"}, "1 2 3"),
            "split_last": (
                {"x.chunk(2, ": "x.tensor_split([-{0}], ", "(whole + 1) // 2": "whole - {0}"},
                "1 2",
            ),
        },
        "AXES": [
            {  # along which dimension
                "next_to_last": {
                    "[(12,), ": "[",
                    "dim=-1": "dim=-2",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:-2], x.shape[-2], x.shape[-1:]",
                    "inner = 1": "inner = x.shape[-1]",
                },
                "third_to_last": {
                    "[(12,), (9, 14), ": "[",
                    "dim=-1": "dim=-3",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = x.shape[:-3], x.shape[-3], x.shape[-2:]",
                    "inner = 1": "inner = x.shape[-2] * x.shape[-1]",
                    "(2, 3, 5, 7), (2, 3, 40, 33)": "(2, 9, 5, 7), (2, 6, 40, 33)",
                },
                "first": {
                    "dim=-1": "dim=0",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": "outside, whole, inside = (), x.shape[0], x.shape[1:]",
                    "inner = 1": "inner = x.numel() // whole",
                    "(3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)": "(9, 3, 10), (7, 3, 5, 2), (8, 3, 40, 33)",
                },
            }
        ],
    },
    "stack": {
        "FAMILY": {
            "stack2d_dim0": {
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack2d_last": {
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack3d_dim0": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack3d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2]",
            },
            "stack3d_dim2": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=2",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2, a.shape[2]",
                "run = a.stride(0)": "run = a.stride(1)",
            },
            "stack3d_last": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack4d_dim0": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2], a.shape[3]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack4d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2], a.shape[3]",
            },
            "stack4d_last": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], a.shape[3], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack1d": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1,), (33,), (1500,)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2",
            },
        },
        "AXES": [
            ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
            ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "stack_three": {
        "FAMILY": {
            "four": {
                "a, b, c": "a, b, c, d",
                "range(3)": "range(4)",
                "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr",
                "y = tl.where(which == 2, c, y)": (
                    "y = tl.where(which == 2, c, y)\n"
                    "d = tl.load(d_ptr + source, mask=mask & (which == 3), other=0.0).to(tl.float32)\n"
                    "y = tl.where(which == 3, d, y)"
                ),
            },
            "two": {
                "a, b, c": "a, b",
                "range(3)": "range(2)",
                "c_ptr, y_ptr": "y_ptr",
                "c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)": "",
                "y = tl.where(which == 2, c, y)": "",
            },
        },
        "AXES": [
            {  # where the new dimension stands
                "dim0": {"dim=-1": "dim=0", "dim = a.dim()": "dim = 0"},
                "dim1": {"[(7,), ": "[", "dim=-1": "dim=1", "dim = a.dim()": "dim = 1"},
                "dim2": {"[(7,), (5, 9), ": "[", "dim=-1": "dim=2", "dim = a.dim()": "dim = 2"},
                "next_to_last": {"dim=-1": "dim=-2", "dim = a.dim()": "dim = a.dim() - 1"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "token_shift": {
        "AXES": [
            {
                "by2": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-2], (0, 0, 2, 0)", "SHIFT=1": "SHIFT=2"},
                "by3": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-3], (0, 0, 3, 0)", "SHIFT=1": "SHIFT=3"},
                "by4": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-4], (0, 0, 4, 0)", "SHIFT=1": "SHIFT=4"},
                "next": {
                    "x[:, :-1], (0, 0, 1, 0)": "x[:, 1:], (0, 0, 0, 1)",
                    "earlier = offsets // width % time >= SHIFT": "later = offsets // width % time + SHIFT < time",
                    "x_ptr + offsets - SHIFT * width, mask=mask & earlier": "x_ptr + offsets + SHIFT * width, mask=mask & later",
                },
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose_batched": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose_binary": {
        "AXES": [
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "tril": {
        "FAMILY": {
            "triu": {"torch.tril(": "torch.triu(", "column <= row + DIAGONAL": "column >= row + DIAGONAL"},
            "tril3d": {
                "CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape",
            },
            "triu3d": {
                "CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape",
                "torch.tril(": "torch.triu(",
                "column <= row + DIAGONAL": "column >= row + DIAGONAL",
            },
        },
        "AXES": [
            {
                "p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                "p5": {"diagonal=0": "diagonal=5", "DIAGONAL=0": "DIAGONAL=5"},
                "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
                "m2": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"},
                "m3": {"diagonal=0": "diagonal=-3", "DIAGONAL=0": "DIAGONAL=-3"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "unfold": {
        "AXES": [
            {
                "k1": {
                    "kernel_size=3, padding=1": "kernel_size=1, padding=0",
                    "window, padding = 3, 1": "window, padding = 1, 0",
                },
                "k2": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=0",
                    "window, padding = 3, 1": "window, padding = 2, 0",
                },
                "k2p1": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=1",
                    "window, padding = 3, 1": "window, padding = 2, 1",
                },
                "k3": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=0",
                    "window, padding = 3, 1": "window, padding = 3, 0",
                },
                "k3p2": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=2",
                    "window, padding = 3, 1": "window, padding = 3, 2",
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "window, padding = 3, 1": "window, padding = 4, 1",
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "window, padding = 3, 1": "window, padding = 5, 2",
                },
            },
            {
                "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
            },
            {"d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "unfold_pairs": {
        "AXES": [
            {
                "k": (
                    {
                        "kernel_size=(3, 2)": "kernel_size=({0}, {1})",
                        "kernel_h, kernel_w = 3, 2": "kernel_h, kernel_w = {0}, {1}",
                    },
                    "23 13 31 22 33 12 43",
                )
            },
            {
                "p": (
                    {
                        "padding=(1, 0)": "padding=({0}, {1})",
                        "pad_h, pad_w = 1, 0": "pad_h, pad_w = {0}, {1}",
                    },
                    "00 01 11 12 21",
                )
            },
            {
                "s": (
                    {
                        "stride=(2, 1)": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 1": "stride_h, stride_w = {0}, {1}",
                    },
                    "12 11 22 31 23",
                )
            },
            {
                "d": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12",
                )
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}{2}, width / {0}{1}{2}",
                },
                "100 112 120 128 160 180 192 200 224 256",
            ),
            "upsample_corners_wider": (
                {
                    "(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                    "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})",
                    "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
            "upsample_corners_x3": {
                "scale_factor=2": "scale_factor=3",
                "height * 2, width * 2": "height * 3, width * 3",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
            "upsample_corners_x4": {
                "scale_factor=2": "scale_factor=4",
                "height * 2, width * 2": "height * 4, width * 4",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
                    "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
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
}
