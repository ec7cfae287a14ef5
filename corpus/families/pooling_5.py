"""Tables of the families of pooling, min_pool3d to pool2d_chain."""

FAMILIES = {
    "min_pool3d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            {
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
                    (
                        "122000 133011 233011 322100 311100 213001 234111 321110 222001 332010 131010 412000 "
                        "333101 231100"
                    ),
                ),
            },
            {
                "s1": {
                    "stride=2": "stride=1",
                    "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 1, 1, 1",
                },
                "s3": {
                    "stride=2": "stride=3",
                    "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 3, 3, 3",
                },
                "s": (
                    {
                        "stride=2": "stride=({0}, {1}, {2})",
                        "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                    },
                    "122 211 231 121 112 212 123 321 132",
                ),
            },
            {
                "d2": {
                    "dilation=1": "dilation=2",
                    "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                        "dilation_d, dilation_h, dilation_w = 2, 2, 2"
                    ),
                },
                "d": (
                    {
                        "dilation=1": "dilation=({0}, {1}, {2})",
                        "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                            "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"
                        ),
                    },
                    "122 211 121 112 213 132",
                ),
            },
            {
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
            },
            {
                "unbatched": {
                    "[(1, 1, 7, 7, 7), (2, 3, 8, 7, 9)]": "[(1, 7, 7, 7), (3, 8, 7, 9)]",
                    "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
                    "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "pool1d_binary": {
        "FAMILY": {
            "avg_pool1d_binary": {
                "F.max_pool1d": "F.avg_pool1d",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / WINDOW",
            }
        },
        "AXES": [
            {
                "row": {"z = torch.randn(C, 1)": "z = torch.randn(1, C, 1)"},
                "full": {
                    "z = torch.randn(C, 1)": "z = torch.randn(N, C, OL)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "sample": {
                    "z = torch.randn(C, 1)": "z = torch.randn(N, C, 1)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr + plane, mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "one": {
                    "z = torch.randn(C, 1)": "z = torch.randn(1)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr).to(tl.float32)"
                    ),
                },
                "scalar": {
                    "z = torch.randn(C, 1)": "z = torch.randn(())",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr).to(tl.float32)"
                    ),
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "k3s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
                },
                "k3s1p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
                },
                "k3s3p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
                },
                "k3s2p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
                },
                "k2s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
                },
                "k4s4p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
                },
                "k3s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
                },
                "k5s2p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
                },
                "k4s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
                },
                "k5s1p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"residual_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
        ],
    },
    "pool1d_chain": {
        "FAMILY": {
            "avg_pool1d_chain": {
                "F.max_pool1d": "F.avg_pool1d",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / WINDOW",
            }
        },
        "AXES": [
            {
                "k3s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
                },
                "k3s1p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
                },
                "k3s3p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
                },
                "k3s2p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
                },
                "k2s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
                },
                "k4s4p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
                },
                "k3s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
                },
                "k5s2p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
                },
                "k4s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
                },
                "k5s1p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
                },
            },
            ("REUSE+UNARY+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            {"flat": {"return y": "return y.reshape(y.shape[0], -1)"}},
        ],
    },
    "pool1d_prologue": {
        "FAMILY": {
            "avg_pool1d_prologue": {
                "F.max_pool1d": "F.avg_pool1d",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW)",
            },
            "avg_pool1d_prologue_exclude": {  # the padding does not count
                "F.max_pool1d": "F.avg_pool1d",
                "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": (
                    "count = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)\ny = y / (count)"
                ),
            },
            "max_pool1d_prologue_dilated": {
                "ceil_mode=False": "dilation=2",
                "BLOCK: tl.constexpr": "DILATION: tl.constexpr, BLOCK: tl.constexpr",
                "BLOCK=1024": "DILATION=2, BLOCK=1024",
                "place = left + k": "place = left + k * DILATION",
                "span = L + 2 * pad - window": "span = L + 2 * pad - 2 * (window - 1) - 1",
            },
            "max_pool1d_prologue_ceil": {  # a last window that hangs over the end counts, unless it would start in the padding beyond it
                "ceil_mode=False": "ceil_mode=True",
                "OL = span // stride + 1": "OL = min((span - 1) // stride + 2, (L + pad - 1) // stride + 1)",
            },
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "L"),
                ("n", "c", "place"),
                (("", {0: "n = plane // C", 1: "c = plane % C"}),),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "C, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                    "N, C, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "k2": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=0",
                    "window, pad = 3, 1": "window, pad = 2, 0",
                },
                "k2p1": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=1",
                    "window, pad = 3, 1": "window, pad = 2, 1",
                },
                "k3": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=0",
                    "window, pad = 3, 1": "window, pad = 3, 0",
                },
                "k4": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=0",
                    "window, pad = 3, 1": "window, pad = 4, 0",
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "window, pad = 3, 1": "window, pad = 4, 1",
                },
                "k5": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=0",
                    "window, pad = 3, 1": "window, pad = 5, 0",
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "window, pad = 3, 1": "window, pad = 5, 2",
                },
                "k7p3": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=3",
                    "window, pad = 3, 1": "window, pad = 7, 3",
                },
            },
            {
                "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
            },
        ],
    },
    "pool1d_self": {
        "FAMILY": {
            "avg_pool1d_self": {
                ", count_include_pad=False": "",
                "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
                "y = y / columns  # so many were inside": "y = y / WINDOW",
            },
            "max_pool1d_self": {
                "F.avg_pool1d": "F.max_pool1d",
                ", count_include_pad=False": "",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)": (
                    "y = tl.maximum(y, tl.load(x_ptr + row * L + column, mask=inside, "
                    'other=float("-inf")).to(tl.float32))'
                ),
                "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
                "y = y / columns  # so many were inside": (
                    "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found"
                ),
            },
        },
        "AXES": [
            {
                "k": (
                    {
                        "kernel_size=3, stride=1, padding=1": "kernel_size={0}, stride=1, padding={1}",
                        "window = 3": "window = {0}",
                    },
                    "52 73 94",
                )
            },
            {
                "sub": {"y = torch.maximum(y, z)": "y = y - z", "y = tl.maximum(y, z)": "y = y - z"},
                "from": {"y = torch.maximum(y, z)": "y = z - y", "y = tl.maximum(y, z)": "y = z - y"},
                "add": {"y = torch.maximum(y, z)": "y = y + z", "y = tl.maximum(y, z)": "y = y + z"},
                "mul": {"y = torch.maximum(y, z)": "y = y * z", "y = tl.maximum(y, z)": "y = y * z"},
                "between": (
                    {
                        "y = torch.maximum(y, z)": "y = z + 0.{0} * (y - z)",
                        "y = tl.maximum(y, z)": "y = z + 0.{0} * (y - z)",
                    },
                    "1 3 5 7",
                ),
                "sharper": (
                    {
                        "y = torch.maximum(y, z)": "y = z + {0}.0 * (z - y)",
                        "y = tl.maximum(y, z)": "y = z + {0}.0 * (z - y)",
                    },
                    "2 3 4",
                ),
                "positive": {
                    "y = torch.maximum(y, z)": "y = torch.relu(z - y)",
                    "y = tl.maximum(y, z)": "y = tl.maximum(z - y, 0.0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "pool2d_binary": {
        "FAMILY": {
            "avg_pool2d_binary": {
                "F.max_pool2d": "F.avg_pool2d",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW * WINDOW)",
            }
        },
        "AXES": [
            {
                "row": {"z = torch.randn(C, 1, 1)": "z = torch.randn(1, C, 1, 1)"},
                "full": {
                    "z = torch.randn(C, 1, 1)": "z = torch.randn(N, C, OH, OW)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "sample": {
                    "z = torch.randn(C, 1, 1)": "z = torch.randn(N, C, 1, 1)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr + plane, mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "one": {
                    "z = torch.randn(C, 1, 1)": "z = torch.randn(1)",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr).to(tl.float32)"
                    ),
                },
                "scalar": {
                    "z = torch.randn(C, 1, 1)": "z = torch.randn(())",
                    "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)": (
                        "z = tl.load(z_ptr).to(tl.float32)"
                    ),
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "k3s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
                },
                "k3s1p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
                },
                "k3s3p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
                },
                "k3s2p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
                },
                "k2s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
                },
                "k4s4p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
                },
                "k3s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
                },
                "k5s2p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
                },
                "k4s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
                },
                "k5s1p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"residual_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
        ],
    },
    "pool2d_chain": {
        "FAMILY": {
            "avg_pool2d_chain": {
                "F.max_pool2d": "F.avg_pool2d",
                'y = tl.full((BLOCK,), float("-inf"), tl.float32)': "y = tl.zeros((BLOCK,), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW * WINDOW)",
            }
        },
        "AXES": [
            {
                "k3s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
                },
                "k3s1p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
                },
                "k3s3p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
                },
                "k3s2p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
                },
                "k2s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
                },
                "k4s4p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
                },
                "k3s1p0": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
                },
                "k5s2p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
                },
                "k4s2p1": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
                },
                "k5s1p2": {
                    "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
                    "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
                },
            },
            ("REUSE+UNARY+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            {"flat": {"return y": "return y.reshape(y.shape[0], -1)"}},
        ],
    },
}
