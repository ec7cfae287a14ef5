"""Tables of the families of losses, dice_loss_channel to hinge_embedding."""

from corpus.families.axes_3 import PLAIN_CLAMP_SOFT, SCORE_HALF_NEGATIVE
from corpus.families.axes_4 import SUM_HALF_TENTH, SUM_HALF_TENTH_3

FAMILIES = {
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
        "AXES": [PLAIN_CLAMP_SOFT, SCORE_HALF_NEGATIVE],
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
            PLAIN_CLAMP_SOFT,
            SCORE_HALF_NEGATIVE,
        ],
    },
    "focal_loss": {
        "FAMILY": {
            "bare": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": ("loss = (1.0 - torch.exp(-ce)) ** 2 * ce"),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = t * t * ce",
            },
            "cubed": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 3 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * t) * ce",
            },
            "once": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = 0.25 * (1.0 - torch.exp(-ce)) * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = 0.25 * (1.0 - tl.exp(-ce)) * ce",
            },
            "power": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 1.5 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": ("t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * tl.sqrt(t)) * ce"),
            },
            "grouped": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = (0.25 * ((1.0 - torch.exp(-ce)) ** 2 * ce))"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = 1.0 - tl.exp(-ce)\nloss = 0.25 * (t * t * ce)",
            },
            "gated": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "p = torch.sigmoid(x)\np = p * z + (1.0 - p) * (1.0 - z)\nloss = ce * (1.0 - p) ** 2"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "p = tl.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = ce * ((1.0 - p) * (1.0 - p))"
                ),
            },
            "gated_alpha": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "p = torch.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * (1.0 - p) ** 2)"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "p = tl.sigmoid(x)\n"
                    "p = p * z + (1.0 - p) * (1.0 - z)\n"
                    "loss = (0.25 * z + 0.75 * (1.0 - z)) * (ce * ((1.0 - p) * (1.0 - p)))"
                ),
            },
            "alpha_first": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "a = 0.25 * z + 0.75 * (1.0 - z)\nloss = a * (1.0 - torch.exp(-ce)) ** 2 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": (
                    "t = 1.0 - tl.exp(-ce)\nloss = (0.25 * z + 0.75 * (1.0 - z)) * (t * t) * ce"
                ),
            },
            "distance": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": ("loss = (z - torch.sigmoid(x)) ** 2 * ce"),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = z - tl.sigmoid(x)\nloss = t * t * ce",
            },
            "absolute": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = torch.abs(z - torch.sigmoid(x)) ** 2 * ce"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "t = tl.abs(z - tl.sigmoid(x))\nloss = t * t * ce",
            },
            "weighted": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": "loss = ce * (1.0 + 3.0 * z)",
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = ce * (1.0 + 3.0 * z)",
            },
            "chosen": {
                "loss = 0.25 * (1.0 - torch.exp(-ce)) ** 2 * ce": (
                    "loss = torch.where(z > 0.5, 0.25 * ce, 0.75 * ce)"
                ),
                "t = 1.0 - tl.exp(-ce)": "",
                "loss = 0.25 * (t * t) * ce": "loss = tl.where(z > 0.5, 0.25 * ce, 0.75 * ce)",
            },
        },
        "AXES": [
            {
                "sum": {
                    "loss.mean()": "loss.sum()",
                    " / count)": ")",
                    "n_partials, count, BLOCK": "n_partials, BLOCK",
                    "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
                },
                "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
                "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
            }
        ],
    },
    "gather_label": {
        "FAMILY": {
            "gather_label_kept": {".squeeze(1)": "", "y = x.new_empty(rows)": "y = x.new_empty(rows, 1)"},
            "gather_label_column": {
                "torch.randint(0, classes, (rows,))": "torch.randint(0, classes, (rows, 1))",
                "label.unsqueeze(1)": "label",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "gaussian_nll": {
        "FAMILY": {
            "full": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": (
                    "0.5 * (torch.log(w) + (x - z) ** 2 / w) + 0.9189385332046727"
                ),
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w) + 0.9189385332046727"
                ),
            },
            "laplace": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(2.0 * w) + torch.abs(x - z) / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = tl.log(2.0 * w) + tl.abs(x - z) / w"
                ),
            },
            "cauchy": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "torch.log(w + (x - z) ** 2 / w)",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = tl.log(w + (x - z) * (x - z) / w)"
                ),
            },
            "student": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": (
                    "0.5 * torch.log(w) + 2.0 * torch.log(1.0 + (x - z) ** 2 / (3.0 * w))"
                ),
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": (
                    "loss = 0.5 * tl.log(w) + 2.0 * tl.log(1.0 + (x - z) * (x - z) / (3.0 * w))"
                ),
            },
            "scaled": {
                "0.5 * (torch.log(w) + (x - z) ** 2 / w)": "(x - z) ** 2 / w",
                "loss = 0.5 * (tl.log(w) + (x - z) * (x - z) / w)": "loss = (x - z) * (x - z) / w",
            },
        },
        "AXES": [
            SUM_HALF_TENTH,
            {
                "softplus": {
                    "w = torch.clamp(w, min=1e-6)": "w = F.softplus(w) + 0.01",
                    "w = tl.maximum(w, 1e-6)": (
                        "u = tl.exp(-tl.abs(w))\nw = tl.maximum(w, 0.0) + tl.log(1.0 + u) + 0.01"
                    ),
                },
                "exp": {
                    "w = torch.clamp(w, min=1e-6)": "w = torch.exp(torch.clamp(w, -5.0, 5.0))",
                    "w = tl.maximum(w, 1e-6)": "w = tl.exp(tl.minimum(tl.maximum(w, -5.0), 5.0))",
                },
                "square": {
                    "w = torch.clamp(w, min=1e-6)": "w = w * w + 0.1",
                    "w = tl.maximum(w, 1e-6)": "w = w * w + 0.1",
                },
                "floor_001": {
                    "w = torch.clamp(w, min=1e-6)": "w = torch.clamp(w, min=0.3)",
                    "w = tl.maximum(w, 1e-6)": "w = tl.maximum(w, 0.3)",
                },
            },
        ],
    },
    "hinge": {
        "FAMILY": {
            "margin_05": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.5 - x * z, 0.0)",
            },
            "squared_margin_05": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.5 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.5 - x * z, 0.0)\nloss = d * d",
            },
            "margin_20": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(2.0 - x * z, 0.0)",
            },
            "squared_margin_20": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(2.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(2.0 - x * z, 0.0)\nloss = d * d",
            },
            "margin_02": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(0.2 - x * z, 0.0)",
            },
            "squared_margin_02": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(0.2 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(0.2 - x * z, 0.0)\nloss = d * d",
            },
            "squared": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(1.0 - x * z) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = tl.maximum(1.0 - x * z, 0.0)\nloss = d * d",
            },
            "perceptron": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.relu(-x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(-x * z, 0.0)",
            },
            "clamp": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.clamp(1.5 - x * z, min=0.0)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.maximum(1.5 - x * z, 0.0)",
            },
            "exponential": {
                "loss = torch.relu(1.0 - x * z)": "loss = torch.exp(-x * z)",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "loss = tl.exp(-x * z)",
            },
            "hinge_embedding_10": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=1.0, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(1.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_05": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=0.5, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(0.5 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "hinge_embedding_20": {
                "loss = torch.relu(1.0 - x * z)": (
                    'loss = F.hinge_embedding_loss(x, z, margin=2.0, reduction="none")'
                ),
                "loss = tl.maximum(1.0 - x * z, 0.0)": (
                    "loss = tl.where(z != 1.0, tl.maximum(2.0 - x, 0.0), 0.0) + tl.where(z != -1.0, x, 0.0)"
                ),
            },
            "tangent": {
                "loss = torch.relu(1.0 - x * z)": "loss = (2.0 * torch.sigmoid(x * z) - 1.0) ** 2",
                "loss = tl.maximum(1.0 - x * z, 0.0)": "d = 2.0 * tl.sigmoid(x * z) - 1.0\nloss = d * d",
            },
        },
        "AXES": [SUM_HALF_TENTH],
    },
    "hinge_embedding": {
        "FAMILY": {
            "margin_05": {"margin=1.0": "margin=0.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.5 - x, 0.0)"},
            "margin_20": {"margin=1.0": "margin=2.0", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(2.0 - x, 0.0)"},
            "margin_15": {"margin=1.0": "margin=1.5", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(1.5 - x, 0.0)"},
            "margin_02": {"margin=1.0": "margin=0.2", "tl.maximum(1.0 - x, 0.0)": "tl.maximum(0.2 - x, 0.0)"},
        },
        "AXES": [SUM_HALF_TENTH_3, ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
}
