"""Tables of the families of pooling, max_pool2d_with_places to min_pool2d."""

FAMILIES = {
    "max_pool2d_with_places": {
        "FAMILY": {"max_pool2d_places_first": {"return y, place": "return place, y"}},
        "AXES": [
            {
                "k2": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 0, 0"
                    ),
                },
                "k2p1": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 1, 1"
                    ),
                },
                "k3": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 0, 0"
                    ),
                },
                "k4": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 0, 0"
                    ),
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 1, 1"
                    ),
                },
                "k5": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 0, 0"
                    ),
                },
                "k5p1": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 1, 1"
                    ),
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 2, 2"
                    ),
                },
                "k6p2": {
                    "kernel_size=3, padding=1": "kernel_size=6, padding=2",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 6, 6, 2, 2"
                    ),
                },
                "k7": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 0, 0"
                    ),
                },
                "k7p3": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=3",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 3, 3"
                    ),
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
            },
            {
                "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
                "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
                "s4": {"stride=2": "stride=4", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 4, 4"},
                "s": (
                    {
                        "stride=2": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 32 13 31 23 24 41",
                ),
            },
            {
                "d2": {
                    "dilation=1": "dilation=2",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
                },
                "d": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12 13 31 32 23",
                ),
            },
            {
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
            },
            {
                "unbatched": {
                    "[(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 14, 14), (3, 17, 15), (2, 16, 25)]",
                    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "max_pool3d": {
        "AXES": [
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
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "max_pool3d_places": {
        "AXES": [
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
        ]
    },
    "max_pool3d_with_places": {
        "FAMILY": {"max_pool3d_places_first": {"return y, place": "return place, y"}},
        "AXES": [
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
        ],
    },
    "min_pool1d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            {
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
                "k4": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=0",
                    "window, padding = 3, 1": "window, padding = 4, 0",
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "window, padding = 3, 1": "window, padding = 4, 1",
                },
                "k4p2": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=2",
                    "window, padding = 3, 1": "window, padding = 4, 2",
                },
                "k5": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=0",
                    "window, padding = 3, 1": "window, padding = 5, 0",
                },
                "k5p1": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=1",
                    "window, padding = 3, 1": "window, padding = 5, 1",
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "window, padding = 3, 1": "window, padding = 5, 2",
                },
                "k6": {
                    "kernel_size=3, padding=1": "kernel_size=6, padding=0",
                    "window, padding = 3, 1": "window, padding = 6, 0",
                },
                "k6p3": {
                    "kernel_size=3, padding=1": "kernel_size=6, padding=3",
                    "window, padding = 3, 1": "window, padding = 6, 3",
                },
                "k7": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=0",
                    "window, padding = 3, 1": "window, padding = 7, 0",
                },
                "k7p3": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=3",
                    "window, padding = 3, 1": "window, padding = 7, 3",
                },
                "k8": {
                    "kernel_size=3, padding=1": "kernel_size=8, padding=0",
                    "window, padding = 3, 1": "window, padding = 8, 0",
                },
                "k8p4": {
                    "kernel_size=3, padding=1": "kernel_size=8, padding=4",
                    "window, padding = 3, 1": "window, padding = 8, 4",
                },
            },
            {
                "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
                "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
                "s5": {"stride=2": "stride=5", "stride = 2": "stride = 5"},
            },
            {
                "d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                "d3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
            },
            {
                # A last window that hangs over the end counts, unless it would start in the right padding.
                "ceil": {
                    "ceil_mode=False": "ceil_mode=True",
                    "span // stride + 1": (
                        "min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"
                    ),
                }
            },
            {
                "rows": {  # of a product, say, each pooled as the one channel of a sample
                    "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 1, 24), (2, 1, 33), (3, 1, 100)]",
                    "  # (N, C, L)": ".squeeze(1)  # (N, L)",
                    "n, channels, length = x.shape": "n, _, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(n, out_length",
                },
                "unbatched": {
                    "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
                    "n, channels, length = x.shape": "channels, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "min_pool2d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            {
                "k2": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 0, 0"
                    ),
                },
                "k2p1": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 2, 2, 1, 1"
                    ),
                },
                "k3": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 0, 0"
                    ),
                },
                "k4": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 0, 0"
                    ),
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 4, 4, 1, 1"
                    ),
                },
                "k5": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 0, 0"
                    ),
                },
                "k5p1": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=1",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 1, 1"
                    ),
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 5, 5, 2, 2"
                    ),
                },
                "k6p2": {
                    "kernel_size=3, padding=1": "kernel_size=6, padding=2",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 6, 6, 2, 2"
                    ),
                },
                "k7": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=0",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 0, 0"
                    ),
                },
                "k7p3": {
                    "kernel_size=3, padding=1": "kernel_size=7, padding=3",
                    "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": (
                        "kernel_h, kernel_w, pad_h, pad_w = 7, 7, 3, 3"
                    ),
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
            },
            {
                "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
                "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
                "s4": {"stride=2": "stride=4", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 4, 4"},
                "s": (
                    {
                        "stride=2": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 32 13 31 23 24 41",
                ),
            },
            {
                "d2": {
                    "dilation=1": "dilation=2",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
                },
                "d": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12 13 31 32 23",
                ),
            },
            {
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
            },
            {
                "unbatched": {
                    "[(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 14, 14), (3, 17, 15), (2, 16, 25)]",
                    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
}
