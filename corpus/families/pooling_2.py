"""Tables of the families of pooling, global_avg_pool to pool1d_self."""

from corpus.families.axes_1 import CEIL, CEIL_2, CEIL_3, D2_D, D2_D3, D2_D_2, K2_K2P1_K3, K2_K2P1_K3_2, K
from corpus.families.axes_2 import K2_K2P1_K3_3, K3S2P1_K3S1P1_K3S3P0
from corpus.families.axes_3 import ROWS_UNBATCHED, S1_S3, S1_S3_S, S1_S3_S4, S1_S3_S4_2
from corpus.families.axes_4 import SUB_FROM_ADD, UNBATCHED, UNBATCHED_2, UNBATCHED_3

FAMILIES = {
    "global_avg_pool": {
        "FAMILY": {
            "global_avg_pool_keepdim": {
                "x.mean(dim=(2, 3))": "x.mean(dim=(2, 3), keepdim=True)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)",
            },
            "global_avg_pool_adaptive": {
                "x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)",
            },
            "global_avg_pool_flatten": {"x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1).flatten(1)"},
            "global_sum_pool": {
                "x.mean(dim=(2, 3))": "x.sum(dim=(2, 3))",
                "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)",
            },
            "global_sum_pool_keepdim": {
                "x.mean(dim=(2, 3))": "x.sum(dim=(2, 3), keepdim=True)",
                "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)",
            },
            "global_avg_pool3d": {
                "x.mean(dim=(2, 3))": "x.mean(dim=(2, 3, 4))",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": (
                    "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]"
                ),
                "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                "size = height * width": "size = depth * height * width",
            },
            "global_avg_pool3d_adaptive": {
                "x.mean(dim=(2, 3))": "F.adaptive_avg_pool3d(x, 1)",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": (
                    "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]"
                ),
                "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                "size = height * width": "size = depth * height * width",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1, 1)",
            },
            "global_avg_pool_sample": {
                "x.mean(dim=(2, 3))": "x.mean(dim=(1, 2, 3))",
                "size = height * width": "size = channels * height * width",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n)",
                "[(n * channels,)]": "[(n,)]",
            },
            "global_rms_pool": {
                "x.mean(dim=(2, 3))": "x.square().mean(dim=(2, 3)).sqrt()",
                "partial += tl.where(mask, x, 0.0)": "partial += tl.where(mask, x * x, 0.0)",
                "tl.sum(partial, axis=0) / size": "tl.sqrt(tl.sum(partial, axis=0) / size)",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "global_max_pool": {
        "FAMILY": {
            "global_max_pool_keepdim": {
                "x.amax(dim=(2, 3))": "x.amax(dim=(2, 3), keepdim=True)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)",
            },
            "global_max_pool_adaptive": {
                "x.amax(dim=(2, 3))": "F.adaptive_max_pool2d(x, 1)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)",
            },
            "global_max_pool_flatten": {"x.amax(dim=(2, 3))": "F.adaptive_max_pool2d(x, 1).flatten(1)"},
            "global_max_pool_time": {
                "x.amax(dim=(2, 3))": "x.max(dim=2).values",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": (
                    "CASES = [(1, 1, 1), (2, 3, 33), (1, 2, 1200)]"
                ),
                "n, channels, height, width = x.shape": "n, channels, size = x.shape",
                "size = height * width": "",
            },
            "global_min_pool": {
                "x.amax(dim=(2, 3))": "x.amin(dim=(2, 3))",
                'best = tl.full((BLOCK,), float("-inf"), tl.float32)': (
                    'best = tl.full((BLOCK,), float("inf"), tl.float32)'
                ),
                'best = tl.maximum(best, tl.where(mask, x, float("-inf")))': (
                    'best = tl.minimum(best, tl.where(mask, x, float("inf")))'
                ),
                "y = tl.max(best, axis=0)": "y = tl.min(best, axis=0)",
            },
            "global_max_pool3d": {
                "x.amax(dim=(2, 3))": "x.amax(dim=(2, 3, 4))",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]": (
                    "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]"
                ),
                "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                "size = height * width": "size = depth * height * width",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "global_pool2d_flat_prologue": {
        "FAMILY": {
            "global_sum": {
                "torch.mean": "torch.sum",
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.sum(lanes, axis=0)",
            },
            "global_max": {
                "torch.mean": "torch.amax",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("-inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(inside, v, float("-inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.max(lanes, axis=0)",
            },
            "global_min": {
                "torch.mean": "torch.amin",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(inside, v, float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.min(lanes, axis=0)",
            },
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "H", "W"),
                ("n", "c", "row", "column"),
                (
                    ("", {0: "n = plane // C", 1: "c = plane % C"}),
                    ("inside = pixels < H * W", {2: "row = pixels // W", 3: "column = pixels % W"}),
                ),
                (0, 1),
                "",
                (),
                "",
                {
                    "C": "tl.load(z_ptr + plane % C)",
                    "N, C": "tl.load(z_ptr + plane)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
                ("pixels", 2, 3),
            )
        ],
    },
    "global_pool2d_prologue": {
        "FAMILY": {
            "global_sum": {
                "torch.mean": "torch.sum",
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.sum(lanes, axis=0)",
            },
            "global_max": {
                "torch.mean": "torch.amax",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("-inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(inside, v, float("-inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.max(lanes, axis=0)",
            },
            "global_min": {
                "torch.mean": "torch.amin",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(inside, v, float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.min(lanes, axis=0)",
            },
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "H", "W"),
                ("n", "c", "row", "column"),
                (
                    ("", {0: "n = plane // C", 1: "c = plane % C"}),
                    ("inside = pixels < H * W", {2: "row = pixels // W", 3: "column = pixels % W"}),
                ),
                (0, 1),
                "",
                (),
                "",
                {
                    "C, 1, 1": "tl.load(z_ptr + plane % C)",
                    "N, C, 1, 1": "tl.load(z_ptr + plane)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
                ("pixels", 2, 3),
            )
        ],
    },
    "global_pool3d_prologue": {
        "FAMILY": {
            "global_sum": {
                "torch.mean": "torch.sum",
                "y = tl.sum(lanes, axis=0) / (D * H * W)": "y = tl.sum(lanes, axis=0)",
            },
            "global_max": {
                "torch.mean": "torch.amax",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("-inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(inside, v, float("-inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (D * H * W)": "y = tl.max(lanes, axis=0)",
            },
            "global_min": {
                "torch.mean": "torch.amin",
                "lanes = tl.zeros((BLOCK,), tl.float32)": (
                    'lanes = tl.full((BLOCK,), float("inf"), tl.float32)'
                ),
                "lanes += tl.where(inside, v, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(inside, v, float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / (D * H * W)": "y = tl.min(lanes, axis=0)",
            },
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "D", "H", "W"),
                ("n", "c", "depth", "row", "column"),
                (
                    ("", {0: "n = plane // C", 1: "c = plane % C"}),
                    (
                        "inside = voxels < D * H * W",
                        {
                            2: "depth = voxels // (H * W)",
                            3: "row = voxels // W % H",
                            4: "column = voxels % W",
                        },
                    ),
                ),
                (0, 1),
                "",
                (),
                "",
                {
                    "C, 1, 1, 1": "tl.load(z_ptr + plane % C)",
                    "N, C, 1, 1, 1": "tl.load(z_ptr + plane)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
                ("voxels", 2, 3, 4),
            )
        ],
    },
    "lp_pool1d": {
        "FAMILY": {
            "lp_pool1d_p1": {
                "norm_type=2": "norm_type=1",
                "total += x * x": "total += x",
                "y = tl.sqrt(total)": "y = total",
            },
            "lp_pool1d_p4": {
                "norm_type=2": "norm_type=4",
                "total += x * x": "total += (x * x) * (x * x)",
                "y = tl.sqrt(total)": "y = tl.sqrt(tl.sqrt(total))",
            },
        },
        "AXES": [
            {
                "k2": {"kernel_size=3": "kernel_size=2", "window = 3": "window = 2"},
                "k4": {"kernel_size=3": "kernel_size=4", "window = 3": "window = 4"},
                "k5": {"kernel_size=3": "kernel_size=5", "window = 3": "window = 5"},
                "k6": {"kernel_size=3": "kernel_size=6", "window = 3": "window = 6"},
                "k7": {"kernel_size=3": "kernel_size=7", "window = 3": "window = 7"},
                "k8": {"kernel_size=3": "kernel_size=8", "window = 3": "window = 8"},
            },
            {
                "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
                "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
            },
            {
                "unbatched": {
                    "[(1, 1, 8), (2, 3, 33), (3, 5, 100)]": "[(1, 8), (3, 33), (5, 100)]",
                    "n, channels, length = x.shape": "channels, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
                }
            },
            ("UNARY", "x = F.softsign(x)", "x = x / (1.0 + tl.abs(x))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "lp_pool2d": {
        "FAMILY": {
            "lp_pool2d_p1": {
                "norm_type=2": "norm_type=1",
                "total += x * x": "total += x",
                "y = tl.sqrt(total)": "y = total",
            },
            "lp_pool2d_p4": {
                "norm_type=2": "norm_type=4",
                "total += x * x": "total += (x * x) * (x * x)",
                "y = tl.sqrt(total)": "y = tl.sqrt(tl.sqrt(total))",
            },
        },
        "AXES": [
            {
                "k2": {
                    "kernel_size=3": "kernel_size=2",
                    "kernel_h, kernel_w = 3, 3": "kernel_h, kernel_w = 2, 2",
                },
                "k4": {
                    "kernel_size=3": "kernel_size=4",
                    "kernel_h, kernel_w = 3, 3": "kernel_h, kernel_w = 4, 4",
                },
                "k5": {
                    "kernel_size=3": "kernel_size=5",
                    "kernel_h, kernel_w = 3, 3": "kernel_h, kernel_w = 5, 5",
                },
                "k": (
                    {
                        "kernel_size=3": "kernel_size=({0}, {1})",
                        "kernel_h, kernel_w = 3, 3": "kernel_h, kernel_w = {0}, {1}",
                    },
                    "23 31 32 13 42 25 15 41",
                ),
            },
            {
                "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
                "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
                "s": (
                    {
                        "stride=2": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 32 13 31 23",
                ),
            },
            {
                "unbatched": {
                    "[(1, 1, 6, 6), (2, 3, 17, 15), (1, 2, 16, 33)]": "[(1, 6, 6), (3, 17, 15), (2, 16, 33)]",
                    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
                }
            },
            ("UNARY", "x = F.softsign(x)", "x = x / (1.0 + tl.abs(x))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "max_pool1d": {
        "AXES": [
            K2_K2P1_K3_3,
            S1_S3_S4,
            D2_D3,
            CEIL,
            ROWS_UNBATCHED,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "max_pool1d_places": {"AXES": [K2_K2P1_K3_3, S1_S3_S4, D2_D3, CEIL, UNBATCHED_2]},
    "max_pool1d_with_places": {
        "FAMILY": {"max_pool1d_places_first": {"return y, place": "return place, y"}},
        "AXES": [
            K2_K2P1_K3_3,
            S1_S3_S4,
            D2_D3,
            CEIL,
            UNBATCHED_2,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "max_pool2d": {
        "AXES": [
            K2_K2P1_K3_2,
            S1_S3_S4_2,
            D2_D_2,
            CEIL_3,
            UNBATCHED,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "max_pool2d_places": {"AXES": [K2_K2P1_K3_2, S1_S3_S4_2, D2_D_2, CEIL_3, UNBATCHED]},
    "max_pool2d_with_places": {
        "FAMILY": {"max_pool2d_places_first": {"return y, place": "return place, y"}},
        "AXES": [
            K2_K2P1_K3_2,
            S1_S3_S4_2,
            D2_D_2,
            CEIL_3,
            UNBATCHED,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "max_pool3d": {
        "AXES": [
            K2_K2P1_K3,
            S1_S3_S,
            D2_D,
            CEIL_2,
            UNBATCHED_3,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "max_pool3d_places": {"AXES": [K2_K2P1_K3, S1_S3_S, D2_D, CEIL_2, UNBATCHED_3]},
    "max_pool3d_with_places": {
        "FAMILY": {"max_pool3d_places_first": {"return y, place": "return place, y"}},
        "AXES": [
            K2_K2P1_K3,
            S1_S3_S,
            D2_D,
            CEIL_2,
            UNBATCHED_3,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "min_pool1d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            K2_K2P1_K3_3,
            S1_S3_S4,
            D2_D3,
            CEIL,
            ROWS_UNBATCHED,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "min_pool2d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            K2_K2P1_K3_2,
            S1_S3_S4_2,
            D2_D_2,
            CEIL_3,
            UNBATCHED,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "min_pool3d": {
        "AXES": [
            {"max_of_negated": {"y = -y": ""}},
            K2_K2P1_K3,
            S1_S3_S,
            D2_D,
            CEIL_2,
            UNBATCHED_3,
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
            K3S2P1_K3S1P1_K3S3P0,
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
            K3S2P1_K3S1P1_K3S3P0,
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
                "OL = span // stride + 1": (
                    "OL = min((span - 1) // stride + 2, (L + pad - 1) // stride + 1)"
                ),
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
            S1_S3,
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
            K,
            SUB_FROM_ADD,
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
