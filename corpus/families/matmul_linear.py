"""Tables of the families of linear layers."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import HALVED_DOUBLED_SHIFTED

NO_BIAS = {"no_bias": {
    "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(N)": "", "b_ptr, ": "",
    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
    "[grid](x, w, b": "[grid](x, w"}}

FAMILIES = {
    "grouped_linear": {
        "FAMILY": {
            "turned": {'"bgk,gkn->bgn"': '"bgk,gnk->bgn"', "torch.randn(G, K, N)": "torch.randn(G, N, K)",
                       "N = w.shape[-1]": "w = w.transpose(1, 2)\nN = w.shape[-1]"},
            "from_groups_first": {
                '"bgk,gkn->bgn"': '"gbk,gkn->bgn"', "torch.randn(B, G, K)": "torch.randn(G, B, K)",
                "B, G, K = x.shape": "x = x.transpose(0, 1)\nB, G, K = x.shape"}},
        "AXES": [
            {"plain": {
                 "y = y + bias": "", "bias = torch.randn(G, N)": "", "return x, w, bias": "return x, w",
                 "(x, w, bias)": "(x, w)",
                 "bias = tl.load(bias_ptr + g * N + columns, mask=columns < N, other=0.0).to(tl.float32)": "",
                 "bias_ptr, y_ptr": "y_ptr", "bias = bias.contiguous()": "", "(x, w, bias, y": "(x, w, y"},
             "shared": {"bias = torch.randn(G, N)": "bias = torch.randn(N)",
                        "bias_ptr + g * N + columns": "bias_ptr + columns"}},
            ("TAIL_X", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "linear": {
        "FAMILY": {"linear_no_bias": {
            "torch.randn(N, K) / K ** 0.5, torch.randn(N)": "torch.randn(N, K) / K ** 0.5",
            "(x, w, b)": "(x, w)", "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b, y": "[grid](x, w, y"}},
        "AXES": [
            {  # one output; more leading dimensions
                "one": {"CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]":
                            "CASES = [(1, 2, 3), (1, 37, 13), (1, 9, 2, 35), (1, 12), (1, 3, 2, 4, 6)]"},
                "line": {"CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]":
                             "CASES = [(2, 3), (13, 37), (66, 50)]"},
                "volumes": {"CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]":
                                "CASES = [(2, 1, 1, 2, 1, 3), (5, 3, 2, 4, 6, 7), (33, 12, 2, 3, 2, 5)]"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_affine": {
        "FAMILY": {
            "linear_shift_scale": {
                "y = y * scale + shift": "y = (y + shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y + shift[None, :]) * scale[None, :]"},
            "linear_centre_scale": {
                "y = y * scale + shift": "y = (y - shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y - shift[None, :]) * scale[None, :]"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_binary": Derived("linear_joins", {", s": ""},
        family={
            "linear_row_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"},
            "linear_column_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                    "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"},
            "linear_one_binary": {"z = torch.randn(*rows, N)": "z = torch.randn(1)",
                                  "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                      "z = tl.load(z_ptr).to(tl.float32)"},
            "linear_scalar_binary": {"z = torch.randn(*rows, N)": "z = torch.randn(())",
                                     "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                                         "z = tl.load(z_ptr).to(tl.float32)"}}, axes=[0, 2, 3, 4, 5]),
    "linear_chain": {"AXES": [NO_BIAS,
                              ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                              ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                              ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                              ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "linear_gate": {
        "FAMILY": {
            "linear_gate_no_bias": {
                "b = torch.randn(C)": "", "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w"},
            "linear_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
            "conv2d_gate": {"x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                            "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                            "F.linear(x, w, b)": "F.conv2d(x, w, b)", "y = y[:, :, None, None]": ""},
            "conv2d_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b",
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "F.linear(x, w, b)": "F.conv2d(x, w, b)", "y = y[:, :, None, None]": ""},
            "conv2d_gate_no_bias": {
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)", "y = y[:, :, None, None]": "",
                "b = torch.randn(C)": "", "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.conv2d(x, w)", "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)")]},
    "linear_gated": {
        "FAMILY": {
            "no_bias": {
                "b = torch.randn(N)": "", "w, b, s, r": "w, s, r", "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": ""},
            "alone": {  # neither scale nor residual
                "s = torch.randn(N)": "", "r = torch.randn(*rows, N)": "", "w, b, s, r": "w, b",
                "s_ptr, r_ptr, ": "",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()":
                    "x, z = x.contiguous(), z.contiguous()",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                "other=0.0).to(tl.float32)": "",
                "    y = y * s\n    y = y + r\n": ""},
            "alone_no_bias": {
                "b = torch.randn(N)": "", "s = torch.randn(N)": "", "r = torch.randn(*rows, N)": "",
                "w, b, s, r": "w", "b_ptr, s_ptr, r_ptr, ": "", "F.linear(x, w, b)": "F.linear(x, w)",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()":
                    "x, z = x.contiguous(), z.contiguous()",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                "other=0.0).to(tl.float32)": "",
                "    y = y * s\n    y = y + r\n": ""},
            "residual_no_bias": {
                "b = torch.randn(N)": "", "s = torch.randn(N)": "", "w, b, s, r": "w, r",
                "b_ptr, s_ptr, ": "", "F.linear(x, w, b)": "F.linear(x, w)",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "y = y * s": ""},
            "scale_no_bias": {
                "b = torch.randn(N)": "", "r = torch.randn(*rows, N)": "", "w, b, s, r": "w, s",
                "b_ptr, s_ptr, r_ptr, ": "s_ptr, ", "F.linear(x, w, b)": "F.linear(x, w)",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()":
                    "x, z = x.contiguous(), z.contiguous()",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                "other=0.0).to(tl.float32)": "",
                "y = y + r": ""}},
        "AXES": [
            {"sigmoid": {"F.silu(x)": "torch.sigmoid(x)", "x * tl.sigmoid(x)": "tl.sigmoid(x)"},
             "relu": {"F.silu(x)": "torch.relu(x)", "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)"},
             "relu_squared": {
                 "F.silu(x)": "torch.relu(x) ** 2", "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)\nx = x * x"},
             "gelu": {"F.silu(x)": "F.gelu(x)",
                      "x * tl.sigmoid(x)": "x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))"},
             "gelu_tanh": {
                 "F.silu(x)": "F.gelu(x, approximate='tanh')",
                 "x * tl.sigmoid(x)": "x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"},
             "hardsigmoid": {"F.silu(x)": "F.hardsigmoid(x)",
                             "x * tl.sigmoid(x)": "tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"},
             "plain": {"x = F.silu(x)": "", "x = x * tl.sigmoid(x)": ""},
             "from_one": {"F.silu(x)": "1.0 - torch.sigmoid(x)", "x * tl.sigmoid(x)": "1.0 - tl.sigmoid(x)"},
             "one_more": {"F.silu(x)": "1.0 + x", "x * tl.sigmoid(x)": "1.0 + x"},
             "halved": {"F.silu(x)": "x * 0.5", "x * tl.sigmoid(x)": "x * 0.5"}},
            {"add": {"torch.mul(x, z)": "x + z", "x = x * z": "x = x + z"},
             "sub": {"torch.mul(x, z)": "x - z", "x = x * z": "x = x - z"},
             "mul_again": {"torch.mul(x, z)": "z * x", "x = x * z": "x = x * z"},
             "mul_sigmoid": {"torch.mul(x, z)": "x * torch.sigmoid(z)", "x = x * z": "x = x * tl.sigmoid(z)"},
             "mul_relu": {"torch.mul(x, z)": "x * torch.relu(z)", "x = x * z": "x = x * tl.maximum(z, 0.0)"},
             "maximum": {"torch.mul(x, z)": "torch.maximum(x, z)", "x = x * z": "x = tl.maximum(x, z)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "linear_glu": {
        "FAMILY": {
            "linear_glu_no_bias": {
                "b = torch.randn(2 * N)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y"},
            "linear_glu_second": {"y, z = F": "z, y = F",
                                  "tl.dot(x.to(first.dtype), first": "tl.dot(x.to(second.dtype), second",
                                  "tl.dot(x.to(second.dtype), second": "tl.dot(x.to(first.dtype), first",
                                  "y += tl.load(b_ptr + columns": "y += tl.load(b_ptr + N + columns",
                                  "z += tl.load(b_ptr + N + columns": "z += tl.load(b_ptr + columns"},
            "linear_glu_second_no_bias": {
                "b = torch.randn(2 * N)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y", "y, z = F": "z, y = F",
                "tl.dot(x.to(first.dtype), first": "tl.dot(x.to(second.dtype), second",
                "tl.dot(x.to(second.dtype), second": "tl.dot(x.to(first.dtype), first"}},
        "AXES": [("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "linear_gru": {
        "FAMILY": {
            "linear_gru_no_bias": {
                "b = torch.randn(3 * N)": "", "h, x, w, b)": "h, x, w)",
                "return hr, hz, hn, h, x, w, b": "return hr, hz, hn, h, x, w", "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "r += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "n += tl.load(b_ptr + 2 * N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]":
                    "",
                "h, x, w, b, y": "h, x, w, y"},
            "linear_gru_input_first": {
                "linear_gru_torch(hr, hz, hn, h, x, w, b)": "linear_gru_torch(x, h, hr, hz, hn, w, b)",
                "linear_gru_triton(hr, hz, hn, h, x, w, b)": "linear_gru_triton(x, h, hr, hz, hn, w, b)",
                "return hr, hz, hn, h, x, w, b": "return x, h, hr, hz, hn, w, b"}},
        "AXES": [{"difference": {"y = (1.0 - z) * n + z * h": "y = n + z * (h - n)"},
                  "other_way": {"y = (1.0 - z) * n + z * h": "y = (1.0 - z) * h + z * n"}}]},
    "linear_joins": Derived("matmul_joins", {"(M,": "(*rows,"},
        axes=[{"no_bias": {
                   "(x, s, z, w, b)": "(x, s, z, w)", "return x, s, z, w, b": "return x, s, z, w",
                   "b = torch.randn(N)": "", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                   "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                   "[grid](x, w, b": "[grid](x, w"},
               "weights_first": {
                   "(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
               "weights_first_no_bias": {
                   "(x, s, z, w, b)": "(x, w, s, z)", "return x, s, z, w, b": "return x, w, s, z",
                   "b = torch.randn(N)": "", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                   "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                   "[grid](x, w, b": "[grid](x, w"},
               "residual_first": {
                   "(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
               "residual_first_no_bias": {
                   "(x, s, z, w, b)": "(z, x, s, w)", "return x, s, z, w, b": "return z, x, s, w",
                   "b = torch.randn(N)": "", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                   "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                   "[grid](x, w, b": "[grid](x, w"}},
              1, 2, 3, 4, 5]),
    "linear_lstm": {
        "FAMILY": {"linear_lstm_cell_first": {
            "return h, c": "return c, h", "return h, following": "return following, h"}},
        "AXES": [{"state_first": {
                      "(x, z, c, w, b)": "(z, x, c, w, b)", "return x, z, c, w, b": "return z, x, c, w, b"},
                  "cell_first": {
                      "(x, z, c, w, b)": "(c, x, z, w, b)", "return x, z, c, w, b": "return c, x, z, w, b"},
                  "weights_first": {
                      "(x, z, c, w, b)": "(x, w, b, z, c)", "return x, z, c, w, b": "return x, w, b, z, c"}},
                 {"residual": {"torch.tanh(c)": "torch.tanh(c) + c",
                               "o * linear_lstm_tanh(c)": "o * linear_lstm_tanh(c) + c"},
                  "sigmoid_out": {
                      "torch.tanh(c)": "torch.sigmoid(c)", "o * linear_lstm_tanh(c)": "o * tl.sigmoid(c)"}}]},
    "linear_prologue": {
        "FAMILY": {"linear_prologue_no_bias": {
            "b = torch.randn(N)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)", "b_ptr, ": "",
            "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "linear_reuse": {"AXES": [NO_BIAS, HALVED_DOUBLED_SHIFTED,
                              ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                              ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                              ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
                              ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                              ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "linear_softmax": {
        "FAMILY": {"linear_log_softmax": {
            "torch.softmax(y, dim=-1)": "torch.log_softmax(y, dim=-1)",
            "y = tl.exp(y - largest) / total": "y = y - largest - tl.log(total)"}},
        "AXES": [
            {"no_bias": {
                 ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                 "(x, w, b)": "(x, w)", "F.linear(x, w, b)": "F.linear(x, w)", "b_ptr, ": "",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                 "[grid](x, w, b, logits": "[grid](x, w, logits"},
             "matmul": {
                 ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N) / K ** 0.5",
                 "(x, w, b)": "(x, w)", "F.linear(x, w, b)": "x @ w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                 "[grid](x, w, b, logits": "[grid](x, w, logits", "N = w.shape[0]": "N = w.shape[1]",
                 "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
}
