"""Tables of the families of drawn programs of one to four tensors, selected rows and slices."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import (
    PADDINGS_AND_SAME,
    PADDINGS_OF_CONV1D_BINARY,
    PADDINGS_OF_CONV2D_CAT,
    PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
    STRIDES_OF_CONV1D_BINARY,
    STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT,
)

INT32_INPUTS = {"int32": {
    "torch.randint(-1000, 1000, shape)": "torch.randint(-1000, 1000, shape, dtype=torch.int32)"}}

PLAIN_ABOVE_AT_MOST = {
    "plain": {"y = torch.clamp(x, min=0)\n    return y": "return x",
              "y = tl.maximum(x, 0)\n"
              "    tl.store(y_ptr + offsets, y, mask=mask)": "tl.store(y_ptr + offsets, x, mask=mask)"},
    "above": ({"y = torch.clamp(x, min=0)": "y = x > {0}", "y = tl.maximum(x, 0)": "y = x > {0}",
               "dtype=x.dtype": "dtype=torch.bool"},
              "0 2 5 16 100"),
    "at_most": ({"y = torch.clamp(x, min=0)": "y = x <= {0}", "y = tl.maximum(x, 0)": "y = x <= {0}",
                 "dtype=x.dtype": "dtype=torch.bool"},
                "0 2 5 16 100"),
    "equal": {"y = torch.clamp(x, min=0)": "y = x == 0", "y = tl.maximum(x, 0)": "y = x == 0",
              "dtype=x.dtype": "dtype=torch.bool"},
    "unequal": {"y = torch.clamp(x, min=0)": "y = x != 0", "y = tl.maximum(x, 0)": "y = x != 0",
                "dtype=x.dtype": "dtype=torch.bool"},
    "between": ({"y = torch.clamp(x, min=0)": "y = (x >= {0}) & (x < {1})",
                 "y = tl.maximum(x, 0)": "y = (x >= {0}) & (x < {1})", "dtype=x.dtype": "dtype=torch.bool"},
                "05 28 39"),
    "float": {"y = torch.clamp(x, min=0)": "y = x.float()", "y = tl.maximum(x, 0)": "y = x.to(tl.float32)",
              "dtype=x.dtype": "dtype=torch.float32"},
    "part": ({"y = torch.clamp(x, min=0)": "y = x.float() / {0}",
              "y = tl.maximum(x, 0)": "y = x.to(tl.float32) / {0}", "dtype=x.dtype": "dtype=torch.float32"},
             "3 7 10 255"),
    "scaled": (
        {"y = torch.clamp(x, min=0)": "y = x * 0.{0}", "y = tl.maximum(x, 0)": "y = x.to(tl.float32) * 0.{0}",
         "dtype=x.dtype": "dtype=torch.float32"},
        "1 5 25")}

FAMILIES = {
    "program_after_bmm": {"AXES": [
        "AFTER_PRODUCTS",
        {"second_transposed": {"torch.randn(*x.shape[:-2], K, N)": "torch.randn(*x.shape[:-2], N, K)",
                               "torch.matmul(x, other)": "torch.matmul(x, other.transpose(-1, -2))",
                               "N = other.shape[-1]": "N = other.shape[-2]",
                               "other.reshape(-1, K, N)": "other.reshape(-1, N, K)",
                               "stride_b, stride_k, stride_n,": "stride_b, stride_n, stride_k,"}}]},
    "program_after_conv1d": Derived("program_after_conv_transpose1d", {"conv_transpose1d": "conv1d"},
        axes=[0, 1, STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV1D_BINARY]),
    "program_after_conv2d": {"AXES": [
        "AFTER_IMAGES",
        {"no_bias": {
            "parameters = weight, torch.randn(O)": "parameters = (weight,)", ", weight, bias):": ", weight):",
            "F.conv2d(x, weight, bias": "F.conv2d(x, weight", "bias_ptr, ": "", "weight, bias, ": "weight, ",
            "s += tl.load(bias_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": ""}},
        STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV2D_CAT]},
    "program_after_conv3d": Derived("program_after_conv_transpose2d", {"conv_transpose2d": "conv3d"},
        axes=["AFTER_VOLUMES", 1, STRIDES_OF_CONV1D_BINARY, PADDINGS_AND_SAME]),
    "program_after_conv_transpose1d": Derived("program_after_conv2d", {"conv2d": "conv_transpose1d"},
        axes=["AFTER_SIGNALS", 1, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE]),
    "program_after_conv_transpose2d": Derived("program_after_conv2d", {"conv2d": "conv_transpose2d"},
        axes=[0, 1, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE]),
    "program_after_linear": {
        "FAMILY": {
            "no_bias": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                ", weight, bias):": ", weight):", "F.linear(x, weight, bias)": "F.linear(x, weight)",
                "weight_ptr, bias_ptr": "weight_ptr",
                "s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "weight, bias, ": "weight, "},
            "product": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N)",
                ", weight, bias):": ", weight):", "F.linear(x, weight, bias)": "x @ weight",
                "weight_ptr, bias_ptr": "weight_ptr",
                "s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "weight, bias, ": "weight, ", "N, K = weight.shape": "K, N = weight.shape",
                "weight.stride(0), weight.stride(1)": "weight.stride(1), weight.stride(0)"}},
        "AXES": ["AFTER_TILES"]},
    "program_and_reduced": Derived("program_of_reduced", {"y,": "partial, y,", "y_ptr": "partial_ptr, y_ptr"},
        axes=[0,
              {"turned": {"return x, y": "return y, x", "return v, y": "return y, v"}},
              ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
              ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]),
    "program_around_channel_softmax": {
        "FAMILY": {"log_softmax": {"F.softmax": "F.log_softmax",
                                   "s = tl.exp(g - largest) / norm": "s = g - largest - tl.log(norm)"}},
        "AXES": ["AROUND_CHANNELS"]},
    "program_around_channel_sum": Derived("program_around_column_sum", axes=["AROUND_CHANNEL_SUMS"]),
    "program_around_column_softmax": {
        "FAMILY": {"log_softmax": {"F.softmax": "F.log_softmax",
                                   "s = tl.exp(g - largest) / norm": "s = g - largest - tl.log(norm)"}},
        "AXES": ["AROUND_COLUMNS"]},
    "program_around_column_sum": Derived("program_around_sum",
        {"tl.where(mask,": "lanes +=", ", 0.0)": "", "tl.sum(": "", ", axis=0)": "", "n_cols": "n_mid"},
        family={"mean": ...,
                "amax": {"torch.sum": "torch.amax",
                         "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                             'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                         "lanes += g": "lanes = tl.maximum(lanes, g)"},
                "amin": {"torch.sum": "torch.amin",
                         "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                             'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                         "lanes += g": "lanes = tl.minimum(lanes, g)"},
                "norm": ..., "mean_square": ..., "mean_abs": ...}, axes=["AROUND_COLUMN_SUMS"]),
    "program_around_cumsum": {"AXES": ["AROUND_ROWS"]},
    "program_around_group_norm": {
        "FAMILY": {"plain": {
            "parameters = torch.randn(C), torch.randn(C)": "parameters = ()", ", weight, bias):": "):",
            ", weight, bias, ": ", ", "weight_ptr, bias_ptr, ": "", "s = s * weight + bias": "",
            "channel = group % n_groups * group_channels + inner // plane_size": "",
            "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": ""}},
        "AXES": ["AROUND_GROUPS",
                 {"groups2": {"F.group_norm(g, 4": "F.group_norm(g, 2",
                              "n_groups, plane_size = 4": "n_groups, plane_size = 2"},
                  "groups8": {"F.group_norm(g, 4": "F.group_norm(g, 8",
                              "n_groups, plane_size = 4": "n_groups, plane_size = 8"},
                  "instance": {"F.group_norm(g, 4": "F.instance_norm(g, None, None",
                               "n_groups, plane_size = 4": "n_groups, plane_size = n_channels"}},
                 {"eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
                  "eps3": {"eps=1e-5": "eps=1e-3", "var + 1e-5": "var + 1e-3"}}]},
    "program_around_layer_norm": {
        "FAMILY": {
            "eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
            "no_bias": {", torch.randn(x.shape[-1]), torch.randn(x.shape[-1])": ", torch.randn(x.shape[-1])",
                        ", weight, bias):": ", weight):", "weight, bias, ": "weight, ", "bias_ptr, ": "",
                        "s = s * weight + bias": "s = s * weight",
                        "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": ""}},
        "AXES": ["AROUND_ROWS"]},
    "program_around_norm": {
        "FAMILY": {"eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
                   "standardize": {"F.layer_norm(g, (g.shape[-1],), eps=1e-5)":
                                       "(g - g.mean(dim=-1, keepdim=True)) / (g.std(dim=-1, keepdim=True, "
                                       "correction=0) + 1e-5)",
                                   "scale = tl.rsqrt(var + 1e-5)": "scale = 1.0 / (tl.sqrt(var) + 1e-5)"}},
        "AXES": ["AROUND_ROWS"]},
    "program_around_rms": {
        "FAMILY": {"eps5": {"eps=1e-6": "eps=1e-5", "n_cols + 1e-6": "n_cols + 1e-5"},
                   "normalize": {"F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "F.normalize(g, dim=-1)",
                                 "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)":
                                     "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-12)"},
                   "over_norm": {"F.rms_norm(g, (g.shape[-1],), eps=1e-6)":
                                     "g / (torch.linalg.vector_norm(g, dim=-1, keepdim=True) + 1e-6)",
                                 "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)":
                                     "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-6"},
                   "over_l1_norm": {
                       "F.rms_norm(g, (g.shape[-1],), eps=1e-6)":
                           "g / (torch.sum(torch.abs(g), dim=-1, keepdim=True) + 1e-6)",
                       "g * g": "tl.abs(g)",
                       "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "tl.sum(lanes, axis=0) + 1e-6"}},
        "AXES": ["AROUND_ROWS"]},
    "program_around_softmax": {
        "FAMILY": {"log_softmax": {
            "F.softmax": "F.log_softmax", "s = tl.exp(g - peak) / norm": "s = g - peak - tl.log(norm)"}},
        "AXES": ["AROUND_ROWS"]},
    "program_around_sum": Derived("program_of_row_sum", {"z": "s", "x": "g"},
        family={"mean": ..., "amax": ..., "amin": ...,
                "norm": {"torch.sum(g, ": "torch.linalg.vector_norm(g, ",
                         "tl.where(mask, g, 0.0)": "tl.where(mask, g * g, 0.0)",
                         "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))"},
                "mean_square": {"torch.sum(g, ": "torch.mean(g * g, ",
                                "tl.where(mask, g, 0.0)": "tl.where(mask, g * g, 0.0)",
                                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"},
                "mean_abs": {"torch.sum(g, ": "torch.mean(torch.abs(g), ",
                             "tl.where(mask, g, 0.0)": "tl.where(mask, tl.abs(g), 0.0)",
                             "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols"}},
        axes=["AROUND_ROW_SUMS"]),
    "program_before_linear": Derived("program_after_linear", {"x": "g", "s": "y"},
        axes=["BEFORE_PRODUCT",
              ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]),
    "program_of_choices": {"AXES": [(
        "PROGRAM_CHOICES", "x = torch.where(x > 0, x, 0.1 * x)", "x = tl.where(x > 0.0, x, 0.1 * x)")]},
    "program_of_four_shapes": {"AXES": ["BROADCAST_XZWP"]},
    "program_of_integers": {"AXES": [("PROGRAM_INTEGERS_X", "x = torch.add(x, 7)", "x = x + 7"),
                                     PLAIN_ABOVE_AT_MOST, INT32_INPUTS]},
    "program_of_one": {"AXES": [("PROGRAM_X", "x = torch.abs(x)", "x = tl.abs(x)")]},
    "program_of_one_parameter": {"AXES": ["PARAMETERS_XZ"]},
    "program_of_positive": {"AXES": [("PROGRAM_POSITIVE", "x = torch.log(x)", "x = tl.log(x)")]},
    "program_of_reduced": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean",
                     "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                     "y_ptr, n_rows, n_shares": "y_ptr, n_rows, n_cols, n_shares",
                     "y, n_rows, n_shares": "y, n_rows, n_cols, n_shares"},
            "amax": {"torch.sum": "torch.amax",
                     "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                         'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                     "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                     "other=0.0)\n    y = tl.sum(partial, axis=0)":
                         'other=-float("inf"))\n'
                         "y = tl.max(partial, axis=0)"},
            "amin": {"torch.sum": "torch.amin",
                     "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                         'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)',
                     "lanes += tl.where(mask, x, 0.0)":
                         'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                     "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                     "other=0.0)\n    y = tl.sum(partial, axis=0)":
                         'other=float("inf"))\n'
                         "y = tl.min(partial, axis=0)"},
            "norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                     "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                     "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))"},
            "l1_norm": {"torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                        "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"},
            "max_norm": {"torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                         "lanes += tl.where(mask, x, 0.0)":
                             "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                         "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                         "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)"},
            "sum_of_squares": {"torch.sum(x, ": "torch.sum(x * x, ",
                               "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)"},
            "mean_square": {"torch.sum(x, ": "torch.mean(x * x, ",
                            "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                            "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                            "y_ptr, n_rows, n_shares": "y_ptr, n_rows, n_cols, n_shares",
                            "y, n_rows, n_shares": "y, n_rows, n_cols, n_shares"},
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)":
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)",
                "lanes += tl.where(mask, x, 0.0)":
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher",
                "partial = tl.sum(lanes, axis=1)":
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))",
                "other=0.0)\n    y = tl.sum(partial, axis=0)":
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))",
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)"}},
        "AXES": ["DIMS",
                 {  # what z is
                     "number": {"torch.randn(kept)": "torch.randn(())",
                                "z_ptr + rows, mask=rows < n_rows, other=0.0)": "z_ptr)"},
                     "one": {"torch.randn(kept)": "torch.randn(1)",
                             "z_ptr + rows, mask=rows < n_rows, other=0.0)": "z_ptr)"},
                     "row": {"torch.randn(kept)": "torch.randn(kept[-1:])",
                             "z_ptr + rows, mask": "z_ptr + rows % n_z, mask",
                             "z_ptr, y_ptr, n_rows": "z_ptr, y_ptr, n_z, n_rows",
                             "z, y, n_rows": "z, y, z.numel(), n_rows"},
                     "channel": {"torch.randn(kept)": "torch.randn(kept[1:2] + (1,) * len(kept[2:]))",
                                 "z_ptr + rows, mask": "z_ptr + rows // n_inner % n_z, mask",
                                 "z_ptr, y_ptr, n_rows": "z_ptr, y_ptr, n_z, n_inner, n_rows",
                                 "z, y, n_rows": "z, y, z.numel(), y.shape[2:].numel(), n_rows"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y")]},
    "program_of_row_scalars": {"AXES": [
        {"short": {"shape[:-1] + (1,)": "shape[:-1]",
                   "def program_of_row_scalars_torch(x, z):":
                       "def program_of_row_scalars_torch(x, z):\n"
                       "    z = z.unsqueeze(-1)"}},
        ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_row_sum": {
        "FAMILY": {"mean": {"torch.sum": "torch.mean",
                            "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
                   "amax": {"torch.sum": "torch.amax",
                            "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))',
                            "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)"},
                   "amin": {"torch.sum": "torch.amin",
                            "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
                                'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                            "lanes += tl.where(mask, x, 0.0)":
                                'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))',
                            "z = tl.sum(lanes, axis=0)": "z = tl.min(lanes, axis=0)"},
                   "square": {"torch.sum(x, ": "torch.sum(x * x, ",
                              "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)"},
                   "mean_square": {"torch.sum(x, ": "torch.mean(x ** 2, ",
                                   "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                                   "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
                   "mean_abs": {"torch.sum(x, ": "torch.mean(torch.abs(x), ",
                                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
                                "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols"},
                   "largest_abs": {"torch.sum(x, ": "torch.amax(torch.abs(x), ",
                                   "lanes += tl.where(mask, x, 0.0)":
                                       "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))",
                                   "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)"},
                   "abs": {"torch.sum(x, ": "torch.sum(torch.abs(x), ",
                           "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)"}},
        "AXES": [("PROGRAM_XZ", "x = torch.mul(x, z)", "x = x * z")]},
    "program_of_selected": {
        "FAMILY": {
            "of_matrix": {"[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 5), (3, 33), (7, 300)]",
                          "make(B, T, C)": "make(M, N)", "torch.randn(B, T, C)": "torch.randn(M, N)"},
            "of_images": {
                "[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)]",
                "make(B, T, C)": "make(N, C, H, W)", "torch.randn(B, T, C)": "torch.randn(N, C, H, W)"},
            "of_vector": {"[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1,), (33,), (1500,)]",
                          "make(B, T, C)": "make(N)", "torch.randn(B, T, C)": "torch.randn(N)"},
            "of_rows": {
                "torch.randn(4)": "torch.randn(4, C)", "c_ptr)": "c_ptr + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + 2 * C + offsets % C, mask=mask, other=0.0)",
                "n_elements, BLOCK: tl": "n_elements, C, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024"},
            "of_columns": {
                "torch.randn(4)": "torch.randn(C, 4)", "c[0], c[1], c[2]": "c[:, 0], c[:, 1], c[:, 2]",
                "c_ptr)": "c_ptr + offsets % C * n_places, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + offsets % C * n_places + 1, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + offsets % C * n_places + 2, mask=mask, other=0.0)",
                "n_elements, BLOCK: tl": "n_elements, C, n_places, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, *c.shape, BLOCK=1024"},
            "of_samples": {
                "torch.randn(4)": "torch.randn(B, 4, C)",
                "c[0], c[1], c[2]": "c[:, 0, None], c[:, 1, None], c[:, 2, None]",
                "c_ptr)": "c_ptr + b * n_places * C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + (b * n_places + 1) * C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + (b * n_places + 2) * C + offsets % C, mask=mask, other=0.0)",
                "mask = offsets < n_elements":
                    "mask = offsets < n_elements\n"
                    "b = offsets // (T * C)",
                "n_elements, BLOCK: tl": "n_elements, T, C, n_places, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, *x.shape[1:], c.shape[1], BLOCK=1024"}},
        "AXES": [{  # which place is which
                     "xzpw": {"z, w, p =": "z, p, w =", "w = tl.load(": "p = tl.load(",
                              "p = tl.load(": "w = tl.load("},
                     "wzp": {"z, w, p =": "w, z, p =", "z = tl.load(": "w = tl.load(",
                             "w = tl.load(": "z = tl.load("},
                     "pwz": {"z, w, p =": "p, w, z =", "z = tl.load(": "p = tl.load(",
                             "p = tl.load(": "z = tl.load("},
                     "wpz": {"z, w, p =": "w, p, z =", "z = tl.load(": "w = tl.load(",
                             "w = tl.load(": "p = tl.load(", "p = tl.load(": "z = tl.load("},
                     "pzw": {"z, w, p =": "p, z, w =", "z = tl.load(": "p = tl.load(",
                             "w = tl.load(": "z = tl.load(", "p = tl.load(": "w = tl.load("}},
                 ("LEARNED_XZWP", "x = x * z + w - p", "x = z * x + w - p")]},
    "program_of_selected_cell": {"AXES": ["CELL_SELECT"]},
    "program_of_slices": Derived("program_of_slices_joined", {"2 3": "2 3 5", "036": "036 135 246 012"},
        family={"neighbours": ..., "two_apart": ...,
                "before_middle": {"0::2": ":-2", "1::2": "1:-1", "0, 1, 2, whole // 2": "0, 1, 1, whole - 2"},
                "after_middle": {"0::2": "2:", "1::2": "1:-1", "0, 1, 2, whole // 2": "2, 1, 1, whole - 2"},
                "of_three": ..., "first_last": ..., "counted": ...},
        axes=[{  # along which dimension
                  "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
                  "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                  "dim2": {"..., ": ":, :, ", "[(12,), (18, 24), ": "[", "dim = x.dim() - 1": "dim = 2"},
                  "dim3": {"..., ": ":, :, :, ", "[(12,), (18, 24), (6, 18, 12), ": "[",
                           "dim = x.dim() - 1": "dim = 3"}},
              {"other_first": {"x = x[": "x, z = z, x[", "source + start * inner": "source + start_z * inner",
                               "source + start_z * inner": "source + start * inner"}},
              ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]),
    "program_of_slices_joined": {
        "FAMILY": {
            "neighbours": {"0::2": "1:", "1::2": ":-1", "0, 1, 2, whole // 2": "1, 0, 1, whole - 1"},
            "two_apart": {"0::2": "2:", "1::2": ":-2", "0, 1, 2, whole // 2": "2, 0, 1, whole - 2"},
            "of_three": (
                {"0::2": "{0}::3", "1::2": "{1}::3", "0, 1, 2, whole // 2": "{0}, {1}, 3, whole // 3"},
                "01 12 02"),
            "first_last": ({"0::2": ":{0}", "1::2": "-{0}:", "0, 1, 2, whole // 2": "0, whole - {0}, 1, {0}"},
                           "2 3"),
            "counted": (
                {"0::2": "{0}:{1}", "1::2": "{1}:{2}", "0, 1, 2, whole // 2": "{0}, {1}, 1, {1} - {0}"},
                "024 036")},
        "AXES": [
            {  # along which dimension
                "interleaved": {"torch.cat(": "torch.stack(", "dim=-1)": "dim=-1).flatten(-2)",
                                "outer * (2 * kept * inner) + inside": "2 * offsets",
                                "target + kept * inner": "target + 1"},
                "dim0": {"..., ": "", "dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0"},
                "dim1": {"..., ": ":, ", "dim=-1": "dim=1", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                "dim2": {"..., ": ":, :, ", "dim=-1": "dim=2", "[(12,), (18, 24), ": "[",
                         "dim = x.dim() - 1": "dim = 2"},
                "dim3": {"..., ": ":, :, :, ", "dim=-1": "dim=3", "[(12,), (18, 24), (6, 18, 12), ": "[",
                         "dim = x.dim() - 1": "dim = 3"}},
            {"other_first": {"[v, x]": "[x, v]", "first, second = v, x": "first, second = x, v"}},
            {  # what is made of both halves together
                "scaled": {"return y": "return y * 0.7071067811865476",
                           "first, mask": "first * 0.7071067811865476, mask",
                           "second, mask": "second * 0.7071067811865476, mask"},
                "halved": {"return y": "return y * 0.5", "first, mask": "first * 0.5, mask",
                           "second, mask": "second * 0.5, mask"},
                "doubled": {"return y": "return y * 2.0", "first, mask": "first * 2.0, mask",
                            "second, mask": "second * 2.0, mask"},
                "relu": {"return y": "return torch.relu(y)", "first, mask": "tl.maximum(first, 0.0), mask",
                         "second, mask": "tl.maximum(second, 0.0), mask"},
                "sigmoid": {"return y": "return torch.sigmoid(y)", "first, mask": "tl.sigmoid(first), mask",
                            "second, mask": "tl.sigmoid(second), mask"},
                "silu": {"return y": "return F.silu(y)", "first, mask": "first * tl.sigmoid(first), mask",
                         "second, mask": "second * tl.sigmoid(second), mask"}},
            ("PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)",
             "v = x + z\n    x = x - z")]},
    "program_of_three": {"AXES": [("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")]},
    "program_of_three_integers": {"AXES": [
        ("PROGRAM_INTEGERS_XZW", "x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
        PLAIN_ABOVE_AT_MOST, INT32_INPUTS]},
    "program_of_three_parameters": {"AXES": ["PARAMETERS_XZWP"]},
    "program_of_three_shapes": {"AXES": ["BROADCAST_XZW"]},
    "program_of_three_to_two": {"AXES": [(
        "PROGRAM_XZW_TO_VX", "v = torch.add(x, z)\n    x = torch.mul(v, w)", "v = x + z\n    x = v * w")]},
    "program_of_two": {"AXES": [("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_two_integers": {"AXES": [
        ("PROGRAM_INTEGERS_XZ", "x = torch.sub(x, z)", "x = x - z"),
        PLAIN_ABOVE_AT_MOST, INT32_INPUTS]},
    "program_of_two_parameters": {"AXES": ["PARAMETERS_XZW"]},
    "program_of_two_positive": {"AXES": [("PROGRAM_POSITIVE_XZ", "x = torch.div(x, z)", "x = x / z")]},
    "program_of_two_shapes": {"AXES": ["BROADCAST_XZ"]},
    "program_of_two_to_two": {"AXES": [(
        "PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)", "v = x + z\n    x = x - z")]},
    "program_reduced": Derived("program_and_reduced",
        axes=[0, ("LOSSES+BINARY", "x = torch.mul(x, z)", "x = x * z"), 3]),
    "program_to_number": {
        "FAMILY": {
            "sum": {"x.mean()": "x.sum()", "axis=0) / count": "axis=0)",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"},
            "batch_mean": {"x.mean()": "x.sum() / x.shape[0]",
                           "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)"},
            "norm": {"x.mean()": "x.norm()", "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                     "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
                     "n_partials, count, BLOCK": "n_partials, BLOCK",
                     "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)"}},
        "AXES": [{  # what becomes of another number: of a second loss, say
                     "plain": {", torch.randn(())": ",",
                               "def program_to_number_torch(x, other):": "def program_to_number_torch(x):",
                               "def program_to_number_triton(x, other):": "def program_to_number_triton(x):",
                               "y = y + other": "", "partial_ptr, other_ptr": "partial_ptr",
                               "other = tl.load(other_ptr).to(tl.float32)": "",
                               "(partial, other, y": "(partial, y"},
                     "front": {"y = y + other": "y = other + y"},
                     "one": {"torch.randn(())": "torch.randn(1)",
                             "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype"},
                     "mul": {"y = y + other": "y = y * other"}, "sub": {"y = y + other": "y = y - other"},
                     "rsub": {"y = y + other": "y = other - y"},
                     "weighted": {"y = y + other": "y = y + 0.1 * other"},
                     "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                     "halves": {"y = y + other": "y = 0.5 * (y + other)"}},
                 ("UNARY+TAIL_X", "x = torch.relu(1.0 - x)", "x = tl.maximum(1.0 - x, 0.0)"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "program_to_number_of_two": Derived("program_to_number",
        axes=[
            {"plain": {", torch.randn(())": "",
                       "def program_to_number_of_two_torch(x, z, other):":
                           "def program_to_number_of_two_torch(x, z):",
                       "def program_to_number_of_two_triton(x, z, other):":
                           "def program_to_number_of_two_triton(x, z):",
                       "y = y + other": "", "partial_ptr, other_ptr": "partial_ptr",
                       "other = tl.load(other_ptr).to(tl.float32)": "", "(partial, other, y": "(partial, y"},
             "front": ..., "one": ..., "mul": ..., "sub": ..., "rsub": ..., "weighted": ...,
             "weighted_front": ..., "halves": ...},
            ("LOSSES+BINARY", "x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
            2]),
    "program_to_two": {"AXES": [(
        "PROGRAM_TO_VX", "v = torch.cos(x)\n    x = torch.sin(x)", "v = tl.cos(x)\n    x = tl.sin(x)")]},
}
