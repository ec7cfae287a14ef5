"""Tables of the families of resizing."""

from corpus.derived_tables import Derived

FAMILIES = {
    "nearest": {
        "FAMILY": {
            "round_quarter": {"torch.round(x)": "torch.round(x * 4.0) / 4.0",
                              "y = round_half_even(x)": "y = round_half_even(x * 4.0) / 4.0"},
            "round_half": {"torch.round(x)": "torch.round(x * 2.0) * 0.5",
                           "y = round_half_even(x)": "y = round_half_even(x * 2.0) * 0.5"},
            "rounding_error": {"torch.round(x)": "x - torch.round(x)",
                               "y = round_half_even(x)": "y = x - round_half_even(x)"},
            "triangle": {"torch.round(x)": "torch.abs(x - torch.round(x))",
                         "y = round_half_even(x)": "y = tl.abs(x - round_half_even(x))"},
            "round_clamped": {
                "torch.round(x)": "torch.clamp(torch.round(x), -1.0, 1.0)",
                "y = round_half_even(x)": "y = tl.minimum(tl.maximum(round_half_even(x), -1.0), 1.0)"},
            "quantised_relu": {"torch.round(x)": "torch.round(torch.clamp(x, 0.0, 3.0) * 2.0) / 2.0",
                               "y = round_half_even(x)":
                                   "y = round_half_even(tl.minimum(tl.maximum(x, 0.0), 3.0) * 2.0) / 2.0"}},
        "AXES": [("UNARY", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "nearest_joins": Derived("resized_joins", family={"by": ...}),
    "pixel_shuffle": {"AXES": [
        {"x3": {"channels * 2 * 2": "channels * 3 * 3", "(x, 2)": "(x, 3)", "factor = 2": "factor = 3"},
         "x4": {"channels * 2 * 2": "channels * 4 * 4", "(x, 2)": "(x, 4)", "factor = 2": "factor = 4"},
         "x5": {"channels * 2 * 2": "channels * 5 * 5", "(x, 2)": "(x, 5)", "factor = 2": "factor = 5"}},
        ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "pixel_shuffle_joins": {
        "FAMILY": {"batched_bias": {"torch.randn(channels, 1, 1)": "torch.randn(1, channels, 1, 1)"},
                   "image": {"torch.randn(channels, 1, 1)":
                                 "torch.randn(batch, channels, height * factor, width * factor)",
                             "z_ptr + plane % n_channels": "z_ptr + offsets",
                             "n_elements, n_channels, height": "n_elements, height",
                             "y.numel(), n_channels, height": "y.numel(), height"},
                   "each": {"torch.randn(channels, 1, 1)": "torch.randn(batch, channels, 1, 1)",
                            "z_ptr + plane % n_channels": "z_ptr + plane",
                            "n_elements, n_channels, height": "n_elements, height",
                            "y.numel(), n_channels, height": "y.numel(), height"}},
        "AXES": [{"x3": {"(x, 2)": "(x, 3)", "factor = 2": "factor = 3"},
                  "x4": {"(x, 2)": "(x, 4)", "factor = 2": "factor = 4"}},
                 {"first": {"pixel_shuffle_joins_torch(x, z)": "pixel_shuffle_joins_torch(z, x)",
                            "pixel_shuffle_joins_triton(x, z)": "pixel_shuffle_joins_triton(z, x)",
                            "return torch.randn(batch, channels * factor * factor, height, width), z":
                                "return z, torch.randn(batch, channels * factor * factor, height, width)"}},
                 ("BINARY", "y = y + z", "y = z + y"),
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional")]},
    "pixel_unshuffle": Derived("pixel_shuffle", {
        "channels ": "height ", "2 ": "2, width ", "3 ": "3, width ", "4 ": "4, width ", "5 ": "5, width "}),
    "polynomial_of_selected": {
        "FAMILY": {
            "powers_1": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x",
                         "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                         "tl.load(c_ptr + 3) * (x * x * x)": "tl.load(c_ptr) + tl.load(c_ptr + 1) * x"},
            "powers_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x + c[2] * x ** 2",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)": "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x)"},
            "powers_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                             "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3 + c[4] * x ** 4",
                         "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                         "tl.load(c_ptr + 3) * (x * x * x)":
                             "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                             "tl.load(c_ptr + 3) * (x * x * x) + tl.load(c_ptr + 4) * (x * x * x * x)"},
            "powers_down_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x ** 2 + c[1] * x + c[2]",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)": "tl.load(c_ptr) * (x * x) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"},
            "powers_down_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                                  "c[0] * x ** 3 + c[1] * x ** 2 + c[2] * x + c[3]",
                              "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                              "tl.load(c_ptr + 3) * (x * x * x)":
                                  "tl.load(c_ptr) * (x * x * x) + tl.load(c_ptr + 1) * (x * x) + "
                                  "tl.load(c_ptr + 2) * x + tl.load(c_ptr + 3)"},
            "horner_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[2] * x + c[1]) * x + c[0]",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)": "(tl.load(c_ptr + 2) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"},
            "horner_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                             "((c[3] * x + c[2]) * x + c[1]) * x + c[0]",
                         "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                         "tl.load(c_ptr + 3) * (x * x * x)":
                             "((tl.load(c_ptr + 3) * x + tl.load(c_ptr + 2)) * x + tl.load(c_ptr + 1)) * x "
                             "+ tl.load(c_ptr)"},
            "horner_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                             "(((c[4] * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0]",
                         "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                         "tl.load(c_ptr + 3) * (x * x * x)":
                             "(((tl.load(c_ptr + 4) * x + tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 2)) * "
                             "x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr)"},
            "horner_down_2": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "(c[0] * x + c[1]) * x + c[2]",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)": "(tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)"},
            "horner_down_3": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                                  "((c[0] * x + c[1]) * x + c[2]) * x + c[3]",
                              "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                              "tl.load(c_ptr + 3) * (x * x * x)":
                                  "((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * "
                                  "x + tl.load(c_ptr + 3)"},
            "horner_down_4": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                                  "(((c[0] * x + c[1]) * x + c[2]) * x + c[3]) * x + c[4]",
                              "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                              "tl.load(c_ptr + 3) * (x * x * x)":
                                  "(((tl.load(c_ptr) * x + tl.load(c_ptr + 1)) * x + tl.load(c_ptr + 2)) * "
                                  "x + tl.load(c_ptr + 3)) * x + tl.load(c_ptr + 4)"},
            "squares": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x * x + c[1] * x + c[2]",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)": "tl.load(c_ptr) * x * x + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2)"},
            "odd": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] * x + c[1] * x ** 3",
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr "
                    "+ 3) * (x * x * x)": "tl.load(c_ptr) * x + tl.load(c_ptr + 1) * (x * x * x)"},
            "even": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3": "c[0] + c[1] * x ** 2 + c[2] * x ** 4",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)":
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * (x * x) + tl.load(c_ptr + 2) * (x * x * x * x)"},
            "waves": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                          "c[0] * torch.sin(c[1] * x) + c[2] * torch.cos(c[3] * x)",
                      "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                      "tl.load(c_ptr + 3) * (x * x * x)":
                          "tl.load(c_ptr) * tl.sin(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2) * "
                          "tl.cos(tl.load(c_ptr + 3) * x)"},
            "series": {
                "c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                    "c[0] + c[1] * torch.cos(x) + c[2] * torch.sin(x)",
                "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + "
                "3) * (x * x * x)":
                    "tl.load(c_ptr) + tl.load(c_ptr + 1) * tl.cos(x) + tl.load(c_ptr + 2) * tl.sin(x)"},
            "mixture": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                            "c[0] * torch.relu(x) + c[1] * torch.sigmoid(x) + c[2] * x",
                        "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                        "tl.load(c_ptr + 3) * (x * x * x)":
                            "tl.load(c_ptr) * tl.maximum(x, 0.0) + tl.load(c_ptr + 1) * tl.sigmoid(x) + "
                            "tl.load(c_ptr + 2) * x"},
            "gate": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                         "c[0] * x * torch.sigmoid(c[1] * x) + c[2]",
                     "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                     "tl.load(c_ptr + 3) * (x * x * x)":
                         "tl.load(c_ptr) * x * tl.sigmoid(tl.load(c_ptr + 1) * x) + tl.load(c_ptr + 2)"},
            "hinges": {"c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3":
                           "c[0] * torch.relu(x - c[1]) + c[2] * torch.relu(c[3] - x)",
                       "tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                       "tl.load(c_ptr + 3) * (x * x * x)":
                           "tl.load(c_ptr) * tl.maximum(x - tl.load(c_ptr + 1), "
                           "0.0) + tl.load(c_ptr + 2) * tl.maximum(tl.load(c_ptr + 3) - x, 0.0)"}},
        "AXES": [
            {  # what it is divided by
                "alone": {
                    "torch.randn(8), torch.randn(3)": "torch.randn(8)", "(x, c, d)": "(x, c)",
                    "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "", "c_ptr, d_ptr, ": "c_ptr, ",
                    "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                    "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()":
                        "x, c = x.contiguous(), c.contiguous()",
                    "(x, c, d, y": "(x, c, y"},
                "alone_again": {
                    "torch.randn(8), torch.randn(3)": "torch.randn(5)", "(x, c, d)": "(x, c)",
                    "y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "", "c_ptr, d_ptr, ": "c_ptr, ",
                    "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))": "",
                    "x, c, d = x.contiguous(), c.contiguous(), d.contiguous()":
                        "x, c = x.contiguous(), c.contiguous()",
                    "(x, c, d, y": "(x, c, y"},
                "each": {"1 + torch.abs(d[0] * x + d[1] * x ** 2)":
                             "1 + torch.abs(d[0] * x) + torch.abs(d[1] * x ** 2)",
                         "1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))":
                             "1.0 + tl.abs(tl.load(d_ptr) * x) + tl.abs(tl.load(d_ptr + 1) * (x * x))"},
                "horner": {"d[0] * x + d[1] * x ** 2": "(d[1] * x + d[0]) * x",
                           "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)":
                               "(tl.load(d_ptr + 1) * x + tl.load(d_ptr)) * x"},
                "cubic": {"d[0] * x + d[1] * x ** 2": "((d[2] * x + d[1]) * x + d[0]) * x",
                          "tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)":
                              "((tl.load(d_ptr + 2) * x + tl.load(d_ptr + 1)) * x + tl.load(d_ptr)) * x"},
                "square": {"torch.abs(d[0] * x + d[1] * x ** 2)": "(d[0] * x) ** 2",
                           "tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x))":
                               "(tl.load(d_ptr) * x) * (tl.load(d_ptr) * x)"},
                "scaled": {"y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))": "y * d[0] + d[1]",
                           "y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))":
                               "y * tl.load(d_ptr) + tl.load(d_ptr + 1)"}},
            {  # the shapes of x
                "of_vector": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1,), (33,), (1500,)"},
                "of_matrix": {"(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 5), (3, 33), (7, 300)"},
                "of_images": {
                    "(1, 1, 5), (2, 3, 33), (3, 7, 20)": "(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)"}},
            ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            {"without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
             "without_any_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
             "plus_x": {"torch.sigmoid(y)": "y + x", "tl.sigmoid(y)": "y + x"},
             "times_x": {"torch.sigmoid(y)": "y * x", "tl.sigmoid(y)": "y * x"}}]},
    "resized_joins": {
        "FAMILY": {
            "corners": {
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = height / out_height, width / out_width":
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
            "by": (
                {"size=z.shape[2:]": "scale_factor={0}",
                 "(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)":
                     "(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)",
                 "make(N, C, H, W, OH, OW)": "make(N, C, H, W)",
                 "torch.randn(N, C, OH, OW)": "torch.randn(N, C, H * {0}, W * {0})",
                 "out_height, out_width = z.shape[2:]": "out_height, out_width = height * {0}, width * {0}",
                 "height / out_height, width / out_width": "1 / {0}, 1 / {0}"},
                "2 3 4 8"),
            "corners_by": (
                {"size=z.shape[2:]": "scale_factor={0}",
                 "(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)":
                     "(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)",
                 "make(N, C, H, W, OH, OW)": "make(N, C, H, W)",
                 "torch.randn(N, C, OH, OW)": "torch.randn(N, C, H * {0}, W * {0})",
                 "out_height, out_width = z.shape[2:]": "out_height, out_width = height * {0}, width * {0}",
                 "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = height / out_height, width / out_width":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "2 3 4")},
        "AXES": [{"other_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
                 ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y")]},
    "upsample_bilinear": {
        "FAMILY": {
            "upsample_bilinear_x3": {
                "scale_factor=2": "scale_factor=3", "height * 2, width * 2": "height * 3, width * 3",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 3, 1 / 3"},
            "upsample_bilinear_x4": {
                "scale_factor=2": "scale_factor=4", "height * 2, width * 2": "height * 4, width * 4",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 4, 1 / 4"},
            "upsample_bilinear_half": {
                "scale_factor=2": "scale_factor=0.5",
                "height * 2, width * 2": "int(height * 0.5), int(width * 0.5)",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 0.5, 1 / 0.5"},
            "upsample_bilinear_x1_5": {
                "scale_factor=2": "scale_factor=1.5",
                "height * 2, width * 2": "int(height * 1.5), int(width * 1.5)",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 1.5, 1 / 1.5"},
            "upsample_bilinear_to": (
                {"scale_factor=2": "size=({0}, {0})", "height * 2, width * 2": "{0}, {0}",
                 "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}, width / {0}"},
                "4 7 9"),
            "upsample_bilinear_wide": (
                {"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                 "scale_factor=2": "size=({0}{1}, {0}{1})", "height * 2, width * 2": "{0}{1}, {0}{1}",
                 "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {0}{1}"},
                "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96"),
            "upsample_corners_wide": (
                {"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                 "scale_factor=2": "size=({0}{1}, {0}{1})", "height * 2, width * 2": "{0}{1}, {0}{1}",
                 "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = 1 / 2, 1 / 2":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "10 12 14 16 20 24 28 30 32 40 48 50 56 60 64 80 96"),
            "upsample_bilinear_wider": ({"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                                         "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})",
                                         "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}",
                                         "scale_h, scale_w = 1 / 2, 1 / 2":
                                             "scale_h, scale_w = height / {0}{1}{2}, width / {0}{1}{2}"},
                                        "100 112 120 128 160 180 192 200 224 256"),
            "upsample_corners_wider": (
                {"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                 "scale_factor=2": "size=({0}{1}{2}, {0}{1}{2})",
                 "height * 2, width * 2": "{0}{1}{2}, {0}{1}{2}", "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = 1 / 2, 1 / 2":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "100 112 120 128 160 180 192 200 224 256"),
            "upsample_bilinear_oblong": (
                {"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                 "scale_factor=2": "size=({0}{1}, {2}{3})", "height * 2, width * 2": "{0}{1}, {2}{3}",
                 "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / {0}{1}, width / {2}{3}"},
                "1620 2416 2528 3248 4450 4836 6496"),
            "upsample_corners_oblong": (
                {"(2, 1, 3, 11), (2, 3, 5, 6)": "(2, 1, 3, 11), (1, 2, 5, 6)",
                 "scale_factor=2": "size=({0}{1}, {2}{3})", "height * 2, width * 2": "{0}{1}, {2}{3}",
                 "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = 1 / 2, 1 / 2":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "1620 2416 2528 3248 4450 4836 6496"),
            "upsample_corners_by_part": (
                {"scale_factor=2": "scale_factor={0}.{1}",
                 "height * 2, width * 2": "int(height * {0}.{1}), int(width * {0}.{1})",
                 "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = 1 / 2, 1 / 2":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "15 25 35"),
            "upsample_corners_to": (
                {"scale_factor=2": "size=({0}, {1})", "height * 2, width * 2": "{0}, {1}",
                 "align_corners=False": "align_corners=True",
                 "scale_h, scale_w = 1 / 2, 1 / 2":
                     "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                 "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                 "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
                "44 77 88 57 75"),
            "upsample_bilinear_2x4": {
                "scale_factor=2": "scale_factor=(2, 4)", "height * 2, width * 2": "height * 2, width * 4",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = 1 / 2, 1 / 4"},
            "upsample_bilinear_8x8": {
                "scale_factor=2": "size=(8, 8)", "height * 2, width * 2": "8, 8",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 8, width / 8"},
            "upsample_bilinear_7x5": {
                "scale_factor=2": "size=(7, 5)", "height * 2, width * 2": "7, 5",
                "scale_h, scale_w = 1 / 2, 1 / 2": "scale_h, scale_w = height / 7, width / 5"},
            "upsample_corners": {
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2":
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
            "upsample_corners_x3": {
                "scale_factor=2": "scale_factor=3", "height * 2, width * 2": "height * 3, width * 3",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2":
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"},
            "upsample_corners_x4": {
                "scale_factor=2": "scale_factor=4", "height * 2, width * 2": "height * 4, width * 4",
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = 1 / 2, 1 / 2":
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "upsample_cubic": {
        "FAMILY": {
            "by": ({"scale_factor=2": "scale_factor={0}",
                    "height * 2, width * 2": "height * {0}, width * {0}", "1 / 2, 1 / 2": "1 / {0}, 1 / {0}"},
                   "3 4"),
            "by_part": ({"scale_factor=2": "scale_factor={0}.{1}",
                         "height * 2, width * 2": "int(height * {0}.{1}), int(width * {0}.{1})",
                         "1 / 2, 1 / 2": "1 / {0}.{1}, 1 / {0}.{1}"},
                        "05 15 25"),
            "to": ({"scale_factor=2": "size={0}", "height * 2, width * 2": "{0}, {0}",
                    "1 / 2, 1 / 2": "height / {0}, width / {0}"},
                   "4 5 7 8 9"),
            "to_wide": ({"scale_factor=2": "size={0}{1}", "height * 2, width * 2": "{0}{1}, {0}{1}",
                         "1 / 2, 1 / 2": "height / {0}{1}, width / {0}{1}"},
                        "10 12 14 16 20 24 28 32 48"),
            "to_oblong": (
                {"scale_factor=2": "size=({0}{1}, {2}{3})", "height * 2, width * 2": "{0}{1}, {2}{3}",
                 "1 / 2, 1 / 2": "height / {0}{1}, width / {2}{3}"},
                "1620 2416 2528 4450")},
        "AXES": [{"corners": {
                     "align_corners=False": "align_corners=True",
                     "scale_h, scale_w = 1 / 2, 1 / 2":
                         "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)",
                     "(i + 0.5) * scale_h - 0.5": "i * scale_h", "(j + 0.5) * scale_w - 0.5": "j * scale_w"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "upsample_linear": {
        "FAMILY": {
            "upsample_linear_x3": {"scale_factor=2": "scale_factor=3", "length * 2": "length * 3",
                                   "scale = 1 / 2": "scale = 1 / 3"},
            "upsample_linear_x4": {"scale_factor=2": "scale_factor=4", "length * 2": "length * 4",
                                   "scale = 1 / 2": "scale = 1 / 4"},
            "upsample_linear_half": {"scale_factor=2": "scale_factor=0.5", "length * 2": "int(length * 0.5)",
                                     "scale = 1 / 2": "scale = 1 / 0.5"},
            "upsample_linear_x1_5": {"scale_factor=2": "scale_factor=1.5", "length * 2": "int(length * 1.5)",
                                     "scale = 1 / 2": "scale = 1 / 1.5"},
            "upsample_linear_to": ({"scale_factor=2": "size={0}{1}", "length * 2": "{0}{1}",
                                    "scale = 1 / 2": "scale = length / {0}{1}"},
                                   "16 10 20 43 80"),
            "upsample_linear_corners": {
                "align_corners=False": "align_corners=True",
                "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
                "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"},
            "upsample_linear_corners_x3": {
                "align_corners=False": "align_corners=True",
                "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)",
                "scale_factor=2": "scale_factor=3", "length * 2": "length * 3",
                "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"},
            "upsample_linear_corners_to": (
                {"align_corners=False": "align_corners=True",
                 "scale = 1 / 2": "scale = (length - 1) / (out_length - 1)", "scale_factor=2": "size={0}{1}",
                 "length * 2": "{0}{1}",
                 "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)": "place = i * scale"},
                "16 10 20 43 80")},
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "upsample_nearest": {
        "FAMILY": {
            "upsample_nearest1d": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]":
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
            "upsample_nearest1d_x3": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]":
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 3", "scale_factor=2": "scale_factor=3",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
            "upsample_nearest1d_x4": {
                "CASES = [(1, 1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6)]":
                    "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 100)]",
                "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 4", "scale_factor=2": "scale_factor=4",
                "n, channels, height, width = x.shape": "n, channels, width = x.shape\nheight = 1",
                "n, channels, height * factor_h, width * factor_w": "n, channels, width * factor_w"},
            "upsample_nearest_x3": {
                "scale_factor=2": "scale_factor=3", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 3, 3"},
            "upsample_nearest_x4": {
                "scale_factor=2": "scale_factor=4", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 4"},
            "upsample_nearest_x5": {
                "scale_factor=2": "scale_factor=5", "factor_h, factor_w = 2, 2": "factor_h, factor_w = 5, 5"},
            "upsample_nearest_2x3": {"scale_factor=2": "scale_factor=(2, 3)",
                                     "factor_h, factor_w = 2, 2": "factor_h, factor_w = 2, 3"},
            "upsample_nearest_1x2": {"scale_factor=2": "scale_factor=(1, 2)",
                                     "factor_h, factor_w = 2, 2": "factor_h, factor_w = 1, 2"},
            "upsample_nearest_4x2": {"scale_factor=2": "scale_factor=(4, 2)",
                                     "factor_h, factor_w = 2, 2": "factor_h, factor_w = 4, 2"}},
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional")]},
    "upsample_to_any": {
        "FAMILY": {
            "to": ({"size=7": "size={0}", "[7 for size in sizes]": "[{0} for size in sizes]"},
                   "2 3 4 5 6 8 9"),
            "to_wide": ({"size=7": "size={0}{1}", "[7 for size in sizes]": "[{0}{1} for size in sizes]"},
                        "10 12 14 16 20 24 28 32"),
            "by": ({"size=7": "scale_factor={0}", "[7 for size in sizes]": "[size * {0} for size in sizes]",
                    "size / out for size, out in zip(sizes, wanted)": "1 / {0} for size in sizes"},
                   "2 3 4"),
            "half": {
                "size=7": "scale_factor=0.5", "[7 for size in sizes]": "[int(size * 0.5) for size in sizes]",
                "size / out for size, out in zip(sizes, wanted)": "1 / 0.5 for size in sizes"},
            "by_part": ({"size=7": "scale_factor={0}.{1}",
                         "[7 for size in sizes]": "[int(size * {0}.{1}) for size in sizes]",
                         "size / out for size, out in zip(sizes, wanted)": "1 / {0}.{1} for size in sizes"},
                        "15 25 35")},
        "AXES": [
            {"exact": {'mode="nearest"': 'mode="nearest-exact"',
                       "layer.to(tl.float32) * scale_d": "(layer.to(tl.float32) + 0.5) * scale_d",
                       "row.to(tl.float32) * scale_h": "(row.to(tl.float32) + 0.5) * scale_h",
                       "column.to(tl.float32) * scale_w": "(column.to(tl.float32) + 0.5) * scale_w"}},
            {  # how many dimensions
                "line": {"(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)": "(1, 1, 2), (2, 3, 11), (3, 2, 40)"},
                "volume": {"(1, 1, 2, 2), (2, 3, 5, 11), (3, 2, 16, 6)":
                               "(1, 1, 2, 2, 2), (2, 3, 5, 4, 11), (3, 2, 4, 8, 6)"}}]},
    "upsample_trilinear": Derived("upsample_cubic", {
        "}, {0}": "} for", "2, 1 / 2": "2 for", "}, {0}{1}": "} for", "}, 1 / {0}": "} for", "height": "size",
        ",": "", "width * 2": "for", "}, 1 / {0}.{1}": "} for", "width * {0}": "for", "height ": "size ",
        " {0}, width / {0}": " out for", " 28 32 48": "", " {0}{1}, width / {0}{1}": " out for",
        "int(width * {0}.{1})": "for"},
        family={"by": ..., "by_part": ..., "to": ..., "to_wide": ...,
                "to_oblong": (
                    {"scale_factor=2": "size=({0}, {1}{2}, {3}{4})",
                     "[size * 2 for size in sizes]": "[{0}, {1}{2}, {3}{4}]", "1 / 2 for": "size / out for"},
                    "41620 82416 61214 81816")},
        axes=[{"corners": {"align_corners=False": "align_corners=True",
                           "scales = [1 / 2 for size, out": "scales = [(size - 1) / (out - 1) for size, out",
                           "tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)": "k * scale_d",
                           "tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "i * scale_h",
                           "tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "j * scale_w"}},
              1]),
}
