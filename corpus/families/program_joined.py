"""Tables of the families of drawn programs of tensors that broadcast or are joined."""

from corpus.derived_tables import Derived

FAMILIES = {
    "chain": {"AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                       ("UNARY+REUSE+SCALAR", "x = torch.exp(-x)", "x = tl.exp(-x)")]},
    "chain_of_broadcasts": {"AXES": [
        {  # what the weight is a weight of
            "of_row": {"torch.randn(C, 1, 1)": "torch.randn(W)",
                       "b_ptr + offsets // plane_size % channels": "b_ptr + offsets % width",
                       "n_elements, channels, plane_size": "n_elements, width",
                       "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[3]"},
            "of_plane": {"torch.randn(C, 1, 1)": "torch.randn(H, W)",
                         "b_ptr + offsets // plane_size % channels": "b_ptr + offsets % plane_size",
                         "n_elements, channels, plane_size": "n_elements, plane_size",
                         "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[2] * x.shape[3]"},
            "of_all": {
                "torch.randn(C, 1, 1)": "torch.randn(1)",
                "tl.load(b_ptr + offsets // plane_size % channels, mask=mask, other=0.0)": "tl.load(b_ptr)",
                "n_elements, channels, plane_size": "n_elements",
                "x.numel(), x.shape[1], x.shape[2] * x.shape[3]": "x.numel()"},
            "of_image": {"torch.randn(C, 1, 1)": "torch.randn(N, C, 1, 1)",
                         "b_ptr + offsets // plane_size % channels": "b_ptr + offsets // plane_size",
                         "n_elements, channels, plane_size": "n_elements, plane_size",
                         "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[2] * x.shape[3]"}},
        {  # how it joins
            "mul": {"x = x + b": "x = x * b", "x = b + x": "x = x * b"},
            "sub": {"x = x + b": "x = x - b", "x = b + x": "x = x - b"},
            "shifted": {"x = x + b": "x = x + b + 0.5", "x = b + x": "x = x + b + 0.5"}},
        {  # what comes back of the earlier value
            "times": {"x = x + v": "x = x * v", "x = v + x": "x = x * v"},
            "less": {"x = x + v": "x = x - v", "x = v + x": "x = x - v"},
            "scaled": {"x = x + v": "x = 0.3 * v + x", "x = v + x": "x = 0.3 * v + x"},
            "never": {"v = x": "", "x = x + v": "", "x = v + x": ""},
            "larger": {"x = x + v": "x = torch.maximum(x, v)", "x = v + x": "x = tl.maximum(x, v)"}},
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)"),
        ("BINARY", "x = torch.add(x, z)", "x = z + x"),
        ("UNARY+REUSE+SCALAR", "x = x * 0.5", "x = 0.5 * x", "optional"),
        ("UNARY+REUSE+SCALAR", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "chain_of_eight": {"AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                                ("GENTLE", "x = 1.0 + x", "x = x + 1.0"),
                                ("GENTLE", "x = torch.sin(x)", "x = tl.sin(x)"),
                                ("GENTLE", "x = torch.abs(x)", "x = tl.abs(x)"),
                                ("UNARY", "x = torch.sqrt(x)", "x = tl.sqrt(x)"),
                                ("GENTLE", "x = torch.neg(x)", "x = -x"),
                                ("UNARY", "x = torch.exp(x)", "x = tl.exp(x)", "optional"),
                                ("GENTLE", "x = torch.cos(x)", "x = tl.cos(x)", "optional")]},
    "chain_of_four": {"AXES": [("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
                               ("UNARY+REUSE+SCALAR", "x = 1.0 + x", "x = x + 1.0"),
                               ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)"),
                               ("UNARY+REUSE+SCALAR", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "chain_of_weights": {"AXES": [
        {"last": {"torch.randn(C, 1, 1), torch.randn(C, 1, 1)": "torch.randn(W), torch.randn(W)",
                  "channel = offsets // plane_size % channels": "channel = offsets % channels",
                  "n_elements, channels, plane_size": "n_elements, channels",
                  "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[3]"},
         "ncl": {"CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]":
                     "CASES = [(1, 2, 1), (2, 3, 35), (3, 6, 44), (2, 4, 117)]",
                 "make(N, C, H, W)": "make(N, C, L)",
                 "torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1)":
                     "torch.randn(N, C, L), torch.randn(C, 1), torch.randn(C, 1)",
                 "x.shape[2] * x.shape[3]": "x.shape[2]"},
         "rows": {"CASES = [(1, 2, 1, 1), (2, 3, 5, 7), (3, 6, 4, 11), (2, 4, 9, 13)]":
                      "CASES = [(1, 2), (5, 33), (3, 64), (7, 300)]",
                  "make(N, C, H, W)": "make(N, C)",
                  "torch.randn(N, C, H, W), torch.randn(C, 1, 1), torch.randn(C, 1, 1)":
                      "torch.randn(N, C), torch.randn(C), torch.randn(C)",
                  "channel = offsets // plane_size % channels": "channel = offsets % channels",
                  "n_elements, channels, plane_size": "n_elements, channels",
                  "x.shape[1], x.shape[2] * x.shape[3]": "x.shape[1]"}},
        {"add": {"x = x * s": "x = x + s", "x = s * x": "x = x + s"},
         "sub": {"x = x * s": "x = x - s", "x = s * x": "x = x - s"},
         "one_plus": {"x = x * s": "x = x * (1.0 + s)", "x = s * x": "x = x * (1.0 + s)"}},
        {"mul": {"x = x + b": "x = x * b", "x = b + x": "x = x * b"},
         "sub": {"x = x + b": "x = x - b", "x = b + x": "x = x - b"},
         "double": {"x = x + b": "x = x + 2.0 * b", "x = b + x": "x = x + 2.0 * b"}},
        ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
        ("UNARY+REUSE+SCALAR", "x = x * 0.5", "x = 0.5 * x", "optional"),
        ("UNARY+REUSE+SCALAR", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "chain_with_reuse": {"AXES": [
        {  # the first step comes back
            "plus": {"y = y * v": "y = y + v", "y = v * y": "y = y + v"},
            "less": {"y = y * v": "y = v - y", "y = v * y": "y = v - y"},
            "larger": {"y = y * v": "y = torch.maximum(y, v)", "y = v * y": "y = tl.maximum(y, v)"},
            "never": {"v = y": "", "y = y * v": "", "y = v * y": ""}},
        {  # the input comes back
            "times": {"y = y + x": "y = y * x", "y = x + y": "y = y * x"},
            "from": {"y = y + x": "y = x - y", "y = x + y": "y = x - y"},
            "half": {"y = y + x": "y = y + 0.5 * x", "y = x + y": "y = y + 0.5 * x"},
            "smaller": {"y = y + x": "y = torch.minimum(y, x)", "y = x + y": "y = tl.minimum(y, x)"}},
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
        ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "integer_of_rows": Derived("single_of_integers", {"1": "z", "2": "z", "3": "z", "0": "z"},
        family={"sub": ..., "mul": ...,
                "maximum": {"torch.add(x, z)": "torch.maximum(x, z)", "y = x + z": "y = tl.maximum(x, z)"},
                "minimum": {"torch.add(x, z)": "torch.minimum(x, z)", "y = x + z": "y = tl.minimum(x, z)"},
                "and": ..., "or": ..., "xor": ..., "gt": ..., "ge": ..., "lt": ...,
                "le": {"torch.add(x, z)": "x <= z", "y = x + z": "y = x <= z",
                       "dtype=x.dtype": "dtype=torch.bool"},
                "eq": ..., "ne": ...,
                "remainder": {"torch.add(x, z)": "x % z",
                              "y = x + z": "y = (x % z + z) % z  # whatever the sign of the first remainder",
                              "return (5.0 * x).long(), (5.0 * z).long()":
                                  "return (5.0 * x).long(), (5.0 * z).long().abs() + 1"},
                "floor_divide": {"torch.add(x, z)": "x // z",
                                 "y = x + z": "y = (x - (x % z + z) % z) // z  # a quotient without a rest",
                                 "return (5.0 * x).long(), (5.0 * z).long()":
                                     "return (5.0 * x).long(), (5.0 * z).long().abs() + 1"},
                "equal_float": {
                    "torch.add(x, z)": "(x == z).float()", "y = x + z": "y = tl.where(x == z, 1.0, 0.0)",
                    "dtype=x.dtype": "dtype=torch.float32"}},
        axes=[{
            "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
            "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
            "one_row": {
                "torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
            "column_by_vector": {
                "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)",
                "x_ptr + offsets,": "x_ptr + offsets // N,", "z_ptr + offsets // N": "z_ptr + offsets % N",
                "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
            "column_by_row": {
                "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(1, N)",
                "x_ptr + offsets,": "x_ptr + offsets // N,", "z_ptr + offsets // N": "z_ptr + offsets % N",
                "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"}}]),
    "join_images": Derived("join_three_images", {"join_three_images_torch": "join_images_torch", ", w": ""},
        axes=[
            {"channel": ..., "width": ..., "height": ..., "plane": ..., "image": ..., "image_plane": ...,
             "line": ..., "one_channel": ..., "columns": ..., "one_image": ..., "short_channel": ...,
             "short_image_channel": ..., "short_image": ..., "short_image_plane": ..., "single": ...,
             "whole": ...,
             "image_channel_by_image_plane": {
                 "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
                     "torch.randn(N, C, 1, 1), torch.randn(N, 1, H, W)",
                 "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
                 "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
                 "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
             "image_plane_by_channel": {
                 "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
                     "torch.randn(N, 1, H, W), torch.randn(C, 1, 1)",
                 "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),",
                 "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
                 "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
             "line_by_columns": {
                 "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
                     "torch.randn(N, C, H, 1), torch.randn(N, C, 1, W)",
                 "x_ptr + offsets,": "x_ptr + offsets // W,",
                 "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W",
                 "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
             "one_image_by_image": {
                 "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
                     "torch.randn(1, C, H, W), torch.randn(N, 1, 1, 1)",
                 "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),",
                 "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
                 "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"},
             "plane_by_image_channel": {
                 "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
                     "torch.randn(H, W), torch.randn(N, C, 1, 1)",
                 "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
                 "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)"}},
            ("BINARY", "x = torch.add(x, z)", "x = x + z")]),
    "join_rows": Derived("join_three_rows", {"join_three_rows_torch": "join_rows_torch", ", w": ""},
        axes=[
            {"vector": ..., "one_row": ..., "short_column": ..., "single": ..., "whole": ...,
             "column_by_vector": {
                 "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)",
                 "x_ptr + offsets,": "x_ptr + offsets // N,", "z_ptr + offsets // N": "z_ptr + offsets % N",
                 "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"},
             "vector_by_column": {"torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, 1)",
                                  "x_ptr + offsets,": "x_ptr + offsets % N,",
                                  "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)"}},
            ("BINARY", "x = torch.add(x, z)", "x = x + z")]),
    "join_three_images": Derived("modulate_images", {
        "place": "z_ptr", "=": "+", "= x * (1.0 + z) + w": "= torch.addcmul(w, x, z)",
        "x = w + x * (1.0 + z)": "x = w + x * z", ", torch.randn(W)": "", ", torch.randn(C)": "",
        ", torch.randn(N)": "", "modulate_images_torch": "join_three_images_torch", ", torch.randn(H, 1)": "",
        ", torch.randn(H, W)": "", ", torch.randn(N, C)": "", ", torch.randn(C, 1, 1)": "",
        ", torch.randn(N, H, W)": "", ", torch.randn(N, C, 1, 1)": "", ", torch.randn(N, 1, 1, 1)": "",
        ", torch.randn(N, 1, H, W)": "", ", torch.randn(N, C, H, 1)": "", ", torch.randn(1, C, 1, 1)": "",
        ", torch.randn(N, C, 1, W)": "", ", torch.randn(1, C, H, W)": "", ", torch.randn(N, C, H, W)": "",
        "def modulate_images_torch(x": "def join_three_images_torch(x", "\n    z, w =": "\n    z =",
        "None], w[:, None]": "None]", " modulate_images_torch(": " join_three_images_torch(", "z, w ": "z ",
        "], w[:, None, None]": "]", "], w[:, :, None, None]": "]", "], w[:, None, None, None]": "]"},
        axes=[
            {"channel": ..., "width": ..., "height": ..., "plane": ..., "image": ..., "image_plane": ...,
             "line": ..., "one_channel": ..., "columns": ..., "one_image": ..., "short_channel": ...,
             "short_image_channel": ..., "short_image": ..., "short_image_plane": ...,
             "single": {"torch.randn(N, C, 1, 1)": "torch.randn(1)",
                        "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)"},
             "whole": ...},
            {  # what the third is one of for each
                "width": {"torch.randn(C, 1, 1)": "torch.randn(W)",
                          "w_ptr + offsets // (H * W) % C": "w_ptr + offsets % W"},
                "height": {"torch.randn(C, 1, 1)": "torch.randn(H, 1)",
                           "w_ptr + offsets // (H * W) % C": "w_ptr + offsets // W % H"},
                "plane": {"torch.randn(C, 1, 1)": "torch.randn(H, W)",
                          "w_ptr + offsets // (H * W) % C": "w_ptr + offsets % (H * W)"},
                "image": {"torch.randn(C, 1, 1)": "torch.randn(N, 1, 1, 1)",
                          "w_ptr + offsets // (H * W) % C": "w_ptr + offsets // (C * H * W)"},
                "image_channel": {"torch.randn(C, 1, 1)": "torch.randn(N, C, 1, 1)",
                                  "w_ptr + offsets // (H * W) % C": "w_ptr + offsets // (H * W)"},
                "image_plane": {"torch.randn(C, 1, 1)": "torch.randn(N, 1, H, W)",
                                "w_ptr + offsets // (H * W) % C":
                                    "w_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)"},
                "line": {"torch.randn(C, 1, 1)": "torch.randn(N, C, H, 1)",
                         "w_ptr + offsets // (H * W) % C": "w_ptr + offsets // W"},
                "one_channel": {"torch.randn(C, 1, 1)": "torch.randn(1, C, 1, 1)"},
                "columns": {"torch.randn(C, 1, 1)": "torch.randn(N, C, 1, W)",
                            "w_ptr + offsets // (H * W) % C": "w_ptr + offsets // (H * W) * W + offsets % W"},
                "one_image": {"torch.randn(C, 1, 1)": "torch.randn(1, C, H, W)",
                              "w_ptr + offsets // (H * W) % C": "w_ptr + offsets % (C * H * W)"},
                "single": {"torch.randn(C, 1, 1)": "torch.randn(1)",
                           "tl.load(w_ptr + offsets // (H * W) % C, mask=mask, other=0.0)": "tl.load(w_ptr)"},
                "whole": {"torch.randn(C, 1, 1)": "torch.randn(N, C, H, W)",
                          "w_ptr + offsets // (H * W) % C": "w_ptr + offsets"}},
            1]),
    "join_three_rows": {"AXES": [
        {  # what the second tensor is one of for each
            "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
            "one_row": {
                "torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
            "short_column": {"torch.randn(M, 1)": "torch.randn(M)",
                             "def join_three_rows_torch(x, z, w):":
                                 "def join_three_rows_torch(x, z, w):\n"
                                 "    z = z[:, None]"},
            "single": {"torch.randn(M, 1)": "torch.randn(1)",
                       "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)"},
            "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"}},
        {  # what the third is one of for each
            "column": {"torch.randn(N)": "torch.randn(M, 1)", "w_ptr + offsets % N": "w_ptr + offsets // N"},
            "one_row": {"torch.randn(N)": "torch.randn(1, N)"},
            "single": {"torch.randn(N)": "torch.randn(1)",
                       "tl.load(w_ptr + offsets % N, mask=mask, other=0.0)": "tl.load(w_ptr)"},
            "whole": {"torch.randn(N)": "torch.randn(M, N)", "w_ptr + offsets % N": "w_ptr + offsets"}},
        ("TERNARY", "x = torch.addcmul(w, x, z)", "x = w + x * z")]},
    "join_three_tokens": Derived("modulate_tokens", {
        "place": "z_ptr", "=": "+", "= x * (1.0 + z) + w": "= torch.addcmul(w, x, z)",
        "x = w + x * (1.0 + z)": "x = w + x * z", ", torch.randn(C)": "", ", torch.randn(T)": "",
        ", torch.randn(B)": "", "modulate_tokens_torch": "join_three_tokens_torch", ", torch.randn(T, C)": "",
        ", torch.randn(T, 1)": "", ", torch.randn(B, C)": "", ", torch.randn(B, T)": "",
        ", torch.randn(B, 1, C)": "", ", torch.randn(B, 1, 1)": "", ", torch.randn(B, T, 1)": "",
        ", torch.randn(1, T, C)": "", ", torch.randn(B, T, C)": "",
        "def modulate_tokens_torch(x": "def join_three_tokens_torch(x", "\n    z, w =": "\n    z =",
        "None], w[:, None]": "None]", " modulate_tokens_torch(": " join_three_tokens_torch(", "z, w ": "z ",
        "], w[..., None]": "]", "], w[:, None, None]": "]"},
        axes=[{"vector": ..., "position": ..., "time": ..., "batch": ..., "token": ..., "one_position": ...,
               "short_feature": ..., "short_token": ..., "short_time": ..., "short_batch": ...,
               "single": {"torch.randn(B, 1, C)": "torch.randn(1)",
                          "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)":
                              "tl.load(z_ptr)"},
               "whole": ...},
              {  # what the third is one of for each
                  "position": {"torch.randn(C)": "torch.randn(T, C)",
                               "w_ptr + offsets % C": "w_ptr + offsets % (T * C)"},
                  "time": {"torch.randn(C)": "torch.randn(T, 1)",
                           "w_ptr + offsets % C": "w_ptr + offsets // C % T"},
                  "batch": {"torch.randn(C)": "torch.randn(B, 1, 1)",
                            "w_ptr + offsets % C": "w_ptr + offsets // (T * C)"},
                  "token": {"torch.randn(C)": "torch.randn(B, T, 1)",
                            "w_ptr + offsets % C": "w_ptr + offsets // C"},
                  "feature": {"torch.randn(C)": "torch.randn(B, 1, C)",
                              "w_ptr + offsets % C": "w_ptr + offsets // (T * C) * C + offsets % C"},
                  "one_position": {"torch.randn(C)": "torch.randn(1, T, C)",
                                   "w_ptr + offsets % C": "w_ptr + offsets % (T * C)"},
                  "single": {"torch.randn(C)": "torch.randn(1)",
                             "tl.load(w_ptr + offsets % C, mask=mask, other=0.0)": "tl.load(w_ptr)"},
                  "whole": {
                      "torch.randn(C)": "torch.randn(B, T, C)", "w_ptr + offsets % C": "w_ptr + offsets"}},
              1]),
    "join_tokens": Derived("join_three_tokens", {"join_three_tokens_torch": "join_tokens_torch", ", w": ""},
        axes=[{"vector": ..., "position": ..., "time": ..., "batch": ..., "token": ..., "one_position": ...,
               "short_feature": ..., "short_token": ..., "short_time": ..., "short_batch": ..., "single": ...,
               "whole": ...,
               "token_by_feature": {
                   "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, 1, C)",
                   "x_ptr + offsets,": "x_ptr + offsets // C,",
                   "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
               "feature_by_token": {
                   "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, 1)",
                   "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
                   "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                   "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
               "token_by_position": {
                   "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(T, C)",
                   "x_ptr + offsets,": "x_ptr + offsets // C,",
                   "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                   "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
               "position_by_feature": {
                   "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, C)",
                   "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                   "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"},
               "position_by_batch": {
                   "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, 1)",
                   "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                   "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                   "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)"}},
              ("BINARY", "x = torch.add(x, z)", "x = x + z")]),
    "modulate_images": {"AXES": [
        {  # what there is a scale and a shift for
            "channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                            "torch.randn(C, 1, 1), torch.randn(C, 1, 1)",
                        "place = offsets // (H * W)": "place = offsets // (H * W) % C"},
            "width": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(W), torch.randn(W)",
                      "place = offsets // (H * W)": "place = offsets % W"},
            "height": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(H, 1), torch.randn(H, 1)",
                "place = offsets // (H * W)": "place = offsets // W % H"},
            "plane": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(H, W)",
                "place = offsets // (H * W)": "place = offsets % (H * W)"},
            "image": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                          "torch.randn(N, 1, 1, 1), torch.randn(N, 1, 1, 1)",
                      "place = offsets // (H * W)": "place = offsets // (C * H * W)"},
            "image_plane": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                    "torch.randn(N, 1, H, W), torch.randn(N, 1, H, W)",
                "place = offsets // (H * W)": "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)"},
            "line": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                         "torch.randn(N, C, H, 1), torch.randn(N, C, H, 1)",
                     "place = offsets // (H * W)": "place = offsets // W"},
            "one_channel": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                                "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)",
                            "place = offsets // (H * W)": "place = offsets // (H * W) % C"},
            "columns": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                            "torch.randn(N, C, 1, W), torch.randn(N, C, 1, W)",
                        "place = offsets // (H * W)": "place = offsets // (H * W) * W + offsets % W"},
            "one_image": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                              "torch.randn(1, C, H, W), torch.randn(1, C, H, W)",
                          "place = offsets // (H * W)": "place = offsets % (C * H * W)"},
            "short_channel": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                "place = offsets // (H * W)": "place = offsets // (H * W) % C",
                "def modulate_images_torch(x, z, w):":
                    "def modulate_images_torch(x, z, w):\n"
                    "    z, w = z[:, None, None], w[:, None, None]"},
            "short_image_channel": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N, C), torch.randn(N, C)",
                "def modulate_images_torch(x, z, w):":
                    "def modulate_images_torch(x, z, w):\n"
                    "    z, w = z[:, :, None, None], w[:, :, None, None]"},
            "short_image": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N), torch.randn(N)",
                "place = offsets // (H * W)": "place = offsets // (C * H * W)",
                "def modulate_images_torch(x, z, w):":
                    "def modulate_images_torch(x, z, w):\n"
                    "    z, w = z[:, None, None, None], w[:, None, None, None]"},
            "short_image_plane": {
                "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                    "torch.randn(N, H, W), torch.randn(N, H, W)",
                "place = offsets // (H * W)": "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)",
                "def modulate_images_torch(x, z, w):":
                    "def modulate_images_torch(x, z, w):\n"
                    "    z, w = z[:, None], w[:, None]"},
            "whole": {"torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)":
                          "torch.randn(N, C, H, W), torch.randn(N, C, H, W)",
                      "place = offsets // (H * W)": "place = offsets"}},
        ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)")]},
    "modulate_rows": Derived("join_rows", {
        ")": "), torch.randn(N)", "M)": "M), torch.randn(M)", "z_ptr": "place", "+": "=",
        "1)": "1), torch.randn(M, 1)", ", N)": ", N), torch.randn(1, N)",
        "randn(M, N)": "randn(M, N), torch.randn(M, N)", " join_rows_torch(": " modulate_rows_torch(",
        "z)": "z, w)", "z ": "z, w ", "]": "], w[:, None]"},
        axes=[{"vector": ..., "one_row": ..., "short_column": ..., "whole": ...},
              ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)")]),
    "modulate_tokens": {"AXES": [
        {  # what there is a scale and a shift for
            "vector": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(C), torch.randn(C)",
                       "place = offsets // (T * C) * C + offsets % C": "place = offsets % C"},
            "position": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(T, C)",
                         "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)"},
            "time": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, 1), torch.randn(T, 1)",
                     "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T"},
            "batch": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, 1, 1), torch.randn(B, 1, 1)",
                "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)"},
            "token": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, T, 1)",
                "place = offsets // (T * C) * C + offsets % C": "place = offsets // C"},
            "one_position": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(1, T, C), torch.randn(1, T, C)",
                "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)"},
            "short_feature": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, C), torch.randn(B, C)",
                "def modulate_tokens_torch(x, z, w):":
                    "def modulate_tokens_torch(x, z, w):\n"
                    "    z, w = z[:, None], w[:, None]"},
            "short_token": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T), torch.randn(B, T)",
                "place = offsets // (T * C) * C + offsets % C": "place = offsets // C",
                "def modulate_tokens_torch(x, z, w):":
                    "def modulate_tokens_torch(x, z, w):\n"
                    "    z, w = z[..., None], w[..., None]"},
            "short_time": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T), torch.randn(T)",
                           "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T",
                           "def modulate_tokens_torch(x, z, w):":
                               "def modulate_tokens_torch(x, z, w):\n"
                               "    z, w = z[:, None], w[:, None]"},
            "short_batch": {"torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B), torch.randn(B)",
                            "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)",
                            "def modulate_tokens_torch(x, z, w):":
                                "def modulate_tokens_torch(x, z, w):\n"
                                "    z, w = z[:, None, None], w[:, None, None]"},
            "whole": {
                "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T, C), torch.randn(B, T, C)",
                "place = offsets // (T * C) * C + offsets % C": "place = offsets"}},
        ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)")]},
    "part_of_dimension": {
        "FAMILY": {
            "but_last": {"1:]": ":-1]",
                         "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 1"},
            "even": {"1:]": "::2]",
                     "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 2, (whole + 1) // 2"},
            "odd": {"1:]": "1::2]",
                    "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 2, whole // 2"},
            "third": {
                "1:]": "::3]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 3, (whole + 2) // 3"},
            "inner": {"1:]": "1:-1]",
                      "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 1, whole - 2"},
            "last_two": {"1:]": "-2:]",
                         "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 2, 1, 2"},
            "from_2": {"1:]": "2:]",
                       "start, step, length = 1, 1, whole - 1": "start, step, length = 2, 1, whole - 2"},
            "but_two": {"1:]": ":-2]",
                        "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 2"},
            "first": (
                {"1:]": ":{0}]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, {0}"},
                "1 2 3"),
            "between": ({"1:]": "{0}:{1}]",
                         "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, {1} - {0}"},
                        "25 13 24 35"),
            "at": ({"1:]": "{0}]", "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, 1",
                    "(*outside, length, *inside)": "(*outside, *inside)"},
                   "0 1 2"),
            "at_last": {"1:]": "-1]",
                        "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 1, 1, 1",
                        "(*outside, length, *inside)": "(*outside, *inside)"}},
        "AXES": [{  # which dimension
            "first": {"CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]":
                          "CASES = [(7, 4), (9, 2, 3), (8, 2, 3, 2), (6, 2, 3, 2, 2)]",
                      "x[..., ": "x[",
                      "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                          "outside, whole, inside = (), x.shape[0], x.shape[1:]",
                      "inner = 1": "inner = math.prod(inside)"},
            "second": {"CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]":
                           "CASES = [(2, 9, 3), (2, 8, 3, 2), (2, 6, 3, 2, 2)]",
                       "x[..., ": "x[:, ",
                       "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                           "outside, whole, inside = x.shape[:1], x.shape[1], x.shape[2:]",
                       "inner = 1": "inner = math.prod(inside)"},
            "third": {"CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]":
                          "CASES = [(2, 3, 8, 4), (2, 3, 6, 2, 2)]",
                      "x[..., ": "x[:, :, ",
                      "outside, whole, inside = x.shape[:-1], x.shape[-1], ()":
                          "outside, whole, inside = x.shape[:2], x.shape[2], x.shape[3:]",
                      "inner = 1": "inner = math.prod(inside)"}}]},
}
