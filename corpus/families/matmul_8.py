"""Tables of the families of matrix products, outer_batched to vecmat."""

FAMILIES = {
    "outer_batched": {
        "AXES": [
            ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "outer_of_ranks": {
        "FAMILY": {
            "kept": {
                "torch.randn(A, B)": "torch.randn(A, 1, B, 1)",
                "torch.randn(C, D)": "torch.randn(C, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "turned": {
                "torch.randn(A, B)": "torch.randn(A, B, 1, 1)",
                "torch.randn(C, D)": "torch.randn(C, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "matrix_of_vectors": {
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, None], z[None, None, :, :]"
            },
            "within": {
                "torch.randn(A, B)": "torch.randn(A, B, C)",
                "torch.randn(C, D)": "torch.randn(A, B, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, :, None], z[:, :, None, :]",
            },
            "within_kept": {
                "torch.randn(A, B)": "torch.randn(A, B, C, 1)",
                "torch.randn(C, D)": "torch.randn(A, B, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "pairs": {
                "torch.randn(A, B)": "torch.randn(A, B, D)",
                "torch.randn(C, D)": "torch.randn(A, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, :], z[:, None, :, :]",
            },
            "pairs_turned": {
                "torch.randn(A, B)": "torch.randn(A, B, D)",
                "torch.randn(C, D)": "torch.randn(A, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :, :], z[:, :, None, :]",
            },
            "pairs_of_rows": {
                "torch.randn(A, B)": "torch.randn(B, D)",
                "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :], z[None, :, :]",
            },
            "pairs_of_rows_turned": {
                "torch.randn(A, B)": "torch.randn(B, D)",
                "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[None, :, :], z[:, None, :]",
            },
            "vector_of_matrix": {
                "torch.randn(A, B)": "torch.randn(A, B)",
                "torch.randn(C, D)": "torch.randn(D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None], z[None, None, :]",
            },
            "matrix_of_vector": {
                "torch.randn(A, B)": "torch.randn(B)",
                "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None], z[None, :, :]",
            },
            "vector_of_tensor": {
                "torch.randn(A, B)": "torch.randn(A)",
                "torch.randn(C, D)": "torch.randn(B, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None, None], z[None]",
            },
            "crossed": {
                "torch.randn(A, B)": "torch.randn(A, 1, C)",
                "torch.randn(C, D)": "torch.randn(B, 1)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "crossed_of_four": {
                "torch.randn(A, B)": "torch.randn(A, 1, C, D)",
                "torch.randn(C, D)": "torch.randn(1, B, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "crossed_columns": {
                "torch.randn(A, B)": "torch.randn(A, B, C, 1)",
                "torch.randn(C, D)": "torch.randn(B, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
            "middle": {
                "torch.randn(A, B)": "torch.randn(1, B, 1, D)",
                "torch.randn(C, D)": "torch.randn(A, 1, C, 1)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": "",
            },
        },
        "AXES": [
            ("BINARY+ATOMS_TWO", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ],
    },
    "triangular_both": {
        "FAMILY": {
            "triangular_product": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": "torch.tril(a) @ torch.tril(b)"
            },
            "triangular_product_upper": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": "torch.triu(a) @ torch.triu(b)",
                "begin = tile_n * BLOCK": "begin = tile_m * BLOCK",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK)": "end = tl.minimum(K, (tile_n + 1) * BLOCK)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
                "columns[None, :] <= k[:, None]": "columns[None, :] >= k[:, None]",
            },
            "triangular_both_upper": {
                "torch.tril(torch.matmul(torch.tril(a), torch.tril(b)))": (
                    "torch.triu(torch.matmul(torch.triu(a), torch.triu(b)))"
                ),
                "begin = tile_n * BLOCK": "begin = tile_m * BLOCK",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK)": "end = tl.minimum(K, (tile_n + 1) * BLOCK)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
                "columns[None, :] <= k[:, None]": "columns[None, :] >= k[:, None]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "triangular_matmul": {
        "FAMILY": {
            "upper_triangular_matmul": {
                "torch.tril(a) @ w": "torch.triu(a) @ w",
                "begin = 0": "begin = tile_m * BLOCK_M // BLOCK_K * BLOCK_K",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK_M)": "end = K",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
            },
            "strictly_lower_matmul": {
                "torch.tril(a) @ w": "torch.tril(a, diagonal=-1) @ w",
                "k[None, :] <= rows[:, None]": "k[None, :] < rows[:, None]",
            },
            "strictly_upper_matmul": {
                "torch.tril(a) @ w": "torch.triu(a, diagonal=1) @ w",
                "begin = 0": "begin = tile_m * BLOCK_M // BLOCK_K * BLOCK_K",
                "end = tl.minimum(K, (tile_m + 1) * BLOCK_M)": "end = K",
                "k[None, :] <= rows[:, None]": "k[None, :] > rows[:, None]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "vecmat": {
        "FAMILY": {
            "vecmat_transposed": {
                "torch.randn(K), torch.randn(K, N) / K ** 0.5": (
                    "torch.randn(K, N) / K ** 0.5, torch.randn(K)"
                ),
                "(v, w):": "(w, v):",
                "y = v @ w": "y = w.T @ v",
            },
            "vecmat_row": {
                "torch.randn(K), torch.randn(K, N) / K ** 0.5": (
                    "torch.randn(1, K), torch.randn(K, N) / K ** 0.5"
                ),
                "torch.empty((N,)": "torch.empty((1, N)",
                "N, K, v.stride(0)": "N, K, v.stride(1)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
