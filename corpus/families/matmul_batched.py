"""Tables of the families of batched products."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import HALVED_DOUBLED_SHIFTED, TRANSPOSED_BATCHED_FACTORS

FAMILIES = {
    "baddbmm": Derived("bmm_binary", {".bmm(x": ".baddbmm(c, x", "w)": "w,", "))": "),"},
        family={"baddbmm_row": {"torch.randn(B, M, N)": "torch.randn(B, 1, N)",
                                "stride_cb, stride_cm, stride_cn = c.stride()":
                                    "stride_cb, stride_cm, stride_cn = c.stride(0), 0, c.stride(2)"},
                "baddbmm_shared": {"torch.randn(B, M, N)": "torch.randn(M, N)",
                                   "stride_cb, stride_cm, stride_cn = c.stride()":
                                       "stride_cb, (stride_cm, stride_cn) = 0, c.stride()"}},
        axes=[{"second_transposed": ..., "first_transposed": ...},
              {"beta05": {"beta=1.0": "beta=0.5", "BETA=1.0": "BETA=0.5"},
               "beta2": {"beta=1.0": "beta=2.0", "BETA=1.0": "BETA=2.0"},
               "betam1": {"beta=1.0": "beta=-1.0", "BETA=1.0": "BETA=-1.0"}},
              {"alpha05": {"alpha=1.0": "alpha=0.5", "ALPHA=1.0": "ALPHA=0.5"},
               "alpha2": {"alpha=1.0": "alpha=2.0", "ALPHA=1.0": "ALPHA=2.0"},
               "alpham1": {"alpha=1.0": "alpha=-1.0", "ALPHA=1.0": "ALPHA=-1.0"},
               "alpha0125": {"alpha=1.0": "alpha=0.125", "ALPHA=1.0": "ALPHA=0.125"}},
              2,
              ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]),
    "bmm": {
        "FAMILY": {
            "bmm_second_transposed": {
                "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))", "N = w.shape[2]": "N = w.shape[1]",
                "stride_wb, stride_wk, stride_wn = w.stride()":
                    "stride_wb, stride_wn, stride_wk = w.stride()"},
            "bmm_first_transposed": {"torch.randn(B, M, K)": "torch.randn(B, K, M)",
                                     "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                                     "B, M, K = x.shape": "B, K, M = x.shape",
                                     "stride_xb, stride_xm, stride_xk = x.stride()":
                                         "stride_xb, stride_xk, stride_xm = x.stride()"},
            "bmm_both_transposed": {
                "torch.randn(B, M, K), torch.randn(B, K, N)": "torch.randn(B, K, M), torch.randn(B, N, K)",
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                "B, M, K = x.shape": "B, K, M = x.shape", "N = w.shape[2]": "N = w.shape[1]",
                "stride_xb, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm = x.stride()",
                "stride_wb, stride_wk, stride_wn = w.stride()":
                    "stride_wb, stride_wn, stride_wk = w.stride()"},
            "bmm_shared_first": {
                "torch.randn(B, M, K)": "torch.randn(M, K)", "torch.bmm(x, w)": "torch.matmul(x, w)",
                "B, M, K = x.shape": "B, (M, K) = w.shape[0], x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()":
                    "stride_xb, (stride_xm, stride_xk) = 0, x.stride()"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "bmm_binary": {
        "FAMILY": {
            "bmm_shared_binary": {"torch.randn(B, M, N)": "torch.randn(M, N)",
                                  "stride_zb, stride_zm, stride_zn = z.stride()":
                                      "stride_zb, (stride_zm, stride_zn) = 0, z.stride()"},
            "bmm_row_binary": {"torch.randn(B, M, N)": "torch.randn(N)",
                               "stride_zb, stride_zm, stride_zn = z.stride()":
                                   "stride_zb, stride_zm, stride_zn = 0, 0, z.stride(0)"},
            "bmm_scalar_binary": {
                "torch.randn(B, M, N)": "torch.randn(())",
                "stride_zb, stride_zm, stride_zn = z.stride()": "stride_zb, stride_zm, stride_zn = 0, 0, 0"},
            "bmm_column_binary": {"torch.randn(B, M, N)": "torch.randn(B, M, 1)",
                                  "stride_zb, stride_zm, stride_zn = z.stride()":
                                      "stride_zb, stride_zm, stride_zn = z.stride(0), z.stride(1), 0"},
            "bmm_mask_binary": {"torch.randn(B, M, N)": "torch.randn(B, 1, N)",
                                "stride_zb, stride_zm, stride_zn = z.stride()":
                                    "stride_zb, stride_zm, stride_zn = z.stride(0), 0, z.stride(2)"}},
        "AXES": [
            {"second_transposed": {
                 "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                 "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))", "N = w.shape[2]": "N = w.shape[1]",
                 "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)"},
             "first_transposed": {
                 "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                 "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                 "B, M, K = x.shape": "B, K, M = x.shape",
                 "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)"},
             "both_transposed": {
                 "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                 "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                 "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                 "B, M, K = x.shape": "B, K, M = x.shape", "N = w.shape[2]": "N = w.shape[1]",
                 "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
                 "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)"},
             "residual_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "bmm_kept": Derived("bmm",
        axes=[("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
              ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
              ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
              ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
              {"y_first": {"return z, y": "return y, z"}}]),
    "bmm_orders": {"AXES": [
        {"x_bkm": {
             "x = torch.randn(B, M, K)": "x = torch.randn(B, K, M)", "y = (x": "y = (x.transpose(1, 2)",
             "B, M, K = x.shape": "B, K, M = x.shape",
             "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()"},
         "x_mbk": {
             "x = torch.randn(B, M, K)": "x = torch.randn(M, B, K)", "y = (x": "y = (x.transpose(0, 1)",
             "B, M, K = x.shape": "M, B, K = x.shape",
             "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xb, stride_xk = x.stride()"},
         "x_kbm": {
             "x = torch.randn(B, M, K)": "x = torch.randn(K, B, M)", "y = (x": "y = (x.permute(1, 2, 0)",
             "B, M, K = x.shape": "K, B, M = x.shape",
             "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xk, stride_xb, stride_xm = x.stride()"},
         "x_mkb": {
             "x = torch.randn(B, M, K)": "x = torch.randn(M, K, B)", "y = (x": "y = (x.permute(2, 0, 1)",
             "B, M, K = x.shape": "M, K, B = x.shape",
             "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xk, stride_xb = x.stride()"},
         "x_kmb": {
             "x = torch.randn(B, M, K)": "x = torch.randn(K, M, B)", "y = (x": "y = (x.transpose(0, 2)",
             "B, M, K = x.shape": "K, M, B = x.shape",
             "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm, stride_xb = x.stride()"}},
        {"w_bnk": {
             "w = torch.randn(B, K, N)": "w = torch.randn(B, N, K)", "@ w)": "@ w.transpose(1, 2))",
             "w.shape[2]": "w.shape[1]",
             "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk = w.stride()"},
         "w_kbn": {
             "w = torch.randn(B, K, N)": "w = torch.randn(K, B, N)", "@ w)": "@ w.transpose(0, 1))",
             "w.shape[2]": "w.shape[2]",
             "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wb, stride_wn = w.stride()"},
         "w_nbk": {
             "w = torch.randn(B, K, N)": "w = torch.randn(N, B, K)", "@ w)": "@ w.permute(1, 2, 0))",
             "w.shape[2]": "w.shape[0]",
             "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wb, stride_wk = w.stride()"},
         "w_knb": {
             "w = torch.randn(B, K, N)": "w = torch.randn(K, N, B)", "@ w)": "@ w.permute(2, 0, 1))",
             "w.shape[2]": "w.shape[1]",
             "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wn, stride_wb = w.stride()"},
         "w_nkb": {
             "w = torch.randn(B, K, N)": "w = torch.randn(N, K, B)", "@ w)": "@ w.transpose(0, 2))",
             "w.shape[2]": "w.shape[0]",
             "stride_wb, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk, stride_wb = w.stride()"}},
        {"y_bnm": {
             "  # (B, M, N)": ".transpose(1, 2)  # (B, N, M)",
             "torch.empty((B, M, N)": "torch.empty((B, N, M)",
             "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_ym = y.stride()"},
         "y_mbn": {
             "  # (B, M, N)": ".transpose(0, 1)  # (M, B, N)",
             "torch.empty((B, M, N)": "torch.empty((M, B, N)",
             "stride_yb, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yn = y.stride()"},
         "y_nbm": {
             "  # (B, M, N)": ".permute(2, 0, 1)  # (N, B, M)",
             "torch.empty((B, M, N)": "torch.empty((N, B, M)",
             "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yn, stride_yb, stride_ym = y.stride()"},
         "y_mnb": {
             "  # (B, M, N)": ".permute(1, 2, 0)  # (M, N, B)",
             "torch.empty((B, M, N)": "torch.empty((M, N, B)",
             "stride_yb, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yn, stride_yb = y.stride()"},
         "y_nmb": {
             "  # (B, M, N)": ".transpose(0, 2)  # (N, M, B)",
             "torch.empty((B, M, N)": "torch.empty((N, M, B)",
             "stride_yb, stride_ym, stride_yn = y.stride()": "stride_yn, stride_ym, stride_yb = y.stride()"}},
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "bmm_reuse": Derived("bmm_kept", {"relu": "sin", "maximum": "sin", ", 0.0": ""},
        axes=[HALVED_DOUBLED_SHIFTED,
              ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
              ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
              ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
              ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
              0]),
    "gram_batched": {
        "FAMILY": {
            "gram_batched_mean": {
                "  # (B, M, M)": " / x.shape[2]  # (B, M, M)", "y = total": "y = total / K"},
            "gram_batched_share": {"  # (B, M, M)": " / (x.shape[1] * x.shape[2])  # (B, M, M)",
                                   "y = total": "y = total / (M * K)"},
            "gram_batched_turned": {"torch.randn(B, M, K)": "torch.randn(B, K, M)",
                                    "torch.bmm(x, x.transpose(1, 2))": "torch.bmm(x.transpose(1, 2), x)",
                                    "B, M, K = x.shape": "B, K, M = x.shape",
                                    "stride_xb, stride_xm, stride_xk = x.stride()":
                                        "stride_xb, stride_xk, stride_xm = x.stride()"},
            "gram_batched_turned_mean": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, x.transpose(1, 2))  # (B, M, M)":
                    "torch.bmm(x.transpose(1, 2), x) / x.shape[1]  # (B, M, M)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm = x.stride()",
                "y = total": "y = total / K"}},
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            {  # of the planes of images or volumes, which are rows; their sizes count as one
                "images": {"return (x / K ** 0.25,)":
                               "x = torch.randn(*x.shape, 3)\n"
                               "return (x / K ** 0.25,)",
                           "gram_batched_torch(x):":
                               "gram_batched_torch(x):\n"
                               "    x = x.reshape(x.shape[0], x.shape[1], -1)",
                           "gram_batched_triton(x):":
                               "gram_batched_triton(x):\n"
                               "    x = x.reshape(x.shape[0], x.shape[1], -1)"},
                "volumes": {"return (x / K ** 0.25,)":
                                "x = torch.randn(*x.shape, 3, 2)\n"
                                "return (x / K ** 0.25,)",
                            "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.flatten(2)",
                            "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.flatten(2)"}}]},
    "gram_split_k": {
        "FAMILY": {"mean": {"y = x.T @ x": "y = x.T @ x / x.shape[0]",
                            "offsets = (split * M + rows[:, None]) * M + columns[None, :]":
                                "y = y / K\n"
                                "offsets = (split * M + rows[:, None]) * M + columns[None, :]"},
                   "width": {"y = x.T @ x": "y = x.T @ x / x.shape[1]",
                             "offsets = (split * M + rows[:, None]) * M + columns[None, :]":
                                 "y = y / M\n"
                                 "offsets = (split * M + rows[:, None]) * M + columns[None, :]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_3d_2d": Derived("matmul_4d_2d", {
        "K": "N", '"bijl': "torch.matmul(x", 'lk->bijk"': " w)", 'kl->bijk"': " w.T)", "L": "K",
        "stride_wl": "stride_wk", "stride_wk": "stride_wn"}),
    "matmul_3d_2d_binary": {
        "FAMILY": {
            "matmul_3d_2d_row": {
                "torch.randn(B, T, N)": "torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "matmul_3d_2d_plane": {"torch.randn(B, T, N)": "torch.randn(T, N)",
                                   "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                       "z = tl.load(z_ptr + (rows % T)[:, None] * N + columns[None, :], "
                                       "mask=mask, other=0.0).to(tl.float32)"},
            "matmul_3d_2d_column": {
                "torch.randn(B, T, N)": "torch.randn(B, T, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + rows, mask=rows < B * T, other=0.0).to(tl.float32)[:, None]"},
            "matmul_3d_2d_scalar": {"torch.randn(B, T, N)": "torch.randn(())",
                                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                        "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [
            {"transposed": {"torch.randn(K, N)": "torch.randn(N, K)",
                            "torch.matmul(x, w)": "torch.matmul(x, w.T)", "N = w.shape[1]": "N = w.shape[0]",
                            "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_4d": {
        "FAMILY": {
            "matmul_4d_scores": {"torch.randn(B, H, K, N)": "torch.randn(B, H, N, K)",
                                 "torch.matmul(x, w)": "torch.matmul(x, w.transpose(-2, -1))",
                                 "N = w.shape[3]": "N = w.shape[2]",
                                 "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                                     "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()"},
            "matmul_4d_sequence_first": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)":
                    "torch.randn(B, M, H, K), torch.randn(B, K, H, N)",
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bkhn->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"},
            "matmul_4d_sequence_first_scores": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)":
                    "torch.randn(B, M, H, K), torch.randn(B, N, H, K)",
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bnhk->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape", "N = w.shape[3]": "N = w.shape[1]",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                    "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()"},
            "matmul_4d_shared_head": {
                "torch.randn(B, H, K, N)": "torch.randn(B, 1, K, N)",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride(0), 0, w.stride(2), w.stride(3)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_4d_2d": {
        "FAMILY": {"matmul_4d_2d_transposed": {
            "torch.randn(L, K)": "torch.randn(K, L)", '"bijl,lk->bijk"': '"bijl,kl->bijk"',
            "K = w.shape[1]": "K = w.shape[0]",
            "stride_wl, stride_wk = w.stride()": "stride_wk, stride_wl = w.stride()"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_by_pair": Derived("matmul_of_pair", {
        " x ": " w ", " w": " x", " x": " w @ x", "mT @ w": "mT", "= x @ w.mT": "= w.mT @ x",
        "y = x.mT @ w.mT": "y = w.mT @ x.mT", "K": "M", "N": "K",
        "(M, K), N = shape[-2": "(K, N), M = shape[-2", ", w.shape[-1]": ", w.shape[-2]",
        "(K, M), N = shape": "(N, K), M = shape", ".shape[-1]": ".shape[-2]",
        ", w.shape[-2]": ", w.shape[-1]", ", M, K),": ", K, N),", ", M, K)": ", K, N)",
        ", K, M).": ", N, K)."}),
    "matmul_by_size": {
        "FAMILY": {"root": {"y = y / w.shape[-2]": "y = y / math.sqrt(w.shape[-2])",
                            "scale = 1 / K": "scale = 1 / math.sqrt(K)"},
                   "times_root": {"y = y / w.shape[-2]": "y = y * w.shape[-2] ** -0.5",
                                  "scale = 1 / K": "scale = K ** -0.5"},
                   "by_root": {"y = y / w.shape[-2]": "y = y * math.sqrt(w.shape[-2])",
                               "scale = 1 / K": "scale = math.sqrt(K)"},
                   "share": {"y = y / w.shape[-2]": "y = y * (1.0 / w.shape[-2])"},
                   "width": {"y = y / w.shape[-2]": "y = y / y.shape[-1]", "scale = 1 / K": "scale = 1 / N"},
                   "width_root": {"y = y / w.shape[-2]": "y = y / y.shape[-1] ** 0.5",
                                  "scale = 1 / K": "scale = 1 / math.sqrt(N)"},
                   "height": {"y = y / w.shape[-2]": "y = y / y.shape[-2]", "scale = 1 / K": "scale = 1 / M"},
                   "matrix": {"y = y / w.shape[-2]": "y = y / (y.shape[-1] * y.shape[-2])",
                              "scale = 1 / K": "scale = 1 / (M * N)"},
                   "less_one": {"y = y / w.shape[-2]": "y = y / (w.shape[-2] - 1)",
                                "scale = 1 / K": "scale = float(K - 1)",  # as a covariance
                                "y = y * scale": "y = y / scale"}},
        "AXES": [TRANSPOSED_BATCHED_FACTORS, "RANKS",
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matmul_orders": {"AXES": [
        {"x_bmhk": {"x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, H, K)",
                    "y = (x": "y = (x.transpose(1, 2)", "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()"},
         "x_bhkm": {"x = torch.randn(B, H, M, K)": "x = torch.randn(B, H, K, M)",
                    "y = (x": "y = (x.transpose(2, 3)", "B, H, M, K = x.shape": "B, H, K, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()"},
         "x_bkhm": {"x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, H, M)",
                    "y = (x": "y = (x.permute(0, 2, 3, 1)", "B, H, M, K = x.shape": "B, K, H, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()"},
         "x_mbhk": {"x = torch.randn(B, H, M, K)": "x = torch.randn(M, B, H, K)",
                    "y = (x": "y = (x.permute(1, 2, 0, 3)", "B, H, M, K = x.shape": "M, B, H, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xm, stride_xb, stride_xh, stride_xk = x.stride()"},
         "x_hbmk": {"x = torch.randn(B, H, M, K)": "x = torch.randn(H, B, M, K)",
                    "y = (x": "y = (x.transpose(0, 1)", "B, H, M, K = x.shape": "H, B, M, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xh, stride_xb, stride_xm, stride_xk = x.stride()"},
         "x_bmkh": {"x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, K, H)",
                    "y = (x": "y = (x.permute(0, 3, 1, 2)", "B, H, M, K = x.shape": "B, M, K, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xb, stride_xm, stride_xk, stride_xh = x.stride()"},
         "x_bkmh": {"x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, M, H)",
                    "y = (x": "y = (x.transpose(1, 3)", "B, H, M, K = x.shape": "B, K, M, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()":
                        "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()"}},
        {"w_bkhn": {"w = torch.randn(B, H, K, N)": "w = torch.randn(B, K, H, N)",
                    "@ w)": "@ w.transpose(1, 2))", "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"},
         "w_bhnk": {"w = torch.randn(B, H, K, N)": "w = torch.randn(B, H, N, K)",
                    "@ w)": "@ w.transpose(2, 3))", "w.shape[3]": "w.shape[2]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()"},
         "w_bnhk": {"w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, H, K)",
                    "@ w)": "@ w.permute(0, 2, 3, 1))", "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()"},
         "w_kbhn": {"w = torch.randn(B, H, K, N)": "w = torch.randn(K, B, H, N)",
                    "@ w)": "@ w.permute(1, 2, 0, 3))", "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wk, stride_wb, stride_wh, stride_wn = w.stride()"},
         "w_nbhk": {"w = torch.randn(B, H, K, N)": "w = torch.randn(N, B, H, K)",
                    "@ w)": "@ w.permute(1, 2, 3, 0))", "w.shape[3]": "w.shape[0]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wn, stride_wb, stride_wh, stride_wk = w.stride()"},
         "w_hbkn": {"w = torch.randn(B, H, K, N)": "w = torch.randn(H, B, K, N)",
                    "@ w)": "@ w.transpose(0, 1))", "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wh, stride_wb, stride_wk, stride_wn = w.stride()"},
         "w_bnkh": {"w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, K, H)",
                    "@ w)": "@ w.transpose(1, 3))", "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()":
                        "stride_wb, stride_wn, stride_wk, stride_wh = w.stride()"}},
        {"y_bmhn": {"  # (B, H, M, N)": ".transpose(1, 2)  # (B, M, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"},
         "y_bhnm": {"  # (B, H, M, N)": ".transpose(2, 3)  # (B, H, N, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, H, N, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_yb, stride_yh, stride_yn, stride_ym = y.stride()"},
         "y_bnhm": {"  # (B, H, M, N)": ".permute(0, 3, 1, 2)  # (B, N, H, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, N, H, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_yb, stride_yn, stride_yh, stride_ym = y.stride()"},
         "y_mbhn": {"  # (B, H, M, N)": ".permute(2, 0, 1, 3)  # (M, B, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((M, B, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_ym, stride_yb, stride_yh, stride_yn = y.stride()"},
         "y_hbmn": {"  # (B, H, M, N)": ".transpose(0, 1)  # (H, B, M, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((H, B, M, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_yh, stride_yb, stride_ym, stride_yn = y.stride()"},
         "y_bmnh": {"  # (B, H, M, N)": ".permute(0, 2, 3, 1)  # (B, M, N, H)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, N, H)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                        "stride_yb, stride_ym, stride_yn, stride_yh = y.stride()"}},
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
