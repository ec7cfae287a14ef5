"""The Dice loss of each class, 1 - (2 * sum(x * z) + 1) / (sum(x) + sum(z) + 1) over the batch and all places, and its relatives.

A channel of a contiguous (N, C, ...) tensor is N pieces of n_inner neighbours, C * n_inner apart. One program takes one
channel, walks its pieces one after another in tiles of BLOCK, and keeps all three sums.
"""
from harness import run

import torch

import triton
import triton.language as tl

CASES = [(2, 3, 1), (3, 2, 33), (2, 3, 4, 13), (2, 2, 3, 4, 5), (2, 3, 30, 40)]


def make(*shape):
    return torch.randn(shape), (torch.rand(shape) > 0.5).float()


def dice_loss_channel_torch(x, z):
    dims = (0, *range(2, x.dim()))
    x = torch.sigmoid(x)
    common = torch.sum(x * z, dim=dims)
    left = torch.sum(x, dim=dims)
    right = torch.sum(z, dim=dims)
    score = (2.0 * common + 1.0) / (left + right + 1.0)
    return 1.0 - score


@triton.jit
def dice_loss_channel_kernel(x_ptr, z_ptr, y_ptr, n_outer, n_inner, BLOCK: tl.constexpr):
    channel = tl.program_id(0)
    common = tl.zeros([BLOCK], dtype=tl.float32)
    left = tl.zeros([BLOCK], dtype=tl.float32)
    right = tl.zeros([BLOCK], dtype=tl.float32)
    for outer in range(0, n_outer):
        piece = (outer * tl.num_programs(0).to(tl.int64) + channel) * n_inner
        for start in range(0, n_inner, BLOCK):
            inner = start + tl.arange(0, BLOCK)
            mask = inner < n_inner
            x = tl.load(x_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)
            z = tl.load(z_ptr + piece + inner, mask=mask, other=0.0).to(tl.float32)
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
    tl.store(y_ptr + channel, y)


def dice_loss_channel_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_outer, n_channels = x.shape[:2]
    n_inner = x.numel() // (n_outer * n_channels)
    y = x.new_empty(n_channels)
    block = min(triton.next_power_of_2(n_inner), 1024)
    dice_loss_channel_kernel[(n_channels,)](x, z, y, n_outer, n_inner, BLOCK=block)
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
