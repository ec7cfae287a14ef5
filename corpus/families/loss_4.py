"""Tables of the families of losses, dice_loss to dice_loss_rows."""

FAMILIES = {
    "dice_loss": {
        "FAMILY": {
            "dice_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-6) / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"
                ),
            },
            "dice_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, left + right + 1e-6)"
                ),
            },
            "dice_clamped": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / torch.clamp(left + right, min=1e-7)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"
                ),
            },
            "dice_square": {
                "left = torch.sum(x": "left = torch.sum(x * x",
                "right = torch.sum(z": "right = torch.sum(z * z",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "dice_power": {
                "left = torch.sum(x": "left = torch.sum(x ** 2",
                "right = torch.sum(z": "right = torch.sum(z ** 2",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-5) / (left + right + 1e-5)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "iou": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (left + right - common + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"
                ),
            },
            "iou_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"
                ),
            },
            "iou_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left + right - common + 1e-6)"
                ),
            },
            "tversky": {
                "left = torch.sum(x": "left = torch.sum((1.0 - z) * x",
                "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_small": {
                "left = torch.sum(x": "left = torch.sum(x * (1.0 - z)",
                "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_of_sums": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * (right - "
                    "common) + 1.0)"
                ),
            },
            "f_beta": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 5.0 * common / (left + 4.0 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"
                ),
            },
            "overlap": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"
                ),
            },
            "cosine": {
                "left = torch.sum(x": "left = torch.linalg.vector_norm(x",
                "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left * right + 1e-8)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left * right + 1e-8)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
                "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
                "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))",
            },
        },
        "AXES": [
            {  # what is flat in memory may be called flat: the same kernels serve
                "flat": {
                    "def dice_loss_torch(x, z):": "def dice_loss_torch(x, z):\n    x, z = x.view(-1), z.view(-1)"
                },
                "flat_late": {
                    "common = torch.sum(x * z)": "x, z = x.reshape(-1), z.reshape(-1)\ncommon = torch.sum(x * z)"
                },
            },
            {
                "plain": {
                    "torch.randn(shape), ": "torch.rand(shape), ",
                    "x = torch.sigmoid(x)": "",
                    "x = tl.sigmoid(x)": "",
                },
                "clamp": {
                    "x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)",
                    "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)",
                },
                "soft": {
                    "x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)",
                    "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)",
                },
            },
            {
                "score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
                "half": {
                    "return 1.0 - score": "return 0.5 * (1.0 - score)",
                    "y = 1.0 - y": "y = 0.5 * (1.0 - y)",
                },
                "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
                "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
                "log": {
                    "return 1.0 - score": "return -torch.log(score + 0.5)",
                    "y = 1.0 - y": "y = -tl.log(y + 0.5)",
                },
                "squared": {
                    "return 1.0 - score": "return (1.0 - score) ** 2",
                    "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)",
                },
                "root": {
                    "return 1.0 - score": "return torch.sqrt(1.5 - score)",
                    "y = 1.0 - y": "y = tl.sqrt(1.5 - y)",
                },
            },
        ],
    },
    "dice_loss_channel": {
        "FAMILY": {
            "dice_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-6) / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"
                ),
            },
            "dice_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, left + right + 1e-6)"
                ),
            },
            "dice_clamped": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / torch.clamp(left + right, min=1e-7)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"
                ),
            },
            "dice_square": {
                "left = torch.sum(x": "left = torch.sum(x * x",
                "right = torch.sum(z": "right = torch.sum(z * z",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "dice_power": {
                "left = torch.sum(x": "left = torch.sum(x ** 2",
                "right = torch.sum(z": "right = torch.sum(z ** 2",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-5) / (left + right + 1e-5)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "iou": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (left + right - common + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"
                ),
            },
            "iou_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"
                ),
            },
            "iou_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left + right - common + 1e-6)"
                ),
            },
            "tversky": {
                "left = torch.sum(x": "left = torch.sum((1.0 - z) * x",
                "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_small": {
                "left = torch.sum(x": "left = torch.sum(x * (1.0 - z)",
                "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_of_sums": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * (right - "
                    "common) + 1.0)"
                ),
            },
            "f_beta": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 5.0 * common / (left + 4.0 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"
                ),
            },
            "overlap": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"
                ),
            },
            "cosine": {
                "left = torch.sum(x": "left = torch.linalg.vector_norm(x",
                "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left * right + 1e-8)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left * right + 1e-8)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
                "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
                "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))",
            },
        },
        "AXES": [
            {
                "plain": {
                    "torch.randn(shape), ": "torch.rand(shape), ",
                    "x = torch.sigmoid(x)": "",
                    "x = tl.sigmoid(x)": "",
                },
                "clamp": {
                    "x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)",
                    "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)",
                },
                "soft": {
                    "x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)",
                    "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)",
                },
            },
            {
                "score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
                "half": {
                    "return 1.0 - score": "return 0.5 * (1.0 - score)",
                    "y = 1.0 - y": "y = 0.5 * (1.0 - y)",
                },
                "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
                "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
                "log": {
                    "return 1.0 - score": "return -torch.log(score + 0.5)",
                    "y = 1.0 - y": "y = -tl.log(y + 0.5)",
                },
                "squared": {
                    "return 1.0 - score": "return (1.0 - score) ** 2",
                    "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)",
                },
                "root": {
                    "return 1.0 - score": "return torch.sqrt(1.5 - score)",
                    "y = 1.0 - y": "y = tl.sqrt(1.5 - y)",
                },
            },
        ],
    },
    "dice_loss_rows": {
        "FAMILY": {
            "dice_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-6) / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"
                ),
            },
            "dice_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / (left + right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, left + right + 1e-6)"
                ),
            },
            "dice_clamped": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 2.0 * common / torch.clamp(left + right, min=1e-7)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"
                ),
            },
            "dice_square": {
                "left = torch.sum(x": "left = torch.sum(x * x",
                "right = torch.sum(z": "right = torch.sum(z * z",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "dice_power": {
                "left = torch.sum(x": "left = torch.sum(x ** 2",
                "right = torch.sum(z": "right = torch.sum(z ** 2",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (2.0 * common + 1e-5) / (left + right + 1e-5)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
            },
            "iou": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (left + right - common + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"
                ),
            },
            "iou_small": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"
                ),
            },
            "iou_guarded": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left + right - common + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left + right - common + 1e-6)"
                ),
            },
            "tversky": {
                "left = torch.sum(x": "left = torch.sum((1.0 - z) * x",
                "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_small": {
                "left = torch.sum(x": "left = torch.sum(x * (1.0 - z)",
                "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)",
            },
            "tversky_of_sums": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * (right - "
                    "common) + 1.0)"
                ),
            },
            "f_beta": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = 5.0 * common / (left + 4.0 * right + 1e-6)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"
                ),
            },
            "overlap": {
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"
                ),
            },
            "cosine": {
                "left = torch.sum(x": "left = torch.linalg.vector_norm(x",
                "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": (
                    "score = common / (left * right + 1e-8)"
                ),
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": (
                    "y = tl.div_rn(common, left * right + 1e-8)"
                ),
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
                "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
                "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))",
            },
        },
        "AXES": [
            {
                "last": {
                    "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]"
                    ),
                    "dim=(-2, -1)": "dim=-1",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-1]",
                },
                "last3": {
                    "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(2, 1, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=(-2, -1)": "dim=(-3, -2, -1)",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-3]",
                },
                "keepdim": {
                    "dim=(-2, -1)": "dim=(-2, -1), keepdim=True",
                    "x.shape[:-2]": "x.shape[:-2] + (1, 1)",
                },
                "last_keepdim": {
                    "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]"
                    ),
                    "dim=(-2, -1)": "dim=-1, keepdim=True",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-1] + (1,)",
                },
                "flat": {
                    "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(2, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15), (3, 4, 5)]"
                    ),
                    "def dice_loss_rows_torch(x, z):": (
                        "def dice_loss_rows_torch(x, z):\n    x, z = x.flatten(1), z.flatten(1)"
                    ),
                    "dim=(-2, -1)": "dim=1",
                    "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0]",
                    "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows",
                    "x.shape[:-2]": "n_rows",
                },
                "maps_flat": {
                    "CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(2, 3, 1), (12, 2, 5, 7), (2, 3, 4, 2, 5), (2, 2, 20, 30), (3, 4, 5)]"
                    ),
                    "def dice_loss_rows_torch(x, z):": (
                        "def dice_loss_rows_torch(x, z):\n    x, z = x.flatten(2), z.flatten(2)"
                    ),
                    "dim=(-2, -1)": "dim=2",
                    "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0] * x.shape[1]",
                    "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows",
                    "x.shape[:-2]": "x.shape[:2]",
                },
            },
            {
                "plain": {
                    "torch.randn(shape), ": "torch.rand(shape), ",
                    "x = torch.sigmoid(x)": "",
                    "x = tl.sigmoid(x)": "",
                },
                "clamp": {
                    "x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)",
                    "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)",
                },
                "soft": {
                    "x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)",
                    "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)",
                },
            },
            {
                "score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
                "half": {
                    "return 1.0 - score": "return 0.5 * (1.0 - score)",
                    "y = 1.0 - y": "y = 0.5 * (1.0 - y)",
                },
                "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
                "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
                "log": {
                    "return 1.0 - score": "return -torch.log(score + 0.5)",
                    "y = 1.0 - y": "y = -tl.log(y + 0.5)",
                },
                "squared": {
                    "return 1.0 - score": "return (1.0 - score) ** 2",
                    "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)",
                },
                "root": {
                    "return 1.0 - score": "return torch.sqrt(1.5 - score)",
                    "y = 1.0 - y": "y = tl.sqrt(1.5 - y)",
                },
            },
        ],
    },
}
