"""Tables of the families of matrix products, linear_softmax to matmul_logsumexp."""

FAMILIES = {
    "linear_softmax": {
        "FAMILY": {
            "linear_log_softmax": {
                "torch.softmax(y, dim=-1)": "torch.log_softmax(y, dim=-1)",
                "y = tl.exp(y - largest) / total": "y = y - largest - tl.log(total)",
            }
        },
        "AXES": [
            {
                "no_bias": {
                    ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                    "(x, w, b)": "(x, w)",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b, logits": "[grid](x, w, logits",
                },
                "matmul": {
                    ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N) / K ** 0.5",
                    "(x, w, b)": "(x, w)",
                    "F.linear(x, w, b)": "x @ w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b, logits": "[grid](x, w, logits",
                    "N = w.shape[0]": "N = w.shape[1]",
                    "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear_to_two": {
        "FAMILY": {
            "linear_to_two_other": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(*rows, N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_row": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_column": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(*rows, 1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_one": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_scalar": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(())\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "w, b)": "w)",
                    "b = torch.randn(N)": "",
                    "b_ptr, ": "",
                    "w, b, v": "w, v",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                },
                "product": {
                    "torch.randn(N, K)": "torch.randn(K, N)",
                    "F.linear(x, w, b)": "x @ w + b",
                    "N, K = w.shape": "K, N = w.shape",
                    "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()",
                },
                "product_no_bias": {
                    "torch.randn(N, K)": "torch.randn(K, N)",
                    "F.linear(x, w, b)": "x @ w",
                    "N, K = w.shape": "K, N = w.shape",
                    "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()",
                    "w, b)": "w)",
                    "b = torch.randn(N)": "",
                    "b_ptr, ": "",
                    "w, b, v": "w, v",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                },
            },
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {"y_first": {"return v, y": "return y, v"}},
        ],
    },
    "linear_transposed": {
        "FAMILY": {
            "linear_transposed_no_bias": {
                "b = torch.randn(N)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, z, w, b": "[grid](x, z, w",
            },
            "linear_transposed_residual_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
            },
        },
        "AXES": [
            ("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # tokens that lie in a plane or in a volume
                "images": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                    "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3)",
                    "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)",
                },
                "volumes": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                    "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3, 2)",
                    "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)",
                },
            },
        ],
    },
    "linear_turned": {
        "FAMILY": {
            "linear_turned_no_bias": {
                "b = torch.randn(N)": "",
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "rows": {
                    "y = y.transpose(1, 2)": "y = y.reshape(-1, w.shape[0])",
                    "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((B * T, N)",
                    "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]": "offsets = rows[:, None] * N + columns[None, :]",
                },
                "images": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                    "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)",
                },
                "volumes": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                    "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)",
                },
                "time_first": {
                    "y = y.transpose(1, 2)": "y = y.transpose(0, 1)",
                    "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((T, B, N)",
                    "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]": "offsets = ((rows % T)[:, None] * (M // T) + (rows // T)[:, None]) * N + columns[None, :]",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_3d_2d": {
        "FAMILY": {
            "matmul_3d_2d_transposed": {
                "torch.randn(K, N)": "torch.randn(N, K)",
                "torch.matmul(x, w)": "torch.matmul(x, w.T)",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_3d_2d_binary": {
        "FAMILY": {
            "matmul_3d_2d_row": {
                "torch.randn(B, T, N)": "torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_3d_2d_plane": {
                "torch.randn(B, T, N)": "torch.randn(T, N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "matmul_3d_2d_column": {
                "torch.randn(B, T, N)": "torch.randn(B, T, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + rows, mask=rows < B * T, other=0.0).to(tl.float32)[:, None]",
            },
            "matmul_3d_2d_scalar": {
                "torch.randn(B, T, N)": "torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
        },
        "AXES": [
            {
                "transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "torch.matmul(x, w)": "torch.matmul(x, w.T)",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                }
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_4d": {
        "FAMILY": {
            "matmul_4d_scores": {
                "torch.randn(B, H, K, N)": "torch.randn(B, H, N, K)",
                "torch.matmul(x, w)": "torch.matmul(x, w.transpose(-2, -1))",
                "N = w.shape[3]": "N = w.shape[2]",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()",
            },
            "matmul_4d_sequence_first": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": "torch.randn(B, M, H, K), torch.randn(B, K, H, N)",
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bkhn->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
            },
            "matmul_4d_sequence_first_scores": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": "torch.randn(B, M, H, K), torch.randn(B, N, H, K)",
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bnhk->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                "N = w.shape[3]": "N = w.shape[1]",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()",
            },
            "matmul_4d_shared_head": {
                "torch.randn(B, H, K, N)": "torch.randn(B, 1, K, N)",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wh, stride_wk, stride_wn = w.stride(0), 0, w.stride(2), w.stride(3)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_4d_2d": {
        "FAMILY": {
            "matmul_4d_2d_transposed": {
                "torch.randn(L, K)": "torch.randn(K, L)",
                '"bijl,lk->bijk"': '"bijl,kl->bijk"',
                "K = w.shape[1]": "K = w.shape[0]",
                "stride_wl, stride_wk = w.stride()": "stride_wk, stride_wl = w.stride()",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_binary": {
        "FAMILY": {
            "matmul_row_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_column_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(M, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
            },
            "matmul_one_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "matmul_scalar_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
        },
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "y = x @ w": "y = x.T @ w",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
                "both_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x.T @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "matmul_by_pair": {
        "AXES": [
            "SHAPE_OF_Z",
            {  # which of them is stored the other way round
                "x": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = w @ x": "y = w @ x.mT",
                    "(K, N), M = shape[-2:], w.shape[-2]": "(N, K), M = shape[-2:], w.shape[-2]",
                    "x.expand(A, B, C, K, N), z.expand(A, B, C, K, N)": "x.expand(A, B, C, N, K).mT, z.expand(A, B, C, N, K).mT",
                },
                "w": {
                    "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                    "y = w @ x": "y = w.mT @ x",
                    "(K, N), M = shape[-2:], w.shape[-2]": "(K, N), M = shape[-2:], w.shape[-1]",
                    "w.expand(A, B, C, M, K)": "w.expand(A, B, C, K, M).mT",
                },
                "both": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = w @ x": "y = w.mT @ x.mT",
                    "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                    "(K, N), M = shape[-2:], w.shape[-2]": "(N, K), M = shape[-2:], w.shape[-1]",
                    "x.expand(A, B, C, K, N), z.expand(A, B, C, K, N)": "x.expand(A, B, C, N, K).mT, z.expand(A, B, C, N, K).mT",
                    "w.expand(A, B, C, M, K)": "w.expand(A, B, C, K, M).mT",
                },
            },
            "RANKS",
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_by_size": {
        "FAMILY": {
            "root": {
                "y = y / w.shape[-2]": "y = y / math.sqrt(w.shape[-2])",
                "scale = 1 / K": "scale = 1 / math.sqrt(K)",
            },
            "times_root": {
                "y = y / w.shape[-2]": "y = y * w.shape[-2] ** -0.5",
                "scale = 1 / K": "scale = K ** -0.5",
            },
            "by_root": {
                "y = y / w.shape[-2]": "y = y * math.sqrt(w.shape[-2])",
                "scale = 1 / K": "scale = math.sqrt(K)",
            },
            "share": {"y = y / w.shape[-2]": "y = y * (1.0 / w.shape[-2])"},
            "width": {"y = y / w.shape[-2]": "y = y / y.shape[-1]", "scale = 1 / K": "scale = 1 / N"},
            "width_root": {
                "y = y / w.shape[-2]": "y = y / y.shape[-1] ** 0.5",
                "scale = 1 / K": "scale = 1 / math.sqrt(N)",
            },
            "height": {"y = y / w.shape[-2]": "y = y / y.shape[-2]", "scale = 1 / K": "scale = 1 / M"},
            "matrix": {
                "y = y / w.shape[-2]": "y = y / (y.shape[-1] * y.shape[-2])",
                "scale = 1 / K": "scale = 1 / (M * N)",
            },
            "less_one": {
                "y = y / w.shape[-2]": "y = y / (w.shape[-2] - 1)",
                "scale = 1 / K": "scale = float(K - 1)",  # as a covariance
                "y = y * scale": "y = y / scale",
            },
        },
        "AXES": [
            {
                "x": {
                    "torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
                    "y = x @ w": "y = x.transpose(-2, -1) @ w",
                    "(M, K), N = x.shape[-2:], w.shape[-1]": "x = x.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]",
                },
                "w": {
                    "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                    "y = x @ w": "y = x @ w.transpose(-2, -1)",
                    "w.shape[-2]": "w.shape[-1]",
                    "(M, K), N = x.shape[-2:], w.shape[-1]": "w = w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]",
                },
            },
            "RANKS",
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_chain": {
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "y = x @ w": "y = x.T @ w",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
                "both_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x.T @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
            },
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ]
    },
    "matmul_joins": {
        "FAMILY": {
            "matmul_row_row": {
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_full_full": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            },
            "matmul_full_row": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_row_one": {
                "z = torch.randn(M, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "matmul_one_row": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_scalar_row": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_row_scalar": {
                "z = torch.randn(M, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "matmul_scalar_full": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
            },
            "matmul_one_one": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "matmul_full_column": {
                "s = torch.randn(N)": "s = torch.randn(M, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(M, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
            },
            "matmul_column_row": {
                "s = torch.randn(N)": "s = torch.randn(M, 1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "matmul_scalar_scalar": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(M, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
        },
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "y = x @ w": "y = x.T @ w",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
                "both_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x.T @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
            },
            {
                "sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
                "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
                "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
                "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
                "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
                "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"},
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "matmul_kept": {
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "y = x @ w": "y = x.T @ w",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
                "both_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x.T @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
            },
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}},
        ]
    },
    "matmul_logsumexp": {
        "FAMILY": {
            "matmul_logsumexp_no_bias": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, z": "[grid](x, w, z",
            }
        },
        "AXES": [
            {"keepdim": {"dim=-1)": "dim=-1, keepdim=True)", "torch.empty((M,)": "torch.empty((M, 1)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional"),
        ],
    },
}
