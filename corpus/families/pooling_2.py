"""Tables of the families of pooling, avg_pool3d to lp_pool2d."""

FAMILIES = {
    "avg_pool3d": {
        "FAMILY": {
            "avg_pool3d_ceil": {
                "count_include_pad=True": "ceil_mode=True",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth + PAD_D) - front\n"
                    "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
                    "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left\n"
                    "y = total / (slabs * rows * columns)"
                ),
                "(depth + 2 * pad_d - kernel_d) // stride_d + 1": (
                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                    "triton.cdiv(depth + pad_d, stride_d))"
                ),
                "(height + 2 * pad_h - kernel_h) // stride_h + 1": (
                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                    "triton.cdiv(height + pad_h, stride_h))"
                ),
                "(width + 2 * pad_w - kernel_w) // stride_w + 1": (
                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                    "triton.cdiv(width + pad_w, stride_w))"
                ),
            },
            "avg_pool3d_divisor": (
                {
                    "count_include_pad=True": "divisor_override={0}",
                    "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": "y = total / {0}.0",
                },
                "2 5 9",
            ),
            "avg_pool3d_exclude_ceil": {
                "count_include_pad=True": "ceil_mode=True, count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)"
                ),
                "(depth + 2 * pad_d - kernel_d) // stride_d + 1": (
                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                    "triton.cdiv(depth + pad_d, stride_d))"
                ),
                "(height + 2 * pad_h - kernel_h) // stride_h + 1": (
                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                    "triton.cdiv(height + pad_h, stride_h))"
                ),
                "(width + 2 * pad_w - kernel_w) // stride_w + 1": (
                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                    "triton.cdiv(width + pad_w, stride_w))"
                ),
            },
            "avg_pool3d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)"
                ),
            },
        },
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
                "unbatched": {
                    "[(1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]": "[(1, 5, 5, 5), (3, 6, 7, 8)]",
                    "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
                    "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "gem_pool2d": {
        "FAMILY": {
            "gem_pool2d_3": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(3)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 3)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": "total += x * x * x",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_4": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(4)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 4)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": "t = x * x\ntotal += t * t",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 4.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_5": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(5)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 5)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": (
                    "t = x * x\ntotal += t * t * x"
                ),
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 5.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_6": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(6)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 6)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": (
                    "t = x * x\ntotal += t * t * t"
                ),
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 6.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
        },
        "AXES": [
            {
                "k": (
                    {
                        "kernel_size=3": "kernel_size={0}",
                        "window_h, window_w = 3, 3": "window_h, window_w = {0}, {0}",
                    },
                    "2 4",
                ),
                "by": (
                    {
                        "kernel_size=3": "kernel_size=({0}, {1})",
                        "window_h, window_w = 3, 3": "window_h, window_w = {0}, {1}",
                    },
                    "23 31 13 42",
                ),
            },
            {
                "s": (
                    {"stride=2": "stride={0}", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {0}"},
                    "1 3",
                ),
                "s_by": (
                    {
                        "stride=2": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 23",
                ),
            },
            {
                "eps": ({"min=0.001": "min=0.{0}", "tl.maximum(x, 0.001)": "tl.maximum(x, 0.{0})"}, "1"),
                "tiny": {"min=0.001": "min=1e-6", "tl.maximum(x, 0.001)": "tl.maximum(x, 1e-6)"},
                "positive": {
                    "x = x.clamp(min=0.001)": "x = torch.relu(x) + 0.001",
                    "x = tl.maximum(x, 0.001)": "x = tl.maximum(x, 0.0) + 0.001",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
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
}
