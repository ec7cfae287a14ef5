"""Tables of the families of attention, rotary_half to rotary_interleaved."""

FAMILIES = {
    "rotary_half": {
        "FAMILY": {
            "rotary_half_back": {
                "torch.cat((-x2, x1), dim=-1) * sin": "torch.cat((x2, -x1), dim=-1) * sin",
                "# -x2 stands first": "# x2 stands first",
                "tl.where(first, -turned, turned)": "tl.where(first, turned, -turned)",
            }
        },
        "AXES": [
            {
                "heads_last": {
                    "def make(B, H, T, D):": "def make(B, T, H, D):",
                    "torch.randn(B, H, T, D)": "torch.randn(B, T, H, D)",
                    "torch.randn(T, D)": "torch.randn(T, 1, D)",
                    "row % T": "row // H % T",
                    "B, H, T, D = x.shape": "B, T, H, D = x.shape",
                },
                "batched": {"torch.randn(T, D)": "torch.randn(1, 1, T, D)"},
                "own_sample": {
                    "torch.randn(T, D)": "torch.randn(B, 1, T, D)",
                    "row % T": "row // (H * T) * T + row % T",
                },
                "sequence": {
                    "torch.randn(B, H, T, D)": "torch.randn(B * H, T, D)",
                    "B, H, T, D = x.shape": "B, T, D = x.shape",
                    "(B * H * T,)": "(B * T,)",
                    "y_ptr, H, T": "y_ptr, T",
                    "y, H, T": "y, T",
                },
            }
        ],
    },
    "rotary_interleaved": {
        "FAMILY": {
            "rotary_interleaved_back": {
                "torch.stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin)": (
                    "torch.stack((x1 * cos + x2 * sin, x2 * cos - x1 * sin)"
                ),
                "y1 = x1 * cos - x2 * sin": "y1 = x1 * cos + x2 * sin",
                "y2 = x2 * cos + x1 * sin": "y2 = x2 * cos - x1 * sin",
            }
        },
        "AXES": [
            {
                "heads_first": {
                    "torch.randn(B, T, H, D)": "torch.randn(B, H, T, D)",
                    "cos, sin = cos[None, :, None, :], sin[None, :, None, :]": (
                        "cos, sin = cos[None, None], sin[None, None]"
                    ),
                    "position = row // H % T": "position = row % T",
                    "T, H, D, BLOCK: tl": "T, D, BLOCK: tl",
                    "B, T, H, D = x.shape": "B, H, T, D = x.shape",
                    "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64",
                },
                "sequence": {
                    "torch.randn(B, T, H, D)": "torch.randn(B * H, T, D)",
                    "cos, sin = cos[None, :, None, :], sin[None, :, None, :]": "",
                    "position = row // H % T": "position = row % T",
                    "T, H, D, BLOCK: tl": "T, D, BLOCK: tl",
                    "B, T, H, D = x.shape": "B, T, D = x.shape",
                    "(B * T * H,)": "(B * T,)",
                    "y, T, H, D, BLOCK=64": "y, T, D, BLOCK=64",
                },
            }
        ],
    },
}
