"""Tables of the families of norms over a batch, a group or an instance."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import ADD_SUB_HALF

FLAT_PLANES_SEQUENCE = {  # a view of the result costs nothing
    "flat": {"return y": "return y.flatten(1)"}, "planes": {"return y": "return y.flatten(2)"},
    "sequence": {"return y": "return y.flatten(2).transpose(1, 2)"}}

FAMILIES = {
    "batch_norm_eval": Derived("batch_norm_eval_tail", {
        ", mean, var):": "(x, mean, var)", "y = tl.sigmoid(y)": "x = tl.maximum(x, 0.0)",
        "y = torch.sigmoid(y)": "x = torch.relu(x)",
        ", weight, bias, mean, var):": "(x, weight, bias, mean, var)"},
        family={"batch_norm_eval_plain": ...,
                "batch_norm_eval_functional": {
                    "torch.randn(channels), torch.randn(channels), torch.randn(channels), "
                    "torch.rand(channels) + 0.5":
                        "torch.randn(channels), torch.rand(channels) + 0.5, torch.randn(channels), "
                        "torch.randn(channels)",
                    "(x, weight, bias, mean, var)": "(x, mean, var, weight, bias)"}},
        axes=[FLAT_PLANES_SEQUENCE, 1, 2, 4, 5]),
    "batch_norm_eval_tail": {
        "FAMILY": {"batch_norm_eval_tail_plain": {
            "torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand":
                "torch.randn(channels), torch.rand",
            ", weight, bias, mean, var):": ", mean, var):",
            "mean, var, weight, bias, training": "mean, var, training",
            "var_ptr, weight_ptr, bias_ptr, y_ptr": "var_ptr, y_ptr",
            "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + channel).to(tl.float32)": "", "y = y * weight + bias": "",
            "mean, var, weight, bias, y, channels": "mean, var, y, channels"}},
        "AXES": [
            {"residual_first": {
                 "def batch_norm_eval_tail_torch(x, z": "def batch_norm_eval_tail_torch(z, x",
                 "def batch_norm_eval_tail_triton(x, z": "def batch_norm_eval_tail_triton(z, x"},
             "by_channel": {"z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                            "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                                "tl.load(z_ptr + channel).to(tl.float32)"},
             "by_channel_row": {
                 "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                 "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                     "tl.load(z_ptr + channel).to(tl.float32)"},
             "one": {"z = torch.randn(shape)": "z = torch.randn(1)",
                     "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                         "tl.load(z_ptr).to(tl.float32)"},
             "scalar": {"z = torch.randn(shape)": "z = torch.randn(())",
                        "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)":
                            "tl.load(z_ptr).to(tl.float32)"}},
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "batch_norm_of_pair": {
        "FAMILY": {"batch_norm_of_pair_plain": {
                       "weight, bias = torch.randn(shape[1]), torch.randn(shape[1])": "",
                       ", weight, bias": "", "weight_ptr, bias_ptr, ": "",
                       "weight = tl.load(weight_ptr + c, mask=mask, other=0.0).to(tl.float32)": "",
                       "bias = tl.load(bias_ptr + c, mask=mask, other=0.0).to(tl.float32)": "",
                       "y = y * weight + bias": ""},
                   "batch_norm_of_pair_offset": {
                       "y = F.batch_norm(": "weight = 1.0 + weight\ny = F.batch_norm(",
                       "y = y * weight + bias": "y = y * (1.0 + weight) + bias"},
                   "batch_norm_of_pair_absolute": {
                       "y = F.batch_norm(": "weight = torch.abs(weight)\ny = F.batch_norm(",
                       "y = y * weight + bias": "y = y * tl.abs(weight) + bias"},
                   "batch_norm_of_pair_sigmoid": {
                       "y = F.batch_norm(": "weight = torch.sigmoid(weight)\ny = F.batch_norm(",
                       "y = y * weight + bias": "y = y * tl.sigmoid(weight) + bias"},
                   "batch_norm_of_pair_scaled": {
                       "y = F.batch_norm(": "bias = bias * weight\ny = F.batch_norm(",
                       "y = y * weight + bias": "y = y * weight + bias * weight"}},
        "AXES": ["IMAGE_SHAPE_OF_Z",
                 {"given": {"mean, var = torch.randn(shape[1]), torch.randn(shape[1])":
                                "mean, var = torch.randn(shape[1]), torch.rand(shape[1]) + 0.5",
                            "var = torch.abs(var)": "", "var = tl.abs(var)": ""},
                  "half": {"var = torch.abs(var)": "var = torch.abs(var) + 0.5",
                           "var = tl.abs(var)": "var = tl.abs(var) + 0.5"},
                  "square": {"var = torch.abs(var)": "var = var * var + 0.1",
                             "var = tl.abs(var)": "var = var * var + 0.1"},
                  "exp": {"var = torch.abs(var)": "var = torch.exp(var)",
                          "var = tl.abs(var)": "var = tl.exp(var)"},
                  "sigmoid": {"var = torch.abs(var)": "var = torch.sigmoid(var)",
                              "var = tl.abs(var)": "var = tl.sigmoid(var)"},
                  "clamp": {"var = torch.abs(var)": "var = torch.clamp(var, min=0.1)",
                            "var = tl.abs(var)": "var = tl.maximum(var, 0.1)"},
                  "abs_mean": {"var = torch.abs(var)": "var = torch.abs(var)\nmean = torch.tanh(mean)",
                               "var = tl.abs(var)":
                                   "var = tl.abs(var)\n"
                                   "mean = 2.0 * tl.sigmoid(2.0 * mean) - 1.0"}},
                 {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
                 ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "batch_norm_rows": Derived("instance_norm", {
        "(x, y": "scale, y, n_rows", "(x, eps": "None, None, training", "(x_ptr": "scale_ptr",
        " * weight + bias": " * weight[None, :] + bias[None, :]",
        "(x, weight, bias, y, channels": "scale, weight, bias, y, n_rows",
        "(x, weight=weight,": "None, None, weight,", " bias=bias, eps": " bias, training", ", channels": "",
        "plane": "cols,", "%": "mask=cols", "channels": "< n_cols, other=0.0"}),
    "batch_norm_rows_eval": Derived("batch_norm_eval", {
        "var_ptr": "x_ptr", "y_ptr": "mean_ptr", "mean, var, y, channels": "(x, mean, var, y",
        "channels": "width", "mean, var, weight, bias, y, channels": "(x, weight, bias, mean, var, y",
        "channel": "cols, mask=mask, other=0.0"}, family={"batch_norm_rows_eval_plain": ...},
        axes=[1, 2, 3, 4]),
    "batch_norm_rows_eval_tail": Derived("batch_norm_rows_tail",
        {"shape[1]": "width", "cols < n_cols": "mask", "[None, :]": "",
         "rows[:, None].to(tl.int64) * n_cols + cols[None, :]": "offsets"},
        family={"batch_norm_rows_eval_tail_plain": {
            "z, torch.randn(width), torch.randn(width), ": "z, ",
            "(x, z, weight, bias, mean, var)": "(x, z, mean, var)",
            "mean, var, weight, bias, training": "mean, var, training",
            "x_ptr, z_ptr, weight_ptr, bias_ptr, mean_ptr": "x_ptr, z_ptr, mean_ptr",
            "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            "y = y * weight + bias": "", "(x, z, weight, bias, mean, var, y": "(x, z, mean, var, y"}}),
    "batch_norm_rows_tail": Derived("batch_norm_train_tail",
        {"):": "(x, z)", ", weight, bias):": "(x, z, weight, bias)",
         " * weight + bias": " * weight[None, :] + bias[None, :]", "shape)": "shape[1])", "mean, ": "",
         "channels": "n_rows", "channel": "cols, mask=cols < n_cols, other=0.0",
         "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)":
             "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]"},
        axes=[{"full": {"z = torch.randn(shape[1])": "z = torch.randn(shape)",
                        "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]":
                            "tl.load(z_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], "
                            "mask=mask, other=0.0).to(tl.float32)"},
               "row": {"z = torch.randn(shape[1])": "z = torch.randn(1, shape[1])"},
               "one": ..., "scalar": ...},
              1, 2, 3, 4, 5]),
    "batch_norm_train": Derived("batch_norm_rows", {
        "scale": "total, squares", "scale_ptr": "squares_ptr", "n_rows": "channels", "[None, :]": "",
        "cols, mask=cols < n_cols, other=0.0": "channel"}, axes=[FLAT_PLANES_SEQUENCE, 0, 1, 2, 3]),
    "batch_norm_train_joins": Derived("batch_norm_eval_tail",
        {", mean, var": "", "var_ptr": "scale_ptr", "mean": "None", "var": "None",
         "mean, var, y,": "mean, scale, y,", "torch.randn(channels)": "z", "torch.rand": "s",
         "batch_norm_eval_tail_torch": "batch_norm_train_joins_torch",
         "mean, var, weight, bias, y, channels": "mean, scale, weight, bias, y, channels",
         "batch_norm_eval_tail_triton": "batch_norm_train_joins_triton", "=mask,": "=inner < n_inner,",
         "torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand":
             "z, s, torch.randn(shape[1]), torch.randn(shape[1])"},
        axes=[{"s_one": {"s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1)",
                         "s = tl.load(s_ptr + channel).to(tl.float32)": "s = tl.load(s_ptr).to(tl.float32)"},
               "s_row": {"s = torch.randn(shape[1], *[1] * (len(shape) - 2))":
                             "s = torch.randn(1, shape[1], *[1] * (len(shape) - 2))"}},
              ADD_SUB_HALF, 0, 1, 2, 3, 4, 5]),
    "batch_norm_train_tail": Derived("batch_norm_train_joins",
        {", s": "", "batch_norm_train_joins_torch": "batch_norm_train_tail_torch",
         "batch_norm_train_joins_triton": "batch_norm_train_tail_triton"}, axes=[2, 3, 4, 5, 6, 7]),
    "frobenius_normalize": Derived("normalize_dims", {"-12)": "-5)"},
        family={
            "l1_normalize_all": {"ord=2": "ord=1", "lanes += x * x": "lanes += tl.abs(x)",
                                 "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.sum(partial, axis=0)"},
            "max_normalize_all": {
                "ord=2": 'ord=float("inf")', "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.max(partial, axis=0)"},
            "square_normalize_all": {
                "torch.linalg.vector_norm(x, ord=2)": "torch.sum(x * x)",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.sum(partial, axis=0)"},
            "rms_normalize_all": {"torch.linalg.vector_norm(x, ord=2)": "torch.sqrt(torch.mean(x * x))",
                                  "norm = tl.sqrt(tl.sum(partial, axis=0))":
                                      "norm = tl.sqrt(tl.sum(partial, axis=0) / n_elements)"}},
        axes=[{"bare": ..., "eps6": ..., "eps8": ..., "eps3": {"1e-5": "1e-3"}, "eps12": ..., "clamped": ...},
              {"product": {"y = x / norm": "y = x * norm", "n_elements) / norm": "n_elements) * norm"}},
              2, 3, 4]),
    "group_norm": Derived("group_norm_tail", {
        "z": "return (torch.randn(shape),)", "):": "(x)", ", z, y": ", y, channels",
        ", weight, bias):": "(x, weight, bias)", "y = tl.sigmoid(y)": "x = tl.maximum(x, 0.0)",
        "z_ptr": "y_ptr", "y_ptr": "group_channels", "y = torch.sigmoid(y)": "x = torch.relu(x)",
        "(x, z, weight,": "(x, weight,", "bias, y": "bias, y, groups, channels",
        "(x_ptr, z_ptr, weight_ptr,": "(x_ptr, weight_ptr,",
        "bias_ptr, y_ptr": "bias_ptr, y_ptr, groups, group_channels", "z,": "return torch.randn(shape),"},
        axes=[1, 2, 3, 5, 6]),
    "group_norm_joins": Derived("instance_norm_joins", {
        "instance_norm_joins_torch": "group_norm_joins_torch",
        "instance_norm_joins_triton": "group_norm_joins_triton", "plane": "(group",
        "channels": "groups) * group_channels + inner // plane_size, mask=mask, other=0.0",
        "+ plane *": "+ group *", "mask=inner < n_inner, ": "mask=mask, "},
        family={"group_norm_joins_plain": {
            "z, s, torch.randn(shape[1]), torch.randn(shape[1])": "z, s", ", weight, bias):": "):",
            ", weight, bias, eps": ", eps",
            "(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, s_ptr, y_ptr",
            "channel = (group % groups) * group_channels + inner // plane_size": "",
            "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "y = y * weight + bias": "", "(x, z, s, weight, bias, y": "(x, z, s, y"}},
        axes=[
            0, 1, 2,
            {"of1": {"F.group_norm(x, 4": "F.group_norm(x, 1",
                     "groups, plane_size = 4": "groups, plane_size = 1"},
             "of2": {"F.group_norm(x, 4": "F.group_norm(x, 2",
                     "groups, plane_size = 4": "groups, plane_size = 2"},
             "of8": {"F.group_norm(x, 4": "F.group_norm(x, 8",
                     "groups, plane_size = 4": "groups, plane_size = 8"},
             "of3": {"CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, "
                     "36, 40)]": "CASES = [(1, 6, 1, 2), (2, 6, 5, 7), (2, 6, 9), (2, 6, 2, 5, 3), (3, 12)]",
                     "F.group_norm(x, 4": "F.group_norm(x, 3",
                     "groups, plane_size = 4": "groups, plane_size = 3"},
             "of6": {
                 "CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, "
                 "40)]": "CASES = [(1, 12, 1, 2), (2, 12, 5, 7), (2, 12, 9), (2, 12, 2, 5, 3), (3, 24)]",
                 "F.group_norm(x, 4": "F.group_norm(x, 6",
                 "groups, plane_size = 4": "groups, plane_size = 6"},
             "of16": {
                 "CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, "
                 "40)]": "CASES = [(1, 32, 1, 2), (2, 32, 5, 7), (2, 32, 9), (2, 32, 2, 5, 3), (3, 64)]",
                 "F.group_norm(x, 4": "F.group_norm(x, 16",
                 "groups, plane_size = 4": "groups, plane_size = 16"},
             "of32": {
                 "CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, "
                 "40)]": "CASES = [(1, 64, 1, 2), (2, 64, 5, 7), (2, 64, 9), (2, 64, 2, 5, 3), (3, 128)]",
                 "F.group_norm(x, 4": "F.group_norm(x, 32",
                 "groups, plane_size = 4": "groups, plane_size = 32"}},
            {"eps6": ..., "eps3": ...},
            4, 5, 6, 7]),
    "group_norm_of_pair": Derived("instance_norm_of_pair", {
        "weight_ptr,": "channels", "bias_ptr, ": "= channel + inner // (D * H * W)",
        "weight=weight": "weight_ptr", "bias=bias": "bias_ptr", "channel": "channels, mask=mask, other=0.0"},
        axes=[0,
              {"of1": {"F.group_norm(x, 4": "F.group_norm(x, 1", "groups = 4": "groups = 1"},
               "of2": {"F.group_norm(x, 4": "F.group_norm(x, 2", "groups = 4": "groups = 2"},
               "of8": {"F.group_norm(x, 4": "F.group_norm(x, 8", "groups = 4": "groups = 8"},
               "of3": {"CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (3, 8, 35), (2, 8, 4, 5, 3), (3, 16, 4, 9)]":
                           "CASES = [(1, 6, 1, 2), (2, 6, 5, 7), (3, 6, 35), (2, 6, 4, 5, 3), (3, 12, 4, 9)]",
                       "F.group_norm(x, 4": "F.group_norm(x, 3", "groups = 4": "groups = 3"}},
              1, 2, 3]),
    "group_norm_self": Derived("group_norm", {
        "(x)": "):", ", channels": "", "(x, weight, bias)": ", weight, bias):", "x ": "y ",
        ".relu(x)": ".sigmoid(y)", ".maximum(x, 0.0)": ".sigmoid(y)", ", group_channels": "",
        ", groups, channels": "", ", groups, group_channels": ""},
        axes=[0, 1, 2, ("BINARY", "y = y + z", "y = z + y"), 3, 4]),
    "group_norm_tail": Derived("group_norm_joins", {
        ", s": "", "s_ptr, ": "", "group_norm_joins_torch": "group_norm_tail_torch",
        "group_norm_joins_triton": "group_norm_tail_triton"}, axes=[2, 3, 4, 5, 6, 7, 8]),
    "instance_norm": Derived("layer_norm_nd", {
        "eps": "(x, eps", ", n_cols": "", "weight, bias, eps": "(x, weight=weight, bias=bias, eps",
        " bias, y, n_cols": " bias, y, channels", "bias_ptr, y_ptr": "bias_ptr, y_ptr, channels",
        "cols,": "plane", "mask=mask,": "%", "other=0.0": "channels", ":": ""},
        axes=[{"eps6": ..., "eps3": ..., "eps4": {"1e-5": "1e-4"}}, 2, 3, 4]),
    "instance_norm_joins": Derived("batch_norm_train_joins",
        {"scale_ptr": "(x_ptr, z_ptr, s_ptr", "None": "(x", "None, training": "eps", "mean": "(x",
         "scale": "z, s", ", channels": "", "None, None, weight,": "(x, weight=weight,",
         " bias, training": " bias=bias, eps", "batch_norm_train_joins_torch": "instance_norm_joins_torch",
         "batch_norm_train_joins_triton": "instance_norm_joins_triton", "channel": "plane % channels"}),
    "instance_norm_of_pair": {
        "FAMILY": {"instance_norm_of_pair_plain": {
            "weight, bias = torch.randn(shape[1]), torch.randn(shape[1])": "", ", weight, bias": "",
            "weight=weight, bias=bias, ": "", "weight_ptr, bias_ptr, ": "",
            "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
            "bias = tl.load(bias_ptr + channel).to(tl.float32)": "", "y = y * weight + bias": ""}},
        "AXES": ["IMAGE_SHAPE_OF_Z",
                 {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
                 ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
                 ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "instance_norm_tail": Derived("instance_norm_joins", {
        ", s": "", "s_ptr, ": "", "instance_norm_joins_torch": "instance_norm_tail_torch",
        "instance_norm_joins_triton": "instance_norm_tail_triton"}, axes=[2, 3, 4, 5, 6, 7]),
    "local_response_norm": {
        "FAMILY": {"local_response_norm1d": {
                       "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W":
                           "[(1, 1, 3), (2, 7, 5), (2, 5, 36)]  # N, C, L",
                       "make(N, C, H, W)": "make(N, C, L)", "torch.randn(N, C, H, W)": "torch.randn(N, C, L)",
                       "window - 1, H, W)": "window - 1, L)", "F.avg_pool3d": "F.avg_pool2d",
                       ", 1, 1), stride": ", 1), stride"},
                   "local_response_norm3d": {
                       "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W":
                           "[(1, 1, 2, 3, 4), (2, 7, 3, 2, 5), (2, 5, 2, 4, 3)]  # N, C, D, H, W",
                       "make(N, C, H, W)": "make(N, C, D, H, W)",
                       "torch.randn(N, C, H, W)": "torch.randn(N, C, D, H, W)",
                       "window - 1, H, W)": "window - 1, D, H * W)", "y.squeeze(1)": "y.view(x.shape)"}},
        "AXES": [{"of": ({"window = 5": "window = {0}", "(5": "({0}"}, "2 3 4 7 9")},
                 {"alpha": ({"y * 0.0001 + 1.0": "y * 0.{0}{1} + {2}.0"}, "011 051 101 012 022 502"),
                  "one": {"y * 0.0001 + 1.0": "y + 1.0"}, "two": {"y * 0.0001 + 1.0": "y * 0.0001 + 2.0"}},
                 {"half": {"y = y.pow(0.75)": "y = y.pow(0.5)",
                           "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.sqrt(y)"},
                  "once": {"y = y.pow(0.75)": "", "y = tl.exp2(tl.log2(y) * 0.75)": ""},
                  "beta": ({"y = y.pow(0.75)": "y = y.pow(0.{0})",
                            "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.exp2(tl.log2(y) * 0.{0})"},
                           "6 8 9")},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "weight_norm": {
        "FAMILY": {
            "share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "g * (v / v.norm(2, dim=dims, keepdim=True))",
                "g * v / norm": "g * (v / norm)"},
            "factor": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "v * (g / v.norm(2, dim=dims, keepdim=True))",
                "g * v / norm": "v * (g / norm)"},
            "safe": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                         "g * v / (v.norm(2, dim=dims, keepdim=True) + 1e-8)",
                     "g * v / norm": "g * v / (norm + 1e-8)"},
            "safe_share": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                               "g * (v / (v.norm(2, dim=dims, keepdim=True) + 1e-8))",
                           "g * v / norm": "g * (v / (norm + 1e-8))"},
            "safe_factor": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                                "v * (g / (v.norm(2, dim=dims, keepdim=True) + 1e-8))",
                            "g * v / norm": "v * (g / (norm + 1e-8))"},
            "clamped": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                            "g * (v / v.norm(2, dim=dims, keepdim=True).clamp(min=1e-12))",
                        "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))"},
            "written": {
                "v.norm(2, dim=dims, keepdim=True)": "torch.sqrt((v * v).sum(dim=dims, keepdim=True))"},
            "written_safe": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                                 "g * v / torch.sqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)",
                             "tl.sqrt(tl.sum(lanes, axis=0))": "tl.sqrt(tl.sum(lanes, axis=0) + 1e-8)"},
            "root": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                         "g * v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)",
                     "g * v / norm": "g * v * norm",
                     "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)"},
            "root_share": {"g * v / v.norm(2, dim=dims, keepdim=True)":
                               "g * (v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8))",
                           "g * v / norm": "g * (v * norm)",
                           "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)"},
            "normalized": {"g * v / v.norm(2, dim=dims, keepdim=True)": "g * F.normalize(v, dim=dims)",
                           "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))"},
            "alone_by_number": {"g = torch.randn(shape[0], *[1] * (len(shape) - 1))": "g = torch.randn(1)",
                                "tl.load(g_ptr + row)": "tl.load(g_ptr)"}},
        "AXES": [{"conv1d": {"[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1), (33, 5, 3), (3, 700, 4)]",
                             "dims = 1": "dims = (1, 2)"},
                  "conv2d": {"[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1, 1), (33, 5, 3, 2), (4, 300, 3, 5)]",
                             "dims = 1": "dims = (1, 2, 3)"},
                  "conv3d": {"[(1, 1), (33, 5), (3, 2100)]":
                                 "[(1, 1, 1, 1, 1), (33, 5, 3, 2, 4), (4, 300, 3, 1, 2)]",
                             "dims = 1": "dims = (1, 2, 3, 4)"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
}
