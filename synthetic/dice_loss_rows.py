"""The Dice loss of each map, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over trailing dimensions, and its relatives (IoU, Tversky).

Trailing dimensions of a contiguous tensor are one long row. One program takes one row of x and of z, walks both in tiles
of BLOCK, and keeps all three sums.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]


def make(*shape):
    return torch.randn(shape), (torch.rand(shape) > 0.5).float()


def dice_loss_rows_torch(x, z):
    x = torch.sigmoid(x)
    common = torch.sum(x * z, dim=(-2, -1))
    left = torch.sum(x, dim=(-2, -1))
    right = torch.sum(z, dim=(-2, -1))
    score = (2.0 * common + 1.0) / (left + right + 1.0)
    return 1.0 - score


@triton.jit
def dice_loss_rows_kernel(x_ptr, z_ptr, y_ptr, n_inner, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    common = tl.zeros([BLOCK], dtype=tl.float32)
    left = tl.zeros([BLOCK], dtype=tl.float32)
    right = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_inner, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < n_inner
        x = tl.load(x_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + row * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.sigmoid(x)
        common += tl.where(mask, x * z, 0.0)
        left += tl.where(mask, x, 0.0)
        right += tl.where(mask, z, 0.0)
    common = tl.sum(common, axis=0)
    left = tl.sum(left, axis=0)
    right = tl.sum(right, axis=0)
    # A good score is close to 1 and the loss what is missing: the quotient is rounded to nearest, which a GPU's `/` is not.
    y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)
    y = 1.0 - y
    tl.store(y_ptr + row, y)


def dice_loss_rows_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_inner = x.shape[-2] * x.shape[-1]
    n_rows = x.numel() // n_inner
    y = x.new_empty(x.shape[:-2])
    block = min(triton.next_power_of_2(n_inner), 1024)
    dice_loss_rows_kernel[(n_rows,)](x, z, y, n_inner, BLOCK=block)
    return y


FAMILY = {
    "dice_small": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (2.0 * common + 1e-6) / (left + right + 1e-6)",
                   "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(2.0 * common + 1e-6, left + right + 1e-6)"},
    "dice_guarded": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = 2.0 * common / (left + right + 1e-6)",
                     "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(2.0 * common, left + right + 1e-6)"},
    "dice_clamped": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = 2.0 * common / torch.clamp(left + right, min=1e-7)",
                     "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(2.0 * common, tl.maximum(left + right, 1e-7))"},
    "dice_square": {"left = torch.sum(x": "left = torch.sum(x * x", "right = torch.sum(z": "right = torch.sum(z * z",
                    "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                    "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)"},
    "dice_power": {"left = torch.sum(x": "left = torch.sum(x ** 2", "right = torch.sum(z": "right = torch.sum(z ** 2",
                   "score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (2.0 * common + 1e-5) / (left + right + 1e-5)",
                   "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(2.0 * common + 1e-5, left + right + 1e-5)",
                   "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
                   "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)"},
    "iou": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (common + 1.0) / (left + right - common + 1.0)",
            "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common + 1.0, left + right - common + 1.0)"},
    "iou_small": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (common + 1e-6) / (left + right - common + 1e-6)",
                  "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common + 1e-6, left + right - common + 1e-6)"},
    "iou_guarded": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = common / (left + right - common + 1e-6)",
                    "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common, left + right - common + 1e-6)"},
    "tversky": {"left = torch.sum(x": "left = torch.sum((1.0 - z) * x", "right = torch.sum(z": "right = torch.sum(z * (1.0 - x)",
                "score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (common + 1.0) / (common + 0.3 * left + 0.7 * right + 1.0)",
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common + 1.0, common + 0.3 * left + 0.7 * right + 1.0)",
                "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)"},
    "tversky_small": {"left = torch.sum(x": "left = torch.sum(x * (1.0 - z)", "right = torch.sum(z": "right = torch.sum((1.0 - x) * z",
                      "score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (common + 1e-6) / (common + 0.5 * left + 0.5 * right + 1e-6)",
                      "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common + 1e-6, common + 0.5 * left + 0.5 * right + 1e-6)",
                      "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * (1.0 - z), 0.0)",
                      "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, (1.0 - x) * z, 0.0)"},
    "tversky_of_sums": {"score = (2.0 * common + 1.0) / (left + right + 1.0)":
                            "score = (common + 1.0) / (common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)",
                        "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)":
                            "y = tl.div_rn(common + 1.0, common + 0.3 * (left - common) + 0.7 * (right - common) + 1.0)"},
    "f_beta": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = 5.0 * common / (left + 4.0 * right + 1e-6)",
               "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(5.0 * common, left + 4.0 * right + 1e-6)"},
    "overlap": {"score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = (common + 1.0) / (torch.minimum(left, right) + 1.0)",
                "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common + 1.0, tl.minimum(left, right) + 1.0)"},
    "cosine": {"left = torch.sum(x": "left = torch.linalg.vector_norm(x", "right = torch.sum(z": "right = torch.linalg.vector_norm(z",
               "score = (2.0 * common + 1.0) / (left + right + 1.0)": "score = common / (left * right + 1e-8)",
               "y = tl.div_rn(2.0 * common + 1.0, left + right + 1.0)": "y = tl.div_rn(common, left * right + 1e-8)",
               "left += tl.where(mask, x, 0.0)": "left += tl.where(mask, x * x, 0.0)",
               "right += tl.where(mask, z, 0.0)": "right += tl.where(mask, z * z, 0.0)",
               "left = tl.sum(left, axis=0)": "left = tl.sqrt(tl.sum(left, axis=0))",
               "right = tl.sum(right, axis=0)": "right = tl.sqrt(tl.sum(right, axis=0))"},
}

AXES = [
    {
        "last": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                     "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]",
                 "dim=(-2, -1)": "dim=-1", "x.shape[-2] * x.shape[-1]": "x.shape[-1]", "x.shape[:-2]": "x.shape[:-1]"},
        "last3": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                      "CASES = [(2, 1, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]",
                  "dim=(-2, -1)": "dim=(-3, -2, -1)", "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                  "x.shape[:-2]": "x.shape[:-3]"},
        "keepdim": {"dim=(-2, -1)": "dim=(-2, -1), keepdim=True", "x.shape[:-2]": "x.shape[:-2] + (1, 1)"},
        "last_keepdim": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                             "CASES = [(2, 3), (12, 35), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]",
                         "dim=(-2, -1)": "dim=-1, keepdim=True", "x.shape[-2] * x.shape[-1]": "x.shape[-1]",
                         "x.shape[:-2]": "x.shape[:-1] + (1,)"},
        "flat": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                     "CASES = [(2, 1, 3), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15), (3, 4, 5)]",
                 "def dice_loss_rows_torch(x, z):": "def dice_loss_rows_torch(x, z):\n    x, z = x.flatten(1), z.flatten(1)",
                 "dim=(-2, -1)": "dim=1", "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0]",
                 "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows", "x.shape[:-2]": "n_rows"},
        "maps_flat": {"CASES = [(2, 1, 3), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]":
                          "CASES = [(2, 3, 1), (12, 2, 5, 7), (2, 3, 4, 2, 5), (2, 2, 20, 30), (3, 4, 5)]",
                      "def dice_loss_rows_torch(x, z):": "def dice_loss_rows_torch(x, z):\n    x, z = x.flatten(2), z.flatten(2)",
                      "dim=(-2, -1)": "dim=2", "n_inner = x.shape[-2] * x.shape[-1]": "n_rows = x.shape[0] * x.shape[1]",
                      "n_rows = x.numel() // n_inner": "n_inner = x.numel() // n_rows", "x.shape[:-2]": "x.shape[:2]"},
    },
    {
        "plain": {"torch.randn(shape), ": "torch.rand(shape), ", "x = torch.sigmoid(x)": "", "x = tl.sigmoid(x)": ""},
        "clamp": {"x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)", "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)"},
        "soft": {"x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)", "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)"},
    },
    {
        "score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
        "half": {"return 1.0 - score": "return 0.5 * (1.0 - score)", "y = 1.0 - y": "y = 0.5 * (1.0 - y)"},
        "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
        "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
        "log": {"return 1.0 - score": "return -torch.log(score + 0.5)", "y = 1.0 - y": "y = -tl.log(y + 0.5)"},
        "squared": {"return 1.0 - score": "return (1.0 - score) ** 2", "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)"},
        "root": {"return 1.0 - score": "return torch.sqrt(1.5 - score)", "y = 1.0 - y": "y = tl.sqrt(1.5 - y)"},
    },
]


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
