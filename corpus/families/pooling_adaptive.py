"""Tables of the families of adaptive and global pooling."""

from corpus.derived_tables import Derived

FAMILIES = {
    "adaptive_avg_pool1d": {
        "FAMILY": {"adaptive_max_pool1d": {
            "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y = y + tl.where(inside, x, 0.0)": 'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
            "y = y / (end - start)": ""}},
        "AXES": [{"1": {"(x, 4)": "(x, 1)", "out_length = 4": "out_length = 1"},
                  "2": {"(x, 4)": "(x, 2)", "out_length = 4": "out_length = 2"},
                  "3": {"(x, 4)": "(x, 3)", "out_length = 4": "out_length = 3"},
                  "5": {"(x, 4)": "(x, 5)", "out_length = 4": "out_length = 5"},
                  "6": {"(x, 4)": "(x, 6)", "out_length = 4": "out_length = 6"},
                  "7": {"(x, 4)": "(x, 7)", "out_length = 4": "out_length = 7"},
                  "8": {"(x, 4)": "(x, 8)", "out_length = 4": "out_length = 8"},
                  "16": {"(x, 4)": "(x, 16)", "out_length = 4": "out_length = 16"},
                  "32": {"(x, 4)": "(x, 32)", "out_length = 4": "out_length = 32"}},
                 {"unbatched": {"[(1, 1, 9), (2, 3, 33), (3, 5, 100)]": "[(1, 9), (3, 33), (5, 100)]",
                                "n, channels, length = x.shape": "channels, length = x.shape",
                                "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "adaptive_avg_pool2d": {
        "FAMILY": {"adaptive_max_pool2d": {
            "F.adaptive_avg_pool2d": "F.adaptive_max_pool2d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y = y + tl.where(inside, x, 0.0)": 'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
            "y = y / ((bottom - top) * (right - left))": ""}},
        "AXES": [{"2x2": {"(2, 3)": "2", "out_height, out_width = 2, 3": "out_height, out_width = 2, 2"},
                  "3x3": {"(2, 3)": "3", "out_height, out_width = 2, 3": "out_height, out_width = 3, 3"},
                  "4x4": {"(2, 3)": "(4, 4)", "out_height, out_width = 2, 3": "out_height, out_width = 4, 4"},
                  "5x5": {"(2, 3)": "5", "out_height, out_width = 2, 3": "out_height, out_width = 5, 5"},
                  "6x6": {"(2, 3)": "(6, 6)", "out_height, out_width = 2, 3": "out_height, out_width = 6, 6"},
                  "7x7": {"(2, 3)": "(7, 7)", "out_height, out_width = 2, 3": "out_height, out_width = 7, 7"},
                  "8x8": {"(2, 3)": "8", "out_height, out_width = 2, 3": "out_height, out_width = 8, 8"},
                  "to": ({"(2, 3)": "({0}, {1})",
                          "out_height, out_width = 2, 3": "out_height, out_width = {0}, {1}"},
                         "32 14 41 35 57 75 62 26 71 43"),
                  # None keeps a dimension as it is: every share of it is one place
                  "rows_kept": ({"(2, 3)": "(None, {0})",
                                 "out_height, out_width = 2, 3": "out_height, out_width = height, {0}"},
                                "1 2 3 4 5 6 7"),
                  "columns_kept": ({"(2, 3)": "({0}, None)",
                                    "out_height, out_width = 2, 3": "out_height, out_width = {0}, width"},
                                   "1 2 3 4 5 6 7")},
                 {"unbatched": {"[(1, 1, 8, 8), (2, 3, 17, 15), (1, 2, 16, 33)]":
                                    "[(1, 8, 8), (3, 17, 15), (2, 16, 33)]",
                                "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                                "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "adaptive_avg_pool3d": {
        "FAMILY": {"adaptive_max_pool3d": {
            "F.adaptive_avg_pool3d": "F.adaptive_max_pool3d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y = y + tl.where(inside, x, 0.0)": 'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
            "y = y / ((back - front) * (bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)"}},
        "AXES": [
            {"2": {"(2, 3, 4)": "2", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 2, 2, 2"},
             "3": {"(2, 3, 4)": "3", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 3, 3, 3"},
             "4": {"(2, 3, 4)": "(4, 4, 4)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 4, 4, 4"},
             "to": ({"(2, 3, 4)": "({0}, {1}, {2})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, {2}"},
                    "122 135 511 423 243 341 324 152 213"),
             # None keeps a dimension as it is: every share of it is one place
             "slabs_kept": (
                 {"(2, 3, 4)": "(None, {0}, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, {1}"},
                 "22 23 35 51 17"),
             "rows_kept": (
                 {"(2, 3, 4)": "({0}, None, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, {1}"},
                 "25 22 31 14 53"),
             "columns_kept": (
                 {"(2, 3, 4)": "({0}, {1}, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, W"},
                 "22 32 15 43"),
             "only_slabs": (
                 {"(2, 3, 4)": "({0}, None, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, W"},
                 "1 2 3 4 5"),
             "only_rows": (
                 {"(2, 3, 4)": "(None, {0}, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, W"},
                 "1 2 3 5"),
             "only_columns": (
                 {"(2, 3, 4)": "(None, None, {0})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, H, {0}"},
                 "1 2 3 6")},
            {"unbatched": {"[(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]":
                               "[(1, 4, 4, 4), (3, 6, 11, 7), (5, 9, 4, 8)]",
                           "N, C, D, H, W = x.shape": "C, D, H, W = x.shape",
                           "x.new_empty(N, C, OD": "x.new_empty(C, OD"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "adaptive_pool1d_prologue": Derived("pool1d_prologue",
        family={"adaptive_max_pool1d_prologue": {
            "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
            "y = y / (right - left)": "y = tl.where(mask, y, 0.0)"}},
        axes=[0,
              {"to2": {"output_size=4": "output_size=2", "OL = 4": "OL = 2"},
               "to3": {"output_size=4": "output_size=3", "OL = 4": "OL = 3"},
               "to5": {"output_size=4": "output_size=5", "OL = 4": "OL = 5"},
               "to6": {"output_size=4": "output_size=6", "OL = 4": "OL = 6"},
               "to7": {"output_size=4": "output_size=7", "OL = 4": "OL = 7"},
               "to8": {"output_size=4": "output_size=8", "OL = 4": "OL = 8"}}]),
    "adaptive_pool2d_prologue": Derived("pool2d_prologue",
        family={"adaptive_max_pool2d_prologue": {
            "F.adaptive_avg_pool2d": "F.adaptive_max_pool2d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
            "y = y / ((bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)"}},
        axes=[0,
              {"to2": {"output_size=(2, 3)": "output_size=2", "OH, OW = 2, 3": "OH, OW = 2, 2"},
               "to3": {"output_size=(2, 3)": "output_size=3", "OH, OW = 2, 3": "OH, OW = 3, 3"},
               "to4": {"output_size=(2, 3)": "output_size=4", "OH, OW = 2, 3": "OH, OW = 4, 4"},
               "to5": {"output_size=(2, 3)": "output_size=5", "OH, OW = 2, 3": "OH, OW = 5, 5"},
               "to6": {"output_size=(2, 3)": "output_size=6", "OH, OW = 2, 3": "OH, OW = 6, 6"},
               "to7": {"output_size=(2, 3)": "output_size=7", "OH, OW = 2, 3": "OH, OW = 7, 7"},
               "to": ({"output_size=(2, 3)": "output_size=({0}, {1})", "OH, OW = 2, 3": "OH, OW = {0}, {1}"},
                      "32 14 41 35 57 75 62 26"),
               "rows_kept": (
                   {"output_size=(2, 3)": "output_size=(None, {0})", "OH, OW = 2, 3": "OH, OW = H, {0}"},
                   "1 2 3 5"),
               "columns_kept": (
                   {"output_size=(2, 3)": "output_size=({0}, None)", "OH, OW = 2, 3": "OH, OW = {0}, W"},
                   "1 2 3 5")}]),
    "adaptive_pool3d_prologue": Derived("pool3d_prologue",
        family={"adaptive_max_pool3d_prologue": {
            "F.adaptive_avg_pool3d": "F.adaptive_max_pool3d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
            "y = y / ((back - front) * (bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)"}},
        axes=[0,
              {"to2": {
                   "output_size=(2, 3, 4)": "output_size=2", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 2, 2, 2"},
               "to3": {
                   "output_size=(2, 3, 4)": "output_size=3", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 3, 3, 3"},
               "to4": {
                   "output_size=(2, 3, 4)": "output_size=4", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 4, 4, 4"},
               "to": ({"output_size=(2, 3, 4)": "output_size=({0}, {1}, {2})",
                       "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, {2}"},
                      "122 135 511 423 243 341"),
               "slabs_kept": ({"output_size=(2, 3, 4)": "output_size=(None, {0}, {1})",
                               "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, {1}"},
                              "22 31 14"),
               "rows_kept": ({"output_size=(2, 3, 4)": "output_size=({0}, None, {1})",
                              "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, {1}"},
                             "22 31 14"),
               "columns_kept": ({"output_size=(2, 3, 4)": "output_size=({0}, {1}, None)",
                                 "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, W"},
                                "22 31 14")}]),
    "gem_pool2d": {
        "FAMILY": {
            "gem_pool2d_3": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)", "x.pow(p)": "x.pow(3)", "y.pow(1.0 / p)": "y.pow(1.0 / 3)", "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": "total += x * x * x",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)":
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)",
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, "},
            "gem_pool2d_4": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)", "x.pow(p)": "x.pow(4)", "y.pow(1.0 / p)": "y.pow(1.0 / 4)", "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": "t = x * x\ntotal += t * t",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)":
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 4.0).to(tl.float32)",
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, "},
            "gem_pool2d_5": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)", "x.pow(p)": "x.pow(5)", "y.pow(1.0 / p)": "y.pow(1.0 / 5)", "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)":
                    "t = x * x\n"
                    "total += t * t * x",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)":
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 5.0).to(tl.float32)",
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, "},
            "gem_pool2d_6": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)", "x.pow(p)": "x.pow(6)", "y.pow(1.0 / p)": "y.pow(1.0 / 6)", "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)":
                    "t = x * x\n"
                    "total += t * t * t",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)":
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 6.0).to(tl.float32)",
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, "}},
        "AXES": [
            {"k": ({"kernel_size=3": "kernel_size={0}",
                    "window_h, window_w = 3, 3": "window_h, window_w = {0}, {0}"},
                   "2 4"),
             "by": ({"kernel_size=3": "kernel_size=({0}, {1})",
                     "window_h, window_w = 3, 3": "window_h, window_w = {0}, {1}"},
                    "23 31 13 42")},
            {"s": ({"stride=2": "stride={0}", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {0}"},
                   "1 3"),
             "s_by": ({"stride=2": "stride=({0}, {1})",
                       "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}"},
                      "21 12 23")},
            {"eps": ({"min=0.001": "min=0.{0}", "tl.maximum(x, 0.001)": "tl.maximum(x, 0.{0})"}, "1"),
             "tiny": {"min=0.001": "min=1e-6", "tl.maximum(x, 0.001)": "tl.maximum(x, 1e-6)"},
             "positive": {"x = x.clamp(min=0.001)": "x = torch.relu(x) + 0.001",
                          "x = tl.maximum(x, 0.001)": "x = tl.maximum(x, 0.0) + 0.001"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "global_avg_pool": {
        "FAMILY": {
            "global_avg_pool_keepdim": {"x.mean(dim=(2, 3))": "x.mean(dim=(2, 3), keepdim=True)",
                                        "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
            "global_avg_pool_adaptive": {
                "x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1)",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
            "global_avg_pool_flatten": {"x.mean(dim=(2, 3))": "F.adaptive_avg_pool2d(x, 1).flatten(1)"},
            "global_sum_pool": {"x.mean(dim=(2, 3))": "x.sum(dim=(2, 3))",
                                "tl.sum(partial, axis=1, keep_dims=True) / size":
                                    "tl.sum(partial, axis=1, keep_dims=True)"},
            "global_sum_pool_keepdim": {"x.mean(dim=(2, 3))": "x.sum(dim=(2, 3), keepdim=True)",
                                        "tl.sum(partial, axis=1, keep_dims=True) / size":
                                            "tl.sum(partial, axis=1, keep_dims=True)",
                                        "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1)"},
            "global_avg_pool3d": {
                "x.mean(dim=(2, 3))": "x.mean(dim=(2, 3, 4))",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]":
                    "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]",
                "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                "size = height * width": "size = depth * height * width"},
            "global_avg_pool3d_adaptive": {
                "x.mean(dim=(2, 3))": "F.adaptive_avg_pool3d(x, 1)",
                "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]":
                    "CASES = [(1, 1, 1, 1, 1), (2, 3, 3, 5, 7), (1, 2, 14, 16, 20)]",
                "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
                "size = height * width": "size = depth * height * width",
                "y = x.new_empty(n, channels)": "y = x.new_empty(n, channels, 1, 1, 1)"},
            "global_avg_pool_sample": {
                "x.mean(dim=(2, 3))": "x.mean(dim=(1, 2, 3))",
                "size = height * width": "size = channels * height * width",
                "y = x.new_empty(n, channels)":
                    "y = x.new_empty(n)", "n_planes = n * channels": "n_planes = n"},
            "global_rms_pool": {"x.mean(dim=(2, 3))": "x.square().mean(dim=(2, 3)).sqrt()",
                                "partial += tl.where(mask, x, 0.0)": "partial += tl.where(mask, x * x, 0.0)",
                                "tl.sum(partial, axis=1, keep_dims=True) / size":
                                    "tl.sqrt(tl.sum(partial, axis=1, keep_dims=True) / size)"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "global_max_pool": Derived("global_avg_pool", {
        "mean": "amax", "adaptive_avg_pool2d": "adaptive_max_pool2d"},
        family={
            "global_max_pool_keepdim": ..., "global_max_pool_adaptive": ..., "global_max_pool_flatten": ...,
            "global_max_pool_time": {"x.amax(dim=(2, 3))": "x.max(dim=2).values",
                                     "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60)]":
                                         "CASES = [(1, 1, 1), (2, 3, 33), (1, 2, 1200)]",
                                     "n, channels, height, width = x.shape": "n, channels, size = x.shape",
                                     "size = height * width": ""},
            "global_min_pool": {"x.amax(dim=(2, 3))": "x.amin(dim=(2, 3))",
                                'best = tl.full((PLANES, BLOCK), float("-inf"), tl.float32)':
                                    'best = tl.full((PLANES, BLOCK), float("inf"), tl.float32)',
                                'best = tl.maximum(best, tl.where(mask, x, float("-inf")))':
                                    'best = tl.minimum(best, tl.where(mask, x, float("inf")))',
                                "y = tl.max(best, axis=1, keep_dims=True)":
                                    "y = tl.min(best, axis=1, keep_dims=True)"},
            "global_max_pool3d": ...}),
    "global_pool2d_flat_prologue": Derived("global_pool2d_prologue", {", 1, 1": ""}),
    "global_pool2d_prologue": {
        "FAMILY": {"global_sum": {"torch.mean": "torch.sum",
                                  "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.sum(lanes, axis=0)"},
                   "global_max": {"torch.mean": "torch.amax",
                                  "lanes = tl.zeros((BLOCK,), tl.float32)":
                                      'lanes = tl.full((BLOCK,), float("-inf"), tl.float32)',
                                  "lanes += tl.where(inside, v, 0.0)":
                                      'lanes = tl.maximum(lanes, tl.where(inside, v, float("-inf")))',
                                  "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.max(lanes, axis=0)"},
                   "global_min": {"torch.mean": "torch.amin",
                                  "lanes = tl.zeros((BLOCK,), tl.float32)":
                                      'lanes = tl.full((BLOCK,), float("inf"), tl.float32)',
                                  "lanes += tl.where(inside, v, 0.0)":
                                      'lanes = tl.minimum(lanes, tl.where(inside, v, float("inf")))',
                                  "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.min(lanes, axis=0)"}},
        "AXES": [("WALK",
                  ("N", "C", "H", "W"),
                  ("n", "c", "row", "column"),
                  (("", {0: "n = plane // C", 1: "c = plane % C"}),
                   ("inside = pixels < H * W", {2: "row = pixels // W", 3: "column = pixels % W"})),
                  (0, 1),
                  "",
                  (),
                  "",
                  {"C, 1, 1": "tl.load(z_ptr + plane % C)", "N, C, 1, 1": "tl.load(z_ptr + plane)",
                   "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"},
                  ("pixels", 2, 3))]},
    "global_pool3d_prologue": Derived("global_pool2d_prologue", {"(H": "(D * H"},
        axes=[("WALK",
               ("N", "C", "D", "H", "W"),
               ("n", "c", "depth", "row", "column"),
               (("", {0: "n = plane // C", 1: "c = plane % C"}),
                ("inside = voxels < D * H * W",
                 {2: "depth = voxels // (H * W)", 3: "row = voxels // W % H", 4: "column = voxels % W"})),
               (0, 1),
               "",
               (),
               "",
               {"C, 1, 1, 1": "tl.load(z_ptr + plane % C)", "N, C, 1, 1, 1": "tl.load(z_ptr + plane)",
                "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"},
               ("voxels", 2, 3, 4))]),
    "lp_pool1d": Derived("lp_pool2d", {
        "kernel_h, kernel_w": "window", ", 3": "", ", 2": "", ", 4": "", ", 5": "",
        "stride_h, stride_w": "stride", ", 1": "", "out_height": "out_length", "height, width": "length",
        " 6, 6)": " 8)", " 17, 15)": " 33)", "(2,": "(5,", " 16, 33)": " 100)",
        "(1, 1, 6, 6), (2, 3, 17, 15), (1, 2, 16, 33)]": "(1, 1, 8), (2, 3, 33), (3, 5, 100)]"},
        axes=[{"k2": ..., "k4": ..., "k5": ...,
               "k6": {"kernel_size=3": "kernel_size=6", "window = 3": "window = 6"},
               "k7": {"kernel_size=3": "kernel_size=7", "window = 3": "window = 7"},
               "k8": {"kernel_size=3": "kernel_size=8", "window = 3": "window = 8"}},
              {"s1": ..., "s3": ..., "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"}},
              2, 3, 4]),
    "lp_pool2d": Derived("max_pool2d", {
        " torch.relu(": " F.softsign(", "= tl.maximum(x, 0.0)": "= x / (1.0 + tl.abs(x))", " 24 41": "",
        ", padding=1": "", ", padding=0": "", "14": "6", "25": "33", ", padding=({2}, {3})": "",
        ", pad_h, pad_w": "", ", 1, 1": "", ", 0, 0": "", ", {2}, {3}": "", "3200": "23", "2300": "31",
        "3511": "32", "5321": "13", "1301": "42", "3110": "25", "2412": "15",
        "4301 5200 2501 1500 4110 3401 5310 6231 2511": "41"},
        family={"lp_pool2d_p1": {"norm_type=2": "norm_type=1", "total += x * x": "total += x",
                                 "y = tl.sqrt(total)": "y = total"},
                "lp_pool2d_p4": {"norm_type=2": "norm_type=4", "total += x * x": "total += (x * x) * (x * x)",
                                 "y = tl.sqrt(total)": "y = tl.sqrt(tl.sqrt(total))"}},
        axes=[{"k2": ..., "k4": ..., "k5": ..., "k": ...}, {"s1": ..., "s3": ..., "s": ...}, 4, 5, 6]),
}
