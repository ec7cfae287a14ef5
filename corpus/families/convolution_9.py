"""Tables of the families of convolutions, conv_transpose3d_prologue to conv_transpose3d_to_two."""

FAMILIES = {
    "conv_transpose3d_prologue": {
        "FAMILY": {
            "conv_transpose3d_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(O)": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "D", "H", "W"),
                ("n[None, :]", "c[:, None]", "depth", "row", "column"),
                (),
                (0,),
                "n[None, :] < N",
                (1,),
                "c[:, None] < C",
                {
                    "O, 1, 1, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                    "N, O, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                "stride2_more": {
                    "stride=1": "stride=2",
                    "stride = 1": "stride = 2",
                    "output_padding=0": "output_padding=1",
                    "output_padding = 0": "output_padding = 1",
                },
            },
            {"padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"}},
        ],
    },
    "conv_transpose3d_reuse": {
        "FAMILY": {
            "conv_transpose3d_reuse_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "b = torch.randn(O)": "",
                "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                "stride2_more": {
                    "stride=1": "stride=2",
                    "stride = 1": "stride = 2",
                    "output_padding=0": "output_padding=1",
                    "output_padding = 0": "output_padding = 1",
                },
            },
            {"padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"}},
            {
                "halved": {"z = y": "y = 0.5 * y\nz = y"},
                "doubled": {"z = y": "y = y * 2.0\nz = y"},
                "shifted": {"z = y": "y = y + 1.0\nz = y"},
                "lowered": {"z = y": "y = y - 0.5\nz = y"},
                "shrunk": {"z = y": "y = y / 3.0\nz = y"},
            },
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv_transpose3d_self": {
        "FAMILY": {
            "conv_transpose3d_self_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
                "b = torch.randn(C)": "",
            }
        },
        "AXES": [
            ("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "padding0": {
                    "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
                        "[(1, 1, 2, 3, 4, 1), (2, 3, 4, 5, 6, 1), (2, 9, 3, 5, 4, 1)]"
                    ),
                    "padding=1": "padding=0",
                    "    padding_d, padding_h, padding_w = 1, 1, 1": (
                        "    padding_d, padding_h, padding_w = 0, 0, 0"
                    ),
                },
                "padding2": {
                    "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
                        "[(1, 1, 2, 3, 4, 5), (2, 3, 4, 5, 6, 5), (1, 2, 3, 5, 4, 5)]"
                    ),
                    "padding=1": "padding=2",
                    "    padding_d, padding_h, padding_w = 1, 1, 1": (
                        "    padding_d, padding_h, padding_w = 2, 2, 2"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv_transpose3d_to_two": {
        "FAMILY": {
            "conv_transpose3d_to_two_row": {"s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)"},
            "conv_transpose3d_to_two_one": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)",
            },
            "conv_transpose3d_to_two_alone": {
                "s = torch.randn(O, 1, 1, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv_transpose3d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv_transpose3d(x, w, b": "F.conv_transpose3d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            },
        },
        "AXES": [
            {
                "mul": {"y = y + s": "y = y * s"},
                "sub": {"y = y + s": "y = y - s"},
                "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
                "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
                "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
            },
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                "stride2_more": {
                    "stride=1": "stride=2",
                    "stride = 1": "stride = 2",
                    "output_padding=0": "output_padding=1",
                    "output_padding = 0": "output_padding = 1",
                },
            },
            {"padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"}},
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}},
        ],
    },
}
