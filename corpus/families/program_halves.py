"""Tables of the families of drawn programs of halves, thirds and chunks of tensors."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import ORDINAL_DIMENSIONS

DIMS_OF_PROGRAM_OF_CHUNKS = {  # along which dimension
    "dim0": {"dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0",
             "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)"},
    "dim1": {"[(12,), ": "[", "dim=-1": "dim=1", "dim = x.dim() - 1": "dim = 1",
             "(12, 2, 12, 24)": "(2, 12, 5, 7)"},
    "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = x.dim() - 1": "dim = 2"},
    "dim3": {"[(12,), (36, 24), (2, 24, 12), ": "[", "dim=-1": "dim=3", "dim = x.dim() - 1": "dim = 3",
             "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)"}}

FAMILIES = {
    "program_of_channel_halves": {"AXES": [
        {"first": {"x, z = x.chunk(2, dim=1)": "z, x = x.chunk(2, dim=1)",
                   "x_ptr + first, mask": "x_ptr + first + half, mask",
                   "x_ptr + first + half, mask": "x_ptr + first, mask"},
         "slices": {"x, z = x.chunk(2, dim=1)": "x, z = x[:, :x.shape[1] // 2], x[:, x.shape[1] // 2:]"}},
        ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_channels": {"AXES": [
        {  # along which dimension
            "last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]",
                     "dim = 1": "dim = x.dim() - 1",
                     "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]":
                         "CASES = [(5, 3), (2, 33, 4), (3, 4, 20, 3), (2, 5, 2, 7, 3)]"},
            "first": {"x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]", "dim = 1": "dim = 0",
                      "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]":
                          "CASES = [(3, 5), (3, 4, 33), (4, 20, 7), (3, 2, 3, 5, 7)]"},
            "second_last": {
                "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :], x[..., 1, :], x[..., 2, :]",
                "dim = 1": "dim = x.dim() - 2",
                "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": "(3, 5), (2, 4, 33), (3, 2, 3, 7)"},
            "third_last": {"x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :, :], x[..., 1, :, :], x[..., 2, :, :]",
                           "dim = 1": "dim = x.dim() - 3",
                           "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)":
                               "(3, 5, 2), (2, 3, 4, 33), (2, 2, 4, 3, 7)"}},
        {  # which channels
            "others": ({"first, second, third = 0, 1, 2": "first, second, third = {0}, {1}, {2}",
                        "x, z, w = ": "{3}, {4}, {5} = "},
                       "021xwz 102zxw 120wxz 201zwx 210wzx")},
        ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")]},
    "program_of_chunked_cell": {"AXES": ["CELL_CHUNK"]},
    "program_of_chunks": {
        "FAMILY": {"of": (
            {"chunk(2, ": "chunk({0}, ", "parts[0], parts[1]": "parts[{1}], parts[{2}]",
             "chunks = 2": "chunks = {0}", "+ 0 * run": "+ {1} * run", "+ 1 * run": "+ {2} * run"},
            "210 301 302 310 312 320 321 401 402 403 412 413 420 423 431 432 602 635")},
        "AXES": [DIMS_OF_PROGRAM_OF_CHUNKS, ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_chunks_of_two": Derived("program_of_three_chunks", {" x.": " a."},
        family={
            "of": (
                {"a.chunk(2, ": "a.chunk({0}, ", "b.chunk(2, ": "b.chunk({0}, ", "chunks = 2": "chunks = {0}",
                 "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]", "b[1]": "b[{4}]",
                 "a_ptr + source + 0": "a_ptr + source + {1}", "b_ptr + source + 0": "b_ptr + source + {2}",
                 "a_ptr + source + 1": "a_ptr + source + {3}", "b_ptr + source + 1": "b_ptr + source + {4}"},
                "20110 21001 21100 30011 30120 32011 31122 30021 31220 40011 41230 43102 42031"),
            "of_three_parts": (
                {"a.chunk(2, ": "a.chunk({0}, ", "b.chunk(2, ": "b.chunk({0}, ", "chunks = 2": "chunks = {0}",
                 "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]", "z = b[1]": "",
                 "a_ptr + source + 0": "a_ptr + source + {1}", "b_ptr + source + 0": "b_ptr + source + {2}",
                 "a_ptr + source + 1": "a_ptr + source + {3}",
                 "z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)": ""},
                "2001 2011 2100 2110 3001 3120 3211 4013")},
        axes=[0, 1, ("BINARY", "x = torch.mul(x, z)", "x = x * z", "optional")]),
    "program_of_gates": {"AXES": [{"end_first": {"return v, x": "return x, v", "return v, y": "return y, v"}},
                                  ("PROGRAM_GATES_TO_VX",
                                   (
                                       "v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)\n"
                                       "    x = torch.sigmoid(p) * torch.relu(v)"),
                                   (
                                       "v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)\n"
                                       "    x = tl.sigmoid(p) * tl.maximum(v, 0.0)"))]},
    "program_of_half": {
        "FAMILY": {
            "half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()":
                         "torch.randn(shape).half(), torch.randn(shape).half()",
                     "x.bfloat16()": "x.half()", "dtype=torch.bfloat16": "dtype=torch.float16"},
            "half_to_float": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()":
                                  "torch.randn(shape).half(), torch.randn(shape).half()",
                              "x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
            "to_float": {"x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
            "from_float": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()":
                               "torch.randn(shape), torch.randn(shape)",
                           "x, z = x.float(), z.float()": ""},
            "from_float_to_half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()":
                                       "torch.randn(shape), torch.randn(shape)",
                                   "x, z = x.float(), z.float()": "", "x.bfloat16()": "x.half()",
                                   "dtype=torch.bfloat16": "dtype=torch.float16"},
            "one_half": {"torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()":
                             "torch.randn(shape).bfloat16(), torch.randn(shape)",
                         "x, z = x.float(), z.float()": "x = x.float()"}},
        "AXES": [("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_halves": {"AXES": [
        {"first": {"x, z = x.chunk(2, dim=-1)": "z, x = x.chunk(2, dim=-1)",
                   "x_ptr + first, mask": "x_ptr + first + C, mask",
                   "x_ptr + first + C, mask": "x_ptr + first, mask"},
         "split": {"x, z = x.chunk(2, dim=-1)": "x, z = torch.split(x, x.shape[-1] // 2, dim=-1)"},
         "slices": {
             "x, z = x.chunk(2, dim=-1)": "x, z = x[..., :x.shape[-1] // 2], x[..., x.shape[-1] // 2:]"}},
        ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_neighbours": {
        "FAMILY": {
            "cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, :-1], (0, 0, 1, 0))"},
            "joined": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)"},
            "again": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, :1], x[:, :-1]], dim=1)",
                      "x_ptr + offsets - C, mask=mask & has":
                          "x_ptr + tl.where(has, offsets - C, offsets), mask=mask"},
            "next": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x, (0, 0, -1, 1))", "C % T > 0": "C % T < T - 1",
                     "offsets - C": "offsets + C"},
            "next_cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 0, 0, 1))",
                         "C % T > 0": "C % T < T - 1", "offsets - C": "offsets + C"},
            "next_joined": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)",
                "C % T > 0": "C % T < T - 1", "offsets - C": "offsets + C"},
            "next_again": {"F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], x[:, -1:]], dim=1)",
                           "C % T > 0": "C % T < T - 1",
                           "x_ptr + offsets - C, mask=mask & has":
                               "x_ptr + tl.where(has, offsets + C, offsets), mask=mask"},
            "of_rows": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)", "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x, (1, -1))", "offsets // C % T > 0": "offsets % C > 0",
                "offsets - C": "offsets - 1", "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape"},
            "of_rows_joined": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)", "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)",
                "offsets // C % T > 0": "offsets % C > 0", "offsets - C": "offsets - 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"},
            "of_rows_next": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)", "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)",
                "offsets // C % T > 0": "offsets % C < C - 1", "offsets - C": "offsets + 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"},
            "of_rows_next_shrunk": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)", "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 1))",
                "offsets // C % T > 0": "offsets % C < C - 1", "offsets - C": "offsets + 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK", "B, T, C = x.shape": "B, C = x.shape"}},
        "AXES": [{  # what is learned for each channel
                     "channels": {
                         "w = torch.randn(B, T, C)": "w = torch.randn(C)",
                         "p = torch.randn(B, T, C)": "p = torch.randn(C)",
                         "w_ptr + offsets": "w_ptr + offsets % C", "p_ptr + offsets": "p_ptr + offsets % C"},
                     "one_channels": {"p = torch.randn(B, T, C)": "p = torch.randn(C)",
                                      "p_ptr + offsets": "p_ptr + offsets % C"},
                     "number": {"p = torch.randn(B, T, C)": "p = torch.randn(1)",
                                "tl.load(p_ptr + offsets, mask=mask, other=0.0)": "tl.load(p_ptr)"}},
                 ("LEARNED_XZWP", "x = x * w + z * p", "x = w * x + z * p")]},
    "program_of_split_cell": {"AXES": ["CELL_SLICE"]},
    "program_of_thirds": {"AXES": [
        {"halves_and_state": {  # the halves of one tensor and a second one
            "x, z, w = x.chunk(3, dim=-1)": "x, z = x.chunk(2, dim=-1)",
            "program_of_thirds_torch(x)": "program_of_thirds_torch(x, w)",
            "(torch.randn(shape[:-1] + (3 * shape[-1],)),)":
                "torch.randn(shape[:-1] + (2 * shape[-1],)), torch.randn(shape)",
            "x_ptr, y_ptr": "x_ptr, w_ptr, y_ptr", "offsets // N * (3 * N)": "offsets // N * (2 * N)",
            "x_ptr + first + 2 * N": "w_ptr + offsets",
            "program_of_thirds_triton(x)": "program_of_thirds_triton(x, w)",
            "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
            "N = x.shape[-1] // 3": "N = w.shape[-1]",
            "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)": "torch.empty_like(w)",
            "[grid](x, y": "[grid](x, w, y"}},
        ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")]},
    "program_of_three_chunks": {
        "FAMILY": {"of": (
            {"chunk(3, ": "chunk({0}, ", "parts[0], parts[1], parts[2]": "parts[{1}], parts[{2}], parts[{3}]",
             "chunks = 3": "chunks = {0}", "+ 0 * run": "+ {1} * run", "+ 1 * run": "+ {2} * run",
             "+ 2 * run": "+ {3} * run"},
            "3021 3102 3120 3201 3210 4012 4123 4013 4230 4321 4203 4310 6024 6135")},
        "AXES": [DIMS_OF_PROGRAM_OF_CHUNKS, ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")]},
    "program_of_triangles": {
        "FAMILY": {
            "upper_first": {"torch.tril(x, diagonal=-1)": "torch.triu(x, diagonal=1)",
                            "torch.triu(x, diagonal=1)": "torch.tril(x, diagonal=-1)",
                            "diagonal <= -1": "diagonal >= 1", "diagonal >= 1": "diagonal <= -1"},
            "from": ({"(x, diagonal=1)": "(x, diagonal={0})", "(x, diagonal=-1)": "(x, diagonal={1})",
                      "diagonal >= 1": "diagonal >= {0}", "diagonal <= -1": "diagonal <= {1}"},
                     "00 10 20 01 21 12 22"),
            "from_minus": ({"(x, diagonal=1)": "(x, diagonal=-{0})", "(x, diagonal=-1)": "(x, diagonal={1})",
                            "diagonal >= 1": "diagonal >= -{0}", "diagonal <= -1": "diagonal <= {1}"},
                           "10 11 21 12"),
            "and_minus": ({"(x, diagonal=1)": "(x, diagonal={0})", "(x, diagonal=-1)": "(x, diagonal=-{1})",
                           "diagonal >= 1": "diagonal >= {0}", "diagonal <= -1": "diagonal <= -{1}"},
                          "01 02 22 12"),
            "with_lower": ({"torch.tril(x, diagonal=-1)\n"
                            "    x = torch.triu(x, diagonal=1)": "torch.tril(x, diagonal={0})",
                            "tl.where(diagonal <= -1, x, 0.0)\n"
                            "    x = tl.where(diagonal >= 1, x, 0.0)": "tl.where(diagonal <= {0}, x, 0.0)"},
                           "0 1"),
            "with_upper": ({"torch.tril(x, diagonal=-1)\n"
                            "    x = torch.triu(x, diagonal=1)": "torch.triu(x, diagonal={0})",
                            "tl.where(diagonal <= -1, x, 0.0)\n"
                            "    x = tl.where(diagonal >= 1, x, 0.0)": "tl.where(diagonal >= {0}, x, 0.0)"},
                           "0 1 2")},
        "AXES": [("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_turned_halves": {
        "FAMILY": {
            "back": {"-x[..., half:], x[..., :half]": "x[..., half:], -x[..., :half]",
                     "first, -y, y": "first, y, -y"},
            "unsigned": {"-x[..., half:], x[..., :half]": "x[..., half:], x[..., :half]",
                         "y = tl.where(first, -y, y)": ""},
            "chunked": {
                "half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)",
                "-x[..., half:], x[..., :half]": "-x2, x1",  # the longer part is the first
                "offsets % D < D - D // 2": "offsets % D < D // 2",
                "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2"},
            "chunked_back": {
                "half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)",
                "-x[..., half:], x[..., :half]": "x2, -x1", "first, -y, y": "first, y, -y",
                "offsets % D < D - D // 2": "offsets % D < D // 2",
                "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2"},
            "first_relu": {"-x[..., half:], x[..., :half]": "torch.relu(x[..., half:]), x[..., :half]",
                           "first, -y, y": "first, tl.maximum(y, 0.0), y"}},
        "AXES": [
            {  # the sizes of x, and of cos and sin
                "rows": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(D), torch.randn(D)"},
                "full": {"torch.randn(C, D), torch.randn(C, D)":
                             "torch.randn(A, B, C, D), torch.randn(A, B, C, D)"},
                "heads": {
                    "torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, C, D), torch.randn(B, C, D)"},
                "ones": {"torch.randn(C, D), torch.randn(C, D)":
                             "torch.randn(1, 1, C, D), torch.randn(1, 1, C, D)"},
                "samples": {"torch.randn(C, D), torch.randn(C, D)":
                                "torch.randn(A, 1, C, D), torch.randn(A, 1, C, D)",
                            "D, period, BLOCK": "D, period, heads, BLOCK",
                            "offsets % period": "offsets // (heads * period) * period + offsets % period",
                            "cos.numel(), BLOCK": "x.shape[-2] * x.shape[-1], x.shape[1], BLOCK"},
                "heads_last": {
                    "torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, 1, D), torch.randn(B, 1, D)",
                    "D, period, BLOCK": "D, period, heads, BLOCK",
                    "offsets % period": "offsets // (heads * D) * D % period + offsets % D",
                    "cos.numel(), BLOCK": "cos.numel(), x.shape[-2], BLOCK"},
                "three": {
                    "def make(A, B, C, D)": "def make(A, C, D)",
                    "torch.randn(A, B, C, D)": "torch.randn(A, C, D)",
                    "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(2, 3, 4), (3, 5, 9), (2, 4, 66)]"},
                "two": {
                    "def make(A, B, C, D)": "def make(C, D)", "torch.randn(A, B, C, D)": "torch.randn(C, D)",
                    "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(3, 4), (5, 9), (4, 66)]"}},
            {  # what meets cos; multiplied where the table keeps the file as it stands
                "plus": {"x = x * z": "x = x + z"}, "minus": {"x = x * z": "x = x - z"}},
            {  # and sin
                "sum": {"y = y * z": "y = y + z"}, "difference": {"y = y * z": "y = y - z"}},
            ("BINARY", "y = torch.add(y, z)", "y = y + z"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "program_of_two_chunked": {"AXES": ["CELL_CHUNKS"]},
    "program_of_two_gates": {"AXES": [
        {  # which third is which gate
            "last_first": {
                "x, z, w =": "w, z, x =", "x_state, z_state, p =": "p, z_state, x_state =",
                "x = tl.load(gates_ptr + first,": "x = tl.load(gates_ptr + first + 2 * N,",
                "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first,",
                "x_state = tl.load(state_gates_ptr + first,":
                    "x_state = tl.load(state_gates_ptr + first + 2 * N,",
                "p = tl.load(state_gates_ptr + first + 2 * N,": "p = tl.load(state_gates_ptr + first,"},
            "middle_last": {
                "x, z, w =": "x, w, z =", "x_state, z_state, p =": "x_state, p, z_state =",
                "z = tl.load(gates_ptr + first + N,": "z = tl.load(gates_ptr + first + 2 * N,",
                "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first + N,",
                "z_state = tl.load(state_gates_ptr + first + N,":
                    "z_state = tl.load(state_gates_ptr + first + 2 * N,",
                "p = tl.load(state_gates_ptr + first + 2 * N,": "p = tl.load(state_gates_ptr + first + N,"}},
        {"state_first": {"x = x + x_state": "x = x_state + x", "z = z + z_state": "z = z_state + z"}},
        ("PROGRAM_GATES", "x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q",
         "x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q")]},
    "program_of_uneven_parts": {
        "FAMILY": {  # widths of the first two parts, and both together
            "of": ({"[4, 10, ": "[{0}{1}, {2}{3}, ", "- 14": "- {4}{5}", "14 +": "{4}{5} +",
                    "+ 14 *": "+ {4}{5} *", "+ 4 *": "+ {0}{1} *", "< 4 *": "< {0}{1} *",
                    "< 10 *": "< {2}{3} *", "outer * 4 *": "outer * {0}{1} *",
                    "outer * 10 *": "outer * {2}{3} *", "before, 4, ": "before, {0}{1}, ",
                    "before, 10, ": "before, {2}{3}, ", "max(4, 10, ": "max({0}{1}, {2}{3}, "},
                   (
                       "101626 121426 162440 241236 322052 401858 161834 204060 121830 284573 642084 "
                       "181028 483482 222244 362561 501363"))},
        "AXES": [
            {  # without a bias; then along the channels too
                "plain": {"    b = torch.randn(rest)\n": "", "return x, b": "return (x,)",
                          "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)",
                          "    z = z + b\n": "", "x_ptr, b_ptr, ": "x_ptr, ",
                          "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)",
                          "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()", "(x, b, y": "(x, y",
                          "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, "
                          "other=0.0).to(tl.float32)": ""},
                "channels": {
                    "    b = torch.randn(rest)\n": "", "return x, b": "return (x,)",
                    "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)",
                    "    z = z + b\n": "", "x_ptr, b_ptr, ": "x_ptr, ",
                    "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)",
                    "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()", "(x, b, y": "(x, y",
                    "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, "
                    "other=0.0).to(tl.float32)": "",
                    "rest = shape[-1]": "rest = shape[1]",
                    "*shape[:-1], whole": "shape[0], whole, *shape[2:]", "dim=-1": "dim=1",
                    "x.shape[-1]": "x.shape[1]", "dim = x.dim() - 1": "dim = 1",
                    "(1, 3), (3, 36), (2, 4, 7)": "(1, 3, 2), (3, 5, 36), (2, 4, 7)"}},
            ("UNARY", "y = F.silu(y)", "y = y * tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)"),
            ("UNARY", "z = torch.abs(z)", "z = tl.abs(z)")]},
    "program_of_written_norm": {
        "FAMILY": {
            "bare": {"size.clamp(min=1e-12)": "size", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total)"},
            "plus": ({"size.clamp(min=1e-12)": "(size + 1e-{0})",
                      "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total) + 1e-{0}"},
                     "6 8"),
            "mean_square": (
                {"x.norm(": "(x ** 2).mean(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                 "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})"},
                "5 6 8"),
            "mean_square_rsqrt": (
                {"x.norm(": "x.pow(2).mean(", "x / size.clamp(min=1e-12)": "x * torch.rsqrt(size + 1e-{0})",
                 "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})"},
                "5 6 8"),
            "sum_square": (
                {"x.norm(": "(x * x).sum(", "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                 "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total + 1e-{0})"},
                "6 8"),
            "sum_abs": {
                "x.norm(": "x.abs().sum(", "total += x * x": "total += tl.abs(x)", "tl.sqrt(total)": "total"},
            "mean_abs_plus": ({"x.norm(": "x.abs().mean(", "size.clamp(min=1e-12)": "(size + 1e-{0})",
                               "total += x * x": "total += tl.abs(x)",
                               "tl.maximum(tl.sqrt(total), 1e-12)": "total / whole + 1e-{0}"},
                              "5 6 8"),
            "largest": {"x.norm(": "x.abs().amax(", "total += x * x": "total = tl.maximum(total, tl.abs(x))",
                        "tl.sqrt(total)": "total"}},
        "AXES": [
            ORDINAL_DIMENSIONS,
            {  # what z is
                "number": {"torch.randn(place)": "torch.randn(())", "z_ptr + place": "z_ptr"},
                "one": {"torch.randn(place)": "torch.randn(1)", "z_ptr + place": "z_ptr"},
                "residual": {"torch.randn(place)": "torch.randn(shape)",
                             "tl.load(z_ptr + place)":
                                 "tl.load(z_ptr + offsets + place * inner, mask=mask, other=0.0)"},
                "itself": {
                    "place = shape[-2:-1] + (1,)": "", "z = torch.randn(place)": "",
                    "return torch.randn(shape), z": "return (torch.randn(shape),)",
                    "program_of_written_norm_torch(x, z):": "program_of_written_norm_torch(x):\n    z = x",
                    "program_of_written_norm_triton(x, z):": "program_of_written_norm_triton(x):",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr", "(x, z, y, n_lines": "(x, y, n_lines",
                    "tl.load(z_ptr + place).to(tl.float32)": "x"}},
            ("BINARY+TAIL_XZ", "y = y * torch.exp(z)", "y = y * tl.exp(z)")]},
    "program_of_written_norm_rows": Derived("program_of_written_norm",
        {"place": "cols, mask=mask, other=0.0", "total += ": "lanes += ", "(place)": "(shape[-1])",
         "whole": "n_cols", "tl.load(": "", "place)": "cols", "offsets": "row * n_cols",
         "place * inner, mask=mask, other=0.0)": "cols"},
        family={
            "bare": ..., "plus": ..., "mean_square": ..., "mean_square_rsqrt": ..., "sum_square": ...,
            "sum_abs": ..., "mean_abs_plus": ...,
            "largest": {"x.norm(": "x.abs().amax(", "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                        "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)", "tl.sqrt(total)": "total"}},
        axes=[{"number": ..., "one": ...,
               "each": {"torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                        "z_ptr + cols, mask=mask, other=0.0": "z_ptr + row"},
               "residual": ...,
               "itself": {
                   "z = torch.randn(shape[-1])": "",
                   "return torch.randn(shape), z": "return (torch.randn(shape),)",
                   "program_of_written_norm_rows_torch(x, z):":
                       "program_of_written_norm_rows_torch(x):\n"
                       "    z = x",
                   "program_of_written_norm_rows_triton(x, z):": "program_of_written_norm_rows_triton(x):",
                   "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                   "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr", "(x, z, y, n_cols": "(x, y, n_cols",
                   "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "x"}},
              2]),
}
