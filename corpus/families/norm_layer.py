"""Tables of the families of norms of rows with learned scales."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import ADD_SUB_HALF, EPS

FAMILIES = {
    "layer_norm": {
        "FAMILY": {
            "layer_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
                    "return (torch.randn(shape),)",
                "(x, weight, bias)": "(x)", "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "", "(x, weight, bias, y, n_cols": "(x, y, n_cols"},
            "layer_norm_weight": {"return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
                                      "return torch.randn(shape), torch.randn(shape[-1])",
                                  "(x, weight, bias)": "(x, weight)",
                                  "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), weight, eps",
                                  "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, weight_ptr, y_ptr",
                                  "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                                  "y = y * weight + bias": "y = y * weight",
                                  "(x, weight, bias, y, n_cols": "(x, weight, y, n_cols"}},
        "AXES": [{  # a view of the result costs nothing
                     "transposed": {"(1000,), ": "", "return y": "return y.transpose(-2, -1)"},
                     "swapped": {"(1000,), ": "", "return y": "return y.transpose(0, 1)"},
                     "first": {"(1000,), ": "", "return y": "return y[:, 0]"},
                     "unsqueezed": {"return y": "return y.unsqueeze(1)"},
                     "flat": {"(1000,), ": "", "return y": "return y.flatten(1)"}},
                 EPS,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR+TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "layer_norm_joins": Derived("layer_norm_tail", {
        "layer_norm_tail_torch": "layer_norm_joins_torch",
        "layer_norm_tail_triton": "layer_norm_joins_triton"},
        axes=[{"s_one": {"s = torch.randn(shape[-1])": "s = torch.randn(1)",
                         "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)":
                             "s = tl.load(s_ptr).to(tl.float32)"}},
              ADD_SUB_HALF, 0, 1, 2, 3, 4]),
    "layer_norm_modulate": {
        "FAMILY": {"layer_norm_scale_shift": {"y * (1.0 + scale) + shift": "y * scale + shift"},
                   "layer_norm_shift_first": {"(x, scale, shift):": "(x, shift, scale):"}},
        "AXES": [EPS,
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "layer_norm_nd": Derived("layer_norm", {"(x.shape[-1],), ": "", "[-1]": "[1:]"},
        family={"layer_norm_nd_plain": ...},
        axes=[{  # from which dimension on a row is normalised
                  "last2": {
                      "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, 20)]":
                          "CASES = [(1, 1, 1), (2, 3, 5, 7), (2, 2, 3, 4, 5), (2, 30, 40)]",
                      "shape[1:]": "shape[-2:]", "n_rows = x.shape[0]": "n_cols = x.shape[-2] * x.shape[-1]",
                      "n_cols = x.numel() // n_rows": "n_rows = x.numel() // n_cols"},
                  "last3": {"CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, "
                            "20)]": "CASES = [(1, 1, 1, 1), (2, 2, 3, 4, 5), (2, 4, 15, 20)]",
                            "shape[1:]": "shape[-3:]",
                            "n_rows = x.shape[0]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                            "n_cols = x.numel() // n_rows": "n_rows = x.numel() // n_cols"}},
              1, 2, 3,
              ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]),
    "layer_norm_of_pair": Derived("layer_norm_of_three",
        axes=[0, 2, ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"), 4]),
    "layer_norm_of_three": {
        "FAMILY": {"layer_norm_of_three_plain": {
                       "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])": "",
                       ", weight, bias": "", "weight_ptr, bias_ptr, ": "",
                       "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "y = y * weight + bias": ""},
                   "layer_norm_of_three_weight": {
                       "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])":
                           "weight = torch.randn(shape[-1])",
                       ", bias": "", "bias_ptr, ": "",
                       "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                       "y = y * weight + bias": "y = y * weight"}},
        "AXES": ["SHAPE_OF_Z", "SHAPE_OF_W", EPS,
                 ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "layer_norm_tail": {
        "FAMILY": {
            "layer_norm_tail_plain": {
                ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",", ", weight, bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "weight_ptr, bias_ptr, y_ptr": "y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "", "weight, bias, y, n_cols": "y, n_cols"},
            "layer_norm_tail_weight": {
                "torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])", ", bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), weight, eps",
                "weight_ptr, bias_ptr, y_ptr": "weight_ptr, y_ptr",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "y = y * weight", "weight, bias, y, n_cols": "weight, y, n_cols"}},
        "AXES": [
            {"residual_first": {"def layer_norm_tail_torch(x, z": "def layer_norm_tail_torch(z, x",
                                "def layer_norm_tail_triton(x, z": "def layer_norm_tail_triton(z, x"},
             "itself": {
                 "z = torch.randn(shape)": "", "return torch.randn(shape), z": "return torch.randn(shape)",
                 "def layer_norm_tail_torch(x, z": "def layer_norm_tail_torch(x", "y = F.": "z = x\ny = F.",
                 "def layer_norm_tail_triton(x, z": "def layer_norm_tail_triton(x",
                 "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()", "x_ptr, z_ptr,": "x_ptr,",
                 "[(n_rows,)](x, z,": "[(n_rows,)](x,",
                 "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)":
                     "load_tile(row_ptr, cols, n_cols)"},
             "row": {"z = torch.randn(shape)": "z = torch.randn(shape[-1])",
                     "z_ptr + row * n_cols + cols": "z_ptr + cols"},
             "number": {"z = torch.randn(shape)": "z = torch.randn(())",
                        "z_ptr + row * n_cols + cols, mask=mask, other=0.0": "z_ptr"}},
            EPS,
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "layer_norm_turned": {
        "FAMILY": {"layer_norm_turned_plain": {
            ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",", ", weight, bias):": "):",
            "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            "y = y * weight + bias": "", "weight, bias, y, n_cols": "y, n_cols"}},
        "AXES": [
            {"alone": {"z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))": "",
                       "return torch.randn(shape), z": "return torch.randn(shape)",
                       "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(x",
                       "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(x",
                       "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                       "x_ptr, z_ptr,": "x_ptr,", "[grid](x, z,": "[grid](x,",
                       "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "", "y = y * z": "",
                       "y = z * y": ""},
             "add": {"y = y * z": "y = y + z", "y = z * y": "y = z + y"},
             "image": {"shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                       "turned_ptr = y_ptr + row": "turned = row",
                       "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                       "turned_ptr + cols": "y_ptr + turned + cols"},
             "image_added": {"shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                             "y = y * z": "y = y + z", "y = z * y": "y = z + y",
                             "turned_ptr = y_ptr + row": "turned = row",
                             "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                             "turned_ptr + cols": "y_ptr + turned + cols"},
             "image_first": {"shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                             "y = y * z": "y = z + y", "y = z * y": "y = z + y",
                             "return torch.randn(shape), z": "return z, torch.randn(shape)",
                             "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(z, x",
                             "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(z, x",
                             "turned_ptr = y_ptr + row": "turned = row",
                             "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                             "turned_ptr + cols": "y_ptr + turned + cols"}},
            {"tokens": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100)]":
                            "CASES = [(1, 1, 1), (2, 3, 5), (1, 7, 33), (2, 2, 1100)]",
                        "y.permute(0, 3, 1, 2)": "y.transpose(1, 2)",
                        "n_images, height, width, n_cols = x.shape": "n_images, n_places, n_cols = x.shape",
                        "    n_places = height * width\n": "",
                        "n_images, n_cols, height, width)": "n_images, n_cols, n_places)"}},
            {"eps5": {"1e-6": "1e-5"}, "eps8": {"1e-6": "1e-8"}, "eps3": {"1e-6": "1e-3"},
             "eps12": {"1e-6": "1e-12"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "rms_norm": {
        "FAMILY": {
            "rms_norm_call": {"x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ":
                                  "F.rms_norm(x, (x.shape[-1],), weight, eps=",
                              ") * weight": ")"},
            "rms_norm_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
                    "F.rms_norm(x, (x.shape[-1],), weight)",
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07"},
            "rms_norm_default_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
                    "F.rms_norm(x, (x.shape[-1],))",
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale", "(x, weight, y, n_cols": "(x, y, n_cols"},
            "rms_norm_call_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ":
                    "F.rms_norm(x, (x.shape[-1],), eps=",
                ") * weight": ")", "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale", "(x, weight, y, n_cols": "(x, y, n_cols"},
            "rms_norm_quotient": {"x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ":
                                      "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "},
            "rms_norm_square": {"torch.rsqrt(torch.mean(x * x, ": "torch.rsqrt(torch.mean(x.pow(2), "},
            "rms_norm_square_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, ": "x / torch.sqrt(torch.mean(x ** 2, "},
            "rms_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)", ") * weight": ")", "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale", "(x, weight, y, n_cols": "(x, y, n_cols"},
            "rms_norm_offset": {
                ") * weight": ") * (1.0 + weight)", "* scale * weight": "* scale * (1.0 + weight)"},
            "rms_norm_bias": {
                "torch.randn(shape), torch.randn(shape[-1])":
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])",
                "(x, weight)": "(x, weight, bias)", ") * weight": ") * weight + bias",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, weight_ptr, bias_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)":
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)",
                "* scale * weight": "* scale * weight + bias",
                "(x, weight, y, n_cols": "(x, weight, bias, y, n_cols"}},
        "AXES": [EPS,
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "rms_norm_groups": {
        "FAMILY": {"normalize": {
            "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)":
                "y = torch.nn.functional.normalize(x, dim=-1)",
            "scale = tl.rsqrt(tl.sum(squares, axis=0) / D + 1e-5)":
                "norm = tl.maximum(tl.sqrt(tl.sum(squares, axis=0)), 1e-12)",
            "y = load_tile(x_ptr, cols, D) * scale": "y = load_tile(x_ptr, cols, D) / norm"}},
        "AXES": [
            {  # what z is, and how many dimensions lead
                "whole": {"z = torch.randn(G * D)": "z = torch.randn(B, T, G * D)",
                          "z_ptr + group % G * D + cols": "z_ptr + group * D + cols",
                          "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl", "(x, z, y, G, D,": "(x, z, y, D,"},
                "number": {
                    "z = torch.randn(G * D)": "z = torch.randn(1)",
                    "z_ptr + group % G * D + cols, mask=mask, other=0.0": "z_ptr",
                    "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl", "(x, z, y, G, D,": "(x, z, y, D,"},
                "rows": {"CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, "
                         "D": "CASES = [(1, 1, 2), (3, 2, 33), (5, 4, 16), (1, 2, 1100)]  # M, G, D",
                         "make(B, T, G, D)": "make(M, G, D)",
                         "torch.randn(B, T, G, D), z": "torch.randn(M, G, D), z", "flatten(2)": "flatten(1)",
                         "B, T, G, D = x.shape": "M, G, D = x.shape",
                         "new_empty(B, T, G * D)": "new_empty(M, G * D)", "(B * T * G,)": "(M * G,)"}},
            {"eps": ({"1e-5": "1e-{0}"}, "6 8 3")},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "rms_norm_of_pair": Derived("rms_norm_of_three",
        axes=[0, 2, ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"), 4]),
    "rms_norm_of_three": Derived("rms_norm",
        family={
            "rms_norm_of_three_call": ...,
            "rms_norm_of_three_plain": {
                "weight = torch.randn(shape[-1])": "", ", weight": "", "weight_ptr, ": "", ") * weight": ")",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = x * scale * weight": "y = x * scale"},
            "rms_norm_of_three_quotient": ..., "rms_norm_of_three_default": ...},
        axes=["SHAPE_OF_Z", "SHAPE_OF_W", 0,
              ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
              ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]),
    "rms_norm_tail": Derived("rms_norm", {
        "(x)": "):", "(x, weight)": ", weight):", " y_ptr": " z_ptr, y_ptr", "(x, y,": "(x, z, y,",
        " tl.abs(y)": " 0.5 * y", " torch.abs(y)": " y * 0.5", "(x, weight, bias)": ", weight, bias):",
        "x =": "y =", "torch.relu(x)": "torch.abs(y)", "(x, weight,": "(x, z, weight,",
        "tl.maximum(x, 0.0)": "tl.abs(y)", "(x_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, weight_ptr, y_ptr",
        "return (torch.": "return torch.", "),)": "), torch.randn(shape)",
        "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr",
        "return": "return torch.randn(shape),"},
        family={"rms_norm_tail_default": ..., "rms_norm_tail_plain": ..., "rms_norm_tail_offset": ...,
                "rms_norm_tail_bias": ...},
        axes=[{"residual_first": {"def rms_norm_tail_torch(x, z": "def rms_norm_tail_torch(z, x",
                                  "def rms_norm_tail_triton(x, z": "def rms_norm_tail_triton(z, x"}},
              0,
              ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
              1, 2]),
}
