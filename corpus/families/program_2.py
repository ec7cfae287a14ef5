"""Tables of the families of random programs and their building blocks, join_three_tokens to program_after_linear."""

from corpus.families.axes_2 import PADDING1_PADDING2
from corpus.families.axes_3 import (
    PADDING1_PADDING2_PADDING3_4,
    PADDING1_PADDING2_PADDING3_5,
    PADDING1_PADDING2_SAME3,
    STRIDE2_STRIDE3,
    STRIDE2_STRIDE3_STRIDE2_MORE,
)

FAMILIES = {
    "join_three_tokens": {
        "AXES": [
            {  # what the second tensor is one of for each
                "vector": {
                    "torch.randn(B, 1, C)": "torch.randn(C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
                },
                "position": {
                    "torch.randn(B, 1, C)": "torch.randn(T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                },
                "time": {
                    "torch.randn(B, 1, C)": "torch.randn(T, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                },
                "batch": {
                    "torch.randn(B, 1, C)": "torch.randn(B, 1, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                },
                "token": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                },
                "one_position": {
                    "torch.randn(B, 1, C)": "torch.randn(1, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                },
                "short_feature": {
                    "torch.randn(B, 1, C)": "torch.randn(B, C)",
                    "def join_three_tokens_torch(x, z, w):": (
                        "def join_three_tokens_torch(x, z, w):\n    z = z[:, None]"
                    ),
                },
                "short_token": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                    "def join_three_tokens_torch(x, z, w):": (
                        "def join_three_tokens_torch(x, z, w):\n    z = z[..., None]"
                    ),
                },
                "short_time": {
                    "torch.randn(B, 1, C)": "torch.randn(T)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                    "def join_three_tokens_torch(x, z, w):": (
                        "def join_three_tokens_torch(x, z, w):\n    z = z[:, None]"
                    ),
                },
                "short_batch": {
                    "torch.randn(B, 1, C)": "torch.randn(B)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                    "def join_three_tokens_torch(x, z, w):": (
                        "def join_three_tokens_torch(x, z, w):\n    z = z[:, None, None]"
                    ),
                },
                "single": {
                    "torch.randn(B, 1, C)": "torch.randn(1)",
                    "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)",
                },
                "whole": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                },
            },
            {  # what the third is one of for each
                "position": {
                    "torch.randn(C)": "torch.randn(T, C)",
                    "w_ptr + offsets % C": "w_ptr + offsets % (T * C)",
                },
                "time": {
                    "torch.randn(C)": "torch.randn(T, 1)",
                    "w_ptr + offsets % C": "w_ptr + offsets // C % T",
                },
                "batch": {
                    "torch.randn(C)": "torch.randn(B, 1, 1)",
                    "w_ptr + offsets % C": "w_ptr + offsets // (T * C)",
                },
                "token": {
                    "torch.randn(C)": "torch.randn(B, T, 1)",
                    "w_ptr + offsets % C": "w_ptr + offsets // C",
                },
                "feature": {
                    "torch.randn(C)": "torch.randn(B, 1, C)",
                    "w_ptr + offsets % C": "w_ptr + offsets // (T * C) * C + offsets % C",
                },
                "one_position": {
                    "torch.randn(C)": "torch.randn(1, T, C)",
                    "w_ptr + offsets % C": "w_ptr + offsets % (T * C)",
                },
                "single": {
                    "torch.randn(C)": "torch.randn(1)",
                    "tl.load(w_ptr + offsets % C, mask=mask, other=0.0)": "tl.load(w_ptr)",
                },
                "whole": {"torch.randn(C)": "torch.randn(B, T, C)", "w_ptr + offsets % C": "w_ptr + offsets"},
            },
            ("TERNARY", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
        ]
    },
    "join_tokens": {
        "AXES": [
            {  # what the second tensor is one of for each
                "vector": {
                    "torch.randn(B, 1, C)": "torch.randn(C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % C",
                },
                "position": {
                    "torch.randn(B, 1, C)": "torch.randn(T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                },
                "time": {
                    "torch.randn(B, 1, C)": "torch.randn(T, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                },
                "batch": {
                    "torch.randn(B, 1, C)": "torch.randn(B, 1, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                },
                "token": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T, 1)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                },
                "one_position": {
                    "torch.randn(B, 1, C)": "torch.randn(1, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                },
                "short_feature": {
                    "torch.randn(B, 1, C)": "torch.randn(B, C)",
                    "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None]",
                },
                "short_token": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                    "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[..., None]",
                },
                "short_time": {
                    "torch.randn(B, 1, C)": "torch.randn(T)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C % T",
                    "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None]",
                },
                "short_batch": {
                    "torch.randn(B, 1, C)": "torch.randn(B)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                    "def join_tokens_torch(x, z):": "def join_tokens_torch(x, z):\n    z = z[:, None, None]",
                },
                "single": {
                    "torch.randn(B, 1, C)": "torch.randn(1)",
                    "tl.load(z_ptr + offsets // (T * C) * C + offsets % C, mask=mask, other=0.0)": "tl.load(z_ptr)",
                },
                "whole": {
                    "torch.randn(B, 1, C)": "torch.randn(B, T, C)",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets",
                },
                "token_by_feature": {
                    "torch.randn(B, T, C), torch.randn(B, 1, C)": (
                        "torch.randn(B, T, 1), torch.randn(B, 1, C)"
                    ),
                    "x_ptr + offsets,": "x_ptr + offsets // C,",
                    "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
                },
                "feature_by_token": {
                    "torch.randn(B, T, C), torch.randn(B, 1, C)": (
                        "torch.randn(B, 1, C), torch.randn(B, T, 1)"
                    ),
                    "x_ptr + offsets,": "x_ptr + offsets // (T * C) * C + offsets % C,",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // C",
                    "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
                },
                "token_by_position": {
                    "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(B, T, 1), torch.randn(T, C)",
                    "x_ptr + offsets,": "x_ptr + offsets // C,",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets % (T * C)",
                    "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
                },
                "position_by_feature": {
                    "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, C)",
                    "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                    "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
                },
                "position_by_batch": {
                    "torch.randn(B, T, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(B, 1, 1)",
                    "x_ptr + offsets,": "x_ptr + offsets % (T * C),",
                    "z_ptr + offsets // (T * C) * C + offsets % C": "z_ptr + offsets // (T * C)",
                    "B, T, C = x.shape": "B, T, C = torch.broadcast_shapes(x.shape, z.shape)",
                },
            },
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
        ]
    },
    "mask_of_images": {"AXES": ["MASKS", "IMAGES_AND"]},
    "mask_of_rows": {"AXES": ["MASKS", "ROWS_AND"]},
    "mask_of_tokens": {"AXES": ["MASKS", "TOKENS_AND"]},
    "mask_of_volumes": {"AXES": ["MASKS", "VOLUMES_AND"]},
    "modulate_images": {
        "AXES": [
            {  # what there is a scale and a shift for
                "channel": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(C, 1, 1), torch.randn(C, 1, 1)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // (H * W) % C",
                },
                "width": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(W), torch.randn(W)",
                    "place = offsets // (H * W)": "place = offsets % W",
                },
                "height": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(H, 1), torch.randn(H, 1)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // W % H",
                },
                "plane": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(H, W), torch.randn(H, W)"
                    ),
                    "place = offsets // (H * W)": "place = offsets % (H * W)",
                },
                "image": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, 1, 1, 1), torch.randn(N, 1, 1, 1)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // (C * H * W)",
                },
                "image_plane": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, 1, H, W), torch.randn(N, 1, H, W)"
                    ),
                    "place = offsets // (H * W)": (
                        "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)"
                    ),
                },
                "line": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, C, H, 1), torch.randn(N, C, H, 1)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // W",
                },
                "one_channel": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // (H * W) % C",
                },
                "columns": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, C, 1, W), torch.randn(N, C, 1, W)"
                    ),
                    "place = offsets // (H * W)": "place = offsets // (H * W) * W + offsets % W",
                },
                "one_image": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(1, C, H, W), torch.randn(1, C, H, W)"
                    ),
                    "place = offsets // (H * W)": "place = offsets % (C * H * W)",
                },
                "short_channel": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                    "place = offsets // (H * W)": "place = offsets // (H * W) % C",
                    "def modulate_images_torch(x, z, w):": (
                        "def modulate_images_torch(x, z, w):\n    z, w = z[:, None, None], w[:, None, None]"
                    ),
                },
                "short_image_channel": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, C), torch.randn(N, C)"
                    ),
                    "def modulate_images_torch(x, z, w):": (
                        "def modulate_images_torch(x, z, w):\n"
                        "    z, w = z[:, :, None, None], w[:, :, None, None]"
                    ),
                },
                "short_image": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": "torch.randn(N), torch.randn(N)",
                    "place = offsets // (H * W)": "place = offsets // (C * H * W)",
                    "def modulate_images_torch(x, z, w):": (
                        "def modulate_images_torch(x, z, w):\n"
                        "    z, w = z[:, None, None, None], w[:, None, None, None]"
                    ),
                },
                "short_image_plane": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, H, W), torch.randn(N, H, W)"
                    ),
                    "place = offsets // (H * W)": (
                        "place = offsets // (C * H * W) * (H * W) + offsets % (H * W)"
                    ),
                    "def modulate_images_torch(x, z, w):": (
                        "def modulate_images_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"
                    ),
                },
                "whole": {
                    "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)": (
                        "torch.randn(N, C, H, W), torch.randn(N, C, H, W)"
                    ),
                    "place = offsets // (H * W)": "place = offsets",
                },
            },
            ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
        ]
    },
    "modulate_rows": {
        "AXES": [
            {  # what there is a scale and a shift for
                "vector": {
                    "torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(N), torch.randn(N)",
                    "place = offsets // N": "place = offsets % N",
                },
                "one_row": {
                    "torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(1, N), torch.randn(1, N)",
                    "place = offsets // N": "place = offsets % N",
                },
                "short_column": {
                    "torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(M), torch.randn(M)",
                    "def modulate_rows_torch(x, z, w):": (
                        "def modulate_rows_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"
                    ),
                },
                "whole": {
                    "torch.randn(M, 1), torch.randn(M, 1)": "torch.randn(M, N), torch.randn(M, N)",
                    "place = offsets // N": "place = offsets",
                },
            },
            ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
        ]
    },
    "modulate_tokens": {
        "AXES": [
            {  # what there is a scale and a shift for
                "vector": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(C), torch.randn(C)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets % C",
                },
                "position": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, C), torch.randn(T, C)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)",
                },
                "time": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T, 1), torch.randn(T, 1)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T",
                },
                "batch": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": (
                        "torch.randn(B, 1, 1), torch.randn(B, 1, 1)"
                    ),
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)",
                },
                "token": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": (
                        "torch.randn(B, T, 1), torch.randn(B, T, 1)"
                    ),
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // C",
                },
                "one_position": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": (
                        "torch.randn(1, T, C), torch.randn(1, T, C)"
                    ),
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets % (T * C)",
                },
                "short_feature": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, C), torch.randn(B, C)",
                    "def modulate_tokens_torch(x, z, w):": (
                        "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"
                    ),
                },
                "short_token": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B, T), torch.randn(B, T)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // C",
                    "def modulate_tokens_torch(x, z, w):": (
                        "def modulate_tokens_torch(x, z, w):\n    z, w = z[..., None], w[..., None]"
                    ),
                },
                "short_time": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(T), torch.randn(T)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // C % T",
                    "def modulate_tokens_torch(x, z, w):": (
                        "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None], w[:, None]"
                    ),
                },
                "short_batch": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": "torch.randn(B), torch.randn(B)",
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets // (T * C)",
                    "def modulate_tokens_torch(x, z, w):": (
                        "def modulate_tokens_torch(x, z, w):\n    z, w = z[:, None, None], w[:, None, None]"
                    ),
                },
                "whole": {
                    "torch.randn(B, 1, C), torch.randn(B, 1, C)": (
                        "torch.randn(B, T, C), torch.randn(B, T, C)"
                    ),
                    "place = offsets // (T * C) * C + offsets % C": "place = offsets",
                },
            },
            ("TERNARY", "x = x * (1.0 + z) + w", "x = w + x * (1.0 + z)"),
        ]
    },
    "pair_of_images": {"AXES": ["PAIRS", "IMAGES_AND"]},
    "pair_of_rows": {"AXES": ["PAIRS", "ROWS_AND"]},
    "pair_of_tokens": {"AXES": ["PAIRS", "TOKENS_AND"]},
    "pair_of_volumes": {"AXES": ["PAIRS", "VOLUMES_AND"]},
    "part_of_dimension": {
        "FAMILY": {
            "but_last": {
                "1:]": ":-1]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 1",
            },
            "even": {
                "1:]": "::2]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 2, (whole + 1) // 2",
            },
            "odd": {
                "1:]": "1::2]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 2, whole // 2",
            },
            "third": {
                "1:]": "::3]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 3, (whole + 2) // 3",
            },
            "inner": {
                "1:]": "1:-1]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 1, 1, whole - 2",
            },
            "last_two": {
                "1:]": "-2:]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 2, 1, 2",
            },
            "from_2": {
                "1:]": "2:]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 2, 1, whole - 2",
            },
            "but_two": {
                "1:]": ":-2]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, whole - 2",
            },
            "first": (
                {"1:]": ":{0}]", "start, step, length = 1, 1, whole - 1": "start, step, length = 0, 1, {0}"},
                "1 2 3",
            ),
            "between": (
                {
                    "1:]": "{0}:{1}]",
                    "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, {1} - {0}",
                },
                "25 13 24 35",
            ),
            "at": (
                {
                    "1:]": "{0}]",
                    "start, step, length = 1, 1, whole - 1": "start, step, length = {0}, 1, 1",
                    "(*outside, length, *inside)": "(*outside, *inside)",
                },
                "0 1 2",
            ),
            "at_last": {
                "1:]": "-1]",
                "start, step, length = 1, 1, whole - 1": "start, step, length = whole - 1, 1, 1",
                "(*outside, length, *inside)": "(*outside, *inside)",
            },
        },
        "AXES": [
            {  # which dimension
                "first": {
                    "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": (
                        "CASES = [(7, 4), (9, 2, 3), (8, 2, 3, 2), (6, 2, 3, 2, 2)]"
                    ),
                    "x[..., ": "x[",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = (), x.shape[0], x.shape[1:]"
                    ),
                    "inner = 1": "inner = math.prod(inside)",
                },
                "second": {
                    "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": (
                        "CASES = [(2, 9, 3), (2, 8, 3, 2), (2, 6, 3, 2, 2)]"
                    ),
                    "x[..., ": "x[:, ",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = x.shape[:1], x.shape[1], x.shape[2:]"
                    ),
                    "inner = 1": "inner = math.prod(inside)",
                },
                "third": {
                    "CASES = [(6,), (4, 7), (2, 3, 9), (2, 3, 2, 8), (2, 2, 3, 2, 6)]": (
                        "CASES = [(2, 3, 8, 4), (2, 3, 6, 2, 2)]"
                    ),
                    "x[..., ": "x[:, :, ",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = x.shape[:2], x.shape[2], x.shape[3:]"
                    ),
                    "inner = 1": "inner = math.prod(inside)",
                },
            }
        ],
    },
    "program_after_bmm": {
        "AXES": [
            "AFTER_PRODUCTS",
            {
                "second_transposed": {
                    "torch.randn(*x.shape[:-2], K, N)": "torch.randn(*x.shape[:-2], N, K)",
                    "torch.matmul(x, other)": "torch.matmul(x, other.transpose(-1, -2))",
                    "N = other.shape[-1]": "N = other.shape[-2]",
                    "other.reshape(-1, K, N)": "other.reshape(-1, N, K)",
                    "stride_b, stride_k, stride_n,": "stride_b, stride_n, stride_k,",
                }
            },
        ]
    },
    "program_after_conv1d": {
        "AXES": [
            "AFTER_SIGNALS",
            {
                "no_bias": {
                    "parameters = weight, torch.randn(O)": "parameters = (weight,)",
                    ", weight, bias):": ", weight):",
                    "F.conv1d(x, weight, bias": "F.conv1d(x, weight",
                    "bias_ptr, ": "",
                    "weight, bias, ": "weight, ",
                    (
                        "s += tl.load(bias_ptr + channels, mask=channels < O, "
                        "other=0.0).to(tl.float32)[:, None]"
                    ): "",
                }
            },
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_5,
        ]
    },
    "program_after_conv2d": {
        "AXES": [
            "AFTER_IMAGES",
            {
                "no_bias": {
                    "parameters = weight, torch.randn(O)": "parameters = (weight,)",
                    ", weight, bias):": ", weight):",
                    "F.conv2d(x, weight, bias": "F.conv2d(x, weight",
                    "bias_ptr, ": "",
                    "weight, bias, ": "weight, ",
                    (
                        "s += tl.load(bias_ptr + channels, mask=channels < O, "
                        "other=0.0).to(tl.float32)[:, None]"
                    ): "",
                }
            },
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_4,
        ]
    },
    "program_after_conv3d": {
        "AXES": [
            "AFTER_VOLUMES",
            {
                "no_bias": {
                    "parameters = weight, torch.randn(O)": "parameters = (weight,)",
                    ", weight, bias):": ", weight):",
                    "F.conv3d(x, weight, bias": "F.conv3d(x, weight",
                    "bias_ptr, ": "",
                    "weight, bias, ": "weight, ",
                    (
                        "s += tl.load(bias_ptr + channels, mask=channels < O, "
                        "other=0.0).to(tl.float32)[:, None]"
                    ): "",
                }
            },
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_SAME3,
        ]
    },
    "program_after_conv_transpose1d": {
        "AXES": [
            "AFTER_SIGNALS",
            {
                "no_bias": {
                    "parameters = weight, torch.randn(O)": "parameters = (weight,)",
                    ", weight, bias):": ", weight):",
                    "F.conv_transpose1d(x, weight, bias": "F.conv_transpose1d(x, weight",
                    "bias_ptr, ": "",
                    "weight, bias, ": "weight, ",
                    (
                        "s += tl.load(bias_ptr + channels, mask=channels < O, "
                        "other=0.0).to(tl.float32)[:, None]"
                    ): "",
                }
            },
            STRIDE2_STRIDE3_STRIDE2_MORE,
            PADDING1_PADDING2,
        ]
    },
    "program_after_conv_transpose2d": {
        "AXES": [
            "AFTER_IMAGES",
            {
                "no_bias": {
                    "parameters = weight, torch.randn(O)": "parameters = (weight,)",
                    ", weight, bias):": ", weight):",
                    "F.conv_transpose2d(x, weight, bias": "F.conv_transpose2d(x, weight",
                    "bias_ptr, ": "",
                    "weight, bias, ": "weight, ",
                    (
                        "s += tl.load(bias_ptr + channels, mask=channels < O, "
                        "other=0.0).to(tl.float32)[:, None]"
                    ): "",
                }
            },
            STRIDE2_STRIDE3_STRIDE2_MORE,
            PADDING1_PADDING2,
        ]
    },
    "program_after_linear": {
        "FAMILY": {
            "no_bias": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                ", weight, bias):": ", weight):",
                "F.linear(x, weight, bias)": "F.linear(x, weight)",
                "weight_ptr, bias_ptr": "weight_ptr",
                ("s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
                "weight, bias, ": "weight, ",
            },
            "product": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N)",
                ", weight, bias):": ", weight):",
                "F.linear(x, weight, bias)": "x @ weight",
                "weight_ptr, bias_ptr": "weight_ptr",
                ("s += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
                "weight, bias, ": "weight, ",
                "N, K = weight.shape": "K, N = weight.shape",
                "weight.stride(0), weight.stride(1)": "weight.stride(1), weight.stride(0)",
            },
        },
        "AXES": ["AFTER_TILES"],
    },
}
