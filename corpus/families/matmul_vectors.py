"""Tables of the families of products of matrices and vectors."""

FAMILIES = {
    "bilinear": {"FAMILY": {"bilinear_no_bias": {
                     "b = torch.randn(N)": "", "(x, z, w, b)": "(x, z, w)",
                     "return x, z, w, b": "return x, z, w", "b_ptr, ": "",
                     "y += tl.load(b_ptr + n).to(tl.float32)": "", "[grid](x, z, w, b": "[grid](x, z, w"}},
                 "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                          ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "dot": {"AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                     ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                     ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "einsum": {
        "FAMILY": {
            "einsum_values": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                "bmhk,bnhk->bhmn": "bhmk,bkhn->bmhn", "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
                "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"},
            "einsum_heads_out": {"w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
                                 "bmhk,bnhk->bhmn": "bmhk,hkn->bmhn", "N = w.shape[1]": "N = w.shape[2]",
                                 "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                                     "stride_wh, stride_wk, stride_wn = w.stride()\n"
                                     "stride_wb = 0",
                                 "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                                 "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                                     "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"},
            "einsum_per_head": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(H, K, N)",
                "bmhk,bnhk->bhmn": "bhmk,hkn->bhmn", "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wh, stride_wk, stride_wn = w.stride()\n"
                    "stride_wb = 0"},
            "einsum_head_major": {"w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                                  "bmhk,bnhk->bhmn": "bmhk,bkhn->bmhn", "N = w.shape[1]": "N = w.shape[3]",
                                  "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                                      "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
                                  "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                                  "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                                      "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"},
            "einsum_channels": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M, H)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)", "bmhk,bnhk->bhmn": "bkmh,nk->bnmh",
                "B, M, H, K = x.shape": "B, K, M, H = x.shape", "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wn, stride_wk = w.stride()\n"
                    "stride_wb, stride_wh = 0, 0",
                "torch.empty((B, H, M, N)": "torch.empty((B, N, M, H)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yb, stride_yn, stride_ym, stride_yh = y.stride()"},
            "einsum_three": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K, B)", "bmhk,bnhk->bhmn": "bmk,nkb->nmb",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1", "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xm, stride_xk = x.stride()\n"
                    "stride_xh = 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wn, stride_wk, stride_wb = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((N, M, B)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yn, stride_ym, stride_yb = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_shared": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)", "bmhk,bnhk->bhmn": "bhmk,nk->bhmn",
                "B, M, H, K = x.shape": "B, H, M, K = x.shape", "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wn, stride_wk = w.stride()\n"
                    "stride_wb, stride_wh = 0, 0"},
            "einsum_shared_keys": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)",
                "bmhk,bnhk->bhmn": "bhmk,bnk->bhmn", "B, M, H, K = x.shape": "B, H, M, K = x.shape",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wn, stride_wk = w.stride()\n"
                    "stride_wh = 0"},
            "einsum_experts": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)", "bmhk,bnhk->bhmn": "bmk,bkn->mbn",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1", "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xm, stride_xk = x.stride()\n"
                    "stride_xh = 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wn = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_ym, stride_yb, stride_yn = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_mixture": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)", "bmhk,bnhk->bhmn": "mk,bkn->bmn",
                "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xm, stride_xk = x.stride()\n"
                    "stride_xb, stride_xh = 0, 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wn = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yb, stride_ym, stride_yn = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_mixture_last": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)", "bmhk,bnhk->bhmn": "mk,bkn->mbn",
                "B, M, H, K = x.shape": "M, K = x.shape\nB = w.shape[0]\nH = 1",
                "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xm, stride_xk = x.stride()\n"
                    "stride_xb, stride_xh = 0, 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wn = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((M, B, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_ym, stride_yb, stride_yn = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_turned": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, N, K)", "bmhk,bnhk->bhmn": "bkm,bnk->bmn",
                "B, M, H, K = x.shape": "B, K, M = x.shape\nH = 1",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm = x.stride()\n"
                    "stride_xh = 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wn, stride_wk = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((B, M, N)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yb, stride_ym, stride_yn = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_turned_out": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, M, K)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, N)", "bmhk,bnhk->bhmn": "bmk,bkn->bnm",
                "B, M, H, K = x.shape": "B, M, K = x.shape\nH = 1", "N = w.shape[1]": "N = w.shape[2]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xm, stride_xk = x.stride()\n"
                    "stride_xh = 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wn = w.stride()\n"
                    "stride_wh = 0",
                "torch.empty((B, H, M, N)": "torch.empty((B, N, M)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yb, stride_yn, stride_ym = y.stride()\n"
                    "stride_yh = 0"},
            "einsum_matrices": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(N, K)", "bmhk,bnhk->bhmn": "km,nk->nm",
                "B, M, H, K = x.shape": "K, M = x.shape\nB = 1\nH = 1", "N = w.shape[1]": "N = w.shape[0]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xk, stride_xm = x.stride()\n"
                    "stride_xb, stride_xh = 0, 0",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wn, stride_wk = w.stride()\n"
                    "stride_wb, stride_wh = 0, 0",
                "torch.empty((B, H, M, N)": "torch.empty((N, M)",
                "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()":
                    "stride_yn, stride_ym = y.stride()\n"
                    "stride_yb, stride_yh = 0, 0"},
            "einsum_states": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, H, K, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, H, K, N)",
                "bmhk,bnhk->bhmn": "bhkm,bhkn->bhmn", "B, M, H, K = x.shape": "B, H, K, M = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()"},
            "einsum_memory": {
                "x = torch.randn(B, M, H, K)": "x = torch.randn(B, K, H, M)",
                "w = torch.randn(B, N, H, K)": "w = torch.randn(B, K, H, N)",
                "bmhk,bnhk->bhmn": "bkhm,bkhn->bhmn", "B, M, H, K = x.shape": "B, K, H, M = x.shape",
                "N = w.shape[1]": "N = w.shape[3]",
                "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()",
                "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()":
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matvec": {
        "FAMILY": {"matvec_column": {"torch.randn(K) / K ** 0.5": "torch.randn(K, 1) / K ** 0.5",
                                     "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matvec_batched": {
        "FAMILY": {
            "matvec_batched_column": {"torch.randn(B, K)": "torch.randn(B, K, 1)",
                                      "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(x, v)",
                                      "torch.empty((B, M)": "torch.empty((B, M, 1)"},
            "matvec_batched_turned": {"torch.randn(B, M, K)": "torch.randn(B, K, M)",
                                      "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)":
                                          "torch.bmm(x.transpose(1, 2), v.unsqueeze(-1)).squeeze(-1)",
                                      "B, M, K = x.shape": "B, K, M = x.shape",
                                      "stride_xb, stride_xm, stride_xk = x.stride()":
                                          "stride_xb, stride_xk, stride_xm = x.stride()"},
            "vecmat_batched": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5":
                    "torch.randn(B, K) / K ** 0.5, torch.randn(B, K, M)",
                "(x, v):": "(v, x):",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v.unsqueeze(1), x).squeeze(1)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm = x.stride()"},
            "vecmat_batched_row": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5":
                    "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, K, M)",
                "(x, v):": "(v, x):", "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()":
                    "stride_xb, stride_xk, stride_xm = x.stride()",
                "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
                "torch.empty((B, M)": "torch.empty((B, 1, M)"},
            "vecmat_batched_row_turned": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5":
                    "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, M, K)",
                "(x, v):": "(v, x):",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x.transpose(1, 2))",
                "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
                "torch.empty((B, M)": "torch.empty((B, 1, M)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matvec_column": {
        "FAMILY": {
            "matvec_column_kept": {"y = y.squeeze(-1)": "",
                                   "torch.empty((*x.shape[:-2], M)": "torch.empty((*x.shape[:-2], M, 1)"},
            "matvec_column_reciprocal": {  # of sums of what is positive
                "return x, w": "return x.abs(), w.abs() + 0.1",
                "y = y.squeeze(-1)": "y = y.squeeze(-1)\ny = torch.reciprocal(y + 1e-6)",
                "y = tl.sum(lanes, axis=1)": "y = tl.sum(lanes, axis=1)\ny = 1.0 / (y + 1e-6)"}},
        "AXES": [
            {"rank2": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]":
                           "CASES = [(1, 3), (11, 37), (70, 90)]"},
             "rank3": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]":
                           "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
             "rank5": {"CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]":
                           "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"}},
            {"shared": {"torch.randn(*batch, K, 1)": "torch.randn(K, 1)", "stride_w = K": "stride_w = 0"}},
            {"transposed": {"torch.randn(*batch, M, K)": "torch.randn(*batch, K, M)",
                            "x @ w": "x.transpose(-2, -1) @ w", "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                            "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "matvec_of_pair": {
        "FAMILY": {"transposed": {"v = torch.randn(shape[-1])": "v = torch.randn(shape[-2])",
                                  "y = x @ v": "y = x.mT @ v", "A, B, M, K =": "A, B, K, M =",
                                  "x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)":
                                      "x, z = x.expand(A, B, K, M).mT, z.expand(A, B, K, M).mT",
                                  "y = torch.empty(shape[:-1],": "y = torch.empty((*shape[:-2], M),"},
                   "vector_first": {"v = torch.randn(shape[-1])": "v = torch.randn(shape[-2])",
                                    "y = x @ v": "y = v @ x", "A, B, M, K =": "A, B, K, M =",
                                    "x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)":
                                        "x, z = x.expand(A, B, K, M).mT, z.expand(A, B, K, M).mT",
                                    "y = torch.empty(shape[:-1],": "y = torch.empty((*shape[:-2], M),"}},
        "AXES": ["SHAPE_OF_Z",
                 ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matvec_of_parts": {
        "FAMILY": {"whole": {"x = torch.tril(x)": "", " & (k[None, :] <= rows[:, None])": ""},
                   "function": {"torch.tril(x)": "torch.relu(x)", " & (k[None, :] <= rows[:, None])": "",
                                "lanes += x": "x = tl.maximum(x, 0.0)\nlanes += x"},
                   "gate": {"torch.tril(x)": "torch.sigmoid(x)", " & (k[None, :] <= rows[:, None])": "",
                            "lanes += x": "x = tl.sigmoid(x)\nlanes += x"},
                   "squares": {"torch.tril(x)": "x * x", " & (k[None, :] <= rows[:, None])": "",
                               "lanes += x": "x = x * x\nlanes += x"},
                   "absolute": {"torch.tril(x)": "torch.abs(x)", " & (k[None, :] <= rows[:, None])": "",
                                "lanes += x": "x = tl.abs(x)\nlanes += x"},
                   "upper": {"torch.tril(x)": "torch.triu(x)",
                             "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]"},
                   "strictly_lower": {"torch.tril(x)": "torch.tril(x, diagonal=-1)",
                                      "k[None, :] <= rows[:, None]": "k[None, :] < rows[:, None]"},
                   "strictly_upper": {"torch.tril(x)": "torch.triu(x, diagonal=1)",
                                      "k[None, :] <= rows[:, None]": "k[None, :] > rows[:, None]"},
                   "lower_by": ({"torch.tril(x)": "torch.tril(x, diagonal={0})",
                                 "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] + {0}"},
                                "1 2 3"),
                   "upper_by": ({"torch.tril(x)": "torch.triu(x, diagonal={0})",
                                 "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] + {0}"},
                                "2 3"),
                   "lower_less": ({"torch.tril(x)": "torch.tril(x, diagonal=-{0})",
                                   "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] - {0}"},
                                  "2 3"),
                   "upper_less": ({"torch.tril(x)": "torch.triu(x, diagonal=-{0})",
                                   "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] - {0}"},
                                  "1 2 3")},
        "AXES": [
            {"square": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 2), (37, 37), (90, 90)]"},
             "rank3": {
                 "CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
             "rank4": {"CASES = [(1, 3), (11, 37), (70, 90)]":
                           "CASES = [(2, 1, 2, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"}},
            {"alone": {"z = torch.randn(shape[:-1])": "", "x, v, z": "x, v", "z_ptr, ": "",
                       "y = 1.5 * y + 0.5 * z": "", ", z.contiguous()": "",
                       "z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)": ""},
             "plus": {"y = 1.5 * y + 0.5 * z": "y = y + z"}, "less": {"y = 1.5 * y + 0.5 * z": "y = z - y"},
             "times": {"y = 1.5 * y + 0.5 * z": "y = y * z"},
             "alpha": {"y = 1.5 * y + 0.5 * z": "y = z + 1.5 * y"},
             "of_each_row": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2])",
                             "z_ptr + batch * M + rows": "z_ptr + rows"},
             "number": {"z = torch.randn(shape[:-1])": "z = torch.randn(1)",
                        "z_ptr + batch * M + rows, mask=rows < M, other=0.0": "z_ptr"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "matvec_of_ranks": {
        "FAMILY": {
            "transposed": {"x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()",
                           "return x @ v": "return x.transpose(-2, -1) @ v",
                           "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                           "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"},
            "vector_first": {"x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()",
                             "return x @ v": "return v @ x", "return x, v": "return v, x",
                             "(x, v):": "(v, x):", "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                             "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M"},
            "vector_first_transposed": {"return x @ v": "return v @ x.transpose(-2, -1)",
                                        "return x, v": "return v, x", "(x, v):": "(v, x):"}},
        "AXES": [{"rank3": {"CASES = [(1, 3), (11, 37), (70, 90)]":
                                "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"},
                  "rank4": {"CASES = [(1, 3), (11, 37), (70, 90)]":
                                "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"},
                  "rank5": {"CASES = [(1, 3), (11, 37), (70, 90)]":
                                "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"}}]},
    "outer": {"AXES": [
        {"kept": {"return torch.randn(M), torch.randn(N)": "return torch.randn(M, 1), torch.randn(1, N)",
                  "x, z = x[:, None], z[None, :]": ""},
         "turned": {  # the row comes first
             "return torch.randn(M), torch.randn(N)": "return torch.randn(1, N), torch.randn(M, 1)",
             "x, z = x[:, None], z[None, :]": "x, z = z, x",
             "M, N = x.numel(), z.numel()": "x, z = z, x\nM, N = x.numel(), z.numel()"}},
        ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "outer_batched": {"AXES": [
        ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "outer_of_ranks": {
        "FAMILY": {
            "kept": {
                "torch.randn(A, B)": "torch.randn(A, 1, B, 1)", "torch.randn(C, D)": "torch.randn(C, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "turned": {
                "torch.randn(A, B)": "torch.randn(A, B, 1, 1)", "torch.randn(C, D)": "torch.randn(C, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "matrix_of_vectors": {
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, None], z[None, None, :, :]"},
            "within": {
                "torch.randn(A, B)": "torch.randn(A, B, C)", "torch.randn(C, D)": "torch.randn(A, B, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, :, None], z[:, :, None, :]"},
            "within_kept": {"torch.randn(A, B)": "torch.randn(A, B, C, 1)",
                            "torch.randn(C, D)": "torch.randn(A, B, 1, D)",
                            "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "pairs": {
                "torch.randn(A, B)": "torch.randn(A, B, D)", "torch.randn(C, D)": "torch.randn(A, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None, :], z[:, None, :, :]"},
            "pairs_turned": {
                "torch.randn(A, B)": "torch.randn(A, B, D)", "torch.randn(C, D)": "torch.randn(A, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :, :], z[:, :, None, :]"},
            "pairs_of_rows": {
                "torch.randn(A, B)": "torch.randn(B, D)", "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, :], z[None, :, :]"},
            "pairs_of_rows_turned": {
                "torch.randn(A, B)": "torch.randn(B, D)", "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[None, :, :], z[:, None, :]"},
            "vector_of_matrix": {
                "torch.randn(A, B)": "torch.randn(A, B)", "torch.randn(C, D)": "torch.randn(D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, :, None], z[None, None, :]"},
            "matrix_of_vector": {
                "torch.randn(A, B)": "torch.randn(B)", "torch.randn(C, D)": "torch.randn(C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None], z[None, :, :]"},
            "vector_of_tensor": {
                "torch.randn(A, B)": "torch.randn(A)", "torch.randn(C, D)": "torch.randn(B, C, D)",
                "x[:, None, :, None], z[None, :, None, :]": "x[:, None, None, None], z[None]"},
            "crossed": {"torch.randn(A, B)": "torch.randn(A, 1, C)", "torch.randn(C, D)": "torch.randn(B, 1)",
                        "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "crossed_of_four": {"torch.randn(A, B)": "torch.randn(A, 1, C, D)",
                                "torch.randn(C, D)": "torch.randn(1, B, 1, D)",
                                "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "crossed_columns": {
                "torch.randn(A, B)": "torch.randn(A, B, C, 1)", "torch.randn(C, D)": "torch.randn(B, 1, D)",
                "x, z = x[:, None, :, None], z[None, :, None, :]": ""},
            "middle": {"torch.randn(A, B)": "torch.randn(1, B, 1, D)",
                       "torch.randn(C, D)": "torch.randn(A, 1, C, 1)",
                       "x, z = x[:, None, :, None], z[None, :, None, :]": ""}},
        "AXES": [("BINARY+ATOMS_TWO", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "vecmat": {
        "FAMILY": {
            "vecmat_transposed": {"torch.randn(K), torch.randn(K, N) / K ** 0.5":
                                      "torch.randn(K, N) / K ** 0.5, torch.randn(K)",
                                  "(v, w):": "(w, v):", "y = v @ w": "y = w.T @ v"},
            "vecmat_row": {
                "torch.randn(K), torch.randn(K, N) / K ** 0.5":
                    "torch.randn(1, K), torch.randn(K, N) / K ** 0.5",
                "torch.empty((N,)": "torch.empty((1, N)", "N, K, v.stride(0)": "N, K, v.stride(1)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
