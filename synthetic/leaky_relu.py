"""Leaky ReLU, y = x where x > 0, else slope * x, and the other activations made of straight pieces.

A branch a lane would diverge; tl.where evaluates both pieces and picks, which costs one instruction. The constants
are literals: the compiler folds them into the instructions.
"""
from harness import run

import torch
import torch.nn.functional as F

import triton
import triton.language as tl

CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]


def make(*shape):
    return (torch.randn(shape),)


def leaky_relu_torch(x):
    y = F.leaky_relu(x)
    return y


@triton.jit
def leaky_relu_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.where(x > 0.0, x, 0.01 * x)
    tl.store(y_ptr + offsets, y, mask=mask)


def leaky_relu_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_elements = x.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    leaky_relu_kernel[grid](x, y, n_elements, BLOCK=1024)
    return y


FAMILY = {
    "leaky_relu_0001": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.001)",
                        "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.001 * x)"},
    "leaky_relu_002": {"F.leaky_relu(x)": "F.leaky_relu(x, 0.02)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.02 * x)"},
    "leaky_relu_003": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.03)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.03 * x)"},
    "leaky_relu_005": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.05)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.05 * x)"},
    "leaky_relu_01": {"F.leaky_relu(x)": "F.leaky_relu(x, 0.1)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.1 * x)"},
    "leaky_relu_0125": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.125)",
                        "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.125 * x)"},
    "leaky_relu_015": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.15)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.15 * x)"},
    "leaky_relu_02": {"F.leaky_relu(x)": "F.leaky_relu(x, 0.2)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.2 * x)"},
    "leaky_relu_025": {"F.leaky_relu(x)": "F.leaky_relu(x, 0.25)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.25 * x)"},
    "leaky_relu_03": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.3)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.3 * x)"},
    "leaky_relu_04": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.4)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.4 * x)"},
    "leaky_relu_05": {"F.leaky_relu(x)": "F.leaky_relu(x, negative_slope=0.5)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, 0.5 * x)"},
    "clamp_m1_1": {"F.leaky_relu(x)": "torch.clamp(x, -1.0, 1.0)",
                   "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.0), 1.0)"},
    "clamp_m2_2": {"F.leaky_relu(x)": "torch.clamp(x, -2.0, 2.0)",
                   "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -2.0), 2.0)"},
    "clamp_0_1": {"F.leaky_relu(x)": "torch.clamp(x, 0.0, 1.0)",
                  "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 1.0)"},
    "clamp_0_6": {"F.leaky_relu(x)": "torch.clamp(x, 0.0, 6.0)",
                  "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 6.0)"},
    "clamp_m05_05": {"F.leaky_relu(x)": "torch.clamp(x, -0.5, 0.5)",
                     "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.5), 0.5)"},
    "clamp_m3_3": {"F.leaky_relu(x)": "torch.clamp(x, -3.0, 3.0)",
                   "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -3.0), 3.0)"},
    "clamp_m1_2": {"F.leaky_relu(x)": "torch.clamp(x, -1.0, 2.0)",
                   "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.0), 2.0)"},
    "clamp_01_09": {"F.leaky_relu(x)": "torch.clamp(x, 0.1, 0.9)",
                    "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.1), 0.9)"},
    "clamp_m025_075": {"F.leaky_relu(x)": "torch.clamp(x, -0.25, 0.75)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.25), 0.75)"},
    "clamp_m10_10": {"F.leaky_relu(x)": "torch.clamp(x, -10.0, 10.0)",
                     "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -10.0), 10.0)"},
    "clamp_0_25": {"F.leaky_relu(x)": "torch.clamp(x, 0.0, 2.5)",
                   "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, 0.0), 2.5)"},
    "hardtanh_m2_1": {"F.leaky_relu(x)": "F.hardtanh(x, min_val=-2.0, max_val=1.0)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -2.0), 1.0)"},
    "hardtanh_m02_08": {"F.leaky_relu(x)": "F.hardtanh(x, min_val=-0.2, max_val=0.8)",
                        "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -0.2), 0.8)"},
    "hardtanh_m15_15": {"F.leaky_relu(x)": "F.hardtanh(x, min_val=-1.5, max_val=1.5)",
                        "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(tl.maximum(x, -1.5), 1.5)"},
    "clamp_min_m1": {"F.leaky_relu(x)": "torch.clamp(x, min=-1.0)",
                     "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, -1.0)"},
    "clamp_min_m05": {"F.leaky_relu(x)": "torch.clamp(x, min=-0.5)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, -0.5)"},
    "clamp_min_005": {"F.leaky_relu(x)": "torch.clamp(x, min=0.05)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.05)"},
    "clamp_min_03": {"F.leaky_relu(x)": "torch.clamp(x, min=0.3)",
                     "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.3)"},
    "clamp_min_1": {"F.leaky_relu(x)": "torch.clamp(x, min=1.0)",
                    "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 1.0)"},
    "clamp_min_0001": {"F.leaky_relu(x)": "torch.clamp(x, min=0.001)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x, 0.001)"},
    "clamp_max_m01": {"F.leaky_relu(x)": "torch.clamp(x, max=-0.1)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, -0.1)"},
    "clamp_max_0": {"F.leaky_relu(x)": "torch.clamp(x, max=0.0)",
                    "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 0.0)"},
    "clamp_max_05": {"F.leaky_relu(x)": "torch.clamp(x, max=0.5)",
                     "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 0.5)"},
    "clamp_max_1": {"F.leaky_relu(x)": "torch.clamp(x, max=1.0)",
                    "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 1.0)"},
    "clamp_max_2": {"F.leaky_relu(x)": "torch.clamp(x, max=2.0)",
                    "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.minimum(x, 2.0)"},
    "softshrink_01": {"F.leaky_relu(x)": "F.softshrink(x, 0.1)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x - 0.1, 0.0) + tl.minimum(x + 0.1, 0.0)"},
    "softshrink_025": {"F.leaky_relu(x)": "F.softshrink(x, 0.25)",
                       "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x - 0.25, 0.0) + tl.minimum(x + 0.25, 0.0)"},
    "softshrink_05": {"F.leaky_relu(x)": "F.softshrink(x, 0.5)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x - 0.5, 0.0) + tl.minimum(x + 0.5, 0.0)"},
    "softshrink_08": {"F.leaky_relu(x)": "F.softshrink(x, 0.8)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x - 0.8, 0.0) + tl.minimum(x + 0.8, 0.0)"},
    "softshrink_10": {"F.leaky_relu(x)": "F.softshrink(x, 1.0)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.maximum(x - 1.0, 0.0) + tl.minimum(x + 1.0, 0.0)"},
    "hardshrink_01": {"F.leaky_relu(x)": "F.hardshrink(x, 0.1)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.1, x, 0.0)"},
    "hardshrink_03": {"F.leaky_relu(x)": "F.hardshrink(x, 0.3)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.3, x, 0.0)"},
    "hardshrink_05": {"F.leaky_relu(x)": "F.hardshrink(x, 0.5)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 0.5, x, 0.0)"},
    "hardshrink_10": {"F.leaky_relu(x)": "F.hardshrink(x, 1.0)",
                      "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(tl.abs(x) > 1.0, x, 0.0)"},
    "threshold_01_200": {"F.leaky_relu(x)": "F.threshold(x, 0.1, 20.0)",
                         "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.1, x, 20.0)"},
    "threshold_05_00": {"F.leaky_relu(x)": "F.threshold(x, 0.5, 0.0)",
                        "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.5, x, 0.0)"},
    "threshold_00_m10": {"F.leaky_relu(x)": "F.threshold(x, 0.0, -1.0)",
                         "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x, -1.0)"},
    "threshold_10_025": {"F.leaky_relu(x)": "F.threshold(x, 1.0, 0.25)",
                         "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 1.0, x, 0.25)"},
    "threshold_m05_m05": {"F.leaky_relu(x)": "F.threshold(x, -0.5, -0.5)",
                          "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > -0.5, x, -0.5)"},
    "thresholded_scale_05": {"F.leaky_relu(x)": "torch.where(x > 0, x * 0.5, -x)",
                             "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 0.5, -x)"},
    "thresholded_scale_10": {"F.leaky_relu(x)": "torch.where(x > 0, x * 1.0, -x)",
                             "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 1.0, -x)"},
    "thresholded_scale_20": {"F.leaky_relu(x)": "torch.where(x > 0, x * 2.0, -x)",
                             "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 2.0, -x)"},
    "thresholded_scale_125": {"F.leaky_relu(x)": "torch.where(x > 0, x * 1.25, -x)",
                              "y = tl.where(x > 0.0, x, 0.01 * x)": "y = tl.where(x > 0.0, x * 1.25, -x)"},
}


def main():
    return run(globals())


if __name__ == "__main__":
    raise SystemExit(main())
