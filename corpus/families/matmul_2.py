"""Tables of the families of matrix products, einsum to linear_gate."""

from corpus.families.axes_2 import NO_BIAS

FAMILIES = {
    "einsum": {
        "FAMILY": {
            "einsum_values": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                "bmhk,bnhk->bhmn": "bhmk,bkhn->bmhn",
                "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"
                ),
            },
            "einsum_heads_out": {
                "w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
                "bmhk,bnhk->bhmn": "bmhk,hkn->bmhn",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wh, stride_wk, stride_wn = w.stride()\nstride_wb = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"
                ),
            },
            "einsum_per_head": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
                "bmhk,bnhk->bhmn": "bhmk,hkn->bhmn",
                "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wh, stride_wk, stride_wn = w.stride()\nstride_wb = 0"
                ),
            },
            "einsum_head_major": {
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                "bmhk,bnhk->bhmn": "bmhk,bkhn->bmhn",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"
                ),
            },
            "einsum_channels": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M, H)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
                "bmhk,bnhk->bhmn": "bkmh,nk->bnmh",
                "B, M, H, K = x.shape": "B, K, M, H = x.shape",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, N, M, H)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_yn, stride_ym, stride_yh = y.stride()"
                ),
            },
            "einsum_three": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K, B)",
                "bmhk,bnhk->bhmn": "bmk,nkb->nmb",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wn, stride_wk, stride_wb = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((N, M, B)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yn, stride_ym, stride_yb = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_shared": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
                "bmhk,bnhk->bhmn": "bhmk,nk->bhmn",
                "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0"
                ),
            },
            "einsum_shared_keys": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)",
                "bmhk,bnhk->bhmn": "bhmk,bnk->bhmn",
                "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()\nstride_wh = 0"
                ),
            },
            "einsum_experts": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
                "bmhk,bnhk->bhmn": "bmk,bkn->mbn",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_ym, stride_yb, stride_yn = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_mixture": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
                "bmhk,bnhk->bhmn": "mk,bkn->bmn",
                "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xm, stride_xk = x.stride()\nstride_xb, stride_xh = 0, 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_ym, stride_yn = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_mixture_last": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
                "bmhk,bnhk->bhmn": "mk,bkn->mbn",
                "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xm, stride_xk = x.stride()\nstride_xb, stride_xh = 0, 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_ym, stride_yb, stride_yn = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_turned": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)",
                "bmhk,bnhk->bhmn": "bkm,bnk->bmn",
                "B, M, H, K = x.shape": "B, K, M = x.shape\nH = 1",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()\nstride_xh = 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_ym, stride_yn = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_turned_out": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)",
                "bmhk,bnhk->bhmn": "bmk,bkn->bnm",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xm, stride_xk = x.stride()\nstride_xh = 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wn = w.stride()\nstride_wh = 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((B, N, M)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yb, stride_yn, stride_ym = y.stride()\nstride_yh = 0"
                ),
            },
            "einsum_matrices": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)",
                "bmhk,bnhk->bhmn": "km,nk->nm",
                "B, M, H, K = x.shape": "K, M = x.shape\nB = 1\nH = 1",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xk, stride_xm = x.stride()\nstride_xb, stride_xh = 0, 0"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wn, stride_wk = w.stride()\nstride_wb, stride_wh = 0, 0"
                ),
                "torch.empty((B, H, M, N)": "torch.empty((N, M)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                    "stride_yn, stride_ym = y.stride()\nstride_yb, stride_yh = 0, 0"
                ),
            },
            "einsum_states": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, H, K, N)",
                "bmhk,bnhk->bhmn": "bhkm,bhkn->bhmn",
                "B, M, H, K = x.shape": "B, H, K, M = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()"
                ),
            },
            "einsum_memory": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, H, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                "bmhk,bnhk->bhmn": "bkhm,bkhn->bhmn",
                "B, M, H, K = x.shape": "B, K, H, M = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()"
                ),
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()": (
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"
                ),
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "gram_batched": {
        "FAMILY": {
            "gram_batched_mean": {
                "  # (B, M, M)": " / x.shape[2]  # (B, M, M)",
                "y = total": "y = total / K",
            },
            "gram_batched_share": {
                "  # (B, M, M)": " / (x.shape[1] * x.shape[2])  # (B, M, M)",
                "y = total": "y = total / (M * K)",
            },
            "gram_batched_turned": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, x.transpose(1, 2))": "torch.bmm(x.transpose(1, 2), x)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "gram_batched_turned_mean": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, x.transpose(1, 2))  # (B, M, M)": (
                    "torch.bmm(x.transpose(1, 2), x) / x.shape[1]  # (B, M, M)"
                ),
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
                "y = total": "y = total / K",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            {  # of the planes of images or volumes, which are rows; their sizes count as one
                "images": {
                    "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3)\nreturn (x / K ** 0.25,)",
                    "gram_batched_torch(x):": (
                        "gram_batched_torch(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)"
                    ),
                    "gram_batched_triton(x):": (
                        "gram_batched_triton(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)"
                    ),
                },
                "volumes": {
                    "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3, 2)\nreturn (x / K ** 0.25,)",
                    "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.flatten(2)",
                    "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.flatten(2)",
                },
            },
        ],
    },
    "gram_split_k": {
        "FAMILY": {
            "mean": {
                "y = x.T @ x": "y = x.T @ x / x.shape[0]",
                "offsets = (split * M + rows[:, None]) * M + columns[None, :]": (
                    "y = y / K\noffsets = (split * M + rows[:, None]) * M + columns[None, :]"
                ),
            },
            "width": {
                "y = x.T @ x": "y = x.T @ x / x.shape[1]",
                "offsets = (split * M + rows[:, None]) * M + columns[None, :]": (
                    "y = y / M\noffsets = (split * M + rows[:, None]) * M + columns[None, :]"
                ),
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "grouped_linear": {
        "FAMILY": {
            "turned": {
                '"bgk,gkn->bgn"': '"bgk,gnk->bgn"',
                "torch.randn(G, K, N)": "torch.randn(G, N, K)",
                "N = w.shape[-1]": "w = w.transpose(1, 2)\nN = w.shape[-1]",
            },
            "from_groups_first": {
                '"bgk,gkn->bgn"': '"gbk,gkn->bgn"',
                "torch.randn(B, G, K)": "torch.randn(G, B, K)",
                "B, G, K = x.shape": "x = x.transpose(0, 1)\nB, G, K = x.shape",
            },
        },
        "AXES": [
            {
                "plain": {
                    "y = y + bias": "",
                    "bias = torch.randn(G, N)": "",
                    "return x, w, bias": "return x, w",
                    "(x, w, bias)": "(x, w)",
                    (
                        "bias = tl.load(bias_ptr + g * N + columns, mask=columns < N, "
                        "other=0.0).to(tl.float32)"
                    ): "",
                    "bias_ptr, y_ptr": "y_ptr",
                    "bias = bias.contiguous()": "",
                    "(x, w, bias, y": "(x, w, y",
                },
                "shared": {
                    "bias = torch.randn(G, N)": "bias = torch.randn(N)",
                    "bias_ptr + g * N + columns": "bias_ptr + columns",
                },
            },
            ("TAIL_X", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear": {
        "FAMILY": {
            "linear_no_bias": {
                "torch.randn(N, K) / K ** 0.5, torch.randn(N)": "torch.randn(N, K) / K ** 0.5",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            }
        },
        "AXES": [
            {  # one output; more leading dimensions
                "one": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": (
                        "CASES = [(1, 2, 3), (1, 37, 13), (1, 9, 2, 35), (1, 12), (1, 3, 2, 4, 6)]"
                    )
                },
                "line": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": (
                        "CASES = [(2, 3), (13, 37), (66, 50)]"
                    )
                },
                "volumes": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": (
                        "CASES = [(2, 1, 1, 2, 1, 3), (5, 3, 2, 4, 6, 7), (33, 12, 2, 3, 2, 5)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_affine": {
        "FAMILY": {
            "linear_shift_scale": {
                "y = y * scale + shift": "y = (y + shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y + shift[None, :]) * scale[None, :]",
            },
            "linear_centre_scale": {
                "y = y * scale + shift": "y = (y - shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y - shift[None, :]) * scale[None, :]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_binary": {
        "FAMILY": {
            "linear_row_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_column_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "linear_one_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "linear_scalar_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "(x, z, w, b)": "(x, z, w)",
                    "return x, z, w, b": "return x, z, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "linear_chain": {
        "AXES": [
            NO_BIAS,
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ]
    },
    "linear_filled": {
        "FAMILY": {
            "large": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, -1e9, y)",
            },
            "zero": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, 0.0)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, 0.0, y)",
            },
            "not": {
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(~m, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m, y, -float("inf"))',
            },
            "not_large": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(~m, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, -1e9)",
            },
            "not_zero": {
                'y.masked_fill(m, float("-inf"))': "torch.where(m, y, 0.0)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)",
            },
            "float": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)',
            },
            "float_large": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m == 0, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m == 0, -1e9, y)",
            },
            "integer": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).long()",
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)',
            },
            "times": {
                'y.masked_fill(m, float("-inf"))': "y * m",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)",
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "b = torch.randn(N)": "",
                    "(x, m, w, b)": "(x, m, w)",
                    "return x, m, w, b": "return x, m, w",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, m, w, b": "[grid](x, m, w",
                }
            },
            ("TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "linear_gate": {
        "FAMILY": {
            "linear_gate_no_bias": {
                "b = torch.randn(C)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            },
            "linear_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
            },
            "conv2d_gate": {
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "F.linear(x, w, b)": "F.conv2d(x, w, b)",
                "y = y[:, :, None, None]": "",
            },
            "conv2d_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "F.linear(x, w, b)": "F.conv2d(x, w, b)",
                "y = y[:, :, None, None]": "",
            },
            "conv2d_gate_no_bias": {
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "y = y[:, :, None, None]": "",
                "b = torch.randn(C)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.conv2d(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
        ],
    },
}
