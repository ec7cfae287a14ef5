"""Shapes that broadcast with each other, as exchanges in the families pair_of_* and mask_of_*."""

# Shapes that broadcast with each other, and what joins them, as exchanges in the files pair_of_* and
# mask_of_*: axes of AXES name such tables.

ROWS_AND = {
    "column_first": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(M, N)",
        "x_ptr + offsets,": "x_ptr + offsets // N,",
        "z_ptr + offsets // N": "z_ptr + offsets",
        "M, N = x.shape": "M, N = z.shape",
    },
    "vector": {"torch.randn(M, 1)": "torch.randn(N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
    "vector_first": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, N)",
        "z_ptr + offsets // N": "z_ptr + offsets",
        "M, N = x.shape": "M, N = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % N,",
    },
    "one_row": {"torch.randn(M, 1)": "torch.randn(1, N)", "z_ptr + offsets // N": "z_ptr + offsets % N"},
    "one_row_first": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(M, N)",
        "z_ptr + offsets // N": "z_ptr + offsets",
        "M, N = x.shape": "M, N = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % N,",
    },
    "single": {
        "torch.randn(M, 1)": "torch.randn(1)",
        "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "single_first": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1), torch.randn(M, N)",
        "z_ptr + offsets // N": "z_ptr + offsets",
        "M, N = x.shape": "M, N = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "one_by_one": {
        "torch.randn(M, 1)": "torch.randn(1, 1)",
        "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "one_by_one_first": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, 1), torch.randn(M, N)",
        "z_ptr + offsets // N": "z_ptr + offsets",
        "M, N = x.shape": "M, N = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "number": {
        "torch.randn(M, 1)": "torch.randn(())",
        "tl.load(z_ptr + offsets // N, mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "whole": {"torch.randn(M, 1)": "torch.randn(M, N)", "z_ptr + offsets // N": "z_ptr + offsets"},
    "both0": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(N)",
        "x_ptr + offsets,": "x_ptr + offsets // N,",
        "z_ptr + offsets // N": "z_ptr + offsets % N",
        "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both1": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(N), torch.randn(M, 1)",
        "x_ptr + offsets,": "x_ptr + offsets % N,",
        "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both2": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(M, 1), torch.randn(1, N)",
        "x_ptr + offsets,": "x_ptr + offsets // N,",
        "z_ptr + offsets // N": "z_ptr + offsets % N",
        "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both3": {
        "torch.randn(M, N), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(M, 1)",
        "x_ptr + offsets,": "x_ptr + offsets % N,",
        "M, N = x.shape": "M, N = torch.broadcast_shapes(x.shape, z.shape)",
    },
}

TOKENS_AND = {
    "feature_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, C)",
        "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
    },
    "vector": {
        "torch.randn(B, 1, C)": "torch.randn(C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
    },
    "vector_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(C), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % C,",
    },
    "one_vector": {
        "torch.randn(B, 1, C)": "torch.randn(1, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
    },
    "one_vector_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, C), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % C,",
    },
    "lone_vector": {
        "torch.randn(B, 1, C)": "torch.randn(1, 1, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
    },
    "lone_vector_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, 1, C), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % C,",
    },
    "position": {
        "torch.randn(B, 1, C)": "torch.randn(T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
    },
    "position_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
    },
    "time": {
        "torch.randn(B, 1, C)": "torch.randn(T, 1)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
    },
    "time_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, 1), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // C % T,",
    },
    "one_time": {
        "torch.randn(B, 1, C)": "torch.randn(1, T, 1)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
    },
    "one_time_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, T, 1), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // C % T,",
    },
    "batch": {
        "torch.randn(B, 1, C)": "torch.randn(B, 1, 1)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
    },
    "batch_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, 1), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (T * C),",
    },
    "token": {
        "torch.randn(B, 1, C)": "torch.randn(B, T, 1)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
    },
    "token_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
    },
    "one_position": {
        "torch.randn(B, 1, C)": "torch.randn(1, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
    },
    "one_position_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1, T, C), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
    },
    "single": {
        "torch.randn(B, 1, C)": "torch.randn(1)",
        "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "single_first": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(1), torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
        "B, T, C = x.shape": "B, T, C = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "number": {
        "torch.randn(B, 1, C)": "torch.randn(())",
        "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "whole": {
        "torch.randn(B, 1, C)": "torch.randn(B, T, C)",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
    },
    "both0": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(B, 1, C)",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both1": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(B, T, 1)",
        "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both2": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(T, C)",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both3": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, C)",
        "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both4": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, 1)",
        "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both5": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(C)",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both6": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, 1, C), torch.randn(T, C)",
        "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both7": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(1, 1, C)",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both8": {
        "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(1, C)",
        "x_ptr + offsets,": "x_ptr + offsets // C,",
        "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
        "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
    },
}

IMAGES_AND = {
    "channels_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, C, 1, 1), torch.randn(N, C, H, W)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
    },
    "channel": {
        "torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
    },
    "channel_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, 1, 1), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C,",
    },
    "one_channel": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, C, 1, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
    },
    "one_channel_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, C, 1, 1), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C,",
    },
    "width": {
        "torch.randn(N, C, 1, 1)": "torch.randn(W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % W",
    },
    "width_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(W), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % W,",
    },
    "one_width": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % W",
    },
    "one_width_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, 1, 1, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % W,",
    },
    "height": {
        "torch.randn(N, C, 1, 1)": "torch.randn(H, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // W % H",
    },
    "height_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, 1), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // W % H,",
    },
    "plane": {
        "torch.randn(N, C, 1, 1)": "torch.randn(H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)",
    },
    "plane_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
    },
    "one_plane": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, 1, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)",
    },
    "one_plane_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, 1, H, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
    },
    "image": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
    },
    "image_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, 1, 1, 1), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (C * H * W),",
    },
    "image_plane": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
    },
    "image_plane_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, 1, H, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),",
    },
    "line": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // W",
    },
    "line_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, C, H, 1), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // W,",
    },
    "columns": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W",
    },
    "columns_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, C, 1, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (H * W) * W + offsets % W,",
    },
    "one_image": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % (C * H * W)",
    },
    "one_image_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, C, H, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),",
    },
    "each_image": {
        "torch.randn(N, C, 1, 1)": "torch.randn(C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % (C * H * W)",
    },
    "each_image_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, H, W), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),",
    },
    "image_columns": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, 1, 1, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * W + offsets % W",
    },
    "image_columns_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, 1, 1, W), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * W + offsets % W,",
    },
    "channel_columns": {
        "torch.randn(N, C, 1, 1)": "torch.randn(C, 1, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C * W + offsets % W",
    },
    "channel_columns_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, 1, W), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (H * W) % C * W + offsets % W,",
    },
    "channel_lines": {
        "torch.randn(N, C, 1, 1)": "torch.randn(C, H, 1)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // W % (C * H)",
    },
    "channel_lines_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(C, H, 1), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // W % (C * H),",
    },
    "single": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1)",
        "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "single_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "one_by_one": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1)",
        "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "one_by_one_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1), torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "all_ones": {
        "torch.randn(N, C, 1, 1)": "torch.randn(1, 1, 1, 1)",
        "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "all_ones_first": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, 1, 1, 1), torch.randn(N, C, H, W)"
        ),
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
        "N, C, H, W = x.shape": "N, C, H, W = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "number": {
        "torch.randn(N, C, 1, 1)": "torch.randn(())",
        "tl.load(z_ptr + offsets // (H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "whole": {
        "torch.randn(N, C, 1, 1)": "torch.randn(N, C, H, W)",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets",
    },
    "both0": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, C, 1, 1), torch.randn(N, 1, H, W)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W)",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both1": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, 1, H, W), torch.randn(C, 1, 1)",
        "x_ptr + offsets,": "x_ptr + offsets // (C * H * W) * (H * W) + offsets % (H * W),",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) % C",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both2": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(N, C, H, 1), torch.randn(N, C, 1, W)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // W,",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (H * W) * W + offsets % W",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both3": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": (
            "torch.randn(1, C, H, W), torch.randn(N, 1, 1, 1)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets % (C * H * W),",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets // (C * H * W)",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both4": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(H, W), torch.randn(N, C, 1, 1)",
        "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both5": {
        "torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)": "torch.randn(N, C, 1, 1), torch.randn(H, W)",
        "x_ptr + offsets,": "x_ptr + offsets // (H * W),",
        "z_ptr + offsets // (H * W)": "z_ptr + offsets % (H * W)",
        "N, C, H, W = x.shape": "N, C, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
}

VOLUMES_AND = {
    "channels_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(N, C, 1, 1, 1), torch.randn(N, C, D, H, W)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // (D * H * W),",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
    },
    "channel": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(C, 1, 1, 1)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C",
    },
    "channel_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(C, 1, 1, 1), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (D * H * W) % C,",
    },
    "one_channel": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, 1, 1, 1)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C",
    },
    "one_channel_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(1, C, 1, 1, 1), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (D * H * W) % C,",
    },
    "width": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % W",
    },
    "width_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % W,",
    },
    "plane": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(H, W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (H * W)",
    },
    "plane_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(H, W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (H * W),",
    },
    "volume": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(D, H, W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (D * H * W)",
    },
    "volume_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(D, H, W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (D * H * W),",
    },
    "image": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, 1, 1, 1)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (C * D * H * W)",
    },
    "image_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(N, 1, 1, 1, 1), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W),",
    },
    "image_volume": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(N, 1, D, H, W)",
        "z_ptr + offsets // (D * H * W)": (
            "z_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W)"
        ),
    },
    "image_volume_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(N, 1, D, H, W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W),",
    },
    "each_image": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(C, D, H, W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (C * D * H * W)",
    },
    "each_image_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(C, D, H, W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (C * D * H * W),",
    },
    "one_image": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(1, C, D, H, W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets % (C * D * H * W)",
    },
    "one_image_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(1, C, D, H, W), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "x_ptr + offsets,": "x_ptr + offsets % (C * D * H * W),",
    },
    "single": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(1)",
        "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "single_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(1), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "all_ones": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(1, 1, 1, 1)",
        "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "all_ones_first": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(1, 1, 1, 1), torch.randn(N, C, D, H, W)"
        ),
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = z.shape",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)": "tl.load(x_ptr)",
    },
    "number": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(())",
        "tl.load(z_ptr + offsets // (D * H * W), mask=mask, other=0.0)": "tl.load(z_ptr)",
    },
    "whole": {
        "torch.randn(N, C, 1, 1, 1)": "torch.randn(N, C, D, H, W)",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets",
    },
    "both0": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(N, C, 1, 1, 1), torch.randn(N, 1, D, H, W)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // (D * H * W),",
        "z_ptr + offsets // (D * H * W)": (
            "z_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W)"
        ),
        "N, C, D, H, W = x.shape": "N, C, D, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
    "both1": {
        "torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)": (
            "torch.randn(N, 1, D, H, W), torch.randn(C, 1, 1, 1)"
        ),
        "x_ptr + offsets,": "x_ptr + offsets // (C * D * H * W) * (D * H * W) + offsets % (D * H * W),",
        "z_ptr + offsets // (D * H * W)": "z_ptr + offsets // (D * H * W) % C",
        "N, C, D, H, W = x.shape": "N, C, D, H, W = torch.broadcast_shapes(x.shape, z.shape)",
    },
}

TABLES = "ROWS_AND TOKENS_AND IMAGES_AND VOLUMES_AND".split()
