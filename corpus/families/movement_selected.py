"""Tables of the families of selection and scattering."""

FAMILIES = {
    "chunk": {
        "FAMILY": {"of": ({"torch.chunk(x, 2": "torch.chunk(x, {0}", "parts[0]": "parts[{1}]",
                           "chunks, index = 2, 0": "chunks, index = {0}, {1}"},
                          "21 30 31 32 40 41 42 43 60 61 62 63 64 65")},
        "AXES": [
            {  # along which dimension
                "next_to_last": {"[(12,), ": "[", "dim=-1": "dim=-2",
                                 "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                                 "(*x.shape[:-1], length)": "(*x.shape[:-2], length, x.shape[-1])"},
                "third_to_last": {
                    "[(12,), (11, 17), ": "[", "dim=-1": "dim=-3",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                    "(*x.shape[:-1], length)": "(*x.shape[:-3], length, x.shape[-2], x.shape[-1])"},
                "first": {
                    "dim=-1": "dim=0",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[0], x.numel() // x.shape[0]",
                    "(*x.shape[:-1], length)": "(length, *x.shape[1:])"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "embedding": {"FAMILY": {"embedding_flat": {
                      "torch.randint(0, words, (batch, time))": "torch.randint(0, words, (batch * time,))",
                      "batch, time = index.shape": "rows = index.shape[0]",
                      "weight.new_empty(batch, time, width)": "weight.new_empty(rows, width)",
                      "(batch * time,)](": "(rows,)]("}},
                  "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                           ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "embedding_position": {"AXES": [
        {"scaled": {
            "y = F.embedding(index, weight)": "y = F.embedding(index, weight) * 8.0",
            "y = tl.load(weight_ptr + word * width + columns, mask=mask, other=0.0).to(tl.float32)":
                "y = tl.load(weight_ptr + word * width + columns, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y * 8.0"}},
        ("BINARY", "y = y + z", "y = z + y"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "gather": {
        "FAMILY": {"gather_dim0": {"shape[1], wanted": "shape[0], wanted", "(x, 1, index)": "(x, 0, index)",
                                   "i = offsets // (J * K)": "j = offsets // K % J",
                                   "x_ptr + i * stride_i + place * stride_j + k * stride_k":
                                       "x_ptr + place * stride_i + j * stride_j + k * stride_k"},
                   "gather_last": {"shape[1], wanted": "shape[2], wanted", "(x, 1, index)": "(x, 2, index)",
                                   "k = offsets % K": "j = offsets // K % J",
                                   "x_ptr + i * stride_i + place * stride_j + k * stride_k":
                                       "x_ptr + i * stride_i + j * stride_j + place * stride_k"},
                   "gather_rows": {
                       "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]":
                           "[((2, 3), (4, 3)), ((5, 33), (7, 30)), ((20, 90), (3, 80))]",
                       "shape[1], wanted": "shape[0], wanted", "(x, 1, index)": "(x, 0, index)",
                       "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, K, stride_j, stride_k",
                       "i = offsets // (J * K)": "",
                       "x_ptr + i * stride_i + place * stride_j": "x_ptr + place * stride_j",
                       "_, J, K = index.shape": "K = index.shape[1]",
                       "stride_i, stride_j, stride_k = x.stride()": "stride_j, stride_k = x.stride()",
                       "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), K, stride_j, stride_k"},
                   "gather_columns": {
                       "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]":
                           "[((2, 3), (2, 5)), ((5, 33), (4, 50)), ((20, 90), (20, 7))]",
                       "(x, 1, index)": "(x, -1, index)",
                       "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, J, stride_i, stride_j",
                       "i = offsets // (J * K)": "i = offsets // J", "k = offsets % K": "",
                       "place * stride_j + k * stride_k": "place * stride_j",
                       "_, J, K = index.shape": "J = index.shape[1]",
                       "stride_i, stride_j, stride_k = x.stride()": "stride_i, stride_j = x.stride()",
                       "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), J, stride_i, stride_j"},
                   "gather_vector": {"[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, "
                                     "3, 8))]": "[((2,), (3,)), ((33,), (7,)), ((90,), (1300,))]",
                                     "shape[1], wanted": "shape[0], wanted", "(x, 1, index)": "(x, 0, index)",
                                     "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, stride",
                                     "i = offsets // (J * K)": "", "k = offsets % K": "",
                                     "i * stride_i + place * stride_j + k * stride_k": "place * stride",
                                     "_, J, K = index.shape": "",
                                     "stride_i, stride_j, stride_k = x.stride()": "stride = x.stride(0)",
                                     "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), stride"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "index_add": {"AXES": [
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "index_select": {
        "FAMILY": {
            "index_select1d": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2,), (40,)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], 1", "x.shape[0], kept, x.shape[2]": "kept"},
            "index_select4d_first": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 9,)", "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, *x.shape[1:]"},
            "index_select4d_channels": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept, *x.shape[2:]"},
            "index_select4d_rows": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 2, 1), (2, 3, 7, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)", "(x, 1, index)": "(x, 2, index)",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                "x.shape[0], kept, x.shape[2]": "*x.shape[:2], kept, x.shape[3]"},
            "index_select4d_columns": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[3], (shape[3] + 3,)", "(x, 1, index)": "(x, -1, index)",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
                "x.shape[0], kept, x.shape[2]": "*x.shape[:3], kept"},
            "index_select3d_dim0": {
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]"},
            "index_select3d_last": {
                "shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)", "(x, 1, index)": "(x, -1, index)",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
            "index_select2d_dim0": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)", "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]"},
            "index_select2d_last": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "label_joins": {
        "FAMILY": {"column": {".squeeze(1)": "", "torch.randn(K)": "torch.randn(K, 1)",
                              "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)"},
                   "columns": {"index.unsqueeze(1)).squeeze(1)": "index)", "(0, N, (K,))": "(0, N, (K, 1))",
                               "torch.randn(K)": "torch.randn(K, 1)",
                               "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)"},
                   "squeezed": {"index.unsqueeze(1)).squeeze(1)": "index).squeeze(1)",
                                "(0, N, (K,))": "(0, N, (K, 1))"},
                   "one": {"torch.randn(K)": "torch.randn(1)",
                           "tl.load(z_ptr + rows, mask=mask, other=0.0)": "tl.load(z_ptr)"}},
        "AXES": [
            {  # what the tensor is before
                "abs": {"x = torch.gather(x,": "x = torch.gather(torch.abs(x),",
                        "z = tl.load": "x = tl.abs(x)\nz = tl.load"},
                "exp": {"x = torch.gather(x,": "x = torch.gather(torch.exp(x),",
                        "z = tl.load": "x = tl.exp(x)\nz = tl.load"},
                "sigmoid": {"x = torch.gather(x,": "x = torch.gather(torch.sigmoid(x),",
                            "z = tl.load": "x = tl.sigmoid(x)\nz = tl.load"},
                "neg": {"x = torch.gather(x,": "x = torch.gather(-x,", "z = tl.load": "x = -x\nz = tl.load"}},
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "one_hot": {"AXES": [{"of": ({"10, shape": "{0}{1}, shape", "num_classes=10": "num_classes={0}{1}",
                                  "(10,)": "({0}{1},)", "CLASSES=10": "CLASSES={0}{1}"},
                                 "11 12 15 20 26 50 80"),
                          "2": {"10, shape": "2, shape", "num_classes=10": "num_classes=2", "(10,)": "(2,)",
                                "CLASSES=10": "CLASSES=2"},
                          "3": {"10, shape": "3, shape", "num_classes=10": "num_classes=3", "(10,)": "(3,)",
                                "CLASSES=10": "CLASSES=3"},
                          "4": {"10, shape": "4, shape", "num_classes=10": "num_classes=4", "(10,)": "(4,)",
                                "CLASSES=10": "CLASSES=4"},
                          "5": {"10, shape": "5, shape", "num_classes=10": "num_classes=5", "(10,)": "(5,)",
                                "CLASSES=10": "CLASSES=5"},
                          "7": {"10, shape": "7, shape", "num_classes=10": "num_classes=7", "(10,)": "(7,)",
                                "CLASSES=10": "CLASSES=7"},
                          "16": {"10, shape": "16, shape", "num_classes=10": "num_classes=16",
                                 "(10,)": "(16,)", "CLASSES=10": "CLASSES=16"},
                          "21": {"10, shape": "21, shape", "num_classes=10": "num_classes=21",
                                 "(10,)": "(21,)", "CLASSES=10": "CLASSES=21"},
                          "32": {"10, shape": "32, shape", "num_classes=10": "num_classes=32",
                                 "(10,)": "(32,)", "CLASSES=10": "CLASSES=32"},
                          "64": {"10, shape": "64, shape", "num_classes=10": "num_classes=64",
                                 "(10,)": "(64,)", "CLASSES=10": "CLASSES=64"},
                          "100": {"10, shape": "100, shape", "num_classes=10": "num_classes=100",
                                  "(10,)": "(100,)", "CLASSES=10": "CLASSES=100"}},
                         ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "rows_picked_joins": {
        "FAMILY": {
            "embedding": {"torch.index_select(x, 0, index)": "F.embedding(index, x)"},
            "tokens": {"torch.index_select(x, 0, index)": "F.embedding(index, x)",
                       "(1, 5, 2), (7, 33, 3), (40, 3, 65)": "(1, 5, 2, 3), (7, 33, 3, 4), (40, 3, 5, 13)"}},
        "AXES": [
            {  # the shape of z
                "row": {"torch.randn(*K, N)": "torch.randn(N)", "z_ptr + offsets, ": "z_ptr + offsets % N, "},
                "column": {"torch.randn(*K, N)": "torch.randn(*K, 1)",
                           "z_ptr + offsets, ": "z_ptr + offsets // N, "},
                "one": {"torch.randn(*K, N)": "torch.randn(1)",
                        "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)"}},
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "scatter": {"AXES": [
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional")]},
    "scatter_add": {"AXES": [
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "scatter_along": {
        "FAMILY": {
            "scatter": {"scatter_add(": "scatter(", "index // 2": "index", "y + source": "source"},
            "scatter_number": (
                {"scatter_add(": "scatter(", "src=source": "value={0}.{1}",
                 "index // 2, torch.randn(given)": "index", "(x, index, source)": "(x, index)",
                 "index_ptr, source_ptr,": "index_ptr,", "[grid](x, index, source,": "[grid](x, index,",
                 "source = source.contiguous()": "",
                 "source = tl.load(source_ptr + given + t * step, mask=there, other=0.0).to(tl.float32)": "",
                 "y + source": "{0}.{1}"},
                "10 00 05")},
        "AXES": [{  # along which dimension
            "next_to_last": {"((3,), (2,)), ((5, 7), (4, 6))": "((3, 1), (2, 1)), ((5, 7), (4, 6))",
                             ", ((40,), (30,))": "", "dim=-1": "dim=-2",
                             "(i < P) & (j < Q) & (k < R)": "(i < P) & (j < Q) & (l < S)",
                             "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S":
                                 "place, given, step, kept = k, (i * Q + j) * R * S + l, S, R"},
            "third_to_last": {
                "((3,), (2,)), ((5, 7), (4, 6))": "((3, 1, 1), (2, 1, 1))", ", ((40,), (30,))": "",
                "dim=-1": "dim=-3", "(i < P) & (j < Q) & (k < R)": "(i < P) & (k < R) & (l < S)",
                "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S":
                    "place, given, step, kept = j, (i * Q * R + k) * S + l, R * S, Q"},
            "fourth_to_last": {
                "((3,), (2,)), ((5, 7), (4, 6)), ((3, 6, 9), (2, 5, 8))": "((3, 1, 1, 1), (2, 1, 1, 1))",
                ", ((40,), (30,))": "", "dim=-1": "dim=-4",
                "(i < P) & (j < Q) & (k < R)": "(j < Q) & (k < R) & (l < S)",
                "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S":
                    "place, given, step, kept = i, (j * R + k) * S + l, Q * R * S, P"}}]},
    "scatter_bins": {
        "FAMILY": {"scatter_bins": (
            {"randint(0, 20,": "randint(0, {0}{1},", "index.shape[0], 20,": "index.shape[0], {0}{1},",
             "bins = 20": "bins = {0}{1}"},
            "10 12 16 24 32 48 50 64 80 96")},
        "AXES": [
            ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "select_place": {
        "FAMILY": {
            "select3d_dim0": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(5, 1, 1), (6, 2, 33), (20, 5, 9)]",
                "x[:, ": "x[", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "(x.shape[0], x.shape[2])": "(x.shape[1], x.shape[2])"},
            "select3d_last": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 1, 5), (2, 33, 6), (5, 9, 20)]",
                "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[1])"},
            "select2d_dim0": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(5, 1), (6, 33), (20, 90)]",
                "x[:, ": "x[", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "(x.shape[0], x.shape[2])": "(x.shape[1])"},
            "select2d_last": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 5), (33, 6), (90, 20)]",
                "x.shape[1], x.stride(1)": "x.shape[1], 1", "(x.shape[0], x.shape[2])": "(x.shape[0])"},
            "select4d_channel": {"CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]":
                                     "CASES = [(1, 5, 1, 1), (2, 6, 3, 11), (1, 7, 20, 9)]",
                                 "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[2], x.shape[3])"}},
        "AXES": [{"0": {"3]": "0]", "index = 3": "index = 0"}, "1": {"3]": "1]", "index = 3": "index = 1"},
                  "2": {"3]": "2]", "index = 3": "index = 2"}, "4": {"3]": "4]", "index = 3": "index = 4"},
                  "last": {"3]": "-1]", "index = 3": "index = -1"},
                  "second_last": {"3]": "-2]", "index = 3": "index = -2"}},
                 ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "slice": {
        "FAMILY": {
            "slice3d_dim0": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                 "CASES = [(9, 1, 1), (12, 2, 33), (20, 5, 9)]",
                             "x[:, ": "x[", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                             "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]"},
            "slice3d_last": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                 "CASES = [(1, 1, 9), (2, 33, 12), (5, 9, 20)]",
                             "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], 1",
                             "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
            "slice2d_dim0": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(9, 1), (12, 33), (50, 9)]",
                "x[:, ": "x[", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]"},
            "slice2d_last": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 9), (33, 12), (9, 50)]",
                "x[:, ": "x[..., ", "x.shape[1], x.stride(1)": "x.shape[1], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept"},
            "slice4d_last": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                 "CASES = [(1, 1, 1, 9), (2, 3, 5, 12), (2, 5, 9, 20)]",
                             "x[:, ": "x[..., ", "x.shape[1], x.stride(1)": "x.shape[3], 1",
                             "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept"},
            # as a table of positions
            "slice3d_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                   "CASES = [(1, 9, 1), (1, 12, 33), (1, 20, 9)]"},
            "slice3d_last_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                        "CASES = [(1, 1, 9), (1, 33, 12), (1, 9, 20)]",
                                    "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], 1",
                                    "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept"},
            "slice4d_last_of_one": {
                # as a mask
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                    "CASES = [(1, 1, 1, 9), (1, 1, 5, 12), (1, 1, 9, 20)]",
                "x[:, ": "x[..., ", "x.shape[1], x.stride(1)": "x.shape[3], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept"},
            "slice4d_of_one": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                   "CASES = [(1, 1, 9, 1), (1, 1, 12, 33), (1, 1, 20, 9)]",
                               "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                               "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]"},
            "slice4d_rows": {"CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]":
                                 "CASES = [(1, 1, 9, 1), (2, 3, 12, 5), (2, 5, 20, 9)]",
                             "x[:, ": "x[:, :, ", "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                             "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]"}},
        "AXES": [
            {"from0_by2": {"1::2": "::2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 2"},
             "from0_by3": {"1::2": "::3", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 3"},
             "from0_by4": {"1::2": "::4", "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 4"},
             "from1_by3": {
                 "1::2": "1::3", "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 3"},
             "from2_by2": {
                 "1::2": "2::2", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 2"},
             "from3_by2": {
                 "1::2": "3::2", "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 2"},
             "from2_by3": {
                 "1::2": "2::3", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 3"},
             "from1": {"1::2": "1:", "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 1"},
             "from2": {"1::2": "2:", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 1"},
             "from3": {"1::2": "3:", "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 1"},
             "from0_less1": {
                 "1::2": ":-1", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 1"},
             "from0_less2": {
                 "1::2": ":-2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 2, 1"},
             "from1_less1": {
                 "1::2": "1:-1", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 1"},
             "from2_less2": {
                 "1::2": "2:-2", "start, stop, step = 1, size, 2": "start, stop, step = 2, size - 2, 1"},
             "from0_less3": {
                 "1::2": ":-3", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 3, 1"},
             "from1_less1_by2": {
                 "1::2": "1:-1:2", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 2"},
             "from1_less2_by3": {
                 "1::2": "1:-2:3", "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 2, 3"},
             "from0_less1_by2": {
                 "1::2": ":-1:2", "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 2"},
             "from0_to5": {
                 "1::2": ":5", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(5, size), 1"},
             "from0_to8_by2": {
                 "1::2": ":8:2", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(8, size), 2"},
             "from2_to7": {
                 "1::2": "2:7", "start, stop, step = 1, size, 2": "start, stop, step = 2, min(7, size), 1"},
             "from1_to8_by3": {
                 "1::2": "1:8:3", "start, stop, step = 1, size, 2": "start, stop, step = 1, min(8, size), 3"},
             "from3_to9_by2": {
                 "1::2": "3:9:2", "start, stop, step = 1, size, 2": "start, stop, step = 3, min(9, size), 2"},
             "from0_to3": {
                 "1::2": ":3", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(3, size), 1"},
             "from0_to6": {
                 "1::2": ":6", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(6, size), 1"},
             "from0_to12": {
                 "1::2": ":12", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(12, size), 1"},
             "from4_to10": {
                 "1::2": "4:10", "start, stop, step = 1, size, 2": "start, stop, step = 4, min(10, size), 1"},
             "from0_to16": {
                 "1::2": ":16", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(16, size), 1"},
             "from0_to1": {
                 "1::2": ":1", "start, stop, step = 1, size, 2": "start, stop, step = 0, min(1, size), 1"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "slice_dims": {
        "FAMILY": {
            "from": ({"1::2": "{0}:", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, 1"},
                     "1 2 3 4"),
            "to": ({"1::2": ":{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, {0}, 1"},
                   "1 2 3 4 5 6 8"),
            "between": (
                {"1::2": "{0}:{1}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, 1"},
                "12 13 14 23 25 26 35 36 48 17"),
            "less": (
                {"1::2": ":-{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole - {0}, 1"},
                "1 2 3"),
            "trimmed": ({"1::2": "{0}:-{1}",
                         "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole - {1}, 1"},
                        "11 22 12 21 13"),
            "last": ({"1::2": "-{0}:",
                      "start, stop, step = 1, whole, 2": "start, stop, step = max(whole - {0}, 0), whole, 1"},
                     "1 2 3 4 5"),
            "every": (
                {"1::2": "::{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole, {0}"},
                "2 3 4 5"),
            "every_from": ({"1::2": "{0}::{1}",
                            "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, {1}"},
                           "13 14 22 23 32 24 33"),
            "every_to": ({"1::2": "{0}:{1}:{2}",
                          "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, {2}"},
                         "172 183 082 273 162")},
        "AXES": [{  # along which dimension
                     "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
                     "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                     "dim2": {"..., ": ":, :, ", "[(12,), (14, 15), ": "[", "dim = x.dim() - 1": "dim = 2"},
                     "dim3": {"..., ": ":, :, :, ", "[(12,), (14, 15), (9, 13, 12), ": "[",
                              "dim = x.dim() - 1": "dim = 3"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "split_combine": {
        "FAMILY": {
            "split_combine_dim0": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(2, 1), (66, 3), (40, 27)]",
                "dim=-1": "dim=0", "x.shape[0], x.shape[1] // 2": "x.shape[0] // 2, x.shape[1]",
                "run = x.shape[1] // 2": "run = x.numel() // 2"},
            "split_combine3d": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 1, 2), (2, 3, 66), (3, 7, 40)]",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1], x.shape[2] // 2",
                "run = x.shape[1] // 2": "run = x.shape[2] // 2"},
            "split_combine3d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1), (2, 6, 33), (3, 40, 7)]",
                "dim=-1": "dim=1", "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2]"},
            "split_combine4d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1, 1), (2, 6, 3, 11), (1, 4, 7, 9)]",
                "dim=-1": "dim=1",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2], x.shape[3]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2] * x.shape[3]"}},
        "AXES": [
            {"swapped": {"y, z = x.chunk": "z, y = x.chunk",
                         "y = tl.load(x_ptr + source, mask": "z = tl.load(x_ptr + source, mask",
                         "z = tl.load(x_ptr + source + run, mask": "y = tl.load(x_ptr + source + run, mask"}},
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "split_heads": {"AXES": [
        {"h2": {"time, 4, width // 4": "time, 2, width // 2", "heads = 4": "heads = 2"},
         "h3": {"time, 4, width // 4": "time, 3, width // 3", "heads = 4": "heads = 3"},
         "h6": {"time, 4, width // 4": "time, 6, width // 6", "heads = 4": "heads = 6"},
         "h8": {"time, 4, width // 4": "time, 8, width // 8", "heads = 4": "heads = 8"},
         "h12": {"time, 4, width // 4": "time, 12, width // 12", "heads = 4": "heads = 12"}},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "split_parts": {
        "FAMILY": {
            "split": ({"x.chunk(2, ": "x.tensor_split([{0}], ", "(whole + 1) // 2": "{0}"}, "1 2 3"),
            "split_last": ({"x.chunk(2, ": "x.tensor_split([-{0}], ", "(whole + 1) // 2": "whole - {0}"},
                           "1 2")},
        "AXES": [{  # along which dimension
            "next_to_last": {"[(12,), ": "[", "dim=-1": "dim=-2",
                             "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                                 "outside, whole, inside = x.shape[:-2], x.shape[-2], x.shape[-1:]",
                             "inner = 1": "inner = x.shape[-1]"},
            "third_to_last": {"[(12,), (9, 14), ": "[", "dim=-1": "dim=-3",
                              "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                                  "outside, whole, inside = x.shape[:-3], x.shape[-3], x.shape[-2:]",
                              "inner = 1": "inner = x.shape[-2] * x.shape[-1]",
                              "(2, 3, 5, 7), (2, 3, 40, 33)": "(2, 9, 5, 7), (2, 6, 40, 33)"},
            "first": {
                "dim=-1": "dim=0",
                "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                    "outside, whole, inside = (), x.shape[0], x.shape[1:]",
                "inner = 1": "inner = x.numel() // whole",
                "(3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)": "(9, 3, 10), (7, 3, 5, 2), (8, 3, 40, 33)"}}]},
    "where_index": {"FAMILY": {"where_odd": {"column % 2 == 0": "column % 2 == 1"},
                               "where_third": {"column % 2 == 0": "column % 3 == 0"},
                               "where_not_third": {"column % 2 == 0": "column % 3 != 0"},
                               "where_fourth": {"column % 2 == 0": "column % 4 == 1"},
                               "where_head": {"column % 2 == 0": "column < 4"},
                               "where_tail": {"column % 2 == 0": "column >= 3"},
                               "where_past": {"column % 2 == 0": "column > 2"},
                               "where_pairs": {"column % 2 == 0": "column % 4 < 2"},
                               "where_but_one": {"column % 2 == 0": "column != 3"}},
                    "AXES": [("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
                             ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
                             ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
