"""Tables of the families of padding, patches and images."""

from corpus.families.shared_axes import POOL_STRIDES

FILL_VALUES = {
    "with": (
        {"value=0.0": "value={0}.{1}", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})"},
        "10 05 15 20 30"),
    "with_minus": (
        {"value=0.0": "value=-{0}.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -{0}.0)"},
        "1 3"),
    "with_10": {"value=0.0": "value=10.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 10.0)"},
    "with_minus_inf": {"value=0.0": 'value=float("-inf")',
                       "y = tl.where(inside, x, 0.0)": 'y = tl.where(inside, x, -float("inf"))'}}

PADS_AND_CROPS = {
    "by": ({"(1, 2)": "({0}, {1})", "left, right = 1, 2": "left, right = {0}, {1}"},
           "01 10 11 20 02 22 21 33 03 30 31 24 40 04 05 52 44 16 13 60"),
    "crop_left": ({"(1, 2)": "(-{0}, {1})", "left, right = 1, 2": "left, right = -{0}, {1}"}, "10 20 11 12"),
    "crop_right": ({"(1, 2)": "({0}, -{1})", "left, right = 1, 2": "left, right = {0}, -{1}"}, "01 02 11 21"),
    "crop": ({"(1, 2)": "(-{0}, -{1})", "left, right = 1, 2": "left, right = -{0}, -{1}"}, "11 12")}

PADS_AND_CROPS_OF_IMAGES = {
    "by": ({"(1, 2, 3, 4)": "({0}, {1}, {2}, {3})",
            "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = {0}, {1}, {2}, {3}"},
           "1111 2222 3333 0101 1010 1122 2211 0011 1100 0200 2103 3021 0312 1231 0012 4444 0001 0110"),
    "crop": ({"(1, 2, 3, 4)": "(-{0}, -{1}, -{2}, -{3})",
              "left, right, top, bottom = 1, 2, 3, 4": "left, right, top, bottom = -{0}, -{1}, -{2}, -{3}"},
             "1111 0101")}

FAMILIES = {
    "causal_mask": {
        "FAMILY": {"anticausal_mask": {".tril(": ".triu(", "<= offsets // columns": ">= offsets // columns"},
                   "causal_mask4d": {
                       "CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]":
                           "CASES = [(1, 1, 2, 2), (2, 3, 7, 7), (1, 2, 20, 20)]",
                       "rows, columns = x.shape[-2], x.shape[-1]": "batch, heads, rows, columns = x.shape"},
                   "causal_mask2d": {
                       "CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]": "CASES = [(2, 2), (7, 7), (40, 40)]",
                       "rows, columns = x.shape[-2], x.shape[-1]": "columns = x.shape[-1]",
                       "offsets // columns % rows": "offsets // columns",
                       "n_elements, rows, columns": "n_elements, columns",
                       "y.numel(), rows, columns": "y.numel(), columns"}},
        "AXES": [{"p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                  "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                  "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"}},
                 {"unscaled": {"(x * 0.125)": "x", "x * 0.125": "x"},
                  "scale_05": {"(x * 0.125)": "(x * 0.5)", "x * 0.125": "x * 0.5"},
                  "scale_01": {"(x * 0.125)": "(x * 0.1)", "x * 0.125": "x * 0.1"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "channel_shuffle": {"AXES": [{"g3": {"n, 2, c // 2": "n, 3, c // 3", "GROUPS=2": "GROUPS=3"},
                                  "g4": {"n, 2, c // 2": "n, 4, c // 4", "GROUPS=2": "GROUPS=4"},
                                  "g6": {"n, 2, c // 2": "n, 6, c // 6", "GROUPS=2": "GROUPS=6"}},
                                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "diag_embed": {"FAMILY": {"diag": {"CASES = [(1, 2), (3, 5), (2, 33)]": "CASES = [(2,), (5,), (40,)]",
                                       "torch.diag_embed(x, offset=0": "torch.diag(x, diagonal=0",
                                       "batch, length = x.shape": "length = x.shape[0]",
                                       "x.new_empty(batch, size, size)": "x.new_empty(size, size)"}},
                   "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                            ("UNARY", "y = torch.cos(y)", "y = tl.cos(y)", "optional")]},
    "diagonal": {"FAMILY": {"diagonal2d": {
                     "CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]": "CASES = [(9, 9), (12, 33), (40, 20)]",
                     ", dim1=1, dim2=2": "", "batch, rows, columns = x.shape": "rows, columns = x.shape",
                     "y = x.new_empty(batch, length)": "y = x.new_empty(length)"}},
                 "AXES": [{"p1": {"(x, offset=0": "(x, offset=1", "offset = 0": "offset = 1"},
                           "p2": {"(x, offset=0": "(x, offset=2", "offset = 0": "offset = 2"},
                           "p4": {"(x, offset=0": "(x, offset=4", "offset = 0": "offset = 4"},
                           "m1": {"(x, offset=0": "(x, offset=-1", "offset = 0": "offset = -1"},
                           "m2": {"(x, offset=0": "(x, offset=-2", "offset = 0": "offset = -2"},
                           "m3": {"(x, offset=0": "(x, offset=-3", "offset = 0": "offset = -3"}},
                          ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                          ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "diagonal_sum": {
        "FAMILY": {
            "diagonal_mean": {"dim2=-1).sum(-1)": "dim2=-1).mean(-1)",
                              "y = tl.sum(total, axis=1)": "y = tl.sum(total, axis=1) / length"},
            "diagonal_sum_heads": {"CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]":
                                       "CASES = [(1, 1, 2, 2), (3, 2, 5, 5), (2, 5, 4, 9)]"},
            "diagonal_max": {"dim2=-1).sum(-1)": "dim2=-1).amax(-1)",
                             "tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)":
                                 'tl.full((BLOCK_B, BLOCK), -float("inf"), dtype=tl.float32)',
                             "total += tl.where(mask, x, 0.0)":
                                 'total = tl.maximum(total, tl.where(mask, x, -float("inf")))',
                             "y = tl.sum(total, axis=1)": "y = tl.max(total, axis=1)"}},
        "AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "fold": {"AXES": [{"to4x4": {"8, 10)": "4, 4)", "height, width = 8, 10": "height, width = 4, 4"},
                       "to6x6": {"8, 10)": "6, 6)", "height, width = 8, 10": "height, width = 6, 6"},
                       "to8x8": {"8, 10)": "8, 8)", "height, width = 8, 10": "height, width = 8, 8"},
                       "to7x9": {"8, 10)": "7, 9)", "height, width = 8, 10": "height, width = 7, 9"},
                       "to6x10": {"8, 10)": "6, 10)", "height, width = 8, 10": "height, width = 6, 10"},
                       "to10x8": {"8, 10)": "10, 8)", "height, width = 8, 10": "height, width = 10, 8"},
                       "to12x7": {"8, 10)": "12, 7)", "height, width = 8, 10": "height, width = 12, 7"},
                       "to9x9": {"8, 10)": "9, 9)", "height, width = 8, 10": "height, width = 9, 9"}},
                      {"k": ({"kernel_size=(2, 2)": "kernel_size={0}",
                              "kernel_h, kernel_w = 2, 2": "kernel_h, kernel_w = {0}, {0}"},
                             "2 3 4"),
                       "by": ({"kernel_size=(2, 2)": "kernel_size=({0}, {1})",
                               "kernel_h, kernel_w = 2, 2": "kernel_h, kernel_w = {0}, {1}"},
                              "23 31 13 32")},
                      {"s": ({"stride=2, padding=0": "stride={0}, padding={1}",
                              "stride, padding = 2, 0": "stride, padding = {0}, {1}"},
                             "10 11 21 30 31")},
                      ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "framed": {
        "FAMILY": {"sum": {"torch.mean(y, ": "torch.sum(y, ", "y = y / WINDOW": ""},
                   "energy": {"torch.mean(y, ": "torch.sum(y * y, ", "y = y + x": "y = y + x * x",
                              "y = y / WINDOW": ""},
                   "level": {"torch.mean(y, dim=-1)": "torch.log(torch.sum(y ** 2, dim=-1) + 1e-6)",
                             "y = y + x": "y = y + x * x", "y = y / WINDOW": "y = tl.log(y + 1e-6)"},
                   "power": {"torch.mean(y, ": "torch.mean(y ** 2, ", "y = y + x": "y = y + x * x"},
                   "root": {"torch.mean(y, dim=-1)": "torch.sqrt(torch.mean(y ** 2, dim=-1) + 1e-6)",
                            "y = y + x": "y = y + x * x", "y = y / WINDOW": "y = tl.sqrt(y / WINDOW + 1e-6)"},
                   "norm": {"torch.mean(y, ": "torch.linalg.vector_norm(y, ", "y = y + x": "y = y + x * x",
                            "y = y / WINDOW": "y = tl.sqrt(y)"},
                   "size": {"torch.mean(y, ": "torch.sum(y.abs(), ", "y = y + x": "y = y + tl.abs(x)",
                            "y = y / WINDOW": ""},
                   "mean_size": {"torch.mean(y, ": "torch.mean(y.abs(), ", "y = y + x": "y = y + tl.abs(x)"},
                   "peak": {"torch.mean(y, ": "torch.amax(y.abs(), ",
                            "y = y + x": "y = tl.maximum(y, tl.abs(x))", "y = y / WINDOW": ""}},
        "AXES": [
            {"frames": ({"-1, 8, 4": "-1, {0}, {1}", "torch.randn(8)": "torch.randn({0})",
                         "window, step = 8, 4": "window, step = {0}, {1}"},
                        "42 44 43 52 63 66 75 82 88 93"),
             "long": ({"-1, 8, 4": "-1, {0}{1}, {2}", "torch.randn(8)": "torch.randn({0}{1})",
                       "window, step = 8, 4": "window, step = {0}{1}, {2}"},
                      "102 105 124 126 164 168"),
             "longer": ({"CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 70), (3, 130)]",
                         "-1, 8, 4": "-1, {0}{1}, {2}{3}", "torch.randn(8)": "torch.randn({0}{1})",
                         "window, step = 8, 4": "window, step = {0}{1}, {2}{3}"},
                        "1616 2010 2512 3216 3210 6416 6432"),
             "longest": ({"CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 600), (2, 500)]",
                          "-1, 8, 4": "-1, {0}{1}{2}, {3}{4}{5}", "torch.randn(8)": "torch.randn({0}{1}{2})",
                          "window, step = 8, 4": "window, step = {0}{1}{2}, {3}{4}{5}",
                          "tl.static_range(WINDOW)": "range(WINDOW)"},
                         "128100 256128 400160 200100")},
            {"signal": {"(1, 20), (3, 33), (5, 200)": "(20,), (200,)"},
             "channels": {"(1, 20), (3, 33), (5, 200)": "(1, 2, 20), (3, 2, 33)"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "normalize_image": {
        "FAMILY": {"denormalize_image": {"y = (x - mean) / std": "y = x * std + mean"},
                   "normalize_bytes": {"y = (x - mean) / std": "y = (x / 255.0 - mean) / std"},
                   "normalize_precision": {"y = (x - mean) / std": "y = (x - mean) * std"},
                   "normalize_regularized": {"y = (x - mean) / std": "y = (x - mean) / (std + 0.01)"}},
        "AXES": [
            {"last": {"torch.randn(n, channels, height, width)": "torch.randn(n, height, width, channels)",
                      "mean = mean.view(1, -1, 1, 1)": "", "std = std.view(1, -1, 1, 1)": "",
                      "n, channels, height, width = x.shape": "channels = x.shape[-1]",
                      "channels, height * width, BLOCK": "channels, BLOCK",
                      "channels, inner, BLOCK": "channels, BLOCK",
                      "offsets // inner % channels": "offsets % channels"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pad_constant": {"AXES": [PADS_AND_CROPS, FILL_VALUES,
                              ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                              ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pad_constant2d": {"AXES": [PADS_AND_CROPS_OF_IMAGES, FILL_VALUES,
                                ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                                ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pad_reflect": {
        "FAMILY": {"pad_replicate": {'mode="reflect"': 'mode="replicate"',
                                     "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))":
                                         "at = tl.minimum(tl.maximum(at, 0), length - 1)"},
                   "pad_circular": {'mode="reflect"': 'mode="circular"',
                                    "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))":
                                        "at = (at + length) % length"}},
        "AXES": [PADS_AND_CROPS,
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "pad_reflect2d": {
        "FAMILY": {"pad_replicate2d": {
                       'mode="reflect"': 'mode="replicate"',
                       "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))":
                           "row = tl.minimum(tl.maximum(row, 0), height - 1)",
                       "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))":
                           "column = tl.minimum(tl.maximum(column, 0), width - 1)"},
                   "pad_circular2d": {'mode="reflect"': 'mode="circular"',
                                      "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))":
                                          "row = (row + height) % height",
                                      "column = tl.where(column < 0, -column, tl.minimum(column, "
                                      "2 * width - 2 - column))": "column = (column + width) % width"}},
        "AXES": [PADS_AND_CROPS_OF_IMAGES,
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "pad_unsqueezed": {
        "FAMILY": {
            "pad_unsqueezed_line": {"[(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W":
                                        "[(1, 1, 3), (2, 7, 5), (3, 4, 36)]  # N, C, L",
                                    "(0, 0, 0, 0, ": "(0, 0, "},
            "pad_channels": {  # the dimension is there
                "x.unsqueeze(1), (0, 0": "x, (0, 0", "x.new_empty(n, 1, before": "x.new_empty(n, before",
                "channels, y.shape[2], math": "channels, y.shape[1], math"}},
        "AXES": [{"by": ({"2, 2))": "{0}, {1}))", "before, after = 2, 2": "before, after = {0}, {1}"},
                         "11 33 44 10 01 21 12 32 20 30 02")},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 {"as_it_is": {"x = torch.square(x)": "", "x = x * x": ""}}]},
    "pad_volume": {
        "FAMILY": {"by": ({"(1, 1, 1, 1, 1, 1)": "({0}, {1}, {2}, {3}, {4}, {5})",
                           "front, back = 1, 1, 1, 1, 1, 1": "front, back = {0}, {1}, {2}, {3}, {4}, {5}"},
                          (
                              "000012 222222 000011 010101 101010 001111 110011 111100 123012 000021 "
                              "002100 331122 000001 000010"))},
        "AXES": [{
            "with": ({"value=0.0": "value={0}.{1}",
                      "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})"},
                     "15 10 20"),
            "with_minus_inf": {"value=0.0": 'value=float("-inf")',
                               "y = tl.where(inside, x, 0.0)": 'y = tl.where(inside, x, -float("inf"))'},
            "replicate": {
                "value=0.0": 'mode="replicate"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & "
                "(column < width)":
                    "layer = tl.minimum(tl.maximum(layer, 0), depth - 1)\n"
                    "row = tl.minimum(tl.maximum(row, 0), height - 1)\n"
                    "column = tl.minimum(tl.maximum(column, 0), width - 1)",
                "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"},
            "reflect": {
                "value=0.0": 'mode="reflect"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 4, 4, 5), ",
                "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & "
                "(column < width)":
                    "layer = tl.where(layer < 0, -layer, tl.minimum(layer, 2 * depth - 2 - layer))\n"
                    "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
                    "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))",
                "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"},
            "circular": {
                "value=0.0": 'mode="circular"', "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & "
                "(column < width)":
                    "layer = (layer + depth) % depth\n"
                    "row = (row + height) % height\n"
                    "column = (column + width) % width",
                "mask=mask & inside": "mask=mask", "y = tl.where(inside, x, 0.0)": "y = x"}}]},
    "patchify": {
        "FAMILY": {"patchify_channel_first": {
            "permute(0, 2, 4, 3, 5, 1)": "permute(0, 2, 4, 1, 3, 5)",
            "channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH":
                "channel, i, j = inner // (PATCH * PATCH), inner // PATCH % PATCH, inner % PATCH"}},
        "AXES": [{"p2": {"height // 4, 4, width // 4, 4": "height // 2, 2, width // 2, 2",
                         "(height // 4) * (width // 4), 4 * 4 * c": "(height // 2) * (width // 2), 2 * 2 * c",
                         "patch = 4": "patch = 2"},
                  "p1": {"height // 4, 4, width // 4, 4": "height, 1, width, 1",
                         "(height // 4) * (width // 4), 4 * 4 * c": "height * width, c",
                         "patch = 4": "patch = 1"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "repeat": {"AXES": [
        {"1x2": {"x.repeat(2, 3)": "x.repeat(1, 2)", "2 * rows, 3 * columns": "rows, 2 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
         "1x3": {"x.repeat(2, 3)": "x.repeat(1, 3)", "2 * rows, 3 * columns": "rows, 3 * columns"},
         "1x4": {"x.repeat(2, 3)": "x.repeat(1, 4)", "2 * rows, 3 * columns": "rows, 4 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
         "1x6": {"x.repeat(2, 3)": "x.repeat(1, 6)", "2 * rows, 3 * columns": "rows, 6 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
         "1x8": {"x.repeat(2, 3)": "x.repeat(1, 8)", "2 * rows, 3 * columns": "rows, 8 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
         "2x1": {"x.repeat(2, 3)": "x.repeat(2, 1)", "2 * rows, 3 * columns": "2 * rows, columns",
                 "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
         "2x2": {"x.repeat(2, 3)": "x.repeat(2, 2)", "2 * rows, 3 * columns": "2 * rows, 2 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
         "2x4": {"x.repeat(2, 3)": "x.repeat(2, 4)", "2 * rows, 3 * columns": "2 * rows, 4 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
         "2x6": {"x.repeat(2, 3)": "x.repeat(2, 6)", "2 * rows, 3 * columns": "2 * rows, 6 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
         "2x8": {"x.repeat(2, 3)": "x.repeat(2, 8)", "2 * rows, 3 * columns": "2 * rows, 8 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
         "3x1": {"x.repeat(2, 3)": "x.repeat(3, 1)", "2 * rows, 3 * columns": "3 * rows, columns",
                 "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
         "3x2": {"x.repeat(2, 3)": "x.repeat(3, 2)", "2 * rows, 3 * columns": "3 * rows, 2 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
         "3x3": {"x.repeat(2, 3)": "x.repeat(3, 3)", "2 * rows, 3 * columns": "3 * rows, 3 * columns"},
         "3x4": {"x.repeat(2, 3)": "x.repeat(3, 4)", "2 * rows, 3 * columns": "3 * rows, 4 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
         "3x6": {"x.repeat(2, 3)": "x.repeat(3, 6)", "2 * rows, 3 * columns": "3 * rows, 6 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
         "3x8": {"x.repeat(2, 3)": "x.repeat(3, 8)", "2 * rows, 3 * columns": "3 * rows, 8 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
         "4x1": {"x.repeat(2, 3)": "x.repeat(4, 1)", "2 * rows, 3 * columns": "4 * rows, columns",
                 "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
         "4x2": {"x.repeat(2, 3)": "x.repeat(4, 2)", "2 * rows, 3 * columns": "4 * rows, 2 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
         "4x3": {"x.repeat(2, 3)": "x.repeat(4, 3)", "2 * rows, 3 * columns": "4 * rows, 3 * columns"},
         "4x4": {"x.repeat(2, 3)": "x.repeat(4, 4)", "2 * rows, 3 * columns": "4 * rows, 4 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
         "4x6": {"x.repeat(2, 3)": "x.repeat(4, 6)", "2 * rows, 3 * columns": "4 * rows, 6 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
         "4x8": {"x.repeat(2, 3)": "x.repeat(4, 8)", "2 * rows, 3 * columns": "4 * rows, 8 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"},
         "5x1": {"x.repeat(2, 3)": "x.repeat(5, 1)", "2 * rows, 3 * columns": "5 * rows, columns",
                 "columns, 3 * columns, BLOCK": "columns, columns, BLOCK"},
         "5x2": {"x.repeat(2, 3)": "x.repeat(5, 2)", "2 * rows, 3 * columns": "5 * rows, 2 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK"},
         "5x3": {"x.repeat(2, 3)": "x.repeat(5, 3)", "2 * rows, 3 * columns": "5 * rows, 3 * columns"},
         "5x4": {"x.repeat(2, 3)": "x.repeat(5, 4)", "2 * rows, 3 * columns": "5 * rows, 4 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK"},
         "5x6": {"x.repeat(2, 3)": "x.repeat(5, 6)", "2 * rows, 3 * columns": "5 * rows, 6 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK"},
         "5x8": {"x.repeat(2, 3)": "x.repeat(5, 8)", "2 * rows, 3 * columns": "5 * rows, 8 * columns",
                 "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK"}},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "repeat_interleave": {
        "FAMILY": {
            "repeat_interleave1d": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]", "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[0], 1"},
            "repeat_interleave4d_first": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, *x.shape[1:]",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
            "repeat_interleave4d_rows": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 2, 1), (2, 3, 5, 33)]",
                "dim=1": "dim=2",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]":
                    "*x.shape[:2], x.shape[2] * repeats, x.shape[3]",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)"},
            "repeat_interleave4d_columns": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]",
                "dim=1": "dim=3",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "*x.shape[:3], x.shape[3] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[3], 1"},
            "repeat_interleave3d_dim0": {
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]":
                    "x.shape[0] * repeats, x.shape[1], x.shape[2]",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
            "repeat_interleave3d_last": {
                "dim=1": "dim=-1",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]":
                    "x.shape[0], x.shape[1], x.shape[2] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[2], 1"},
            "repeat_interleave2d_dim0": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, x.shape[1]",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
            "repeat_interleave2d_last": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0], x.shape[1] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[1], 1"},
            "repeat_interleave4d_heads": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]":
                    "CASES = [(1, 1, 1, 1), (2, 3, 2, 33), (2, 2, 20, 7)]",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]":
                    "x.shape[0], x.shape[1] * repeats, x.shape[2], x.shape[3]"}},
        "AXES": [{"x3": {"(x, 2,": "(x, 3,", "repeats = 2": "repeats = 3"},
                  "x4": {"(x, 2,": "(x, 4,", "repeats = 2": "repeats = 4"},
                  "x5": {"(x, 2,": "(x, 5,", "repeats = 2": "repeats = 5"},
                  "x8": {"(x, 2,": "(x, 8,", "repeats = 2": "repeats = 8"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "sinusoidal": {
        "FAMILY": {
            "sinusoidal_cosine_first": {
                "(torch.sin(x), torch.cos(x))": "(torch.cos(x), torch.sin(x))",
                "tl.store(left, tl.sin(x), mask=mask)": "tl.store(left, tl.cos(x), mask=mask)",
                "tl.store(left + N, tl.cos(x), mask=mask)": "tl.store(left + N, tl.sin(x), mask=mask)"},
            "sinusoidal_interleaved": {"torch.cat((torch.sin(x), torch.cos(x)), dim=-1)":
                                           "torch.stack((torch.sin(x), torch.cos(x)), dim=-1).flatten(1)",
                                       "left = y_ptr + rows[:, None] * (2 * N) + columns[None, :]":
                                           "left = y_ptr + rows[:, None] * (2 * N) + 2 * columns[None, :]",
                                       "left + N": "left + 1"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")]},
    "sinusoidal_position": {
        "FAMILY": {"cosine_position": {
                       "[torch.sin(angle), torch.cos(angle)]": "[torch.cos(angle), torch.sin(angle)]",
                       "tl.sin(angle), tl.cos(angle)": "tl.cos(angle), tl.sin(angle)"},
                   "sinusoidal_position_slow": {"10000.0": "500.0"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "token_shift": {"AXES": [
        {"by2": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-2], (0, 0, 2, 0)", "SHIFT=1": "SHIFT=2"},
         "by3": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-3], (0, 0, 3, 0)", "SHIFT=1": "SHIFT=3"},
         "by4": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-4], (0, 0, 4, 0)", "SHIFT=1": "SHIFT=4"},
         "next": {
             "x[:, :-1], (0, 0, 1, 0)": "x[:, 1:], (0, 0, 0, 1)",
             "earlier = offsets // width % time >= SHIFT": "later = offsets // width % time + SHIFT < time",
             "x_ptr + offsets - SHIFT * width, mask=mask & earlier":
                 "x_ptr + offsets + SHIFT * width, mask=mask & later"}},
        ("BINARY", "y = y + z", "y = z + y"),
        ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "tril": {
        "FAMILY": {
            "triu": {"torch.tril(": "torch.triu(", "column <= row + DIAGONAL": "column >= row + DIAGONAL"},
            "tril3d": {"CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                       "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape"},
            "triu3d": {"CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                       "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape",
                       "torch.tril(": "torch.triu(", "column <= row + DIAGONAL": "column >= row + DIAGONAL"}},
        "AXES": [{"p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                  "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                  "p5": {"diagonal=0": "diagonal=5", "DIAGONAL=0": "DIAGONAL=5"},
                  "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
                  "m2": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"},
                  "m3": {"diagonal=0": "diagonal=-3", "DIAGONAL=0": "DIAGONAL=-3"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "unfold": {"AXES": [{"k1": {"kernel_size=3, padding=1": "kernel_size=1, padding=0",
                                "window, padding = 3, 1": "window, padding = 1, 0"},
                         "k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
                                "window, padding = 3, 1": "window, padding = 2, 0"},
                         "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
                                  "window, padding = 3, 1": "window, padding = 2, 1"},
                         "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
                                "window, padding = 3, 1": "window, padding = 3, 0"},
                         "k3p2": {"kernel_size=3, padding=1": "kernel_size=3, padding=2",
                                  "window, padding = 3, 1": "window, padding = 3, 2"},
                         "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1",
                                  "window, padding = 3, 1": "window, padding = 4, 1"},
                         "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2",
                                  "window, padding = 3, 1": "window, padding = 5, 2"}},
                        POOL_STRIDES,
                        {"d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
                        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                        ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "unfold_pairs": {"AXES": [
        {"k": ({"kernel_size=(3, 2)": "kernel_size=({0}, {1})",
                "kernel_h, kernel_w = 3, 2": "kernel_h, kernel_w = {0}, {1}"},
               "23 13 31 22 33 12 43")},
        {"p": ({"padding=(1, 0)": "padding=({0}, {1})", "pad_h, pad_w = 1, 0": "pad_h, pad_w = {0}, {1}"},
               "00 01 11 12 21")},
        {"s": ({"stride=(2, 1)": "stride=({0}, {1})",
                "stride_h, stride_w = 2, 1": "stride_h, stride_w = {0}, {1}"},
               "12 11 22 31 23")},
        {"d": ({"dilation=1": "dilation=({0}, {1})",
                "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}"},
               "21 12")},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
